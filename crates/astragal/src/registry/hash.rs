//! Table of hashes by name.

mod erased;
mod parameterized;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

pub(super) use erased::{HashOps, HashState, Named};

use super::info::{Info, Kind, Sizes, Status, reads_as_info};
use super::kdf::KdfRow;
use super::mac::MacRow;
use super::name::{Index, UnknownName, index};
use super::object_storage::{self, Hashes, ObjectStorage, Slot};
use super::params::{HashParams, HashTakes};
use super::rows::rows;
use crate::error::{Allowed, ImportError, ParameterError, StateError};
use crate::hash as typed;
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::traits::state::{
    self, Fields, Header, Keys, SerializeState, Serialized, StateKind, described,
};

/// Every hash.
pub static HASHES: &[HashRow] = rows! {
    "keccak":
        HashRow::of::<typed::Sha3_224>(Status::Recommended, &[]),
        HashRow::of::<typed::Sha3_256>(Status::Recommended, &["sha3"]),
        HashRow::of::<typed::Sha3_384>(Status::Recommended, &[]),
        HashRow::of::<typed::Sha3_512>(Status::Recommended, &[]),
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
            .with_parameters(parameterized::row::<typed::Blake2s>(parameterized::blake::parameter_block(64))),
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
/// [`UnknownName`] if the registry has no such name.
pub fn hash(name: &str) -> Result<&'static HashRow, UnknownName> {
    INDEX.row(HASHES, &[Kind::Hash], name)
}

/// A row of [`HASHES`].
#[derive(Debug)]
pub struct HashRow {
    /// Name, standard, status and sizes.
    pub info: Info,
    /// Digest length in bytes.
    pub digest_bytes: usize,
    /// Block length in bytes; HMAC pads its key to it.
    pub block_bytes: usize,
    /// Accepted parameters.
    pub takes: HashTakes,
    parameterized: Option<parameterized::Constructor>,
    new: fn(Slot<'_, dyn DynHash>),
    one_shot: fn(&[u8], &mut [u8]),
    many: fn(&[&[u8]], &mut [u8]),
    pub(super) hmac: Option<MacRow>,
    /// Key derivation functions over this hash.
    pub(super) kdfs: Option<[KdfRow; 4]>,
}

impl HashRow {
    /// Row of the hash type `H`, with HMAC.
    const fn of<H: Named>(status: Status, aliases: &'static [&'static str]) -> Self {
        let hmac = Some(MacRow::hmac::<H>(status));
        #[cfg(feature = "kdf")]
        let kdfs = Some(super::kdf::over_hmac::<H>(status));
        #[cfg(not(feature = "kdf"))]
        let kdfs = None;
        Self { hmac, kdfs, ..Self::without_hmac::<H>(status, aliases) }
    }

