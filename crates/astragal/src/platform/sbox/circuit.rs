//! Bit-sliced S-box of AES. A bit plane holds one bit of many bytes, and all these bytes are processed in parallel.
//!
//! SubBytes is the 113-gate circuit of Boyar and Peralta ("A depth-16 circuit for the AES S-box", 2011). InvSubBytes
//! uses the same circuit, with an inverse affine map before it and after it. The S-box is S(x) = A(x⁻¹) + 0x63, where A
//! is a linear map. Its inverse is therefore S⁻¹(y) = A⁻¹(S(A⁻¹(y + 0x63)) + 0x63).

use core::ops::{BitAnd, BitXor, Not};

/// Bit plane: a word that holds the same bit of many bytes.
pub(crate) trait Plane:
    Copy + BitAnd<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
}

impl<T: Copy + BitAnd<Output = T> + BitXor<Output = T> + Not<Output = T>> Plane for T {}

/// Applies SubBytes to bit planes. Plane 0 holds the least significant bits.
#[inline(always)]
pub(crate) fn aes<P: Plane>(planes: [P; 8]) -> [P; 8] {
    let [x7, x6, x5, x4, x3, x2, x1, x0] = planes;
    // Top linear layer
    let y14 = x3 ^ x5;
    let y13 = x0 ^ x6;
    let y9 = x0 ^ x3;
    let y8 = x0 ^ x5;
    let t0 = x1 ^ x2;
    let y1 = t0 ^ x7;
    let y4 = y1 ^ x3;
    let y12 = y13 ^ y14;
    let y2 = y1 ^ x0;
    let y5 = y1 ^ x6;
    let y3 = y5 ^ y8;
    let t1 = x4 ^ y12;
    let y15 = t1 ^ x5;
    let y20 = t1 ^ x1;
    let y6 = y15 ^ x7;
    let y10 = y15 ^ t0;
    let y11 = y20 ^ y9;
    let y7 = x7 ^ y11;
    let y17 = y10 ^ y11;
    let y19 = y10 ^ y8;
    let y16 = t0 ^ y11;
    let y21 = y13 ^ y16;
    let y18 = x0 ^ y16;
    // Nonlinear layer: multiplication and inversion in GF(2^4)
    let t2 = y12 & y15;
    let t4 = (y3 & y6) ^ t2;
    let t6 = (y4 & x7) ^ t2;
    let t7 = y13 & y16;
    let t9 = (y5 & y1) ^ t7;
    let t11 = (y2 & y7) ^ t7;
    let t12 = y9 & y11;
    let t14 = (y14 & y17) ^ t12;
    let t16 = (y8 & y10) ^ t12;
    let t21 = t4 ^ t14 ^ y20;
    let t22 = t6 ^ t16 ^ y19;
    let t23 = t9 ^ t14 ^ y21;
    let t24 = t11 ^ t16 ^ y18;
    let t25 = t21 ^ t22;
    let t26 = t21 & t23;
    let t27 = t24 ^ t26;
    let t29 = (t25 & t27) ^ t22;
    let t30 = t23 ^ t24;
    let t31 = t22 ^ t26;
    let t33 = (t31 & t30) ^ t24;
    let t34 = t23 ^ t33;
    let t35 = t27 ^ t33;
    let t36 = t24 & t35;
    let t37 = t36 ^ t34;
    let t38 = t27 ^ t36;
    let t40 = t25 ^ (t29 & t38);
    let t41 = t40 ^ t37;
    let t42 = t29 ^ t33;
    let t43 = t29 ^ t40;
    let t44 = t33 ^ t37;
    let t45 = t42 ^ t41;
    let z0 = t44 & y15;
    let z1 = t37 & y6;
    let z2 = t33 & x7;
    let z3 = t43 & y16;
    let z4 = t40 & y1;
    let z5 = t29 & y7;
    let z6 = t42 & y11;
    let z7 = t45 & y17;
    let z8 = t41 & y10;
    let z9 = t44 & y12;
    let z10 = t37 & y3;
    let z11 = t33 & y4;
    let z12 = t43 & y13;
    let z13 = t40 & y5;
    let z14 = t29 & y2;
    let z15 = t42 & y9;
    let z16 = t45 & y14;
    let z17 = t41 & y8;
    // Bottom linear layer
    let t46 = z15 ^ z16;
    let t47 = z10 ^ z11;
    let t48 = z5 ^ z13;
    let t49 = z9 ^ z10;
    let t50 = z2 ^ z12;
    let t51 = z2 ^ z5;
    let t52 = z7 ^ z8;
    let t53 = z0 ^ z3;
    let t54 = z6 ^ z7;
    let t55 = z16 ^ z17;
    let t56 = z12 ^ t48;
    let t57 = t50 ^ t53;
    let t58 = z4 ^ t46;
    let t59 = z3 ^ t54;
    let t60 = t46 ^ t57;
    let t61 = z14 ^ t57;
    let t62 = t52 ^ t58;
    let t63 = t49 ^ t58;
    let t64 = z4 ^ t59;
    let t65 = t61 ^ t62;
    let t66 = z1 ^ t63;
    let s0 = t59 ^ t63;
    let s6 = !(t56 ^ t62);
    let s7 = !(t48 ^ t60);
    let t67 = t64 ^ t65;
    let s3 = t53 ^ t66;
    let s4 = t51 ^ t66;
    let s5 = t47 ^ t65;
    let s1 = !(t64 ^ s3);
    let s2 = !(t55 ^ t67);
    [s7, s6, s5, s4, s3, s2, s1, s0]
}

