//! Waiting for a descriptor without holding up a thread. The runtime's own way is unsafe, since it can't see that a
//! descriptor stays open; here it is one that nobody else can close.
#![expect(
    unsafe_code,
    reason = "the runtime can't check that a descriptor it watches stays open"
)]

use std::{
    io,
    os::fd::{AsFd, OwnedFd},
};

use tokio::io::{Interest, unix::AsyncFd};

/// Tells when a nonblocking descriptor can be read.
#[derive(Debug)]
pub(crate) struct Readiness {
    watched: AsyncFd<OwnedFd>,
}

impl Readiness {
    /// Starts to watch a descriptor, through a duplicate. It must be called inside of a runtime with I/O.
    ///
    /// # Errors
    /// Fails when there are no descriptors left, or it is of a kind that is always ready.
    pub(crate) fn of(fd: impl AsFd) -> io::Result<Self> {
        let duplicate = fd.as_fd().try_clone_to_owned()?;
        // SAFETY: the duplicate is open, belongs to the `AsyncFd` alone and is neither closed nor replaced before it.
        let registered = unsafe { AsyncFd::register_with_interest(duplicate, Interest::READABLE) };
        Ok(Self {
            watched: registered.map_err(io::Error::other)?,
        })
    }

    /// Waits until `read` returns something. It is called once for each time there may be something to read.
    ///
    /// # Cancel safety
    /// What was read is returned at once: dropping the future loses nothing.
    ///
    /// # Errors
    /// Those of `read`.
    pub(crate) async fn read<T>(
        &self,
        mut read: impl FnMut() -> io::Result<Option<T>>,
    ) -> io::Result<T> {
        loop {
            let mut ready = self.watched.readable().await?;
            let result = ready.try_io(|_| read()?.ok_or_else(|| io::ErrorKind::WouldBlock.into()));
            if let Ok(result) = result {
                return result;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{PipeReader, Read as _, Write as _},
        thread,
    };

    use super::*;
    use crate::sys::descriptors::set_nonblocking;

    fn read_byte(mut pipe: &PipeReader) -> io::Result<Option<u8>> {
        let mut byte = [0];
        match pipe.read(&mut byte) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => Ok(byte.first().copied()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(future)
    }

    #[test]
    fn reads_what_comes_later_and_then_the_end() {
        let (pipe, mut writer) = io::pipe().unwrap();
        set_nonblocking(&pipe).unwrap();
        block_on(async {
            let readiness = Readiness::of(&pipe).unwrap();
            let later = thread::spawn(move || writer.write_all(b"x").unwrap());
            assert_eq!(readiness.read(|| read_byte(&pipe)).await.unwrap(), b'x');
            later.join().unwrap();
            let error = readiness.read(|| read_byte(&pipe)).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        });
    }

    #[test]
    fn descriptor_that_is_always_ready_is_refused() {
        block_on(async {
            let file = tempfile::tempfile().unwrap();
            assert!(Readiness::of(&file).is_err());
        });
    }
}
