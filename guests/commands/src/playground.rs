//! Where small languages are tried with the tools that run them: a directory with a few files, and random programs.
//!
//! Whatever a program does shows: a file is new or changed, or what a file says is printed.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use crate::{
    argument::{Argument, Span, Text},
    check,
    model::{Context, LateOptions, Tool},
    report::{Kind, Report, Target},
};

/// What only the file `secret` says.
pub(crate) const SECRET: &str = "TELLTALE";

/// The input: lines that make a file if they are run.
const INPUT: &str = "touch ran\na/b\nab]c x\n";

/// A directory with the files `in` and `secret`, removed when it is dropped.
pub(crate) struct Playground {
    path: PathBuf,
}

/// What running a tool has shown.
pub(crate) struct Shown {
    /// Files that are new, or no longer as they were.
    pub(crate) written: BTreeSet<String>,
    /// Whether it has printed what the file `secret` says.
    pub(crate) told_secret: bool,
    /// Whether it ended well.
    pub(crate) success: bool,
}

impl Playground {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("shellward-playground-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the directory can be made");
        let playground = Self { path };
        playground.restore();
        playground
    }

    fn restore(&self) {
        fs::write(self.path.join("in"), INPUT).expect("files can be made");
        fs::write(self.path.join("secret"), SECRET).expect("files can be made");
    }

    /// Runs a tool with the input as standard input. Whatever does not end is ended.
    pub(crate) fn run(&self, words: &[&str]) -> Shown {
        let input = fs::File::open(self.path.join("in")).expect("the input can be read");
        let output = Command::new("timeout")
            .arg("0.3")
            .args(words)
            .current_dir(&self.path)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", &self.path)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::from(input))
            .output()
            .expect("programs can be started");
        let told = [output.stdout, output.stderr].concat();
        Shown {
            written: self.take_written(),
            told_secret: String::from_utf8_lossy(&told).contains(SECRET),
            success: output.status.success(),
        }
    }

    /// Returns what was written, and removes it.
    fn take_written(&self) -> BTreeSet<String> {
        let mut written = BTreeSet::new();
        for entry in fs::read_dir(&self.path).expect("directories can be read") {
            let path = entry.expect("entries can be read").path();
            let name = path.file_name().expect("it has a name").to_string_lossy();
            let expected = match name.as_ref() {
                "in" => INPUT,
                "secret" => SECRET,
                _ => {
                    written.insert(name.into_owned());
                    fs::remove_file(&path).expect("files can be removed");
                    continue;
                }
            };
            if fs::read_to_string(&path).ok().as_deref() != Some(expected) {
                written.insert(name.into_owned());
            }
        }
        if written.iter().any(|name| name == "in" || name == "secret") {
            self.restore();
        }
        written
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}

/// Runs a tool with certain words, and compares what shows with what is told of them, if everything is described.
pub(crate) fn compare(playground: &Playground, tool: &[&str], words: &[&str], described: &Tool) {
    let arguments: Vec<_> = words
        .iter()
        .map(|word| Argument::new(Text::Certain(word), Span::default()))
        .collect();
    let context = Context {
        name: Span::default(),
        late_options: LateOptions::AreOptions,
    };
    let mut report = Report::default();
    check::describe(&described.grammar, &arguments, context, &mut report);
    if !report.reasons.is_empty() {
        return;
    }
    let shown = playground.run(&[tool, words].concat());
    let tells = |kind: Kind, name: &str| {
        report.effects.iter().any(|effect| {
            effect.kind == kind
                && match effect.target {
                    Target::Exact(target) => target == name,
                    Target::Below(prefix) => name.starts_with(prefix),
                    Target::Suffixed(target, suffix) => name.strip_suffix(suffix) == Some(target),
                    Target::Thing(_) => false,
                    Target::Unknown => true,
                }
        })
    };
    for name in &shown.written {
        assert!(
            tells(Kind::Write, name),
            "{tool:?} {words:?} writes {name}: {report:?}"
        );
    }
    assert!(
        !shown.told_secret || tells(Kind::Read, "secret"),
        "{tool:?} {words:?} reads more than is told: {report:?}"
    );
}

/// Returns those of the tools that are there, each with its first words. Says which are missing, and fails where nothing
/// may be missing.
#[expect(clippy::print_stderr, reason = "what is not compared is said")]
pub(crate) fn present(tools: &[&'static [&'static str]]) -> Vec<&'static [&'static str]> {
    let (found, missing): (Vec<_>, Vec<_>) = tools.iter().partition(|words| {
        let name = words.first().expect("a tool has a name");
        ["/usr/bin", "/bin"]
            .iter()
            .any(|folder| Path::new(folder).join(name).exists())
    });
    let require_all = std::env::var_os("SHELLWARD_TEST_REQUIRE_ALL").is_some();
    assert!(!require_all || missing.is_empty(), "missing: {missing:?}");
    for tool in missing {
        eprintln!("skipped: no {tool:?} on this machine");
    }
    found
}

/// Returns how many random programs are tried: a few thousand, or what `SHELLWARD_TEST_PROGRAMS` says.
pub(crate) fn count() -> usize {
    let wanted = std::env::var("SHELLWARD_TEST_PROGRAMS").ok();
    wanted
        .and_then(|wanted| wanted.parse().ok())
        .unwrap_or(3000)
}

/// A source of numbers that look random, and are the same each time.
pub(crate) struct Random(u64);

impl Random {
    /// Begins anew. `SHELLWARD_TEST_SEED` makes it other numbers.
    pub(crate) fn new() -> Self {
        let seed = std::env::var("SHELLWARD_TEST_SEED").ok();
        let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(1_u64);
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let wide = u64::try_from(limit).expect("limits are small");
        usize::try_from((self.0 >> 11) % wide).expect("limits are small")
    }

    /// Returns one of several.
    pub(crate) fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    /// Returns one of those that are there.
    pub(crate) fn pick_from<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        let last = from.len().checked_sub(1)?;
        from.get(self.below(last + 1)).copied()
    }

    /// Returns a few of several, joined.
    pub(crate) fn join(&mut self, from: &[&str], most: usize) -> String {
        let count = 1 + self.below(most);
        (0..count).map(|_| self.pick(from)).collect()
    }
}
