//! `XofRow`, the registry row for an extendable-output function, and `DynXof`, the trait that its objects implement.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

use crate::error::{Allowed, ImportError, ParameterError, StateError};
use crate::registry::info::{Info, Kind, Sizes, Status, deref_to_info};
use crate::registry::mac::MacRow;
use crate::registry::object_storage::{self, ObjectStorage, Slot, object_kind};
use crate::registry::params::{XofParams, XofTakes, some_key};
use crate::xof::Xof;

/// A row of [`XOFS`](super::XOFS), [`SIZED_HASHES`](super::SIZED_HASHES) or [`KEYED_XOFS`](super::KEYED_XOFS).
#[derive(Debug)]
pub struct XofRow {
    /// Name, standard, status and sizes of the algorithm.
    pub info: Info,
    /// Rate in bytes.
    pub rate_bytes: usize,
    /// Default output length in bytes. This length gives full collision resistance.
    pub default_output_bytes: usize,
    /// Allowed key lengths in bytes, if the function is keyed.
    pub key_bytes: Option<Allowed>,
    /// Accepted parameters.
    pub takes: XofTakes,
    pub(super) new: Constructor,
    pub(super) hash_many: Option<HashMany>,
}

/// Function that creates an object or computes an output. Its arguments are a registry row, the parameters and the
/// request. The caller must have checked that the algorithm accepts the parameters.
pub(super) type Constructor =
    fn(&'static XofRow, &XofParams<'_>, Request<'_>) -> Result<(), ParameterError>;

impl XofRow {
    /// Creates the registry row for the XOF type `X`.
    pub(super) const fn of<X: Xof>(
        status: Status,
        aliases: &'static [&'static str],
        takes: XofTakes,
        new: Constructor,
    ) -> Self {
        let sizes = sizes(X::RATE_BYTES, X::DEFAULT_OUTPUT_BYTES);
        let names = (X::NAME, X::FAMILY, X::STANDARD);
        Self {
            info: Info::new(Kind::Xof, names, sizes, X::implementation).with(status, aliases),
            rate_bytes: X::RATE_BYTES,
            default_output_bytes: X::DEFAULT_OUTPUT_BYTES,
            key_bytes: None,
            takes,
            new,
            hash_many: None,
        }
    }

    /// Sets the function that hashes many messages at once with this row's algorithm.
    #[cfg(feature = "sha3")]
    pub(super) const fn with_hash_many(self, hash_many: HashMany) -> Self {
        Self { hash_many: Some(hash_many), ..self }
    }

    /// Converts the row of an extendable-output function to the row of the keyed function. Copies the aliases, status
    /// and key lengths from `mac`, the row of the MAC with the same name.
    pub(super) const fn keyed(self, mac: &MacRow) -> Self {
        let mut info = self.info.with(mac.info.status, mac.info.aliases);
        info.kind = Kind::KeyedXof;
        info.sizes.key_bytes = Some(mac.key_bytes);
        Self { info, key_bytes: Some(mac.key_bytes), ..self }
    }

    /// Returns whether the function can skip output without computing it.
    #[must_use]
    pub fn seeks(&self) -> bool {
        self.name == "blake3"
    }

    /// Returns placeholder parameters. The caller creates an object with them, and then imports a state that replaces
    /// them.
    pub(super) fn any_params(&self) -> XofParams<'static> {
        XofParams { key: self.key_bytes.map(some_key), ..XofParams::default() }
    }

    /// Creates an object with an empty message.
    ///
    /// # Errors
    /// [`ParameterError`] if the function does not accept a parameter or its value, or if a key is required and
    /// missing.
    pub fn new_xof(
        &'static self,
        params: &XofParams<'_>,
    ) -> Result<Box<dyn DynXof>, ParameterError> {
        object_storage::try_boxed(&mut |slot| self.new_xof_to(params, slot))
    }

    /// Like [`new_xof`](Self::new_xof), but creates the object in `slot`.
    ///
    /// # Errors
    /// The same errors as [`new_xof`](Self::new_xof). `slot` is unchanged on error.
    #[doc(hidden)]
    pub fn new_xof_to(
        &'static self,
        params: &XofParams<'_>,
        slot: Slot<'_, dyn DynXof>,
    ) -> Result<(), ParameterError> {
        self.check(params)?;
        (self.new)(self, params, Request::Object(slot))
    }

    /// Fills `out` with the first bytes of output for `message`. For a tuple hash, the message is the only element.
    /// Memory is allocated only for a customization string of KT128 or KT256. [`XofParams::output_bytes`] is ignored.
    ///
    /// ```
    /// use astragal::registry::{self, XofParams};
    /// let mut output = [0; 32];
    /// registry::xof("shake128")?.output_into(&XofParams::default(), b"message", &mut output)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same errors as [`new_xof`](Self::new_xof). `out` is unchanged on error.
    pub fn output_into(
        &'static self,
        params: &XofParams<'_>,
        message: &[u8],
        out: &mut [u8],
    ) -> Result<(), ParameterError> {
        self.check(params)?;
        if self.takes.output_bytes {
            let params = XofParams { output_bytes: Some(out.len()), ..*params };
            return (self.new)(self, &params, Request::Output(message, out));
        }
        (self.new)(self, params, Request::Output(message, out))
    }

    /// Writes the first `output_bytes` bytes of output for each of `messages` consecutively to `outputs`. Families that
    /// have a multi-buffer backend process several messages at once.
    ///
    /// ```
    /// use astragal::registry;
    /// let mut outputs = [0; 3 * 20];
    /// registry::xof("shake128")?.hash_many(&[b"a", b"b", b"c"], 20, &mut outputs)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `outputs` is not the number of messages times the output length.
    /// [`ParameterError::Missing`] if the function requires a key.
    pub fn hash_many(
        &'static self,
        messages: &[&[u8]],
        output_bytes: usize,
        outputs: &mut [u8],
    ) -> Result<(), ParameterError> {
        // If the multiplication overflows, `needed` is `usize::MAX`, and no buffer has this length.
        let needed = messages.len().saturating_mul(output_bytes);
        ParameterError::check_buffer(self.name, outputs, needed)?;
        if outputs.is_empty() {
            return Ok(());
        }
        if let Some(hash_many) = self.hash_many {
            hash_many(messages, output_bytes, outputs);
            return Ok(());
        }
        let mut pairs = messages.iter().zip(outputs.chunks_exact_mut(output_bytes));
        pairs.try_for_each(|(message, out)| self.output_into(&XofParams::default(), message, out))
    }

    /// Checks that the function accepts each given parameter, and that a required key is given and has an allowed
    /// length. Does not check the values of other parameters.
    fn check(&self, params: &XofParams<'_>) -> Result<(), ParameterError> {
        let given = [
            (params.custom.is_some(), self.takes.custom, "customization string"),
            (params.function_name.is_some(), self.takes.function_name, "function name"),
            (params.domain.is_some(), self.takes.domain, "domain byte"),
            (params.block_bytes.is_some(), self.takes.block_bytes, "block size"),
        ];
        match (params.key, self.key_bytes) {
            (Some(key), Some(allowed)) => {
                ParameterError::check_length(self.name, "key", key.len(), allowed)?;
            }
            (None, None) => {}
            (Some(_), None) => {
                return Err(ParameterError::NotTaken { algorithm: self.name, what: "key" });
            }
            (None, Some(_)) => {
                return Err(ParameterError::Missing { algorithm: self.name, what: "key" });
            }
        }
        for (given, taken, what) in given {
            if given && !taken {
                return Err(ParameterError::NotTaken { algorithm: self.name, what });
            }
        }
        Ok(())
    }
}

