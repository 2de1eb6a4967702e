//! Older hash algorithms, Poly1305 and SipHash from the RustCrypto crates and from other crates.

use blake2::digest::consts::{U16, U20, U28, U32, U48, U64, U128};
use blake2::{Blake2b, Blake2s};
use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit as _;
use siphasher::sip::{SipHasher13, SipHasher24};
use skein::{Skein256, Skein512, Skein1024};

use crate::rustcrypto::{eager_hmac, hash, hmac, xof};
use crate::{Function, KEY, Peer};

/// Hashes a message with a crate that still depends on version 0.9 of the crate `digest`.
fn old_hash<D: digest_0_9::Digest>(message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(&D::digest(message));
}

fn v12_hash<D: ascon_hash_0_2::digest::Digest>(message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(&D::digest(message));
}

fn v12_xof<X>(message: &[u8], out: &mut [u8])
where
    X: Default + ascon_hash_0_2::Update + ascon_hash_0_2::ExtendableOutput,
{
    use ascon_hash_0_2::XofReader;

    let mut xof = X::default();
    xof.update(message);
    xof.finalize_xof().read(out);
}

fn blake2b_simd(message: &[u8], out: &mut [u8]) {
    let hash = blake2b_simd::Params::new().hash_length(out.len()).hash(message);
    out.copy_from_slice(hash.as_bytes());
}

fn blake2s_simd(message: &[u8], out: &mut [u8]) {
    let hash = blake2s_simd::Params::new().hash_length(out.len()).hash(message);
    out.copy_from_slice(hash.as_bytes());
}

fn blake3(message: &[u8], out: &mut [u8]) {
    blake3::Hasher::new().update(message).finalize_xof().fill(out);
}

fn poly1305(message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(&Poly1305::new(KEY.into()).compute_unpadded(message));
}

/// Returns the key of SipHash, the first half of `KEY`.
fn siphash_key() -> &'static [u8; 16] {
    KEY.first_chunk().expect("the key has 32 bytes")
}

/// Computes HMAC (RFC 2104) with a hash that the crate `hmac` does not support. `KEY` is shorter than the block of
/// every hash.
fn nested_hmac<const BLOCK: usize>(hash: Function, message: &[u8], out: &mut [u8]) {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(KEY).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let mut inner = vec![0; out.len()];
    hash(&[&padded(0x36)[..], message].concat(), &mut inner);
    hash(&[&padded(0x5c)[..], &inner].concat(), out);
}

/// Defines a [`Peer`](crate::Peer) for each given hash of RustCrypto, and for HMAC with this hash.
macro_rules! hashes {
    ($($library:literal: $($name:literal $hash:ty),+;)+) => {
        &[$($(
            ($library, $name, hash::<$hash> as Function),
            (concat!("hmac + ", $library), concat!("hmac-", $name), hmac::<$hash> as Function),
        )+)+]
    };
}

const HASHES: &[(&str, &str, Function)] = hashes! {
    "md-5": "md5" md5::Md5;
    "sha1": "sha1" sha1::Sha1;
    "sha2": "sha224" sha2::Sha224, "sha256" sha2::Sha256, "sha384" sha2::Sha384,
        "sha512" sha2::Sha512, "sha512-224" sha2::Sha512_224, "sha512-256" sha2::Sha512_256;
    "sm3": "sm3" sm3::Sm3;
    "blake2": "blake2b-128" Blake2b<U16>, "blake2b-160" Blake2b<U20>, "blake2b-224" Blake2b<U28>,
        "blake2b-256" Blake2b<U32>, "blake2b-384" Blake2b<U48>, "blake2b-512" Blake2b<U64>,
        "blake2s-128" Blake2s<U16>, "blake2s-160" Blake2s<U20>, "blake2s-224" Blake2s<U28>,
        "blake2s-256" Blake2s<U32>;
    "groestl": "groestl-224" groestl::Groestl224, "groestl-256" groestl::Groestl256,
        "groestl-384" groestl::Groestl384, "groestl-512" groestl::Groestl512;
    "jh": "jh-224" jh::Jh224, "jh-256" jh::Jh256, "jh-384" jh::Jh384, "jh-512" jh::Jh512;
    "kupyna": "kupyna-256" kupyna::Kupyna256, "kupyna-384" kupyna::Kupyna384,
        "kupyna-512" kupyna::Kupyna512;
    "skein": "skein256-128" Skein256<U16>, "skein256-160" Skein256<U20>, "skein256-224" Skein256<U28>,
        "skein256-256" Skein256<U32>, "skein512-128" Skein512<U16>, "skein512-160" Skein512<U20>,
        "skein512-224" Skein512<U28>, "skein512-256" Skein512<U32>, "skein512-384" Skein512<U48>,
        "skein512-512" Skein512<U64>, "skein1024-256" Skein1024<U32>, "skein1024-384" Skein1024<U48>,
        "skein1024-512" Skein1024<U64>, "skein1024-1024" Skein1024<U128>;
    "streebog": "streebog-256" streebog::Streebog256, "streebog-512" streebog::Streebog512;
    "whirlpool": "whirlpool" whirlpool::Whirlpool;
};

