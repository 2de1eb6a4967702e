//! Rounds of Camellia on many blocks with GFNI, on the images of all bytes under the first affine map of SBOX1.
//!
//! The linear part of this map, B, commutes with XORs. If B has been applied to each byte of the state, SBOX1 to SBOX3
//! need only one instruction instead of two: an inversion followed by an affine map. SBOX4 still needs two. On Golden
//! Cove, GFNI instructions on vectors of 64 bytes use only one of the two execution units.
//!
//! In FL and FL⁻¹, an AND with a key byte is a linear map too, so that a matrix derived from the key byte replaces it.

use super::key_schedule::{Schedule, Subkey};
use super::sbox::{AFTER, BEFORE, LEFT};
use crate::platform::array::{Flat as _, copy};
use crate::platform::sbox::{Affine, Inversion, Prepared, SBox};
use crate::platform::simd::Words;
use crate::platform::words::erase;
use crate::traits::cipher::{Vector, transpose_8};

/// The linear map B.
const B: Affine = BEFORE.linear();

/// B and its inverse.
const TO: Prepared = B.prepare();
const FROM: Prepared = B.inverse().prepare();

/// Declares an S-box on images under B.
macro_rules! conjugate {
    ($($name:ident: $before:expr, $after:expr;)+) => { $(
        struct $name;

        impl SBox for $name {
            const TABLE: [u8; 256] = Self::STEPS.table();
            const INVERSION: Option<Inversion> = Some(Self::STEPS);
        }

        impl $name {
            const STEPS: Inversion = Inversion::modulo(0x11b, $before, B.after(&$after));
        }
    )+ };
}

conjugate! {
    S1: Affine::IDENTITY, AFTER;
    S2: Affine::IDENTITY, LEFT.after(&AFTER);
    S3: Affine::IDENTITY, LEFT.inverse().after(&AFTER);
    S4: BEFORE.after(&LEFT).after(&BEFORE.inverse()), AFTER;
}

/// Key bytes or matrices for the eight bytes of a half, each in a 64-bit word. On Golden Cove, an operation whose operand
/// is a broadcast of eight bytes from memory takes no more than the operation, while a broadcast of one byte also takes
/// an execution unit.
type KeyWords = [u8; 64];

/// Encrypts the blocks in `x`. `V` must be a vector type of 64 bytes.
#[inline(always)]
pub(super) fn encrypt<V: Vector>(schedule: &Schedule, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
    let (mut whitening, mut six_keys, mut layer) = ([0; 64], SixKeys::EMPTY, Layer::EMPTY);
    let mut x = transpose_8(x);
    for i in 0..16 {
        x[i] = x[i].map(&TO);
    }
    let (mut d1, mut d2) = ([x[0]; 8], [x[0]; 8]);
    copy(&mut d1, &x[..8]);
    copy(&mut d2, &x[8..]);
    d1 = whiten(cpu, d1, &schedule.whitening[0], &mut whitening);
    d2 = whiten(cpu, d2, &schedule.whitening[1], &mut whitening);
    let sixes = schedule.rounds.as_chunks::<6>().0.iter().take(schedule.sixes);
    for (six, subkeys) in sixes.enumerate() {
        if six > 0 {
            let fl = layer.set::<V>(cpu, &schedule.layers[2 * six - 2]);
            d1 = fl.or_to_left(cpu, fl.and_to_right(d1));
            let fl_inverse = layer.set::<V>(cpu, &schedule.layers[2 * six - 1]);
            d2 = fl_inverse.and_to_right(fl_inverse.or_to_left(cpu, d2));
        }
        let k = six_keys.set::<V>(cpu, subkeys);
        d1 = add(cpu, d1, &k.first);
        for i in 0..3 {
            d2 = round(cpu, d2, d1, &k.next[2 * i]);
            d1 = round(cpu, d1, d2, &k.next[2 * i + 1]);
        }
        d2 = add(cpu, d2, &k.last);
    }
    d2 = whiten(cpu, d2, &schedule.whitening[2], &mut whitening);
    d1 = whiten(cpu, d1, &schedule.whitening[3], &mut whitening);
    erase(&mut whitening);
    six_keys.erase();
    layer.erase();
    copy(&mut x[..8], &d2);
    copy(&mut x[8..], &d1);
    for i in 0..16 {
        x[i] = x[i].map(&FROM);
    }
    transpose_8(x)
}