/// Applies InvSubBytes to bit planes. Plane 0 holds the least significant bits.
#[inline(always)]
pub(crate) fn aes_inverse<P: Plane>(planes: [P; 8]) -> [P; 8] {
    inverse_affine(aes(inverse_affine(planes)))
}

/// Computes A⁻¹(x + 0x63), where A is the linear map in the S-box of AES (FIPS 197 §5.1.1). Bit `i` of the result is
/// the XOR of four bits: bits i + 2, i + 5 and i + 7 (modulo 8) of `x`, and bit `i` of 0x05.
#[inline(always)]
fn inverse_affine<P: Plane>(x: [P; 8]) -> [P; 8] {
    let [a, b, c, d, e, f, g, h] = x;
    [!(c ^ f ^ h), d ^ g ^ a, !(e ^ h ^ b), f ^ a ^ c, g ^ b ^ d, h ^ c ^ e, a ^ d ^ f, b ^ e ^ g]
}

/// Applies SubBytes (FIPS 197 §5.1.1) to each byte of a word with the bit-sliced circuit, without tables.
pub(crate) fn aes_word(word: u32) -> u32 {
    let mut planes = [0_u32; 8];
    for (i, plane) in planes.iter_mut().enumerate() {
        *plane = word >> i & 0x0101_0101;
    }
    let mut sum = 0;
    for (i, plane) in aes(planes).iter().enumerate() {
        sum |= (plane & 0x0101_0101) << i;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::gf256::inverse;

    /// The S-box of AES as FIPS 197 §5.1.1 defines it, for comparison.
    fn s_box(x: u8) -> u8 {
        let b = inverse(x, 0x11b);
        b ^ b.rotate_left(1) ^ b.rotate_left(2) ^ b.rotate_left(3) ^ b.rotate_left(4) ^ 0x63
    }

    #[test]
    fn circuit_matches_the_s_box() {
        for x in 0..=255_u8 {
            assert_eq!(aes_word(u32::from(x) << 8), 0x6363_0063 | u32::from(s_box(x)) << 8);
            let planes = core::array::from_fn(|i| s_box(x) >> i & 1);
            let back = aes_inverse(planes);
            let back: u8 = back.iter().enumerate().map(|(i, plane)| (plane & 1) << i).sum();
            assert_eq!(back, x);
        }
    }
}
