//! Constants for what each token of x86-64 proves. A vector type is generic over its token, and uses the better
//! instruction if the token proves it.

use crate::platform::cpu::{Avx2, Avx2Aes, Avx512, Avx512Vbmi, Gfni, Ssse3, Vaes};
use crate::platform::enter::Token;

/// A token for SSSE3, or more: what 128-bit registers of bytes ask for.
pub(crate) trait Sse: Token {
    /// Whether it proves AVX2.
    const AVX2: bool = true;
    /// Whether it proves AES-NI.
    const AES: bool = false;
    /// Whether it proves VAES: AES on each 128 bits of a longer register.
    const VAES: bool = false;
    /// Whether it proves GFNI.
    const GFNI: bool = false;
    /// Whether it proves AVX-512 F, BW, DQ and VL.
    const AVX512: bool = false;

    /// What it proves of 512-bit registers, if it is VBMI.
    #[inline(always)]
    fn vbmi(self) -> Option<Avx512Vbmi> {
        None
    }
}

/// A token for AVX2, or more.
pub(crate) trait X86: Sse {}

impl Sse for Ssse3 {
    const AVX2: bool = false;
}

impl Sse for Avx2 {}

impl Sse for Avx2Aes {
    const AES: bool = true;
}

impl Sse for Vaes {
    const AES: bool = true;
    const VAES: bool = true;
}

impl Sse for Gfni {
    const AES: bool = true;
    const VAES: bool = true;
    const GFNI: bool = true;
}

impl Sse for Avx512 {
    const AVX512: bool = true;
}

impl Sse for Avx512Vbmi {
    const AES: bool = true;
    const VAES: bool = true;
    const GFNI: bool = true;
    const AVX512: bool = true;

    #[inline(always)]
    fn vbmi(self) -> Option<Avx512Vbmi> {
        Some(self)
    }
}

impl X86 for Avx2 {}
impl X86 for Avx2Aes {}
impl X86 for Vaes {}
impl X86 for Gfni {}
impl X86 for Avx512 {}
impl X86 for Avx512Vbmi {}
