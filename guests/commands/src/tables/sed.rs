//! `sed`. Its options are read here, its scripts in `script.rs`. What both have to say comes together at the end, since
//! the script is the first operand only if no option gave one.

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    model::{Abbreviations, Context, Flag, Flags, Found, Grammar, LateOptions, Takes, Tool, Value},
    report::{Edit, Extent, Kind, Report, Rule, Stance, Target},
};

mod script;

use script::{Act, Dialect, Exact, Refusal};

/// `sed`.
pub(super) static TOOL: Tool = Tool {
    names: &["sed", "gsed"],
    summary: native!("edits lines as a script says"),
    grammar: Grammar::Own(describe),
};

/// GNU's options. What each is for, `Reader::take` knows by the long name.
static FLAGS: Flags = flags!([
    Flag::both(b'b', "binary"),
    Flag::long("debug"),
    Flag::both(b'e', "expression").value(Value::Text),
    Flag::both(b'f', "file").value(Value::Text),
    Flag::long("follow-symlinks"),
    Flag::HELP,
    Flag::both(b'i', "in-place").attached(Value::Text),
    Flag::both(b'l', "line-length").value(Value::Number),
    Flag::both(b'z', "null-data"),
    Flag::long("posix"),
    Flag::both(b'n', "quiet"),
    Flag::both(b'E', "regexp-extended"),
    Flag::long("sandbox"),
    Flag::both(b's', "separate"),
    Flag::long("silent"),
    Flag::both(b'u', "unbuffered"),
    Flag::VERSION,
    Flag::long("zero-terminated"),
]);

/// Where a script comes from.
enum Source<'a> {
    /// A word.
    Word(Argument<'a>),
    /// A file, or something that cannot be read here.
    Unseen,
}

/// Whether files are changed.
enum InPlace<'a> {
    No,
    /// They are, and what was in them is kept under a name that this makes, if it is not empty.
    Yes(Text<'a>),
}

/// Whether an edit can be told from the options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plain {
    Yes,
    No,
}

struct Reader<'r, 'a> {
    context: Context,
    report: &'r mut Report<'a>,
    sources: Vec<Source<'a>>,
    operands: Vec<Argument<'a>>,
    in_place: InPlace<'a>,
    dialect: Dialect,
    /// Whether scripts given from here on are kept from running, reading and writing by `sed` itself.
    is_sandbox: bool,
    plain: Plain,
    options: Vec<&'static str>,
}

/// Which arguments were taken.
enum Taken {
    One,
    Two,
    AllOperands,
}

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let mut reader = Reader {
        context,
        report,
        sources: Vec::new(),
        operands: Vec::new(),
        in_place: InPlace::No,
        dialect: match context.late_options {
            LateOptions::AreOptions => Dialect::Gnu,
            LateOptions::AreUncertain => Dialect::Any,
        },
        is_sandbox: false,
        plain: Plain::Yes,
        options: Vec::new(),
    };
    let mut rest = arguments;
    while let Some((argument, after)) = rest.split_first() {
        rest = match reader.read(argument, after) {
            Taken::One => after,
            Taken::Two => after.get(1..).unwrap_or(&[]),
            Taken::AllOperands => {
                reader.operands.extend(after);
                break;
            }
        };
    }
    reader.finish();
}

