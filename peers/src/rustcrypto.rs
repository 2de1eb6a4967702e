//! Algorithms from the RustCrypto crates.

use digest::{CustomizedInit, Digest, ExtendableOutput, KeyInit, Mac, Update, XofReader};
use hmac::SimpleHmac;

use crate::{CUSTOM, KEY, Peer};

pub(crate) fn hash<D: Digest>(message: &[u8], out: &mut [u8]) {
    out.copy_from_slice(&D::digest(message));
}

pub(crate) fn xof<X: Default + Update + ExtendableOutput>(message: &[u8], out: &mut [u8]) {
    let mut xof = X::default();
    xof.update(message);
    xof.finalize_xof().read(out);
}

fn customized<X: CustomizedInit + Update + ExtendableOutput>(message: &[u8], out: &mut [u8]) {
    let mut xof = X::new_customized(CUSTOM);
    xof.update(message);
    xof.finalize_xof().read(out);
}

pub(crate) fn hmac<D: Digest + digest::block_api::BlockSizeUser>(message: &[u8], out: &mut [u8]) {
    let mut mac = SimpleHmac::<D>::new_from_slice(KEY).expect("HMAC accepts a key of any length");
    Mac::update(&mut mac, message);
    out.copy_from_slice(&mac.finalize().into_bytes());
}

/// Computes HMAC with `hmac::Hmac`. This type stores the inner and the outer hash state after each has absorbed its key
/// block. It requires a hash that implements `EagerHash`.
pub(crate) fn eager_hmac<D: hmac::EagerHash>(message: &[u8], out: &mut [u8]) {
    let mut mac = hmac::Hmac::<D>::new_from_slice(KEY).expect("HMAC accepts a key of any length");
    Mac::update(&mut mac, message);
    out.copy_from_slice(&mac.finalize().into_bytes());
}

pub(crate) fn peers() -> Vec<Peer> {
    let peer = |name, algorithm, function| Peer { name, algorithm, function };
    vec![
        peer("sha3", "sha3-224", hash::<sha3::Sha3_224>),
        peer("sha3", "sha3-256", hash::<sha3::Sha3_256>),
        peer("sha3", "sha3-384", hash::<sha3::Sha3_384>),
        peer("sha3", "sha3-512", hash::<sha3::Sha3_512>),
        peer("sha3", "keccak-224", hash::<sha3::Keccak224>),
        peer("sha3", "keccak-256", hash::<sha3::Keccak256>),
        peer("sha3", "keccak-384", hash::<sha3::Keccak384>),
        peer("sha3", "keccak-512", hash::<sha3::Keccak512>),
        peer("hmac + sha3", "hmac-sha3-224", hmac::<sha3::Sha3_224>),
        peer("hmac + sha3", "hmac-sha3-256", hmac::<sha3::Sha3_256>),
        peer("hmac + sha3", "hmac-sha3-384", hmac::<sha3::Sha3_384>),
        peer("hmac + sha3", "hmac-sha3-512", hmac::<sha3::Sha3_512>),
        peer("hmac + sha3", "hmac-keccak-224", hmac::<sha3::Keccak224>),
        peer("hmac + sha3", "hmac-keccak-256", hmac::<sha3::Keccak256>),
        peer("hmac + sha3", "hmac-keccak-384", hmac::<sha3::Keccak384>),
        peer("hmac + sha3", "hmac-keccak-512", hmac::<sha3::Keccak512>),
        peer("shake", "shake128", xof::<shake::Shake128>),
        peer("shake", "shake256", xof::<shake::Shake256>),
        peer("cshake", "cshake128", customized::<cshake::CShake128>),
        peer("cshake", "cshake256", customized::<cshake::CShake256>),
        peer("turboshake", "turboshake128", xof::<turboshake::TurboShake128>),
        peer("turboshake", "turboshake256", xof::<turboshake::TurboShake256>),
        peer("k12", "kt128", customized::<k12::CustomKt128>),
        peer("k12", "kt256", customized::<k12::CustomKt256>),
    ]
}
