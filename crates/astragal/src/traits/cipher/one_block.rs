//! Rounds for one block at a time, for ciphers whose S-boxes have 32-bit entries. They are used for one or two blocks
//! and in chaining modes.
//!
//! Each vector holds one word of the block, broadcast to every 32-bit element. A lookup then uses the whole vector:
//! each element searches a different part of the S-box.

use super::lanes::{BlockVectors, Lanes, Vector};
use super::rounds_family::{Backend, RoundsFamily, UseRounds};
use super::scalar::{ScalarCipher, ScalarRounds};
use crate::platform::array::Flat as _;
use crate::platform::cpu::table_lookups_are_allowed;
use crate::platform::thresholds;
use crate::traits::{Implementation, Timing};

type Block = [u8; 16];

/// Key schedule that also implements rounds for one block at a time. All methods are `#[inline(always)]`.
pub(crate) trait OneBlock: Lanes {
    /// Encrypts the block that is broadcast to every lane of `x`.
    fn encrypt_one_block<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
    /// Decrypts the block that is broadcast to every lane of `x`.
    fn decrypt_one_block<V: Vector>(&self, cpu: V::Proof, x: V) -> V;
}

/// One block, broadcast to every lane of a vector.
#[derive(Clone, Copy)]
pub(crate) struct Replicated<V>(pub(crate) V);

impl<V: Vector> BlockVectors<V> for Replicated<V> {
    type Block = Block;
    type Blocks = [Block; 1];

    #[inline(always)]
    fn load(cpu: V::Proof, blocks: &[Block]) -> Self {
        Self(V::splat(cpu, &blocks[0]))
    }
    #[inline(always)]
    fn store(self, blocks: &mut [Block]) {
        let mut lanes = [[0; 16]; 4];
        self.0.store(lanes.flat_mut());
        blocks[0] = lanes[0];
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }
}

/// Rounds for one block, for encryption or decryption, with the round keys of a key schedule.
struct OneBlockRounds<'a, S, const DECRYPT: bool>(&'a S);

impl<S, const DECRYPT: bool> Clone for OneBlockRounds<'_, S, DECRYPT> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const DECRYPT: bool> Copy for OneBlockRounds<'_, S, DECRYPT> {}

impl<'a, S: OneBlock + ScalarCipher<Block = Block>, const DECRYPT: bool> RoundsFamily
    for OneBlockRounds<'a, S, DECRYPT>
{
    type Block = Block;
    type State<V: Vector> = Replicated<V>;
    type Portable = ScalarRounds<'a, S, DECRYPT>;
    const USES_GFNI: bool = S::USES_GFNI;
    const ARE_LONG: bool = true;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, Replicated(x): Replicated<V>) -> Replicated<V> {
        Replicated(if DECRYPT {
            self.0.decrypt_one_block(cpu, x)
        } else {
            self.0.encrypt_one_block(cpu, x)
        })
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

/// Backends of a cipher that has vector rounds for one block, and portable rounds with table lookups. The portable
/// rounds are faster for small inputs, but use secrets as table indices. They are used only if the program allows table
/// lookups.
#[derive(Clone, Copy)]
pub(crate) struct BlockBackends {
    vectors: Backend,
    allow_tables: bool,
}

impl BlockBackends {
    /// Returns the fastest backends that this machine can run and the program allows.
    #[inline]
    pub(crate) fn best() -> Self {
        Self { vectors: Backend::best(), allow_tables: table_lookups_are_allowed() }
    }

    /// Returns a description of the backends. `tables` is the timing of the portable rounds. If the program allows
    /// table lookups, the description contains this timing, because small inputs may then use the portable rounds.
    pub(crate) fn implementation(self, tables: Timing) -> Implementation {
        let mut found = self.vectors.implementation(tables);
        if self.allow_tables {
            found.timing = tables;
        }
        found
    }

    /// Returns whether the key schedule is allowed to use secrets as table indices.
    pub(crate) fn tables_are_allowed(self) -> bool {
        self.allow_tables
    }

    /// Returns the backend for many blocks.
    pub(crate) fn vectors(self) -> Backend {
        self.vectors
    }

    /// Runs the operation `user` with the implementation of the rounds of `schedule` that is fastest for `blocks`
    /// blocks. One call of the rounds for a single block takes a half or a third of the time of one call of the rounds
    /// for many blocks. With 16-byte vectors, the times are equal.
    #[inline]
    pub(crate) fn rounds<const DECRYPT: bool, S, U>(
        self,
        schedule: &S,
        blocks: usize,
        user: U,
    ) -> U::Output
    where
        S: OneBlock + ScalarCipher<Block = Block>,
        U: UseRounds<Block>,
    {
        if self.allow_tables && blocks <= self.vectors.few(thresholds::BLOCKS_BY_TABLES) {
            let rounds = OneBlockRounds::<S, DECRYPT>(schedule);
            user.run(Backend::Portable, rounds, rounds)
        } else if const { U::COUNT.is_one() } || blocks <= self.vectors.few(thresholds::ONE_BLOCK) {
            let rounds = OneBlockRounds::<S, DECRYPT>(schedule);
            user.run(self.vectors, rounds, rounds)
        } else {
            self.vectors.over_lanes::<DECRYPT, S, U>(schedule, user)
        }
    }
}

/// Declares the type `RoundKeys` of a cipher family. The key schedule `$schedule` must implement [`OneBlock`].
/// `$tables` is the `Timing` of the portable rounds. By default, decryption uses the decryption rounds of `$schedule`.
/// With the option `reversed`, decryption uses the encryption rounds with the round keys in reverse order.
macro_rules! one_block_round_keys {
    (@decryption $keys:expr, $schedule:expr, $blocks:expr, $user:expr) => {
        $keys.rounds::<true, _, _>($schedule, $blocks, $user)
    };
    (@decryption $keys:expr, $schedule:expr, $blocks:expr, $user:expr, reversed) => {
        $keys.rounds::<false, _, _>(&$schedule.reversed(), $blocks, $user)
    };
    ($family:literal, $schedule:ty, $tables:expr $(, $reversed:ident)?) => {
        /// Round keys and the backends that use them.
        #[derive(Clone)]
        #[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
        pub struct RoundKeys($schedule, $crate::traits::cipher::BlockBackends);

        impl $crate::traits::cipher::KeySchedule for RoundKeys {
            const FAMILY: &'static str = $family;

            fn expand(key: &[u8], _: $crate::traits::cipher::KeyUse) -> Self {
                let backends = $crate::traits::cipher::BlockBackends::best();
                let schedule = if backends.tables_are_allowed() {
                    <$schedule>::by_tables(key)
                } else {
                    <$schedule>::new(key, backends.vectors())
                };
                Self(schedule, backends)
            }

            fn implementation() -> $crate::traits::Implementation {
                $crate::traits::cipher::BlockBackends::best().implementation($tables)
            }
        }

        impl $crate::traits::cipher::ChooseRounds for RoundKeys {
            type Block = [u8; 16];

            #[inline]
            fn encryption<U: $crate::traits::cipher::UseRounds<[u8; 16]>>(
                &self,
                blocks: usize,
                user: U,
            ) -> U::Output {
                self.1.rounds::<false, _, _>(&self.0, blocks, user)
            }

            #[inline]
            fn decryption<U: $crate::traits::cipher::UseRounds<[u8; 16]>>(
                &self,
                blocks: usize,
                user: U,
            ) -> U::Output {
                $crate::traits::cipher::one_block_round_keys!(
                    @decryption self.1, &self.0, blocks, user $(, $reversed)?
                )
            }
        }
    };
}

pub(crate) use one_block_round_keys;
