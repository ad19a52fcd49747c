//! The table of exit codes. Rows are looked at from the top, the first that fits holds, so that what needs an option stands
//! before what holds without.
//!
//! An *answer* is a code by which a program says what it was asked for: nothing was found, files differ. What says that work
//! failed, that tests or checks found faults, or that the program was called wrongly, is an error with a name.

use super::{
    Code, Row,
    Stderr::{Only, Silent},
    answer, error,
};

/// All rows.
pub(super) const GROUPS: [&[Row]; 9] = [
    SEARCHES,
    COMPARISONS,
    SHELL,
    SYSTEM,
    GIT,
    NETWORK,
    ARCHIVES,
    BUILDS,
    SERVICES,
];

const NO_MATCH: Code = Code::answer("no matches");
const DIFFER: Code = Code::answer("files differ");
const FALSE: Code = Code::answer("condition is false");
const NOT_FOUND: Code = Code::answer("not found");
const TESTS_FAILED: Code = Code::error("some tests failed");
const PROBLEMS: Code = Code::error("problems were found");
const WRONG_CALL: Code = Code::error("it was called in a way it does not understand");
const GREP_FAILED: Code = Code::error("the pattern is wrong, or something could not be read");

const SEARCHES: &[Row] = &[
    answer(
        "grep egrep fgrep rgrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep pcregrep pcre2grep ugrep ug",
        1,
        NO_MATCH,
    ),
    error(
        "grep egrep fgrep rgrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep pcregrep pcre2grep ugrep ug",
        2,
        GREP_FAILED,
    ),
    answer("rg ag ack ack-grep pt sift", 1, NO_MATCH),
    error("rg", 2, GREP_FAILED),
    answer("fd fdfind", 1, NO_MATCH)
        .with("", &["-q", "--quiet"])
        .hearing(Silent),
    answer("locate plocate mlocate look", 1, NO_MATCH).hearing(Silent),
    answer("pgrep", 1, Code::answer("no process matched")),
    answer("pkill", 1, Code::answer("no process matched")).hearing(Silent),
    error("pgrep pkill", 2, WRONG_CALL),
    answer("pidof", 1, Code::answer("no such process")),
    answer("fuser", 1, Code::answer("nothing uses it")).hearing(Silent),
    answer("lsof", 1, Code::answer("nothing is open")).hearing(Silent),
    answer("ps", 1, Code::answer("no process matched")).hearing(Silent),
    answer("which", 1, Code::answer("not found on the PATH")),
    answer("apropos whatis man", 16, Code::answer("no page was found")),
    answer(
        "jq jaq gojq",
        1,
        Code::answer("the result is false or null"),
    )
    .with("", &["-e", "--exit-status"])
    .hearing(Silent),
    answer("jq jaq gojq", 4, Code::answer("there was no result"))
        .with("", &["-e", "--exit-status"])
        .hearing(Silent),
    error(
        "jq jaq gojq",
        2,
        Code::error("it was called wrongly, or the input could not be read"),
    ),
    error(
        "jq jaq gojq",
        3,
        Code::error("the filter could not be understood"),
    ),
    error(
        "jq jaq gojq",
        5,
        Code::error("the filter does not fit the input"),
    ),
    answer("xmllint", 11, Code::answer("the expression found nothing")).with("", &["--xpath"]),
    error("xmllint", 1, Code::error("the document is not well-formed")),
    error("xmllint", 3, Code::error("the document is not valid")),
    answer("xmlstarlet", 1, NO_MATCH)
        .with("sel", &[])
        .hearing(Silent),
    answer("journalctl", 1, Code::answer("no entries"))
        .with("", &["-g", "--grep"])
        .hearing(Silent),
    answer("getent", 2, NOT_FOUND),
    answer("readlink", 1, Code::answer("not a link")).hearing(Silent),
    answer("mountpoint", 32, Code::answer("not a mount point")),
];

const COMPARISONS: &[Row] = &[
    answer(
        "diff colordiff cmp sdiff zdiff zcmp bzdiff bzcmp xzdiff xzcmp wdiff",
        1,
        DIFFER,
    ),
    error(
        "diff colordiff cmp sdiff zdiff zcmp diff3",
        2,
        Code::error("something could not be read"),
    ),
    answer("diff3", 1, Code::answer("there are conflicts")),
    answer("difft", 1, DIFFER).with("", &["--exit-code"]),
    answer("sort gsort", 1, Code::answer("not sorted")).with("", &["-c", "-C", "--check"]),
    error(
        "sort gsort",
        2,
        Code::error("something could not be read or written"),
    ),
    error(
        "comm join",
        1,
        Code::error("the input is not sorted, or could not be read"),
    ),
    error(
        "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum shasum",
        1,
        Code::error("some checksums do not match, or files could not be read"),
    )
    .with("", &["-c", "--check"]),
    answer("tar gtar", 1, DIFFER).with("", &["-d", "--diff", "--compare"]),
];

