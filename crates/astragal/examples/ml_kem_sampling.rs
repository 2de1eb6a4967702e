//! The matrix of ML-KEM (FIPS 203, algorithms 7 and 13) from a seed: its k² polynomials are sampled by
//! rejection from as many SHAKE128 outputs, four or eight of them side by side.

use astragal::keccak::batch;
use astragal::xof::Shake128;

const Q: u16 = 3329;
type Polynomial = [u16; 256];

/// SampleNTT's rejection (FIPS 203 algorithm 7): two candidates of 12 bits in three bytes.
fn accept(block: &[u8], polynomial: &mut Polynomial, found: &mut usize) {
    for &[a, b, c] in block.as_chunks::<3>().0 {
        let candidates =
            [u16::from(a) | u16::from(b & 15) << 8, u16::from(b) >> 4 | u16::from(c) << 4];
        for candidate in candidates {
            if candidate < Q && *found < polynomial.len() {
                polynomial[*found] = candidate;
                *found += 1;
            }
        }
    }
}

/// `N` polynomials at once; the seed is public, so that rejection may take its time.
fn sample_side_by_side<const N: usize>(inputs: [&[u8; 34]; N]) -> [Polynomial; N] {
    let mut polynomials = [[0; 256]; N];
    let mut found = [0; N];
    let mut output = batch::shake128(inputs.map(|input| input.as_slice()));
    while found.iter().any(|&count| count < 256) {
        // 168 bytes are a whole number of triples: nothing is left over between blocks.
        for (block, (polynomial, found)) in
            output.squeeze_blocks().iter().zip(polynomials.iter_mut().zip(&mut found))
        {
            accept(block, polynomial, found);
        }
    }
    polynomials
}

/// The k × k matrix Â (FIPS 203 algorithm 13, line 3), row by row.
fn matrix(seed: &[u8; 32], k: u8) -> Vec<Polynomial> {
    let input = |i: u8, j: u8| {
        let mut input = [0; 34];
        input[..32].copy_from_slice(seed);
        input[32..].copy_from_slice(&[j, i]);
        input
    };
    let inputs: Vec<[u8; 34]> = (0..k).flat_map(|i| (0..k).map(move |j| input(i, j))).collect();
    let mut rows = Vec::with_capacity(inputs.len());
    let (eights, rest) = inputs.as_chunks::<8>();
    for eight in eights {
        rows.extend(sample_side_by_side(eight.each_ref()));
    }
    let (fours, rest) = rest.as_chunks::<4>();
    for four in fours {
        rows.extend(sample_side_by_side(four.each_ref()));
    }
    rows.extend(rest.iter().map(sample_alone));
    rows
}

/// One polynomial from one output: what the others must equal.
fn sample_alone(input: &[u8; 34]) -> Polynomial {
    let mut polynomial = [0; 256];
    let mut found = 0;
    let mut xof = Shake128::new();
    xof.absorb(input);
    let mut output = xof.finalize();
    while found < 256 {
        accept(&output.squeeze_block(), &mut polynomial, &mut found);
    }
    polynomial
}

fn main() {
    let seed = [7; 32];
    for k in [2, 3, 4] {
        let matrix = matrix(&seed, k);
        for (index, polynomial) in (0..).zip(&matrix) {
            let mut input = [7; 34];
            input[32..].copy_from_slice(&[index % k, index / k]);
            assert_eq!(*polynomial, sample_alone(&input));
            assert!(polynomial.iter().all(|&coefficient| coefficient < Q));
        }
        println!("k = {k}: {} polynomials, the first begins {:?}", matrix.len(), &matrix[0][..4]);
    }
}
