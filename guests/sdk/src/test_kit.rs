//! Scripts for native tests, built from a simple notation without any parser.
//!
//! It knows no command and does not read text: what a test writes is what the policy gets, spans included. That the host
//! reads the same from the text is for the host's tests to show.

mod builder;
mod word;
mod writer;

pub use builder::{Builder, Join};
pub use word::{
    Fields, TestWord, arithmetic, dynamic, glob, literal, one_match, one_of, placeholder,
    quoted_variable, variable,
};

use crate::{Ending, Script, Session};

/// Builds a pipeline of commands whose words are all certain.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit};
///
/// let script = test_kit::script(&[&["ls", "-la"], &["grep", "two words"]]);
/// let view = ScriptView::new(&script);
/// assert_eq!(view.source(), "ls -la | grep 'two words'");
/// assert_eq!(view.commands().last().map(|command| command.stage()), Some(1));
/// ```
pub fn script(pipeline: &[&[&str]]) -> Script {
    pipeline
        .iter()
        .enumerate()
        .fold(Builder::new(), |builder, (stage, words)| match stage {
            0 => builder.command(words),
            _ => builder.pipe(words),
        })
        .build()
}

/// Builds a session as tests mostly want it: in `/work`, contained, without settings.
///
/// ```
/// let session = shellward_sdk::test_kit::session();
/// assert_eq!(session.roots, ["/work"]);
/// ```
pub fn session() -> Session {
    Session {
        cwd: "/work".to_owned(),
        home: "/home/user".to_owned(),
        temp: "/tmp/session".to_owned(),
        roots: vec!["/work".to_owned()],
        platform: "linux".to_owned(),
        mode: "default".to_owned(),
        superuser: false,
        walls: "work".to_owned(),
        settings: "{}".to_owned(),
        attrs: Vec::new(),
    }
}

/// Builds the ending of a script that exited by itself and printed nothing.
///
/// ```
/// assert_eq!(shellward_sdk::test_kit::ending(1).ended, "exited");
/// ```
pub fn ending(status: i32) -> Ending {
    Ending {
        ended: "exited".to_owned(),
        status,
        stages: Vec::new(),
        stdout_tail: String::new(),
        stderr_tail: String::new(),
        attrs: Vec::new(),
    }
}