    /// Row of the hash type `H` without HMAC: HMAC is undefined for a digest longer than the block.
    const fn without_hmac<H: Named>(status: Status, aliases: &'static [&'static str]) -> Self {
        let sizes = Sizes {
            output_bytes: Some(H::DIGEST_BYTES),
            output_bytes_allowed: Some(Allowed::Exactly(H::DIGEST_BYTES)),
            block_bytes: Some(H::BLOCK_BYTES),
            ..Sizes::NONE
        };
        let names = (H::NAME, H::FAMILY, H::STANDARD);
        Self {
            info: Info::new(Kind::Hash, names, sizes, H::implementation).with(status, aliases),
            digest_bytes: H::DIGEST_BYTES,
            block_bytes: H::BLOCK_BYTES,
            takes: HashTakes::NONE,
            parameterized: None,
            new: |place| HashObject::new(H::OPS).put(place),
            one_shot: H::OPS.hash,
            many: H::many,
            hmac: None,
            kdfs: None,
        }
    }

    /// Adds parameters. A hash with parameters has its own object type.
    const fn with_parameters(
        self,
        (takes, parameterized): (HashTakes, Option<parameterized::Constructor>),
    ) -> Self {
        Self { takes, parameterized, ..self }
    }

    /// Creates a hash object with these parameters and an empty message.
    ///
    /// ```
    /// use astragal::registry::{self, HashParams};
    /// let params = HashParams { digest_bytes: Some(20), salt: Some(b"salt"), ..HashParams::default() };
    /// let mut hash = registry::hash("blake2b")?.new_hash_with(&params)?;
    /// hash.update(b"message");
    /// assert_eq!(hash.finalize_reset().len(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ParameterError`] if the hash does not accept a parameter or its value.
    pub fn new_hash_with(
        &self,
        params: &HashParams<'_>,
    ) -> Result<Box<dyn DynHash>, ParameterError> {
        object_storage::try_boxed(&mut |place| self.new_hash_with_to(params, place))
    }

    /// Creates the object of [`new_hash_with`](Self::new_hash_with) in `place`.
    ///
    /// # Errors
    /// The errors of [`new_hash_with`](Self::new_hash_with). `place` is unchanged on error.
    pub(super) fn new_hash_with_to(
        &self,
        params: &HashParams<'_>,
        place: Slot<'_, dyn DynHash>,
    ) -> Result<(), ParameterError> {
        let is_given = params.check(self.name, &self.takes)?;
        match self.parameterized {
            Some(new) if is_given => new(params, place),
            _ => {
                (self.new)(place);
                Ok(())
            }
        }
    }

    /// Creates a hash object with an empty message.
    #[must_use]
    pub fn new_hash(&self) -> Box<dyn DynHash> {
        object_storage::boxed(&mut |place| (self.new)(place))
    }

    /// Returns the digest of `data`.
    #[must_use]
    pub fn hash(&self, data: &[u8]) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes];
        (self.one_shot)(data, &mut digest);
        digest
    }

    /// Writes the digest of `data` to `digest` without allocation.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `digest` has the wrong length.
    pub fn hash_into(&self, data: &[u8], digest: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(self.name, digest, self.digest_bytes)?;
        (self.one_shot)(data, digest);
        Ok(())
    }

    /// Writes the digests of `messages` consecutively to `digests`. Families with a multi-buffer backend process
    /// several messages at once.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `digests` is not the number of messages times the digest length.
    pub fn hash_many(&self, messages: &[&[u8]], digests: &mut [u8]) -> Result<(), ParameterError> {
        // On overflow, uses a length that no buffer can have.
        let needed = messages.len().saturating_mul(self.digest_bytes);
        ParameterError::check_buffer(self.name, digests, needed)?;
        (self.many)(messages, digests);
        Ok(())
    }
}

reads_as_info!(HashRow);

/// Hash object for an algorithm chosen at run time.
pub trait DynHash: ObjectStorage<Hashes> + Debug + Send + Sync {
    /// Canonical name of the algorithm.
    fn name(&self) -> &'static str;
    /// Digest length in bytes.
    fn digest_bytes(&self) -> usize;
    /// Block length in bytes; HMAC pads its key to it.
    fn block_bytes(&self) -> usize;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Appends `data` to the message. Uses all cores if the hash is a tree hash, `data` is long enough and the feature
    /// `parallel` is enabled.
    fn update_parallel(&mut self, data: &[u8]);
    /// Writes the digest to `digest`, then resets the object to the empty message.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `digest` has the wrong length. The object is unchanged on error.
    fn finalize_into_reset(&mut self, digest: &mut [u8]) -> Result<(), ParameterError>;
    /// Resets the object to the empty message.
    fn reset(&mut self);
    /// Exports the state as bytes, to continue in another process or on another machine. See
    /// [`ExportState`](crate::hazmat::state::ExportState).
    ///
    /// # Errors
    /// [`StateError::Keyed`] if the state contains a key.
    fn export_state(&self) -> Result<Vec<u8>, StateError>;
    /// Exports the state even if it contains a key; keep the bytes secret then.
    fn export_state_with_key(&self) -> Vec<u8>;
    /// Replaces this object's state with `state`, exported from a typed hash or from a registry object.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, has another algorithm or version, or contains a key. The object is
    /// unchanged on error.
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError>;
    /// Imports a state that may contain a key; otherwise like [`import_state`](Self::import_state).
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged or has another algorithm or version. The object is unchanged on error.
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

impl dyn DynHash {
    /// Returns the digest, then resets the object to the empty message.
    #[must_use]
    pub fn finalize_reset(&mut self) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes()];
        let filled = self.finalize_into_reset(&mut digest);
        debug_assert!(filled.is_ok(), "the buffer has the digest's length");
        digest
    }
}

