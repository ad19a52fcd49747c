//! Reading against the real shell (R2.6): starts the suite's oracle on as many generated scripts as wanted.
//!
//! Nothing is generated or compared here: that is the suite's, which has the reader.
#![expect(
    clippy::disallowed_methods,
    reason = "chores start cargo; nothing of the product is here"
)]

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, bail};

/// Tells the suite which scripts are wanted.
const WISH: &str = "SHELLWARD_ORACLE";
/// The test of the suite that reads it.
const TEST: &str = "read_oracle::wanted_scripts";
/// Nothing may be skipped: a chore that compared nothing must not look like one that found nothing.
const REQUIRE_ALL: &str = "SHELLWARD_TEST_REQUIRE_ALL";

/// The shell that says what is right.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Shell {
    Bash,
    Zsh,
}

/// How the suite is built.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Profile {
    /// As for `cargo test`: likely built already.
    Dev,
    /// Reads faster, takes minutes to build.
    Release,
}

/// Which scripts.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// How many scripts.
    #[arg(long, default_value_t = 10_000)]
    n: u64,
    /// The shell.
    #[arg(long, value_enum, default_value = "bash")]
    shell: Shell,
    /// What the scripts grow from; the same seed gives the same scripts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first script, as a disagreement names it.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Lists why scripts were not read as complete: how many for that alone, how many in all, and the shortest.
    #[arg(long, visible_alias = "gaps")]
    reasons: bool,
    /// For zsh: generates nothing that bash does not have.
    #[arg(long)]
    shared: bool,
    /// How the suite is built.
    #[arg(long, value_enum, default_value = "dev")]
    profile: Profile,
}

/// Runs the oracle; an error where the shell did anything else than was read.
pub(crate) fn run(repository: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--quiet", "--test", "suite"]);
    match arguments.profile {
        Profile::Dev => {}
        Profile::Release => {
            cargo.arg("--release");
        }
    }
    let status = cargo
        .args(["--", TEST, "--exact", "--ignored", "--nocapture"])
        .current_dir(repository)
        .env(WISH, wish(arguments))
        .env(REQUIRE_ALL, "1")
        .status()
        .context("starting cargo")?;
    if !status.success() {
        bail!("reading and the shell disagree, or nothing could be compared (see above)");
    }
    Ok(())
}

fn wish(arguments: &Arguments) -> String {
    let shell = match arguments.shell {
        Shell::Bash => "bash",
        Shell::Zsh => "zsh",
    };
    let Arguments { n, seed, from, .. } = arguments;
    let reasons = if arguments.reasons { " reasons" } else { "" };
    let shared = if arguments.shared { " shared" } else { "" };
    format!("n={n} seed={seed} from={from} shell={shell}{reasons}{shared}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_names_every_choice() {
        let arguments = Arguments {
            n: 5,
            shell: Shell::Zsh,
            seed: 2,
            from: 3,
            reasons: true,
            shared: true,
            profile: Profile::Dev,
        };
        assert_eq!(
            wish(&arguments),
            "n=5 seed=2 from=3 shell=zsh reasons shared"
        );
    }
}
