//! Table of hashes, and functions that import exported states. A new hash needs a row in `HASHES`. `hash/row.rs`
//! declares the row type, the trait `DynHash`, and the type of its objects for hashes without parameters.
//! `hash/parameterized.rs` and the folder `hash/parameterized` implement BLAKE, BLAKE2 and Skein objects with parameters
//! such as a salt.

mod parameterized;
mod row;

use alloc::boxed::Box;

pub use row::{DynHash, HashRow, Hashes};

use super::info::{Kind, Status};
use super::name::{Index, UnknownName, index};
use super::rows::rows;
use crate::error::ImportError;
use crate::hash as typed;
use crate::traits::state::{Header, StateKind, described};

/// Rows of all hashes.
pub static HASHES: &[HashRow] = rows! {
    "sha3":
        HashRow::of::<typed::Sha3_224>(Status::Recommended, &[]),
        HashRow::of::<typed::Sha3_256>(Status::Recommended, &["sha3"]),
        HashRow::of::<typed::Sha3_384>(Status::Recommended, &[]),
        HashRow::of::<typed::Sha3_512>(Status::Recommended, &[]);
    "keccak":
        HashRow::of::<typed::Keccak224>(Status::Legacy, &["keccak224"]),
        HashRow::of::<typed::Keccak256>(Status::Acceptable, &["keccak256"]),
        HashRow::of::<typed::Keccak384>(Status::Legacy, &["keccak384"]),
        HashRow::of::<typed::Keccak512>(Status::Legacy, &["keccak512"]);
    "ascon":
        HashRow::without_hmac::<typed::AsconHash256>(Status::Recommended, &[]),
        HashRow::without_hmac::<typed::AsconHash>(Status::Legacy, &[]),
        HashRow::without_hmac::<typed::AsconHashA>(Status::Legacy, &[]);
    "sha2":
        HashRow::of::<typed::Sha224>(Status::Acceptable, &["sha2-224", "sha-224"]),
        HashRow::of::<typed::Sha256>(Status::Recommended, &["sha2-256", "sha-256"]),
        HashRow::of::<typed::Sha384>(Status::Recommended, &["sha2-384", "sha-384"]),
        HashRow::of::<typed::Sha512>(Status::Recommended, &["sha2-512", "sha-512"]),
        HashRow::of::<typed::Sha512_224>(Status::Acceptable, &["sha-512-224", "sha2-512-224"]),
        HashRow::of::<typed::Sha512_256>(Status::Recommended, &["sha-512-256", "sha2-512-256"]);
    "blake":
        HashRow::of::<typed::Blake224>(Status::Acceptable, &["blake224"])
            .with_parameters(parameterized::row::<typed::SaltedBlake224>(parameterized::blake::salt(64))),
        HashRow::of::<typed::Blake256>(Status::Acceptable, &["blake256"])
            .with_parameters(parameterized::row::<typed::SaltedBlake256>(parameterized::blake::salt(64))),
        HashRow::of::<typed::Blake384>(Status::Acceptable, &["blake384"])
            .with_parameters(parameterized::row::<typed::SaltedBlake384>(parameterized::blake::salt(128))),
        HashRow::of::<typed::Blake512>(Status::Acceptable, &["blake512"])
            .with_parameters(parameterized::row::<typed::SaltedBlake512>(parameterized::blake::salt(128))),
        HashRow::of::<typed::Blake2b128>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2b160>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2b224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Blake2b256>(Status::Recommended, &[]),
        HashRow::of::<typed::Blake2b384>(Status::Recommended, &[]),
        HashRow::of::<typed::Blake2b512>(Status::Recommended, &["blake2b", "blake2b512"])
            .with_parameters(parameterized::row::<typed::Blake2b>(parameterized::blake::parameter_block(128))),
        HashRow::of::<typed::Blake2s128>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2s160>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2s224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Blake2s256>(Status::Recommended, &["blake2s", "blake2s256"])
            .with_parameters(parameterized::row::<typed::Blake2s>(parameterized::blake::parameter_block(64)));
    "blake3":
        HashRow::of::<typed::Blake3>(Status::Recommended, &["b3"]);
    "sm3":
        HashRow::of::<typed::Sm3>(Status::Acceptable, &[]);
    "ripemd160":
        HashRow::of::<typed::Ripemd160>(Status::Legacy, &["ripemd-160", "rmd160", "ripemd"]);
    "sha1":
        HashRow::of::<typed::Sha1>(Status::Broken, &["sha-1"]);
    "md5":
        HashRow::of::<typed::Md5>(Status::Broken, &["md-5"]);
    "skein":
        HashRow::of::<typed::Skein256_128>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein256_160>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein256_224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein256_256>(Status::Acceptable, &["skein256"])
            .with_parameters(parameterized::row::<typed::Skein256>(parameterized::skein::TAKES)),
        HashRow::of::<typed::Skein512_128>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_160>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_256>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_384>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_512>(Status::Acceptable, &["skein512"])
            .with_parameters(parameterized::row::<typed::Skein512>(parameterized::skein::TAKES)),
        HashRow::of::<typed::Skein1024_256>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein1024_384>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein1024_512>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein1024_1024>(Status::Acceptable, &["skein1024"])
            .with_parameters(parameterized::row::<typed::Skein1024>(parameterized::skein::TAKES));
    "jh":
        HashRow::of::<typed::Jh224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Jh256>(Status::Acceptable, &[]),
        HashRow::of::<typed::Jh384>(Status::Acceptable, &[]),
        HashRow::of::<typed::Jh512>(Status::Acceptable, &[]);
    "groestl":
        HashRow::of::<typed::Groestl224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Groestl256>(Status::Acceptable, &[]),
        HashRow::of::<typed::Groestl384>(Status::Acceptable, &[]),
        HashRow::of::<typed::Groestl512>(Status::Acceptable, &[]);
    "kupyna":
        HashRow::of::<typed::Kupyna256>(Status::Acceptable, &[]),
        HashRow::of::<typed::Kupyna384>(Status::Acceptable, &[]),
        HashRow::of::<typed::Kupyna512>(Status::Acceptable, &[]);
    "whirlpool":
        HashRow::of::<typed::Whirlpool>(Status::Acceptable, &[]);
    "streebog":
        HashRow::of::<typed::Streebog256>(Status::Acceptable, &["streebog256", "gost12-256", "md-gost12-256"]),
        HashRow::of::<typed::Streebog512>(Status::Acceptable, &["streebog512", "gost12-512", "md-gost12-512"]);
    "crc":
        HashRow::without_hmac::<typed::Crc32>(Status::NotCryptographic, &["crc-32", "crc32b"]),
        HashRow::without_hmac::<typed::Crc32c>(Status::NotCryptographic, &["crc-32c"]),
        HashRow::without_hmac::<typed::Crc32Posix>(Status::NotCryptographic, &["cksum", "posix-cksum"]);
};