const SHELL: &[Row] = &[
    answer("[ [[ test", 1, FALSE),
    error(
        "[ [[ test",
        2,
        Code::error("the condition could not be understood"),
    ),
    answer("((", 1, Code::answer("the result is zero")),
    answer("let", 1, Code::answer("the result is zero")).hearing(Silent),
    answer("expr", 1, Code::answer("the result is empty or zero")),
    error(
        "expr",
        2,
        Code::error("the expression could not be understood"),
    ),
    answer("command", 1, NOT_FOUND).with("", &["-v", "-V"]),
    answer("type whence where hash", 1, NOT_FOUND),
    answer("alias", 1, NOT_FOUND),
    answer("declare typeset", 1, NOT_FOUND).with("", &["-p", "-f", "-F"]),
    answer("printenv", 1, Code::answer("the variable is not set")),
    answer(
        "read mapfile readarray",
        1,
        Code::answer("the input has ended"),
    )
    .hearing(Silent),
    answer("kill", 1, Code::answer("no such process, or not one's own"))
        .with("", &["-0"])
        .hearing(Only("o such process")),
    answer("tty", 1, Code::answer("not a terminal")),
    error(
        "bash sh dash zsh ksh",
        2,
        Code::error("the script could not be understood"),
    )
    .with("", &["-n"]),
    error("cd", 1, Code::error("the directory can't be entered")),
    error("timeout", 124, super::TIMED_OUT),
];

const SYSTEM: &[Row] = &[
    error(
        "ls dir",
        1,
        Code::error("something below could not be read"),
    ),
    error(
        "ls dir",
        2,
        Code::error("something is not there, or could not be read"),
    ),
    answer("systemctl", 1, Code::answer("not enabled"))
        .with("is-enabled", &[])
        .hearing(Silent),
    answer("systemctl", 1, Code::answer("not failed"))
        .with("is-failed", &[])
        .hearing(Silent),
    answer("systemctl", 3, Code::answer("not active")).with("is-active|status", &[]),
    answer("systemctl", 4, Code::answer("no such unit")).with("is-active|is-enabled|status", &[]),
    answer("service", 3, Code::answer("not running")),
    answer("crontab", 1, Code::answer("there is no table of jobs"))
        .with("", &["-l"])
        .hearing(Only("no crontab")),
    answer("tmux", 1, Code::answer("no such session")).with("has-session|has", &[]),
    answer(
        "dpkg dpkg-query",
        1,
        Code::answer("no such package is installed"),
    )
    .with(
        "",
        &[
            "-s",
            "-l",
            "-L",
            "-W",
            "-S",
            "--status",
            "--list",
            "--listfiles",
            "--show",
            "--search",
        ],
    ),
    answer("rpm", 1, Code::answer("no such package is installed")).with("", &["-q", "--query"]),
    answer("pip pip3", 1, Code::answer("no such package is installed")).with("show", &[]),
    answer("npm", 1, Code::answer("some packages are out of date"))
        .with("outdated", &[])
        .hearing(Silent),
    error(
        "apt apt-get",
        100,
        Code::error("a package could not be found, fetched or set up"),
    ),
    error("dpkg", 1, Code::error("a package could not be handled")),
    error("id", 1, Code::error("no such user")),
    error(
        "base64 base32",
        1,
        Code::error("the input is not valid, or could not be read"),
    ),
];

