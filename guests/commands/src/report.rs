//! What is found out about one command: effects, and the reasons why something could not be (R3.1).
//!
//! Plain data that borrows from the arguments; `lib.rs` turns it into the contract's types.

use crate::argument::{Dynamic, Links, Reach, Span, Spread, Text};

/// What kind of thing a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reads a file or lists a directory.
    Read,
    /// Changes a file that may exist.
    Write,
    /// Makes a file or directory.
    Create,
    /// Removes a file or directory.
    Delete,
    /// Runs a program.
    Execute,
    /// Talks to the network.
    Connect,
    /// Changes a variable that programs see.
    Environment,
    /// Signals or changes other processes.
    Process,
    /// Changes the machine.
    System,
    /// Not described.
    Unknown,
}

impl Kind {
    /// Returns the contract's word for it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Create => "create",
            Self::Delete => "delete",
            Self::Execute => "execute",
            Self::Connect => "connect",
            Self::Environment => "environment",
            Self::Process => "process",
            Self::System => "system",
            Self::Unknown => "unknown",
        }
    }
}

/// What an effect is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// This.
    Exact(&'a str),
    /// Something whose name begins so, in that directory or below it.
    Below(&'a str),
    /// What is called like this, with that added to the name.
    Suffixed(&'a str, &'static str),
    /// Something that has no path, such as git's history; what a table calls it, in parentheses.
    Thing(&'static str),
    /// Only the run will know. A certain beginning that `..` may follow is no more than this.
    Unknown,
}

impl<'a> Target<'a> {
    /// Returns what an argument names.
    pub fn of(text: Text<'a>) -> Self {
        match text {
            Text::Certain(text) => Self::Exact(text),
            Text::Dynamic(dynamic) => match (dynamic.spread, dynamic.prefix) {
                (Spread::Match(Reach::Below) | Spread::Matches(Reach::Below), "") => {
                    Self::Below("./")
                }
                (Spread::Match(Reach::Below) | Spread::Matches(Reach::Below), prefix) => {
                    Self::Below(prefix)
                }
                (
                    Spread::One
                    | Spread::Number
                    | Spread::Found(_)
                    | Spread::Split
                    | Spread::Match(Reach::Anywhere)
                    | Spread::Matches(Reach::Anywhere),
                    _,
                ) => Self::Unknown,
            },
        }
    }
}

/// What programs of the project an effect of kind [`Kind::Execute`] means: those that its files choose (R3.2).
pub const PROJECT: &str = "(project)";

/// How far below a target an effect goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Only to the target.
    Flat,
    /// To everything below it too.
    Deep,
    /// To everything below it, and to what symbolic links met there lead to.
    DeepThroughLinks,
    /// To things below it, if it is a directory, but not to the directory itself.
    Inside,
}

/// When an effect happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Whenever the command runs.
    Always,
    /// Only if something that the glob under its span matches begins with a dash, and so is taken for an option. The host
    /// can look.
    IfOption,
}

/// One thing a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect<'a> {
    /// What kind of thing.
    pub kind: Kind,
    /// What it is done to.
    pub target: Target<'a>,
    /// How far below it.
    pub extent: Extent,
    /// When it happens.
    pub when: When,
    /// The words that say so.
    pub span: Span,
}

/// What the host must bring about for a command to be harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It runs inside walls.
    Contained,
    /// It can't reach the network.
    NoNetwork,
    /// Git runs no program that the repository names.
    GitNeutral,
    /// Its name is the program's own, and not that of a shim which runs another one as files of the project choose.
    ProgramItself,
}

impl Condition {
    /// Returns the contract's word for it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Contained => "contained",
            Self::NoNetwork => "no-network",
            Self::GitNeutral => "git-neutral",
            Self::ProgramItself => "program-itself",
        }
    }
}

