//! Anubis's round keys (Anubis §3.6 to §3.9).

use zeroize::Zeroize;

use super::round::{rows_times_h, theta};
use super::tables::{POLYNOMIAL, S, V};

/// Round keys at most: 18 rounds for a key of ten words.
const MOST: usize = 19;

/// The round keys K⁰ … Kᴿ: rows, the first byte most significant.
#[derive(Clone)]
pub(super) struct Schedule {
    keys: [[u32; 4]; MOST],
    rounds: usize,
}

impl Schedule {
    /// The round keys of a key of 16 to 40 bytes in whole words.
    pub(super) fn new(key: &[u8]) -> Self {
        let (rows, _) = key.as_chunks::<4>();
        let n = rows.len();
        let mut kappa = [[0; 4]; 10];
        kappa[..n].copy_from_slice(rows);
        let mut schedule = Self { keys: [[0; 4]; MOST], rounds: 8 + n };
        for (r, k) in schedule.keys[..=8 + n].iter_mut().enumerate() {
            if r > 0 {
                evolve(&mut kappa[..n], r - 1);
            }
            *k = select(&kappa[..n]);
        }
        kappa.as_flattened_mut().zeroize();
        schedule
    }

    /// The keys in the order of their use.
    pub(super) fn keys(&self) -> &[[u32; 4]] {
        &self.keys[..=self.rounds]
    }

    /// The schedule that decrypts: θ goes through all keys but the first and the last (Anubis §3.11).
    pub(super) fn reversed(&self) -> Self {
        let mut schedule = self.clone();
        let keys = &mut schedule.keys[..=self.rounds];
        keys.reverse();
        for key in &mut keys[1..self.rounds] {
            *key = theta(*key);
        }
        schedule
    }
}

/// ψ: γ, π, θ and the round constant.
fn evolve(kappa: &mut [[u8; 4]], round: usize) {
    let n = kappa.len();
    let mut a = [[0; 4]; 10];
    for (i, row) in a[..n].iter_mut().enumerate() {
        // Column j turns down by j.
        for (j, byte) in row.iter_mut().enumerate() {
            *byte = S[usize::from(kappa[(n + i - j) % n][j])];
        }
    }
    rows_times_h(&mut a[..n]);
    kappa.copy_from_slice(&a[..n]);
    for (byte, constant) in kappa[0].iter_mut().zip(&S[4 * round..]) {
        *byte ^= constant;
    }
    a.as_flattened_mut().zeroize();
}

/// φ: γ, ω and τ.
fn select(kappa: &[[u8; 4]]) -> [u32; 4] {
    let mut k = [[0; 4]; 4];
    for (row, v) in kappa.iter().zip(&V) {
        for (j, &byte) in row.iter().enumerate() {
            for (m, &factor) in v.iter().enumerate() {
                k[j][m] ^= times(factor, S[usize::from(byte)]);
            }
        }
    }
    k.map(u32::from_be_bytes)
}

/// `a · x`, where x is secret.
fn times(a: u8, x: u8) -> u8 {
    let mut product = 0;
    let mut power = a;
    for bit in 0..8 {
        product ^= power & (x >> bit & 1).wrapping_neg();
        power = crate::machine::gf256::multiply(power, 2, POLYNOMIAL);
    }
    product
}

impl Drop for Schedule {
    fn drop(&mut self) {
        self.keys.as_flattened_mut().zeroize();
    }
}
