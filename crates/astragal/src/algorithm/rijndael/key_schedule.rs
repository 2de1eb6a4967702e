//! Key expansion of Rijndael (FIPS 197 §5.2; submission §4.3), in portable code and with AES instructions.

use crate::platform::array::Flat as _;
use crate::platform::simd::AesVector;
use crate::platform::unroll::unroll;
use crate::platform::words::erase;

/// Largest number of round keys: one for each of 14 rounds and one for the initial addition.
pub(super) const MAX_ROUND_KEYS: usize = 15;

/// Round keys, each padded with zeros to `SLOT` bytes.
pub(super) type Keys<const SLOT: usize> = [[u8; SLOT]; MAX_ROUND_KEYS];

/// Returns the number of rounds, Nr, for blocks of `block_bytes` bytes and keys of `key_bytes` bytes.
pub(super) const fn rounds(block_bytes: usize, key_bytes: usize) -> usize {
    (if block_bytes > key_bytes { block_bytes } else { key_bytes }) / 4 + 6
}

/// Key expansion for block and key lengths given at run time, so that all 25 combinations need only one compiled copy.
pub(super) struct KeyExpansion<'a> {
    pub(super) block_bytes: usize,
    pub(super) key: &'a [u8],
    /// Destination of the round keys. Each takes `slot_bytes` bytes.
    pub(super) slots: &'a mut [u8],
    pub(super) slot_bytes: usize,
}

impl KeyExpansion<'_> {
    /// Expands the key. `sub_word` applies SubBytes to the bytes of a word.
    #[inline(always)]
    pub(super) fn run(&mut self, sub_word: impl Fn(u32) -> u32) {
        let (nb, nk) = (self.block_bytes / 4, self.key.len() / 4);
        let mut given = self.key.as_chunks().0.iter();
        // The Nk most recent words of the expanded key, little-endian. Each new word replaces `last[index]`, the word
        // Nk positions earlier.
        let mut last = [0_u32; 8];
        let (mut index, mut before) = (0, 0_u32);
        let mut constant = 1_u8;
        let rounds = rounds(self.block_bytes, self.key.len());
        for slot in self.slots.chunks_exact_mut(self.slot_bytes).take(rounds + 1) {
            for column in &mut slot.as_chunks_mut().0[..nb] {
                let word = if let Some(word) = given.next() {
                    u32::from_le_bytes(*word)
                } else if index == 0 {
                    let sum = sub_word(before.rotate_right(8)) ^ u32::from(constant);
                    constant = doubled(constant);
                    last[0] ^ sum
                } else if nk > 6 && index == 4 {
                    last[4] ^ sub_word(before)
                } else {
                    last[index] ^ before
                };
                (last[index], before) = (word, word);
                index = if index + 1 == nk { 0 } else { index + 1 };
                *column = word.to_le_bytes();
            }
        }
        erase(&mut last);
    }
}

/// Expands a key of 16, 24 or 32 bytes in registers, for 16-byte blocks. Writes each decryption key right after its
/// encryption key. The CPU then computes the decryption key while the AES instruction of the next round key executes.
#[inline(always)]
pub(super) fn expand_in_registers<V: AesVector, const KEY: usize, const SLOT: usize>(
    proof: V::Proof,
    key: &[u8; KEY],
    keys: &mut Keys<SLOT>,
    inverse: Option<&mut Keys<SLOT>>,
) {
    let rounds = rounds(16, KEY);
    let (slots, _) = keys.flat_mut().as_chunks_mut::<16>();
    let (destinations, _) = match inverse {
        Some(inverse) => inverse.flat_mut().as_chunks_mut::<16>(),
        None => (&mut [][..], &mut [][..]),
    };
    let (whole, tail) = key.as_chunks::<16>();
    let newest = match tail.first_chunk::<8>() {
        Some(tail) => V::splat(proof, &u128::from(u64::from_le_bytes(*tail)).to_le_bytes()),
        None => V::load(proof, &whole[whole.len() - 1..]),
    };
    let before = V::load(proof, &whole[..1]);
    let shuffles = Shuffles::new(proof);
    let mut expansion = RegisterExpansion::<V, KEY> { shuffles, before, newest, constant: 1 };
    unroll!(for round in 0..16 {
        if round <= rounds {
            let next = expansion.next(proof, round);
            next.store(&mut slots[round..=round]);
            if let Some(destination) = destinations.get_mut(rounds - round..=rounds - round) {
                let inner = round != 0 && round != rounds;
                (if inner { inv_mix_columns(proof, next) } else { next }).store(destination);
            }
        }
    });
}