/// Registry object of a hash. Wiped whole, because the variants of a state differ in length.
struct HashObject<X: 'static> {
    hash: &'static HashOps<X>,
    state: WipeOnDrop<X>,
}

impl<X: HashState> HashObject<X> {
    fn new(hash: &'static HashOps<X>) -> Self {
        Self { hash, state: WipeOnDrop::new((hash.start)()) }
    }

    fn put(self, place: Slot<'_, dyn DynHash>) {
        place.put(self);
    }
}

impl<X: HashState> DynHash for HashObject<X> {
    fn name(&self) -> &'static str {
        self.hash.name
    }
    fn digest_bytes(&self) -> usize {
        self.hash.digest_bytes
    }
    fn block_bytes(&self) -> usize {
        self.hash.block_bytes
    }
    fn update(&mut self, data: &[u8]) {
        self.state.update(data);
    }
    fn update_parallel(&mut self, data: &[u8]) {
        self.state.update_parallel(data);
    }
    fn finalize_into_reset(&mut self, digest: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(self.hash.name, digest, self.hash.digest_bytes)?;
        self.state.finish(digest);
        self.reset();
        Ok(())
    }
    fn reset(&mut self) {
        (self.hash.reset)(&mut self.state);
    }
    fn export_state(&self) -> Result<Vec<u8>, StateError> {
        state::export(self, Keys::Refused)
    }
    fn export_state_with_key(&self) -> Vec<u8> {
        // An unkeyed hash state never contains a key.
        self.export_state().unwrap_or_default()
    }
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError> {
        *self = state::import(Self::new(self.hash), state, Keys::Refused)?;
        Ok(())
    }
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError> {
        self.import_state(state)
    }
}

impl<X: HashState> state::StateEngine for HashObject<X> {
    const KIND: StateKind = StateKind::Hash;

    fn name(&self) -> &'static str {
        self.hash.name
    }
}

impl<X: HashState> SerializeState for HashObject<X> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.state.serialize(fields)
    }
}

// Not derived: a derived implementation would require the function table to be `Clone`.
impl<X: HashState> Clone for HashObject<X> {
    fn clone(&self) -> Self {
        Self { hash: self.hash, state: self.state.clone() }
    }
}

impl<X> Debug for HashObject<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HashObject({} {{ .. }})", self.hash.name)
    }
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
pub fn import_hash(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let mut hash = any_of_state(state)?;
    hash.import_state(state)?;
    Ok(hash)
}

/// Restores a hash object from a state that may contain a key; otherwise like [`import_hash`].
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, or names an unknown hash.
pub fn import_hash_with_key(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let mut hash = any_of_state(state)?;
    hash.import_state_with_key(state)?;
    Ok(hash)
}

/// Creates an empty object of the state's type.
fn any_of_state(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let Header { form, name, .. } = Header::read(state)?;
    let unknown = || ImportError::Unknown { given: described(form, name) };
    if form != StateKind::Hash as u8 {
        return Err(unknown());
    }
    let row = HASHES.iter().find(|row| row.name == name);
    row.map(HashRow::new_hash).or_else(|| parameterized::empty(name)).ok_or_else(unknown)
}

impl<X: HashState> ObjectStorage<Hashes> for HashObject<X> {
    fn clone_to(&self, place: Slot<'_, dyn DynHash>) {
        self.clone().put(place);
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynHash {
        memory.cast::<Self>()
    }
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
