//! S-boxes on bytes. A cipher family provides the table of its S-box, and the algebraic structure if the S-box has one.
//! Each vector type evaluates the S-box with the fastest of the following methods that its instruction set and the
//! S-box allow. Vector code never uses data as a memory index.
//!
//! - GFNI, for an S-box that is an inversion in GF(2^8) between two affine maps: two or three instructions;
//! - 64-byte permutes (VBMI) or four-register lookups (NEON), for any S-box;
//! - AES instructions between affine maps, for an S-box that is such an inversion. Two nibble lookups compute each
//!   affine map;
//! - a decomposition into nibble lookups, if one is known;
//! - sixteen shuffles, for any S-box.
//!
//! ```text
//! struct S1;
//! impl SBox for S1 {
//!     const TABLE: [u8; 256] = …;
//!     const INVERSION: Option<Inversion> = Some(Inversion::modulo(0x169, BEFORE, AFTER));
//! }
//! let y = x.substitute::<S1>();
//! ```
//!
//! Submodules: `circuit` is the bit-sliced S-box of AES for portable code, and `sliced` derives other S-boxes from it.
//! `affine` and `inversion` describe S-boxes by affine maps and an inversion. `lookup256` converts a 256-byte table
//! for lookups with shuffles.

mod affine;
pub(crate) mod circuit;
mod inversion;
#[cfg(target_arch = "x86_64")]
mod lookup256;
pub(crate) mod sliced;

use core::marker::PhantomData;

pub(crate) use affine::{Affine, LinearPair, Prepared};
pub(crate) use inversion::Inversion;
#[cfg(target_arch = "x86_64")]
pub(crate) use lookup256::{Steps, steps};

use crate::platform::simd::Nibbles;

/// S-box on bytes, with a description of its algebraic structure that vector code uses.
pub(crate) trait SBox: 'static {
    /// Table of the S-box. The other items of the trait must describe the same S-box as this table.
    const TABLE: [u8; 256];
    /// Decomposition into an inversion in GF(2^8) between two affine maps, if the S-box has one.
    const INVERSION: Option<Inversion> = None;
    /// Whether the S-box can be computed with nibble lookups, by [`SBox::nibbles`].
    const NIBBLES: bool = false;

    /// Computes the S-box with lookups in tables of 16 entries.
    #[inline(always)]
    fn nibbles<B: Nibbles>(x: B) -> B {
        x
    }
}

/// Constants for evaluating the S-box `S` on vectors, computed at compile time from the description of `S`.
pub(crate) struct Tables<S>(PhantomData<S>);

impl<S: SBox> Tables<S> {
    const INVERSION: Inversion = match S::INVERSION {
        Some(inversion) => inversion,
        None => Inversion::AES,
    };
    /// Affine maps that turn an inversion in the field of AES into the S-box. The first map is applied before the
    /// inversion, and the second after it.
    #[cfg(target_arch = "x86_64")]
    pub(crate) const AROUND_INVERSE: [Prepared; 2] = Self::INVERSION.around_inverse();
    /// Affine maps that turn the S-box of AES into the S-box `S`. The first map is applied before the S-box of AES, and
    /// the second map after it.
    pub(crate) const AROUND_AES: [Prepared; 2] = Self::INVERSION.around_aes();
    /// Bit-sliced S-box for portable code. Valid only if the S-box is an inversion between two affine maps.
    pub(crate) const SLICED: sliced::Sliced = sliced::Sliced::new([Self::INVERSION; 8]);
    /// Table of the S-box, in the layout that lookups with shuffles need.
    #[cfg(target_arch = "x86_64")]
    pub(crate) const STEPS: Steps = steps(&S::TABLE);
    /// All constants that x86-64 vectors need to evaluate the S-box.
    #[cfg(target_arch = "x86_64")]
    pub(crate) const FORMS: Forms = Forms {
        around_inverse: if S::INVERSION.is_some() { Some(Self::AROUND_INVERSE) } else { None },
        around_aes: if S::INVERSION.is_some() { Some(Self::AROUND_AES) } else { None },
        table: &S::TABLE,
        steps: &Self::STEPS,
    };
}

