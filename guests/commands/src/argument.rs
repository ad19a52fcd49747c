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
    /// The file names that match a glob (none of them, where the shell drops globs without a match), or the glob
    /// itself. Every one begins with the prefix.
    Matches(Reach),
    /// Any number. Only the first begins with the prefix, so the prefix promises nothing.
    Split,
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
            Self::Dynamic(dynamic) => !matches!(dynamic.spread, Spread::One),
        }
    }

    /// Whether it becomes the matches of a glob.
    pub const fn is_glob(self) -> bool {
        match self {
            Self::Certain(_) => false,
            Self::Dynamic(dynamic) => matches!(dynamic.spread, Spread::Matches(_)),
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
        assert!(dynamic("src/", Spread::Matches(Reach::Below)).is_no_option());
        assert!(!dynamic("", Spread::One).is_no_option());
        assert!(!dynamic("-x", Spread::One).is_no_option());
    }

    #[test]
    fn a_prefix_says_nothing_of_the_later_parts_of_a_split_word() {
        assert!(!dynamic("src/", Spread::Split).is_no_option());
    }
}
