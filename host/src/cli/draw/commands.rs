//! One command as a line: its assignments and words, and beside it where it runs, under what, and what it is joined
//! to.

use super::{
    redirects,
    sheet::Notes,
    words::{Writing, quoted, shortened, written},
};
use crate::read::{Assignment, Binding, Command, Script, Site, TextOrigin, Word, Wrapper};

/// First words of headings that may end in words of the script: as names of commands they are quoted.
const HEADING_WORDS: [&str; 8] = [
    "again", "asking", "beside", "compare", "for", "if", "script", "to",
];
/// What needs no quotes between `[[` and `]]`.
const TEST_OPERATORS: [&str; 7] = ["!", "&&", "(", ")", "<", ">", "||"];
/// Where the words of a line are no longer shown but counted, in characters.
const MAX_TEXT_CHARS: usize = 300;
/// Most aliases looked through for one word.
const MAX_ALIASES: usize = 8;

/// The text of a line, which is not put together further than it is shown.
#[derive(Debug, Default)]
struct Text {
    parts: Vec<String>,
    chars: usize,
    left_out: usize,
}

impl Text {
    fn add(&mut self, part: impl FnOnce() -> String) {
        if self.chars > MAX_TEXT_CHARS {
            self.left_out += 1;
            return;
        }
        let part = part();
        self.chars += part.chars().count();
        self.parts.push(part);
    }

    fn join(mut self) -> String {
        if self.left_out > 0 {
            self.parts.push(format!("… ({} more words)", self.left_out));
        }
        self.parts.join(" ")
    }
}

/// What is the same for all commands of a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    script: &'a Script,
    /// Where it may start.
    start: &'a [String],
}

impl<'a> Setting<'a> {
    /// Looks where a script starts: where its first command does that runs here.
    pub(super) fn of(script: &'a Script) -> Self {
        let mut commands = script.commands.iter();
        let first = commands.find(|command| command.site == Site::Local);
        Self {
            script,
            start: first.map_or(&[], |command| &command.cwds),
        }
    }

