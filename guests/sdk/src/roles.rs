//! What a policy fulfils: [`About`], and one trait per role.
//!
//! The traits say the same as the interfaces in `wit/`, with views instead of lists. How the generated traits are fulfilled
//! by them stands here too; nothing else may touch those.

use crate::bindings::{about, classifier, effects, exit_codes, warnings};
use crate::log::install_panic_hook;
use crate::{
    Description, EffectsDescription, Ending, Finding, Judgement, Meaning, Resolved, Script,
    ScriptView, Session,
};

/// Who a policy is.
///
/// ```
/// use shellward_sdk::{About, Description};
///
/// struct MyPolicy;
///
/// impl About for MyPolicy {
///     fn about() -> Description {
///         Description::new("my-policy", env!("CARGO_PKG_VERSION"), "Shows how a policy is written")
///     }
///
///     fn check_settings(settings: &str) -> Result<(), String> {
///         match settings.trim() {
///             "" | "{}" | "null" => Ok(()),
///             _ => Err("my-policy has no settings".to_owned()),
///         }
///     }
/// }
///
/// assert_eq!(MyPolicy::about().dialects, ["bash"]);
/// assert!(MyPolicy::check_settings("{\"strict\":true}").is_err());
/// ```
pub trait About: 'static {
    /// Describes the policy. Must answer the same every time.
    fn about() -> Description;

    /// Checks settings, given as JSON, when the policy is loaded.
    ///
    /// # Errors
    ///
    /// Says what is wrong with them, to the person who wrote them.
    fn check_settings(settings: &str) -> Result<(), String> {
        let _ = settings;
        Ok(())
    }
}

/// Says what commands do.
///
/// ```
/// use shellward_sdk::{About, Description, Effect, Effects, EffectsDescription, ScriptView, Session, test_kit};
///
/// struct Shredder;
///
/// impl About for Shredder {
///     fn about() -> Description {
///         Description::new("shredder", "1.0.0", "Knows shred").with_triggers(&["shred"])
///     }
/// }
///
/// impl Effects for Shredder {
///     fn describe(script: ScriptView<'_>, _: &Session) -> EffectsDescription {
///         let mut description = EffectsDescription::default();
///         for command in script.commands().filter(|command| command.name() == Some("shred")) {
///             let files = command.arguments().filter(|word| !word.may_begin_with('-'));
///             description.effects.extend(files.map(|word| Effect::write(command, word)));
///         }
///         description
///     }
/// }
///
/// let script = test_kit::script(&[&["shred", "secret"]]);
/// let description = Shredder::describe(ScriptView::new(&script), &test_kit::session());
/// assert_eq!(description.effects[0].target.as_deref(), Some("secret"));
/// ```
pub trait Effects: About {
    /// Describes the commands. One without any effect and judgement is one the policy does not know.
    fn describe(script: ScriptView<'_>, session: &Session) -> EffectsDescription;
}

/// Gives verdicts on scripts and what they touch. The crate's own page has an example.
pub trait Classifier: About {
    /// Judges the script.
    fn classify(script: ScriptView<'_>, session: &Session, effects: &[Resolved]) -> Vec<Judgement>;
}

/// Warns of what will be lost. A warning never blocks.
///
/// ```
/// use shellward_sdk::{About, Description, Finding, Resolved, ScriptView, Session, Warnings, test_kit};
///
/// struct Deletions;
///
/// impl About for Deletions {
///     fn about() -> Description {
///         Description::new("deletions", "1.0.0", "Warns of deletions")
///     }
/// }
///
/// impl Warnings for Deletions {
///     fn warn(_: ScriptView<'_>, _: &Session, effects: &[Resolved]) -> Vec<Finding> {
///         effects
///             .iter()
///             .filter(|resolved| resolved.effect.kind == "delete")
///             .map(|resolved| Finding::new("deletions", "Files will be deleted").at(resolved.effect.span))
///             .collect()
///     }
/// }
///
/// let script = test_kit::script(&[&["rm", "notes"]]);
/// assert!(Deletions::warn(ScriptView::new(&script), &test_kit::session(), &[]).is_empty());
/// ```
pub trait Warnings: About {
    /// Warns, or says nothing.
    fn warn(script: ScriptView<'_>, session: &Session, effects: &[Resolved]) -> Vec<Finding>;
}

/// Explains how runs end.
///
/// ```
/// use shellward_sdk::{
///     About, Description, EndedWith, Ending, ExitCodes, Meaning, ScriptView, Session, test_kit,
/// };
///
/// struct Grep;
///
/// impl About for Grep {
///     fn about() -> Description {
///         Description::new("grep", "1.0.0", "Knows that a search may find nothing")
///     }
/// }
///
/// impl ExitCodes for Grep {
///     fn interpret(script: ScriptView<'_>, _: &Session, ending: &Ending) -> Option<Meaning> {
///         let last = script.last_commands(EndedWith::Failure);
///         let all = last.iter().all(|command| command.name() == Some("grep"));
///         (ending.status == 1 && all && script.is_complete()).then(|| Meaning::harmless("no match"))
///     }
/// }
///
/// let script = test_kit::script(&[&["grep", "x", "notes"]]);
/// let meaning = Grep::interpret(ScriptView::new(&script), &test_kit::session(), &test_kit::ending(1));
/// assert!(meaning.is_some_and(|meaning| !meaning.is_error));
/// ```
pub trait ExitCodes: About {
    /// Explains an ending, or says nothing.
    fn interpret(script: ScriptView<'_>, session: &Session, ending: &Ending) -> Option<Meaning>;
}

impl<P: About> about::exports::shellward::policy::about::Guest for P {
    fn describe() -> Description {
        install_panic_hook();
        P::about()
    }

    fn check_settings(settings: String) -> Result<(), String> {
        install_panic_hook();
        P::check_settings(&settings)
    }
}

impl<P: Effects> effects::exports::shellward::policy::effects::Guest for P {
    fn describe(script: Script, session: Session) -> EffectsDescription {
        install_panic_hook();
        P::describe(ScriptView::new(&script), &session)
    }
}

impl<P: Classifier> classifier::exports::shellward::policy::classifier::Guest for P {
    fn classify(script: Script, session: Session, effects: Vec<Resolved>) -> Vec<Judgement> {
        install_panic_hook();
        P::classify(ScriptView::new(&script), &session, &effects)
    }
}

impl<P: Warnings> warnings::exports::shellward::policy::warnings::Guest for P {
    fn warn(script: Script, session: Session, effects: Vec<Resolved>) -> Vec<Finding> {
        install_panic_hook();
        P::warn(ScriptView::new(&script), &session, &effects)
    }
}

impl<P: ExitCodes> exit_codes::exports::shellward::policy::exit_codes::Guest for P {
    fn interpret(script: Script, session: Session, ending: Ending) -> Option<Meaning> {
        install_panic_hook();
        P::interpret(ScriptView::new(&script), &session, &ending)
    }
}
