//! Instances made ahead of need and used once (R3.12). A thread of their own makes them, so that an evaluation only
//! waits for one when several come at once.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

use wasmtime::component::InstancePre;

use super::evaluate::{State, Unused};
use crate::{ids::PolicyId, limits::GUEST_SPARES};

/// The spares of one policy.
pub(super) struct Spares {
    ready: Arc<Mutex<VecDeque<Unused>>>,
    // Capacity one: "fill up" said twice is "fill up". Its end is the thread's end.
    fill_up: SyncSender<()>,
}

impl Spares {
    /// Starts making spares.
    pub(super) fn start(pre: InstancePre<State>, policy: PolicyId) -> std::io::Result<Self> {
        let ready = Arc::new(Mutex::new(VecDeque::with_capacity(GUEST_SPARES)));
        let (fill_up, asked) = sync_channel(1);
        let spares = Self {
            ready: Arc::clone(&ready),
            fill_up,
        };
        std::thread::Builder::new()
            .name(format!("shellward-spares-{policy}"))
            .spawn(move || keep_full(&asked, &ready, &pre, &policy))?;
        spares.ask();
        Ok(spares)
    }

    /// Takes a spare, if one is ready.
    pub(super) fn take(&self) -> Option<Unused> {
        let spare = lock(&self.ready).pop_front();
        self.ask();
        spare
    }

    fn ask(&self) {
        // Full means that it has been asked already; closed means that the thread gave up, and instances are then made
        // when they are needed.
        self.fill_up.try_send(()).ok();
    }
}

fn keep_full(
    asked: &Receiver<()>,
    ready: &Mutex<VecDeque<Unused>>,
    pre: &InstancePre<State>,
    policy: &PolicyId,
) {
    while asked.recv().is_ok() {
        while lock(ready).len() < GUEST_SPARES {
            match Unused::new(pre, policy) {
                Ok(spare) => lock(ready).push_back(spare),
                // The pool is exhausted or the guest's start fails: the evaluation itself will meet that and say so.
                Err(_) => break,
            }
        }
    }
}

/// A panic while the queue is locked can't leave it half changed.
fn lock(ready: &Mutex<VecDeque<Unused>>) -> std::sync::MutexGuard<'_, VecDeque<Unused>> {
    ready.lock().unwrap_or_else(PoisonError::into_inner)
}
