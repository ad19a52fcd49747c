//! What to make of the working directory that the shell reports (R5.3). The report is a claim of the command: a
//! function named `pwd` can forge it, and anything the command started can write to its descriptor.
//!
//! Paths are compared as bytes: on this system two spellings of one character are two names. Where a file system
//! composes them (macOS), canonical paths come from the system already composed.

use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
};

use crate::limits::CWD_REPORT_BYTES;

/// Where the session's working directory goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CwdChange {
    /// It is where it was.
    Same,
    /// It moves, to this canonical path.
    Moved(PathBuf),
    /// It stays where it was, since the report can't be followed; the outcome gets a note.
    Kept(CwdDoubt),
}

/// Why a report is not followed. The text is a note for the outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CwdDoubt {
    /// There is none: the command replaced the shell, set a trap of its own, or was killed.
    #[error("the shell did not report its working directory, so it stays")]
    NotReported,
    /// It is not one absolute path.
    #[error("the reported working directory is not one absolute path, so it stays")]
    Malformed,
    /// It is not a directory, or can't be reached.
    #[error("the reported working directory {} is not there, so it stays", .0.display())]
    NotADirectory(PathBuf),
    /// It is outside of the roots.
    #[error(
        "the command ended in {}, outside of the folders this session may work in; \
         its working directory stays",
        .0.display()
    )]
    OutsideRoots(PathBuf),
}

/// Judges what was reported, after the run is dead. `previous` and `roots` are canonical.
pub fn follow(report: &[u8], previous: &Path, roots: &[PathBuf]) -> CwdChange {
    match check(report, roots) {
        Ok(path) if path == previous => CwdChange::Same,
        Ok(path) => CwdChange::Moved(path),
        Err(doubt) => CwdChange::Kept(doubt),
    }
}

fn check(report: &[u8], roots: &[PathBuf]) -> Result<PathBuf, CwdDoubt> {
    if report.is_empty() {
        return Err(CwdDoubt::NotReported);
    }
    let path = report.strip_suffix(b"\n").ok_or(CwdDoubt::Malformed)?;
    let strange = |byte: &u8| matches!(byte, 0 | b'\n');
    if report.len() > CWD_REPORT_BYTES || !path.starts_with(b"/") || path.iter().any(strange) {
        return Err(CwdDoubt::Malformed);
    }
    let path = Path::new(OsStr::from_bytes(path));
    let canonical = match fs::canonicalize(path) {
        Ok(canonical) if canonical.is_dir() => canonical,
        Ok(_) | Err(_) => return Err(CwdDoubt::NotADirectory(path.to_owned())),
    };
    // Whole components: /work-else is not below /work.
    if roots.iter().any(|root| canonical.starts_with(root)) {
        Ok(canonical)
    } else {
        Err(CwdDoubt::OutsideRoots(canonical))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Project {
        _directory: tempfile::TempDir,
        root: PathBuf,
        outside: PathBuf,
    }

    fn project() -> Project {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        let root = top.join("root");
        let outside = top.join("root-else");
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::create_dir(&outside).unwrap();
        Project {
            _directory: directory,
            root,
            outside,
        }
    }

    impl Project {
        fn follow(&self, report: &[u8]) -> CwdChange {
            follow(report, &self.root, std::slice::from_ref(&self.root))
        }

        fn follow_path(&self, path: &Path) -> CwdChange {
            self.follow(format!("{}\n", path.display()).as_bytes())
        }
    }

    #[test]
    fn directory_inside_the_roots_is_followed() {
        let project = project();
        let sub = project.root.join("sub");
        assert_eq!(project.follow_path(&project.root), CwdChange::Same);
        assert_eq!(project.follow_path(&sub), CwdChange::Moved(sub));
    }

    #[test]
    fn directory_outside_the_roots_is_not_followed() {
        let project = project();
        let doubt = CwdDoubt::OutsideRoots(project.outside.clone());
        assert_eq!(
            project.follow_path(&project.outside),
            CwdChange::Kept(doubt)
        );
    }

    #[test]
    fn link_inside_the_roots_that_leads_outside_is_not_followed() {
        let project = project();
        let link = project.root.join("link");
        std::os::unix::fs::symlink(&project.outside, &link).unwrap();
        let doubt = CwdDoubt::OutsideRoots(project.outside.clone());
        assert_eq!(project.follow_path(&link), CwdChange::Kept(doubt));
    }

    #[test]
    fn dots_are_resolved_before_comparing() {
        let project = project();
        let path = project.root.join("sub/../../root-else");
        let doubt = CwdDoubt::OutsideRoots(project.outside.clone());
        assert_eq!(project.follow_path(&path), CwdChange::Kept(doubt));
    }

    #[test]
    fn missing_report_keeps_the_old_one() {
        let kept = CwdChange::Kept(CwdDoubt::NotReported);
        assert_eq!(project().follow(b""), kept);
    }

    #[test]
    fn report_that_is_not_one_absolute_path_keeps_the_old_one() {
        let project = project();
        let root = project.root.display();
        let long = format!("/{}\n", "a".repeat(CWD_REPORT_BYTES));
        for report in [
            "relative\n".to_owned(),
            "\n".to_owned(),
            format!("{root}"),
            format!("{root}\n{root}\n"),
            format!("{root}\0\n"),
            long,
        ] {
            let kept = CwdChange::Kept(CwdDoubt::Malformed);
            assert_eq!(project.follow(report.as_bytes()), kept, "{report:?}");
        }
    }

    #[test]
    fn file_or_nothing_at_the_path_keeps_the_old_one() {
        let project = project();
        let file = project.root.join("file");
        let kept = CwdChange::Kept(CwdDoubt::NotADirectory(file.clone()));
        assert_eq!(project.follow_path(&file), kept);
        fs::write(&file, "").unwrap();
        assert_eq!(project.follow_path(&file), kept);
    }
}
