//! `astragal.cbc` and its like: the functions that make a [`Mode`] of a cipher's name.

use astragal::registry;
use pyo3::prelude::*;

use crate::constructor::text;
use crate::error::Raise;
use crate::mode::Mode;

/// Return a block cipher in a mode, under a key, by the name of both, as "camellia-256-cbc".
///
/// name -- any name of the cipher, and -cbc, -ctr, -cfb, -ofb or -xts behind it.
/// key -- a bytes-like object; of XTS both keys, one behind the other.
/// padding -- of CBC: "pkcs7", or "none" for messages of whole blocks.
///
/// Raises ValueError for a name that is not known, or a key that the mode does not take.
#[pyfunction]
#[pyo3(signature = (name, /, key, *, padding = None), text_signature = "(name, /, key, *, padding='pkcs7')")]
pub(crate) fn mode(
    name: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
    padding: Option<&str>,
) -> PyResult<Mode> {
    let mode = registry::mode(text(name)?).map_err(Raise::raise)?;
    Mode::new(mode, key, padding)
}

/// The functions of one mode each.
macro_rules! modes {
    ($($(#[doc = $text:literal])+ fn $name:ident = $mode:ident;)+) => { $(
        $(#[doc = $text])+
        ///
        /// Raises ValueError for a name that is not known, or a key that the mode does not take.
        #[pyfunction]
        #[pyo3(signature = (cipher, /, key))]
        pub(crate) fn $name(cipher: &Bound<'_, PyAny>, key: &Bound<'_, PyAny>) -> PyResult<Mode> {
            Mode::of(cipher, registry::Mode::$mode, key, None)
        }
    )+ };
}

modes! {
    /// Return a block cipher in the counter mode of SP 800-38A.
    ///
    /// cipher -- its name, as "aes-256".
    /// key -- a bytes-like object.
    ///
    /// The IV is the first counter, big-endian; a shorter one is followed by zeros. No two messages under a key
    /// may share a counter.
    fn ctr = Ctr;
    /// Return a block cipher in cipher feedback mode, with whole blocks fed back. For old data.
    ///
    /// cipher -- its name, as "aes-256".
    /// key -- a bytes-like object.
    fn cfb = Cfb;
    /// Return a block cipher in output feedback mode. For old data.
    ///
    /// cipher -- its name, as "aes-256".
    /// key -- a bytes-like object.
    fn ofb = Ofb;
    /// Return a block cipher of 16-byte blocks in XTS mode (IEEE 1619), for the sectors of a disk.
    ///
    /// cipher -- its name, as "aes-256".
    /// key -- both keys, one behind the other; they must differ.
    ///
    /// The IV is the number of the data unit, an int or its 16 bytes, little-endian. A data unit has 16 bytes to
    /// 16 MiB.
    fn xts = Xts;
}

/// Return a block cipher in cipher block chaining mode.
///
/// cipher -- its name, as "aes-256".
/// key -- a bytes-like object.
/// padding -- "pkcs7", or "none" for messages of whole blocks.
///
/// The IV is an unpredictable block.
///
/// Raises ValueError for a name that is not known, or a key that the mode does not take.
#[pyfunction]
#[pyo3(signature = (cipher, /, key, *, padding = "pkcs7"))]
pub(crate) fn cbc(
    cipher: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
    padding: &str,
) -> PyResult<Mode> {
    Mode::of(cipher, registry::Mode::Cbc, key, Some(padding))
}