/// State of a key expansion in registers, for a key of `KEY` bytes.
struct RegisterExpansion<V, const KEY: usize> {
    shuffles: Shuffles<V>,
    /// Words W[i - Nk] of FIPS 197 §5.2, from which the next four words W[i] are computed. With 16-byte keys, they are
    /// `newest` itself. With 24-byte keys, they are the first four of the six newest words. With 32-byte keys, they are
    /// the round key before `newest`.
    before: V,
    /// Newest round key. With 24-byte keys, this field holds the last two of the six newest words, then two zero
    /// words.
    newest: V,
    constant: u8,
}

impl<V: AesVector, const KEY: usize> RegisterExpansion<V, KEY> {
    /// Returns the key of round number `round`.
    #[inline(always)]
    fn next(&mut self, proof: V::Proof, round: usize) -> V {
        if KEY == 24 {
            return self.next_of_six_words(proof, round);
        }
        if round == 0 {
            return self.before;
        }
        if KEY == 32 && round == 1 {
            return self.newest;
        }
        let next = if KEY == 16 || round.is_multiple_of(2) {
            self.next_words(proof, self.shuffles.rotated)
        } else {
            // `encrypt_last` XORs its operand, the sums of the earlier words, into its result. This XOR takes no extra
            // instruction.
            self.newest.shuffle(self.shuffles.last).encrypt_last(self.sums())
        };
        (self.before, self.newest) = (if KEY == 16 { next } else { self.newest }, next);
        next
    }

    /// Like [`next`](Self::next), but for a six-word key. Two groups of six words fill three round keys.
    #[inline(always)]
    fn next_of_six_words(&mut self, proof: V::Proof, round: usize) -> V {
        let Shuffles { up_2, down_2, last_twice, word_0_up, rotated_1, .. } = self.shuffles;
        let earlier = self.newest;
        if round > 0 && round % 3 != 2 {
            self.before = self.next_words(proof, rotated_1);
            let sums = earlier.xor(earlier.shuffle(word_0_up));
            self.newest = sums.xor(self.before.shuffle(last_twice));
        }
        match round % 3 {
            0 => self.before,
            1 => earlier.xor(self.before.shuffle(up_2)),
            _ => self.before.shuffle(down_2).xor(self.newest.shuffle(up_2)),
        }
    }

    /// Returns the next four words. Applies RotWord and SubWord to the newest word, then adds the round constant and
    /// [`sums`](Self::sums). `rotated` is the shuffle that copies the rotated word to every column.
    #[inline(always)]
    fn next_words(&mut self, proof: V::Proof, rotated: V) -> V {
        // All four columns of `word` are equal, so the ShiftRows of the AES instruction has no effect. The instruction
        // also XORs its operand, which contains the round constant, into the result.
        let columns = [[self.constant, 0, 0, 0]; 4];
        self.constant = doubled(self.constant);
        let (columns, _) = columns.flat().as_chunks();
        let (word, constant) = (self.newest.shuffle(rotated), V::splat(proof, &columns[0]));
        if KEY == 32 {
            word.encrypt_last(constant.xor(self.sums()))
        } else {
            // The sums are XORed after the AES instruction. They are ready later than the shuffled word, so the
            // instruction would have to wait if they were its operand.
            word.encrypt_last(constant).xor(self.sums())
        }
    }

