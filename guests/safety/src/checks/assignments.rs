//! Variables that programs or the shell obey, however they are set: by an assignment, for one command, by `export`, by a
//! builtin that assigns to what its words name, as the variable of a loop.

use shellward_sdk::{Assignment, CommandView, ScriptView, Span, WordView};

use crate::{
    report::Report,
    rules::Rule,
    variables::{self, Reach},
};

/// Looks at all assignments, those of loops included, which need not belong to a command.
pub(super) fn look(script: ScriptView<'_>, report: &mut Report) {
    let dialect = script.dialect();
    for (index, assignment) in (0_u32..).zip(&script.raw().assignments) {
        if variables::is_obeyed(&assignment.name, dialect) {
            look_at(script, assignment, command_of(script, index), report);
        }
    }
}

/// Finds the command that an assignment belongs to.
fn command_of(script: ScriptView<'_>, assignment: u32) -> Option<CommandView<'_>> {
    script.commands().find(|command| {
        let range = command.raw().assignments;
        assignment
            .checked_sub(range.start)
            .is_some_and(|at| at < range.len)
    })
}

fn look_at(
    script: ScriptView<'_>,
    assignment: &Assignment,
    command: Option<CommandView<'_>>,
    report: &mut Report,
) {
    let name = assignment.name.as_str();
    let index = command.map(CommandView::index);
    if name == "IFS" {
        let is_for_reading = command.is_some_and(|command| is_for_reading(assignment, command));
        if !is_for_reading {
            let sentence = Rule::FieldSeparator.row().summary;
            report.add_counted(
                Rule::FieldSeparator,
                index,
                assignment.span,
                String::new(),
                sentence,
            );
        }
        return;
    }
    let Some(row) = variables::find(name, script.dialect()) else {
        return;
    };
    let is_seen = match row.reach {
        Reach::Always => true,
        Reach::Exported => {
            !matches!(assignment.scope.as_str(), "shell" | "local" | "each")
                || is_exported(script, name)
        }
    };
    let is_harmless = !assignment.append
        && certain_value(script, assignment).is_some_and(|value| row.is_harmless(value));
    if is_seen && !is_harmless {
        report.add_about(
            Rule::Variable,
            index,
            assignment.span,
            name,
            row.why.sentence(),
        );
    }
}

/// `IFS= read -r line` and `IFS=, read -r a b`: only the one builtin sees it.
fn is_for_reading(assignment: &Assignment, command: CommandView<'_>) -> bool {
    assignment.scope == "command"
        && command.binding() == "builtin"
        && matches!(command.name(), Some("read" | "mapfile" | "readarray"))
}

/// Returns the value of an assignment; empty if it has none.
fn certain_value<'a>(script: ScriptView<'a>, assignment: &Assignment) -> Option<&'a str> {
    match assignment.value.len {
        0 => Some(""),
        1 => script.word(assignment.value.start)?.certain(),
        _ => None,
    }
}

/// Whether the script gives a variable to programs by its name alone: `export X`.
fn is_exported(script: ScriptView<'_>, name: &str) -> bool {
    script.commands().any(|command| {
        matches!(
            command.name(),
            Some("export" | "declare" | "typeset" | "readonly")
        ) && command.arguments().any(|word| word.certain() == Some(name))
    })
}

/// Builtins that give values to the variables that their words name. What `export` and its kin are given with `=` is
/// among the assignments.
pub(super) fn look_at_names(command: CommandView<'_>, report: &mut Report) {
    let name = command.name().filter(|_| command.binding() == "builtin");
    let is_option = |word: &WordView<'_>| word.certain().is_some_and(|text| text.starts_with('-'));
    let named: Option<(&str, Span)> = match name {
        Some("read" | "mapfile" | "readarray" | "getopts" | "vared" | "sysread") => command
            .arguments()
            .filter(|word| !is_option(word))
            .find_map(|word| obeyed(command, word)),
        Some("printf") => {
            let mut words = command.arguments();
            let option = words.next().and_then(WordView::certain);
            match option {
                Some("-v") => words.next().and_then(|word| obeyed(command, word)),
                _ => None,
            }
        }
        _ => None,
    };
    match named {
        Some(("IFS", span)) => report.add(Rule::FieldSeparator, command, span),
        Some((name, span)) => report.add_about(
            Rule::Variable,
            Some(command.index()),
            span,
            name,
            "is obeyed by programs or the shell, and what it gets is known only when it runs",
        ),
        None => {}
    }
}

