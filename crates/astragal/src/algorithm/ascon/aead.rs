//! Ascon-AEAD128 (SP 800-232 §4): 16 bytes per permutation of 8 rounds.

use zeroize::Zeroize;

use super::backend::Backend;
use super::duplex::Duplex;
use super::hash::LittleEndian;
use crate::kind::aead::{Engine, aead_types};
use crate::machine::words::{load_le, store_le};

/// Initial value: SP 800-232 Table 12.
const IV: u64 = 0x0000_1000_808c_0001;

aead_types! { "ascon", Backend::implementation;
    AsconAead128 = "ascon-aead128", key 16, "SP 800-232 §4": Aead128;
}

/// The key, as two words.
#[derive(Clone)]
struct Aead128([u64; 2]);

impl Engine for Aead128 {
    type Key = [u8; 16];
    type Message = Duplex<LittleEndian, 16, 8>;

    fn new(key: &Self::Key) -> Self {
        Self(load_le(key))
    }

    #[inline]
    fn begin(&self, nonce: &[u8; 16], associated_data: &[u8]) -> Self::Message {
        let [k0, k1] = self.0;
        let [n0, n1] = load_le(nonce);
        let mut state = [IV, k0, k1, n0, n1];
        Backend::best().permute::<12>(&mut state);
        let [s0, s1, s2, s3, s4] = state;
        let mut message = Duplex::new([s0, s1, s2, s3 ^ k0, s4 ^ k1]);
        message.absorb_associated_data(associated_data);
        // The domain separation: the last bit of the state.
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
    fn tag(&self, mut message: Self::Message) -> [u8; 16] {
        let [k0, k1] = self.0;
        message.pad();
        let [s0, s1, s2, s3, s4] = message.state;
        let mut state = [s0, s1, s2 ^ k0, s3 ^ k1, s4];
        Backend::best().permute::<12>(&mut state);
        let [.., s3, s4] = state;
        let mut tag = [0; 16];
        store_le(&[s3 ^ k0, s4 ^ k1], &mut tag);
        tag
    }
}

impl Drop for Aead128 {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}
