//! Git where its own files may be somebody else's: it runs what they name (R3.2, R3.4).

use shellward_sdk::{CommandView, Judgement, Resolved, ScriptView, Session};

use crate::{judge::ask, rules::Rule};

/// Judges every `git` of a script.
pub(crate) fn judge(
    script: ScriptView<'_>,
    session: &Session,
    effects: &[Resolved],
) -> Vec<Judgement> {
    let mut judgements = Vec::new();
    for command in script.commands().filter(|command| is_git(*command)) {
        if let Some(message) = leaves(command, session) {
            judgements.push(ask(
                command.index(),
                command.span(),
                Rule::GitElsewhere,
                message,
            ));
        }
        if let Some(path) = written_before(command, effects) {
            let message = ["git runs after ", path, " was changed, which it may obey"].concat();
            judgements.push(ask(
                command.index(),
                command.span(),
                Rule::GitAfterChange,
                &message,
            ));
        }
    }
    judgements
}

fn is_git(command: CommandView<'_>) -> bool {
    let base = |name: &str| name.rsplit('/').next() == Some("git");
    command.name().is_some_and(base)
}

/// Says that it may start where the script's own `cd` led, out of the session's folders.
fn leaves(command: CommandView<'_>, session: &Session) -> Option<&'static str> {
    let is_inside = |cwd: &String| {
        let below = |root: &String| {
            cwd.strip_prefix(root.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || root.ends_with('/'))
        };
        *cwd == session.cwd || session.roots.iter().any(below)
    };
    if command.cwds().is_empty() {
        return Some("where git starts is known only when it runs");
    }
    let outside = !command.cwds().iter().all(is_inside);
    outside.then_some("git runs outside the project, where a repository may be anybody's")
}

/// Which of git's own files an earlier command of another kind changes, if any does.
fn written_before<'a>(git: CommandView<'_>, effects: &'a [Resolved]) -> Option<&'a str> {
    let script = git.script();
    effects
        .iter()
        .filter(|resolved| resolved.effect.command < git.index())
        .filter(|resolved| matches!(resolved.effect.kind.as_str(), "write" | "create"))
        // What git itself writes there is its own.
        .filter(|resolved| {
            let writer = script.command(resolved.effect.command);
            !writer.is_some_and(|writer| is_git(writer) && writer.redirects().next().is_none())
        })
        .flat_map(|resolved| &resolved.places)
        .map(|place| place.canonical.as_str())
        .find(|path| is_of_git(path))
}

/// Whether a path is one of git's own files. A directory counts as a bare repository only with a `HEAD` in it.
fn is_of_git(path: &str) -> bool {
    path.ends_with("/HEAD") || path.split('/').any(|name| name == ".git")
}
