//! Threefish: a tweakable block cipher built from additions, rotations and XORs, and the basis of Skein. Blocks and
//! keys are 32, 64 or 128 bytes.
//!
//! # Standard
//! Skein 1.3 §3.3.
//!
//! # Files
//! - `threefish.rs`: key schedule and rounds on words. `cipher`: the block cipher on byte strings.
//! - `lanes`: rounds on vectors.
//!
//! # Backends
//! - `portable`: one block in general registers. For a single block, this takes half as long as the vector rounds.
//! - Vectors: each vector holds one word of many blocks.
//!
//! # Constant time
//! Every backend runs in constant time: Threefish uses only additions, rotations and XORs.
//!
//! # Tests
//! Tests check known answers of the reference code, check that decryption inverts encryption, and compare the backends
//! with the portable rounds. More known answers are in `astragal-vectors`.

#[cfg(feature = "threefish")]
pub(crate) mod cipher;
#[cfg(feature = "threefish")]
mod lanes;

#[cfg(feature = "skein")]
use crate::platform::unroll::unroll;
use crate::platform::words::erase;
use zeroize::Zeroize;

/// Constants of one block size: rotations, word permutation and number of rounds (Skein 1.3 tables 3 and 4).
pub(crate) trait Size<const N: usize> {
    /// Rotation distances. `ROTATIONS[d mod 8][j]` is the distance for MIX function j in round d. Columns N/2 and
    /// higher are unused.
    const ROTATIONS: [[u32; 8]; 8];
    /// The permutation of words: word i of the result is word PI[i] of the input.
    const PI: [usize; N];
    /// Number of rounds: 72, or 80 for 128-byte blocks.
    const ROUNDS: usize;
}

/// The key-schedule parity constant C240 (Skein 1.3 §3.3.2).
const C240: u64 = 0x1bd1_1bda_a9fc_1a22;

/// Number of words of the longest extended key. With blocks of 16 words, subkey s consists of words s to s + 15, and
/// the last subkey is number 20.
const EXTENDED: usize = 36;

/// Number of words of the longest extended tweak: subkey 20 uses words 20 and 21.
const TWEAKS: usize = 22;

/// Subkey numbers, which are added to the last word of each subkey.
const NUMBERS: [u64; 21] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

/// Threefish with blocks of `N` words, set up for one key and tweak.
#[derive(Clone)]
pub(crate) struct Threefish<const N: usize> {
    /// Extended key: the words k₀ to k_N, repeated, so that subkey s starts at word s.
    key: [u64; EXTENDED],
    /// Extended tweak: the words t₀, t₁ and t₂ = t₀ ⊕ t₁, repeated. Subkey s uses words s and s + 1.
    tweak: [u64; TWEAKS],
    /// Subkey numbers. The code reads them from memory, because the compiler would add a constant to the state in a
    /// separate step after the key word.
    numbers: [u64; 21],
}

