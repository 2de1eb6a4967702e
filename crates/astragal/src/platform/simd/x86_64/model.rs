//! Models of x86-64 instructions in plain Rust, named after the intrinsics. Intel's manual (volume 2) defines the
//! instructions. With `--cfg astragal_model`, the vector types use the models. Every kernel can then run on every
//! x86-64 processor, and under tools such as valgrind and miri, which do not support all vector instructions. Without
//! this option, tests compare each model with the real instruction.
//!
//! The models have no branch and no memory index that depends on data. If valgrind reports a branch or an index that
//! depends on data, the kernel is therefore the cause.
#![expect(unsafe_code, reason = "the models are `unsafe`, like the intrinsics")]

mod arithmetic;
mod avx2;
mod avx512;
mod crypto;
mod permutes;
mod polynomials;
#[cfg(all(test, not(astragal_model)))]
mod samples;
mod sha;

#[cfg(astragal_model)]
pub(super) use {avx2::*, avx512::*, crypto::*};

/// Register of `N` bytes, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Register<const N: usize>([u8; N]);

/// A 128-bit register.
#[allow(non_camel_case_types, reason = "the type has the same name as in `core::arch`")]
pub(crate) type __m128i = Register<16>;
/// A 256-bit register.
#[allow(non_camel_case_types, reason = "the type has the same name as in `core::arch`")]
pub(crate) type __m256i = Register<32>;
/// A 512-bit register.
#[allow(non_camel_case_types, reason = "the type has the same name as in `core::arch`")]
pub(crate) type __m512i = Register<64>;

/// Defines models of instructions in plain Rust, and a test that compares them with the real instructions. Each model
/// has the name of its intrinsic. The test runs only on CPUs with the instruction set that the token type `$token`
/// proves. For an intrinsic with a constant parameter, the brackets after its name list the values to test.
macro_rules! intrinsics {
    ($test:ident $token:ident: $(
        $name:ident $([$($number:literal)?])+ $(<$parameter:ident: $kind:ty>)? fn $arguments:tt -> $to:ty = $model:expr;
    )+) => {
        $(
            // The model of an intrinsic is never inlined, because compiling thousands of copies of its long loop would
            // take an hour.
            #[inline(never)]
            #[allow(dead_code, reason = "without `astragal_model`, only tests call the model")]
            pub(crate) unsafe fn $name<$(const $parameter: $kind)?> $arguments -> $to {
                $model
            }
        )+

        #[cfg(all(test, not(astragal_model)))]
        #[test]
        #[cfg_attr(miri, ignore = "miri has its own models of the instructions")]
        fn $test() {
            if crate::platform::cpu::$token::detect().is_some() {
                $( $( super::samples::compare!($name [$($number)?] $arguments); )+ )+
            }
        }
    };
}

use intrinsics;