/// Why a command is not fully described. Each is a stable rule id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A flag is not in the table, or has a value where it takes none.
    UnknownFlag,
    /// An abbreviated option stands for several.
    AmbiguousFlag,
    /// A flag's value is missing.
    MissingValue,
    /// A flag's value is not one of those that are described.
    UnknownValue,
    /// A flag's value is a word that is, or may be, an option if the flag has no value after all.
    DashedValue,
    /// The subcommand is not described, or there is none.
    UnknownSubcommand,
    /// The tool takes no operand there.
    UnexpectedOperand,
    /// The tool's own small language is not understood.
    UnknownExpression,
    /// Options follow operands where they may count as operands.
    LateOption,
    /// An uncertain word could begin with a dash and become an option.
    DynamicOption,
    /// A word of unknown count stands where positions matter.
    DynamicPosition,
    /// An uncertain word stands where its value matters.
    DynamicValue,
    /// It runs another command, which is not looked at here.
    RunsCommand,
    /// What gets a value is not the name of a variable.
    NoVariable,
}

impl Rule {
    /// All of them, in the order in which the table of rules shows them.
    pub const ALL: [Self; 14] = [
        Self::UnknownFlag,
        Self::AmbiguousFlag,
        Self::MissingValue,
        Self::UnknownValue,
        Self::DashedValue,
        Self::UnknownSubcommand,
        Self::UnexpectedOperand,
        Self::UnknownExpression,
        Self::LateOption,
        Self::DynamicOption,
        Self::DynamicPosition,
        Self::DynamicValue,
        Self::RunsCommand,
        Self::NoVariable,
    ];

    /// Returns its stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::UnknownFlag => "commands.unknown-flag",
            Self::AmbiguousFlag => "commands.ambiguous-flag",
            Self::MissingValue => "commands.missing-value",
            Self::UnknownValue => "commands.unknown-value",
            Self::DashedValue => "commands.dashed-value",
            Self::UnknownSubcommand => "commands.unknown-subcommand",
            Self::UnexpectedOperand => "commands.unexpected-operand",
            Self::UnknownExpression => "commands.unknown-expression",
            Self::LateOption => "commands.late-option",
            Self::DynamicOption => "commands.dynamic-option",
            Self::DynamicPosition => "commands.dynamic-position",
            Self::DynamicValue => "commands.dynamic-value",
            Self::RunsCommand => "commands.runs-command",
            Self::NoVariable => "commands.no-variable",
        }
    }

    /// Returns what it stands for, as a sentence without its period.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::UnknownFlag => "This flag is not described",
            Self::AmbiguousFlag => "This abbreviation stands for several options",
            Self::MissingValue => "This flag lacks its value",
            Self::UnknownValue => "This value is not described",
            Self::DashedValue => "This value looks, or may look, like an option",
            Self::UnknownSubcommand => "This subcommand is not described",
            Self::UnexpectedOperand => "Nothing is described for an operand at this place",
            Self::UnknownExpression => "This part of the expression is not understood",
            Self::LateOption => "An option after an operand may count as an operand here",
            Self::DynamicOption => {
                "What this becomes could begin with a dash and be taken for an option"
            }
            Self::DynamicPosition => {
                "What this becomes could be no argument or several, where positions matter"
            }
            Self::DynamicValue => "What this becomes matters, and only the run will know",
            Self::RunsCommand => "This runs another command",
            Self::NoVariable => "This is not, or may not be, the plain name of a variable",
        }
    }
}

/// One reason why a command is not fully described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason<'a> {
    /// Which.
    pub rule: Rule,
    /// The word at fault, or its certain beginning.
    pub word: &'a str,
    /// Where it stands.
    pub span: Span,
}

impl Reason<'_> {
    /// Returns a sentence a person understands.
    pub fn message(&self) -> String {
        if self.word.is_empty() {
            [self.rule.summary(), "."].concat()
        } else {
            [self.rule.summary(), ": `", self.word, "`."].concat()
        }
    }
}

