//! The checks on what was read: commands by what their names are bound to, assignments, words as written, stages of
//! pipelines. One file per family.

mod assignments;
pub(crate) mod builtins;
mod here;
pub(crate) mod interpreters;
pub(crate) mod jq;
mod pipes;
mod process;
mod quoting;
mod words;

pub(crate) use self::here::said;

use shellward_sdk::{CommandView, Resolved, ScriptView, WordView};

use crate::report::Report;

/// Looks at all commands.
pub(crate) fn look_at_structure(script: ScriptView<'_>, effects: &[Resolved], report: &mut Report) {
    for command in script.commands() {
        look_at_command(command, effects, report);
    }
    assignments::look(script, report);
    here::look(script, report);
}

fn look_at_command(command: CommandView<'_>, effects: &[Resolved], report: &mut Report) {
    builtins::look(command, report);
    assignments::look_at_names(command, report);
    words::look(command, report);
    pipes::look(command, report);
    process::look(command, effects, report);
    if names(command).any(|name| jq::is_jq(base_name(name))) {
        jq::look(command, report);
    }
}

/// Goes through the names that a command may have: more than one if its name is the variable of a loop. None if it calls
/// a function, whatever that is called.
fn names(command: CommandView<'_>) -> impl Iterator<Item = &str> {
    let name = command.words().next();
    let name = name.filter(|_| command.binding() != "function");
    let values = name.map_or(&[][..], WordView::values);
    values.iter().map(String::as_str)
}

/// Returns the last part of a path.
pub(crate) fn base_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
