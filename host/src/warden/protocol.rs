//! What the host and the warden say to each other (R5.7).
//!
//! Two kinds of sockets, both `SOCK_SEQPACKET`, so that one packet is one message:
//! - the *session socket* carries requests. A request is one byte with descriptors; the launch itself is JSON in a memory
//!   file among them, since it can be larger than a packet. Its end of file is the session's lifeline.
//! - the *run socket*, made by the host for each run, carries [`Event`]s out and [`Control`]s in. Its end of file is the
//!   run's lifeline.

use serde::{Deserialize, Serialize};

use crate::outcome::{ProcessName, SurvivorState};

/// The descriptors that travel with a request, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum LaunchDescriptor {
    /// The launch, as JSON.
    Launch = 0,
    /// The stage's end of the run socket.
    Run = 1,
    /// Standard input of the command.
    Stdin = 2,
    /// Standard output of the command.
    Stdout = 3,
    /// Standard error of the command.
    Stderr = 4,
    /// The command text (R5.3).
    Text = 5,
    /// Where the shell reports its working directory (R5.3).
    Report = 6,
    /// The working directory that was judged.
    Cwd = 7,
}

impl LaunchDescriptor {
    /// How many there are.
    pub const COUNT: usize = 8;
}

/// Everything the warden is told of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// How the stage gets into its walls.
    pub entry: Entry,
    /// What the stage does there.
    pub stage: Stage,
}

/// How the stage gets into its walls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
pub enum Entry {
    /// The forked warden becomes the stage.
    Direct,
    /// A program makes namespaces and starts the stage in them as process 1.
    Through {
        /// The program and its arguments, without the stage's own, which the warden appends.
        argv: Vec<String>,
    },
}

/// What the stage does: it is the parent of everything a run starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The shell, by absolute path, and its arguments. The first is the path.
    pub argv: Vec<String>,
    /// The whole environment.
    pub environment: Vec<(String, String)>,
    /// The working directory.
    pub cwd: String,
    /// Device and inode of the working directory that was judged. Another one is refused.
    pub cwd_identity: (u64, u64),
    /// What Landlock allows. None: no Landlock.
    pub landlock: Option<Landlock>,
    /// Which system calls are refused.
    pub seccomp: Filter,
    /// Whether all capabilities are given up but those that only read.
    pub drop_capabilities: bool,
    /// Whether the stage is process 1 of a pid namespace, so that its end ends everything in it.
    pub owns_namespace: bool,
    /// Milliseconds between the polite signal and the one that can't be ignored.
    pub grace_ms: u64,
    /// Milliseconds after which killing gives up and names survivors.
    pub patience_ms: u64,
}

/// What Landlock allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landlock {
    /// Paths whose files may not be read or run; their names stay visible.
    pub hidden: Vec<String>,
    /// What beside them may be read. None: everything, and directories can be listed everywhere.
    pub only: Option<Only>,
    /// Paths below which files may be changed.
    pub writable: Vec<String>,
}

/// The only places whose files may be read, and whose directories may be listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Only {
    /// Places of the session, without a link on the way. Where one is met the place stays closed. Nothing there may be run.
    pub readable: Vec<String>,
    /// Places of the system, whose links are followed. What is there may be run, too.
    pub system: Vec<String>,
}

/// Which system calls are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Filter {
    /// None.
    Nothing,
    /// Those that change anything, and all sockets but netlink: for harmless runs.
    Observe,
    /// Those that lead out of the namespaces: for approved runs.
    Work,
}

/// What the stage, or the warden in its place, tells the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// The walls are up and the shell runs.
    Started {
        /// Its id, as its pid namespace counts.
        pid: i32,
    },
    /// The main command ended and everything it left was ended too. The last message.
    Ended {
        /// How the main command ended.
        exit: Exit,
        /// What was left when it did; the first 64.
        left: Vec<ProcessName>,
        /// What is known of survivors.
        survivors: SurvivorState,
        /// Processes that could not be ended; the first 64.
        survivor_names: Vec<ProcessName>,
    },
    /// The command was not started; or, after `Started`, the stage was lost and what it had started was ended. The last
    /// message.
    Failed {
        /// What failed and why, for people.
        message: String,
    },
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
pub enum Exit {
    /// It returned an exit code.
    Code {
        /// The code.
        code: i32,
    },
    /// A signal ended it.
    Signal {
        /// The signal.
        signal: i32,
    },
}

/// What the host tells the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Control {
    /// End everything: SIGTERM, grace, SIGKILL.
    Terminate,
    /// End everything at once.
    Kill,
}
