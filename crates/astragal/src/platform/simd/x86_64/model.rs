//! The instructions of x86-64 in plain Rust, by the definitions of Intel's manual (volume 2), under the names of the
//! intrinsics. With `--cfg astragal_model` the vector types are built over these: every kernel then runs on every
//! x86-64 processor, and under tools that decode no such instruction, as valgrind and miri. Without, tests compare
//! each of them with the instruction.
//!
//! No branch and no index depends on data, so that valgrind's verdict on a kernel is a verdict on the kernel.
#![expect(unsafe_code, reason = "functions under the names of unsafe ones")]

mod avx2;
mod avx512;
#[cfg(all(test, not(astragal_model)))]
mod compare;
mod crypto;
mod numbers;
mod permutes;
mod polynomials;
mod sha;

#[cfg(astragal_model)]
pub(super) use {avx2::*, avx512::*, crypto::*};

/// `N` bytes, the lowest one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Register<const N: usize>([u8; N]);

/// A register of 128 bits.
#[allow(non_camel_case_types, reason = "the name in `core::arch`")]
pub(crate) type __m128i = Register<16>;
/// A register of 256 bits.
#[allow(non_camel_case_types, reason = "the name in `core::arch`")]
pub(crate) type __m256i = Register<32>;
/// A register of 512 bits.
#[allow(non_camel_case_types, reason = "the name in `core::arch`")]
pub(crate) type __m512i = Register<64>;

/// Declares models by the names of their intrinsics, and a test that compares them with the instructions of a token.
/// The brackets list the values that the test tries for a constant parameter.
macro_rules! intrinsics {
    ($test:ident $token:ident: $(
        $name:ident $([$($number:literal)?])+ $(<$parameter:ident: $kind:ty>)? fn $arguments:tt -> $to:ty = $model:expr;
    )+) => {
        $(
            // Never inlined: thousands of copies of long loops would take the compiler an hour.
            #[inline(never)]
            #[allow(dead_code, reason = "without the model, for tests alone")]
            pub(crate) unsafe fn $name<$(const $parameter: $kind)?> $arguments -> $to {
                $model
            }
        )+

        #[cfg(all(test, not(astragal_model)))]
        #[test]
        #[cfg_attr(miri, ignore = "miri has models of its own")]
        fn $test() {
            if crate::platform::cpu::$token::detect().is_some() {
                $( $( super::compare::compare!($name [$($number)?] $arguments); )+ )+
            }
        }
    };
}

use intrinsics;
