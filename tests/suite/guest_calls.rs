//! What guests cost is bounded: how many are called for a line, and how many can be at work at once (R3.12).

use std::sync::Arc;

use shellward::{
    Call,
    decide::decide,
    guest::{Allocation, GuestEngine, GuestPolicy, builtins},
    ids::{Digest, PolicyId},
    judge::{Authority, ClassifierPolicy as _, Fault, FaultCode, Input, PolicySet},
    read::read,
};

use crate::support::{ENGINE, guest_bytes, situation};

/// Lines as agents write them all day.
const TYPICAL: [&str; 6] = [
    "ls",
    "git status",
    "git status && ls -la | grep foo",
    "ls | wc -l",
    "grep -rn foo src | sort | uniq -c",
    "cat notes.txt",
];
/// Most calls of guests for one of them.
const MOST_CALLS: u64 = 4;

/// The built-in policies, and the same as a set.
fn counted() -> (Vec<Arc<GuestPolicy>>, PolicySet) {
    let mut set = PolicySet {
        effects: Vec::new(),
        classifiers: Vec::new(),
        warnings: Vec::new(),
        exit_codes: Vec::new(),
        unloadable: Vec::new(),
        digest: Digest::of(&[]),
    };
    let mut policies = Vec::new();
    for builtin in builtins() {
        let bytes = guest_bytes(builtin);
        let (id, authority) = (builtin.id(), builtin.authority());
        let policy = GuestPolicy::load(&ENGINE, id, &bytes, authority, "", None).unwrap();
        let policy = Arc::new(policy);
        let roles = policy.roles();
        if roles.effects {
            set.effects.push(Arc::clone(&policy) as _);
        }
        if roles.classifier {
            set.classifiers.push(Arc::clone(&policy) as _);
        }
        if roles.warnings {
            set.warnings.push(Arc::clone(&policy) as _);
        }
        if roles.exit_codes {
            set.exit_codes.push(Arc::clone(&policy) as _);
        }
        policies.push(policy);
    }
    (policies, set)
}

#[test]
fn a_typical_line_costs_four_calls_at_most_and_no_policy_is_called_twice() {
    let (policies, set) = counted();
    let calls = || -> Vec<u64> { policies.iter().map(|one| one.evaluations()).collect() };
    let mut situation = situation();
    situation.policies = set;
    for line in TYPICAL {
        let before = calls();
        drop(decide(Call::new(line).unwrap(), &situation));
        let made = calls().into_iter().zip(before);
        let made: Vec<u64> = made.map(|(after, before)| after - before).collect();
        assert!(made.iter().all(|&calls| calls <= 1), "{line}: {made:?}");
        let sum: u64 = made.iter().sum();
        assert!(sum > 0 && sum <= MOST_CALLS, "{line}: {made:?}");
        let before = calls();
        drop(decide(Call::new(line).unwrap(), &situation));
        assert_eq!(calls(), before, "{line} is remembered");
    }
}

/// Spares wait for every policy of a runtime, and must leave room for those at work.
#[test]
fn spares_of_many_policies_leave_room_for_parallel_sessions() {
    let engine = GuestEngine::new(Allocation::Pooled).unwrap();
    let builtin = builtins().iter().find(|one| one.id().as_str() == "safety");
    let bytes = guest_bytes(builtin.unwrap());
    let policies: Vec<GuestPolicy> = (0..10)
        .map(|number| {
            let id = PolicyId::new(format!("safety-{number}"));
            GuestPolicy::load(&engine, id, &bytes, Authority::Restrict, "", None).unwrap()
        })
        .collect();
    let situation = situation();
    let script = read("ls | wc -l", &situation.facts);
    let session = situation.session();
    let input = Input {
        script: &script,
        session: &session,
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for policy in policies.iter().cycle().take(200) {
                    let fault = policy.classify(input, &[]).err();
                    // On a busy machine one may be late, which has nothing to do with room.
                    let late = |fault: &Fault| fault.code == FaultCode::TimedOut;
                    assert!(fault.as_ref().is_none_or(late), "{fault:?}");
                }
            });
        }
    });
}
