//! Where inputs are read: on a thread with as little stack as a thread of an async runtime has. It is kept, since
//! the reader keeps a parser for each thread, and what an input leaves behind in it is to be found, too.

use std::{
    sync::{
        LazyLock, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use crate::{Target, checks, input};
use shellward::read::Dialect;

/// Least stack that a thread has which decides, in bytes.
const STACK_BYTES: usize = 2 * 1024 * 1024;
/// Reads an input and checks what was read.
///
/// # Panics
///
/// If something is wrong with it: that is what the fuzzer looks for.
pub fn check(target: Target, data: &[u8]) {
    static WORKER: LazyLock<Mutex<Worker>> = LazyLock::new(|| Mutex::new(Worker::start()));
    let worker = WORKER.lock().unwrap_or_else(PoisonError::into_inner);
    worker.inputs.send((target, data.to_vec())).unwrap();
    // The fuzzer ends the process where the other thread panics.
    worker.done.recv().unwrap();
}

struct Worker {
    inputs: SyncSender<(Target, Vec<u8>)>,
    done: Receiver<()>,
}

impl Worker {
    fn start() -> Self {
        let (inputs, waiting) = sync_channel::<(Target, Vec<u8>)>(0);
        let (finished, done) = sync_channel(0);
        thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn(move || {
                for (target, data) in waiting {
                    check_here(target, &data);
                    finished.send(()).unwrap();
                }
            })
            .unwrap();
        Self { inputs, done }
    }
}

fn check_here(target: Target, data: &[u8]) {
    let case = match target {
        Target::Bash => input::case(Dialect::Bash, data),
        Target::Zsh => input::case(Dialect::Zsh, data),
        Target::Repeated => input::repeated(data),
    };
    let faults = checks::faults(&case.source, &case.facts);
    assert!(faults.is_empty(), "{faults:#?}\nin {:?}", case.source);
}
