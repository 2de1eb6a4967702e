//! Algorithms from the crate `rscrypto`.

use astragal::registry::Direction;
use rscrypto::aead::Nonce96;
use rscrypto::aead::expert::AeadWithNonce;
use rscrypto::{
    AsconHash256, Blake2b256, Blake2b512, Blake2s128, Blake2s256, Blake3, Digest, HmacSha256,
    HmacSha384, HmacSha512, Mac, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384,
    Sha512, Sha512_256, Shake128, Shake256, Xof,
};

use crate::{CipherPeer, KEY, Keyed, Peer, Use};

fn hash<D: Digest>(message: &[u8], out: &mut [u8])
where
    D::Output: AsRef<[u8]>,
{
    out.copy_from_slice(D::digest(message).as_ref());
}

fn hmac<M: Mac>(message: &[u8], out: &mut [u8], bytes: fn(&M::Tag) -> &[u8]) {
    out.copy_from_slice(bytes(&M::mac(KEY, message)));
}

pub(crate) fn peers() -> Vec<Peer> {
    let peer = |algorithm, function| Peer { name: "rscrypto", algorithm, function };
    vec![
        peer("sha224", hash::<Sha224>),
        peer("sha256", hash::<Sha256>),
        peer("sha384", hash::<Sha384>),
        peer("sha512", hash::<Sha512>),
        peer("sha512-256", hash::<Sha512_256>),
        peer("sha3-224", hash::<Sha3_224>),
        peer("sha3-256", hash::<Sha3_256>),
        peer("sha3-384", hash::<Sha3_384>),
        peer("sha3-512", hash::<Sha3_512>),
        peer("shake128", |message, out| Shake128::xof(message).squeeze(out)),
        peer("shake256", |message, out| Shake256::xof(message).squeeze(out)),
        peer("blake2b-256", hash::<Blake2b256>),
        peer("blake2b-512", hash::<Blake2b512>),
        peer("blake2s-128", hash::<Blake2s128>),
        peer("blake2s-256", hash::<Blake2s256>),
        peer("blake3", |message, out| Blake3::xof(message).squeeze(out)),
        peer("ascon-hash256", hash::<AsconHash256>),
        peer("hmac-sha256", |message, out| hmac::<HmacSha256>(message, out, |tag| tag.as_bytes())),
        peer("hmac-sha384", |message, out| hmac::<HmacSha384>(message, out, |tag| tag.as_bytes())),
        peer("hmac-sha512", |message, out| hmac::<HmacSha512>(message, out, |tag| tag.as_bytes())),
    ]
}

/// Returns the implementations of AES-GCM and AES-GCM-SIV. They accept only 12-byte nonces and 16-byte tags.
pub(crate) fn ciphers() -> Vec<CipherPeer> {
    let peer = |cipher, used, set_up| CipherPeer { name: "rscrypto", cipher, used, set_up };
    macro_rules! aead {
        ($cipher:literal, $used:ident, $aead:ident, $key:ident) => {
            peer(
                $cipher,
                Use::$used,
                Box::new(|key, way| {
                    let key = rscrypto::$key::from_bytes(key.try_into().ok()?);
                    (way == Direction::Encrypt).then(|| sealing(rscrypto::$aead::new(&key)))
                }),
            )
        };
    }
    vec![
        aead!("aes-128", Gcm, Aes128Gcm, Aes128GcmKey),
        aead!("aes-256", Gcm, Aes256Gcm, Aes256GcmKey),
        aead!("aes-128", GcmSiv, Aes128GcmSiv, Aes128GcmSivKey),
        aead!("aes-256", GcmSiv, Aes256GcmSiv, Aes256GcmSivKey),
    ]
}

fn sealing<A: AeadWithNonce<Nonce = Nonce96> + 'static>(aead: A) -> Keyed {
    Box::new(move |message, text, tag| {
        let nonce = Nonce96::from_bytes(message.iv.try_into().ok()?);
        let computed = aead.encrypt_in_place(&nonce, message.associated_data, text).ok()?;
        if computed.as_ref().len() != tag.len() {
            return None;
        }
        tag.copy_from_slice(computed.as_ref());
        Some(())
    })
}
