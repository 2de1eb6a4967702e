//! Anubis's round keys (Anubis §3.6 to §3.9).

use super::lanes::Gamma;
use super::tables::{S, V};
use crate::platform::words::{erase, load_be, store_be};
use crate::traits::cipher::{Backend, Reversible};

/// Round keys at most: 18 rounds for a key of ten words.
const MOST: usize = 19;

/// The round keys K⁰ … Kᴿ, row by row.
#[derive(Clone)]
pub(super) struct Schedule {
    keys: [[u8; 16]; MOST],
    rounds: usize,
}

impl Schedule {
    /// The round keys of a key of 16 to 40 bytes in whole words.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        let (rows, _) = key.as_chunks::<4>();
        let n = rows.len();
        let mut kappa = [[0; 4]; 10];
        kappa[..n].copy_from_slice(rows);
        let mut schedule = Self { keys: [[0; 16]; MOST], rounds: 8 + n };
        for (r, k) in schedule.keys[..=8 + n].iter_mut().enumerate() {
            // Both the round key and the next state begin with γ.
            let mut gamma = [[0; 4]; 12];
            gamma[..n].copy_from_slice(&kappa[..n]);
            for rows in gamma.as_chunks_mut::<4>().0 {
                let (bytes, _) = rows.as_flattened_mut().as_chunks_mut();
                bytes[0] = backend.substitute::<Gamma>(bytes[0]);
            }
            *k = select(&gamma[..n]);
            evolve(&mut kappa[..n], &gamma[..n], r);
            erase(gamma.as_flattened_mut());
        }
        erase(kappa.as_flattened_mut());
        schedule
    }

    /// The keys in the order of their use.
    pub(super) fn keys(&self) -> &[[u8; 16]] {
        &self.keys[..=self.rounds]
    }

    /// Whether another schedule has the same keys.
    #[cfg(test)]
    pub(super) fn keys_equal(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Reversible for Schedule {
    /// The schedule that decrypts: θ goes through all keys but the first and the last (Anubis §3.11).
    fn reversed(&self) -> Self {
        let mut schedule = self.clone();
        let keys = &mut schedule.keys[..=self.rounds];
        keys.reverse();
        for key in &mut keys[1..self.rounds] {
            let rows: [u32; 4] = load_be(key);
            store_be(&rows.map(times_h), key);
        }
        schedule
    }
}

/// The rest of ψ behind γ: π, θ and the round constant.
fn evolve(kappa: &mut [[u8; 4]], gamma: &[[u8; 4]], round: usize) {
    let n = kappa.len();
    for (i, row) in kappa.iter_mut().enumerate() {
        // Column j turns down by j.
        let turned = core::array::from_fn(|j| gamma[(n + i - j) % n][j]);
        *row = times_h(u32::from_be_bytes(turned)).to_be_bytes();
    }
    // The state behind the last round key is not used.
    for (byte, constant) in kappa[0].iter_mut().zip(&S[4 * round..]) {
        *byte ^= constant;
    }
}

/// The product of a row and H: a_j + 2 (a_{j+1} + a_{j+3}) + 4 (a_{j+2} + a_{j+3}), the indices being added bit by
/// bit.
const fn times_h(a: u32) -> u32 {
    let two_on = a.rotate_left(16);
    let three_on = a.swap_bytes();
    let one_on = three_on.rotate_left(16);
    a ^ double(one_on ^ three_on ^ double(two_on ^ three_on))
}

/// The product of four bytes and x.
const fn double(a: u32) -> u32 {
    (a & 0x7f7f_7f7f) << 1 ^ ((a >> 7 & 0x0101_0101) * 0x1d)
}

/// The rest of φ behind γ: ω and τ.
fn select(gamma: &[[u8; 4]]) -> [u8; 16] {
    // Byte m of each word of the result, side by side.
    let mut columns = [0; 4];
    for (row, factors) in gamma.iter().zip(&V) {
        let (row, mut factors) = (u32::from_le_bytes(*row), u32::from_le_bytes(*factors));
        for bit in 0..8 {
            let bits = row >> bit & 0x0101_0101;
            // 255 in each byte whose bit is set.
            let is_set = (bits << 8).wrapping_sub(bits);
            for (column, factor) in columns.iter_mut().zip(factors.to_le_bytes()) {
                *column ^= is_set & u32::from_ne_bytes([factor; 4]);
            }
            factors = double(factors);
        }
    }
    let columns: [[u8; 4]; 4] = columns.map(u32::to_le_bytes);
    core::array::from_fn(|i| columns[i % 4][i / 4])
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.keys.as_flattened_mut());
    }
}