    /// Returns the directories in which a script may start.
    pub(super) const fn start(self) -> &'a [String] {
        self.start
    }

    /// Returns the text of a command's line, without the redirects, which are remarks.
    ///
    /// `known` are wrappers that a heading above has named; `before` is where the line before it runs.
    pub(super) fn line(
        self,
        command: &'a Command,
        known: &[Wrapper],
        before: &[String],
    ) -> (String, Writing<'a>) {
        let mut writing = Writing::new(self.script);
        self.surroundings(command, known, &mut writing);
        let mut text = Text::default();
        for assignment in self.script.assignments(command) {
            text.add(|| self.assignment(assignment, &mut writing));
        }
        match self.script.words(command) {
            [] if text.parts.is_empty() => text.add(|| "(no command)".to_owned()),
            [] => {}
            [name, arguments @ ..] => {
                self.call(name, arguments, &mut text, &mut writing);
                if command.open_ended {
                    text.parts.push("…".to_owned());
                    writing.notes.of("…", "more words, known only when it runs");
                }
                self.meaning(command, name.certain(), &mut writing.notes);
            }
        }
        let redirects = self.script.redirects(command);
        redirects::describe(&mut writing, self.script, redirects, "");
        self.directory(command, before, &mut writing.notes);
        (text.join(), writing)
    }

    fn call(
        self,
        name: &'a Word,
        arguments: &'a [Word],
        text: &mut Text,
        writing: &mut Writing<'a>,
    ) {
        let certain = name.certain();
        text.add(|| match certain {
            Some("((") => "((".to_owned(),
            Some(value) => {
                let shown = writing.word(name);
                let misleads = HEADING_WORDS.contains(&value) || value.contains('=');
                if misleads && shown == value {
                    format!("'{value}'")
                } else {
                    shown
                }
            }
            None => {
                let shown = writing.word(name);
                let remark = "so only the run knows which command this is";
                writing.notes.say(remark);
                shown
            }
        });
        for word in arguments {
            text.add(|| match (certain, word.certain()) {
                (Some("[["), Some(value)) if TEST_OPERATORS.contains(&value) => value.to_owned(),
                // An expression is shown as it is written, whatever it comes to.
                (Some("(("), _) => written(self.script, word.span),
                _ => writing.word(word),
            });
        }
        if certain == Some("((") {
            text.parts.push("))".to_owned());
        }
    }

    /// Returns an assignment as it is drawn.
    pub(super) fn assignment(
        self,
        assignment: &'a Assignment,
        writing: &mut Writing<'a>,
    ) -> String {
        let operator = if assignment.append { "+=" } else { "=" };
        let value = assignment
            .value
            .and_then(|index| self.script.word(index))
            .map_or_else(String::new, |word| writing.word(word));
        format!("{}{operator}{value}", shortened(&assignment.name).0)
    }

    /// Says what a command runs under.
    fn surroundings(self, command: &'a Command, known: &[Wrapper], writing: &mut Writing<'a>) {
        let wrappers = command
            .wrappers
            .strip_prefix(known)
            .unwrap_or(&command.wrappers);
        let names = self.wrappers(wrappers, writing);
        if !names.is_empty() {
            writing.notes.say(format!("under {}", names.join(", ")));
        }
        match command.site {
            Site::Local => {}
            Site::Remote => writing.notes.say("on another machine"),
        }
        for word in self.script.words(command) {
            self.aliases(word, &mut writing.notes);
        }
    }

    /// Returns wrappers with their own words, without a text that they hand to a shell.
    pub(super) fn wrappers(
        self,
        wrappers: &'a [Wrapper],
        writing: &mut Writing<'a>,
    ) -> Vec<String> {
        wrappers
            .iter()
            .map(|wrapper| {
                let words = self
                    .script
                    .words
                    .get(wrapper.words.indices())
                    .unwrap_or(&[]);
                let shown: Vec<String> = words
                    .iter()
                    .filter(|word| !self.is_text(word))
                    .map(|word| {
                        self.aliases(word, &mut writing.notes);
                        writing.word(word)
                    })
                    .collect();
                if shown.is_empty() {
                    quoted(&wrapper.name)
                } else {
                    shown.join(" ")
                }
            })
            .collect()
    }

    /// Whether a word became a text of its own, which is drawn by itself.
    fn is_text(self, word: &Word) -> bool {
        self.script
            .texts
            .iter()
            .any(|text| text.origin == TextOrigin::CommandString && text.at == Some(word.span))
    }

    /// Says which aliases a word comes from.
    fn aliases(self, word: &Word, notes: &mut Notes) {
        let mut text = word.span.text;
        for _ in 0..MAX_ALIASES {
            let Some(found) = self.script.texts.get(text as usize) else {
                return;
            };
            let (TextOrigin::Alias, Some(at)) = (found.origin, found.at) else {
                return;
            };
            let meaning = shortened(&found.content).0;
            notes.of(&written(self.script, at), format!("an alias for {meaning}"));
            text = at.text;
        }
    }

    fn meaning(self, command: &Command, name: Option<&str>, notes: &mut Notes) {
        match command.binding {
            Binding::Builtin | Binding::File => {}
            Binding::Function => {
                let is_here = self
                    .script
                    .functions
                    .iter()
                    .any(|function| name == Some(function.name.as_str()));
                notes.say(if is_here {
                    "calls the function of this script"
                } else {
                    "calls a function of the shell"
                });
            }
            Binding::Unknown => {
                if let Some(name) = name {
                    notes.of(
                        &shortened(name).0,
                        "a program or a function, only the run knows",
                    );
                }
            }
        }
    }

    /// Says where a command runs, if that is not where the one before it does.
    fn directory(self, command: &Command, before: &[String], notes: &mut Notes) {
        if command.site == Site::Remote || command.cwds == before {
            return;
        }
        let shown: Vec<String> = command.cwds.iter().map(|one| self.relative(one)).collect();
        notes.say(match shown.as_slice() {
            [] => "in a directory that only the run knows".to_owned(),
            all => format!("in {}", all.join(" or ")),
        });
    }

    /// Returns a directory as seen from the one in which the script starts.
    fn relative(self, directory: &str) -> String {
        let [start] = self.start else {
            return shortened(directory).0;
        };
        if directory == start {
            return "the directory it starts in".to_owned();
        }
        let below = directory
            .strip_prefix(start.trim_end_matches('/'))
            .and_then(|rest| rest.strip_prefix('/'));
        shortened(below.unwrap_or(directory)).0
    }
}
