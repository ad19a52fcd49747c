//! `awk`. Its options are read here, its language in `lexer.rs` and `program.rs`.
//!
//! Behind the name may be gawk, mawk, the original one or that of busybox. Only options are described that all of them
//! take in the same way, or that are errors elsewhere, or that the original one steps over together with their value.

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    model::{Context, Grammar, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

mod lexer;
mod program;

use program::{Deed, Refusal};

/// `awk`.
pub(super) static TOOL: Tool = Tool {
    names: &["awk", "gawk", "mawk", "nawk", "original-awk"],
    summary: native!("runs a program for each line"),
    grammar: Grammar::Own(describe),
};

/// Letters of options that take nothing and only change how programs are read, or print something.
const LETTERS: &str = "CMNOPSVbcghnrst";

/// Long options of that kind. Abbreviations are not described.
const LONG: [&str; 17] = [
    "bignum",
    "characters-as-bytes",
    "copyright",
    "csv",
    "gen-pot",
    "help",
    "lint",
    "lint-old",
    "no-optimize",
    "non-decimal-data",
    "optimize",
    "posix",
    "re-interval",
    "sandbox",
    "traditional",
    "use-lc-numeric",
    "version",
];

/// What `-W` may be followed by.
const MODES: [&str; 4] = ["help", "posix", "traditional", "version"];

/// Long options that write a file, and the one that they write without a name.
const WRITES: [(&str, &str); 3] = [
    ("dump-variables", "awkvars.out"),
    ("pretty-print", "awkprof.out"),
    ("profile", "awkprof.out"),
];

/// Which arguments were taken.
enum Taken {
    One,
    Two,
    /// Operands begin with this one.
    None,
}

struct Reader<'r, 'a> {
    report: &'r mut Report<'a>,
    programs: Programs,
    operands: Operands,
}

/// What is done to operands that are files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    Read,
    /// A library of `gawk` replaces each by what is printed.
    Rewritten,
}

/// Whether an option gave a program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Programs {
    ByOption,
    None,
}

fn describe<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let mut reader = Reader {
        report,
        programs: Programs::None,
        operands: Operands::Read,
    };
    let mut rest = arguments;
    while let Some((argument, after)) = rest.split_first() {
        if argument.text == Text::Certain("--") {
            rest = after;
            break;
        }
        rest = match reader.read(argument, after) {
            Taken::One => after,
            Taken::Two => after.get(1..).unwrap_or(&[]),
            Taken::None => break,
        };
    }
    if reader.programs == Programs::None
        && let Some((program, files)) = rest.split_first()
    {
        reader.read_program(program);
        rest = files;
    }
    for operand in rest {
        reader.read_operand(operand);
    }
}

