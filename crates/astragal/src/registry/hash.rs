//! The hashes by name.

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
            .told(parameterized::row::<typed::SaltedBlake224>(parameterized::blake::salt(64))),
        HashRow::of::<typed::Blake256>(Status::Acceptable, &["blake256"])
            .told(parameterized::row::<typed::SaltedBlake256>(parameterized::blake::salt(64))),
        HashRow::of::<typed::Blake384>(Status::Acceptable, &["blake384"])
            .told(parameterized::row::<typed::SaltedBlake384>(parameterized::blake::salt(128))),
        HashRow::of::<typed::Blake512>(Status::Acceptable, &["blake512"])
            .told(parameterized::row::<typed::SaltedBlake512>(parameterized::blake::salt(128))),
        HashRow::of::<typed::Blake2b128>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2b160>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2b224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Blake2b256>(Status::Recommended, &[]),
        HashRow::of::<typed::Blake2b384>(Status::Recommended, &[]),
        HashRow::of::<typed::Blake2b512>(Status::Recommended, &["blake2b", "blake2b512"])
            .told(parameterized::row::<typed::Blake2b>(parameterized::blake::parameter_block(128))),
        HashRow::of::<typed::Blake2s128>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2s160>(Status::Legacy, &[]),
        HashRow::of::<typed::Blake2s224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Blake2s256>(Status::Recommended, &["blake2s", "blake2s256"])
            .told(parameterized::row::<typed::Blake2s>(parameterized::blake::parameter_block(64))),
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
            .told(parameterized::row::<typed::Skein256>(parameterized::skein::TAKES)),
        HashRow::of::<typed::Skein512_128>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_160>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_224>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_256>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_384>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein512_512>(Status::Acceptable, &["skein512"])
            .told(parameterized::row::<typed::Skein512>(parameterized::skein::TAKES)),
        HashRow::of::<typed::Skein1024_256>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein1024_384>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein1024_512>(Status::Acceptable, &[]),
        HashRow::of::<typed::Skein1024_1024>(Status::Acceptable, &["skein1024"])
            .told(parameterized::row::<typed::Skein1024>(parameterized::skein::TAKES));
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

/// The rows of [`HASHES`] by their names.
pub(super) static INDEX: Index<256> = index!(HASHES);

/// The hash of this name or alias.
///
/// # Errors
/// [`UnknownName`] when there is none.
pub fn hash(name: &str) -> Result<&'static HashRow, UnknownName> {
    INDEX.row(HASHES, &[Kind::Hash], name)
}

/// A row of [`HASHES`].
#[derive(Debug)]
pub struct HashRow {
    /// What is known of the hash.
    pub info: Info,
    /// The digest's length in bytes.
    pub digest_bytes: usize,
    /// The length in bytes of the block that HMAC pads its key to.
    pub block_bytes: usize,
    /// The parameters it takes.
    pub takes: HashTakes,
    told: Option<parameterized::Constructor>,
    new: fn(Slot<'_, dyn DynHash>),
    one_shot: fn(&[u8], &mut [u8]),
    many: fn(&[&[u8]], &mut [u8]),
    pub(super) hmac: Option<MacRow>,
    /// The key derivation functions over it.
    pub(super) kdfs: Option<[KdfRow; 4]>,
}

impl HashRow {
    /// The row of the type `H`, with HMAC over it.
    const fn of<H: Named>(status: Status, aliases: &'static [&'static str]) -> Self {
        let hmac = Some(MacRow::hmac::<H>(status));
        #[cfg(feature = "kdf")]
        let kdfs = Some(super::kdf::over_hmac::<H>(status));
        #[cfg(not(feature = "kdf"))]
        let kdfs = None;
        Self { hmac, kdfs, ..Self::without_hmac::<H>(status, aliases) }
    }

