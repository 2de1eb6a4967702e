//! Models of the SHA extensions. As in Intel's manual, word 0 is the highest word of a register.

use super::__m128i;

/// Returns the 32-bit words, highest first.
#[inline(always)]
fn words(a: __m128i) -> [u32; 4] {
    let (words, _) = a.0.as_chunks();
    [3, 2, 1, 0].map(|i| u32::from_le_bytes(words[i]))
}

/// Creates a register from 32-bit words, highest first.
#[inline(always)]
fn register([a, b, c, d]: [u32; 4]) -> __m128i {
    let mut bytes = [0; 16];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip([d, c, b, a]) {
        *bytes = word.to_le_bytes();
    }
    super::Register(bytes)
}

/// Models the instruction `SHA1MSG1`.
#[inline(always)]
pub(super) fn sha1_message_1(a: __m128i, b: __m128i) -> __m128i {
    let ([w0, w1, w2, w3], [w4, w5, ..]) = (words(a), words(b));
    register([w2 ^ w0, w3 ^ w1, w4 ^ w2, w5 ^ w3])
}

/// Models the instruction `SHA1MSG2`.
#[inline(always)]
pub(super) fn sha1_message_2(a: __m128i, b: __m128i) -> __m128i {
    let ([a0, a1, a2, a3], [_, w13, w14, w15]) = (words(a), words(b));
    let w16 = (a0 ^ w13).rotate_left(1);
    register([w16, (a1 ^ w14).rotate_left(1), (a2 ^ w15).rotate_left(1), (a3 ^ w16).rotate_left(1)])
}

/// Models the instruction `SHA1NEXTE`.
#[inline(always)]
pub(super) fn sha1_next_e(a: __m128i, b: __m128i) -> __m128i {
    let [w0, w1, w2, w3] = words(b);
    register([words(a)[0].rotate_left(30).wrapping_add(w0), w1, w2, w3])
}

/// Models the instruction `SHA1RNDS4`. `number` selects the round function and constant.
#[inline(always)]
pub(super) fn sha1_rounds(abcd: __m128i, e_and_words: __m128i, number: i32) -> __m128i {
    let ([mut a, mut b, mut c, mut d], mut e) = (words(abcd), 0_u32);
    let k = [0x5a82_7999_u32, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6]
        [usize::from(number == 1) + 2 * usize::from(number == 2) + 3 * usize::from(number == 3)];
    for w in words(e_and_words) {
        let f = match number {
            0 => (b & c) ^ (!b & d),
            2 => (b & c) ^ (b & d) ^ (c & d),
            _ => b ^ c ^ d,
        };
        let next = a.rotate_left(5).wrapping_add(f).wrapping_add(e).wrapping_add(w);
        (a, b, c, d, e) = (next.wrapping_add(k), a, b.rotate_left(30), c, d);
    }
    register([a, b, c, d])
}

/// Computes σ0 of SHA-256.
#[inline(always)]
fn sigma_0(x: u32) -> u32 {
    x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3)
}

/// Computes σ1 of SHA-256.
#[inline(always)]
fn sigma_1(x: u32) -> u32 {
    x.rotate_right(17) ^ x.rotate_right(19) ^ (x >> 10)
}

/// Models the instruction `SHA256MSG1`.
#[inline(always)]
pub(super) fn sha256_message_1(a: __m128i, b: __m128i) -> __m128i {
    let ([w3, w2, w1, w0], [.., w4]) = (words(a), words(b));
    let sum = |a: u32, b: u32| a.wrapping_add(sigma_0(b));
    register([sum(w3, w4), sum(w2, w3), sum(w1, w2), sum(w0, w1)])
}

/// Models the instruction `SHA256MSG2`.
#[inline(always)]
pub(super) fn sha256_message_2(a: __m128i, b: __m128i) -> __m128i {
    let ([a3, a2, a1, a0], [w15, w14, ..]) = (words(a), words(b));
    let w16 = a0.wrapping_add(sigma_1(w14));
    let w17 = a1.wrapping_add(sigma_1(w15));
    register([a3.wrapping_add(sigma_1(w17)), a2.wrapping_add(sigma_1(w16)), w17, w16])
}

/// Models the instruction `SHA256RNDS2`.
#[inline(always)]
pub(super) fn sha256_rounds(cdgh: __m128i, abef: __m128i, wk: __m128i) -> __m128i {
    let ([mut c, mut d, mut g, mut h], [mut a, mut b, mut e, mut f]) = (words(cdgh), words(abef));
    let [.., wk1, wk0] = words(wk);
    for wk in [wk0, wk1] {
        let t1 = ((e & f) ^ (!e & g))
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add(wk)
            .wrapping_add(h);
        let t2 = ((a & b) ^ (a & c) ^ (b & c))
            .wrapping_add(a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22));
        (a, b, c, d, e, f, g, h) = (t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g);
    }
    let _ = (c, d, g, h);
    register([a, b, e, f])
}
