//! From a permit to an outcome: spends the permit, builds the walls, runs, and explains the end.

use std::{
    fs,
    os::unix::fs::DirBuilderExt as _,
    path::PathBuf,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use super::{Session, SessionError};
use crate::{
    contain::{
        self, Found,
        launch::{Launcher, Privilege, Scene, Shell, Walls as BuiltWalls},
    },
    decide::{Permit, Spent},
    edit::apply,
    judge::{Ending, EndingKind, Input},
    limits::{KILL_GRACE, KILL_PATIENCE, MAX_TIMEOUT},
    outcome::{FileChange, OUTCOME_VERSION, Outcome, Stream, SurvivorState},
    output::OutputFiles,
    plan::{Plan, Shape},
    read::{PieceKind, Script},
    run::{Finished, RunHandle, Spawn, TimeLimits, spawn},
    shell::{
        cwd::{CwdChange, follow},
        env::{self, Additions, Environment},
        wrap::{WrapperFds, argv},
    },
    sys::{identity, machine},
    warden::{REPORT_FD, TEXT_FD, protocol::Launch},
};

/// What is said of a confined run that went wrong: why the walls were there, and what they do. Which file was refused the
/// run itself says; whether the walls or the file's own permissions refused it nobody does.
const CONFINED: &str = "what this run reads was known only as it ran, so it could read only in the project, its temporary \
                        directory and public places of the system: \"Permission denied\" means a file elsewhere, one that a \
                        link led to, or a hidden one (hint: name such a file in the command, and it can be asked about)";
/// Where the temporary directory is inside work walls.
const INNER_TEMP: &str = "/tmp";

impl Session {
    /// Runs what was permitted, and waits for its end.
    ///
    /// # Errors
    /// [`SessionError::Stale`]: something it was decided by has changed; decide again. Otherwise nothing ran, or nobody
    /// knows how it ended.
    ///
    /// # Cancel safety
    /// Dropping the future ends the run at once, with everything it started.
    pub async fn run(&mut self, permit: Permit) -> Result<Outcome, SessionError> {
        self.run_watched(permit, drop).await
    }

    /// The same, and hands over a view of the run as soon as it is started: for progress, and for giving up on it.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub async fn run_watched(
        &mut self,
        permit: Permit,
        watch: impl FnOnce(RunHandle),
    ) -> Result<Outcome, SessionError> {
        // Without one there is nobody to wait with, and the library underneath would panic.
        tokio::runtime::Handle::try_current().map_err(|_| SessionError::NoExecutor)?;
        let bond = self.bond(permit.command())?;
        let spent = permit.spend(&bond)?;
        if !spent.permitted.call().edits().is_empty() {
            let mut outcome = self.write_edits(&spent);
            let told = self.tell(spent.script.source(), &outcome);
            outcome.notes.extend(told);
            return Ok(outcome);
        }
        let mut notes = spent.notes.clone();
        let launcher = self.walls.launcher(spent.plan.shape)?;
        let environment = self.environment(&spent);
        notes.extend(environment_notes(&environment));
        notes.extend(say(
            &self.runtime.environment.not_text,
            "variables that are not valid UTF-8 were left out",
        ));
        let limit = TimeLimits {
            default: self.runtime.settings.timeout,
            maximum: MAX_TIMEOUT,
        }
        .for_call(spent.permitted.call().timeout());
        notes.extend(limit.note);
        if spent.plan.shape == Shape::Open {
            notes.push("it ran without walls".to_owned());
        }

        let missing = missing_protected(&spent.plan);
        let launch = self.launch(&spent, &launcher, environment)?;
        let run = spawn(
            self.warden()?,
            Spawn {
                permitted: spent.permitted,
                launch,
                timeout: limit.limit,
                files: self.output_files()?,
                chars: self.runtime.settings.output_chars,
            },
        )?;
        watch(run.handle());
        let finished = run.finish().await?;
        notes.extend(finished.notes.iter().cloned());
        notes.extend(appeared(&missing));
        if let Some(note) = self.follow_cwd(&finished.cwd_report) {
            // A run that was ended had no time to report, and that it was ended says enough.
            let was_ended = finished.ended != EndingKind::Exited;
            notes.extend((!was_ended).then_some(note));
        }
        let mut outcome = self.outcome(&spent.script, &spent.plan, &launcher, finished, notes);
        let told = self.tell(spent.script.source(), &outcome);
        outcome.notes.extend(told);
        Ok(outcome)
    }

    /// Runs what was permitted for its output alone: the session stays where it is.
    pub(super) async fn run_to_end(
        &mut self,
        permit: Permit,
        chars: usize,
    ) -> Result<Finished, SessionError> {
        tokio::runtime::Handle::try_current().map_err(|_| SessionError::NoExecutor)?;
        let bond = self.bond(permit.command())?;
        let spent = permit.spend(&bond)?;
        let launcher = self.walls.launcher(spent.plan.shape)?;
        let launch = self.launch(&spent, &launcher, self.environment(&spent))?;
        let timeout = spent.permitted.call().timeout().unwrap_or(MAX_TIMEOUT);
        let run = spawn(
            self.warden()?,
            Spawn {
                permitted: spent.permitted,
                launch,
                timeout,
                files: self.output_files()?,
                chars,
            },
        )?;
        Ok(run.finish().await?)
    }

    /// Writes what was shown, in place of running the command (R8.1).
    fn write_edits(&self, spent: &Spent) -> Outcome {
        /// What `sed` exits with when it can't read or write.
        const CANNOT_WRITE: i32 = 4;

        let started = Instant::now();
        let edits = spent.permitted.call().edits();
        let written = apply(edits);
        let changes = match &written {
            Ok(()) => edits.iter().map(FileChange::from).collect(),
            Err(_) => Vec::new(),
        };
        let problem = written.err().map(|error| format!("{error}\n"));
        let exit_code = problem.as_ref().map_or(0, |_| CANNOT_WRITE);
        let text = problem.unwrap_or_default();
        let finished = Finished {
            ended: EndingKind::Exited,
            exit_code,
            signal: None,
            stdout: Stream::default(),
            stderr: Stream {
                bytes: text.len() as u64,
                lines: text.matches('\n').count() as u64,
                text: text.clone(),
                ..Stream::default()
            },
            stdout_whole: None,
            stdout_tail: String::new(),
            stderr_tail: text,
            left: Vec::new(),
            // Nothing was started.
            survivors: SurvivorState::ProvenNone,
            survivor_names: Vec::new(),
            cwd_report: Vec::new(),
            elapsed: started.elapsed(),
            notes: Vec::new(),
        };
        let mut notes = spent.notes.clone();
        if exit_code == 0 {
            let did = if edits.iter().all(|edit| edit.diff().is_empty()) {
                "nothing had to be changed"
            } else {
                "shellward wrote what was shown"
            };
            notes.push(format!("{did}; the command itself was not run"));
        }
        let launcher = Launcher::None;
        let outcome = self.outcome(&spent.script, &spent.plan, &launcher, finished, notes);
        Outcome {
            changes,
            // The walls that the new contents were computed in; they were written by us.
            walls: Shape::Observe,
            launcher: "shellward".to_owned(),
            ..outcome
        }
    }

    fn environment(&self, spent: &Spent) -> Environment {
        let inner_temp = if spent.plan.shape == Shape::Work {
            INNER_TEMP.to_owned()
        } else {
            self.temp.to_string_lossy().into_owned()
        };
        let additions = Additions {
            shell: &self.runtime.shell.path,
            temp: &inner_temp,
            conditions: &spent.plan.environment,
        };
        let inherited = &self.runtime.environment.inherited;
        if spent.plan.shape == Shape::Observe && !answers_with_environment(&spent.script) {
            env::harmless(inherited, &variables_of(&spent.script), additions)
        } else {
            let passed = &self.runtime.settings.passed_variables;
            env::approved(inherited, passed, additions)
        }
    }

    fn launch(
        &self,
        spent: &Spent,
        launcher: &Launcher,
        environment: Environment,
    ) -> Result<Launch, SessionError> {
        let plan = &spent.plan;
        let found = Found::look(plan);
        let blank = contain::make_blank(&self.runtime.state).map_err(SessionError::Temporary)?;
        let walls = BuiltWalls::build(
            plan,
            launcher,
            &Scene {
                cwd: &spent.cwd_path,
                privilege: Privilege::of(identity::user()),
                landlock: machine::landlock_version(),
                found: &found,
                blank: &blank,
            },
        )?;
        let descriptors = WrapperFds {
            text: TEXT_FD,
            report: REPORT_FD,
        };
        Ok(walls.launch(Shell {
            argv: argv(&self.runtime.shell, descriptors)?,
            environment: environment.variables,
            cwd: spent.cwd_path.to_string_lossy().into_owned(),
            cwd_identity: spent.cwd_identity,
            grace: KILL_GRACE,
            patience: KILL_PATIENCE,
        }))
    }

    /// Files for output that doesn't stay in memory, in a directory of the session that no run can reach.
    fn output_files(&self) -> Result<OutputFiles, SessionError> {
        let failed = |source| SessionError::Directory {
            path: self.output.clone(),
            source,
        };
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.output)
            .map_err(failed)?;
        let number = self.runs.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(OutputFiles::new(&self.output, &format!("{number:04}")))
    }

    /// Moves the session's working directory where the shell says it ended, if that can be followed. Returns what to
    /// say about it.
    fn follow_cwd(&mut self, report: &[u8]) -> Option<String> {
        match follow(report, &self.cwd, &self.roots) {
            CwdChange::Same => None,
            CwdChange::Moved(cwd) => {
                let note = format!("the working directory is now {}", cwd.display());
                self.cwd = cwd;
                Some(note)
            }
            CwdChange::Kept(doubt) => Some(doubt.to_string()),
        }
    }

    fn outcome(
        &self,
        script: &Script,
        plan: &Plan,
        launcher: &Launcher,
        finished: Finished,
        mut notes: Vec<String>,
    ) -> Outcome {
        let session = self.situation().session();
        let ending = Ending {
            kind: finished.ended,
            status: finished.exit_code,
            stdout_tail: finished.stdout_tail,
            stderr_tail: finished.stderr_tail,
        };
        let input = Input {
            script,
            session: &session,
        };
        let (mut meaning, faults) = self.runtime.policies.interpret(input, &ending);
        // However a policy reads the code: what the host ended did not do what it was to do.
        meaning.is_error |= !matches!(finished.ended, EndingKind::Exited | EndingKind::Signalled);
        notes.extend(faults.iter().map(ToString::to_string));
        if plan.readable.is_some() && (meaning.is_error || !finished.stderr.text.is_empty()) {
            notes.push(CONFINED.to_owned());
        }
        Outcome {
            version: OUTCOME_VERSION,
            stdout: finished.stdout,
            stderr: finished.stderr,
            ended: finished.ended,
            exit_code: finished.exit_code,
            signal: finished.signal,
            meaning,
            walls: plan.shape,
            launcher: launcher.name().to_owned(),
            survivors: finished.survivors,
            survivor_names: finished.survivor_names,
            ended_children: finished.left,
            cwd: self.cwd.to_string_lossy().into_owned(),
            elapsed_ms: milliseconds(finished.elapsed),
            changes: Vec::new(),
            notes,
        }
    }
}

