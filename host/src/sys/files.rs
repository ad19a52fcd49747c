//! Looking at files: what a path really names (R3.4), and who a file is (R1, permits).

use std::{
    fs, io,
    os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _},
    path::{Component, Path, PathBuf},
};

/// Most symbolic links followed for one path, as the kernel has it.
const MAX_LINKS: usize = 40;

/// What was found at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Missing,
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device, pipe or socket.
    Special,
    /// It could not be looked at.
    Unseen,
}

/// A path without `..` and symbolic links, and what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The path.
    pub path: PathBuf,
    /// What is there.
    pub found: Found,
}

/// Device and inode of a file.
pub type Identity = (u64, u64);

/// Resolves a path as the kernel would for a process in `base`, whose own links are followed first. What doesn't exist is
/// taken by its name, so that a file yet to be made has a place too. None: it has too many links, or `base` is relative.
pub fn resolve(base: &Path, path: &Path) -> Option<Resolved> {
    let path = real_path(base, path)?;
    let found = look_at(&path);
    Some(Resolved { path, found })
}

/// The same without looking at what is there.
pub fn real_path(base: &Path, path: &Path) -> Option<PathBuf> {
    if !base.is_absolute() {
        return None;
    }
    let mut resolved = PathBuf::from("/");
    let mut links = 0;
    // A shell goes by names, the kernel by directories: `..` behind a link is elsewhere.
    walk(&mut resolved, base, &mut links)?;
    walk(&mut resolved, path, &mut links)?;
    Some(resolved)
}

/// The same for a process in a directory that is known to be its own real path.
pub fn real_path_below(real_base: PathBuf, path: &Path) -> Option<PathBuf> {
    let mut resolved = real_base;
    walk(&mut resolved, path, &mut 0)?;
    Some(resolved)
}

/// Adds to paths what they really name, where that is another path: who compares places must know both.
pub fn with_real_paths(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in paths {
        let real = real_path(Path::new("/"), &path).filter(|real| *real != path);
        all.push(path);
        all.extend(real);
    }
    all
}

/// Walks a path one component at a time, following links also where what they name is missing: a write through a
/// dangling link makes its target.
fn walk(resolved: &mut PathBuf, path: &Path, links: &mut usize) -> Option<()> {
    for component in path.components() {
        match component {
            Component::RootDir | Component::Prefix(_) => *resolved = PathBuf::from("/"),
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            Component::Normal(name) => {
                let next = resolved.join(name);
                match fs::read_link(&next) {
                    Ok(target) => {
                        *links += 1;
                        if *links > MAX_LINKS {
                            return None;
                        }
                        walk(resolved, &target, links)?;
                    }
                    Err(_) => *resolved = next,
                }
            }
        }
    }
    Some(())
}

/// Says what is at a path; a symbolic link counts as what it names.
pub fn look_at(path: &Path) -> Found {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Found::File,
        Ok(metadata) if metadata.is_dir() => Found::Directory,
        Ok(metadata) => {
            let kind = metadata.file_type();
            if kind.is_char_device() || kind.is_block_device() || kind.is_fifo() || kind.is_socket()
            {
                Found::Special
            } else {
                Found::Unseen
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Missing,
        // A file where the path needs a directory: nothing can be there.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => Found::Missing,
        Err(_) => Found::Unseen,
    }
}

/// Says whether a regular file has another name.
pub fn is_hard_linked(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.nlink() > 1)
}

/// Says whether a symbolic link is there.
pub fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())
}

/// Returns how many bytes a file has.
pub fn size(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| metadata.len())
}

/// Whether a file begins with these bytes.
pub fn begins_with(path: &Path, wanted: &[u8]) -> bool {
    let mut found = vec![0; wanted.len()];
    let read =
        fs::File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut found));
    read.is_ok() && found == wanted
}

/// What lies below a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Below {
    /// How many names.
    pub entries: usize,
    /// How many bytes the files among them have.
    pub bytes: u64,
    /// Whether that is all; otherwise counting stopped.
    pub is_all: bool,
}

