//! Chores of the repository: `cargo xtask <chore>`. One module per chore; here is only the command line.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to the person who called it"
)]

mod ci;
mod digest;
mod fuzz;
mod guests;
mod oracle;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chores of the shellward repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Builds the guests from source into the components that are checked in, or compares the two.
    Guests(guests::Arguments),
    /// Checks everything that CI checks, or what is worth checking before a commit.
    Ci {
        /// Which checks.
        extent: ci::Extent,
    },
    /// Feeds the reader with anything, for a while.
    Fuzz(fuzz::Arguments),
    /// Compares what is read with what the real shell does, on generated scripts.
    Oracle(oracle::Arguments),
}

fn main() -> ExitCode {
    let Arguments { chore } = Arguments::parse();
    let done = match chore {
        Chore::Guests(arguments) => guests::run(&repository(), &arguments),
        Chore::Ci { extent } => ci::run(&repository(), extent),
        Chore::Fuzz(arguments) => fuzz::run(&repository(), &arguments),
        Chore::Oracle(arguments) => oracle::run(&repository(), &arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the root of the repository this was built from.
fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
