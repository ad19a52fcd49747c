//! The tools themselves as oracle: whatever [`look`] says is run is what runs, with those words, in that directory.
//!
//! Lines are made of parts by chance, from a fixed seed, and run in a directory of their own. At their end stands a
//! recorder; some parts name it, too, so that an option that is misread runs it with other words. A tool that is not
//! there is named and passed over.

use std::{
    fs::{self, File},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::*;

/// How many lines are made for each tool.
const LINES: usize = 20;
/// Most parts of a line.
const MAX_PARTS: u64 = 5;

/// How a line is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runs {
    /// As it is.
    Alone,
    /// As it is, with nothing at its end.
    Whole,
    /// In a bash, since it begins with a word of the shell.
    InBash,
}

/// A tool and parts of lines of it, with ` | ` between them. In them `REC` is the recorder and `_` a blank in a word.
struct Tool {
    name: &'static str,
    runs: Runs,
    /// What it mostly needs before its command, or at its end.
    needed: &'static str,
    parts: &'static str,
}

const fn tool(name: &'static str, runs: Runs, needed: &'static str, parts: &'static str) -> Tool {
    Tool {
        name,
        runs,
        needed,
        parts,
    }
}

static TOOLS: [Tool; 23] = [
    tool(
        "timeout",
        Runs::Alone,
        "5",
        "5 | -s | -s INT | -sINT | -k 3 | --sig=INT | --sig INT | --k 3 | -v | -vs INT | -- | \
         --foreground | --pres | --ver | -k REC | REC | -f | -p",
    ),
    tool(
        "nice",
        Runs::Alone,
        "",
        "-5 | --5 | -+5 | -n 3 | -n3 | -n | --adj 3 | --adjustment=3 | -- | -n REC | 5 | -5x",
    ),
    tool("nohup", Runs::Alone, "", "-- | -x | REC"),
    tool(
        "stdbuf",
        Runs::Alone,
        "",
        "-oL | -o L | -o | -i0 | -e 0 | --out=L | --output L | --err 0 | -oLe0 | -- | -i REC",
    ),
    tool(
        "ionice",
        Runs::Alone,
        "",
        "-c3 | -c 3 | -c | -n 5 | -t | -tc3 | --class 3 | --classd 4 | -p 999999 | --pid=999999 | -- \
         | -n REC | 3",
    ),
    tool(
        "setsid",
        Runs::Alone,
        "",
        "-w | -fw | -w | --wait | -w -- | -wc",
    ),
    tool(
        "taskset",
        Runs::Alone,
        "1",
        "1 | -c 0 | -ac 0 | 0x1 | -p 999999 | --cpu 0 | --cpu-list 0 | -- | -a | REC",
    ),
    tool(
        "chrt",
        Runs::Alone,
        "-b 0",
        "0 | -b 0 | -o 0 | -ov 0 | --idle 0 | -b | -m | -- | -T 5 | -R | REC",
    ),
    tool(
        "setarch",
        Runs::Alone,
        "-R",
        "x86_64 | -R | --addr-no | -Rv | linux64 | -- | -3 | REC",
    ),
    tool(
        "setpriv",
        Runs::Alone,
        "",
        "--nnp | --no-new | --keep-groups | --pdeathsig keep | --pdeathsig=clear | --reset-env | -- | \
         -d | --reuid 0 | --groups REC",
    ),
    tool(
        "prlimit",
        Runs::Alone,
        "",
        "--core | --core=0 | -c0 | -n | -n=64 | --nofile=64 | --verb | -- | -o SOFT | --pid 999999 | \
         64 | --raw",
    ),
    tool(
        "time",
        Runs::Alone,
        "",
        "-v | -p | -f %e | -f%e | -o f | -ao f | -of | --out f | --output=f | -q | -- | -f REC | -f | \
         -pf %e | --port",
    ),
    tool(
        "env",
        Runs::Alone,
        "",
        "-i | - | A=1 | B=x_y | -u A | -uA | -C sub | --chdir=sub | --chd sub | -iu A | -S REC_s | -S \
         A=1_REC | -vS -i_REC | -iSREC | --split=REC_'a_b' | -S REC_#x | -S REC_\\_y\\tz | -S \
         REC_\"x\\_y\"_'\\\\'\\c_q | -- | -0 | --block-signal | --ignore-sig=INT | -v | =x | -u REC | \
         REC=1 | -S -u_X | -S ''#_REC",
    ),
    tool(
        "xargs",
        Runs::Alone,
        "",
        "-0 | -n1 | -n 1 | -I{} | -I {} | -I % % | -i | -iX X | {} | -L1 | -l | -t | -r | -P 1 | -s \
         999 | -d , | -E x | -e | -ex | --max-args=1 | --max-l | --rep | --replace=X | -- | -a items \
         | -x | -I REC | -tI{} | x{}y",
    ),
    tool(
        "find",
        Runs::Whole,
        "-exec REC {} ;",
        ". | sub | -name x | -name -exec | -maxdepth 0 | -exec REC {} ; | -exec REC {} + | -exec REC \
         a{}b ; | -execdir REC {} ; | -exec REC {} x + {} + | -o | ! | ( | ) | -type d | -print | \
         -quit | -exec REC -exec REC ; | -L | -O2 | -ok REC ; | -printf x | -exec REC {} + -exec REC \
         ; | -newer | -depth | -prune | , | -size +1",
    ),
    tool(
        "bash",
        Runs::Alone,
        "-c",
        "-c | -ec | +c | -c -e | -e | -o pipefail | -euo pipefail | -co errexit | --norc | -norc | \
         --noprofile | -O nullglob | -- | - | -c REC_b | -x | +x | -s | -cs | -co | REC_c | -O | -p | \
         --posix | -oO errexit nullglob",
    ),
    tool(
        "sh",
        Runs::Alone,
        "-c",
        "-c | -ec | +c | -c -e | -e | -o errexit | -euo noglob | -co errexit | -- | - | -c REC_b | -x \
         | +x | -s | -cs | -lc | REC_c | -O nullglob | --norc",
    ),
    tool(
        "dash",
        Runs::Alone,
        "-c",
        "-c | -ec | +c | -c -e | -e | -o errexit | -co noglob | -- | - | -c REC_b | -x | -s | -lc | \
         REC_c",
    ),
    tool(
        "zsh",
        Runs::Alone,
        "-c",
        "-c | -fc | -ec | +c | -c -e | -fe | -o pipefail | -opipefail | -copipefail | -- | - | -c \
         REC_b | -x | -b | -fs | --errexit | REC_c | -f | -cf",
    ),
    tool(
        "flock",
        Runs::Alone,
        "lock",
        "lock | -n lock | -w 1 lock | -xo | -E 3 | -c | lock -c | -- | --nb | --time 1 | -F | -c \
         REC_x | lock -c REC_x | -u",
    ),
    tool(
        "script",
        Runs::Whole,
        "-qec REC_x",
        "-q | -c REC_x | -qec REC_x | --command REC_x | log | -a | -O log | -T t | -qe | -- | -E \
         never | -f",
    ),
    tool(
        "command",
        Runs::InBash,
        "",
        "-p | -v | -- | -pv | -V | time | builtin | exec | -x | command -p",
    ),
    tool(
        "exec",
        Runs::InBash,
        "",
        "-a x | -ax | -c | -l | -cl | -la x | -- | -a | command | -ca REC",
    ),
];