/// Counts what lies below a directory, up to so many names. Links are counted and not followed.
pub fn below(directory: &Path, limit: usize) -> Below {
    let mut below = Below {
        entries: 0,
        bytes: 0,
        is_all: true,
    };
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(directory) else {
            below.is_all = false;
            continue;
        };
        for entry in entries.flatten() {
            if below.entries == limit {
                below.is_all = false;
                return below;
            }
            below.entries += 1;
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => open.push(entry.path()),
                Ok(metadata) if metadata.is_file() => below.bytes += metadata.len(),
                Ok(_) => {}
                Err(_) => below.is_all = false,
            }
        }
    }
    below
}

/// Lists the paths of everything below a directory, from it on. Links are listed and not followed. None: there are more,
/// or it can't be read.
pub fn paths_below(directory: &Path, limit: usize) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(directory.join(&inner)).ok()? {
            let entry = entry.ok()?;
            if found.len() == limit {
                return None;
            }
            let path = inner.join(entry.file_name());
            if entry.file_type().ok()?.is_dir() {
                open.push(path.clone());
            }
            found.push(path);
        }
    }
    Some(found)
}

/// Whether symbolic links lie below a directory, or may: there are more names than are looked at, or some can't be.
pub fn has_links_below(directory: &Path, limit: usize) -> bool {
    let mut seen = 0;
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(directory) else {
            return true;
        };
        for entry in entries {
            let Ok((kind, path)) = entry.and_then(|entry| Ok((entry.file_type()?, entry.path())))
            else {
                return true;
            };
            seen += 1;
            if kind.is_symlink() || seen > limit {
                return true;
            }
            if kind.is_dir() {
                open.push(path);
            }
        }
    }
    false
}

/// Lists the symbolic links in a directory; none, if it can't be read.
pub fn links_in(directory: &Path) -> Vec<std::ffi::OsString> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let links = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
    links.map(|entry| entry.file_name()).collect()
}

/// Lists a directory's names. None: it has more than `limit`, or can't be read.
pub fn names(directory: &Path, limit: usize) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Some(names);
        }
        Err(_) => return None,
    };
    for entry in entries {
        if names.len() == limit {
            return None;
        }
        names.push(entry.ok()?.file_name().into_string().ok()?);
    }
    Some(names)
}

/// Lists a directory's names, each with whether it is a directory itself and no link. None: it has more than `limit`, or
/// can't be read.
pub fn entries(directory: &Path, limit: usize) -> Option<Vec<(std::ffi::OsString, bool)>> {
    let mut found = Vec::new();
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Some(found);
        }
        Err(_) => return None,
    };
    for entry in entries {
        if found.len() == limit {
            return None;
        }
        let entry = entry.ok()?;
        let is_directory = entry.file_type().ok()?.is_dir();
        if !entry.file_type().ok()?.is_symlink() {
            found.push((entry.file_name(), is_directory));
        }
    }
    Some(found)
}

/// Makes sure that a directory belongs to this user and that nobody else may write to it.
///
/// # Errors
/// It doesn't, somebody may, or it can't be looked at.
pub fn check_own_directory(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    if found.is_dir() && found.uid() == super::identity::user() && found.mode() & 0o022 == 0 {
        return Ok(());
    }
    let message = "it must be a directory of the current user that nobody else may write";
    Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
}

