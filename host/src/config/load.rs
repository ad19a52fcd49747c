//! Reads a settings file. A broken one is an error with line and column, never "no rules" (R4.4).

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Deserialize;
use toml::Spanned;

use super::{env_vars::ConfigFile, hooks, mode::parse_mode, prompt_rules, settings::Settings};
use crate::{
    ids::{Digest, PolicyId},
    judge::{Authority, PolicySource, PolicySpec},
    limits::{MAX_TIMEOUT, OUTPUT_CHARS},
    plan::{AutoAllow, Containment, Network},
    rules::{Rule, RuleSet, Source, Wish},
};

/// The newest version of the file's form that is read (R1.3).
const VERSION: u32 = 1;
/// Most characters of returned text that may be asked for (R7.2).
const MAX_OUTPUT_CHARS: usize = 5 * OUTPUT_CHARS;
/// The name under which the layer is shown.
const LAYER: &str = "user";

/// Settings that can't be used. It names the file and, where there is one, the place in it.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {kind}", file.display(), place)]
pub struct ConfigError {
    file: PathBuf,
    place: Place,
    kind: ConfigErrorKind,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
enum ConfigErrorKind {
    #[error("can't be read: {0}")]
    Unreadable(io::Error),
    #[error("{0}")]
    Form(String),
    #[error("is of version {0}, and this shellward reads up to {VERSION} (hint: update shellward)")]
    Newer(u32),
    #[error("{0}")]
    Rule(crate::rules::RuleError),
    #[error("{0}")]
    Value(String),
}

/// Line and column, from 1.
#[derive(Clone, Copy, Debug, Default)]
struct Place(Option<(u32, u32)>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((line, column)) => write!(f, ":{line}:{column}"),
            None => Ok(()),
        }
    }
}

