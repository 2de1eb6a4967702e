//! AEGIS-128L and AEGIS-256: authenticated ciphers built from the AES round.
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
//!
//! # Tests
//! `tests/backends.rs` compares the backends with the portable code. Known answers, those of the draft included, are in
//! `astragal-vectors`.

mod backend;

use backend::{Backend, Text, Work};

use crate::error::Allowed;
use crate::platform::array::{Flat as _, copy};
use crate::platform::words::{erase, xor_into};
use crate::traits::Implementation;
use crate::traits::aead::AeadEngine;
use crate::traits::limited_aead::LimitedCipher;

/// AEGIS-128L (draft-irtf-cfrg-aegis-aead) with a 16-byte key, a 16-byte nonce, and a tag of 16 or 32 bytes.
///
/// Use a nonce only once per key: a second message with the same nonce reveals the internal state. Random nonces are
/// safe for 2^48 messages per key. [`encrypt_in_place_any_length`](LimitedCipher::encrypt_in_place_any_length) computes
/// 32-byte tags. An attacker who chooses the associated data can construct a ciphertext that is valid under two
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

/// AEGIS-256 (draft-irtf-cfrg-aegis-aead) with a 32-byte key, a 32-byte nonce, and a tag of 16 or 32 bytes.
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

/// AEGIS key of `KEY` bytes. The AEGIS state has `BLOCKS` 16-byte blocks, and each state update absorbs `RATE`
/// message blocks.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct Aegis<const KEY: usize, const BLOCKS: usize, const RATE: usize> {
    key: [u8; KEY],
}

/// 16-byte block.
type Block = [u8; 16];

/// AEGIS state while one message is encrypted or decrypted. The associated data has already been absorbed.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct Message<const BLOCKS: usize, const RATE: usize> {
    backend: Backend,
    state: [Block; BLOCKS],
    /// Buffered plaintext, too short for a full state update, padded with zeros.
    plaintext: [Block; RATE],
    /// Keystream of the blocks in `plaintext`. The next state update absorbs these blocks when they are complete.
    keystream: [Block; RATE],
    associated_bytes: u64,
    text_bytes: u64,
}

