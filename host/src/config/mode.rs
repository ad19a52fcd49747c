//! The setting `mode` (R4.1): the session's stance.

use crate::judge::Mode;

/// What every mode is called, for messages.
pub const MODE_NAMES: &str = "default, plan, accept-edits or dont-ask";

/// Reads a mode.
///
/// # Errors
/// There is no mode of this name. The message says which there are.
///
/// ```
/// use shellward::{config::parse_mode, judge::Mode};
///
/// assert_eq!(parse_mode("acceptEdits"), Ok(Mode::AcceptEdits));
/// assert!(parse_mode("yolo").is_err());
/// ```
pub fn parse_mode(name: &str) -> Result<Mode, String> {
    Mode::from_name(name).ok_or_else(|| {
        let name = crate::untrusted::tame(name, 40);
        format!("there is no mode `{name}` (hint: {MODE_NAMES})")
    })
}
