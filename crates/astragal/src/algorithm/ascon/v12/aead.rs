//! Ascon-128, Ascon-128a and Ascon-80pq (Ascon v1.2 §2.4). These ciphers differ in rate, rounds and key length.

use zeroize::Zeroize;

use super::BigEndian;
use crate::algorithm::ascon::backend::Backend;
use crate::algorithm::ascon::duplex::Duplex;
use crate::algorithm::ascon::permutation::State;
use crate::platform::words::{erase, load_be, store_be};
use crate::traits::Implementation;
use crate::traits::aead::{AeadEngine, AuthenticatedCipher};

/// `ascon-128` (Ascon v1.2 §2.4), with a 16-byte key, a 16-byte nonce and a 16-byte tag.
///
/// ```
/// use astragal::aead::Ascon128;
/// let cipher = Ascon128::new(&[7; 16]);
/// let nonce = [1; 16]; // never twice with the same key
/// # #[cfg(feature = "alloc")] {
/// let sealed = cipher.encrypt(&nonce, b"header", b"message");
/// assert_eq!(cipher.decrypt(&nonce, b"header", &sealed)?, b"message");
/// assert!(cipher.decrypt(&nonce, b"another header", &sealed).is_err());
/// # }
/// # Ok::<(), astragal::error::InvalidTag>(())
/// ```
pub type Ascon128 = AuthenticatedCipher<AsconV12<8, 6, 16>>;

/// `ascon-128a` (Ascon v1.2 §2.4), with a 16-byte key, a 16-byte nonce and a 16-byte tag.
///
/// ```
/// use astragal::aead::Ascon128a;
/// let cipher = Ascon128a::new(&[7; 16]);
/// let nonce = [1; 16]; // never twice with the same key
/// # #[cfg(feature = "alloc")] {
/// let sealed = cipher.encrypt(&nonce, b"header", b"message");
/// assert_eq!(cipher.decrypt(&nonce, b"header", &sealed)?, b"message");
/// assert!(cipher.decrypt(&nonce, b"another header", &sealed).is_err());
/// # }
/// # Ok::<(), astragal::error::InvalidTag>(())
/// ```
pub type Ascon128a = AuthenticatedCipher<AsconV12<16, 8, 16>>;

/// `ascon-80pq` (Ascon v1.2 §2.4), with a 20-byte key, a 16-byte nonce and a 16-byte tag.
///
/// ```
/// use astragal::aead::Ascon80pq;
/// let cipher = Ascon80pq::new(&[7; 20]);
/// let nonce = [1; 16]; // never twice with the same key
/// # #[cfg(feature = "alloc")] {
/// let sealed = cipher.encrypt(&nonce, b"header", b"message");
/// assert_eq!(cipher.decrypt(&nonce, b"header", &sealed)?, b"message");
/// assert!(cipher.decrypt(&nonce, b"another header", &sealed).is_err());
/// # }
/// # Ok::<(), astragal::error::InvalidTag>(())
/// ```
pub type Ascon80pq = AuthenticatedCipher<AsconV12<8, 6, 20>>;

/// Ascon v1.2 cipher with a rate of `RATE` bytes, `ROUNDS` rounds between blocks and a key of `KEY` bytes.
#[derive(Clone)]
#[expect(
    missing_debug_implementations,
    reason = "holds keys; `AuthenticatedCipher` implements `Debug`"
)]
pub struct AsconV12<const RATE: usize, const ROUNDS: usize, const KEY: usize> {
    /// State words S0, S1 and S2 at the start of a message. They hold the initial value and the key. The words S3 and
    /// S4 hold the nonce.
    start: [u64; 3],
    /// Three words that hold the key, padded with zeros in front. After the initialization, they are XORed into S2, S3
    /// and S4. To form the tag, the last two of them are XORed into S3 and S4.
    key: [u64; 3],
    /// State that holds the key directly after the rate, and zeros elsewhere. It is XORed into the state of a message
    /// before the finalization.
    key_in_capacity: State,
}

impl<const RATE: usize, const ROUNDS: usize, const KEY: usize> AeadEngine
    for AsconV12<RATE, ROUNDS, KEY>
{
    const NAME: &'static str = match (KEY, RATE) {
        (20, _) => "ascon-80pq",
        (_, 16) => "ascon-128a",
        _ => "ascon-128",
    };
    const FAMILY: &'static str = "ascon";
    const STANDARD: &'static str = "Ascon v1.2 §2.4";
    type Key = [u8; KEY];
    type Nonce = [u8; 16];
    type Message = Duplex<BigEndian, RATE, ROUNDS>;

    fn new(key: &Self::Key) -> Self {
        let iv =
            (8 * KEY as u64) << 56 | (8 * RATE as u64) << 48 | 12 << 40 | (ROUNDS as u64) << 32;
        let mut start = [0; 24];
        start[..8].copy_from_slice(&iv.to_be_bytes());
        start[24 - KEY..].copy_from_slice(key);
        let mut end = [0; 24];
        end[24 - KEY..].copy_from_slice(key);
        let mut at_capacity = [0; 40];
        at_capacity[RATE..RATE + KEY].copy_from_slice(key);
        let cipher = Self {
            start: load_be(&start),
            key: load_be(&end),
            key_in_capacity: load_be(&at_capacity),
        };
        erase(&mut start);
        erase(&mut end);
        erase(&mut at_capacity);
        cipher
    }

    #[inline]
    fn begin(&self, nonce: &[u8; 16], associated_data: &[u8]) -> Self::Message {
        let [s0, s1, s2] = self.start;
        let [n0, n1] = load_be(nonce);
        let mut state = [s0, s1, s2, n0, n1];
        Backend::best().permute::<12>(&mut state);
        let [s0, s1, s2, s3, s4] = state;
        let [k0, k1, k2] = self.key;
        let mut message = Duplex::new([s0, s1, s2 ^ k0, s3 ^ k1, s4 ^ k2]);
        message.absorb_associated_data(associated_data);
        message.state[4] ^= 1;
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
        message.pad();
        for i in 0..5 {
            message.state[i] ^= self.key_in_capacity[i];
        }
        Backend::best().permute::<12>(&mut message.state);
        let [.., s3, s4] = message.state;
        let [_, k1, k2] = self.key;
        let mut tag = [0; 16];
        store_be(&[s3 ^ k1, s4 ^ k2], &mut tag);
        tag
    }

    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl<const RATE: usize, const ROUNDS: usize, const KEY: usize> Drop
    for AsconV12<RATE, ROUNDS, KEY>
{
    fn drop(&mut self) {
        self.start.zeroize();
        self.key.zeroize();
        self.key_in_capacity.zeroize();
    }
}
