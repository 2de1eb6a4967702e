//! The quad-rounds of CAST-256 as RFC 2612 describes them.

use super::key_schedule::Schedule;
use super::sbox::{S1, S2, S3, S4};
use crate::platform::words::{load_be, store_be};
use crate::traits::cipher::ct_lookup;

/// Encrypts a block (RFC 2612 §2.3).
pub(super) fn encrypt(schedule: &Schedule, block: &mut [u8; 16]) {
    let mut beta = load_be(block);
    for i in 0..6 {
        forward_quad(&mut beta, &schedule.rotations[i], &schedule.masks[i]);
    }
    for i in 6..12 {
        reverse_quad(&mut beta, &schedule.rotations[i], &schedule.masks[i]);
    }
    store_be(&beta, block);
}

/// Applies the forward quad-round Q.
fn forward_quad([a, b, c, d]: &mut [u32; 4], kr: &[u32; 4], km: &[u32; 4]) {
    *c ^= f1::<false>(*d, kr[0], km[0]);
    *b ^= f2::<false>(*c, kr[1], km[1]);
    *a ^= f3::<false>(*b, kr[2], km[2]);
    *d ^= f1::<false>(*a, kr[3], km[3]);
}

/// Applies the reverse quad-round QBAR.
fn reverse_quad([a, b, c, d]: &mut [u32; 4], kr: &[u32; 4], km: &[u32; 4]) {
    *d ^= f1::<false>(*a, kr[3], km[3]);
    *a ^= f3::<false>(*b, kr[2], km[2]);
    *b ^= f2::<false>(*c, kr[1], km[1]);
    *c ^= f1::<false>(*d, kr[0], km[0]);
}

/// The round function of type 1 (RFC 2612 §2.2). If `SCAN` is set, each lookup reads the whole S-box.
pub(super) fn f1<const SCAN: bool>(data: u32, kr: u32, km: u32) -> u32 {
    let [a, b, c, d] = look_up::<SCAN>(km.wrapping_add(data).rotate_left(kr));
    (a ^ b).wrapping_sub(c).wrapping_add(d)
}

/// The round function of type 2 (RFC 2612 §2.2). If `SCAN` is set, each lookup reads the whole S-box.
pub(super) fn f2<const SCAN: bool>(data: u32, kr: u32, km: u32) -> u32 {
    let [a, b, c, d] = look_up::<SCAN>((km ^ data).rotate_left(kr));
    a.wrapping_sub(b).wrapping_add(c) ^ d
}

/// The round function of type 3 (RFC 2612 §2.2). If `SCAN` is set, each lookup reads the whole S-box.
pub(super) fn f3<const SCAN: bool>(data: u32, kr: u32, km: u32) -> u32 {
    let [a, b, c, d] = look_up::<SCAN>(km.wrapping_sub(data).rotate_left(kr));
    (a.wrapping_add(b) ^ c).wrapping_sub(d)
}

/// Looks up each of the four bytes of `i` in its own S-box. If `SCAN` is set, each lookup reads every entry, so that
/// the memory accesses do not depend on `i`.
fn look_up<const SCAN: bool>(i: u32) -> [u32; 4] {
    if SCAN {
        let [ia, ib, ic, id] = i.to_be_bytes().map(u32::from);
        return [ct_lookup(&S1, ia), ct_lookup(&S2, ib), ct_lookup(&S3, ic), ct_lookup(&S4, id)];
    }
    let [ia, ib, ic, id] = i.to_be_bytes().map(usize::from);
    [S1[ia], S2[ib], S3[ic], S4[id]]
}
