//! The extendable-output functions by name, and the hashes of SP 800-185 whose output length is chosen
//! before.

#[cfg(feature = "ascon")]
mod ascon;
#[cfg(feature = "blake")]
mod blake;
#[cfg(feature = "keccak")]
mod keccak;
mod object;

use alloc::boxed::Box;

pub use object::DynXof;

use super::embed::{self, Place};
use super::info::{Info, Kind, Sizes, Status, reads_as_info};
use super::name::{Index, UnknownName, index};
use super::params::{XofParams, XofTakes};
use super::rows::rows;
use crate::error::{Allowed, ImportError, ParameterError};
use crate::kind::state::{Form, Header, Keys, described};
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

/// Every hash whose output's length is chosen before: the fixed-length functions of SP 800-185.
pub static SIZED_HASHES: &[XofRow] = rows! {
    "keccak": keccak::tuple_hash_fixed::<168>(), keccak::tuple_hash_fixed::<136>(),
        keccak::parallel_hash_fixed::<168>(), keccak::parallel_hash_fixed::<136>();
};

/// The rows of [`XOFS`] by their names.
pub(super) static INDEX: Index<128> = index!(XOFS);
/// The rows of [`SIZED_HASHES`] by their names.
pub(super) static SIZED_INDEX: Index<16> = index!(SIZED_HASHES);

/// The extendable-output function of this name or alias.
///
/// # Errors
/// [`UnknownName`] when there is none.
pub fn xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    INDEX.row(XOFS, &[Kind::Xof], name)
}

/// The hash of chosen length of this name or alias. Its object is used as that of an extendable-output
/// function, but gives as many bytes as were asked for at its construction and no more.
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
/// [`UnknownName`] when there is none.
pub fn sized_hash(name: &str) -> Result<&'static XofRow, UnknownName> {
    SIZED_INDEX.row(SIZED_HASHES, &[Kind::SizedHash], name)
}

/// The extendable-output function, or hash of chosen length, that `state` was exported from by name, whichever it
/// is.
///
/// # Errors
/// [`ImportError`] when `state` is damaged, of another version, of no function that is known, or holds a key.
pub fn import_xof(state: &[u8]) -> Result<Box<dyn DynXof>, ImportError> {
    imported(state, Keys::Refused)
}

/// [`import_xof`], also of a state that holds a key.
///
/// # Errors
/// [`ImportError`] when `state` is damaged, of another version, or of no function that is known.
pub fn import_xof_with_key(state: &[u8]) -> Result<Box<dyn DynXof>, ImportError> {
    imported(state, Keys::Allowed)
}

fn imported(state: &[u8], keys: Keys) -> Result<Box<dyn DynXof>, ImportError> {
    let Header { form, name, .. } = Header::read(state)?;
    let mut rows = XOFS.iter().chain(SIZED_HASHES);
    let row = rows.find(|row| form == Form::Named as u8 && row.name == name);
    let new = row.and_then(|row| row.new_xof(&XofParams::default()).ok());
    let unknown = || ImportError::Unknown { given: described(form, name) };
    let mut xof = new.ok_or_else(unknown)?;
    match keys {
        Keys::Refused => xof.import_state(state)?,
        Keys::Allowed => xof.import_state_with_key(state)?,
    }
    Ok(xof)
}

/// A row of [`XOFS`] or [`SIZED_HASHES`].
#[derive(Debug)]
pub struct XofRow {
    /// What is known of the function.
    pub info: Info,
    /// The rate in bytes.
    pub rate_bytes: usize,
    /// The output length in bytes that gives full collision resistance: what one gets who asks for none.
    pub default_output_bytes: usize,
    /// The parameters it takes.
    pub takes: XofTakes,
    new: Constructor,
}

/// From the row and the parameters, of which only those are given that the row takes.
type Constructor =
    fn(&'static XofRow, &XofParams<'_>, Place<'_, dyn DynXof>) -> Result<(), ParameterError>;

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
            takes,
            new,
        }
    }

    /// Whether output can be passed over at no cost.
    #[must_use]
    pub fn seeks(&self) -> bool {
        self.name == "blake3"
    }

    /// A function that has taken no input yet.
    ///
    /// # Errors
    /// [`ParameterError`] for a parameter that the function does not take, or not with this value.
    pub fn new_xof(
        &'static self,
        params: &XofParams<'_>,
    ) -> Result<Box<dyn DynXof>, ParameterError> {
        embed::try_boxed(|place| self.new_xof_to(params, place))
    }

    /// [`new_xof`](Self::new_xof) into `place`.
    ///
    /// # Errors
    /// As for [`new_xof`](Self::new_xof); `place` is left as it is then.
    pub(super) fn new_xof_to(
        &'static self,
        params: &XofParams<'_>,
        place: Place<'_, dyn DynXof>,
    ) -> Result<(), ParameterError> {
        let given = [
            (params.custom.is_some(), self.takes.custom, "customization string"),
            (params.function_name.is_some(), self.takes.function_name, "function name"),
            (params.domain.is_some(), self.takes.domain, "domain byte"),
            (params.block_bytes.is_some(), self.takes.block_bytes, "block size"),
        ];
        for (given, taken, what) in given {
            if given && !taken {
                return Err(ParameterError::NotTaken { algorithm: self.name, what });
            }
        }
        (self.new)(self, params, place)
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
