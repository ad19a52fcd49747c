//! Reads settings files. A broken one is an error with line and column, never "no rules" (R4.4).

use std::{
    collections::BTreeMap,
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use serde::Deserialize;
use toml::Spanned;

use super::{
    containment_table::ContainmentTable,
    env_vars::{ConfigFile, EnvVars},
    error::{ConfigError, ConfigErrorKind, Place},
    hooks, import,
    layers::{Layer, LayerFile, layer_files, project_root},
    mode::parse_mode,
    policies_table::PolicyTable,
    prompt_rules,
    rules_table::RulesTable,
    run_table::RunTable,
    settings::{Origin, Settings},
    trust::{Pinned, TrustStore},
};
use crate::{ids::Digest, judge::PolicySpec, rules::Source, sys::files};

/// The newest version of the file's form that is read (R1.3).
const VERSION: u32 = 1;
/// Largest settings file, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// Settings of shellward.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Settings of shellward")]
pub(super) struct File {
    /// The version of this form.
    version: Option<u32>,
    /// Settings files of agents to take permissions from. Only in your own file.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    import: Vec<Spanned<String>>,
    /// The session's stance: default, plan, accept-edits or dont-ask.
    #[schemars(with = "Option<String>")]
    mode: Option<Spanned<String>>,
    /// Rules.
    #[serde(default)]
    rules: RulesTable,
    /// Walls.
    #[serde(default)]
    containment: ContainmentTable,
    /// Runs.
    #[serde(default)]
    run: RunTable,
    /// Policies, by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, PolicyTable>")]
    policies: BTreeMap<String, Spanned<PolicyTable>>,
    /// Programs that have a say before a call runs, or are told after it. Only in your own file.
    #[serde(default)]
    hooks: Vec<hooks::HookTable>,
    /// Rules in words. Only in your own file.
    #[serde(default)]
    prompt_rules: Vec<prompt_rules::PromptRuleTable>,
    /// The program that judges them. Only in your own file.
    prompt_judge: Option<prompt_rules::PromptJudgeTable>,
}

impl File {
    /// The files whose content it names, and which are trusted with it.
    fn names(&self) -> impl Iterator<Item = &Path> {
        let policies = self.policies.values();
        policies.filter_map(|policy| policy.get_ref().component.as_deref())
    }
}

/// Returns the JSON Schema of a settings file.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(File).to_value()
}

/// Reads one settings file, which is the person's own. It may be missing, unless it was named.
///
/// # Errors
/// The file can't be read, is not of this form, or holds a rule that can't be applied.
pub fn load(file: &ConfigFile, defaults: Vec<PolicySpec>) -> Result<Settings, ConfigError> {
    let file = LayerFile {
        layer: Layer::User,
        file: file.clone(),
    };
    load_files(&[file], None, &TrustStore::default(), defaults)
}

/// Checks the form of a settings file and its rules, before and after it is changed.
pub(super) fn check_text(path: &Path, text: &str) -> Result<(), ConfigError> {
    let reader = Reader {
        layer: Layer::User,
        path,
        text,
        pinned: None,
    };
    let file = reader.parse()?;
    reader.rules_table(&file.rules, &mut Settings::with_policies(Vec::new()))
}

/// Reads the settings of all layers, for work in a directory.
///
/// # Errors
/// A file can't be read, is not of this form, or holds a rule that can't be applied.
pub fn load_layers(
    environment: &EnvVars,
    directory: &Path,
    defaults: Vec<PolicySpec>,
) -> Result<Settings, ConfigError> {
    let project = project_of(environment, directory)?;
    let files = layer_files(environment, Some(&project));
    let trust = TrustStore::open(&environment.state)?;
    let home = Some(environment.home.as_path());
    let mut settings = load_files(&files, home, &trust, defaults)?;
    settings.project = Some(project);
    Ok(settings)
}

/// Returns the folder whose settings hold in a directory: the project, or the directory itself.
///
/// # Errors
/// The directory is not there.
pub fn project_of(environment: &EnvVars, directory: &Path) -> Result<PathBuf, ConfigError> {
    let real = |path: &Path| {
        std::fs::canonicalize(path).map_err(|error| ConfigError::unreadable(path, error))
    };
    let directory = real(directory)?;
    let home = std::fs::canonicalize(&environment.home).ok();
    Ok(project_root(&directory, home.as_deref()).unwrap_or(directory))
}

