//! `stty`. What it prints is harmless; every setting changes the terminal.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `stty`.
pub(super) static TOOL: Tool = Tool {
    names: &["stty"],
    summary: native!("prints how the terminal is set; sets it"),
    grammar: Grammar::Own(describe),
};

fn describe<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let Some(text) = first.text.certain() else {
            report.unknown(Rule::DynamicValue, first.text, first.span);
            continue;
        };
        let device = match text {
            "-a" | "--all" | "-g" | "--save" | "size" | "speed" | "--help" | "--version" => {
                continue;
            }
            "-F" | "--file" => {
                let device = after.first().filter(|device| !device.text.is_many());
                let Some(device) = device else {
                    report.unknown(Rule::MissingValue, first.text, first.span);
                    continue;
                };
                rest = after.get(1..).unwrap_or(&[]);
                Some((device.text, device.span))
            }
            _ => text
                .strip_prefix("--file=")
                .or_else(|| text.strip_prefix("-F"))
                .map(|device| (Text::Certain(device), first.span)),
        };
        if let Some((device, span)) = device {
            report.touch(Kind::Read, device, Extent::Flat, span);
        } else {
            let terminal = Target::Exact("terminal");
            report.add(Kind::Process, terminal, Extent::Flat, first.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn printing_is_harmless() {
        for command in ["stty", "stty -a", "stty size", "stty -g"] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
        assert_effects("stty -F /dev/tty1 -a", &["read /dev/tty1"]);
        assert_effects("stty --file=/dev/tty1 size", &["read /dev/tty1"]);
    }

    #[test]
    fn settings_change_the_terminal() {
        assert_effects("stty -echo", &["process terminal"]);
        assert_effects("stty rows 10", &["process terminal", "process terminal"]);
        assert!(!tell("stty sane").harmless && !tell("stty --al").harmless);
        assert_unknown("stty \"$saved\"", Rule::DynamicValue);
        assert_unknown("stty -F", Rule::MissingValue);
        assert_unknown("stty -F $x", Rule::MissingValue);
    }
}
