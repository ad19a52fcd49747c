//! Whether what the shell did is what was read (R2.6).
//!
//! A call must be one that a command, as read, can make, and no command makes more than one call unless it stands where
//! the shell runs it again. The other way round is not asked: what was read need not run.

use std::collections::{HashMap, HashSet};

use shellward::{
    read::{
        Binding, BlockKind, Command, Connector, Dialect, Fields, PieceKind, Script, Site,
        TextOrigin, Word, is_builtin,
    },
    span::{Range, Span},
};

use super::bench::{Call, HOME, PROJECT, Ran, is_recorded_builtin};

/// Wrappers that add words, or start what they wrap several times.
const REPEATING: [&str; 4] = ["find", "parallel", "watch", "xargs"];
/// Wrappers whose inner command may start elsewhere.
const MOVING: [&str; 6] = ["doas", "env", "find", "ssh", "su", "sudo"];

/// One way in which a command shows: as itself, or as a wrapper with all that it wraps.
struct Level<'s> {
    words: Vec<&'s Word>,
    /// More operands may follow.
    is_open: bool,
    /// Its name may be another one than that of the program.
    may_be_renamed: bool,
    part: Part,
}

/// What of a command shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The command itself.
    Inner,
    /// A wrapper that starts where the command does.
    Wrapper,
    /// A wrapper after which the command may start elsewhere.
    Mover,
}

/// Returns what differs, if anything does.
pub(crate) fn difference(script: &Script, ran: &Ran) -> Option<String> {
    let mut owners = Owners::new(script);
    let problem = ran
        .calls
        .iter()
        .find_map(|call| Some((call, owners.explain(script, call)?)));
    if let Some((call, problem)) = problem {
        let program = call.program.as_deref().map(String::from_utf8_lossy);
        let words: Vec<_> = call
            .words
            .iter()
            .map(|word| String::from_utf8_lossy(word))
            .collect();
        let cwd = String::from_utf8_lossy(&call.cwd);
        return Some(format!("{problem}: {words:?} in {cwd} ({program:?})"));
    }
    let target = unread_file(script, &ran.files)?;
    Some(format!("a file that was not read: {target}"))
}

/// Whether a command runs text that it is given or reads, which is for policies to judge (R3.3).
pub(crate) fn runs_text(script: &Script, command: &Command) -> bool {
    let name = script
        .name(command)
        .map(|name| name.rsplit('/').next().unwrap_or(name));
    matches!(
        name,
        Some("." | "source" | "eval" | "trap" | "bash" | "sh" | "dash" | "zsh" | "emulate")
    )
}

/// The words of wrappers and command, outermost first, in runs that stand in the same text.
fn levels<'s>(script: &'s Script, command: &Command) -> Vec<Level<'s>> {
    let wrapper_words = |range: &Range| script.words.get(range.indices()).unwrap_or(&[]);
    let mut parts: Vec<(&str, &[Word])> = command
        .wrappers
        .iter()
        .map(|wrapper| (wrapper.name.as_str(), wrapper_words(&wrapper.words)))
        .collect();
    parts.push(("", script.words(command)));
    let last = parts.len() - 1;
    let moves = |name: &str| MOVING.contains(&name);
    let home = |words: &[Word]| words.first().map(|word| home_text(script, word.span.text));
    (0..parts.len())
        .filter(|&from| parts[from].0 != "find")
        .map(|from| {
            let until = (from..parts.len())
                .take_while(|&at| {
                    home(parts[at].1) == home(parts[from].1) && !parts[at].1.is_empty()
                })
                .last()
                .unwrap_or(from);
            let before = &parts[..from];
            let repeats = before.iter().any(|(name, words)| {
                REPEATING.contains(name) && home(words) == home(parts[from].1)
            });
            Level {
                words: parts[from..=until]
                    .iter()
                    .flat_map(|(_, words)| *words)
                    .collect(),
                is_open: repeats || (from == last && command.open_ended),
                may_be_renamed: before
                    .iter()
                    .any(|(name, _)| matches!(*name, "exec" | "env")),
                part: if from == last {
                    Part::Inner
                } else if until == last && !parts[from..].iter().any(|(name, _)| moves(name)) {
                    Part::Wrapper
                } else {
                    Part::Mover
                },
            }
        })
        // An action of `find` is no whole command: the command is there, too, with all its words.
        .filter(|level| level.part == Part::Inner || !level.words.is_empty())
        .collect()
}

