//! Models of instructions that permute bytes and words.

use super::arithmetic::mask_8;
use super::{__m128i, __m256i, __m512i, Register};

/// Returns `table[index]`, or 0 if the index is out of range. Reads all entries, so that the running time does not
/// depend on the index.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a table has at most 256 bytes")]
fn select(table: &[u8], index: u8) -> u8 {
    let parts = table.iter().enumerate().map(|(i, byte)| byte & mask_8(i as u8 == index));
    parts.fold(0, |sum, part| sum | part)
}

/// Returns the 2-bit field with index `i` of `order`.
#[inline(always)]
fn two_bits(order: i32, i: usize) -> usize {
    usize::from(order.to_le_bytes()[0] >> (2 * i) & 3)
}

/// Shuffles bytes within lanes. The lower four bits of an index select a byte. If the highest bit of the index is set,
/// the result is 0 instead.
#[inline(always)]
pub(super) fn shuffle_8<const N: usize>(a: Register<N>, indices: Register<N>) -> Register<N> {
    a.lanes(indices, |lane, indices| {
        indices.map(|index| select(lane, index & 15) & mask_8(index < 128))
    })
}

/// Selects 32-bit words within lanes: two words of `a`, then two words of `b`. Two bits of `order` select each word.
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

/// Interleaves words of `SIZE` bytes from `a` and `b`. Uses the words in the upper half of each lane if `is_high` is
/// set, and the words in the lower half otherwise.
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

/// Processes each lane separately. Concatenates the lane of `high` (upper half) and the lane of `low` (lower half) into
/// 32 bytes, and shifts them right by `by` bytes. Keeps the lower 16 bytes.
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

/// Shifts each lane left by `by` bytes.
#[inline(always)]
pub(super) fn bytes_left<const N: usize>(a: Register<N>, by: i32) -> Register<N> {
    align(a, Register([0; N]), 16 - by)
}

/// Shifts each lane right by `by` bytes.
#[inline(always)]
pub(super) fn bytes_right<const N: usize>(a: Register<N>, by: i32) -> Register<N> {
    align(Register([0; N]), a, by)
}

/// Concatenates `high` (upper half) and `low` (lower half) into 128 bytes and shifts them right. Keeps the lower 64
/// bytes. The shift distance is `by` modulo 8, in 64-bit words.
#[inline(always)]
pub(super) fn align_64(high: __m512i, low: __m512i, by: i32) -> __m512i {
    let by = 8 * usize::from(by.to_le_bytes()[0] % 8);
    Register::by_place(|i| if i + by < 64 { low.0[i + by] } else { high.0[i + by - 64] })
}

/// Selects each 32-bit word from `a` or `b`. If bit i of `choice` is set, word i comes from `b`.
#[inline(always)]
pub(super) fn blend_32<const N: usize>(a: Register<N>, b: Register<N>, choice: i32) -> Register<N> {
    Register::by_place(|i| if choice >> (i / 4) & 1 == 0 { a.0[i] } else { b.0[i] })
}

/// Permutes the four 64-bit words. Two bits of `order` select each word.
#[inline(always)]
pub(super) fn permute_64(a: __m256i, order: i32) -> __m256i {
    Register::by_place(|i| a.0[8 * two_bits(order, i / 8) + i % 8])
}

/// Selects two lanes from the four lanes of `a` and `b`. Four bits of `order` select each lane. If the highest of the
/// four bits is set, the lane is zero.
#[inline(always)]
pub(super) fn permute_128(a: __m256i, b: __m256i, order: i32) -> __m256i {
    Register::by_place(|i| {
        let field = order >> (4 * (i / 16));
        let from = if field & 2 == 0 { a } else { b };
        let byte = from.0[16 * usize::from(field & 1 == 1) + i % 16];
        if field & 8 == 0 { byte } else { 0 }
    })
}

