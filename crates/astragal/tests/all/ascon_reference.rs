//! Compares Ascon with a reference implementation of SP 800-232, the v1.2 submission and the PRF paper. The reference
//! stores the state as 40 bytes and looks up each column in an S-box table. It pads a message before it absorbs the
//! first block. It uses no code of the library. The tests check every variant at lengths around every block boundary.
#![expect(
    clippy::cast_possible_truncation,
    reason = "lengths fit in a byte, the other values in five bits"
)]

use astragal::registry::{self, MacParams, XofParams};
use proptest::collection::vec;
use proptest::prelude::*;

/// Parameters that differ between SP 800-232 and Ascon v1.2; see `STANDARD` and `V12`.
#[derive(Clone, Copy)]
struct Generation {
    word: fn([u8; 8]) -> u64,
    bytes: fn(u64) -> [u8; 8],
    /// First byte of the padding after the message.
    padding: u8,
    /// Domain separation byte. It is XORed into the last byte of the state between the associated data and the text.
    separation: u8,
}

const STANDARD: Generation = Generation {
    word: u64::from_le_bytes,
    bytes: u64::to_le_bytes,
    padding: 0x01,
    separation: 0x80,
};
const V12: Generation = Generation {
    word: u64::from_be_bytes,
    bytes: u64::to_be_bytes,
    padding: 0x80,
    separation: 0x01,
};

/// S-box (SP 800-232 Table 6). x0 is the most significant bit.
const S_BOX: [u8; 32] = [
    0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08, 0x12, 0x1d, 0x03, 0x06, 0x1c,
    0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d, 0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a, 0x0f, 0x17,
];

/// Round constants of the full permutation, which has 12 rounds.
const CONSTANTS: [u64; 12] =
    [0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b];

const ROTATIONS: [(u32, u32); 5] = [(19, 28), (61, 39), (1, 6), (10, 17), (7, 41)];

fn permute_words(words: &mut [u64; 5], rounds: usize) {
    for constant in &CONSTANTS[12 - rounds..] {
        words[2] ^= constant;
        let mut substituted = [0; 5];
        for column in 0..64 {
            let value = words.iter().fold(0, |value, word| value << 1 | word >> column & 1);
            let image = S_BOX[value as usize];
            for (i, word) in substituted.iter_mut().enumerate() {
                *word |= u64::from(image >> (4 - i) & 1) << column;
            }
        }
        for ((word, x), (a, b)) in words.iter_mut().zip(substituted).zip(ROTATIONS) {
            *word = x ^ x.rotate_right(a) ^ x.rotate_right(b);
        }
    }
}

struct State {
    bytes: [u8; 40],
    generation: Generation,
}

impl State {
    fn new(generation: Generation, parts: &[&[u8]]) -> Self {
        let mut bytes = [0; 40];
        let start = parts.concat();
        bytes[..start.len()].copy_from_slice(&start);
        Self { bytes, generation }
    }

    fn permute(&mut self, rounds: usize) {
        let (places, _) = self.bytes.as_chunks_mut::<8>();
        let mut words: [u64; 5] = std::array::from_fn(|i| (self.generation.word)(places[i]));
        permute_words(&mut words, rounds);
        for (place, word) in places.iter_mut().zip(words) {
            *place = (self.generation.bytes)(word);
        }
    }

    /// XORs `data` into the state, starting at byte `at`.
    fn add(&mut self, at: usize, data: &[u8]) {
        self.bytes[at..].iter_mut().zip(data).for_each(|(byte, data)| *byte ^= data);
    }

    /// Absorbs the padded `data` block by block. Applies `rounds` rounds between blocks, but none after the last block.
    fn absorb(&mut self, data: &[u8], rate: usize, rounds: usize) {
        let padded = pad(data, rate, self.generation);
        for (i, block) in padded.chunks(rate).enumerate() {
            if i > 0 {
                self.permute(rounds);
            }
            self.add(0, block);
        }
    }

    fn squeeze(&mut self, bytes: usize, rate: usize, rounds: usize) -> Vec<u8> {
        let mut out = self.bytes[..rate].to_vec();
        while out.len() < bytes {
            self.permute(rounds);
            out.extend_from_slice(&self.bytes[..rate]);
        }
        out.truncate(bytes);
        out
    }
}

/// Pads `data` with a 1 bit and then with 0 bits, until the last block is complete.
fn pad(data: &[u8], rate: usize, generation: Generation) -> Vec<u8> {
    let mut padded = data.to_vec();
    padded.push(generation.padding);
    padded.resize(padded.len().next_multiple_of(rate), 0);
    padded
}

