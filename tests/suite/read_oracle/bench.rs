//! Where scripts are run by the real shell, with recorders in place of programs (R2.6).
//!
//! One wall holds many scripts: bubblewrap starts the helper's driver once, which runs script after script, each in fresh
//! directories, and ends whatever one leaves running. Behind the wall there is no program but the shells, the wrappers
//! that must really run what they wrap, and recorders under every other name.
#![expect(
    clippy::disallowed_methods,
    reason = "the oracle is the real shell, and the helper is compiled here"
)]

use std::{
    fs,
    io::BufReader,
    os::unix::{
        fs::{MetadataExt as _, PermissionsExt as _},
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::Duration,
};

use shellward::read::{Alias, AliasReach, Dialect, ShellFacts, is_builtin};

use super::wire::{Message, Parts};
use crate::support::{has_work_walls, repository};

/// Where a script starts, behind the wall.
pub(crate) const PROJECT: &str = "/w/project";
/// The home directory behind the wall.
pub(crate) const HOME: &str = "/w/home";
/// The only directory of PATH behind the wall.
const BIN: &str = "/bin";
/// How long a script may take.
const LIMIT: Duration = Duration::from_millis(1500);
/// An unprivileged user.
const NOBODY: u32 = 65534;

/// Programs that record themselves and then do what they are for.
const REAL: [&str; 24] = [
    "[", "basename", "bash", "cat", "dirname", "echo", "env", "false", "find", "ionice", "nice",
    "nohup", "printf", "pwd", "seq", "setsid", "sh", "stdbuf", "test", "time", "timeout", "true",
    "xargs", "zsh",
];
/// Programs that only record themselves.
pub(crate) const STUBS: [&str; 80] = [
    "awk", "cargo", "chmod", "chown", "chrt", "cmp", "comm", "cp", "curl", "cut", "date", "dd",
    "df", "diff", "doas", "docker", "du", "egrep", "expr", "fd", "fgrep", "file", "flock", "git",
    "go", "grep", "gunzip", "gzip", "head", "hidden", "hostname", "id", "jq", "kill", "ln", "ls",
    "make", "mkdir", "mktemp", "mv", "nl", "node", "npm", "parallel", "paste", "perl", "ps",
    "python3", "readlink", "realpath", "rec0", "rec1", "rec2", "rec3", "rev", "rg", "rm", "rmdir",
    "rsync", "ruby", "sed", "sleep", "sort", "ssh", "stat", "su", "sudo", "tac", "tail", "tar",
    "tee", "touch", "tr", "uname", "uniq", "watch", "wc", "which", "whoami", "yes",
];
/// Builtins that can be taken from the shell, so that their recorders are called.
const BUILTINS: [&str; 8] = [
    "[", "echo", "false", "kill", "printf", "pwd", "test", "true",
];

/// What lies in the project and the home directory, unless a case says otherwise.
const FILES: [(&str, &str); 14] = [
    ("/w/project/a", "one two\nthree\n"),
    ("/w/project/ab", "x\n"),
    ("/w/project/a b", ""),
    ("/w/project/-x", ""),
    ("/w/project/[a]", ""),
    ("/w/project/it's", ""),
    ("/w/project/notes.md", "# notes\n"),
    ("/w/project/src/main.rs", "fn main() {}\n"),
    ("/w/project/src/lib.rs", ""),
    ("/w/project/sub/c.txt", "c\n"),
    ("/w/project/sub/deep/d.txt", "d\n"),
    ("/w/project/my dir/e.txt", ""),
    ("/w/home/h.txt", ""),
    ("/w/home/.config/c.toml", ""),
];

/// Whether the shell keeps the builtins that are also programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtins {
    /// They are part of the shell, as always; their calls are not recorded.
    Kept,
    /// They are taken away, so that their calls are recorded.
    Recorded,
}

/// A script and what it runs in.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) dialect: Dialect,
    pub(crate) builtins: Builtins,
    pub(crate) script: String,
    /// `$1` and so on.
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
    /// Paths and contents, besides those that are always there.
    pub(crate) files: Vec<(String, String)>,
    /// Name, value.
    pub(crate) aliases: Vec<(String, String)>,
}

impl Request {
    pub(crate) fn of(dialect: Dialect, builtins: Builtins, script: &str) -> Self {
        Self {
            dialect,
            builtins,
            script: script.to_owned(),
            arguments: Vec::new(),
            environment: Vec::new(),
            files: Vec::new(),
            aliases: Vec::new(),
        }
    }

