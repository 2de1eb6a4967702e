//! Rounds of Kuznyechik for one block. Every lane of a vector holds the block.
//!
//! With vectors of 64 bytes, the linear map L takes four multiplications. Byte i of the result is a sum of 16 products,
//! one for each distance d: byte i + d of the block, times a matrix element. Each lane computes the products for its own
//! four distances, and the lanes are added at the end.
//!
//! The multiplication instruction works in the field of AES. The bytes of the block are therefore in this field during
//! all rounds: the S-box maps them from there to there.
//!
//! `docs/one-block.md` lists the dependency chain of a round.

use super::{POLYNOMIAL, Schedule, column};
use crate::algorithm::streebog::PI;
use crate::platform::array::Flat as _;
use crate::platform::sbox::{Affine, Prepared, SBox};
use crate::traits::cipher::{LowLatency, Replicated, RoundsFamily, ScalarRounds, Vector};

/// Encryption rounds for one block.
#[derive(Clone, Copy)]
pub(super) struct OneBlockRounds<'a>(pub(super) &'a Schedule);

impl<'a> RoundsFamily for OneBlockRounds<'a> {
    type Block = [u8; 16];
    type State<V: Vector> = Replicated<V>;
    type Portable = ScalarRounds<'a, Schedule, false>;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, Replicated(x): Replicated<V>) -> Replicated<V> {
        if V::LANES < 4 {
            return Replicated(self.0.encrypt_low_latency(cpu, x));
        }
        let [keys @ .., last] = &self.0.keys;
        let mut x = x.map(TO_AES);
        for key in keys {
            x = mix(cpu, x.xor(V::splat(cpu, key).map(TO_AES)).substitute::<PiInAesField>());
        }
        Replicated(x.map(FROM_AES).xor(V::splat(cpu, last)))
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

/// Applies the linear map L to the block in every lane.
#[inline(always)]
fn mix<V: Vector>(cpu: V::Proof, x: V) -> V {
    let mut sum = x.fill(0);
    for i in 0..16 / V::LANES {
        let first = 16 * V::LANES * i;
        let rotated = x.shuffle(V::load(cpu, &ROTATIONS.flat()[first..]));
        let factors = V::load(cpu, &FACTORS.flat()[first..]);
        sum = sum.xor(rotated.multiply(factors).unwrap_or(x));
    }
    sum.sum_of_lanes()
}

/// The S-box, on bytes in the field of AES.
struct PiInAesField;

impl SBox for PiInAesField {
    const TABLE: [u8; 256] = {
        let (to_aes, from_aes) = (FIELD_MAP, FIELD_MAP.inverse());
        let mut table = [0; 256];
        let mut x = 0_u8;
        loop {
            table[x as usize] = to_aes.of(PI[from_aes.of(x) as usize]);
            if x == u8::MAX {
                break table;
            }
            x += 1;
        }
    };
}

/// Isomorphism from the field of Kuznyechik to the field of AES.
const FIELD_MAP: Affine = Affine::to_aes(POLYNOMIAL);

const TO_AES: &Prepared = &FIELD_MAP.prepare();
const FROM_AES: &Prepared = &FIELD_MAP.inverse().prepare();

/// Shuffle indices that rotate a block: entry d moves byte i + d to index i, modulo 16.
static ROTATIONS: Distances = {
    let mut rotations = [[0; 16]; 16];
    let mut i = 0;
    while i < 256 {
        rotations[i / 16][i % 16] = ((i / 16 + i % 16) % 16).to_le_bytes()[0];
        i += 1;
    }
    Distances(rotations)
};

/// Elements of the matrix of L, in the field of AES. Byte i of entry d is the factor of byte i + d in byte i of the
/// result.
static FACTORS: Distances = {
    let mut factors = [[0; 16]; 16];
    let mut i = 0;
    while i < 256 {
        let (d, place) = (i / 16, i % 16);
        factors[d][place] = FIELD_MAP.of(column((place + d) % 16, false)[place]);
        i += 1;
    }
    Distances(factors)
};

/// One block for each distance. The alignment ensures that loads of 64 bytes do not cross cache lines.
#[repr(align(64))]
struct Distances([[u8; 16]; 16]);

impl Distances {
    #[inline(always)]
    fn flat(&self) -> &[u8] {
        self.0.flat()
    }
}