/// Returns the IV of SP 800-232 Appendix B. It encodes the algorithm number, the numbers of rounds, the output length
/// in bits and the rate in bytes.
fn standard_iv(number: u8, between: u8, output_bits: u16, rate: u8) -> [u8; 8] {
    let [low, high] = output_bits.to_le_bytes();
    [number, 0, between << 4 | 12, low, high, rate, 0, 0]
}

fn authenticated_cipher(name: &str, key: &[u8], nonce: &[u8], ad: &[u8], text: &[u8]) -> Vec<u8> {
    let (generation, rate, rounds) = match name {
        "ascon-aead128" => (STANDARD, 16, 8),
        "ascon-128a" => (V12, 16, 8),
        _ => (V12, 8, 6),
    };
    let iv = if name == "ascon-aead128" {
        standard_iv(1, 8, 128, 16).to_vec()
    } else {
        // IV of Ascon v1.2: key length, rate and numbers of rounds, then zeros up to the position of the key.
        let mut iv = vec![8 * key.len() as u8, 8 * rate as u8, 12, rounds as u8];
        iv.resize(40 - key.len() - nonce.len(), 0);
        iv
    };
    let mut state = State::new(generation, &[&iv, key, nonce]);
    state.permute(12);
    state.add(40 - key.len(), key);
    if !ad.is_empty() {
        state.absorb(ad, rate, rounds);
        state.permute(rounds);
    }
    state.bytes[39] ^= generation.separation;
    let mut sealed = Vec::new();
    for (i, block) in pad(text, rate, generation).chunks(rate).enumerate() {
        if i > 0 {
            state.permute(rounds);
        }
        state.add(0, block);
        sealed.extend_from_slice(&state.bytes[..rate]);
    }
    sealed.truncate(text.len());
    state.add(rate, key);
    state.permute(12);
    state.add(24, &key[key.len() - 16..]);
    sealed.extend_from_slice(&state.bytes[24..]);
    sealed
}

fn sponge(name: &str, custom: &[u8], message: &[u8], out: usize) -> Vec<u8> {
    let (generation, rounds, iv) = match name {
        "ascon-hash256" => (STANDARD, 12, standard_iv(2, 12, 256, 8)),
        "ascon-xof128" => (STANDARD, 12, standard_iv(3, 12, 0, 8)),
        "ascon-cxof128" => (STANDARD, 12, standard_iv(4, 12, 0, 8)),
        // Bytes of the v1.2 IV: key length 0, rate, number of rounds, number of rounds omitted between blocks, and
        // output length.
        "ascon-hash" => (V12, 12, [0, 64, 12, 0, 0, 0, 1, 0]),
        "ascon-hasha" => (V12, 8, [0, 64, 12, 4, 0, 0, 1, 0]),
        "ascon-xof" => (V12, 12, [0, 64, 12, 0, 0, 0, 0, 0]),
        _ => (V12, 8, [0, 64, 12, 4, 0, 0, 0, 0]),
    };
    let mut state = State::new(generation, &[&iv]);
    state.permute(12);
    if name == "ascon-cxof128" {
        state.add(0, &(8 * custom.len() as u64).to_le_bytes());
        state.permute(12);
        state.absorb(custom, 8, 12);
        state.permute(12);
    }
    state.absorb(message, 8, rounds);
    state.permute(12);
    state.squeeze(out, 8, rounds)
}

fn keyed(name: &str, key: &[u8], message: &[u8], out: usize) -> Vec<u8> {
    if name == "ascon-prfshort" {
        // IV of Ascon-PRFshort: the lengths of the key, the message and the tag in bits. Bit 6 of the third byte
        // identifies PRFshort.
        let iv = [128, 8 * message.len() as u8, 0x40 | 12, 128, 0, 0, 0, 0];
        let mut state = State::new(V12, &[&iv, key, message]);
        state.permute(12);
        state.add(24, key);
        return state.bytes[24..24 + out].to_vec();
    }
    // IV of Ascon-PRF and Ascon-MAC. The first two bytes are the key length and the output rate in bits. The third byte
    // is the number of rounds, with bit 7 set to identify these two functions. The last byte is the tag length in bits;
    // 0 means any length.
    let iv = [128, 128, 0x80 | 12, 0, 0, 0, 0, if name == "ascon-mac" { 128 } else { 0 }];
    let mut state = State::new(V12, &[&iv, key]);
    state.permute(12);
    state.absorb(message, 32, 12);
    state.bytes[39] ^= 1;
    state.permute(12);
    state.squeeze(out, 16, 12)
}