/// Reads files, lowest layer first.
pub(super) fn load_files(
    files: &[LayerFile],
    home: Option<&Path>,
    trust: &TrustStore,
    defaults: Vec<PolicySpec>,
) -> Result<Settings, ConfigError> {
    let mut settings = Settings::with_policies(defaults);
    let mut documents = Vec::new();
    for file in files {
        let path = absolute(file.file.path())?;
        // Also one that is not there: whoever makes it makes rules.
        settings.files.push(path.clone());
        if let Some(document) = Document::read(file, path, trust)? {
            documents.push(document);
        }
    }
    let mut digests = Vec::new();
    let readers = documents.iter().map(Document::reader);
    // What is imported is the lowest of all layers, whoever names it.
    let mut files = Vec::new();
    for reader in readers {
        let file = reader.parse()?;
        for import in reader.imports(&file, home, &mut settings) {
            let text = import::read(&import, &mut settings)?;
            digests.push(Digest::of(text.as_bytes()));
        }
        files.push((reader, file));
    }
    for (reader, file) in files {
        digests.push(Digest::of_parts([
            reader.layer.code().as_bytes(),
            reader.text.as_bytes(),
            &[u8::from(reader.is_heard())],
        ]));
        reader.apply(file, &mut settings)?;
    }
    settings.digest = Digest::of_parts(digests.iter().map(|one| one.as_bytes().as_slice()));
    Ok(settings)
}

fn absolute(path: &Path) -> Result<PathBuf, ConfigError> {
    std::path::absolute(path).map_err(|error| ConfigError::unreadable(path, error))
}

/// Reads a text. None: it is missing.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, ConfigError> {
    let unreadable = |error| ConfigError::unreadable(path, error);
    let Some(bytes) = files::read_regular(path, MAX_FILE_BYTES).map_err(unreadable)? else {
        return Ok(None);
    };
    let text = String::from_utf8(bytes);
    text.map(Some)
        .map_err(|_| unreadable(io::Error::other("it is not UTF-8")))
}

/// A file that was read, once: what is looked at here is what is used.
struct Document {
    layer: Layer,
    path: PathBuf,
    text: String,
    pinned: Option<Pinned>,
}

impl Document {
    fn read(
        file: &LayerFile,
        path: PathBuf,
        trust: &TrustStore,
    ) -> Result<Option<Self>, ConfigError> {
        let Some(text) = read_text(&path)? else {
            return match file.file {
                ConfigFile::Own(_) => Ok(None),
                ConfigFile::Named(_) => Err(ConfigError::unreadable(
                    &path,
                    io::ErrorKind::NotFound.into(),
                )),
            };
        };
        let digest = Digest::of(text.as_bytes());
        Ok(Some(Self {
            layer: file.layer,
            pinned: trust.pinned(&path, digest).cloned(),
            path,
            text,
        }))
    }

    fn reader(&self) -> Reader<'_> {
        Reader {
            layer: self.layer,
            path: &self.path,
            text: &self.text,
            pinned: self.pinned.as_ref(),
        }
    }
}

/// Takes over what one file says.
pub(super) struct Reader<'a> {
    pub(super) layer: Layer,
    pub(super) path: &'a Path,
    pub(super) text: &'a str,
    /// What was pinned when the file was trusted.
    pub(super) pinned: Option<&'a Pinned>,
}

