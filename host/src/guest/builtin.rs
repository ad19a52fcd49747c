//! The policies that come with shellward, built from `guests/` by `cargo xtask guests`.

use crate::{ids::PolicyId, judge::Authority};

/// A policy that comes with shellward.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    name: &'static str,
    bytes: &'static [u8],
}

impl Builtin {
    /// Returns the name under which it is configured.
    pub fn id(&self) -> PolicyId {
        PolicyId::new(self.name)
    }

    /// Returns its component.
    pub const fn bytes(&self) -> &'static [u8] {
        self.bytes
    }

    /// Returns how far its word counts by default.
    pub const fn authority(&self) -> Authority {
        Authority::Grant
    }
}

/// Returns all of them.
pub const fn builtins() -> &'static [Builtin] {
    &BUILTINS
}

static BUILTINS: [Builtin; 2] = [
    Builtin {
        name: "commands",
        bytes: include_bytes!("../../../guests/prebuilt/commands.wasm"),
    },
    Builtin {
        name: "exit-codes",
        bytes: include_bytes!("../../../guests/prebuilt/exit-codes.wasm"),
    },
];
