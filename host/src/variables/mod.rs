//! What is known of environment variables by their names. PURE: tables and the questions put to them.
//!
//! Each question has a table of its own, since each has another safe side: a rule may overlook only what is *known* to do
//! nothing ([`is_safe`]) and may never spell what is *known* to run something ([`is_dangerous`]); a run is kept from
//! secrets ([`is_secret`]), from what reshapes its shell ([`reshapes_the_shell`]) and, if it is harmless, from what steers
//! tools ([`steers_tools`]).

mod passed;
mod prefix;
mod secret;
mod shell;
mod tools;

pub use passed::{ADDED, is_added, is_always_passed};
pub use prefix::{is_dangerous, is_safe, is_selector};
pub use secret::is_secret;
pub use shell::{is_set_by_the_shell, reshapes_the_shell};
pub use tools::steers_tools;

/// Whether the shell or a program looks at a variable of this name, so that giving it a value changes more than words.
pub fn is_obeyed(name: &str) -> bool {
    is_dangerous(name)
        || reshapes_the_shell(name)
        || steers_tools(name)
        || is_seen_by_harmless_runs(name)
}

/// Whether every program of a harmless run can see a variable, so that setting it is not the shell's own affair.
pub fn is_seen_by_harmless_runs(name: &str) -> bool {
    is_always_passed(name) || is_added(name)
}
