//! Functions `astragal.mode`, `cbc`, `ctr`, `cfb`, `ofb` and `xts`, which construct a [`Mode`].

use astragal::registry;
use pyo3::prelude::*;

use crate::error::IntoPyErr;
use crate::lookup::name_text;
use crate::mode::Mode;

/// Return a block cipher in a mode, by name, such as "camellia-256-cbc", or a stream cipher, such as "chacha20".
///
/// name -- a name of the cipher followed by -cbc, -ctr, -cfb, -ofb or -xts; a stream cipher has no suffix.
/// key -- a bytes-like object; for XTS both keys, concatenated.
/// padding -- for CBC: "pkcs7", or "none" for messages of whole blocks.
///
/// Raises ValueError if the name is unknown or the key has the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, key, *, padding = None), text_signature = "(name, /, key, *, padding='pkcs7')")]
pub(crate) fn mode(
    name: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
    padding: Option<&str>,
) -> PyResult<Mode> {
    let mode = registry::mode(name_text(name)?).map_err(IntoPyErr::into_py_err)?;
    Mode::new(mode, key, padding)
}

/// Defines a Python function for each mode whose only parameters are the cipher and the key.
macro_rules! modes {
    ($($(#[doc = $text:literal])+ fn $name:ident = $mode:ident;)+) => { $(
        $(#[doc = $text])+
        ///
        /// Raises ValueError if the name is unknown or the key has the wrong length.
        #[pyfunction]
        #[pyo3(signature = (cipher, /, key))]
        pub(crate) fn $name(cipher: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> PyResult<Mode> {
            Mode::of_cipher(cipher, registry::Mode::$mode, key, None)
        }
    )+ };
}

modes! {
    /// Return a block cipher in counter mode (SP 800-38A).
    ///
    /// cipher -- the name of the cipher, such as "aes-256".
    /// key -- a bytes-like object.
    ///
    /// The IV is the initial counter, in big-endian order; a shorter IV is padded with zeros. Two messages with the
    /// same key must not use the same counter value.
    fn ctr = Ctr;
    /// Return a block cipher in cipher feedback mode with full-block feedback (SP 800-38A). Use it only for
    /// compatibility with existing data.
    ///
    /// cipher -- the name of the cipher, such as "aes-256".
    /// key -- a bytes-like object.
    fn cfb = Cfb;
    /// Return a block cipher in output feedback mode (SP 800-38A). Use it only for compatibility with existing data.
    ///
    /// cipher -- the name of the cipher, such as "aes-256".
    /// key -- a bytes-like object.
    fn ofb = Ofb;
    /// Return a block cipher with 16-byte blocks in XTS mode (IEEE 1619), for disk sectors.
    ///
    /// cipher -- the name of the cipher, such as "aes-256".
    /// key -- both keys, concatenated; they must differ.
    ///
    /// The IV is the data unit number: an int, or 16 bytes in little-endian order. A data unit is 16 bytes to 16 MiB
    /// long.
    fn xts = Xts;
}

/// Return a block cipher in cipher block chaining mode (SP 800-38A).
///
/// cipher -- the name of the cipher, such as "aes-256".
/// key -- a bytes-like object.
/// padding -- "pkcs7", or "none" for messages of whole blocks.
///
/// The IV is one block and must be unpredictable.
///
/// Raises ValueError if the name is unknown or the key has the wrong length.
#[pyfunction]
#[pyo3(signature = (cipher, /, key, *, padding = "pkcs7"))]
pub(crate) fn cbc(
    cipher: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
    padding: &str,
) -> PyResult<Mode> {
    Mode::of_cipher(cipher, registry::Mode::Cbc, key, Some(padding))
}
