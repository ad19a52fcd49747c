//! `shellward check --batch`: rows of JSON in, rows of JSON out, each judged alone.

use std::{
    collections::BTreeMap,
    io::{BufRead, Read as _},
    path::PathBuf,
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::{args::SettingsArguments, check, exit_code::Code, ui::Ui};
use crate::{
    call::{Call, WallsWish},
    config::parse_mode,
    decide::{self, Decision, Runner, Situation, Suggestion, WallsAtHand},
    judge::{Finding, Memory, Mode, Resolved, Verdict},
    plan::{AutoAllow, Containment, Network},
    read::{Dialect, ShellFacts},
    rules::{Rule, RuleSet, Source, Wish},
    runtime::Runtime,
};

/// Longest row, in bytes: a command of the longest kind, escaped, and its rules.
const MAX_ROW_BYTES: u64 = 4 * 1024 * 1024;
/// Where a row starts that doesn't say.
const DEFAULT_CWD: &str = "/proj";
/// The home directory of a row that doesn't say.
const DEFAULT_HOME: &str = "/home/u";
/// The session's temporary directory, which no row names.
const TEMP: &str = "/nonexistent/shellward-batch";

/// A row. Fields that this version doesn't know are an error: they could be meant to restrict.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Taken from the line itself, since an answer is owed also to a row that can't be read.
    #[serde(default, rename = "id")]
    _id: serde_json::Value,
    command: String,
    cwd: Option<String>,
    home: Option<String>,
    shell: Option<String>,
    #[serde(default)]
    config: Config,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    #[serde(default)]
    rules: Rules,
    #[serde(default)]
    sandbox: Sandbox,
    mode: Option<String>,
    #[serde(default)]
    additional_dirs: Vec<String>,
    cwd: Option<String>,
    shell: Option<String>,
    #[serde(default)]
    params: Params,
    /// No decision depends on variables of the environment: harmless runs get none that steer a tool.
    #[serde(default, rename = "env")]
    _env: BTreeMap<String, String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    ask: Vec<String>,
    #[serde(default)]
    deny: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sandbox {
    enabled: Option<bool>,
    #[serde(default)]
    auto_allow: bool,
    #[serde(default)]
    excluded: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    #[serde(default)]
    disable_sandbox: bool,
}

/// An answer.
#[derive(Debug, Serialize)]
struct Answer {
    id: serde_json::Value,
    decision: Verdict,
    reason: String,
    step: String,
    warnings: Vec<Finding>,
    effects: Vec<Resolved>,
    suggestions: Vec<Suggestion>,
}

/// Runs it.
pub(super) fn run(settings: &SettingsArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let runtime = check::runtime(settings, ui)?;
    let mode = settings.mode.unwrap_or(Mode::Default);
    let mut input = std::io::stdin().lock();
    for number in 1.. {
        let Some(line) = next_line(&mut input).with_context(|| format!("reading line {number}"))?
        else {
            break;
        };
        let answer = match line {
            Line::Text(line) if line.trim().is_empty() => continue,
            Line::Text(line) => answer(&line, number, mode, &runtime, ui),
            Line::TooLong => {
                let reason = format!("line {number} has more than {MAX_ROW_BYTES} bytes");
                unreadable(serde_json::Value::Null, reason)
            }
        };
        ui.data(&serde_json::to_string(&answer)?)?;
        ui.data("\n")?;
    }
    Ok(Code::Fine)
}

/// A line of the input.
enum Line {
    Text(String),
    TooLong,
}

/// Reads a line, in bounded memory. None: there are no more.
fn next_line(input: &mut impl BufRead) -> std::io::Result<Option<Line>> {
    let mut line = Vec::new();
    input.take(MAX_ROW_BYTES).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || (line.len() as u64) < MAX_ROW_BYTES {
        return Ok(Some(Line::Text(
            String::from_utf8_lossy(&line).into_owned(),
        )));
    }
    // The rest of it is no row of its own.
    while line.last().is_some_and(|last| *last != b'\n') {
        line.clear();
        input.take(MAX_ROW_BYTES).read_until(b'\n', &mut line)?;
    }
    Ok(Some(Line::TooLong))
}

/// Answers one line. One that can't be read is asked about: an answer is missing from no row.
fn answer(line: &str, number: usize, mode: Mode, runtime: &Runtime, ui: &mut Ui) -> Answer {
    let id = serde_json::from_str::<serde_json::Value>(line)
        .ok()
        .and_then(|value| value.get("id").cloned())
        .unwrap_or_default();
    let row = match serde_json::from_str::<Row>(line) {
        Ok(row) => row,
        Err(error) => return unreadable(id, format!("line {number} is not a row: {error}")),
    };
    match decide_row(row, mode, runtime) {
        Ok((decision, unapplied)) => {
            for rule in &unapplied.ignored {
                ui.say(&format!(
                    "warning: line {number}: {rule}; it allows nothing"
                ));
            }
            of_decision(id, decision, unapplied.blind)
        }
        Err(error) => unreadable(id, format!("line {number}: {error:#}")),
    }
}

fn unreadable(id: serde_json::Value, reason: String) -> Answer {
    Answer {
        id,
        decision: Verdict::Ask,
        reason,
        step: "input".to_owned(),
        warnings: Vec::new(),
        effects: Vec::new(),
        suggestions: Vec::new(),
    }
}

/// `blind` names a restricting rule that this version can't apply: nothing is allowed beside it.
fn of_decision(id: serde_json::Value, decision: Decision, blind: Option<String>) -> Answer {
    let (verdict, step, reason) = match (decision.verdict, blind) {
        (Verdict::Allow, Some(rule)) => (Verdict::Ask, "rule-not-applied", rule),
        (verdict, _) => (
            verdict,
            decision.reason.step.code(),
            decision.reason.message,
        ),
    };
    Answer {
        id,
        decision: verdict,
        reason,
        step: step.to_owned(),
        warnings: decision.warnings,
        effects: decision.effects,
        suggestions: decision.suggestions,
    }
}

fn decide_row(row: Row, mode: Mode, runtime: &Runtime) -> anyhow::Result<(Decision, Unapplied)> {
    let mut call = Call::new(row.command)?;
    if row.config.params.disable_sandbox {
        call = call.with_walls(WallsWish::Without);
    }
    let root = PathBuf::from(row.cwd.as_deref().unwrap_or(DEFAULT_CWD));
    let cwd = row
        .config
        .cwd
        .unwrap_or_else(|| root.to_string_lossy().into_owned());
    let home = PathBuf::from(row.home.as_deref().unwrap_or(DEFAULT_HOME));
    let shell = row
        .shell
        .or(row.config.shell)
        .unwrap_or_else(|| "bash".to_owned());
    let dialect = Dialect::from_code(&shell)
        .with_context(|| format!("`shell` is `{shell}` (hint: bash, zsh or powershell)"))?;
    let mode = match &row.config.mode {
        Some(mode) => parse_mode(mode).map_err(anyhow::Error::msg)?,
        None => mode,
    };
    let (rules, unapplied) = rules(&row.config.rules);
    let mut excluded = RuleSet::default();
    for pattern in &row.config.sandbox.excluded {
        add(&mut excluded, Wish::Allow, &format!("Bash({pattern})"))?;
    }
    let mut roots = vec![root];
    roots.extend(row.config.additional_dirs.iter().map(PathBuf::from));
    let state = PathBuf::from("/nonexistent/shellward-state");
    let situation = Situation {
        facts: ShellFacts {
            dialect,
            path: None,
            home: home.to_str().map(str::to_owned),
            cwd,
            functions: Vec::new(),
            aliases: Vec::new(),
        },
        roots,
        temp: PathBuf::from(TEMP),
        rc_files: decide::rc_files(Some(&home)),
        hidden: decide::hidden_places(Some(&home), &state),
        home: Some(home),
        state,
        settings_files: Vec::new(),
        rules,
        excluded,
        policies: runtime.policies().clone(),
        memory: Memory::default(),
        walls: WallsAtHand::ALL,
        containment: match row.config.sandbox.enabled {
            Some(false) => Containment::Off,
            Some(true) | None => Containment::Preferred,
        },
        network: Network::Off,
        auto_allow: if row.config.sandbox.auto_allow {
            AutoAllow::On
        } else {
            AutoAllow::Off
        },
        superuser: false,
        mode,
        runner: Runner::Here,
    };
    Ok((decide::decide(call, &situation).into_decision(), unapplied))
}

/// Rules that this version can't apply.
#[derive(Debug, Default)]
struct Unapplied {
    /// A deny or ask rule: nothing is allowed beside it.
    blind: Option<String>,
    /// Allow rules, which allow nothing.
    ignored: Vec<String>,
}

/// Reads a row's rules.
fn rules(rules: &Rules) -> (RuleSet, Unapplied) {
    let mut set = RuleSet::default();
    let mut unapplied = Unapplied::default();
    for (wish, texts) in [
        (Wish::Allow, &rules.allow),
        (Wish::Ask, &rules.ask),
        (Wish::Deny, &rules.deny),
    ] {
        for text in texts {
            let Err(error) = add(&mut set, wish, text) else {
                continue;
            };
            let message = format!("the {wish} rule {text} can't be applied: {error}");
            match wish {
                Wish::Allow => unapplied.ignored.push(message),
                Wish::Ask | Wish::Deny => unapplied.blind = Some(message),
            }
        }
    }
    (set, unapplied)
}

fn add(set: &mut RuleSet, wish: Wish, text: &str) -> anyhow::Result<()> {
    let source = Source {
        layer: "command line".to_owned(),
        file: None,
        line: None,
    };
    set.add(wish, Rule::parse(text)?, source)?;
    Ok(())
}
