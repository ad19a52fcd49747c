//! Who answers an ask (R4.6).

use super::Decision;
use crate::{config::RuleLayer, plan::Plan};

/// What somebody is asked about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Asked<'a> {
    /// The decision, with the reason for asking and the rules that would spare it.
    pub decision: &'a Decision,
    /// The walls it would run in.
    pub plan: &'a Plan,
}

impl<'a> Asked<'a> {
    /// Puts a question together.
    pub const fn new(decision: &'a Decision, plan: &'a Plan) -> Self {
        Self { decision, plan }
    }
}

/// An answer to an ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Run it this once.
    Once,
    /// Run it, and keep rules for what is like it.
    Always {
        /// The rules, of which the person was shown each.
        rules: Vec<String>,
        /// Where they are kept.
        layer: RuleLayer,
    },
    /// Don't run it.
    No {
        /// What the caller is told.
        message: Option<String>,
    },
}

/// Answers asks. It speaks for a person: what it allows, a person was shown.
///
/// Where there is none nothing is run, and the decision says why.
///
/// ```
/// use shellward::decide::{Answer, Approver, Asked};
///
/// /// Nobody is there.
/// struct Nobody;
///
/// impl Approver for Nobody {
///     fn ask(&mut self, _: Asked<'_>) -> Answer {
///         Answer::No { message: None }
///     }
/// }
/// ```
pub trait Approver {
    /// Answers one ask. It may take as long as a person takes.
    fn ask(&mut self, asked: Asked<'_>) -> Answer;
}