impl<'a> Reader<'_, 'a> {
    fn refuse(&mut self, rule: Rule, argument: &Argument<'a>) -> Taken {
        self.report.unknown(rule, argument.text, argument.span);
        Taken::One
    }

    fn read(&mut self, argument: &Argument<'a>, after: &[Argument<'a>]) -> Taken {
        let (text, is_certain) = (argument.text, argument.text.certain().is_some());
        if text.is_no_option() || text == Text::Certain("-") {
            return Taken::None;
        }
        let option = text.prefix().strip_prefix('-');
        let Some(option) = option.filter(|_| !text.is_many()) else {
            return self.refuse(Rule::DynamicOption, argument);
        };
        let mut rest = option.chars();
        let letter = rest.next();
        let value = rest.as_str();
        match letter {
            Some('-') if is_certain => {
                let is_plain = LONG.contains(&value);
                if !is_plain && !value.starts_with("lint=") {
                    return self.read_long(value, argument, after);
                }
                Taken::One
            }
            Some(letter @ ('F' | 'v' | 'f' | 'e' | 'W')) => {
                self.take(letter, value, argument, after)
            }
            Some(letter) if is_certain && value.is_empty() && LETTERS.contains(letter) => {
                Taken::One
            }
            Some('i') if is_certain => self.include(value, argument, after),
            Some('d') if is_certain => self.write("awkvars.out", value, argument),
            Some('o' | 'p') if is_certain => self.write("awkprof.out", value, argument),
            Some(_) if is_certain => self.refuse(Rule::UnknownFlag, argument),
            _ => self.refuse(Rule::DynamicOption, argument),
        }
    }

    /// Takes a long option that is not described, but for what it does to files.
    fn read_long(
        &mut self,
        option: &'a str,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Taken {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        if name == "include" {
            return self.include(value, argument, after);
        }
        match WRITES.iter().find(|(known, _)| *known == name) {
            Some((_, file)) => self.write(file, value, argument),
            None => self.refuse(Rule::UnknownFlag, argument),
        }
    }

    /// Takes the name of a library, attached or the next word.
    fn include(
        &mut self,
        attached: &'a str,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Taken {
        self.refuse(Rule::UnknownFlag, argument);
        let (library, taken) = match (attached, after.first()) {
            ("", None) => return Taken::One,
            ("", Some(next)) => (next.text, Taken::Two),
            (attached, _) => (Text::Certain(attached), Taken::One),
        };
        let is_in_place = |name: &str| name.trim_end_matches(".awk").ends_with("inplace");
        if library.certain().is_none_or(is_in_place) {
            self.operands = Operands::Rewritten;
        }
        taken
    }

    /// Takes an option that writes a file: the one that is attached to it, or else one of that name.
    fn write(&mut self, file: &'static str, attached: &'a str, argument: &Argument<'a>) -> Taken {
        let target = match attached {
            "" => file,
            attached => attached,
        };
        if target != "-" {
            let target = Target::Exact(target);
            self.report
                .add(Kind::Write, target, Extent::Flat, argument.span);
        }
        self.refuse(Rule::UnknownFlag, argument)
    }

    /// Takes an option and its value: the rest of its word, or else the next word.
    fn take(
        &mut self,
        letter: char,
        rest: &'a str,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Taken {
        let is_certain = argument.text.certain().is_some();
        if letter == 'e' && !rest.is_empty() {
            // The original one steps over this word, and takes another one for the program.
            return self.refuse(Rule::UnknownFlag, argument);
        }
        if !rest.is_empty() {
            let text = if is_certain {
                Text::Certain(rest)
            } else {
                Text::Dynamic(Dynamic {
                    prefix: rest,
                    spread: Spread::One,
                })
            };
            self.apply(letter, &Argument::new(text, argument.span));
            return Taken::One;
        }
        match after.first() {
            // If the open part becomes nothing, the next word is the value.
            _ if !is_certain => self.refuse(Rule::DynamicOption, argument),
            None => self.refuse(Rule::MissingValue, argument),
            Some(next) if next.text.is_many() => self.refuse(Rule::DynamicOption, next),
            // The original one knows no `-e`, so that its program is the next word without a dash.
            Some(next) if letter == 'e' && !next.text.is_no_option() => {
                self.refuse(Rule::DashedValue, next)
            }
            Some(next) => {
                self.apply(letter, next);
                Taken::Two
            }
        }
    }

    fn apply(&mut self, letter: char, value: &Argument<'a>) {
        match letter {
            'e' => {
                self.programs = Programs::ByOption;
                self.read_program(value);
            }
            'f' => {
                self.programs = Programs::ByOption;
                self.report
                    .touch(Kind::Read, value.text, Extent::Flat, value.span);
                self.refuse(Rule::DynamicValue, value);
            }
            'W' => match value.text {
                Text::Certain(mode) if MODES.contains(&mode) => {}
                Text::Certain(_) => {
                    self.refuse(Rule::UnknownValue, value);
                }
                Text::Dynamic(_) => {
                    self.refuse(Rule::DynamicValue, value);
                }
            },
            // A separator, or a variable and its value: whatever they are, the program does no other things.
            _ => {}
        }
    }

    fn read_program(&mut self, word: &Argument<'a>) {
        let refusal = match (word.text, word.sample) {
            (Text::Certain(program), _) => match program::read(program) {
                Ok(deeds) => return deeds.iter().for_each(|deed| self.do_deed(*deed, word)),
                Err(refusal) => refusal,
            },
            // A name that a number is part of is not certain.
            (Text::Dynamic(_), Some(sample)) => match program::read(sample) {
                Ok(deeds) if deeds.is_empty() => return,
                Ok(_) => Refusal::SomeFile,
                Err(refusal) => refusal,
            },
            (Text::Dynamic(_), None) if word.text.is_many() => {
                self.refuse(Rule::DynamicPosition, word);
                return;
            }
            (Text::Dynamic(_), None) => Refusal::SomeFile,
        };
        let rule = match refusal {
            Refusal::Runs => {
                self.report
                    .add(Kind::Execute, Target::Unknown, Extent::Flat, word.span);
                Rule::RunsCommand
            }
            Refusal::SomeFile => Rule::DynamicValue,
            Refusal::NotUnderstood => Rule::UnknownExpression,
        };
        self.refuse(rule, word);
    }

    fn do_deed(&mut self, deed: Deed<'a>, word: &Argument<'a>) {
        let (kind, target) = match deed {
            Deed::Read(file) => (Kind::Read, file),
            Deed::Write(file) => (Kind::Write, file),
            Deed::Connect(host) => (Kind::Connect, host),
        };
        self.report
            .add(kind, Target::Exact(target), Extent::Flat, word.span);
    }

    /// Reads an operand: a file, or a variable and its value.
    fn read_operand(&mut self, operand: &Argument<'a>) {
        let (text, span) = (operand.text, operand.span);
        let is_one = !text.is_many();
        match text {
            Text::Certain("" | "-" | "/dev/stdin") => {}
            Text::Certain(host) if program::is_host(host) => {
                self.report
                    .add(Kind::Connect, Target::Exact(host), Extent::Flat, span);
            }
            text if is_one && program::is_assignment(text.prefix()) => {}
            text => {
                self.report.touch(Kind::Read, text, Extent::Flat, span);
                if self.operands == Operands::Rewritten {
                    self.report.touch(Kind::Write, text, Extent::Flat, span);
                }
            }
        }
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
