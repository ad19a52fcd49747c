//! What reading costs (R2.4), stage by stage: typical commands, scripts that grow to the longest that is taken, scripts
//! nested as deep as is read, and decisions about all of these.
//!
//! `cargo bench --bench reading` prints the tables with what was aimed at; the number of rounds can be given:
//! `cargo bench --bench reading -- 100`. Times are the processor's, so that they are those of the work and not of what else
//! the machine does.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and may panic"
)]

#[path = "reading/families.rs"]
mod families;

use std::{hint::black_box, path::Path, time::Duration};

use nix::time::{ClockId, clock_gettime};
use shellward::{
    Call, Runtime, RuntimeOptions,
    config::{ConfigFile, EnvVars, Settings},
    guest::{Allocation, default_specs},
    limits::{MAX_COMMAND_BYTES, MAX_COMMANDS, MAX_NESTING},
    read::{Dialect, Reading, ShellFacts, Stage, read_in_stages},
};

use self::families::{DEEP, Family, OPEN, WIDE};

/// What agents run.
const TYPICAL: [&str; 10] = [
    "ls",
    "git status && ls -la | grep foo",
    "grep -rn 'TODO' src | sort | uniq -c | head -20",
    "npm test 2>&1 | tail -5",
    "echo \"$(git log --oneline -1)\" > out; (cd x && make)",
    "for f in a.rs b.rs; do head -1 \"$f\" | grep -c '^//'; done",
    "cd src && timeout 300 env RUST_LOG=debug cargo test -- --nocapture",
    "find . -name '*.rs' -not -path './target/*' -exec grep -l unsafe {} +",
    "git commit -m \"$(cat <<'EOF'\nreader: say what is not read\n\nIt said nothing before.\nEOF\n)\"",
    "if [ -f package.json ]; then bash -c 'npm ci && npm run build'; else echo \"none in $PWD\"; fi",
];
/// Most that the cost may grow where the script grows to twice its size.
const AIM_RATIO: f64 = 2.3;
/// What is below this is not compared: it is noise.
const NOISE: Duration = Duration::from_micros(200);
/// Most that a decision may take past a bound (R2.4).
const AIM_DECISION: Duration = Duration::from_millis(60);
/// How often a script doubles until it is the longest.
const DOUBLINGS: u32 = 3;
/// How often each of the growing scripts is measured.
const FEW: u32 = 5;
/// A script that took longer is measured no further, nor are longer ones of its kind.
const TOO_LONG: Duration = Duration::from_millis(500);

fn main() {
    // This program would become a warden if a run needed one.
    shellward::warden::enter();
    let rounds = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(200);
    typical(rounds);
    for dialect in [Dialect::Bash, Dialect::Zsh] {
        let mut missed = Missed::default();
        growing(dialect, &mut missed);
        nested(dialect, &mut missed);
        missed.say(&format!(
            "reading {dialect}: at most {AIM_RATIO} times the cost for twice the size"
        ));
    }
    // Outside of the repository, which would be the project.
    let directory = tempfile::tempdir_in("/var/tmp").unwrap();
    deciding(directory.path());
}

/// How long each stage took.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    prescan: Duration,
    parse: Duration,
    lower: Duration,
    second: Duration,
    whole: Duration,
}

/// What one script costs, and how far it was read.
struct Cost {
    times: Times,
    reading: &'static str,
    reason: String,
}

fn cost(source: &str, facts: &ShellFacts, rounds: u32) -> Cost {
    let mut all = Vec::new();
    let mut last = None;
    for _ in 0..rounds + rounds / 10 {
        let mut times = Times::default();
        let began = processor_time();
        let mut before = began;
        let script = read_in_stages(source, facts, &mut |stage| {
            let now = processor_time();
            let part = match stage {
                Stage::Prescan => &mut times.prescan,
                Stage::Parse => &mut times.parse,
                Stage::Lower => &mut times.lower,
                Stage::Second => &mut times.second,
            };
            *part = now.saturating_sub(before);
            before = now;
        });
        times.whole = processor_time().saturating_sub(began);
        all.push(times);
        last = Some(black_box(script));
        if times.whole > TOO_LONG {
            break;
        }
    }
    // The first tenth warms up.
    if all.len() > rounds as usize {
        all.drain(..(rounds / 10) as usize);
    }
    let script = last.unwrap();
    Cost {
        times: median(&all),
        reading: match script.reading {
            Reading::Complete => "complete",
            _ => "partial",
        },
        reason: script
            .gaps
            .first()
            .map_or(String::new(), |gap| gap.reason.clone()),
    }
}

