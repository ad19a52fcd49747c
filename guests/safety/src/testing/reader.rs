//! A reader of small scripts, for tests.

#![expect(clippy::string_slice, reason = "a panic is a failed test")]

mod nested;
mod words;

use shellward_sdk::{
    Assignment, Block, Command, Function, Range, Redirect, Script, Span, Text, Word, Wrapper,
};

const BUILTINS: &[&str] = &[
    ".",
    "alias",
    "bind",
    "compgen",
    "complete",
    "coproc",
    "declare",
    "echo",
    "enable",
    "eval",
    "exec",
    "export",
    "fc",
    "getopts",
    "hash",
    "local",
    "mapfile",
    "printf",
    "read",
    "readarray",
    "readonly",
    "source",
    "test",
    "trap",
    "typeset",
    "unset",
];
const OF_ZSH: &[&str] = &[
    "autoload", "emulate", "r", "sched", "setopt", "sysopen", "zf_rm", "zmodload", "zstyle", "ztcp",
];
const WRAPPERS: &[&str] = &["env", "exec", "nohup", "ssh", "sudo", "timeout", "xargs"];

/// Reads a script.
pub(super) fn read(source: &str, dialect: &str) -> Script {
    let mut reader = Reader {
        source: source.to_owned(),
        at: 0,
        text: 0,
        pending: Vec::new(),
        pipelines: 0,
        wrappers: Vec::new(),
        script: Script {
            dialect: dialect.to_owned(),
            reading: "complete".to_owned(),
            gaps: Vec::new(),
            texts: vec![text("source", source)],
            blocks: Vec::new(),
            commands: Vec::new(),
            words: Vec::new(),
            pieces: Vec::new(),
            assignments: Vec::new(),
            redirects: Vec::new(),
            functions: Vec::new(),
            attrs: Vec::new(),
        },
    };
    let whole = reader.open("script", None, Place::default());
    reader.list(whole, &[]);
    assert_eq!(reader.at, source.len(), "all of {source:?} is read");
    reader.script
}

fn text(origin: &str, content: &str) -> Text {
    Text {
        origin: origin.to_owned(),
        at: None,
        content: content.to_owned(),
        attrs: Vec::new(),
    }
}

fn count<T>(list: &[T]) -> u32 {
    number(list.len())
}

fn number(at: usize) -> u32 {
    u32::try_from(at).expect("test scripts are short")
}

const NONE: Range = Range { start: 0, len: 0 };

#[derive(Clone, Copy, Default)]
struct Place {
    pipeline: Option<u32>,
    stage: u32,
}

struct Reader {
    source: String,
    at: usize,
    text: u32,
    /// Here-documents whose bodies are still to come: redirect, delimiter, whether it expands, whether tabs are dropped.
    pending: Vec<(usize, String, bool)>,
    pipelines: u32,
    wrappers: Vec<Wrapper>,
    script: Script,
}