/// Selects two lanes of `a`, then two lanes of `b`. Two bits of `order` select each lane.
#[inline(always)]
pub(super) fn shuffle_128(a: __m512i, b: __m512i, order: i32) -> __m512i {
    Register::by_place(|i| {
        let from = if i < 32 { a } else { b };
        from.0[16 * two_bits(order, i / 16) + i % 16]
    })
}

/// Selects words of `SIZE` bytes from `a` followed by `b`. The lower bits of each word of `indices` select one of these
/// words.
#[inline(always)]
pub(super) fn permute_2<const SIZE: usize, const N: usize>(
    a: Register<N>,
    indices: Register<N>,
    b: Register<N>,
) -> Register<N> {
    let words = N / SIZE;
    Register::by_place(|i| {
        // An index selects one of 2 · `words` words, so the lowest byte of each word of `indices` is enough.
        let index = usize::from(indices.0[i / SIZE * SIZE]) % (2 * words);
        let parts = (0..words).map(|word| {
            let (a, b) = (a.0[word * SIZE + i % SIZE], b.0[word * SIZE + i % SIZE]);
            (a & mask_8(index == word)) | (b & mask_8(index == word + words))
        });
        parts.fold(0, |sum, part| sum | part)
    })
}

/// Permutes the 64 bytes of `a`. The lower six bits of each index select a byte.
#[inline(always)]
pub(super) fn permute_8(indices: __m512i, a: __m512i) -> __m512i {
    Register::by_place(|i| select(&a.0, indices.0[i] & 63))
}

/// Widens the register to `M` bytes and fills the upper bytes with `above`.
#[inline(always)]
pub(super) fn wider<const N: usize, const M: usize>(a: Register<N>, above: u8) -> Register<M> {
    Register::by_place(|i| if i < N { a.0[i] } else { above })
}

/// Returns `M` bytes of the register, starting at byte `from`.
#[inline(always)]
pub(super) fn part<const N: usize, const M: usize>(a: Register<N>, from: usize) -> Register<M> {
    Register::by_place(|i| a.0[from + i])
}

/// Returns a copy of `a` in which `b` replaces the `M` bytes that start at index `from`.
#[inline(always)]
pub(super) fn with_part<const N: usize, const M: usize>(
    a: Register<N>,
    b: Register<M>,
    from: usize,
) -> Register<N> {
    Register::by_place(|i| if (from..from + M).contains(&i) { b.0[i - from] } else { a.0[i] })
}

/// Repeats `bytes` to fill the register.
#[inline(always)]
pub(super) fn repeat<const N: usize, const M: usize>(bytes: [u8; M]) -> Register<N> {
    Register::by_place(|i| bytes[i % M])
}

/// Returns the byte offset of a half of an `N`-byte register. Bit 0 of `number` selects the lower half if it is 0, and
/// the upper half if it is 1.
#[inline(always)]
pub(super) fn half<const N: usize>(number: i32) -> usize {
    usize::from(number & 1 == 1) * N / 2
}

/// Concatenates `high` (upper half) and `low` (lower half) into one register.
#[inline(always)]
pub(super) fn both(high: __m128i, low: __m128i) -> __m256i {
    with_part(wider::<16, 32>(low, 0), high, 16)
}

/// Collects the highest bit of each byte: bit `i` of the result is the highest bit of byte `i`.
#[inline(always)]
pub(super) fn signs(a: __m512i) -> u64 {
    let bits = a.0.iter().enumerate().map(|(i, byte)| u64::from(byte >> 7) << i);
    bits.fold(0, |sum, bit| sum | bit)
}

/// Expands each bit of `mask` to a byte of 0 or 255.
#[inline(always)]
pub(super) fn mask(mask: u64) -> __m512i {
    Register::by_place(|i| mask_8(mask >> i & 1 == 1))
}

/// Returns a register in which all bits of word i are set if bit i of `mask` is set.
#[inline(always)]
pub(super) fn mask_32(mask: u16) -> __m512i {
    Register::by_place(|i| mask_8(mask >> (i / 4) & 1 == 1))
}
