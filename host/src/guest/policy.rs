//! One policy: from bytes to something that judges.

use wasmtime::component::{Component, InstancePre};

use super::{
    abi::{self, About, Answer},
    cache::CompiledCache,
    engine::{Allocation, GuestEngine},
    evaluate::{InUse, State, Unused, fits},
    fault::{fault, of_call},
    spares::Spares,
};
use crate::{
    ids::{Digest, PolicyId},
    judge::{
        Authority, ClassifierPolicy, Description, EffectsPolicy, Ending, ExitCodesPolicy, Fault,
        FaultCode, Finding, Input, Judgement, Meaning, Policy, Resolved, WarningsPolicy,
    },
    limits::{GUEST_MESSAGE_CHARS, GUEST_SCRIPT_BYTES},
    read::Script,
    untrusted::tame,
};

/// A component whose imports are all granted.
pub(super) struct Loaded {
    id: PolicyId,
    component: Component,
    digest: Digest,
}

impl Loaded {
    /// Compiles a component, or takes its compiled form from the cache, and compares its imports with the grants.
    pub(super) fn new(
        engine: &GuestEngine,
        id: PolicyId,
        bytes: &[u8],
        cache: Option<&CompiledCache>,
    ) -> Result<Self, Fault> {
        let digest = Digest::of(bytes);
        let cached = cache.and_then(|cache| cache.load(engine.engine(), digest));
        let component = match cached {
            Some(component) => component,
            None => {
                let component =
                    Component::from_binary(engine.engine(), bytes).map_err(|error| {
                        let message = tame(&format!("{error:#}"), GUEST_MESSAGE_CHARS);
                        fault(&id, FaultCode::NotAComponent, message)
                    })?;
                if let Some(cache) = cache {
                    cache.store(engine.engine(), digest, &component);
                }
                component
            }
        };
        let ungranted = abi::ungranted(&component);
        if !ungranted.is_empty() {
            let message = format!(
                "it imports `{}`, and a policy is granted only the log (hint: build it for wasm32-unknown-unknown, \
                 without WASI)",
                tame(&ungranted.join("`, `"), GUEST_MESSAGE_CHARS)
            );
            return Err(fault(&id, FaultCode::ImportNotGranted, message));
        }
        Ok(Self {
            id,
            component,
            digest,
        })
    }

    /// Compares its exports with the contract.
    pub(super) fn link(self, engine: &GuestEngine) -> Result<Linked, Fault> {
        let Self {
            id,
            component,
            digest,
        } = self;
        let pre = engine
            .linker()
            .instantiate_pre(&component)
            .map_err(|error| wrong_shape(&id, &format!("{error:#}")))?;
        let roles = abi::Roles::find(&pre).map_err(|message| wrong_shape(&id, &message))?;
        let mut instance = Unused::new(&pre, &id)
            .map_err(|error| {
                let message = tame(&format!("{error:#}"), GUEST_MESSAGE_CHARS);
                fault(&id, FaultCode::StartFailed, message)
            })?
            .begin();
        roles
            .check_types(&mut instance.store, &instance.instance)
            .map_err(|error| wrong_shape(&id, &format!("{error:#}")))?;
        Ok(Linked {
            id,
            digest,
            pre,
            roles,
        })
    }
}

fn wrong_shape(id: &PolicyId, message: &str) -> Fault {
    fault(
        id,
        FaultCode::WrongShape,
        tame(message, GUEST_MESSAGE_CHARS),
    )
}

/// A component whose exports have the contract's types.
pub(super) struct Linked {
    id: PolicyId,
    digest: Digest,
    pre: InstancePre<State>,
    roles: abi::Roles,
}

impl Linked {
    /// Asks who it is and lets it check its settings.
    pub(super) fn ready(
        self,
        engine: &GuestEngine,
        authority: Authority,
        settings: String,
    ) -> Result<GuestPolicy, Fault> {
        let Self {
            id,
            digest,
            pre,
            roles,
        } = self;
        let about = evaluate(&pre, &id, None, |using| {
            roles.about(&mut using.store, &using.instance)
        })?;
        let accepted = evaluate(&pre, &id, None, |using| {
            roles
                .check_settings(&mut using.store, &using.instance, &settings)
                .map(Ok)
        })?;
        accepted.map_err(|message| {
            let message = format!(
                "it refuses its settings: {}",
                tame(&message, GUEST_MESSAGE_CHARS)
            );
            fault(&id, FaultCode::SettingsRefused, message)
        })?;
        let spares = match engine.allocation() {
            Allocation::Pooled => Spares::start(pre.clone(), id.clone()).ok(),
            Allocation::OnDemand => None,
        };
        Ok(GuestPolicy {
            id,
            digest,
            authority,
            settings,
            about,
            pre,
            roles,
            spares,
        })
    }
}

/// Makes one evaluation in an instance of its own.
fn evaluate<T>(
    pre: &InstancePre<State>,
    id: &PolicyId,
    spares: Option<&Spares>,
    call: impl FnOnce(&mut InUse) -> wasmtime::Result<Answer<T>>,
) -> Result<T, Fault> {
    let unused = match spares.and_then(Spares::take) {
        Some(spare) => spare,
        None => Unused::new(pre, id).map_err(|error| {
            let message = tame(&format!("{error:#}"), GUEST_MESSAGE_CHARS);
            fault(id, FaultCode::StartFailed, message)
        })?,
    };
    let mut using = unused.begin();
    match call(&mut using) {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err((code, message))) => Err(fault(id, code, message)),
        Err(error) => Err(of_call(id, &error, &using.store)),
    }
}

