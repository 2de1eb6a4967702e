//! The S-boxes as circuits of functions of three words. AVX-512 evaluates each function in one instruction. Each circuit
//! has seven or eight functions, and was found by a randomized search. A function is given by its truth table `T`: its
//! value for the bits a, b and c is bit 4a + 2b + c of `T`.

use super::Words;

#[inline(always)]
pub(super) fn s0<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x71>(x1, x0);
    let t1 = t0.ternary::<0x93>(x3, x2);
    let t2 = x1.ternary::<0x59>(x0, t1);
    let t3 = x3.ternary::<0x36>(x1, x0);
    let t4 = t2.ternary::<0x66>(x2, t3);
    let t5 = t4.ternary::<0x69>(t2, t0);
    let t6 = t5.ternary::<0x6c>(t3, t2);
    [t2, t5, t6, t4]
}

#[inline(always)]
pub(super) fn s1<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x0.ternary::<0xb8>(x3, x1);
    let t1 = x2.ternary::<0x4b>(x1, x0);
    let t2 = t0.ternary::<0x99>(x3, t1);
    let t3 = t2.ternary::<0x69>(x1, x0);
    let t4 = t1.ternary::<0x59>(t0, t3);
    let t5 = t3.ternary::<0x3a>(t1, t0);
    let t6 = t3.ternary::<0xb4>(t1, t0);
    [t5, t4, t2, t6]
}

#[inline(always)]
pub(super) fn s2<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x96>(x2, x1);
    let t1 = x2.ternary::<0x6a>(x0, t0);
    let t2 = t0.ternary::<0x62>(x3, x0);
    let t3 = x2.ternary::<0xa6>(x1, t2);
    let t4 = t1.ternary::<0x59>(x1, x0);
    let t5 = x2.ternary::<0xa9>(x1, t4);
    let t6 = t4.ternary::<0x25>(t2, t0);
    [t1, t6, t3, t5]
}

#[inline(always)]
pub(super) fn s3<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
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
pub(super) fn s4<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x1.ternary::<0xac>(x0, x3);
    let t1 = x3.ternary::<0xc9>(x2, x0);
    let t2 = t0.ternary::<0x69>(x1, t1);
    let t3 = x3.ternary::<0x69>(x1, x0);
    let t4 = t2.ternary::<0xac>(t0, t3);
    let t5 = t4.ternary::<0x95>(t3, t1);
    let t6 = t3.ternary::<0x4b>(t2, x1);
    [t2, t5, t4, t6]
}

#[inline(always)]
pub(super) fn s5<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x2b>(x1, x0);
    let t1 = x3.ternary::<0x99>(x2, t0);
    let t2 = t1.ternary::<0x56>(x3, x0);
    let t3 = t0.ternary::<0x67>(x1, t2);
    let t4 = t1.ternary::<0x63>(x3, x2);
    let t5 = t2.ternary::<0x65>(x1, t4);
    let t6 = t5.ternary::<0x6a>(t1, x0);
    let t7 = t3.ternary::<0x9a>(x3, t6);
    [t1, t3, t7, t5]
}

#[inline(always)]
pub(super) fn s6<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x93>(x2, x0);
    let t1 = x3.ternary::<0x99>(x1, t0);
    let t2 = t1.ternary::<0xac>(x3, x0);
    let t3 = t2.ternary::<0x74>(t0, x1);
    let t4 = x3.ternary::<0x69>(x0, t3);
    let t5 = t4.ternary::<0x96>(t2, x1);
    let t6 = t5.ternary::<0x59>(t4, t0);
    [t4, t1, t5, t6]
}

#[inline(always)]
pub(super) fn s7<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x2.ternary::<0x1c>(x1, x0);
    let t1 = x3.ternary::<0xa6>(x0, t0);
    let t2 = t1.ternary::<0x7e>(x2, x1);
    let t3 = x3.ternary::<0x96>(x0, t2);
    let t4 = t3.ternary::<0xd9>(x3, x2);
    let t5 = x1.ternary::<0x95>(x0, t4);
    let t6 = t4.ternary::<0x4b>(t2, t0);
    let t7 = t5.ternary::<0xa6>(t3, t6);
    [t5, t3, t7, t1]
}

