//! The rounds of MARS (MARS §2.2 to §2.4).

use super::key_schedule::Schedule;
use super::sbox::S;
use crate::platform::words::{load_le, store_le};

fn s0(x: u32) -> u32 {
    S[(x & 0xff) as usize]
}

fn s1(x: u32) -> u32 {
    S[256 + (x & 0xff) as usize]
}

/// Encrypts a block.
pub(super) fn encrypt(Schedule(k): &Schedule, block: &mut [u8; 16]) {
    let mut d: [u32; 4] = load_le(block);
    for i in 0..4 {
        d[i] = d[i].wrapping_add(k[i]);
    }
    // Forward mixing: eight rounds.
    for i in 0..8 {
        d[1] = (d[1] ^ s0(d[0])).wrapping_add(s1(d[0] >> 8));
        d[2] = d[2].wrapping_add(s0(d[0] >> 16));
        d[3] ^= s1(d[0] >> 24);
        d[0] = d[0].rotate_right(24);
        match i {
            0 | 4 => d[0] = d[0].wrapping_add(d[3]),
            1 | 5 => d[0] = d[0].wrapping_add(d[1]),
            _ => {}
        }
        d.rotate_left(1);
    }
    // Keyed core: sixteen rounds.
    for i in 0..16 {
        let [l, m, r] = e(d[0], k[2 * i + 4], k[2 * i + 5]);
        d[0] = d[0].rotate_left(13);
        d[2] = d[2].wrapping_add(m);
        if i < 8 {
            d[1] = d[1].wrapping_add(l);
            d[3] ^= r;
        } else {
            d[3] = d[3].wrapping_add(l);
            d[1] ^= r;
        }
        d.rotate_left(1);
    }
    // Backward mixing: eight rounds.
    for i in 0..8 {
        match i {
            2 | 6 => d[0] = d[0].wrapping_sub(d[3]),
            3 | 7 => d[0] = d[0].wrapping_sub(d[1]),
            _ => {}
        }
        d[1] ^= s1(d[0]);
        d[2] = d[2].wrapping_sub(s0(d[0] >> 24));
        d[3] = d[3].wrapping_sub(s1(d[0] >> 16)) ^ s0(d[0] >> 8);
        d[0] = d[0].rotate_left(24);
        d.rotate_left(1);
    }
    for i in 0..4 {
        d[i] = d[i].wrapping_sub(k[36 + i]);
    }
    store_le(&d, block);
}

/// Decrypts a block. Applies the inverses of the encryption steps in reverse order.
pub(super) fn decrypt(Schedule(k): &Schedule, block: &mut [u8; 16]) {
    let mut d: [u32; 4] = load_le(block);
    for i in 0..4 {
        d[i] = d[i].wrapping_add(k[36 + i]);
    }
    for i in (0..8).rev() {
        d.rotate_right(1);
        d[0] = d[0].rotate_right(24);
        d[3] = (d[3] ^ s0(d[0] >> 8)).wrapping_add(s1(d[0] >> 16));
        d[2] = d[2].wrapping_add(s0(d[0] >> 24));
        d[1] ^= s1(d[0]);
        match i {
            2 | 6 => d[0] = d[0].wrapping_add(d[3]),
            3 | 7 => d[0] = d[0].wrapping_add(d[1]),
            _ => {}
        }
    }
    for i in (0..16).rev() {
        d.rotate_right(1);
        d[0] = d[0].rotate_right(13);
        let [l, m, r] = e(d[0], k[2 * i + 4], k[2 * i + 5]);
        d[2] = d[2].wrapping_sub(m);
        if i < 8 {
            d[1] = d[1].wrapping_sub(l);
            d[3] ^= r;
        } else {
            d[3] = d[3].wrapping_sub(l);
            d[1] ^= r;
        }
    }
    for i in (0..8).rev() {
        d.rotate_right(1);
        match i {
            0 | 4 => d[0] = d[0].wrapping_sub(d[3]),
            1 | 5 => d[0] = d[0].wrapping_sub(d[1]),
            _ => {}
        }
        d[0] = d[0].rotate_left(24);
        d[3] ^= s1(d[0] >> 24);
        d[2] = d[2].wrapping_sub(s0(d[0] >> 16));
        d[1] = d[1].wrapping_sub(s1(d[0] >> 8)) ^ s0(d[0]);
    }
    for i in 0..4 {
        d[i] = d[i].wrapping_sub(k[i]);
    }
    store_le(&d, block);
}

/// The expansion function E. Returns its three outputs L, M and R.
fn e(input: u32, k1: u32, k2: u32) -> [u32; 3] {
    let mut m = input.wrapping_add(k1);
    let mut r = input.rotate_left(13).wrapping_mul(k2);
    let mut l = S[(m & 511) as usize];
    r = r.rotate_left(5);
    m = m.rotate_left(r & 31);
    l ^= r;
    r = r.rotate_left(5);
    l ^= r;
    l = l.rotate_left(r & 31);
    [l, m, r]
}
