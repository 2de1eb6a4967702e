//! The compression function (FIPS 180-4 §6.2.2, §6.4.2), generic over the word size.

use crate::platform::unroll::{WHOLE, unroll};
use crate::platform::words::{Word, load_be};

/// Word type of SHA-2. It provides the functions (§4.1.2, §4.1.3) and the constants (§4.2.2, §4.2.3).
pub(super) trait Sha2Word: Word + 'static {
    /// Round constants K of FIPS 180-4 §4.2.2 or §4.2.3.
    const K: &'static [Self];

    /// Adds modulo 2^32 or 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns Ch(x, y, z).
    fn choose(x: Self, y: Self, z: Self) -> Self;
    /// Returns Maj(x, y, z).
    fn majority(x: Self, y: Self, z: Self) -> Self;
    /// Returns Σ0 of the word.
    fn big_sigma_0(self) -> Self;
    /// Returns Σ1 of the word.
    fn big_sigma_1(self) -> Self;
    /// Returns σ0 of the word.
    fn small_sigma_0(self) -> Self;
    /// Returns σ1 of the word.
    fn small_sigma_1(self) -> Self;
}

macro_rules! sha2_word {
    ($word:ty, $k:expr, $big0:expr, $big1:expr, $small0:expr, $small1:expr) => {
        impl Sha2Word for $word {
            const K: &'static [Self] = &$k;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn choose(x: Self, y: Self, z: Self) -> Self {
                (x & y) ^ (!x & z)
            }
            #[inline(always)]
            fn majority(x: Self, y: Self, z: Self) -> Self {
                // Equals (x & y) ^ (x & z) ^ (y & z). The compiler can compute one XOR less per round, because y ^ z
                // equals x ^ y of the previous round.
                ((x ^ y) & (y ^ z)) ^ y
            }
            #[inline(always)]
            fn big_sigma_0(self) -> Self {
                let [r, s, t] = $big0;
                self.rotate_right(r) ^ self.rotate_right(s) ^ self.rotate_right(t)
            }
            #[inline(always)]
            fn big_sigma_1(self) -> Self {
                let [r, s, t] = $big1;
                self.rotate_right(r) ^ self.rotate_right(s) ^ self.rotate_right(t)
            }
            #[inline(always)]
            fn small_sigma_0(self) -> Self {
                let [r, s, shift] = $small0;
                self.rotate_right(r) ^ self.rotate_right(s) ^ (self >> shift)
            }
            #[inline(always)]
            fn small_sigma_1(self) -> Self {
                let [r, s, shift] = $small1;
                self.rotate_right(r) ^ self.rotate_right(s) ^ (self >> shift)
            }
        }
    };
}

sha2_word!(u32, super::constants::K_32, [2, 13, 22], [6, 11, 25], [7, 18, 3], [17, 19, 10]);
sha2_word!(u64, super::constants::K_64, [28, 34, 39], [14, 18, 41], [1, 8, 7], [19, 61, 6]);

/// Compresses one block of 16 words.
#[inline(always)]
pub(super) fn compress<W: Sha2Word>(state: &mut [W; 8], block: &[u8]) {
    let mut w: [W; 16] = load_be(block);
    let mut working = *state;
    let (k, _) = W::K.as_chunks::<16>();
    unroll!(for i in 0..16 {
        round(&mut working, k[0][i].add(w[i]));
    });
    // Rounds on 64-bit words are not unrolled: the words do not fit in the registers, and unrolled code would run at 80
    // % of the speed of a loop.
    if const { WHOLE && size_of::<W>() == 4 } {
        unroll!(for r in 1..5 {
            if r < 4 {
                next_rounds(&mut working, &mut w, &k[r]);
            }
        });
    } else {
        for k in &k[1..] {
            next_rounds(&mut working, &mut w, k);
        }
    }
    add_working(state, &working);
}

/// Performs sixteen rounds. Each new schedule word replaces the word from sixteen rounds earlier.
#[inline(always)]
fn next_rounds<W: Sha2Word>(working: &mut [W; 8], w: &mut [W; 16], k: &[W; 16]) {
    unroll!(for i in 0..16 {
        let recent = w[(i + 14) % 16].small_sigma_1().add(w[(i + 9) % 16]);
        w[i] = w[i].add(w[(i + 1) % 16].small_sigma_0()).add(recent);
        round(working, k[i].add(w[i]));
    });
}

/// Performs one round. `kw` is the sum of the round constant and the schedule word.
#[inline(always)]
pub(super) fn round<W: Sha2Word>(working: &mut [W; 8], kw: W) {
    let [a, b, c, d, e, f, g, h] = *working;
    let t1 = h.add(kw).add(W::choose(e, f, g)).add(e.big_sigma_1());
    let t2 = a.big_sigma_0().add(W::majority(a, b, c));
    *working = [t1.add(t2), a, b, c, d.add(t1), e, f, g];
}

/// Adds the working variables to the chaining value.
#[inline(always)]
pub(super) fn add_working<W: Sha2Word>(state: &mut [W; 8], working: &[W; 8]) {
    for i in 0..8 {
        state[i] = state[i].add(working[i]);
    }
}
