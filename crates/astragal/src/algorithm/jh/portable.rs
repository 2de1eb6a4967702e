//! The compression function of JH as the submission describes it. It is also available at compile time.

/// State words x0 to x7. Each word holds 16 bytes of the state, little-endian.
pub(super) type State = [u128; 8];

/// The compression function F8 (JH §4.2). XORs the block into the first half of the state before the permutation, and
/// into the second half after the permutation.
#[inline]
pub(super) const fn compress(mut x: State, block: &[u8; 64]) -> State {
    let mut words = [0; 4];
    let mut i = 0;
    while i < 64 {
        words[i / 16] |= (block[i] as u128) << (8 * (i % 16));
        i += 1;
    }
    let mut i = 0;
    while i < 4 {
        x[i] ^= words[i];
        i += 1;
    }
    x = permute(x);
    let mut i = 0;
    while i < 4 {
        x[4 + i] ^= words[i];
        i += 1;
    }
    x
}

/// The permutation E8 (JH §3.4) in six groups of seven rounds.
#[inline]
const fn permute(mut x: State) -> State {
    let mut round = 0;
    while round < 42 {
        x = swap::<1>(substitute_and_mix(x, round));
        x = swap::<2>(substitute_and_mix(x, round + 1));
        x = swap::<4>(substitute_and_mix(x, round + 2));
        x = swap::<8>(substitute_and_mix(x, round + 3));
        x = swap::<16>(substitute_and_mix(x, round + 4));
        x = swap::<32>(substitute_and_mix(x, round + 5));
        x = swap::<64>(substitute_and_mix(x, round + 6));
        round += 7;
    }
    x
}

/// Applies the S-boxes and the linear layer L. Each bit of the round constant selects S-box S0 or S1.
#[inline(always)]
const fn substitute_and_mix(x: State, round: usize) -> State {
    let [even, odd] = ROUND_CONSTANTS[round];
    let [a0, a1, a2, a3] = substitute([x[0], x[2], x[4], x[6]], even);
    let [b0, b1, b2, b3] = substitute([x[1], x[3], x[5], x[7]], odd);
    // The linear layer L updates a pair of 4-bit elements A and B: B becomes B + 2 • A, then A becomes A + 2 • B. The
    // field is GF(2^4) modulo x^4 + x + 1 (JH §3.2).
    let b0 = b0 ^ a1;
    let b1 = b1 ^ a2;
    let b2 = b2 ^ a3 ^ a0;
    let b3 = b3 ^ a0;
    let a0 = a0 ^ b1;
    let a1 = a1 ^ b2;
    let a2 = a2 ^ b3 ^ b0;
    let a3 = a3 ^ b0;
    [a0, b0, a1, b1, a2, b2, a3, b3]
}

/// Applies the S-box S0 where the bit of `c` is 0, and S1 where the bit is 1. The circuit is the submission's
/// bit-sliced code.
#[inline(always)]
const fn substitute([mut m0, mut m1, mut m2, mut m3]: [u128; 4], c: u128) -> [u128; 4] {
    m3 = !m3;
    m0 ^= !m2 & c;
    let t = c ^ (m0 & m1);
    m0 ^= m2 & m3;
    m3 ^= !m1 & m2;
    m1 ^= m0 & m2;
    m2 ^= m0 & !m3;
    m0 ^= m1 | m3;
    m3 ^= m1 & m2;
    m1 ^= t & m0;
    m2 ^= t;
    [m0, m1, m2, m3]
}

/// Swaps adjacent groups of `BITS` bits in the odd state words.
#[inline(always)]
const fn swap<const BITS: u32>(mut x: State) -> State {
    // Mask with ones in every second group of bits: 0101… for `BITS` = 1, 0011… for 2, and so on.
    let low = u128::MAX / ((1 << BITS) + 1);
    let mut i = 1;
    while i < 8 {
        x[i] = (x[i] & low) << BITS | x[i] >> BITS & low;
        i += 2;
    }
    x
}