const GIT: &[Row] = &[
    answer("git", 1, NO_MATCH).with("grep", &[]),
    answer("git", 1, DIFFER).with("diff", &["--exit-code", "--no-index", "--quiet"]),
    answer("git", 1, DIFFER).with(
        "diff-files|diff-index|diff-tree|log|show",
        &["--exit-code", "--quiet"],
    ),
    error("git", 2, Code::error("there are problems with white space"))
        .with("diff|diff-index|diff-files", &["--check"]),
    answer("git", 1, Code::answer("none of them is ignored")).with("check-ignore", &[]),
    answer("git", 1, Code::answer("not an ancestor")).with("merge-base", &["--is-ancestor"]),
    answer("git", 1, Code::answer("there is no common ancestor"))
        .with("merge-base", &[])
        .hearing(Silent),
    answer("git", 2, Code::answer("the remote has no such reference"))
        .with("ls-remote", &["--exit-code"]),
    answer("git", 1, Code::answer("no such reference"))
        .with("show-ref", &[])
        .hearing(Silent),
    answer("git", 1, Code::answer("no such object"))
        .with("rev-parse", &["-q", "--quiet"])
        .hearing(Silent),
    answer("git", 1, Code::answer("no such object")).with("cat-file", &["-e"]),
    answer("git", 1, Code::answer("not a symbolic reference"))
        .with("symbolic-ref", &["-q", "--quiet"]),
    answer("git", 1, Code::answer("not set"))
        .with("config", &[])
        .hearing(Silent),
    answer("git", 5, Code::answer("it was not set")).with("config", &["--unset", "--unset-all"]),
    answer("git", 1, Code::answer("not tracked")).with("ls-files", &["--error-unmatch"]),
    answer("git", 1, Code::answer("not a valid name")).with("check-ref-format", &[]),
    answer("git", 1, Code::answer("there are conflicts"))
        .with("merge-tree", &[])
        .hearing(Silent),
    error(
        "git",
        1,
        Code::error("there are conflicts, or it could not be applied"),
    )
    .with("merge|rebase|cherry-pick|revert|am|pull|stash", &[]),
    error("git", 1, Code::error("the patch does not apply")).with("apply", &[]),
    error(
        "git",
        1,
        Code::error("there was nothing to commit, or a hook refused"),
    )
    .with("commit", &[]),
    error(
        "git",
        1,
        Code::error("the remote or a hook refused, or it could not be reached"),
    )
    .with("push|fetch", &[]),
    error("git", 1, Code::error("no such branch, path or reference"))
        .with("checkout|switch|restore|branch|tag", &[]),
    error("git", 128, Code::error("git stopped with a fatal error")),
    error(
        "git",
        129,
        Code::error("git was called in a way it does not understand"),
    ),
];

const NETWORK: &[Row] = &[
    error("ssh sftp scp mosh autossh", 255, super::NO_CONNECTION),
    error("scp", 1, Code::error("something could not be copied")),
    error("curl", 1, Code::error("the protocol is not supported")),
    error("curl", 2, WRONG_CALL),
    error("curl", 3, Code::error("the address is not well-formed")),
    error(
        "curl",
        5,
        Code::error("the proxy's name could not be resolved"),
    ),
    error(
        "curl",
        6,
        Code::error("the host name could not be resolved"),
    ),
    error("curl", 7, Code::error("could not connect")),
    error("curl", 18, Code::error("only a part was transferred")),
    error("curl", 22, Code::error("the server answered with an error")),
    error(
        "curl",
        23,
        Code::error("what was received could not be written"),
    ),
    error(
        "curl",
        26,
        Code::error("what was to be sent could not be read"),
    ),
    error("curl", 28, Code::error("timed out")),
    error(
        "curl",
        35,
        Code::error("no secure connection could be made"),
    ),
    error("curl", 47, Code::error("there were too many redirects")),
    error(
        "curl",
        51,
        Code::error("the server's certificate is for another name"),
    ),
    error("curl", 52, Code::error("the server answered nothing")),
    error("curl", 55, Code::error("sending failed")),
    error("curl", 56, Code::error("receiving failed")),
    error(
        "curl",
        60,
        Code::error("the server's certificate is not trusted"),
    ),
    error("curl", 63, Code::error("the file is larger than allowed")),
    error("curl", 67, Code::error("the server refused the login")),
    error(
        "curl",
        77,
        Code::error("the certificates to trust could not be read"),
    ),
    error("wget", 1, Code::error("the download failed")),
    error("wget", 2, WRONG_CALL),
    error(
        "wget",
        3,
        Code::error("a file could not be read or written"),
    ),
    error("wget", 4, Code::error("the host could not be reached")),
    error(
        "wget",
        5,
        Code::error("the server's certificate is not trusted"),
    ),
    error("wget", 6, Code::error("the server refused the login")),
    error("wget", 7, Code::error("the protocol failed")),
    error("wget", 8, Code::error("the server answered with an error")),
    error("rsync", 1, WRONG_CALL),
    error(
        "rsync",
        2,
        Code::error("the two sides do not understand each other"),
    ),
    error(
        "rsync",
        3,
        Code::error("a file or directory could not be chosen"),
    ),
    error("rsync", 5, Code::error("the server refused to begin")),
    error("rsync", 10, Code::error("the connection failed")),
    error(
        "rsync",
        11,
        Code::error("a file could not be read or written"),
    ),
    error(
        "rsync",
        12,
        Code::error("the other side spoke out of turn: its shell may print something"),
    ),
    error("rsync", 20, Code::error("it was interrupted")),
    error(
        "rsync",
        23,
        Code::error("some files could not be transferred"),
    ),
    error(
        "rsync",
        24,
        Code::error("some files vanished before they were transferred"),
    ),
    error(
        "rsync",
        25,
        Code::error("the limit of deletions was reached"),
    ),
    error("rsync", 30, Code::error("timed out")),
    error("rsync", 35, Code::error("timed out while connecting")),
    error("rsync", 255, super::NO_CONNECTION),
    error("ping ping6", 1, Code::error("there was no answer")),
    error(
        "ping ping6",
        2,
        Code::error("the host is not known, or nothing could be sent"),
    ),
    error("nc ncat netcat", 1, Code::error("could not connect")),
    error(
        "host nslookup",
        1,
        Code::error("the name could not be resolved"),
    ),
    error("dig", 9, Code::error("no server answered")),
    error("dig", 10, Code::error("dig itself failed")),
];

