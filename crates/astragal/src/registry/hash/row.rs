//! Registry row for a hash (`HashRow`), the trait for hash objects (`DynHash`), and the type of hash objects without
//! parameters.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::panic::RefUnwindSafe;

use crate::error::{Allowed, ImportError, ParameterError, StateError};
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::registry::erased::hash::{ErasedHash, HashOps, HashState};
use crate::registry::info::{Info, Kind, Sizes, Status, deref_to_info};
use crate::registry::kdf::KdfRow;
use crate::registry::mac::MacRow;
use crate::registry::object_storage::{self, ObjectStorage, Slot, object_kind};
use crate::registry::params::{HashParams, HashTakes};
use crate::traits::state::{self, Fields, Keys, SerializeState, Serialized, StateKind};

/// Function that creates a hash object with parameters. The caller must have checked that the hash accepts the
/// parameters.
pub(super) type Constructor =
    fn(&HashParams<'_>, Slot<'_, dyn DynHash>) -> Result<(), ParameterError>;

/// Operations of a hash in the registry. They are compiled once for each type-erased hash state, not once for each
/// hash.
trait HashFunctions: Sync + RefUnwindSafe {
    /// Creates a hash object in `slot`.
    fn put(&'static self, slot: Slot<'_, dyn DynHash>);
    /// Writes the digest of `message` to `digest`.
    fn hash(&self, message: &[u8], digest: &mut [u8]);
    /// Writes the digests of `messages` consecutively to `digests`.
    fn hash_many(&self, messages: &[&[u8]], digests: &mut [u8]);
}

impl<X: HashState> HashFunctions for HashOps<X> {
    fn put(&'static self, slot: Slot<'_, dyn DynHash>) {
        HashObject::new(self).put(slot);
    }
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        (self.hash)(message, digest);
    }
    fn hash_many(&self, messages: &[&[u8]], digests: &mut [u8]) {
        (self.start)().hash_many(messages, &mut digests.chunks_exact_mut(self.digest_bytes));
    }
}

impl Debug for dyn HashFunctions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HashFunctions")
    }
}

/// A row of [`HASHES`](super::HASHES).
#[derive(Debug)]
pub struct HashRow {
    /// Name, standard, status and sizes of the algorithm.
    pub info: Info,
    /// Digest length in bytes.
    pub digest_bytes: usize,
    /// Block length in bytes. HMAC pads its key to this length.
    pub block_bytes: usize,
    /// Accepted parameters.
    pub takes: HashTakes,
    parameterized: Option<Constructor>,
    functions: &'static dyn HashFunctions,
    pub(in crate::registry) hmac: Option<MacRow>,
    /// Registry rows of the key derivation functions based on this hash.
    pub(in crate::registry) kdfs: Option<[KdfRow; 4]>,
}

impl HashRow {
    /// Creates the registry row for the hash type `H`, with HMAC and the key derivation functions based on it.
    pub(super) const fn of<H: ErasedHash>(
        status: Status,
        aliases: &'static [&'static str],
    ) -> Self {
        let hmac = Some(MacRow::hmac::<H>(status));
        #[cfg(feature = "kdf")]
        let kdfs = Some(crate::registry::kdf::over_hmac::<H>(status));
        #[cfg(not(feature = "kdf"))]
        let kdfs = None;
        Self { hmac, kdfs, ..Self::without_hmac::<H>(status, aliases) }
    }

    /// Creates the registry row for the hash type `H`, without HMAC. HMAC is undefined for a hash whose digest is
    /// longer than its block.
    pub(super) const fn without_hmac<H: ErasedHash>(
        status: Status,
        aliases: &'static [&'static str],
    ) -> Self {
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
            functions: H::OPS,
            hmac: None,
            kdfs: None,
        }
    }

    /// Sets the accepted parameters, and the constructor of objects with parameters. Such objects do not have the type
    /// `HashObject`.
    pub(super) const fn with_parameters(
        self,
        (takes, parameterized): (HashTakes, Option<Constructor>),
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
        object_storage::try_boxed(&mut |slot| self.new_hash_with_to(params, slot))
    }

    /// Like [`new_hash_with`](Self::new_hash_with), but creates the object in `slot`.
    ///
    /// # Errors
    /// The same errors as [`new_hash_with`](Self::new_hash_with). `slot` is unchanged on error.
    #[doc(hidden)]
    pub fn new_hash_with_to(
        &self,
        params: &HashParams<'_>,
        slot: Slot<'_, dyn DynHash>,
    ) -> Result<(), ParameterError> {
        let is_given = params.check(self.name, &self.takes)?;
        match self.parameterized {
            Some(new) if is_given => new(params, slot),
            _ => {
                self.functions.put(slot);
                Ok(())
            }
        }
    }

    /// Creates a hash object with an empty message.
    #[must_use]
    pub fn new_hash(&self) -> Box<dyn DynHash> {
        object_storage::boxed(&mut |slot| self.functions.put(slot))
    }

    /// Returns the digest of `data`.
    #[must_use]
    pub fn hash(&self, data: &[u8]) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes];
        self.functions.hash(data, &mut digest);
        digest
    }

    /// Writes the digest of `data` to `digest` without allocation.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `digest` has the wrong length.
    pub fn hash_into(&self, data: &[u8], digest: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(self.name, digest, self.digest_bytes)?;
        self.functions.hash(data, digest);
        Ok(())
    }

    /// Writes the digests of `messages` consecutively to `digests`. Hash families that have a multi-buffer backend
    /// process several messages at once.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `digests` is not the number of messages times the digest length.
    pub fn hash_many(&self, messages: &[&[u8]], digests: &mut [u8]) -> Result<(), ParameterError> {
        // If the multiplication overflows, `needed` is `usize::MAX`, and no buffer has this length.
        let needed = messages.len().saturating_mul(self.digest_bytes);
        ParameterError::check_buffer(self.name, digests, needed)?;
        self.functions.hash_many(messages, digests);
        Ok(())
    }
}

