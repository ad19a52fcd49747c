//! The oracle of R2.6: what is read as `complete` is what bash really does.
//!
//! Every script is made of the harmless names `rec0` to `rec3`, which note how they were called. PATH holds nothing
//! else, so whatever a script turns out to mean, no other program runs. Scripts come from a list made by hand and from
//! a generator with a fixed seed; those read as `complete` are run.
#![expect(clippy::disallowed_methods, reason = "the oracle is the real bash")]

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use shellward::read::{Dialect, Fields, Reading, Script, ShellFacts, Word, is_builtin, read};

/// How many scripts are generated.
const GENERATED: usize = 1200;
/// Names of the recorders.
const RECORDERS: [&str; 4] = ["rec0", "rec1", "rec2", "rec3"];
/// The variable that recorders note, with the mark for "not set".
const VARIABLE: &str = "V0";

/// One call of a recorder: its words, and what `V0` was in its environment.
#[derive(Debug, PartialEq, Eq)]
struct Call {
    words: Vec<String>,
    variable: Option<String>,
}

/// A place to run scripts in.
struct Bench {
    root: tempfile::TempDir,
    bash: PathBuf,
}

impl Bench {
    /// None: there is no bash here.
    fn new() -> Option<Self> {
        let bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"]
            .into_iter()
            .map(PathBuf::from)
            .find(|path| path.is_file())?;
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("bin")).unwrap();
        fs::create_dir(root.path().join("home")).unwrap();
        for name in RECORDERS {
            let file = root.path().join("bin").join(name);
            let text = format!(
                "#!{} -p\nprintf '%s\\0' \"${{{VARIABLE}-unset}}\" \"${{0##*/}}\" \"$@\" >\"$CALLS/$$\"\nprintf 'out\\n'\n",
                bash.display(),
            );
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Some(Self { root, bash })
    }

    fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    fn facts(&self) -> ShellFacts {
        ShellFacts {
            dialect: Dialect::Bash,
            path: None,
            home: Some(self.home().to_str().unwrap().to_owned()),
            cwd: self.root.path().join("cwd").to_str().unwrap().to_owned(),
            functions: Vec::new(),
        }
    }

