//! Table layout for evaluating any S-box with byte shuffles. A byte shuffle looks up each byte in a table of 16
//! entries.

/// S-box table in 16 slices of 16 bytes, each stored as its XOR with the slice before it. The first slice of each half
/// of the table is stored unchanged. Slice `h` of a half is therefore the XOR of the first `h + 1` stored slices of
/// this half.
///
/// To evaluate the S-box on a byte, the kernel does one shuffle per stored slice and XORs the results. A shuffle uses
/// the lower four bits of the byte as the index, and returns 0 if the byte is negative. After each shuffle, the kernel
/// subtracts 16 from the byte. A byte in slice `h` of the lower half therefore becomes negative after `h + 1` shuffles,
/// and the XOR of their results is the S-box's output.
///
/// A byte above 127 is negative from the start, so all shuffles of the lower half return 0. For the upper half, the
/// kernel starts again with the original byte, but with its sign bit flipped.
pub(crate) type Steps = [[u8; 16]; 16];

#[inline(always)]
pub(crate) const fn steps(s_box: &[u8; 256]) -> Steps {
    let mut steps = *s_box;
    let mut slice = 0;
    while slice < 16 {
        let mut x = 16 * slice;
        // The first slice of each half of the table is stored unchanged.
        while slice % 8 > 0 && x < 16 * slice + 16 {
            steps[x] ^= s_box[x - 16];
            x += 1;
        }
        slice += 1;
    }
    let (steps, _) = steps.as_chunks();
    match steps.first_chunk() {
        Some(steps) => *steps,
        None => unreachable!(),
    }
}
