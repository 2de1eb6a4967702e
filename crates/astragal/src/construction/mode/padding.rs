//! PKCS#7 padding (RFC 5652 §6.3).

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, ConstantTimeGreater};

/// Fills `block` with padding from index `filled` to its end.
#[expect(clippy::cast_possible_truncation, reason = "a block has at most 128 bytes")]
pub(super) fn pad(block: &mut [u8], filled: usize) {
    let padding = (block.len() - filled) as u8;
    block[filled..].fill(padding);
}

/// Returns the number of message bytes in `block`, the last block of a message, and whether the padding of the block is
/// valid. The running time depends only on the block length.
#[expect(clippy::cast_possible_truncation, reason = "a block has at most 128 bytes")]
pub(super) fn unpad(block: &[u8]) -> (usize, Choice) {
    let bytes = block.len() as u8;
    let padding = block.last().copied().unwrap_or(0);
    let mut good = !padding.ct_eq(&0) & !padding.ct_gt(&bytes);
    for (i, byte) in block.iter().rev().enumerate() {
        let is_padding = padding.ct_gt(&(i as u8));
        good &= byte.ct_eq(&padding) | !is_padding;
    }
    let kept = u8::conditional_select(&0, &bytes.wrapping_sub(padding), good);
    (usize::from(kept), good)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Block lengths in bytes. Under Miri, which is slow, only short blocks.
    const LENGTHS: &[usize] = if cfg!(miri) { &[16, 20] } else { &[16, 20, 128] };

    #[test]
    fn removes_valid_padding_and_rejects_any_other() {
        for &bytes in LENGTHS {
            for filled in 0..bytes {
                let mut block = [0xa5; 128];
                let block = &mut block[..bytes];
                pad(block, filled);
                let (kept, good) = unpad(block);
                assert_eq!((kept, bool::from(good)), (filled, true));
                block[filled] ^= 1;
                assert_eq!(bool::from(unpad(block).1), filled + 1 == bytes && block[filled] == 1);
            }
        }
        for last in [0, 17, 255] {
            assert!(!bool::from(unpad(&[last; 16]).1));
        }
    }
}
