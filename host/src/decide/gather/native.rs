//! Effects that the shell itself brings about: redirects and assignments (R3.4). No guest is asked for them, and none can
//! take them away.

use crate::{
    decide::classes,
    judge::{Effect, EffectKind},
    read::{
        Assignment, AssignmentScope, Binding, Block, BlockKind, Command, Fields, PieceKind,
        Redirect, Script, Word, assigns_to_its_words,
    },
    span::Span,
    variables,
};

/// Describes what the redirects and assignments of all commands do.
pub(super) fn effects(script: &Script) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (index, command) in (0_u32..).zip(&script.commands) {
        for redirect in script.redirects(command) {
            effects.extend(of_redirect(script, index, redirect));
        }
        effects.extend(of_globs(script, index, command));
        for assignment in script.assignments(command) {
            // `IFS= read` is how a line is read as it is.
            let is_of_read = assignment.name == "IFS"
                && assignment.scope == AssignmentScope::Command
                && command.binding == Binding::Builtin
                && script.name(command) == Some("read");
            if !is_of_read {
                effects.extend(of_assignment(script, index, assignment));
            }
        }
        effects.extend(of_named_variables(script, index, command));
    }
    for assignment in &script.assignments {
        if assignment.scope == AssignmentScope::Each {
            let command = command_of_loop(script, assignment);
            effects.extend(of_assignment(script, command, assignment));
        }
    }
    for block in &script.blocks {
        if block.kind == BlockKind::Loop {
            effects.extend(of_loop_words(script, block));
        }
    }
    effects
}

/// A loop over a glob lists its directory before any command of it runs. It is told of the first one.
fn of_loop_words(script: &Script, block: &Block) -> Vec<Effect> {
    let first = script.commands.iter().position(|command| {
        command.span.text == block.span.text && command.span.start >= block.span.start
    });
    let index = first
        .and_then(|first| u32::try_from(first).ok())
        .unwrap_or(0);
    let words = script
        .words
        .get(block.subject.indices())
        .unwrap_or_default();
    words
        .iter()
        .filter_map(|word| of_glob(script, index, word))
        .collect()
}

/// The first command that a loop runs, whose variable this is.
fn command_of_loop(script: &Script, variable: &Assignment) -> u32 {
    let is_behind = |command: &Command| {
        command.span.text == variable.span.text && command.span.start >= variable.span.end
    };
    let first = script.commands.iter().position(is_behind).unwrap_or(0);
    u32::try_from(first).unwrap_or(u32::MAX)
}

/// What builtins such as `read` do to variables that programs or the shell obey.
fn of_named_variables(script: &Script, index: u32, command: &Command) -> Vec<Effect> {
    let assigns = command.binding == Binding::Builtin
        && script
            .name(command)
            .is_some_and(|name| assigns_to_its_words(script.dialect, name));
    if !assigns {
        return Vec::new();
    }
    let words = script.words(command).iter().skip(1);
    words
        .filter_map(|word| {
            let Some(value) = word.certain() else {
                // `export X=$y` is looked at as an assignment.
                let is_named = word.prefix.contains('=');
                return (!is_named).then(|| Effect::unknown(index, word.span));
            };
            let is_variable = !value.contains('=') && !sets_nothing(value);
            (is_variable && variables::is_obeyed(value))
                .then(|| Effect::exact(index, EffectKind::Environment, value, word.span))
        })
        .collect()
}

fn sets_nothing(word: &str) -> bool {
    word.starts_with(['-', '+'])
}

/// Whether an effect that a policy describes concerns nobody but the script: a builtin that gives a value to a variable
/// which neither the shell nor a program looks at.
pub(super) fn is_own_business(command: &Command, effect: &Effect) -> bool {
    effect.kind == EffectKind::Environment
        && effect.exact
        && command.binding == Binding::Builtin
        && effect
            .target
            .as_deref()
            .is_some_and(|name| !variables::is_obeyed(name))
}

fn of_redirect(script: &Script, command: u32, redirect: &Redirect) -> Vec<Effect> {
    let target = redirect.target.and_then(|word| script.word(word));
    let is_numbered = target.and_then(Word::certain).is_some_and(is_number);
    let kinds: &[EffectKind] = match redirect.operator.as_str() {
        "<" => &[EffectKind::Read],
        // The shell itself hands a text over.
        "<<" | "<<-" | "<<<" => &[],
        "<>" => &[EffectKind::Read, EffectKind::Write],
        // `2>&1` names a descriptor, `>&file` a file.
        "<&" | ">&" if target.is_some_and(names_descriptor) => &[],
        ">" | ">|" | ">>" | "&>" | "&>>" => &[EffectKind::Write],
        ">&" if !is_numbered => &[EffectKind::Write],
        _ => &[EffectKind::Unknown],
    };
    kinds
        .iter()
        .flat_map(|kind| on_word(command, *kind, target, redirect.span))
        .collect()
}

