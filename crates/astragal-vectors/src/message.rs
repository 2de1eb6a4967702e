//! Message of a test case, produced in pieces because some messages are many gigabytes long.

use crate::parse::{Case, bytes_of};

/// Maximum length of a piece, in bytes.
const MAX_PIECE_BYTES: usize = 1 << 18;

/// Maximum length in bytes of a short message. Tests process short messages also in pieces of 1, 7 and 167 bytes, and
/// longer messages only in pieces of [`MAX_PIECE_BYTES`].
const MAX_SPLIT_BYTES: u64 = 5000;

/// Maximum message length in bytes. A message of this length takes minutes to hash.
const MAX_BYTES: u64 = 1 << 36;

/// Message of a test case.
#[derive(Clone, Debug)]
pub struct Message {
    /// Bytes that are repeated to form the message.
    unit: Vec<u8>,
    /// Length of the message in bytes.
    bytes: u64,
}

impl Message {
    /// Returns the message in the field `msg`, `msg-repeat` or `msg-pattern`. The message is empty if none of these
    /// fields is given.
    ///
    /// # Errors
    /// Returns a description if the field is malformed.
    pub fn of(case: &Case) -> Result<Self, String> {
        if let Some(repeat) = case.get("msg-repeat") {
            let (count, hex) = repeat
                .split_once(' ')
                .ok_or_else(|| format!("msg-repeat is {repeat:?}; expected `COUNT HEX`"))?;
            let count: u64 = count
                .parse()
                .map_err(|_| format!("count of msg-repeat is {count:?}; expected a number"))?;
            let unit = bytes_of("msg-repeat", hex)?;
            let bytes = (unit.len() as u64)
                .checked_mul(count)
                .filter(|bytes| *bytes <= MAX_BYTES)
                .ok_or_else(|| format!("message of msg-repeat is longer than {MAX_BYTES} bytes"))?;
            return Ok(Self { unit, bytes });
        }
        if let Some(bytes) = case.number_up_to("msg-pattern", MAX_BYTES)? {
            return Ok(Self { unit: (0..=250).collect(), bytes });
        }
        Ok(Self::from(case.bytes("msg")?.unwrap_or_default()))
    }

    /// Returns the length of the message in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns piece lengths in bytes. A test must process the message once for each length, split into pieces of that
    /// length. For a short message, the lengths include 1 and other odd numbers.
    #[must_use]
    pub fn splits(&self) -> &'static [usize] {
        if self.bytes > MAX_SPLIT_BYTES {
            &[MAX_PIECE_BYTES]
        } else {
            &[MAX_PIECE_BYTES, 1, 7, 167]
        }
    }

    /// Calls `consume` with each piece of the message. A piece is `piece_bytes` bytes long; the last piece may be
    /// shorter.
    pub fn for_each_piece(&self, piece_bytes: usize, mut consume: impl FnMut(&[u8])) {
        if self.bytes == 0 {
            return;
        }
        // `supply` repeats the unit. A piece may start in the middle of the first unit, so `supply` contains one unit
        // more than the piece length requires.
        let copies = piece_bytes.div_ceil(self.unit.len()) + 1;
        let supply = self.unit.repeat(copies);
        let mut start = 0;
        let mut left = self.bytes;
        while left > 0 {
            let length = usize::try_from(left).unwrap_or(usize::MAX).min(piece_bytes);
            consume(&supply[start..start + length]);
            start = (start + length) % self.unit.len();
            left -= length as u64;
        }
    }

    /// Returns the whole message.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut whole = Vec::new();
        self.for_each_piece(MAX_PIECE_BYTES, |piece| whole.extend_from_slice(piece));
        whole
    }
}

impl From<Vec<u8>> for Message {
    fn from(unit: Vec<u8>) -> Self {
        Self { bytes: unit.len() as u64, unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn pieces_concatenate_to_the_message() {
        let cases = parse("alg = a\nmsg-repeat = 3 0102\n\nalg = a\nmsg-pattern = 503\n").unwrap();
        let repeat = Message::of(&cases[0]).unwrap();
        assert_eq!(repeat.to_vec(), [1, 2, 1, 2, 1, 2]);
        let pattern = Message::of(&cases[1]).unwrap();
        let whole = pattern.to_vec();
        assert_eq!((whole.len(), whole[250], whole[251], whole[502]), (503, 250, 0, 0));
        for &piece_bytes in pattern.splits() {
            let mut pieces = Vec::new();
            pattern.for_each_piece(piece_bytes, |piece| pieces.extend_from_slice(piece));
            assert_eq!(pieces, whole);
        }
    }
}
