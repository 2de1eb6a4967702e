//! Optimization barrier that fixes the order of additions. Without it, compilers reorder the terms of a sum. The
//! generated code may then wait for the term that is computed last before it adds any other term.
#![cfg_attr(
    all(target_arch = "x86_64", not(miri)),
    expect(unsafe_code, reason = "the barrier is an empty assembly statement")
)]

/// Hides from the compiler how the variable `$word` was computed. `$class` is the register class of the variable, and
/// `$text` is an assembly comment that names the register.
#[cfg(all(target_arch = "x86_64", not(miri)))]
macro_rules! hide {
    ($class:ident, $text:literal, $word:ident) => {
        // SAFETY: the assembly contains only a comment, so it changes nothing.
        unsafe {
            core::arch::asm!(
                $text,
                inout($class) $word,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
    };
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use hide;

/// Returns `word` unchanged. The compiler cannot reassociate additions across this call.
#[cfg(any(feature = "ripemd160", feature = "serpent", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn black_box(word: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut word = word;
        hide!(reg, "/* {0:e} */", word);
        word
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    word
}

/// Like [`black_box`], for a word of 64 bits. The result is in one general register, so that the compiler stores it with
/// one instruction.
#[inline(always)]
pub(crate) fn black_box_64(word: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut word = word;
        hide!(reg, "/* {0} */", word);
        word
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    word
}