/// Bit-sliced round constants (JH §6.2.1): for each round, one constant for the even words and one for the odd words.
/// The constants of the first round are fractional bits of √2. The round function R6, which works on 2^6 elements,
/// computes the constants of each further round from those of the previous round.
#[rustfmt::skip]
pub(super) const ROUND_CONSTANTS: [[u128; 2]; 42] = [
    [0x5715_23b7_0a15_847b_67f8_15df_a2de_d572, 0x402b_d1c3_c54f_9f4e_f687_5a4d_90d6_ab81],
    [0x9a99_b266_99d2_c503_9cfa_455c_e03a_98ea, 0x31a2_db88_1a14_56b5_8a53_bbf2_b496_0266],
    [0x1044_c187_0ab2_3f40_db0e_199a_5c5a_a303, 0xdccd_e75e_adeb_336f_1d95_9e84_8019_051c],
    [0xd027_bbf7_1565_78dc_416b_bf02_9213_ba10, 0xd391_0041_d2bf_1a3f_5078_aa37_3981_2c0a],
    [0xce97_c092_9c9f_62dd_907e_ccf6_0d5a_2d42, 0x23fc_c663_d665_dfd1_ac44_2bc7_0ba7_5c18],
    [0xa8ec_6c44_7e45_0521_1ab8_e09e_036c_6e97, 0x9781_8394_b297_96fd_fa61_8e5d_bb03_f1ee],
    [0x956a_9ffb_2d8d_672a_2f30_03db_3785_8e4a, 0x1442_7fc0_4672_c78a_6c69_b8f8_8173_fe8a],
    [0x80bb_118f_a76f_4475_c45e_c7bd_8f15_f4c5, 0xf4a3_a698_1e00_b882_bc88_e4ae_b775_de52],
    [0x89f9_b7d5_2456_5faa_1563_a3a9_338f_f48e, 0x362c_4206_5ae9_ca36_fde0_5a7c_20ed_f1b6],
    [0xa74b_9a73_74f9_3a53_3d98_fe4e_4335_29ce, 0x9f5a_d8af_81ad_9d0e_8681_4e6f_591f_f5d0],
    [0x2717_b96e_be28_0b8b_6a62_34ee_6706_05a7, 0x7b48_7ec6_6f7e_a0e0_3f10_80c6_2607_7447],
    [0x9ef1_8e97_9fe7_e391_c0a4_f84a_a50a_550d, 0x62b0_e5f3_415a_9e7e_d48d_6050_8172_7686],
    [0x84c9_f4ce_001a_e4e3_7a20_5440_ec1f_9ffc, 0xa554_c324_117e_2e55_d895_fa9d_f594_d74f],
    [0xb2c4_a50f_e27f_f578_286e_febd_2872_df5b, 0x7f59_28eb_8593_7e44_2ed3_49ee_ef7c_8905],
    [0x65e4_d61d_f128_865e_4a31_24b3_3769_5f70, 0x8a87_d423_e843_fe74_e720_b951_0477_1bc7],
    [0xc1d9_309b_097a_cbdd_f294_7692_a3e8_297d, 0xbf82_9cf2_4f49_24da_e01b_dc5b_fb30_1b1d],
    [0x48bc_f8de_0544_320d_ffbf_70b4_31ba_e7a4, 0xa08b_29e0_c1c3_9f45_39d3_bb53_32fc_ae3b],
    [0x34f1_9042_1234_7094_0f09_aef7_fd05_c9e5, 0x4a98_2f4f_368e_3be9_95ed_44e3_01b7_71a2],
    [0xffaf_5287_4b44_c147_15f6_6ca0_631d_4088, 0xe68c_6ecc_c5b6_7046_30c6_0ae2_f14a_bb7e],
    [0xae18_3ec8_4b84_9dda_00ca_4fbd_56a4_d5a4, 0x6725_5c14_68ce_a6e8_add1_6430_45ce_5773],
    [0x9a99_949a_5806_e933_16e1_0ecb_f28c_daa3, 0x1885_d1a0_7fac_ced1_7b84_6fc2_20b2_601f],
    [0x46b4_a5aa_c01c_9a50_d319_dd8d_a15b_5932, 0x7eee_560b_ab19_caf6_ba6b_04e4_6763_3d9f],
    [0xee51_363b_35f7_bde9_7421_28a9_ea79_b11f, 0x0170_7da3_fec2_463a_76d3_5075_5aac_571d],
    [0x7967_6b9e_20ec_ed78_42d8_a498_afc1_35f7, 0x832c_8332_4d3b_c3fa_a8db_3aea_1563_8341],
    [0x9a76_2db7_34f0_4059_f347_271c_1f3b_40a7, 0xef59_57dc_398d_fdb8_fd4f_21d2_6c4e_3ee7],
    [0x0d70_f368_49d7_a25b_daeb_492b_490c_9b8d, 0x658e_f8e4_f0e9_a5f5_8455_8d7a_d0ae_3b7d],
    [0x5aec_3e75_9e07_a80c_533b_1036_f4a2_b8a0, 0x4cbc_baf8_555c_b05b_4f88_e856_9294_6891],
    [0x5d1c_6b72_d6f4_da75_7b94_87f3_993b_bbe3, 0x71db_28b8_50a5_346c_6db3_34dc_28ac_ae64],
    [0xfc75_dd59_3364_dbe3_2a51_8d10_f2e2_61f8, 0xb043_e802_3cd1_bb67_a23f_ce43_f1bc_ac1c],
    [0x5c53_16b4_4d19_347f_75a1_2988_ca5b_0a33, 0x3faf_eeb6_d775_7479_1e4d_790e_c394_3b92],
    [0x5127_234c_097e_f45c_2139_1abe_f7d4_a8ea, 0xadd5_a66d_4a17_a344_d23c_32ba_5324_a326],
    [0x563c_6b91_983d_5983_08c9_f2af_a63e_1db5, 0xf6c7_6e08_cc3e_e246_4d60_8672_a17c_f84c],
    [0x2ae6_c4ef_a566_d62b_5e76_bcb1_b333_982f, 0x6321_efbc_1582_ee74_36d4_c1be_e8b6_f406],
    [0x2658_5806_c45a_7da7_69c9_53f4_0d4e_c1fd, 0x3f9d_6328_3daf_907e_16fa_e006_1614_c17e],
    [0x300c_d4b7_30ce_aa5f_0cd2_9b00_e3f2_c9d2, 0x9af8_cee3_d830_eb0d_9832_e0f2_1651_2a74],
    [0xd368_8604_6ee6_51ff_9279_f1b5_7b9e_c54b, 0x0575_0a17_f3a6_e6cc_3167_96e6_574d_239b],
    [0x62a2_05f8_8452_173c_ce6c_3213_d981_76b1, 0x486a_9323_8254_46ff_4715_4778_b3cb_2bf4],
    [0x8e50_86fc_897c_fcf2_6565_5e4e_0758_df38, 0x4e47_7830_a209_40f0_86ca_0bd0_442e_7031],
    [0xbd3a_2ce4_37e9_5ef7_8338_f7d1_39ee_a065, 0xe7de_9fef_d1ed_44a3_6ff8_1301_26b2_9721],
    [0xbe42_dc12_f6f7_853c_d992_2576_15df_a08b, 0xdea8_3eaa_da7d_8d53_7eb0_27ab_7cec_a7d8],
    [0xf908_731a_fd43_f65a_d869_02bd_93ce_25aa, 0x6a21_fd4c_3366_4d97_a519_4a17_daef_5fc0],
    [0x9b54_cded_bb0f_1eea_7015_41db_3198_b435, 0xe26f_4791_bf9d_75f6_7240_9751_a163_d09a],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the S-box circuit with the submission's table (JH §3.1) for every value and both S-boxes.
    #[test]
    fn circuit_matches_the_s_boxes() {
        const S0: [u8; 16] = [9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14];
        const S1: [u8; 16] = [3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8];
        for (s_box, c) in [(S0, 0), (S1, u128::MAX)] {
            for (value, expected) in (0u8..).zip(s_box) {
                let bit = |place: u8| if value >> place & 1 == 1 { u128::MAX } else { 0 };
                let m = substitute([bit(3), bit(2), bit(1), bit(0)], c);
                let got = m.iter().fold(0, |value, word| value << 1 | (word & 1) as u8);
                assert_eq!(got, expected);
            }
        }
    }
}
