//! Compares commands with the tables.

use shellward_sdk::{CommandView, Finding, ScriptView, Span, WordView};

use crate::{
    call::{Call, matches},
    loss,
    model::{Danger, Facts, Hit, Names, Tool, When, long},
    overwrite,
    tables::{self, Runner},
};

/// How many programs may stand before the one that is run (`npx`, `docker exec`).
const MAX_RUNNERS: usize = 3;

/// Warns of what a script loses.
pub(crate) fn warn(script: ScriptView<'_>, facts: Facts<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for command in script.commands() {
        findings.extend(overwrite::by_redirects(command, facts));
        // What a function of the script does, its own commands say.
        if command.definitions().next().is_none() {
            let words: Vec<_> = command.words().collect();
            of_words(command, &words, facts, MAX_RUNNERS, &mut findings);
        }
    }
    findings
}

/// Warns of what the program does that some words name.
fn of_words<'a>(
    command: CommandView<'a>,
    words: &[WordView<'a>],
    facts: Facts<'_>,
    runners: usize,
    findings: &mut Vec<Finding>,
) {
    let Some((&first, arguments)) = words.split_first() else {
        return;
    };
    for name in first.values() {
        let name = name.rsplit('/').next().unwrap_or(name);
        for tool in tables::find(name) {
            of_tool(tool, command, arguments, facts, findings);
        }
        if let Some(runners) = runners.checked_sub(1) {
            for runner in tables::runners(name) {
                if let Some(inner) = behind(runner, command, arguments) {
                    of_words(command, inner, facts, runners, findings);
                }
            }
        }
    }
}

/// Returns the words of the command that another one runs.
fn behind<'w, 'a>(
    runner: &Runner,
    command: CommandView<'a>,
    words: &'w [WordView<'a>],
) -> Option<&'w [WordView<'a>]> {
    let call = Call::read(command, words, runner.style, &runner.takes);
    let call = call.of_verb(runner.path, runner.verb_takes.as_ref(), words)?;
    let first = call.operands.get(runner.operands)?;
    let at = words
        .iter()
        .position(|word| word.index() == first.word.index())?;
    words.get(at..)
}

fn of_tool<'a>(
    tool: &Tool,
    command: CommandView<'a>,
    words: &[WordView<'a>],
    facts: Facts<'_>,
    findings: &mut Vec<Finding>,
) {
    let call = Call::read(command, words, tool.style, &tool.takes);
    // A page of help loses nothing.
    let is_help = |given: &crate::call::Given<'_>| given.name == crate::call::Name::Long("help");
    if call.options.iter().any(is_help) {
        return;
    }
    for verb in tool.verbs {
        let Some(call) = call.of_verb(verb.path, verb.takes.as_ref(), words) else {
            continue;
        };
        let mut rules: Vec<&str> = Vec::new();
        for danger in verb.dangers {
            // Of one rule the first that applies says it best.
            if rules.contains(&danger.rule.id) {
                continue;
            }
            if let Some(hit) = hit(danger, &call, facts) {
                rules.push(danger.rule.id);
                add(findings, to_finding(danger, &call, hit, facts));
            }
        }
    }
}

/// Adds a warning, unless another verb gave the same for the same words.
fn add(findings: &mut Vec<Finding>, finding: Finding) {
    let same = |other: &Finding| other.rule == finding.rule && other.span == finding.span;
    if !findings.iter().any(same) {
        findings.push(finding);
    }
}

/// Returns where all conditions of a danger are met.
fn hit(danger: &Danger, call: &Call<'_>, facts: Facts<'_>) -> Option<Hit> {
    let mut whole = Hit::COMMAND;
    for condition in danger.when {
        let one = of_condition(condition, call, facts)?;
        whole.span = whole.span.or(one.span);
        whole.what = whole.what.or(one.what);
    }
    Some(whole)
}

fn of_condition(condition: &When, call: &Call<'_>, facts: Facts<'_>) -> Option<Hit> {
    match *condition {
        When::Given(flags) => {
            let span = flags.iter().find_map(|flag| call.given(flag))?;
            Some(Hit::at(span))
        }
        When::Without(flags) => {
            let none = flags.iter().all(|flag| call.given(flag).is_none());
            none.then_some(Hit::COMMAND)
        }
        When::Operands(count) => {
            let enough = call.operands.len() >= count || call.command.is_open_ended();
            enough.then_some(Hit::COMMAND)
        }
        When::Operand(at, pattern) => {
            let operand = call.operands.get(at)?;
            let found = matches(pattern, operand.text?);
            found.then(|| Hit::at(operand.span()))
        }
        When::AnyOperand(pattern) => {
            let mut operands = call.operands.iter();
            let is = |text: &str| matches(pattern, text);
            let operand = operands.find(|operand| operand.text.is_some_and(is))?;
            Some(Hit::at(operand.span()))
        }
        When::Own(own) => own(call, &facts),
    }
}

