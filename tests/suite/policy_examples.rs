//! The self-tests that policies carry, run end to end: what the policy says of the first command of each example.

use shellward::{
    guest::{Allocation, GuestEngine, GuestPolicy, builtins},
    judge::{EffectsPolicy as _, Input, Verdict},
    read::read,
};

use crate::support::{ENGINE, guest_bytes, situation};

#[test]
fn policies_pass_their_own_examples() {
    let situation = situation();
    let session = situation.session();
    let mut wrong = Vec::new();
    let mut count = 0;
    for builtin in builtins() {
        let bytes = guest_bytes(builtin);
        let policy =
            GuestPolicy::load(&ENGINE, builtin.id(), &bytes, builtin.authority(), "", None)
                .unwrap();
        if !policy.roles().effects {
            continue;
        }
        for example in &policy.about().examples {
            count += 1;
            let script = read(&example.command, &situation.facts);
            let input = Input {
                script: &script,
                session: &session,
            };
            let description = policy.describe(input).unwrap();
            let verdict = description
                .judgements
                .iter()
                .filter(|judgement| judgement.command == Some(0))
                .map(|judgement| judgement.verdict)
                .max()
                .unwrap_or(Verdict::Pass);
            if verdict != example.verdict {
                wrong.push(format!(
                    "{}: `{}` is {verdict}, wanted {} ({})",
                    builtin.id(),
                    example.command,
                    example.verdict,
                    example.note
                ));
            }
        }
    }
    assert!(count >= 40, "only {count} examples");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn policies_say_who_they_are() {
    for builtin in builtins() {
        let bytes = guest_bytes(builtin);
        let policy =
            GuestPolicy::load(&ENGINE, builtin.id(), &bytes, builtin.authority(), "", None)
                .unwrap();
        let about = policy.about();
        assert_eq!(about.name, builtin.id().as_str());
        assert!(!about.version.is_empty() && !about.summary.is_empty());
        assert!(about.dialects.contains(&"bash".to_owned()));
        assert!(bytes.len() < 400 * 1024, "{} bytes", bytes.len());
    }
}

/// A pool gives the same answers as instances made one by one, and forms compiled for one load for the other.
#[test]
fn both_allocations_answer_alike() {
    let directory = tempfile::tempdir().unwrap();
    let cache = shellward::guest::CompiledCache::open(directory.path()).unwrap();
    let situation = situation();
    let session = situation.session();
    let script = read("git status && ls -la | grep foo", &situation.facts);
    let input = Input {
        script: &script,
        session: &session,
    };
    let builtin = &builtins()[0];
    let mut answers = Vec::new();
    for allocation in [Allocation::Pooled, Allocation::OnDemand] {
        let engine = GuestEngine::new(allocation).unwrap();
        let policy = GuestPolicy::load(
            &engine,
            builtin.id(),
            &guest_bytes(builtin),
            builtin.authority(),
            "",
            Some(&cache),
        )
        .unwrap();
        // More often than there are spares: each is used once.
        for _ in 0..20 {
            answers.push(policy.describe(input).unwrap());
        }
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    let compiled = std::fs::read_dir(directory.path()).unwrap().count();
    assert_eq!(compiled, 1, "both allocations share one compiled form");
}

#[test]
fn a_bad_compiled_form_is_a_miss() {
    let directory = tempfile::tempdir().unwrap();
    let cache = shellward::guest::CompiledCache::open(directory.path()).unwrap();
    let builtin = &builtins()[0];
    let load = || {
        GuestPolicy::load(
            &ENGINE,
            builtin.id(),
            &guest_bytes(builtin),
            builtin.authority(),
            "",
            Some(&cache),
        )
    };
    load().unwrap();
    let entry = std::fs::read_dir(directory.path())
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    for content in [&b""[..], b"garbage", &[0; 4096]] {
        // Put in place as the cache itself does: an entry in use is never changed.
        let other = directory.path().join("other");
        std::fs::write(&other, content).unwrap();
        std::fs::rename(&other, &entry).unwrap();
        load().unwrap();
        assert!(
            std::fs::metadata(&entry).unwrap().len() > 4096,
            "it was made anew"
        );
    }
}

#[test]
fn a_cache_that_others_may_write_is_refused() {
    use std::os::unix::fs::PermissionsExt as _;

    let directory = tempfile::tempdir().unwrap();
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(directory.path(), open).unwrap();
    let refused = shellward::guest::CompiledCache::open(directory.path()).unwrap_err();
    assert!(refused.to_string().contains("nobody else may write"));
}