/// Says that something is not tested, and why. Fails where nothing may be skipped.
#[expect(
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test that is skipped says why, unless CI says that none may be"
)]
fn skipped(why: &str) {
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all, "missing: {why}");
    eprintln!("skipped: {why}");
}

/// A directory with a recorder in it.
struct Bench {
    root: tempfile::TempDir,
    recorder: PathBuf,
}

/// What a command was run with: where, and its words behind its name.
type Call = Vec<String>;

impl Bench {
    fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let recorder = root.path().join("rec");
        let script = "#!/bin/sh\n{ printf '%s\\0' \"$(pwd -P)\" \"$@\"; printf '\\1'; } >> \"${0%/*}/calls\"\n";
        fs::write(&recorder, script).unwrap();
        fs::set_permissions(&recorder, fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(root.path().join("in/sub")).unwrap();
        fs::write(root.path().join("items"), "one two\nthree\n").unwrap();
        Self { root, recorder }
    }

    fn cwd(&self) -> PathBuf {
        self.root.path().join("in")
    }

    /// Runs a line and returns what the recorder noted.
    #[expect(clippy::disallowed_methods, reason = "the oracle is the tool itself")]
    fn run(&self, program: &Path, runs: Runs, words: &[String]) -> Vec<Call> {
        let calls = self.root.path().join("calls");
        fs::write(&calls, "").unwrap();
        fs::write(self.cwd().join("items"), "one two\nthree\n").unwrap();
        let mut command = Command::new(program);
        match runs {
            Runs::Alone | Runs::Whole => command.args(words.get(1..).unwrap_or(&[])),
            Runs::InBash => {
                let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                command.args(["--norc", "-c", &quoted.join(" ")])
            }
        };
        // Only what reads items gets some: `script` waits when its input ends.
        let stdin = match words.first().map(String::as_str) {
            Some("xargs") => Stdio::from(File::open(self.root.path().join("items")).unwrap()),
            _ => Stdio::null(),
        };
        command
            .current_dir(self.cwd())
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
            .env("HOME", self.cwd())
            .env("SHELL", "/bin/sh")
            .stdin(stdin)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // What runs is what counts, not how it ends.
        assert!(command.status().is_ok());
        let noted = fs::read_to_string(&calls).unwrap();
        let call = |line: &str| line.split_terminator('\0').map(str::to_owned).collect();
        noted.split_terminator('\u{1}').map(call).collect()
    }
}

