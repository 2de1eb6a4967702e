//! scryptROMix (RFC 7914 §5), scryptBlockMix (§4) and Salsa20/8 (§3), each for `L` instances in lock-step. Interleaving
//! the instances hides the latency of their dependent steps.

use core::array::from_fn;

use super::ScryptParams;
use super::backend::{Backend, Steps};
use crate::error::KdfError;
use crate::platform::arena::Arena;
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::WordRow;
use crate::platform::words::{load_le, store_le};
use crate::traits::kdf::Work;

/// Salsa20 block of sixteen 32-bit words, arranged in the order of [`PLACES`].
pub(super) type Cell = [u32; 16];

/// Maps the index of a word in a [`Cell`] to its index in Salsa20's 4×4 matrix. Each row of a cell holds a diagonal of
/// the matrix, so a column round works on whole rows. To compute a row round, the code first rotates the rows, and then
/// works on whole rows too.
const PLACES: [usize; 16] = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];

/// Number of bytes mixed between two calls to the progress callback (16 MiB).
const BYTES_BETWEEN_REPORTS: u64 = 16 << 20;

/// Working memory for the `together` instances that are computed in parallel.
pub(super) struct Memory<'m> {
    cells: &'m mut [Cell],
    /// Number of cells (Salsa20 blocks) in an scrypt block: 2r.
    block: usize,
    n: usize,
    together: usize,
}

impl<'m> Memory<'m> {
    pub(super) fn new(
        name: &'static str,
        params: &ScryptParams,
        together: u32,
        arena: &'m mut Arena,
    ) -> Result<Self, KdfError> {
        let refused = KdfError::Memory { algorithm: name, bytes: params.memory_bytes() };
        let n = usize::try_from(params.n).map_err(|_| refused)?;
        let (block, together) = (2 * params.r as usize, together as usize);
        let cells = n.checked_add(2).and_then(|blocks| blocks.checked_mul(block * together));
        let words = cells.and_then(|cells| cells.checked_mul(16)).ok_or(refused)?;
        let cells = arena.take::<u32>(name, words)?.as_chunks_mut().0;
        Ok(Self { cells, block, n, together })
    }

    /// Computes scryptROMix on each of the p parts of `blocks`.
    pub(super) fn mix(
        self,
        params: &ScryptParams,
        blocks: &mut [u8],
        backend: Backend,
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        let Self { cells, block, n, together } = self;
        let part_bytes = 64 * block;
        let groups = (params.p as usize).div_ceil(together) as u64;
        for (group, parts) in (0..).zip(blocks.chunks_mut(part_bytes * together)) {
            let count = parts.len() / part_bytes;
            let mut lanes: [Lane<'_>; 4] = {
                let mut rest = &mut cells[..];
                from_fn(|i| {
                    let cells = if i < count { (n + 2) * block } else { 0 };
                    let (own, after) = core::mem::take(&mut rest).split_at_mut(cells);
                    rest = after;
                    Lane::new(own, if i < count { block } else { 0 })
                })
            };
            for (lane, part) in lanes.iter_mut().zip(parts.chunks(part_bytes)) {
                lane.load(part);
            }
            let step = usize::try_from(BYTES_BETWEEN_REPORTS / part_bytes as u64);
            let step = step.unwrap_or(usize::MAX).max(1);
            for half in [Half::Fill, Half::Mix] {
                let mut from = 0;
                while from < n {
                    let done = group * 2 * n as u64 + half as u64 * n as u64 + from as u64;
                    work.report(done, groups * 2 * n as u64)?;
                    let to = n.min(from + step);
                    backend.run(&mut lanes[..count], &Steps { half, range: from..to, n });
                    from = to;
                }
            }
            for (lane, part) in lanes.iter().zip(parts.chunks_mut(part_bytes)) {
                lane.store(part);
            }
        }
        Ok(())
    }
}

/// One of the two loops of scryptROMix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// Steps 1 and 2 of scryptROMix, which fill V.
    Fill = 0,
    /// Step 3 of scryptROMix, which XORs blocks of V into X. The value of X selects each block.
    Mix = 1,
}

