//! `shellward:policy@0.1.0-draft`: bindings, and the conversion to ([`lower`]) and from ([`lift`]) the types of `judge`.

mod lift;
mod lower;

use wasmtime::{
    AsContextMut, Store,
    component::{Component, Instance, InstancePre, Linker},
};

use self::bindings::exports::shellward::policy::{
    about, classifier, effects, exit_codes, warnings,
};
use super::{About, Answer};
use crate::{
    guest::evaluate::State,
    judge::{Description, Ending, Finding, Input, Judgement, Meaning, Resolved},
};

/// Generated from `wit/v0.1`.
#[allow(
    missing_docs,
    unreachable_pub,
    clippy::pedantic,
    reason = "generated code; the contract documents every field"
)]
mod bindings {
    wasmtime::component::bindgen!({
        path: "wit/v0.1",
        inline: "
            package shellward:host;
            world host {
                import shellward:policy/log@0.1.0-draft;
                export shellward:policy/about@0.1.0-draft;
                export shellward:policy/effects@0.1.0-draft;
                export shellward:policy/classifier@0.1.0-draft;
                export shellward:policy/warnings@0.1.0-draft;
                export shellward:policy/exit-codes@0.1.0-draft;
            }
        ",
        ownership: Borrowing { duplicate_if_necessary: true },
    });
}

/// What every import of this version begins with.
const PACKAGE: &str = "shellward:policy/";
/// What ends its names.
const VERSION: &str = "@0.1.0-draft";

/// Whether an import is granted to every policy: the log, and types, which hold no power.
pub(super) fn is_granted(import: &str) -> bool {
    import
        .strip_prefix(PACKAGE)
        .and_then(|name| name.strip_suffix(VERSION))
        .is_some_and(|name| matches!(name, "log" | "types"))
}

/// Defines everything that may be imported.
pub(super) fn add_to_linker(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    bindings::shellward::policy::log::add_to_linker::<State, wasmtime::component::HasSelf<State>>(
        linker,
        |state| state,
    )
}

impl bindings::shellward::policy::log::Host for State {
    fn write(&mut self, level: String, message: String) {
        self.log(&level, &message);
    }
}

/// Where the exported roles are in a component. Cheap to clone.
#[derive(Clone)]
pub(in crate::guest) struct Roles {
    about: about::GuestIndices,
    effects: Option<effects::GuestIndices>,
    classifier: Option<classifier::GuestIndices>,
    warnings: Option<warnings::GuestIndices>,
    exit_codes: Option<exit_codes::GuestIndices>,
}

impl Roles {
    /// Looks for the roles (R3.21).
    ///
    /// # Errors
    /// In words for the policy's author: `about` is missing, there is no role, or one lacks a function.
    pub(in crate::guest) fn find(pre: &InstancePre<State>) -> Result<Self, String> {
        let component = pre.component();
        let has = |role: &str| exports(component, role);
        if !has("about") {
            return Err(format!("it does not export `{PACKAGE}about{VERSION}`"));
        }
        let shape = |error: wasmtime::Error| error.to_string();
        let roles = Self {
            about: about::GuestIndices::new(pre).map_err(shape)?,
            effects: has("effects")
                .then(|| effects::GuestIndices::new(pre))
                .transpose()
                .map_err(shape)?,
            classifier: has("classifier")
                .then(|| classifier::GuestIndices::new(pre))
                .transpose()
                .map_err(shape)?,
            warnings: has("warnings")
                .then(|| warnings::GuestIndices::new(pre))
                .transpose()
                .map_err(shape)?,
            exit_codes: has("exit-codes")
                .then(|| exit_codes::GuestIndices::new(pre))
                .transpose()
                .map_err(shape)?,
        };
        if roles.effects.is_none()
            && roles.classifier.is_none()
            && roles.warnings.is_none()
            && roles.exit_codes.is_none()
        {
            return Err(format!(
                "it exports none of the roles effects, classifier, warnings, exit-codes of {PACKAGE}*{VERSION}"
            ));
        }
        Ok(roles)
    }

    /// Whether it says what commands do.
    pub(in crate::guest) const fn has_effects(&self) -> bool {
        self.effects.is_some()
    }

    /// Whether it gives verdicts.
    pub(in crate::guest) const fn has_classifier(&self) -> bool {
        self.classifier.is_some()
    }

    /// Whether it warns.
    pub(in crate::guest) const fn has_warnings(&self) -> bool {
        self.warnings.is_some()
    }

    /// Whether it explains exit codes.
    pub(in crate::guest) const fn has_exit_codes(&self) -> bool {
        self.exit_codes.is_some()
    }

