//! Settings of agents, `settings.json`, as the lowest layer (R10.7). They count only where the person's own settings say so:
//!
//! ```toml
//! import = ["~/.claude/settings.json"]
//! ```
//!
//! Taken over are `permissions` with `allow`, `ask`, `deny`, `additionalDirectories`, and `sandbox` with `enabled`,
//! `autoAllowBashIfSandboxed`, `excludedCommands`. Of the tools there are `Bash`, `Read`, `Edit`, `Write` (as `Edit`) and
//! `WebFetch(domain:…)` (as `Connect`). What is not taken over is said, unless it is about something else altogether. A
//! deny or ask rule of such a tool that can't be read is an error: what it was meant to stop would run.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::{
    error::{ConfigError, ConfigErrorKind, Place},
    layers::Layer,
    load::read_text,
    mode::parse_mode,
    settings::{Origin, Settings},
};
use crate::{
    plan::{AutoAllow, Containment},
    rules::{Rule, RuleSet, Source, Wish},
    untrusted::tame,
};

/// Longest part of such a file that is shown, in characters.
const MAX_SHOWN_CHARS: usize = 100;

/// The file, as far as it is looked at. Other tools keep other things in it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    #[serde(default)]
    permissions: Permissions,
    #[serde(default)]
    sandbox: Sandbox,
    hooks: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Permissions {
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    ask: Vec<String>,
    #[serde(default)]
    deny: Vec<String>,
    #[serde(default)]
    additional_directories: Vec<PathBuf>,
    default_mode: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sandbox {
    enabled: Option<bool>,
    auto_allow_bash_if_sandboxed: Option<bool>,
    #[serde(default)]
    excluded_commands: Vec<String>,
    network: Option<Value>,
}

/// Reads one and takes it over. Returns its text.
///
/// # Errors
/// It is not there, is no such file, or holds a deny or ask rule that can't be applied.
pub(super) fn read(path: &Path, settings: &mut Settings) -> Result<String, ConfigError> {
    let path = std::path::absolute(path).map_err(|error| ConfigError::unreadable(path, error))?;
    // Whoever writes to it makes rules.
    settings.files.push(path.clone());
    let text = read_text(&path)?
        .ok_or_else(|| ConfigError::unreadable(&path, std::io::ErrorKind::NotFound.into()))?;
    let file: File = serde_json::from_str(&text).map_err(|error| ConfigError {
        file: path.clone(),
        place: Place(
            u32::try_from(error.line())
                .ok()
                .zip(u32::try_from(error.column()).ok()),
        ),
        kind: ConfigErrorKind::Form(error.to_string()),
    })?;
    let import = Import {
        path: &path,
        text: &text,
    };
    import.apply(&file, settings)?;
    Ok(text)
}

/// One file that is taken over.
struct Import<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Import<'_> {
    fn apply(&self, file: &File, settings: &mut Settings) -> Result<(), ConfigError> {
        let permissions = &file.permissions;
        for (wish, rules) in [
            (Wish::Allow, &permissions.allow),
            (Wish::Ask, &permissions.ask),
            (Wish::Deny, &permissions.deny),
        ] {
            for rule in rules {
                self.rule(wish, rule, settings)?;
            }
        }
        for directory in &permissions.additional_directories {
            let shown = directory.display().to_string();
            if directory.is_absolute() && directory.is_dir() {
                self.origin(settings, "run.roots", &shown, &shown);
                settings.roots.push(directory.clone());
            } else {
                self.note(
                    settings,
                    &format!("the directory {shown} is not there, or not absolute"),
                );
            }
        }
        self.sandbox(&file.sandbox, settings);
        match permissions.default_mode.as_deref() {
            None | Some("default") => {}
            Some("bypassPermissions") => self.note(
                settings,
                "WARNING: `bypassPermissions` is not honoured: nothing here runs unjudged, so the mode is the default",
            ),
            Some(name) => match parse_mode(name) {
                Ok(mode) => {
                    settings.mode = mode;
                    self.origin(settings, "mode", mode.code(), "\"defaultMode\"");
                }
                Err(error) => self.note(settings, &format!("`defaultMode`: {error}")),
            },
        }
        if file.hooks.is_some() {
            self.note(
                settings,
                "`hooks` are not taken over; the agent goes on running them itself",
            );
        }
        Ok(())
    }

    fn rule(&self, wish: Wish, text: &str, settings: &mut Settings) -> Result<(), ConfigError> {
        let Some(ours) = translated(wish, text) else {
            self.note(
                settings,
                &format!("the {wish} rule {text} is of no tool that is judged here"),
            );
            return Ok(());
        };
        let added =
            Rule::parse(&ours).and_then(|rule| settings.rules.add(wish, rule, self.source(text)));
        match (added, wish) {
            (Ok(_), _) => Ok(()),
            (Err(error), Wish::Allow) => {
                self.note(settings, &format!("{error}; it allows nothing"));
                Ok(())
            }
            (Err(error), Wish::Ask | Wish::Deny) => Err(ConfigError {
                file: self.path.to_owned(),
                place: self.place(text),
                kind: ConfigErrorKind::Rule(error),
            }),
        }
    }

    fn sandbox(&self, sandbox: &Sandbox, settings: &mut Settings) {
        if let Some(enabled) = sandbox.enabled {
            settings.containment = if enabled {
                Containment::Preferred
            } else {
                Containment::Off
            };
            let value = settings.containment.code();
            self.origin(settings, "containment.mode", value, "\"enabled\"");
        }
        if let Some(auto_allow) = sandbox.auto_allow_bash_if_sandboxed {
            settings.auto_allow = if auto_allow {
                AutoAllow::On
            } else {
                AutoAllow::Off
            };
            let value = auto_allow.to_string();
            self.origin(
                settings,
                "containment.auto-allow",
                &value,
                "\"autoAllowBashIfSandboxed\"",
            );
        }
        for command in &sandbox.excluded_commands {
            if let Err(error) = add_excluded(&mut settings.excluded, command, self.source(command))
            {
                self.note(settings, &format!("{error}; it stays inside walls"));
            }
        }
        if sandbox.network.is_some() {
            self.note(settings, "`sandbox.network` is not taken over");
        }
    }

    fn note(&self, settings: &mut Settings, message: &str) {
        let message = tame(message, MAX_SHOWN_CHARS * 3);
        settings
            .notes
            .push(format!("{}: {message}", self.path.display()));
    }

    fn origin(&self, settings: &mut Settings, key: &str, value: &str, written: &str) {
        settings.origins.push(Origin {
            key: key.to_owned(),
            value: value.to_owned(),
            source: self.source(written),
        });
    }

    fn source(&self, written: &str) -> Source {
        Source {
            layer: Layer::Imported.code().to_owned(),
            file: Some(self.path.display().to_string()),
            line: self.place(written).line(),
        }
    }

    /// JSON tells no places, so what is written is looked for.
    fn place(&self, written: &str) -> Place {
        let at = self.text.find(written.trim_matches('"'));
        at.map(|at| Place::of(self.text, at)).unwrap_or_default()
    }
}