/// One instance of scryptROMix.
pub(super) struct Lane<'m> {
    /// V, an array of N blocks.
    v: &'m mut [Cell],
    /// X, the working block. The next value of X is built in `y`.
    x: &'m mut [Cell],
    y: &'m mut [Cell],
}

impl<'m> Lane<'m> {
    fn new(cells: &'m mut [Cell], block: usize) -> Self {
        let (x, rest) = cells.split_at_mut(block);
        let (y, v) = rest.split_at_mut(block);
        Self { v, x, y }
    }

    fn load(&mut self, part: &[u8]) {
        for (cell, bytes) in self.x.iter_mut().zip(part.as_chunks::<64>().0) {
            let words: [u32; 16] = load_le(bytes);
            *cell = PLACES.map(|place| words[place]);
        }
    }

    fn store(&self, part: &mut [u8]) {
        for (cell, bytes) in self.x.iter().zip(part.as_chunks_mut::<64>().0) {
            let mut words = [0; 16];
            for (&word, place) in cell.iter().zip(PLACES) {
                words[place] = word;
            }
            store_le(&words, bytes);
        }
    }

    /// Computes Integerify(X) mod N (§5, step 3) from words 0 and 1 of the last Salsa20 block of X.
    #[inline(always)]
    fn chosen(&self, n: usize) -> usize {
        let last = self.x[self.x.len() - 1];
        // In a cell, word 1 of Salsa20's matrix has index 13 (see [`PLACES`]).
        let number = u64::from(last[0]) | u64::from(last[13]) << 32;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the mask keeps only bits below N, which is a `usize`"
        )]
        {
            number as usize & (n - 1)
        }
    }
}