/// Constants that x86-64 vectors need to evaluate an S-box.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Forms {
    /// Values of [`Tables::AROUND_INVERSE`] and [`Tables::AROUND_AES`]. Both are `None` if the S-box is not an
    /// inversion between two affine maps.
    pub(crate) around_inverse: Option<[Prepared; 2]>,
    pub(crate) around_aes: Option<[Prepared; 2]>,
    pub(crate) table: &'static [u8; 256],
    pub(crate) steps: &'static Steps,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::enter::Token;
    use crate::platform::simd::Bytes;

    struct Aes;
    impl SBox for Aes {
        const TABLE: [u8; 256] = Inversion::AES.table();
        const INVERSION: Option<Inversion> = Some(Inversion::AES);
    }

    /// Test S-box: inversion in a field other than the field of AES, between two affine maps that are not the identity.
    struct Far;
    impl SBox for Far {
        const TABLE: [u8; 256] = FAR.table();
        const INVERSION: Option<Inversion> = Some(FAR);
    }
    const FAR: Inversion = Inversion::modulo(
        0x1f5,
        Affine::new([3, 6, 12, 24, 48, 96, 192, 128], 0x5a),
        Affine::AES.inverse(),
    );

    /// Test S-box without algebraic structure: a permutation of all 256 bytes.
    struct Any;
    impl SBox for Any {
        const TABLE: [u8; 256] = {
            let mut table = [0; 256];
            let (mut i, mut x) = (0_usize, 17_u8);
            while i < 256 {
                table[(i * 37 + 11) % 256] = x;
                x = x.wrapping_mul(5).wrapping_add(89);
                i += 1;
            }
            table
        };
    }

    /// Test S-box that swaps the two nibbles of a byte.
    struct Exchange;
    impl SBox for Exchange {
        const TABLE: [u8; 256] = {
            let mut table = [0; 256];
            let mut x = 0_u8;
            loop {
                table[x as usize] = x.rotate_left(4);
                if x == u8::MAX {
                    break table;
                }
                x += 1;
            }
        };
        const NIBBLES: bool = true;
        fn nibbles<B: Nibbles>(x: B) -> B {
            let [low, high] = x.nibbles();
            let mut upper = [0; 16];
            upper.iter_mut().zip(0..).for_each(|(upper, i): (&mut u8, u8)| *upper = i << 4);
            high.xor(low.look_up_16(&upper))
        }
    }

    fn check<S: SBox, B: Bytes>(proof: B::Proof) {
        let mut bytes = [0; 256];
        bytes.iter_mut().zip(0..=255).for_each(|(byte, i)| *byte = i);
        let substituted = proof.enter(
            #[inline(always)]
            move || {
                for piece in bytes.chunks_exact_mut(16 * B::LANES) {
                    B::load(proof, piece).substitute::<S>().store(piece);
                }
                bytes
            },
        );
        assert_eq!(substituted, S::TABLE, "{}", core::any::type_name::<(S, B)>());
    }

    fn check_all<B: Bytes>(proof: Option<B::Proof>) {
        if let Some(proof) = proof {
            check::<Aes, B>(proof);
            check::<Far, B>(proof);
            check::<Any, B>(proof);
            check::<Exchange, B>(proof);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn vectors_match_the_table() {
        use crate::platform::cpu::{Avx2, Avx2Aes, Avx512, Avx512Vbmi, Gfni, Ssse3, Vaes};
        use crate::platform::simd::x86_64::{U8x16, U8x32, U8x64};

        check_all::<U8x16<Ssse3>>(Ssse3::detect());
        check_all::<U8x16<Avx2>>(Avx2::detect());
        check_all::<U8x16<Avx2Aes>>(Avx2Aes::detect());
        check_all::<U8x16<Gfni>>(Gfni::detect());
        check_all::<U8x16<Avx512Vbmi>>(Avx512Vbmi::detect());
        check_all::<U8x32<Avx2>>(Avx2::detect());
        check_all::<U8x32<Avx2Aes>>(Avx2Aes::detect());
        check_all::<U8x32<Vaes>>(Vaes::detect());
        check_all::<U8x32<Gfni>>(Gfni::detect());
        check_all::<U8x32<Avx512>>(Avx512::detect());
        check_all::<U8x32<Avx512Vbmi>>(Avx512Vbmi::detect());
        check_all::<U8x64>(Avx512Vbmi::detect());
    }

    /// Computes S-boxes with the S-box of AES and with its inverse.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn aes_rounds_between_affine_maps_match_the_table() {
        use crate::platform::cpu::{Avx2Aes, Vaes};
        use crate::platform::simd::x86_64::U8x32;
        use crate::platform::simd::{BEFORE_SHIFT_ROWS, SHIFT_ROWS, Words};

        fn check<V: Words>(proof: Option<V::Proof>, inversion: Inversion) {
            let Some(proof) = proof else { return };
            assert!(V::INVERTS_BY_AES);
            let [before, after] = inversion.around_aes();
            let [inverse_before, inverse_after] = inversion.around_inverse_aes();
            let mut bytes = [0; 256];
            bytes.iter_mut().zip(0..=255).for_each(|(byte, i)| *byte = i);
            let mut images = [bytes; 2];
            let [forward, inverse] = &mut images;
            proof.enter(
                #[inline(always)]
                || {
                    for piece in forward.chunks_exact_mut(16 * V::LANES) {
                        let x = V::load(proof, piece).map(&before).aes_last_round::<false>();
                        x.shuffle_by(&BEFORE_SHIFT_ROWS).map(&after).store(piece);
                    }
                    for piece in inverse.chunks_exact_mut(16 * V::LANES) {
                        let x = V::load(proof, piece).map(&inverse_before).aes_last_round::<true>();
                        x.shuffle_by(&SHIFT_ROWS).map(&inverse_after).store(piece);
                    }
                },
            );
            assert_eq!(images, [inversion.table(); 2]);
        }

        for inversion in [Inversion::AES, FAR] {
            check::<U8x32<Avx2Aes>>(Avx2Aes::detect(), inversion);
            check::<U8x32<Vaes>>(Vaes::detect(), inversion);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn shift_left_8_takes_bits_of_the_next_byte() {
        use crate::platform::cpu::{Avx2, Gfni, Vaes};
        use crate::platform::simd::Words;
        use crate::platform::simd::x86_64::U8x32;

        fn check<V: Words>(proof: Option<V::Proof>) {
            let Some(proof) = proof else { return };
            for i in 0..=255_u8 {
                let (byte, next) = (i, i.rotate_left(3) ^ 0x5a);
                let mut result = [0; 32];
                let bytes = &mut result;
                proof.enter(
                    #[inline(always)]
                    || V::splat_8(proof, byte).shift_left_8(V::splat_8(proof, next)).store(bytes),
                );
                assert_eq!(result, [byte << 1 | next >> 7; 32]);
            }
        }

        check::<U8x32<Avx2>>(Avx2::detect());
        check::<U8x32<Vaes>>(Vaes::detect());
        check::<U8x32<Gfni>>(Gfni::detect());
    }

    #[cfg(target_arch = "aarch64")]
    #[test]
    fn vectors_match_the_table() {
        use crate::platform::cpu::{ArmAes, Neon};
        use crate::platform::simd::aarch64::U8x16;

        check_all::<U8x16<Neon>>(Neon::detect());
        check_all::<U8x16<ArmAes>>(ArmAes::detect());
    }
}
