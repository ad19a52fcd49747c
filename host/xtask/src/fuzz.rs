//! Fuzzing (`tests/fuzz`): builds the targets with instrumentation and runs each for a while, on the kept corpus and on
//! what earlier runs here have found.
//!
//! The compiler's own switches are used, which a stable one has: no other toolchain and no `cargo-fuzz` is needed.
#![expect(
    clippy::disallowed_methods,
    reason = "chores start cargo; nothing of the product is here"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail};

/// The targets, as `tests/fuzz/Cargo.toml` has them.
const TARGETS: [&str; 3] = ["read_bash", "read_zsh", "read_repeated"];
/// What makes the compiler count which code an input comes to, in the form that libFuzzer reads.
const INSTRUMENTATION: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];
/// Longest that one input may take, in seconds, before the fuzzer calls it hung. Whether it is slow is no question here:
/// reading counts its own steps, and what a machine makes of them says nothing.
const HUNG_SECONDS: u32 = 300;
/// Most memory that a target may use, in MiB.
const MEMORY_MIB: u32 = 2048;
/// Longest input, in bytes. What is repeated grows far beyond it.
const INPUT_BYTES: u32 = 4096;

/// What to fuzz, and for how long.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// How long each target runs.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Only this target.
    #[arg(long, value_parser = TARGETS)]
    target: Option<String>,
    /// What chance grows from; 0 is another each time.
    #[arg(long, default_value_t = 0)]
    seed: u32,
}

/// Fuzzes; an error where an input was found that breaks something. Where nothing can be instrumented, says so.
pub(crate) fn run(repository: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = repository.join("tests/fuzz");
    let host = host()?;
    if let Some(lacking) = lacking(&folder, &host)? {
        println!("skipped: no fuzzing here: {lacking}");
        return Ok(());
    }
    build(&folder, &host)?;
    let wanted = |target: &&&str| {
        let only = arguments.target.as_deref();
        only.is_none_or(|only| only == **target)
    };
    let mut failed = Vec::new();
    for target in TARGETS.iter().filter(wanted) {
        if !fuzz(&folder, &host, target, arguments)? {
            failed.push(*target);
        }
    }
    if !failed.is_empty() {
        bail!(
            "{} found something (hint: the input is in tests/fuzz/target/found; README.md there says what to do with it)",
            failed.join(", ")
        );
    }
    Ok(())
}

/// Returns the platform that the compiler compiles for.
fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("starting rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_owned())
}

/// Returns what is needed for fuzzing and is not there.
fn lacking(folder: &Path, host: &str) -> anyhow::Result<Option<String>> {
    if !host.contains("-linux-gnu") {
        return Ok(Some(format!("it is not tried on {host}")));
    }
    let compiler = Command::new("c++").arg("--version").output();
    if !compiler.is_ok_and(|output| output.status.success()) {
        return Ok(Some("libFuzzer needs a C++ compiler".to_owned()));
    }
    let target = folder.join("target");
    fs::create_dir_all(&target).with_context(|| format!("creating {}", target.display()))?;
    let instrumented = Command::new("rustc")
        .args(["-", "--crate-type=lib", "--emit=obj", "-o"])
        .arg(target.join("probe.o"))
        .args(INSTRUMENTATION)
        .stdin(Stdio::null())
        .output()
        .context("starting rustc")?;
    let refusal = (!instrumented.status.success()).then(|| {
        let said = String::from_utf8_lossy(&instrumented.stderr);
        let first = said.lines().next().unwrap_or_default();
        format!("the compiler can't instrument: {first}")
    });
    Ok(refusal)
}

fn build(folder: &Path, host: &str) -> anyhow::Result<()> {
    // Naming the platform keeps the instrumentation out of what only builds.
    let status = Command::new("cargo")
        .args(["build", "--release", "--bins", "--locked", "--target", host])
        .current_dir(folder)
        .env("RUSTFLAGS", INSTRUMENTATION.join(" "))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .status()
        .context("starting cargo")?;
    if !status.success() {
        bail!("the fuzz targets don't build");
    }
    Ok(())
}

/// Runs one target and returns whether it found nothing.
fn fuzz(folder: &Path, host: &str, target: &str, arguments: &Arguments) -> anyhow::Result<bool> {
    println!("\n== {target}, {} s ==", arguments.seconds);
    let made = |name: &str| -> anyhow::Result<PathBuf> {
        let path = folder.join("target").join(name).join(target);
        fs::create_dir_all(&path).with_context(|| format!("creating {}", path.display()))?;
        Ok(path)
    };
    let mut found = made("found")?.into_os_string();
    found.push("/");
    let mut prefix = std::ffi::OsString::from("-artifact_prefix=");
    prefix.push(found);
    let program = folder
        .join("target")
        .join(host)
        .join("release")
        .join(target);
    let status = Command::new(&program)
        // New inputs go to the first corpus; the kept one is only read.
        .arg(made("corpus")?)
        .arg(folder.join("corpus").join(target))
        .arg(prefix)
        .args(options(arguments))
        .status()
        .with_context(|| format!("starting {}", program.display()))?;
    Ok(status.success())
}

fn options(arguments: &Arguments) -> [String; 6] {
    [
        format!("-max_total_time={}", arguments.seconds),
        format!("-seed={}", arguments.seed),
        format!("-timeout={HUNG_SECONDS}"),
        format!("-rss_limit_mb={MEMORY_MIB}"),
        format!("-max_len={INPUT_BYTES}"),
        "-print_final_stats=1".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_an_entry_and_a_corpus() {
        let folder = crate::repository().join("tests/fuzz");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for target in TARGETS {
            assert!(manifest.contains(&format!("name = \"{target}\"")));
            let kept = fs::read_dir(folder.join("corpus").join(target)).unwrap();
            assert!(kept.count() > 0, "{target} has no corpus");
        }
        assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
    }

    #[test]
    fn time_is_bounded() {
        let arguments = Arguments {
            seconds: 20,
            target: None,
            seed: 1,
        };
        assert!(options(&arguments).contains(&"-max_total_time=20".to_owned()));
    }
}
