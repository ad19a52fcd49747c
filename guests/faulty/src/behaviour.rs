//! The ways to misbehave, and how one is chosen. What each does in a role stands in `roles.rs`.

use shellward_sdk::log::{Level, write};
use shellward_sdk::{CommandView, ScriptView, Session};

/// What it is told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behaviour {
    /// `trap`: panics.
    Trap,
    /// `loop`: never answers.
    Loop,
    /// `grow`: takes memory until it gets no more.
    Grow,
    /// `flood`: answers with far too many things.
    Flood,
    /// `flood-text`: answers with far too long a text.
    FloodText,
    /// `log-flood`: writes far too much to the log, then answers well.
    LogFlood,
    /// `bad-span`: points to no place.
    BadSpan,
    /// `missing-command`: speaks of a command that is not there.
    MissingCommand,
    /// `unknown-condition`: allows under a condition nobody knows.
    UnknownCondition,
    /// `unknown-word`: uses words that are in no vocabulary.
    UnknownWord,
    /// `dirty-text`: answers with control characters and text that runs backwards.
    DirtyText,
    /// `lie`: allows every command, with no effects; calls every ending fine.
    Lie,
    /// `ask`: wants a person to be asked about every command.
    Ask,
    /// `deny`: wants no command to run.
    Deny,
    /// `pass`, and anything else: has no opinion.
    Pass,
}

const WORDS: [(&str, Behaviour); 15] = [
    ("trap", Behaviour::Trap),
    ("loop", Behaviour::Loop),
    ("grow", Behaviour::Grow),
    ("flood", Behaviour::Flood),
    ("flood-text", Behaviour::FloodText),
    ("log-flood", Behaviour::LogFlood),
    ("bad-span", Behaviour::BadSpan),
    ("missing-command", Behaviour::MissingCommand),
    ("unknown-condition", Behaviour::UnknownCondition),
    ("unknown-word", Behaviour::UnknownWord),
    ("dirty-text", Behaviour::DirtyText),
    ("lie", Behaviour::Lie),
    ("ask", Behaviour::Ask),
    ("deny", Behaviour::Deny),
    ("pass", Behaviour::Pass),
];

/// A role of the policy, by its name in the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Effects,
    Classifier,
    Warnings,
    ExitCodes,
}

impl Role {
    const ALL: [Self; 4] = [
        Self::Effects,
        Self::Classifier,
        Self::Warnings,
        Self::ExitCodes,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Effects => "effects",
            Self::Classifier => "classifier",
            Self::Warnings => "warnings",
            Self::ExitCodes => "exit-codes",
        }
    }
}

impl Behaviour {
    /// Returns what is to be done in a role, after having done what is the same in all of them.
    pub(crate) fn chosen(script: ScriptView<'_>, session: &Session, role: Role) -> Self {
        let behaviour = Self::told(script, session, role);
        behaviour.act();
        behaviour
    }

    fn told(script: ScriptView<'_>, session: &Session, role: Role) -> Self {
        let has = |word: &str| session.settings.contains(&format!("\"{word}\""));
        let confined = Role::ALL.iter().any(|role| has(role.name()));
        if confined && !has(role.name()) {
            return Self::Pass;
        }
        let name = script.command(0).and_then(CommandView::name);
        let named = WORDS.iter().find(|(word, _)| name == Some(word));
        let set = || WORDS.iter().find(|(word, _)| has(word));
        named
            .or_else(set)
            .map_or(Self::Pass, |&(_, behaviour)| behaviour)
    }

    fn act(self) {
        match self {
            #[expect(clippy::panic, reason = "it is what is asked for")]
            Self::Trap => panic!("told to trap"),
            Self::Loop => run_for_ever(),
            Self::Grow => take_all_memory(),
            Self::LogFlood => {
                let line = "x".repeat(16 * 1024);
                for _ in 0..10_000 {
                    write(Level::Error, &line);
                }
            }
            Self::Flood
            | Self::FloodText
            | Self::BadSpan
            | Self::MissingCommand
            | Self::UnknownCondition
            | Self::UnknownWord
            | Self::DirtyText
            | Self::Lie
            | Self::Ask
            | Self::Deny
            | Self::Pass => {}
        }
    }
}

fn run_for_ever() {
    let mut turns = 0_u64;
    loop {
        turns = std::hint::black_box(turns.wrapping_add(1));
    }
}

fn take_all_memory() {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    loop {
        // Memory that is only asked for is not written to, so this is over long before the time is.
        taken.push(std::hint::black_box(Vec::with_capacity(1024 * 1024)));
    }
}

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit;

    use super::*;

    fn told(words: &[&str], settings: &str, role: Role) -> Behaviour {
        let session = Session {
            settings: settings.to_owned(),
            ..test_kit::session()
        };
        Behaviour::told(ScriptView::new(&test_kit::script(&[words])), &session, role)
    }

    #[test]
    fn the_first_command_or_the_settings_choose() {
        assert_eq!(told(&["trap"], "{}", Role::Effects), Behaviour::Trap);
        assert_eq!(
            told(&["ls"], "{\"behave\":\"loop\"}", Role::Effects),
            Behaviour::Loop
        );
        assert_eq!(
            told(&["deny"], "{\"behave\":\"loop\"}", Role::Effects),
            Behaviour::Deny
        );
        assert_eq!(told(&["ls", "trap"], "{}", Role::Effects), Behaviour::Pass);
    }

    #[test]
    fn a_role_in_the_settings_confines_it() {
        let settings = "{\"behave\":\"trap\",\"in\":\"classifier\"}";
        assert_eq!(told(&["ls"], settings, Role::Classifier), Behaviour::Trap);
        assert_eq!(told(&["ls"], settings, Role::ExitCodes), Behaviour::Pass);
    }
}
