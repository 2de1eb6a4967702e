//! Key derivation functions from other libraries.

use std::cell::RefCell;

use argon2::{Algorithm, Argon2, Block, Params, Version};

/// Cost parameters of key derivation functions. No function uses all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    pub iterations: u32,
    pub log_n: u8,
    pub r: u32,
    pub p: u32,
    pub m: u32,
    pub t: u32,
    /// Version of Argon2: 16 or 19.
    pub version: u32,
}

/// Function that derives a key from costs, password and salt. Its last argument receives the key.
pub type Derive = fn(&Costs, &[u8], &[u8], &mut [u8]);

/// Another library's implementation of a key derivation function.
#[derive(Clone, Copy)]
pub struct KdfPeer {
    /// Name of the library.
    pub name: &'static str,
    /// Canonical name in astragal.
    pub algorithm: &'static str,
    pub derive: Derive,
}

/// Returns the key derivation functions of all other libraries. A library reuses memory between calls if its interface
/// allows it.
pub fn kdf_peers() -> Vec<KdfPeer> {
    let peer = |name, algorithm, derive| KdfPeer { name, algorithm, derive };
    let mut all = Vec::new();
    all.extend([
        peer("argon2", "argon2d", |costs, p, s, key| argon2(Algorithm::Argon2d, costs, p, s, key)),
        peer("argon2", "argon2i", |costs, p, s, key| argon2(Algorithm::Argon2i, costs, p, s, key)),
        peer("argon2", "argon2id", |costs, p, s, key| {
            argon2(Algorithm::Argon2id, costs, p, s, key);
        }),
        peer("scrypt", "scrypt", |costs, password, salt, key| {
            let params = scrypt::Params::new(costs.log_n, costs.r, costs.p);
            let params = params.expect("the parameters are allowed");
            scrypt::scrypt(password, salt, &params, key).expect("the output length is allowed");
        }),
        peer("pbkdf2", "pbkdf2-hmac-sha1", pbkdf2::<sha1::Sha1>),
        peer("pbkdf2", "pbkdf2-hmac-sha256", pbkdf2::<sha2::Sha256>),
        peer("pbkdf2", "pbkdf2-hmac-sha384", pbkdf2::<sha2::Sha384>),
        peer("pbkdf2", "pbkdf2-hmac-sha512", pbkdf2::<sha2::Sha512>),
    ]);
    #[cfg(feature = "openssl")]
    all.extend(crate::openssl::kdf_peers());
    #[cfg(feature = "libargon2")]
    all.extend(crate::libargon2::peers());
    all
}

fn argon2(algorithm: Algorithm, costs: &Costs, password: &[u8], salt: &[u8], key: &mut [u8]) {
    thread_local! {
        static MEMORY: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
    }
    let version = if costs.version == 16 { Version::V0x10 } else { Version::V0x13 };
    let params = Params::new(costs.m, costs.t, costs.p, Some(key.len()));
    let params = params.expect("the parameters are allowed");
    MEMORY.with_borrow_mut(|memory| {
        memory.resize(params.block_count().max(memory.len()), Block::default());
        let argon2 = Argon2::new(algorithm, version, params);
        argon2
            .hash_password_into_with_memory(password, salt, key, memory)
            .expect("the lengths are allowed");
    });
}

fn pbkdf2<D>(costs: &Costs, password: &[u8], salt: &[u8], key: &mut [u8])
where
    D: hmac::EagerHash + hmac::digest::Digest + Clone + Sync,
{
    pbkdf2::pbkdf2_hmac::<D>(password, salt, costs.iterations, key);
}
