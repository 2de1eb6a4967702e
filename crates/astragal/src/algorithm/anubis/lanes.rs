//! Rounds of Anubis on many blocks in parallel. Each vector holds the byte at one position of every block.

use super::key_schedule::Schedule;
use super::tables::{P, POLYNOMIAL, Q, S};
use crate::platform::gf256::Field;
use crate::platform::sbox::SBox;
use crate::platform::simd::Nibbles;
use crate::traits::cipher::{Lanes, Reversible, Vector, add_bytes, transpose_8};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let [first, keys @ .., last] = self.keys() else { return x };
        let mut a = add_bytes(cpu, transpose_8(x), first);
        for key in keys {
            a = add_bytes(cpu, theta(substitute_and_transpose(a)), key);
        }
        transpose_8(add_bytes(cpu, substitute_and_transpose(a), last))
    }

    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        self.reversed().encrypt_lanes(cpu, x)
    }
}

/// Applies the S-boxes (γ) and the transposition (τ).
#[inline(always)]
fn substitute_and_transpose<V: Vector>(a: [V; 16]) -> [V; 16] {
    let mut b = a;
    for i in 0..16 {
        b[i] = a[4 * (i % 4) + i / 4].substitute::<Gamma>();
    }
    b
}

/// Applies θ: multiplies each row `a` by the Hadamard matrix H = had(1, 2, 4, 6). Byte j of the product is `a[j]` + 2
/// (`a[j ⊕ 1]` + `a[j ⊕ 3]`) + 4 (`a[j ⊕ 2]` + `a[j ⊕ 3]`).
#[inline(always)]
fn theta<V: Vector>(mut a: [V; 16]) -> [V; 16] {
    for row in a.as_chunks_mut::<4>().0 {
        let [a0, a1, a2, a3] = *row;
        let odd = a1.xor(a3).double::<Gf>();
        let even = a0.xor(a2).double::<Gf>();
        let upper = a2.xor(a3).double::<Gf>().double::<Gf>();
        let lower = a0.xor(a1).double::<Gf>().double::<Gf>();
        *row = [
            a0.xor(odd).xor(upper),
            a1.xor(even).xor(upper),
            a2.xor(odd).xor(lower),
            a3.xor(even).xor(lower),
        ];
    }
    a
}

/// The field GF(2^8) over which the matrices of Anubis are defined.
struct Gf;

impl Field for Gf {
    const POLYNOMIAL: u16 = POLYNOMIAL;
}

/// S-box of Anubis.
pub(super) struct Gamma;

impl SBox for Gamma {
    const TABLE: [u8; 256] = S;
    const NIBBLES: bool = true;

    #[inline(always)]
    fn nibbles<B: Nibbles>(x: B) -> B {
        let [r, l] = x.nibbles();
        // Each of the next two lines applies a mini-box to each nibble, then exchanges bits between the two results.
        // The upper two bits of both results form the new left nibble. The lower two bits of both results form the new
        // right nibble.
        let [l, r] = [exchanged(l, &P, r, &Q, true), exchanged(l, &P, r, &Q, false)];
        let [l, r] = [exchanged(l, &Q, r, &P, true), exchanged(l, &Q, r, &P, false)];
        l.look_up_16(const { &masked(&P, 15, 4, 0) }).xor(r.look_up_16(&Q))
    }
}

/// Applies the mini-box `on_l` to the left nibble `l` and the mini-box `on_r` to the right nibble `r`. Then exchanges
/// two bits between the results. Returns only one result: the left nibble if `left` is set, and the right nibble
/// otherwise.
#[inline(always)]
fn exchanged<B: Nibbles>(l: B, on_l: &[u8; 16], r: B, on_r: &[u8; 16], left: bool) -> B {
    if left {
        l.look_up_16(&masked(on_l, 12, 0, 0)).xor(r.look_up_16(&masked(on_r, 12, 0, 2)))
    } else {
        l.look_up_16(&masked(on_l, 3, 2, 0)).xor(r.look_up_16(&masked(on_r, 3, 0, 0)))
    }
}

/// Returns a copy of the table `mini_box`. In the copy, each entry keeps only the bits in `mask`. These bits are then
/// shifted to the left by `left` and to the right by `right`.
const fn masked(mini_box: &[u8; 16], mask: u8, left: u32, right: u32) -> [u8; 16] {
    let mut table = [0; 16];
    let mut i = 0;
    while i < 16 {
        table[i] = (mini_box[i] & mask) << left >> right;
        i += 1;
    }
    table
}