    /// Runs a script; returns the calls, the files that are there then, and what bash complained about.
    ///
    /// Each has directories of its own: what an earlier one left in the background still writes to its own.
    fn run(&self, number: usize, script: &str) -> (Vec<Call>, BTreeSet<String>, String) {
        let cwd = self.root.path().join(format!("cwd{number}"));
        let calls = self.root.path().join(format!("calls{number}"));
        for directory in [&cwd, &calls] {
            fs::create_dir(directory).unwrap();
        }
        for name in ["a", "ab", "-x"] {
            fs::write(cwd.join(name), "").unwrap();
        }
        let file = self.root.path().join("script");
        fs::write(&file, script).unwrap();
        let output = Command::new(&self.bash)
            .args(["--norc", "--noprofile", "-p"])
            .arg(&file)
            .current_dir(&cwd)
            .env_clear()
            .env("PATH", self.root.path().join("bin"))
            .env("HOME", self.home())
            .env("CALLS", &calls)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let calls = files_of(&calls)
            .iter()
            .filter_map(|path| call(path))
            .collect();
        let names = files_of(&cwd)
            .iter()
            .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
            .collect();
        (
            calls,
            names,
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    }
}

fn files_of(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect()
}

/// Reads one call; None: a recorder in the background has not written it yet.
fn call(path: &Path) -> Option<Call> {
    let bytes = fs::read(path).unwrap();
    if bytes.is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut parts = text
        .strip_suffix('\0')
        .unwrap_or(&text)
        .split('\0')
        .map(str::to_owned);
    let variable = parts.next().filter(|value| value != "unset");
    Some(Call {
        words: parts.collect(),
        variable,
    })
}

/// Whether words as read can become these arguments.
fn can_be(words: &[Word], arguments: &[String]) -> bool {
    let Some((word, rest)) = words.split_first() else {
        return arguments.is_empty();
    };
    let one = || {
        arguments.split_first().is_some_and(|(first, others)| {
            let fits = word
                .certain()
                .map_or(first.starts_with(&word.prefix), |value| first == value);
            fits && can_be(rest, others)
        })
    };
    match word.fields {
        Fields::One => one(),
        // The certain beginning belongs to the first argument, if there is one.
        _ => (0..=arguments.len()).any(|count| {
            let (taken, others) = arguments.split_at(count);
            taken
                .first()
                .is_none_or(|first| first.starts_with(&word.prefix))
                && can_be(rest, others)
        }),
    }
}

/// Whether a call is one that a command, as read, can make.
fn explains(script: &Script, command: &shellward::read::Command, call: &Call) -> bool {
    let assigned = script
        .assignments(command)
        .iter()
        .rev()
        .find(|assignment| assignment.name == VARIABLE);
    let variable_fits = match assigned {
        None => true,
        Some(assignment) => match assignment.value {
            None => call.variable.as_deref() == Some("") || assignment.append,
            Some(value) => script
                .word(value)
                .and_then(Word::certain)
                .is_none_or(|value| assignment.append || call.variable.as_deref() == Some(value)),
        },
    };
    variable_fits && can_be(script.words(command), &call.words)
}

/// Finds for every call a command of its own.
fn all_explained(script: &Script, calls: &[Call]) -> bool {
    fn assign(
        fits: &[Vec<usize>],
        call: usize,
        seen: &mut [bool],
        owner: &mut [Option<usize>],
    ) -> bool {
        for &command in &fits[call] {
            if std::mem::replace(&mut seen[command], true) {
                continue;
            }
            if owner[command].is_none_or(|other| assign(fits, other, seen, owner)) {
                owner[command] = Some(call);
                return true;
            }
        }
        false
    }
    let fits: Vec<Vec<usize>> = calls
        .iter()
        .map(|call| {
            let fitting =
                |(_, command): &(usize, &shellward::read::Command)| explains(script, command, call);
            script
                .commands
                .iter()
                .enumerate()
                .filter(fitting)
                .map(|(index, _)| index)
                .collect()
        })
        .collect();
    let mut owner = vec![None; script.commands.len()];
    (0..calls.len()).all(|call| {
        assign(
            &fits,
            call,
            &mut vec![false; script.commands.len()],
            &mut owner,
        )
    })
}

/// Names that bash did not find must have been read as commands.
fn missing_explained(script: &Script, stderr: &str) -> bool {
    // Bash quotes names with odd characters in a way of its own.
    let plain = |line: &&str| !line.contains(['\'', '\\']);
    stderr
        .lines()
        .filter_map(|line| line.strip_suffix(": command not found"))
        .filter(plain)
        .all(|line| {
            let name = line.rsplit(": ").next().unwrap_or("");
            script
                .commands
                .iter()
                .any(|command| match script.words(command).first() {
                    Some(first) => first.certain().is_none_or(|value| value == name),
                    None => false,
                })
        })
}

/// Files that are there must have been there, or be the target of a redirect.
fn files_explained(script: &Script, names: &BTreeSet<String>) -> bool {
    names
        .iter()
        .filter(|name| !["a", "ab", "-x"].contains(&name.as_str()))
        .all(|name| {
            script
                .redirects
                .iter()
                .filter(|redirect| redirect.operator.contains('>'))
                .any(|redirect| {
                    redirect
                        .target
                        .and_then(|target| script.word(target))
                        .is_some_and(|word| match word.certain() {
                            Some(value) => value.rsplit('/').next() == Some(name),
                            None => true,
                        })
                })
        })
}

/// Whether all commands must have run: nothing skips, kills or detaches any.
fn runs_everything(script: &str, stderr: &str) -> bool {
    stderr.is_empty()
        && !["||", "!", "&", "(", "`", "|", "$"]
            .iter()
            .any(|text| script.contains(text))
}

fn check(bench: &Bench, number: usize, source: &str) -> Option<Result<(), String>> {
    let script = read(source, &bench.facts());
    // Builtins that run other text are read as what they are; what they run is for policies to judge.
    let runs_text = |command| matches!(script.name(command), Some("." | "source" | "eval"));
    if script.reading != Reading::Complete || script.commands.iter().any(runs_text) {
        return None;
    }
    let (calls, names, stderr) = bench.run(number, source);
    let is_recorder = |command: &&shellward::read::Command| {
        script
            .name(command)
            .is_some_and(|name| RECORDERS.contains(&name))
    };
    let recorded = script.commands.iter().filter(is_recorder).count();
    let problem = if !all_explained(&script, &calls) {
        "a call that was not read"
    } else if !missing_explained(&script, &stderr) {
        "a name that was not read"
    } else if !files_explained(&script, &names) {
        "a file that was not read"
    } else if runs_everything(source, &stderr) && calls.len() != recorded {
        "a command that did not run"
    } else {
        return Some(Ok(()));
    };
    Some(Err(format!(
        "{problem}\n  script: {source:?}\n  calls: {calls:?}\n  files: {names:?}\n  stderr: {stderr:?}"
    )))
}

/// A small generator (xorshift), so that a failure repeats.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Parts of words.
const PARTS: [&str; 58] = [
    "a",
    "b",
    "x1",
    "-x",
    "é",
    "1",
    "2",
    "=",
    ":",
    ",",
    ".",
    "..",
    "/",
    "@",
    "%",
    "^",
    "+",
    "#",
    "~",
    "~/",
    "*",
    "?",
    "[",
    "]",
    "[a]",
    "{",
    "}",
    "{}",
    "{a,b}",
    "{1..2}",
    "!",
    "'a b'",
    "''",
    "'\\'",
    "\"a b\"",
    "\"\"",
    "\"$V1\"",
    "\"a\\\"b\"",
    "\"\\\\\"",
    "\"a\\\nb\"",
    "$V1",
    "${V1}",
    "$1",
    "\"$@\"",
    "$?",
    "$",
    "\"$\"",
    "$'a\\tb'",
    "$'\\''",
    "$\"a\"",
    "\\a",
    "\\ ",
    "\\'",
    "\\\"",
    "\\$",
    "\\\\",
    "\\\n",
    "V0=",
];
/// What may stand between commands.
const JOINTS: [&str; 14] = [
    "; ", "\n", " && ", " || ", " | ", " |& ", " & ", ";", "&&", "|", "&", " # c'o\n", ";\n\n",
    " &&\n",
];
/// What may stand between the words of a test.
const BETWEEN: [&str; 11] = [
    " = ",
    " == ",
    " != ",
    " -eq ",
    " -a ",
    " -o -z ",
    " > ",
    " \\< ",
    " ",
    "=",
    "\t-nt \\\n",
];
/// Redirects, all to names in the directory they run in.
const REDIRECTS: [&str; 18] = [
    ">f", "> f", ">>f", ">|f", "2>f", "2> f", "2>&1", ">&2", "1>&2", "<a", "< a", "&>f", ">& f",
    "2>&-", "<&-", "&>>f", ">\"f g\"", ">f\\ g",
];
/// Characters put in at random places.
const NOISE: [&str; 22] = [
    " ", "\n", "\t", "\\", "\\\n", "'", "\"", "$", "`", "(", ")", "{", "}", "#", "&", ";", "|",
    "<", ">", "=", "!", "[",
];

fn word(random: &mut Random) -> String {
    (0..=random.below(3)).map(|_| random.pick(&PARTS)).collect()
}

fn simple(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    if random.below(6) == 0 {
        text = format!(
            "{}{}{} ",
            random.pick(&["V0=", "V1=", "V0+="]),
            word(random),
            random.pick(&["", " V1=b"])
        );
    }
    if random.below(10) == 0 {
        text += random.pick(&REDIRECTS);
        text.push(' ');
    }
    text += random.pick(&RECORDERS);
    for _ in 0..random.below(4) {
        text += random.pick(&[" ", "  ", "\t", " \\\n"]);
        text += &match random.below(9) {
            0 => random.pick(&REDIRECTS).to_owned(),
            1 if depth > 0 => nested(random, depth - 1),
            _ => word(random),
        };
    }
    text
}

fn nested(random: &mut Random, depth: usize) -> String {
    let inner = list(random, depth);
    match random.below(5) {
        0 => format!("$({inner})"),
        1 => format!("\"$({inner})\""),
        2 => format!("`{inner}`"),
        3 => format!("<({inner})"),
        _ => format!("a$({inner})\"b\""),
    }
}

fn command(random: &mut Random, depth: usize) -> String {
    match random.below(10) {
        0 if depth > 0 => format!("({})", list(random, depth - 1)),
        1 if depth > 0 => format!("{{ {}; }}", list(random, depth - 1)),
        2 if depth > 0 => format!(
            "{{ {}; }} {}",
            list(random, depth - 1),
            random.pick(&REDIRECTS)
        ),
        3 => format!("! {}", simple(random, depth)),
        4 => test(random, depth),
        _ => simple(random, depth),
    }
}

/// A test in brackets. It is part of the shell, so only what its words hold is seen.
fn test(random: &mut Random, depth: usize) -> String {
    let before = random.pick(&["", "", "", "! ", "V0=a ", ">f "]);
    let operand = |random: &mut Random| match random.below(4) {
        0 if depth > 0 => nested(random, depth - 1),
        1 | 2 => random.pick(&RECORDERS).to_owned(),
        _ => word(random),
    };
    let mut text = format!("{before}[ {}", random.pick(&["", "", "-n ", "-d ", "! "]));
    text += &operand(random);
    for _ in 0..random.below(2) {
        text += random.pick(&BETWEEN);
        text += &operand(random);
    }
    text += " ]";
    if random.below(6) == 0 {
        text += random.pick(&REDIRECTS);
    }
    text
}

fn list(random: &mut Random, depth: usize) -> String {
    let mut text = command(random, depth);
    for _ in 0..random.below(3) {
        text += random.pick(&JOINTS);
        text += &command(random, depth);
    }
    text
}

/// Returns a place in a text between two characters.
fn place(random: &mut Random, text: &str) -> usize {
    let at = random.below(text.len() + 1);
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// Makes one script: grown from the grammar, or two made by hand grafted together; often with some noise.
fn generate(random: &mut Random) -> String {
    let mut text = if random.below(3) == 0 {
        let (one, other) = (random.pick(BY_HAND), random.pick(BY_HAND));
        let (begin, end) = (place(random, one), place(random, other));
        format!(
            "{}{}",
            one.get(..begin).unwrap_or(""),
            other.get(end..).unwrap_or("")
        )
    } else {
        list(random, 2)
    };
    if random.below(2) == 0 {
        for _ in 0..=random.below(2) {
            let at = place(random, &text);
            text.insert_str(at, random.pick(&NOISE));
        }
    }
    text
}

/// Scripts made by hand: each is a place where readers have gone wrong.
const BY_HAND: &[&str] = &[
    "rec0",
    "rec0 a b",
    "rec0 'a b' \"c d\" e\\ f",
    "rec0 \"a\\qb\" \"\\$x\" \"\\`\" \"\\\\\"",
    "rec0 '' \"\" a''b",
    "r''ec0 a",
    "r\\ec0 a",
    "\"rec0\" a",
    "rec0 $'a\\nb\\x41\\101\\'' $'\\\\' 'f'",
    "rec0 $'a\\\\' 'rec1'",
    "rec0 $'a\\\\';rec1 'x'",
    "rec0 a#b #c",
    "rec0 #a\nrec1",
    "rec0 a;#b\nrec1",
    "rec0 'a\nb' \"c\nd\"",
    "rec0 a\\\nb",
    "rec0 a \\\n b",
    "rec0 a \\\nb",
    "rec0 a\\\n b",
    "rec0 a &\\\n& rec1",
    "rec0 a &\\\nrec1",
    "rec0 a |\\\nrec1",
    "rec0 a\\\n#b",
    "rec0 a \\\n#b\nrec1",
    "rec0 a\\\n;rec1",
    "rec0 \"$\\\n(rec1)\"",
    "rec0 $\\\n(rec1)",
    "rec0 \"$V\\\n1\"",
    "rec0 2\\\n>f",
    "rec0 >\\\n>f",
    ">f rec0 a",
    "rec0 >f a b",
    "rec0 2>&1 a",
    "rec0 2>f a",
    "rec0 2 >f a",
    "rec0 a2>f",
    "rec0 {fd}>f",
    "rec0 >&f a",
    "rec0 &>f a",
    "rec0 a&>f",
    "rec0 a &>>f b",
    "rec0 >&-a",
    "rec0 >&- a",
    "rec0 >& - a",
    "rec0 2>&1- a",
    "rec0 <>f a",
    "rec0 >|f a",
    "rec0 >f>g a",
    "rec0 <a<ab x",
    "rec0 >f 2>&1 a",
    ">f",
    ">f >g",
    "2>f rec0",
    "V0=a rec0",
    "V0=a V1=b rec0 c",
    "V0= rec0",
    "V0='a b' rec0",
    "V0=a\"b c\"d rec0",
    "V0=* rec0",
    "V0={a,b} rec0",
    "V0=~ rec0",
    "V0=a:~:~/b rec0",
    "V0=~x rec0",
    "V0=a; rec0 $V0",
    "V0+=a rec0",
    "V0=$V1 rec0",
    "V0=a=~ rec0",
    "V0=a\\:~ rec0",
    ">f V0=a rec0 b",
    "V0[0]=a rec0",
    "V0=(rec1) rec0",
    "V0=$(rec1) rec0",
    "V0=`rec1` rec0",
    "V0=\\a rec0",
    "V0=a V0=b rec0",
    "rec0 V0=a",
    "rec0 V0=~",
    "rec0 --x=~ a:~ ~ ~/a ~x \"~\" \\~ '~' ~\"a\" a~",
    "rec0 HOME=~; rec1 ~",
    "HOME=/x; rec0 ~",
    "HOME=/x rec0 ~",
    "rec0 * ? [a] a* -*",
    "rec0 '*' \"?\" \\* [ ] ]a [a a]",
    "rec0 [\"a\"] [a\"]\" \"[a]\"",
    "rec0 {} {a} a{b}c {,} {a,b} {1..2} '{a,b}' {a','b} \\{a,b}",
    "rec0 @{1} x@{u} {a,b",
    "rec0 {\"a,b\"} {a$(rec1 b,c)d}",
    "rec0 | rec1 | rec2",
    "rec0 |& rec1",
    "rec0 && rec1 || rec2",
    "rec0; rec1\nrec2 &",
    "rec0 &\nrec1",
    "! rec0 | rec1",
    "! rec0",
    "rec0 && ! rec1",
    "rec0 ! a",
    "rec0 | ! rec1",
    "! ! rec0",
    "!rec0",
    "(rec0; rec1) >f",
    "{ rec0; rec1; } >f",
    "{ rec0 }",
    "{ rec0; }",
    "{rec0; }",
    "(rec0)",
    "( rec0 )",
    "((rec0))",
    "( (rec0) )",
    "{ (rec0); }",
    "{ (rec0) }",
    "rec0 { a; }",
    "rec0 }",
    "} rec0",
    "rec0 a } b",
    "(rec0) rec1",
    "{ rec0; } rec1",
    "(rec0) | (rec1)",
    "rec0 (a)",
    "rec0() { rec1; }",
    "rec0 () { rec1; }; rec0",
    "rec0 $(rec1 a)",
    "rec0 \"$(rec1 \"a b\")\"",
    "rec0 `rec1 a`",
    "rec0 \"`rec1 \"a b\"`\"",
    "rec0 `rec1 \\`rec2\\``",
    "rec0 `rec1 '`'`'",
    "rec0 $(rec1 ')' )",
    "rec0 $(rec1 # )\n)",
    "rec0 $(rec1 a#b)",
    "rec0 `rec1 #`",
    "rec0 `rec1 a # b`",
    "rec0 $(rec1; rec2) $(rec3)",
    "rec0 $(\nrec1\n)",
    "rec0 $(<a)",
    "rec0 $()",
    "rec0 \"$()\"",
    "rec0 ``",
    "rec0 <(rec1) >(rec2)",
    "rec0 a<(rec1)",
    "rec0 2>(rec1)",
    "rec0 >>(rec1)",
    "rec0 < <(rec1)",
    "rec0 > >(rec1) a",
    "rec0 <(rec1)a",
    "rec0 $((1+1))",
    "rec0 $((rec1))",
    "rec0 $( (rec1) )",
    "rec0 $[1]",
    "rec0 \"${V1:-$(rec1)}\"",
    "rec0 ${V1@P}",
    "rec0 ${!V1}",
    "rec0 ${#V1} ${V1} ${1} $#",
    "rec0 $",
    "rec0 a$ \"$\" $/ $= $.",
    "rec0 \"$'a'\"",
    "rec0 $\"a b\"",
    "rec0 \"a$\"\"b\"",
    "rec0 $$ $? $! $- $0 $_",
    "rec0 \"$*\" \"$@\" $@",
    "rec0 $1a $10",
    "rec0 <<E\n$(rec1)\nE",
    "rec0 <<'E'\nrec1\nE",
    "rec0 <<E | rec1\nrec2\nE",
    "rec0 <<<a",
    "cat <<E;rec0\nx\nE",
    "if rec0; then rec1; fi",
    "for x in a; do rec0; done",
    "while rec0; do rec1; done",
    "case a in a) rec0;; esac",
    "time rec0",
    "coproc rec0",
    "then rec0",
    "do rec0",
    "[[ a ]]",
    "select x in a; do rec0; done",
    "function rec0 { rec1; }",
    "\\time rec0",
    "'if' rec0",
    "i\\f rec0",
    "rec0 if then fi",
    "rec0;if",
    "rec0;;rec1",
    "rec0;;",
    "; rec0",
    "rec0 ; ; rec1",
    "& rec0",
    "rec0 &&",
    "rec0 |",
    "| rec0",
    "rec0 & ; rec1",
    "rec0 && && rec1",
    "rec0 'a",
    "rec0 \"a",
    "rec0 `a",
    "rec0 $(a",
    "rec0 \\",
    "rec0 a\\",
    "rec0 \"a\\",
    "rec0\trec1",
    "rec0  a",
    " rec0",
    "\nrec0\n",
    "\\\nrec0",
    "\\ rec0",
    "\\\trec0",
    "rec0 \\\ta",
    "rec0 a\\\tb",
    "rec0 ] ] a",
    "rec0 } }",
    "rec0 { {",
    "rec0 [ [ ]",
    "rec0 == a",
    "rec0 =~ a",
    "rec0 -x a",
    "rec0 -a -o !",
    "rec0 a==b",
    "rec0 =a a=",
    "=rec0",
    "rec0=",
    "rec0=a",
    "1=a rec0",
    "V-0=a rec0",
    "rec0 1>f",
    "1 >f rec0",
    "rec0 a;rec1 b&rec2 c|rec3 d",
    "rec0&&rec1||rec2",
    "(rec0)&&(rec1)",
    "(rec0;rec1)|rec2>f",
    "rec0 a&b",
    "rec0 a&rec1",
    "rec0 é 'ü' \"ß\" $'\\u00e9' \\é",
    "$V1 rec0",
    "$(rec0) a",
    "\"$(rec0)\"",
    "RANDOM='a[$(rec0)]' rec1",
    "RANDOM=1; rec0",
    "RANDOM='a[$(rec0)]'",
    "OPTIND='a[$(rec0)]'",
    "SECONDS='a[$(rec0)]'",
    "HISTCMD='a[$(rec0)]'",
    "SRANDOM='a[$(rec0)]'",
    "test -v 'a[$(rec0)]'",
    "printf -v 'a[$(rec0)]' x",
    "[ -v 'a[$(rec0)]' ]",
    "[ ! -v 'a[$(rec0)]' ]",
    "[ a -a -v 'a[$(rec0)]' ]",
    "V1=-v; V2='a[$(rec0)]'; [ \"$V1\" \"$V2\" ]",
    "V1='a[$(rec0)]'; [ \"$V1\" -eq 1 ]",
    "V1='a[$(rec0)]'; [ -n \"$V1\" -a -R \"$V1\" ]",
    "[ a = a ] && rec0",
    "[ a != a ] || rec0 b",
    "! [ a ] || rec0",
    "[ \"$(rec0 a)\" = \"`rec1`\" ]; rec2",
    "[ -d $(rec0)x ]",
    "[ a > f ]",
    "[ a \\> f ]",
    "[ a < a ]",
    "[ a ] > f",
    "[ a 2>f ]",
    "[ a\nrec0 ]",
    "[ a; rec0 ]",
    "[ a && rec0 ]",
    "[ a #]\nrec0 ]",
    "[ rec0 ]",
    "[ (rec0) ]",
    "[ \\( a \\) ]; rec0",
    "[ a ] rec0",
    "[ a ];rec0",
    "[ a ]|rec0",
    "[ -f ~/a -o -d a\\ b ] && rec0",
    "[ {rec0,a} = b ]",
    "[ $((1+$(rec0))) = 1 ]",
    "[rec0 ]",
    "[ a]; rec0",
    "{ [ a ]; } && rec0",
    "([ a ]) && rec0",
    "rec0 \"$([ a ] && rec1)\"",
    "printf -- -v 'a[$(rec0)]'",
    "V1='a[$(rec0)]'; test -v \"$V1\"",
    "V1='-v a[`rec0`]'; test $V1",
    "echo 'a[$(rec0)]'",
    "true 'rec0'",
    ": $(rec0)",
    "V1=-v; V2='a[$(rec0)]'; test \"$V1\" \"$V2\"",
    "V1='-va[$(rec0)]'; printf \"$V1\" x",
    "rec0 >& '$(rec1)'",
    "rec0 1>& '`rec1`' 3>&1",
    "V1='$(rec1 >&2)'; rec0 >&$V1",
    "rec0 >&\"$V1\"",
    "rec0 >&'f g'",
    "rec0 >&f\\\\",
    "{ rec0; }>f",
    "{ rec0;} >f",
    "{ rec0;}",
    "rec0 a }; rec1",
    "(rec0",
    "rec0)",
    "{ rec0",
    "rec0; }",
    "(rec0;)",
    "(;rec0)",
    "()",
    "{ }",
    "( )",
    "rec0 \"a\"'b'c$'d'\"$V1\"",
    "rec0 a\"\"",
    "rec0 ''''",
    "rec0 \"'\" '\"'",
    "rec0 a'b\"c'd\"e'f\"",
    "rec0 \"a`rec1`b\"",
    "rec0 \"a$(rec1)b\"",
    "rec0 a`rec1`b",
    "rec0 a`rec1 x`",
    "rec0 `rec1` `rec2`",
    "rec0 `rec1`x`rec2`",
    "rec0 \"$(rec1 \"$(rec2 'a)')\")\"",
    "rec0 $(rec1 $(rec2 $(rec3)))",
    "rec0 $(rec1) > $(rec2)",
    "rec0 > f$(rec1 >&2)",
    "V0=$(rec1 a) V1=`rec2` rec0 $(rec3)",
];

#[test]
fn builtins_are_those_of_bash() {
    let Some(bench) = Bench::new() else {
        eprintln!("skipped: there is no bash here to compare with");
        return;
    };
    let output = Command::new(&bench.bash)
        .args(["--norc", "--noprofile", "-p", "-c", "compgen -b"])
        .env_clear()
        .output()
        .unwrap();
    let names = String::from_utf8(output.stdout).unwrap();
    let unknown: Vec<_> = names
        .lines()
        .filter(|name| !is_builtin(Dialect::Bash, name))
        .collect();
    assert!(
        names.lines().count() > 50 && unknown.is_empty(),
        "{unknown:?}"
    );
}

#[test]
fn bash_does_what_was_read_as_complete() {
    let Some(bench) = Bench::new() else {
        eprintln!("skipped: there is no bash here to compare with");
        return;
    };
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let generated: Vec<String> = (0..GENERATED).map(|_| generate(&mut random)).collect();
    let all = BY_HAND
        .iter()
        .map(|script| (*script).to_owned())
        .chain(generated);
    let mut counts = [0_usize; 2];
    let mut failures = Vec::new();
    for script in all {
        counts[0] += 1;
        match check(&bench, counts[0], &script) {
            None => {}
            Some(Ok(())) => counts[1] += 1,
            Some(Err(failure)) => failures.push(failure),
        }
    }
    eprintln!(
        "{} scripts, {} read as complete and run, {} failures",
        counts[0],
        counts[1],
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        counts[1] * 3 > counts[0],
        "too few scripts are read as complete for this to say anything"
    );
}
