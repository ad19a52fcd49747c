//! The tables `[policies.NAME]`: which policies there are and how far their word counts (R3.10).

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use toml::Spanned;

use super::{
    error::{ConfigError, ConfigErrorKind},
    load::Reader,
    settings::Settings,
};
use crate::{
    ids::PolicyId,
    judge::{Authority, PolicySource, PolicySpec},
};

/// One of them.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PolicyTable {
    /// The component, if it doesn't come with shellward. A relative path starts from this file.
    #[schemars(with = "Option<String>")]
    pub(super) component: Option<PathBuf>,
    /// How far its word counts.
    #[schemars(with = "Option<String>", extend("enum" = ["advise", "restrict", "grant", null]))]
    authority: Option<Authority>,
    /// Its own settings.
    #[schemars(with = "Option<BTreeMap<String, serde_json::Value>>")]
    settings: Option<toml::Table>,
    /// Whether it is left out.
    #[serde(default)]
    disabled: bool,
}

impl Reader<'_> {
    /// A policy under the name of a built-in one replaces it; another name adds one.
    pub(super) fn policies(
        &self,
        tables: BTreeMap<String, Spanned<PolicyTable>>,
        settings: &mut Settings,
    ) -> Result<(), ConfigError> {
        for (name, table) in tables {
            let span = table.span();
            let at = Some(span.start);
            let table = table.into_inner();
            let id = PolicyId::new(name.clone());
            let known = settings.policies.iter().position(|spec| spec.id == id);
            if table.disabled {
                let Some(index) = known else {
                    let message = format!("there is no policy `{name}` to disable");
                    return Err(self.error(at, ConfigErrorKind::Value(message)));
                };
                settings.policies.remove(index);
                self.single(settings, &format!("policies.{name}"), "disabled", span);
                continue;
            }
            let own = match table.settings {
                Some(settings) => serde_json::to_string(&settings).map_err(|error| {
                    let message = format!("the settings of the policy `{name}`: {error}");
                    self.error(at, ConfigErrorKind::Value(message))
                })?,
                None => String::new(),
            };
            let source = match (table.component, known) {
                (Some(component), _) => self.component(&component),
                (None, Some(_)) => PolicySource::Builtin,
                (None, None) => {
                    let message = format!(
                        "the policy `{name}` does not come with shellward (hint: name its `component`)"
                    );
                    return Err(self.error(at, ConfigErrorKind::Value(message)));
                }
            };
            // What somebody else wrote may restrict until the person says more (R3.10).
            let authority = table.authority.unwrap_or(match source {
                PolicySource::Builtin => Authority::Grant,
                PolicySource::File(_) | PolicySource::Pinned { .. } => Authority::Restrict,
            });
            let shown = match &source {
                PolicySource::Builtin => authority.code().to_owned(),
                PolicySource::File(file) | PolicySource::Pinned { file, .. } => {
                    format!("{authority} ({})", file.display())
                }
            };
            self.single(settings, &format!("policies.{name}"), &shown, span);
            let spec = PolicySpec {
                id,
                source,
                authority,
                settings: own,
            };
            match known.and_then(|index| settings.policies.get_mut(index)) {
                Some(place) => *place = spec,
                None => settings.policies.push(spec),
            }
        }
        Ok(())
    }

    /// The component at a path. One that a trusted file of the tree names is the one that was there when it was trusted.
    fn component(&self, path: &Path) -> PolicySource {
        let file = self.beside(path);
        match self.pinned.and_then(|pinned| pinned.named(&file)) {
            Some(digest) => PolicySource::Pinned { file, digest },
            None => PolicySource::File(file),
        }
    }
}
