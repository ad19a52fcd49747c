//! What else is worth knowing about an ending: causes that a person would look for in what was printed.

use shellward_sdk::Ending;

/// How many are given at most.
const MAX_HINTS: usize = 3;

/// A cause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hint {
    /// What is printed then; one of these.
    pub(crate) printed: &'static [&'static str],
    /// What it means, and what to do.
    pub(crate) text: &'static str,
}

const fn hint(printed: &'static [&'static str], text: &'static str) -> Hint {
    Hint { printed, text }
}

/// What is no failure, though it looks like one.
pub(crate) const OF_SUCCESS: &[Hint] = &[hint(
    &["npm WARN", "npm warn"],
    "npm's warnings are no errors: it did what it was told",
)];

/// Causes of failures, the narrow ones first.
pub(crate) const OF_FAILURE: &[Hint] = &[
    hint(
        &["System limit for number of file watchers"],
        "too many files are watched, the disk is not full: fs.inotify.max_user_watches is the limit",
    ),
    hint(
        &["No space left on device", "ENOSPC", "Disk quota exceeded"],
        "the disk is full: df -h and df -i show which one",
    ),
    hint(
        &["EADDRINUSE", "ddress already in use"],
        "another process has the port: ss -ltnp shows which",
    ),
    hint(
        &["JavaScript heap out of memory"],
        "node ran out of its own memory: NODE_OPTIONS=--max-old-space-size raises the limit",
    ),
    hint(
        &[
            "Cannot allocate memory",
            "Out of memory",
            "out of memory",
            "std::bad_alloc",
            "MemoryError",
        ],
        "there was not enough memory",
    ),
    hint(
        &["Read-only file system", "EROFS"],
        "that place can't be written to, perhaps because of the walls around the command",
    ),
    hint(
        &["Too many open files", "EMFILE"],
        "too many files are open at once: ulimit -n is the limit",
    ),
    hint(
        &["Argument list too long"],
        "the line became too long: find -exec or xargs split it",
    ),
    hint(
        &["externally-managed-environment"],
        "this Python belongs to the system: python3 -m venv makes one that does not",
    ),
    hint(
        &["ModuleNotFoundError", "No module named"],
        "a Python module is missing, or another Python has it",
    ),
    hint(
        &["Cannot find module", "ERR_MODULE_NOT_FOUND"],
        "a node module is missing: npm install, or a wrong path",
    ),
    hint(
        &["index.lock"],
        "another git process is at work, or one that was ended left its lock",
    ),
    hint(
        &["dubious ownership"],
        "the repository belongs to somebody else: git config safe.directory says that it is trusted",
    ),
    hint(
        &["not a git repository"],
        "the working directory is in no git repository",
    ),
    hint(
        &["CONFLICT ("],
        "there are conflicts: git status shows where",
    ),
    hint(
        &["Host key verification failed"],
        "the host is not known yet, or is another one than before",
    ),
    hint(
        &[
            "SSL certificate problem",
            "certificate verify failed",
            "self-signed certificate",
            "self signed certificate",
        ],
        "the server's certificate is not trusted here",
    ),
    hint(
        &[
            "Could not resolve host",
            "name resolution",
            "ENOTFOUND",
            "EAI_AGAIN",
            "Name or service not known",
        ],
        "the name could not be resolved: it is wrong, or there is no network",
    ),
    hint(
        &["Connection refused", "ECONNREFUSED"],
        "nothing listens at that address and port",
    ),
    hint(
        &["Network is unreachable", "ENETUNREACH"],
        "there is no network, perhaps because of the walls around the command",
    ),
    hint(
        &["error while loading shared libraries"],
        "a library is missing, or is another version",
    ),
    hint(
        &[
            "^M: bad interpreter",
            "\\r': command not found",
            "\r: not found",
        ],
        "the script has line ends of Windows",
    ),
    hint(
        &["bad interpreter"],
        "the program that the first line of the script names is missing",
    ),
    hint(
        &["Text file busy"],
        "the program is running and can't be replaced",
    ),
    hint(
        &["Permission denied", "permission denied", "EACCES"],
        "access was refused: ls -l shows whose it is and what is allowed",
    ),
    hint(
        &["Operation not permitted", "EPERM"],
        "it was not allowed, perhaps because of the walls around the command",
    ),
];

/// Packages of programs whose names tell less, as Debian calls them. Sorted.
pub(crate) const PACKAGES: &[(&str, &str)] = &[
    ("ag", "silversearcher-ag"),
    ("batcat", "bat"),
    ("cc", "build-essential"),
    ("convert", "imagemagick"),
    ("dig", "bind9-dnsutils"),
    ("fd", "fd-find (as fdfind)"),
    ("fdfind", "fd-find"),
    ("fuser", "psmisc"),
    ("g++", "build-essential"),
    ("gcc", "build-essential"),
    ("host", "bind9-host"),
    ("ifconfig", "net-tools"),
    ("ip", "iproute2"),
    ("killall", "psmisc"),
    ("make", "build-essential"),
    ("nc", "netcat-openbsd"),
    ("netstat", "net-tools"),
    ("node", "nodejs"),
    ("npx", "npm"),
    ("nslookup", "bind9-dnsutils"),
    ("ping", "iputils-ping"),
    ("pip", "python3-pip (as pip3)"),
    ("pip3", "python3-pip"),
    ("ps", "procps"),
    ("psql", "postgresql-client"),
    ("pstree", "psmisc"),
    ("python", "python3 (as python3)"),
    ("rg", "ripgrep"),
    ("ss", "iproute2"),
    ("ssh", "openssh-client"),
    ("xmllint", "libxml2-utils"),
];

