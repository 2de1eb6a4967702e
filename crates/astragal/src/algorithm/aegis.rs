//! AEGIS-128L and AEGIS-256: authenticated ciphers from the AES round.
//!
//! # Standard
//! draft-irtf-cfrg-aegis-aead-18.
//!
//! # Files
//! - `backend`: the update function and the processing of blocks, written once for all backends.
//!
//! # Backends
//! - `aes-ni`, `avx2`, `arm-aes`: one block per register. AEGIS-128L takes eight AES rounds per 32 bytes, and AEGIS-256
//!   takes six per 16 bytes.
//! - `portable`: computes the AES S-box as a circuit on the bit planes of four blocks.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on keys or data.

mod backend;

use backend::{Backend, Step};

use crate::error::Allowed;
use crate::platform::array::{Flat as _, copy};
use crate::platform::words::{erase, xor_into};
use crate::traits::Implementation;
use crate::traits::aead::AeadEngine;
use crate::traits::limited_aead::LimitedCipher;

/// AEGIS-128L (draft-irtf-cfrg-aegis-aead): key and nonce of 16 bytes, tag of 16 or 32 bytes.
///
/// Use a nonce only once per key: a second message with the same nonce reveals the internal state. Random nonces are
/// safe for 2^48 messages per key. [`encrypt_in_place_any_length`](LimitedCipher::encrypt_in_place_any_length) computes
/// tags of 32 bytes. An attacker who chooses the associated data can construct a ciphertext that is valid under two
/// keys.
///
/// ```
/// use astragal::aead::Aegis128L;
/// let cipher = Aegis128L::new(&[7; 16]);
/// let mut text = *b"message";
/// let tag = cipher.encrypt_in_place_detached(&[1; 16], b"header", &mut text)?;
/// cipher.decrypt_in_place_detached(&[1; 16], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
pub type Aegis128L = LimitedCipher<Aegis<16, 8, 2>>;

/// AEGIS-256 (draft-irtf-cfrg-aegis-aead): key and nonce of 32 bytes, tag of 16 or 32 bytes.
///
/// The nonce is long enough to be random for every message. As with [`Aegis128L`], a second message with the same nonce
/// reveals the internal state, and a ciphertext may be valid under two keys.
///
/// ```
/// use astragal::aead::Aegis256;
/// let cipher = Aegis256::new(&[7; 32]);
/// let (mut text, mut tag) = (*b"message", [0; 32]);
/// cipher.encrypt_in_place_any_length(&[1; 32], b"header", &mut text, &mut tag)?;
/// cipher.decrypt_in_place_any_length(&[1; 32], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
pub type Aegis256 = LimitedCipher<Aegis<32, 6, 1>>;

/// AEGIS key of `KEY` bytes. The AEGIS state has `BLOCKS` blocks of 16 bytes, and each state update absorbs `RATE`
/// message blocks.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct Aegis<const KEY: usize, const BLOCKS: usize, const RATE: usize> {
    key: [u8; KEY],
}

/// Block of 16 bytes.
type Block = [u8; 16];

/// AEGIS state while one message is encrypted or decrypted. The associated data has already been absorbed.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct Message<const BLOCKS: usize, const RATE: usize> {
    backend: Backend,
    state: [Block; BLOCKS],
    /// Buffered plaintext, too short for a full state update, padded with zeros.
    plaintext: [Block; RATE],
    /// Keystream for the state update that will absorb `plaintext`.
    keystream: [Block; RATE],
    associated_bytes: u64,
    text_bytes: u64,
}

/// The constant C0: the first 16 Fibonacci numbers modulo 256.
const C0: Block = [
    0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d, 0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79, 0x62,
];
/// The constant C1: the 16 Fibonacci numbers that follow those in C0, modulo 256.
const C1: Block = [
    0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd,
];

/// Number of state updates that finalize a message (Finalize).
const FINAL_UPDATES: usize = 7;

impl<const KEY: usize, const BLOCKS: usize, const RATE: usize> Aegis<KEY, BLOCKS, RATE> {
    const IS_128L: bool = RATE == 2;