/// `1`, `-` and `1-` after `>&` name or close a standard descriptor. Others are not the script's to use: what they are
/// is known only when it runs.
fn names_descriptor(word: &Word) -> bool {
    word.certain().is_some_and(|target| {
        let number = target.strip_suffix('-').unwrap_or(target);
        !target.is_empty() && matches!(number, "" | "0" | "1" | "2")
    })
}

fn is_number(target: &str) -> bool {
    let number = target.strip_suffix('-').unwrap_or(target);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A glob lists the directory that its certain beginning names, whatever the command does with the names.
fn of_globs(script: &Script, index: u32, command: &Command) -> Vec<Effect> {
    let words = script.words(command).iter();
    words
        .filter_map(|word| of_glob(script, index, word))
        .collect()
}

fn of_glob(script: &Script, index: u32, word: &Word) -> Option<Effect> {
    let mut pieces = script.pieces(word).iter();
    if !pieces.any(|piece| piece.kind == PieceKind::Glob) {
        return None;
    }
    let (directory, _) = word.prefix.rsplit_once('/')?;
    let command = script.commands.get(index as usize);
    let goes_elsewhere = command.is_some_and(|command| command.shell_cwds.is_some());
    if goes_elsewhere && !directory.is_empty() && !directory.starts_with('/') {
        // The shell lists another directory than the one that the command finds under this name.
        return Some(Effect::unknown(index, word.span));
    }
    let directory = if directory.is_empty() { "/" } else { directory };
    Some(Effect::exact(index, EffectKind::Read, directory, word.span))
}

/// An effect on what a word names, as far as that is certain.
fn on_word(command: u32, kind: EffectKind, word: Option<&Word>, span: Span) -> Vec<Effect> {
    let Some(word) = word else {
        return vec![Effect::unknown(command, span)];
    };
    if word.fields == Fields::One && !word.values.is_empty() {
        let on = |target: &String| {
            let kind = if is_network_path(target) {
                EffectKind::Connect
            } else {
                kind
            };
            Effect::exact(command, kind, target, span)
        };
        return word.values.iter().map(on).collect();
    }
    let effect = Effect {
        kind: if may_be_network_path(&word.prefix) {
            EffectKind::Unknown
        } else {
            kind
        },
        target: Some(word.prefix.clone()).filter(|prefix| !prefix.is_empty()),
        exact: false,
        ..Effect::unknown(command, span)
    };
    vec![effect]
}

/// Bash opens a connection for these names itself; no such file exists.
fn is_network_path(path: &str) -> bool {
    path.starts_with("/dev/tcp/") || path.starts_with("/dev/udp/")
}

fn may_be_network_path(prefix: &str) -> bool {
    ["/dev/tcp/", "/dev/udp/"]
        .iter()
        .any(|network| network.starts_with(prefix) || prefix.starts_with(network))
}

/// An assignment before a command reaches that command's environment; one alone is a variable of the shell, which no
/// program sees unless it was exported. Harmless runs export only what is listed (R5.3), so a plain name is free.
fn of_assignment(script: &Script, index: u32, assignment: &Assignment) -> Option<Effect> {
    let value = assignment.value.and_then(|word| script.word(word));
    let certain = value.map_or(Some(""), Word::certain);
    let name = assignment.name.as_str();
    let harmless = match assignment.scope {
        AssignmentScope::Command | AssignmentScope::Environment => {
            !assignment.append && certain.is_some_and(|value| variables::is_safe(name, value))
        }
        AssignmentScope::Shell | AssignmentScope::Local | AssignmentScope::Each => {
            !variables::is_obeyed(name)
        }
    };
    (!harmless).then(|| Effect::exact(index, EffectKind::Environment, name, assignment.span))
}

/// Whether an effect of the shell itself can be overlooked: a write that changes nothing.
pub(super) fn is_sink(effect: &Effect) -> bool {
    effect.kind == EffectKind::Write
        && effect.exact
        && effect
            .target
            .as_deref()
            .is_some_and(|target| classes::is_sink(std::path::Path::new(target)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_that_could_become_a_connection_is_unknown() {
        assert!(may_be_network_path(""));
        assert!(may_be_network_path("/dev/"));
        assert!(may_be_network_path("/dev/tcp/host/"));
        assert!(!may_be_network_path("/dev/null"));
        assert!(!may_be_network_path("out"));
    }
}
