//! What the ending of a script means: harmless only if every command that could have ended it says so (R3.5).

use shellward_sdk::{CommandView, Ending, Meaning, ScriptView};

use crate::codes::{self, Code, Harm};
use crate::{activity, command, silence, subcommand};

/// The end of a line with which find says that it was not let in.
const DENIED: &str = "Permission denied";

/// Explains an ending, or says nothing.
pub(crate) fn interpret(script: ScriptView<'_>, ending: &Ending) -> Option<Meaning> {
    let activity = activity::of_script(script);
    let silent = silence::is_silent(script);
    let meaning = match ending.ended.as_str() {
        "exited" if ending.status == 0 => Meaning::success(),
        "exited" => of_failure(script, ending),
        "signalled" => with_message(Meaning::error(), codes::of_any(ending.status, &[])),
        // Timed out, stopped, over a limit: the host did it and says so.
        _ => Meaning::error(),
    };
    // An error for a code other than 0 is what the host says anyway.
    let expected = meaning.is_error == (ending.status != 0);
    if expected && meaning.message.is_none() && activity.is_none() && !silent {
        return None;
    }
    let meaning = match activity {
        Some(activity) => meaning.with_activity(activity.code()),
        None => meaning,
    };
    Some(if silent { meaning.silent() } else { meaning })
}

/// Says what an exit code other than 0 means.
fn of_failure(script: ScriptView<'_>, ending: &Ending) -> Meaning {
    let enders = command::enders(script);
    if let Some(code) = agreed(script, &enders, ending) {
        return code;
    }
    if ended_by_a_reader_that_had_enough(ending) {
        return Meaning::harmless("a later command stopped reading before the end");
    }
    with_message(Meaning::error(), codes::of_any(ending.status, &enders))
}

/// Returns what all commands that can have ended the script say. None unless each of them says something, and all say
/// answers or the same error.
fn agreed(script: ScriptView<'_>, enders: &[CommandView<'_>], ending: &Ending) -> Option<Meaning> {
    if !script.is_complete() || enders.is_empty() {
        return None;
    }
    let said: Vec<Code> = enders
        .iter()
        .map(|&ender| of_command(ender, ending))
        .collect::<Option<_>>()?;
    let mut messages: Vec<&str> = Vec::new();
    for code in &said {
        if !messages.contains(&code.message) {
            messages.push(code.message);
        }
    }
    if said.iter().all(|code| code.harm == Harm::None) {
        return Some(Meaning::harmless(&messages.join(", or ")));
    }
    match messages.as_slice() {
        [only] => Some(Meaning::error().with_message(only)),
        _ => None,
    }
}

/// Returns what the code says if a command ended with it.
fn of_command(command: CommandView<'_>, ending: &Ending) -> Option<Code> {
    // A negated pipeline ends with 1 when its command was well. A code from far away may be the connection's.
    if command.is_negated() || command.is_remote() {
        return None;
    }
    let program = command::program(command)?;
    if program == "find" {
        return of_find(command, ending);
    }
    codes::of_program(program, ending.status)
        .or_else(|| subcommand::of_subcommand(program, command, ending.status))
}

/// find ends with 1 for everything. It is an answer only if all it complained of are folders it was not let into, or if
/// its complaints were not wanted.
fn of_find(command: CommandView<'_>, ending: &Ending) -> Option<Code> {
    let mut complaints = ending
        .stderr_tail
        .lines()
        .filter(|line| !line.trim().is_empty())
        .peekable();
    let unwanted = command
        .redirects()
        .any(|redirect| redirect.descriptor() == 2 || redirect.operator().starts_with('&'));
    let heard = complaints.peek().is_some() || unwanted;
    let only_denied = complaints.all(|line| line.trim_end().ends_with(DENIED));
    (ending.status == 1 && heard && only_denied)
        .then(|| Code::answer("some places could not be searched"))
}

/// Whether all that failed, with `pipefail`, is an earlier stage that wrote to a later one which had enough, as in
/// `yes | head`.
fn ended_by_a_reader_that_had_enough(ending: &Ending) -> bool {
    let fine = |&status: &i32| status == 0 || status == codes::BROKEN_PIPE;
    ending.status == codes::BROKEN_PIPE
        && ending.stages.last() == Some(&0)
        && ending.stages.iter().all(fine)
}

fn with_message(meaning: Meaning, message: Option<&str>) -> Meaning {
    match message {
        Some(message) => meaning.with_message(message),
        None => meaning,
    }
}

#[cfg(test)]
mod tests;
