//! One policy: from bytes to something that judges.

use std::sync::atomic::{AtomicU64, Ordering};

use wasmtime::component::Component;

use super::{
    abi::{self, About, Answer},
    cache::CompiledCache,
    engine::{Allocation, GuestEngine},
    evaluate::{InUse, Mould, NotMade, Unused, fits},
    fault::{fault, of_call},
    spares::Spares,
};
use crate::{
    ids::{Digest, PolicyId},
    judge::{
        Authority, ClassifierPolicy, Description, EffectsPolicy, Ending, ExitCodesPolicy, Fault,
        FaultCode, Finding, Input, Judgement, Meaning, Policy, Resolved, WarningsPolicy,
    },
    limits::{GUEST_MESSAGE_CHARS, GUEST_SCRIPT_BYTES, GUEST_SCRIPT_ITEMS},
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
        let component = if let Some(component) = cached {
            component
        } else {
            let component = Component::from_binary(engine.engine(), bytes).map_err(|error| {
                let message = tame(&format!("{error:#}"), GUEST_MESSAGE_CHARS);
                fault(&id, FaultCode::NotAComponent, message)
            })?;
            if let Some(cache) = cache {
                cache.store(engine.engine(), digest, &component);
            }
            component
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
        let mould = Mould {
            pre,
            roles,
            policy: id,
        };
        // The types are compared in an instance, which is thrown away.
        drop(make(&mould)?);
        Ok(Linked { digest, mould })
    }
}

/// Makes an instance, or says why there is none.
fn make(mould: &Mould) -> Result<Unused, Fault> {
    mould.make().map_err(|not_made| match not_made {
        NotMade::NotStarted(error) => {
            let message = tame(&format!("{error:#}"), GUEST_MESSAGE_CHARS);
            fault(&mould.policy, FaultCode::StartFailed, message)
        }
        NotMade::WrongShape(error) => wrong_shape(&mould.policy, &format!("{error:#}")),
    })
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
    digest: Digest,
    mould: Mould,
}

impl Linked {
    /// Asks who it is and lets it check its settings.
    pub(super) fn ready(
        self,
        engine: &GuestEngine,
        authority: Authority,
        settings: String,
    ) -> Result<GuestPolicy, Fault> {
        let Self { digest, mould } = self;
        let about = evaluate(&mould, None, |using| {
            using.functions.about(&mut using.store)
        })?;
        let accepted = evaluate(&mould, None, |using| {
            using
                .functions
                .check_settings(&mut using.store, &settings)
                .map(Ok)
        })?;
        accepted.map_err(|message| {
            let message = format!(
                "it refuses its settings: {}",
                tame(&message, GUEST_MESSAGE_CHARS)
            );
            fault(&mould.policy, FaultCode::SettingsRefused, message)
        })?;
        let spares = match engine.allocation() {
            Allocation::Pooled => Spares::start(mould.clone()).ok(),
            Allocation::OnDemand => None,
        };
        Ok(GuestPolicy {
            digest,
            authority,
            settings,
            about,
            mould,
            spares,
            evaluations: AtomicU64::new(0),
            _engine: engine.clone(),
        })
    }
}

/// Makes one evaluation in an instance of its own.
fn evaluate<T>(
    mould: &Mould,
    spares: Option<&Spares>,
    call: impl FnOnce(&mut InUse) -> wasmtime::Result<Answer<T>>,
) -> Result<T, Fault> {
    let unused = match spares.and_then(Spares::take) {
        Some(spare) => spare,
        None => make(mould)?,
    };
    let mut using = unused.begin();
    let answer = match call(&mut using) {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err((code, message))) => Err(fault(&mould.policy, code, message)),
        Err(error) => Err(of_call(&mould.policy, &error, &using.store)),
    };
    if let Some(spares) = spares {
        spares.take_apart(using);
    }
    answer
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
    digest: Digest,
    authority: Authority,
    settings: String,
    about: About,
    mould: Mould,
    spares: Option<Spares>,
    evaluations: AtomicU64,
    // Held for its clock: without it no evaluation would ever be too long.
    _engine: GuestEngine,
}

