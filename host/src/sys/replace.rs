//! Replacing a file in one step, without following a link on the way (R8.1).
//!
//! Every folder of the path is opened from the one above it, so whoever puts a link in its place meanwhile is refused.

use std::{
    ffi::{OsStr, OsString},
    fs::{File, Permissions},
    io::{self, Read as _, Write as _},
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::fs::{MetadataExt as _, PermissionsExt as _, fchown},
    },
    path::{Component, Path},
    sync::atomic::{AtomicU32, Ordering},
};

use nix::{
    fcntl::{OFlag, openat, renameat},
    sys::stat::Mode,
    unistd::{UnlinkatFlags, unlinkat},
};

/// The bits of a mode that are kept; what would change who a program runs as is not.
const KEPT_MODE: u32 = 0o777;

/// A file about to be replaced.
#[derive(Debug)]
pub(crate) struct Replacement {
    folder: OwnedFd,
    name: OsString,
    file: File,
    seen: Stamp,
    /// The new content, under a name of its own until it takes the file's.
    temporary: Option<OsString>,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Replaced {
    /// The new content is in place.
    Done,
    /// The file is not the one that was opened, or was written to. Nothing was changed.
    Changed,
}

/// What changes when a file is written or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    changed: (i64, i64),
}

impl Stamp {
    fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        })
    }
}

impl Replacement {
    /// Opens a regular file by a path without `..` and links, and reads it, if it has at most `limit` bytes.
    ///
    /// # Errors
    /// There is a link on the way, it is no regular file, it is too large, or it can't be read.
    pub(crate) fn open(path: &Path, limit: u64) -> io::Result<(Self, Vec<u8>)> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::Error::other("it has no name"));
        };
        let folder = open_folder(parent)?;
        let file = open_file(&folder, name)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is no regular file"));
        }
        let seen = Stamp::of(&file)?;
        if seen.size > limit {
            return Err(io::Error::other(format!("it has more than {limit} bytes")));
        }
        let mut held = Vec::new();
        (&file).take(limit + 1).read_to_end(&mut held)?;
        let replacement = Self {
            folder,
            name: name.to_owned(),
            file,
            seen,
            temporary: None,
        };
        Ok((replacement, held))
    }

    /// Lays the new content ready beside the file, with the file's mode and owner.
    ///
    /// # Errors
    /// The folder can't be written, the disk is full, or the owner can't be kept.
    pub(crate) fn fill(mut self, content: &[u8]) -> io::Result<Self> {
        let (name, mut fresh) = create_beside(&self.folder)?;
        self.temporary = Some(name);
        fresh.write_all(content)?;
        let old = self.file.metadata()?;
        let new = fresh.metadata()?;
        if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
            fchown(&fresh, Some(old.uid()), Some(old.gid()))?;
        }
        fresh.set_permissions(Permissions::from_mode(old.mode() & KEPT_MODE))?;
        fresh.sync_all()?;
        Ok(self)
    }

    /// Puts the new content in the file's place, if the file is still what was opened.
    ///
    /// # Errors
    /// The file can't be looked at or replaced.
    pub(crate) fn commit(mut self) -> io::Result<Replaced> {
        let now = open_file(&self.folder, &self.name)?;
        if Stamp::of(&now)? != self.seen {
            return Ok(Replaced::Changed);
        }
        let Some(temporary) = self.temporary.as_deref() else {
            return Err(io::Error::other("there is no new content"));
        };
        renameat(
            self.folder.as_fd(),
            temporary,
            self.folder.as_fd(),
            self.name.as_os_str(),
        )?;
        self.temporary = None;
        // That it stays after a crash, too. A folder that can't be told so has the new content all the same.
        File::from(self.folder.try_clone()?).sync_all().ok();
        Ok(Replaced::Done)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(temporary) = self.temporary.take() {
            unlinkat(
                self.folder.as_fd(),
                temporary.as_os_str(),
                UnlinkatFlags::NoRemoveDir,
            )
            .ok();
        }
    }
}

fn open_folder(path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NOFOLLOW | OFlag::O_CLOEXEC;
    let mut folder = OwnedFd::from(File::open("/")?);
    for component in path.components() {
        match component {
            Component::RootDir | Component::CurDir => {}
            Component::Normal(name) => folder = openat(folder.as_fd(), name, flags, Mode::empty())?,
            Component::ParentDir | Component::Prefix(_) => {
                return Err(io::Error::other("its path is not resolved"));
            }
        }
    }
    Ok(folder)
}

fn open_file(folder: &OwnedFd, name: &OsStr) -> io::Result<File> {
    // Not to wait for whoever holds the other end, should it have become a pipe.
    let flags = OFlag::O_RDONLY | OFlag::O_NOFOLLOW | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
    Ok(openat(folder.as_fd(), name, flags, Mode::empty())?.into())
}

/// Creates a file of a name that nobody has, readable by its owner only.
fn create_beside(folder: &OwnedFd) -> io::Result<(OsString, File)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    /// How many taken names are tried before giving up.
    const TRIES: u32 = 100;

    let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL | OFlag::O_CLOEXEC;
    let mode = Mode::from_bits_truncate(0o600);
    for _ in 0..TRIES {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = OsString::from(format!(".shellward-{}-{number}", std::process::id()));
        match openat(folder.as_fd(), name.as_os_str(), flags, mode) {
            Ok(file) => return Ok((name, file.into())),
            Err(nix::errno::Errno::EEXIST) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(io::Error::other("all temporary names are taken"))
}