fn check_cipher(name: &str, key: &[u8], nonce: &[u8], ad: &[u8], text: &[u8]) {
    let cipher = registry::aead(name).unwrap().new_aead(key).unwrap();
    let expected = authenticated_cipher(name, key, nonce, ad, text);
    let sealed = cipher.encrypt(nonce, ad, text).unwrap();
    assert_eq!(sealed, expected, "{name}, {} bytes of data, {} of text", ad.len(), text.len());
    assert_eq!(cipher.decrypt(nonce, ad, &expected).unwrap(), text, "{name}");
}

fn check_hash(name: &str, message: &[u8]) {
    let digest = registry::hash(name).unwrap().hash(message);
    assert_eq!(digest, sponge(name, b"", message, 32), "{name}, {} bytes", message.len());
}

fn check_xof(name: &str, custom: &[u8], message: &[u8], out: usize) {
    let custom_given = (name == "ascon-cxof128").then_some(custom);
    let params = XofParams { custom: custom_given, ..XofParams::default() };
    let mut xof = registry::xof(name).unwrap().new_xof(&params).unwrap();
    xof.absorb(message).unwrap();
    let mut output = vec![0; out];
    xof.squeeze(&mut output).unwrap();
    let expected = sponge(name, custom, message, out);
    assert_eq!(output, expected, "{name}, {} and {} bytes", custom.len(), message.len());
}

fn check_mac(name: &str, key: &[u8], message: &[u8], out: usize) {
    let params = MacParams { tag_bytes: Some(out), ..MacParams::default() };
    let mut mac = registry::mac(name).unwrap().new_mac(key, &params).unwrap();
    mac.update(message);
    let tag = mac.finalize_reset().unwrap();
    assert_eq!(tag, keyed(name, key, message, out), "{name}, {} bytes", message.len());
}

const CIPHERS: [(&str, usize); 4] =
    [("ascon-aead128", 16), ("ascon-128", 16), ("ascon-128a", 16), ("ascon-80pq", 20)];
const HASHES: [&str; 3] = ["ascon-hash256", "ascon-hash", "ascon-hasha"];
const XOFS: [&str; 4] = ["ascon-xof128", "ascon-cxof128", "ascon-xof", "ascon-xofa"];

/// Returns test bytes. Adjacent bytes differ, so that a wrong order of bytes is detected.
fn bytes<const N: usize>() -> [u8; N] {
    std::array::from_fn(|i| (i * 167 + 13) as u8)
}

#[test]
fn permutation_matches_reference_for_every_number_of_rounds() {
    for rounds in 1..=12 {
        let mut expected = [1, 2 << 60, 3 << 30, !4, 5];
        let mut state = expected;
        permute_words(&mut expected, rounds);
        astragal::hazmat::ascon_p(&mut state, rounds).unwrap();
        assert_eq!(state, expected, "{rounds} rounds");
    }
}

#[test]
fn aeads_match_reference_at_block_boundaries() {
    let (key, nonce, text) = (bytes::<20>(), bytes::<16>(), bytes::<67>());
    for (name, key_bytes) in CIPHERS {
        for ad in [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33] {
            for length in 0..=text.len() {
                check_cipher(name, &key[..key_bytes], &nonce, &text[..ad], &text[..length]);
            }
        }
    }
}

#[test]
fn hashes_and_macs_match_reference_at_block_boundaries() {
    let (key, message) = (bytes::<16>(), bytes::<257>());
    for length in 0..=message.len() {
        let message = &message[..length];
        HASHES.iter().for_each(|name| check_hash(name, message));
        XOFS.iter().for_each(|name| check_xof(name, b"", message, length));
        check_xof("ascon-cxof128", message.get(..256).unwrap_or(message), b"abc", 40);
        check_mac("ascon-mac", &key, message, 16);
        check_mac("ascon-prf", &key, message, length);
    }
    for length in 0..=16 {
        for out in 1..=16 {
            check_mac("ascon-prfshort", &key, &message[..length], out);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn all_functions_match_reference_on_random_input(
        key: [u8; 20],
        nonce: [u8; 16],
        data in vec(any::<u8>(), 0..=256),
        text in vec(any::<u8>(), 0..1000),
        out in 0..500usize,
    ) {
        for (name, key_bytes) in CIPHERS {
            check_cipher(name, &key[..key_bytes], &nonce, &data, &text);
        }
        HASHES.iter().for_each(|name| check_hash(name, &text));
        XOFS.iter().for_each(|name| check_xof(name, &data, &text, out));
        check_mac("ascon-mac", &key[..16], &text, 16);
        check_mac("ascon-prf", &key[..16], &text, out);
        check_mac("ascon-prfshort", &key[..16], &text[..text.len().min(16)], 16);
    }
}