    /// What is known of the shell that the script runs in.
    pub(crate) fn facts(&self) -> ShellFacts {
        let mut facts = ShellFacts::of(self.dialect, PROJECT);
        facts.path = Some(vec![BIN.to_owned()]);
        facts.home = Some(HOME.to_owned());
        facts.aliases = self
            .aliases
            .iter()
            .map(|(name, value)| Alias {
                name: name.clone(),
                value: value.clone(),
                reach: AliasReach::Command,
            })
            .collect();
        facts
    }

    /// Whether calls of a name are recorded.
    pub(crate) fn records(&self, name: &str) -> bool {
        match self.builtins {
            Builtins::Recorded if is_recorded_builtin(name) => true,
            _ => {
                REAL.contains(&name) && !is_builtin(self.dialect, name)
                    || STUBS.contains(&name) && name != "kill"
            }
        }
    }

    fn message(&self) -> Message {
        let mut message = Message::default();
        message.add(LIMIT.as_millis().to_string());
        message.add_all(&self.program());
        let mut environment = vec![
            "PATH", BIN, "HOME", HOME, "PWD", PROJECT, "LC_ALL", "C.UTF-8",
        ];
        // Where a function that calls itself ends, before the stack does.
        environment.extend(["FUNCNEST", "40"]);
        let own = self
            .environment
            .iter()
            .flat_map(|(name, value)| [name.as_str(), value]);
        environment.extend(own);
        message.add_all(&environment);
        let files: Vec<&str> = FILES
            .iter()
            .copied()
            .chain(
                self.files
                    .iter()
                    .map(|(path, content)| (path.as_str(), content.as_str())),
            )
            .flat_map(|(path, content)| [path, content])
            .collect();
        message.add_all(&files);
        message.add(&self.script);
        message
    }

    /// The shell, started as `shell::wrap` starts it: the script is evaluated, with extended globs off.
    fn program(&self) -> Vec<String> {
        let names = BUILTINS.join(" ");
        let (shell, options, prepare, handler): (_, &[&str], _, _) = match self.dialect {
            Dialect::Zsh => (
                "/real/zsh",
                &["-f", "+o", "equals", "+o", "extendedglob"],
                format!("disable {names}"),
                "command_not_found_handler",
            ),
            _ => (
                "/real/bash",
                &["--norc", "--noprofile", "+O", "extglob"],
                format!("enable -n {names}"),
                "command_not_found_handle",
            ),
        };
        let mut wrapper = format!("{handler}() {{ {BIN}/not-found \"$@\"; return 127; }}; ");
        wrapper += "IFS= read -r -d '' ORACLE < /log/script; ";
        for (name, value) in &self.aliases {
            wrapper += &format!("alias '{name}={}'; ", value.replace('\'', "'\\''"));
        }
        if !self.aliases.is_empty() && self.dialect == Dialect::Bash {
            wrapper += "shopt -s expand_aliases; ";
        }
        if self.builtins == Builtins::Recorded {
            wrapper += &prepare;
            wrapper += "; ";
        }
        wrapper += "eval -- \"$ORACLE\"";
        let mut words = vec![shell.to_owned()];
        words.extend(options.iter().map(|option| (*option).to_owned()));
        words.extend(["-c".to_owned(), wrapper, self.dialect.code().to_owned()]);
        words.extend(self.arguments.iter().cloned());
        words
    }
}

/// One call of a recorder, or of a name that the shell did not find.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// Name of the program that was started. None: there was none of that name.
    pub(crate) program: Option<Vec<u8>>,
    pub(crate) cwd: Vec<u8>,
    pub(crate) words: Vec<Vec<u8>>,
    /// `NAME=value` of variables with short names.
    pub(crate) environment: Vec<Vec<u8>>,
}

impl Call {
    fn of(bytes: Vec<u8>) -> Self {
        let mut parts = Parts::of(bytes);
        let path = parts.next().unwrap_or_default();
        let program = path.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
        let cwd = parts.next().unwrap_or_default();
        let mut words = parts.list();
        let program = if program == b"not-found" {
            words.remove(0);
            None
        } else {
            Some(program.to_vec())
        };
        Self {
            program,
            cwd,
            words,
            environment: parts.list(),
        }
    }
}

/// What a script did.
#[derive(Debug)]
pub(crate) struct Ran {
    /// `exit 0`, `signal 9`, `late`.
    pub(crate) ending: String,
    pub(crate) stderr: String,
    pub(crate) calls: Vec<Call>,
    /// Paths of files that are new or changed.
    pub(crate) files: Vec<String>,
}