impl<const KEY: usize, const BLOCKS: usize, const RATE: usize> AeadEngine
    for Aegis<KEY, BLOCKS, RATE>
{
    const NAME: &'static str = if RATE == 2 { "aegis-128l" } else { "aegis-256" };
    const FAMILY: &'static str = "aegis";
    const STANDARD: &'static str = "draft-irtf-cfrg-aegis-aead-18";
    const LONGEST_MESSAGE_BYTES: u64 = (1 << 61) - 1;
    const TAG_BYTES: Allowed = Allowed::OneOf(&[16, 32]);
    /// The stack holds the bit planes of the portable backend, which do not fit in registers.
    const STACK_BYTES: usize = 4096;
    const KEY_STACK_BYTES: usize = 128;
    type Key = [u8; KEY];
    type Nonce = [u8; KEY];
    type Message = Message<BLOCKS, RATE>;

    fn new(key: &[u8; KEY]) -> Self {
        Self { key: *key }
    }

    fn begin(&self, nonce: &[u8; KEY], associated_data: &[u8]) -> Self::Message {
        let (backend, mut state) = (Backend::best(), [[0; 16]; BLOCKS]);
        let mut work =
            Work { start: Some((&self.key, nonce)), absorbed: associated_data, ..Work::default() };
        backend.run::<BLOCKS, RATE>(&mut state, &mut work);
        Message {
            backend,
            state,
            plaintext: [[0; 16]; RATE],
            keystream: [[0; 16]; RATE],
            associated_bytes: associated_data.len() as u64,
            text_bytes: 0,
        }
    }

    fn encrypt(message: &mut Self::Message, text: &mut [u8]) {
        message.next(text, false);
    }

    fn decrypt(message: &mut Self::Message, text: &mut [u8]) {
        message.next(text, true);
    }

    fn tag(&self, message: &mut Self::Message) -> [u8; 16] {
        let mut tag = [0; 16];
        self.tag_to(message, &mut tag);
        tag
    }

    fn tag_to(&self, message: &mut Self::Message, tag: &mut [u8]) {
        let lengths = [message.associated_bytes, message.text_bytes];
        let pending = message.pending();
        let Message { backend, state, plaintext, .. } = message;
        let absorbed = &plaintext.flat()[..pending];
        let mut work = Work { absorbed, end: Some((lengths, tag)), ..Work::default() };
        backend.run::<BLOCKS, RATE>(state, &mut work);
    }

    #[inline(always)]
    fn whole<const DECRYPT: bool>(
        &self,
        nonce: &[u8; KEY],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) {
        let lengths = [associated_data.len() as u64, text.len() as u64];
        let mut work = Work {
            start: Some((&self.key, nonce)),
            absorbed: associated_data,
            text: Text::new(text, DECRYPT),
            end: Some((lengths, tag)),
        };
        Backend::best().run::<BLOCKS, RATE>(&mut [[0; 16]; BLOCKS], &mut work);
    }

    fn whole_stack_bytes(_text_bytes: usize) -> usize {
        // All backends except the portable one keep the state in registers. The bound of 512 bytes was measured on
        // x86-64.
        let in_registers = !matches!(Backend::best(), Backend::Portable);
        if cfg!(target_arch = "x86_64") && in_registers { 512 } else { Self::STACK_BYTES }
    }

    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl<const BLOCKS: usize, const RATE: usize> Message<BLOCKS, RATE> {
    /// Number of message bytes that one state update absorbs.
    const UPDATE_BYTES: usize = 16 * RATE;

    /// Returns the number of buffered plaintext bytes, which are fewer than a state update absorbs.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is less than an update")]
    fn pending(&self) -> usize {
        (self.text_bytes % Self::UPDATE_BYTES as u64) as usize
    }

    /// Updates the state with the buffered plaintext.
    fn absorb_pending(&mut self) {
        let Self { backend, state, plaintext, .. } = self;
        let mut work = Work { absorbed: plaintext.flat(), ..Work::default() };
        backend.run::<BLOCKS, RATE>(state, &mut work);
        *plaintext = [[0; 16]; RATE];
    }

    /// Encrypts or decrypts `text`, the next part of the message.
    fn next(&mut self, text: &mut [u8], decrypt: bool) {
        let pending = self.pending();
        self.text_bytes += text.len() as u64;
        let mut rest = text;
        if pending > 0 {
            let (head, behind) = rest.split_at_mut(rest.len().min(Self::UPDATE_BYTES - pending));
            self.partial(pending, head, decrypt);
            rest = behind;
            if pending + head.len() < Self::UPDATE_BYTES {
                return;
            }
            self.absorb_pending();
        }
        let whole = rest.len() / Self::UPDATE_BYTES * Self::UPDATE_BYTES;
        let (whole, tail) = rest.split_at_mut(whole);
        if !whole.is_empty() {
            let mut work = Work { text: Text::new(whole, decrypt), ..Work::default() };
            self.backend.run::<BLOCKS, RATE>(&mut self.state, &mut work);
        }
        if !tail.is_empty() {
            // Encrypting zeros yields the keystream. Encryption also updates the state, so it runs on a copy. The state
            // itself is updated later, when the rest of the plaintext is known.
            let mut state = self.state;
            self.keystream = [[0; 16]; RATE];
            let text = Text::Encrypt(self.keystream.flat_mut());
            self.backend.run::<BLOCKS, RATE>(&mut state, &mut Work { text, ..Work::default() });
            erase(state.flat_mut());
            self.partial(0, tail, decrypt);
        }
    }

    /// Encrypts or decrypts `text`, which is too short for a whole state update. Uses the stored keystream from byte
    /// `start` on, and buffers the plaintext for the next state update.
    fn partial(&mut self, start: usize, text: &mut [u8], decrypt: bool) {
        let places = start..start + text.len();
        let plaintext = &mut self.plaintext.flat_mut()[places.clone()];
        if !decrypt {
            copy(plaintext, text);
        }
        xor_into(text, &self.keystream.flat()[places]);
        if decrypt {
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
