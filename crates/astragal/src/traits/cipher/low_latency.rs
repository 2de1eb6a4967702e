//! Low-latency rounds, for messages of a few blocks. Each 16-byte lane of a vector holds one block in its natural byte
//! order.

use super::lanes::{Direction, Lanes, Vector};
use super::portable_batch::{BatchRounds, PortableBatch};
use super::rounds_family::{Backend, RoundsFamily, UseRounds};
use super::scalar::ScalarCipher;
use crate::platform::thresholds::FewBlocks;

type Block = [u8; 16];

/// Key schedule that also implements low-latency rounds. All methods are `#[inline(always)]`.
pub(crate) trait LowLatency: Lanes {
    /// Maximum number of blocks that the low-latency rounds process.
    const FEW: FewBlocks;

    /// Encrypts the block in each lane.
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
    /// Decrypts the block in each lane.
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
}

/// [`RoundsFamily`] that also has low-latency rounds.
pub(crate) trait LowLatencyFamily: RoundsFamily<Block = Block> {
    /// Value of [`LowLatency::FEW`].
    const FEW: FewBlocks;

    /// Encrypts or decrypts the block in each lane.
    fn apply_low_latency<V: Vector>(self, cpu: V::Proof, x: V) -> V;
}

macro_rules! low_latency_families {
    ($([$($bounds:tt)*] [$($width:tt)*] $rounds:ident;)+) => { $(
        impl<S: LowLatency + $($bounds)*, $(const $width: usize,)* const DECRYPT: bool> LowLatencyFamily
            for $rounds<'_, S, $($width,)* DECRYPT>
        {
            const FEW: FewBlocks = S::FEW;

            #[inline(always)]
            fn apply_low_latency<V: Vector>(self, cpu: V::Proof, x: V) -> V {
                if DECRYPT {
                    self.0.decrypt_low_latency(cpu, x)
                } else {
                    self.0.encrypt_low_latency(cpu, x)
                }
            }
        }
    )+ };
}

low_latency_families! {
    [ScalarCipher<Block = Block>] [] Direction;
    [PortableBatch<W>] [W] BatchRounds;
}

/// Adapter that runs the low-latency rounds of `F` as a [`RoundsFamily`]. A vector holds one block if `ONE` is true,
/// and up to four blocks otherwise.
#[derive(Clone, Copy)]
struct LowLatencyRounds<F, const ONE: bool>(F);

impl<F: LowLatencyFamily, const ONE: bool> RoundsFamily for LowLatencyRounds<F, ONE> {
    type Block = Block;
    type State<V: Vector> = [V; 1];
    type Portable = F::Portable;
    const USES_GFNI: bool = F::USES_GFNI;
    const VECTOR_BYTES: usize = if ONE { 16 } else { 64 };

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, [x]: [V; 1]) -> [V; 1] {
        [self.0.apply_low_latency(cpu, x)]
    }
    #[inline(always)]
    fn portable(self) -> F::Portable {
        self.0.portable()
    }
}

impl Backend {
    /// Runs the operation `user` with the fastest rounds for `blocks` blocks. These are either the low-latency rounds
    /// of the family `F` or its other rounds, `rounds`.
    #[inline]
    pub(crate) fn by_latency<F, U>(self, rounds: F, blocks: usize, user: U) -> U::Output
    where
        F: LowLatencyFamily,
        U: UseRounds<Block>,
    {
        // If the type `U` fixes the number of blocks, the compiler evaluates the conditions below, and removes the code
        // for other numbers of blocks.
        if const { U::COUNT.is_one() } || const { U::COUNT.may_be_one() } && blocks <= 1 {
            let rounds = LowLatencyRounds::<F, true>(rounds);
            user.run(self, rounds, rounds)
        } else if blocks <= self.few(F::FEW) {
            let rounds = LowLatencyRounds::<F, false>(rounds);
            user.run(self, rounds, rounds)
        } else {
            user.run(self, rounds, rounds)
        }
    }

    /// Runs the operation `user` on `blocks` blocks with the round keys `schedule`. Uses low-latency rounds for a few
    /// blocks, and the rounds of [`Lanes`] for more blocks.
    #[inline]
    pub(crate) fn lowest_latency<const DECRYPT: bool, S, U>(
        self,
        schedule: &S,
        blocks: usize,
        user: U,
    ) -> U::Output
    where
        S: LowLatency + ScalarCipher<Block = Block>,
        U: UseRounds<Block>,
    {
        self.by_latency(Direction::<S, DECRYPT>(schedule), blocks, user)
    }

    /// Returns the threshold of this backend. Portable rounds have no low-latency form, so any threshold does.
    pub(crate) fn few(self, threshold: FewBlocks) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => threshold.avx512,
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(_) => threshold.gfni,
            #[cfg(target_arch = "x86_64")]
            Self::Vaes(_) | Self::Avx2(_) => threshold.avx2,
            #[cfg(target_arch = "x86_64")]
            Self::Ssse3(_) => threshold.ssse3,
            _ => threshold.neon,
        }
    }

    /// Returns the number of 16-byte blocks in a vector of this backend.
    pub(crate) fn lanes(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => 4,
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(_) | Self::Vaes(_) | Self::Avx2(_) => 2,
            _ => 1,
        }
    }
}