/// The helper, compiled, under all its names.
pub(crate) struct Bench {
    root: tempfile::TempDir,
    shells: Vec<Dialect>,
}

impl Bench {
    /// None, and said so: the walls are not to be had here.
    pub(crate) fn new() -> Option<Self> {
        if !has_work_walls() {
            return None;
        }
        let root = tempfile::tempdir().unwrap();
        open_up(root.path());
        let bin = root.path().join("bin");
        fs::create_dir(&bin).unwrap();
        open_up(&bin);
        let driver = root.path().join("driver");
        compile(&driver);
        for name in REAL.iter().chain(&STUBS).chain(&["not-found"]) {
            // Not symbolic links: the helper asks the kernel under which name it was started.
            fs::hard_link(&driver, bin.join(name)).unwrap();
        }
        let users = "root:x:0:0::/root:/bin/sh\nu:x:1000:1000::/home/u:/bin/sh\n";
        fs::write(root.path().join("passwd"), users).unwrap();
        let shells = [Dialect::Bash, Dialect::Zsh]
            .into_iter()
            .filter(|dialect| find(dialect.code()).is_some())
            .collect();
        Some(Self { root, shells })
    }

    /// Whether that shell is here.
    pub(crate) fn has(&self, dialect: Dialect) -> bool {
        self.shells.contains(&dialect)
    }

    /// Puts up a wall and starts a driver behind it.
    pub(crate) fn worker(&self) -> Worker<'_> {
        let mut bwrap = Command::new(find("bwrap").unwrap());
        bwrap.args([
            "--unshare-all",
            "--die-with-parent",
            "--new-session",
            "--as-pid-1",
        ]);
        bwrap.args(["--cap-drop", "ALL", "--dev", "/dev", "--proc", "/proc"]);
        // Files of the kernel belong to the superuser, who is the same inside.
        bwrap.args(["--ro-bind", "/proc/sys", "/proc/sys"]);
        for library in [
            "/usr/lib",
            "/usr/lib32",
            "/usr/lib64",
            "/lib",
            "/lib64",
            "/nix/store",
        ] {
            match fs::read_link(library) {
                Ok(target) => bwrap.arg("--symlink").arg(target).arg(library),
                Err(_) => bwrap.args(["--ro-bind-try", library, library]),
            };
        }
        bwrap.args(["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]);
        bwrap
            .arg("--ro-bind")
            .arg(self.root.path().join("passwd"))
            .arg("/etc/passwd");
        for place in [BIN, "/usr/bin"] {
            bwrap
                .arg("--ro-bind")
                .arg(self.root.path().join("bin"))
                .arg(place);
        }
        for name in REAL {
            if let Some(path) = find(name) {
                bwrap
                    .arg("--ro-bind")
                    .arg(path)
                    .arg(Path::new("/real").join(name));
            }
        }
        for place in ["/w", "/log", "/tmp"] {
            bwrap.args(["--tmpfs", place]);
        }
        bwrap
            .arg("--ro-bind")
            .arg(self.root.path().join("driver"))
            .arg("/oracle/driver");
        bwrap.args(["--chdir", "/", "/oracle/driver"]);
        if is_superuser() {
            bwrap.uid(NOBODY).gid(NOBODY);
        }
        let mut child = bwrap
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Worker {
            child,
            stdin,
            stdout,
            bench: self,
        }
    }
}

/// A wall with a driver behind it.
pub(crate) struct Worker<'b> {
    child: Child,
    /// None: the driver has been told that there is no more.
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    bench: &'b Bench,
}

impl Worker<'_> {
    /// Runs a script. An error: the driver is gone, and there is another one now.
    pub(crate) fn run(&mut self, request: &Request) -> Result<Ran, String> {
        let answer = request
            .message()
            .send(self.stdin.as_mut().unwrap())
            .and_then(|()| Parts::receive(&mut self.stdout));
        match answer {
            Ok(Some(mut parts)) => Ok(Ran {
                ending: text(parts.next()),
                stderr: text(parts.next()),
                calls: parts.list().into_iter().map(Call::of).collect(),
                files: parts
                    .list()
                    .into_iter()
                    .map(|path| text(Some(path)))
                    .collect(),
            }),
            ended => {
                let state = self.child.wait();
                *self = self.bench.worker();
                Err(format!("the driver is gone: {:?}, {state:?}", ended.err()))
            }
        }
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        // Not killed: bubblewrap could be at a point where its child would outlive it, holding this process's pipes.
        drop(self.stdin.take());
        let ended = self.child.wait();
        debug_assert!(ended.is_ok(), "{ended:?}");
    }
}