/// Name index of [`HASHES`].
pub(super) static INDEX: Index<256> = index!(HASHES);

/// Returns the hash with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no hash has this name.
pub fn hash(name: &str) -> Result<&'static HashRow, UnknownName> {
    INDEX.row(HASHES, &[Kind::Hash], name)
}

/// Restores a hash object from an exported state. The state contains the algorithm's name.
///
/// ```
/// use astragal::registry;
/// let mut hash = registry::hash("sha256")?.new_hash();
/// hash.update(b"ab");
/// let mut elsewhere = registry::import_hash(&hash.export_state()?)?;
/// elsewhere.update(b"c");
/// assert_eq!(elsewhere.finalize_reset(), astragal::hash::Sha256::hash(b"abc"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, names an unknown hash, or contains a key.
#[cfg(feature = "state")]
pub fn import_hash(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let mut hash = any_of_state(state)?;
    hash.import_state(state)?;
    Ok(hash)
}

/// Like [`import_hash`], but also accepts a state that contains a key.
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, or names an unknown hash.
#[cfg(feature = "state")]
pub fn import_hash_with_key(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let mut hash = any_of_state(state)?;
    hash.import_state_with_key(state)?;
    Ok(hash)
}

/// Creates an empty object of the algorithm named in `state`.
#[cfg(feature = "state")]
fn any_of_state(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let Header { kind, name, .. } = Header::read(state)?;
    let unknown = || ImportError::Unknown { given: described(kind, name) };
    if kind != StateKind::Hash as u8 {
        return Err(unknown());
    }
    let row = HASHES.iter().find(|row| row.name == name);
    row.map(HashRow::new_hash).or_else(|| parameterized::empty(name)).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn accepts_names_of_other_tools() {
        for (given, name) in [
            ("SHA2-512/256", "sha512-256"),
            ("BLAKE2b512", "blake2b-512"),
            ("BLAKE2s256", "blake2s-256"),
            ("GOST12-256", "streebog-256"),
            ("md_gost12_512", "streebog-512"),
            ("skein512/256", "skein512-256"),
        ] {
            assert_eq!(hash(given).map(|row| row.name), Ok(name), "{given}");
        }
    }
}
