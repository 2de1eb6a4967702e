//! Adapters for other libraries ("peers"). Cross-checks and benchmarks use the same lists of peers.
//!
//! A [`Peer`] consists of the library's name, the algorithm's canonical name, and a function that maps a message to
//! output of a given length. astragal and its peers are called with the same [`KEY`], [`CUSTOM`] and [`BLOCK_BYTES`].

mod aead;
pub mod blake3_tree;
mod cap;
mod catalogue;
mod ciphers;
#[cfg(any(feature = "ascon-c", feature = "xkcp"))]
mod designers;
#[cfg(feature = "libgcrypt")]
mod gcrypt;
mod hashes;
mod kdf;
#[cfg(feature = "libargon2")]
mod libargon2;
#[cfg(feature = "libsodium")]
mod libsodium;
mod ml_kem;
#[cfg(feature = "openssl")]
mod openssl;
mod ours;
mod random;
mod rscrypto;
mod rustcrypto;
mod tiny_keccak;
mod typed;
mod typed_ciphers;
mod versions;

pub use aead::{AeadPeer, Seal, aead_peers};
pub use cap::{cap, level};
pub use ciphers::{CipherPeer, Input, Keyed, Message, SetUp, Use, cipher_peers, ours, ours_keyed};
pub use kdf::{Costs, Derive, KdfPeer, kdf_peers};
#[cfg(feature = "libargon2")]
pub use libargon2::{argon2_encode, argon2_verifies};
pub use ml_kem::{Matrix, Polynomial, ml_kem_matrices};
pub use ours::{Kind, Ours, names};
pub use random::Random;
pub use typed::{typed, typed_seal};
pub use typed_ciphers::{typed_key, typed_set_up};
pub use versions::{with_version, without_version};

/// Function that computes output from a message. Its second argument receives the output and determines its length.
pub type Function = fn(&[u8], &mut [u8]);

/// Another library's implementation of an algorithm.
#[derive(Clone, Copy)]
pub struct Peer {
    /// Name of the library.
    pub name: &'static str,
    /// Canonical name in astragal.
    pub algorithm: &'static str,
    pub function: Function,
}

/// Key that is passed to astragal and its peers, if the algorithm takes a key.
pub const KEY: &[u8; 32] = b"the key of every comparison here";
/// Customization string that is passed to astragal and its peers.
pub const CUSTOM: &[u8] = b"peers";
/// Block size in bytes that is passed to ParallelHash, in astragal and its peers.
pub const BLOCK_BYTES: usize = 8192;

/// Returns the other libraries' hashes, extendable-output functions and MACs.
pub fn peers() -> Vec<Peer> {
    let mut all = rustcrypto::peers();
    all.extend(catalogue::peers());
    all.extend(tiny_keccak::peers());
    all.extend(libcrux());
    if cap::includes_unlimited() {
        all.extend(rscrypto::peers());
    }
    all.extend(hashes::peers());
    #[cfg(feature = "libsodium")]
    all.extend(libsodium::macs());
    #[cfg(feature = "openssl")]
    all.extend(openssl::peers());
    #[cfg(feature = "ascon-c")]
    all.extend(designers::ascon::peers());
    #[cfg(feature = "xkcp")]
    all.extend(designers::k12::peers());
    all
}

fn libcrux() -> Vec<Peer> {
    let peer = |algorithm, function| Peer { name: "libcrux-sha3", algorithm, function };
    vec![
        peer("sha3-224", |message, out| libcrux_sha3::sha224_ema(out, message)),
        peer("sha3-256", |message, out| libcrux_sha3::sha256_ema(out, message)),
        peer("sha3-384", |message, out| libcrux_sha3::sha384_ema(out, message)),
        peer("sha3-512", |message, out| libcrux_sha3::sha512_ema(out, message)),
        peer("shake128", |message, out| libcrux_sha3::shake128_ema(out, message)),
        peer("shake256", |message, out| libcrux_sha3::shake256_ema(out, message)),
    ]
}
