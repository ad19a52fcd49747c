//! What the ending of a script means: harmless only if every command that could have ended it says so (R3.5).

use shellward_sdk::{Attr, CommandView, Ending, Meaning, ScriptView, WordView};

use crate::activity::Activity;
use crate::codes::{self, Code, Harm};
use crate::{activity, command, hints, silence};

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
    let meaning = with_hints(meaning, ending);
    // An error for a code other than 0 is what the host says anyway.
    let expected = meaning.is_error == (ending.status != 0);
    let says_nothing = meaning.message.is_none() && meaning.hints.is_empty();
    if expected && says_nothing && activity.is_none() && !silent {
        return None;
    }
    let meaning = match activity {
        Some(activity) => with_count(meaning.with_activity(activity.code()), script, activity),
        None => meaning,
    };
    Some(if silent { meaning.silent() } else { meaning })
}

/// Adds what else is worth knowing.
fn with_hints(meaning: Meaning, ending: &Ending) -> Meaning {
    if meaning.is_error {
        let hints = hints::of_failure(ending);
        return hints
            .iter()
            .fold(meaning, |meaning, hint| meaning.with_hint(hint));
    }
    hints::of_success(ending).fold(meaning, Meaning::with_hint)
}

/// Says how many files were looked at, where the words tell.
fn with_count(mut meaning: Meaning, script: ScriptView<'_>, activity: Activity) -> Meaning {
    if let Some(files) = activity::count_files(script, activity) {
        meaning.attrs.push(Attr::new("files", &files.to_string()));
    }
    meaning
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
    // A negated pipeline ends with 1 when its command was well.
    if command.is_negated() {
        return None;
    }
    // A code from far away is not what a program here means by it; this one is the connection's.
    if command.is_remote() {
        let by_ssh = command.is_wrapped_in("ssh") && ending.status == 255;
        return by_ssh.then_some(codes::NO_CONNECTION);
    }
    if let Some(code) = of_repeated(command, ending) {
        return Some(code);
    }
    let program = command::program(command)?;
    if program == "find" {
        return of_find(command, ending);
    }
    codes::of_program(program, command, ending)
}

/// xargs ends with codes of its own. 123 says that one of the runs failed; if the program it ran says that 1 is an answer,
/// and nobody complained, that is what it was.
fn of_repeated(command: CommandView<'_>, ending: &Ending) -> Option<Code> {
    let (last, outer) = command.wrappers().split_last()?;
    let outer_tell = outer
        .iter()
        .all(|wrapper| command::is_transparent(&wrapper.name));
    if !matches!(last.name.as_str(), "xargs" | "gxargs") || !outer_tell {
        return None;
    }
    let failed = Code::error("one of the runs failed");
    match ending.status {
        123 => Some(answer_of_each(command, ending).unwrap_or(failed)),
        124 => Some(Code::error(
            "one of the runs ended with 255, so that xargs stopped",
        )),
        125 => Some(Code::error("one of the runs was ended by a signal")),
        _ => None,
    }
}

fn answer_of_each(command: CommandView<'_>, ending: &Ending) -> Option<Code> {
    let name = command
        .name()
        .filter(|_| matches!(command.binding(), "builtin" | "file"))?;
    let as_alone = Ending {
        status: 1,
        ..ending.clone()
    };
    let is_quiet = |text: &str| {
        let cluster = text.starts_with('-') && !text.starts_with("--");
        cluster && text.contains('s') || text.starts_with("--no-m") || text.starts_with("--si")
    };
    let hides = command.arguments().any(|word| word.may_be(is_quiet));
    let heard = !ending.stderr_tail.trim().is_empty() || command.redirects().next().is_some();
    codes::of_program(name, command, &as_alone)
        .filter(|code| code.harm == Harm::None && !hides && !heard)
}

/// find ends with 1 for everything. It is an answer only if all it complained of are folders it was not let into, or if
/// its complaints were not wanted, and if it runs nothing that could have complained or failed.
fn of_find(command: CommandView<'_>, ending: &Ending) -> Option<Code> {
    let runs = |word: WordView<'_>| {
        let begins = |value: &str| value.starts_with("-exec") || value.starts_with("-ok");
        word.may_be(begins)
    };
    if command.arguments().any(runs) {
        return None;
    }
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