    /// Computes the initial state from the key and the nonce (Init).
    fn init(&self, backend: Backend, nonce: &[u8; KEY]) -> [Block; BLOCKS] {
        let mut state = [[0; 16]; BLOCKS];
        let (keys, _) = self.key.as_chunks::<16>();
        let (nonces, _) = nonce.as_chunks::<16>();
        // In AEGIS-128L, the key and the nonce are one block each, so k0 = k1 and n0 = n1.
        let (k0, k1) = (keys[0], keys[keys.len() - 1]);
        let (n0, n1) = (nonces[0], nonces[nonces.len() - 1]);
        let (kn0, kn1) = (xor(k0, n0), xor(k1, n1));
        if Self::IS_128L {
            copy(
                &mut state,
                &[kn0, C1, C0, C1, kn0, xor(k0, C0), xor(k0, C1), xor(k0, C0)][..BLOCKS],
            );
            backend.run(&mut state, Step::Absorb::<RATE>(&[n0, k0], 10));
        } else {
            copy(&mut state, &[kn0, kn1, C1, C0, xor(k0, C0), xor(k1, C1)][..BLOCKS]);
            backend.run(&mut state, Step::Absorb::<RATE>(&[k0, k1, kn0, kn1], 4));
        }
        state
    }
}

#[inline(always)]
fn xor(mut a: Block, b: Block) -> Block {
    xor_into(&mut a, &b);
    a
}

