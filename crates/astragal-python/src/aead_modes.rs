//! Functions `astragal.gcm`, `ccm`, `gcm_siv` and `cmac`. Each combines a mode with a block cipher that has 16-byte
//! blocks.

use astragal::registry::Algorithm;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::cipher::{self, unsupported_mode};
use crate::construct::construct;
use crate::lookup;

macro_rules! aead_modes {
    ($($(#[doc = $text:literal])+ fn $name:ident = $suffix:literal, $signature:literal;)+) => { $(
        $(#[doc = $text])+
        ///
        /// Raises ValueError if the name is unknown, if the cipher does not support the mode, or if the length of the
        /// key or tag is invalid.
        #[pyfunction]
        #[pyo3(signature = (cipher, /, *arguments, **parameters), text_signature = $signature)]
        pub(crate) fn $name<'py>(
            cipher: &Bound<'py, PyAny>,
            arguments: &Bound<'py, PyTuple>,
            parameters: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Py<PyAny>> {
            let row = aead(cipher, $suffix)?;
            construct(cipher.py(), row, stringify!($name), arguments, parameters)
        }
    )+ };
}

aead_modes! {
    /// Return a block cipher in GCM (SP 800-38D).
    ///
    /// cipher -- the name of the cipher, such as "aes-256".
    /// key -- a bytes-like object.
    /// tag_size -- the length of the tag in bytes: 12 to 16, or 4 or 8 for protocols such as IPsec that
    ///     limit forgery attempts (RFC 4106; SP 800-38D, Appendix C).
    ///
    /// The nonce may have any length of at least 1 byte; 12 bytes is usual. Encrypting two messages with the same key
    /// and nonce reveals both plaintexts and allows forgeries. Encrypt at most 2**32 messages per key if nonces are
    /// random or not 12 bytes long (SP 800-38D, section 8.3).
    fn gcm = "gcm", "(cipher, /, key, *, tag_size=16)";
    /// Return a block cipher in CCM (SP 800-38C).
    ///
    /// cipher -- the name of the cipher, such as "aes-256".
    /// key -- a bytes-like object.
    /// tag_size -- the length of the tag in bytes: an even number from 4 to 16.
    ///
    /// The nonce is 7 to 13 bytes long. The longer the nonce, the shorter the maximum message.
    fn ccm = "ccm", "(cipher, /, key, *, tag_size=16)";
    /// Return AES in GCM-SIV (RFC 8452). A repeated nonce reveals only whether two messages are equal.
    ///
    /// cipher -- "aes-128" or "aes-256".
    /// key -- a bytes-like object.
    ///
    /// The nonce is 12 bytes long, and the tag 16 bytes.
    fn gcm_siv = "gcm-siv", "(cipher, /, key)";
}

/// Return CMAC (SP 800-38B) with a block cipher that has 16-byte blocks.
///
/// cipher -- the name of the cipher, such as "aes-256".
/// key, data -- bytes-like objects; data is the start of the message.
/// length -- the length of the tag in bytes, 8 to 16.
///
/// Raises ValueError if the name is unknown, if the cipher's blocks are not 16 bytes long, or if the key has the wrong
/// length.
#[pyfunction]
#[pyo3(signature = (cipher, /, *arguments, **parameters),
    text_signature = "(cipher, /, key, data=b'', *, length=None)")]
pub(crate) fn cmac<'py>(
    cipher: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = cipher::row(cipher)?;
    let mac = lookup::mac(&format!("cmac-{}", row.name));
    let mac = mac.map_err(|_| unsupported_mode(row, "cmac"))?;
    construct(cipher.py(), mac, "cmac", arguments, parameters)
}

/// Returns the authenticated cipher for this block cipher and mode.
fn aead(name: &Bound<'_, PyAny>, mode: &str) -> PyResult<Algorithm> {
    let row = cipher::row(name)?;
    lookup::aead(&format!("{}-{mode}", row.name)).map_err(|_| unsupported_mode(row, mode))
}