/// Which roles a policy has, found by looking at its component (R3.21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four independent facts, not a state"
)]
pub struct Roles {
    /// It says what commands do.
    pub effects: bool,
    /// It gives verdicts.
    pub classifier: bool,
    /// It warns.
    pub warnings: bool,
    /// It explains exit codes.
    pub exit_codes: bool,
}

/// A policy that is ready to judge.
pub struct GuestPolicy {
    id: PolicyId,
    digest: Digest,
    authority: Authority,
    settings: String,
    about: About,
    pre: InstancePre<State>,
    roles: abi::Roles,
    spares: Option<Spares>,
}

impl std::fmt::Debug for GuestPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GuestPolicy")
            .field("id", &self.id)
            .field("digest", &self.digest)
            .field("authority", &self.authority)
            .finish_non_exhaustive()
    }
}

impl GuestPolicy {
    /// Loads a policy from the bytes of a component.
    ///
    /// # Errors
    /// A [`Fault`] that names the policy, the phase by its code, and what was found.
    ///
    /// # Examples
    /// ```
    /// use shellward::guest::{Allocation, GuestEngine, GuestPolicy, builtins};
    /// use shellward::judge::Authority;
    ///
    /// let engine = GuestEngine::new(Allocation::OnDemand)?;
    /// let builtin = &builtins()[0];
    /// let policy = GuestPolicy::load(&engine, builtin.id(), builtin.bytes(), Authority::Grant, "", None)?;
    /// assert_eq!(policy.about().name, builtin.id().as_str());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(
        engine: &GuestEngine,
        id: PolicyId,
        bytes: &[u8],
        authority: Authority,
        settings: impl Into<String>,
        cache: Option<&CompiledCache>,
    ) -> Result<Self, Fault> {
        Loaded::new(engine, id, bytes, cache)?.link(engine)?.ready(
            engine,
            authority,
            settings.into(),
        )
    }

    /// Returns what it says of itself.
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// Returns the digest of its component.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Returns its settings.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// Returns its roles.
    pub const fn roles(&self) -> Roles {
        Roles {
            effects: self.roles.has_effects(),
            classifier: self.roles.has_classifier(),
            warnings: self.roles.has_warnings(),
            exit_codes: self.roles.has_exit_codes(),
        }
    }

    /// Whether it has something to say about a script (R3.12). One whose reading is not complete is always shown to it,
    /// since the commands in it are not all known.
    fn is_triggered(&self, script: &Script) -> bool {
        if self.about.triggers.is_empty() || !script.gaps.is_empty() {
            return true;
        }
        script.commands.iter().any(|command| {
            script.name(command).is_none_or(|name| {
                let base = name.rsplit('/').next().unwrap_or(name);
                self.about
                    .triggers
                    .binary_search_by(|trigger| trigger.as_str().cmp(base))
                    .is_ok()
            })
        })
    }

    /// Evaluates, if the script is small enough and the policy has something to say.
    fn evaluate<T: Default>(
        &self,
        input: Input<'_>,
        call: impl FnOnce(&mut InUse) -> wasmtime::Result<Answer<T>>,
    ) -> Result<T, Fault> {
        if !self.is_triggered(input.script) {
            return Ok(T::default());
        }
        if !fits(input.script) {
            let message =
                format!("the script has more than {GUEST_SCRIPT_BYTES} bytes of texts and values");
            return Err(fault(&self.id, FaultCode::ScriptTooLarge, message));
        }
        evaluate(&self.pre, &self.id, self.spares.as_ref(), call)
    }
}

impl Policy for GuestPolicy {
    fn id(&self) -> &PolicyId {
        &self.id
    }

    fn authority(&self) -> Authority {
        self.authority
    }
}

impl EffectsPolicy for GuestPolicy {
    fn describe(&self, input: Input<'_>) -> Result<Description, Fault> {
        self.evaluate(input, |using| {
            self.roles
                .describe(&mut using.store, &using.instance, input, &self.settings)
        })
    }
}

impl ClassifierPolicy for GuestPolicy {
    fn classify(&self, input: Input<'_>, effects: &[Resolved]) -> Result<Vec<Judgement>, Fault> {
        self.evaluate(input, |using| {
            let InUse { store, instance } = using;
            self.roles
                .classify(store, instance, input, &self.settings, effects)
        })
    }
}

impl WarningsPolicy for GuestPolicy {
    fn warn(&self, input: Input<'_>, effects: &[Resolved]) -> Result<Vec<Finding>, Fault> {
        self.evaluate(input, |using| {
            let InUse { store, instance } = using;
            self.roles
                .warn(store, instance, input, &self.settings, effects)
        })
    }
}

impl ExitCodesPolicy for GuestPolicy {
    fn interpret(&self, input: Input<'_>, ending: &Ending) -> Result<Option<Meaning>, Fault> {
        self.evaluate(input, |using| {
            let InUse { store, instance } = using;
            self.roles
                .interpret(store, instance, input, &self.settings, ending)
        })
    }
}
