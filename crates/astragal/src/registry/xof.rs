//! Tables of extendable-output functions, and of the SP 800-185 hashes with an output length chosen in advance.

#[cfg(feature = "ascon")]
mod ascon;
#[cfg(feature = "blake")]
mod blake;
mod hash_many;
#[cfg(feature = "keccak")]
mod keccak;
mod object;

use alloc::boxed::Box;

pub use object::DynXof;
use object::Wanted;

use super::info::{Info, Kind, Sizes, Status, reads_as_info};
use super::mac::MacRow;
use super::name::{Index, UnknownName, index};
use super::object_storage::{self, Slot};
use super::params::{XofParams, XofTakes, some_key};
use super::rows::rows;
use crate::error::{Allowed, ImportError, ParameterError};
use crate::traits::state::{Header, Keys, StateKind, described};
use crate::xof::Xof;

/// Every extendable-output function.
pub static XOFS: &[XofRow] = rows! {
    "keccak": keccak::shake::<168>(), keccak::shake::<136>(), keccak::cshake::<168>(), keccak::cshake::<136>(),
        keccak::turboshake::<168>(), keccak::turboshake::<136>(), keccak::kt::<168>(&["kangarootwelve", "k12"]),
        keccak::kt::<136>(&[]), keccak::tuple_hash_xof::<168>(), keccak::tuple_hash_xof::<136>(),
        keccak::parallel_hash_xof::<168>(), keccak::parallel_hash_xof::<136>();
    "blake": blake::BLAKE3;
    "ascon": ascon::ASCON_XOF128, ascon::ASCON_CXOF128, ascon::ASCON_XOF, ascon::ASCON_XOFA;
};

/// Every hash with an output length chosen in advance: the fixed-length functions of SP 800-185.
pub static SIZED_HASHES: &[XofRow] = rows! {
    "keccak": keccak::tuple_hash_fixed::<168>(), keccak::tuple_hash_fixed::<136>(),
        keccak::parallel_hash_fixed::<168>(), keccak::parallel_hash_fixed::<136>();
};

/// Every keyed extendable-output function. [`macs`](super::macs) lists them too, as MACs with a tag length chosen in
/// advance.
pub static KEYED_XOFS: &[XofRow] = rows! {
    "keccak": keccak::kmac_xof::<168>(), keccak::kmac_xof::<136>();
    "blake": blake::BLAKE3_KEYED;
    "ascon": ascon::ASCON_PRF;
};

/// Name index of [`XOFS`].
pub(super) static INDEX: Index<128> = index!(XOFS);
/// Name index of [`SIZED_HASHES`].
pub(super) static SIZED_INDEX: Index<16> = index!(SIZED_HASHES);
/// Name index of [`KEYED_XOFS`].
pub(super) static KEYED_INDEX: Index<16> = index!(KEYED_XOFS);

/// Returns the extendable-output function with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no such function has this name.
pub fn xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    INDEX.row(XOFS, &[Kind::Xof], name)
}

/// Returns the sized hash with this name or alias. Its object has the interface of an extendable-output function, but
/// its total output is limited to the length chosen at construction.
///
/// ```
/// use astragal::registry::{self, XofParams};
/// let params = XofParams { output_bytes: Some(16), ..XofParams::default() };
/// let mut hash = registry::sized_hash("parallelhash128")?.new_xof(&params)?;
/// hash.absorb(b"message")?;
/// let mut digest = [0; 16];
/// hash.squeeze(&mut digest)?;
/// assert!(hash.squeeze(&mut [0]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`UnknownName`] if no such function has this name.
pub fn sized_hash(name: &str) -> Result<&'static XofRow, UnknownName> {
    SIZED_INDEX.row(SIZED_HASHES, &[Kind::SizedHash], name)
}

/// Returns the keyed extendable-output function with this name or alias. Its objects require [`XofParams::key`].
///
/// ```
/// use astragal::registry::{self, XofParams};
/// let params = XofParams { key: Some(b"a key"), ..XofParams::default() };
/// let mut xof = registry::keyed_xof("kmacxof128")?.new_xof(&params)?;
/// xof.absorb(b"message")?;
/// let mut out = [0; 1000];
/// xof.squeeze(&mut out)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`UnknownName`] if no such function has this name.
pub fn keyed_xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    KEYED_INDEX.row(KEYED_XOFS, &[Kind::KeyedXof], name)
}

/// Restores an object of an extendable-output function or sized hash from an exported state. The state contains the
/// algorithm's name.
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, names an unknown function, or contains a key.
pub fn import_xof(state: &[u8]) -> Result<Box<dyn DynXof>, ImportError> {
    imported(state, Keys::Refused)
}

/// Restores an object from a state that may contain a key; otherwise like [`import_xof`].
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, or names an unknown function.
pub fn import_xof_with_key(state: &[u8]) -> Result<Box<dyn DynXof>, ImportError> {
    imported(state, Keys::Allowed)
}

