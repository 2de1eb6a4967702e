//! Streebog: a hash in Miyaguchi–Preneel mode with digests of 32 or 64 bytes.
//!
//! # Standard
//! The Russian standard GOST R 34.11-2012, also published as RFC 6986. The RFC prints 512-bit numbers with the most
//! significant byte first. This module stores such a number in the order of the message bytes: as eight little-endian
//! words, least significant word first.
//!
//! # Files
//! `streebog.rs` holds the hash and uses the backends of `wide_trail`. `nibbles`: a decomposition of the S-box π, which
//! Kuznyechik uses too.
//!
//! # Backends
//! - `portable`: tables of 16 KiB.
//! - Vectors (`wide_trail`): process the key and the cipher state together. π is computed from 4-bit tables, or looked
//!   up in registers on AVX-512.
//!
//! # Constant time
//! The vector backends run in constant time. The portable backend indexes tables by the message, and the registry lists
//! it as `table-based`.
//!
//! # Tests
//! Tests compare the backends with the portable code, and check the decomposition of π and the carries of the checksum.
//! Known answers are in `astragal-vectors`.

mod nibbles;

use crate::algorithm::wide_trail::{
    Backend, Columns8, Layer, Linear, OneSBox, PermutationKernel, StatePair,
};
use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::platform::gf256::sums;
use crate::platform::words::{erase, load_le, store_le, xor_words};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};
pub(crate) use nibbles::Pi;

/// 512-bit number, least significant word first.
type Number = [u64; 8];

/// Incremental Streebog with a digest of 32 or 64 bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Streebog {
    /// The variables h, N and Σ of RFC 6986 §8: the chaining value, the number of compressed message bits, and the sum
    /// of the compressed blocks.
    h: Number,
    n: Number,
    sigma: Number,
    buffer: BlockBuffer<64>,
}

impl Streebog {
    /// Creates a hash with an initial value that repeats `byte`: 0 for a 512-bit digest, 1 for a 256-bit digest (RFC
    /// 6986 §5.1).
    const fn new(byte: u8) -> Self {
        let h = [u64::from_le_bytes([byte; 8]); 8];
        Self { h, n: [0; 8], sigma: [0; 8], buffer: BlockBuffer::new() }
    }
}

/// Kernel that compresses whole blocks (stage 2 of RFC 6986 §8) or the padded last block (stage 3). Each block contains
/// `bits` message bits.
struct Compress<'a> {
    h: &'a mut Number,
    n: &'a mut Number,
    sigma: &'a mut Number,
    blocks: &'a [[u8; 64]],
    bits: u64,
}

impl Compress<'_> {
    #[inline(always)]
    fn count(n: &mut Number, sigma: &mut Number, block: &[u8; 64], bits: u64) {
        *n = add(n, &[bits, 0, 0, 0, 0, 0, 0, 0]);
        *sigma = add(sigma, &load_le(block));
    }
}

impl PermutationKernel for Compress<'_> {
    type Width = Columns8;

    fn portable(self) {
        for block in self.blocks {
            *self.h = g(self.n, self.h, &load_le(block));
            Self::count(self.n, self.sigma, block, self.bits);
        }
    }

    #[inline(always)]
    fn vectorized<S: StatePair>(self, proof: S::Proof) {
        let mut h = load_number::<S>(proof, self.h);
        for block in self.blocks {
            let n = load_number::<S>(proof, self.n);
            h = g_in_pair(n, h, S::load(proof, block, &[0; 64]));
            Self::count(self.n, self.sigma, block, self.bits);
        }
        store_number(h, self.h);
    }
}

/// Kernel that computes h ← g_0(h, m), as at the end of stage 3 (RFC 6986 §8).
struct Last<'a> {
    h: &'a mut Number,
    m: &'a Number,
}

impl PermutationKernel for Last<'_> {
    type Width = Columns8;

    fn portable(self) {
        *self.h = g(&[0; 8], self.h, self.m);
    }

    #[inline(always)]
    fn vectorized<S: StatePair>(self, proof: S::Proof) {
        let n = load_number::<S>(proof, &[0; 8]);
        let (h, m) = (load_number(proof, self.h), load_number(proof, self.m));
        store_number(g_in_pair(n, h, m), self.h);
    }
}

/// The compression function g_N(h, m) = E(LPS(h ⊕ N), m) ⊕ h ⊕ m (RFC 6986 §7).
fn g(n: &Number, h: &Number, m: &Number) -> Number {
    let mut key = lps(&xor_words(*h, n));
    let mut state = xor_words(*m, &key);
    for constant in &C {
        state = lps(&state);
        key = lps(&xor_words(key, constant));
        state = xor_words(state, &key);
    }
    xor_words(xor_words(state, h), m)
}

