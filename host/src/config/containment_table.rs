//! The table `[containment]`: walls (R6.9).

use serde::Deserialize;
use toml::Spanned;

use super::{error::ConfigError, load::Reader, settings::Settings};
use crate::{
    plan::{AutoAllow, Containment, Network},
    rules::Wish,
};

/// The table.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ContainmentTable {
    /// Whether approved runs must be inside walls, should be, or are not.
    #[schemars(with = "Option<String>", extend("enum" = ["required", "preferred", "off", null]))]
    mode: Option<Spanned<Containment>>,
    /// Whether being inside walls is enough to run without asking.
    #[schemars(with = "Option<bool>")]
    auto_allow: Option<Spanned<bool>>,
    /// The network inside walls.
    #[schemars(with = "Option<String>", extend("enum" = ["off", "host", null]))]
    network: Option<Spanned<Network>>,
    /// Commands that never run inside walls, as `Bash(…)` rules.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    excluded: Vec<Spanned<String>>,
}

impl Reader<'_> {
    /// Takes it over.
    pub(super) fn containment_table(
        &self,
        table: ContainmentTable,
        settings: &mut Settings,
    ) -> Result<(), ConfigError> {
        if let Some(mode) = table.mode {
            self.single(
                settings,
                "containment.mode",
                mode.get_ref().code(),
                mode.span(),
            );
            settings.containment = mode.into_inner();
        }
        if let Some(auto_allow) = table.auto_allow {
            let value = auto_allow.get_ref().to_string();
            self.single(
                settings,
                "containment.auto-allow",
                &value,
                auto_allow.span(),
            );
            settings.auto_allow = if auto_allow.into_inner() {
                AutoAllow::On
            } else {
                AutoAllow::Off
            };
        }
        if let Some(network) = table.network {
            self.single(
                settings,
                "containment.network",
                network.get_ref().code(),
                network.span(),
            );
            settings.network = network.into_inner();
        }
        for rule in table.excluded {
            let at = rule.span().start;
            self.add(&mut settings.excluded, Wish::Allow, rule.get_ref(), at)?;
        }
        Ok(())
    }
}
