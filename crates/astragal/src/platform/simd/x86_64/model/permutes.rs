//! Bytes and words that change their places.

use super::numbers::mask_8;
use super::{__m128i, __m256i, __m512i, Register};

/// The byte of `table` at `index`, found by looking at all.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "tables of at most 256 bytes")]
fn select(table: &[u8], index: u8) -> u8 {
    let parts = table.iter().enumerate().map(|(i, byte)| byte & mask_8(i as u8 == index));
    parts.fold(0, |sum, part| sum | part)
}

/// Field `i` of two bits.
#[inline(always)]
fn two_bits(order: i32, i: usize) -> usize {
    usize::from(order.to_le_bytes()[0] >> (2 * i) & 3)
}

/// Bytes within lanes by the lower four bits of their indices; 0 where the highest bit is set.
#[inline(always)]
pub(super) fn shuffle_8<const N: usize>(a: Register<N>, indices: Register<N>) -> Register<N> {
    a.lanes(indices, |lane, indices| {
        indices.map(|index| select(lane, index & 15) & mask_8(index < 128))
    })
}

/// Words of 32 bits within lanes: two of `a`, two of `b`, two bits of `order` for each.
#[inline(always)]
pub(super) fn shuffle_32<const N: usize>(
    a: Register<N>,
    b: Register<N>,
    order: i32,
) -> Register<N> {
    a.lanes(b, |a, b| {
        core::array::from_fn(|i| {
            let from = if i < 8 { a } else { b };
            from[4 * two_bits(order, i / 4) + i % 4]
        })
    })
}

/// Words of `SIZE` bytes by turns, from the lower or the upper halves of lanes.
#[inline(always)]
pub(super) fn unpack<const SIZE: usize, const N: usize>(
    a: Register<N>,
    b: Register<N>,
    is_high: bool,
) -> Register<N> {
    a.lanes(b, |a, b| {
        core::array::from_fn(|i| {
            let from = if (i / SIZE).is_multiple_of(2) { a } else { b };
            from[8 * usize::from(is_high) + i / SIZE / 2 * SIZE + i % SIZE]
        })
    })
}

/// The bytes of each lane of `low` and then of `high`, from number `by`.
#[inline(always)]
pub(super) fn align<const N: usize>(high: Register<N>, low: Register<N>, by: i32) -> Register<N> {
    high.lanes(low, |high, low| {
        core::array::from_fn(|i| match i + usize::from(by.to_le_bytes()[0]) {
            i @ 0..16 => low[i],
            i @ 16..32 => high[i - 16],
            _ => 0,
        })
    })
}

/// Whole bytes of each lane to the left.
#[inline(always)]
pub(super) fn bytes_left<const N: usize>(a: Register<N>, by: i32) -> Register<N> {
    align(a, Register([0; N]), 16 - by)
}

/// Whole bytes of each lane to the right.
#[inline(always)]
pub(super) fn bytes_right<const N: usize>(a: Register<N>, by: i32) -> Register<N> {
    align(Register([0; N]), a, by)
}

/// The words of 64 bits of `low` and then of `high`, from number `by` modulo 8.
#[inline(always)]
pub(super) fn align_64(high: __m512i, low: __m512i, by: i32) -> __m512i {
    let by = 8 * usize::from(by.to_le_bytes()[0] % 8);
    Register::by_place(|i| if i + by < 64 { low.0[i + by] } else { high.0[i + by - 64] })
}

/// Words of 64 bits from all of 256, two bits of `order` for each.
#[inline(always)]
pub(super) fn permute_64(a: __m256i, order: i32) -> __m256i {
    Register::by_place(|i| a.0[8 * two_bits(order, i / 8) + i % 8])
}

/// Two of four lanes, four bits of `order` for each, or zeros.
#[inline(always)]
pub(super) fn permute_128(a: __m256i, b: __m256i, order: i32) -> __m256i {
    Register::by_place(|i| {
        let field = order >> (4 * (i / 16));
        let from = if field & 2 == 0 { a } else { b };
        let byte = from.0[16 * usize::from(field & 1 == 1) + i % 16];
        if field & 8 == 0 { byte } else { 0 }
    })
}

/// Two lanes of `a`, two of `b`, two bits of `order` for each.
#[inline(always)]
pub(super) fn shuffle_128(a: __m512i, b: __m512i, order: i32) -> __m512i {
    Register::by_place(|i| {
        let from = if i < 32 { a } else { b };
        from.0[16 * two_bits(order, i / 16) + i % 16]
    })
}

/// Words of `SIZE` bytes from all of `a` and `b`, by the lower bits of the words in `indices`.
#[inline(always)]
pub(super) fn permute_2<const SIZE: usize, const N: usize>(
    a: Register<N>,
    indices: Register<N>,
    b: Register<N>,
) -> Register<N> {
    let words = N / SIZE;
    Register::by_place(|i| {
        // Which of 2 · words, the first byte of its word tells.
        let index = usize::from(indices.0[i / SIZE * SIZE]) % (2 * words);
        let parts = (0..words).map(|word| {
            let (a, b) = (a.0[word * SIZE + i % SIZE], b.0[word * SIZE + i % SIZE]);
            (a & mask_8(index == word)) | (b & mask_8(index == word + words))
        });
        parts.fold(0, |sum, part| sum | part)
    })
}

/// Bytes of all of `a`, by the lower six bits of their indices.
#[inline(always)]
pub(super) fn permute_8(indices: __m512i, a: __m512i) -> __m512i {
    Register::by_place(|i| select(&a.0, indices.0[i] & 63))
}

/// Wider, with the same byte above.
#[inline(always)]
pub(super) fn wider<const N: usize, const M: usize>(a: Register<N>, above: u8) -> Register<M> {
    Register::by_place(|i| if i < N { a.0[i] } else { above })
}

/// Bytes from number `from` on.
#[inline(always)]
pub(super) fn part<const N: usize, const M: usize>(a: Register<N>, from: usize) -> Register<M> {
    Register::by_place(|i| a.0[from + i])
}

/// `a` with `b` from byte number `from` on.
#[inline(always)]
pub(super) fn with_part<const N: usize, const M: usize>(
    a: Register<N>,
    b: Register<M>,
    from: usize,
) -> Register<N> {
    Register::by_place(|i| if (from..from + M).contains(&i) { b.0[i - from] } else { a.0[i] })
}

/// The same bytes again and again.
#[inline(always)]
pub(super) fn repeat<const N: usize, const M: usize>(bytes: [u8; M]) -> Register<N> {
    Register::by_place(|i| bytes[i % M])
}

/// The number whose half of a register of 256 or 512 bits begins there.
#[inline(always)]
pub(super) fn half<const N: usize>(number: i32) -> usize {
    usize::from(number & 1 == 1) * N / 2
}

/// The lane whose bytes are the highest of `high` and the lowest of `low`.
#[inline(always)]
pub(super) fn both(high: __m128i, low: __m128i) -> __m256i {
    with_part(wider::<16, 32>(low, 0), high, 16)
}

/// The highest bits of bytes, the lowest byte's lowest.
#[inline(always)]
pub(super) fn signs(a: __m512i) -> u64 {
    let bits = a.0.iter().enumerate().map(|(i, byte)| u64::from(byte >> 7) << i);
    bits.fold(0, |sum, bit| sum | bit)
}

/// Bytes of ones where `mask` has ones.
#[inline(always)]
pub(super) fn mask(mask: u64) -> __m512i {
    Register::by_place(|i| mask_8(mask >> i & 1 == 1))
}