/// Runs the given steps of a scryptROMix loop in each lane.
#[inline(always)]
pub(super) fn run<R: WordRow<u32>, const L: usize>(
    proof: R::Proof,
    lanes: &mut [Lane<'_>; L],
    steps: &Steps,
) {
    let block = lanes[0].x.len();
    for i in steps.range.clone() {
        match steps.half {
            Half::Fill => {
                for lane in lanes.iter_mut() {
                    copy(&mut lane.v[i * block..(i + 1) * block], lane.x);
                }
                block_mix::<R, L, false>(proof, lanes, [0; L]);
            }
            Half::Mix => {
                let mut chosen = [0; L];
                for l in 0..L {
                    chosen[l] = lanes[l].chosen(steps.n) * block;
                }
                block_mix::<R, L, true>(proof, lanes, chosen);
            }
        }
        for lane in lanes.iter_mut() {
            core::mem::swap(&mut lane.x, &mut lane.y);
        }
    }
}

/// In each lane, computes scryptBlockMix (§4) of X and stores the result in Y. If `MIXED` is true, first XORs a block
/// of V into X. For each lane, `chosen` holds the position of this block in V, counted in cells (Salsa20 blocks).
#[inline(always)]
fn block_mix<R: WordRow<u32>, const L: usize, const MIXED: bool>(
    proof: R::Proof,
    lanes: &mut [Lane<'_>; L],
    chosen: [usize; L],
) {
    let block = lanes[0].x.len();
    let mut x = [[R::new(proof, [0; 4]); 4]; L];
    for (l, x) in x.iter_mut().enumerate() {
        *x = input::<R, MIXED>(proof, &lanes[l], chosen[l], block - 1);
    }
    for i in 0..block {
        for (l, x) in x.iter_mut().enumerate() {
            *x = xor(*x, input::<R, MIXED>(proof, &lanes[l], chosen[l], i));
        }
        x = salsa20_8(x);
        // Y holds the even-numbered Salsa20 blocks first, then the odd-numbered blocks.
        let place = i / 2 + if i % 2 == 0 { 0 } else { block / 2 };
        for l in 0..L {
            let x = x[l];
            let rows = [x[0].to_array(), x[1].to_array(), x[2].to_array(), x[3].to_array()];
            copy(&mut lanes[l].y[place], rows.flat());
        }
    }
}

/// Returns cell `i` of X. A cell is one Salsa20 block. If `MIXED` is true, first XORs cell `i` of the selected block of
/// V into it.
#[inline(always)]
fn input<R: WordRow<u32>, const MIXED: bool>(
    proof: R::Proof,
    lane: &Lane<'_>,
    chosen: usize,
    i: usize,
) -> [R; 4] {
    let cell = rows::<R>(proof, &lane.x[i]);
    if MIXED { xor(cell, rows::<R>(proof, &lane.v[chosen + i])) } else { cell }
}

#[inline(always)]
fn rows<R: WordRow<u32>>(proof: R::Proof, cell: &Cell) -> [R; 4] {
    let rows = cell.as_chunks::<4>().0;
    [R::new(proof, rows[0]), R::new(proof, rows[1]), R::new(proof, rows[2]), R::new(proof, rows[3])]
}

#[inline(always)]
fn xor<R: WordRow<u32>>(x: [R; 4], y: [R; 4]) -> [R; 4] {
    [x[0].xor(y[0]), x[1].xor(y[1]), x[2].xor(y[2]), x[3].xor(y[3])]
}

/// Computes Salsa20/8 (§3) on each of the `L` blocks.
#[inline(always)]
fn salsa20_8<R: WordRow<u32>, const L: usize>(x: [[R; 4]; L]) -> [[R; 4]; L] {
    let mut z = x;
    for _ in 0..4 {
        quarter_rounds(&mut z);
        for v in &mut z {
            *v = [v[0], v[3].turn_1(), v[2].turn_2(), v[1].turn_3()];
        }
        quarter_rounds(&mut z);
        for v in &mut z {
            *v = [v[0], v[3].turn_1(), v[2].turn_2(), v[1].turn_3()];
        }
    }
    for l in 0..L {
        for i in 0..4 {
            z[l][i] = z[l][i].add(x[l][i]);
        }
    }
    z
}

/// Computes four quarter rounds in parallel, on the columns. The caller rotates the rows to compute a row round.
#[inline(always)]
fn quarter_rounds<R: WordRow<u32>, const L: usize>(z: &mut [[R; 4]; L]) {
    for v in &mut *z {
        v[1] = v[1].xor(v[0].add(v[3]).rotate_right::<25, 7>());
    }
    for v in &mut *z {
        v[2] = v[2].xor(v[1].add(v[0]).rotate_right::<23, 9>());
    }
    for v in &mut *z {
        v[3] = v[3].xor(v[2].add(v[1]).rotate_right::<19, 13>());
    }
    for v in &mut *z {
        v[0] = v[0].xor(v[3].add(v[2]).rotate_right::<14, 18>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Salsa20/8 written as in RFC 7914 §3, to compare results in tests.
    fn oracle(b: [u32; 16]) -> [u32; 16] {
        let mut x = b;
        for _ in 0..4 {
            for [a, b, c, d] in [
                [0, 4, 8, 12],
                [5, 9, 13, 1],
                [10, 14, 2, 6],
                [15, 3, 7, 11],
                [0, 1, 2, 3],
                [5, 6, 7, 4],
                [10, 11, 8, 9],
                [15, 12, 13, 14],
            ] {
                x[b] ^= x[a].wrapping_add(x[d]).rotate_left(7);
                x[c] ^= x[b].wrapping_add(x[a]).rotate_left(9);
                x[d] ^= x[c].wrapping_add(x[b]).rotate_left(13);
                x[a] ^= x[d].wrapping_add(x[c]).rotate_left(18);
            }
        }
        from_fn(|i| x[i].wrapping_add(b[i]))
    }

    #[test]
    fn salsa_over_rows_matches_the_oracle() {
        let mut number = 0_u32;
        let words: [u32; 16] = from_fn(|_| {
            number = number.wrapping_add(0x9e37_79b9);
            number
        });
        let cell = PLACES.map(|place| words[place]);
        let [mixed] = salsa20_8([rows::<[u32; 4]>((), &cell)]);
        let expected = oracle(words);
        assert_eq!(mixed.as_flattened(), PLACES.map(|place| expected[place]));
    }
}
