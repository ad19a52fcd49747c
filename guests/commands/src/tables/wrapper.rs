//! Programs that run others, where they run none: `env`, `nice`, `nohup`, `stdbuf`, `timeout`. Where they do, the host
//! looks through them.

use crate::{
    argument::{Argument, Dynamic, Spread, Text},
    check::is_variable,
    model::{Context, Grammar, Tool},
    report::{Report, Rule},
};

/// `env`.
pub(super) static ENV: Tool = Tool {
    names: &["env"],
    summary: native!("prints the environment"),
    grammar: Grammar::Own(describe_env),
};

/// `nice`, `nohup`, `stdbuf`, `timeout`.
pub(super) static RUNNER: Tool = Tool {
    names: &["nice", "nohup", "stdbuf", "timeout"],
    summary: native!("says how it runs programs"),
    grammar: Grammar::Own(describe_runner),
};

/// Flags of `env` that only change what is printed.
const ENV_FLAGS: [&str; 8] = [
    "-0",
    "-i",
    "-v",
    "--debug",
    "--ignore-environment",
    "--list-signal-handling",
    "--null",
    "-i0",
];

fn describe_runner<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    for argument in arguments {
        if !matches!(argument.text, Text::Certain("--help" | "--version")) {
            report.unknown(Rule::RunsCommand, argument.text, argument.span);
        }
    }
}

fn describe_env<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let mut rest = arguments;
    let mut may_be_option = true;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first.text {
            text if is_assignment(text) => may_be_option = false,
            // Behind the first operand all words that give no variable a value are a program's.
            text if !may_be_option => report.unknown(Rule::RunsCommand, text, first.span),
            Text::Certain("-") => may_be_option = false,
            Text::Certain("-u" | "--unset") if has_one(after) => {
                rest = after.get(1..).unwrap_or(&[]);
            }
            Text::Certain("--help" | "--version") => {}
            Text::Certain(text) if ENV_FLAGS.contains(&text) || is_unset(text) => {}
            text => report.unknown(Rule::RunsCommand, text, first.span),
        }
    }
}

/// Whether one argument certainly follows.
fn has_one(after: &[Argument<'_>]) -> bool {
    after.first().is_some_and(|next| !next.text.is_many())
}

fn is_unset(text: &str) -> bool {
    text.strip_prefix("--unset=")
        .or_else(|| text.strip_prefix("-u"))
        .is_some_and(is_variable)
}

/// Whether it is one argument that gives a variable a value.
fn is_assignment(text: Text<'_>) -> bool {
    let is_one = matches!(
        text,
        Text::Certain(_)
            | Text::Dynamic(Dynamic {
                spread: Spread::One | Spread::Number,
                ..
            })
    );
    let name = text.prefix().split_once('=');
    is_one && name.is_some_and(|(name, _)| is_variable(name))
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn without_a_program_they_print() {
        for command in [
            "env",
            "env -0",
            "env -i A=1 B=\"$x\"",
            "env -u PATH",
            "env --unset=PATH -u A",
            "nice",
            "timeout --help",
            "stdbuf --version",
            "nohup --help",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn what_may_run_something_is_unknown() {
        for command in [
            "env rm x",
            "env A=1 rm x",
            "env -S \"rm x\"",
            "env -Srm",
            "env A=1 -u PATH",
            "env A=1 -i",
            "env - -i",
            "env - -u PATH",
            "env -iS rm",
            "env --split-string=rm",
            "env -C dir",
            "env $x",
            "env A=$x",
            "env -u $x",
            "env \"$x\"",
            "nice rm x",
            "nice -n 5 rm",
            "timeout 5 rm",
            "nohup rm",
            "stdbuf -oL rm",
            "timeout --hel",
        ] {
            assert_unknown(command, Rule::RunsCommand);
        }
    }
}
