//! Verdicts and their order.

use crate::read::vocabulary;
use serde::{Deserialize, Serialize};

vocabulary! {
    /// What one policy says. The order is strictness, so the strictest of several is their maximum (R3.14).
    Verdict {
        /// No opinion.
        Pass = "pass",
        /// It may run without asking.
        Allow = "allow",
        /// A person should be asked.
        Ask = "ask",
        /// It must not run.
        Deny = "deny",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_is_the_strictest() {
        assert!(Verdict::Pass < Verdict::Allow);
        assert!(Verdict::Allow < Verdict::Ask);
        assert!(Verdict::Ask < Verdict::Deny);
    }
}
