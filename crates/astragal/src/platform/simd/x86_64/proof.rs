//! Traits that say which instruction sets an x86-64 token proves. A vector type is generic over its token. If the token
//! proves that the CPU has a faster instruction for an operation, the vector type uses that instruction.

use crate::platform::cpu::{Avx2, Avx2Aes, Avx512, Avx512Vbmi, Gfni, Ssse3, Vaes};
use crate::platform::enter::Token;

/// Token for SSSE3 or for instruction sets that include it. Vectors of 128 bits require SSSE3.
pub(crate) trait Sse: Token {
    /// Whether the token proves that the CPU has AVX2.
    const AVX2: bool = true;
    /// Whether the token proves that the CPU has AES-NI.
    const AES: bool = false;
    /// Whether the token proves that the CPU has VAES: AES instructions on each 128-bit lane of a 256-bit or 512-bit
    /// register.
    const VAES: bool = false;
    /// Whether the token proves that the CPU has GFNI.
    const GFNI: bool = false;
    /// Whether the token proves that the CPU has AVX-512 F, BW, DQ and VL.
    const AVX512: bool = false;

    /// Returns `self` as the token for AVX-512 VBMI, or `None` if `self` is another token.
    #[inline(always)]
    fn vbmi(self) -> Option<Avx512Vbmi> {
        None
    }
}

/// Token for AVX2 or for instruction sets that include it.
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
