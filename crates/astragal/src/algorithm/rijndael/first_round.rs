//! The first round of counter mode with AES instructions.
//!
//! Only the last byte of a counter block changes, and after ShiftRows and MixColumns, it affects the first column only.
//! One AES instruction computes this column for four blocks.

use crate::platform::simd::AesVector;

/// States after the first encryption round of consecutive counter blocks that differ only in the last byte.
///
/// With several lanes, whole states are computed from whole counter blocks: `numbers` holds the counter blocks, `fixed`
/// and `key` hold the first two round keys, and the other fields are not used.
#[derive(Clone, Copy)]
pub(super) struct FirstRound<V: AesVector> {
    proof: V::Proof,
    /// State after the first round, whose columns except the first are the same for every counter block.
    common: V,
    /// First columns of the next eight states. Column `i` of the first vector is for block `i`.
    columns: [V; 2],
    /// Input of the first round for the first columns of four blocks in each lane, without the last bytes of the
    /// counter blocks.
    fixed: V,
    /// Last bytes of the next counter blocks.
    numbers: V,
    /// Round key of the first column, in each column.
    key: V,
}

impl<V: AesVector> FirstRound<V> {
    /// The first counter block is `first` plus `offset`. `keys` are the first two round keys.
    #[inline(always)]
    pub(super) fn new(proof: V::Proof, first: &[u8], offset: u32, keys: [&[u8; 16]; 2]) -> Self {
        let counters = V::counters(proof, &first.as_chunks().0[0], offset, 0);
        let [key, second] = [V::splat(proof, keys[0]), V::splat(proof, keys[1])];
        if const { V::LANES > 1 } {
            let columns = [key; 2];
            return Self {
                proof,
                common: key,
                columns,
                fixed: key,
                numbers: counters,
                key: second,
            };
        }
        let base = counters.xor(key);
        let last = V::splat(proof, &words([0x80, 0x80, 0x80, 15]));
        let fixed = base.shuffle(V::splat(proof, &words([0, 5, 10, 0x80])));
        let common = base.encrypt_round(second);
        let mut first = Self {
            proof,
            common,
            columns: [common; 2],
            fixed: fixed.xor(key.shuffle(last)),
            numbers: counters.shuffle(last).add_32(V::splat(proof, &last_bytes([1, 2, 3, 0]))),
            key: second.shuffle(V::splat(proof, &words([0, 1, 2, 3]))),
        };
        first.advance();
        first
    }

    /// Computes the first columns of the next eight blocks.
    #[inline(always)]
    fn advance(&mut self) {
        if const { V::LANES == 1 } {
            for columns in &mut self.columns {
                *columns = self.numbers.xor(self.fixed).encrypt_round(self.key);
                self.numbers = self.numbers.add_32(V::splat(self.proof, &last_bytes([4; 4])));
            }
        }
    }

    /// Returns the states of the next blocks.
    #[inline(always)]
    pub(super) fn states<const N: usize>(&mut self) -> [V; N] {
        let mut state = [self.common; N];
        if const { V::LANES > 1 } {
            for i in 0..N {
                let step = V::splat(self.proof, &number(i * V::LANES));
                state[i] = self.numbers.add_32(step).xor(self.fixed).encrypt_round(self.key);
            }
            self.numbers = self.numbers.add_32(V::splat(self.proof, &number(N * V::LANES)));
            return state;
        }
        for i in 0..N {
            let columns = self.columns[i / 4];
            state[i] = match i % 4 {
                0 => state[i].with_column::<0>(columns),
                1 => state[i].with_column::<1>(columns),
                2 => state[i].with_column::<2>(columns),
                _ => state[i].with_column::<3>(columns),
            };
        }
        self.advance();
        state
    }
}

/// Returns a number below 256 as a counter block.
#[expect(clippy::cast_possible_truncation, reason = "`number` is below 256")]
#[inline(always)]
const fn number(number: usize) -> [u8; 16] {
    let mut block = [0; 16];
    block[15] = number as u8;
    block
}

/// Returns four equal words.
#[inline(always)]
const fn words(word: [u8; 4]) -> [u8; 16] {
    (u32::from_le_bytes(word) as u128 * 0x1_0000_0001_0000_0001_0000_0001).to_le_bytes()
}

/// Returns words whose last bytes are `numbers`.
#[inline(always)]
const fn last_bytes(numbers: [u8; 4]) -> [u8; 16] {
    let [a, b, c, d] = numbers;
    [0, 0, 0, a, 0, 0, 0, b, 0, 0, 0, c, 0, 0, 0, d]
}