/// Computes g_n(h, m). Each argument is the first state of a pair whose second state is 0, and so is the result. During
/// the rounds, the first state is the key, and the second state is the cipher state.
#[inline(always)]
fn g_in_pair<S: StatePair>(n: S, h: S, m: S) -> S {
    let key = lps_in_pair(h.xor(n)).first();
    let mut x = key.xor(key.xor(m).first_as_second());
    for round in 0..Round::CONSTANTS.len() {
        x = lps_in_pair(x.add_constants::<Round>(round));
        x = x.xor(x.first_as_second());
    }
    x.swap().xor(h).xor(m).first()
}

#[inline(always)]
fn lps_in_pair<S: StatePair>(x: S) -> S {
    x.substitute::<Round>().transpose_and_map::<Round>()
}

/// Loads a 512-bit number into the first state of a pair.
#[inline(always)]
fn load_number<S: StatePair>(proof: S::Proof, number: &Number) -> S {
    let mut bytes = [0; 64];
    store_le(number, &mut bytes);
    S::load(proof, &bytes, &[0; 64])
}

#[inline(always)]
fn store_number<S: StatePair>(x: S, number: &mut Number) {
    let mut bytes = [0; 64];
    x.store_first(&mut bytes);
    *number = load_le(&bytes);
}

/// Applies S, P and L in one step with lookup tables. S and P together replace byte j of word i with the S-box image of
/// byte i of word j. L then maps each word.
#[inline(always)]
fn lps(a: &Number) -> Number {
    let mut words = [0; 8];
    for i in 0..8 {
        for j in 0..8 {
            words[i] ^= TABLE[j][usize::from(a[j].to_le_bytes()[i])];
        }
    }
    words
}

/// Adds two numbers modulo 2^512.
#[inline(always)]
fn add(a: &Number, b: &Number) -> Number {
    let (mut sums, mut carry) = ([0; 8], false);
    for i in 0..8 {
        let (sum, over) = a[i].overflowing_add(b[i]);
        let (sum, over_again) = sum.overflowing_add(carry.into());
        carry = over | over_again;
        sums[i] = sum;
    }
    sums
}

impl SerializeState for Streebog {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        [&mut self.h, &mut self.n, &mut self.sigma]
            .into_iter()
            .try_for_each(|number| number.serialize(fields))?;
        self.buffer.serialize(Eager::Yes, fields)
    }
}

impl HashEngine for Streebog {
    fn update(&mut self, data: &[u8]) {
        let backend = Backend::best();
        let Self { h, n, sigma, buffer } = self;
        buffer.update(Eager::Yes, data, |blocks| {
            backend.run(Compress { h, n, sigma, blocks, bits: 512 });
        });
    }

    fn finish(&mut self, digest: &mut [u8]) {
        let backend = Backend::best();
        let Self { h, n, sigma, buffer } = self;
        let pending = buffer.pending().len();
        let mut block = *buffer.zero_padded();
        block[pending] = 1;
        let (blocks, bits) = (core::slice::from_ref(&block), 8 * pending as u64);
        backend.run(Compress { h, n, sigma, blocks, bits });
        erase(&mut block);
        backend.run(Last { h, m: n });
        backend.run(Last { h, m: sigma });
        // A 256-bit digest is the most significant half of the state, which is stored last.
        let mut output = [0; 64];
        store_le(h, &mut output);
        digest.copy_from_slice(&output[64 - digest.len()..]);
    }

    fn implementation() -> Implementation {
        Backend::best().implementation()
    }
}

impl Drop for Streebog {
    fn drop(&mut self) {
        erase(&mut self.h);
        erase(&mut self.n);
        erase(&mut self.sigma);
    }
}

hash_types! { "streebog", Streebog;
    Streebog256 = "streebog-256", digest 32, block 64, "RFC 6986": Streebog::new(1);
    Streebog512 = "streebog-512", digest 64, block 64, "RFC 6986": Streebog::new(0);
}

/// Round function of the cipher, applied to both the key and the cipher state.
struct Round;

