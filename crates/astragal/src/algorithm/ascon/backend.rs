//! Backends for Ascon-p. `avx512` keeps one word per vector register. `bmi` is the portable source, compiled with BMI
//! instructions. `andn` and `rorx` each replace two instructions, which makes the permutation a tenth faster.

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::byte_order::{ByteOrder, Operation};
use super::permutation::{State, permute};
use crate::platform::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::Bmi;
#[cfg(target_arch = "x86_64")]
use crate::platform::enter::Token as _;
use crate::traits::{Implementation, Timing};

backends! {
    /// Backend for the Ascon permutation.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Bmi(Bmi) = "bmi",
    }
}

impl Backend {
    /// Returns the name and the timing behaviour of the active backend, which all Ascon functions share. Every backend
    /// is constant-time.
    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), timing: Timing::Constant }
    }

    /// Applies the permutation Ascon-p with `ROUNDS` rounds.
    #[inline]
    pub(crate) fn permute<const ROUNDS: usize>(self, state: &mut State) {
        match self {
            // A single permutation stays in general registers, because moving the state to vectors and back costs more
            // time than vectors save.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => permute_bmi::<ROUNDS>(cpu.into(), state),
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(cpu) => permute_bmi::<ROUNDS>(cpu, state),
            Self::Portable => permute(state, ROUNDS),
        }
    }

    /// Applies Ascon-p with 1 to 12 rounds.
    #[inline]
    pub(crate) fn permute_some(self, state: &mut State, rounds: usize) {
        match rounds {
            12 => self.permute::<12>(state),
            8 => self.permute::<8>(state),
            6 => self.permute::<6>(state),
            1 => self.permute::<1>(state),
            _ => permute(state, rounds),
        }
    }

    /// XORs each block into the state and permutes the state after each block.
    pub(crate) fn absorb_blocks<O: ByteOrder, const RATE: usize, const ROUNDS: usize>(
        self,
        state: &mut State,
        blocks: &[[u8; RATE]],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::absorb_blocks::<O, RATE, ROUNDS>(cpu, state, blocks),
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(cpu) => cpu.enter(
                #[inline(always)]
                move || absorb_blocks::<O, RATE, ROUNDS>(state, blocks),
            ),
            Self::Portable => absorb_blocks::<O, RATE, ROUNDS>(state, blocks),
        }
    }

    /// Encrypts or decrypts blocks in place, or overwrites them with output. Permutes the state after each block.
    pub(crate) fn crypt_blocks<O: ByteOrder, const RATE: usize, const ROUNDS: usize>(
        self,
        operation: Operation,
        state: &mut State,
        blocks: &mut [[u8; RATE]],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => {
                avx512::crypt_blocks::<O, RATE, ROUNDS>(cpu, operation, state, blocks);
            }
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(cpu) => cpu.enter(
                // Each operation has its own loop, so the operation is tested once and not for every block.
                #[inline(always)]
                move || match operation {
                    Operation::Encrypt => {
                        crypt_blocks::<O, RATE, ROUNDS>(Operation::Encrypt, state, blocks);
                    }
                    Operation::Decrypt => {
                        crypt_blocks::<O, RATE, ROUNDS>(Operation::Decrypt, state, blocks);
                    }
                    Operation::Squeeze => {
                        crypt_blocks::<O, RATE, ROUNDS>(Operation::Squeeze, state, blocks);
                    }
                },
            ),
            Self::Portable => crypt_blocks::<O, RATE, ROUNDS>(operation, state, blocks),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn permute_bmi<const ROUNDS: usize>(cpu: Bmi, state: &mut State) {
    cpu.enter(
        #[inline(always)]
        move || permute(state, ROUNDS),
    );
}

#[inline(always)]
fn absorb_blocks<O: ByteOrder, const RATE: usize, const ROUNDS: usize>(
    state: &mut State,
    blocks: &[[u8; RATE]],
) {
    in_registers(
        state,
        #[inline(always)]
        |s| {
            for block in blocks {
                let (words, _) = block.as_chunks::<8>();
                for i in 0..RATE / 8 {
                    s[i] ^= O::load(words[i]);
                }
                permute(s, ROUNDS);
            }
        },
    );
}

#[inline(always)]
fn crypt_blocks<O: ByteOrder, const RATE: usize, const ROUNDS: usize>(
    operation: Operation,
    state: &mut State,
    blocks: &mut [[u8; RATE]],
) {
    in_registers(
        state,
        #[inline(always)]
        |s| {
            for block in blocks {
                let (words, _) = block.as_chunks_mut::<8>();
                for i in 0..RATE / 8 {
                    let given = operation.load::<O>(words[i]);
                    words[i] = O::store(s[i] ^ given);
                    s[i] = if operation == Operation::Decrypt { given } else { s[i] ^ given };
                }
                permute(s, ROUNDS);
            }
        },
    );
}

/// Calls `body` on a copy of the state, so that the compiler can keep the state in registers. On 32-bit targets, calls
/// `body` on the state itself.
#[inline(always)]
fn in_registers(state: &mut State, body: impl FnOnce(&mut State)) {
    if cfg!(target_pointer_width = "64") {
        let mut copy = *state;
        body(&mut copy);
        *state = copy;
    } else {
        body(state);
    }
}