impl<const KEY: usize, const BLOCKS: usize, const RATE: usize> AeadEngine
    for Aegis<KEY, BLOCKS, RATE>
{
    const NAME: &'static str = if Self::IS_128L { "aegis-128l" } else { "aegis-256" };
    const FAMILY: &'static str = "aegis";
    const STANDARD: &'static str = "draft-irtf-cfrg-aegis-aead-18";
    const LONGEST_MESSAGE_BYTES: u64 = (1 << 61) - 1;
    const TAG_BYTES: Allowed = Allowed::OneOf(&[16, 32]);
    const STACK_BYTES: usize = 4096;
    type Key = [u8; KEY];
    type Nonce = [u8; KEY];
    type Message = Message<BLOCKS, RATE>;

    fn new(key: &[u8; KEY]) -> Self {
        Self { key: *key }
    }

    fn begin(&self, nonce: &[u8; KEY], associated_data: &[u8]) -> Self::Message {
        let backend = Backend::best();
        let state = self.init(backend, nonce);
        let mut message = Message {
            backend,
            state,
            plaintext: [[0; 16]; RATE],
            keystream: [[0; 16]; RATE],
            associated_bytes: associated_data.len() as u64,
            text_bytes: 0,
        };
        let (whole, tail) = split::<RATE>(associated_data);
        if !whole.is_empty() {
            message.run(Step::Absorb(whole, 1));
        }
        if !tail.is_empty() {
            let mut last = [[0; 16]; RATE];
            copy(&mut last.flat_mut()[..tail.len()], tail);
            message.run(Step::Absorb(&last, 1));
        }
        message
    }

    fn encrypt(message: &mut Self::Message, text: &mut [u8]) {
        message.next::<false>(text);
    }

    fn decrypt(message: &mut Self::Message, text: &mut [u8]) {
        message.next::<true>(text);
    }

    fn tag(&self, message: Self::Message) -> [u8; 16] {
        let mut tag = [0; 16];
        self.tag_to(message, &mut tag);
        tag
    }

    fn tag_to(&self, mut message: Self::Message, tag: &mut [u8]) {
        if message.pending() > 0 {
            message.absorb_pending();
        }
        let bits = |bytes: u64| u128::from(8 * bytes);
        let lengths = bits(message.associated_bytes) | bits(message.text_bytes) << 64;
        let masked = message.state[if Self::IS_128L { 2 } else { 3 }];
        let last = xor(masked, lengths.to_le_bytes());
        message.run(Step::Absorb(&[last; RATE], FINAL_UPDATES));
        let state = &message.state;
        let sum = |blocks: &[Block]| blocks.iter().fold([0; 16], |sum, block| xor(sum, *block));
        if tag.len() == 32 {
            let (first, second) = state.split_at(BLOCKS / 2);
            copy(&mut tag[..16], &sum(first));
            copy(&mut tag[16..], &sum(second));
        } else {
            // The 16-byte tag of AEGIS-128L is the XOR of all state blocks except the last.
            copy(tag, &sum(&state[..if Self::IS_128L { 7 } else { 6 }]));
        }
    }

    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

/// Splits `bytes` into groups of `RATE` blocks, one group for each state update, and the remaining bytes.
#[inline(always)]
fn split<const RATE: usize>(bytes: &[u8]) -> (&[Block], &[u8]) {
    let (whole, tail) = bytes.split_at(bytes.len() / (16 * RATE) * (16 * RATE));
    (whole.as_chunks().0, tail)
}

impl<const BLOCKS: usize, const RATE: usize> Message<BLOCKS, RATE> {
    /// Number of message bytes that one state update absorbs.
    const UPDATE_BYTES: usize = 16 * RATE;

    fn run(&mut self, step: Step<'_, RATE>) {
        self.backend.run(&mut self.state, step);
    }

    /// Returns the number of buffered plaintext bytes, which are fewer than a state update absorbs.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is less than an update")]
    fn pending(&self) -> usize {
        (self.text_bytes % Self::UPDATE_BYTES as u64) as usize
    }

    /// Updates the state with the buffered plaintext.
    fn absorb_pending(&mut self) {
        let Self { backend, state, plaintext, .. } = self;
        backend.run(state, Step::Absorb::<RATE>(plaintext, 1));
        *plaintext = [[0; 16]; RATE];
    }

    /// Encrypts or decrypts `text`, the next part of the message.
    fn next<const DECRYPT: bool>(&mut self, text: &mut [u8]) {
        let pending = self.pending();
        self.text_bytes += text.len() as u64;
        let mut rest = text;
        if pending > 0 {
            let (head, behind) = rest.split_at_mut(rest.len().min(Self::UPDATE_BYTES - pending));
            self.partial::<DECRYPT>(pending, head);
            rest = behind;
            if pending + head.len() < Self::UPDATE_BYTES {
                return;
            }
            self.absorb_pending();
        }
        let whole = rest.len() / Self::UPDATE_BYTES * Self::UPDATE_BYTES;
        let (whole, tail) = rest.split_at_mut(whole);
        let (blocks, _) = whole.as_chunks_mut();
        if !blocks.is_empty() {
            self.run(if DECRYPT { Step::Decrypt(blocks) } else { Step::Encrypt(blocks) });
        }
        if !tail.is_empty() {
            // Encrypting zeros yields the keystream. Encryption also updates the state, so it runs on a copy. The state
            // itself is updated later, when the rest of the plaintext is known.
            let mut state = self.state;
            self.keystream = [[0; 16]; RATE];
            self.backend.run(&mut state, Step::Encrypt::<RATE>(&mut self.keystream));
            erase(state.flat_mut());
            self.partial::<DECRYPT>(0, tail);
        }
    }

    /// Encrypts or decrypts `text`, which is too short for a whole state update. Uses the stored keystream from byte
    /// `start` on, and buffers the plaintext for the next state update.
    fn partial<const DECRYPT: bool>(&mut self, start: usize, text: &mut [u8]) {
        let places = start..start + text.len();
        let plaintext = &mut self.plaintext.flat_mut()[places.clone()];
        if !DECRYPT {
            copy(plaintext, text);
        }
        xor_into(text, &self.keystream.flat()[places]);
        if DECRYPT {
            copy(plaintext, text);
        }
    }
}

impl<const KEY: usize, const BLOCKS: usize, const RATE: usize> Drop for Aegis<KEY, BLOCKS, RATE> {
    fn drop(&mut self) {
        erase(&mut self.key);
    }
}

impl<const BLOCKS: usize, const RATE: usize> Drop for Message<BLOCKS, RATE> {
    fn drop(&mut self) {
        erase(self.state.flat_mut());
        erase(self.plaintext.flat_mut());
        erase(self.keystream.flat_mut());
    }
}
