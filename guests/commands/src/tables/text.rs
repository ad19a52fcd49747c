//! Commands that only print what they are told, or nothing: `echo`, `pwd`, `true`, `false`, `:`, `sleep`.
//!
//! None of their flags does anything else, as builtins of bash or as programs, so any argument will do.

use crate::model::{Grammar, Tool};

/// `echo`.
pub(super) static ECHO: Tool = Tool {
    names: &["echo"],
    summary: native!("prints its arguments"),
    grammar: Grammar::Text,
};

/// `pwd`.
pub(super) static PWD: Tool = Tool {
    names: &["pwd"],
    summary: native!("prints the working directory"),
    grammar: Grammar::Text,
};

/// `true` and `:`.
pub(super) static TRUE: Tool = Tool {
    names: &["true", ":"],
    summary: native!("succeeds"),
    grammar: Grammar::Text,
};

/// `false`.
pub(super) static FALSE: Tool = Tool {
    names: &["false"],
    summary: native!("fails"),
    grammar: Grammar::Text,
};

/// `sleep`.
pub(super) static SLEEP: Tool = Tool {
    names: &["sleep"],
    summary: native!("waits"),
    grammar: Grammar::Text,
};
