//! `shellward explain`: everything behind a decision.

use super::{args::ExplainArguments, check, exit_code::Code, render, ui::Ui};

/// Runs it.
pub(super) fn explain(arguments: ExplainArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let Some((decision, plan)) = check::decide(arguments.command, &arguments.settings, ui)? else {
        return Ok(Code::Usage);
    };
    ui.data(&render::explanation(&decision, &plan))?;
    Ok(check::code_of(decision.verdict))
}
