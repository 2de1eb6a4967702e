//! ChaCha20-Poly1305 (RFC 8439 §2.8) and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03 §2.1).

use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::backend::avx2;
use super::backend::{Backend, Work};
use super::cipher::{Keystream, Nonce, STACK_BYTES};
use super::matrix::Matrix;
use super::poly1305;
use crate::platform::array::copy;
use crate::platform::words::{erase, load_le, xor_into};
use crate::traits::Implementation;
use crate::traits::aead::AeadEngine;
#[cfg(target_arch = "x86_64")]
use crate::traits::aead::whole_in_steps;
use crate::traits::limited_aead::LimitedCipher;

/// ChaCha20-Poly1305 (RFC 8439 §2.8): 32-byte key, 12-byte nonce, 16-byte tag.
///
/// Use a nonce only once per key: a second message with the same nonce reveals the XOR of both plaintexts and lets an
/// attacker forge tags. Random 12-byte nonces are safe for 2^32 messages per key; [`XChaCha20Poly1305`] has no such
/// limit. The cipher does not commit to its key: a ciphertext may be valid under two keys that an attacker has chosen.
///
/// ```
/// use astragal::aead::ChaCha20Poly1305;
/// let cipher = ChaCha20Poly1305::new(&[7; 32]);
/// let mut text = *b"message";
/// let tag = cipher.encrypt_in_place_detached(&[1; 12], b"header", &mut text)?;
/// cipher.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
pub type ChaCha20Poly1305 = LimitedCipher<ChaChaPoly<[u8; 12]>>;

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): 32-byte key, 24-byte nonce, 16-byte tag.
///
/// The nonce is long enough to be random for every message. As with [`ChaCha20Poly1305`], a second message with the
/// same nonce reveals the XOR of both plaintexts and lets an attacker forge tags. The cipher does not commit to its
/// key.
///
/// ```
/// use astragal::aead::XChaCha20Poly1305;
/// let cipher = XChaCha20Poly1305::new(&[7; 32]);
/// let mut text = *b"message";
/// let tag = cipher.encrypt_in_place_detached(&[1; 24], b"header", &mut text)?;
/// cipher.decrypt_in_place_detached(&[1; 24], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
pub type XChaCha20Poly1305 = LimitedCipher<ChaChaPoly<[u8; 24]>>;

/// Key of ChaCha20-Poly1305 or XChaCha20-Poly1305, for nonces of type `N`.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct ChaChaPoly<N> {
    key: [u32; 8],
    nonce: PhantomData<N>,
}

/// Length in bytes of the pieces of a long text. Encryption encrypts a piece and then authenticates it; decryption
/// authenticates a piece and then decrypts it. The piece stays in the L1 or L2 cache between the two steps.
const PIECE_BYTES: usize = 1 << 15;

/// Maximum text lengths, in bytes, for which the buffer for the first keystream blocks holds only 2 or 8 blocks. For
/// longer texts, it holds [`FIRST_BLOCKS`].
const SHORT_TEXT_BYTES: [usize; 2] = [64, 7 * 64];

/// Number of keystream blocks of a long message that one call of the backend computes: block 0, and 16 blocks of text.
/// The rest of a text of 1, 4 or 16 KiB then consists of groups of 16 blocks, each of which AVX-512 computes at once.
const FIRST_BLOCKS: usize = 17;

/// State of the encryption or decryption of one message. The associated data has already been absorbed.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct Message {
    stream: Keystream,
    mac: poly1305::State,
    /// Buffered bytes of an incomplete ciphertext block.
    ciphertext: [u8; 16],
    associated_bytes: u64,
    text_bytes: u64,
}

impl<N: Nonce> AeadEngine for ChaChaPoly<N> {
    const NAME: &'static str = N::AEAD;
    const FAMILY: &'static str = "chacha";
    const STANDARD: &'static str = N::AEAD_STANDARD;
    const LONGEST_MESSAGE_BYTES: u64 = (1 << 38) - 64;
    const STACK_BYTES: usize = STACK_BYTES + 1024;
    const KEY_STACK_BYTES: usize = 128;
    type Key = [u8; 32];
    type Nonce = N;
    type Message = Message;