/// XORs a whitening key into a half of the blocks. Writes the images of its bytes to `words`.
#[inline(always)]
fn whiten<V: Vector>(cpu: V::Proof, x: [V; 8], subkey: &Subkey, words: &mut KeyWords) -> [V; 8] {
    key_words::<V>(cpu, subkey).map(&TO).store(words);
    add(cpu, x, in_memory(words))
}

/// Returns a vector whose 64-bit word i consists of eight copies of byte i of the subkey.
#[inline(always)]
fn key_words<V: Vector>(cpu: V::Proof, subkey: &Subkey) -> V {
    V::splat_64(cpu, u64::from_le_bytes(*subkey)).permute_bytes(&EIGHT_TIMES)
}

/// Indices that repeat each of the first eight bytes eight times.
const EIGHT_TIMES: [u8; 64] = {
    let mut indices = [0; 64];
    let mut i = 0;
    while i < 64 {
        indices[i as usize] = i / 8;
        i += 1;
    }
    indices
};

/// Returns `value` unchanged. The compiler then reads it from memory. Otherwise, it would replace a broadcast from memory
/// by a shuffle of the vector that was stored, which takes an execution unit.
#[inline(always)]
fn in_memory<T>(value: &T) -> &T {
    core::hint::black_box(value)
}

/// Returns word i of `words`, which is the same in every lane of a vector.
#[inline(always)]
fn word(words: &KeyWords, i: usize) -> u64 {
    u64::from_le_bytes(words.as_chunks().0[i])
}

/// XORs a subkey into the left or right half of the blocks.
#[inline(always)]
fn add<V: Vector>(cpu: V::Proof, mut x: [V; 8], subkey: &KeyWords) -> [V; 8] {
    for i in 0..8 {
        x[i] = x[i].xor(V::splat_64(cpu, word(subkey, i)));
    }
    x
}

/// Subkeys of six rounds. Between the rounds, each half of the state includes the subkey of its next round, so that the
/// function F does not begin with an XOR.
struct SixKeys {
    /// Subkey of the first round.
    first: KeyWords,
    /// For each round, the XOR of the subkeys that leave and enter the half of the state that the round changes. No
    /// subkey enters in the last round.
    next: [KeyWords; 6],
    /// Subkey of the last round, which leaves the other half at the end.
    last: KeyWords,
}

impl SixKeys {
    const EMPTY: Self = Self { first: [0; 64], next: [[0; 64]; 6], last: [0; 64] };

    #[inline(always)]
    fn set<V: Vector>(&mut self, cpu: V::Proof, subkeys: &[Subkey; 6]) -> &Self {
        let mut k = [V::splat_64(cpu, 0); 6];
        for i in 0..6 {
            k[i] = key_words::<V>(cpu, &subkeys[i]).map(const { &BEFORE.prepare() });
        }
        k[0].store(&mut self.first);
        k[1].store(&mut self.next[0]);
        for i in 1..5 {
            k[i - 1].xor(k[i + 1]).store(&mut self.next[i]);
        }
        k[4].store(&mut self.next[5]);
        k[5].store(&mut self.last);
        in_memory(self)
    }

    #[inline(always)]
    fn erase(&mut self) {
        erase(&mut self.first);
        erase(self.next.flat_mut());
        erase(&mut self.last);
    }
}

/// XORs the result of the function F on `from`, and the bytes of `key`, into `to`. `from` already includes the subkey.
///
/// Every byte of the result depends on two ternary XORs of S-box outputs at most, because the latency of the S-boxes and
/// the diffusion limits the speed of the rounds. The order of the S-boxes begins with the two that take longest.
#[inline(always)]
fn round<V: Vector>(cpu: V::Proof, to: [V; 8], from: [V; 8], key: &KeyWords) -> [V; 8] {
    let [x3, x6] = [from[3].substitute::<S4>(), from[6].substitute::<S4>()];
    let x4 = from[4].substitute::<S2>();
    let x5 = from[5].substitute::<S3>();
    let x7 = from[7].substitute::<S1>();
    let x0 = from[0].substitute::<S1>();
    let x1 = from[1].substitute::<S2>();
    let x2 = from[2].substitute::<S3>();
    // RFC 3713 §2.4.1, with indices from 0. Bytes i and i + 4 of the diffusion P share three inputs.
    let z = [x0, x1, x2, x3, x4, x5, x6, x7];
    let shared = [sum3(x5, x7, x6), sum3(x4, x7, x6), sum3(x4, x5, x7), sum3(x4, x5, x6)];
    let others = [sum3(x0, x2, x3), sum3(x0, x1, x3), sum3(x0, x1, x2), sum3(x1, x2, x3)];
    let mut y = to;
    for i in 0..4 {
        y[i] = sum3(to[i].xor(V::splat_64(cpu, word(key, i))), shared[i], others[i]);
        let [a, b] = [[0, 1], [1, 2], [2, 3], [3, 0]][i];
        let sum = sum3(to[4 + i], z[a], z[b]);
        y[4 + i] = sum3(sum, shared[i], V::splat_64(cpu, word(key, 4 + i)));
    }
    y
}

