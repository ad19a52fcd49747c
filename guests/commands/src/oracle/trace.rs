//! Reads what `strace` wrote down: everything a command tried that changes something.

use std::collections::BTreeMap;

use super::driver;

/// The calls that are written down, as `strace` wants them. Those that a kernel does not have are left out by it (`?`).
/// Those that need a file that is open for writing are not there (`write`, `ftruncate`): it was seen when it was opened.
pub(super) const CALLS: &str = "trace=clone,?clone3,?fork,?vfork,openat,?open,?creat,?openat2,execve,?execveat,socket,connect,bind,sendto,sendmsg,?sendmmsg,\
?unlink,unlinkat,?rename,?renameat,renameat2,?mkdir,mkdirat,?rmdir,?link,linkat,?symlink,symlinkat,?chmod,fchmod,fchmodat,\
?chown,fchown,?lchown,fchownat,truncate,?mknod,mknodat,utimensat,?utime,?utimes,?futimesat,setxattr,lsetxattr,\
fsetxattr,removexattr,lremovexattr,fremovexattr,ioctl,kill,tkill,tgkill,?pidfd_send_signal,rt_sigqueueinfo,\
sethostname,setdomainname,settimeofday,clock_settime,adjtimex,clock_adjtime,mount,umount2,?move_mount,?fsopen,ptrace,setns,unshare,\
swapon,swapoff,reboot,init_module,finit_module,delete_module,kexec_load,bpf,setpriority,sched_setaffinity,sched_setscheduler,\
ioprio_set,prlimit64,add_key,request_key,keyctl,syslog,quotactl,acct,chroot,pivot_root,process_vm_writev,?iopl,?ioperm";

/// What kind of thing was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A file is made, changed or removed.
    Write,
    /// A program is run.
    Run,
    /// Somebody is talked to.
    Connect,
    /// Another process gets a signal.
    Signal,
    /// Something of the machine is changed.
    Machine,
    /// A secret of another process is printed.
    Secret,
}

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    /// What kind of thing.
    pub(super) what: What,
    /// What it was tried on, or the call itself.
    pub(super) target: String,
}

/// Which command each process belongs to: what it was started by, whenever it does something.
type Owners<'l> = BTreeMap<&'l str, usize>;

/// Reads a log and returns for each of so many commands what it tried.
pub(super) fn read(log: &str, commands: usize) -> Vec<Vec<Deed>> {
    let mut deeds = vec![Vec::new(); commands];
    let mut started = vec![false; commands];
    let mut owners = Owners::new();
    let mut driver = None;
    let mut current = commands;
    for line in log.lines() {
        let Some((process, call)) = line.trim_start().split_once(' ') else {
            continue;
        };
        let call = call.trim_start();
        if let Some(number) = mark(call) {
            driver = Some(process);
            current = number;
            continue;
        }
        let owner = if driver == Some(process) {
            current
        } else {
            // Who does something before it is known who started it was started just now.
            *owners.entry(process).or_insert(current)
        };
        if let Some(child) = child(call) {
            owners.insert(child, owner);
        }
        let Some(deeds) = deeds.get_mut(owner).filter(|_| driver != Some(process)) else {
            continue;
        };
        let is_own = |other: &str| owners.get(other) == Some(&owner);
        match classify(&is_own, call) {
            // The first program is the command itself.
            Some(deed) if deed.what == What::Run && !started[owner] => started[owner] = true,
            // The driver's threads and what is done before the command is there.
            Some(deed) if started[owner] => deeds.push(deed),
            Some(_) | None => {}
        }
    }
    deeds
}

/// Returns who is started by a call.
fn child(call: &str) -> Option<&str> {
    let call = call.strip_prefix("<... ").unwrap_or(call);
    let name = call.split(['(', ' ']).next()?;
    let (_, child) = call.rsplit_once("= ")?;
    let is_number = child.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && is_start(name)).then_some(child)
}

/// Whether a call starts a process or a thread.
fn is_start(name: &str) -> bool {
    matches!(name, "clone" | "clone3" | "fork" | "vfork")
}

/// Returns the number of the command that begins here.
fn mark(call: &str) -> Option<usize> {
    let (_, rest) = call.split_once(driver::MARK)?;
    let (number, _) = rest.split_once('"')?;
    number.parse().ok()
}

