//! Rows of two 8-column states on NEON. A row fills one 128-bit register, and each state takes half of it.

use super::super::Layer;
use super::super::layer::{FieldOf, SBoxes};
use super::super::rows::ByteRow;
use crate::platform::simd::aarch64::{Arm, U8x16};
use crate::platform::simd::{Bytes, Nibbles};

impl<P: Arm> ByteRow for U8x16<P> {
    type Proof = P;
    const COLUMNS: usize = 8;
    const AES: bool = P::AES;

    #[inline(always)]
    fn load(proof: P, [lane, _]: [&[u8; 16]; 2]) -> Self {
        Self::splat(proof, lane)
    }
    #[inline(always)]
    fn first_lane(self) -> [u8; 16] {
        let mut lane = [0; 16];
        self.store(&mut lane);
        lane
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
        self.shuffle_by(&[8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7])
    }
    #[inline(always)]
    fn first(self) -> Self {
        Bytes::zip::<8>(self, self.fill(0))[0]
    }
    #[inline(always)]
    fn first_as_second(self) -> Self {
        Bytes::zip::<8>(self.fill(0), self)[0]
    }
    #[inline(always)]
    fn shuffle(self, indices: &[u8; 32]) -> Self {
        Bytes::shuffle(self, self.constant(indices))
    }
    #[inline(always)]
    fn aes(self) -> Self {
        Self::aes(self)
    }
    #[inline(always)]
    fn substitute<L: Layer>([a, b, c, d, e, f, g, h]: [Self; 8]) -> [Self; 8] {
        [
            Bytes::substitute::<<L::SBoxes as SBoxes>::S0>(a),
            Bytes::substitute::<<L::SBoxes as SBoxes>::S1>(b),
            Bytes::substitute::<<L::SBoxes as SBoxes>::S2>(c),
            Bytes::substitute::<<L::SBoxes as SBoxes>::S3>(d),
            Bytes::substitute::<<L::SBoxes as SBoxes>::S0>(e),
            Bytes::substitute::<<L::SBoxes as SBoxes>::S1>(f),
            Bytes::substitute::<<L::SBoxes as SBoxes>::S2>(g),
            Bytes::substitute::<<L::SBoxes as SBoxes>::S3>(h),
        ]
    }
}
