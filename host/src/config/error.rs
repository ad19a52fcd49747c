//! Settings that can't be used, each with file, line and column (R4.4).

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Settings that can't be used. It names the file and, where there is one, the place in it.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {kind}", file.display(), place)]
pub struct ConfigError {
    pub(super) file: PathBuf,
    pub(super) place: Place,
    pub(super) kind: ConfigErrorKind,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConfigErrorKind {
    #[error("is not there (hint: make it, or name another file)")]
    Missing,
    #[error("can't be read: {0}")]
    Unreadable(io::Error),
    #[error("{0}")]
    Form(String),
    #[error(
        "is of version {found}, and this shellward reads up to {known} (hint: update shellward)"
    )]
    Newer { found: u32, known: u32 },
    #[error("{0}")]
    Rule(crate::rules::RuleError),
    #[error("{0}")]
    Value(String),
}

/// Line and column, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place(pub(super) Option<(u32, u32)>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((line, column)) => write!(f, ":{line}:{column}"),
            None => Ok(()),
        }
    }
}

impl Place {
    /// Finds the place of a byte in a text.
    pub(super) fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .map_or(0, |last| last.chars().count())
            + 1;
        Self(u32::try_from(line).ok().zip(u32::try_from(column).ok()))
    }

    /// Returns the line.
    pub(super) fn line(self) -> Option<u32> {
        self.0.map(|(line, _)| line)
    }
}

impl ConfigError {
    pub(super) fn of_file(file: &Path, kind: ConfigErrorKind) -> Self {
        Self {
            file: file.to_owned(),
            place: Place::default(),
            kind,
        }
    }

    pub(super) fn unreadable(file: &Path, error: io::Error) -> Self {
        let kind = if error.kind() == io::ErrorKind::NotFound {
            ConfigErrorKind::Missing
        } else {
            ConfigErrorKind::Unreadable(error)
        };
        Self::of_file(file, kind)
    }
}
