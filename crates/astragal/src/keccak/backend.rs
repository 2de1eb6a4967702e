//! Which code runs Keccak-p[1600, n] here. No `unsafe`: a variant carries its proof.

use super::permutation::{State, keccak_p};
use crate::hash::{Implementation, Timing};

/// A way to run the permutation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Backend {
    Portable,
}

impl Backend {
    /// Every backend that this machine can run, the fastest first; the last is always portable.
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        [Some(Self::Portable)].into_iter().flatten()
    }

    /// The fastest backend that this machine can run.
    #[inline]
    pub(crate) fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The backend's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
        }
    }

    /// What the registry says of the family: every backend is constant-time.
    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), timing: Timing::Constant }
    }

    /// Applies Keccak-p[1600, `rounds`] to the state.
    #[inline]
    pub(crate) fn permute(self, state: &mut State, rounds: usize) {
        match self {
            Self::Portable => keccak_p(state, rounds),
        }
    }

    /// Absorbs blocks of `rate` bytes, permuting after each. `rate` is a multiple of 8 and divides the
    /// length of `blocks`.
    pub(crate) fn absorb_blocks(
        self,
        state: &mut State,
        blocks: &[u8],
        rate: usize,
        rounds: usize,
    ) {
        debug_assert!(rate.is_multiple_of(8) && blocks.len().is_multiple_of(rate));
        match self {
            Self::Portable => {
                for block in blocks.chunks_exact(rate) {
                    let (words, _) = block.as_chunks::<8>();
                    for (lane, word) in state.iter_mut().zip(words) {
                        *lane ^= u64::from_le_bytes(*word);
                    }
                    keccak_p(state, rounds);
                }
            }
        }
    }
}
