//! What reading one script may cost (R2.4): steps first, so that the same text is read alike on every machine and under
//! every load, and the clock as a backstop.

use std::{cell::Cell, time::Instant};

use super::gaps::Trouble;
use crate::limits::{MAX_PARSE_STEPS, MAX_READ_TIME};

/// What ended parsing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spent {
    /// All texts together took too many steps.
    Steps,
    /// Reading has taken too long.
    Time,
}

impl Spent {
    /// Says so.
    pub(super) fn trouble(self) -> Trouble {
        match self {
            Self::Steps => Trouble::new(
                "bound.steps",
                format!("parsing it takes more than {MAX_PARSE_STEPS} steps"),
            ),
            Self::Time => Trouble::new(
                "bound.time",
                format!("reading takes longer than {} ms", MAX_READ_TIME.as_millis()),
            ),
        }
    }
}

/// What is left for reading one script with all its texts.
#[derive(Debug)]
pub(super) struct Budget {
    began: Instant,
    /// Steps that the parser may still take.
    parsing: Cell<usize>,
}

impl Budget {
    /// Begins to read.
    pub(super) fn new() -> Self {
        Self::of_steps(MAX_PARSE_STEPS)
    }

    /// Begins to read with so many steps for the parser.
    pub(super) fn of_steps(parsing: usize) -> Self {
        Self {
            began: Instant::now(),
            parsing: Cell::new(parsing),
        }
    }

    /// Takes steps of parsing; returns whether there were so many left.
    pub(super) fn parse(&self, steps: usize) -> bool {
        let left = self.parsing.get().checked_sub(steps);
        self.parsing.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether reading has taken too long.
    pub(super) fn is_late(&self) -> bool {
        self.began.elapsed() > MAX_READ_TIME
    }
}
