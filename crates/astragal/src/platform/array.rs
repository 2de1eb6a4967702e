//! Operations on arrays and slices for kernels, inlined in every profile.
//!
//! The functions replace `as_flattened` and `copy_from_slice` of slices, which the compiler may call instead of
//! inlining. A called function is compiled in another codegen unit, without the kernel's instruction set. With such
//! calls, SHA-256 runs at one fifth of its speed.
#![expect(
    unsafe_code,
    reason = "casts slices of arrays, and copies slices without a function call"
)]

/// Slices of arrays, viewed as one slice of elements.
pub(crate) trait Flat {
    /// Element type of the arrays.
    type Element;

    /// Like [`as_flattened`](slice::as_flattened), but always inlined.
    fn flat(&self) -> &[Self::Element];
    /// Like [`as_flattened_mut`](slice::as_flattened_mut), but always inlined.
    fn flat_mut(&mut self) -> &mut [Self::Element];
}

impl<T, const N: usize> Flat for [[T; N]] {
    type Element = T;

    #[inline(always)]
    fn flat(&self) -> &[T] {
        // SAFETY: an array has no padding between its elements, so the slice's memory holds `len · N` elements.
        unsafe { core::slice::from_raw_parts(self.as_ptr().cast(), self.len() * N) }
    }

    #[inline(always)]
    fn flat_mut(&mut self) -> &mut [T] {
        // SAFETY: an array has no padding between its elements, so the slice's memory holds `len · N` elements. The
        // borrow is unique.
        unsafe { core::slice::from_raw_parts_mut(self.as_mut_ptr().cast(), self.len() * N) }
    }
}

/// Like [`copy_from_slice`](slice::copy_from_slice), but always inlined.
#[inline(always)]
pub(crate) fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    assert!(to.len() == from.len(), "the slices must have equal lengths");
    // SAFETY: both slices have the same length, and a mutable slice overlaps no other.
    unsafe { core::ptr::copy_nonoverlapping(from.as_ptr(), to.as_mut_ptr(), from.len()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_core() {
        let mut arrays = [[1, 2, 3], [4, 5, 6]];
        assert_eq!(arrays.flat(), arrays.as_flattened());
        copy(&mut arrays.flat_mut()[1..3], &[7, 8]);
        assert_eq!(arrays, [[1, 7, 8], [4, 5, 6]]);
    }

    #[test]
    #[should_panic(expected = "the slices must have equal lengths")]
    fn rejects_a_copy_between_different_lengths() {
        copy(&mut [0; 3], &[0; 2]);
    }
}
