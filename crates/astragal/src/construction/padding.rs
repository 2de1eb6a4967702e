//! Merkle–Damgård padding computed in registers. The last blocks of a message are produced in 16-byte parts.

use crate::platform::words::quarter;

/// End of a message after its last complete 64-byte block, with the padding of FIPS 180-4 §5.1.1.
pub(crate) struct Padded<'m> {
    tail: &'m [u8],
    bits: u64,
}

impl<'m> Padded<'m> {
    /// Creates the padded end of a message of `length` bytes. `tail` is the incomplete last block of the message.
    #[inline(always)]
    pub(crate) fn new(tail: &'m [u8], length: u64) -> Self {
        debug_assert!(tail.len() < 64);
        Self { tail, bits: length << 3 }
    }

    /// Returns the number of padded blocks, which is one or two.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> usize {
        if self.tail.len() < 56 { 1 } else { 2 }
    }

    /// Returns quarter `i` (16 bytes) of the padded blocks as a little-endian number.
    #[inline(always)]
    pub(crate) fn quarter(&self, i: usize) -> u128 {
        let end = match self.tail.len().checked_sub(16 * i) {
            Some(left @ 0..16) => 0x80 << (8 * left),
            _ => 0,
        };
        let is_last = i + 1 == 4 * self.blocks();
        quarter(self.tail, i)
            | end
            | if is_last { u128::from(self.bits.swap_bytes()) << 64 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construction::block_buffer::{BlockBuffer, Eager, Length};

    #[test]
    fn one_shot_padding_matches_the_block_buffer() {
        let mut message = [0; 63];
        (1..).zip(&mut message).for_each(|(i, byte)| *byte = i);
        for length in 0..64 {
            let tail = &message[..length];
            let mut buffer = BlockBuffer::<64>::new();
            buffer.update(Eager::Yes, tail, |_| unreachable!("there is no full block"));
            let (padded, mut seen) = (Padded::new(tail, 640 + length as u64), 0);
            let bits = 8 * (640 + length as u128);
            buffer.pad::<8>(0x80, bits, Length::BigEndian, |blocks| {
                for quarter in blocks.as_flattened().as_chunks::<16>().0 {
                    assert_eq!(padded.quarter(seen).to_le_bytes(), *quarter, "{length} bytes");
                    seen += 1;
                }
            });
            assert_eq!(seen, 4 * padded.blocks());
        }
    }
}
