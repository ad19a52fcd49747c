//! The macros that make a component of a policy.
//!
//! Each role's generated macro writes the functions and the section that lists them, so what is exported is exactly what
//! is named. `about` is exported once, however many roles there are.

/// Asks the compiler whether a policy has the roles it exports, on every target, so that native tests miss nothing.
#[doc(hidden)]
pub mod roles_of {
    use crate::{Classifier, Effects, ExitCodes, Warnings};

    pub const fn effects<P: Effects>() {}
    pub const fn classifier<P: Classifier>() {}
    pub const fn warnings<P: Warnings>() {}
    pub const fn exit_codes<P: ExitCodes>() {}
}

/// Makes a component of a policy with the roles that are named: any of `effects`, `classifier`, `warnings`, `exit_codes`.
///
/// ```
/// use shellward_sdk::{
///     About, Classifier, Description, Finding, Judgement, Resolved, ScriptView, Session, Warnings, export_policy,
/// };
///
/// struct Quiet;
///
/// impl About for Quiet {
///     fn about() -> Description {
///         Description::new("quiet", "1.0.0", "Has two roles and no opinion")
///     }
/// }
///
/// impl Classifier for Quiet {
///     fn classify(_: ScriptView<'_>, _: &Session, _: &[Resolved]) -> Vec<Judgement> {
///         Vec::new()
///     }
/// }
///
/// impl Warnings for Quiet {
///     fn warn(_: ScriptView<'_>, _: &Session, _: &[Resolved]) -> Vec<Finding> {
///         Vec::new()
///     }
/// }
///
/// export_policy!(Quiet: classifier, warnings);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export_policy {
    ($policy:ident: $($role:ident),+ $(,)?) => {
        const _: () = {
            $($crate::roles_of::$role::<$policy>();)+
        };

        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, reason = "the functions by which the host calls a component")]
        mod shellward_exports {
            use super::$policy;

            $crate::bindings::about::export!($policy with_types_in $crate::bindings::about);
            $($crate::bindings::$role::export!($policy with_types_in $crate::bindings::$role);)+
        }
    };
}

/// Makes a component of a policy that says what commands do.
///
/// ```
/// use shellward_sdk::{About, Description, Effects, EffectsDescription, ScriptView, Session, export_effects};
///
/// struct Nothing;
///
/// impl About for Nothing {
///     fn about() -> Description {
///         Description::new("nothing", "1.0.0", "Knows no command")
///     }
/// }
///
/// impl Effects for Nothing {
///     fn describe(_: ScriptView<'_>, _: &Session) -> EffectsDescription {
///         EffectsDescription::default()
///     }
/// }
///
/// export_effects!(Nothing);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export_effects {
    ($policy:ident) => {
        $crate::export_policy!($policy: effects);
    };
}

/// Makes a component of a policy that gives verdicts.
///
/// ```
/// use shellward_sdk::{About, Classifier, Description, Judgement, Resolved, ScriptView, Session, export_classifier};
///
/// struct Strict;
///
/// impl About for Strict {
///     fn about() -> Description {
///         Description::new("strict", "1.0.0", "Asks for everything")
///     }
/// }
///
/// impl Classifier for Strict {
///     fn classify(script: ScriptView<'_>, _: &Session, _: &[Resolved]) -> Vec<Judgement> {
///         script.commands().map(Judgement::ask).collect()
///     }
/// }
///
/// export_classifier!(Strict);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export_classifier {
    ($policy:ident) => {
        $crate::export_policy!($policy: classifier);
    };
}

/// Makes a component of a policy that warns.
///
/// ```
/// use shellward_sdk::{About, Description, Finding, Resolved, ScriptView, Session, Warnings, export_warnings};
///
/// struct Calm;
///
/// impl About for Calm {
///     fn about() -> Description {
///         Description::new("calm", "1.0.0", "Never warns")
///     }
/// }
///
/// impl Warnings for Calm {
///     fn warn(_: ScriptView<'_>, _: &Session, _: &[Resolved]) -> Vec<Finding> {
///         Vec::new()
///     }
/// }
///
/// export_warnings!(Calm);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export_warnings {
    ($policy:ident) => {
        $crate::export_policy!($policy: warnings);
    };
}

/// Makes a component of a policy that explains how runs end.
///
/// ```
/// use shellward_sdk::{About, Description, Ending, ExitCodes, Meaning, ScriptView, Session, export_exit_codes};
///
/// struct Plain;
///
/// impl About for Plain {
///     fn about() -> Description {
///         Description::new("plain", "1.0.0", "Says nothing about endings")
///     }
/// }
///
/// impl ExitCodes for Plain {
///     fn interpret(_: ScriptView<'_>, _: &Session, _: &Ending) -> Option<Meaning> {
///         None
///     }
/// }
///
/// export_exit_codes!(Plain);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export_exit_codes {
    ($policy:ident) => {
        $crate::export_policy!($policy: exit_codes);
    };
}
