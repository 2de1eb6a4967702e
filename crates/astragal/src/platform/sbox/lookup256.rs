//! Any S-box by shuffles, which look up 16 bytes.

/// An S-box in slices of 16 bytes, each added to the one before, except in the first of either half: the
/// sum of the slices up to number `h` of a half is the S-box there.
///
/// A shuffle gives 0 where an index is negative. Indices of the lower half are negative from the start
/// in bytes of the upper half, and fall below 0 after as many steps of 16 as a byte's upper nibble says;
/// those of the upper half likewise, with the sign reversed.
pub(crate) type Steps = [[u8; 16]; 16];

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
