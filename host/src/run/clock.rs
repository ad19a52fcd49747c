//! How long a run may take (R5.5). PURE.

use std::time::Duration;

use crate::limits::{DEFAULT_TIMEOUT, FOREGROUND_CEILING, MAX_TIMEOUT};

/// What configuration says about time limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimits {
    /// For a call that names none.
    pub default: Duration,
    /// The most a call may name.
    pub maximum: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            default: DEFAULT_TIMEOUT,
            maximum: MAX_TIMEOUT,
        }
    }
}

/// The time limit of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimit {
    /// How long it may take.
    pub limit: Duration,
    /// What to say when that is not what the call named.
    pub note: Option<String>,
}

impl TimeLimits {
    /// Returns the limit for a call that names one, or none. That it isn't zero is the call's to check.
    ///
    /// More than the maximum is cut down to it, and said. The maximum itself is never under the default, nor over the
    /// ceiling of the foreground.
    pub(crate) fn for_call(self, wanted: Option<Duration>) -> TimeLimit {
        let maximum = self.maximum.max(self.default).min(FOREGROUND_CEILING);
        let Some(wanted) = wanted else {
            return TimeLimit {
                limit: self.default.min(maximum),
                note: None,
            };
        };
        let note = (wanted > maximum).then(|| {
            let (wanted, allowed) = (wanted.as_millis(), maximum.as_millis());
            format!("the time limit was cut from {wanted} ms to the maximum of {allowed} ms")
        });
        TimeLimit {
            limit: wanted.min(maximum),
            note,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn limit(milliseconds: u64) -> TimeLimit {
        TimeLimits::default().for_call(Some(Duration::from_millis(milliseconds)))
    }

    #[test]
    fn call_that_names_none_gets_the_default() {
        assert_eq!(TimeLimits::default().for_call(None).limit, DEFAULT_TIMEOUT);
    }

    #[test]
    fn more_than_the_maximum_is_cut_and_said() {
        let cut = limit(600_001);
        assert_eq!(cut.limit, MAX_TIMEOUT);
        assert_eq!(
            cut.note.as_deref(),
            Some("the time limit was cut from 600001 ms to the maximum of 600000 ms")
        );
        assert_eq!(limit(600_000).note, None);
    }

    #[test]
    fn maximum_is_never_under_the_default() {
        let limits = TimeLimits {
            default: Duration::from_secs(20),
            maximum: Duration::from_secs(10),
        };
        let limit = limits.for_call(Some(Duration::from_secs(15)));
        assert_eq!((limit.limit, limit.note), (Duration::from_secs(15), None));
    }

    #[test]
    fn nothing_goes_beyond_the_ceiling() {
        let limits = TimeLimits {
            default: Duration::MAX,
            maximum: Duration::MAX,
        };
        assert_eq!(limits.for_call(None).limit, FOREGROUND_CEILING);
        let limit = limits.for_call(Some(Duration::MAX));
        assert_eq!(limit.limit, FOREGROUND_CEILING);
        assert!(limit.note.is_some());
    }

    proptest! {
        #[test]
        fn limit_is_what_was_named_or_said_not_to_be(milliseconds in 1..10_000_000_u64) {
            let limit = limit(milliseconds);
            let named = limit.limit == Duration::from_millis(milliseconds);
            prop_assert_eq!(limit.note.is_none(), named);
        }
    }
}