fn obeyed<'a>(command: CommandView<'a>, word: WordView<'a>) -> Option<(&'a str, Span)> {
    let name = word.certain()?;
    let name = name.split('[').next().unwrap_or(name);
    variables::is_obeyed(name, command.script().dialect()).then_some((name, word.span()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_asks, assert_silent, judge};

    #[test]
    fn variables_that_programs_obey_ask_wherever_they_are_set() {
        for command in [
            "PATH=/tmp/evil:$PATH ls",
            "PATH=/tmp/evil; ls",
            "export PATH=/tmp/evil:$PATH; ls",
            "env LD_PRELOAD=./x.so ls",
            "LD_PRELOAD=./x.so ls",
            "NODE_OPTIONS=--require=/tmp/p.cjs npm --version",
            "GIT_EXTERNAL_DIFF='touch x #' git diff",
            "GIT_CONFIG_COUNT=1 git diff",
            "for PATH in /tmp/a; do ls; done",
            "read -r PATH <<< /tmp/evil; ls",
            "getopts ab PATH",
            "printf -v PATH %s /tmp/evil",
            "declare -x PYTHONPATH=src",
            "PATH+=:/tmp/evil ls",
            "CC=./cc make",
            "CC=./cc; export CC; make",
            "BASH_ENV=./x ls",
            "FOO_OPTIONS=--run=x foo",
            "PAGER= LESSOPEN='|x %s' less f",
        ] {
            assert_asks(command, Rule::Variable);
        }
    }

    #[test]
    fn other_variables_and_values_do_not() {
        for command in [
            "FOO=bar make",
            "export FOO=bar",
            "X=1; echo \"$X\"",
            "echo \"$PATH\"",
            "echo PATH=x",
            "grep PATH= Makefile",
            "GIT_PAGER=cat git log -3 --oneline",
            "GIT_EDITOR=true git rebase --continue",
            "LC_ALL=C sort names.txt",
            "TZ=UTC date",
            "FORCE_COLOR=0 rg -n TODO src",
            "PYTHONUNBUFFERED=1 python3 x.py",
            "RUSTFLAGS='-D warnings' cargo check",
            "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
            "CC=clang make",
            "CC=./cc; $CC x.c",
            "MY_OPTIONS='-a -b'; ls $MY_OPTIONS",
            "GIT_SHA=$(git rev-parse HEAD); echo \"$GIT_SHA\"",
            "read -r line",
            "export PATH",
            "for f in a b; do echo \"$f\"; done",
        ] {
            assert_silent(command);
        }
    }

    #[test]
    fn the_field_separator_may_be_set_for_reading() {
        for command in [
            "IFS= read -r line",
            "while IFS=, read -r a b; do echo \"$a\"; done",
            "IFS=: read -ra parts <<< a:b",
            "old=$IFS",
            "echo \"$IFS\"",
        ] {
            assert_silent(command);
        }
        for command in [
            "IFS=/; x=a/b; cat $x",
            "IFS=, ls",
            "export IFS=x",
            "for IFS in x; do ls; done",
            "read IFS",
            "cat$IFS/etc/passwd",
            "cat ${IFS}x",
            "ls `touch${IFS}x`",
        ] {
            assert_asks(command, Rule::FieldSeparator);
        }
    }

    #[test]
    fn the_message_names_the_variable() {
        let judgements = judge("LD_PRELOAD=./x.so ls");
        let finding = &judgements[0].findings[0];
        assert!(
            finding
                .message
                .starts_with("`LD_PRELOAD` makes programs load code")
        );
        assert_eq!(judgements[0].command, Some(0));
    }
}