/// The text that a word is written in: that of an alias belongs to the text where the alias stands.
fn home_text(script: &Script, mut text: u32) -> u32 {
    for _ in 0..script.texts.len() {
        match script.texts.get(text as usize) {
            Some(one) if one.origin == TextOrigin::Alias => match one.at {
                Some(at) => text = at.text,
                None => return text,
            },
            _ => return text,
        }
    }
    text
}

/// One way in which one command shows: the command, the number of its level.
type Slot = (usize, usize);

/// Who made which call.
struct Owners<'s> {
    levels: Vec<Vec<Level<'s>>>,
    repeats: Vec<bool>,
    /// Of each call so far: the slots of commands that run at most once and could have made it.
    candidates: Vec<Vec<Slot>>,
    /// The call that a slot is given to.
    given: HashMap<Slot, usize>,
}

impl<'s> Owners<'s> {
    fn new(script: &'s Script) -> Self {
        Self {
            levels: script
                .commands
                .iter()
                .map(|command| levels(script, command))
                .collect(),
            repeats: script
                .commands
                .iter()
                .map(|command| repeats(script, command))
                .collect(),
            candidates: Vec::new(),
            given: HashMap::new(),
        }
    }

    /// Finds the command of a call; says what is wrong if there is none.
    fn explain(&mut self, script: &Script, call: &Call) -> Option<&'static str> {
        let mut nearest = "a call that was not read";
        let mut candidates = Vec::new();
        for (index, command) in script.commands.iter().enumerate() {
            for (depth, level) in self.levels[index].iter().enumerate() {
                match misfit(script, command, level, call) {
                    None if self.repeats[index] => return None,
                    None => candidates.push((index, depth)),
                    Some("words") => {}
                    Some(other) => nearest = other,
                }
            }
        }
        if is_default_of_xargs(script, call) {
            return None;
        }
        if candidates.is_empty() {
            return Some(nearest);
        }
        self.candidates.push(candidates);
        let number = self.candidates.len() - 1;
        let is_found = self.give(number, &mut HashSet::new());
        (!is_found).then_some("a command that ran more often than it was read")
    }

    /// Gives a call a slot of its own, moving others where that helps.
    fn give(&mut self, call: usize, seen: &mut HashSet<Slot>) -> bool {
        for slot in self.candidates[call].clone() {
            if !seen.insert(slot) {
                continue;
            }
            let holder = self.given.get(&slot).copied();
            if holder.is_none_or(|other| self.give(other, seen)) {
                self.given.insert(slot, call);
                return true;
            }
        }
        false
    }
}

/// Whether it is the `echo` that `xargs` runs where it is told nothing.
fn is_default_of_xargs(script: &Script, call: &Call) -> bool {
    let is_alone = |command: &Command| {
        let name = script.name(command).unwrap_or("");
        name.rsplit('/').next() == Some("xargs")
    };
    call.program.as_deref() == Some(b"echo") && script.commands.iter().any(is_alone)
}

/// Whether a command stands where the shell may run it more than once.
fn repeats(script: &Script, command: &Command) -> bool {
    let wrapped = command
        .wrappers
        .iter()
        .any(|wrapper| REPEATING.contains(&wrapper.name.as_str()));
    let mut block = script.blocks.get(command.block as usize);
    let mut looped = false;
    while let Some(one) = block {
        looped |= matches!(one.kind, BlockKind::Loop | BlockKind::Function)
            || (one.kind == BlockKind::Substitution && is_in_braces(script, one.span));
        block = one
            .parent
            .and_then(|parent| script.blocks.get(parent as usize));
    }
    wrapped || looped
}

