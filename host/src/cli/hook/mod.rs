//! `shellward hook`: answers agents that ask before they run a command, and sets that up (R10.4).
//!
//! Whatever fails while answering, the answer is "ask", with the reason. It is never silence: an agent that hears nothing
//! goes on as if there were no hook.

mod claude_code;
mod install;
mod json;
mod settings;

use super::{args::HookCommand, exit_code::Code, ui::Ui};

/// Runs it.
pub(super) fn hook(command: HookCommand, ui: &mut Ui) -> anyhow::Result<Code> {
    match command {
        HookCommand::ClaudeCode(arguments) => claude_code::answer(&arguments, ui),
        HookCommand::Install(arguments) => install::install(&arguments, ui),
        HookCommand::Uninstall(arguments) => install::uninstall(&arguments, ui),
    }
}
