//! Backends of AEGIS. The update function is generic over the block type, which holds a block in a register or in
//! memory.

use super::Block;
use crate::algorithm::rijndael::encrypt_rounds;
use crate::platform::backends::backends;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::enter::{Token, WithFeatures};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::simd::AesVector;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::AesX1;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::AesX1;
use crate::traits::Implementation;

backends! {
    /// Backend of AEGIS.
    pub(super) enum Backend {
        "x86_64" Avx2(Avx2Aes) = "avx2",
        "x86_64" AesNi(AesNi) = "aes-ni",
        "aarch64" ArmAes(ArmAes) = "arm-aes",
    }
}

/// Operation on the AEGIS state. Each state update processes the next `RATE` of the given blocks.
pub(super) enum Step<'a, const RATE: usize> {
    /// Absorbs all of the given blocks, the given number of times.
    Absorb(&'a [Block], usize),
    /// Encrypts blocks in place.
    Encrypt(&'a mut [Block]),
    /// Decrypts blocks in place.
    Decrypt(&'a mut [Block]),
}

/// 16-byte block of the AEGIS state or of a message, in the form that a backend processes.
trait Lane: Copy {
    /// Token that proves that the CPU has the instructions that this block type uses.
    type Proof: Copy;
    fn load(proof: Self::Proof, block: &Block) -> Self;
    fn store(self) -> Block;
    fn xor(self, b: Self) -> Self;
    fn and(self, b: Self) -> Self;
    /// Applies one AES round to each block, with the round key at the same index.
    fn rounds<const N: usize>(blocks: [Self; N], keys: [Self; N]) -> [Self; N];
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<V: AesVector> Lane for V {
    type Proof = V::Proof;
    #[inline(always)]
    fn load(proof: Self::Proof, block: &Block) -> Self {
        V::splat(proof, block)
    }
    #[inline(always)]
    fn store(self) -> Block {
        let mut block = [[0; 16]];
        V::store(self, &mut block);
        block[0]
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        V::xor(self, b)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        V::and(self, b)
    }
    #[inline(always)]
    fn rounds<const N: usize>(mut blocks: [Self; N], keys: [Self; N]) -> [Self; N] {
        for i in 0..N {
            blocks[i] = blocks[i].encrypt_round(keys[i]);
        }
        blocks
    }
}

/// Block as a 128-bit number in native byte order, for the portable backend.
#[derive(Clone, Copy)]
struct Portable(u128);

impl Lane for Portable {
    type Proof = ();
    #[inline(always)]
    fn load((): (), block: &Block) -> Self {
        Self(u128::from_ne_bytes(*block))
    }
    #[inline(always)]
    fn store(self) -> Block {
        self.0.to_ne_bytes()
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0 ^ b.0)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0 & b.0)
    }
    /// Applies one AES round to all blocks, four at a time, because the bit-sliced AES code processes four blocks.
    #[inline(always)]
    fn rounds<const N: usize>(mut blocks: [Self; N], keys: [Self; N]) -> [Self; N] {
        for four in blocks.chunks_mut(4) {
            let mut bytes = [[0; 16]; 4];
            for i in 0..four.len() {
                bytes[i] = four[i].store();
            }
            encrypt_rounds(&mut bytes);
            for i in 0..four.len() {
                four[i] = Self::load((), &bytes[i]);
            }
        }
        for i in 0..N {
            blocks[i] = blocks[i].xor(keys[i]);
        }
        blocks
    }
}

/// Absorbs `RATE` message blocks into the state (Update).
#[inline(always)]
fn update<V: Lane, const BLOCKS: usize, const RATE: usize>(
    state: [V; BLOCKS],
    message: [V; RATE],
) -> [V; BLOCKS] {
    let (mut before, mut keys) = (state, state);
    for i in 0..BLOCKS {
        before[i] = state[(i + BLOCKS - 1) % BLOCKS];
    }
    for i in 0..RATE {
        keys[4 * i] = keys[4 * i].xor(message[i]);
    }
    V::rounds(before, keys)
}

/// Computes the keystream for the next `RATE` blocks from the state (Enc).
#[inline(always)]
fn keystream<V: Lane, const BLOCKS: usize, const RATE: usize>(s: &[V; BLOCKS]) -> [V; RATE] {
    let mut keystream = [s[0]; RATE];
    if RATE == 2 {
        keystream[0] = s[1].xor(s[6 % BLOCKS]).xor(s[2].and(s[3]));
        keystream[1 % RATE] = s[2].xor(s[5]).xor(s[6 % BLOCKS].and(s[7 % BLOCKS]));
    } else {
        keystream[0] = s[1].xor(s[4]).xor(s[5]).xor(s[2].and(s[3]));
    }
    keystream
}

#[inline(always)]
fn load<V: Lane, const N: usize>(proof: V::Proof, blocks: &[Block; N]) -> [V; N] {
    let mut lanes = [V::load(proof, &blocks[0]); N];
    for i in 1..N {
        lanes[i] = V::load(proof, &blocks[i]);
    }
    lanes
}

#[inline(always)]
fn run<V: Lane, const BLOCKS: usize, const RATE: usize>(
    proof: V::Proof,
    state: &mut [Block; BLOCKS],
    step: Step<'_, RATE>,
) {
    let mut s = load::<V, BLOCKS>(proof, state);
    match step {
        Step::Absorb(blocks, times) => {
            for _ in 0..times {
                for group in blocks.as_chunks().0 {
                    s = update(s, load::<V, RATE>(proof, group));
                }
            }
        }
        Step::Encrypt(blocks) => {
            for group in blocks.as_chunks_mut().0 {
                let (text, key) = (load::<V, RATE>(proof, group), keystream::<V, BLOCKS, RATE>(&s));
                s = update(s, text);
                for i in 0..RATE {
                    group[i] = text[i].xor(key[i]).store();
                }
            }
        }
        Step::Decrypt(blocks) => {
            for group in blocks.as_chunks_mut().0 {
                let (mut text, key) =
                    (load::<V, RATE>(proof, group), keystream::<V, BLOCKS, RATE>(&s));
                for i in 0..RATE {
                    text[i] = text[i].xor(key[i]);
                    group[i] = text[i].store();
                }
                s = update(s, text);
            }
        }
    }
    for i in 0..BLOCKS {
        state[i] = s[i].store();
    }
}

/// Runs an operation on an AEGIS state, in code compiled for the instruction set of `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn enter<T, const BLOCKS: usize, const RATE: usize>(
    cpu: T,
    state: &mut [Block; BLOCKS],
    step: Step<'_, RATE>,
) where
    T: Token,
    AesX1: AesVector<Proof: From<T>>,
{
    struct Run<'a, T, const BLOCKS: usize, const RATE: usize>(
        T,
        &'a mut [Block; BLOCKS],
        Step<'a, RATE>,
    );

    impl<T, const BLOCKS: usize, const RATE: usize> WithFeatures for Run<'_, T, BLOCKS, RATE>
    where
        T: Token,
        AesX1: AesVector<Proof: From<T>>,
    {
        type Output = ();
        #[inline(always)]
        fn run(self) {
            run::<AesX1, BLOCKS, RATE>(self.0.into(), self.1, self.2);
        }
    }

    cpu.enter(Run(cpu, state, step));
}

