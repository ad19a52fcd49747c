//! The policy's self-tests: commands, and whether it holds them for harmless. The host runs them end to end.

mod changers;
mod texttools;

mod search;

mod sedawk;

mod git;

mod oracle;

use shellward_sdk::Verdict;

/// A self-test.
pub(crate) struct Example {
    /// A command.
    pub(crate) command: &'static str,
    /// What the policy says of it: allow, or pass.
    pub(crate) verdict: Verdict,
    /// Why.
    pub(crate) note: &'static str,
}

const fn harmless(command: &'static str, note: &'static str) -> Example {
    Example {
        command,
        verdict: Verdict::Allow,
        note,
    }
}

const fn not(command: &'static str, note: &'static str) -> Example {
    Example {
        command,
        verdict: Verdict::Pass,
        note,
    }
}

/// All self-tests, a group of tools each.
const GROUPS: &[&[Example]] = &[
    FIRST,
    changers::GROUP,
    sedawk::GROUP,
    texttools::GROUP,
    search::GROUP,
    git::GROUP,
    oracle::GROUP,
];

/// Returns all self-tests.
pub(crate) fn all() -> impl Iterator<Item = &'static Example> {
    GROUPS.iter().copied().flatten()
}

const FIRST: &[Example] = &[
    harmless("ls", "lists the working directory"),
    harmless(
        "ls -laR --color=auto src",
        "letters joined, a long option with a value",
    ),
    harmless("ls --recurs src", "an abbreviation of one option"),
    harmless("ls -l *", "a flag would only make it list more"),
    not("ls --s", "an abbreviation of several options"),
    not("ls --frobnicate", "an unknown flag"),
    harmless("cat notes -", "a file and standard input"),
    harmless("cat -A -- -notes", "after -- everything is an operand"),
    harmless(
        "cat \"$x\"",
        "reads; that nobody knows what, is for places to judge",
    ),
    harmless("head -20 notes", "a number as a flag"),
    harmless("head -n5 --bytes 3K notes", "values attached and apart"),
    harmless("tail -n +2 notes", "reads"),
    harmless("wc -l src/*.rs", "matches begin with src/"),
    harmless(
        "wc -l *",
        "a file may be named like an option, but all of them only read",
    ),
    harmless("grep -rn TODO src", "reads what is below src"),
    harmless(
        "grep -e a -e b notes",
        "the pattern is in flags, so the operand is a file",
    ),
    harmless(
        "grep foo --include=*.rs -r .",
        "whatever it becomes, it is the same flag",
    ),
    harmless("grep -f patterns notes", "reads the patterns too"),
    not("grep -d recurse foo", "this value is not described"),
    harmless("find . -type f -name '*.rs'", "looks at files"),
    not("find . -name x -delete", "deletes"),
    not("find . -fprintf out '%p'", "writes a file without >"),
    not("find *", "a file may be named -delete"),
    harmless("sort -rn -k2,2 notes", "prints sorted lines"),
    not("sort -o out notes", "writes"),
    not("sort notes -o out", "options may follow operands"),
    not("sort --outp out notes", "an abbreviation of --output"),
    not("sort -uoout notes", "a value attached to joined letters"),
    not("sort --compress-program=./x notes", "runs a program"),
    harmless(
        "sort *",
        "if no file is named like an option, which the host sees",
    ),
    harmless("sort -- *", "after -- no file is an option"),
    harmless("sort ./*", "no match begins with a dash"),
    not("sort $x", "may become -oout"),
    harmless("uniq -c notes", "reads"),
    not("uniq notes out", "the second operand is written"),
    not("uniq src/*", "the second match would be written"),
    harmless("cut -d: -f1 notes", "reads"),
    harmless("echo -e \"$x\" *", "prints whatever it is"),
    harmless("printf '%s\\n' \"$x\"", "the format is certain"),
    not("printf -v x %s 1", "assigns a variable"),
    not("printf '%n' x", "assigns a variable"),
    not("printf \"$x\"", "the format may assign a variable"),
    harmless("pwd -P", "prints the working directory"),
    harmless("sleep 1", "waits"),
    harmless("true", "does nothing"),
    harmless("false", "does nothing"),
    harmless("test -f notes", "looks at a file"),
    harmless("[ \"$x\" = y ]", "a comparison, whatever x is"),
    not("test -v 'a[$(id)]'", "evaluates a subscript"),
    not("[ $x ]", "may become any expression"),
    harmless(
        "git status --short --branch",
        "reads, with the repository's programs off",
    ),
    harmless("git --no-pager log --oneline -10", "reads"),
    harmless("git log -p -1", "-p after the subcommand is a patch"),
    not("git -p status", "-p before it is a pager"),
    harmless("git diff --stat HEAD~1", "reads"),
    harmless("git diff -- . ':!notes'", "paths of the repository"),
    not("git diff --output=out", "writes"),
    not("git diff --ext-diff", "runs what the repository names"),
    not("git -c core.fsmonitor=./x status", "runs a program"),
    not("git -C .. status", "another repository"),
    harmless("git show HEAD:src/main.rs", "prints a blob"),
    not("git show $x", "may become an option"),
    not("git commit -m x", "not described"),
    not("rm -rf build", "deletes"),
    not("mv a b", "deletes one and writes another"),
    not("cp a b", "writes"),
    not("cp -t dir a b", "writes into a directory"),
    not("mkdir -p a/b", "creates"),
    not("touch a", "creates"),
    not("tee out", "writes"),
    harmless("/bin/ls -la", "the system's ls by its path"),
    harmless("cd src", "looks whether the directory is there"),
    not("cd a b", "goes to one directory"),
    harmless(
        "[[ -f notes && $x == *.rs ]]",
        "looks at a file and compares with a pattern",
    ),
    not("[[ $x -eq 1 ]]", "evaluates what x holds"),
    harmless("(( 1 + 2 ))", "calculates"),
    harmless("set -euo pipefail", "makes the shell stricter"),
    not("set -a", "gives later variables to programs"),
    harmless("read -r line", "reads a line"),
    not("read 'a[$(id)]'", "evaluates a subscript"),
    harmless("mapfile -t lines", "reads lines"),
    harmless("local x=1", "a variable of the script's own"),
    not("declare -i x=a", "evaluates what is assigned"),
    harmless("export -p", "prints variables"),
    not("export -f f", "gives a function to programs"),
    harmless("wait", "waits"),
    harmless("shift", "drops an argument"),
    harmless("exit 1", "ends the script"),
    harmless("type ls", "says what a name means"),
    harmless("command -v git", "says what a name means"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::tell;

    #[test]
    fn examples_hold() {
        for example in all() {
            let told = tell(example.command);
            let harmless = example.verdict == Verdict::Allow;
            assert_eq!(
                told.mostly_harmless, harmless,
                "{}: {told:?}",
                example.command
            );
        }
    }

    #[test]
    fn no_example_is_there_twice() {
        let mut commands: Vec<_> = all().map(|example| example.command).collect();
        commands.sort_unstable();
        commands.dedup();
        assert_eq!(commands.len(), all().count());
    }
}
