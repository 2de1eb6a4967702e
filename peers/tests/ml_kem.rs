//! Compares the expansion of ML-KEM's matrix with the crate `ml-kem`. The test computes a public key with astragal's
//! matrix and hashes. The crate must derive the same public key from the same seed.

use astragal::hash::Sha3_512;
use astragal::xof::Shake256;
use ml_kem::kem::KeyExport;
use ml_kem::{DecapsulationKey, MlKem512, MlKem768, MlKem1024, Seed};
use peers::{Matrix, Polynomial, ml_kem_matrices};

const Q: u32 = 3329;

#[test]
fn public_keys_match_the_crate_ml_kem() {
    for byte in 0..20 {
        let seed = Seed::from([byte; 64]);
        let theirs = [
            DecapsulationKey::<MlKem512>::from_seed(seed).encapsulation_key().to_bytes().to_vec(),
            DecapsulationKey::<MlKem768>::from_seed(seed).encapsulation_key().to_bytes().to_vec(),
            DecapsulationKey::<MlKem1024>::from_seed(seed).encapsulation_key().to_bytes().to_vec(),
        ];
        for (name, matrix) in ml_kem_matrices() {
            for (k, theirs) in (2..).zip(&theirs) {
                assert!(public_key(&[byte; 32], k, matrix) == *theirs, "{name}, k = {k}");
            }
        }
    }
}

/// Computes the public key of K-PKE.KeyGen (FIPS 203, algorithm 13).
fn public_key(d: &[u8; 32], k: u8, matrix: Matrix) -> Vec<u8> {
    let mut g = Sha3_512::new();
    g.update(d);
    g.update(&[k]);
    let g = g.finalize();
    let (rho, sigma) = (&g[..32].try_into().unwrap(), &g[32..]);
    let noise = |n: u8| ntt(centered(sigma, n, if k == 2 { 3 } else { 2 }));
    let secret: Vec<Polynomial> = (0..k).map(noise).collect();
    let matrix = matrix(rho, k);
    let mut key = Vec::new();
    for (row, n) in matrix.chunks(k.into()).zip(k..) {
        let mut sum = noise(n);
        for (entry, secret) in row.iter().zip(&secret) {
            let product = multiply(entry, secret);
            sum.iter_mut()
                .zip(product)
                .for_each(|(s, p)| *s = reduced(u32::from(*s) + u32::from(p)));
        }
        for pair in sum.chunks(2) {
            let bits = u32::from(pair[0]) | u32::from(pair[1]) << 12;
            key.extend(&bits.to_le_bytes()[..3]);
        }
    }
    key.extend(rho);
    key
}

fn reduced(value: u32) -> u16 {
    (value % Q) as u16
}

/// Samples a polynomial with SamplePolyCBD (FIPS 203, algorithm 8) from the output of the PRF. Each coefficient is
/// the difference of two sums of `eta` bits.
fn centered(sigma: &[u8], n: u8, eta: usize) -> Polynomial {
    let mut xof = Shake256::new();
    xof.absorb(sigma);
    xof.absorb(&[n]);
    let mut bytes = vec![0; 64 * eta];
    xof.finalize().squeeze(&mut bytes);
    let bit = |i: usize| u32::from(bytes[i / 8] >> (i % 8) & 1);
    let sum = |start: usize| (start..start + eta).map(bit).sum::<u32>();
    std::array::from_fn(|i| reduced(Q + sum(2 * i * eta) - sum((2 * i + 1) * eta)))
}

/// Returns 17 to the power of `exponent`. The NTT uses 17 as its root of unity.
fn zeta(exponent: u32) -> u32 {
    (0..exponent).fold(1, |power, _| power * 17 % Q)
}

/// Reverses the 7 bits of `i`.
fn reversed(i: u32) -> u32 {
    i.reverse_bits() >> 25
}

/// Computes the NTT (FIPS 203 algorithm 9).
fn ntt(mut f: Polynomial) -> Polynomial {
    let mut i = 1;
    let mut length = 128;
    while length >= 2 {
        for start in (0..256).step_by(2 * length) {
            let zeta = zeta(reversed(i));
            i += 1;
            for j in start..start + length {
                let t = zeta * u32::from(f[j + length]) % Q;
                f[j + length] = reduced(u32::from(f[j]) + Q - t);
                f[j] = reduced(u32::from(f[j]) + t);
            }
        }
        length /= 2;
    }
    f
}

/// Computes MultiplyNTTs (FIPS 203 algorithm 11).
fn multiply(f: &Polynomial, g: &Polynomial) -> Polynomial {
    let mut h = [0; 256];
    for i in 0..128 {
        let at = |p: &Polynomial, j: usize| u32::from(p[2 * i + j]);
        let gamma = zeta(2 * reversed(i as u32) + 1);
        h[2 * i] = reduced(at(f, 0) * at(g, 0) + at(f, 1) * at(g, 1) % Q * gamma);
        h[2 * i + 1] = reduced(at(f, 0) * at(g, 1) + at(f, 1) * at(g, 0));
    }
    h
}
