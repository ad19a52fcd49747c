//! No walls: the stage is there only to keep hold of what runs (R6.2).

use super::Walls;
use crate::warden::protocol::{Entry, Filter};

pub(super) fn open() -> Walls {
    Walls {
        entry: Entry::Direct,
        landlock: None,
        seccomp: Filter::Nothing,
        drop_capabilities: false,
        owns_namespace: false,
    }
}
