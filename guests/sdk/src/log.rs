//! Lines to the host's log, and the panic hook that writes there.
//!
//! On the native target, where there is no host, lines go nowhere.

/// How much a line matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something failed.
    Error,
    /// Something is not as it should be.
    Warn,
    /// Something worth knowing.
    Info,
    /// Something only the author wants to know.
    Debug,
}

impl Level {
    /// Returns the word used for it in the contract.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
        }
    }
}

/// Writes one line to the host's log. The host bounds their number and length.
///
/// ```
/// use shellward_sdk::log::{Level, write};
///
/// write(Level::Debug, "3 commands looked at");
/// ```
pub fn write(level: Level, message: &str) {
    #[cfg(target_arch = "wasm32")]
    crate::bindings::base::shellward::policy::log::write(level.code(), message);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (level, message);
}

/// Makes panics say where and why they happened. Without it the host only sees "unreachable executed".
pub(crate) fn install_panic_hook() {
    #[cfg(target_arch = "wasm32")]
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("panicked");
        match panic.location() {
            Some(place) => write(
                Level::Error,
                &[
                    message,
                    " (",
                    place.file(),
                    ":",
                    &place.line().to_string(),
                    ")",
                ]
                .concat(),
            ),
            None => write(Level::Error, message),
        }
    }));
}
