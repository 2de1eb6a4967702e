//! Camellia's S-boxes (RFC 3713 §2.4.1): affine images of the inverse in GF(2^8).

use crate::machine::sbox::{Affine, Inversion, SBox};

/// SBOX1.
pub(super) struct S1;

impl SBox for S1 {
    const TABLE: [u8; 256] = SBOX1.table();
    const INVERSION: Option<Inversion> = Some(SBOX1);
}

/// SBOX2: the image rotated left by a bit.
pub(super) struct S2;

impl SBox for S2 {
    const TABLE: [u8; 256] = SBOX2.table();
    const INVERSION: Option<Inversion> = Some(SBOX2);
}

/// SBOX3: the image rotated right by a bit.
pub(super) struct S3;

impl SBox for S3 {
    const TABLE: [u8; 256] = SBOX3.table();
    const INVERSION: Option<Inversion> = Some(SBOX3);
}

/// SBOX4: the image of the byte rotated left by a bit.
pub(super) struct S4;

impl SBox for S4 {
    const TABLE: [u8; 256] = SBOX4.table();
    const INVERSION: Option<Inversion> = Some(SBOX4);
}

/// The standard prints a table and gives the construction in a composite field (Camellia's specification, §4.5);
/// these are the same maps around inversion in the field of AES.
const BEFORE: Affine = Affine::new([0x01, 0x19, 0xb1, 0xab, 0xa7, 0x93, 0x61, 0xd9], 0x08);
const AFTER: Affine = Affine::new([0xf1, 0xbb, 0x8e, 0x09, 0xfa, 0xd7, 0x21, 0xe1], 0x6e);

const SBOX1: Inversion = Inversion::modulo(0x11b, BEFORE, AFTER);
const SBOX2: Inversion = Inversion::modulo(0x11b, BEFORE, LEFT.after(&AFTER));
const SBOX3: Inversion = Inversion::modulo(0x11b, BEFORE, LEFT.inverse().after(&AFTER));
const SBOX4: Inversion = Inversion::modulo(0x11b, BEFORE.after(&LEFT), AFTER);

/// The rotation to the left by a bit.
const LEFT: Affine = Affine::new([2, 4, 8, 16, 32, 64, 128, 1], 0);
