//! Which code runs Ascon-p here: the same source, compiled for BMI where the processor has it. Its `andn`
//! and `rorx` do in one instruction what takes two without; measured, a round takes a quarter less.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "enters functions compiled for BMI, token in hand")
)]

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::duplex::{Direction, Order};
use super::permutation::{State, ascon_p};
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};
use crate::hash::{Implementation, Timing};

/// A way to run the permutation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// The token for AVX2 covers BMI1 and BMI2.
    #[cfg(target_arch = "x86_64")]
    Bmi(Avx2),
    Portable,
}

impl Backend {
    /// Every backend that this machine can run, the fastest first; the last is always portable.
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        [
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Self::Bmi),
            Some(Self::Portable),
        ]
        .into_iter()
        .flatten()
    }

    /// The fastest backend that this machine can run.
    #[inline]
    pub(crate) fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The backend's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(_) => "bmi",
            Self::Portable => "portable",
        }
    }

    /// What the registry says of the family: every backend is constant-time.
    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), timing: Timing::Constant }
    }

    /// Applies Ascon-p with `ROUNDS` rounds.
    #[inline]
    pub(crate) fn permute<const ROUNDS: usize>(self, state: State) -> State {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::permute::<ROUNDS>(cpu, state),
            // SAFETY: the token proves BMI1 and BMI2.
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(_) => unsafe { bmi::permute::<ROUNDS>(state) },
            Self::Portable => ascon_p(state, ROUNDS),
        }
    }

    /// Applies Ascon-p with 1 to 12 rounds, the number known at run time.
    pub(crate) fn permute_some(self, state: State, rounds: usize) -> State {
        match rounds {
            12 => self.permute::<12>(state),
            8 => self.permute::<8>(state),
            6 => self.permute::<6>(state),
            _ => ascon_p(state, rounds),
        }
    }

    /// Adds blocks to the state, permuting after each.
    pub(crate) fn absorb_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
        self,
        state: &mut State,
        blocks: &[[u8; RATE]],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::absorb_blocks::<O, RATE, ROUNDS>(cpu, state, blocks),
            // SAFETY: the token proves BMI1 and BMI2.
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(_) => unsafe { bmi::absorb_blocks::<O, RATE, ROUNDS>(state, blocks) },
            Self::Portable => absorb_blocks::<O, RATE, ROUNDS>(state, blocks),
        }
    }

    /// Encrypts or decrypts blocks in place, permuting after each.
    pub(crate) fn crypt_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
        self,
        direction: Direction,
        state: &mut State,
        blocks: &mut [[u8; RATE]],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => {
                avx512::crypt_blocks::<O, RATE, ROUNDS>(cpu, direction, state, blocks);
            }
            // SAFETY: the token proves BMI1 and BMI2.
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(_) => unsafe {
                bmi::crypt_blocks::<O, RATE, ROUNDS>(direction, state, blocks);
            },
            Self::Portable => crypt_blocks::<O, RATE, ROUNDS>(direction, state, blocks),
        }
    }
}

#[inline(always)]
fn absorb_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
    state: &mut State,
    blocks: &[[u8; RATE]],
) {
    // A copy, so that the words stay in registers from block to block.
    let mut s = *state;
    for block in blocks {
        let (words, _) = block.as_chunks::<8>();
        for (word, bytes) in s.iter_mut().zip(words) {
            *word ^= O::load(*bytes);
        }
        s = ascon_p(s, ROUNDS);
    }
    *state = s;
}

#[inline(always)]
fn crypt_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
    direction: Direction,
    state: &mut State,
    blocks: &mut [[u8; RATE]],
) {
    let mut s = *state;
    for block in blocks {
        let (words, _) = block.as_chunks_mut::<8>();
        for (word, bytes) in s.iter_mut().zip(words) {
            let given = O::load(*bytes);
            *bytes = O::store(*word ^ given);
            *word = if direction == Direction::Encrypt { *word ^ given } else { given };
        }
        s = ascon_p(s, ROUNDS);
    }
    *state = s;
}

/// The same code, compiled for BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
mod bmi {
    use super::{Direction, Order, State};

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn permute<const ROUNDS: usize>(state: State) -> State {
        super::ascon_p(state, ROUNDS)
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn absorb_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
        state: &mut State,
        blocks: &[[u8; RATE]],
    ) {
        super::absorb_blocks::<O, RATE, ROUNDS>(state, blocks);
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn crypt_blocks<O: Order, const RATE: usize, const ROUNDS: usize>(
        direction: Direction,
        state: &mut State,
        blocks: &mut [[u8; RATE]],
    ) {
        // Apart, so that the loop has no choice in it.
        match direction {
            Direction::Encrypt => {
                super::crypt_blocks::<O, RATE, ROUNDS>(Direction::Encrypt, state, blocks);
            }
            Direction::Decrypt => {
                super::crypt_blocks::<O, RATE, ROUNDS>(Direction::Decrypt, state, blocks);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascon::hash::LittleEndian;

    #[test]
    fn backends_match_portable() {
        let start = [1, 2 << 60, 3 << 30, !4, 5];
        let text: [[u8; 16]; 5] = [1u8, 2, 3, 4, 5].map(|i| [0x11 * i; 16]);
        let all = |backend: Backend| {
            let (mut absorbed, mut encrypted, mut decrypted) = (start, start, start);
            let (mut sealed, mut opened) = (text, text);
            backend.absorb_blocks::<LittleEndian, 16, 8>(&mut absorbed, &text);
            backend.crypt_blocks::<LittleEndian, 16, 8>(
                Direction::Encrypt,
                &mut encrypted,
                &mut sealed,
            );
            backend.crypt_blocks::<LittleEndian, 16, 8>(
                Direction::Decrypt,
                &mut decrypted,
                &mut opened,
            );
            let permuted = [backend.permute::<12>(start), backend.permute::<1>(start)];
            (absorbed, encrypted, decrypted, sealed, opened, permuted)
        };
        for backend in Backend::available() {
            assert_eq!(all(backend), all(Backend::Portable), "{} disagrees", backend.name());
        }
    }
}
