//! What a command is given: its arguments, as certain as they are before running (R2.2).
//!
//! Nothing here knows a command or the contract; `lib.rs` makes arguments of the host's words.

/// Bytes of one of the script's texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Index of the text.
    pub text: u32,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// One word after the command's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument<'a> {
    /// What it says.
    pub text: Text<'a>,
    /// Where it stands.
    pub span: Span,
    /// Who judges what it says.
    pub judged: Judged,
    /// Of one argument that is certain but for numbers in it: itself, with a digit for each number. A number may have a
    /// minus sign and any count of digits.
    pub sample: Option<&'a str>,
}

/// Who judges what an argument says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Nobody but the command's own table.
    Here,
    /// The host has read it as something of its own, and that is judged apart: the command that begins behind it, or the
    /// assignment that it is.
    Apart,
}

impl<'a> Argument<'a> {
    /// Creates an argument that nobody else judges.
    pub const fn new(text: Text<'a>, span: Span) -> Self {
        Self {
            text,
            span,
            judged: Judged::Here,
            sample: None,
        }
    }
}

/// What is known of an argument's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text<'a> {
    /// All of it, and it is one argument.
    Certain(&'a str),
    /// Not all of it.
    Dynamic(Dynamic<'a>),
}

/// An argument that only the run will know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dynamic<'a> {
    /// How it certainly begins.
    pub prefix: &'a str,
    /// How many arguments it becomes.
    pub spread: Spread,
}

/// How many arguments an uncertain word becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Exactly one.
    One,
    /// Exactly one, and it is a number, perhaps with a minus sign.
    Number,
    /// Exactly one of the file names that match a glob, or the glob itself. It begins with the prefix.
    Match(Reach),
    /// The file names that match a glob (none of them, where the shell drops globs without a match), or the glob
    /// itself. Every one begins with the prefix.
    Matches(Reach),
    /// Paths that `find` found: the prefix itself, which is a directory or file, or what lies below it.
    Found(Found),
    /// Any number. Only the first begins with the prefix, so the prefix promises nothing.
    Split,
}

/// What is known of paths that were found below a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many there are at once.
    pub count: Count,
    /// Whether symbolic links may be among them.
    pub links: Links,
}

/// How many arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly one.
    One,
    /// One or several.
    Many,
}

/// Whether symbolic links may be among what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Only regular files are.
    None,
    /// They may, and lead anywhere.
    Possible,
}

/// How far from its prefix the names go that match a glob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// They are below the prefix's directory.
    Below,
    /// Anywhere: `..` follows, or may be matched.
    Anywhere,
}

impl<'a> Text<'a> {
    /// Returns the certain text, or the certain beginning.
    pub const fn prefix(self) -> &'a str {
        match self {
            Self::Certain(text) => text,
            Self::Dynamic(dynamic) => dynamic.prefix,
        }
    }

    /// Returns the text, if all of it is certain.
    pub const fn certain(self) -> Option<&'a str> {
        match self {
            Self::Certain(text) => Some(text),
            Self::Dynamic(_) => None,
        }
    }

    /// Whether it may become another number of arguments than one.
    pub const fn is_many(self) -> bool {
        match self {
            Self::Certain(_) => false,
            Self::Dynamic(dynamic) => match dynamic.spread {
                Spread::One | Spread::Number | Spread::Match(_) => false,
                Spread::Found(found) => matches!(found.count, Count::Many),
                Spread::Matches(_) | Spread::Split => true,
            },
        }
    }

    /// Whether it becomes matches of a glob.
    pub const fn is_glob(self) -> bool {
        match self {
            Self::Certain(_) => false,
            Self::Dynamic(dynamic) => {
                matches!(dynamic.spread, Spread::Match(_) | Spread::Matches(_))
            }
        }
    }

    /// Whether every argument it becomes is certain not to begin with a dash.
    pub fn is_no_option(self) -> bool {
        match self {
            Self::Certain(text) => !text.starts_with('-'),
            Self::Dynamic(Dynamic { prefix, spread }) => {
                !prefix.is_empty() && !prefix.starts_with('-') && spread != Spread::Split
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dynamic(prefix: &str, spread: Spread) -> Text<'_> {
        Text::Dynamic(Dynamic { prefix, spread })
    }

    #[test]
    fn a_prefix_keeps_dashes_away_from_one_argument_and_from_matches() {
        assert!(dynamic("./", Spread::One).is_no_option());
        assert!(dynamic("src/", Spread::Match(Reach::Below)).is_no_option());
        assert!(dynamic("src/", Spread::Matches(Reach::Below)).is_no_option());
        assert!(!dynamic("", Spread::One).is_no_option());
        assert!(!dynamic("", Spread::Match(Reach::Below)).is_no_option());
        assert!(!dynamic("", Spread::Number).is_no_option());
        assert!(!dynamic("-x", Spread::One).is_no_option());
    }

    #[test]
    fn one_match_is_one_argument() {
        let one = dynamic("", Spread::Match(Reach::Below));
        assert!(one.is_glob() && !one.is_many());
        let all = dynamic("", Spread::Matches(Reach::Below));
        assert!(all.is_glob() && all.is_many());
    }

    #[test]
    fn a_prefix_says_nothing_of_the_later_parts_of_a_split_word() {
        assert!(!dynamic("src/", Spread::Split).is_no_option());
    }
}