deref_to_info!(XofRow);

/// Function that hashes many messages. The second argument is the length of each output in bytes, which is not zero.
/// The outputs are written consecutively to the third argument.
pub(super) type HashMany = fn(&[&[u8]], usize, &mut [u8]);

pub(super) const fn sizes(rate_bytes: usize, default_output_bytes: usize) -> Sizes {
    Sizes {
        output_bytes: Some(default_output_bytes),
        output_bytes_allowed: Some(Allowed::AtLeast(0)),
        block_bytes: Some(rate_bytes),
        ..Sizes::NONE
    }
}

/// No parameters.
pub(super) const NONE: XofTakes = XofTakes {
    custom: false,
    function_name: false,
    domain: false,
    block_bytes: false,
    output_bytes: false,
    items: false,
    cores: false,
};

/// Extendable-output function chosen at run time. Absorb the message first, and then squeeze the output. The first
/// squeeze ends the message.
pub trait DynXof: ObjectStorage<Xofs> + Debug + Send + Sync {
    /// Returns the algorithm's row.
    fn row(&self) -> &'static XofRow;
    /// Returns the output length in bytes if it was fixed when the object was created.
    fn output_bytes(&self) -> Option<usize>;
    /// Appends `data` to the message. For tuple hashes, appends it to the element that the last call to
    /// [`begin_item`](Self::begin_item) announced.
    ///
    /// # Errors
    /// [`StateError`] if squeezing has begun, or if the element is longer than announced.
    fn absorb(&mut self, data: &[u8]) -> Result<(), StateError>;
    /// Like [`absorb`](Self::absorb), but uses all cores if the function is a tree hash, `data` is long enough and the
    /// feature `parallel` is enabled.
    ///
    /// # Errors
    /// The same errors as [`absorb`](Self::absorb).
    fn absorb_parallel(&mut self, data: &[u8]) -> Result<(), StateError>;
    /// Starts the next tuple element, which is `bytes` bytes long.
    ///
    /// # Errors
    /// [`StateError`] if the function does not hash tuples, if squeezing has begun, or if the previous element is
    /// incomplete.
    fn begin_item(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Writes the next bytes of output to `out`.
    ///
    /// # Errors
    /// [`StateError`] if the output would exceed a fixed length or the function's maximum, or if a tuple element is
    /// incomplete. BLAKE3 has 2^64 - 1 bytes of output.
    fn squeeze(&mut self, out: &mut [u8]) -> Result<(), StateError>;
    /// Skips the next `bytes` bytes of output. A function that can seek does not compute the skipped bytes.
    ///
    /// # Errors
    /// The same errors as [`squeeze`](Self::squeeze).
    fn skip(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Resets the object to an empty message with the same parameters.
    fn reset(&mut self);
    /// Exports the state, absorbing or squeezing, together with the parameters. Another process or machine can import
    /// the exported bytes. Types such as `Shake128` export a different format with fewer fields, which this object
    /// cannot import.
    ///
    /// # Errors
    /// [`StateError::Keyed`] if the state contains a key or a key derivation context.
    #[cfg(feature = "state")]
    fn export_state(&self) -> Result<Vec<u8>, StateError>;
    /// Exports the state even if it contains a key. If it does, the exported bytes must be kept secret.
    #[cfg(feature = "state")]
    fn export_state_with_key(&self) -> Vec<u8>;
    /// Replaces this object's state and parameters with the values in `state`.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, was exported by another algorithm or in another format version, or
    /// contains a key. Nothing changes on error.
    #[cfg(feature = "state")]
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError>;
    /// Like [`import_state`](Self::import_state), but also accepts a state that contains a key.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, or was exported by another algorithm or in another format version.
    /// Nothing changes on error.
    #[cfg(feature = "state")]
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

/// Result requested from a constructor: an XOF object, or the output for one message.
pub(super) enum Request<'a> {
    /// Creates an object and stores it in this slot.
    Object(Slot<'a, dyn DynXof>),
    /// Computes the output for this message and writes it to this buffer.
    Output(&'a [u8], &'a mut [u8]),
}

object_kind!(Xofs DynXof);