/// Returns what is worth knowing about an ending that is no error.
pub(crate) fn of_success(ending: &Ending) -> impl Iterator<Item = &'static str> + use<'_> {
    among(OF_SUCCESS, &ending.stderr_tail)
}

/// Returns what is worth knowing about a failure.
pub(crate) fn of_failure(ending: &Ending) -> Vec<String> {
    // With `2>&1` all stands in the other.
    let heard = if ending.stderr_tail.trim().is_empty() {
        &ending.stdout_tail
    } else {
        &ending.stderr_tail
    };
    let mut hints: Vec<String> = Vec::new();
    if ending.status == 127
        && let Some(program) = missing_program(heard)
    {
        hints.push(of_missing(program));
    }
    if is_out_of_memory(ending) {
        hints.push("the system ended it because memory was short".to_owned());
    }
    hints.extend(among(OF_FAILURE, heard).map(str::to_owned));
    hints.truncate(MAX_HINTS);
    hints
}

/// Whether the host saw that memory was short.
fn is_out_of_memory(ending: &Ending) -> bool {
    ending
        .attrs
        .iter()
        .any(|attr| attr.key == "out-of-memory" && attr.value == "true")
}

fn among<'a>(
    hints: &'static [Hint],
    heard: &'a str,
) -> impl Iterator<Item = &'static str> + use<'a> {
    // Memory that is short twice is said once.
    let found = hints
        .iter()
        .filter(move |hint| hint.printed.iter().any(|printed| heard.contains(printed)));
    found.map(|hint| hint.text).take(MAX_HINTS)
}

/// Reads the name in `bash: line 1: rg: command not found`, `zsh: command not found: rg` and `sh: 1: rg: not found`.
fn missing_program(heard: &str) -> Option<&str> {
    let mut lines = heard.lines().rev();
    let name = lines.find_map(|line| {
        if let Some((_, name)) = line.rsplit_once("command not found: ") {
            return Some(name.trim());
        }
        let before = line
            .strip_suffix(": command not found")
            .or_else(|| line.strip_suffix(": not found"))?;
        Some(before.rsplit(": ").next().unwrap_or(before).trim())
    })?;
    let is_name = !name.is_empty()
        && name.len() < 64
        && name
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\'' && byte != b'"');
    is_name.then_some(name)
}

fn of_missing(program: &str) -> String {
    let place = PACKAGES.binary_search_by_key(&program, |&(name, _)| name);
    match place.ok().and_then(|at| PACKAGES.get(at)) {
        Some((_, package)) => [program, " is missing; Debian's package is ", package].concat(),
        None => [program, " is missing, or not on the PATH"].concat(),
    }
}

#[cfg(test)]
mod tests {
    use shellward_sdk::{Attr, test_kit};

    use super::*;

    fn of(status: i32, stderr: &str) -> Vec<String> {
        of_failure(&Ending {
            stderr_tail: stderr.to_owned(),
            ..test_kit::ending(status)
        })
    }

    #[test]
    fn packages_are_sorted() {
        assert!(PACKAGES.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn a_missing_program_is_named_with_its_package() {
        for line in [
            "bash: line 1: rg: command not found",
            "bash: rg: command not found",
            "zsh: command not found: rg",
            "sh: 1: rg: not found",
            "first\n/bin/sh: 1: rg: not found\n",
        ] {
            let hints = of(127, line);
            assert!(
                hints.iter().any(|hint| hint.contains("ripgrep")),
                "{line}: {hints:?}"
            );
        }
        assert_eq!(
            of(127, "bash: nosuchcmd: command not found"),
            ["nosuchcmd is missing, or not on the PATH"]
        );
        assert!(of(1, "bash: rg: command not found").is_empty());
        assert!(of(127, "").is_empty());
    }

    #[test]
    fn causes_are_found_in_what_was_printed() {
        for (printed, part) in [
            (
                "Error: listen EADDRINUSE: address already in use :::3000",
                "port",
            ),
            ("write: No space left on device", "full"),
            (
                "ENOSPC: System limit for number of file watchers reached",
                "watched",
            ),
            ("cat: x: Permission denied", "refused"),
            (
                "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
                "node",
            ),
            ("curl: (6) Could not resolve host: x.example", "network"),
            ("touch: cannot touch 'x': Read-only file system", "walls"),
            (
                "fatal: detected dubious ownership in repository",
                "safe.directory",
            ),
            ("bash: ./x: /bin/nope^M: bad interpreter", "Windows"),
            ("error: externally-managed-environment", "venv"),
        ] {
            let hints = of(1, printed);
            assert!(
                hints.first().is_some_and(|hint| hint.contains(part)),
                "{printed}: {hints:?}"
            );
        }
        assert!(of(1, "all is well").is_empty());
    }

    #[test]
    fn where_errors_go_to_standard_output_they_are_looked_for_there() {
        let ending = Ending {
            stdout_tail: "Error: EADDRINUSE".to_owned(),
            ..test_kit::ending(1)
        };
        assert_eq!(of_failure(&ending).len(), 1);
    }

    #[test]
    fn there_are_never_many() {
        let all: Vec<&str> = OF_FAILURE
            .iter()
            .filter_map(|hint| hint.printed.first().copied())
            .collect();
        assert_eq!(of(1, &all.join("\n")).len(), MAX_HINTS);
    }

    #[test]
    fn the_host_may_have_seen_that_memory_was_short() {
        let ending = Ending {
            attrs: vec![Attr::new("out-of-memory", "true")],
            ..test_kit::ending(137)
        };
        assert!(
            of_failure(&ending)
                .iter()
                .any(|hint| hint.contains("memory was short"))
        );
    }
}