fn add_excluded(
    set: &mut RuleSet,
    command: &str,
    source: Source,
) -> Result<u32, crate::rules::RuleError> {
    set.add(
        Wish::Allow,
        Rule::parse(&format!("Bash({command})"))?,
        source,
    )
}

/// Returns our rule for theirs. None: it is of a tool that is not judged here.
fn translated(wish: Wish, text: &str) -> Option<String> {
    let (tool, body) = match text.trim().split_once('(') {
        Some((tool, body)) => (tool, Some(body)),
        None => (text.trim(), None),
    };
    let with_body = |ours: &str| match body {
        // There, `/x` is in the project.
        Some(path) if wish == Wish::Allow && path.starts_with('/') && !path.starts_with("//") => {
            format!("{ours}(.{path}")
        }
        Some(body) => format!("{ours}({body}"),
        None => ours.to_owned(),
    };
    match tool {
        "Bash" => Some(text.to_owned()),
        "Read" => Some(with_body("Read")),
        "Edit" | "Write" | "MultiEdit" => Some(with_body("Edit")),
        "WebFetch" => {
            let domain = body?.strip_prefix("domain:")?;
            Some(format!("Connect({domain}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Mode;

    fn imported(text: &str) -> Result<Settings, String> {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("settings.json");
        std::fs::write(&path, text).unwrap();
        let mut settings = Settings::with_policies(Vec::new());
        let read = read(&path, &mut settings);
        read.map(|_| settings).map_err(|error| error.to_string())
    }

    #[test]
    fn rules_are_taken_over_under_our_names() {
        let settings = imported(
            r#"{"permissions": {
                "allow": ["Bash(npm test:*)", "WebFetch(domain:docs.example)", "mcp__x", "Edit(/src/**)"],
                "deny": ["Read(./.env)", "Write(./dist/**)"]}}"#,
        )
        .unwrap();
        let rules: Vec<_> = settings
            .rules
            .entries()
            .iter()
            .map(|entry| entry.rule.to_string())
            .collect();
        assert_eq!(
            rules,
            [
                "Bash(npm test:*)",
                "Connect(docs.example)",
                "Edit(./src/**)",
                "Read(./.env)",
                "Edit(./dist/**)"
            ]
        );
        assert_eq!(settings.rules.entries()[3].source.line, Some(3));
        assert_eq!(settings.rules.entries()[3].source.layer, "imported");
        assert!(settings.notes[0].contains("mcp__x"), "{:?}", settings.notes);
    }

    #[test]
    fn the_mode_of_an_agent_is_ours_of_the_same_meaning() {
        for (theirs, ours) in [
            ("acceptEdits", Mode::AcceptEdits),
            ("plan", Mode::Plan),
            ("dontAsk", Mode::DontAsk),
        ] {
            let text = format!(r#"{{"permissions": {{"defaultMode": "{theirs}"}}}}"#);
            assert_eq!(imported(&text).unwrap().mode, ours);
        }
        let unheard = imported(r#"{"permissions": {"defaultMode": "auto"}}"#).unwrap();
        assert_eq!((unheard.mode, unheard.notes.len()), (Mode::Default, 1));
    }

    #[test]
    fn what_cannot_be_honoured_is_said_loudly() {
        let settings = imported(
            r#"{"permissions": {"defaultMode": "bypassPermissions"}, "hooks": {}, "model": "x",
                "sandbox": {"enabled": true, "autoAllowBashIfSandboxed": true, "excludedCommands": ["docker:*"]}}"#,
        )
        .unwrap();
        assert!(
            settings.notes[0].contains("WARNING"),
            "{:?}",
            settings.notes
        );
        assert_eq!(settings.notes.len(), 2);
        assert_eq!(settings.auto_allow, AutoAllow::On);
        assert_eq!(settings.excluded.entries().len(), 1);
    }

    #[test]
    fn a_deny_rule_that_cannot_be_read_is_an_error_and_an_allow_rule_a_note() {
        let error = imported("{\"permissions\": {\n\"deny\": [\"Bash(rm\"]}}").unwrap_err();
        assert!(
            error.contains("settings.json:2:11: rule `Bash(rm`"),
            "{error}"
        );
        let settings = imported(r#"{"permissions": {"allow": ["Bash(rm"]}}"#).unwrap();
        assert_eq!(
            (settings.rules.entries().len(), settings.notes.len()),
            (0, 1)
        );
        let broken = imported("{\n  x").unwrap_err();
        assert!(broken.contains("settings.json:2:"), "{broken}");
    }
}
