//! Who runs this process.

/// Returns the effective user id.
pub(crate) fn user() -> u32 {
    nix::unistd::geteuid().as_raw()
}

/// Whether this process runs as uid 0.
pub(crate) fn is_superuser() -> bool {
    user() == 0
}
