//! The call as it comes from outside (R1.1, R1.3): its fields and their JSON Schema.
//!
//! The inner call may carry more than this, such as a prepared edit of a file (R1.2). Nothing from outside can: [`Call`] is
//! not read by `serde`, and this form knows the fields below and refuses every other one by name.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Background, Call, CallError, WallsWish, coerce::Fields};
use crate::{limits, untrusted::tame};

/// The newest version of the form that is read (R1.3).
pub const CALL_VERSION: u32 = 1;

/// A shell command to run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Call")]
pub struct CallForm {
    /// The version of this form. Without it, the newest.
    #[schemars(range(min = 1, max = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The shell command, as it would be typed. At most 131072 bytes.
    #[schemars(length(min = 1, max = 131_072))]
    pub command: String,
    /// The time limit in milliseconds. Without it, 120000; what is more than the configured maximum is cut to it.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u64>,
    /// What the command does, in a few words and in the active voice.
    #[schemars(extend("examples" = [
        "List files in the current directory",
        "Show what changed since the last commit",
        "Install the packages that package.json names",
        "Find and delete all compiled Python files below src"
    ]))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Whether it runs on while other calls are made; its output is read later.
    #[schemars(default)]
    pub run_in_background: bool,
    /// Whether it runs without walls. A person is then asked, unless it is harmless.
    #[serde(rename = "dangerouslyDisableSandbox")]
    #[schemars(default)]
    pub dangerously_disable_sandbox: bool,
    /// The shell that it is written for. Without it, the one that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell: Option<ShellName>,
    /// Text for its standard input. Without it, there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdin: Option<String>,
}

/// A shell language that a call may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum ShellName {
    /// GNU bash.
    Bash,
    /// zsh.
    Zsh,
    /// PowerShell. Not built in yet, and refused by name.
    Powershell,
}

impl ShellName {
    /// Returns the word that is used for it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Powershell => "powershell",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        [Self::Bash, Self::Zsh, Self::Powershell]
            .into_iter()
            .find(|name| name.code() == code)
    }
}

/// Every field, as it is written.
const FIELDS: [&str; 8] = [
    "version",
    "command",
    "timeout",
    "description",
    "run_in_background",
    "dangerouslyDisableSandbox",
    "shell",
    "stdin",
];

