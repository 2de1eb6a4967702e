//! The S-boxes of Serpent as circuits of Boolean functions of three words. AVX-512 evaluates each function in one
//! instruction. Each circuit has seven or eight functions, and was found by a randomized search. A function is given by
//! its truth table `T`: its value for the bits a, b and c is bit 4a + 2b + c of `T`.

/// One or more 32-bit words with element-wise operations.
pub(super) trait Words: Copy {
    /// XORs `word` into each element.
    fn xor_word(self, word: u32) -> Self;
    /// Returns `self ^ b ^ c`.
    fn xor3(self, b: Self, c: Self) -> Self;
    /// Rotates each element to the left by `LEFT` bits. `RIGHT` must be 32 - `LEFT`.
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self;
    /// Shifts each element to the left by `LEFT` bits.
    fn shift_left<const LEFT: i32>(self) -> Self;
    /// Applies the Boolean function with the truth table `T` to the bits of `self`, `b` and `c`.
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self;
}

/// A single word, which the portable rounds use.
impl Words for u32 {
    #[inline(always)]
    fn xor_word(self, word: u32) -> Self {
        self ^ word
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }
    #[inline(always)]
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        self.rotate_left(LEFT.cast_unsigned())
    }
    #[inline(always)]
    fn shift_left<const LEFT: i32>(self) -> Self {
        self << LEFT
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        // Evaluates the truth table for `self` = 0. Then flips each bit where `self` is 1 and the two halves of the
        // table differ.
        binary(T & 15, b, c) ^ self & binary(T & 15 ^ T >> 4, b, c)
    }
}

/// Applies a Boolean function of two words. Bit 2b + c of `table` is the value for the bits `b` and `c`.
#[inline(always)]
const fn binary(table: i32, b: u32, c: u32) -> u32 {
    match table {
        0 => 0,
        1 => !(b | c),
        2 => !b & c,
        3 => !b,
        4 => b & !c,
        5 => !c,
        6 => b ^ c,
        7 => !(b & c),
        8 => b & c,
        9 => !(b ^ c),
        10 => c,
        11 => !b | c,
        12 => b,
        13 => b | !c,
        14 => b | c,
        _ => !0,
    }
}

/// Applies the S-box that `number` selects, from S0 to S7. Word i of `x` holds bit i of each nibble.
#[inline(always)]
pub(super) fn substitute<W: Words>(number: usize, x: [W; 4]) -> [W; 4] {
    match number {
        0 => s0(x),
        1 => s1(x),
        2 => s2(x),
        3 => s3(x),
        4 => s4(x),
        5 => s5(x),
        6 => s6(x),
        _ => s7(x),
    }
}

/// Applies the inverse of the S-box that `number` selects, from S0 to S7.
#[inline(always)]
pub(super) fn substitute_inverse<W: Words>(number: usize, x: [W; 4]) -> [W; 4] {
    match number {
        0 => i0(x),
        1 => i1(x),
        2 => i2(x),
        3 => i3(x),
        4 => i4(x),
        5 => i5(x),
        6 => i6(x),
        _ => i7(x),
    }
}

#[inline(always)]
fn s0<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x71>(x1, x0);
    let t1 = t0.ternary::<0x93>(x3, x2);
    let t2 = x1.ternary::<0xa6>(x0, t1);
    let t3 = x3.ternary::<0x36>(x1, x0);
    let t4 = t2.ternary::<0x66>(x2, t3);
    let t5 = t4.ternary::<0x69>(t2, t0);
    let t6 = t5.ternary::<0xc9>(t3, t2);
    [t2, t5, t6, t4]
}

#[inline(always)]
fn s1<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x0.ternary::<0xb8>(x3, x1);
    let t1 = x2.ternary::<0x4b>(x1, x0);
    let t2 = t0.ternary::<0x66>(x3, t1);
    let t3 = t2.ternary::<0x96>(x1, x0);
    let t4 = t1.ternary::<0xa6>(t0, t3);
    let t5 = t3.ternary::<0xc5>(t1, t0);
    let t6 = t3.ternary::<0x4b>(t1, t0);
    [t5, t4, t2, t6]
}

#[inline(always)]
fn s2<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x96>(x2, x1);
    let t1 = x2.ternary::<0x6a>(x0, t0);
    let t2 = t0.ternary::<0x62>(x3, x0);
    let t3 = x2.ternary::<0xa6>(x1, t2);
    let t4 = t1.ternary::<0x59>(x1, x0);
    let t5 = x2.ternary::<0x56>(x1, t4);
    let t6 = t4.ternary::<0x25>(t2, t0);
    [t1, t6, t3, t5]
}

