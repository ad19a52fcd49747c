//! What harmless commands may do besides reading. Every row has its reason.

use super::trace::{Deed, What};

/// Something that is expected.
struct Expected {
    /// How the command begins, word by word. Empty: whichever it is.
    command: &'static str,
    what: What,
    target: Target,
}

/// What something is expected to be done to.
enum Target {
    /// What begins so.
    Begins(&'static str),
    /// What ends so.
    Ends(&'static str),
    /// One of these programs of the system, wherever it looks for it.
    Programs(&'static [&'static str]),
    /// What has a number for a name.
    Number,
    /// A file right below the temporary directory whose name is random.
    Temporary,
}

impl Target {
    fn is(&self, target: &str) -> bool {
        match self {
            Self::Begins(beginning) => target.starts_with(beginning),
            Self::Ends(end) => target.ends_with(end),
            Self::Programs(names) => {
                let program = target.rsplit_once('/');
                program.is_some_and(|(_, name)| is_of_system(target) && names.contains(&name))
            }
            Self::Number => target.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Temporary => target.strip_prefix("/tmp/").is_some_and(|name| {
                let is_random = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                name.len() == 10 && name.bytes().all(is_random)
            }),
        }
    }
}

const fn of_any(what: What, beginning: &'static str) -> Expected {
    of("", what, beginning)
}

const fn of(command: &'static str, what: What, beginning: &'static str) -> Expected {
    Expected {
        command,
        what,
        target: Target::Begins(beginning),
    }
}

const fn runs(command: &'static str, programs: &'static [&'static str]) -> Expected {
    Expected {
        command,
        what: What::Run,
        target: Target::Programs(programs),
    }
}

const EXPECTED: &[Expected] = &[
    // Writing there changes nothing.
    of_any(What::Write, "/dev/null"),
    of_any(What::Write, "/dev/full"),
    of_any(What::Write, "/dev/tty"),
    of_any(What::Write, "/dev/stdout"),
    of_any(What::Write, "/dev/stderr"),
    of_any(What::Write, "/dev/fd/"),
    of_any(What::Write, "/proc/self/fd/"),
    // The C library asks a cache of names first, and goes on without it.
    of_any(What::Connect, "/var/run/nscd/socket"),
    of_any(What::Connect, "/run/systemd/userdb/"),
    // Temporary files of their own, removed at the end.
    Expected {
        command: "cloc",
        what: What::Write,
        target: Target::Temporary,
    },
    of("dpkg", What::Write, "/tmp/dpkg-deb."),
    of("dpkg-deb", What::Write, "/tmp/dpkg-deb."),
    of("patch", What::Write, "/tmp/pp"),
    of("patch", What::Write, "/tmp/po"),
    of("patch", What::Write, "/tmp/pi"),
    of("patch", What::Write, "/tmp/pr"),
    of("sort", What::Write, "/tmp/sort"),
    of("tac", What::Write, "/tmp/tac"),
    of("tac", What::Write, "/tmp/cu"),
    of("wdiff", What::Write, "/tmp/wdiff."),
    of("zcmp", What::Write, "/tmp/zdiff"),
    of("zdiff", What::Write, "/tmp/zdiff"),
    of("zegrep", What::Write, "/tmp/zgrep"),
    of("zfgrep", What::Write, "/tmp/zgrep"),
    of("zgrep", What::Write, "/tmp/zgrep"),
    // Their searching threads stay each on a processor of its own.
    of("ag", What::Machine, "sched_setaffinity("),
    // It asks git which files to pass over, which its table says: it is contained, and git neutral.
    of("ag", What::Run, "/bin/sh"),
    runs("ag", &["git"]),
    // It says which system it is on.
    runs(
        "cargo -vV",
        &["cut", "getconf", "getopt", "lsb_release", "tr"],
    ),
    // It says who has looked at a table of times, and goes on where nobody listens.
    of("crontab", What::Connect, "/dev/log"),
    // It is a front of these.
    runs("dpkg", &["dpkg-deb", "dpkg-query"]),
    // Its own programs, some of which are scripts.
    of("git", What::Run, "/usr/lib/git-core/"),
    of("git", What::Run, "/usr/libexec/git-core/"),
    runs("git", &["basename", "envsubst", "gettext", "sed", "uname"]),
    // It brings the index up to date if it may, as `git status` does, but whatever the environment says.
    Expected {
        command: "git describe",
        what: What::Write,
        target: Target::Ends("/.git/index.lock"),
    },
    Expected {
        command: "git describe",
        what: What::Write,
        target: Target::Ends("/.git/index"),
    },
    // It finds out whether the kernel checks requests, with one that changes nothing.
    of(
        "ip",
        What::Machine,
        "3, [{nlmsg_len=32, nlmsg_type=RTM_NEWLINK, nlmsg_flags=NLM_F_REQUEST|NLM_F_ACK, nlmsg_seq=0, nlmsg_pid=0}, \
         {ifi_family=AF_UNSPEC, ifi_type=ARPHRD_NETROM, ifi_index=0, ifi_flags=0,",
    ),
    // The virtual machine keeps notes on itself, which its table says: it is contained.
    of("jar", What::Write, "/proc/self/coredump_filter"),
    of("jar", What::Write, "/tmp/hsperfdata_"),
    Expected {
        command: "jar",
        what: What::Write,
        target: Target::Number,
    },
    // A page goes through these, and is kept in a cache of the system by who may write there.
    runs(
        "man",
        &[
            "apropos", "col", "eqn", "groff", "grotty", "iconv", "locale", "neqn", "nroff", "pic",
            "preconv", "refer", "tbl", "troff", "whatis", "zsoelim",
        ],
    ),
    of("man", What::Write, "/var/cache/man/"),
    // They show what it says.
    runs("sdiff", &["diff"]),
    runs("wdiff", &["diff"]),
    // Packed files are read through the system's programs, which one by the name of a flag or of the file.
    runs(
        "rg",
        &["brotli", "bzip2", "gzip", "lz4", "uncompress", "xz", "zstd"],
    ),
    runs(
        "tar",
        &[
            "bzip2", "compress", "gzip", "lzip", "lzma", "lzop", "sh", "xz", "zstd",
        ],
    ),
    // What it runs if it is told nothing; the host looks through it if it is.
    runs("xargs", &["echo"]),
    // The one in Python is a front of `jq`.
    runs("yq", &["jq"]),
];

/// Directories of the system's programs: what a script of the system runs from there is part of it.
const SYSTEM: [&str; 6] = [
    "/usr/local/bin/",
    "/usr/bin/",
    "/bin/",
    "/usr/sbin/",
    "/sbin/",
    "/usr/lib/",
];

fn is_of_system(program: &str) -> bool {
    SYSTEM
        .iter()
        .any(|directory| program.starts_with(directory))
}

/// Whether a command is expected to do this.
pub(super) fn is_expected(words: &[String], deed: &Deed, is_script: IsScript) -> bool {
    if deed.what == What::Run && is_script == IsScript::Yes && is_of_system(&deed.target) {
        return true;
    }
    EXPECTED.iter().any(|row| {
        let mut beginning = row.command.split_whitespace();
        let is_same = beginning
            .by_ref()
            .zip(words)
            .all(|(one, other)| one == other);
        let is_whole = row.command.split_whitespace().count() <= words.len();
        is_same && is_whole && row.what == deed.what && row.target.is(&deed.target)
    })
}

/// Whether a tool is a script that runs other programs of the system.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum IsScript {
    Yes,
    No,
}

#[test]
fn what_is_expected_of_one_command_is_not_of_another() {
    let deed = |what, target: &str| Deed {
        what,
        target: target.to_owned(),
    };
    let is = |command: &str, deed: &Deed| {
        let words: Vec<_> = command.split(' ').map(str::to_owned).collect();
        is_expected(&words, deed, IsScript::No)
    };
    let diff = deed(What::Run, "/usr/bin/diff");
    assert!(is("sdiff a b", &diff) && !is("sort a", &diff) && !is("sdiffer a", &diff));
    assert!(!is("sdiff a b", &deed(What::Run, "./diff")));
    let lock = deed(What::Write, "/tmp/x/.git/index.lock");
    assert!(is("git describe", &lock) && !is("git", &lock) && !is("git log", &lock));
    let random = deed(What::Write, "/tmp/BpirlXZ0sN");
    assert!(is("cloc a", &random) && !is("cloc a", &deed(What::Write, "/tmp/project/a")));
}