pub(crate) fn peers() -> Vec<Peer> {
    let peer = |name, algorithm, function| Peer { name, algorithm, function };
    let mut all: Vec<Peer> =
        HASHES.iter().map(|&(name, algorithm, function)| peer(name, algorithm, function)).collect();
    for name in ["128", "160", "224", "256", "384", "512"] {
        let name = format!("blake2b-{name}").leak();
        all.push(peer("blake2b_simd", name, blake2b_simd));
    }
    for name in ["128", "160", "224", "256"] {
        let name = format!("blake2s-{name}").leak();
        all.push(peer("blake2s_simd", name, blake2s_simd));
    }
    all.extend([
        peer("blake-hash", "blake-224", old_hash::<blake_hash::Blake224>),
        peer("blake-hash", "blake-256", old_hash::<blake_hash::Blake256>),
        peer("blake-hash", "blake-384", old_hash::<blake_hash::Blake384>),
        peer("blake-hash", "blake-512", old_hash::<blake_hash::Blake512>),
        peer("groestl-aesni", "groestl-256", old_hash::<groestl_aesni::Groestl256>),
        peer("groestl-aesni", "groestl-512", old_hash::<groestl_aesni::Groestl512>),
        peer("hmac", "hmac-md5", eager_hmac::<md5::Md5>),
        peer("hmac", "hmac-sha1", eager_hmac::<sha1::Sha1>),
        peer("hmac", "hmac-sha224", eager_hmac::<sha2::Sha224>),
        peer("hmac", "hmac-sha256", eager_hmac::<sha2::Sha256>),
        peer("hmac", "hmac-sha384", eager_hmac::<sha2::Sha384>),
        peer("hmac", "hmac-sha512", eager_hmac::<sha2::Sha512>),
        peer("hmac", "hmac-sm3", eager_hmac::<sm3::Sm3>),
        peer("blake3", "blake3", blake3),
        peer("blake3", "hmac-blake3", |m, out| nested_hmac::<64>(blake3, m, out)),
        peer("blake-hash", "hmac-blake-224", |m, out| {
            nested_hmac::<64>(old_hash::<blake_hash::Blake224>, m, out);
        }),
        peer("blake-hash", "hmac-blake-256", |m, out| {
            nested_hmac::<64>(old_hash::<blake_hash::Blake256>, m, out);
        }),
        peer("blake-hash", "hmac-blake-384", |m, out| {
            nested_hmac::<128>(old_hash::<blake_hash::Blake384>, m, out);
        }),
        peer("blake-hash", "hmac-blake-512", |m, out| {
            nested_hmac::<128>(old_hash::<blake_hash::Blake512>, m, out);
        }),
        peer("poly1305", "poly1305", poly1305),
        peer("siphasher", "siphash-2-4", |m, out| {
            out.copy_from_slice(&SipHasher24::new_with_key(siphash_key()).hash(m).to_le_bytes());
        }),
        peer("siphasher", "siphash-1-3", |m, out| {
            out.copy_from_slice(&SipHasher13::new_with_key(siphash_key()).hash(m).to_le_bytes());
        }),
        peer("ascon-hash256", "ascon-hash256", hash::<ascon_hash256::AsconHash256>),
        peer("ascon-xof128", "ascon-xof128", xof::<ascon_xof128::AsconXof128>),
        peer("ascon-hash 0.2", "ascon-hash", v12_hash::<ascon_hash_0_2::AsconHash>),
        peer("ascon-hash 0.2", "ascon-hasha", v12_hash::<ascon_hash_0_2::AsconAHash>),
        peer("ascon-hash 0.2", "ascon-xof", v12_xof::<ascon_hash_0_2::AsconXof>),
        peer("ascon-hash 0.2", "ascon-xofa", v12_xof::<ascon_hash_0_2::AsconAXof>),
    ]);
    all
}
