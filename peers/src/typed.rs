//! Calls astragal's algorithms through their Rust types instead of the registry. These calls have the least overhead.

use astragal::aead::{
    Aead, Aegis128L, Aegis256, Ascon80pq, Ascon128, Ascon128a, AsconAead128, ChaCha20Poly1305,
    XChaCha20Poly1305, Xaes256Gcm,
};
use astragal::hash::{self, ByteArray as _, Hash};
use astragal::mac::{self, Hmac};
use astragal::xof;

use crate::{BLOCK_BYTES, CUSTOM, Function, KEY, Seal};

fn digest<H: Hash>(message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(H::hash(message).as_ref());
}

fn hmac<H: Hash>(message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(Hmac::<H>::tag(KEY, message).as_ref());
}

/// Lists hashes, and HMAC with each hash whose digest is not longer than its block.
macro_rules! hashes {
    ($($with_hmac:ident)+; $($without:ident)+) => {
        &[
            $(
                (<hash::$with_hmac as Hash>::NAME, digest::<hash::$with_hmac> as Function),
                (<hash::$with_hmac as Hash>::HMAC_NAME, hmac::<hash::$with_hmac> as Function),
            )+
            $((<hash::$without as Hash>::NAME, digest::<hash::$without> as Function),)+
        ]
    };
}

const HASHES: &[(&str, Function)] = hashes! {
    Sha3_224 Sha3_256 Sha3_384 Sha3_512 Keccak224 Keccak256 Keccak384 Keccak512
    Md5 Ripemd160 Sha1 Sha224 Sha256 Sha384 Sha512 Sha512_224 Sha512_256 Sm3
    Blake224 Blake256 Blake384 Blake512
    Blake2b128 Blake2b160 Blake2b224 Blake2b256 Blake2b384 Blake2b512
    Blake2s128 Blake2s160 Blake2s224 Blake2s256 Blake3
    Groestl224 Groestl256 Groestl384 Groestl512 Jh224 Jh256 Jh384 Jh512
    Kupyna256 Kupyna384 Kupyna512 Streebog256 Streebog512 Whirlpool
    Skein256_128 Skein256_160 Skein256_224 Skein256_256
    Skein512_128 Skein512_160 Skein512_224 Skein512_256 Skein512_384 Skein512_512
    Skein1024_256 Skein1024_384 Skein1024_512 Skein1024_1024;
    AsconHash256 AsconHash AsconHashA
};

/// Lists extendable-output functions. Each call computes 32 bytes of output.
macro_rules! of_32_bytes {
    ($($name:literal: $call:expr;)+) => {
        &[$(($name, |message, out| {
            let call: fn(&[u8]) -> [u8; 32] = $call;
            out.copy_from_slice(&call(message));
        })),+]
    };
}

