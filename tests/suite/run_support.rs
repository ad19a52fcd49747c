//! What the tests of running share: a session without walls, started through the real warden. Walls have tests of their
//! own.

use std::{
    fs::{self, File},
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use shellward::{
    output::OutputFiles,
    read::Dialect,
    run::{Finished, Run, RunError, Spawn, spawn},
    shell::{
        discover::{Wish, discover},
        env::{Additions, approved},
        wrap::{WrapperFds, argv},
    },
    warden::{
        REPORT_FD, TEXT_FD, Warden,
        protocol::{Entry, Filter, Launch, Stage},
    },
};
use tempfile::TempDir;

/// Far more than anything here takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A place to run in.
pub(crate) struct Desk {
    directory: TempDir,
    warden: Warden,
    pub(crate) dialect: Dialect,
    pub(crate) stdin: Option<String>,
    pub(crate) timeout: Duration,
    pub(crate) inherited: Vec<(String, String)>,
}

impl Desk {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        for name in ["project", "project/sub", "output"] {
            fs::create_dir(directory.path().join(name)).unwrap();
        }
        Self {
            directory,
            warden: Warden::start_with(Path::new(env!("CARGO_BIN_EXE_shellward"))).unwrap(),
            dialect: Dialect::Bash,
            stdin: None,
            timeout: PATIENCE,
            inherited: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().canonicalize().unwrap().join(name)
    }

    pub(crate) fn start(&self, script: &str) -> Result<Run, RunError> {
        let project = self.path("project");
        let cwd = File::open(&project).unwrap();
        let metadata = cwd.metadata().unwrap();
        let shell = discover(Wish {
            explicit: None,
            login: None,
            order: &[self.dialect],
        })
        .unwrap();
        let fds = WrapperFds {
            text: TEXT_FD,
            report: REPORT_FD,
        };
        let temp = self.path("output");
        let additions = Additions {
            shell: &shell.path,
            temp: temp.to_str().unwrap(),
            conditions: &[],
        };
        let stage = Stage {
            argv: argv(&shell, fds).unwrap(),
            environment: approved(&self.inherited, &[], additions).variables,
            cwd: project.to_str().unwrap().to_owned(),
            cwd_identity: (metadata.dev(), metadata.ino()),
            landlock: None,
            seccomp: Filter::Nothing,
            drop_capabilities: false,
            owns_namespace: false,
            grace_ms: 200,
            patience_ms: 2000,
        };
        spawn(
            &self.warden,
            Spawn {
                text: script.to_owned(),
                launch: Launch {
                    entry: Entry::Direct,
                    stage,
                },
                cwd: cwd.into(),
                stdin: self.stdin.clone(),
                timeout: self.timeout,
                files: OutputFiles::new(&self.path("output"), "0001"),
                chars: shellward::limits::OUTPUT_CHARS,
            },
        )
    }

    pub(crate) fn run(&self, script: &str) -> Finished {
        self.try_run(script).unwrap()
    }

    pub(crate) fn try_run(&self, script: &str) -> Result<Finished, RunError> {
        let run = self.start(script)?;
        block_on(run.finish())
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

/// The shells of this machine; a missing one is named.
#[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
pub(crate) fn dialects() -> Vec<Dialect> {
    let mut dialects = vec![Dialect::Bash, Dialect::Zsh];
    dialects.retain(|dialect| {
        let wish = Wish {
            explicit: None,
            login: None,
            order: &[*dialect],
        };
        let found = discover(wish).is_ok();
        if !found {
            eprintln!("skipped: there is no {dialect} on this machine");
        }
        found
    });
    dialects
}
