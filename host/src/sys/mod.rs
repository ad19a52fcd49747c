//! What the kernel offers, behind safe functions. With `warden/` the only place for `nix` and `libc`.

#[cfg(target_os = "linux")]
pub(crate) mod capabilities;
pub(crate) mod descriptors;
pub mod files;
pub(crate) mod identity;
#[cfg(target_os = "linux")]
pub mod machine;
#[cfg(target_os = "linux")]
pub(crate) mod packets;
#[cfg(target_os = "linux")]
pub(crate) mod process;
#[cfg(target_os = "linux")]
pub(crate) mod process_table;
pub(crate) mod readiness;
pub(crate) mod replace;