/// Whether a substitution stands in a word that braces make several of, each with the substitution in it.
fn is_in_braces(script: &Script, span: Span) -> bool {
    let holds = |word: &&Word| {
        let outer = word.span;
        outer.text == span.text && outer.start <= span.start && span.end <= outer.end
    };
    let is_braced = |word: &Word| {
        script
            .pieces(word)
            .iter()
            .any(|piece| piece.kind == PieceKind::Brace)
    };
    script.words.iter().filter(holds).any(is_braced)
}

/// Returns what keeps a command, as read, from making a call.
fn misfit(
    script: &Script,
    command: &Command,
    level: &Level<'_>,
    call: &Call,
) -> Option<&'static str> {
    let renamed = level.may_be_renamed || script.dialect == Dialect::Zsh;
    let name = call.program.as_deref().filter(|_| renamed);
    if name.is_none() && !is_of_its_name(call) {
        return Some("a program of another name than was read");
    }
    let fits = if level.part != Part::Inner && takes_words_apart(call) {
        can_be(&level.words[..1], true, &call.words, name)
    } else {
        can_be(&level.words, level.is_open, &call.words, name)
    };
    if !fits {
        return Some("words");
    }
    if level.part == Part::Inner {
        let is_builtin =
            |name: &str| is_builtin(script.dialect, name) && !is_recorded_builtin(name);
        match command.binding {
            Binding::Function => return Some("a program where a function was read"),
            Binding::Builtin if script.name(command).is_some_and(is_builtin) => {
                return Some("a program where a builtin was read");
            }
            _ => {}
        }
        if command.site == Site::Remote {
            return Some("a local call of a command that was read as remote");
        }
        if !environment_fits(script, command, call) {
            return Some("a variable of another value than was read");
        }
    }
    let cwd_fits =
        command.cwds.is_empty() || command.cwds.iter().any(|cwd| cwd.as_bytes() == call.cwd);
    (level.part != Part::Mover && !cwd_fits).then_some("a working directory that was not read")
}

/// Whether a wrapper's own call can't be told from what it wraps: its words are parts of one, or stand elsewhere.
fn takes_words_apart(call: &Call) -> bool {
    let splits = |word: &Vec<u8>| {
        let is_short = word.starts_with(b"-") && !word.starts_with(b"--") && word.contains(&b'S');
        is_short || word.starts_with(b"--s")
    };
    match call.program.as_deref() {
        Some(b"env") => call.words.iter().any(splits),
        program => program == Some(b"parallel"),
    }
}

/// Whether the program that was started has the name that it was started by.
fn is_of_its_name(call: &Call) -> bool {
    let name = call
        .words
        .first()
        .and_then(|word| word.rsplit(|byte| *byte == b'/').next());
    call.program
        .as_deref()
        .is_none_or(|program| name == Some(program))
}

/// Whether words as read can become these arguments.
fn can_be(words: &[&Word], is_open: bool, arguments: &[Vec<u8>], renamed: Option<&[u8]>) -> bool {
    // `reach[n]`: the words so far can have become the first n arguments.
    let mut reach = vec![false; arguments.len() + 1];
    reach[0] = true;
    for (at, word) in words.iter().enumerate() {
        let mut next = vec![false; arguments.len() + 1];
        for from in (0..=arguments.len()).filter(|&from| reach[from]) {
            let first = arguments.get(from);
            let fits = first.is_some_and(|argument| {
                fits(word, argument)
                    || (at == 0 && renamed.is_some_and(|name| is_called(word, name)))
            });
            match word.fields {
                Fields::One => {
                    if fits {
                        next[from + 1] = true;
                    }
                }
                _ if !word.values.is_empty() => {
                    next[from] = true;
                    let same = arguments[from..]
                        .iter()
                        .take_while(|argument| self::fits(word, argument));
                    next[from..=from + same.count()].fill(true);
                }
                // The certain beginning belongs to the first argument, if there is one.
                _ => {
                    next[from] = true;
                    if fits {
                        next[from..].fill(true);
                    }
                }
            }
        }
        reach = next;
    }
    if is_open {
        reach.contains(&true)
    } else {
        reach[arguments.len()]
    }
}

