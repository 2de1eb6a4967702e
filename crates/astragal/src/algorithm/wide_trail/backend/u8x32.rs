//! Rows of 16 columns on AVX2: one 256-bit register, with one lane for each state.

use super::super::Layer;
use super::super::layer::{FieldOf, SBoxes};
use super::super::rows::ByteRow;
use crate::platform::sbox::{SBox, Steps, Tables};
use crate::platform::simd::x86_64::{U8x32, X86};
use crate::platform::simd::{Bytes, Nibbles};

impl<P: X86> ByteRow for U8x32<P> {
    type Proof = P;
    const COLUMNS: usize = 16;
    const AES: bool = P::AES;

    #[inline(always)]
    fn load(proof: P, [first, second]: [&[u8; 16]; 2]) -> Self {
        Self::pair(proof, first, second)
    }
    #[inline(always)]
    fn first_lane(self) -> [u8; 16] {
        self.lane(0)
    }
    #[inline(always)]
    fn constant(self, bytes: &[u8; 32]) -> Self {
        Bytes::load(self.proof(), bytes)
    }
    #[inline(always)]
    fn zip(self, b: Self) -> [Self; 2] {
        Bytes::zip::<1>(self, b)
    }
    #[inline(always)]
    fn zip_halves(self, b: Self) -> [Self; 2] {
        Bytes::zip::<8>(self, b)
    }
    #[inline(always)]
    fn double<L: Layer>(self) -> Self {
        Bytes::double::<FieldOf<L>>(self)
    }
    #[inline(always)]
    fn add(self, b: Self, carry: Self) -> (Self, Self) {
        let sum = Bytes::add(self, b);
        let fits = self.saturating_add(b).equal(sum);
        let propagates = sum.equal(self.fill(255)).and(carry);
        // A carry is 0 or -1 in each byte, so subtracting it adds 0 or 1.
        (sum.sub(carry), fits.xor(self.fill(255)).or(propagates))
    }
    #[inline(always)]
    fn swap(self) -> Self {
        self.swap_lanes()
    }
    #[inline(always)]
    fn first(self) -> Self {
        self.choose_lanes::<0x80>(self)
    }
    #[inline(always)]
    fn first_as_second(self) -> Self {
        self.choose_lanes::<0x08>(self)
    }
    #[inline(always)]
    fn shuffle(self, indices: &[u8; 32]) -> Self {
        Bytes::shuffle(self, self.constant(indices))
    }
    #[inline(always)]
    fn aes(self) -> Self {
        Self::aes(self)
    }
    /// Applies the S-boxes to four rows at a time, because eight rows and the temporary values do not fit in the
    /// registers.
    #[inline(always)]
    fn substitute<L: Layer>([a, b, c, d, e, f, g, h]: [Self; 8]) -> [Self; 8] {
        let [a, b, c, d] = substitute_four::<L, P>([a, b, c, d]);
        let [e, f, g, h] = substitute_four::<L, P>([e, f, g, h]);
        [a, b, c, d, e, f, g, h]
    }
}

/// Applies the S-boxes to four rows: 0 to 3, or 4 to 7.
#[inline(always)]
pub(super) fn substitute_four<L: Layer, P: X86>(rows: [U8x32<P>; 4]) -> [U8x32<P>; 4] {
    let [a, b, c, d] = rows;
    if const { is_looked_up::<<L::SBoxes as SBoxes>::S0>() } {
        let steps: [&Steps; 4] = [
            &Tables::<<L::SBoxes as SBoxes>::S0>::STEPS,
            &Tables::<<L::SBoxes as SBoxes>::S1>::STEPS,
            &Tables::<<L::SBoxes as SBoxes>::S2>::STEPS,
            &Tables::<<L::SBoxes as SBoxes>::S3>::STEPS,
        ];
        return U8x32::look_up_256(rows, steps);
    }
    [
        a.substitute::<<L::SBoxes as SBoxes>::S0>(),
        b.substitute::<<L::SBoxes as SBoxes>::S1>(),
        c.substitute::<<L::SBoxes as SBoxes>::S2>(),
        d.substitute::<<L::SBoxes as SBoxes>::S3>(),
    ]
}

/// Returns whether the S-box must be looked up in its table of 256 bytes, because it cannot be computed by an inversion
/// or from 4-bit tables. The caller then interleaves the lookups of several rows to hide latency.
const fn is_looked_up<S: SBox>() -> bool {
    S::INVERSION.is_none() && !S::NIBBLES
}
