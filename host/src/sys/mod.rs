//! What the kernel offers, behind safe functions. With `warden/` the only place for `nix` and `libc`.

#[cfg(target_os = "linux")]
pub mod capabilities;
pub mod descriptors;
pub mod files;
pub mod identity;
#[cfg(target_os = "linux")]
pub mod machine;
#[cfg(target_os = "linux")]
pub mod packets;
#[cfg(target_os = "linux")]
pub mod process;
#[cfg(target_os = "linux")]
pub mod process_table;
pub mod readiness;
