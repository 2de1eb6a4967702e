//! Rotation and masking keys of CAST-256 (RFC 2612 §2.4).

use super::round::{f1, f2, f3};
use crate::platform::array::Flat as _;
use crate::platform::words::erase;

/// Round keys of the twelve quad-rounds.
#[derive(Clone)]
pub(super) struct Schedule {
    /// Kr: four rotation distances from 0 to 31 for each quad-round.
    pub(super) rotations: [[u32; 4]; 12],
    /// Km: four masks for each quad-round.
    pub(super) masks: [[u32; 4]; 12],
}

impl Schedule {
    /// Expands a key of 16 to 32 bytes. The key is padded with zeros.
    pub(super) fn new(key: &[u8]) -> Self {
        let mut kappa = [0; 8];
        for (word, bytes) in kappa.iter_mut().zip(key.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let mut schedule = Self { rotations: [[0; 4]; 12], masks: [[0; 4]; 12] };
        for i in 0..12 {
            forward_octave(&mut kappa, 2 * i);
            forward_octave(&mut kappa, 2 * i + 1);
            let [a, b, c, d, e, f, g, h] = kappa;
            schedule.rotations[i] = [a & 31, c & 31, e & 31, g & 31];
            schedule.masks[i] = [h, f, d, b];
        }
        erase(&mut kappa);
        schedule
    }
}

/// Applies the forward octave Wi.
fn forward_octave(kappa: &mut [u32; 8], i: usize) {
    let [a, b, c, d, e, f, g, h] = kappa;
    let (tr, tm) = &CONSTANTS[i];
    *g ^= f1::<true>(*h, tr[0], tm[0]);
    *f ^= f2::<true>(*g, tr[1], tm[1]);
    *e ^= f3::<true>(*f, tr[2], tm[2]);
    *d ^= f1::<true>(*e, tr[3], tm[3]);
    *c ^= f2::<true>(*d, tr[4], tm[4]);
    *b ^= f3::<true>(*c, tr[5], tm[5]);
    *a ^= f1::<true>(*b, tr[6], tm[6]);
    *h ^= f2::<true>(*a, tr[7], tm[7]);
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