impl<const N: usize> Threefish<N>
where
    Self: Size<N>,
{
    /// Creates the cipher from a key and a tweak, given as words.
    #[inline(always)]
    pub(crate) const fn new(key: &[u64; N], tweak: [u64; 2]) -> Self {
        // The arrays are filled in place, and only as far as the cipher uses them. For a single block, filling them
        // takes a large part of the total time.
        let mut cipher = Self { key: [0; EXTENDED], tweak: [0; TWEAKS], numbers: NUMBERS };
        let subkeys = Self::ROUNDS / 4 + 1;
        let mut parity = C240;
        let mut i = 0;
        while i < N {
            cipher.key[i] = key[i];
            parity ^= key[i];
            i += 1;
        }
        cipher.key[N] = parity;
        let mut i = N + 1;
        while i < subkeys + N - 1 {
            cipher.key[i] = cipher.key[i - N - 1];
            i += 1;
        }
        cipher.set_tweak(tweak);
        cipher
    }

    /// Replaces the tweak and keeps the key.
    #[inline(always)]
    const fn set_tweak(&mut self, tweak: [u64; 2]) {
        let three = [tweak[0], tweak[1], tweak[0] ^ tweak[1]];
        let mut i = 0;
        while i < Self::ROUNDS / 4 + 2 {
            self.tweak[i] = three[i % 3];
            i += 1;
        }
    }

    /// Encrypts a block, given as words.
    #[cfg(feature = "skein")]
    #[inline(always)]
    pub(crate) const fn encrypt(&self, block: &[u64; N]) -> [u64; N] {
        let mut v = *block;
        // The rounds are unrolled, so that the extended key stays in registers if it is used for a single block.
        unroll!(for i in 0..12 {
            let s = 2 * i;
            if s < Self::ROUNDS / 4 {
                v = self.add_subkey(v, s);
                v = Self::round::<0>(v);
                v = Self::round::<1>(v);
                v = Self::round::<2>(v);
                v = Self::round::<3>(v);
                v = self.add_subkey(v, s + 1);
                v = Self::round::<4>(v);
                v = Self::round::<5>(v);
                v = Self::round::<6>(v);
                v = Self::round::<7>(v);
            }
        });
        self.add_subkey(v, Self::ROUNDS / 4)
    }

    /// Decrypts a block, given as words.
    pub(crate) const fn decrypt(&self, block: &[u64; N]) -> [u64; N] {
        let mut s = Self::ROUNDS / 4;
        let mut v = self.subtract_subkey(*block, s);
        while s > 0 {
            v = Self::inverse_round::<7>(v);
            v = Self::inverse_round::<6>(v);
            v = Self::inverse_round::<5>(v);
            v = Self::inverse_round::<4>(v);
            v = self.subtract_subkey(v, s - 1);
            v = Self::inverse_round::<3>(v);
            v = Self::inverse_round::<2>(v);
            v = Self::inverse_round::<1>(v);
            v = Self::inverse_round::<0>(v);
            v = self.subtract_subkey(v, s - 2);
            s -= 2;
        }
        v
    }

    /// Returns word i of subkey s (Skein 1.3 §3.3.2).
    #[inline(always)]
    const fn subkey_word(&self, s: usize, i: usize) -> u64 {
        let word = self.key[s + i];
        if i == N - 3 {
            word.wrapping_add(self.tweak[s])
        } else if i == N - 2 {
            word.wrapping_add(self.tweak[s + 1])
        } else if i == N - 1 {
            word.wrapping_add(self.numbers[s])
        } else {
            word
        }
    }

    #[cfg(feature = "skein")]
    #[inline(always)]
    const fn add_subkey(&self, mut v: [u64; N], s: usize) -> [u64; N] {
        let mut i = 0;
        while i < N {
            v[i] = v[i].wrapping_add(self.subkey_word(s, i));
            i += 1;
        }
        v
    }

    #[inline(always)]
    const fn subtract_subkey(&self, mut v: [u64; N], s: usize) -> [u64; N] {
        let mut i = 0;
        while i < N {
            v[i] = v[i].wrapping_sub(self.subkey_word(s, i));
            i += 1;
        }
        v
    }

    /// Applies MIX to each pair of words, then permutes the words (Skein 1.3 §3.3.1). `D` is the round number modulo 8.
    /// It is a const parameter, so that the rotation distances are constants.
    #[inline(always)]
    const fn round<const D: usize>(mut v: [u64; N]) -> [u64; N] {
        let mut j = 0;
        while j < N / 2 {
            v[2 * j] = v[2 * j].wrapping_add(v[2 * j + 1]);
            v[2 * j + 1] = v[2 * j + 1].rotate_left(Self::ROTATIONS[D][j]) ^ v[2 * j];
            j += 1;
        }
        let mut moved = v;
        let mut i = 0;
        while i < N {
            moved[i] = v[Self::PI[i]];
            i += 1;
        }
        moved
    }

    #[inline(always)]
    const fn inverse_round<const D: usize>(moved: [u64; N]) -> [u64; N] {
        let mut v = moved;
        let mut i = 0;
        while i < N {
            v[Self::PI[i]] = moved[i];
            i += 1;
        }
        let mut j = 0;
        while j < N / 2 {
            v[2 * j + 1] = (v[2 * j + 1] ^ v[2 * j]).rotate_right(Self::ROTATIONS[D][j]);
            v[2 * j] = v[2 * j].wrapping_sub(v[2 * j + 1]);
            j += 1;
        }
        v
    }
}

impl<const N: usize> Zeroize for Threefish<N> {
    fn zeroize(&mut self) {
        erase(&mut self.key);
        erase(&mut self.tweak);
    }
}

impl Size<4> for Threefish<4> {
    const ROTATIONS: [[u32; 8]; 8] = [
        [14, 16, 0, 0, 0, 0, 0, 0],
        [52, 57, 0, 0, 0, 0, 0, 0],
        [23, 40, 0, 0, 0, 0, 0, 0],
        [5, 37, 0, 0, 0, 0, 0, 0],
        [25, 33, 0, 0, 0, 0, 0, 0],
        [46, 12, 0, 0, 0, 0, 0, 0],
        [58, 22, 0, 0, 0, 0, 0, 0],
        [32, 32, 0, 0, 0, 0, 0, 0],
    ];
    const PI: [usize; 4] = [0, 3, 2, 1];
    const ROUNDS: usize = 72;
}

impl Size<8> for Threefish<8> {
    const ROTATIONS: [[u32; 8]; 8] = [
        [46, 36, 19, 37, 0, 0, 0, 0],
        [33, 27, 14, 42, 0, 0, 0, 0],
        [17, 49, 36, 39, 0, 0, 0, 0],
        [44, 9, 54, 56, 0, 0, 0, 0],
        [39, 30, 34, 24, 0, 0, 0, 0],
        [13, 50, 10, 17, 0, 0, 0, 0],
        [25, 29, 39, 43, 0, 0, 0, 0],
        [8, 35, 56, 22, 0, 0, 0, 0],
    ];
    const PI: [usize; 8] = [2, 1, 4, 7, 6, 5, 0, 3];
    const ROUNDS: usize = 72;
}

impl Size<16> for Threefish<16> {
    const ROTATIONS: [[u32; 8]; 8] = [
        [24, 13, 8, 47, 8, 17, 22, 37],
        [38, 19, 10, 55, 49, 18, 23, 52],
        [33, 4, 51, 13, 34, 41, 59, 17],
        [5, 20, 48, 41, 47, 28, 16, 25],
        [41, 9, 37, 31, 12, 47, 44, 30],
        [16, 34, 56, 51, 4, 53, 42, 41],
        [31, 44, 47, 46, 19, 42, 44, 25],
        [9, 48, 35, 52, 23, 31, 37, 20],
    ];
    const PI: [usize; 16] = [0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1];
    const ROUNDS: usize = 80;
}
