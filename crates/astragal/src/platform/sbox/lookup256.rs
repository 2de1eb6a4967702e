//! Table layout to evaluate any S-box by 16-entry byte shuffles.

/// S-box in slices of 16 bytes. Each slice is XORed with the slice before, except the first of each half of 8 slices.
/// The XOR of the slices of a half up to slice `h` is therefore slice `h` of the S-box.
///
/// A shuffle returns 0 where the index is negative. The kernel subtracts 16 from all indices before each further slice,
/// so an index turns negative after the slice that its upper nibble selects. In the lower half, bytes above 127 start
/// with a negative index and look up nothing. For the upper half, the sign bits are flipped.
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
