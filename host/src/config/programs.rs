//! Programs that settings name: for hooks and for the prompt judge.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// A program of the host's own, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file, by absolute path.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// How long it may take.
    pub limit: Duration,
}

impl Program {
    /// Reads what is written: the file by absolute path, or by one that starts from the settings' folder, and arguments.
    pub(super) fn read(argv: Vec<String>, folder: &Path, limit: Duration) -> Result<Self, String> {
        let mut argv = argv.into_iter();
        let path = argv.next().unwrap_or_default();
        if !path.contains('/') {
            return Err(format!(
                "the program `{path}` is named without its folder (hint: give its whole path)"
            ));
        }
        let arguments: Vec<String> = argv.collect();
        if path.contains('\0') || arguments.iter().any(|one| one.contains('\0')) {
            return Err("a program or an argument has a NUL character".to_owned());
        }
        Ok(Self {
            path: folder.join(path),
            arguments,
            limit,
        })
    }
}

/// Reads a time limit in milliseconds, up to a greatest one, which it is if none is written.
pub(super) fn limit(milliseconds: Option<u64>, greatest: Duration) -> Result<Duration, String> {
    let Some(milliseconds) = milliseconds else {
        return Ok(greatest);
    };
    let limit = Duration::from_millis(milliseconds);
    if limit.is_zero() || limit > greatest {
        return Err(format!(
            "`timeout-ms` is {milliseconds}; it must be 1 to {}",
            greatest.as_millis()
        ));
    }
    Ok(limit)
}
