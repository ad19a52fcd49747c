//! Whether a command is harmless: described by a policy with `grant`, effects only read places that may be read without
//! asking and print, nothing hidden, unknown or conditional that the host can't bring about (R3.4).

use super::{
    confine,
    gather::Gathered,
    lifting, plainly,
    situation::{Runner, Situation},
};
use crate::{
    judge::{Condition, EffectKind, Judgement, PROJECT_PROGRAM, PlaceClass, Resolved, Verdict},
    read::{AssignmentScope, Command, Reading, Script, Site, is_transparent},
};

/// Says why a command is not harmless. None: it is.
pub(super) fn obstacle(index: u32, gathered: &Gathered, situation: &Situation) -> Option<String> {
    let script = &gathered.script;
    let command = script.commands.get(index as usize)?;
    if script.reading != Reading::Complete {
        return Some("the script is not fully understood".to_owned());
    }
    if situation.runner == Runner::Here
        && let Err(why) = &situation.walls.observe
    {
        return Some(format!(
            "the walls that harmless runs need can't be put up: {why}"
        ));
    }
    if let Some(why) = obstacle_in_wrappers(command, gathered, situation) {
        return Some(why);
    }
    let effects = || {
        gathered
            .resolved
            .iter()
            .filter(move |resolved| resolved.effect.command == index)
    };
    let name = name_of(gathered, command);
    if script.calls_own_function(command) {
        if calls_itself(command, gathered) {
            return Some(format!("{name} is a function that calls itself"));
        }
    } else if !command.words.is_empty() {
        if let Some(Err(problem)) = gathered.names.get(index as usize) {
            return Some(problem.clone());
        }
        // What is asked only about places that an allow rule covers is asked no more.
        let is_lifted =
            |judgement: &Judgement| lifting::of_judgement(judgement, gathered, situation).is_some();
        if gathered.described.verdict_without(index, is_lifted) != Verdict::Allow {
            let unknown = effects().find(|one| one.effect.kind == EffectKind::Unknown);
            return Some(match unknown {
                Some(one) if one.effect.span != command.span => {
                    format!(
                        "no policy knows what {name} does with `{}`",
                        script.text(one.effect.span)
                    )
                }
                Some(_) => format!("no policy says what {name} does"),
                // Of `git push` a person wants to know first where it leads.
                None => effects()
                    .filter(|one| one.effect.kind == EffectKind::Connect)
                    .chain(effects())
                    .find_map(|one| obstacle_of(one, gathered, situation))
                    .unwrap_or_else(|| format!("no policy calls {name} harmless")),
            });
        }
    }
    effects()
        .find_map(|resolved| obstacle_of(resolved, gathered, situation))
        .or_else(|| unmet_condition(index, gathered, situation.runner))
}

/// Why what runs a command keeps it from being harmless.
pub(super) fn obstacle_in_wrappers(
    command: &Command,
    gathered: &Gathered,
    situation: &Situation,
) -> Option<String> {
    if command.site == Site::Remote {
        return Some("it runs on another machine".to_owned());
    }
    let script = &gathered.script;
    let obstacle = command
        .wrappers
        .iter()
        .find(|wrapper| !is_transparent(script.wrapper_words(wrapper), situation.facts.dialect))?;
    Some(plainly::by_way_of(&obstacle.name))
}

/// Whether a function of the script calls itself, be it by way of others: nobody knows how often then.
fn calls_itself(command: &Command, gathered: &Gathered) -> bool {
    let script = &gathered.script;
    let Some(first) = script.name(command) else {
        return true;
    };
    let mut called = vec![first];
    let mut next = 0;
    while let Some(name) = called.get(next).copied() {
        next += 1;
        for inner in functions_called_by(script, name) {
            if inner == first {
                return true;
            }
            if !called.contains(&inner) {
                called.push(inner);
            }
        }
    }
    false
}

/// The functions of the script that the bodies of one of them call.
fn functions_called_by<'a>(script: &'a Script, name: &'a str) -> impl Iterator<Item = &'a str> {
    let bodies = script
        .functions
        .iter()
        .filter(move |function| function.name == name)
        .map(|function| function.block);
    bodies.flat_map(move |body| {
        script
            .commands
            .iter()
            .filter(move |command| is_below(script, command.block, body))
            .filter(|command| script.calls_own_function(command))
            .filter_map(|command| script.name(command))
    })
}

