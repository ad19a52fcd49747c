//! `shellward run`: decides, asks where it must, runs, and shows what came of it.

use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;
use tokio::signal::unix::{SignalKind, signal};

use super::{
    approve::Terminal,
    args::RunArguments,
    check::{code_of, runtime, session},
    diff,
    exit_code::Code,
    render,
    ui::{BAD, FAINT, Ui},
};
use crate::{
    call::{Call, WallsWish},
    config::RuleLayer,
    decide::{Answer, Approver, Asked, Decision, Permit},
    judge::{EndingKind, Verdict},
    outcome::{FileChange, Outcome, SurvivorState},
    plan::Shape,
    run::{Progress, RunHandle},
    session::{Session, Settled},
    untrusted::tame,
};

/// Longest line of progress, in characters.
const MAX_PROGRESS_CHARS: usize = 120;
/// Longest note, in characters.
const MAX_NOTE_CHARS: usize = 500;

/// Decision and outcome together, for `--json`.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    decision: &'a Decision,
    /// None: it did not run.
    outcome: Option<&'a Outcome>,
    /// What the person who said no wants the caller to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
}

/// The version of [`Report`].
const REPORT_VERSION: u32 = 1;

/// Runs it.
pub(super) fn run(arguments: &RunArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let mut call = match Call::new(arguments.command.clone()) {
        Ok(call) => call,
        Err(error) => {
            ui.error(&error.into());
            return Ok(Code::Usage);
        }
    };
    if arguments.stdin {
        let text = std::io::read_to_string(std::io::stdin()).context("reading standard input")?;
        call = call.with_stdin(text);
    }
    if let Some(timeout) = arguments.timeout {
        call = call.with_timeout(Duration::from_millis(timeout))?;
    }
    if arguments.without_walls {
        call = call.with_walls(WallsWish::Without);
    }
    let runtime = runtime(&arguments.settings, ui)?;
    let mut session = session(&runtime)?;
    let executor = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("starting to wait")?;
    let settled = settle(arguments, &executor, &mut session, call, ui)?;
    let decision = settled.decision;
    let outcome = match settled.permit {
        Some(permit) => Some(start(&executor, &mut session, permit, ui)?),
        None => None,
    };
    if arguments.json {
        let report = Report {
            version: REPORT_VERSION,
            decision: &decision,
            outcome: outcome.as_ref(),
            message: settled.message.as_deref(),
        };
        ui.data(&serde_json::to_string(&report)?)?;
        ui.data("\n")?;
    } else {
        match &outcome {
            Some(outcome) => {
                if arguments.yes || decision.verdict == Verdict::Allow {
                    // Who was asked has seen them.
                    show_edits(&outcome.changes, ui);
                }
                show(outcome, &decision, ui)?;
            }
            None => refuse(&decision, settled.message.as_deref(), ui),
        }
    }
    Ok(match outcome {
        Some(outcome) if outcome.exit_code == 0 => Code::Fine,
        Some(outcome) => Code::Command(outcome.exit_code),
        None => code_of(decision.verdict),
    })
}

/// Decides, and asks on the terminal. Without one nobody is asked, and nothing runs.
fn settle(
    arguments: &RunArguments,
    executor: &tokio::runtime::Runtime,
    session: &mut Session,
    call: Call,
    ui: &mut Ui,
) -> anyhow::Result<Settled> {
    let answers = if arguments.yes {
        Answer::Once
    } else {
        Answer::No { message: None }
    };
    if arguments.yes || !Ui::can_ask() {
        let mut fixed = Fixed(answers);
        let asked = session.decide_with(call, &mut fixed);
        return Ok(executor.block_on(asked)?);
    }
    let user = session.layer_file(RuleLayer::User);
    let project = session.layer_file(RuleLayer::Project);
    let local = session.layer_file(RuleLayer::Local);
    let mut terminal = Terminal::new(ui, |layer| match layer {
        RuleLayer::User => user.clone(),
        RuleLayer::Project => project.clone(),
        RuleLayer::Local => local.clone(),
    });
    let settled = executor.block_on(session.decide_with(call, &mut terminal))?;
    if let Some(kept) = &settled.remembered {
        let rules = tame(&kept.rules.join(" and "), MAX_NOTE_CHARS);
        let file = tame(&kept.file.to_string_lossy(), MAX_NOTE_CHARS);
        ui.say(&match &kept.problem {
            None => format!(
                "{FAINT}shellward: kept {rules} in {file} (take it back: shellward config revoke '{rules}'){FAINT:#}"
            ),
            Some(problem) => format!(
                "{BAD}shellward: {rules} could not be kept: {}{BAD:#}",
                tame(problem, MAX_NOTE_CHARS)
            ),
        });
    }
    Ok(settled)
}

/// Says the same to every ask: yes because the person said so beforehand, or no because nobody is there.
struct Fixed(Answer);

impl Approver for Fixed {
    fn ask(&mut self, _: Asked<'_>) -> Answer {
        self.0.clone()
    }
}

/// Shows how files would change, or did.
fn show_edits(changes: &[FileChange], ui: &mut Ui) {
    let shown = diff::shown(changes);
    if !shown.is_empty() {
        ui.say(shown.trim_end());
    }
}