/// How long this thread has run.
fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)
        .unwrap()
        .into()
}

fn median(all: &[Times]) -> Times {
    let of = |part: fn(&Times) -> Duration| {
        let mut parts: Vec<_> = all.iter().map(part).collect();
        parts.sort_unstable();
        parts[parts.len() / 2]
    };
    Times {
        prescan: of(|times| times.prescan),
        parse: of(|times| times.parse),
        lower: of(|times| times.lower),
        second: of(|times| times.second),
        whole: of(|times| times.whole),
    }
}

fn facts(dialect: Dialect) -> ShellFacts {
    let mut facts = ShellFacts::of(dialect, "/work");
    facts.home = Some("/home/u".to_owned());
    facts
}

fn typical(rounds: u32) {
    println!("reading typical commands, medians of {rounds} readings, in µs\n");
    println!("   prescan  parse  lower second  whole  command");
    for dialect in [Dialect::Bash, Dialect::Zsh] {
        for command in TYPICAL {
            let cost = cost(command, &facts(dialect), rounds);
            let Times {
                prescan,
                parse,
                lower,
                second,
                whole,
            } = cost.times;
            let [prescan, parse, lower, second, whole] =
                [prescan, parse, lower, second, whole].map(|time| time.as_secs_f64() * 1e6);
            let line: String = command.escape_debug().take(60).collect();
            println!(
                "{dialect:>4} {prescan:>5.1} {parse:>6.1} {lower:>6.1} {second:>6.1} {whole:>6.1}  {line} ({})",
                cost.reading
            );
        }
    }
}

/// What was aimed at and not reached.
#[derive(Default)]
struct Missed {
    lines: Vec<String>,
}

impl Missed {
    fn say(&self, aim: &str) {
        let verdict = if self.lines.is_empty() {
            "reached"
        } else {
            "MISSED"
        };
        println!("\naim: {aim}: {verdict}");
        for line in &self.lines {
            println!("  {line}");
        }
    }
}

fn growing(dialect: Dialect, missed: &mut Missed) {
    let sizes: Vec<usize> = (0..=DOUBLINGS)
        .rev()
        .map(|doubling| MAX_COMMAND_BYTES >> doubling)
        .collect();
    println!(
        "\nreading {dialect} that grows to {MAX_COMMAND_BYTES} bytes, medians of {FEW} readings, in ms\n"
    );
    header(&sizes, "bytes");
    for family in WIDE.iter().chain(OPEN) {
        let sources = sizes.iter().map(|bytes| family.of_bytes(*bytes));
        row(dialect, family, sources, FEW, missed);
    }
}

fn nested(dialect: Dialect, missed: &mut Missed) {
    // What nests shells or commands is bounded by their number first.
    let depths: Vec<usize> = (0..=DOUBLINGS)
        .rev()
        .map(|doubling| (MAX_NESTING.min(MAX_COMMANDS) - 2) >> doubling)
        .collect();
    println!(
        "\nreading nested {dialect}, medians of {} readings, in ms\n",
        FEW * 10
    );
    header(&depths, "levels");
    for family in DEEP {
        let sources = depths.iter().map(|depth| family.of_times(*depth));
        row(dialect, family, sources, FEW * 10, missed);
    }
}

fn header(sizes: &[usize], unit: &str) {
    for size in sizes {
        print!("{size:>8}");
    }
    println!(
        "   prescan  parse  lower second   growth  {unit}; stages of the last; growth for twice the size"
    );
}

