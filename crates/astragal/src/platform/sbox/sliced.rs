//! Bit-sliced S-boxes on 64 bytes, without table lookups, for portable code. Supports every S-box that is an inversion
//! in GF(2^8) between two affine maps. Such an S-box is computed by the circuit of the AES S-box, with one more affine
//! map before the circuit and one after it.

use super::{Inversion, circuit};
use crate::platform::array::copy;
use crate::platform::sbox::Affine;

/// Eight S-boxes, one per byte position of a word, applied to eight words in parallel.
pub(crate) struct Sliced {
    before: Maps,
    after: Maps,
}

/// Affine maps, one per byte position of a word.
struct Maps {
    /// Masks for the linear parts of the maps. Byte `k` of the mask `summands[i][j]` belongs to the map for byte
    /// position `k`. The byte is 0xff if bit `i` of the map's result depends on bit `j` of its input, and 0 otherwise.
    summands: [[u64; 8]; 8],
    constants: [u64; 8],
}

impl Sliced {
    /// Prepares one S-box per byte position, least significant byte first.
    pub(crate) const fn new(boxes: [Inversion; 8]) -> Self {
        let mut maps = [[Affine::IDENTITY; 8]; 2];
        let mut byte = 0;
        while byte < 8 {
            [maps[0][byte], maps[1][byte]] = boxes[byte].maps_around_aes();
            byte += 1;
        }
        Self { before: Maps::new(&maps[0]), after: Maps::new(&maps[1]) }
    }

    /// Applies S-box `i` to byte `i` of each word.
    #[inline(always)]
    pub(crate) fn substitute(&self, words: &mut [u64; 8]) {
        transpose(words);
        *words = self.after.of(circuit::aes(self.before.of(*words)));
        transpose(words);
    }

    /// Applies the eight S-boxes to each 8-byte half of `bytes`.
    pub(crate) fn substitute_16(&self, bytes: [u8; 16]) -> [u8; 16] {
        let mut words = [0; 8];
        let (halves, _) = bytes.as_chunks::<8>();
        words[0] = u64::from_le_bytes(halves[0]);
        words[1] = u64::from_le_bytes(halves[1]);
        self.substitute(&mut words);
        let mut bytes = [0; 16];
        copy(&mut bytes[..8], &words[0].to_le_bytes());
        copy(&mut bytes[8..], &words[1].to_le_bytes());
        bytes
    }
}

impl Maps {
    const fn new(maps: &[Affine; 8]) -> Self {
        let (mut summands, mut constants) = ([[0; 8]; 8], [0; 8]);
        let mut byte = 0;
        while byte < 8 {
            let all = 0xff << (8 * byte);
            let constant = maps[byte].of(0);
            let mut to = 0;
            while to < 8 {
                if constant >> to & 1 == 1 {
                    constants[to] |= all;
                }
                let mut from = 0;
                while from < 8 {
                    if (maps[byte].of(1 << from) ^ constant) >> to & 1 == 1 {
                        summands[to][from] |= all;
                    }
                    from += 1;
                }
                to += 1;
            }
            byte += 1;
        }
        Self { summands, constants }
    }

    #[inline(always)]
    fn of(&self, planes: [u64; 8]) -> [u64; 8] {
        let mut images = self.constants;
        for i in 0..8 {
            for j in 0..8 {
                images[i] ^= planes[j] & self.summands[i][j];
            }
        }
        images
    }
}

/// Converts bytes to bit planes and back, by transposing the 8 × 8 bit matrix at each byte position. Bit `k` of word
/// `i` and bit `i` of word `k` are exchanged.
#[inline(always)]
pub(crate) fn transpose(words: &mut [u64; 8]) {
    for (by, mask) in
        [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)]
    {
        for k in (0..8).filter(|k| k & by == 0) {
            let swapped = (words[k] >> by ^ words[k + by]) & mask;
            words[k + by] ^= swapped;
            words[k] ^= swapped << by;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test S-box: inversion in the field of SM4, between two affine maps that are not the identity.
    const FAR: Inversion = Inversion::modulo(
        0x1f5,
        Affine::new([3, 6, 12, 24, 48, 96, 192, 128], 0x5a),
        Affine::AES.inverse(),
    );

    #[test]
    fn substitutes_each_byte_by_the_s_box_of_its_position() {
        const BOXES: [Inversion; 8] = {
            let (aes, back) = (Inversion::AES, Inversion::AES.inverse());
            [aes, FAR, back, FAR, FAR.inverse(), aes, aes, back]
        };
        let tables = BOXES.map(|s_box| s_box.table());
        let sliced = Sliced::new(BOXES);
        for start in (0..=255_u8).step_by(if cfg!(miri) { 85 } else { 1 }) {
            let byte = |i: usize| i.to_le_bytes()[0].wrapping_mul(17) ^ start;
            let mut words = core::array::from_fn(|w| {
                u64::from_le_bytes(core::array::from_fn(|j| byte(8 * w + j)))
            });
            sliced.substitute(&mut words);
            for (w, word) in words.into_iter().enumerate() {
                for (j, found) in word.to_le_bytes().into_iter().enumerate() {
                    assert_eq!(found, tables[j][usize::from(byte(8 * w + j))]);
                }
            }
            let sixteen = sliced.substitute_16(core::array::from_fn(byte));
            assert_eq!(sixteen[15], tables[7][usize::from(byte(15))]);
        }
    }
}