impl Layer for Round {
    type Width = Columns8;
    type SBoxes = OneSBox<Pi>;
    /// Column offsets. Unused, because Streebog has the transposition P instead of a shift of rows.
    const FROM: [[usize; 8]; 2] = [[0; 8]; 2];
    /// Field polynomial. Unused, because RFC 6986 gives the linear map L as a bit matrix.
    const POLYNOMIAL: u16 = 0;
    const CONSTANTS: &'static [[[u64; 16]; 2]] = &{
        let mut constants = [[[0; 16]; 2]; 12];
        let mut i = 0;
        while i < 12 * 8 {
            constants[i / 8][0][i % 8] = C[i / 8][i % 8];
            i += 1;
        }
        constants
    };
}

impl Linear for Round {
    const IMAGES: [[u64; 8]; 8] = {
        let mut images = [[0; 8]; 8];
        let mut i = 0;
        while i < 64 {
            // Row 0 of the matrix is the image of the most significant bit (RFC 6986 §6.4).
            images[i / 8][i % 8] = A[63 - i];
            i += 1;
        }
        images
    };
}

/// Lookup table for L(S(word)): `TABLE[j][x]` is the contribution of byte `x` at position `j` of the word.
#[expect(clippy::cast_possible_truncation, reason = "an image has 64 bits")]
static TABLE: [[u64; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut j = 0;
    while j < 8 {
        let mut images = [0; 8];
        let mut bit = 0;
        while bit < 8 {
            images[bit] = Round::IMAGES[j][bit] as u128;
            bit += 1;
        }
        let images = sums(images);
        let mut x = 0;
        while x < 256 {
            table[j][x] = images[PI[x] as usize] as u64;
            x += 1;
        }
        j += 1;
    }
    table
};

/// The substitution π (RFC 6986 §6.2).
#[rustfmt::skip]
pub(crate) const PI: [u8; 256] = [
    0xfc, 0xee, 0xdd, 0x11, 0xcf, 0x6e, 0x31, 0x16, 0xfb, 0xc4, 0xfa, 0xda, 0x23, 0xc5, 0x04, 0x4d,
    0xe9, 0x77, 0xf0, 0xdb, 0x93, 0x2e, 0x99, 0xba, 0x17, 0x36, 0xf1, 0xbb, 0x14, 0xcd, 0x5f, 0xc1,
    0xf9, 0x18, 0x65, 0x5a, 0xe2, 0x5c, 0xef, 0x21, 0x81, 0x1c, 0x3c, 0x42, 0x8b, 0x01, 0x8e, 0x4f,
    0x05, 0x84, 0x02, 0xae, 0xe3, 0x6a, 0x8f, 0xa0, 0x06, 0x0b, 0xed, 0x98, 0x7f, 0xd4, 0xd3, 0x1f,
    0xeb, 0x34, 0x2c, 0x51, 0xea, 0xc8, 0x48, 0xab, 0xf2, 0x2a, 0x68, 0xa2, 0xfd, 0x3a, 0xce, 0xcc,
    0xb5, 0x70, 0x0e, 0x56, 0x08, 0x0c, 0x76, 0x12, 0xbf, 0x72, 0x13, 0x47, 0x9c, 0xb7, 0x5d, 0x87,
    0x15, 0xa1, 0x96, 0x29, 0x10, 0x7b, 0x9a, 0xc7, 0xf3, 0x91, 0x78, 0x6f, 0x9d, 0x9e, 0xb2, 0xb1,
    0x32, 0x75, 0x19, 0x3d, 0xff, 0x35, 0x8a, 0x7e, 0x6d, 0x54, 0xc6, 0x80, 0xc3, 0xbd, 0x0d, 0x57,
    0xdf, 0xf5, 0x24, 0xa9, 0x3e, 0xa8, 0x43, 0xc9, 0xd7, 0x79, 0xd6, 0xf6, 0x7c, 0x22, 0xb9, 0x03,
    0xe0, 0x0f, 0xec, 0xde, 0x7a, 0x94, 0xb0, 0xbc, 0xdc, 0xe8, 0x28, 0x50, 0x4e, 0x33, 0x0a, 0x4a,
    0xa7, 0x97, 0x60, 0x73, 0x1e, 0x00, 0x62, 0x44, 0x1a, 0xb8, 0x38, 0x82, 0x64, 0x9f, 0x26, 0x41,
    0xad, 0x45, 0x46, 0x92, 0x27, 0x5e, 0x55, 0x2f, 0x8c, 0xa3, 0xa5, 0x7d, 0x69, 0xd5, 0x95, 0x3b,
    0x07, 0x58, 0xb3, 0x40, 0x86, 0xac, 0x1d, 0xf7, 0x30, 0x37, 0x6b, 0xe4, 0x88, 0xd9, 0xe7, 0x89,
    0xe1, 0x1b, 0x83, 0x49, 0x4c, 0x3f, 0xf8, 0xfe, 0x8d, 0x53, 0xaa, 0x90, 0xca, 0xd8, 0x85, 0x61,
    0x20, 0x71, 0x67, 0xa4, 0x2d, 0x2b, 0x09, 0x5b, 0xcb, 0x9b, 0x25, 0xd0, 0xbe, 0xe5, 0x6c, 0x52,
    0x59, 0xa6, 0x74, 0xd2, 0xe6, 0xf4, 0xb4, 0xc0, 0xd1, 0x66, 0xaf, 0xc2, 0x39, 0x4b, 0x63, 0xb6,
];

/// Rows of the matrix A (RFC 6986 §6.4).
#[rustfmt::skip]
const A: [u64; 64] = [
    0x8e20_faa7_2ba0_b470, 0x4710_7ddd_9b50_5a38, 0xad08_b0e0_c328_2d1c, 0xd804_5870_ef14_980e,
    0x6c02_2c38_f90a_4c07, 0x3601_161c_f205_268d, 0x1b8e_0b0e_798c_13c8, 0x8347_8b07_b246_8764,
    0xa011_d380_818e_8f40, 0x5086_e740_ce47_c920, 0x2843_fd20_67ad_ea10, 0x14af_f010_bdd8_7508,
    0x0ad9_7808_d06c_b404, 0x05e2_3c04_6836_5a02, 0x8c71_1e02_341b_2d01, 0x46b6_0f01_1a83_988e,
    0x90da_b52a_387a_e76f, 0x486d_d415_1c3d_fdb9, 0x24b8_6a84_0e90_f0d2, 0x125c_3542_0748_7869,
    0x092e_9421_8d24_3cba, 0x8a17_4a9e_c812_1e5d, 0x4585_254f_6409_0fa0, 0xaccc_9ca9_328a_8950,
    0x9d4d_f05d_5f66_1451, 0xc0a8_78a0_a133_0aa6, 0x6054_3c50_de97_0553, 0x302a_1e28_6fc5_8ca7,
    0x1815_0f14_b9ec_46dd, 0x0c84_890a_d276_23e0, 0x0642_ca05_693b_9f70, 0x0321_658c_ba93_c138,
    0x8627_5df0_9ce8_aaa8, 0x439d_a078_4e74_5554, 0xafc0_503c_273a_a42a, 0xd960_281e_9d1d_5215,
    0xe230_140f_c080_2984, 0x7118_0a89_6040_9a42, 0xb60c_05ca_3020_4d21, 0x5b06_8c65_1810_a89e,
    0x456c_3488_7a38_05b9, 0xac36_1a44_3d1c_8cd2, 0x561b_0d22_900e_4669, 0x2b83_8811_4807_23ba,
    0x9bcf_4486_248d_9f5d, 0xc3e9_2243_12c8_c1a0, 0xeffa_11af_0964_ee50, 0xf97d_86d9_8a32_7728,
    0xe4fa_2054_a80b_329c, 0x727d_102a_548b_194e, 0x39b0_0815_2acb_8227, 0x9258_0484_15eb_419d,
    0x492c_0242_84fb_aec0, 0xaa16_0121_42f3_5760, 0x550b_8e9e_21f7_a530, 0xa48b_474f_9ef5_dc18,
    0x70a6_a56e_2440_598e, 0x3853_dc37_1220_a247, 0x1ca7_6e95_0910_51ad, 0x0edd_37c4_8a08_a6d8,
    0x07e0_9562_4504_536c, 0x8d70_c431_ac02_a736, 0xc838_6296_5601_dd1b, 0x641c_314b_2b8e_e083,
];

/// Iteration constants C1 to C12 (RFC 6986 §6.5).
#[rustfmt::skip]
const C: [Number; 12] = [
    [
        0xdd80_6559_f2a6_4507, 0x0576_7436_cc74_4d23, 0xa242_2a08_a460_d315, 0x4b7c_e091_9267_6901,
        0x714e_b88d_7585_c4fc, 0x2f6a_7643_2e45_d016, 0xebcb_2f81_c065_7c1f, 0xb108_5bda_1eca_dae9,
    ],
    [
        0xe679_0470_21b1_9bb7, 0x55dd_a21b_d7cb_cd56, 0x5cb5_61c2_db0a_a7ca, 0x9ab5_176b_12d6_9958,
        0x61d5_5e0f_16b5_0131, 0xf3fe_ea72_0a23_2b98, 0x4fe3_9d46_0f70_b5d7, 0x6fa3_b58a_a99d_2f1a,
    ],
    [
        0x991e_96f5_0aba_0ab2, 0xc2b6_f443_867a_db31, 0xc1c9_3a37_6062_db09, 0xd3e2_0fe4_9035_9eb1,
        0xf2ea_7514_b129_7b7b, 0x06f1_5e5f_529c_1f8b, 0x0a39_fc28_6a3d_8435, 0xf574_dcac_2bce_2fc7,
    ],
    [
        0x220c_bebc_84e3_d12e, 0x3453_eaa1_93e8_37f1, 0xd8b7_1333_9352_03be, 0xa9d7_2c82_ed03_d675,
        0x9d72_1cad_685e_353f, 0x488e_857e_335c_3c7d, 0xf948_e1a0_5d71_e4dd, 0xef1f_dfb3_e815_66d2,
    ],
    [
        0x6017_58fd_7c6c_fe57, 0x7a56_a27e_a9ea_63f5, 0xdfff_00b7_2327_1a16, 0xbfcd_1747_253a_f5a3,
        0x359e_35d7_800f_ffbd, 0x7f15_1c1f_1686_104a, 0x9a3f_410c_6ca9_2363, 0x4bea_6bac_ad47_4799,
    ],
    [
        0xfa68_407a_4664_7d6e, 0xbf71_c572_3690_4f35, 0x0af2_1f66_c2be_c6b6, 0xcffa_a6b7_1c9a_b7b4,
        0x187f_9ab4_9af0_8ec6, 0x2d66_c4f9_5142_a46c, 0x6fa4_c33b_7a30_39c0, 0xae4f_aeae_1d3a_d3d9,
    ],
    [
        0x8886_564d_3a14_d493, 0x3517_454c_a23c_4af3, 0x0647_6983_284a_0504, 0x0992_abc5_2d82_2c37,
        0xd347_3e33_197a_93c9, 0x399e_c6c7_e6bf_87c9, 0x51ac_86fe_bf24_0954, 0xf4c7_0e16_eeaa_c5ec,
    ],
    [
        0xa47f_0dd4_bf02_e71e, 0x36ac_c235_5951_a8d9, 0x69d1_8d2b_d1a5_c42f, 0xf489_2bcb_929b_0690,
        0x89b4_443b_4ddb_c49a, 0x4eb7_f871_9c36_de1e, 0x03e7_aa02_0c6e_4141, 0x9b1f_5b42_4d93_c9a7,
    ],
    [
        0x7261_4451_8323_5adb, 0x0e38_dc92_cb1f_2a60, 0x7b2b_8a9a_a607_9c54, 0x800a_440b_dbb2_ceb1,
        0x3cd9_55b7_e00d_0984, 0x3a7d_3a1b_2589_4224, 0x944c_9ad8_ec16_5fde, 0x378f_5a54_1631_229b,
    ],
    [
        0x74b4_c7fb_9845_9ced, 0x3698_fad1_153b_b6c3, 0x7a1e_6c30_3b76_52f4, 0x9fe7_6702_af69_334b,
        0x1fff_e18a_1b33_6103, 0x8941_e71c_ff8a_78db, 0x382a_e548_b2e4_f3f3, 0xabbe_dea6_8005_6f52,
    ],
    [
        0x6bca_a4cd_81f3_2d1b, 0xdea2_594a_c06f_d85d, 0xefba_cd1d_7d47_6e98, 0x8a1d_71ef_ea48_b9ca,
        0x2001_8021_1484_6679, 0xd8fa_6bbb_ebab_0761, 0x3002_c6cd_635a_fe94, 0x7bcd_9ed0_efc8_89fb,
    ],
    [
        0x48bc_924a_f11b_d720, 0xfaf4_17d5_d9b2_1b99, 0xe71d_a4aa_88e1_2852, 0x5d80_ef9d_1891_cc86,
        0xf820_12d4_3021_9f9b, 0xcda4_3c32_bcdf_1d77, 0xd213_80b0_0449_b17a, 0x378e_e767_f116_31ba,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pi_is_a_permutation() {
        let mut seen = [false; 256];
        PI.iter().for_each(|&value| seen[usize::from(value)] = true);
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn checksum_carries_through_all_words() {
        let one = [1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(add(&[u64::MAX; 8], &one), [0; 8]);
        assert_eq!(add(&[u64::MAX, u64::MAX, 0, 0, 0, 0, 0, 0], &one), [0, 0, 1, 0, 0, 0, 0, 0]);
    }
}
