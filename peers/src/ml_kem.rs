//! Expansion of ML-KEM's matrix (FIPS 203, algorithm 13), which is sampled from SHAKE128. astragal's implementation is
//! the example `ml_kem_sampling.rs` of its crate, which interleaves several SHAKE128 states. All implementations use
//! the same rejection sampling.

#[path = "../../crates/astragal/examples/ml_kem_sampling.rs"]
#[expect(dead_code, reason = "the function `main` of the example is not called")]
mod example;

use libcrux_sha3::portable::incremental::shake128_absorb_final;
use libcrux_sha3::portable::incremental::shake128_init;
use libcrux_sha3::portable::incremental::shake128_squeeze_first_three_blocks;
use libcrux_sha3::portable::incremental::shake128_squeeze_next_block;
use shake::digest::{ExtendableOutput, Update, XofReader};

use example::{Sampler, inputs};

/// Polynomial, as the list of its 256 coefficients.
pub type Polynomial = [u16; 256];

/// Function that expands a seed into the k × k matrix, row by row. Its arguments are the seed and k.
pub type Matrix = fn(&[u8; 32], u8) -> Vec<Polynomial>;

/// Returns all implementations of the matrix expansion. The first is astragal's.
pub fn ml_kem_matrices() -> Vec<(&'static str, Matrix)> {
    let mut all: Vec<(&str, Matrix)> = vec![
        ("astragal", |seed, k| example::matrix(seed, k)),
        ("shake (RustCrypto), a loop", |seed, k| inputs(seed, k).iter().map(rustcrypto).collect()),
        ("libcrux-sha3, a loop", |seed, k| inputs(seed, k).iter().map(libcrux).collect()),
    ];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        all.push(("libcrux-sha3, four by AVX2", four_by_avx2::matrix));
    }
    all
}

fn rustcrypto(input: &[u8; 34]) -> Polynomial {
    let mut sampler = Sampler::new();
    let mut xof = shake::Shake128::default();
    xof.update(input);
    let mut output = xof.finalize_xof();
    let mut block = [0; 168];
    while !sampler.is_full() {
        output.read(&mut block);
        sampler.take(&block);
    }
    sampler.polynomial()
}

fn libcrux(input: &[u8; 34]) -> Polynomial {
    let mut sampler = Sampler::new();
    let mut state = shake128_init();
    shake128_absorb_final(&mut state, input);
    let mut blocks = [0; 504];
    shake128_squeeze_first_three_blocks(&mut state, &mut blocks);
    blocks.as_chunks().0.iter().for_each(|block| sampler.take(block));
    while !sampler.is_full() {
        let mut block = [0; 168];
        shake128_squeeze_next_block(&mut state, &mut block);
        sampler.take(&block);
    }
    sampler.polynomial()
}

#[cfg(target_arch = "x86_64")]
mod four_by_avx2 {
    use libcrux_sha3::avx2::x4::incremental::{
        init, shake128_absorb_final, shake128_squeeze_first_three_blocks,
        shake128_squeeze_next_block,
    };

    use super::{Polynomial, Sampler, inputs, libcrux};

    pub(super) fn matrix(seed: &[u8; 32], k: u8) -> Vec<Polynomial> {
        let inputs = inputs(seed, k);
        let (fours, rest) = inputs.as_chunks();
        let mut rows = Vec::with_capacity(inputs.len());
        // SAFETY: `ml_kem_matrices` lists this implementation only if the processor has AVX2.
        fours.iter().for_each(|four| rows.extend(unsafe { sample(four) }));
        rows.extend(rest.iter().map(libcrux));
        rows
    }

    /// Samples four polynomials. AVX2 is enabled for this function. The library functions that are inlined into it
    /// therefore use AVX2, as they do in an application that enables AVX2.
    #[target_feature(enable = "avx2")]
    fn sample(inputs: &[[u8; 34]; 4]) -> [Polynomial; 4] {
        let mut samplers = [const { Sampler::new() }; 4];
        let mut state = init();
        let [a, b, c, d] = inputs;
        shake128_absorb_final(&mut state, a, b, c, d);
        let mut blocks = [[0; 504]; 4];
        let [a, b, c, d] = &mut blocks;
        shake128_squeeze_first_three_blocks(&mut state, a, b, c, d);
        for (sampler, blocks) in samplers.iter_mut().zip(&blocks) {
            blocks.as_chunks().0.iter().for_each(|block| sampler.take(block));
        }
        while !samplers.iter().all(Sampler::is_full) {
            let mut blocks = [[0; 168]; 4];
            let [a, b, c, d] = &mut blocks;
            shake128_squeeze_next_block(&mut state, a, b, c, d);
            samplers.iter_mut().zip(&blocks).for_each(|(sampler, block)| sampler.take(block));
        }
        samplers.map(Sampler::polynomial)
    }
}
