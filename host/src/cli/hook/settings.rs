//! The settings of Claude Code, as far as our hook goes: `hooks.PreToolUse` is a list of matchers, each with a list of
//! commands. All else stays as it is, in its order.

use anyhow::Context as _;

use super::json::{Json, Object};

const HOOKS: &str = "hooks";
const EVENT: &str = "PreToolUse";
const MATCHER: &str = "Bash";
/// What the agent runs ends like this.
const ENDING: &str = " hook claude-code";
/// How long the agent waits for the answer, in seconds: longer than our hooks and the prompt judge may take.
const TIMEOUT_SECONDS: u64 = 120;

/// Reads the settings. None of them yet: an empty object.
pub(super) fn read(text: Option<&str>) -> anyhow::Result<Object> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        return Ok(Object::default());
    };
    serde_json::from_str(text).context("it is no object in JSON, and was not touched")
}

/// Writes them as the agent does.
pub(super) fn write(settings: &Object) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(settings)? + "\n")
}

/// Adds the hook, in place of one that was added before.
pub(super) fn add(settings: &mut Object, program: &str) -> anyhow::Result<()> {
    let entry = Json::object([
        ("type", Json::leaf("command")),
        (
            "command",
            Json::leaf(format!("{}{ENDING}", quoted(program))),
        ),
        ("timeout", Json::leaf(TIMEOUT_SECONDS)),
    ]);
    settings.ensure(HOOKS, Json::object([]));
    let events = settings.get_mut(HOOKS).and_then(Json::as_object_mut);
    let events = events.context("`hooks` is no object")?;
    events.ensure(EVENT, Json::List(Vec::new()));
    let matchers = events.get_mut(EVENT).and_then(Json::as_list_mut);
    let matchers = matchers.context("`hooks.PreToolUse` is no list")?;
    let mut is_there = false;
    for matcher in matchers.iter_mut() {
        let Some(matcher) = matcher.as_object_mut() else {
            continue;
        };
        let is_whole = matcher.get("matcher").and_then(Json::as_str) == Some(MATCHER);
        let Some(entries) = matcher.get_mut(HOOKS).and_then(Json::as_list_mut) else {
            continue;
        };
        for known in entries.iter_mut().filter(|one| is_ours(one)) {
            // One for other tools would answer for none of them.
            if is_whole && !is_there {
                known.clone_from(&entry);
                is_there = true;
            }
        }
    }
    if !is_there {
        matchers.push(Json::object([
            ("matcher", Json::leaf(MATCHER)),
            (HOOKS, Json::List(vec![entry])),
        ]));
    }
    Ok(())
}

/// Takes the hook out, and what it leaves empty.
pub(super) fn remove(settings: &mut Object) {
    let Some(events) = settings.get_mut(HOOKS).and_then(Json::as_object_mut) else {
        return;
    };
    let Some(matchers) = events.get_mut(EVENT).and_then(Json::as_list_mut) else {
        return;
    };
    let had = matchers.len();
    matchers.retain_mut(|matcher| {
        let matcher = matcher.as_object_mut();
        let entries = matcher.and_then(|matcher| matcher.get_mut(HOOKS)?.as_list_mut());
        let Some(entries) = entries else {
            return true;
        };
        let before = entries.len();
        entries.retain(|entry| !is_ours(entry));
        entries.len() == before || !entries.is_empty()
    });
    if had > 0 && matchers.is_empty() {
        events.remove(EVENT);
        if events.is_empty() {
            settings.remove(HOOKS);
        }
    }
}

/// Whether an entry is one that [`add`] writes, whichever shellward it names.
fn is_ours(entry: &Json) -> bool {
    let command = entry
        .as_object()
        .and_then(|entry| entry.get("command")?.as_str());
    let program = command.and_then(|command| command.trim_end().strip_suffix(ENDING));
    let name = program.and_then(|program| program.trim_matches('\'').rsplit('/').next());
    name.is_some_and(|name| name.starts_with("shellward"))
}

/// The program as a word of the shell that the agent runs its hooks by.
fn quoted(program: &str) -> String {
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "/._-+@".contains(one);
    if !program.is_empty() && program.chars().all(is_plain) {
        return program.to_owned();
    }
    format!("'{}'", program.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHERS: &str = r#"{
  "model": "x",
  "hooks": {
    "Stop": [],
    "PreToolUse": [
      {
        "matcher": "Write",
        "hooks": [
          {
            "type": "command",
            "command": "other hook"
          }
        ]
      }
    ]
  },
  "permissions": {
    "deny": [
      "Bash(rm:*)"
    ]
  }
}
"#;

    fn added(text: &str, program: &str) -> String {
        let mut settings = read(Some(text)).unwrap();
        add(&mut settings, program).unwrap();
        write(&settings).unwrap()
    }

    fn removed(text: &str) -> String {
        let mut settings = read(Some(text)).unwrap();
        remove(&mut settings);
        write(&settings).unwrap()
    }

    #[test]
    fn adding_twice_is_adding_once_and_removing_leaves_what_was_there() {
        for text in ["{}\n", OTHERS] {
            let once = added(text, "/usr/bin/shellward");
            assert_eq!(added(&once, "/usr/bin/shellward"), once);
            assert_eq!(removed(&once), text);
        }
    }

    #[test]
    fn another_shellward_takes_the_place_of_the_first() {
        let first = added(OTHERS, "/old/shellward");
        let second = added(&first, "/a b/shellward");
        assert!(!second.contains("/old/"));
        assert!(second.contains("'/a b/shellward' hook claude-code"));
        assert_eq!(removed(&second), OTHERS);
    }

    #[test]
    fn removing_what_is_not_there_changes_nothing() {
        assert_eq!(removed(OTHERS), OTHERS);
        let empty = "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n";
        assert_eq!(removed(empty), empty);
    }

    #[test]
    fn settings_of_another_form_are_an_error() {
        for text in ["[]", "{", "{} {}", "// x\n{}"] {
            assert!(read(Some(text)).is_err(), "{text}");
        }
        for text in [r#"{"hooks":[]}"#, r#"{"hooks":{"PreToolUse":{}}}"#] {
            let mut settings = read(Some(text)).unwrap();
            assert!(add(&mut settings, "/x/shellward").is_err(), "{text}");
        }
    }
}
