//! What the tests of running share: calls that a person approved, in sessions without walls. Walls have tests of their
//! own.

use std::{
    fs,
    path::PathBuf,
    pin::pin,
    thread,
    time::{Duration, Instant},
};

use shellward::{
    Call, Session, SessionError,
    config::Settings,
    decide::Permit,
    judge::EndingKind,
    outcome::Outcome,
    plan::Containment,
    read::Dialect,
    run::RunHandle,
    shell::discover::{Shell, Wish, discover},
};
use tokio::sync::oneshot;

use crate::support::{self, TestEnv, environment, skipped};

/// Far more than anything here takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What a script says when it has come as far as its test needs: a file that [`Desk::is_ready`] looks for.
pub(crate) const READY: &str = ": > ready";

/// A place to run in.
pub(crate) struct Desk {
    env: TestEnv,
    pub(crate) dialect: Dialect,
    pub(crate) stdin: Option<String>,
    pub(crate) timeout: Duration,
    pub(crate) inherited: Vec<(String, String)>,
}

impl Desk {
    pub(crate) fn new() -> Self {
        let env = TestEnv::new();
        fs::create_dir(env.path("project/sub")).unwrap();
        Self {
            env,
            dialect: Dialect::Bash,
            stdin: None,
            timeout: PATIENCE,
            inherited: Vec::new(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.env.path(name)
    }

    /// A session here, of which nothing is known that would be harmless.
    pub(crate) fn session(&self) -> Session {
        let mut environment = environment(&self.env, &self.inherited);
        environment.shell_wish = Some(find(self.dialect).unwrap().path);
        let mut settings = Settings::with_policies(Vec::new());
        settings.containment = Containment::Off;
        support::session(&self.env, environment, settings)
    }

    /// A permit for a script, as a person gives it.
    pub(crate) fn permit(&self, session: &mut Session, script: &str) -> Permit {
        let call = Call::new(script).unwrap();
        let call = call.with_timeout(self.timeout).unwrap();
        let call = match &self.stdin {
            Some(stdin) => call.with_stdin(stdin.clone()),
            None => call,
        };
        support::permit(session, call)
    }

    /// Runs a script in a session of its own.
    pub(crate) fn run(&self, script: &str) -> Outcome {
        self.run_in(&mut self.session(), script)
    }

    pub(crate) fn run_in(&self, session: &mut Session, script: &str) -> Outcome {
        let permit = self.permit(session, script);
        block_on(session.run(permit)).unwrap()
    }

    /// Runs a script and, beside it, what watches it.
    pub(crate) fn run_beside<T>(
        &self,
        script: &str,
        watch: impl AsyncFnOnce(RunHandle) -> T,
    ) -> (Result<Outcome, SessionError>, T) {
        let mut session = self.session();
        let permit = self.permit(&mut session, script);
        let (sender, started) = oneshot::channel();
        block_on(async {
            let run = session.run_watched(permit, |handle| drop(sender.send(handle)));
            let watch = async { watch(started.await.unwrap()).await };
            tokio::join!(run, watch)
        })
    }

    /// Runs a script until it is ready, and then drops the run.
    pub(crate) fn run_and_drop(&self, script: &str) {
        let mut session = self.session();
        let permit = self.permit(&mut session, script);
        block_on(async {
            let run = pin!(session.run(permit));
            tokio::select! {
                outcome = run => panic!("it ended: {outcome:?}"),
                () = self.until_ready() => {}
            }
        });
    }

    /// Runs a script that never ends into its time limit. Where it is not ready by then, because the machine is slow, it
    /// gets more time.
    pub(crate) fn run_into_limit(&mut self, script: &str) -> Outcome {
        self.timeout = Duration::from_millis(300);
        loop {
            let outcome = self.run(script);
            assert_eq!(
                (outcome.ended, outcome.exit_code),
                (EndingKind::TimedOut, 143),
                "{script}"
            );
            if self.is_ready() {
                return outcome;
            }
            self.timeout *= 2;
            assert!(self.timeout < PATIENCE, "never ready: {script}");
        }
    }

    /// Whether a script said [`READY`].
    fn is_ready(&self) -> bool {
        self.path("project/ready").exists()
    }

    pub(crate) async fn until_ready(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.is_ready() {
            assert!(Instant::now() < deadline, "never ready");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits until no process is left that works in this place, and fails if some stay.
    pub(crate) fn assert_deserted(&self) {
        let deadline = Instant::now() + PATIENCE;
        while !self.processes().is_empty() {
            assert!(Instant::now() < deadline, "left: {:?}", self.processes());
            thread::yield_now();
        }
    }

    /// The processes of runs whose working directory is here. A stage that has said its last word may still be there.
    pub(crate) fn processes(&self) -> Vec<String> {
        let project = self.path("project");
        let entries = fs::read_dir("/proc").unwrap().flatten();
        entries
            .filter(|entry| {
                let cwd = fs::read_link(entry.path().join("cwd"));
                cwd.is_ok_and(|cwd| cwd.starts_with(&project))
            })
            .filter_map(|entry| fs::read_to_string(entry.path().join("comm")).ok())
            .filter(|name| name != "shellward-stage\n")
            .collect()
    }
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

fn find(dialect: Dialect) -> Option<Shell> {
    let wish = Wish {
        explicit: None,
        login: None,
        order: &[dialect],
    };
    discover(wish).ok()
}

/// The shells of this machine; a missing one is named.
pub(crate) fn dialects() -> Vec<Dialect> {
    let mut dialects = vec![Dialect::Bash, Dialect::Zsh];
    dialects.retain(|dialect| {
        let found = find(*dialect).is_some();
        if !found {
            skipped(&format!("there is no {dialect} on this machine"));
        }
        found
    });
    dialects
}