impl Backend {
    /// Runs an operation on a state of AEGIS.
    pub(super) fn run<const BLOCKS: usize, const RATE: usize>(
        self,
        state: &mut [Block; BLOCKS],
        step: Step<'_, RATE>,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => enter(cpu, state, step),
            #[cfg(target_arch = "x86_64")]
            Self::AesNi(cpu) => enter(cpu, state, step),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(cpu) => enter(cpu, state, step),
            Self::Portable => run::<Portable, BLOCKS, RATE>((), state, step),
        }
    }

    /// Returns the backend selected for this CPU. All backends are constant-time.
    pub(super) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), ..Implementation::PORTABLE }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::construction::merkle_damgard::sample_blocks;
    use core::array::from_fn;
    use std::vec::Vec;

    fn backends_match<const BLOCKS: usize, const RATE: usize>() {
        let samples: [Block; 64] = sample_blocks();
        let run = |backend: Backend| {
            let mut state: [Block; BLOCKS] = from_fn(|i| samples[i]);
            let (mut texts, mut groups) = (samples[8..40].to_vec(), Vec::new());
            backend.run(&mut state, Step::Absorb::<RATE>(&samples[40..48], 3));
            backend.run(&mut state, Step::Encrypt::<RATE>(&mut texts));
            groups.push(texts.clone());
            backend.run(&mut state, Step::Decrypt::<RATE>(&mut texts));
            groups.push(texts);
            (state, groups)
        };
        let expected = run(Backend::Portable);
        for backend in Backend::available() {
            assert_eq!(run(backend), expected, "{backend:?}");
        }
    }

    #[test]
    fn backends_match_portable() {
        backends_match::<8, 2>();
        backends_match::<6, 1>();
    }
}
