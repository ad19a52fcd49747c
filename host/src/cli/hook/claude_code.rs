//! The form of Claude Code: a `PreToolUse` event on standard input, a permission decision on standard output.
//!
//! Its own deny and ask rules still hold on its side: a hook that allows does not silence them.

use std::{
    io::Read as _,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::{
    args::{HookArguments, SettingsArguments},
    check::runtime_in,
    exit_code::Code,
    ui::Ui,
};
use crate::{
    call::{Call, CallForm, Caller},
    config::EnvVars,
    decide::{Decided, Decision},
    judge::Verdict,
    untrusted::tame,
};

/// Longest event that is read, in bytes: a command of the longest kind, escaped, and what else there is.
const MAX_EVENT_BYTES: u64 = 4 * 1024 * 1024;
/// Longest part of a reason, in characters.
const MAX_REASON_CHARS: usize = 500;
/// Most warnings that are shown.
const MAX_WARNINGS: usize = 3;
/// The tool that runs shell commands.
const TOOL: &str = "Bash";
/// The one event that is answered.
const EVENT: &str = "PreToolUse";
/// Set by the agent: the folder of its project.
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";
/// Set where the agent's background tasks are off.
const NO_TASKS_VARIABLE: &str = "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS";

/// The event. The agent's form grows, so other fields are none of our business; those of the tool's input are.
#[derive(Debug, Deserialize)]
struct Event {
    hook_event_name: Option<String>,
    tool_name: String,
    #[serde(default)]
    tool_input: Value,
    cwd: Option<PathBuf>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    hook_specific_output: Option<Output>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    hook_event_name: &'static str,
    permission_decision: &'static str,
    permission_decision_reason: String,
    /// The whole new input, where a hook of ours changed the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<Value>,
}

/// Answers one event.
pub(super) fn answer(arguments: &HookArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let judged = catch_unwind(AssertUnwindSafe(|| judge(&arguments.settings, ui)));
    let reply = match judged {
        Ok(Ok(reply)) => reply,
        Ok(Err(error)) => fault(&format!("{error:#}")),
        Err(_) => fault("it failed inside (hint: report it, with the command)"),
    };
    ui.data(&serde_json::to_string(&reply)?)?;
    ui.data("\n")?;
    Ok(Code::Fine)
}

fn fault(why: &str) -> Reply {
    let why = tame(why, MAX_REASON_CHARS);
    reply(
        Verdict::Ask,
        format!("shellward could not judge this: {why}"),
        None,
    )
}

fn reply(verdict: Verdict, reason: String, updated_input: Option<Value>) -> Reply {
    let permission_decision = match verdict {
        Verdict::Allow => "allow",
        Verdict::Deny => "deny",
        Verdict::Ask | Verdict::Pass => "ask",
    };
    Reply {
        hook_specific_output: Some(Output {
            hook_event_name: EVENT,
            permission_decision,
            permission_decision_reason: reason,
            updated_input,
        }),
    }
}

fn judge(settings: &SettingsArguments, ui: &mut Ui) -> anyhow::Result<Reply> {
    let event = read_event()?;
    if event.tool_name != TOOL {
        // No opinion, said in so many words.
        return Ok(Reply::default());
    }
    if event.hook_event_name.is_some_and(|name| name != EVENT) {
        anyhow::bail!(
            "the event is another one than {EVENT} (hint: `shellward hook install claude-code`)"
        );
    }
    let environment = EnvVars::read()?;
    let variable = |wanted: &str| {
        let mut variables = environment.inherited.iter();
        variables.find_map(|(name, value)| (name == wanted && !value.is_empty()).then_some(value))
    };
    let caller = match variable(NO_TASKS_VARIABLE).map(String::as_str) {
        Some("1" | "true") => Caller::ModelWithoutTasks,
        _ => Caller::Model,
    };
    let asked = CallForm::from_value(event.tool_input.clone())?;
    let call = asked.clone().into_call()?.called_by(caller);

    let cwd = event.cwd.context("the event has no `cwd`")?;
    anyhow::ensure!(cwd.is_absolute(), "the event's `cwd` is not absolute");
    // Where the agent has gone since it started is no folder that it may work in.
    let project = variable(PROJECT_VARIABLE).map(Path::new);
    let project = project.filter(|project| project.is_absolute());
    let project = project.unwrap_or(&cwd);
    let mut session = runtime_in(project, settings, ui)?.session(project)?;
    session.move_to(&cwd)?;
    let decided = session.advise(call)?;
    of_decision(&decided, &asked, event.tool_input)
}

fn read_event() -> anyhow::Result<Event> {
    let mut text = Vec::new();
    let mut input = std::io::stdin().lock();
    let mut head = input.by_ref().take(MAX_EVENT_BYTES + 1);
    head.read_to_end(&mut text).context("reading the event")?;
    if u64::try_from(text.len())? > MAX_EVENT_BYTES {
        // An agent that can't hand over the rest might not wait for the answer.
        std::io::copy(&mut input, &mut std::io::sink())?;
        anyhow::bail!("the event has more than {MAX_EVENT_BYTES} bytes");
    }
    serde_json::from_slice(&text).context("the event is not understood")
}

fn of_decision(decided: &Decided, asked: &CallForm, input: Value) -> anyhow::Result<Reply> {
    let decision = decided.decision();
    let changed = (decided.call() != &asked_call(asked, decided.call())?)
        .then(|| changed_input(&CallForm::of(decided.call()), input))
        .transpose()?;
    Ok(reply(decision.verdict, reason(decision), changed))
}

/// What was asked about, as a call that is like the decided one in everything that the agent doesn't say.
fn asked_call(asked: &CallForm, decided: &Call) -> anyhow::Result<Call> {
    Ok(asked.clone().into_call()?.called_by(decided.caller()))
}

/// The agent's input with what a hook changed.
fn changed_input(form: &CallForm, input: Value) -> anyhow::Result<Value> {
    anyhow::ensure!(
        form.stdin.is_none() && form.shell.is_none(),
        "a hook changed the call in a way that the agent can't follow"
    );
    let Value::Object(old) = input else {
        anyhow::bail!("the tool's input is no object");
    };
    let Value::Object(mut new) = serde_json::to_value(form)? else {
        anyhow::bail!("a call is no object");
    };
    new.remove("version");
    // What is off and was not said before need not be said now.
    new.retain(|name, value| old.contains_key(name) || *value != Value::Bool(false));
    Ok(Value::Object(new.into_iter().collect::<Map<_, _>>()))
}

/// Why, on one line: for the person who is asked, and for the model that is refused.
fn reason(decision: &Decision) -> String {
    let tamed = |text: &str| tame(text, MAX_REASON_CHARS);
    let why = &decision.reason;
    let mut text = format!("shellward: {}", tamed(&why.message));
    if let Some(span) = why.span {
        let part = decision.script.text(span).trim();
        if !part.is_empty() && part != decision.script.source().trim() {
            text = format!("{text} (in `{}`)", tamed(part));
        }
    }
    if let Some(rule) = &why.rule {
        text = format!("{text} [{}]", tamed(&rule.source));
    }
    if let Some(remedy) = why
        .remedy
        .as_ref()
        .filter(|_| decision.verdict != Verdict::Allow)
    {
        text = format!("{text}; what would help: {}", tamed(remedy));
    }
    for warning in decision.warnings.iter().take(MAX_WARNINGS) {
        text = format!("{text}; warning: {}", tamed(&warning.message));
    }
    text
}
