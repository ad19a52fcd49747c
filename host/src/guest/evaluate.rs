//! One evaluation: a fresh store and instance, the bounds on it, and its log (R3.11, R3.12).

use wasmtime::{ResourceLimiter, Store, component::InstancePre};

use super::{
    abi::{Functions, Roles},
    engine::deadline_ticks,
};
use crate::{
    ids::PolicyId,
    limits::{
        GUEST_LOG_LINES, GUEST_MEMORY_BYTES, GUEST_MESSAGE_CHARS, GUEST_RESULT_BYTES,
        GUEST_SCRIPT_BYTES, GUEST_SCRIPT_ITEMS,
    },
    read::Script,
    untrusted::tame,
};

/// Most elements of all tables; the built-in guests have a few hundred functions.
const TABLE_ELEMENTS: usize = 20_000;
/// Target of log lines that policies write.
const LOG_TARGET: &str = "shellward::guest";

/// The host's side of one instance.
#[derive(Debug)]
pub(super) struct State {
    policy: PolicyId,
    memory_bytes: usize,
    memory_refused: bool,
    log_lines: usize,
    last_error: Option<String>,
}

impl State {
    fn new(policy: PolicyId) -> Self {
        Self {
            policy,
            memory_bytes: 0,
            memory_refused: false,
            log_lines: 0,
            last_error: None,
        }
    }

    /// Takes one log line; beyond a number of them they are dropped.
    pub(super) fn log(&mut self, level: &str, message: &str) {
        self.log_lines += 1;
        if self.log_lines > GUEST_LOG_LINES {
            return;
        }
        let message = tame(message, GUEST_MESSAGE_CHARS);
        let policy = self.policy.as_str();
        match level {
            "error" => tracing::error!(target: LOG_TARGET, policy, "{message}"),
            "warn" => tracing::warn!(target: LOG_TARGET, policy, "{message}"),
            "info" => tracing::info!(target: LOG_TARGET, policy, "{message}"),
            _ => tracing::debug!(target: LOG_TARGET, policy, "{message}"),
        }
        if level == "error" {
            self.last_error = Some(message);
        }
    }

    /// Whether the guest asked for more memory than it may have.
    pub(super) const fn memory_was_refused(&self) -> bool {
        self.memory_refused
    }

    /// The last error the guest logged.
    pub(super) fn last_error(&self) -> Option<&str> {
        self.last_error.as_deref()
    }
}

impl ResourceLimiter for State {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        // Memories of one instance share the bound.
        let grown = self.memory_bytes.saturating_add(desired - current);
        if grown > GUEST_MEMORY_BYTES {
            self.memory_refused = true;
            return Ok(false);
        }
        self.memory_bytes = grown;
        Ok(true)
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.memory_refused = true;
        Ok(())
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= TABLE_ELEMENTS)
    }
}

/// How instances of one policy are made.
#[derive(Clone)]
pub(super) struct Mould {
    /// The component, linked.
    pub(super) pre: InstancePre<State>,
    /// Where its roles are.
    pub(super) roles: Roles,
    /// Whose it is.
    pub(super) policy: PolicyId,
}

/// An instance that has not been used yet, its functions at hand. Using it consumes it, so nothing is remembered between
/// two evaluations.
pub(super) struct Unused {
    store: Store<State>,
    functions: Functions,
}

/// An instance in use.
pub(super) struct InUse {
    /// Its store.
    pub(super) store: Store<State>,
    /// Its functions.
    pub(super) functions: Functions,
}

impl Mould {
    /// Makes an instance.
    ///
    /// # Errors
    /// It can't be started, or its functions are not of the contract's types.
    pub(super) fn make(&self) -> Result<Unused, NotMade> {
        let mut store = Store::new(self.pre.engine(), State::new(self.policy.clone()));
        store.limiter(|state| state);
        store.set_hostcall_fuel(GUEST_RESULT_BYTES);
        // Its start functions run now, under the same deadline.
        store.set_epoch_deadline(deadline_ticks());
        let instance = self
            .pre
            .instantiate(&mut store)
            .map_err(NotMade::NotStarted)?;
        let functions = self
            .roles
            .load(&mut store, &instance)
            .map_err(NotMade::WrongShape)?;
        Ok(Unused { store, functions })
    }
}

/// Why there is no instance.
pub(super) enum NotMade {
    /// It can't be started.
    NotStarted(wasmtime::Error),
    /// A function is not of the contract's type.
    WrongShape(wasmtime::Error),
}

impl Unused {
    /// Begins the evaluation: time counts from here.
    pub(super) fn begin(mut self) -> InUse {
        self.store.set_epoch_deadline(deadline_ticks());
        InUse {
            store: self.store,
            functions: self.functions,
        }
    }
}

/// Whether a script is small enough to be handed to a guest. Copying into a guest is not bounded by wasmtime.
pub(super) fn fits(script: &Script) -> bool {
    let texts: usize = script.texts.iter().map(|text| text.content.len()).sum();
    let values: usize = script
        .words
        .iter()
        .map(|word| word.prefix.len() + word.values.iter().map(String::len).sum::<usize>())
        .sum();
    let items = script.words.len() + script.pieces.len() + script.assignments.len();
    texts + values <= GUEST_SCRIPT_BYTES && items <= GUEST_SCRIPT_ITEMS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Dialect, ShellFacts, read};

    #[test]
    fn a_script_of_too_many_pieces_is_not_copied_into_a_guest() {
        let facts = ShellFacts::of(Dialect::Bash, "/work");
        let script = |words: usize| read(&format!("ls{}", " a".repeat(words)), &facts);
        assert!(fits(&script(GUEST_SCRIPT_ITEMS / 2 - 1)));
        assert!(!fits(&script(GUEST_SCRIPT_ITEMS / 2)));
    }
}
