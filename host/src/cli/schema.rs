//! `shellward schema`: JSON Schemas of the forms that others write.

use super::{
    args::{SchemaArguments, SchemaForm},
    exit_code::Code,
    ui::Ui,
};
use crate::call::CallForm;

/// Prints one.
pub(super) fn schema(arguments: &SchemaArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let schema = match arguments.form {
        SchemaForm::Call => CallForm::schema(),
    };
    ui.data(&serde_json::to_string_pretty(&schema)?)?;
    ui.data("\n")?;
    Ok(Code::Fine)
}