/// Returns `a ^ b ^ c`, as one instruction whose operands the compiler does not reorder.
#[inline(always)]
fn sum3<V: Vector>(a: V, b: V, c: V) -> V {
    Words::ternary::<0x96>(a, b, c)
}

/// Matrices and constants of FL or FL⁻¹, on images under B. The 64-bit words 0 to 3 belong to the left half of the
/// subkey, and words 4 to 7 to the right half.
struct Layer {
    /// In the left half, the matrix of `(x & key) << 1`. In the right half, the matrix of `x & !key`.
    own: KeyWords,
    /// In the left half, the matrix of `(x & key) >> 7`.
    next: KeyWords,
    /// Images of the key bytes.
    key: KeyWords,
}

impl Layer {
    const EMPTY: Self = Self { own: [0; 64], next: [0; 64], key: [0; 64] };

    #[inline(always)]
    fn set<V: Vector>(&mut self, cpu: V::Proof, ke: &Subkey) -> &Self {
        // A product P·D·B⁻¹, where the diagonal matrix D has the bits of the key byte, has the rows (row of P & key)·B⁻¹.
        const TRANSPOSED: Prepared = B.inverse().transpose().prepare();
        const OWN: [u8; 64] = words(B.after(&Affine::new([2, 4, 8, 16, 32, 64, 128, 0], 0)), B);
        const NEXT: [u8; 64] = words(B.after(&Affine::new([0, 0, 0, 0, 0, 0, 0, 1], 0)), B);
        const RIGHT: [u8; 64] = {
            let mut bytes = [0xff; 64];
            let mut i = 0;
            while i < 32 {
                bytes[i] = 0;
                i += 1;
            }
            bytes
        };
        let key = key_words::<V>(cpu, ke);
        let bits = key.xor(V::load(cpu, &RIGHT));
        bits.and(V::load(cpu, &OWN)).map(&TRANSPOSED).store(&mut self.own);
        bits.and(V::load(cpu, &NEXT)).map(&TRANSPOSED).store(&mut self.next);
        key.map(&TO).store(&mut self.key);
        in_memory(self)
    }

    #[inline(always)]
    fn erase(&mut self) {
        erase(&mut self.own);
        erase(&mut self.next);
        erase(&mut self.key);
    }

    /// XORs (left half AND key) <<< 1 into the right half. Both FL and FL⁻¹ include this step.
    #[inline(always)]
    fn and_to_right<V: Vector>(&self, mut x: [V; 8]) -> [V; 8] {
        for i in 0..4 {
            let next = (i + 1) % 4;
            let [own, next] = [
                x[i].multiply_by_matrix(word(&self.own, i)),
                x[next].multiply_by_matrix(word(&self.next, next)),
            ];
            x[4 + i] = x[4 + i].xor(own).xor(next);
        }
        x
    }

    /// XORs (right half OR key) into the left half. Both FL and FL⁻¹ include this step.
    #[inline(always)]
    fn or_to_left<V: Vector>(&self, cpu: V::Proof, mut x: [V; 8]) -> [V; 8] {
        for i in 0..4 {
            let masked = x[4 + i].multiply_by_matrix(word(&self.own, 4 + i));
            x[i] = x[i].xor(masked).xor(V::splat_64(cpu, word(&self.key, 4 + i)));
        }
        x
    }
}

/// Returns the matrix of `left` four times, followed by the matrix of `right` four times.
const fn words(left: Affine, right: Affine) -> [u8; 64] {
    let matrices = [left.matrix().to_le_bytes(), right.matrix().to_le_bytes()];
    let mut words = [0; 64];
    let mut i = 0;
    while i < 64 {
        words[i] = matrices[i / 32][i % 8];
        i += 1;
    }
    words
}
