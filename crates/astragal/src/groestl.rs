//! Grøstl (Gauravaram, Knudsen, Matusiewicz, Mendel, Rechberger, Schläffer, Thomsen; the tweaked version of
//! round 3): two permutations in the manner of AES, on 8 or 16 columns. The tables are indexed by the
//! message: its timing may tell.

use zeroize::Zeroize;

use crate::block_buffer::{BlockBuffer, Eager, Length};
use crate::gf256::{WideTable, circulant, inverse, mix_columns, wide_table};
use crate::hash::{Engine, Implementation, Timing, hash_types};
use crate::words::{load_le, store_le};

/// Grøstl on `C` columns, with blocks of `BYTES` = 8·C bytes.
#[derive(Clone)]
pub(crate) struct Groestl<const C: usize, const BYTES: usize> {
    chaining: [u64; C],
    /// Blocks that were compressed.
    blocks: u64,
    buffer: BlockBuffer<BYTES>,
}

/// Where the rows' bytes come from (ShiftBytes), in P and in Q.
struct Shifts {
    p: [usize; 8],
    q: [usize; 8],
    rounds: u64,
}

const fn shifts(columns: usize) -> Shifts {
    if columns == 8 {
        Shifts { p: [0, 1, 2, 3, 4, 5, 6, 7], q: [1, 3, 5, 7, 0, 2, 4, 6], rounds: 10 }
    } else {
        Shifts { p: [0, 1, 2, 3, 4, 5, 6, 11], q: [1, 3, 5, 11, 0, 2, 4, 6], rounds: 14 }
    }
}

impl<const C: usize, const BYTES: usize> Groestl<C, BYTES> {
    const SHIFTS: Shifts = shifts(C);

    /// The initial value is the digest's length in bits, big-endian at the end.
    const fn new(digest_bytes: usize) -> Self {
        let mut chaining = [0; C];
        chaining[C - 1] = (8 * digest_bytes as u64).swap_bytes();
        Self { chaining, blocks: 0, buffer: BlockBuffer::new() }
    }

    fn p(mut state: [u64; C]) -> [u64; C] {
        for round in 0..Self::SHIFTS.rounds {
            for (column, j) in state.iter_mut().zip(0u64..) {
                *column ^= j << 4 ^ round;
            }
            state = mix_columns(&TABLE, &state, Self::SHIFTS.p);
        }
        state
    }

    fn q(mut state: [u64; C]) -> [u64; C] {
        for round in 0..Self::SHIFTS.rounds {
            for (column, j) in state.iter_mut().zip(0u64..) {
                *column ^= !0 ^ (j << 4 ^ round) << 56;
            }
            state = mix_columns(&TABLE, &state, Self::SHIFTS.q);
        }
        state
    }

    /// h ← P(h ⊕ m) ⊕ Q(m) ⊕ h.
    fn compress_blocks(chaining: &mut [u64; C], blocks: &[[u8; BYTES]]) {
        for block in blocks {
            let message: [u64; C] = load_le(block);
            let p = Self::p(core::array::from_fn(|i| chaining[i] ^ message[i]));
            let q = Self::q(message);
            *chaining = core::array::from_fn(|i| chaining[i] ^ p[i] ^ q[i]);
        }
    }
}

impl<const C: usize, const BYTES: usize> Engine for Groestl<C, BYTES> {
    fn update(&mut self, data: &[u8]) {
        let Self { chaining, blocks, buffer } = self;
        buffer.update(Eager::Yes, data, |run| {
            *blocks += run.len() as u64;
            Self::compress_blocks(chaining, run);
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        // The length field counts blocks, with those of the padding.
        let spills = self.buffer.pending().len() + 1 > BYTES - 8;
        let blocks = self.blocks.wrapping_add(1 + u64::from(spills));
        let Self { chaining, buffer, .. } = self;
        buffer.pad::<8>(0x80, blocks.into(), Length::BigEndian, |run| {
            Self::compress_blocks(chaining, run);
        });
        let p = Self::p(*chaining);
        let mut output = [0; BYTES];
        store_le(&core::array::from_fn::<u64, C, _>(|i| chaining[i] ^ p[i]), &mut output);
        digest.copy_from_slice(&output[BYTES - digest.len()..]);
    }

    fn implementation() -> Implementation {
        Implementation { backend: "portable", timing: Timing::TableBased }
    }
}

impl<const C: usize, const BYTES: usize> Drop for Groestl<C, BYTES> {
    fn drop(&mut self) {
        self.chaining.zeroize();
        self.blocks.zeroize();
    }
}

hash_types! { "groestl", Groestl<8, 64>;
    Groestl224 = "groestl-224", digest 28, block 64, "Grøstl, round 3": Groestl::new(28);
    Groestl256 = "groestl-256", digest 32, block 64, "Grøstl, round 3": Groestl::new(32);
}

hash_types! { "groestl", Groestl<16, 128>;
    Groestl384 = "groestl-384", digest 48, block 128, "Grøstl, round 3": Groestl::new(48);
    Groestl512 = "groestl-512", digest 64, block 128, "Grøstl, round 3": Groestl::new(64);
}

static TABLE: WideTable = wide_table(&[S_BOX], &circulant([2, 2, 3, 4, 5, 3, 5, 7]), POLYNOMIAL);

/// x^8 + x^4 + x^3 + x + 1, that of AES.
const POLYNOMIAL: u16 = 0x11b;

/// The S-box of AES (FIPS 197 §5.1.1): the inverse, and an affine map.
#[expect(clippy::cast_possible_truncation, reason = "counts the bytes")]
const S_BOX: [u8; 256] = {
    let mut s_box = [0; 256];
    let mut x = 0;
    while x < 256 {
        let b = inverse(x as u8, POLYNOMIAL);
        let rotations = b.rotate_left(1) ^ b.rotate_left(2) ^ b.rotate_left(3) ^ b.rotate_left(4);
        s_box[x] = b ^ rotations ^ 0x63;
        x += 1;
    }
    s_box
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_s_box_is_that_of_the_standard() {
        assert_eq!(S_BOX[..4], [0x63, 0x7c, 0x77, 0x7b]);
        assert_eq!(S_BOX[0x53], 0xed);
    }
}
