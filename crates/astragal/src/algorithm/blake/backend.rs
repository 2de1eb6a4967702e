//! Which code compresses blocks of the BLAKEs here. No `unsafe`: a variant carries its proof.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod lanes;
mod portable;
mod rows;

use super::Last;
use super::blake1;
use super::blake3::Inputs;
use super::tree::{CHUNK_BYTES, ChainingBytes, Mode};
use crate::machine::backends::backends;
use lanes::Many;

backends! {
    /// A way to compress blocks.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Backend {
    /// Compresses blocks of BLAKE-512 in order; `t` is the counter of the first.
    #[inline]
    pub(crate) fn compress_512(self, h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::compress_512(cpu, h, blocks, t),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::compress_512(cpu, h, blocks, t),
            Self::Portable => blake1::compress(h, blocks, t),
        }
    }

    /// Compresses blocks of BLAKE-256 in order; `t` is the counter of the first.
    #[inline]
    pub(crate) fn compress_256(self, h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::compress_256(cpu, h, blocks, t),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::compress_256(cpu, h, blocks, t),
            Self::Portable => blake1::compress(h, blocks, t),
        }
    }

    /// Compresses blocks of BLAKE2b in order; `t` is the counter of the first.
    #[inline]
    pub(crate) fn compress_2b(self, h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128, last: Last) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::compress_2b(cpu, h, blocks, t, last),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::compress_2b(cpu, h, blocks, t, last),
            Self::Portable => portable::compress_2b(h, blocks, t, last),
        }
    }

    /// Compresses blocks of BLAKE2s in order; `t` is the counter of the first.
    #[inline]
    pub(crate) fn compress_2s(self, h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128, last: Last) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::compress_2s(cpu, h, blocks, t, last),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::compress_2s(cpu, h, blocks, t, last),
            Self::Portable => portable::compress_2s(h, blocks, t, last),
        }
    }

    /// Compresses blocks of one chunk of BLAKE3 in order; `start` is a flag of the first alone.
    #[inline]
    pub(super) fn compress_3(
        self,
        cv: &mut [u32; 8],
        blocks: &[[u8; 64]],
        inputs: Inputs,
        start: u32,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::compress_3(cpu, cv, blocks, inputs, start),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::compress_3(cpu, cv, blocks, inputs, start),
            Self::Portable => portable::compress_3(cv, blocks, inputs, start),
        }
    }

    /// Fills `out` with the output of BLAKE3's root, from block `inputs.counter` on.
    #[inline]
    pub(super) fn squeeze_3(
        self,
        cv: &[u32; 8],
        block: &[u8; 64],
        inputs: Inputs,
        out: &mut [[u8; 64]],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::squeeze_3(cpu, cv, block, inputs, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::squeeze_3(cpu, cv, block, inputs, out),
            Self::Portable => portable::squeeze_3(cv, block, inputs, out),
        }
    }

    /// The chaining values of whole chunks of BLAKE3, the first of which has the number `counter`.
    pub(super) fn chunks_3(
        self,
        mode: &Mode,
        chunks: &[[u8; CHUNK_BYTES]],
        counter: u64,
        out: &mut [ChainingBytes],
    ) {
        self.chain_3(Many::chunks(mode, chunks, counter), out);
    }

    /// The chaining values of BLAKE3's parents of two `children` each.
    pub(super) fn parents_3(
        self,
        mode: &Mode,
        children: &[ChainingBytes],
        out: &mut [ChainingBytes],
    ) {
        self.chain_3(Many::parents(mode, children), out);
    }

    fn chain_3<const E: usize>(self, many: Many<'_, E>, out: &mut [ChainingBytes]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) if out.len() > 1 => avx512::chain(cpu, many, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) if out.len() > 1 => avx2::chain(cpu, many, out),
            _ => many.one_by_one(self, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::blake3::flag;
    use super::*;
    use crate::construction::merkle_damgard::sample_blocks;

    const KEY: [u32; 8] = [1, 2, 3, 4, 5, 6, 7, 0xffff_ffff];
    /// Around the carry from a counter's lower word to the upper one, and its end.
    const COUNTERS: [u64; 4] = [0, (1 << 32) - 5, (1 << 32) + 1, u64::MAX - 3];

    #[test]
    fn blocks_of_the_first_blake_match_portable() {
        let h32 = KEY;
        let h64 = KEY.map(|word| u64::from(word) << 29 | 5);
        for t in [512, 1 << 32, u128::MAX - 2000] {
            for count in 0..=3 {
                let blocks: [[u8; 64]; 3] = sample_blocks();
                let mut expected = h32;
                Backend::Portable.compress_256(&mut expected, &blocks[..count], t);
                let long: [[u8; 128]; 3] = sample_blocks();
                let mut long_expected = h64;
                Backend::Portable.compress_512(&mut long_expected, &long[..count], t);
                for backend in Backend::available() {
                    let (mut h, mut long_h) = (h32, h64);
                    backend.compress_256(&mut h, &blocks[..count], t);
                    backend.compress_512(&mut long_h, &long[..count], t);
                    let what = (backend.name(), t, count);
                    assert_eq!((h, long_h), (expected, long_expected), "{what:?}");
                }
            }
        }
    }

    #[test]
    fn blocks_and_output_match_portable() {
        let blocks: [[u8; 64]; 3] = sample_blocks();
        for counter in COUNTERS {
            let inputs = Inputs { counter, length: 64, flags: flag::KEYED_HASH };
            for count in 0..=3 {
                let mut expected = KEY;
                let blocks = &blocks[..count];
                Backend::Portable.compress_3(&mut expected, blocks, inputs, flag::CHUNK_START);
                for backend in Backend::available() {
                    let mut cv = KEY;
                    backend.compress_3(&mut cv, blocks, inputs, flag::CHUNK_START);
                    assert_eq!(cv, expected, "{} at {counter}, {count} blocks", backend.name());
                }
            }
            // Around 1, 8 and 16 lanes.
            for count in [0, 1, 2, 7, 8, 9, 15, 16, 17, 33] {
                let mut expected = [[0; 64]; 33];
                let expected = &mut expected[..count];
                Backend::Portable.squeeze_3(&KEY, &blocks[0], inputs, expected);
                for backend in Backend::available() {
                    let mut out = [[0; 64]; 33];
                    backend.squeeze_3(&KEY, &blocks[0], inputs, &mut out[..count]);
                    assert_eq!(&out[..count], expected, "{} at {counter}", backend.name());
                }
            }
        }
    }

    #[test]
    fn chunks_and_parents_match_portable() {
        let mode = Mode { key: KEY, flags: flag::DERIVE_KEY_MATERIAL };
        let chunks: [[u8; CHUNK_BYTES]; 33] = sample_blocks();
        let children: [ChainingBytes; 66] = sample_blocks();
        for counter in COUNTERS {
            for count in [1, 2, 3, 7, 8, 9, 15, 16, 17, 33] {
                let (chunks, children) = (&chunks[..count], &children[..2 * count]);
                let mut expected = [[[0; 32]; 33]; 2];
                Backend::Portable.chunks_3(&mode, chunks, counter, &mut expected[0][..count]);
                Backend::Portable.parents_3(&mode, children, &mut expected[1][..count]);
                for backend in Backend::available() {
                    let mut out = [[[0; 32]; 33]; 2];
                    backend.chunks_3(&mode, chunks, counter, &mut out[0][..count]);
                    backend.parents_3(&mode, children, &mut out[1][..count]);
                    assert_eq!(out, expected, "{} at {counter}, {count}", backend.name());
                }
            }
        }
    }
}
