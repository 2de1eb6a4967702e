//! Ascon-AEAD128 (SP 800-232 §4). A permutation of 8 rounds follows each 16-byte block.

use super::backend::Backend;
use super::duplex::Duplex;
use super::hash::LittleEndian;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::Implementation;
use crate::traits::aead::{AeadEngine, AuthenticatedCipher};

/// Initial value of Ascon-AEAD128 (SP 800-232 Table 12).
const IV: u64 = 0x0000_1000_808c_0001;

/// `ascon-aead128` (SP 800-232 §4), with a 16-byte key, a 16-byte nonce and a 16-byte tag.
///
/// ```
/// use astragal::aead::AsconAead128;
/// let cipher = AsconAead128::new(&[7; 16]);
/// let nonce = [1; 16]; // never twice with the same key
/// # #[cfg(feature = "alloc")] {
/// let sealed = cipher.encrypt(&nonce, b"header", b"message");
/// assert_eq!(cipher.decrypt(&nonce, b"header", &sealed)?, b"message");
/// assert!(cipher.decrypt(&nonce, b"another header", &sealed).is_err());
/// # }
/// # Ok::<(), astragal::error::InvalidTag>(())
/// ```
pub type AsconAead128 = AuthenticatedCipher<Aead128>;

/// Key of Ascon-AEAD128, split into two 64-bit words.
#[derive(Clone)]
#[expect(
    missing_debug_implementations,
    reason = "holds keys; `AuthenticatedCipher` implements `Debug`"
)]
pub struct Aead128([u64; 2]);

impl AeadEngine for Aead128 {
    const NAME: &'static str = "ascon-aead128";
    const FAMILY: &'static str = "ascon";
    const STANDARD: &'static str = "SP 800-232 §4";
    type Key = [u8; 16];
    type Nonce = [u8; 16];
    type Message = Duplex<LittleEndian, 16, 8>;

    fn new(key: &Self::Key) -> Self {
        Self(load_le(key))
    }

    #[inline]
    fn begin(&self, nonce: &[u8; 16], associated_data: &[u8]) -> Self::Message {
        let [k0, k1] = self.0;
        let [n0, n1] = load_le(nonce);
        let mut message = Duplex::new([IV, k0, k1, n0, n1]);
        Backend::best().permute::<12>(&mut message.state);
        message.state[3] ^= k0;
        message.state[4] ^= k1;
        message.absorb_associated_data(associated_data);
        // Inverts the last bit of the state to separate the associated data from the text (domain separation).
        message.state[4] ^= 1 << 63;
        message
    }

    fn encrypt(message: &mut Self::Message, text: &mut [u8]) {
        message.encrypt(text);
    }

    fn decrypt(message: &mut Self::Message, text: &mut [u8]) {
        message.decrypt(text);
    }

    #[inline]
    fn tag(&self, message: &mut Self::Message) -> [u8; 16] {
        let [k0, k1] = self.0;
        message.pad();
        message.state[2] ^= k0;
        message.state[3] ^= k1;
        Backend::best().permute::<12>(&mut message.state);
        let [.., s3, s4] = message.state;
        let mut tag = [0; 16];
        store_le(&[s3 ^ k0, s4 ^ k1], &mut tag);
        tag
    }

    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl Drop for Aead128 {
    fn drop(&mut self) {
        erase(&mut self.0);
    }
}
