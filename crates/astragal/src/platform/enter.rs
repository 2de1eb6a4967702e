//! Entry into code that is compiled for an instruction set.
//!
//! A function with `#[target_feature]` may only run where its instructions exist, and inlines only functions that need
//! no others. Both conditions are met here, once. A [`Token`] proves the instructions, and its `enter` is the only
//! function that is compiled for them. All other code is generic, is inlined into `enter`, and is compiled there.
//!
//! ```text
//! cpu.enter(#[inline(always)] move || rows::compress_2b::<U64x4<Avx2>>(cpu, h, blocks, t, last))
//! ```
//!
//! Every function, method and closure on the hot path must be `#[inline(always)]`. A separate copy would be compiled for
//! the baseline, and its vectors would go through memory. So kernels use loops over indices and `platform::array`, and no
//! adapters of `core` such as `zip`, `map` of arrays and `copy_from_slice`. `cargo xtask verify levels` finds calls in
//! the object code.
//!
//! Closures are `move`: captured values then travel in one or two registers, and not by references to the caller's
//! stack.
//!
//! The compiler does not know that a reference captured by a closure is unique. Kernels therefore work on a copy of the
//! state while they read blocks.

/// Work that is compiled for an instruction set.
///
/// A closure implements it. Kernels with several generic parameters or a description of their own are types.
pub(crate) trait WithFeatures: Sized {
    /// Result of the work.
    type Output;

    /// Does the work. It is `#[inline(always)]` in every kernel: [`Token::enter`] compiles it.
    fn run(self) -> Self::Output;
}

/// `FnMut` and not `FnOnce`: `FnOnce` calls a closure that consumes nothing through a function without an inline
/// attribute.
impl<R, F: FnMut() -> R> WithFeatures for F {
    type Output = R;

    #[inline(always)]
    fn run(mut self) -> R {
        self()
    }
}

/// Proof that this machine has certain instructions.
pub(crate) trait Token: Copy {
    /// Runs `kernel`, compiled for the instruction set of the token.
    fn enter<K: WithFeatures>(self, kernel: K) -> K::Output;
}

/// Implements [`Token`] with the features that the token's detection checks.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! entry {
    ($token:ident: $($feature:tt),+) => {
        impl $crate::platform::enter::Token for $token {
            #[inline(always)]
            fn enter<K: $crate::platform::enter::WithFeatures>(self, kernel: K) -> K::Output {
                // A method of the kernel, because the compiler places a method in the codegen unit of its type. The
                // backends are then compiled in parallel and not in one unit.
                trait Compiled: $crate::platform::enter::WithFeatures {
                    /// # Safety
                    ///
                    /// The machine has the features.
                    unsafe fn compiled(self) -> Self::Output;
                }

                impl<K: $crate::platform::enter::WithFeatures> Compiled for K {
                    $(#[cfg_attr(not(astragal_model), target_feature(enable = $feature))])+
                    unsafe fn compiled(self) -> Self::Output {
                        self.run()
                    }
                }

                // SAFETY: the token exists only where `detect` found these same features.
                unsafe { kernel.compiled() }
            }
        }
    };
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
pub(crate) use entry;