/// Quotes what would not be itself in a shell; a word in quotes is none of the shell's own.
fn quoted(word: &str) -> String {
    if word.contains([' ', ';']) {
        format!("'{word}'")
    } else {
        word.to_owned()
    }
}

/// A command that is said to run.
#[derive(Debug)]
struct Said {
    /// Its words behind the name; none: not certain.
    words: Vec<Option<String>>,
    ending: Ending,
    /// Where it runs; none: not certain.
    cwd: Option<PathBuf>,
}

impl Said {
    fn explains(&self, call: &Call) -> bool {
        let (cwd, words) = call.split_first().unwrap();
        let is_same =
            |(said, ran): (&Option<String>, &String)| said.as_ref().is_none_or(|said| said == ran);
        let has_many = self.words.iter().any(Option::is_none);
        let length = match self.ending {
            Ending::Closed => words.len() == self.words.len() || has_many,
            Ending::Open => words.len() >= self.words.len(),
        };
        let is_there = self.cwd.as_ref().is_none_or(|said| said == Path::new(cwd));
        length && is_there && self.words.iter().zip(words).all(is_same)
    }
}

/// Goes on looking until only the recorder is left. None: something is unreadable.
fn said(
    words: &[Word],
    standing: Standing,
    cwd: Option<PathBuf>,
    recorder: &str,
) -> Option<Vec<Said>> {
    let moved = |place: &Place| match place {
        Place::Same => cwd.clone(),
        Place::Named(value) => Some(cwd.clone()?.join(value.text.as_ref()?)),
        Place::Unknown => None,
    };
    let of_text = |text: &str, cwd| {
        let words: Vec<Word> = text.split(' ').map(certain).collect();
        said(&words, CLOSED, cwd, recorder)
    };
    match look(words, standing) {
        // A name that is not certain may be anything.
        Look::Plain if words.first().and_then(Word::certain).is_none() => None,
        Look::Plain if runs_file(words, recorder) => {
            let is_file = |word: &&Word| word.certain() != Some(recorder);
            let word = |word: &Word| word.certain().map(str::to_owned);
            Some(vec![Said {
                words: words.iter().skip_while(is_file).skip(1).map(word).collect(),
                ending: standing.ending,
                cwd,
            }])
        }
        Look::Plain => Some(Vec::new()),
        Look::Command(inner) => {
            let within = part_of(words, inner.at, inner.end, &inner.placeholders);
            let standing = Standing {
                lookup: inner.lookup,
                ending: inner.ending,
                ..standing
            };
            said(&within, standing, moved(&inner.change.place), recorder)
        }
        Look::Body(body) => of_text(words[body.word].certain()?, moved(&body.change.place)),
        Look::Joined(joined) => of_text(&joined.text, cwd),
        Look::Same(parts) => {
            let part = |part: &Part| match part {
                Part::Kept(at) => words[*at].clone(),
                Part::Made { text, .. } => certain(text),
            };
            let words: Vec<Word> = parts.iter().map(part).collect();
            said(&words, standing, cwd, recorder)
        }
        Look::Inside(found) => {
            let mut all = Vec::new();
            for one in found {
                let within = part_of(words, one.at, one.end, &one.placeholders);
                let standing = Standing {
                    lookup: Lookup::Program,
                    ending: one.ending,
                    ..standing
                };
                all.extend(said(&within, standing, moved(&one.place), recorder)?);
            }
            Some(all)
        }
        Look::Unreadable(_) => None,
    }
}

