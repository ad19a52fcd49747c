//! Sockets on which one packet is one message, with descriptors beside the bytes. What the messages mean is not known
//! here (R5.7).
#![expect(
    unsafe_code,
    reason = "received descriptors have to be taken into possession"
)]

use std::{
    io::{self, IoSlice, IoSliceMut},
    os::fd::{AsRawFd, BorrowedFd, FromRawFd as _, OwnedFd, RawFd},
    time::{Duration, Instant},
};

use nix::{
    cmsg_space,
    errno::Errno,
    poll::{PollFd, PollFlags, poll},
    sys::socket::{
        AddressFamily, ControlMessage, ControlMessageOwned, MsgFlags, SockFlag, SockType, recvmsg,
        sendmsg, socketpair,
    },
};

/// Longest message, in bytes.
pub(crate) const MAX_PACKET_BYTES: usize = 64 * 1024;
/// Most descriptors with one message.
pub(crate) const MAX_PACKET_DESCRIPTORS: usize = 16;

/// A message as it was received. Never empty: no bytes mean the end of the socket.
#[derive(Debug)]
pub(crate) struct Packet {
    /// What was said.
    pub bytes: Vec<u8>,
    /// What was handed over, closed on exec.
    pub descriptors: Vec<OwnedFd>,
}

/// Makes two connected sockets, closed on exec.
///
/// # Errors
/// Fails when the process or the machine has no descriptors left.
pub(crate) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(
        AddressFamily::Unix,
        SockType::SeqPacket,
        None,
        SockFlag::SOCK_CLOEXEC,
    )?)
}

/// Sends one message. The other end being gone is an error, not a signal.
///
/// # Errors
/// Fails when the other end is gone, the message is too long, or (on a non-blocking socket) there is no room.
pub(crate) fn send(
    socket: BorrowedFd<'_>,
    bytes: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let raw: Vec<RawFd> = descriptors.iter().map(AsRawFd::as_raw_fd).collect();
    let rights = [ControlMessage::ScmRights(&raw)];
    let control: &[ControlMessage<'_>] = if raw.is_empty() { &[] } else { &rights };
    loop {
        match sendmsg::<()>(
            socket.as_raw_fd(),
            &[IoSlice::new(bytes)],
            control,
            MsgFlags::MSG_NOSIGNAL,
            None,
        ) {
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
            Ok(_) => return Ok(()),
        }
    }
}

/// Waits until there is a message, or the other end is gone. Returns whether that happened in time.
///
/// # Errors
/// Fails when the kernel can't watch it.
pub(crate) fn wait(socket: BorrowedFd<'_>, timeout: Duration) -> io::Result<bool> {
    let until = Instant::now() + timeout;
    let mut watched = [PollFd::new(socket, PollFlags::POLLIN)];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let milliseconds = u16::try_from(left.as_millis() + 1).unwrap_or(u16::MAX);
        match poll(&mut watched, milliseconds) {
            Ok(0) | Err(Errno::EINTR) if Instant::now() < until => {}
            Ok(ready) => return Ok(ready > 0),
            Err(Errno::EINTR) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Receives one message, or nothing when the other end is gone.
///
/// # Errors
/// Fails when the message is longer than [`MAX_PACKET_BYTES`] or brings too many descriptors; with
/// [`io::ErrorKind::WouldBlock`] when the socket is non-blocking and there is no message.
pub(crate) fn receive(socket: BorrowedFd<'_>) -> io::Result<Option<Packet>> {
    let mut buffer = vec![0; MAX_PACKET_BYTES];
    let mut control = cmsg_space!([RawFd; MAX_PACKET_DESCRIPTORS]);
    let (length, flags, descriptors) = loop {
        let mut parts = [IoSliceMut::new(&mut buffer)];
        let received = recvmsg::<()>(
            socket.as_raw_fd(),
            &mut parts,
            Some(&mut control),
            MsgFlags::MSG_CMSG_CLOEXEC,
        );
        match received {
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
            Ok(message) => {
                let descriptors = match message.cmsgs() {
                    Ok(messages) => messages.flat_map(take_descriptors).collect(),
                    Err(error) => return Err(error.into()),
                };
                break (message.bytes, message.flags, descriptors);
            }
        }
    };
    if flags.intersects(MsgFlags::MSG_TRUNC | MsgFlags::MSG_CTRUNC) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "the message is longer than agreed on",
        ));
    }
    if length == 0 {
        return Ok(None);
    }
    buffer.truncate(length);
    Ok(Some(Packet {
        bytes: buffer,
        descriptors,
    }))
}

fn take_descriptors(message: ControlMessageOwned) -> Vec<OwnedFd> {
    let ControlMessageOwned::ScmRights(raw) = message else {
        return Vec::new();
    };
    raw.into_iter()
        .map(|descriptor| {
            // SAFETY: the kernel has just made this descriptor for us and nobody else knows its number.
            unsafe { OwnedFd::from_raw_fd(descriptor) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::{
        fs::File,
        io::{Read as _, Write as _},
        os::fd::AsFd as _,
    };

    use super::*;

    #[test]
    fn message_arrives_whole_with_its_descriptors() {
        let (ours, theirs) = pair().unwrap();
        let (reader, mut writer) = io::pipe().unwrap();
        send(ours.as_fd(), b"one", &[reader.as_fd()]).unwrap();
        send(ours.as_fd(), b"two", &[]).unwrap();
        drop(reader);
        writer.write_all(b"through").unwrap();
        drop(writer);

        let first = receive(theirs.as_fd()).unwrap().unwrap();
        assert_eq!(first.bytes, b"one");
        let mut text = String::new();
        let mut handed = File::from(first.descriptors.into_iter().next().unwrap());
        handed.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through");
        let second = receive(theirs.as_fd()).unwrap().unwrap();
        assert_eq!(
            (second.bytes, second.descriptors.len()),
            (b"two".to_vec(), 0)
        );
    }

    #[test]
    fn end_of_the_other_side_is_no_message_and_no_signal() {
        let (ours, theirs) = pair().unwrap();
        drop(theirs);
        assert!(receive(ours.as_fd()).unwrap().is_none());
        assert_eq!(
            send(ours.as_fd(), b"x", &[]).unwrap_err().kind(),
            io::ErrorKind::BrokenPipe
        );
    }

    #[test]
    fn waiting_ends_with_a_message_or_with_time() {
        let (ours, theirs) = pair().unwrap();
        assert!(!wait(ours.as_fd(), Duration::from_millis(1)).unwrap());
        send(theirs.as_fd(), b"x", &[]).unwrap();
        assert!(wait(ours.as_fd(), Duration::from_secs(10)).unwrap());
    }

    #[test]
    fn message_that_is_too_long_is_refused() {
        let (ours, theirs) = pair().unwrap();
        send(ours.as_fd(), &vec![b'x'; MAX_PACKET_BYTES + 1], &[]).unwrap();
        assert_eq!(
            receive(theirs.as_fd()).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
    }
}