impl CallForm {
    /// Reads the form from JSON. Numbers and booleans that are written as texts are understood.
    ///
    /// # Errors
    /// It names the field that is unknown, of a wrong type or out of bounds.
    ///
    /// # Examples
    /// ```
    /// use shellward::call::CallForm;
    ///
    /// let form = CallForm::from_json(r#"{"command": "make", "timeout": "120000"}"#)?;
    /// assert_eq!(form.timeout, Some(120_000));
    /// let error = CallForm::from_json(r#"{"command": "make", "edit": {}}"#).unwrap_err();
    /// assert!(error.to_string().contains("`edit`"));
    /// # Ok::<(), shellward::CallError>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Self, CallError> {
        Self::from_fields(serde_json::from_str(text))
    }

    /// The same, from a value that was read before.
    ///
    /// # Errors
    /// As [`CallForm::from_json`].
    pub fn from_value(value: serde_json::Value) -> Result<Self, CallError> {
        Self::from_fields(serde_json::from_value(value))
    }

    fn from_fields(fields: Result<Fields, serde_json::Error>) -> Result<Self, CallError> {
        let mut fields = fields.map_err(|error| CallError::NotAnObject {
            why: error.to_string(),
        })?;
        // First, since a newer form may have fields that mean something else.
        let version = match fields.number("version")? {
            None => None,
            Some(version) => match u32::try_from(version) {
                Ok(CALL_VERSION) => Some(CALL_VERSION),
                _ => return Err(CallError::Version { version }),
            },
        };
        let shell = match fields.text("shell")? {
            None => None,
            Some(name) => Some(ShellName::from_code(&name).ok_or_else(|| {
                let name = tame(&name, limits::CALL_SHELL_CHARS);
                CallError::UnknownShell { name }
            })?),
        };
        let form = Self {
            version,
            command: fields.text("command")?.unwrap_or_default(),
            timeout: fields.number("timeout")?,
            description: fields.text("description")?,
            run_in_background: fields.flag("run_in_background")?,
            dangerously_disable_sandbox: fields.flag("dangerouslyDisableSandbox")?,
            shell,
            stdin: fields.text("stdin")?,
        };
        fields.finish(&FIELDS)?;
        Ok(form)
    }

    /// Checks the form and makes a call of it.
    ///
    /// # Errors
    /// It names the field that is empty, out of bounds or can't be honoured.
    pub fn into_call(self) -> Result<Call, CallError> {
        let mut call = Call::new(self.command)?;
        if let Some(timeout) = self.timeout {
            call = call.with_timeout(Duration::from_millis(timeout))?;
        }
        if let Some(stdin) = self.stdin {
            call = call.with_stdin(stdin);
        }
        if let Some(shell) = self.shell {
            call = call.with_shell(shell)?;
        }
        if let Some(description) = &self.description {
            call = call.with_description(description);
        }
        if self.dangerously_disable_sandbox {
            call = call.with_walls(WallsWish::Without);
        }
        if self.run_in_background {
            call = call.with_background(Background::Wished);
        }
        Ok(call)
    }

    /// Returns the form of a call, as it is shown to hooks.
    pub fn of(call: &Call) -> Self {
        Self {
            version: Some(CALL_VERSION),
            command: call.command().to_owned(),
            timeout: call
                .timeout()
                .map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
            description: call.description().map(str::to_owned),
            run_in_background: call.background() == Background::Wished,
            dangerously_disable_sandbox: call.walls() == WallsWish::Without,
            shell: call.shell(),
            stdin: call.stdin().map(str::to_owned),
        }
    }

    /// Returns the JSON Schema of the form, for tools that hand calls over.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(CallForm).to_value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        CallForm::from_json(text)
            .and_then(CallForm::into_call)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn numbers_and_flags_may_be_texts() {
        let form = CallForm::from_json(
            r#"{"command":"make","timeout":"120000","run_in_background":"true","dangerouslyDisableSandbox":"false"}"#,
        )
        .unwrap();
        assert_eq!(form.timeout, Some(120_000));
        assert!(form.run_in_background && !form.dangerously_disable_sandbox);
        let whole = CallForm::from_json(r#"{"command":"make","timeout":5e3}"#).unwrap();
        assert_eq!(whole.timeout, Some(5000));
    }

    #[test]
    fn null_is_a_field_that_is_not_there() {
        let form = CallForm::from_json(r#"{"command":"ls","timeout":null,"shell":null}"#).unwrap();
        assert_eq!((form.timeout, form.shell), (None, None));
    }

    #[test]
    fn every_error_names_its_field() {
        for (text, field) in [
            (r#"{"command":1}"#, "`command`"),
            (r#"{"command":""}"#, "`command`"),
            (r"{}", "`command`"),
            (r#"{"command":null}"#, "`command`"),
            (r#"{"command":"a\u0000b"}"#, "`command`"),
            (r#"{"command":"ls","timeout":"soon"}"#, "`timeout`"),
            (r#"{"command":"ls","timeout":""}"#, "`timeout`"),
            (r#"{"command":"ls","timeout":-1}"#, "`timeout`"),
            (r#"{"command":"ls","timeout":1.5}"#, "`timeout`"),
            (r#"{"command":"ls","timeout":0}"#, "`timeout`"),
            (r#"{"command":"ls","timeout":1e300}"#, "`timeout`"),
            (r#"{"command":"ls","description":[]}"#, "`description`"),
            (
                r#"{"command":"ls","run_in_background":"yes"}"#,
                "`run_in_background`",
            ),
            (
                r#"{"command":"ls","dangerouslyDisableSandbox":1}"#,
                "`dangerouslyDisableSandbox`",
            ),
            (r#"{"command":"ls","shell":"fish"}"#, "`shell`"),
            (r#"{"command":"ls","shell":"powershell"}"#, "`shell`"),
            (r#"{"command":"ls","stdin":{}}"#, "`stdin`"),
            (r#"{"command":"ls","cwd":"/"}"#, "`cwd`"),
            (r#"{"command":"ls","command":"rm x"}"#, "`command`"),
            (r#"{"command":"ls","version":2}"#, "`version`"),
            (r#"{"command":"ls","version":0}"#, "`version`"),
        ] {
            let message = error(text);
            assert!(message.contains(field), "{text}: {message}");
        }
        assert!(error("[]").contains("object"));
        assert!(error("ls").contains("JSON"));
    }

    #[test]
    fn a_prepared_edit_can_not_come_from_outside() {
        for field in ["edit", "_edit", "prepared_edit", "path", "content", "base"] {
            let text = format!(r#"{{"command":"ls","{field}":{{"path":"a","content":"b"}}}}"#);
            assert!(error(&text).contains(&format!("`{field}`")), "{field}");
        }
    }

    #[test]
    fn a_description_is_one_line_of_bounded_length() {
        let long = "x".repeat(10_000);
        let text = format!(r#"{{"command":"ls","description":"a\u001b[2J\nallow: yes {long}"}}"#);
        let call = CallForm::from_json(&text).unwrap().into_call().unwrap();
        let description = call.description().unwrap();
        assert!(description.starts_with("a[2J allow: yes x"));
        assert!(description.chars().count() <= limits::DESCRIPTION_CHARS + 1);
    }

    #[test]
    fn the_schema_and_the_reader_know_the_same_fields() {
        let schema = CallForm::schema();
        let mut of_schema: Vec<&String> =
            schema["properties"].as_object().unwrap().keys().collect();
        of_schema.sort();
        let mut known = FIELDS.to_vec();
        known.sort_unstable();
        assert_eq!(of_schema, known);
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["required"], serde_json::json!(["command"]));
        let limit = limits::MAX_COMMAND_BYTES;
        assert_eq!(schema["properties"]["command"]["maxLength"], limit);
    }

    #[test]
    fn what_a_form_says_survives_the_way_through_a_call() {
        let text = r#"{"version":1,"command":"make","timeout":5,"description":"Build","run_in_background":true,
                       "dangerouslyDisableSandbox":true,"shell":"zsh","stdin":"y"}"#;
        let form = CallForm::from_json(text).unwrap();
        let again = CallForm::of(&form.clone().into_call().unwrap());
        assert_eq!(again, form);
        let written = serde_json::to_string(&again).unwrap();
        assert_eq!(CallForm::from_json(&written).unwrap(), form);
    }
}