/// The protected places that are not there: no wall can stand before them.
fn missing_protected(plan: &Plan) -> Vec<PathBuf> {
    if plan.shape != Shape::Work {
        return Vec::new();
    }
    let missing = plan.protected.iter().filter(|path| !path.exists());
    missing.cloned().collect()
}

/// Says which of them the run made.
fn appeared(missing: &[PathBuf]) -> Vec<String> {
    missing
        .iter()
        .filter(|path| path.exists())
        .map(|path| {
            format!(
                "the run made {}, which programs outside the walls act on: look at it before you go on",
                path.display()
            )
        })
        .collect()
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Whether a script is there to show the environment (R5.3): what it shows is that of approved runs. Beside what shows it
/// only filters may run that no variable leads astray.
fn answers_with_environment(script: &Script) -> bool {
    const SHOW: [&str; 2] = ["env", "printenv"];
    const FILTER: [&str; 9] = [
        "cat", "cut", "grep", "head", "sort", "tail", "tr", "uniq", "wc",
    ];
    let mut names = script.commands.iter().map(|command| script.name(command));
    let shows = names.clone().flatten().any(|name| SHOW.contains(&name));
    shows
        && names.all(|name| name.is_some_and(|name| SHOW.contains(&name) || FILTER.contains(&name)))
}

/// The variables that a script names and doesn't set itself: one that it sets and that were exported would be seen by
/// programs, though it looks like a plain variable of the shell.
fn variables_of(script: &Script) -> Vec<String> {
    let is_name = |one: char| one.is_ascii_alphanumeric() || one == '_';
    script
        .pieces
        .iter()
        .filter(|piece| piece.kind == PieceKind::Variable)
        .map(|piece| {
            script
                .text(piece.span)
                .trim_start_matches(['$', '{', '#'])
                .chars()
                .take_while(|one| is_name(*one))
                .collect::<String>()
        })
        .filter(|name| !name.is_empty())
        .filter(|name| {
            script
                .assignments
                .iter()
                .all(|assignment| assignment.name != *name)
        })
        .collect()
}

fn say(names: &[String], what: &str) -> Option<String> {
    (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
}

fn environment_notes(environment: &Environment) -> Vec<String> {
    [
        say(
            &environment.scrubbed,
            "variables that look like secrets were left out",
        ),
        say(
            &environment.withheld,
            "variables that change what tools do were left out",
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}