/// Measures one family at all sizes, prints it and looks whether the cost grows as the size does.
fn row(
    dialect: Dialect,
    family: &Family,
    sources: impl Iterator<Item = String>,
    rounds: u32,
    missed: &mut Missed,
) {
    let facts = facts(dialect);
    let mut costs: Vec<Cost> = Vec::new();
    for source in sources {
        let too_long = costs.last().is_some_and(|cost| cost.times.whole > TOO_LONG);
        if too_long {
            print!("{:>8}", "…");
        } else {
            let cost = cost(&source, &facts, rounds);
            print!("{:>8.2}", milli(cost.times.whole));
            costs.push(cost);
        }
    }
    let worst = growth(&costs);
    let last = costs.last().unwrap();
    let Times {
        prescan,
        parse,
        lower,
        second,
        ..
    } = last.times;
    let [prescan, parse, lower, second] = [prescan, parse, lower, second].map(milli);
    let name = family.name;
    println!(
        "{prescan:>10.2} {parse:>6.2} {lower:>6.2} {second:>6.2} {worst:>6.2}x  {name} ({} {})",
        last.reading, last.reason
    );
    if worst > AIM_RATIO {
        missed.lines.push(format!("{name}: {worst:.2}"));
    } else if last.times.whole > TOO_LONG {
        missed
            .lines
            .push(format!("{name}: {:.0} ms", milli(last.times.whole)));
    }
}

/// Returns by how much the cost grows where the size doubles, at worst. Two doublings are taken together where there are
/// so many, so that one time that is off does not count for all.
fn growth(costs: &[Cost]) -> f64 {
    let span = if costs.len() > 2 { 2 } else { 1 };
    costs
        .windows(span + 1)
        .filter_map(|some| Some((some.first()?.times.whole, some.last()?.times.whole)))
        .filter(|(_, after)| *after > NOISE)
        .map(|(before, after)| milli(after) / milli(before.max(NOISE / 2)))
        .map(|ratio| if span == 2 { ratio.sqrt() } else { ratio })
        .fold(0.0, f64::max)
}

fn milli(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn deciding(directory: &Path) {
    let project = directory.join("project");
    std::fs::create_dir_all(&project).unwrap();
    let runtime = runtime(directory);
    let mut session = runtime.session(&project).unwrap();
    let mut missed = Missed::default();
    println!(
        "\nwhole decisions about up to {MAX_COMMAND_BYTES} bytes, and about {MAX_NESTING} levels and more; quickest of {FEW}, in ms\n"
    );
    // What is just within a bound may cost more than what is past it.
    let wide = WIDE.iter().chain(OPEN).flat_map(|family| {
        (0..=DOUBLINGS)
            .map(move |doubling| (family, family.of_bytes(MAX_COMMAND_BYTES >> doubling)))
    });
    let deep = DEEP.iter().flat_map(|family| {
        [MAX_NESTING - 1, MAX_NESTING * 4].map(|depth| (family, family.of_times(depth)))
    });
    for (family, source) in wide.chain(deep) {
        let mut time = Duration::MAX;
        for _ in 0..FEW {
            session.forget();
            let began = processor_time();
            let decided = session.check(Call::new(source.as_str()).unwrap()).unwrap();
            drop(black_box(decided.into_decision()));
            time = time.min(processor_time().saturating_sub(began));
            if time > TOO_LONG {
                break;
            }
        }
        let line = format!(
            "{:>8.2}  {} ({} bytes)",
            milli(time),
            family.name,
            source.len()
        );
        println!("{line}");
        if time > AIM_DECISION {
            missed.lines.push(line);
        }
    }
    missed.say(&format!(
        "a decision within {} ms, whatever the script",
        AIM_DECISION.as_millis()
    ));
}

fn runtime(directory: &Path) -> Runtime {
    Runtime::build(RuntimeOptions {
        environment: EnvVars {
            inherited: Vec::new(),
            not_text: Vec::new(),
            shell_wish: Some("/bin/bash".to_owned()),
            login_shell: None,
            path: vec!["/usr/bin".to_owned(), "/bin".to_owned()],
            home: directory.to_owned(),
            config: ConfigFile::Own(directory.join("config.toml")),
            config_folder: directory.join("config"),
            state: directory.join("state"),
        },
        settings: Settings::with_policies(default_specs()),
        allocation: Allocation::Pooled,
        warden: None,
    })
    .unwrap()
}
