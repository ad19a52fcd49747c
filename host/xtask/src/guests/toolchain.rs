//! Finds a compiler for wasm32-unknown-unknown and runs it.
//!
//! A rustup toolchain with the target comes first. Debian has no such target but the library's source, from which it is
//! built along. Anything else is said to be missing, with both ways to get it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

const TARGET: &str = "wasm32-unknown-unknown";

const DEBIAN_COMPILER: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_LINKER: &str = "wasm-ld-19";

const MISSING: &str = "no compiler for wasm32-unknown-unknown\n\
hint: with rustup:   rustup target add wasm32-unknown-unknown\n\
hint: with Debian:   apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld-19";

/// What of the surroundings could change what is built; the chore's own cargo sets some of it.
const UNWANTED_VARIABLES: [&str; 12] = [
    "CARGO",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_PROFILE_RELEASE_DEBUG",
    "CARGO_TARGET_DIR",
    "LD_LIBRARY_PATH",
    "RUSTC",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
];

/// A compiler that was found.
#[derive(Debug)]
pub(crate) struct Toolchain {
    kind: Kind,
    compiler: String,
    sysroot: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The `cargo` on the PATH has the target.
    Rustup,
    /// Debian's pair builds the library along.
    Debian,
}

impl Toolchain {
    /// Looks for a compiler.
    ///
    /// # Errors
    ///
    /// Says how to get one if there is none.
    pub(crate) fn find() -> Result<Self> {
        Self::rustup().or_else(Self::debian).context(MISSING)
    }

    /// Returns the compiler's own name and version.
    pub(crate) fn compiler(&self) -> &str {
        &self.compiler
    }

    fn rustup() -> Option<Self> {
        let library = PathBuf::from(ask(
            "rustc",
            &["--print", "target-libdir", "--target", TARGET],
        )?);
        let has_target = library
            .read_dir()
            .is_ok_and(|mut entries| entries.next().is_some());
        if !has_target {
            return None;
        }
        Self::of("rustc", Kind::Rustup)
    }

    fn debian() -> Option<Self> {
        let found = Self::of(DEBIAN_COMPILER, Kind::Debian)?;
        let source = found.sysroot.join("lib/rustlib/src/rust/library/std");
        let complete = source.is_dir()
            && Path::new(DEBIAN_CARGO).is_file()
            && ask(DEBIAN_LINKER, &["--version"]).is_some();
        complete.then_some(found)
    }

    fn of(compiler: &str, kind: Kind) -> Option<Self> {
        let sysroot = PathBuf::from(ask(compiler, &["--print", "sysroot"])?);
        Some(Self {
            kind,
            compiler: ask(compiler, &["--version"])?,
            sysroot,
        })
    }

    /// Builds packages of a workspace and returns the folder with their modules.
    ///
    /// # Errors
    ///
    /// If the build fails.
    pub(crate) fn build(&self, workspace: &Path, packages: &[&str]) -> Result<PathBuf> {
        let target = workspace.join("target");
        let mut cargo = self.cargo();
        cargo
            .current_dir(workspace)
            .args(["build", "--release", "--locked", "--target", TARGET]);
        cargo.arg("--target-dir").arg(&target);
        for package in packages {
            cargo.args(["--package", package]);
        }
        cargo.env("CARGO_ENCODED_RUSTFLAGS", self.flags(workspace));
        let status = cargo
            .status()
            .with_context(|| format!("starting {cargo:?}"))?;
        if !status.success() {
            bail!("building the guests failed: cargo ended with {status}");
        }
        Ok(target.join(TARGET).join("release"))
    }

    fn cargo(&self) -> Command {
        let mut cargo = clean(match self.kind {
            Kind::Rustup => "cargo",
            Kind::Debian => DEBIAN_CARGO,
        });
        if self.kind == Kind::Debian {
            cargo
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER)
                .env("RUSTC", DEBIAN_COMPILER)
                // `-Z build-std` is not stable. Only the library is built with it; the guests use no such feature.
                .env("RUSTC_BOOTSTRAP", "1")
                .args(["-Z", "build-std=std,panic_abort"]);
        }
        cargo
    }

    /// Returns flags that keep this machine's paths out of what is built, separated as cargo wants them.
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo's own variable says where it keeps sources"
    )]
    fn flags(&self, workspace: &Path) -> String {
        let home = std::env::home_dir().unwrap_or_default();
        let cargo_home =
            std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
        let library = self.sysroot.join("lib/rustlib/src/rust");
        let repository = workspace.parent().unwrap_or(workspace);
        // Of several that match, the compiler takes the last.
        let pairs = [
            (home, "/home"),
            (cargo_home, "/cargo"),
            (library, "/rustc"),
            (repository.to_path_buf(), "/shellward"),
        ];
        let flags = pairs.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
        flags.join("\x1f")
    }
}

/// Runs a compiler for one line about itself. None if it can't be run.
fn ask(program: &str, arguments: &[&str]) -> Option<String> {
    let output = clean(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.to_owned();
    output.status.success().then_some(line)
}

#[expect(
    clippy::disallowed_methods,
    reason = "chores start compilers; no command of a caller comes near"
)]
fn clean(program: &str) -> Command {
    let mut command = Command::new(program);
    for variable in UNWANTED_VARIABLES {
        command.env_remove(variable);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_with_both_ways_to_get_it() {
        assert!(MISSING.contains("rustup target add") && MISSING.contains("apt-get install"));
    }

    #[test]
    fn a_program_that_is_not_there_has_nothing_to_say() {
        assert_eq!(ask("no-such-compiler", &["--version"]), None);
    }

    #[test]
    fn every_folder_of_this_machine_has_another_name_in_what_is_built() {
        let toolchain = Toolchain {
            kind: Kind::Debian,
            compiler: "rustc".to_owned(),
            sysroot: PathBuf::from("/usr"),
        };
        let flags = toolchain.flags(Path::new("/somewhere/checkout/guests"));
        assert!(flags.contains("--remap-path-prefix=/somewhere/checkout=/shellward"));
        assert!(flags.contains("--remap-path-prefix=/usr/lib/rustlib/src/rust=/rustc"));
        assert!(!flags.contains("\x1f\x1f"));
    }
}
