//! Rounds of Anubis on vectors. Each vector holds whole blocks.

use super::key_schedule::Schedule;
use super::lanes::Gamma;
use super::tables::{H, POLYNOMIAL};
use crate::platform::matrix::Matrix;
use crate::traits::cipher::{LowLatency, Reversible, Vector};

impl LowLatency for Schedule {
    const TIMES: usize = 1;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let [first, keys @ .., last] = self.keys() else { return x };
        let mut x = x.xor(V::splat(cpu, first));
        for key in keys {
            x = TRANSPOSE_AND_MIX.times(x.substitute::<Gamma>()).xor(V::splat(cpu, key));
        }
        x.substitute::<Gamma>().shuffle_by(&TRANSPOSED).xor(V::splat(cpu, last))
    }

    #[inline(always)]
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        self.reversed().encrypt_low_latency(cpu, x)
    }
}

/// Position from which τ takes each byte. τ is an involution, so the byte at position i also moves to `TRANSPOSED[i]`.
#[expect(clippy::cast_possible_truncation, reason = "below 16")]
const TRANSPOSED: [u8; 16] = {
    let mut from = [0; 16];
    let mut i = 0;
    while i < 16 {
        from[i] = (4 * (i % 4) + i / 4) as u8;
        i += 1;
    }
    from
};

/// Matrix of the linear layer θ ∘ τ: transposes the state, then multiplies each row by H.
static TRANSPOSE_AND_MIX: Matrix = {
    let mut columns = [[0; 16]; 16];
    let mut i = 0;
    while i < 64 {
        let (to, j) = (TRANSPOSED[i / 4] as usize, i % 4);
        columns[i / 4][to / 4 * 4 + j] = H[to % 4][j];
        i += 1;
    }
    Matrix::new(&columns, POLYNOMIAL)
};
