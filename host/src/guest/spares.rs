//! Instances made ahead of need and used once (R3.12). A thread of their own makes them, and takes the used ones apart, so
//! that an evaluation only waits for one when several come at once.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

use super::evaluate::{InUse, Mould, Unused};
use crate::limits::GUEST_SPARES;

/// Requests that can wait. More used instances than that are taken apart by whoever used them; those that wait take up
/// room in the pool.
const WAITING: usize = GUEST_SPARES;

/// The spares of one policy.
pub(super) struct Spares {
    ready: Arc<Mutex<VecDeque<Unused>>>,
    // Its end is the thread's end.
    requests: SyncSender<Request>,
}

enum Request {
    /// Make as many as are missing.
    FillUp,
    /// Take this one apart.
    TakeApart(Box<InUse>),
}

impl Spares {
    /// Starts making spares.
    pub(super) fn start(mould: Mould) -> std::io::Result<Self> {
        let ready = Arc::new(Mutex::new(VecDeque::with_capacity(GUEST_SPARES)));
        let (requests, asked) = sync_channel(WAITING);
        let spares = Self {
            ready: Arc::clone(&ready),
            requests,
        };
        std::thread::Builder::new()
            .name(format!("shellward-spares-{}", mould.policy))
            .spawn(move || keep_full(&asked, &ready, &mould))?;
        spares.ask(Request::FillUp);
        Ok(spares)
    }

    /// Takes a spare, if one is ready. What is missing then is made when the used one is given away: waking a thread costs
    /// as much as some evaluations, so it is woken once, and not while a guest is at work.
    pub(super) fn take(&self) -> Option<Unused> {
        lock(&self.ready).pop_front()
    }

    /// Gives a used instance away to be taken apart, and has another one made.
    pub(super) fn take_apart(&self, used: InUse) {
        self.ask(Request::TakeApart(Box::new(used)));
    }

    fn ask(&self, request: Request) {
        // Full: enough has been asked for already. Closed: the thread gave up, and instances are made when they are
        // needed. In both cases a used one is taken apart here, by being dropped.
        self.requests.try_send(request).ok();
    }
}

fn keep_full(asked: &Receiver<Request>, ready: &Mutex<VecDeque<Unused>>, mould: &Mould) {
    while let Ok(request) = asked.recv() {
        match request {
            Request::FillUp => {}
            Request::TakeApart(used) => drop(used),
        }
        while lock(ready).len() < GUEST_SPARES {
            match mould.make() {
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
