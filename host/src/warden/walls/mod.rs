//! Walls that a process builds around itself and all it starts: Landlock, seccomp, capabilities (R6.1, R6.2). What they
//! have to keep out is decided elsewhere and arrives as data.

pub(super) mod landlock;
pub(super) mod seccomp;