/// The version of a shell that is here, as `5.2.15`.
pub(crate) fn version(dialect: Dialect) -> String {
    let output = Command::new(find(dialect.code()).unwrap())
        .arg("--version")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let mut numbers = said.split(|part: char| !part.is_ascii_digit() && part != '.');
    numbers
        .find(|part| part.contains('.'))
        .unwrap_or("")
        .to_owned()
}

/// Whether a name is one of the builtins that are also programs.
pub(crate) fn is_recorded_builtin(name: &str) -> bool {
    BUILTINS.contains(&name)
}

fn text(bytes: Option<Vec<u8>>) -> String {
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

/// Lets every user read what others may.
fn open_up(directory: &Path) {
    fs::set_permissions(directory, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Where a program of the system is.
fn find(name: &str) -> Option<PathBuf> {
    ["/usr/bin", "/bin", "/usr/local/bin"]
        .into_iter()
        .map(|directory| Path::new(directory).join(name))
        .find_map(|path| fs::canonicalize(path).ok())
}

/// Limits on processes don't hold for the superuser, so behind the wall there is none.
fn is_superuser() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// Compiles the helper with the compiler that compiles this.
fn compile(to: &Path) {
    let source = repository().join("tests/suite/read_oracle/helper/main.rs");
    let beside = Path::new(env!("CARGO")).with_file_name("rustc");
    let compiler = if beside.is_file() {
        beside
    } else {
        PathBuf::from("rustc")
    };
    let output = Command::new(compiler)
        .args([
            "--edition",
            "2024",
            "-O",
            "-C",
            "panic=abort",
            "-C",
            "debuginfo=0",
        ])
        .args(["-C", "target-feature=+crt-static", "-D", "warnings", "-o"])
        .arg(to)
        .arg(source)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_oracle::bench_with;

    fn run(worker: &mut Worker<'_>, script: &str) -> Ran {
        let request = Request::of(Dialect::Bash, Builtins::Kept, script);
        worker.run(&request).unwrap()
    }

    #[test]
    fn calls_are_recorded_as_they_were_made() {
        let Some(bench) = bench_with(Dialect::Bash) else {
            return;
        };
        let mut worker = bench.worker();
        let ran = run(
            &mut worker,
            "cd src; A=1 rec0 $'a\n' '' & no-such-name b; env -i rec1 >&- 2>&-",
        );
        let mut calls: Vec<String> = ran
            .calls
            .iter()
            .map(|call| {
                let words = call.words.join(&b"|"[..]);
                let program = text(call.program.clone());
                format!(
                    "{program}: {} {}",
                    text(Some(words)),
                    call.environment.len()
                )
            })
            .collect();
        calls.sort();
        let expected = [
            ": no-such-name|b 0",
            "env: env|-i|rec1 0",
            "rec0: rec0|a\n| 1",
            "rec1: rec1 0",
        ];
        assert_eq!(calls, expected);
        assert!(ran.calls.iter().all(|call| call.cwd == b"/w/project/src"));
    }

    #[test]
    fn nothing_of_a_script_is_left_for_the_next() {
        let Some(bench) = bench_with(Dialect::Bash) else {
            return;
        };
        let mut worker = bench.worker();
        let ran = run(
            &mut worker,
            "rec0 > f; > a; while :; do :; done & sleep 1; exit 3",
        );
        assert_eq!(ran.ending, "late");
        assert_eq!(ran.files, ["/w/project/f", "/w/project/a"]);
        let ran = run(&mut worker, "[ -e f ] || [ -s a ] && rec1");
        assert_eq!((ran.ending.as_str(), ran.calls.len()), ("exit 0", 1));
        assert!(ran.files.is_empty());
    }

    #[test]
    fn no_program_and_no_file_of_the_machine_is_behind_the_wall() {
        let Some(bench) = bench_with(Dialect::Bash) else {
            return;
        };
        let mut worker = bench.worker();
        let ran = run(
            &mut worker,
            "/usr/bin/rm -rf /; cat /etc/shadow /root/* /home/*; rec0",
        );
        assert_eq!(ran.calls.len(), 3, "{ran:?}");
        let ran = run(
            &mut worker,
            "echo > /proc/sys/kernel/core_pattern; > /bin/x; rec0",
        );
        assert_eq!(ran.stderr.lines().count(), 2, "{ran:?}");
    }
}
