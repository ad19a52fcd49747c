//! One folder for each version of the contract: bindings and conversion. Binding types go no further than here.

mod v0_1;

use wasmtime::component::{Component, Linker};

pub(super) use self::v0_1::{Functions, Roles};
use super::evaluate::State;
use crate::judge::FaultCode;

/// What a policy says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its own name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is for.
    pub summary: String,
    /// The shell languages it understands.
    pub dialects: Vec<String>,
    /// Names of the commands it has something to say about, sorted. Empty: it is always asked.
    pub triggers: Vec<String>,
    /// The rules it can name, with what they stand for.
    pub rules: Vec<(String, String)>,
    /// Commands and the verdicts it wants for them.
    pub examples: Vec<Example>,
}

/// A self-test of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The command.
    pub command: String,
    /// The verdict the policy wants on its first command.
    pub verdict: crate::judge::Verdict,
    /// Why.
    pub note: String,
}

/// A converted result, or what is wrong with it.
pub(super) type Answer<T> = Result<T, (FaultCode, String)>;

/// Names the imports that no grant covers (R3.10).
pub(super) fn ungranted(component: &Component) -> Vec<String> {
    component
        .component_type()
        .imports(component.engine())
        .map(|(name, _)| name.to_owned())
        .filter(|name| !v0_1::is_granted(name))
        .collect()
}

/// Defines the grants.
pub(super) fn add_to_linker(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    v0_1::add_to_linker(linker)
}
