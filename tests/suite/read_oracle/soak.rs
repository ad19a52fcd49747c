//! Many scripts: made, read, run, compared, counted.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use shellward::read::{Dialect, Reading, Script, read};

use super::{
    bench::{Bench, Builtins, Ran, Request, Worker},
    explain::{difference, runs_everything, runs_text},
    grow::generate,
    minimise::minimise,
};

/// Disagreements beyond this are counted, but not made small.
const MINIMISED: usize = 40;
/// Reasons for not being read that are listed.
const REASONS: usize = 40;

/// Which scripts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) dialect: Dialect,
    /// Whether only what bash has as well is generated.
    pub(crate) is_shared: bool,
    pub(crate) seed: u64,
    /// The first, and one past the last.
    pub(crate) indices: (u64, u64),
}

/// What came of a script.
pub(crate) enum Verdict {
    /// It was not read as complete, or only runs other text.
    NotCompared,
    /// The shell did what was read.
    Agrees,
    Differs(String),
}

/// A script that was read wrongly.
pub(crate) struct Disagreement {
    index: u64,
    script: String,
    problem: String,
    smaller: Option<(String, String)>,
}

/// What a reason costs.
#[derive(Default)]
struct Cost {
    /// Scripts with such a gap.
    scripts: u64,
    /// Those with no gap of another kind.
    alone: u64,
    /// The shortest of those, or of all.
    shortest: Option<(bool, String)>,
}

impl Cost {
    fn count(&mut self, is_alone: bool, script: &str) {
        self.scripts += 1;
        self.alone += u64::from(is_alone);
        let rank = |is_alone: bool, script: &str| (!is_alone, script.len());
        let shortest = self.shortest.as_ref();
        if shortest.is_none_or(|(was, old)| rank(is_alone, script) < rank(*was, old)) {
            self.shortest = Some((is_alone, script.to_owned()));
        }
    }
}

/// What came of all scripts.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) scripts: u64,
    pub(crate) complete: u64,
    pub(crate) late: u64,
    pub(crate) calls: u64,
    pub(crate) disagreements: Vec<Disagreement>,
    /// Why scripts were not read.
    reasons: BTreeMap<String, Cost>,
    reading: Duration,
}

/// Reads a script, runs it if it was read as complete, and compares.
pub(crate) fn check(worker: &mut Worker<'_>, request: &Request) -> (Verdict, Script, Option<Ran>) {
    let script = read(&request.script, &request.facts());
    if script.reading != Reading::Complete
        || script.commands.iter().any(|one| runs_text(&script, one))
    {
        return (Verdict::NotCompared, script, None);
    }
    let ran = match worker.run(request) {
        Ok(ran) => ran,
        Err(error) => return (Verdict::Differs(error), script, None),
    };
    let missing = || {
        let is_short =
            runs_everything(&script, &ran) && ran.calls.len() < expected(&script, request);
        is_short.then(|| "a command that did not run".to_owned())
    };
    let verdict = match difference(&script, &ran).or_else(missing) {
        Some(problem) => Verdict::Differs(problem),
        None => Verdict::Agrees,
    };
    (verdict, script, Some(ran))
}

/// How many calls a script makes of which every command runs.
fn expected(script: &Script, request: &Request) -> usize {
    let recorded = |command: &&shellward::read::Command| {
        script
            .name(command)
            .is_some_and(|name| request.records(name))
    };
    script.commands.iter().filter(recorded).count()
}

/// Takes every script of an extent, on as many threads as there are processors.
pub(crate) fn soak(bench: &Bench, extent: Extent) -> Report {
    let next = AtomicU64::new(extent.indices.0);
    let report = Mutex::new(Report::default());
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let mut worker = bench.worker();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= extent.indices.1 {
                        break;
                    }
                    one(&mut worker, extent, index, &report);
                }
            });
        }
    });
    let mut report = report.into_inner().unwrap();
    report.disagreements.sort_by_key(|one| one.index);
    report
}

/// The request for script number `index`. Every other one keeps the shell's builtins.
fn request(extent: Extent, index: u64) -> Request {
    let builtins = if index.is_multiple_of(2) {
        Builtins::Recorded
    } else {
        Builtins::Kept
    };
    let grammar = if extent.is_shared {
        Dialect::Bash
    } else {
        extent.dialect
    };
    Request::of(
        extent.dialect,
        builtins,
        &generate(grammar, extent.seed, index),
    )
}

fn one(worker: &mut Worker<'_>, extent: Extent, index: u64, report: &Mutex<Report>) {
    let request = request(extent, index);
    let began = Instant::now();
    let script = read(&request.script, &request.facts());
    let reading = began.elapsed();
    let (verdict, _, ran) = check(worker, &request);
    let mut disagreement = None;
    if let Verdict::Differs(problem) = verdict {
        let few = report.lock().unwrap().disagreements.len() < MINIMISED;
        let smaller = few.then(|| minimise(worker, &request, &problem)).flatten();
        disagreement = Some(Disagreement {
            index,
            script: request.script.clone(),
            problem,
            smaller,
        });
    }
    let mut report = report.lock().unwrap();
    report.scripts += 1;
    report.reading += reading;
    if script.reading == Reading::Complete {
        report.complete += 1;
    } else {
        let reason = |gap: &shellward::read::Gap| format!("{}: {}", gap.reason, gap.message);
        let reasons: BTreeSet<String> = script.gaps.iter().map(reason).collect();
        let is_alone = reasons.len() == 1;
        for reason in reasons {
            let cost = report.reasons.entry(reason).or_default();
            cost.count(is_alone, &request.script);
        }
    }
    if let Some(ran) = ran {
        report.late += u64::from(ran.ending == "late");
        report.calls += ran.calls.len() as u64;
    }
    report.disagreements.extend(disagreement);
}

impl Report {
    /// How many of a hundred scripts were read as complete.
    pub(crate) fn percent_complete(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of scripts are small")]
        let share = self.complete as f64 / self.scripts.max(1) as f64;
        share * 100.0
    }

    /// Prints what differed, and the sums in the last line.
    pub(crate) fn print(&self, took: Duration) {
        for one in &self.disagreements {
            println!("#{} {}\n    {:?}", one.index, one.problem, one.script);
            if let Some((script, problem)) = &one.smaller {
                println!("    smaller: {script:?}\n    {problem}");
            }
        }
        println!(
            "{:.0} s, {:.0} scripts/s, {:.0} µs to read one; {} calls; {} scripts were late",
            took.as_secs_f64(),
            f64::from(u32::try_from(self.scripts).unwrap_or(u32::MAX)) / took.as_secs_f64(),
            self.reading.as_secs_f64() * 1e6
                / f64::from(u32::try_from(self.scripts.max(1)).unwrap_or(u32::MAX)),
            self.calls,
            self.late,
        );
        println!(
            "{} scripts, {} disagreements, {:.1}% complete",
            self.scripts,
            self.disagreements.len(),
            self.percent_complete()
        );
    }

    /// Prints why scripts were not read: first what alone keeps most from being complete.
    pub(crate) fn print_reasons(&self) {
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, cost)| std::cmp::Reverse((cost.alone, cost.scripts)));
        println!("why scripts were not read as complete, with the shortest of each:");
        println!("  alone     all  reason");
        for (reason, cost) in reasons.into_iter().take(REASONS) {
            println!("{:>7} {:>7}  {reason}", cost.alone, cost.scripts);
            if let Some((_, script)) = &cost.shortest {
                println!("                 {script:?}");
            }
        }
    }
}