/// The file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    version: Option<u32>,
    mode: Option<Spanned<String>>,
    #[serde(default)]
    rules: Rules,
    #[serde(default)]
    containment: ContainmentTable,
    #[serde(default)]
    run: RunTable,
    #[serde(default)]
    policies: BTreeMap<String, PolicyTable>,
    #[serde(default)]
    hooks: Vec<hooks::HookTable>,
    #[serde(default)]
    prompt_rules: Vec<prompt_rules::PromptRuleTable>,
    prompt_judge: Option<prompt_rules::PromptJudgeTable>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a table with `allow`, `ask` and `deny`"
)]
struct Rules {
    #[serde(default)]
    allow: Vec<Spanned<String>>,
    #[serde(default)]
    ask: Vec<Spanned<String>>,
    #[serde(default)]
    deny: Vec<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ContainmentTable {
    mode: Option<Containment>,
    #[serde(default)]
    auto_allow: bool,
    network: Option<Network>,
    #[serde(default)]
    excluded: Vec<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RunTable {
    timeout_ms: Option<Spanned<u64>>,
    output_chars: Option<Spanned<usize>>,
    #[serde(default)]
    pass_variables: Vec<String>,
    #[serde(default)]
    roots: Vec<PathBuf>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PolicyTable {
    component: Option<PathBuf>,
    authority: Option<Authority>,
    settings: Option<toml::Table>,
    #[serde(default)]
    disabled: bool,
}

/// Reads settings. The person's own file may be missing, one that was named may not.
///
/// # Errors
/// The file can't be read, is not of this form, or holds a rule that can't be applied.
pub fn load(file: &ConfigFile, defaults: Vec<PolicySpec>) -> Result<Settings, ConfigError> {
    let path = &std::path::absolute(file.path()).map_err(|error| ConfigError {
        file: file.path().to_owned(),
        place: Place::default(),
        kind: ConfigErrorKind::Unreadable(error),
    })?;
    let mut settings = Settings::with_policies(defaults);
    // Also one that is not there: whoever makes it makes rules.
    settings.files.push(path.clone());
    let text = match (fs::read_to_string(path), file) {
        (Ok(text), _) => text,
        (Err(error), ConfigFile::Own(_)) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(settings);
        }
        (Err(error), _) => {
            return Err(ConfigError {
                file: path.clone(),
                place: Place::default(),
                kind: ConfigErrorKind::Unreadable(error),
            });
        }
    };
    settings.digest = Digest::of(text.as_bytes());
    Reader { path, text: &text }.read(settings)
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn read(&self, mut settings: Settings) -> Result<Settings, ConfigError> {
        let file: File = toml::from_str(self.text).map_err(|error| {
            let at = error.span().map(|span| span.start);
            self.error(at, ConfigErrorKind::Form(error.message().to_owned()))
        })?;
        if let Some(version) = file.version.filter(|version| *version > VERSION) {
            return Err(self.error(None, ConfigErrorKind::Newer(version)));
        }
        if let Some(mode) = &file.mode {
            settings.mode = parse_mode(mode.get_ref()).map_err(|message| {
                self.error(Some(mode.span().start), ConfigErrorKind::Value(message))
            })?;
        }
        for (wish, rules) in [
            (Wish::Allow, &file.rules.allow),
            (Wish::Ask, &file.rules.ask),
            (Wish::Deny, &file.rules.deny),
        ] {
            self.add(&mut settings.rules, wish, rules)?;
        }
        self.add(
            &mut settings.excluded,
            Wish::Allow,
            &file.containment.excluded,
        )?;
        settings.containment = file.containment.mode.unwrap_or(settings.containment);
        settings.network = file.containment.network.unwrap_or(settings.network);
        if file.containment.auto_allow {
            settings.auto_allow = AutoAllow::On;
        }
        self.run_table(file.run, &mut settings)?;
        self.policies(file.policies, &mut settings)?;
        let at_fault = |(at, message)| self.error(Some(at), ConfigErrorKind::Value(message));
        let folder = self.path.parent().unwrap_or(self.path);
        settings.hooks = hooks::read(file.hooks, folder, |at| self.source(at)).map_err(at_fault)?;
        settings.prompt_rules =
            prompt_rules::read(file.prompt_rules, |at| self.source(at)).map_err(at_fault)?;
        let judge = file
            .prompt_judge
            .map(|table| prompt_rules::judge(table, folder));
        settings.prompt_judge = judge.transpose().map_err(at_fault)?;
        Ok(settings)
    }

    fn add(
        &self,
        set: &mut RuleSet,
        wish: Wish,
        rules: &[Spanned<String>],
    ) -> Result<(), ConfigError> {
        for rule in rules {
            let at = rule.span().start;
            let source = self.source(at);
            Rule::parse(rule.get_ref())
                .and_then(|rule| set.add(wish, rule, source))
                .map_err(|error| self.error(Some(at), ConfigErrorKind::Rule(error)))?;
        }
        Ok(())
    }

    /// How a place in the file is shown.
    fn source(&self, at: usize) -> Source {
        Source {
            layer: LAYER.to_owned(),
            file: Some(self.path.display().to_string()),
            line: self.place(at).0.map(|(line, _)| line),
        }
    }

    fn run_table(&self, table: RunTable, settings: &mut Settings) -> Result<(), ConfigError> {
        if let Some(timeout) = table.timeout_ms {
            let limit = u64::try_from(MAX_TIMEOUT.as_millis()).unwrap_or(u64::MAX);
            if !(1..=limit).contains(timeout.get_ref()) {
                let message = format!(
                    "`timeout-ms` is {}; it must be 1 to {limit}",
                    timeout.get_ref()
                );
                return Err(self.error(Some(timeout.span().start), ConfigErrorKind::Value(message)));
            }
            settings.timeout = Duration::from_millis(timeout.into_inner());
        }
        if let Some(chars) = table.output_chars {
            if !(1..=MAX_OUTPUT_CHARS).contains(chars.get_ref()) {
                let message = format!(
                    "`output-chars` is {}; it must be 1 to {MAX_OUTPUT_CHARS}",
                    chars.get_ref()
                );
                return Err(self.error(Some(chars.span().start), ConfigErrorKind::Value(message)));
            }
            settings.output_chars = chars.into_inner();
        }
        if let Some(root) = table.roots.iter().find(|root| !root.is_absolute()) {
            let message = format!("the root `{}` is not an absolute path", root.display());
            return Err(self.error(None, ConfigErrorKind::Value(message)));
        }
        settings.roots = table.roots;
        settings.passed_variables = table.pass_variables;
        Ok(())
    }

    /// A policy under the name of a built-in one replaces it; another name adds one.
    fn policies(
        &self,
        tables: BTreeMap<String, PolicyTable>,
        settings: &mut Settings,
    ) -> Result<(), ConfigError> {
        for (name, table) in tables {
            let id = PolicyId::new(name.clone());
            let known = settings.policies.iter().position(|spec| spec.id == id);
            if table.disabled {
                let Some(index) = known else {
                    let message = format!("there is no policy `{name}` to disable");
                    return Err(self.error(None, ConfigErrorKind::Value(message)));
                };
                settings.policies.remove(index);
                continue;
            }
            let own = match table.settings {
                Some(settings) => serde_json::to_string(&settings).map_err(|error| {
                    let message = format!("the settings of the policy `{name}`: {error}");
                    self.error(None, ConfigErrorKind::Value(message))
                })?,
                None => String::new(),
            };
            let source = match (table.component, known) {
                (Some(component), _) => PolicySource::File(self.beside(&component)),
                (None, Some(_)) => PolicySource::Builtin,
                (None, None) => {
                    let message = format!(
                        "the policy `{name}` does not come with shellward (hint: name its `component`)"
                    );
                    return Err(self.error(None, ConfigErrorKind::Value(message)));
                }
            };
            // What somebody else wrote may restrict until the person says more (R3.10).
            let authority = table.authority.unwrap_or(match source {
                PolicySource::Builtin => Authority::Grant,
                PolicySource::File(_) => Authority::Restrict,
            });
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

    /// A relative path starts from the folder of the file it is written in.
    fn beside(&self, path: &Path) -> PathBuf {
        self.path
            .parent()
            .map_or_else(|| path.to_owned(), |folder| folder.join(path))
    }

    fn error(&self, at: Option<usize>, kind: ConfigErrorKind) -> ConfigError {
        ConfigError {
            file: self.path.to_owned(),
            place: at.map(|at| self.place(at)).unwrap_or_default(),
            kind,
        }
    }

    fn place(&self, at: usize) -> Place {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |last| last.chars().count())
            + 1;
        Place(u32::try_from(line).ok().zip(u32::try_from(column).ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings, String> {
        let builtin = PolicySpec {
            id: PolicyId::new("exit-codes"),
            source: PolicySource::Builtin,
            authority: Authority::Grant,
            settings: String::new(),
        };
        Reader {
            path: Path::new("/etc/x/config.toml"),
            text,
        }
        .read(Settings::with_policies(vec![builtin]))
        .map_err(|error| error.to_string())
    }

    #[test]
    fn a_missing_file_of_ones_own_is_no_settings_and_a_named_one_is_an_error() {
        let missing = PathBuf::from("/no/such/config.toml");
        assert!(load(&ConfigFile::Own(missing.clone()), Vec::new()).is_ok());
        let error = load(&ConfigFile::Named(missing), Vec::new()).unwrap_err();
        assert!(error.to_string().contains("/no/such/config.toml"));
    }

    #[test]
    fn errors_name_line_and_column() {
        let unknown = read("[rules]\nalow = []\n").unwrap_err();
        assert!(unknown.starts_with("/etc/x/config.toml:2:1: "), "{unknown}");
        let broken = read("[rules]\ndeny = [\"Bash(\"]\n").unwrap_err();
        assert!(broken.starts_with("/etc/x/config.toml:2:9: "), "{broken}");
        let zero = read("[run]\ntimeout-ms = 0\n").unwrap_err();
        assert!(zero.contains(":2:14: `timeout-ms` is 0"), "{zero}");
    }

    #[test]
    fn a_mode_is_known_or_an_error() {
        use crate::judge::Mode;
        assert_eq!(read("").unwrap().mode, Mode::Default);
        assert_eq!(read("mode = \"plan\"\n").unwrap().mode, Mode::Plan);
        let unknown = read("mode = \"free\"\n").unwrap_err();
        assert!(
            unknown.contains(":1:8: there is no mode `free`"),
            "{unknown}"
        );
    }

    #[test]
    fn a_newer_form_is_refused() {
        assert!(read("version = 2\n").unwrap_err().contains("version 2"));
    }

    #[test]
    fn rules_know_where_they_were_written() {
        let settings = read("[rules]\nallow = [\n  \"Bash(ls:*)\",\n]\n").unwrap();
        assert_eq!(settings.rules.entries()[0].source.line, Some(3));
    }

    #[test]
    fn a_component_replaces_the_policy_of_its_name_and_may_only_restrict() {
        let settings = read("[policies.exit-codes]\ncomponent = \"mine.wasm\"\n").unwrap();
        assert_eq!(settings.policies.len(), 1);
        let spec = &settings.policies[0];
        assert_eq!(spec.source, PolicySource::File("/etc/x/mine.wasm".into()));
        assert_eq!(spec.authority, Authority::Restrict);
    }

    #[test]
    fn settings_reach_the_policy_as_json() {
        let settings =
            read("[policies.exit-codes]\nauthority = \"grant\"\nsettings = { level = 2 }\n")
                .unwrap();
        assert_eq!(settings.policies[0].settings, "{\"level\":2}");
    }

    #[test]
    fn an_unknown_policy_without_component_is_an_error() {
        assert!(read("[policies.mine]\n").unwrap_err().contains("`mine`"));
    }
}