#[inline(always)]
pub(super) fn i0<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x2.ternary::<0x78>(x1, x0);
    let t1 = x3.ternary::<0x5a>(x2, t0);
    let t2 = x0.ternary::<0x2e>(x3, x1);
    let t3 = t2.ternary::<0xc5>(x2, x0);
    let t4 = t1.ternary::<0x69>(x1, t3);
    let t5 = t4.ternary::<0x96>(t2, t0);
    let t6 = t4.ternary::<0x5c>(t2, t0);
    [t5, t6, t1, t4]
}

#[inline(always)]
pub(super) fn i1<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x59>(x1, x0);
    let t1 = x2.ternary::<0xa5>(x0, t0);
    let t2 = x1.ternary::<0xb1>(x0, x3);
    let t3 = t0.ternary::<0x53>(x3, x1);
    let t4 = t2.ternary::<0x1e>(x2, t3);
    let t5 = t4.ternary::<0x69>(t3, t1);
    let t6 = t5.ternary::<0x59>(t4, t0);
    [t5, t4, t6, t1]
}

#[inline(always)]
pub(super) fn i2<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x1.ternary::<0x2e>(x3, x2);
    let t1 = t0.ternary::<0xc9>(x2, x0);
    let t2 = x3.ternary::<0xa9>(x1, t1);
    let t3 = t2.ternary::<0x96>(t0, x0);
    let t4 = t2.ternary::<0xb3>(t0, x2);
    let t5 = x3.ternary::<0x69>(x0, t4);
    let t6 = t5.ternary::<0x6a>(t3, t0);
    [t5, t2, t3, t6]
}

#[inline(always)]
pub(super) fn i3<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
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
pub(super) fn i4<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x1.ternary::<0xa6>(x0, x2);
    let t1 = t0.ternary::<0x0e>(x3, x0);
    let t2 = x3.ternary::<0x96>(x1, t1);
    let t3 = t2.ternary::<0x6a>(x3, x0);
    let t4 = t0.ternary::<0x96>(x3, t3);
    let t5 = t3.ternary::<0xa6>(t2, t0);
    let t6 = t5.ternary::<0xa6>(t4, t3);
    [t5, t2, t6, t4]
}

#[inline(always)]
pub(super) fn i5<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x0.ternary::<0x9a>(x3, x2);
    let t1 = t0.ternary::<0xe0>(x1, x0);
    let t2 = x3.ternary::<0x96>(x1, t1);
    let t3 = t2.ternary::<0x95>(x1, x0);
    let t4 = t0.ternary::<0x69>(x1, t3);
    let t5 = t3.ternary::<0x6a>(t2, t0);
    let t6 = t5.ternary::<0x65>(t4, t3);
    [t4, t5, t6, t2]
}

#[inline(always)]
pub(super) fn i6<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x17>(x0, x2);
    let t1 = x3.ternary::<0x4b>(x2, x0);
    let t2 = t0.ternary::<0x9a>(x1, t1);
    let t3 = t2.ternary::<0x69>(t0, x1);
    let t4 = t1.ternary::<0x96>(x2, x0);
    let t5 = x2.ternary::<0x99>(x1, t4);
    let t6 = t4.ternary::<0x87>(t3, t2);
    [t2, t5, t6, t3]
}

#[inline(always)]
pub(super) fn i7<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let t0 = x3.ternary::<0x3d>(x1, x2);
    let t1 = t0.ternary::<0x38>(x1, x0);
    let t2 = x2.ternary::<0x69>(x0, t1);
    let t3 = x3.ternary::<0x34>(x2, x0);
    let t4 = t1.ternary::<0x96>(t0, t3);
    let t5 = t3.ternary::<0x39>(t0, x0);
    let t6 = t5.ternary::<0x6a>(t2, x0);
    let t7 = t4.ternary::<0x56>(t3, t6);
    [t2, t5, t4, t7]
}
