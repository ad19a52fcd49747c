//! What is asked about, each with a stable id, a sentence for the table of rules, and what may lift the question.

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// A change of what does harm beyond the work at hand.
    Dangerous,
    /// A hidden place is touched.
    Hidden,
    /// Something outside the project is read.
    OutsideRead,
    /// Something outside the project is changed.
    OutsideWrite,
    /// What is changed is known only when it runs.
    UnknownWrite,
    /// A redirect writes.
    Redirect,
    /// A name of another machine in the clothes of a path.
    Unc,
    /// Git runs in a directory that it may not know as its own.
    GitElsewhere,
    /// Git runs after something was written where it looks for its own files.
    GitAfterChange,
}

impl Rule {
    /// All of them, in the order in which the table of rules shows them.
    pub(crate) const ALL: [Self; 9] = [
        Self::Dangerous,
        Self::Hidden,
        Self::OutsideRead,
        Self::OutsideWrite,
        Self::UnknownWrite,
        Self::Redirect,
        Self::Unc,
        Self::GitElsewhere,
        Self::GitAfterChange,
    ];

    /// Returns its stable id.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Dangerous => "places.dangerous",
            Self::Hidden => "places.hidden",
            Self::OutsideRead => "places.outside-read",
            Self::OutsideWrite => "places.outside-write",
            Self::UnknownWrite => "places.unknown-write",
            Self::Redirect => "places.redirect",
            Self::Unc => "places.unc",
            Self::GitElsewhere => "places.git-elsewhere",
            Self::GitAfterChange => "places.git-after-change",
        }
    }

    /// Returns what it stands for, as a sentence without its period.
    pub(crate) const fn summary(self) -> &'static str {
        match self {
            Self::Dangerous => {
                "Changes what does harm beyond the work at hand: a root itself, files that a shell, git or an editor runs"
            }
            Self::Hidden => "Touches credentials, or a directory that holds them",
            Self::OutsideRead => "Reads outside the project",
            Self::OutsideWrite => "Changes something outside the project",
            Self::UnknownWrite => "Changes something that only the run will know",
            Self::Redirect => "Writes by a redirect, which no rule on the command covers",
            Self::Unc => "Names another machine, to which Windows would log in",
            Self::GitElsewhere => "Runs git after leaving the project's folders",
            Self::GitAfterChange => "Runs git after its own files were written",
        }
    }

    /// Returns what may lift the question, in the contract's words.
    pub(crate) const fn lifted_by(self) -> &'static [&'static str] {
        match self {
            Self::Dangerous | Self::Hidden => &[],
            Self::OutsideRead => &["exact-rule", "covering-rule", "auto-allow"],
            Self::OutsideWrite | Self::Unc | Self::GitElsewhere | Self::GitAfterChange => {
                &["exact-rule"]
            }
            // A rule on a command can't cover what nobody knows; walls can.
            Self::UnknownWrite => &["auto-allow"],
            Self::Redirect => &["exact-rule", "auto-allow"],
        }
    }
}