fn imported(state: &[u8], keys: Keys) -> Result<Box<dyn DynXof>, ImportError> {
    let Header { form, name, .. } = Header::read(state)?;
    // Unkeyed rows come first: the unkeyed BLAKE3 object imports the states of all BLAKE3 objects.
    let mut rows = XOFS.iter().chain(SIZED_HASHES).chain(KEYED_XOFS);
    let row = rows.find(|row| form == StateKind::Named as u8 && row.name == name);
    let new = row.and_then(|row| row.new_xof(&row.any_params()).ok());
    let unknown = || ImportError::Unknown { given: described(form, name) };
    let mut xof = new.ok_or_else(unknown)?;
    match keys {
        Keys::Refused => xof.import_state(state)?,
        Keys::Allowed => xof.import_state_with_key(state)?,
    }
    Ok(xof)
}

/// A row of [`XOFS`], [`SIZED_HASHES`] or [`KEYED_XOFS`].
#[derive(Debug)]
pub struct XofRow {
    /// Name, standard, status and sizes.
    pub info: Info,
    /// The rate in bytes.
    pub rate_bytes: usize,
    /// Default output length in bytes, which gives full collision resistance.
    pub default_output_bytes: usize,
    /// The key's length in bytes, if it has one.
    pub key_bytes: Option<Allowed>,
    /// The parameters it takes.
    pub takes: XofTakes,
    new: Constructor,
    many: Option<hash_many::Many>,
}

/// Creates an object from a row and parameters. The caller has checked that the row accepts them.
type Constructor = fn(&'static XofRow, &XofParams<'_>, Wanted<'_>) -> Result<(), ParameterError>;

impl XofRow {
    /// The row of the type `X`.
    const fn of<X: Xof>(
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
            many: None,
        }
    }

    /// Adds the function that processes many messages at once.
    #[cfg(feature = "keccak")]
    const fn at_once(self, many: hash_many::Many) -> Self {
        Self { many: Some(many), ..self }
    }

    /// The function under a key, which `mac` has as a message authentication code: its names, status and keys are
    /// the same.
    const fn keyed(self, mac: &MacRow) -> Self {
        let mut info = self.info.with(mac.info.status, mac.info.aliases);
        info.kind = Kind::KeyedXof;
        info.sizes.key_bytes = Some(mac.key_bytes);
        Self { info, key_bytes: Some(mac.key_bytes), ..self }
    }

    /// Whether skipping output is free.
    #[must_use]
    pub fn seeks(&self) -> bool {
        self.name == "blake3"
    }

    /// Parameters that the function takes, for an object that a state is put into.
    fn any_params(&self) -> XofParams<'static> {
        XofParams { key: self.key_bytes.map(some_key), ..XofParams::default() }
    }

    /// Creates an object with an empty message.
    ///
    /// # Errors
    /// [`ParameterError`] for a parameter that the function does not take, or not with this value, and for a keyed
    /// function's key that is not given.
    pub fn new_xof(
        &'static self,
        params: &XofParams<'_>,
    ) -> Result<Box<dyn DynXof>, ParameterError> {
        object_storage::try_boxed(&mut |place| self.new_xof_to(params, place))
    }

    /// Creates the object of [`new_xof`](Self::new_xof) in `place`.
    ///
    /// # Errors
    /// As for [`new_xof`](Self::new_xof); `place` is unchanged on error.
    pub(super) fn new_xof_to(
        &'static self,
        params: &XofParams<'_>,
        place: Slot<'_, dyn DynXof>,
    ) -> Result<(), ParameterError> {
        self.check(params)?;
        (self.new)(self, params, Wanted::Object(place))
    }

    /// Fills `out` with the first bytes of output for `message`, or for a tuple of this one element: without an object
    /// and, but for a customization string of KT128 or KT256, without allocation. [`XofParams::output_bytes`] is not
    /// looked at.
    ///
    /// ```
    /// use astragal::registry::{self, XofParams};
    /// let mut output = [0; 32];
    /// registry::xof("shake128")?.output_into(&XofParams::default(), b"message", &mut output)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`new_xof`](Self::new_xof). `out` is unchanged on error.
    pub fn output_into(
        &'static self,
        params: &XofParams<'_>,
        message: &[u8],
        out: &mut [u8],
    ) -> Result<(), ParameterError> {
        self.check(params)?;
        if self.takes.output_bytes {
            let params = XofParams { output_bytes: Some(out.len()), ..*params };
            return (self.new)(self, &params, Wanted::Output(message, out));
        }
        (self.new)(self, params, Wanted::Output(message, out))
    }

    /// Checks that the function accepts these parameters. Does not check their values.
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

reads_as_info!(XofRow);

const fn sizes(rate_bytes: usize, default_output_bytes: usize) -> Sizes {
    Sizes {
        output_bytes: Some(default_output_bytes),
        output_bytes_allowed: Some(Allowed::AtLeast(0)),
        block_bytes: Some(rate_bytes),
        ..Sizes::NONE
    }
}

/// No parameters.
const NONE: XofTakes = XofTakes {
    custom: false,
    function_name: false,
    domain: false,
    block_bytes: false,
    output_bytes: false,
    items: false,
    cores: false,
};
