//! Optimization barriers for vector registers. The functions return an argument unchanged, and hide from the compiler how
//! it was computed. Without them, LLVM combines or reorders instructions into slower ones.
#![expect(unsafe_code, reason = "the functions need target features, and contain empty assembly")]

use super::intrinsics::{__m128i, __m256i, __m512i};

#[cfg(not(any(miri, astragal_model)))]
use crate::platform::optimization_barrier::hide;

macro_rules! hidden {
    ($($name:ident $register:ty, $class:ident, $feature:literal;)+) => { $(
        /// Returns `register` after an empty assembly statement.
        ///
        /// # Safety
        ///
        /// The CPU must have the instructions of the target feature.
        #[inline]
        #[cfg(not(any(miri, astragal_model)))]
        #[target_feature(enable = $feature)]
        pub(super) unsafe fn $name(mut register: $register) -> $register {
            hide!($class, "/* {0} */", register);
            register
        }

        /// Returns `register`. Without real instructions, nothing has to be hidden.
        #[inline(always)]
        #[cfg(any(miri, astragal_model))]
        pub(super) unsafe fn $name(register: $register) -> $register {
            register
        }
    )+ };
}

macro_rules! after {
    ($($name:ident $register:ty, $class:ident, $feature:literal;)+) => { $(
        /// Returns `reference`. The compiler computes `register` before it loads anything through the result. It cannot
        /// reuse what it loaded through another reference.
        ///
        /// # Safety
        ///
        /// The CPU must have the instructions of the target feature.
        #[inline]
        #[cfg(not(any(miri, astragal_model)))]
        #[target_feature(enable = $feature)]
        pub(super) unsafe fn $name<T>(register: $register, reference: &T) -> &T {
            let mut pointer = core::ptr::from_ref(reference);
            // SAFETY: the assembly contains only a comment, so it changes nothing, and the pointer stays valid.
            unsafe {
                core::arch::asm!(
                    "/* {0} {1} */",
                    inout(reg) pointer,
                    in($class) register,
                    options(readonly, nostack, preserves_flags)
                );
                &*pointer
            }
        }

        /// Returns `reference`. Without real instructions, the order of loads does not matter.
        #[inline(always)]
        #[cfg(any(miri, astragal_model))]
        pub(super) unsafe fn $name<T>(_register: $register, reference: &T) -> &T {
            reference
        }
    )+ };
}

hidden! {
    hidden_128 __m128i, xmm_reg, "sse2";
    hidden_256 __m256i, ymm_reg, "avx";
    hidden_512 __m512i, zmm_reg, "avx512f";
}

after! {
    after_128 __m128i, xmm_reg, "sse2";
    after_256 __m256i, ymm_reg, "avx";
}

/// Vector register whose place in the order of instructions can be fixed.
#[cfg(not(astragal_model))]
pub(super) trait Order: Copy {
    /// Returns the registers. The compiler computes the arguments of several calls in the order of the calls.
    ///
    /// # Safety
    ///
    /// The CPU must have the instructions of the register.
    unsafe fn ordered(self, b: Self, c: Self) -> [Self; 3];
}

#[cfg(not(astragal_model))]
macro_rules! ordered {
    ($($register:ty, $class:ident, $feature:literal;)+) => { $(
        impl Order for $register {
            #[inline]
            #[target_feature(enable = $feature)]
            unsafe fn ordered(self, b: Self, c: Self) -> [Self; 3] {
                #[cfg_attr(miri, expect(unused_mut, reason = "Miri runs no assembly"))]
                let (mut a, mut b, mut c) = (self, b, c);
                // SAFETY: the assembly contains only a comment, so it changes nothing.
                #[cfg(not(miri))]
                unsafe {
                    core::arch::asm!(
                        "/* {0} {1} {2} */",
                        inout($class) a,
                        inout($class) b,
                        inout($class) c,
                        options(nomem, nostack, preserves_flags)
                    );
                }
                [a, b, c]
            }
        }
    )+ };
}

#[cfg(not(astragal_model))]
ordered! {
    __m128i, xmm_reg, "sse2";
    __m256i, ymm_reg, "avx";
}

/// Returns `register`. The compiler computes the arguments of several calls in the order of the calls.
///
/// # Safety
///
/// The CPU must have AVX-512F.
#[inline]
#[cfg(not(astragal_model))]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn ordered_512(mut register: __m512i) -> __m512i {
    // SAFETY: the assembly contains only a comment, so it changes nothing.
    #[cfg(not(miri))]
    unsafe {
        core::arch::asm!(
            "/* {0} */",
            inout(zmm_reg) register,
            options(nomem, nostack, preserves_flags)
        );
    }
    register
}
