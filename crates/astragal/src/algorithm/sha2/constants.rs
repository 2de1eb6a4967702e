//! Constants of SHA-2: fractional parts of roots of primes (FIPS 180-4 §4.2, §5.3), derived at compile time.

/// 256-bit number, least significant word first.
type Wide = [u64; 4];

/// Round constants K of SHA-384 and SHA-512 (§4.2.3): fractional parts of the cube roots of the first 80 primes.
pub(crate) const K_64: [u64; 80] = {
    let mut k = [0; 80];
    let mut i = 0;
    while i < 80 {
        k[i] = root_fraction(PRIMES[i], 3);
        i += 1;
    }
    k
};

/// Round constants K of SHA-224 and SHA-256 (§4.2.2): the upper halves of the first 64 words of [`K_64`].
pub(crate) const K_32: [u32; 64] = upper_halves(K_64, 0);

/// Initial value of SHA-512 (§5.3.5): fractional parts of the square roots of the first eight primes.
pub(crate) const SHA512_IV: [u64; 8] = square_roots(0);
/// Initial value of SHA-384 (§5.3.4): fractional parts of the square roots of the ninth to sixteenth primes.
pub(crate) const SHA384_IV: [u64; 8] = square_roots(8);
/// Initial value of SHA-256 (§5.3.3): the upper halves of the words of [`SHA512_IV`].
pub(crate) const SHA256_IV: [u32; 8] = upper_halves(SHA512_IV, 0);
/// Initial value of SHA-224 (§5.3.2): the lower halves of the words of [`SHA384_IV`].
pub(crate) const SHA224_IV: [u32; 8] = upper_halves(SHA384_IV, 32);

/// Initial value of SHA-512/224 (§5.3.6.1).
pub(crate) const SHA512_224_IV: [u64; 8] = [
    0x8c3d_37c8_1954_4da2,
    0x73e1_9966_89dc_d4d6,
    0x1dfa_b7ae_32ff_9c82,
    0x679d_d514_582f_9fcf,
    0x0f6d_2b69_7bd4_4da8,
    0x77e3_6f73_04c4_8942,
    0x3f9d_85a8_6a1d_36c8,
    0x1112_e6ad_91d6_92a1,
];
/// Initial value of SHA-512/256 (§5.3.6.2).
pub(crate) const SHA512_256_IV: [u64; 8] = [
    0x2231_2194_fc2b_f72c,
    0x9f55_5fa3_c84c_64c2,
    0x2393_b86b_6f53_b151,
    0x9638_7719_5940_eabd,
    0x9628_3ee2_a88e_ffe3,
    0xbe5e_1e25_5386_3992,
    0x2b01_99fc_2c85_b8aa,
    0x0eb7_2ddc_81c5_2ca2,
];

const fn square_roots(first: usize) -> [u64; 8] {
    let mut roots = [0; 8];
    let mut i = 0;
    while i < 8 {
        roots[i] = root_fraction(PRIMES[first + i], 2);
        i += 1;
    }
    roots
}

/// Shifts the first `N` words to the left by `shift` bits and returns their upper halves.
const fn upper_halves<const N: usize, const M: usize>(words: [u64; M], shift: u32) -> [u32; N] {
    let mut halves = [0; N];
    let mut i = 0;
    while i < N {
        halves[i] = ((words[i] << shift) >> 32) as u32;
        i += 1;
    }
    halves
}

/// Returns the first 64 bits of the fractional part of a prime's square root (`degree` 2) or cube root (`degree` 3).
const fn root_fraction(prime: u64, degree: usize) -> u64 {
    // Finds the largest integer x with x^degree <= prime · 2^(64·degree). This x is the root times 2^64, rounded down,
    // so its lowest word holds the first 64 fractional bits of the root. All roots are below 8, so x has at most 67
    // bits.
    let mut target = [0; 4];
    target[degree] = prime;
    let mut x = [0; 4];
    let mut bit = 67;
    while bit > 0 {
        bit -= 1;
        x[bit / 64] |= 1 << (bit % 64);
        let square = product(x, x);
        let power = if degree == 2 { square } else { product(square, x) };
        if is_greater(power, target) {
            x[bit / 64] ^= 1 << (bit % 64);
        }
    }
    x[0]
}

/// Multiplies two numbers modulo 2^256.
const fn product(a: Wide, b: Wide) -> Wide {
    let mut sum = [0; 4];
    let mut i = 0;
    while i < 4 {
        let mut carry = 0;
        let mut j = 0;
        while i + j < 4 {
            let t = a[i] as u128 * b[j] as u128 + sum[i + j] as u128 + carry;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the upper half is added as the carry"
            )]
            {
                sum[i + j] = t as u64;
            }
            carry = t >> 64;
            j += 1;
        }
        i += 1;
    }
    sum
}

const fn is_greater(a: Wide, b: Wide) -> bool {
    let mut i = 4;
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] > b[i];
        }
    }
    false
}

/// The first 80 primes.
const PRIMES: [u64; 80] = {
    let mut primes = [0; 80];
    let mut found = 0;
    let mut candidate = 2;
    while found < 80 {
        let mut i = 0;
        while i < found && candidate % primes[i] != 0 {
            i += 1;
        }
        if i == found {
            primes[found] = candidate;
            found += 1;
        }
        candidate += 1;
    }
    primes
};
