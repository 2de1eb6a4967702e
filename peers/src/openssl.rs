//! Hashes, MACs and key derivation functions from OpenSSL.

use openssl::hash::{MessageDigest, hash, hash_xof};
use openssl::pkey::PKey;
use openssl::sign::Signer;

use crate::kdf::{Costs, Derive, KdfPeer};
use crate::{KEY, Peer};

fn digest(name: MessageDigest, message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(&hash(name, message).expect("OpenSSL has the algorithm"));
}

fn named(name: &str, message: &[u8], out: &mut [u8]) {
    digest(MessageDigest::from_name(name).expect("OpenSSL has the algorithm"), message, out);
}

fn xof(name: MessageDigest, message: &[u8], out: &mut [u8]) {
    hash_xof(name, message, out).expect("OpenSSL has the algorithm");
}

fn hmac(name: MessageDigest, message: &[u8], out: &mut [u8]) {
    let key = PKey::hmac(KEY).expect("HMAC accepts a key of any length");
    let mut signer = Signer::new(name, &key).expect("OpenSSL has the algorithm");
    signer.sign_oneshot(out, message).expect("the buffer has the right length");
}

pub(crate) fn peers() -> Vec<Peer> {
    let peer = |algorithm, function| Peer { name: "OpenSSL", algorithm, function };
    vec![
        peer("sha3-224", |m, out| digest(MessageDigest::sha3_224(), m, out)),
        peer("sha3-256", |m, out| digest(MessageDigest::sha3_256(), m, out)),
        peer("sha3-384", |m, out| digest(MessageDigest::sha3_384(), m, out)),
        peer("sha3-512", |m, out| digest(MessageDigest::sha3_512(), m, out)),
        peer("shake128", |m, out| xof(MessageDigest::shake_128(), m, out)),
        peer("shake256", |m, out| xof(MessageDigest::shake_256(), m, out)),
        peer("md5", |m, out| digest(MessageDigest::md5(), m, out)),
        peer("sha1", |m, out| digest(MessageDigest::sha1(), m, out)),
        peer("sha224", |m, out| digest(MessageDigest::sha224(), m, out)),
        peer("sha256", |m, out| digest(MessageDigest::sha256(), m, out)),
        peer("sha384", |m, out| digest(MessageDigest::sha384(), m, out)),
        peer("sha512", |m, out| digest(MessageDigest::sha512(), m, out)),
        peer("sm3", |m, out| named("SM3", m, out)),
        peer("blake2b-512", |m, out| named("BLAKE2b512", m, out)),
        peer("blake2s-256", |m, out| named("BLAKE2s256", m, out)),
        peer("hmac-sha3-256", |m, out| hmac(MessageDigest::sha3_256(), m, out)),
        peer("hmac-sha3-512", |m, out| hmac(MessageDigest::sha3_512(), m, out)),
    ]
}

pub(crate) fn kdf_peers() -> [KdfPeer; 8] {
    let fast = |algorithm, derive: Derive| KdfPeer { name: "fastpbkdf2", algorithm, derive };
    let peer = |algorithm, derive: Derive| KdfPeer { name: "OpenSSL", algorithm, derive };
    [
        peer("scrypt", |costs, password, salt, key| {
            let (n, r, p) = (1 << costs.log_n, costs.r.into(), costs.p.into());
            openssl::pkcs5::scrypt(password, salt, n, r, p, 1 << 40, key)
                .expect("the parameters are allowed");
        }),
        peer("pbkdf2-hmac-sha1", |c, p, s, key| pbkdf2(MessageDigest::sha1(), c, p, s, key)),
        peer("pbkdf2-hmac-sha256", |c, p, s, key| pbkdf2(MessageDigest::sha256(), c, p, s, key)),
        peer("pbkdf2-hmac-sha384", |c, p, s, key| pbkdf2(MessageDigest::sha384(), c, p, s, key)),
        peer("pbkdf2-hmac-sha512", |c, p, s, key| pbkdf2(MessageDigest::sha512(), c, p, s, key)),
        fast("pbkdf2-hmac-sha1", |c, p, s, key| {
            fastpbkdf2::pbkdf2_hmac_sha1(p, s, c.iterations, key);
        }),
        fast("pbkdf2-hmac-sha256", |c, p, s, key| {
            fastpbkdf2::pbkdf2_hmac_sha256(p, s, c.iterations, key);
        }),
        fast("pbkdf2-hmac-sha512", |c, p, s, key| {
            fastpbkdf2::pbkdf2_hmac_sha512(p, s, c.iterations, key);
        }),
    ]
}

fn pbkdf2(hash: MessageDigest, costs: &Costs, password: &[u8], salt: &[u8], key: &mut [u8]) {
    let iterations = costs.iterations as usize;
    openssl::pkcs5::pbkdf2_hmac(password, salt, iterations, hash, key)
        .expect("the parameters are allowed");
}