/// Returns who a file is.
///
/// # Errors
/// It can't be looked at.
pub fn identity(path: &Path) -> io::Result<Identity> {
    let metadata = fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Returns who an open file is.
///
/// # Errors
/// It can't be looked at.
pub fn identity_of(file: &fs::File) -> io::Result<Identity> {
    let metadata = file.metadata()?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Whether a path names a regular file that this user may run: what a shell takes when it looks along the PATH.
pub fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
        && nix::unistd::eaccess(path, nix::unistd::AccessFlags::X_OK).is_ok()
}

/// Reads a regular file of limited size. None: it is missing. A pipe or a device is none: it might never end.
///
/// # Errors
/// It is there, and can't be read, is no regular file or is too large.
pub fn read_regular(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let opened = fs::OpenOptions::new()
        .read(true)
        .custom_flags(nix::fcntl::OFlag::O_NONBLOCK.bits())
        .open(path);
    let file = match opened {
        Ok(file) => file,
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    let refuse = |message: String| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    if !file.metadata()?.is_file() {
        return refuse(format!("{} is no regular file", path.display()));
    }
    let mut bytes = Vec::new();
    let length = io::Read::read_to_end(&mut io::Read::take(file, limit + 1), &mut bytes)?;
    if length as u64 > limit {
        return refuse(format!("{} has more than {limit} bytes", path.display()));
    }
    Ok(Some(bytes))
}

/// Reads a small text file. None: it is missing.
///
/// # Errors
/// It is there, and can't be read, is no regular file or is too large.
pub fn small_text(path: &Path, limit: u64) -> io::Result<Option<String>> {
    let bytes = read_regular(path, limit)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_might_never_end_is_not_read() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRUSR).unwrap();
        assert!(
            read_regular(&pipe, 10)
                .unwrap_err()
                .to_string()
                .contains("no regular file")
        );
        let endless = place.path().join("endless");
        std::os::unix::fs::symlink("/dev/zero", &endless).unwrap();
        assert!(read_regular(&endless, 10).is_err());
        let large = place.path().join("large");
        fs::write(&large, "01234567890").unwrap();
        assert!(
            read_regular(&large, 10)
                .unwrap_err()
                .to_string()
                .contains("more than 10")
        );
        assert_eq!(
            read_regular(&large, 11).unwrap().map(|bytes| bytes.len()),
            Some(11)
        );
        assert_eq!(read_regular(&place.path().join("none"), 1).unwrap(), None);
    }

    fn directory() -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(directory.path()).unwrap();
        (directory, path)
    }

    fn path_of(path: &Path) -> PathBuf {
        resolve(Path::new("/"), path).unwrap().path
    }

    #[test]
    fn what_does_not_exist_is_taken_by_its_name() {
        assert_eq!(
            path_of(Path::new("/no/such/../place/./x")),
            Path::new("/no/place/x")
        );
    }

    #[test]
    fn a_dangling_link_is_followed_to_what_it_would_make() {
        let (_guard, root) = directory();
        std::os::unix::fs::symlink("/no/such/file", root.join("link")).unwrap();
        assert_eq!(path_of(&root.join("link")), Path::new("/no/such/file"));
        assert_eq!(path_of(&root.join("link/x")), Path::new("/no/such/file/x"));
    }

    #[test]
    fn dot_dot_after_a_link_leaves_from_where_the_link_leads() {
        let (_guard, root) = directory();
        fs::create_dir_all(root.join("a/b")).unwrap();
        std::os::unix::fs::symlink(root.join("a/b"), root.join("link")).unwrap();
        assert_eq!(path_of(&root.join("link/../new")), root.join("a/new"));
    }

    #[test]
    fn a_loop_of_links_has_no_place() {
        let (_guard, root) = directory();
        std::os::unix::fs::symlink(root.join("b"), root.join("a")).unwrap();
        std::os::unix::fs::symlink(root.join("a"), root.join("b")).unwrap();
        assert_eq!(resolve(&root, Path::new("a")), None);
    }

    #[test]
    fn more_names_than_the_limit_are_not_listed() {
        let (_guard, root) = directory();
        for name in ["a", "b", "c"] {
            fs::write(root.join(name), "").unwrap();
        }
        assert_eq!(names(&root, 2), None);
        assert_eq!(names(&root, 3).unwrap().len(), 3);
        assert_eq!(names(&root.join("missing"), 3), Some(Vec::new()));
    }
}
