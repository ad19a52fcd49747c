//! `shellward run`: decides, asks where it must, runs, and shows what came of it.

use std::time::Duration;

use anyhow::Context as _;
use serde::Serialize;

use super::{
    args::RunArguments,
    check::{code_of, runtime, session},
    exit_code::Code,
    render,
    ui::{BAD, FAINT, Ui},
};
use crate::{
    call::{Call, WallsWish},
    decide::{Approval, Decision, Next, Permit, Question},
    judge::Verdict,
    outcome::{Outcome, SurvivorState},
    run::{Progress, RunHandle},
    session::Session,
    untrusted::tame,
};

/// Longest line of progress, in characters.
const MAX_PROGRESS_CHARS: usize = 120;

/// Decision and outcome together, for `--json`.
#[derive(Serialize)]
struct Answer<'a> {
    version: u32,
    decision: &'a Decision,
    /// None: it did not run.
    outcome: Option<&'a Outcome>,
}

/// The version of [`Answer`].
const ANSWER_VERSION: u32 = 1;

/// Runs it.
pub(super) fn run(arguments: RunArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let mut call = Call::new(arguments.command.clone())?;
    if let Some(timeout) = arguments.timeout {
        call = call.with_timeout(Duration::from_millis(timeout))?;
    }
    if arguments.without_walls {
        call = call.with_walls(WallsWish::Without);
    }
    let runtime = runtime(&arguments.settings, ui)?;
    let mut session = session(&runtime)?;
    let (decision, next) = session.decide(call)?;
    let permit = match next {
        Next::Run(permit) => Some(permit),
        Next::Ask(question) => ask(&arguments, &decision, question, ui)?,
        Next::Refuse => None,
    };
    let outcome = match permit {
        Some(permit) => Some(start(&mut session, permit, ui)?),
        None => None,
    };
    if arguments.json {
        let answer = Answer {
            version: ANSWER_VERSION,
            decision: &decision,
            outcome: outcome.as_ref(),
        };
        ui.data(&serde_json::to_string(&answer)?)?;
        ui.data("\n")?;
    } else {
        match &outcome {
            Some(outcome) => show(outcome, &decision, ui)?,
            None => refuse(&decision, ui),
        }
    }
    Ok(match outcome {
        Some(outcome) if outcome.exit_code == 0 => Code::Fine,
        Some(outcome) => Code::Command(outcome.exit_code),
        None => match decision.verdict {
            // It was asked, and the answer was no.
            Verdict::Allow => Code::Asked,
            verdict => code_of(verdict),
        },
    })
}

/// Asks on the terminal. Without one nobody is asked, and nothing runs.
fn ask(
    arguments: &RunArguments,
    decision: &Decision,
    question: Question,
    ui: &mut Ui,
) -> anyhow::Result<Option<Permit>> {
    if arguments.yes {
        return Ok(Some(question.approve(Approval::Beforehand)));
    }
    if !Ui::can_ask() {
        return Ok(None);
    }
    ui.say(&render::headline(decision));
    ui.say(&render::effects(decision));
    ui.say(&format!(
        "  walls: {}: {}",
        decision.walls.shape, decision.walls.because
    ));
    let yes = dialoguer::Confirm::new()
        .with_prompt("Run it this once?")
        .default(false)
        .interact_opt()
        .context("asking on the terminal")?
        .unwrap_or(false);
    Ok(yes.then(|| question.approve(Approval::Once)))
}

fn start(session: &mut Session, permit: Permit, ui: &mut Ui) -> anyhow::Result<Outcome> {
    let executor = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("starting to wait")?;
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
    loop {
        tokio::select! {
            progress = view.progress() => match progress {
                Some(progress) => ui.progress(&progress_line(&progress)),
                None => break,
            },
            Ok(()) = tokio::signal::ctrl_c() => abort.abort(),
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

/// Shows what the command printed, and in a few words what came of it.
fn show(outcome: &Outcome, decision: &Decision, ui: &mut Ui) -> anyhow::Result<()> {
    ui.raw(&outcome.stdout.text)?;
    ui.raw_error(&outcome.stderr.text)?;
    let reason = &decision.reason;
    let mut status = format!(
        "{FAINT}shellward: {} ({}), walls {} by {}, {} ms",
        decision.verdict, reason.step, outcome.walls, outcome.launcher, outcome.elapsed_ms
    );
    if outcome.exit_code != 0 {
        status += &format!(", exit {}", outcome.exit_code);
    }
    if let Some(meaning) = &outcome.meaning.message {
        status += &format!(": {}", tame(meaning, MAX_PROGRESS_CHARS));
    }
    ui.say(&format!("{status}{FAINT:#}"));
    for hint in outcome.meaning.hints.iter().chain(&outcome.notes) {
        ui.say(&format!("{FAINT}shellward: {hint}{FAINT:#}"));
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
fn refuse(decision: &Decision, ui: &mut Ui) {
    ui.say(&render::headline(decision));
    if decision.verdict == Verdict::Ask {
        ui.say(
            "It did not run: nobody said yes (hint: run it in a terminal, or with --yes if you typed it yourself)",
        );
    }
}