/// Whether a word as read can become this argument.
fn fits(word: &Word, argument: &[u8]) -> bool {
    if word.values.is_empty() {
        argument.starts_with(word.prefix.as_bytes())
    } else {
        word.values.iter().any(|value| value.as_bytes() == argument)
    }
}

/// Whether a word as read names the program that was started under another name.
fn is_called(word: &Word, program: &[u8]) -> bool {
    word.values.is_empty()
        || word
            .values
            .iter()
            .any(|value| value.rsplit('/').next().unwrap_or("").as_bytes() == program)
}

/// Whether the variables before a command have the values that were read.
fn environment_fits(script: &Script, command: &Command, call: &Call) -> bool {
    let assignments = script.assignments(command);
    call.environment.iter().all(|variable| {
        let mut parts = variable.splitn(2, |byte| *byte == b'=');
        let (name, value) = (parts.next().unwrap_or(b""), parts.next().unwrap_or(b""));
        let Some(last) = assignments
            .iter()
            .rev()
            .find(|one| one.name.as_bytes() == name)
        else {
            return true;
        };
        let word = last.value.and_then(|value| script.word(value));
        match word {
            _ if last.append => true,
            None => last.value.is_some() || value.is_empty(),
            Some(word) => fits(word, value),
        }
    })
}

/// Returns a file that no redirect, as read, can have written.
fn unread_file<'f>(script: &Script, files: &'f [String]) -> Option<&'f String> {
    // What shells keep for here-documents and `=(…)`, and what `nohup` writes by itself.
    let own = |path: &&String| {
        !path.starts_with("/tmp/zsh")
            && !path.starts_with("/tmp/sh-")
            && !path.ends_with("/nohup.out")
    };
    let writes = || {
        script.commands.iter().flat_map(|command| {
            script
                .redirects(command)
                .iter()
                .filter(|redirect| redirect.operator.contains('>'))
                .filter_map(|redirect| script.word(redirect.target?))
                .map(move |word| (command, word))
        })
    };
    files.iter().filter(own).find(|path| {
        !writes().any(|(command, word)| {
            let cwds = command.cwds.iter().map(String::as_str);
            // A directory of the sandbox, where it is not certain which.
            let anywhere = [PROJECT, HOME]
                .into_iter()
                .filter(|_| command.cwds.is_empty());
            if word.values.is_empty() {
                return true;
            }
            let ends = |value: &str| {
                command.cwds.is_empty() && path.rsplit('/').next() == value.rsplit('/').next()
            };
            cwds.chain(anywhere).any(|cwd| {
                word.values
                    .iter()
                    .any(|value| normal(cwd, value) == **path || ends(value))
            })
        })
    })
}