deref_to_info!(HashRow);

/// Hash object whose algorithm is chosen at run time.
pub trait DynHash: ObjectStorage<Hashes> + Debug + Send + Sync {
    /// Returns the canonical name of the algorithm.
    fn name(&self) -> &'static str;
    /// Digest length in bytes.
    fn digest_bytes(&self) -> usize;
    /// Block length in bytes. HMAC pads its key to this length.
    fn block_bytes(&self) -> usize;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Appends `data` to the message. Uses all cores if the hash is a tree hash, `data` is long enough and the feature
    /// `parallel` is enabled.
    fn update_parallel(&mut self, data: &[u8]);
    /// Writes the digest to `digest`, then resets the object to an empty message.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `digest` has the wrong length. The object is unchanged on error.
    fn finalize_into_reset(&mut self, digest: &mut [u8]) -> Result<(), ParameterError>;
    /// Resets the object to an empty message.
    fn reset(&mut self);
    /// Exports the state as bytes, to continue the message in another process or on another machine. See
    /// [`ExportState`](crate::hazmat::state::ExportState).
    ///
    /// # Errors
    /// [`StateError::Keyed`] if the state contains a key.
    #[cfg(feature = "state")]
    fn export_state(&self) -> Result<Vec<u8>, StateError>;
    /// Exports the state even if it contains a key. If it does, the exported bytes must be kept secret.
    #[cfg(feature = "state")]
    fn export_state_with_key(&self) -> Vec<u8>;
    /// Replaces this object's state with `state`, exported by a registry object or a hash type such as `Sha256`.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, is for another algorithm or version, or contains a key. The object is
    /// unchanged on error.
    #[cfg(feature = "state")]
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError>;
    /// Like [`import_state`](Self::import_state), but also accepts a state that contains a key.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, or was exported by another algorithm or in another format version. On
    /// error, the object is unchanged.
    #[cfg(feature = "state")]
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

impl dyn DynHash {
    /// Returns the digest, then resets the object to an empty message.
    #[must_use]
    pub fn finalize_reset(&mut self) -> Vec<u8> {
        let mut digest = vec![0; self.digest_bytes()];
        let filled = self.finalize_into_reset(&mut digest);
        debug_assert!(filled.is_ok(), "the buffer has the digest's length");
        digest
    }
}

/// Hash object without parameters. Drop wipes all its bytes: its state is an enum, and storing a short variant does not
/// overwrite all bytes of an earlier, longer variant.
struct HashObject<X: 'static> {
    hash: &'static HashOps<X>,
    state: WipeOnDrop<X>,
}

impl<X: HashState> HashObject<X> {
    fn new(hash: &'static HashOps<X>) -> Self {
        Self { hash, state: WipeOnDrop::new((hash.start)()) }
    }

    fn put(self, slot: Slot<'_, dyn DynHash>) {
        slot.put(self);
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
    #[cfg(feature = "state")]
    fn export_state(&self) -> Result<Vec<u8>, StateError> {
        state::export(self, Keys::Refused)
    }
    #[cfg(feature = "state")]
    fn export_state_with_key(&self) -> Vec<u8> {
        // The state of an unkeyed hash contains no key, so the export cannot fail.
        self.export_state().unwrap_or_default()
    }
    #[cfg(feature = "state")]
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError> {
        *self = state::import(Self::new(self.hash), state, Keys::Refused)?;
        Ok(())
    }
    #[cfg(feature = "state")]
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

impl<X: HashState> ObjectStorage<Hashes> for HashObject<X> {
    fn clone_to(&self, slot: Slot<'_, dyn DynHash>) {
        self.clone().put(slot);
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynHash {
        memory.cast::<Self>()
    }
}

object_kind!(Hashes DynHash);
