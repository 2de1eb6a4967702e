//! Rotation and masking keys of CAST-256 (RFC 2612 §2.4).

use super::lanes::f;
use super::round::{f1, f2, f3};
use crate::platform::array::Flat as _;
use crate::platform::words::erase;
use crate::traits::cipher::{Backend, ExpandWords, Vector};

/// Round keys of the twelve quad-rounds.
#[derive(Clone)]
pub(super) struct Schedule {
    /// Kr: four rotation distances from 0 to 31 for each quad-round.
    pub(super) rotations: [[u32; 4]; 12],
    /// Km: four masks for each quad-round.
    pub(super) masks: [[u32; 4]; 12],
}

impl Schedule {
    /// Expands a key of 16 to 32 bytes in constant time.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        Self::expand(key, |expansion| backend.expand_words(expansion, Expansion::portable::<true>))
    }

    /// Expands a key of 16 to 32 bytes. Key-dependent bytes index the S-boxes, so cache timing may reveal the key.
    pub(super) fn by_tables(key: &[u8]) -> Self {
        Self::expand(key, |expansion| expansion.portable::<false>())
    }

    /// Pads the key with zeros and expands it.
    fn expand(key: &[u8], run: impl FnOnce(Expansion<'_>)) -> Self {
        let mut kappa = [0; 8];
        for (word, bytes) in kappa.iter_mut().zip(key.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let mut schedule = Self { rotations: [[0; 4]; 12], masks: [[0; 4]; 12] };
        run(Expansion(&mut kappa, &mut schedule));
        erase(&mut kappa);
        schedule
    }

    /// Returns the keys for decryption, which is encryption with these keys. The reverse quad-round is the inverse of
    /// the forward quad-round, so the keys of the quad-rounds are in reverse order.
    pub(super) fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.rotations.reverse();
        reversed.masks.reverse();
        reversed
    }

    /// Sets the round keys of quad-round `i` from the words A to H of κ (RFC 2612 §2.4).
    #[inline(always)]
    fn take(&mut self, i: usize, [a, b, c, d, e, f, g, h]: [u32; 8]) {
        self.rotations[i] = [a & 31, c & 31, e & 31, g & 31];
        self.masks[i] = [h, f, d, b];
    }
}

/// Kernel that computes the round keys from κ, the words of the padded key.
struct Expansion<'a>(&'a mut [u32; 8], &'a mut Schedule);

impl Expansion<'_> {
    /// Computes the round keys in portable code. If `SCAN` is set, each lookup reads the whole S-box, so that the
    /// memory accesses do not depend on the key.
    fn portable<const SCAN: bool>(self) {
        let Self(kappa, schedule) = self;
        for i in 0..12 {
            forward_octave::<SCAN>(kappa, 2 * i);
            forward_octave::<SCAN>(kappa, 2 * i + 1);
            schedule.take(i, *kappa);
        }
    }
}

impl ExpandWords for Expansion<'_> {
    type Output = ();
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) {
        let Self(kappa, schedule) = self;
        let mut vectors = [[V::splat_32(cpu, 0)]; 8];
        for i in 0..8 {
            vectors[i] = [V::splat_32(cpu, kappa[i])];
        }
        for i in 0..12 {
            for octave in 0..2 {
                vectors = vector_octave(cpu, vectors, &CONSTANTS[2 * i + octave]);
            }
            for i in 0..8 {
                kappa[i] = vectors[i][0].first_word();
            }
            schedule.take(i, *kappa);
        }
    }
}

/// Applies the forward octave Wi with vector instructions. Each vector holds one word of κ, broadcast to every 32-bit
/// element.
#[inline(always)]
fn vector_octave<V: Vector>(
    cpu: V::Proof,
    [mut a, mut b, mut c, mut d, mut e, mut f_, mut g, mut h]: [[V; 1]; 8],
    (tr, tm): &([u32; 8], [u32; 8]),
) -> [[V; 1]; 8] {
    g = f::<V, _, 1>(cpu, g, h, tr[0], tm[0]);
    f_ = f::<V, _, 2>(cpu, f_, g, tr[1], tm[1]);
    e = f::<V, _, 3>(cpu, e, f_, tr[2], tm[2]);
    d = f::<V, _, 1>(cpu, d, e, tr[3], tm[3]);
    c = f::<V, _, 2>(cpu, c, d, tr[4], tm[4]);
    b = f::<V, _, 3>(cpu, b, c, tr[5], tm[5]);
    a = f::<V, _, 1>(cpu, a, b, tr[6], tm[6]);
    h = f::<V, _, 2>(cpu, h, a, tr[7], tm[7]);
    [a, b, c, d, e, f_, g, h]
}

/// Applies the forward octave Wi, in general registers.
fn forward_octave<const SCAN: bool>(kappa: &mut [u32; 8], i: usize) {
    let [a, b, c, d, e, f, g, h] = kappa;
    let (tr, tm) = &CONSTANTS[i];
    *g ^= f1::<SCAN>(*h, tr[0], tm[0]);
    *f ^= f2::<SCAN>(*g, tr[1], tm[1]);
    *e ^= f3::<SCAN>(*f, tr[2], tm[2]);
    *d ^= f1::<SCAN>(*e, tr[3], tm[3]);
    *c ^= f2::<SCAN>(*d, tr[4], tm[4]);
    *b ^= f3::<SCAN>(*c, tr[5], tm[5]);
    *a ^= f1::<SCAN>(*b, tr[6], tm[6]);
    *h ^= f2::<SCAN>(*a, tr[7], tm[7]);
}

/// Constants Tr and Tm. Tr begins with 19 and increases by 17 modulo 32. Tm begins with 2^30·√2 and increases by
/// 2^30·√3 modulo 2^32.
static CONSTANTS: [([u32; 8], [u32; 8]); 24] = {
    let mut constants = [([0; 8], [0; 8]); 24];
    let (mut cm, mut cr) = (0x5a82_7999_u32, 19);
    let mut n = 0;
    while n < 24 * 8 {
        let (tr, tm) = &mut constants[n / 8];
        tm[n % 8] = cm;
        tr[n % 8] = cr;
        cm = cm.wrapping_add(0x6ed9_eba1);
        cr = (cr + 17) % 32;
        n += 1;
    }
    constants
};

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.rotations.flat_mut());
        erase(self.masks.flat_mut());
    }
}
