//! Optimization barrier that fixes the order of additions. Without it, compilers reorder the terms of a sum. The
//! generated code may then wait for the term that is computed last before it adds any other term.
#![cfg_attr(
    all(target_arch = "x86_64", not(miri)),
    expect(unsafe_code, reason = "the barrier is an empty assembly statement")
)]

/// Returns `word` unchanged. The compiler cannot reassociate additions across this call.
#[inline(always)]
pub(crate) fn black_box(word: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut word = word;
        // SAFETY: the assembly contains only a comment, so it changes nothing.
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
