//! Converts between bytes and little-endian or big-endian words, independently of the machine's byte order.

use core::ops::BitXorAssign;

use zeroize::optimization_barrier;

use super::array::copy;

/// Zeroes secret bytes or words with writes that the compiler cannot remove. The function writes the whole slice in one
/// `fill`. The crate `zeroize` writes each element separately, which for a key schedule would take longer than the key
/// expansion.
#[inline(always)]
pub(crate) fn erase<W: Copy + Default>(words: &mut [W]) {
    words.fill(W::default());
    optimization_barrier(words);
}

/// Returns a mask of all ones if the lowest bit of `secret` is 1, and a mask of zeros if the bit is 0. An optimization
/// barrier hides from the compiler that the mask has only two possible values. Otherwise, the compiler might branch on
/// the bit.
#[inline(always)]
pub(crate) fn all_or_none<W: Mask>(secret: W) -> W {
    core::hint::black_box(secret.lowest_bit_everywhere())
}

/// Word type that can be used as a bit mask.
pub(crate) trait Mask {
    /// Copies the lowest bit to every bit of the word.
    fn lowest_bit_everywhere(self) -> Self;
}

macro_rules! mask {
    ($($word:ty)+) => { $(
        impl Mask for $word {
            #[inline(always)]
            fn lowest_bit_everywhere(self) -> Self {
                (self & 1).wrapping_neg()
            }
        }
    )+ };
}

mask!(u8 u32 u128);

/// A word of a state or a message block.
pub(crate) trait Word: Copy + Default {
    /// Byte array of the word's size.
    type Bytes: AsRef<[u8]>;
    /// The number 0.
    const ZERO: Self;
    /// Reads a little-endian word. `bytes` must be as long as the word.
    fn from_le(bytes: &[u8]) -> Self;
    /// Reads a big-endian word. `bytes` must be as long as the word.
    fn from_be(bytes: &[u8]) -> Self;
    /// Returns the word's bytes, least significant first.
    fn to_le(self) -> Self::Bytes;
    /// Returns the word's bytes, most significant first.
    fn to_be(self) -> Self::Bytes;
}

macro_rules! word {
    ($($word:ty)+) => { $(
        impl Word for $word {
            type Bytes = [u8; size_of::<$word>()];
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_le(bytes: &[u8]) -> Self {
                let (words, _) = bytes.as_chunks();
                Self::from_le_bytes(words[0])
            }
            #[inline(always)]
            fn from_be(bytes: &[u8]) -> Self {
                let (words, _) = bytes.as_chunks();
                Self::from_be_bytes(words[0])
            }
            #[inline(always)]
            fn to_le(self) -> Self::Bytes {
                self.to_le_bytes()
            }
            #[inline(always)]
            fn to_be(self) -> Self::Bytes {
                self.to_be_bytes()
            }
        }
    )+ };
}

word!(u8 u32 u64 u128);

/// Reads the first `M` little-endian words of `bytes`.
#[inline(always)]
pub(crate) fn load_le<W: Word, const M: usize>(bytes: &[u8]) -> [W; M] {
    let size = size_of::<W>();
    let bytes = &bytes[..M * size];
    let mut words = [W::ZERO; M];
    for i in 0..M {
        words[i] = W::from_le(&bytes[i * size..(i + 1) * size]);
    }
    words
}

/// Returns the 16 bytes of `bytes` that start at index 16 · `i` as a little-endian number. Bytes beyond the end of
/// `bytes` count as zero.
///
/// Builds the number in registers instead of in a padded copy in memory. A load of 16 bytes from such a copy would wait
/// for the small stores that made the copy.
#[inline(always)]
#[allow(dead_code, reason = "only some families pad in registers")]
pub(crate) fn quarter(bytes: &[u8], i: usize) -> u128 {
    match bytes.get(16 * i..) {
        None => 0,
        Some(rest) => match rest.first_chunk() {
            Some(full) => u128::from_le_bytes(*full),
            None => load_short(rest),
        },
    }
}