/// Whether a block is another or lies in it.
fn is_below(script: &Script, block: u32, around: u32) -> bool {
    let parent = |block: &u32| script.blocks.get(*block as usize)?.parent;
    std::iter::successors(Some(block), parent)
        .take(script.blocks.len() + 1)
        .any(|one| one == around)
}

fn name_of(gathered: &Gathered, command: &Command) -> String {
    gathered
        .script
        .name(command)
        .map_or_else(|| "the command".to_owned(), |name| format!("`{name}`"))
}

/// Why an effect is not harmless.
fn obstacle_of(resolved: &Resolved, gathered: &Gathered, situation: &Situation) -> Option<String> {
    let effect = &resolved.effect;
    let target = effect.target.as_deref().unwrap_or("something");
    match effect.kind {
        EffectKind::Read => resolved.places.iter().find_map(|place| match place.class {
            PlaceClass::Root | PlaceClass::Temp | PlaceClass::Public => None,
            PlaceClass::Unknown
                if confine::may_hold(effect, place, gathered, situation)
                    && confine::obstacle(gathered, situation).is_none() =>
            {
                None
            }
            PlaceClass::Unknown => Some(format!(
                "what `{}` reads is known only when it runs",
                gathered.script.text(effect.span)
            )),
            PlaceClass::Outside if lifting::of_effect(resolved, situation).is_some() => None,
            PlaceClass::Outside | PlaceClass::Dangerous | PlaceClass::Hidden => {
                Some(format!("it reads {} ({})", place.canonical, place.class))
            }
        }),
        EffectKind::Execute if target == PROJECT_PROGRAM => {
            match gathered.git.get(effect.command as usize) {
                Some(Some(_)) => None,
                _ => plainly::deed(effect.kind, target),
            }
        }
        EffectKind::Write
        | EffectKind::Create
        | EffectKind::Delete
        | EffectKind::Execute
        | EffectKind::Connect
        | EffectKind::Environment
        | EffectKind::Process
        | EffectKind::System => plainly::deed(effect.kind, target),
        EffectKind::Unknown => Some(format!(
            "what `{}` does is not known",
            gathered.script.text(effect.span)
        )),
    }
}

/// A condition that the host can't bring about here. Containment and no network are what observe walls are; where another
/// program runs it there are none, and only git that was found to run nothing, and a program that is no shim, need none.
fn unmet_condition(index: u32, gathered: &Gathered, runner: Runner) -> Option<String> {
    let conditions = gathered.described.conditions(index);
    let needs_walls = runner == Runner::Elsewhere
        && !conditions.contains(&Condition::GitNeutral)
        && !conditions.contains(&Condition::ProgramItself);
    conditions
        .into_iter()
        .find_map(|condition| match condition {
            Condition::Contained | Condition::NoNetwork if needs_walls => {
                Some("it is harmless only inside walls, and another program runs it".to_owned())
            }
            // What a name means was looked at before.
            Condition::Contained | Condition::NoNetwork | Condition::ProgramItself => None,
            Condition::GitNeutral => match gathered.git.get(index as usize) {
                Some(Some(Ok(_))) => None,
                Some(Some(Err(problem))) => Some(problem.clone()),
                _ => Some("git can't be neutralised".to_owned()),
            },
        })
}

/// Why a command that is harmless among harmless ones is not so among others. None: it is.
///
/// Beside an approved command a run has that command's environment: git there is not neutralised, since the other command
/// may need it as it is, and a variable may be one that was exported.
pub(super) fn obstacle_among_others(
    index: u32,
    gathered: &Gathered,
    situation: &Situation,
) -> Option<String> {
    let script = &gathered.script;
    let command = script.commands.get(index as usize)?;
    if matches!(gathered.git.get(index as usize), Some(Some(_))) {
        return Some(
            "git is kept from running programs of the project only beside harmless commands"
                .to_owned(),
        );
    }
    if confine::needs(index, gathered, situation) {
        return Some(
            "what it reads is known only when it runs, and walls keep it to where it may read only beside harmless \
             commands"
                .to_owned(),
        );
    }
    script
        .assignments(command)
        .iter()
        .find(|assignment| assignment.scope == AssignmentScope::Shell)
        .map(|assignment| {
            format!(
                "it sets {}, which the commands beside it may obey",
                assignment.name
            )
        })
}