impl std::fmt::Debug for GuestPolicy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GuestPolicy")
            .field("id", &self.mould.policy)
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

    /// Returns how often its guest was called to judge. A script that triggers nothing is not handed to it, and not counted.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Returns its roles.
    pub const fn roles(&self) -> Roles {
        Roles {
            effects: self.mould.roles.has_effects(),
            classifier: self.mould.roles.has_classifier(),
            warnings: self.mould.roles.has_warnings(),
            exit_codes: self.mould.roles.has_exit_codes(),
        }
    }

    /// Whether it has something to say about a script and what that touches (R3.12). One whose reading is not complete is
    /// always shown to it, since the commands in it are not all known.
    fn is_triggered(&self, script: &Script, effects: &[Resolved]) -> bool {
        if self.about.triggers.is_empty() || !script.gaps.is_empty() {
            return true;
        }
        let by_name = script.commands.iter().any(|command| {
            script
                .name(command)
                .is_none_or(|name| self.has_trigger("", name.rsplit('/').next().unwrap_or(name)))
        });
        by_name
            || effects.iter().any(|resolved| {
                let mut places = resolved.places.iter();
                self.has_trigger("effect:", resolved.effect.kind.code())
                    || places.any(|place| self.has_trigger("place:", place.class.code()))
            })
    }

    /// Whether one of its triggers consists of these two parts. No text is put together for the question.
    fn has_trigger(&self, kind: &str, name: &str) -> bool {
        let wanted = || kind.bytes().chain(name.bytes());
        let triggers = &self.about.triggers;
        triggers
            .binary_search_by(|trigger| trigger.bytes().cmp(wanted()))
            .is_ok()
    }

    /// Evaluates, if the script is small enough and the policy has something to say.
    fn evaluate<T: Default>(
        &self,
        input: Input<'_>,
        effects: &[Resolved],
        call: impl FnOnce(&mut InUse) -> wasmtime::Result<Answer<T>>,
    ) -> Result<T, Fault> {
        if !self.is_triggered(input.script, effects) {
            return Ok(T::default());
        }
        if !fits(input.script) {
            let message = format!(
                "the script has more than {GUEST_SCRIPT_BYTES} bytes of texts and values, or more than {GUEST_SCRIPT_ITEMS} words and parts of words"
            );
            return Err(fault(
                &self.mould.policy,
                FaultCode::ScriptTooLarge,
                message,
            ));
        }
        self.evaluations.fetch_add(1, Ordering::Relaxed);
        evaluate(&self.mould, self.spares.as_ref(), call)
    }
}

impl Policy for GuestPolicy {
    fn id(&self) -> &PolicyId {
        &self.mould.policy
    }

    fn authority(&self) -> Authority {
        self.authority
    }
}

impl EffectsPolicy for GuestPolicy {
    fn describe(&self, input: Input<'_>) -> Result<Description, Fault> {
        self.evaluate(input, &[], |InUse { store, functions }| {
            functions.describe(store, input, &self.settings)
        })
    }
}

impl ClassifierPolicy for GuestPolicy {
    fn classify(&self, input: Input<'_>, effects: &[Resolved]) -> Result<Vec<Judgement>, Fault> {
        self.evaluate(input, effects, |InUse { store, functions }| {
            functions.classify(store, input, &self.settings, effects)
        })
    }
}

impl WarningsPolicy for GuestPolicy {
    fn warn(&self, input: Input<'_>, effects: &[Resolved]) -> Result<Vec<Finding>, Fault> {
        self.evaluate(input, effects, |InUse { store, functions }| {
            functions.warn(store, input, &self.settings, effects)
        })
    }
}

impl ExitCodesPolicy for GuestPolicy {
    fn interpret(&self, input: Input<'_>, ending: &Ending) -> Result<Option<Meaning>, Fault> {
        self.evaluate(input, &[], |InUse { store, functions }| {
            functions.interpret(store, input, &self.settings, ending)
        })
    }
}