/// Reads `bytes` as a little-endian number, with overlapping loads. `bytes` must be shorter than 16 bytes.
#[inline(always)]
#[allow(dead_code, reason = "only some families pad in registers")]
pub(crate) fn load_short(bytes: &[u8]) -> u128 {
    let length = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        return u128::from(first) | u128::from(last) << (8 * (length - 8));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return u128::from(u64::from(first) | u64::from(last) << (8 * (length - 4)));
    }
    match *bytes {
        [] => 0,
        [a] => u128::from(a),
        [a, b] => u128::from(u16::from_le_bytes([a, b])),
        [a, b, c, ..] => u128::from(u32::from_le_bytes([a, b, c, 0])),
    }
}

/// Reads the first `M` big-endian words of `bytes`.
#[inline(always)]
pub(crate) fn load_be<W: Word, const M: usize>(bytes: &[u8]) -> [W; M] {
    let size = size_of::<W>();
    let bytes = &bytes[..M * size];
    let mut words = [W::ZERO; M];
    for i in 0..M {
        words[i] = W::from_be(&bytes[i * size..(i + 1) * size]);
    }
    words
}

/// XORs `from` into `to`, up to the length of the shorter slice.
#[inline(always)]
#[allow(dead_code, reason = "some feature sets do not use it")]
pub(crate) fn xor_into<W: Copy + BitXorAssign>(to: &mut [W], from: &[W]) {
    for i in 0..to.len().min(from.len()) {
        to[i] ^= from[i];
    }
}

/// Returns the XOR of two arrays.
#[inline(always)]
#[allow(dead_code, reason = "only some families have 64-bit words")]
pub(crate) fn xor_words<const N: usize>(mut a: [u64; N], b: &[u64; N]) -> [u64; N] {
    xor_into(&mut a, b);
    a
}

/// Fills `out` with the little-endian bytes of `words`, truncated to the length of `out`.
#[inline(always)]
pub(crate) fn store_le<W: Word>(words: &[W], out: &mut [u8]) {
    store(words, W::to_le, out);
}

/// Fills `out` with the big-endian bytes of `words`, truncated to the length of `out`.
#[inline(always)]
pub(crate) fn store_be<W: Word>(words: &[W], out: &mut [u8]) {
    store(words, W::to_be, out);
}

#[inline(always)]
fn store<W: Word>(words: &[W], bytes_of: impl Fn(W) -> W::Bytes, out: &mut [u8]) {
    debug_assert!(out.len() <= size_of_val(words));
    // Whole words are copied with a constant length. A truncated last word is copied separately. A single copy of
    // variable length would compile to a function call.
    let size = size_of::<W>();
    let whole = words.len().min(out.len() / size);
    for i in 0..whole {
        copy(&mut out[i * size..(i + 1) * size], bytes_of(words[i]).as_ref());
    }
    let cut = &mut out[whole * size..];
    if let (false, Some(&word)) = (cut.is_empty(), words.get(whole)) {
        copy(cut, &bytes_of(word).as_ref()[..cut.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip_in_both_byte_orders() {
        let bytes: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        assert_eq!(load_le::<u32, 1>(&bytes), [0x0302_0100]);
        assert_eq!(load_be::<u64, 2>(&bytes)[1], 0x0809_0a0b_0c0d_0e0f);
        let mut out = [0; 13];
        store_le(&load_le::<u64, 2>(&bytes), &mut out);
        assert_eq!(out, bytes[..13]);
        store_be(&load_be::<u32, 4>(&bytes), &mut out);
        assert_eq!(out, bytes[..13]);
    }

    #[test]
    fn loads_strings_shorter_than_a_word() {
        let mut bytes = [0; 15];
        (0xf0..).zip(&mut bytes).for_each(|(i, byte)| *byte = i);
        for length in 0..16 {
            let mut padded = [0; 16];
            padded[..length].copy_from_slice(&bytes[..length]);
            assert_eq!(load_short(&bytes[..length]).to_le_bytes(), padded, "{length} bytes");
        }
    }
}
