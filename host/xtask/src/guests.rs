//! `cargo xtask guests`: builds the guests, and compares what is checked in with its sources (R3.22, R3.12).
//!
//! The host embeds prebuilt components, so that nobody who builds it needs a wasm toolchain. A compiler's bytes are not
//! the same for ever, so components are tied to their sources by a hash of these. A freshly built one is compared by its
//! shape here, and by its behaviour in the host's tests, which take the folder from [`FOLDER_VARIABLE`].

mod component;
mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::digest::{self, Entry};
use component::Component;
use toolchain::Toolchain;

/// The variable by which the host's tests are told where freshly built components are.
const FOLDER_VARIABLE: &str = "SHELLWARD_GUESTS_DIR";

/// Larger components take too long to load for a command line tool.
const MOST_BYTES: usize = 400 * 1024;

/// What the host embeds.
const PREBUILT: &str = "guests/prebuilt";

/// What only tests may load.
const FIXTURES: &str = "tests/fixtures/components";

const GUESTS: [Guest; 6] = [
    Guest {
        name: "commands",
        home: PREBUILT,
    },
    Guest {
        name: "destructive",
        home: PREBUILT,
    },
    Guest {
        name: "exit-codes",
        home: PREBUILT,
    },
    Guest {
        name: "places",
        home: PREBUILT,
    },
    Guest {
        name: "safety",
        home: PREBUILT,
    },
    Guest {
        name: "faulty",
        home: FIXTURES,
    },
];

/// A guest and the folder its component is checked into.
#[derive(Clone, Copy, Debug)]
struct Guest {
    name: &'static str,
    home: &'static str,
}

/// How the guests are to be built or compared.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Writes nothing and fails if a checked-in component is not what was built from the sources as they are. Needs no
    /// wasm toolchain.
    #[arg(long)]
    check: bool,
    /// Builds into the target folder and fails if a component has other imports or exports than the checked-in one.
    #[arg(long)]
    rebuild: bool,
}

/// Builds or compares.
///
/// # Errors
///
/// If there is no toolchain, a build fails, or what is compared differs.
pub(crate) fn run(repository: &Path, arguments: &Arguments) -> Result<()> {
    if arguments.check {
        check(repository)?;
    }
    if arguments.rebuild {
        rebuild(repository)?;
    }
    if !arguments.check && !arguments.rebuild {
        write(repository)?;
    }
    Ok(())
}

/// Compares the checked-in components with their records, and the records with the sources.
fn check(repository: &Path) -> Result<()> {
    let mut complaints = Vec::new();
    for guest in GUESTS {
        let name = guest.name;
        let record = digest::read(&repository.join(guest.home))?;
        let Some(entry) = record.get(name) else {
            complaints.push(format!(
                "{name}: {}/digests.toml does not mention it",
                guest.home
            ));
            continue;
        };
        if entry.sources_sha256 != guest.sources_digest(repository)? {
            complaints.push(format!("{name}: its sources changed since it was built"));
        }
        let file = guest.file(repository);
        let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        if entry.sha256 != digest::of_bytes(&bytes) || entry.size_bytes != bytes.len() as u64 {
            complaints.push(format!(
                "{name}: {} is not the file that was recorded",
                file.display()
            ));
        }
    }
    for home in [PREBUILT, FIXTURES] {
        complaints.extend(strangers(repository, home)?);
    }
    if !complaints.is_empty() {
        bail!(
            "guests are not up to date\n  {}\nhint: run `cargo xtask guests`",
            complaints.join("\n  ")
        );
    }
    println!(
        "{} guests are what their sources and digests say",
        GUESTS.len()
    );
    Ok(())
}