#[inline(always)]
fn s3<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x2.ternary::<0xb4>(x1, x3);
    let t1 = t0.ternary::<0xe6>(x1, x0);
    let t2 = t0.ternary::<0x96>(x3, t1);
    let t3 = t2.ternary::<0x98>(t1, t0);
    let t4 = x1.ternary::<0x6e>(x0, t3);
    let t5 = t4.ternary::<0x6a>(t2, t0);
    let t6 = t5.ternary::<0xac>(t1, x3);
    let t7 = t3.ternary::<0x96>(x0, t6);
    [t4, t7, t2, t5]
}

#[inline(always)]
fn s4<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x1.ternary::<0xac>(x0, x3);
    let t1 = x3.ternary::<0xc9>(x2, x0);
    let t2 = t0.ternary::<0x96>(x1, t1);
    let t3 = x3.ternary::<0x69>(x1, x0);
    let t4 = t2.ternary::<0xca>(t0, t3);
    let t5 = t4.ternary::<0x95>(t3, t1);
    let t6 = t3.ternary::<0x1e>(t2, x1);
    [t2, t5, t4, t6]
}

#[inline(always)]
fn s5<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x2b>(x1, x0);
    let t1 = x3.ternary::<0x66>(x2, t0);
    let t2 = t1.ternary::<0x65>(x3, x0);
    let t3 = t0.ternary::<0x98>(x1, t2);
    let t4 = t1.ternary::<0x36>(x3, x2);
    let t5 = t2.ternary::<0x9a>(x1, t4);
    let t6 = t5.ternary::<0xa9>(t1, x0);
    let t7 = t3.ternary::<0x56>(x3, t6);
    [t1, t3, t7, t5]
}

#[inline(always)]
fn s6<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x93>(x2, x0);
    let t1 = x3.ternary::<0x66>(x1, t0);
    let t2 = t1.ternary::<0xca>(x3, x0);
    let t3 = t2.ternary::<0x74>(t0, x1);
    let t4 = x3.ternary::<0x96>(x0, t3);
    let t5 = t4.ternary::<0x96>(t2, x1);
    let t6 = t5.ternary::<0x65>(t4, t0);
    [t4, t1, t5, t6]
}

#[inline(always)]
fn s7<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x2.ternary::<0x1c>(x1, x0);
    let t1 = x3.ternary::<0xa6>(x0, t0);
    let t2 = t1.ternary::<0x7e>(x2, x1);
    let t3 = x3.ternary::<0x96>(x0, t2);
    let t4 = t3.ternary::<0xd9>(x3, x2);
    let t5 = x1.ternary::<0x6a>(x0, t4);
    let t6 = t4.ternary::<0x4b>(t2, t0);
    let t7 = t5.ternary::<0x6a>(t3, t6);
    [t5, t3, t7, t1]
}

#[inline(always)]
fn i0<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x2.ternary::<0xe1>(x1, x0);
    let t1 = x3.ternary::<0x5a>(x2, t0);
    let t2 = x0.ternary::<0xd1>(x3, x1);
    let t3 = t2.ternary::<0xca>(x2, x0);
    let t4 = t1.ternary::<0x96>(x1, t3);
    let t5 = t4.ternary::<0x96>(t2, t0);
    let t6 = t4.ternary::<0x5c>(t2, t0);
    [t5, t6, t1, t4]
}

#[inline(always)]
fn i1<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x9a>(x1, x0);
    let t1 = x2.ternary::<0x5a>(x0, t0);
    let t2 = x1.ternary::<0x8d>(x0, x3);
    let t3 = t0.ternary::<0xac>(x3, x1);
    let t4 = t2.ternary::<0x4b>(x2, t3);
    let t5 = t4.ternary::<0x69>(t3, t1);
    let t6 = t5.ternary::<0x59>(t4, t0);
    [t5, t4, t6, t1]
}

#[inline(always)]
fn i2<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x1.ternary::<0x8b>(x3, x2);
    let t1 = t0.ternary::<0xc9>(x2, x0);
    let t2 = x3.ternary::<0x9a>(x1, t1);
    let t3 = t2.ternary::<0x96>(t0, x0);
    let t4 = t2.ternary::<0xb3>(t0, x2);
    let t5 = x3.ternary::<0x96>(x0, t4);
    let t6 = t5.ternary::<0x6a>(t3, t0);
    [t5, t2, t3, t6]
}