impl Reader<'_> {
    /// Whether all of it counts, and not only what tightens.
    fn is_heard(&self) -> bool {
        !self.layer.is_in_tree() || self.pinned.is_some()
    }

    pub(super) fn parse(&self) -> Result<File, ConfigError> {
        let file: File = toml::from_str(self.text).map_err(|error| {
            let at = error.span().map(|span| span.start);
            self.error(at, ConfigErrorKind::Form(error.message().to_owned()))
        })?;
        match file.version.filter(|version| *version > VERSION) {
            Some(found) => {
                let known = VERSION;
                Err(self.error(None, ConfigErrorKind::Newer { found, known }))
            }
            None => Ok(file),
        }
    }

    /// The files whose content a file names, absolute.
    pub(super) fn named(&self, file: &File) -> Vec<PathBuf> {
        file.names().map(|path| self.beside(path)).collect()
    }

    /// The agents' settings that it takes over. No file of the tree may: they would be anybody's.
    fn imports(&self, file: &File, home: Option<&Path>, settings: &mut Settings) -> Vec<PathBuf> {
        if self.layer.is_in_tree() {
            if self.is_heard() && !file.import.is_empty() {
                let note = format!(
                    "{}: `import` counts only in your own file",
                    self.path.display()
                );
                settings.notes.push(note);
            }
            return Vec::new();
        }
        let paths = file.import.iter().map(|path| {
            self.listed(settings, "import", path.get_ref(), path.span());
            match (path.get_ref().strip_prefix("~/"), home) {
                (Some(rest), Some(home)) => home.join(rest),
                _ => self.beside(Path::new(path.get_ref())),
            }
        });
        paths.collect()
    }

    pub(super) fn apply(&self, mut file: File, settings: &mut Settings) -> Result<(), ConfigError> {
        if !self.is_heard() {
            let ignored = self.ignored();
            if !ignored.is_empty() {
                settings.notes.push(format!(
                    "{} is not trusted, so only its deny and ask rules hold; ignored: {} (hint: read it, then \
                     `shellward config trust`)",
                    self.path.display(),
                    ignored.join(", ")
                ));
            }
            file = File {
                rules: RulesTable {
                    allow: Vec::new(),
                    ..file.rules
                },
                ..File::default()
            };
        }
        self.rules_table(&file.rules, settings)?;
        self.containment_table(file.containment, settings)?;
        self.run_table(file.run, settings)?;
        self.policies(file.policies, settings)?;
        if let Some(mode) = file.mode {
            let at = mode.span();
            let value = parse_mode(mode.get_ref())
                .map_err(|error| self.error(Some(at.start), ConfigErrorKind::Value(error)))?;
            settings.mode = value;
            self.single(settings, "mode", mode.get_ref(), at);
        }
        self.consultants(file.hooks, file.prompt_rules, file.prompt_judge, settings)
    }

    /// Hooks, and rules in words with who judges them. No file of the tree names any, trusted or not: what a run can write
    /// must never be run outside of the walls.
    fn consultants(
        &self,
        hooks: Vec<hooks::HookTable>,
        prompt_rules: Vec<prompt_rules::PromptRuleTable>,
        judge: Option<prompt_rules::PromptJudgeTable>,
        settings: &mut Settings,
    ) -> Result<(), ConfigError> {
        if self.layer.is_in_tree() {
            if !hooks.is_empty() || !prompt_rules.is_empty() || judge.is_some() {
                settings.notes.push(format!(
                    "{}: hooks, prompt rules and a prompt judge count only in your own file",
                    self.path.display()
                ));
            }
            return Ok(());
        }
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        let wrong = |(at, message)| self.error(Some(at), ConfigErrorKind::Value(message));
        let source = |at| self.source(at);
        let hooks = hooks::read(hooks, folder, source).map_err(wrong)?;
        for hook in &hooks {
            settings.origins.push(Origin {
                key: "hooks".to_owned(),
                value: hook.name.clone(),
                source: hook.source.clone(),
            });
        }
        settings.hooks.extend(hooks);
        let rules = prompt_rules::read(prompt_rules, source).map_err(wrong)?;
        for rule in &rules {
            settings.origins.push(Origin {
                key: format!("prompt-rules.{}", rule.wish),
                value: rule.when.clone(),
                source: rule.source.clone(),
            });
        }
        settings.prompt_rules.extend(rules);
        if let Some(judge) = judge {
            let at = judge.span();
            let program = prompt_rules::judge(judge, folder).map_err(wrong)?;
            self.single(
                settings,
                "prompt-judge",
                &program.path.display().to_string(),
                at,
            );
            settings.prompt_judge = Some(program);
        }
        Ok(())
    }

    /// What is in the file besides deny and ask rules. Whatever tables there will be, they are among it.
    fn ignored(&self) -> Vec<String> {
        let Ok(table) = toml::from_str::<toml::Table>(self.text) else {
            return Vec::new();
        };
        let rules = table.get("rules").and_then(toml::Value::as_table);
        let allow = rules.and_then(|rules| rules.get("allow"));
        let others = table
            .keys()
            .filter(|key| !matches!(key.as_str(), "version" | "rules"))
            .map(|key| format!("`{}`", crate::untrusted::tame(key, 40)));
        others
            .chain(allow.map(|_| "`rules.allow`".to_owned()))
            .collect()
    }

    /// Notes where the one value of a setting comes from, in place of what lower layers said.
    pub(super) fn single(
        &self,
        settings: &mut Settings,
        key: &str,
        value: &str,
        span: Range<usize>,
    ) {
        settings.origins.retain(|origin| origin.key != key);
        self.listed(settings, key, value, span);
    }

    /// Notes where one of the values of a setting comes from.
    pub(super) fn listed(
        &self,
        settings: &mut Settings,
        key: &str,
        value: &str,
        span: Range<usize>,
    ) {
        settings.origins.push(Origin {
            key: key.to_owned(),
            value: value.to_owned(),
            source: self.source(span.start),
        });
    }

    /// How a place in the file is shown.
    pub(super) fn source(&self, at: usize) -> Source {
        Source {
            layer: self.layer.code().to_owned(),
            file: Some(self.path.display().to_string()),
            line: self.place(at).line(),
        }
    }

    /// A relative path starts from the folder of the file it is written in.
    pub(super) fn beside(&self, path: &Path) -> PathBuf {
        self.path
            .parent()
            .map_or_else(|| path.to_owned(), |folder| folder.join(path))
    }

    pub(super) fn error(&self, at: Option<usize>, kind: ConfigErrorKind) -> ConfigError {
        ConfigError {
            file: self.path.to_owned(),
            place: at.map(|at| self.place(at)).unwrap_or_default(),
            kind,
        }
    }

    pub(super) fn place(&self, at: usize) -> Place {
        Place::of(self.text, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ids::PolicyId,
        judge::{Authority, PolicySource},
    };

    fn read(text: &str) -> Result<Settings, String> {
        let builtin = PolicySpec {
            id: PolicyId::new("exit-codes"),
            source: PolicySource::Builtin,
            authority: Authority::Grant,
            settings: String::new(),
        };
        let reader = Reader {
            layer: Layer::User,
            path: Path::new("/etc/x/config.toml"),
            text,
            pinned: None,
        };
        let mut settings = Settings::with_policies(vec![builtin]);
        let applied = reader
            .parse()
            .and_then(|file| reader.apply(file, &mut settings));
        applied
            .map(|()| settings)
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

    #[test]
    fn examples_of_a_rule_are_tried_and_a_wrong_one_is_named_with_its_place() {
        let rule = |more: &str| {
            read(&format!(
                "[rules]\ndeny = [\n  {{ rule = \"Bash(git push:*)\", {more} }},\n]\n"
            ))
        };
        assert!(rule("match = [\"git push origin\"], no_match = [\"git pull\"]").is_ok());
        let error = rule("match = [\"git pull\"]").unwrap_err();
        assert!(error.starts_with("/etc/x/config.toml:3:41: "), "{error}");
        assert!(
            error.contains("does not match its example `git pull`"),
            "{error}"
        );
        let error = rule("no_match = [\"git -C x push\"]").unwrap_err();
        assert!(error.contains("matches its example"), "{error}");
        assert!(rule("mach = []").unwrap_err().contains("mach"));
    }

    #[test]
    fn a_rule_as_good_as_everything_is_pointed_out() {
        let settings = read("[rules]\nallow = [\"Bash(bash:*)\", \"Bash(ls:*)\"]\n").unwrap();
        assert_eq!(settings.notes.len(), 1, "{:?}", settings.notes);
        assert!(settings.notes[0].starts_with("/etc/x/config.toml:2: the allow rule Bash(bash:*)"));
    }
}
