//! What asks name servers: `dig`, `host`, `nslookup`. A name is a message to whoever serves it.

use crate::{
    argument::{Argument, Text},
    model::{Abbreviations, Context, Dashes, Flag, Form, Grammar, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule, Stance, Target},
};

/// `dig`.
pub(super) static DIG: Tool = Tool {
    names: &["dig"],
    summary: native!("asks name servers"),
    grammar: Grammar::Own(describe_dig),
};

/// `host` and `nslookup`.
pub(super) static HOST: Tool = Tool {
    names: &["host", "nslookup"],
    summary: native!("asks name servers"),
    grammar: Grammar::Options(&HOST_SPEC),
};

/// `nslookup` has options such as `-type=mx`.
static HOST_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'a'),
        Flag::letter(b'A'),
        Flag::letter(b'c').value(Value::Text),
        Flag::letter(b'C'),
        Flag::letter(b'i'),
        Flag::letter(b'l'),
        Flag::letter(b'm').value(Value::Text),
        Flag::letter(b'N').value(Value::Number),
        Flag::letter(b'p').value(Value::Number),
        Flag::letter(b'r'),
        Flag::letter(b'R').value(Value::Number),
        Flag::letter(b's'),
        Flag::letter(b't').value(Value::Text),
        Flag::letter(b'T'),
        Flag::letter(b'U'),
        Flag::letter(b'v'),
        Flag::letter(b'V'),
        Flag::letter(b'w'),
        Flag::letter(b'W').value(Value::Number),
        Flag::letter(b'4'),
        Flag::letter(b'6'),
        Flag::long("class").value(Value::Text),
        Flag::both(b'd', "debug"),
        Flag::long("nodebug"),
        Flag::long("novc"),
        Flag::long("port").value(Value::Number),
        Flag::long("query").value(Value::Text),
        Flag::long("querytype").value(Value::Text),
        Flag::long("retry").value(Value::Number),
        Flag::long("timeout").value(Value::Number),
        Flag::long("type").value(Value::Text),
        Flag::long("vc"),
        Flag::VERSION,
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    stance: Stance::Changer,
    forms: &[Form::each(Role::Thing(Kind::Connect))],
    ..Spec::GNU
};

/// Letters without an argument.
const DIG_LETTERS: &str = "46himruv";
/// Letters with a text.
const DIG_TEXTS: &str = "bcpqtxy";
/// Letters with a file that is read.
const DIG_FILES: &str = "fk";

fn describe_dig<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    report.stance = Stance::Changer;
    let mut rest = arguments;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        let prefix = word.text.prefix();
        let Some(option) = prefix.strip_prefix('-') else {
            // `+short` and its kin say how to ask and what to print; `@` is the server.
            if !prefix.starts_with('+') {
                let target = word.text.certain().map_or(Target::Unknown, |text| {
                    Target::Exact(text.strip_prefix('@').unwrap_or(text))
                });
                report.add(Kind::Connect, target, Extent::Flat, word.span);
            }
            continue;
        };
        let mut letters = option.chars();
        let letter = letters.next().unwrap_or('?');
        let attached = letters.as_str();
        if DIG_TEXTS.contains(letter) || DIG_FILES.contains(letter) {
            let value = if attached.is_empty() {
                let value = rest.first().copied();
                rest = rest.get(1..).unwrap_or(&[]);
                value
            } else {
                Some(Argument::new(Text::Certain(attached), word.span))
            };
            match value {
                None => report.unknown(Rule::MissingValue, word.text, word.span),
                Some(value) if DIG_FILES.contains(letter) => {
                    report.touch(Kind::Read, value.text, Extent::Flat, value.span);
                }
                Some(value) if matches!(letter, 'q' | 'x') => {
                    let target = Target::of(value.text);
                    report.add(Kind::Connect, target, Extent::Flat, value.span);
                }
                Some(_) => {}
            }
        } else if !option.chars().all(|letter| DIG_LETTERS.contains(letter)) || option.is_empty() {
            report.unknown(Rule::UnknownFlag, word.text, word.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn names_and_servers_are_told() {
        assert_effects("dig +short x.example", &["connect x.example"]);
        assert_effects(
            "dig @1.1.1.1 x.example mx",
            &["connect 1.1.1.1", "connect x.example", "connect mx"],
        );
        assert_effects("dig -x 1.2.3.4 -t ptr", &["connect 1.2.3.4"]);
        assert_effects("dig -f names", &["read names"]);
        assert_effects("host -t mx x.example", &["connect x.example"]);
        assert_effects("nslookup -type=mx x.example", &["connect x.example"]);
        assert_effects("dig \"$x\"", &["connect ?"]);
        for command in ["dig x", "host x", "nslookup x", "dig"] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("dig -Z x", Rule::UnknownFlag);
    }
}