fn start(
    executor: &tokio::runtime::Runtime,
    session: &mut Session,
    permit: Permit,
    ui: &mut Ui,
) -> anyhow::Result<Outcome> {
    executor.block_on(async {
        let (hand_over, handed) = tokio::sync::oneshot::channel();
        // Nobody to take the view means that the run is over, and then it is of no use.
        let running = session.run_watched(permit, |view| drop(hand_over.send(view)));
        let (outcome, ()) = tokio::join!(running, accompany(handed, ui));
        Ok(outcome?)
    })
}

/// Shows progress until the run is over; gives up on it when the person presses Ctrl-C.
async fn accompany(handed: tokio::sync::oneshot::Receiver<RunHandle>, ui: &mut Ui) {
    let Ok(mut view) = handed.await else {
        return;
    };
    let abort = view.clone();
    let Ok(mut interrupts) = signal(SignalKind::interrupt()) else {
        // Then Ctrl-C ends this process, and the run with it.
        return;
    };
    loop {
        tokio::select! {
            progress = view.progress() => match progress {
                Some(progress) => ui.progress(&progress_line(&progress)),
                None => break,
            },
            Some(()) = interrupts.recv() => abort.abort(),
        }
    }
    ui.end_progress();
}

fn progress_line(progress: &Progress) -> String {
    let lines = progress.stdout.lines + progress.stderr.lines;
    let last = progress.last.lines.last().map_or("", String::as_str);
    format!(
        "{} of {} s, {lines} lines: {}",
        progress.elapsed.as_secs(),
        progress.limit.as_secs(),
        tame(last, MAX_PROGRESS_CHARS)
    )
}

/// Shows what the command printed, and in a few words what came of it. Of a harmless command that went well there is
/// nothing to say but what it printed, unless a person looks on.
fn show(outcome: &Outcome, decision: &Decision, ui: &mut Ui) -> anyhow::Result<()> {
    ui.raw(&outcome.stdout.text)?;
    ui.raw_error(&outcome.stderr.text)?;
    let went_well = outcome.exit_code == 0 && decision.verdict == Verdict::Allow;
    if !went_well || Ui::is_watched() {
        ui.say(&format!(
            "{FAINT}shellward: {}{FAINT:#}",
            status(outcome, decision)
        ));
    }
    for note in outcome.meaning.hints.iter().chain(&outcome.notes) {
        ui.say(&format!(
            "{FAINT}shellward: {}{FAINT:#}",
            tame(note, MAX_NOTE_CHARS)
        ));
    }
    if !outcome.ended_children.is_empty() {
        let names = names_of(&outcome.ended_children);
        ui.say(&format!(
            "{FAINT}shellward: ended what it left running: {names}{FAINT:#}"
        ));
    }
    if outcome.survivors == SurvivorState::Named {
        let names = names_of(&outcome.survivor_names);
        ui.say(&format!(
            "{BAD}shellward: could not be ended: {names}{BAD:#}"
        ));
    }
    Ok(())
}

/// Who let it run, in which walls, and how it ended.
fn status(outcome: &Outcome, decision: &Decision) -> String {
    let approval = match decision.verdict {
        Verdict::Allow => decision.reason.step.code().to_owned(),
        Verdict::Pass | Verdict::Ask | Verdict::Deny => "approved".to_owned(),
    };
    let walls = match outcome.walls {
        _ if !outcome.changes.is_empty() => "written by shellward".to_owned(),
        Shape::Open => "without walls".to_owned(),
        Shape::Observe | Shape::Work => {
            format!("{} walls by {}", outcome.walls, outcome.launcher)
        }
    };
    let ended = match outcome.ended {
        EndingKind::Exited => format!("exit {}", outcome.exit_code),
        EndingKind::Signalled => format!("ended by signal {}", outcome.exit_code - 128),
        EndingKind::TimedOut => "ended at its time limit".to_owned(),
        EndingKind::Aborted => "given up".to_owned(),
        EndingKind::Limit => "ended at its output limit".to_owned(),
    };
    let meaning = outcome
        .meaning
        .message
        .as_ref()
        .map_or_else(String::new, |meaning| {
            format!(": {}", tame(meaning, MAX_NOTE_CHARS))
        });
    format!(
        "{approval}, {walls}, {} ms, {ended}{meaning}",
        outcome.elapsed_ms
    )
}

fn names_of(processes: &[crate::outcome::ProcessName]) -> String {
    let names: Vec<String> = processes
        .iter()
        .map(|process| {
            format!(
                "{} ({})",
                tame(&process.name, MAX_PROGRESS_CHARS),
                process.pid
            )
        })
        .collect();
    names.join(", ")
}

/// Says why it did not run.
fn refuse(decision: &Decision, message: Option<&str>, ui: &mut Ui) {
    if decision.verdict == Verdict::Ask && Ui::can_ask() {
        // They have just seen why.
        let message = message.map_or_else(String::new, |message| format!(": {message}"));
        ui.say(&format!("It did not run: you said no{message}"));
        return;
    }
    ui.say(&render::headline(decision));
    show_edits(&decision.edits, ui);
    if decision.verdict == Verdict::Ask {
        ui.say(
            "It did not run: nobody said yes (hint: run it in a terminal, or with --yes if you typed it yourself)",
        );
    }
}
