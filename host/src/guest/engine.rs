//! The one engine of a runtime: its configuration, its memory pool and its clock.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
};

use wasmtime::{
    Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, component::Linker,
};

use super::{abi, evaluate::State};
use crate::limits::{GUEST_MEMORY_BYTES, GUEST_TICK, GUEST_TIME};

/// Components that can be alive at once: the spares of every policy, and those in use by parallel sessions.
const POOL_INSTANCES: u32 = 128;
/// Core instances of one component: the policy, and two that tie it to its imports.
const CORES_PER_COMPONENT: u32 = 3;
/// Tables of one component: the policy's own, and the one that ties it to its imports.
const TABLES_PER_COMPONENT: u32 = 2;
/// Bytes of each instance's memory that stay mapped between two uses. Zeroing them beats giving them back: measured
/// 14.5 µs against 47 µs for a fresh instance.
const POOL_KEEP_RESIDENT_BYTES: usize = 2 * 1024 * 1024;
/// The same for each table. Those of the built-in guests have less than a page.
const POOL_KEEP_TABLE_BYTES: usize = 64 * 1024;
/// Largest core instance structure. The built-in guests need a few KiB.
const POOL_INSTANCE_BYTES: usize = 1024 * 1024;

/// How instances get their memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// From a pool: fast for each evaluation, slow to set up. For a runtime.
    Pooled,
    /// Mapped for each instance. For one-shot commands.
    OnDemand,
}

/// The engine could not be set up.
#[derive(Debug, thiserror::Error)]
#[error("setting up WebAssembly failed: {message}")]
pub struct EngineError {
    message: String,
}

/// An engine, its linker and its clock. Cheap to clone.
#[derive(Clone)]
pub struct GuestEngine {
    engine: Engine,
    linker: Linker<State>,
    allocation: Allocation,
    // Held for its end: the clock stops with the last clone.
    _ticker: Arc<Ticker>,
}

impl GuestEngine {
    /// Sets the engine up. Where there is no room for a pool, instances are allocated on demand.
    ///
    /// # Errors
    /// The machine can't run WebAssembly natively, or a thread can't be started.
    pub fn new(allocation: Allocation) -> Result<Self, EngineError> {
        let (engine, allocation) = match allocation {
            Allocation::OnDemand => (Engine::new(&config()), Allocation::OnDemand),
            Allocation::Pooled => match Engine::new(&pooled(config())) {
                Ok(engine) => (Ok(engine), Allocation::Pooled),
                // The pool reserves address space, which `ulimit -v` and small machines refuse.
                Err(_) => (Engine::new(&config()), Allocation::OnDemand),
            },
        };
        let failed = |error: String| EngineError { message: error };
        let engine = engine.map_err(|error| failed(error.to_string()))?;
        let mut linker = Linker::new(&engine);
        abi::add_to_linker(&mut linker).map_err(|error| failed(error.to_string()))?;
        let ticker = Ticker::start(&engine).map_err(|error| failed(error.to_string()))?;
        Ok(Self {
            engine,
            linker,
            allocation,
            _ticker: Arc::new(ticker),
        })
    }

    /// Returns how instances get their memory.
    pub const fn allocation(&self) -> Allocation {
        self.allocation
    }

    pub(super) const fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(super) const fn linker(&self) -> &Linker<State> {
        &self.linker
    }
}

impl std::fmt::Debug for GuestEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GuestEngine")
            .field("allocation", &self.allocation)
            .finish_non_exhaustive()
    }
}

/// What both allocations share, so that forms compiled under one load under the other.
fn config() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        // Policies are synchronous; without this every store carries the state of an executor.
        .concurrency_support(false)
        .epoch_interruption(true)
        // The same input gives the same answer, on every machine.
        .wasm_relaxed_simd(false)
        .cranelift_nan_canonicalization(true);
    config
}

fn pooled(mut config: Config) -> Config {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(POOL_INSTANCES)
        .total_core_instances(POOL_INSTANCES * CORES_PER_COMPONENT)
        .total_memories(POOL_INSTANCES)
        .total_tables(POOL_INSTANCES * TABLES_PER_COMPONENT)
        .max_core_instance_size(POOL_INSTANCE_BYTES)
        .max_component_instance_size(POOL_INSTANCE_BYTES)
        .max_memory_size(GUEST_MEMORY_BYTES)
        .linear_memory_keep_resident(POOL_KEEP_RESIDENT_BYTES)
        .table_keep_resident(POOL_KEEP_TABLE_BYTES)
        .pagemap_scan(Enabled::Auto);
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    config
}

/// How many ticks an evaluation has: one more than its time, since the first is a partial one.
pub(super) const fn deadline_ticks() -> u64 {
    GUEST_TIME.as_secs() * (1000 / GUEST_TICK.subsec_millis() as u64)
        + (GUEST_TIME.subsec_millis() / GUEST_TICK.subsec_millis()) as u64
        + 1
}

/// The clock of the engine's epochs.
struct Ticker {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    fn start(engine: &Engine) -> std::io::Result<Self> {
        let (stop, stopped) = channel();
        // Weak, so that a clock doesn't keep its engine alive.
        let engine = engine.weak();
        let thread = std::thread::Builder::new()
            .name("shellward-ticker".to_owned())
            .spawn(move || tick(&stopped, &engine))?;
        Ok(Self {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

fn tick(stopped: &Receiver<()>, engine: &wasmtime::EngineWeak) {
    while stopped.recv_timeout(GUEST_TICK) == Err(RecvTimeoutError::Timeout) {
        match engine.upgrade() {
            Some(engine) => engine.increment_epoch(),
            None => return,
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        // Closing the channel ends the thread at once.
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