const ARCHIVES: &[Row] = &[
    error(
        "tar gtar",
        1,
        Code::error("some files changed while they were read"),
    ),
    error("tar gtar", 2, Code::error("tar stopped with a fatal error")),
    error(
        "unzip zipinfo",
        1,
        Code::error("there were warnings; some files may be left out"),
    ),
    error("unzip zipinfo", 2, Code::error("the archive is damaged")),
    error("unzip zipinfo", 3, Code::error("the archive is damaged")),
    error(
        "unzip zipinfo",
        9,
        Code::error("there is no such archive, or it is none"),
    ),
    error(
        "unzip zipinfo",
        11,
        Code::error("no file in the archive matches"),
    ),
    error("unzip", 50, Code::error("the disk is full")),
    error(
        "unzip",
        81,
        Code::error("the archive is packed in a way that is not supported"),
    ),
    error("unzip", 82, Code::error("the password is wrong or missing")),
    error("zip", 12, Code::error("there was nothing to do")),
    error("zip", 18, Code::error("some files could not be read")),
    error(
        "gzip gunzip zcat bzip2 bunzip2 xz unxz xzcat zstd unzstd",
        1,
        Code::error("something could not be packed or unpacked"),
    ),
    error(
        "gzip gunzip zcat xz unxz xzcat",
        2,
        Code::error("there was a warning, such as a name that does not fit"),
    ),
    error(
        "7z 7za 7zz",
        1,
        Code::error("there were warnings; some files may be left out"),
    ),
    error(
        "7z 7za 7zz",
        2,
        Code::error("7z stopped with a fatal error"),
    ),
];

