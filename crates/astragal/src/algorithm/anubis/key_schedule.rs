//! Round keys of Anubis (Anubis §3.6 to §3.9).

use super::lanes::Gamma;
use super::tables::S;
use crate::platform::array::Flat as _;
use crate::platform::words::{erase, load_be, store_be};
use crate::traits::cipher::{Backend, Reversible};

/// Largest number of round keys. A key of ten words (40 bytes) needs 18 rounds. One more round key is added before the
/// first round.
const MAX_ROUND_KEYS: usize = 19;

/// Round keys K⁰ … Kᴿ. Each key is a 4 × 4 matrix of bytes, stored row by row.
#[derive(Clone)]
pub(super) struct Schedule {
    keys: [[u8; 16]; MAX_ROUND_KEYS],
    rounds: usize,
}

impl Schedule {
    /// Returns a schedule without round keys, for a key of `key_bytes` bytes.
    pub(super) const fn empty(key_bytes: usize) -> Self {
        Self { keys: [[0; 16]; MAX_ROUND_KEYS], rounds: 8 + key_bytes / 4 }
    }

    /// Expands a key of 16 to 40 bytes, a multiple of 4.
    pub(super) fn expand(&mut self, key: &[u8], backend: Backend) {
        let (rows, _) = key.as_chunks::<4>();
        let n = rows.len();
        let mut kappa = [[0; 4]; 10];
        kappa[..n].copy_from_slice(rows);
        for (r, k) in self.keys[..=8 + n].iter_mut().enumerate() {
            // Computes γ only once per round, because both the key selection and the key evolution begin with γ.
            let mut gamma = [[0; 4]; 12];
            gamma[..n].copy_from_slice(&kappa[..n]);
            for rows in gamma.as_chunks_mut::<4>().0 {
                let (bytes, _) = rows.flat_mut().as_chunks_mut();
                bytes[0] = backend.substitute::<Gamma>(bytes[0]);
            }
            *k = select(&gamma[..n]);
            evolve(&mut kappa[..n], &gamma[..n], r);
            erase(gamma.flat_mut());
        }
        erase(kappa.flat_mut());
    }

    /// Returns the round keys in order of use.
    #[inline(always)]
    pub(super) fn keys(&self) -> &[[u8; 16]] {
        &self.keys[..=self.rounds]
    }
}

impl Reversible for Schedule {
    /// Derives the schedule for decryption (Anubis §3.11): reverses the order of the round keys, and applies θ to all
    /// of them except the first and the last.
    fn reverse_into(&self, reversed: &mut Self, _: Backend) {
        let keys = &mut reversed.keys[..=self.rounds];
        keys.copy_from_slice(self.keys());
        keys.reverse();
        for key in &mut keys[1..self.rounds] {
            let rows: [u32; 4] = load_be(key);
            store_be(&rows.map(times_h), key);
        }
    }

    #[inline(always)]
    fn empty(&self) -> Self {
        Self { keys: [[0; 16]; MAX_ROUND_KEYS], rounds: self.rounds }
    }
}

/// Performs the steps of the key evolution ψ that follow γ: π, θ and the addition of the round constant.
fn evolve(kappa: &mut [[u8; 4]], gamma: &[[u8; 4]], round: usize) {
    let n = kappa.len();
    for (i, row) in kappa.iter_mut().enumerate() {
        // π rotates column j down by j rows.
        let rotated = core::array::from_fn(|j| gamma[(n + i - j) % n][j]);
        *row = times_h(u32::from_be_bytes(rotated)).to_be_bytes();
    }
    // The round constant consists of four consecutive entries of the S-box.
    for (byte, constant) in kappa[0].iter_mut().zip(&S[4 * round..]) {
        *byte ^= constant;
    }
}

/// Multiplies the row `a` by the matrix H in GF(2^8). Byte j of the product is `a[j]` + 2 (`a[j ⊕ 1]` + `a[j ⊕ 3]`) + 4
/// (`a[j ⊕ 2]` + `a[j ⊕ 3]`), where `a[j]` is byte j of the row.
const fn times_h(a: u32) -> u32 {
    let xor_2 = a.rotate_left(16);
    let xor_3 = a.swap_bytes();
    let xor_1 = xor_3.rotate_left(16);
    a ^ double(xor_1 ^ xor_3 ^ double(xor_2 ^ xor_3))
}

/// Multiplies each of the four bytes in `a` by x in GF(2^8).
const fn double(a: u32) -> u32 {
    (a & 0x7f7f_7f7f) << 1 ^ ((a >> 7 & 0x0101_0101) * 0x1d)
}

/// Performs the steps of the key selection φ that follow γ: ω and τ. The map ω multiplies by a Vandermonde matrix,
/// built from the powers of 1, 2, 6 and 8.
fn select(gamma: &[[u8; 4]]) -> [u8; 16] {
    // `columns[m]` holds byte m of each word of the result.
    let mut columns = [0; 4];
    for row in gamma.iter().rev() {
        let row = u32::from_le_bytes(*row);
        let [a, b, c, d] = columns;
        let c = double(c);
        columns = [a ^ row, double(b) ^ row, c ^ double(c) ^ row, double(double(double(d))) ^ row];
    }
    let columns: [[u8; 4]; 4] = columns.map(u32::to_le_bytes);
    core::array::from_fn(|i| columns[i % 4][i / 4])
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.keys.flat_mut());
    }
}