fn to_finding(danger: &Danger, call: &Call<'_>, hit: Hit, facts: Facts<'_>) -> Finding {
    let what = hit.what.or_else(|| match danger.names {
        Names::From(first) => loss::operands(call, first, facts),
        Names::None => None,
    });
    let message = match what {
        Some(what) => [danger.loss, ": ", &what].concat(),
        None => danger.loss.to_owned(),
    };
    let span: Span = hit.span.unwrap_or_else(|| call.command.span());
    let finding = Finding::new(danger.rule.id, &message).at(span);
    if danger.instead.is_empty() {
        finding
    } else {
        finding.instead(danger.instead)
    }
}

/// Options by which a program only says what it would do, as most spell them.
pub(crate) const DRY_RUN: When = When::Without(&[long("dry-run")]);

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit::{Builder, Join, one_of, script};

    use crate::testing::{assert_quiet, assert_warns, rules_of, warnings};

    #[test]
    fn a_function_of_the_script_is_judged_by_its_body() {
        let called = |body: &[&str]| {
            Builder::new()
                .function("rm", |inner| inner.command(body))
                .command(&["rm", "-rf", "x"])
                .bound_to("function")
                .build()
        };
        assert!(rules_of(&called(&["echo"])).is_empty());
        assert_eq!(rules_of(&called(&["git", "clean", "-f"])), ["git.clean"]);
        let of_session = Builder::new()
            .command(&["rm", "-rf", "x"])
            .bound_to("function")
            .build();
        assert_eq!(rules_of(&of_session), ["files.delete"]);
    }

    #[test]
    fn what_another_program_runs_is_looked_at() {
        assert_warns("npx cdk destroy", "infrastructure.destroy");
        assert_warns("npx --yes cdk destroy", "infrastructure.destroy");
        assert_warns("pnpm exec prisma migrate reset", "database.drop");
        assert_warns("bundle exec rails db:drop", "database.drop");
        assert_warns(
            "docker exec -it db psql -c 'DROP TABLE t'",
            "database.delete",
        );
        assert_warns(
            "docker compose exec db psql -c 'DROP TABLE t'",
            "database.delete",
        );
        assert_warns("kubectl exec -n x pod -- rm -rf /data", "files.delete");
        assert_quiet("npx eslint rm -rf");
        assert_quiet("docker exec db ls");
    }

    #[test]
    fn wrappers_loops_and_substitutions_hide_nothing() {
        let wrapped = Builder::new()
            .command(&["git", "reset", "--hard"])
            .wrapped_in(&["sudo"])
            .wrapped_in(&["timeout", "5"])
            .build();
        assert_eq!(rules_of(&wrapped), ["git.reset-hard"]);
        let looped = Builder::new()
            .for_each(Join::Then, &["a", "b"], |body| {
                body.command(&["rm", "-rf"]).word(one_of(&["a", "b"]))
            })
            .build();
        assert_eq!(rules_of(&looped), ["files.delete"]);
        let inside = Builder::new()
            .command(&["echo"])
            .block("substitution", Join::Then, |inner| {
                inner.command(&["git", "stash", "clear"])
            })
            .build();
        assert_eq!(rules_of(&inside), ["git.drop-stash"]);
        let flags = Builder::new()
            .command(&["git", "reset"])
            .word(one_of(&["--soft", "--hard"]))
            .build();
        assert_eq!(rules_of(&flags), ["git.reset-hard"]);
    }

    #[test]
    fn words_that_only_look_like_it_are_quiet() {
        assert_quiet("echo 'rm -rf /'");
        assert_quiet("grep 'DROP TABLE' x.sql");
        assert_quiet("git commit -m 'git push --force'");
        assert_quiet("rm -rf --help");
        assert_warns("rm -rf -- --help", "files.delete");
    }

    #[test]
    fn all_that_is_lost_is_told_once_each() {
        let both = rules_of(&script(&[&["git", "commit", "--amend", "--no-verify"]]));
        assert_eq!(both, ["git.rewrite-history", "git.skip-hooks"]);
        let words = ["git", "push", "-f", "origin", "+a", ":b", "--no-verify"];
        let expected = ["git.force-push", "git.delete-remote", "git.skip-hooks"];
        assert_eq!(rules_of(&script(&[&words])), expected);
        assert_warns("docker system prune -af --volumes", "container.delete");
    }

    #[test]
    fn odd_words_upset_no_table() {
        let odd = ["", "-", "--", "--=x", "-é", "+", ":", "of="];
        for name in crate::tables::names() {
            for first in odd {
                for second in odd {
                    let _found = rules_of(&script(&[&[name, first, second]]));
                }
            }
        }
    }

    #[test]
    fn a_path_to_a_program_is_the_program() {
        assert_warns("/bin/rm -rf x", "files.delete");
        assert_warns("node_modules/.bin/cdk destroy", "infrastructure.destroy");
    }

    #[test]
    fn a_warning_says_what_where_and_what_instead() {
        let script = script(&[&["git", "push", "--force", "origin", "main"]]);
        let found = warnings(&script, &[]);
        let [finding] = found.as_slice() else {
            panic!("one warning");
        };
        let span = finding.span.expect("a place");
        let view = shellward_sdk::ScriptView::new(&script);
        assert_eq!(view.text(span), "--force");
        assert!(finding.message.contains("main"), "{}", finding.message);
        let instead = finding.suggestion.as_deref();
        assert!(instead.is_some_and(|it| it.contains("--force-with-lease")));
    }
}