/// Whether a command that is fully described and only reads is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// It is.
    Reader,
    /// It is there to change something: it never is.
    Changer,
}

/// That a command is an edit of files, and nothing else (R8.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<'a> {
    /// The files, each edited for itself.
    pub files: Vec<&'a str>,
    /// The script of the program that edits.
    pub script: String,
    /// Options that change what the script means.
    pub options: Vec<&'static str>,
}

/// What is found out about one command.
#[derive(Debug, PartialEq, Eq)]
pub struct Report<'a> {
    /// What it does.
    pub effects: Vec<Effect<'a>>,
    /// Why it is not fully described.
    pub reasons: Vec<Reason<'a>>,
    /// What must hold for it to be harmless.
    pub conditions: Vec<Condition>,
    /// Whether it can be harmless.
    pub stance: Stance,
    /// The edit that it is, if it is one.
    pub edit: Option<Edit<'a>>,
}

impl Default for Report<'_> {
    fn default() -> Self {
        Self {
            effects: Vec::new(),
            reasons: Vec::new(),
            conditions: Vec::new(),
            stance: Stance::Reader,
            edit: None,
        }
    }
}

impl<'a> Report<'a> {
    /// Adds an effect that happens whenever the command runs.
    pub fn add(&mut self, kind: Kind, target: Target<'a>, extent: Extent, span: Span) {
        self.effects.push(Effect {
            kind,
            target,
            extent,
            when: When::Always,
            span,
        });
    }

    /// Adds the effect on the path that an argument names, whenever the command runs. Paths that were found lie anywhere
    /// below where the search began.
    pub fn touch(&mut self, kind: Kind, path: Text<'a>, extent: Extent, span: Span) {
        match path {
            Text::Dynamic(Dynamic {
                prefix,
                spread: Spread::Found(found),
            }) => {
                let extent = match (found.links, extent) {
                    (Links::Possible, _) => Extent::DeepThroughLinks,
                    (Links::None, Extent::Flat) => Extent::Deep,
                    (Links::None, extent) => extent,
                };
                self.add(kind, Target::Exact(prefix), extent, span);
            }
            path => self.add(kind, Target::of(path), extent, span),
        }
    }

    /// Adds the effect that something unknown happens, and why that must be assumed.
    pub fn unknown(&mut self, rule: Rule, text: Text<'a>, span: Span) {
        self.add(Kind::Unknown, Target::Unknown, Extent::Flat, span);
        self.reasons.push(Reason {
            rule,
            word: text.prefix(),
            span,
        });
    }

    /// Adds what else the command may do, if it is given other words.
    pub fn merge(&mut self, other: Self) {
        for effect in other.effects {
            if !self.effects.contains(&effect) {
                self.effects.push(effect);
            }
        }
        for reason in other.reasons {
            if !self.reasons.contains(&reason) {
                self.reasons.push(reason);
            }
        }
        for condition in other.conditions {
            if !self.conditions.contains(&condition) {
                self.conditions.push(condition);
            }
        }
        if other.stance == Stance::Changer {
            self.stance = Stance::Changer;
        }
        self.edit = other.edit;
    }

