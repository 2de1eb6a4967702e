//! Calls into code compiled for an instruction set.
//!
//! A function with `#[target_feature]` may run only on CPUs with these features. The compiler inlines into it only
//! functions that need no further features. This module satisfies both conditions in one place. A [`Token`] proves that
//! the CPU has the instructions. Only the function that [`Token::enter`] calls has `#[target_feature]`, and all kernels
//! are generic code that the compiler inlines into this function.
//!
//! ```text
//! cpu.enter(#[inline(always)] move || rows::compress_2b::<U64x4<Avx2>>(cpu, h, blocks, t, last))
//! ```
//!
//! Every function, method and closure on the hot path must be `#[inline(always)]`. A function that is not inlined would
//! be compiled for the baseline, and its vectors would pass through memory. Kernels therefore use index loops and
//! `platform::array` instead of functions from `core` such as `zip`, `copy_from_slice` and the `map` of arrays. `cargo
//! xtask verify levels` finds calls in the object code.
//!
//! Closures are `move`, so that captured values are passed in one or two registers instead of by reference to the
//! caller's stack.
//!
//! The compiler does not know that a mutable reference captured by a closure is unique, so it must assume that the
//! state and a block may overlap. Kernels therefore work on a local copy of the state while they read blocks.

/// A kernel to be compiled for an instruction set.
///
/// Closures implement this trait. Kernels that have several generic parameters or need documentation are structs
/// instead.
pub(crate) trait WithFeatures: Sized {
    /// Result of the kernel.
    type Output;

    /// Runs the kernel. Every implementation is `#[inline(always)]`, so that it is compiled as part of
    /// [`Token::enter`], for the token's instruction set.
    fn run(self) -> Self::Output;
}

/// The bound is `FnMut`, because `FnOnce` would prevent inlining. A closure that does not consume its captured
/// variables implements `FnOnce` through a wrapper function, which has no inline attribute.
impl<R, F: FnMut() -> R> WithFeatures for F {
    type Output = R;

    #[inline(always)]
    fn run(mut self) -> R {
        self()
    }
}

/// Proof that the CPU has certain instructions.
pub(crate) trait Token: Copy {
    /// Runs `kernel`, compiled for the token's instruction set.
    fn enter<K: WithFeatures>(self, kernel: K) -> K::Output;
}

/// Implements [`Token`] for a token type. The listed features are the features that the token's `detect` checks.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! entry {
    ($token:ident: $($feature:tt),+) => {
        impl $crate::platform::enter::Token for $token {
            #[inline(always)]
            fn enter<K: $crate::platform::enter::WithFeatures>(self, kernel: K) -> K::Output {
                // The compiler places a method in the codegen unit of its type. `compiled` is a method of the kernel's
                // type, so the kernels of the backends are compiled in several units, in parallel.
                trait Compiled: $crate::platform::enter::WithFeatures {
                    /// # Safety
                    ///
                    /// The CPU must have the token's features.
                    unsafe fn compiled(self) -> Self::Output;
                }

                impl<K: $crate::platform::enter::WithFeatures> Compiled for K {
                    $(#[cfg_attr(not(astragal_model), target_feature(enable = $feature))])+
                    unsafe fn compiled(self) -> Self::Output {
                        self.run()
                    }
                }

                // SAFETY: a token exists only if `detect` found these features.
                unsafe { kernel.compiled() }
            }
        }
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
pub(crate) use entry;