const BUILDS: &[Row] = &[
    answer("make gmake", 1, Code::answer("something is out of date"))
        .with("", &["-q", "--question"]),
    error("make gmake", 2, Code::error("a step failed")),
    error("ninja", 1, Code::error("a step failed")),
    error("cargo", 101, TESTS_FAILED_OR_BUILD).with("test|t|bench", &[]),
    error("cargo", 100, TESTS_FAILED).with("nextest", &[]),
    error("cargo", 4, Code::error("there were no tests to run")).with("nextest", &[]),
    error("cargo", 1, Code::error("some files are not formatted")).with("fmt", &["--check"]),
    error(
        "cargo",
        101,
        Code::error("it does not build, or the program panicked"),
    ),
    error(
        "rustc gcc g++ cc c++ clang clang++ javac",
        1,
        Code::error("it does not compile"),
    ),
    error("go", 1, TESTS_FAILED_OR_BUILD).with("test", &[]),
    error(
        "go",
        1,
        Code::error("it does not build, or problems were found"),
    ),
    error("pytest py.test", 1, TESTS_FAILED),
    error(
        "pytest py.test",
        2,
        Code::error("it was interrupted, or tests could not be collected"),
    ),
    error("pytest py.test", 3, Code::error("pytest itself failed")),
    error("pytest py.test", 4, WRONG_CALL),
    error("pytest py.test", 5, Code::error("no tests were collected")),
    error(
        "jest vitest ava tap rspec bats playwright cypress karma tox nox",
        1,
        TESTS_FAILED,
    ),
    error("mocha", 1, TESTS_FAILED).up_to(125),
    error("phpunit", 1, TESTS_FAILED),
    error("phpunit", 2, Code::error("some tests ended in an error")),
    error("ctest", 8, TESTS_FAILED),
    error(
        "npm pnpm yarn bun",
        1,
        Code::error("the tests, or what runs them, failed"),
    )
    .with("test|t", &[]),
    error("npm pnpm yarn bun", 1, Code::error("the script failed")).with("run|run-script", &[]),
    error(
        "npm pnpm yarn",
        1,
        Code::error("weaknesses were found, or the registry did not answer"),
    )
    .with("audit", &[]),
    error(
        "tsc",
        1,
        Code::error("there are type errors; nothing was written"),
    ),
    error("tsc", 2, Code::error("there are type errors")),
    error(
        "mypy pyright pyre pytype",
        1,
        Code::error("there are type errors"),
    ),
    error(
        "mypy",
        2,
        Code::error("mypy itself failed, or was called wrongly"),
    ),
    error("eslint", 1, PROBLEMS),
    error(
        "eslint",
        2,
        Code::error("eslint itself failed, or its settings are wrong"),
    ),
    error(
        "ruff flake8 shellcheck yamllint hadolint golangci-lint biome stylelint markdownlint oxlint rubocop bandit",
        1,
        PROBLEMS,
    ),
    error(
        "ruff",
        2,
        Code::error("ruff itself failed, or was called wrongly"),
    ),
    error("shellcheck", 2, Code::error("some files could not be read")),
    error("shellcheck", 3, WRONG_CALL),
    error("shellcheck", 4, WRONG_CALL),
    error("stylelint", 2, PROBLEMS),
    error("pylint", 1, PROBLEMS).up_to(31),
    error("pylint", 32, WRONG_CALL),
    error(
        "black isort rustfmt",
        1,
        Code::error("some files are not formatted"),
    ),
    error(
        "black",
        123,
        Code::error("some files could not be understood"),
    ),
    error("prettier", 1, Code::error("some files are not formatted")),
    error("prettier", 2, Code::error("prettier itself failed")),
    error(
        "pre-commit",
        1,
        Code::error("a check failed, or changed files"),
    ),
    error("mvn gradle gradlew", 1, Code::error("the build failed")),
    error(
        "cmake",
        1,
        Code::error("it could not be configured or built"),
    ),
];

const TESTS_FAILED_OR_BUILD: Code = Code::error("some tests failed, or it does not build");

const SERVICES: &[Row] = &[
    error(
        "docker podman nerdctl",
        125,
        Code::error("the container could not be started"),
    ),
    error(
        "docker podman nerdctl",
        126,
        Code::error("the container's command could not be run"),
    ),
    error(
        "docker podman nerdctl",
        127,
        Code::error("the container's command was not found"),
    ),
    answer("kubectl oc", 1, Code::answer("objects differ"))
        .with("diff", &[])
        .hearing(Silent),
    answer(
        "terraform tofu",
        2,
        Code::answer("there are changes to be made"),
    )
    .with("plan", &["-detailed-exitcode", "--detailed-exitcode"]),
    answer("helm", 2, Code::answer("there are changes to be made"))
        .with("diff", &["--detailed-exitcode"]),
    error(
        "terraform tofu pulumi",
        1,
        Code::error("it stopped with an error"),
    ),
    error("ansible ansible-playbook", 2, Code::error("a task failed")),
    error(
        "ansible ansible-playbook",
        4,
        Code::error("some hosts could not be reached"),
    ),
    error("gh", 4, Code::error("nobody is logged in: gh auth login")),
    answer("gh", 8, Code::answer("some checks are not finished")).with("pr", &["checks"]),
    error("psql", 1, Code::error("psql stopped with a fatal error")),
    error(
        "psql",
        2,
        Code::error("the database could not be reached, or the connection was lost"),
    ),
    error("psql", 3, Code::error("a statement failed")),
    error("openssl", 2, Code::error("it could not be verified")).with("verify", &[]),
    error(
        "gpg gpg2",
        1,
        Code::error("a signature is bad, or could not be checked"),
    )
    .with("", &["--verify"]),
    error("gpg gpg2", 2, Code::error("gpg stopped with an error")),
];