impl<'a> Reader<'_, 'a> {
    fn refuse(&mut self, rule: Rule, argument: &Argument<'a>) -> Taken {
        self.report.unknown(rule, argument.text, argument.span);
        Taken::One
    }

    fn read(&mut self, argument: &Argument<'a>, after: &[Argument<'a>]) -> Taken {
        if argument.text == Text::Certain("--") {
            return Taken::AllOperands;
        }
        if is_operand(argument) {
            self.operands.push(*argument);
            return Taken::One;
        }
        let option = argument.text.prefix().strip_prefix('-');
        let Some(option) = option.filter(|_| !argument.text.is_many()) else {
            self.operands.push(*argument);
            return self.refuse(Rule::DynamicOption, argument);
        };
        if self.context.late_options == LateOptions::AreUncertain && !self.operands.is_empty() {
            self.refuse(Rule::LateOption, argument);
        }
        match option.strip_prefix('-') {
            Some(long) => self.read_long(long, argument, after),
            None => self.read_letters(option, argument, after),
        }
    }

    fn read_long(
        &mut self,
        long: &'a str,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Taken {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None if argument.text.certain().is_some() => (long, None),
            None => return self.refuse(Rule::DynamicOption, argument),
        };
        match FLAGS.by_long(name, Abbreviations::Understood) {
            Found::Flag(flag) => self.take(flag, value, argument, after),
            Found::Ambiguous => self.refuse(Rule::AmbiguousFlag, argument),
            Found::Nothing => self.refuse(Rule::UnknownFlag, argument),
        }
    }

    fn read_letters(
        &mut self,
        letters: &'a str,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Taken {
        let is_certain = argument.text.certain().is_some();
        let mut rest = letters.chars();
        while let Some(letter) = rest.next() {
            let code = match letter {
                'r' => Some(b'E'),
                _ => u8::try_from(letter).ok(),
            };
            let Some(flag) = code.and_then(|code| FLAGS.by_letter(code)) else {
                return self.refuse(Rule::UnknownFlag, argument);
            };
            let value = Some(rest.as_str()).filter(|value| !value.is_empty());
            match flag.takes {
                Takes::Nothing => {
                    self.take(flag, None, argument, after);
                }
                // If the open part becomes nothing, the next word is the value.
                _ if value.is_none() && !is_certain => {
                    return self.refuse(Rule::DynamicOption, argument);
                }
                _ => return self.take(flag, value, argument, after),
            }
        }
        if is_certain {
            Taken::One
        } else {
            self.refuse(Rule::DynamicOption, argument)
        }
    }

    /// Takes an option and its value: the rest of its word, or else the next word.
    fn take(
        &mut self,
        flag: Flag,
        attached: Option<&'a str>,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Taken {
        let attached = attached.map(|value| Argument {
            sample: argument
                .sample
                .and_then(|sample| sample.get(argument.text.prefix().len() - value.len()..)),
            ..Argument::new(rest_of(argument.text, value), argument.span)
        });
        match (flag.takes, attached, after.first()) {
            (Takes::Nothing, None, _) => {
                self.state(flag);
                Taken::One
            }
            (Takes::Nothing | Takes::Several(_), _, _) => self.refuse(Rule::UnknownFlag, argument),
            (Takes::Attached(_), attached, _) => {
                let suffix = attached.map_or(Text::Certain(""), |value| value.text);
                self.edit_in_place(suffix, after)
            }
            (Takes::Value(_), Some(value), _) => {
                self.apply(flag, value);
                Taken::One
            }
            (Takes::Value(_), None, None) => self.refuse(Rule::MissingValue, argument),
            (Takes::Value(_), None, Some(next)) if next.text.is_many() => {
                self.refuse(Rule::DynamicOption, next)
            }
            (Takes::Value(_), None, Some(next)) => {
                self.apply(flag, *next);
                Taken::Two
            }
        }
    }

    /// Takes note of an option without a value.
    fn state(&mut self, flag: Flag) {
        match flag.long {
            "regexp-extended" => self.options.push("-E"),
            "null-data" | "zero-terminated" => self.options.push("-z"),
            "posix" => {
                self.dialect = Dialect::Any;
                self.plain = Plain::No;
            }
            // Where it is not known, it is an error.
            "sandbox" => {
                self.is_sandbox = true;
                self.plain = Plain::No;
            }
            _ => self.plain = Plain::No,
        }
    }

    /// Takes note of an option with a value.
    fn apply(&mut self, flag: Flag, value: Argument<'a>) {
        match flag.long {
            "expression" => {
                // What `sed` has read before it knows of the sandbox, it has not kept from anything.
                let source = if self.is_sandbox {
                    Source::Unseen
                } else {
                    Source::Word(value)
                };
                self.sources.push(source);
            }
            "file" => {
                if value.text != Text::Certain("-") {
                    let extent = Extent::Flat;
                    self.report
                        .touch(Kind::Read, value.text, extent, value.span);
                }
                if !self.is_sandbox {
                    self.refuse(Rule::DynamicValue, &value);
                }
                self.sources.push(Source::Unseen);
            }
            // Where `-l` takes no value, this would be the script.
            _ => {
                self.plain = Plain::No;
                let is_number = match value.text {
                    Text::Certain(text) => text.bytes().all(|byte| byte.is_ascii_digit()),
                    Text::Dynamic(dynamic) => dynamic.spread == Spread::Number,
                };
                if !is_number {
                    self.refuse(Rule::UnknownValue, &value);
                }
            }
        }
    }

    /// Takes note of `-i`. BSD's takes the next word for the suffix.
    fn edit_in_place(&mut self, suffix: Text<'a>, after: &[Argument<'a>]) -> Taken {
        self.in_place = InPlace::Yes(suffix);
        self.report.stance = Stance::Changer;
        match after.first() {
            Some(next)
                if suffix == Text::Certain("")
                    && self.context.late_options == LateOptions::AreUncertain =>
            {
                if next.text != Text::Certain("") {
                    self.refuse(Rule::UnknownValue, next);
                    return Taken::One;
                }
                Taken::Two
            }
            Some(_) | None => Taken::One,
        }
    }

    /// Says what the script does, and what is done to the files.
    fn finish(mut self) {
        let mut operands = std::mem::take(&mut self.operands).into_iter();
        let mut sources = std::mem::take(&mut self.sources);
        if sources.is_empty() {
            match operands.next() {
                Some(script) if script.text.is_many() => {
                    self.refuse(Rule::DynamicPosition, &script);
                }
                Some(_) if self.is_sandbox => {}
                Some(script) => sources.push(Source::Word(script)),
                None => {}
            }
        }
        let is_substitution = self.read_script(&sources);
        let files: Vec<_> = operands.collect();
        for file in &files {
            self.touch(file);
        }
        if is_substitution && self.plain == Plain::Yes {
            self.report.edit = self.edit(&sources, &files);
        }
    }

    /// Says what is done to a file that is named as an operand.
    fn touch(&mut self, file: &Argument<'a>) {
        if file.text == Text::Certain("-") {
            return;
        }
        let (text, span, extent) = (file.text, file.span, Extent::Flat);
        self.report.touch(Kind::Read, text, extent, span);
        let InPlace::Yes(suffix) = self.in_place else {
            return;
        };
        self.report.touch(Kind::Write, text, extent, span);
        match (suffix, text) {
            (Text::Certain(""), _) => {}
            (Text::Certain(suffix), Text::Certain(file)) if !suffix.contains(['*', '/']) => {
                self.report
                    .add(Kind::Write, Target::Below(file), extent, span);
            }
            _ => self.report.add(Kind::Write, Target::Unknown, extent, span),
        }
    }

    /// Says what the script does. Returns whether it only substitutes.
    fn read_script(&mut self, sources: &[Source<'a>]) -> bool {
        let mut fragments = Vec::new();
        let mut words = Vec::new();
        for source in sources {
            let Source::Word(word) = source else {
                continue;
            };
            match (word.text, word.sample) {
                (Text::Certain(text), _) => fragments.push((text, Exact::Yes)),
                (Text::Dynamic(_), Some(sample)) => fragments.push((sample, Exact::ButNumbers)),
                (Text::Dynamic(dynamic), None) if dynamic.spread == Spread::Number => {
                    fragments.push(("1", Exact::ButNumbers));
                }
                (Text::Dynamic(_), None) => {
                    self.refuse(Rule::DynamicValue, word);
                    return false;
                }
            }
            words.push(*word);
        }
        match script::read(&fragments, self.dialect) {
            Ok(found) => {
                for deed in &found.deeds {
                    self.do_deed(deed, &words);
                }
                found.substitutions > 0 && found.others == 0 && found.deeds.is_empty()
            }
            Err(refusal) => {
                self.refuse_script(refusal, &words);
                false
            }
        }
    }

    fn refuse_script(&mut self, refusal: Refusal, words: &[Argument<'a>]) {
        let rule = match refusal {
            Refusal::Runs => Rule::RunsCommand,
            Refusal::NotUnderstood => Rule::UnknownExpression,
        };
        let first = Argument::new(Text::Certain(""), self.context.name);
        let word = words.first().unwrap_or(&first);
        if refusal == Refusal::Runs {
            self.report
                .add(Kind::Execute, Target::Unknown, Extent::Flat, word.span);
        }
        self.refuse(rule, word);
    }

    fn do_deed(&mut self, deed: &script::Deed, words: &[Argument<'a>]) {
        let kind = match deed.act {
            Act::Read => Kind::Read,
            Act::Write => Kind::Write,
        };
        let word = words.get(deed.fragment);
        let span = word.map_or(self.context.name, |word| word.span);
        let text = word.and_then(|word| word.text.certain());
        let target = text
            .and_then(|text| text.get(deed.file.clone()))
            .map_or(Target::Unknown, Target::Exact);
        self.report.add(kind, target, Extent::Flat, span);
    }

    /// Returns the edit that the command is, if all of it is certain and no file is kept under another name.
    fn edit(&self, sources: &[Source<'a>], files: &[Argument<'a>]) -> Option<Edit<'a>> {
        let InPlace::Yes(Text::Certain("")) = self.in_place else {
            return None;
        };
        let files: Option<Vec<_>> = files.iter().map(|file| file.text.certain()).collect();
        let files = files.filter(|files| !files.is_empty() && !files.contains(&"-"))?;
        let scripts: Option<Vec<_>> = sources
            .iter()
            .map(|source| match source {
                Source::Word(word) => word.text.certain(),
                Source::Unseen => None,
            })
            .collect();
        Some(Edit {
            files,
            script: scripts?.join("\n"),
            options: self.options.clone(),
        })
    }
}

/// Whether an argument is certainly no option. What a number with a minus sign makes an option of, `sed` refuses.
fn is_operand(argument: &Argument<'_>) -> bool {
    match argument.text {
        Text::Certain("-") => true,
        Text::Dynamic(dynamic) if dynamic.spread == Spread::Number => true,
        text => {
            text.is_no_option()
                || argument
                    .sample
                    .is_some_and(|sample| !sample.starts_with('-'))
        }
    }
}

/// Makes a text of the last known part of another.
fn rest_of<'a>(whole: Text<'a>, rest: &'a str) -> Text<'a> {
    match whole {
        Text::Certain(_) => Text::Certain(rest),
        Text::Dynamic(_) => Text::Dynamic(Dynamic {
            prefix: rest,
            spread: Spread::One,
        }),
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
