//! `shellward config allow|ask|deny|revoke`: writes rules to a layer and takes them out again (R4.5).

use std::path::Path;

use clap::Args;

use super::{args::SettingsArguments, check, exit_code::Code, ui::Ui};
use crate::{
    config::{RuleLayer, add_rule, allow_in, project_of, remove_rule},
    rules::Wish,
};

/// A rule and where it stands.
#[derive(Debug, Args)]
pub(super) struct EditArguments {
    /// The rule, such as `Bash(git push:*)`.
    #[arg(value_name = "RULE")]
    rule: String,
    /// Where it is kept: user, local or project.
    #[arg(long, value_name = "LAYER", default_value = "user", value_parser = layer)]
    layer: RuleLayer,
    #[command(flatten)]
    settings: SettingsArguments,
}

fn layer(name: &str) -> Result<RuleLayer, String> {
    RuleLayer::from_code(name).ok_or_else(|| "layers are user, local and project".to_owned())
}

/// Writes a rule with a wish, or without one takes it out.
pub(super) fn edit(
    wish: Option<Wish>,
    arguments: &EditArguments,
    ui: &mut Ui,
) -> anyhow::Result<Code> {
    let environment = check::environment(&arguments.settings)?;
    // To ask about more or to deny more is anybody's.
    if !matches!(wish, Some(Wish::Ask | Wish::Deny)) {
        check::by_a_person(&environment, "allow more")?;
    }
    let project = project_of(&environment, Path::new("."))?;
    let file = arguments.layer.file(environment.config.path(), &project);
    let rule = &arguments.rule;
    let done = match wish {
        Some(Wish::Allow) if allow_in(&environment, &project, arguments.layer, rule)? => {
            format!("allow {rule}: written")
        }
        Some(wish @ (Wish::Ask | Wish::Deny)) if add_rule(&file, wish, rule)? => {
            format!("{wish} {rule}: written")
        }
        Some(wish) => format!("{wish} {rule}: was there already"),
        None => {
            let wishes = remove_rule(&file, rule)?;
            let wishes: Vec<&str> = wishes.into_iter().map(Wish::code).collect();
            format!("{} {rule}: revoked", wishes.join(" and "))
        }
    };
    ui.say(&format!("{done} ({})", file.display()));
    Ok(Code::Fine)
}