const OTHERS: &[(&str, Function)] = of_32_bytes! {
    "shake128": xof::Shake128::hash;
    "shake256": xof::Shake256::hash;
    "cshake128": |message| xof::CShake128::hash(b"", CUSTOM, message);
    "cshake256": |message| xof::CShake256::hash(b"", CUSTOM, message);
    "turboshake128": xof::TurboShake128::hash;
    "turboshake256": xof::TurboShake256::hash;
    "kt128": |message| xof::Kt128::hash(message, CUSTOM);
    "kt256": |message| xof::Kt256::hash(message, CUSTOM);
    "kmac128": |message| mac::Kmac128::new(KEY, CUSTOM).mac(message);
    "kmac256": |message| mac::Kmac256::new(KEY, CUSTOM).mac(message);
    "kmacxof128": |message| {
        let mut kmac = mac::KmacXof128::new(KEY, CUSTOM);
        kmac.absorb(message);
        kmac.finalize().squeeze_array()
    };
    "kmacxof256": |message| {
        let mut kmac = mac::KmacXof256::new(KEY, CUSTOM);
        kmac.absorb(message);
        kmac.finalize().squeeze_array()
    };
    "tuplehash128": |message| hash::TupleHash128::hash(CUSTOM, &[message]);
    "tuplehash256": |message| hash::TupleHash256::hash(CUSTOM, &[message]);
    "tuplehashxof128": |message| {
        let mut hash = xof::TupleHashXof128::new(CUSTOM);
        hash.item(message);
        hash.finalize().squeeze_array()
    };
    "tuplehashxof256": |message| {
        let mut hash = xof::TupleHashXof256::new(CUSTOM);
        hash.item(message);
        hash.finalize().squeeze_array()
    };
    "parallelhash128": |message| {
        let mut hash = hash::ParallelHash128::new(BLOCK_BYTES, CUSTOM).expect("the block size is allowed");
        hash.absorb(message);
        hash.finalize()
    };
    "parallelhash256": |message| {
        let mut hash = hash::ParallelHash256::new(BLOCK_BYTES, CUSTOM).expect("the block size is allowed");
        hash.absorb(message);
        hash.finalize()
    };
    "parallelhashxof128": |message| {
        let mut hash = xof::ParallelHashXof128::new(BLOCK_BYTES, CUSTOM).expect("the block size is allowed");
        hash.absorb(message);
        hash.finalize().squeeze_array()
    };
    "parallelhashxof256": |message| {
        let mut hash = xof::ParallelHashXof256::new(BLOCK_BYTES, CUSTOM).expect("the block size is allowed");
        hash.absorb(message);
        hash.finalize().squeeze_array()
    };
    "ascon-xof128": xof::AsconXof128::hash;
    "ascon-xof": xof::AsconXof::hash;
    "ascon-xofa": xof::AsconXofA::hash;
};

const MACS: &[(&str, Function)] = &[
    ("poly1305", |message, tag| tag.copy_from_slice(&mac::Poly1305::new(KEY).mac(message))),
    ("siphash-2-4", |message, tag| {
        let mac = mac::SipHash24::new(KEY.first_chunk().expect("the key has 32 bytes"));
        tag.copy_from_slice(&mac.mac(message));
    }),
    ("siphash-1-3", |message, tag| {
        let mac = mac::SipHash13::new(KEY.first_chunk().expect("the key has 32 bytes"));
        tag.copy_from_slice(&mac.mac(message));
    }),
];

/// Returns the function with this canonical name. The function computes the full digest, or 32 bytes of output for an
/// extendable-output function.
pub fn typed(name: &str) -> Option<Function> {
    let mut rows = HASHES.iter().chain(OTHERS).chain(MACS);
    rows.find(|(row, _)| *row == name).map(|&(_, function)| function)
}

/// Returns the encryption function of the authenticated cipher with this canonical name.
pub fn typed_seal(name: &str) -> Option<Seal> {
    fn seal<A: Aead>(key: &[u8], nonce: &[u8], data: &[u8], text: &mut [u8], tag: &mut [u8]) {
        let (cipher, nonces) = (A::from_slice(key), A::Nonce::chunks(nonce).0);
        let cipher = cipher.expect("the key has the right length");
        let sealed = cipher.encrypt_in_place_detached(&nonces[0], data, text);
        tag.copy_from_slice(sealed.expect("the message is not too long").as_ref());
    }
    Some(match name {
        AsconAead128::NAME => seal::<AsconAead128>,
        Ascon128::NAME => seal::<Ascon128>,
        Ascon128a::NAME => seal::<Ascon128a>,
        Ascon80pq::NAME => seal::<Ascon80pq>,
        ChaCha20Poly1305::NAME => seal::<ChaCha20Poly1305>,
        XChaCha20Poly1305::NAME => seal::<XChaCha20Poly1305>,
        Xaes256Gcm::NAME => seal::<Xaes256Gcm>,
        Aegis128L::NAME => seal::<Aegis128L>,
        Aegis256::NAME => seal::<Aegis256>,
        _ => return None,
    })
}
