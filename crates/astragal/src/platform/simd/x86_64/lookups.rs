//! Lookups in tables of bytes and words on x86-64 byte vectors.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;
use super::{Sse, U8x16, U8x32, U8x64, X86};
use crate::platform::optimization_barrier::black_box;
use crate::platform::simd::{Bytes, Lookup, WordTable, Words};

/// Lookups with VBMI in vectors of 16 and 32 bytes, for blocks that wait for each other. They select with vectors
/// instead of mask registers. On Golden Cove, moving the high bits to a mask register and selecting bytes by it takes
/// seven cycles, and selecting by vectors takes two.
macro_rules! look_up_by_vbmi {
    ($vector:ident, $proof:ident, $greater:ident) => {
        impl<P: $proof> $vector<P> {
            /// Replaces each byte with its entry in `table`. Returns `None` if `P` does not prove that the CPU has VBMI.
            #[inline(always)]
            pub(super) fn look_up_by_vbmi(self, table: &[u8; 256]) -> Option<Self> {
                let halves = self.in_512_bits()?.look_up_halves(table);
                Some(self.select_half(halves))
            }

            /// Replaces byte i of each 32-bit word with its entry in `tables[i]`. Returns `None` if `P` does not prove
            /// that the CPU has VBMI.
            #[inline(always)]
            pub(super) fn look_up_each_by_vbmi(self, tables: &[Lookup; 4]) -> Option<Self> {
                let wide = self.in_512_bits()?;
                let mut images = [self; 4];
                for i in 0..4 {
                    images[i] = self.select_half(wide.look_up_halves(&tables[i].table));
                }
                let odd = Self::splat_32(self.1, 0xff00_ff00);
                let upper = Self::splat_32(self.1, 0xffff_0000);
                let [a, b, c, d] = images;
                Some(
                    upper.ternary::<SELECT>(
                        odd.ternary::<SELECT>(d, c),
                        odd.ternary::<SELECT>(b, a),
                    ),
                )
            }

            /// Selects bytes of `high` where the high bit of the byte of `self` is 1, and bytes of `low` elsewhere.
            #[inline(always)]
            fn select_half(self, [low, high]: [U8x64; 2]) -> Self {
                // SAFETY: `self` proves that the CPU has AVX2 or SSSE3.
                let is_high = self.with(unsafe { $greater(self.fill(0).0, self.0) });
                is_high.ternary::<SELECT>(self.with_lower_part(high), self.with_lower_part(low))
            }
        }
    };
}

look_up_by_vbmi!(U8x16, Sse, _mm_cmpgt_epi8);
look_up_by_vbmi!(U8x32, X86, _mm256_cmpgt_epi8);

/// Truth table that selects the second operand where the first operand is 1, and the third operand elsewhere.
const SELECT: i32 = 0xca;

/// Returns the distances, in bits, of the two left rotations for a lookup of byte `byte` of a 32-bit word. The first
/// rotation moves the upper five bits of the byte to bits 0 to 4. The second rotation moves its lower three bits to
/// bits 2 to 4.
pub(super) const fn indices(byte: u8) -> [u32; 2] {
    let bit = 8 * byte as u32;
    [29 - bit, (34 - bit) % 32]
}

impl U8x64 {
    /// Rotates each 32-bit word to the left by `left` bits.
    #[inline(always)]
    pub(super) fn rotated_left(self, left: u32) -> Self {
        self.rotate_left_32_by(Self::splat_32(self.1, left))
    }

    /// Does the first step of a lookup in a table of 256 words. The table has eight columns of 32 entries. The upper
    /// five bits of the byte are the index within a column, and the lower three bits select the column. This step looks
    /// up the index in every column. The second step, [`select_candidate`](Self::select_candidate), selects the column.
    ///
    /// For each 32-bit word of `self`, `turns` holds the left rotation that moves the index to the lowest five bits.
    /// The first result holds the entries from columns 0 to 3, and the second result holds those from columns 4 to 7.
    /// Four consecutive words of a result come from the same column.
    #[inline(always)]
    pub(super) fn candidates(self, turns: [u32; 16], table: &WordTable) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has AVX-512; both types are 64 bytes long and accept any bit pattern.
        unsafe {
            let turns = core::mem::transmute::<[u32; 16], __m512i>(turns);
            let index = _mm512_rolv_epi32(self.0, turns);
            let mut halves = [index; 2];
            // Hides the table, because otherwise the compiler would copy its registers to the stack, whose alignment is
            // only 16 bytes. Loads that cross a cache line take twice as long.
            let table = core::hint::black_box(table);
            for j in 0..8 {
                // SAFETY: both types are 128 bytes long and accept any bit pattern.
                let [low, high] = core::mem::transmute::<[u32; 32], [__m512i; 2]>(table.columns[j]);
                let half = &mut halves[j / 4];
                // The permutation writes only the four words that the mask `group` selects. The mask is hidden from the
                // compiler, because otherwise the compiler would add instructions that move the words. A round of
                // CAST-256 would then take 58 cycles instead of 46.
                #[expect(clippy::cast_possible_truncation, reason = "one of 16 bits for each word")]
                let group = black_box(15 << (4 * (j % 4))) as u16;
                *half = _mm512_mask2_permutex2var_epi32(low, *half, group, high);
            }
            [self.with(halves[0]), self.with(halves[1])]
        }
    }

    /// Does the second step of a lookup in a table of 256 words: selects one of the eight entries that
    /// [`candidates`](Self::candidates) looked up. Three bits of each word of `self` are the index of the wanted
    /// entry's column. A left rotation by `left` bits moves them to bits 2 to 4.
    #[inline(always)]
    pub(super) fn select_candidate(self, left: u32, halves: [Self; 2]) -> Self {
        self.rotated_left(left).permute_words(halves)
    }

    /// Selects words from the 32 words of `low` and `high`. The lower five bits of each 32-bit word of `self` are the
    /// index.
    #[inline(always)]
    pub(super) fn permute_words(self, [low, high]: [Self; 2]) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_permutex2var_epi32(low.0, self.0, high.0) })
    }
}

/// Mask of the even bytes of the lower lane and the odd bytes of the upper lane.
pub(super) const OWN_BYTES: [u8; 32] = {
    let mut mask = [0; 32];
    let mut i = 0;
    while i < 32 {
        if i % 2 == i / 16 {
            mask[i] = 0xff;
        }
        i += 1;
    }
    mask
};

/// Combines four vectors: byte i of each 32-bit word of the result is byte i of the same word of vector i. `byte` is a
/// mask that has 0xff in byte 0 of each word; its rotations select the other bytes.
#[inline(always)]
pub(super) fn select_bytes<V: Words>(byte: V, [a, b, c, d]: [V; 4]) -> V {
    let ab = a.and(byte).or(b.and(byte.rotate_left_32::<8, 24>()));
    let cd = c.and(byte.rotate_left_32::<16, 16>()).or(d.and(byte.rotate_left_32::<24, 8>()));
    ab.or(cd)
}
