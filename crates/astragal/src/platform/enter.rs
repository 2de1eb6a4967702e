//! The one way into code that is compiled for an instruction set.
//!
//! A function with `#[target_feature]` may only run where its instructions exist, and nothing is inlined into
//! it that was compiled for more than it is. Both are seen to here, once: a [`Token`] proves the instructions,
//! and its `enter` is the only function that is compiled for them. All else is generic code, which is inlined
//! into `enter` and compiled there.
//!
//! ```text
//! cpu.enter(#[inline(always)] move || rows::compress_2b::<U64x4<Avx2>>(cpu, h, blocks, t, last))
//! ```
//!
//! What a kernel calls is inlined or not as everywhere: a function or method of the hot path must be
//! `#[inline(always)]`, since a copy of its own would be compiled for nothing in particular, and its vectors
//! would travel through memory. The same holds for closures, also for those that `map` or `from_fn` take.
//!
//! Closures are `move`: what they capture is then handed over as it is, one or two words in registers, and not
//! by references to the caller's stack.
//!
//! Of a reference that a closure captures the compiler no longer knows that it is the only one to what it points
//! at: a state is worked on in a copy where blocks are read beside it.

/// Work that is to be compiled for an instruction set.
///
/// A closure is one; a type of its own is where something must be said about the work, or where it is generic
/// over what it is compiled for.
pub(crate) trait WithFeatures: Sized {
    /// What the work gives back.
    type Output;

    /// Does the work. It is `#[inline(always)]` in every kernel: [`Token::enter`] compiles it.
    fn run(self) -> Self::Output;
}

/// Not `FnOnce`: there, a closure that consumes nothing is called through a function that nobody told to be
/// inlined.
impl<R, F: FnMut() -> R> WithFeatures for F {
    type Output = R;

    #[inline(always)]
    fn run(mut self) -> R {
        self()
    }
}

/// The proof that this machine has some instructions.
pub(crate) trait Token: Copy {
    /// Runs the kernel, compiled for the instructions.
    fn enter<K: WithFeatures>(self, kernel: K) -> K::Output;
}

/// Gives a token its entry, with the features that its detection asked for.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
macro_rules! entry {
    ($token:ident: $($feature:tt),+) => {
        impl $crate::platform::enter::Token for $token {
            #[inline(always)]
            fn enter<K: $crate::platform::enter::WithFeatures>(self, kernel: K) -> K::Output {
                // A method of the kernel, for the compiler puts a method into the unit of its type: each backend
                // is compiled beside the others, and not all of them in one unit after the other.
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
