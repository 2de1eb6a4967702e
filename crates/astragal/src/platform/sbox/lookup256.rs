//! Table layout to evaluate any S-box by 16-entry byte shuffles.

/// Differences of consecutive slices of an S-box. A slice has 16 bytes, and each half of the S-box has 8 slices. The XOR
/// of the first `h + 1` differences of a half is its slice `h`.
///
/// The kernel adds one shuffle per slice, and subtracts 16 from all indices between shuffles. A shuffle returns 0 for a
/// negative index. An index therefore contributes until the slice that its upper nibble selects. Bytes above 127 start
/// negative and contribute nothing to the lower half. For the upper half, the kernel flips the sign bits first.
pub(crate) type Steps = [[u8; 16]; 16];

#[inline(always)]
pub(crate) const fn steps(s_box: &[u8; 256]) -> Steps {
    let mut steps = [[0; 16]; 16];
    let mut x = 0;
    while x < 256 {
        let before = if x % 128 < 16 { 0 } else { s_box[x - 16] };
        steps[x / 16][x % 16] = s_box[x] ^ before;
        x += 1;
    }
    steps
}
