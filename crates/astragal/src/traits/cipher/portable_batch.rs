//! Portable bit-sliced rounds, which process several blocks at a time.

use super::lanes::{Lanes, Vector};
use super::rounds::Rounds;
use super::rounds_family::RoundsFamily;
use crate::platform::array::{Flat as _, copy};
use crate::platform::words::xor_into;

/// 16-byte block.
type Block = [u8; 16];

/// Key schedule whose portable code processes `W` blocks at a time.
pub(crate) trait PortableBatch<const W: usize> {
    /// Encrypts the blocks.
    fn encrypt(&self, blocks: &mut [Block; W]);
    /// Decrypts the blocks.
    fn decrypt(&self, blocks: &mut [Block; W]);
}

/// Rounds for encryption or decryption, with the round keys of a key schedule. They consist of vector rounds, and of
/// portable rounds over `W` blocks.
pub(crate) struct BatchRounds<'a, S, const W: usize, const DECRYPT: bool>(pub(crate) &'a S);

impl<S, const W: usize, const DECRYPT: bool> Clone for BatchRounds<'_, S, W, DECRYPT> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const W: usize, const DECRYPT: bool> Copy for BatchRounds<'_, S, W, DECRYPT> {}

impl<S: Lanes + PortableBatch<W>, const W: usize, const DECRYPT: bool> RoundsFamily
    for BatchRounds<'_, S, W, DECRYPT>
{
    type Block = Block;
    type State<V: Vector> = S::Vectors<V>;
    type Portable = Self;
    const USES_VAES: bool = S::USES_VAES;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, x: S::Vectors<V>) -> S::Vectors<V> {
        self.0.apply_lanes::<V, DECRYPT>(cpu, x)
    }
    #[inline(always)]
    fn portable(self) -> Self {
        self
    }
}

impl<S: PortableBatch<W>, const W: usize, const DECRYPT: bool> Rounds
    for BatchRounds<'_, S, W, DECRYPT>
{
    type Block = Block;
    type Blocks = [Block; W];
    type State = [Block; W];

    #[inline(always)]
    fn load(&self, blocks: &[Block]) -> [Block; W] {
        let mut state = [[0; 16]; W];
        copy(&mut state, blocks);
        state
    }

    #[inline(always)]
    fn apply(&self, mut blocks: [Block; W]) -> [Block; W] {
        if DECRYPT {
            self.0.decrypt(&mut blocks);
        } else {
            self.0.encrypt(&mut blocks);
        }
        blocks
    }

    #[inline(always)]
    fn xor(&self, mut a: [Block; W], b: [Block; W]) -> [Block; W] {
        xor_into(a.flat_mut(), b.flat());
        a
    }

    #[inline(always)]
    fn store(&self, state: [Block; W], blocks: &mut [Block]) {
        copy(blocks, &state);
    }
}
