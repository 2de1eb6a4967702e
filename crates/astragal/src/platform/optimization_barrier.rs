//! Sums in an order that the compiler keeps: it takes the terms of a sum in any order, and waits for the last of them
//! before it adds the first.
#![cfg_attr(
    all(target_arch = "x86_64", not(miri)),
    expect(unsafe_code, reason = "an empty piece of assembly")
)]

/// `word`, of which the compiler does not know how it came about: what it is a term of does not reach into it.
#[inline(always)]
pub(crate) fn black_box(word: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut word = word;
        // SAFETY: nothing is done.
        unsafe {
            core::arch::asm!(
                "/* {0:e} */",
                inout(reg) word,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        word
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    word
}