fn classify(is_own: &dyn Fn(&str) -> bool, call: &str) -> Option<Deed> {
    let (name, arguments) = call.split_once('(')?;
    let (quoted, plain) = parts(arguments);
    // A number below zero is no call, but what is left of one that was ended.
    if is_start(name) || name.starts_with("syscall_0xffff") {
        return None;
    }
    // What is there already is not made, a directory can't be opened for writing, and what begins again is seen again.
    let is_made = plain.contains("O_CREAT") || plain.contains("O_TMPFILE");
    if (name.starts_with("mkdir") && plain.contains("= -1 EEXIST"))
        || (name.starts_with("open") && !is_made && plain.contains("= -1 EISDIR"))
        || (name.starts_with("execve") && plain.contains("= ? ERESTART"))
    {
        return None;
    }
    let on = |what, target: &str| {
        let target = target.to_owned();
        Some(Deed { what, target })
    };
    let first = quoted.first().map_or("", String::as_str);
    match name {
        "open" | "openat" | "openat2" | "creat" => {
            let writes = [
                "O_WRONLY",
                "O_RDWR",
                "O_CREAT",
                "O_TRUNC",
                "O_APPEND",
                "O_TMPFILE",
            ];
            let is_write = name == "creat" || writes.iter().any(|flag| plain.contains(flag));
            is_write.then(|| on(What::Write, first)).flatten()
        }
        "execve" | "execveat" => on(What::Run, first),
        "socket" => {
            let local = plain.starts_with("AF_UNIX") || plain.starts_with("AF_NETLINK");
            (!local).then(|| on(What::Connect, &plain)).flatten()
        }
        "connect" | "bind" | "sendto" | "sendmsg" | "sendmmsg" => classify_talk(&quoted, &plain),
        "kill" | "tkill" | "tgkill" | "pidfd_send_signal" | "rt_sigqueueinfo" => {
            classify_signal(is_own, &plain)
        }
        "ioctl" => {
            let sets = [
                "SIOCS",
                "TIOCSTI",
                "FS_IOC_SETFLAGS",
                "BLKROSET",
                "BLKFLSBUF",
                "LOOP_SET",
                "KDSET",
            ];
            let is_set = sets.iter().any(|request| plain.contains(request));
            is_set.then(|| on(What::Machine, call)).flatten()
        }
        "prlimit64" if plain.starts_with("0,") || plain.contains(", NULL, {") => None,
        "adjtimex" | "clock_adjtime" if plain.contains("modes=0,") => None,
        "syslog" if plain.contains("ACTION_READ_ALL") || plain.contains("ACTION_SIZE") => None,
        "sched_setaffinity" | "sched_setscheduler" | "setpriority" | "ioprio_set"
            if plain.starts_with("0,") =>
        {
            None
        }
        _ if is_write(name) => on(What::Write, &quoted.join(" ")),
        _ if name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
        {
            on(What::Machine, call)
        }
        _ => None,
    }
}

/// Whether a call changes a file.
fn is_write(name: &str) -> bool {
    const BEGINNINGS: [&str; 14] = [
        "unlink", "rename", "mkdir", "rmdir", "link", "symlink", "chmod", "fchmod", "chown",
        "fchown", "lchown", "truncate", "mknod", "ut",
    ];
    BEGINNINGS
        .iter()
        .any(|beginning| name.starts_with(beginning))
        || name.ends_with("xattr")
        || name == "futimesat"
}

/// A message to a socket among the files, to the network, or to the kernel that changes it.
fn classify_talk(quoted: &[String], plain: &str) -> Option<Deed> {
    const CHANGES: [&str; 4] = [
        "nlmsg_type=RTM_NEW",
        "nlmsg_type=RTM_DEL",
        "nlmsg_type=RTM_SET",
        "SOCK_DESTROY",
    ];
    if CHANGES.iter().any(|change| plain.contains(change)) {
        let target = plain.to_owned();
        return Some(Deed {
            what: What::Machine,
            target,
        });
    }
    let is_file = plain.contains("sa_family=AF_UNIX");
    let is_net = plain.contains("sa_family=AF_INET") || plain.contains("sa_family=AF_VSOCK");
    let target = match (is_file, is_net) {
        (true, _) => quoted
            .iter()
            .find(|text| text.contains('/'))
            .map_or(plain, String::as_str),
        (_, true) => plain,
        _ => return None,
    };
    Some(Deed {
        what: What::Connect,
        target: target.to_owned(),
    })
}

/// A signal to another process than the command's own. Number 0 only asks whether it is there.
fn classify_signal(is_own: &dyn Fn(&str) -> bool, plain: &str) -> Option<Deed> {
    let mut arguments = plain.split([',', ')']).map(str::trim);
    let receiver = arguments.next()?;
    let signal = arguments.find(|argument| argument.starts_with("SIG") || *argument == "0")?;
    (signal != "0" && !is_own(receiver)).then(|| Deed {
        what: What::Signal,
        target: plain.to_owned(),
    })
}

