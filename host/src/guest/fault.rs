//! From what wasmtime reports to a fault with a stable code (R3.11).

use wasmtime::{Store, Trap};

use super::evaluate::State;
use crate::{
    ids::PolicyId,
    judge::{Fault, FaultCode},
    limits::{GUEST_MEMORY_BYTES, GUEST_MESSAGE_CHARS, GUEST_RESULT_BYTES, GUEST_TIME},
    untrusted::tame,
};

/// How wasmtime begins its error when a guest hands over too much; it has no type of its own.
const HOSTCALL_FUEL_ERROR: &str = "too much data is being copied between the host and the guest";

/// Creates a fault.
pub(super) fn fault(policy: &PolicyId, code: FaultCode, message: impl Into<String>) -> Fault {
    Fault {
        policy: policy.clone(),
        code,
        message: message.into(),
    }
}

/// Names what went wrong in a call.
pub(super) fn of_call(policy: &PolicyId, error: &wasmtime::Error, store: &Store<State>) -> Fault {
    let state = store.data();
    let trap = error.downcast_ref::<Trap>();
    if trap == Some(&Trap::Interrupt) {
        let message = format!("it took longer than {} ms", GUEST_TIME.as_millis());
        return fault(policy, FaultCode::TimedOut, message);
    }
    if state.memory_was_refused() {
        let message = format!("it wanted more than {GUEST_MEMORY_BYTES} bytes of memory");
        return fault(policy, FaultCode::Memory, message);
    }
    if error
        .chain()
        .any(|cause| cause.to_string().starts_with(HOSTCALL_FUEL_ERROR))
    {
        let message = format!("it handed over more than {GUEST_RESULT_BYTES} bytes");
        return fault(policy, FaultCode::ResultTooLarge, message);
    }
    // The policy's own last words, such as a panic message, say more than "unreachable executed".
    let message = state.last_error().map_or_else(
        || trap.map_or_else(|| error.to_string(), ToString::to_string),
        ToOwned::to_owned,
    );
    fault(policy, FaultCode::Trap, tame(&message, GUEST_MESSAGE_CHARS))
}