    /// Whether the command is harmless, provided that the conditions hold, and that the places it reads may be read and
    /// the variables it sets may be set without asking, which the host finds out.
    pub fn is_harmless(&self) -> bool {
        let neutral = self.conditions.contains(&Condition::GitNeutral);
        self.stance == Stance::Reader
            && self.effects.iter().all(|effect| match effect.kind {
                // The host looks whether it happens.
                Kind::Unknown if effect.when == When::IfOption => true,
                Kind::Read => true,
                Kind::Environment => matches!(effect.target, Target::Exact(_)),
                Kind::Execute => neutral && effect.target == Target::Exact(PROJECT),
                Kind::Write
                | Kind::Create
                | Kind::Delete
                | Kind::Connect
                | Kind::Process
                | Kind::System
                | Kind::Unknown => false,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argument::{Count, Found};

    #[test]
    fn a_beginning_is_a_target_only_where_nothing_can_lead_away_from_it() {
        let target = |prefix, spread| Target::of(Text::Dynamic(Dynamic { prefix, spread }));
        assert_eq!(
            target("src/", Spread::Matches(Reach::Below)),
            Target::Below("src/")
        );
        assert_eq!(
            target("", Spread::Matches(Reach::Below)),
            Target::Below("./")
        );
        assert_eq!(
            target("src/", Spread::Matches(Reach::Anywhere)),
            Target::Unknown
        );
        assert_eq!(target("src/", Spread::One), Target::Unknown);
        assert_eq!(target("src/", Spread::Split), Target::Unknown);
    }

    #[test]
    fn what_was_found_lies_below_where_the_search_began() {
        let touched = |links, extent| {
            let path = Text::Dynamic(Dynamic {
                prefix: "src",
                spread: Spread::Found(Found {
                    count: Count::Many,
                    links,
                }),
            });
            let mut report = Report::default();
            report.touch(Kind::Read, path, extent, Span::default());
            report.effects[0]
        };
        let files = touched(Links::None, Extent::Flat);
        assert_eq!(files.target, Target::Exact("src"));
        assert_eq!(files.extent, Extent::Deep);
        let anything = touched(Links::Possible, Extent::Flat);
        assert_eq!(anything.extent, Extent::DeepThroughLinks);
        let followed = touched(Links::None, Extent::DeepThroughLinks);
        assert_eq!(followed.extent, Extent::DeepThroughLinks);
    }

    #[test]
    fn only_reading_is_harmless() {
        let mut report = Report::default();
        assert!(report.is_harmless());
        report.add(Kind::Read, Target::Unknown, Extent::Flat, Span::default());
        assert!(report.is_harmless());
        for kind in [Kind::Write, Kind::Create, Kind::Delete, Kind::Unknown] {
            let mut report = Report::default();
            report.add(kind, Target::Exact("x"), Extent::Flat, Span::default());
            assert!(!report.is_harmless(), "{kind:?}");
        }
    }

    #[test]
    fn programs_of_the_project_are_harmless_only_when_they_are_kept_from_running() {
        let mut report = Report::default();
        report.add(
            Kind::Execute,
            Target::Exact(PROJECT),
            Extent::Flat,
            Span::default(),
        );
        assert!(!report.is_harmless());
        report.conditions = vec![Condition::Contained, Condition::GitNeutral];
        assert!(report.is_harmless());
    }

    #[test]
    fn a_variable_may_be_set_if_the_host_says_so_and_it_is_known_which() {
        let set = |target| {
            let mut report = Report::default();
            report.add(Kind::Environment, target, Extent::Flat, Span::default());
            report.is_harmless()
        };
        assert!(set(Target::Exact("COUNT")));
        assert!(!set(Target::Unknown) && !set(Target::Below("CO")));
    }

    #[test]
    fn of_several_readings_everything_holds() {
        let mut merged = Report::default();
        for name in ["a", "b", "a"] {
            let mut report = Report::default();
            report.add(
                Kind::Read,
                Target::Exact(name),
                Extent::Flat,
                Span::default(),
            );
            report.conditions = vec![Condition::Contained];
            merged.merge(report);
        }
        assert_eq!(merged.effects.len(), 2);
        assert_eq!(merged.conditions, [Condition::Contained]);
        assert!(merged.is_harmless());
        let mut changer = Report {
            stance: Stance::Changer,
            ..Report::default()
        };
        changer.unknown(Rule::UnknownFlag, Text::Certain("-x"), Span::default());
        merged.merge(changer);
        assert!(!merged.is_harmless());
        assert_eq!((merged.stance, merged.reasons.len()), (Stance::Changer, 1));
    }

    #[test]
    fn rule_ids_are_unique() {
        let mut ids: Vec<_> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Rule::ALL.len());
    }
}