    fn new(key: &[u8; 32]) -> Self {
        Self { key: load_le(key), nonce: PhantomData }
    }

    fn begin(&self, nonce: &N, associated_data: &[u8]) -> Message {
        let mut stream = Keystream::new(nonce.matrix(&self.key));
        let mut block = [0; 64];
        stream.apply(&mut block);
        let mac = authenticate(&block, associated_data);
        erase(&mut block);
        let associated_bytes = associated_data.len() as u64;
        Message { stream, mac, ciphertext: [0; 16], associated_bytes, text_bytes: 0 }
    }

    fn encrypt(message: &mut Message, text: &mut [u8]) {
        message.apply(text, false);
    }

    fn decrypt(message: &mut Message, text: &mut [u8]) {
        message.apply(text, true);
    }

    fn tag(&self, message: &mut Message) -> [u8; 16] {
        message.tag()
    }

    fn whole<const DECRYPT: bool>(
        &self,
        nonce: &N,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) {
        let [shorter, short] = SHORT_TEXT_BYTES;
        // For long texts, `Message::runs` computes ChaCha20 and Poly1305 at the same time. This saves more than
        // computing block 0 together with the first blocks of the text.
        #[cfg(target_arch = "x86_64")]
        if text.len() > short && matches!(Backend::best(), Backend::Avx2(_)) {
            return whole_in_steps(self, nonce, associated_data, text, tag, DECRYPT);
        }
        let matrix = nonce.matrix(&self.key);
        let computed = if text.len() <= shorter {
            whole::<2>(&matrix, associated_data, text, DECRYPT)
        } else if text.len() <= short {
            whole::<8>(&matrix, associated_data, text, DECRYPT)
        } else {
            whole::<FIRST_BLOCKS>(&matrix, associated_data, text, DECRYPT)
        };
        copy(tag, &computed);
    }

    fn whole_stack_bytes(text_bytes: usize) -> usize {
        if cfg!(not(target_arch = "x86_64")) {
            Self::STACK_BYTES + 64 * FIRST_BLOCKS
        } else if text_bytes <= SHORT_TEXT_BYTES[0] {
            1536
        } else if text_bytes <= SHORT_TEXT_BYTES[1] {
            3072
        } else {
            4096
        }
    }

    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

/// Encrypts or decrypts a message and returns its tag. The text has at most `BLOCKS` − 1 blocks, or any number if
/// `BLOCKS` is [`FIRST_BLOCKS`].
///
/// One call of the backend computes block 0 of the keystream, which yields the Poly1305 key, and the next `BLOCKS` − 1
/// blocks. This function is not inlined; otherwise, the stack of its caller would hold the keystream buffers for every
/// value of `BLOCKS`.
#[inline(never)]
#[expect(clippy::cast_possible_truncation, reason = "the first call computes 17 blocks")]
fn whole<const BLOCKS: usize>(
    matrix: &Matrix,
    associated_data: &[u8],
    text: &mut [u8],
    decrypt: bool,
) -> [u8; 16] {
    let mut keystream = [[0; 64]; BLOCKS];
    let blocks = BLOCKS.min(1 + text.len().div_ceil(64));
    let bytes = keystream[..blocks].as_flattened_mut();
    Backend::best().run(&mut Work { matrix, first: 0, text: bytes, last: &mut [0; 64] });
    let [block, of_text @ ..] = &keystream[..] else { unreachable!("the keystream has block 0") };
    let mut mac = authenticate(block, associated_data);
    let (piece, rest) = text.split_at_mut(text.len().min(PIECE_BYTES));
    let (associated_bytes, text_bytes) = (associated_data.len() as u64, piece.len() as u64);
    if decrypt {
        mac.padded(piece);
    }
    let (head, behind) = piece.split_at_mut(piece.len().min(64 * (BLOCKS - 1)));
    xor_into(head, of_text.as_flattened());
    if BLOCKS == FIRST_BLOCKS && !behind.is_empty() {
        let first = FIRST_BLOCKS as u32;
        Backend::best().run(&mut Work { matrix, first, text: behind, last: &mut [0; 64] });
    }
    if !decrypt {
        mac.padded(piece);
    }
    if BLOCKS == FIRST_BLOCKS && !rest.is_empty() {
        let stream = Keystream::at_block(*matrix, 1 + text_bytes / 64);
        let mut message =
            Message { stream, mac, ciphertext: [0; 16], associated_bytes, text_bytes };
        message.apply(rest, decrypt);
        return message.tag();
    }
    finish(&mut mac, associated_bytes, text_bytes)
}

/// Creates Poly1305 with the first 32 bytes of keystream block 0 as its key (§2.6), and absorbs the associated data.
#[inline]
fn authenticate(block: &[u8; 64], associated_data: &[u8]) -> poly1305::State {
    let mut mac = poly1305::State::new(&block.as_chunks().0[0]);
    mac.padded(associated_data);
    mac
}

/// Absorbs the lengths of the associated data and the text, and returns the tag.
#[inline]
fn finish(mac: &mut poly1305::State, associated_bytes: u64, text_bytes: u64) -> [u8; 16] {
    let lengths = u128::from(associated_bytes) | u128::from(text_bytes) << 64;
    mac.blocks(&[lengths.to_le_bytes()]);
    mac.tag()
}

impl Message {
    /// Encrypts or decrypts `text`, and absorbs the ciphertext.
    fn apply(&mut self, text: &mut [u8], decrypt: bool) {
        #[cfg(target_arch = "x86_64")]
        let text = self.runs(text, decrypt);
        for piece in text.chunks_mut(PIECE_BYTES) {
            if decrypt {
                self.absorb(piece);
            }
            self.stream.apply(piece);
            if !decrypt {
                self.absorb(piece);
            }
        }
    }