#[inline(always)]
fn i3<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x64>(x2, x1);
    let t1 = x3.ternary::<0x56>(x0, t0);
    let t2 = t1.ternary::<0x18>(x2, x1);
    let t3 = x3.ternary::<0x96>(x0, t2);
    let t4 = t3.ternary::<0x46>(x1, x0);
    let t5 = x3.ternary::<0xa6>(x2, t4);
    let t6 = t4.ternary::<0x9e>(t2, t0);
    let t7 = t5.ternary::<0xa6>(t3, t6);
    [t1, t7, t3, t5]
}

#[inline(always)]
fn i4<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x1.ternary::<0xa9>(x0, x2);
    let t1 = t0.ternary::<0x0d>(x3, x0);
    let t2 = x3.ternary::<0x96>(x1, t1);
    let t3 = t2.ternary::<0x95>(x3, x0);
    let t4 = t0.ternary::<0x96>(x3, t3);
    let t5 = t3.ternary::<0xa6>(t2, t0);
    let t6 = t5.ternary::<0xa6>(t4, t3);
    [t5, t2, t6, t4]
}

#[inline(always)]
fn i5<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x0.ternary::<0x59>(x3, x2);
    let t1 = t0.ternary::<0x70>(x1, x0);
    let t2 = x3.ternary::<0x96>(x1, t1);
    let t3 = t2.ternary::<0x9a>(x1, x0);
    let t4 = t0.ternary::<0x96>(x1, t3);
    let t5 = t3.ternary::<0x6a>(t2, t0);
    let t6 = t5.ternary::<0x65>(t4, t3);
    [t4, t5, t6, t2]
}

#[inline(always)]
fn i6<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x8e>(x0, x2);
    let t1 = x3.ternary::<0x2d>(x2, x0);
    let t2 = t0.ternary::<0x6a>(x1, t1);
    let t3 = t2.ternary::<0x96>(t0, x1);
    let t4 = t1.ternary::<0x96>(x2, x0);
    let t5 = x2.ternary::<0x66>(x1, t4);
    let t6 = t4.ternary::<0x87>(t3, t2);
    [t2, t5, t6, t3]
}

#[inline(always)]
fn i7<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x3d>(x1, x2);
    let t1 = t0.ternary::<0x34>(x1, x0);
    let t2 = x2.ternary::<0x96>(x0, t1);
    let t3 = x3.ternary::<0x38>(x2, x0);
    let t4 = t1.ternary::<0x96>(t0, t3);
    let t5 = t3.ternary::<0x36>(t0, x0);
    let t6 = t5.ternary::<0x95>(t2, x0);
    let t7 = t4.ternary::<0x56>(t3, t6);
    [t2, t5, t4, t7]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published tables of the S-boxes (Serpent §A.5).
    #[rustfmt::skip]
    const S: [[u8; 16]; 8] = [
        [3, 8, 15, 1, 10, 6, 5, 11, 14, 13, 4, 2, 7, 0, 9, 12],
        [15, 12, 2, 7, 9, 0, 5, 10, 1, 11, 14, 8, 6, 13, 3, 4],
        [8, 6, 7, 9, 3, 12, 10, 15, 13, 1, 14, 4, 0, 11, 5, 2],
        [0, 15, 11, 8, 12, 9, 6, 3, 13, 1, 2, 4, 10, 7, 5, 14],
        [1, 15, 8, 3, 12, 0, 11, 6, 2, 5, 4, 10, 9, 14, 7, 13],
        [15, 5, 2, 11, 4, 10, 9, 12, 0, 3, 14, 8, 13, 6, 7, 1],
        [7, 2, 12, 5, 8, 4, 6, 11, 14, 9, 1, 15, 13, 3, 10, 0],
        [1, 13, 15, 0, 14, 8, 2, 11, 7, 4, 12, 10, 9, 3, 5, 6],
    ];

    /// All 16 nibbles in bit-sliced order: nibble n is at bit position n.
    const ALL: [u32; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

    #[test]
    fn circuits_match_the_published_s_boxes() {
        for (number, s) in S.iter().enumerate() {
            let y = substitute(number, ALL);
            for (x, &value) in s.iter().enumerate() {
                let found = (0..4).fold(0, |sum, i| sum | (y[i] >> x & 1) << i);
                assert_eq!(found, u32::from(value), "S-box {number} at {x}");
            }
            assert_eq!(substitute_inverse(number, y).map(|word| word & 0xffff), ALL);
        }
    }
}
