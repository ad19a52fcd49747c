//! Holding WebAssembly policies (R3.10–R3.14). The only module that knows wasmtime.
//!
//! A policy goes through three states: bytes become *loaded* (it is a component, and what it imports is
//! granted), that becomes *linked* (its exports have the contract's types), and that becomes a
//! [`GuestPolicy`] (it said who it is and accepted its settings). Each evaluation then has an instance of its own, with
//! bounds on time, memory and size, and ends in an answer or a [`Fault`](crate::judge::Fault) with a stable code.

mod abi;
mod builtin;
mod cache;
mod engine;
mod evaluate;
mod fault;
mod policy;
mod set;
mod spares;

pub use abi::{About, Example};
pub use builtin::{Builtin, builtins};
pub use cache::CompiledCache;
pub use engine::{Allocation, EngineError, GuestEngine};
pub use policy::{GuestPolicy, Roles};
pub use set::{default_specs, load_set};