impl Reader {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn starts(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.starts(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn span(&self, start: usize) -> Span {
        Span {
            text: self.text,
            start: number(start),
            end: number(self.at),
        }
    }

    fn blanks(&mut self) {
        while self.take(" ") || self.take("\t") || self.take("\\\n") {}
        let at_start = self.at == 0 || self.source[..self.at].ends_with([' ', '\n', ';', '\t']);
        if at_start && self.starts("#") {
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn open(&mut self, kind: &str, parent: Option<u32>, place: Place) -> u32 {
        self.script.blocks.push(Block {
            kind: kind.to_owned(),
            parent,
            pipeline: place.pipeline,
            stage: place.stage,
            connector: "then".to_owned(),
            negated: false,
            background: false,
            span: self.span(self.at),
            subject: NONE,
            attrs: Vec::new(),
        });
        count(&self.script.blocks) - 1
    }

    /// Reads commands up to one of some closing words.
    fn list(&mut self, block: u32, closers: &[&str]) {
        let mut place = Place::default();
        let mut piped = false;
        loop {
            self.blanks();
            if self.at == self.source.len() {
                return;
            }
            if self.take("\n") {
                self.here_bodies();
                continue;
            }
            if closers.iter().any(|closer| self.take(closer)) {
                return;
            }
            if self.take("&&") || self.take("||") || self.take(";") {
                piped = false;
                continue;
            }
            if self.take("|&") || self.take("|") {
                piped = true;
                continue;
            }
            if self.take("& ") || self.take("do ") || self.take("then ") || self.take("! ") {
                continue;
            }
            if piped {
                place.stage += 1;
            } else {
                self.pipelines += 1;
                place = Place {
                    pipeline: Some(self.pipelines),
                    stage: 0,
                };
            }
            piped = false;
            self.unit(block, place);
        }
    }

    fn unit(&mut self, block: u32, place: Place) {
        let start = self.at;
        for (opener, kind, closer) in [
            ("{ ", "group", "}"),
            ("(", "subshell", ")"),
            ("while ", "loop", "done"),
            ("if ", "branch", "fi"),
        ] {
            if self.take(opener) {
                let inner = self.open(kind, Some(block), place);
                self.list(inner, &[closer]);
                self.script.blocks[inner as usize].span = self.span(start);
                self.blanks();
                if self.starts("<") || self.starts(">") || self.starts("2>") {
                    self.command(block, place);
                }
                return;
            }
        }
        if self.take("for ") {
            self.for_loop(block, place, start);
            return;
        }
        let name = self
            .rest()
            .find("() { ")
            .map(|end| self.rest()[..end].to_owned());
        if let Some(name) =
            name.filter(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        {
            self.at += name.len() + "() { ".len();
            let inner = self.open("function", Some(block), place);
            self.list(inner, &["}"]);
            let span = self.span(start);
            self.script.functions.push(Function {
                name,
                block: inner,
                span,
                attrs: Vec::new(),
            });
            return;
        }
        self.command(block, place);
    }

    fn for_loop(&mut self, block: u32, place: Place, start: usize) {
        let name_at = self.at;
        let end = self.rest().find(" in ").expect("for has words");
        let name = self.rest()[..end].to_owned();
        self.at += end;
        let span = self.span(name_at);
        self.at += " in ".len();
        while !self.starts(";") {
            self.blanks();
            self.word(block);
        }
        self.script.assignments.push(Assignment {
            span,
            name,
            scope: "each".to_owned(),
            append: false,
            value: Range { start: 0, len: 2 },
            attrs: Vec::new(),
        });
        let inner = self.open("loop", Some(block), place);
        self.list(inner, &["done"]);
        self.script.blocks[inner as usize].span = self.span(start);
    }

    fn command(&mut self, block: u32, place: Place) {
        let start = self.at;
        let before = (self.script.assignments.len(), self.script.redirects.len());
        let mut inner = Vec::new();
        let mut words = self.parts(&mut inner);
        let mut wrappers = self.wrappers.clone();
        let from = self.unwrap(&mut words, &mut wrappers);
        let assigned = self.assignments_of_words(&words);
        if assigned == "none" && words.is_empty() {
            self.scope(before.0, "shell");
        }
        let name = words.first().and_then(|word| {
            let values = &self.script.words[*word as usize].values;
            values.first().cloned()
        });
        let index = self.script.commands.len();
        let name = name.as_deref();
        let span = self.span(start);
        let binding = self.binding(name, &wrappers);
        self.script.commands.push(Command {
            span,
            block,
            pipeline: place.pipeline.unwrap_or(0),
            stage: place.stage,
            connector: "then".to_owned(),
            negated: false,
            background: false,
            assignments: Range {
                start: number(before.0),
                len: count(&self.script.assignments) - number(before.0),
            },
            words: Range {
                start: words.first().copied().unwrap_or(from),
                len: count(&words),
            },
            redirects: Range {
                start: number(before.1),
                len: count(&self.script.redirects) - number(before.1),
            },
            wrappers,
            binding: binding.to_owned(),
            site: "local".to_owned(),
            cwds: vec!["/work".to_owned()],
            open_ended: false,
            attrs: Vec::new(),
        });
        self.bodies_of_substitutions(block, inner);
        self.command_string(index, block, place);
    }

    /// Reads redirects, assignments and words, and returns the words.
    fn parts(&mut self, inner: &mut Vec<(usize, usize)>) -> Vec<u32> {
        let mut words: Vec<u32> = Vec::new();
        loop {
            self.blanks();
            let ends = ["\n", ";", "|", "&", ")"];
            let is_end = ends.iter().any(|end| self.starts(end)) && !self.starts("&>");
            if self.at == self.source.len() || is_end {
                return words;
            }
            if self.redirect(inner) {
                continue;
            }
            if words.is_empty() && self.assignment(inner) {
                continue;
            }
            let word = self.word_with(inner);
            words.push(word);
        }
    }

    fn binding(&self, name: Option<&str>, wrappers: &[Wrapper]) -> &'static str {
        let Some(name) = name else {
            return "unknown";
        };
        if self.script.functions.iter().any(|one| one.name == name) {
            return "function";
        }
        let mut behind = wrappers.iter();
        let is_behind_program =
            behind.any(|wrapper| !matches!(wrapper.name.as_str(), "bash" | "ssh"));
        let is_of_zsh = self.script.dialect == "zsh" && OF_ZSH.contains(&name);
        if (BUILTINS.contains(&name) || is_of_zsh) && !is_behind_program {
            "builtin"
        } else {
            "file"
        }
    }

    fn scope(&mut self, from: usize, scope: &str) {
        for assignment in self.script.assignments.iter_mut().skip(from) {
            scope.clone_into(&mut assignment.scope);
        }
    }

    /// Takes wrappers off the words.
    fn unwrap(&mut self, words: &mut Vec<u32>, wrappers: &mut Vec<Wrapper>) -> u32 {
        loop {
            let texts: Vec<String> = words
                .iter()
                .map(|word| {
                    let values = &self.script.words[*word as usize].values;
                    values.first().cloned().unwrap_or_default()
                })
                .collect();
            let Some(name) = texts
                .first()
                .cloned()
                .filter(|name| WRAPPERS.contains(&name.as_str()))
            else {
                return words.first().copied().unwrap_or(0);
            };
            let mut own = 1;
            own += usize::from(matches!(name.as_str(), "ssh" | "timeout"));
            while let Some(text) = texts.get(own) {
                let is_value = own > 1 && matches!(texts[own - 1].as_str(), "-u" | "-a");
                if name == "env" && text.contains('=') {
                    let word = words[own];
                    self.assigned_word(word, "command");
                } else if !text.starts_with('-') && !is_value {
                    break;
                }
                own += 1;
            }
            if own >= words.len() {
                return words[0];
            }
            wrappers.push(Wrapper {
                name,
                words: Range {
                    start: words[0],
                    len: number(own),
                },
                attrs: Vec::new(),
            });
            words.drain(..own);
        }
    }

    /// `export X=1` and its kin assign by their words.
    fn assignments_of_words(&mut self, words: &[u32]) -> &'static str {
        let Some(first) = words.first() else {
            return "none";
        };
        let name = self.script.words[*first as usize].prefix.clone();
        let scope = match name.as_str() {
            "export" | "declare" | "typeset" | "readonly" => "environment",
            "local" => "local",
            _ => return "none",
        };
        for word in words.iter().skip(1) {
            if self.script.words[*word as usize].prefix.contains('=') {
                self.assigned_word(*word, scope);
            }
        }
        scope
    }

    fn assigned_word(&mut self, word: u32, scope: &str) {
        let word = self.script.words[word as usize].clone();
        let (name, value) = word.prefix.split_once('=').expect("an assignment");
        let certain = !word.values.is_empty();
        let value_at = count(&self.script.words);
        self.script.words.push(Word {
            span: word.span,
            values: if certain {
                vec![value.to_owned()]
            } else {
                Vec::new()
            },
            fields: "one".to_owned(),
            prefix: value.to_owned(),
            pieces: NONE,
            attrs: Vec::new(),
        });
        self.script.assignments.push(Assignment {
            span: word.span,
            name: name.to_owned(),
            scope: scope.to_owned(),
            append: false,
            value: Range {
                start: value_at,
                len: 1,
            },
            attrs: Vec::new(),
        });
    }

    fn assignment(&mut self, inner: &mut Vec<(usize, usize)>) -> bool {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let len = self
            .rest()
            .bytes()
            .take_while(|byte| is_name(*byte))
            .count();
        let name = self.rest()[..len].to_owned();
        let behind = &self.rest()[len..];
        let append = behind.starts_with("+=");
        if len == 0 || !(append || behind.starts_with('=')) {
            return false;
        }
        let start = self.at;
        self.at += len + if append { 2 } else { 1 };
        let is_empty = self.at == self.source.len() || self.rest().starts_with([' ', ';', '\n']);
        let value = if is_empty {
            NONE
        } else {
            Range {
                start: self.word_with(inner),
                len: 1,
            }
        };
        let span = self.span(start);
        self.script.assignments.push(Assignment {
            span,
            name,
            scope: "command".to_owned(),
            append,
            value,
            attrs: Vec::new(),
        });
        true
    }

    fn redirect(&mut self, inner: &mut Vec<(usize, usize)>) -> bool {
        let start = self.at;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let descriptor = self.rest()[..digits].parse().ok();
        let operators = ["<<<", "<<-", "<<", "<&", "<", "&>>", "&>", ">>", ">&", ">"];
        let behind = &self.rest()[digits..];
        if behind.starts_with("<(") || behind.starts_with(">(") {
            return false;
        }
        let Some(operator) = operators.iter().find(|one| behind.starts_with(**one)) else {
            return false;
        };
        self.at += digits + operator.len();
        self.blanks();
        let target_at = self.at;
        let target = self.word_with(inner);
        let written = self.source[target_at..self.at].to_owned();
        let span = self.span(start);
        self.script.redirects.push(Redirect {
            span,
            descriptor,
            operator: (*operator).to_owned(),
            target: Some(target),
            body: None,
            attrs: Vec::new(),
        });
        if matches!(*operator, "<<" | "<<-") {
            let delimiter = written.replace(['\'', '"', '\\'], "");
            self.pending.push((
                self.script.redirects.len() - 1,
                delimiter,
                *operator == "<<-",
            ));
        }
        true
    }

    fn here_bodies(&mut self) {
        for (redirect, delimiter, strips) in std::mem::take(&mut self.pending) {
            let start = self.at;
            let end = loop {
                let line_at = self.at;
                let line = self.rest().split('\n').next().expect("a line").to_owned();
                let is_last = self.at + line.len() == self.source.len();
                self.at += line.len() + usize::from(!is_last);
                let line = if strips {
                    line.trim_start_matches('\t')
                } else {
                    &line
                };
                if line == delimiter {
                    break line_at;
                }
                assert!(!is_last, "the here-document ends");
            };
            let content = self.source[start..end].to_owned();
            let body = count(&self.script.texts);
            self.script.texts.push(text("here-document", &content));
            let redirect = &mut self.script.redirects[redirect];
            redirect.body = Some(body);
            let target = redirect.target.expect("a target") as usize;
            self.script.words[target].span = Span {
                text: self.text,
                start: number(start),
                end: number(end),
            };
        }
    }

    fn word(&mut self, block: u32) {
        let mut inner = Vec::new();
        self.word_with(&mut inner);
        self.bodies_of_substitutions(block, inner);
    }
}
