//! XAES-256-GCM (c2sp.org/XAES-256-GCM): AES-256-GCM with 24-byte nonces.
//!
//! # Standard
//! KBKDF in counter mode with CMAC (SP 800-108) derives a key for AES-256-GCM from the first half of the nonce. The
//! second half is the nonce of AES-256-GCM.
//!
//! # Files
//! This file only.
//!
//! # Backends and constant time
//! XAES uses the backends of AES and GCM, which run in constant time.
//!
//! # Tests
//! Tests check known answers and the accumulated test of the specification, which hashes 10,000 messages.

use crate::algorithm::rijndael::Aes256;
use crate::construction::mode::cmac;
use crate::construction::mode::gcm::{self, Gcm};
use crate::platform::array::{Flat as _, copy};
use crate::platform::cores::Cores;
use crate::platform::stack::VECTOR_STACK_BYTES;
use crate::platform::words::erase;
use crate::traits::aead::AeadEngine;
use crate::traits::cipher::BlockCipher as _;
use crate::traits::limited_aead::LimitedCipher;
use crate::traits::{ByteArray as _, Implementation};

/// XAES-256-GCM (c2sp.org/XAES-256-GCM): 32-byte key, 24-byte nonce, 16-byte tag.
///
/// The nonce is long enough to be random for every message. As with AES-256-GCM, a second message with the same nonce
/// reveals the XOR of both plaintexts and lets an attacker forge tags. Like AES-256-GCM, the cipher does not commit to
/// its key. Deriving the key of each message takes as long as encrypting a few blocks.
///
/// ```
/// use astragal::aead::Xaes256Gcm;
/// let cipher = Xaes256Gcm::new(&[7; 32]);
/// let mut text = *b"message";
/// let tag = cipher.encrypt_in_place_detached(&[1; 24], b"header", &mut text)?;
/// cipher.decrypt_in_place_detached(&[1; 24], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
pub type Xaes256Gcm = LimitedCipher<Xaes>;

/// Key of XAES-256-GCM.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct Xaes {
    cipher: Aes256,
    /// K1, the first subkey of CMAC.
    subkey: [u8; 16],
}

/// Message in progress: the key derived for it, and the GCM state after the associated data.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `LimitedCipher` implements `Debug`")]
pub struct Message {
    gcm: Gcm<Aes256>,
    state: gcm::State,
}

impl Xaes {
    /// Derives the key of a message from the first half of its nonce.
    fn derive(&self, nonce: &[u8; 24]) -> Gcm<Aes256> {
        let mut blocks = [[0; 16]; 2];
        for (number, block) in (1_u8..).zip(&mut blocks) {
            copy(&mut block[..4], &[0, number, b'X', 0]);
            copy(&mut block[4..], &nonce[..12]);
            for i in 0..16 {
                block[i] ^= self.subkey[i];
            }
        }
        self.cipher.encrypt_blocks(&mut blocks);
        let gcm = Gcm::new(&<[u8; 32]>::chunks(blocks.flat()).0[0]);
        erase(blocks.flat_mut());
        gcm
    }
}

impl AeadEngine for Xaes {
    const NAME: &'static str = "xaes-256-gcm";
    const FAMILY: &'static str = "aes";
    const STANDARD: &'static str = "C2SP XAES-256-GCM";
    const LONGEST_MESSAGE_BYTES: u64 = Gcm::<Aes256>::LONGEST_MESSAGE_BYTES;
    /// Upper bound, in bytes, on the stack that one call uses. It includes copies of the key schedule and of the powers
    /// of the GHASH key. `KEY_STACK_BYTES` is smaller on x86-64, where it was measured.
    const STACK_BYTES: usize = VECTOR_STACK_BYTES + 4 * size_of::<Message>();
    const KEY_STACK_BYTES: usize =
        if cfg!(target_arch = "x86_64") { 4608 } else { Self::STACK_BYTES };
    type Key = [u8; 32];
    type Nonce = [u8; 24];
    type Message = Message;

    fn new(key: &[u8; 32]) -> Self {
        let cipher = Aes256::for_encryption(key);
        let subkey = cmac::subkey(&cipher).to_be_bytes();
        Self { cipher, subkey }
    }

    fn begin(&self, nonce: &[u8; 24], associated_data: &[u8]) -> Message {
        let gcm = self.derive(nonce);
        let state = gcm.begin(&nonce[12..], associated_data);
        Message { gcm, state }
    }

    fn encrypt(message: &mut Message, text: &mut [u8]) {
        message.gcm.next::<false>(&mut message.state, text);
    }

    fn decrypt(message: &mut Message, text: &mut [u8]) {
        message.gcm.next::<true>(&mut message.state, text);
    }

    fn tag(&self, message: &mut Message) -> [u8; 16] {
        message.gcm.tag(&message.state)
    }

    /// Processes the whole message in one call to GCM, which is faster than processing it in parts.
    fn whole<const DECRYPT: bool>(
        &self,
        nonce: &[u8; 24],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) {
        let gcm = self.derive(nonce);
        copy(tag, &gcm.run::<DECRYPT>(Cores::One, &nonce[12..], associated_data, text));
    }

    fn whole_stack_bytes(_text_bytes: usize) -> usize {
        if cfg!(target_arch = "x86_64") { 7680 } else { Self::STACK_BYTES }
    }

    fn implementation() -> Implementation {
        Aes256::implementation()
    }
}

impl Drop for Xaes {
    fn drop(&mut self) {
        erase(&mut self.subkey);
    }
}