/// The path that a target means in a directory.
fn normal(cwd: &str, target: &str) -> String {
    let whole = if target.starts_with('/') {
        target.to_owned()
    } else {
        format!("{cwd}/{target}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Whether every command of a script must have run: nothing skips, repeats, detaches or hides any.
pub(crate) fn runs_everything(script: &Script, ran: &Ran) -> bool {
    let ends = |command: &Command| matches!(script.name(command), Some("exit" | "return" | "set"));
    ran.stderr.is_empty()
        && ran.ending.starts_with("exit")
        && script.blocks.len() == 1
        && script.redirects.is_empty()
        && !script.commands.iter().any(ends)
        && script.commands.iter().all(|command| {
            command.wrappers.is_empty()
                && matches!(command.connector, Connector::First | Connector::Then)
        })
}

#[cfg(test)]
mod tests {
    use shellward::read::{Dialect, Reading, read};

    use super::*;
    use crate::read_oracle::bench::{Builtins, Request};

    fn call(cwd: &str, words: &[&str]) -> Call {
        Call {
            program: Some(words[0].into()),
            cwd: cwd.into(),
            words: words.iter().map(|word| (*word).into()).collect(),
            environment: Vec::new(),
        }
    }

    /// What is wrong with a run of a script in which these calls were made and these files written.
    fn wrong(source: &str, calls: Vec<Call>, files: &[&str]) -> Option<String> {
        let request = Request::of(Dialect::Bash, Builtins::Kept, source);
        let script = read(source, &request.facts());
        assert_eq!(script.reading, Reading::Complete, "{source}");
        let ran = Ran {
            ending: "exit 0".to_owned(),
            stderr: String::new(),
            calls,
            files: files.iter().map(|file| (*file).to_owned()).collect(),
        };
        difference(&script, &ran)
    }

    #[test]
    fn a_word_of_another_value_is_seen() {
        assert_eq!(
            wrong("rec0 a", vec![call(PROJECT, &["rec0", "a"])], &[]),
            None
        );
        for words in [
            &["rec0", "b"][..],
            &["rec0"],
            &["rec0", "a", "a"],
            &["rec1", "a"],
        ] {
            let problem = wrong("rec0 a", vec![call(PROJECT, words)], &[]).unwrap();
            assert!(problem.starts_with("a call that was not read"), "{problem}");
        }
    }

    #[test]
    fn an_uncertain_word_keeps_its_beginning_and_its_number() {
        let source = "rec0 \"a$UNKNOWN\" $UNKNOWN";
        for (words, fits) in [
            (&["rec0", "a"][..], true),
            (&["rec0", "ab", "c", "d"], true),
            (&["rec0", "b"], false),
            (&["rec0"], false),
        ] {
            let problem = wrong(source, vec![call(PROJECT, words)], &[]);
            assert_eq!(problem.is_none(), fits, "{words:?}");
        }
    }

    #[test]
    fn a_command_that_ran_twice_is_seen() {
        let twice = || vec![call(PROJECT, &["rec0"]), call(PROJECT, &["rec0"])];
        assert!(wrong("rec0", twice(), &[]).is_some());
        assert_eq!(wrong("rec0; rec0", twice(), &[]), None);
        // The second call must not take the only command that the first could be.
        let calls = vec![call(PROJECT, &["rec0", "a"]), call(PROJECT, &["rec0", "b"])];
        assert_eq!(wrong("rec0 \"$UNKNOWN\"; rec0 a", calls, &[]), None);
    }

    #[test]
    fn another_directory_is_seen() {
        assert!(wrong("rec0", vec![call(HOME, &["rec0"])], &[]).is_some());
    }

    #[test]
    fn another_program_under_the_same_name_is_seen() {
        let mut forged = call(PROJECT, &["rec0"]);
        forged.program = Some(b"rec1".to_vec());
        assert!(wrong("rec0", vec![forged], &[]).is_some());
    }

    #[test]
    fn a_file_that_no_redirect_names_is_seen() {
        let calls = || vec![call(PROJECT, &["rec0"])];
        assert_eq!(wrong("rec0 > f", calls(), &["/w/project/f"]), None);
        assert!(wrong("rec0 > f", calls(), &["/w/project/g"]).is_some());
        assert!(wrong("rec0 < f", calls(), &["/w/project/f"]).is_some());
    }

    #[test]
    fn a_path_is_made_plain() {
        assert_eq!(normal("/w/project", "../home/./f"), "/w/home/f");
        assert_eq!(normal("/w", "/a//b"), "/a/b");
    }
}