    /// The row of the type `H`, whose digest is longer than its block, so that HMAC is not defined.
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
            told: None,
            new: |place| HashObject::new(H::OPS).put(place),
            one_shot: H::OPS.hash,
            many: H::many,
            hmac: None,
            kdfs: None,
        }
    }

    /// The row with parameters, which make another type.
    const fn told(self, (takes, told): (HashTakes, Option<parameterized::Constructor>)) -> Self {
        Self { takes, told, ..self }
    }

    /// A hash under parameters that has taken no input yet.
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
    /// [`ParameterError`] for a parameter that the hash does not take, or not with this value.
    pub fn new_hash_with(
        &self,
        params: &HashParams<'_>,
    ) -> Result<Box<dyn DynHash>, ParameterError> {
        object_storage::try_boxed(&mut |place| self.new_hash_with_to(params, place))
    }

    /// [`new_hash_with`](Self::new_hash_with) into `place`.
    ///
    /// # Errors
    /// As there; `place` is left as it is then.
    pub(super) fn new_hash_with_to(
        &self,
        params: &HashParams<'_>,
        place: Slot<'_, dyn DynHash>,
    ) -> Result<(), ParameterError> {
        let is_given = params.check(self.name, &self.takes)?;
        match self.told {
            Some(told) if is_given => told(params, place),
            _ => {
                (self.new)(place);
                Ok(())
            }
        }
    }

    /// A hash that has taken no input yet.
    #[must_use]
    pub fn new_hash(&self) -> Box<dyn DynHash> {
        object_storage::boxed(&mut |place| (self.new)(place))
    }

    /// The digest of `data`.
    #[must_use]
    pub fn hash(&self, data: &[u8]) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes];
        (self.one_shot)(data, &mut digest);
        digest
    }

    /// Fills `digest` with the digest of `data`, without allocation.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `digest` does not have the digest's length.
    pub fn hash_into(&self, data: &[u8], digest: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(self.name, digest, self.digest_bytes)?;
        (self.one_shot)(data, digest);
        Ok(())
    }

    /// Fills `digests` with the digests of `messages`, one behind the other: several at once, where the
    /// family can.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `digests` does not have the length of so many digests.
    pub fn hash_many(&self, messages: &[&[u8]], digests: &mut [u8]) -> Result<(), ParameterError> {
        // No buffer has the length that is in place of an overflow.
        let needed = messages.len().saturating_mul(self.digest_bytes);
        ParameterError::check_buffer(self.name, digests, needed)?;
        (self.many)(messages, digests);
        Ok(())
    }
}

reads_as_info!(HashRow);

/// A hash whose algorithm was chosen at run time.
pub trait DynHash: ObjectStorage<Hashes> + Debug + Send + Sync {
    /// The algorithm's canonical name.
    fn name(&self) -> &'static str;
    /// The digest's length in bytes.
    fn digest_bytes(&self) -> usize;
    /// The length in bytes of the block that HMAC pads its key to.
    fn block_bytes(&self) -> usize;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// [`update`](Self::update) on all cores, where the hash is a tree, `data` is long enough and the
    /// feature `parallel` is on.
    fn update_parallel(&mut self, data: &[u8]);
    /// Fills `digest` with the digest of the message and goes back to the empty message.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `digest` does not have the digest's length; nothing changes then.
    fn finalize_into_reset(&mut self, digest: &mut [u8]) -> Result<(), ParameterError>;
    /// Goes back to the empty message.
    fn reset(&mut self);
    /// The state as bytes, from which another process or machine goes on:
    /// [`Portable`](crate::hazmat::state::ExportState).
    ///
    /// # Errors
    /// [`StateError::Keyed`] when it holds a key.
    fn export_state(&self) -> Result<Vec<u8>, StateError>;
    /// [`export_state`](Self::export_state), also when the bytes are as secret as the key that they hold.
    fn export_state_with_key(&self) -> Vec<u8>;
    /// Takes the place of the object that `state` was exported from; typed or by name is the same.
    ///
    /// # Errors
    /// [`ImportError`] when `state` is damaged, of another algorithm or version, or holds a key. Nothing changes then.
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError>;
    /// [`import_state`](Self::import_state), also of a state that holds a key.
    ///
    /// # Errors
    /// [`ImportError`] when `state` is damaged, or of another algorithm or version. Nothing changes then.
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

impl dyn DynHash {
    /// The digest of the message; goes back to the empty message.
    #[must_use]
    pub fn finalize_reset(&mut self) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes()];
        let filled = self.finalize_into_reset(&mut digest);
        debug_assert!(filled.is_ok(), "the buffer has the digest's length");
        digest
    }
}

/// A hash by name; the variants of a state differ in length.
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
        // It never holds one.
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

// Not derived, which would ask for a table that can be copied.
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

/// The hash that `state` was exported from, whichever it is.
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
/// [`ImportError`] when `state` is damaged, of another version, of no hash that is known, or holds a key.
pub fn import_hash(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let mut hash = any_of_state(state)?;
    hash.import_state(state)?;
    Ok(hash)
}

/// [`import_hash`], also of a state that holds a key.
///
/// # Errors
/// [`ImportError`] when `state` is damaged, of another version, or of no hash that is known.
pub fn import_hash_with_key(state: &[u8]) -> Result<Box<dyn DynHash>, ImportError> {
    let mut hash = any_of_state(state)?;
    hash.import_state_with_key(state)?;
    Ok(hash)
}

/// An object of the type that the state is of.
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
