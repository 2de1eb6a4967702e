//! Low-latency rounds, for fewer blocks than a vector holds. Each lane holds one block in its natural byte order.

use super::lanes::{Lanes, Vector};
use super::rounds_family::{Backend, RoundsFamily, UseRounds};
use super::scalar::{ScalarCipher, ScalarRounds};

type Block = [u8; 16];

/// Key schedule with low-latency rounds. All methods are `#[inline(always)]`.
pub(crate) trait LowLatency: Lanes + ScalarCipher<Block = Block> {
    /// Maximum number of low-latency calls for one group of blocks. On every processor, this many calls take less time
    /// than one call to the rounds of [`Lanes`].
    const TIMES: usize;

    /// Encrypts the block in each lane.
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
    /// Decrypts the block in each lane.
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
}

/// Low-latency encryption or decryption rounds of a key schedule. If `ONE` is true, each call processes one block.
struct LowLatencyRounds<'a, S, const DECRYPT: bool, const ONE: bool>(&'a S);

impl<S, const DECRYPT: bool, const ONE: bool> Clone for LowLatencyRounds<'_, S, DECRYPT, ONE> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const DECRYPT: bool, const ONE: bool> Copy for LowLatencyRounds<'_, S, DECRYPT, ONE> {}

impl<'a, S: LowLatency, const DECRYPT: bool, const ONE: bool> RoundsFamily
    for LowLatencyRounds<'a, S, DECRYPT, ONE>
{
    type Block = Block;
    type State<V: Vector> = [V; 1];
    type Portable = ScalarRounds<'a, S, DECRYPT>;
    const VECTOR_BYTES: usize = if ONE { 16 } else { 64 };

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, [x]: [V; 1]) -> [V; 1] {
        if DECRYPT {
            [self.0.decrypt_low_latency(cpu, x)]
        } else {
            [self.0.encrypt_low_latency(cpu, x)]
        }
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

impl Backend {
    /// Calls `user` with the rounds that have the lowest latency for `blocks` blocks.
    #[inline]
    pub(crate) fn lowest_latency<const DECRYPT: bool, S, U>(
        self,
        schedule: &S,
        blocks: usize,
        user: U,
    ) -> U::Output
    where
        S: LowLatency,
        U: UseRounds<Block>,
    {
        if blocks <= 1 {
            self.over_blocks::<DECRYPT, _, _>(schedule, user)
        } else if blocks <= S::TIMES * self.lanes() {
            let forms = LowLatencyRounds::<S, DECRYPT, false>(schedule);
            user.run(self, forms, forms)
        } else {
            self.over_lanes::<DECRYPT, _, _>(schedule, user)
        }
    }

    /// Calls `user` with the low-latency rounds of `schedule`, one block at a time.
    #[inline]
    pub(crate) fn over_blocks<const DECRYPT: bool, S, U>(self, schedule: &S, user: U) -> U::Output
    where
        S: LowLatency,
        U: UseRounds<Block>,
    {
        let forms = LowLatencyRounds::<S, DECRYPT, true>(schedule);
        user.run(self, forms, forms)
    }

    /// Returns the number of 16-byte blocks in a vector of this backend.
    pub(crate) fn lanes(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => 4,
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(_) | Self::Avx2(_) => 2,
            _ => 1,
        }
    }
}

/// Comparison of the backends with the portable rounds, for the tests of cipher families.
#[cfg(test)]
pub(crate) mod tests {
    use super::super::rounds_family::tests::match_portable;
    use super::*;

    /// Asserts that every backend gives the same result as the portable rounds, for encryption and decryption of 1 to
    /// 150 blocks.
    pub(crate) fn low_latency_matches_portable<S: LowLatency>(schedule: &S) {
        match_portable(LowLatencyRounds::<S, false, false>(schedule));
        match_portable(LowLatencyRounds::<S, true, false>(schedule));
        match_portable(LowLatencyRounds::<S, false, true>(schedule));
        match_portable(LowLatencyRounds::<S, true, true>(schedule));
    }
}
