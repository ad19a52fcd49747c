//! How the oracle and its helper talk: lists of byte strings, each with its length before it.
//!
//! Part of two programs, so it knows nothing but the standard library.

use std::io::{self, Read, Write};

/// No message is longer; a longer one is no message.
const LONGEST: u32 = 64 * 1024 * 1024;

/// A list of byte strings being written.
#[derive(Default)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    /// Adds a string.
    pub(crate) fn add(&mut self, part: impl AsRef<[u8]>) -> &mut Self {
        let part = part.as_ref();
        let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
        self.0.extend(length.to_le_bytes());
        self.0.extend(part);
        self
    }

    /// Adds how many strings follow, and those.
    pub(crate) fn add_all<T: AsRef<[u8]>>(&mut self, parts: &[T]) -> &mut Self {
        self.add(parts.len().to_string());
        for part in parts {
            self.add(part);
        }
        self
    }

    /// The whole message with its own length before it, for one write.
    pub(crate) fn framed(&self) -> Vec<u8> {
        let mut all = Self::default();
        all.add(&self.0);
        all.0
    }

    /// Sends it.
    pub(crate) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&self.framed())?;
        to.flush()
    }
}

/// A list of byte strings being read.
pub(crate) struct Parts {
    bytes: Vec<u8>,
    at: usize,
}

impl Parts {
    /// Reads from a message without its frame.
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        Self { bytes, at: 0 }
    }

    /// Waits for a message. None: there will be no more.
    pub(crate) fn receive(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut length = [0; 4];
        match from.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            other => other?,
        }
        let length = u32::from_le_bytes(length);
        if length > LONGEST {
            return Err(io::Error::other("a message of impossible length"));
        }
        let mut bytes = vec![0; length as usize];
        from.read_exact(&mut bytes)?;
        Ok(Some(Self::of(bytes)))
    }

    /// The next string. None: the message ends here.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
        let length = self.bytes.get(self.at..self.at + 4)?;
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let from = self.at + 4;
        let part = self.bytes.get(from..from.checked_add(length)?)?.to_vec();
        self.at = from + length;
        Some(part)
    }

    /// The next string as a number; 0 where there is none.
    pub(crate) fn number(&mut self) -> u64 {
        let part = self.next().unwrap_or_default();
        String::from_utf8(part)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(0)
    }

    /// As many strings as the next one says.
    pub(crate) fn list(&mut self) -> Vec<Vec<u8>> {
        let count = self.number();
        (0..count).map_while(|_| self.next()).collect()
    }
}
