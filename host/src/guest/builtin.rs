//! The policies that come with shellward, built from `guests/` by `cargo xtask guests`.

use crate::{ids::PolicyId, judge::Authority};

/// A policy that comes with shellward.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    name: &'static str,
    bytes: &'static [u8],
    authority: Authority,
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
        self.authority
    }
}

/// Returns all of them.
pub const fn builtins() -> &'static [Builtin] {
    &BUILTINS
}

static BUILTINS: [Builtin; 5] = [
    Builtin {
        name: "commands",
        bytes: include_bytes!("../../../guests/prebuilt/commands.wasm"),
        authority: Authority::Grant,
    },
    Builtin {
        name: "destructive",
        bytes: include_bytes!("../../../guests/prebuilt/destructive.wasm"),
        authority: Authority::Advise,
    },
    Builtin {
        name: "exit-codes",
        bytes: include_bytes!("../../../guests/prebuilt/exit-codes.wasm"),
        authority: Authority::Grant,
    },
    Builtin {
        name: "places",
        bytes: include_bytes!("../../../guests/prebuilt/places.wasm"),
        authority: Authority::Restrict,
    },
    Builtin {
        name: "safety",
        bytes: include_bytes!("../../../guests/prebuilt/safety.wasm"),
        authority: Authority::Restrict,
    },
];
