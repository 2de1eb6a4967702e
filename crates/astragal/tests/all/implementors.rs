//! Implements the public traits outside the library, with only the required items. If a trait gets a new required item,
//! this file does not compile, and neither do other crates that implement the trait.

use astragal::aead::Aead;
use astragal::error::{InvalidTag, ParameterError, VerifyError};
use astragal::hash::{Hash, Implementation};
use astragal::mac::{Hmac, Mac, Resettable};
use astragal::xof::{Xof, XofReader};

/// Toy algorithm that computes the XOR of all message bytes. It implements the public traits of several kinds of
/// algorithms.
#[derive(Clone, Debug)]
struct Sum(u8);

fn sum(data: &[u8]) -> u8 {
    data.iter().fold(0, |sum, byte| sum ^ byte)
}

impl Hash for Sum {
    const NAME: &'static str = "sum";
    const HMAC_NAME: &'static str = "hmac-sum";
    const FAMILY: &'static str = "sum";
    const STANDARD: &'static str = "none";
    const DIGEST_BYTES: usize = 1;
    const BLOCK_BYTES: usize = 4;
    type Digest = [u8; 1];
    fn new() -> Self {
        Self(0)
    }
    fn update(&mut self, data: &[u8]) {
        self.0 ^= sum(data);
    }
    fn finalize(self) -> [u8; 1] {
        [self.0]
    }
    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

impl Xof for Sum {
    const NAME: &'static str = "sum";
    const FAMILY: &'static str = "sum";
    const STANDARD: &'static str = "none";
    const RATE_BYTES: usize = 1;
    const DEFAULT_OUTPUT_BYTES: usize = 1;
    type Reader = Self;
    fn absorb(&mut self, data: &[u8]) {
        self.0 ^= sum(data);
    }
    fn finalize(self) -> Self {
        self
    }
    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

impl XofReader for Sum {
    type Block = [u8; 1];
    fn squeeze(&mut self, out: &mut [u8]) {
        out.fill(self.0);
    }
}

impl Mac for Sum {
    const NAME: &'static str = "sum";
    const FAMILY: &'static str = "sum";
    const STANDARD: &'static str = "none";
    const TAG_BYTES: usize = 1;
    type Tag = [u8; 1];
    fn update(&mut self, data: &[u8]) {
        self.0 ^= sum(data);
    }
    fn finalize(self) -> [u8; 1] {
        [self.0]
    }
    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

impl Aead for Sum {
    const NAME: &'static str = "sum";
    const FAMILY: &'static str = "sum";
    const STANDARD: &'static str = "none";
    const KEY_BYTES: usize = 1;
    const NONCE_BYTES: usize = 1;
    const TAG_BYTES: usize = 1;
    type Key = [u8; 1];
    type Nonce = [u8; 1];
    type Tag = [u8; 1];
    fn new(key: &[u8; 1]) -> Self {
        Self(key[0])
    }
    fn encrypt_in_place_detached(
        &self,
        nonce: &[u8; 1],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Result<[u8; 1], ParameterError> {
        let tag = sum(text) ^ sum(associated_data);
        text.iter_mut().for_each(|byte| *byte ^= self.0 ^ nonce[0]);
        Ok([tag])
    }
    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8; 1],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8; 1],
    ) -> Result<(), VerifyError> {
        text.iter_mut().for_each(|byte| *byte ^= self.0 ^ nonce[0]);
        if sum(text) ^ sum(associated_data) == tag[0] { Ok(()) } else { Err(InvalidTag.into()) }
    }
    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

#[test]
fn provided_trait_methods_work() {
    assert_eq!(<Sum as Hash>::hash(b"ab"), [3]);
    let mut digests = [[0]; 2];
    Sum::hash_many(&[b"ab", b"a"], &mut digests);
    assert_eq!(digests, [[3], [b'a']]);
    let mut reader = <Sum as Xof>::finalize(Sum(5));
    assert_eq!((reader.squeeze_block(), reader.squeeze_array::<2>()), ([5], [5, 5]));
    reader.skip(5000);
    assert_eq!(reader.remaining(), None);
    assert_eq!(Mac::verify(Sum(0), b"ab", &[3]), Ok(()));
    assert_eq!(Mac::verify(Sum(0), b"ab", &[3, 0]), Err(InvalidTag));
    let hmac = Hmac::<Sum>::new(b"key");
    let tag = hmac.clone().mac(b"ab");
    let mut again = Resettable::new(hmac);
    again.update(b"ab");
    assert_eq!(again.finalize_reset(), tag);

    let cipher = <Sum as Aead>::from_slice(&[9]).unwrap();
    let sealed = cipher.encrypt(&[1], b"", b"text").unwrap();
    assert_eq!(cipher.decrypt(&[1], b"", &sealed).unwrap(), b"text");
    assert_eq!(cipher.decrypt(&[1], b"x", &sealed), Err(VerifyError::InvalidTag));
    assert_eq!(
        <Sum as Aead>::from_slice(&[]).unwrap_err().to_string(),
        "key is 0 bytes; sum takes 1"
    );
}
