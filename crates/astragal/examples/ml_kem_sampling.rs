//! Expands the matrix of ML-KEM (FIPS 203, algorithms 7 and 13) from a seed. Each of its k² polynomials is sampled by
//! rejection from its own SHAKE128 output. Four or eight of these outputs are computed in parallel, in whole blocks.

use astragal::keccak::batch;
use astragal::xof::Shake128;

/// Modulus q of the coefficients.
const Q: u16 = 3329;
/// Maximum number of coefficients in a 168-byte block of SHAKE128: two per 3 bytes.
const PER_BLOCK: usize = 112;

pub(crate) type Polynomial = [u16; 256];

/// Returns the matrix Â, row by row (FIPS 203 algorithm 13, lines 3 to 7).
pub(crate) fn matrix(seed: &[u8; 32], k: u8) -> Vec<Polynomial> {
    let inputs = inputs(seed, k);
    let mut rows = vec![[0; 256]; inputs.len()];
    let (eights, rest) = inputs.as_chunks::<8>();
    let (rows_of_eights, rows_of_rest) = rows.as_chunks_mut::<8>();
    eights.iter().zip(rows_of_eights).for_each(|(inputs, rows)| multi_buffer(inputs, rows));
    let (fours, rest) = rest.as_chunks::<4>();
    let (rows_of_fours, rows_of_rest) = rows_of_rest.as_chunks_mut::<4>();
    fours.iter().zip(rows_of_fours).for_each(|(inputs, rows)| multi_buffer(inputs, rows));
    rest.iter().zip(rows_of_rest).for_each(|(input, row)| *row = alone(input));
    rows
}

/// Returns the SHAKE128 input of each polynomial: the seed, then the column and the row.
pub(crate) fn inputs(seed: &[u8; 32], k: u8) -> Vec<[u8; 34]> {
    let input = |row: u8, column: u8| {
        let mut input = [0; 34];
        input[..32].copy_from_slice(seed);
        input[32..].copy_from_slice(&[column, row]);
        input
    };
    (0..k).flat_map(|row| (0..k).map(move |column| input(row, column))).collect()
}

/// Samples `N` polynomials from `N` parallel SHAKE128 outputs.
fn multi_buffer<const N: usize>(inputs: &[[u8; 34]; N], rows: &mut [Polynomial; N])
where
    batch::Batch<N>: batch::SupportedBatch,
{
    let mut samplers = [const { Sampler::new() }; N];
    let mut output = batch::shake128(inputs.each_ref().map(|input| input.as_slice()));
    while !samplers.iter().all(Sampler::is_full) {
        for (sampler, block) in samplers.iter_mut().zip(&output.squeeze_blocks()) {
            sampler.take(block);
        }
    }
    for (row, sampler) in rows.iter_mut().zip(&samplers) {
        row.copy_from_slice(&sampler.coefficients[..256]);
    }
}

/// Samples one polynomial without parallel processing. `main` compares the parallel results with it.
fn alone(input: &[u8; 34]) -> Polynomial {
    let mut sampler = Sampler::new();
    let mut xof = Shake128::new();
    xof.absorb(input);
    let mut output = xof.finalize();
    while !sampler.is_full() {
        sampler.take(&output.squeeze_block());
    }
    sampler.polynomial()
}

/// Implementation of SampleNTT (FIPS 203 algorithm 7) that processes the SHAKE128 output block by block.
pub(crate) struct Sampler {
    /// The 256 coefficients, followed by space for surplus coefficients from the last block.
    coefficients: [u16; 256 + PER_BLOCK],
    found: usize,
}

impl Sampler {
    pub(crate) const fn new() -> Self {
        Self { coefficients: [0; 256 + PER_BLOCK], found: 0 }
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.found >= 256
    }

    /// Samples coefficients from a block of output. Every 12 bits of the block form a candidate, which is accepted if
    /// it is less than q.
    pub(crate) fn take(&mut self, block: &[u8; 168]) {
        if self.is_full() {
            return;
        }
        let mut found = self.found;
        for bytes in block.as_chunks::<6>().0 {
            let mut word = [0; 8];
            word[..6].copy_from_slice(bytes);
            let word = u64::from_le_bytes(word);
            // Each pass processes four candidates, which fill at most four coefficients. One bounds check per pass is
            // therefore enough.
            let Some(places) = self.coefficients[found..].first_chunk_mut::<4>() else { break };
            let mut next = 0;
            for shift in [0, 12, 24, 36] {
                let candidate = (word >> shift & 0xfff) as u16;
                // If a candidate is q or more, the next candidate overwrites it. A branch on this condition would be
                // unpredictable.
                places[next] = candidate;
                next += usize::from(candidate < Q);
            }
            found += next;
        }
        self.found = found;
    }

    pub(crate) fn polynomial(self) -> Polynomial {
        let [polynomial, ..] = self.coefficients.as_chunks().0 else {
            unreachable!("the buffer has at least 256 coefficients")
        };
        *polynomial
    }
}

fn main() {
    let seed = [7; 32];
    for k in [2, 3, 4] {
        let matrix = matrix(&seed, k);
        for (polynomial, input) in matrix.iter().zip(&inputs(&seed, k)) {
            assert_eq!(*polynomial, alone(input));
            assert!(polynomial.iter().all(|&coefficient| coefficient < Q));
        }
        println!("k = {k}: {} polynomials, the first begins {:?}", matrix.len(), &matrix[0][..4]);
    }
}
