//! The key expansion of MARS (MARS §2.5, as tweaked in August 1999).

use zeroize::Zeroize;

use super::lanes::nine_bits;
use super::sbox::S;
use crate::platform::words::{all_or_none, erase};
use crate::traits::cipher::{Backend, ExpandWords, Vector, ct_lookup};

/// Key words K[0] … K[39]. The first four words are added to the plaintext. Each core round uses two words. The last
/// four words are subtracted at the end.
#[derive(Clone)]
pub(super) struct Schedule(pub(super) [u32; 40]);

impl Schedule {
    /// Expands a key of 16 to 56 bytes, a multiple of 4, in constant time.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        Self::expand(key, |stirring| backend.expand_words(stirring, Stirring::portable::<true>))
    }

    /// Expands a key like [`new`](Self::new), but indexes the S-box by secret words. Cache timing may reveal the key.
    pub(super) fn by_tables(key: &[u8]) -> Self {
        Self::expand(key, |stirring| stirring.portable::<false>())
    }

    #[expect(clippy::cast_possible_truncation, reason = "both numbers are below 64")]
    fn expand(key: &[u8], stir: impl Fn(Stirring<'_>)) -> Self {
        // The array t holds the key words, then their number, then zeros.
        let (words, _) = key.as_chunks();
        let mut t = [0_u32; 15];
        for (word, bytes) in t.iter_mut().zip(words) {
            *word = u32::from_le_bytes(*bytes);
        }
        t[words.len()] = words.len() as u32;
        let mut k = [0; 40];
        for j in 0..4 {
            // Each iteration applies a linear transformation and four stirring passes to t, then takes ten key words
            // from t in shuffled order.
            for i in 0..15 {
                t[i] ^= (t[(i + 8) % 15] ^ t[(i + 13) % 15]).rotate_left(3) ^ (4 * i + j) as u32;
            }
            stir(Stirring(&mut t));
            for i in 0..10 {
                k[10 * j + i] = t[4 * i % 15];
            }
        }
        t.zeroize();
        for i in (5..=35).step_by(2) {
            k[i] = without_runs(k[i], k[i - 1]);
        }
        Self(k)
    }
}

/// Kernel that applies four stirring passes of the key expansion.
struct Stirring<'a>(&'a mut [u32; 15]);

impl Stirring<'_> {
    /// Applies four stirring passes in portable code. If `SCAN` is set, each lookup reads the whole S-box.
    fn portable<const SCAN: bool>(self) {
        let Self(t) = self;
        for _ in 0..4 {
            for i in 0..15 {
                let index = t[(i + 14) % 15] % 512;
                let image = if SCAN { ct_lookup(&S, index) } else { S[index as usize] };
                t[i] = t[i].wrapping_add(image).rotate_left(9);
            }
        }
    }
}

impl ExpandWords for Stirring<'_> {
    type Output = ();
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) {
        let Self(t) = self;
        // Each vector holds one word, broadcast to every 32-bit element. The vector `before` holds the word that the
        // previous step computed. Each step stores the word that it computes in `t`.
        let mut before = V::splat_32(cpu, t[14]);
        for _ in 0..4 {
            for i in 0..15 {
                let [image] = nine_bits::<V, _>(cpu, [before]);
                before = V::splat_32(cpu, t[i]).add_32(image).rotate_left_32::<9, 23>();
                t[i] = before.first_word();
            }
        }
    }
}

/// Returns a key word that is suitable as a multiplier: odd, and without ten equal bits in a row. First sets the two
/// lowest bits of `k`. If the result w has a run of ten or more equal bits, XORs a pattern into the run. The two lowest
/// bits of the original `k` select one of four patterns. The lowest five bits of `before`, the previous key word, are
/// the distance by which the pattern is rotated to the left.
fn without_runs(k: u32, before: u32) -> u32 {
    let w = k | 3;
    // Bit l of `equal` is set if bits l and l + 1 of w are equal. A run of ten equal bits in w is a run of nine set
    // bits in `equal`.
    let equal = !(w ^ w >> 1) & 0x7fff_ffff;
    let mut nine = equal;
    for _ in 0..8 {
        nine &= nine >> 1;
    }
    // `mask` selects the inner bits of each run of ten or more equal bits: all bits of the run except the first and the
    // last.
    let mut mask = 0;
    for start in 0..=22 {
        mask |= all_or_none(nine >> start) & (0xff << (start + 1));
    }
    mask &= 0x7fff_fffc;
    // The table B of the key schedule is S[265..269].
    w ^ (ct_lookup(&S[265..269], k & 3).rotate_left(before % 32) & mask)
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(&mut self.0);
    }
}