    /// Returns the prefix sums of the words in `before`: sum i is the XOR of words 0 to i.
    #[inline(always)]
    fn sums(&self) -> V {
        let sums = self.before.xor(self.before.shuffle(self.shuffles.up_1));
        sums.xor(sums.shuffle(self.shuffles.up_2))
    }
}

/// Shuffle indices that move or copy the words of round keys.
#[derive(Clone, Copy)]
struct Shuffles<V> {
    up_1: V,
    up_2: V,
    down_2: V,
    word_0_up: V,
    last: V,
    last_twice: V,
    rotated: V,
    rotated_1: V,
}

impl<V: AesVector> Shuffles<V> {
    #[inline(always)]
    fn new(proof: V::Proof) -> Self {
        const ZERO: u8 = 0x80;
        const ZEROS: [u8; 4] = [ZERO; 4];
        let shuffle = |words: [[u8; 4]; 4]| {
            let (words, _) = words.flat().as_chunks();
            V::splat(proof, &words[0])
        };
        let [a, b, c, d] = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]];
        Self {
            up_1: shuffle([ZEROS, a, b, c]),
            up_2: shuffle([ZEROS, ZEROS, a, b]),
            down_2: shuffle([c, d, ZEROS, ZEROS]),
            word_0_up: shuffle([ZEROS, a, ZEROS, ZEROS]),
            last: shuffle([d; 4]),
            last_twice: shuffle([d, d, ZEROS, ZEROS]),
            rotated: shuffle([[13, 14, 15, 12]; 4]),
            rotated_1: shuffle([[5, 6, 7, 4]; 4]),
        }
    }
}

/// Applies InvMixColumns to a round key. The code first applies SubBytes and ShiftRows, because the decryption
/// instruction inverts both before it applies InvMixColumns.
#[inline(always)]
fn inv_mix_columns<V: AesVector>(proof: V::Proof, key: V) -> V {
    let zero = V::splat(proof, &[0; 16]);
    key.encrypt_last(zero).decrypt_round(zero)
}

/// Returns the next round constant (FIPS 197 §5.2): the previous constant times x in GF(2^8).
#[inline(always)]
const fn doubled(constant: u8) -> u8 {
    constant << 1 ^ if constant & 0x80 == 0 { 0 } else { 0x1b }
}

/// Applies SubBytes to the bytes of a word with an AES instruction. The instruction gets four equal columns, so its
/// ShiftRows has no effect.
#[inline(always)]
pub(super) fn sub_word<V: AesVector>(proof: V::Proof, word: u32) -> u32 {
    let lane = (u128::from(word) * 0x1_0000_0001_0000_0001_0000_0001).to_le_bytes();
    let mut lanes = [[0; 16]; 1];
    V::splat(proof, &lane).encrypt_last(V::splat(proof, &[0; 16])).store(&mut lanes);
    u32::from_le_bytes([lanes[0][0], lanes[0][1], lanes[0][2], lanes[0][3]])
}

/// Writes the round keys of the equivalent inverse cipher (FIPS 197 §5.3.5): the encryption keys in reverse order, with
/// InvMixColumns applied to all except the first and the last.
#[inline(always)]
pub(super) fn inverse<V: AesVector, const SLOT: usize>(
    proof: V::Proof,
    keys: &Keys<SLOT>,
    rounds: usize,
    inverse: &mut Keys<SLOT>,
) {
    for (i, destination) in inverse[..=rounds].iter_mut().enumerate() {
        *destination = keys[rounds - i];
        if i == 0 || i == rounds {
            continue;
        }
        for lane in destination.as_chunks_mut::<16>().0.chunks_exact_mut(1) {
            inv_mix_columns(proof, V::load(proof, lane)).store(lane);
        }
    }
}
