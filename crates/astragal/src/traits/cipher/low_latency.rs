//! Rounds on blocks that stay in their order, a block to a lane: done sooner for a few of them than those that bring
//! the same byte or word of many together.

use super::lanes::{Lanes, Vector};
use super::rounds_family::{Backend, RoundsFamily, UseRounds};
use super::scalar::{ScalarCipher, ScalarRounds};

type Block = [u8; 16];

/// A schedule with rounds over a vector of blocks in their order, which are `#[inline(always)]`.
pub(crate) trait LowLatency: Lanes + ScalarCipher<Block = Block> {
    /// How many times these rounds are done in less time than those of [`Lanes`], on machines of all kinds.
    const TIMES: usize;

    /// Encrypts each lane.
    fn encrypt_in_order<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
    /// Decrypts each lane.
    fn decrypt_in_order<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
}

/// A schedule's rounds in one direction.
struct LowLatencyRounds<'a, S, const DECRYPT: bool>(&'a S);

impl<S, const DECRYPT: bool> Clone for LowLatencyRounds<'_, S, DECRYPT> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const DECRYPT: bool> Copy for LowLatencyRounds<'_, S, DECRYPT> {}

impl<'a, S: LowLatency, const DECRYPT: bool> RoundsFamily for LowLatencyRounds<'a, S, DECRYPT> {
    type Block = Block;
    type State<V: Vector> = [V; 1];
    type Portable = ScalarRounds<'a, S, DECRYPT>;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, [x]: [V; 1]) -> [V; 1] {
        if DECRYPT { [self.0.decrypt_in_order(cpu, x)] } else { [self.0.encrypt_in_order(cpu, x)] }
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

impl Backend {
    /// Hands the rounds of `schedule` to `user` that are done soonest for `blocks` blocks.
    #[inline]
    pub(crate) fn soonest<const DECRYPT: bool, S, U>(
        self,
        schedule: &S,
        blocks: usize,
        user: U,
    ) -> U::Output
    where
        S: LowLatency,
        U: UseRounds<Block>,
    {
        if blocks <= S::TIMES * self.lanes() {
            self.over_blocks::<DECRYPT, _, _>(schedule, user)
        } else {
            self.over_lanes::<DECRYPT, _, _>(schedule, user)
        }
    }

    /// Hands the rounds of `schedule` on blocks in their order to `user`.
    #[inline]
    pub(crate) fn over_blocks<const DECRYPT: bool, S, U>(self, schedule: &S, user: U) -> U::Output
    where
        S: LowLatency,
        U: UseRounds<Block>,
    {
        let forms = LowLatencyRounds::<S, DECRYPT>(schedule);
        user.run(self, forms, forms)
    }

    /// The blocks of a vector.
    fn lanes(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => 4,
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(_) | Self::Avx2(_) => 2,
            _ => 1,
        }
    }
}

/// What the rooms' tests compare their rounds by.
#[cfg(test)]
pub(crate) mod tests {
    use super::super::rounds_family::tests::match_portable;
    use super::*;

    /// Every backend gives what the portable rounds give, for any number of blocks, in both directions.
    pub(crate) fn low_latency_matches_portable<S: LowLatency>(schedule: &S) {
        match_portable(LowLatencyRounds::<S, false>(schedule));
        match_portable(LowLatencyRounds::<S, true>(schedule));
    }
}