/// Whether an ordinary command is the recorder, or a shell that runs it as a file.
fn runs_file(words: &[Word], recorder: &str) -> bool {
    let name = words.first().and_then(Word::certain).unwrap_or("");
    name == recorder || ["bash", "sh", "dash", "zsh"].contains(&name)
}

fn part_of(words: &[Word], at: usize, end: usize, placeholders: &[usize]) -> Vec<Word> {
    let word = |index: usize| {
        let mut word = words[index].clone();
        if placeholders.contains(&index) {
            word.values.clear();
            word.prefix.clear();
        }
        word
    };
    (at..end).map(word).collect()
}

fn certain(text: &str) -> Word {
    Word {
        values: vec![text.to_owned()],
        prefix: text.to_owned(),
        fields: Fields::One,
        ..word_of("x")
    }
}

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[usize::try_from(self.below(texts.len() as u64)).unwrap()]
    }
}

fn line(tool: &Tool, recorder: &str, random: &mut Random) -> Vec<String> {
    let parts: Vec<&str> = tool.parts.split(" | ").collect();
    let mut text = vec![tool.name];
    for _ in 0..random.below(MAX_PARTS + 1) {
        text.extend(random.one_of(&parts).split(' '));
    }
    if random.below(4) > 0 {
        text.extend(tool.needed.split(' ').filter(|part| !part.is_empty()));
    }
    if tool.runs != Runs::Whole {
        let ends = ["REC", "REC -n --x A=1", "REC {} ;", "REC_z -e"];
        text.extend(random.one_of(&ends).split(' '));
    }
    let word = |word: &str| {
        if word.contains("REC") || word.contains('\\') {
            word.replace('_', " ").replace("REC", recorder)
        } else {
            word.to_owned()
        }
    };
    text.into_iter().map(word).collect()
}

fn program_of(tool: &Tool) -> Option<PathBuf> {
    let name = match tool.runs {
        Runs::Alone | Runs::Whole => tool.name,
        Runs::InBash => "bash",
    };
    let places = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];
    let mut programs = places.iter().map(|place| Path::new(place).join(name));
    programs.find(|program| program.exists())
}

#[test]
fn what_is_found_is_what_runs() {
    let bench = Bench::new();
    let recorder = bench.recorder.to_str().unwrap().to_owned();
    let cwd = bench.cwd().canonicalize().unwrap();
    let mut random = Random(7);
    let mut wrong = Vec::new();
    for tool in &TOOLS {
        let Some(program) = program_of(tool) else {
            skipped(tool.name);
            continue;
        };
        let standing = Standing {
            lookup: match tool.runs {
                Runs::Alone | Runs::Whole => Lookup::Program,
                Runs::InBash => Lookup::AsWritten,
            },
            ..CLOSED
        };
        let mut ran = 0;
        for _ in 0..LINES {
            let words = line(tool, &recorder, &mut random);
            let read: Vec<Word> = words.iter().map(|word| certain(word)).collect();
            let Some(said) = said(&read, standing, Some(cwd.clone()), &recorder) else {
                continue;
            };
            let calls = bench.run(&program, tool.runs, &words);
            ran += usize::from(!calls.is_empty());
            let is_said = |call: &Call| said.iter().any(|one| one.explains(call));
            if !calls.iter().all(is_said) {
                wrong.push(format!("{words:?}\n  said: {said:?}\n  ran: {calls:?}"));
            }
        }
        assert!(ran > 0, "{}: nothing that was read did run", tool.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