    /// Returns the tag of the message.
    fn tag(&mut self) -> [u8; 16] {
        let Self { mac, ciphertext, associated_bytes, text_bytes, .. } = self;
        mac.padded(&ciphertext[..(*text_bytes % 16) as usize]);
        finish(mac, *associated_bytes, *text_bytes)
    }

    /// Encrypts or decrypts `text` in runs of eight ChaCha20 blocks, and returns the remaining bytes, which are fewer
    /// than a run. Returns all of `text` unchanged if the message is not at a block boundary, or if the active backend
    /// cannot combine ChaCha20 with Poly1305.
    #[cfg(target_arch = "x86_64")]
    fn runs<'a>(&mut self, text: &'a mut [u8], decrypt: bool) -> &'a mut [u8] {
        match Backend::best() {
            Backend::Avx2(cpu) if self.text_bytes.is_multiple_of(64) => {
                let (runs, rest) = text.as_chunks_mut();
                let bytes = runs.as_flattened().len() as u64;
                let (matrix, first) = self.stream.advance(bytes);
                let start = (matrix, first);
                avx2::apply_and_absorb(cpu, start, runs, &mut self.mac, decrypt);
                self.text_bytes += bytes;
                rest
            }
            _ => text,
        }
    }

    /// Absorbs ciphertext. Buffers the last block if it is incomplete.
    fn absorb(&mut self, ciphertext: &[u8]) {
        let waiting = (self.text_bytes % 16) as usize;
        self.text_bytes += ciphertext.len() as u64;
        let mut rest = ciphertext;
        if waiting > 0 {
            let (head, behind) = rest.split_at(rest.len().min(16 - waiting));
            self.ciphertext[waiting..waiting + head.len()].copy_from_slice(head);
            rest = behind;
            if waiting + head.len() < 16 {
                return;
            }
            self.mac.blocks(&[self.ciphertext]);
        }
        let (blocks, tail) = rest.as_chunks();
        self.mac.blocks(blocks);
        self.ciphertext[..tail.len()].copy_from_slice(tail);
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        erase(&mut self.ciphertext);
    }
}

impl<N> Drop for ChaChaPoly<N> {
    fn drop(&mut self) {
        erase(&mut self.key);
    }
}