/// Returns a complaint for each binary in a folder that is no guest of it, on disk or in the record.
fn strangers(repository: &Path, home: &str) -> Result<Vec<String>> {
    let expected = |name: &str| {
        GUESTS
            .iter()
            .any(|guest| guest.home == home && guest.name == name)
    };
    let folder = repository.join(home);
    let mut names: Vec<String> = digest::read(&folder)?.into_keys().collect();
    for entry in fs::read_dir(&folder).with_context(|| format!("listing {}", folder.display()))? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "wasm")
        {
            names.extend(
                path.file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned()),
            );
        }
    }
    names.sort();
    names.dedup();
    let unknown = names.iter().filter(|name| !expected(name));
    Ok(unknown
        .map(|name| format!("{name}: no guest of {home} has this name"))
        .collect())
}

/// Builds into the target folder and compares shapes.
fn rebuild(repository: &Path) -> Result<()> {
    let folder = repository.join("guests/target/components");
    fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
    let toolchain = Toolchain::find()?;
    let mut complaints = Vec::new();
    for (guest, built) in build(repository, &toolchain)? {
        let file = guest.file(repository);
        let prebuilt = Component::read(&file)?;
        if prebuilt.shape()? != built.shape()? {
            complaints.push(format!(
                "{}: other imports or exports than {}",
                guest.name,
                file.display()
            ));
        }
        let same = if prebuilt.bytes() == built.bytes() {
            "the same bytes"
        } else {
            "other bytes"
        };
        println!(
            "{}: {} bytes, {same} as the checked-in one",
            guest.name,
            built.bytes().len()
        );
        built.write(&folder.join(format!("{}.wasm", guest.name)))?;
    }
    if !complaints.is_empty() {
        bail!(
            "rebuilt guests differ\n  {}\nhint: run `cargo xtask guests`",
            complaints.join("\n  ")
        );
    }
    println!("{FOLDER_VARIABLE}={}", folder.display());
    Ok(())
}

/// Builds and writes what is checked in.
fn write(repository: &Path) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let mut records: Vec<(&str, digest::Digests)> = Vec::new();
    for (guest, built) in build(repository, &toolchain)? {
        let file = guest.file(repository);
        let entry = Entry {
            sha256: digest::of_bytes(built.bytes()),
            size_bytes: built.bytes().len() as u64,
            sources_sha256: guest.sources_digest(repository)?,
            compiler: toolchain.compiler().to_owned(),
        };
        println!(
            "{}: {} bytes in {}",
            guest.name,
            entry.size_bytes,
            file.display()
        );
        built.write(&file)?;
        match records.iter_mut().find(|(home, _)| *home == guest.home) {
            Some((_, digests)) => drop(digests.insert(guest.name.to_owned(), entry)),
            None => records.push((guest.home, [(guest.name.to_owned(), entry)].into())),
        }
    }
    for (home, digests) in &records {
        digest::write(&repository.join(home), digests)?;
    }
    Ok(())
}

/// Builds every guest and makes components of them.
fn build(repository: &Path, toolchain: &Toolchain) -> Result<Vec<(Guest, Component)>> {
    let names = GUESTS.map(|guest| guest.name);
    println!(
        "building {} with {}",
        names.join(", "),
        toolchain.compiler()
    );
    let folder = toolchain.build(&repository.join("guests"), &names)?;
    GUESTS
        .into_iter()
        .map(|guest| {
            let module = folder.join(format!("{}.wasm", guest.name.replace('-', "_")));
            let component = Component::from_module(&module)?;
            component.check_paths(&[repository])?;
            component.check_imports()?;
            if component.bytes().len() > MOST_BYTES {
                bail!(
                    "{} has {} bytes, more than {MOST_BYTES}",
                    guest.name,
                    component.bytes().len()
                );
            }
            Ok((guest, component))
        })
        .collect()
}

impl Guest {
    /// Returns the path of its checked-in component.
    fn file(self, repository: &Path) -> PathBuf {
        repository
            .join(self.home)
            .join(format!("{}.wasm", self.name))
    }

    /// Hashes everything its component is made of.
    fn sources_digest(self, repository: &Path) -> Result<String> {
        let own = format!("guests/{}", self.name);
        let places = [
            &*own,
            "guests/sdk",
            "guests/Cargo.toml",
            "guests/Cargo.lock",
            "wit",
        ];
        digest::of_sources(repository, &places)
    }
}

#[cfg(test)]
mod tests;
