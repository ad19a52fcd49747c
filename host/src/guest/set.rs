//! The policy set: all configured policies, loaded and named by one digest (R3.13).

use std::{fs, sync::Arc};

use super::{
    builtin::builtins, cache::CompiledCache, engine::GuestEngine, fault::fault, policy::GuestPolicy,
};
use crate::{
    ids::Digest,
    judge::{Authority, Fault, FaultCode, Policy as _, PolicySet, PolicySource, PolicySpec},
    limits::GUEST_COMPONENT_BYTES,
};

/// Returns the policies that come with shellward, as they are without any configuration.
pub fn default_specs() -> Vec<PolicySpec> {
    builtins()
        .iter()
        .map(|builtin| PolicySpec {
            id: builtin.id(),
            source: PolicySource::Builtin,
            authority: builtin.authority(),
            settings: String::new(),
        })
        .collect()
}

/// Loads all policies. One that can't be loaded is a fault of the set: its place stays closed, which means that every
/// decision made with the set asks (R3.11).
pub fn load_set(
    engine: &GuestEngine,
    specs: &[PolicySpec],
    cache: Option<&CompiledCache>,
) -> PolicySet {
    let mut set = PolicySet {
        effects: Vec::new(),
        classifiers: Vec::new(),
        warnings: Vec::new(),
        exit_codes: Vec::new(),
        unloadable: Vec::new(),
        digest: Digest::of(&[]),
    };
    let mut digests = Vec::new();
    for spec in specs {
        match load(engine, spec, cache) {
            Ok(policy) => {
                digests.push(policy_digest(spec, policy.digest()));
                add(&mut set, Arc::new(policy));
            }
            Err(fault) => {
                digests.push(policy_digest(
                    spec,
                    Digest::of(fault.to_string().as_bytes()),
                ));
                set.unloadable.push(fault);
            }
        }
    }
    set.digest = Digest::of_parts(digests.iter().map(|digest| digest.as_bytes().as_slice()));
    set
}

fn add(set: &mut PolicySet, policy: Arc<GuestPolicy>) {
    let roles = policy.roles();
    // Advice is about warnings and meanings only (R3.10).
    if policy.authority() >= Authority::Restrict {
        if roles.effects {
            set.effects.push(Arc::clone(&policy) as _);
        }
        if roles.classifier {
            set.classifiers.push(Arc::clone(&policy) as _);
        }
    }
    if roles.warnings {
        set.warnings.push(Arc::clone(&policy) as _);
    }
    if roles.exit_codes {
        set.exit_codes.push(policy);
    }
}

fn policy_digest(spec: &PolicySpec, component: Digest) -> Digest {
    Digest::of_parts([
        spec.id.as_str().as_bytes(),
        spec.authority.code().as_bytes(),
        spec.settings.as_bytes(),
        component.as_bytes(),
    ])
}

fn load(
    engine: &GuestEngine,
    spec: &PolicySpec,
    cache: Option<&CompiledCache>,
) -> Result<GuestPolicy, Fault> {
    let load = |bytes: &[u8]| {
        GuestPolicy::load(
            engine,
            spec.id.clone(),
            bytes,
            spec.authority,
            spec.settings.clone(),
            cache,
        )
    };
    match &spec.source {
        PolicySource::Builtin => {
            let builtin = builtins().iter().find(|builtin| builtin.id() == spec.id);
            let Some(builtin) = builtin else {
                let known: Vec<_> = builtins().iter().map(|one| one.id().to_string()).collect();
                let message = format!(
                    "no policy of this name comes with shellward (hint: name a `component`, or one of {})",
                    known.join(", ")
                );
                return Err(fault(&spec.id, FaultCode::Unreadable, message));
            };
            load(builtin.bytes())
        }
        PolicySource::File(path) | PolicySource::Pinned { file: path, .. } => {
            let unreadable = |message: String| {
                let message = format!("{}: {message}", path.display());
                fault(&spec.id, FaultCode::Unreadable, message)
            };
            let size = fs::metadata(path)
                .map_err(|error| unreadable(error.to_string()))?
                .len();
            if size > GUEST_COMPONENT_BYTES {
                return Err(unreadable(format!(
                    "{size} bytes; a component may have {GUEST_COMPONENT_BYTES}"
                )));
            }
            let bytes = fs::read(path).map_err(|error| unreadable(error.to_string()))?;
            if let PolicySource::Pinned { digest, .. } = &spec.source
                && Digest::of(&bytes) != *digest
            {
                let message =
                    "it is not what it was when it was trusted (hint: `shellward config trust`)";
                return Err(unreadable(message.to_owned()));
            }
            load(&bytes)
        }
    }
}
