//! Tests of the comparison, in a repository made up for it.

use std::fs;

use super::*;

/// A repository in which every guest is up to date.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("xtask-guests-{}-{name}", std::process::id()));
        let repository = Self(root);
        for file in [
            "guests/sdk/src/lib.rs",
            "guests/Cargo.toml",
            "guests/Cargo.lock",
            "wit/v0.1/types.wit",
        ] {
            repository.put(file, "first");
        }
        for guest in GUESTS {
            repository.put(&format!("guests/{}/src/lib.rs", guest.name), "first");
            repository.put(&format!("{}/{}.wasm", guest.home, guest.name), guest.name);
        }
        for home in [PREBUILT, FIXTURES] {
            let of_home = GUESTS.into_iter().filter(|guest| guest.home == home);
            let digests = of_home
                .map(|guest| (guest.name.to_owned(), repository.entry(guest)))
                .collect();
            digest::write(&repository.0.join(home), &digests).expect("written");
        }
        repository
    }

    fn entry(&self, guest: Guest) -> Entry {
        Entry {
            sha256: digest::of_bytes(guest.name.as_bytes()),
            size_bytes: guest.name.len() as u64,
            sources_sha256: guest.sources_digest(&self.0).expect("hashed"),
            compiler: "rustc".to_owned(),
        }
    }

    fn put(&self, file: &str, content: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("in a folder")).expect("created");
        fs::write(path, content).expect("written");
    }

    /// Returns what the comparison complains of; empty if of nothing.
    fn complaints(&self) -> String {
        check(&self.0)
            .err()
            .map(|error| format!("{error:#}"))
            .unwrap_or_default()
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        // What is left behind in a temporary folder harms nobody.
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn what_is_up_to_date_passes() {
    assert_eq!(Repository::new("fresh").complaints(), "");
}

#[test]
fn a_changed_source_makes_only_its_guest_stale() {
    let repository = Repository::new("source");
    repository.put("guests/faulty/src/lib.rs", "second");
    let complaints = repository.complaints();
    assert!(
        complaints.contains("faulty: its sources changed"),
        "{complaints}"
    );
    assert!(
        !complaints.contains("commands:") && complaints.contains("hint: run `cargo xtask guests`")
    );
}

#[test]
fn a_changed_contract_makes_every_guest_stale() {
    let repository = Repository::new("contract");
    repository.put("wit/v0.1/types.wit", "second");
    let complaints = repository.complaints();
    for guest in GUESTS {
        assert!(
            complaints.contains(&format!("{}: its sources", guest.name)),
            "{complaints}"
        );
    }
}

#[test]
fn a_component_nobody_recorded_is_seen() {
    let repository = Repository::new("component");
    repository.put("guests/prebuilt/commands.wasm", "another");
    repository.put("guests/prebuilt/stranger.wasm", "stranger");
    let complaints = repository.complaints();
    assert!(
        complaints.contains("commands.wasm is not the file that was recorded"),
        "{complaints}"
    );
    assert!(
        complaints.contains("stranger: no guest of guests/prebuilt"),
        "{complaints}"
    );
}

#[test]
fn a_guest_without_a_record_is_seen() {
    let repository = Repository::new("record");
    digest::write(&repository.0.join(PREBUILT), &digest::Digests::new()).expect("written");
    let complaints = repository.complaints();
    assert!(
        complaints.contains("exit-codes: guests/prebuilt/digests.toml does not mention it"),
        "{complaints}"
    );
}
