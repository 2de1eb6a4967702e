//! What the tokens of x86-64 prove, as constants: a vector type is generic over its token, and takes the better
//! instruction where the token has it.

use crate::machine::cpu::{Avx2, Avx2Aes, Avx512, Avx512Vbmi, Gfni, Vaes};
use crate::machine::enter::Token;

/// A token for AVX2, or more.
pub(crate) trait X86: Token {
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

impl X86 for Avx2 {}

impl X86 for Avx2Aes {
    const AES: bool = true;
}

impl X86 for Vaes {
    const AES: bool = true;
    const VAES: bool = true;
}

impl X86 for Gfni {
    const AES: bool = true;
    const VAES: bool = true;
    const GFNI: bool = true;
}

impl X86 for Avx512 {
    const AVX512: bool = true;
}

impl X86 for Avx512Vbmi {
    const AES: bool = true;
    const VAES: bool = true;
    const GFNI: bool = true;
    const AVX512: bool = true;

    #[inline(always)]
    fn vbmi(self) -> Option<Avx512Vbmi> {
        Some(self)
    }
}
