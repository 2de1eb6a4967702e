//! A case's message, in pieces: some are gigabytes long.

use crate::parse::{Case, bytes_of};

/// The longest piece handed out.
const PIECE_BYTES: usize = 1 << 18;

/// Messages up to this length are also tried byte by byte and in odd pieces.
const SPLIT_BYTES: u64 = 5000;

/// The longest message that a case may have: minutes of hashing.
const LONGEST_BYTES: u64 = 1 << 36;

/// What is hashed, authenticated or absorbed.
#[derive(Clone, Debug)]
pub struct Message {
    /// This, over and over.
    unit: Vec<u8>,
    /// The length of the whole.
    bytes: u64,
}

impl Message {
    /// The message of `msg`, `msg-repeat` or `msg-pattern`; empty when the case has none of them.
    ///
    /// # Errors
    /// In words, when the field is not in the format.
    pub fn of(case: &Case) -> Result<Self, String> {
        if let Some(repeat) = case.get("msg-repeat") {
            let (count, hex) = repeat
                .split_once(' ')
                .ok_or_else(|| format!("msg-repeat is {repeat:?}, not `COUNT HEX`"))?;
            let count: u64 =
                count.parse().map_err(|_| format!("msg-repeat counts {count:?}, not a number"))?;
            let unit = bytes_of("msg-repeat", hex)?;
            let bytes = (unit.len() as u64)
                .checked_mul(count)
                .filter(|bytes| *bytes <= LONGEST_BYTES)
                .ok_or_else(|| format!("msg-repeat makes more than {LONGEST_BYTES} bytes"))?;
            return Ok(Self { unit, bytes });
        }
        if let Some(bytes) = case.number_up_to("msg-pattern", LONGEST_BYTES)? {
            return Ok(Self { unit: (0..=250).collect(), bytes });
        }
        Ok(Self::from(case.bytes("msg")?.unwrap_or_default()))
    }

    /// Its length in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The lengths of the pieces in which the message is to be tried: whole, and, if it is short, byte
    /// by byte and in pieces of odd lengths.
    #[must_use]
    pub fn splits(&self) -> &'static [usize] {
        if self.bytes > SPLIT_BYTES { &[PIECE_BYTES] } else { &[PIECE_BYTES, 1, 7, 167] }
    }

    /// Calls `consume` with pieces of `piece_bytes`, the last one perhaps shorter.
    pub fn for_each_piece(&self, piece_bytes: usize, mut consume: impl FnMut(&[u8])) {
        if self.bytes == 0 {
            return;
        }
        // A whole number of units and at least a piece: what follows one copy is its own start.
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

    /// The whole message.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut whole = Vec::new();
        self.for_each_piece(PIECE_BYTES, |piece| whole.extend_from_slice(piece));
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
