//! The neutral form: what runs in a region, as a flat list in the order in which it is written.

use super::{Difference, guard, ours, parts, region::Region, theirs};
use crate::{
    read::script::{Connector, Word},
    span::Span,
};

/// Longest part of a word that a message repeats, in characters.
const SHOWN: usize = 40;

/// What holds commands together, as a keyword tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Subshell,
    Group,
    For,
    While,
    Until,
    If,
    Case,
    Condition,
    Body,
    Function(String),
    /// One that is not told apart, and is equal to none.
    Other,
}

/// Where a command or a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) connector: Connector,
    pub(super) negated: bool,
    pub(super) stage: u32,
    /// Whether its list ends in `&`.
    pub(super) background: bool,
}

/// One thing that is written; `W` is a word in the form of one of the readers.
#[derive(Clone, Debug)]
pub(super) enum Event<W> {
    /// A command or a block begins.
    Stage(Place),
    Open(Kind),
    Close,
    Assignment {
        name: String,
        append: bool,
        value: Option<W>,
    },
    /// A word of the command, or of what a block runs on.
    Word(W),
    Redirect {
        descriptor: Option<u32>,
        operator: String,
        target: Option<W>,
    },
}

/// Whether a word may become several, or file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    Split,
    Whole,
}

/// A word of the script: all its words that stand at one place.
#[derive(Clone, Debug)]
pub(super) struct OurWord<'s> {
    pub(super) span: Span,
    /// None: only what is written can be compared, as for the word that an alias replaces.
    pub(super) words: Vec<&'s Word>,
    pub(super) context: Context,
    /// What stands for it in the test of a `[[ ]]`, where one operator has two spellings.
    pub(super) operator: Option<&'static str>,
    /// The lines of a here-document, and how they are read.
    pub(super) body: Option<Tabs>,
}

/// What happens to tabs at the beginning of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tabs {
    Kept,
    Removed,
}

/// A word of the other parser.
#[derive(Clone, Debug)]
pub(super) enum TheirWord {
    /// As written, but for line continuations.
    Plain(String),
    /// A word of the grammar, such as `((`.
    Operator(&'static str),
    /// Text in which white space means nothing: of arithmetic, or a regular expression.
    Loose(String),
    /// A here-document.
    Body {
        delimiter: String,
        lines: String,
        expands: bool,
    },
}

/// An event of ours, and where it stands.
pub(super) type Ours<'s> = (Span, Event<OurWord<'s>>);

/// Compares what both readers see in a region.
pub(super) fn compare(region: &Region<'_>) -> Result<(), Difference> {
    let text = region.text()?;
    let ours = ours::outline(region)?;
    let refused = |why: &str| Difference::refused(region.span, why);
    if text.trim_matches(['(', ')', ' ', '\t', '\n']).is_empty() {
        return match ours.first() {
            None => Ok(()),
            Some((span, _)) => Err(missing(*span)),
        };
    }
    guard::check_text(&text).map_err(refused)?;
    let theirs = theirs::outline(&text, region.bracket).map_err(|trouble| match trouble {
        theirs::Trouble::Refused(why) => refused(why),
        theirs::Trouble::NotUnderstood => {
            Difference::new(region.span, "the second reader does not understand this")
        }
    })?;
    for (at, theirs) in theirs.iter().enumerate() {
        let Some((span, ours)) = ours.get(at) else {
            return Err(Difference::new(
                region.span,
                format!(
                    "the second reader sees {} more at the end",
                    describe(theirs)
                ),
            ));
        };
        event(region, *span, ours, theirs)?;
    }
    match ours.get(theirs.len()) {
        None => Ok(()),
        Some((span, _)) => Err(missing(*span)),
    }
}

fn missing(span: Span) -> Difference {
    Difference::new(span, "the second reader does not see this")
}

fn event(
    region: &Region<'_>,
    span: Span,
    ours: &Event<OurWord<'_>>,
    theirs: &Event<TheirWord>,
) -> Result<(), Difference> {
    let same = match (ours, theirs) {
        (Event::Stage(ours), Event::Stage(theirs)) => ours == theirs,
        (Event::Open(ours), Event::Open(theirs)) => ours == theirs && *ours != Kind::Other,
        (Event::Close, Event::Close) => true,
        (Event::Word(ours), Event::Word(theirs)) => return parts::compare(region, ours, theirs),
        (
            Event::Assignment {
                name,
                append,
                value,
            },
            Event::Assignment {
                name: their_name,
                append: their_append,
                value: their_value,
            },
        ) => {
            let same = name == their_name && append == their_append;
            return optional(region, span, same, value.as_ref(), their_value.as_ref());
        }
        (
            Event::Redirect {
                descriptor,
                operator,
                target,
            },
            Event::Redirect {
                descriptor: their_descriptor,
                operator: their_operator,
                target: their_target,
            },
        ) => {
            let same = descriptor == their_descriptor && operator == their_operator;
            return optional(region, span, same, target.as_ref(), their_target.as_ref());
        }
        (
            Event::Stage(_)
            | Event::Open(_)
            | Event::Close
            | Event::Word(_)
            | Event::Assignment { .. }
            | Event::Redirect { .. },
            _,
        ) => false,
    };
    if same {
        Ok(())
    } else {
        let message = format!("the second reader sees {} here", describe(theirs));
        Err(Difference::new(span, message))
    }
}

fn optional(
    region: &Region<'_>,
    span: Span,
    same: bool,
    ours: Option<&OurWord<'_>>,
    theirs: Option<&TheirWord>,
) -> Result<(), Difference> {
    match (ours, theirs) {
        (None, None) if same => Ok(()),
        (Some(ours), Some(theirs)) if same => parts::compare(region, ours, theirs),
        (None | Some(_), None | Some(_)) => {
            let message = "the second reader reads this in another way";
            Err(Difference::new(span, message))
        }
    }
}

fn describe(event: &Event<TheirWord>) -> String {
    match event {
        Event::Stage(place) if place.stage > 0 => "the next command of a pipeline".to_owned(),
        Event::Stage(_) => "a command".to_owned(),
        Event::Open(kind) => match kind {
            Kind::Subshell => "a subshell",
            Kind::Group => "a group",
            Kind::For | Kind::While | Kind::Until => "a loop",
            Kind::If | Kind::Case => "a branch",
            Kind::Condition => "a condition",
            Kind::Body => "the body of a loop or branch",
            Kind::Function(_) => "a function",
            Kind::Other => "another kind of block",
        }
        .to_owned(),
        Event::Close => "the end of a block".to_owned(),
        Event::Assignment { name, .. } => format!("an assignment to `{}`", shown(name)),
        Event::Word(word) => describe_word(word),
        Event::Redirect { operator, .. } => format!("a redirect `{}`", shown(operator)),
    }
}

/// Describes a word of the other parser for a message.
pub(super) fn describe_word(word: &TheirWord) -> String {
    match word {
        TheirWord::Plain(text) | TheirWord::Loose(text) => format!("the word `{}`", shown(text)),
        TheirWord::Operator(text) => format!("`{text}`"),
        TheirWord::Body { .. } => "a here-document".to_owned(),
    }
}

fn shown(text: &str) -> String {
    let plain: String = text.replace(super::region::NAME, "…");
    let mut chars = plain.chars();
    let start: String = chars.by_ref().take(SHOWN).collect();
    if chars.next().is_some() {
        start + "…"
    } else {
        start
    }
}