/// Takes quoted texts out of arguments.
fn parts(arguments: &str) -> (Vec<String>, String) {
    let (mut quoted, mut plain) = (Vec::new(), String::new());
    let mut open: Option<String> = None;
    let mut characters = arguments.chars();
    while let Some(character) = characters.next() {
        match (&mut open, character) {
            (Some(_), '"') => quoted.extend(open.take()),
            (Some(text), '\\') => {
                text.push('\\');
                text.extend(characters.next());
            }
            (Some(text), _) => text.push(character),
            (None, '"') => open = Some(String::new()),
            (None, _) => plain.push(character),
        }
    }
    (quoted, plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deeds(lines: &[&str]) -> Vec<(What, String)> {
        let start = [
            "7 openat(AT_FDCWD, \"/shellward-oracle-case/0\", O_RDONLY) = -1 ENOENT",
            "8 execve(\"/bin/x\", [\"x\"], 0x1 /* 2 vars */) = 0",
        ];
        let log = [&start[..], lines].concat().join("\n");
        let all = read(&log, 1).concat();
        all.into_iter()
            .map(|deed| (deed.what, deed.target))
            .collect()
    }

    #[test]
    fn opening_to_read_is_nothing() {
        assert_eq!(
            deeds(&["8 openat(AT_FDCWD, \"O_CREAT\", O_RDONLY|O_CLOEXEC) = 3"]),
            []
        );
        assert_eq!(
            deeds(&["8 socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) = 3"]),
            []
        );
        assert_eq!(
            deeds(&["8 kill(12, 0) = 0", "8 tgkill(8, 8, SIGABRT) = 0"]),
            []
        );
        let own = [
            "9 openat(AT_FDCWD, \"a\", O_RDONLY) = 3",
            "8 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>",
            "8 <... clone resumed>, child_tidptr=0x7f) = 10",
            "8 kill(9, SIGUSR2) = 0",
            "8 kill(10, SIGUSR2) = 0",
            "9 tgkill(8, 8, SIGURG) = 0",
            "8 openat(AT_FDCWD, \"sub\", O_RDWR|O_CLOEXEC) = -1 EISDIR (Is a directory)",
        ];
        assert_eq!(deeds(&own), []);
        assert_eq!(
            deeds(&["8 prlimit64(0, RLIMIT_NOFILE, {rlim_cur=1}, NULL) = 0"]),
            []
        );
        assert_eq!(deeds(&["8 ioctl(1, TCGETS, 0x1) = -1 ENOTTY"]), []);
    }

    #[test]
    fn attempts_count_even_if_they_fail() {
        let write = |target: &str| (What::Write, target.to_owned());
        assert_eq!(
            deeds(&[
                "8 openat(AT_FDCWD, \"out\", O_WRONLY|O_CREAT, 0666) = -1 EROFS",
                "8 unlink(\"a\") = -1 EPERM",
                "9 rename(\"a\", \"b\") = 0",
            ]),
            [write("out"), write("a"), write("a b")]
        );
    }

    #[test]
    fn programs_connections_and_signals_count() {
        assert_eq!(
            deeds(&[
                "9 execve(\"/bin/sh\", [\"sh\"], 0x1) = 0",
                "8 socket(AF_INET, SOCK_STREAM, 0) = 3",
                "8 connect(3, {sa_family=AF_UNIX, sun_path=\"/run/x\"}, 9) = 0",
                "8 kill(1, SIGTERM) = 0",
                "8 sethostname(\"x\", 1) = -1 EPERM",
            ])
            .into_iter()
            .map(|deed| deed.0)
            .collect::<Vec<_>>(),
            [
                What::Run,
                What::Connect,
                What::Connect,
                What::Signal,
                What::Machine
            ]
        );
    }

    #[test]
    fn what_the_driver_does_is_not_the_commands() {
        let log = "7 openat(AT_FDCWD, \"/shellward-oracle-case/0\", O_RDONLY) = -1\n\
                   7 openat(AT_FDCWD, \"output\", O_WRONLY|O_CREAT) = 4\n\
                   7 openat(AT_FDCWD, \"/shellward-oracle-case/1\", O_RDONLY) = -1\n\
                   8 execve(\"/bin/x\", [\"x\"], 0x1) = 0\n\
                   8 clone(child_stack=NULL, flags=SIGCHLD) = 10\n\
                   8 unlink(\"a\") = 0\n\
                   7 openat(AT_FDCWD, \"/shellward-oracle-case/2\", O_RDONLY) = -1\n\
                   7 clone3({flags=CLONE_VM|CLONE_VFORK}, 88) = 9\n\
                   9 execve(\"/bin/y\", [\"y\"], 0x1) = 0\n\
                   10 unlink(\"b\") = 0";
        let deeds = read(log, 3);
        assert!(deeds[0].is_empty());
        assert_eq!(deeds[1].len(), 2, "what it left running is its own");
        assert!(deeds[2].is_empty());
    }
}
