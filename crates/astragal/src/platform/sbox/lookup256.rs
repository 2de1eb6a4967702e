//! Table layout that makes it possible to evaluate any S-box with byte shuffles, each of which looks up a table of 16
//! entries.

/// XOR differences of consecutive 16-byte slices of an S-box table. Each half of the table has 8 slices. Slice `h` of a
/// half is the XOR of the half's first `h + 1` differences.
///
/// To evaluate the S-box, the kernel does one shuffle per difference and XORs the results. After each shuffle, it
/// subtracts 16 from all indices. A shuffle returns 0 for a negative index. For an index in slice `h` of the lower
/// half, the first `h + 1` shuffles therefore return differences, and their XOR is the table entry. Indices above 127
/// count as negative from the start, so the lower half contributes nothing to them. For the upper half, the kernel
/// starts again with the original indices, but with flipped sign bits.
pub(crate) type Steps = [[u8; 16]; 16];

#[inline(always)]
pub(crate) const fn steps(s_box: &[u8; 256]) -> Steps {
    let mut steps = *s_box;
    let mut slice = 0;
    while slice < 16 {
        let mut x = 16 * slice;
        // The first slice of each half is copied.
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
