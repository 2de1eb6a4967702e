//! Functions for AES, SHA, GFNI and carry-less multiplication instructions. They call the library's models of these
//! instructions, which the library's tests compare with the processor. All arguments are 64-byte registers. For a
//! narrower instruction, the caller ignores the upper bytes of the result.
#![allow(unsafe_code, reason = "the models are `unsafe`, like the intrinsics")]

pub use library::*;

#[path = "../../../crates/astragal/src/platform/simd/x86_64"]
mod library {
    #[allow(dead_code, unused_imports, reason = "this crate uses only some of the models")]
    mod model;

    use model::{__m128i, __m512i};

    type Bytes = [u8; 64];

    const fn register(bytes: Bytes) -> __m512i {
        // SAFETY: both types are 64 bytes long, and every bit pattern is a valid register.
        unsafe { core::mem::transmute(bytes) }
    }

    const fn lane(bytes: &Bytes) -> __m128i {
        let [lane, ..] = bytes.as_chunks::<16>().0 else { unreachable!() };
        // SAFETY: both types are 16 bytes long, and every bit pattern is a valid register.
        unsafe { core::mem::transmute(*lane) }
    }

    const fn bytes(register: __m512i) -> Bytes {
        // SAFETY: both types are 64 bytes long, and every bit pattern is a valid byte array.
        unsafe { core::mem::transmute(register) }
    }

    fn widened(lane: __m128i) -> Bytes {
        let mut bytes = [0; 64];
        // SAFETY: both types are 16 bytes long, and every bit pattern is a valid byte array.
        bytes[..16].copy_from_slice(&unsafe { core::mem::transmute::<__m128i, [u8; 16]>(lane) });
        bytes
    }

    macro_rules! of_wide_registers {
    ($($name:ident $model:ident;)+) => { $(
        pub fn $name(a: Bytes, b: Bytes) -> Bytes {
            // SAFETY: the model is plain Rust code. It uses no vector instructions.
            bytes(unsafe { model::$model(register(a), register(b)) })
        }
    )+ };
}

    macro_rules! of_lanes {
    ($($name:ident $model:ident;)+) => { $(
        pub fn $name(a: Bytes, b: Bytes) -> Bytes {
            // SAFETY: the model is plain Rust code. It uses no vector instructions.
            widened(unsafe { model::$model(lane(&a), lane(&b)) })
        }
    )+ };
}

    of_wide_registers! {
        aesenc _mm512_aesenc_epi128;
        aesenclast _mm512_aesenclast_epi128;
        aesdec _mm512_aesdec_epi128;
        aesdeclast _mm512_aesdeclast_epi128;
        products _mm512_gf2p8mul_epi8;
    }

    of_lanes! {
        sha1msg1 _mm_sha1msg1_epu32;
        sha1msg2 _mm_sha1msg2_epu32;
        sha1nexte _mm_sha1nexte_epu32;
        sha256msg1 _mm_sha256msg1_epu32;
        sha256msg2 _mm_sha256msg2_epu32;
    }

    pub fn sha1rnds4(a: Bytes, b: Bytes, number: u8) -> Bytes {
        let (a, b) = (lane(&a), lane(&b));
        // SAFETY: the model is plain Rust code. It uses no vector instructions.
        widened(unsafe {
            match number & 3 {
                0 => model::_mm_sha1rnds4_epu32::<0>(a, b),
                1 => model::_mm_sha1rnds4_epu32::<1>(a, b),
                2 => model::_mm_sha1rnds4_epu32::<2>(a, b),
                _ => model::_mm_sha1rnds4_epu32::<3>(a, b),
            }
        })
    }

    pub fn sha256rnds2(a: Bytes, b: Bytes, words: Bytes) -> Bytes {
        // SAFETY: the model is plain Rust code. It uses no vector instructions.
        widened(unsafe { model::_mm_sha256rnds2_epu32(lane(&a), lane(&b), lane(&words)) })
    }

    /// Carry-less multiplication of 64-bit halves in each 16-byte lane. `halves` selects the halves, as in `pclmulqdq`.
    pub fn multiply(a: Bytes, b: Bytes, halves: u8) -> Bytes {
        let (a, b) = (register(a), register(b));
        // SAFETY: the model is plain Rust code. It uses no vector instructions.
        bytes(unsafe {
            match halves & 0x11 {
                0x00 => model::_mm512_clmulepi64_epi128::<0x00>(a, b),
                0x01 => model::_mm512_clmulepi64_epi128::<0x01>(a, b),
                0x10 => model::_mm512_clmulepi64_epi128::<0x10>(a, b),
                _ => model::_mm512_clmulepi64_epi128::<0x11>(a, b),
            }
        })
    }

    /// Applies GFNI's affine map to each byte, or to the inverse of each byte. Does not add the map's constant; the
    /// caller adds it.
    pub fn affine(a: Bytes, matrices: Bytes, is_inverse: bool) -> Bytes {
        let (a, matrices) = (register(a), register(matrices));
        // SAFETY: the model is plain Rust code. It uses no vector instructions.
        bytes(unsafe {
            if is_inverse {
                model::_mm512_gf2p8affineinv_epi64_epi8::<0>(a, matrices)
            } else {
                model::_mm512_gf2p8affine_epi64_epi8::<0>(a, matrices)
            }
        })
    }
}
