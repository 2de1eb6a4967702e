//! The S-boxes of ARIA (RFC 5794 §2.4.2). SB1 and SB2 invert the input in GF(2^8) and then apply an affine map. SB3 and
//! SB4 are the inverse functions of SB1 and SB2.

use crate::platform::sbox::sliced::Sliced;
use crate::platform::sbox::{Affine, Inversion, Prepared, SBox};

/// Field polynomial of AES: x^8 + x^4 + x^3 + x + 1.
const POLYNOMIAL: u16 = 0x11b;

/// SB1, the S-box of AES.
pub(super) struct Sb1;

impl SBox for Sb1 {
    const TABLE: [u8; 256] = Inversion::AES.table();
    const INVERSION: Option<Inversion> = Some(Inversion::AES);
}

/// SB2(x) = D · x^247 ⊕ e2, where D is a bit matrix. x^247 is the eighth power of the inverse of x. Taking the eighth
/// power is a linear map on bits, so SB2 is an affine map of the inverse.
pub(super) struct Sb2;

impl SBox for Sb2 {
    const TABLE: [u8; 256] = SECOND.table();
    const INVERSION: Option<Inversion> = Some(SECOND);
}

const SECOND: Inversion = Inversion::modulo(
    POLYNOMIAL,
    Affine::IDENTITY,
    Affine::new([0xac, 0xfd, 0xc6, 0x83, 0x26, 0xa7, 0xfb, 0x5f], 0xe2),
);

/// SB3, the inverse of SB1.
pub(super) struct Sb3;

impl SBox for Sb3 {
    const TABLE: [u8; 256] = Inversion::AES.inverse().table();
    const INVERSION: Option<Inversion> = Some(Inversion::AES.inverse());
}

/// SB4, the inverse of SB2.
pub(super) struct Sb4;

impl SBox for Sb4 {
    const TABLE: [u8; 256] = SECOND.inverse().table();
    const INVERSION: Option<Inversion> = Some(SECOND.inverse());
}

/// Maps around AES instructions: the map after the S-box of AES gives SB2, and the map before its inverse gives SB4.
pub(super) const AFTER_AES: &Prepared = &SECOND.around_aes()[1];
pub(super) const BEFORE_INVERSE_AES: &Prepared = &SECOND.inverse().around_inverse_aes()[0];

/// Substitution layer SL1, which odd rounds use: one S-box for each byte position of a block (RFC 5794 §2.4.2).
pub(super) static SL1: Sliced = {
    let [sb1, sb2] = [Inversion::AES, SECOND];
    let [sb3, sb4] = [sb1.inverse(), sb2.inverse()];
    Sliced::new([sb1, sb2, sb3, sb4, sb1, sb2, sb3, sb4])
};

/// Substitution layer SL2, which even rounds use: one S-box for each byte position of a block. SL2 is the inverse of
/// SL1.
pub(super) static SL2: Sliced = {
    let [sb1, sb2] = [Inversion::AES, SECOND];
    let [sb3, sb4] = [sb1.inverse(), sb2.inverse()];
    Sliced::new([sb3, sb4, sb1, sb2, sb3, sb4, sb1, sb2])
};
