//! Whether a call may run beside others of its session (R4.10).

use crate::read::{BlockKind, Command, Script};

/// Words of the shell that move it elsewhere.
const MOVING: [&str; 4] = ["cd", "chdir", "popd", "pushd"];

/// Whether a script leaves the session's shell where it was. A session keeps nothing of a run but the working directory:
/// each run is a process of its own.
pub(super) fn keeps_the_session(script: &Script) -> bool {
    script
        .commands
        .iter()
        .all(|command| !moves(script, command) || is_in_a_shell_of_its_own(script, command))
}

fn moves(script: &Script, command: &Command) -> bool {
    !command.words.is_empty()
        && script
            .name(command)
            .is_none_or(|name| MOVING.contains(&name))
}

/// Whether a command runs in a subshell by its brackets. The parts of a pipeline do, too, but not the last one in zsh.
fn is_in_a_shell_of_its_own(script: &Script, command: &Command) -> bool {
    let mut at = Some(command.block);
    while let Some(block) = at.and_then(|index| script.blocks.get(index as usize)) {
        if matches!(block.kind, BlockKind::Subshell | BlockKind::Substitution) {
            return true;
        }
        at = block.parent;
    }
    false
}