    /// Takes hold of the functions of all roles in an instance, which compares their types with the contract.
    pub(in crate::guest) fn load(
        &self,
        store: &mut Store<State>,
        instance: &Instance,
    ) -> wasmtime::Result<Functions> {
        let about = self.about.load(store.as_context_mut(), instance)?;
        let effects = match &self.effects {
            Some(role) => Some(role.load(store.as_context_mut(), instance)?),
            None => None,
        };
        let classifier = match &self.classifier {
            Some(role) => Some(role.load(store.as_context_mut(), instance)?),
            None => None,
        };
        let warnings = match &self.warnings {
            Some(role) => Some(role.load(store.as_context_mut(), instance)?),
            None => None,
        };
        let exit_codes = match &self.exit_codes {
            Some(role) => Some(role.load(store.as_context_mut(), instance)?),
            None => None,
        };
        Ok(Functions {
            about,
            effects,
            classifier,
            warnings,
            exit_codes,
        })
    }
}

/// The functions of one instance.
pub(in crate::guest) struct Functions {
    about: about::Guest,
    effects: Option<effects::Guest>,
    classifier: Option<classifier::Guest>,
    warnings: Option<warnings::Guest>,
    exit_codes: Option<exit_codes::Guest>,
}

impl Functions {
    /// Asks a policy who it is.
    pub(in crate::guest) fn about(
        &self,
        store: &mut Store<State>,
    ) -> wasmtime::Result<Answer<About>> {
        Ok(lift::about(self.about.call_describe(store)?))
    }

    /// Lets a policy check its settings. The inner error is its refusal.
    pub(in crate::guest) fn check_settings(
        &self,
        store: &mut Store<State>,
        settings: &str,
    ) -> wasmtime::Result<Result<(), String>> {
        self.about.call_check_settings(store, settings)
    }

    /// Asks for effects.
    pub(in crate::guest) fn describe(
        &self,
        store: &mut Store<State>,
        input: Input<'_>,
        settings: &str,
    ) -> wasmtime::Result<Answer<Description>> {
        let Some(guest) = &self.effects else {
            return Ok(Ok(Description::default()));
        };
        let script = lower::Flat::new(input.script);
        let roots = lower::roots(input.session);
        let description = guest.call_describe(
            store,
            script.lists(input.script).script(),
            lower::session(input.session, &roots, settings),
        )?;
        Ok(lift::description(description, input.script))
    }

    /// Asks for verdicts.
    pub(in crate::guest) fn classify(
        &self,
        store: &mut Store<State>,
        input: Input<'_>,
        settings: &str,
        effects: &[Resolved],
    ) -> wasmtime::Result<Answer<Vec<Judgement>>> {
        let Some(guest) = &self.classifier else {
            return Ok(Ok(Vec::new()));
        };
        let script = lower::Flat::new(input.script);
        let roots = lower::roots(input.session);
        let facts = lower::facts_of_places(effects);
        let places = lower::places(effects, &facts);
        let judgements = guest.call_classify(
            store,
            script.lists(input.script).script(),
            lower::session(input.session, &roots, settings),
            &lower::resolved(effects, &places),
        )?;
        Ok(lift::judgements(judgements, input.script))
    }

    /// Asks for warnings.
    pub(in crate::guest) fn warn(
        &self,
        store: &mut Store<State>,
        input: Input<'_>,
        settings: &str,
        effects: &[Resolved],
    ) -> wasmtime::Result<Answer<Vec<Finding>>> {
        let Some(guest) = &self.warnings else {
            return Ok(Ok(Vec::new()));
        };
        let script = lower::Flat::new(input.script);
        let roots = lower::roots(input.session);
        let facts = lower::facts_of_places(effects);
        let places = lower::places(effects, &facts);
        let findings = guest.call_warn(
            store,
            script.lists(input.script).script(),
            lower::session(input.session, &roots, settings),
            &lower::resolved(effects, &places),
        )?;
        Ok(lift::findings(findings, input.script))
    }

    /// Asks what an ending means.
    pub(in crate::guest) fn interpret(
        &self,
        store: &mut Store<State>,
        input: Input<'_>,
        settings: &str,
        ending: &Ending,
    ) -> wasmtime::Result<Answer<Option<Meaning>>> {
        let Some(guest) = &self.exit_codes else {
            return Ok(Ok(None));
        };
        let script = lower::Flat::new(input.script);
        let roots = lower::roots(input.session);
        let meaning = guest.call_interpret(
            store,
            script.lists(input.script).script(),
            lower::session(input.session, &roots, settings),
            lower::ending(ending),
        )?;
        Ok(meaning.as_ref().map(lift::meaning).transpose())
    }
}

/// Whether a component exports a role of this version.
fn exports(component: &Component, role: &str) -> bool {
    component
        .get_export_index(None, format!("{PACKAGE}{role}{VERSION}"))
        .is_some()
}
