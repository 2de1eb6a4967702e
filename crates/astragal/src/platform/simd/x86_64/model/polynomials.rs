//! Models of arithmetic on polynomials over GF(2): AES, GFNI and carry-less multiplication.

use core::array::from_fn;

use super::Register;
use super::arithmetic::mask_8;

/// Multiplies bytes modulo x^8 + x^4 + x^3 + x + 1.
#[inline(always)]
fn product(a: u8, b: u8) -> u8 {
    let (mut sum, mut a) = (0, a);
    for bit in 0..8 {
        sum ^= a & mask_8(b >> bit & 1 == 1);
        a = (a << 1) ^ (0x1b & mask_8(a >= 128));
    }
    sum
}

/// Returns the inverse of `a`, computed as a^254. The inverse of 0 is 0.
#[inline(always)]
fn inverse(a: u8) -> u8 {
    let (mut power, mut square) = (1, a);
    for _ in 1..8 {
        square = product(square, square);
        power = product(power, square);
    }
    power
}

/// Computes SubBytes (FIPS 197 §5.1.1) of one byte.
#[inline(always)]
fn sub_byte(a: u8) -> u8 {
    let b = inverse(a);
    b ^ b.rotate_left(1) ^ b.rotate_left(2) ^ b.rotate_left(3) ^ b.rotate_left(4) ^ 0x63
}

/// Computes InvSubBytes (FIPS 197 §5.3.2) of one byte.
#[inline(always)]
fn inverse_sub_byte(a: u8) -> u8 {
    inverse(a.rotate_left(1) ^ a.rotate_left(3) ^ a.rotate_left(6) ^ 5)
}

/// Computes an AES round: SubBytes, ShiftRows, MixColumns, AddRoundKey. The last round has no MixColumns.
#[inline(always)]
pub(super) fn encrypt<const N: usize>(
    state: Register<N>,
    key: Register<N>,
    is_last: bool,
) -> Register<N> {
    state.lanes(key, |state, key| {
        let moved: [u8; 16] = from_fn(|i| sub_byte(state[(i + i % 4 * 4) % 16]));
        add(mixed(moved, [2, 3, 1, 1], is_last), key)
    })
}

/// Computes a round of the equivalent inverse cipher: InvShiftRows, InvSubBytes, InvMixColumns, AddRoundKey. The last
/// round has no InvMixColumns.
#[inline(always)]
pub(super) fn decrypt<const N: usize>(
    state: Register<N>,
    key: Register<N>,
    is_last: bool,
) -> Register<N> {
    state.lanes(key, |state, key| {
        let moved: [u8; 16] = from_fn(|i| inverse_sub_byte(state[(i + 16 - i % 4 * 4) % 16]));
        add(mixed(moved, [14, 11, 13, 9], is_last), key)
    })
}

/// Multiplies each column by the circulant matrix whose first row is `row`. In the last round, which has no MixColumns,
/// returns the state unchanged.
#[inline(always)]
fn mixed(state: [u8; 16], row: [u8; 4], is_last: bool) -> [u8; 16] {
    if is_last {
        return state;
    }
    from_fn(|i| {
        let terms = (0..4).map(|j| product(row[j], state[i / 4 * 4 + (i + j) % 4]));
        terms.fold(0, |sum, term| sum ^ term)
    })
}

#[inline(always)]
fn add(state: [u8; 16], key: &[u8; 16]) -> [u8; 16] {
    from_fn(|i| state[i] ^ key[i])
}

/// Applies the affine map of GF2P8AFFINEQB to each byte, and adds `constant`. Each 64-bit word of `matrices` is the bit
/// matrix for the eight bytes of `a` at the same position. Byte `7 - i` of a matrix gives bit `i` of the result.
#[inline(always)]
pub(super) fn affine<const N: usize>(
    a: Register<N>,
    matrices: Register<N>,
    constant: i32,
) -> Register<N> {
    Register::by_place(|i| {
        let rows = (0..8).map(|bit| {
            let row = matrices.0[i / 8 * 8 + 7 - bit];
            u8::from((row & a.0[i]).count_ones() % 2 == 1) << bit
        });
        rows.fold(constant.to_le_bytes()[0], |sum, bit| sum ^ bit)
    })
}

/// Inverts each byte, then applies the affine map like [`affine`] (GF2P8AFFINEINVQB).
#[inline(always)]
pub(super) fn affine_of_inverse<const N: usize>(
    a: Register<N>,
    matrices: Register<N>,
    constant: i32,
) -> Register<N> {
    affine(Register(a.0.map(inverse)), matrices, constant)
}

/// Multiplies each byte by the byte at the same index, modulo the polynomial x^8 + x^4 + x^3 + x + 1.
#[inline(always)]
pub(super) fn products<const N: usize>(a: Register<N>, b: Register<N>) -> Register<N> {
    Register::by_place(|i| product(a.0[i], b.0[i]))
}

/// Computes the carry-less product of one half of `a` and one half of `b` in each lane. Bit 0 of `halves` selects the
/// half of `a`, and bit 4 selects the half of `b`.
#[inline(always)]
pub(super) fn multiply<const N: usize>(a: Register<N>, b: Register<N>, halves: i32) -> Register<N> {
    a.lanes(b, |a, b| {
        let a = u64::from_le_bytes(a.as_chunks().0[usize::from(halves & 1 != 0)]);
        let b = u64::from_le_bytes(b.as_chunks().0[usize::from(halves & 16 != 0)]);
        let terms = (0..64).map(|i| (u128::from(a) << i) & u128::from(b >> i & 1).wrapping_neg());
        terms.fold(0, |sum, term| sum ^ term).to_le_bytes()
    })
}
