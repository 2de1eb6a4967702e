//! Encodings of lengths: `left_encode` and `right_encode` (SP 800-185 §2.3.1), `length_encode` (RFC 9861 §3.3).

use super::sponge::Sponge;

/// Encoded number: its big-endian bytes without leading zeros, preceded or followed by the number of these bytes.
pub(crate) struct Encoded {
    bytes: [u8; 18],
    start: usize,
    end: usize,
}

impl AsRef<[u8]> for Encoded {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }
}

impl Encoded {
    /// Stores the big-endian bytes of `number`. Omits leading zero bytes, but stores at least `least` bytes. Leaves one
    /// free byte on each side, for the byte count. Returns the encoding and its number of bytes.
    #[expect(clippy::cast_possible_truncation, reason = "the number has at most 16 bytes")]
    fn new(number: u128, least: usize) -> (Self, u8) {
        let mut bytes = [0; 18];
        bytes[1..17].copy_from_slice(&number.to_be_bytes());
        let used = (16 - number.leading_zeros() as usize / 8).max(least);
        (Self { bytes, start: 17 - used, end: 17 }, used as u8)
    }

    fn count_before(mut self, count: u8) -> Self {
        self.start -= 1;
        self.bytes[self.start] = count;
        self
    }

    fn count_after(mut self, count: u8) -> Self {
        self.bytes[self.end] = count;
        self.end += 1;
        self
    }
}

/// Returns `left_encode(number)` (SP 800-185 §2.3.1): the number of bytes, followed by the bytes of `number`. The
/// number 0 is encoded as one zero byte, with the count 1.
pub(crate) fn left_encode(number: u128) -> Encoded {
    let (encoded, count) = Encoded::new(number, 1);
    encoded.count_before(count)
}

/// Returns `right_encode(number)` (SP 800-185 §2.3.1): the bytes of `number`, followed by the number of bytes. The
/// number 0 is encoded as one zero byte, with the count 1.
pub(crate) fn right_encode(number: u128) -> Encoded {
    let (encoded, count) = Encoded::new(number, 1);
    encoded.count_after(count)
}

/// Returns `length_encode(number)` (RFC 9861 §3.3). It differs from `right_encode` only for 0, which is encoded as the
/// count 0 alone.
pub(crate) fn length_encode(number: u128) -> Encoded {
    let (encoded, count) = Encoded::new(number, 0);
    encoded.count_after(count)
}

/// Returns the number of bits in `bytes` bytes.
pub(crate) fn bits(bytes: usize) -> u128 {
    8 * bytes as u128
}

/// Absorbs `encode_string(string)` (SP 800-185 §2.3.2): the length in bits, followed by the string.
pub(crate) fn absorb_string(sponge: &mut Sponge, string: &[u8]) {
    sponge.absorb(left_encode(bits(string.len())).as_ref());
    sponge.absorb(string);
}

/// Absorbs `bytepad(encode_string(…) ‖ …, rate)` (SP 800-185 §2.3.3) for all `strings`. The sponge must be at the start
/// of a block.
pub(crate) fn absorb_padded_strings(sponge: &mut Sponge, strings: &[&[u8]]) {
    sponge.absorb(left_encode(sponge.rate() as u128).as_ref());
    for string in strings {
        absorb_string(sponge, string);
    }
    sponge.fill_block();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the examples in SP 800-185 §2.3.1 and RFC 9861 §3.3.
    #[test]
    fn encodings_match_the_standards_examples() {
        assert_eq!(left_encode(0).as_ref(), [1, 0]);
        assert_eq!(right_encode(0).as_ref(), [0, 1]);
        assert_eq!(length_encode(0).as_ref(), [0]);
        assert_eq!(length_encode(12).as_ref(), [0x0c, 1]);
        assert_eq!(length_encode(65538).as_ref(), [1, 0, 2, 3]);
        assert_eq!(left_encode(256).as_ref(), [2, 1, 0]);
        assert_eq!(right_encode(u128::MAX).as_ref()[16], 16);
    }
}
