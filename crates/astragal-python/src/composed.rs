//! `astragal.gcm` and its like: what is composed of a cipher of 16-byte blocks and a mode that authenticates.

use astragal::registry::Algorithm;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::algorithm;
use crate::cipher;
use crate::constructor::make;

macro_rules! authenticated {
    ($($(#[doc = $text:literal])+ fn $name:ident = $suffix:literal, $signature:literal;)+) => { $(
        $(#[doc = $text])+
        ///
        /// Raises ValueError for a name that is not known, a cipher that does not have the mode, or a key or tag of
        /// the wrong length.
        #[pyfunction]
        #[pyo3(signature = (cipher, /, *arguments, **parameters), text_signature = $signature)]
        pub(crate) fn $name<'py>(
            cipher: &Bound<'py, PyAny>,
            arguments: &Bound<'py, PyTuple>,
            parameters: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Py<PyAny>> {
            let row = aead(cipher, $suffix)?;
            make(cipher.py(), row, stringify!($name), arguments, parameters)
        }
    )+ };
}

authenticated! {
    /// Return a block cipher in GCM (SP 800-38D), for messages with a nonce each.
    ///
    /// cipher -- its name, as "aes-256".
    /// key -- a bytes-like object.
    /// tag_size -- the tag's length in bytes: 16; 12 to 15; 4 and 8 for protocols that limit
    ///     forgery attempts, as IPsec (RFC 4106; SP 800-38D, Appendix C).
    ///
    /// Nonces have any length; 12 bytes are usual. A second message under the same key and nonce
    /// reveals both, and lets anybody forge tags. Encrypt at most 2**32 messages under one key if
    /// nonces are random or do not have 12 bytes (SP 800-38D, section 8.3).
    fn gcm = "gcm", "(cipher, /, key, *, tag_size=16)";
    /// Return a block cipher in CCM (SP 800-38C), for messages with a nonce each.
    ///
    /// cipher -- its name, as "aes-256".
    /// key -- a bytes-like object.
    /// tag_size -- the tag's length in bytes: 4, 6, ... 16.
    ///
    /// Nonces have 7 to 13 bytes; the longer they are, the shorter is the longest message.
    fn ccm = "ccm", "(cipher, /, key, *, tag_size=16)";
    /// Return AES in GCM-SIV (RFC 8452), which a second message under a nonce harms least.
    ///
    /// cipher -- "aes-128" or "aes-256".
    /// key -- a bytes-like object.
    ///
    /// Nonces have 12 bytes, tags 16.
    fn gcm_siv = "gcm-siv", "(cipher, /, key)";
}

/// Return CMAC (SP 800-38B) over a cipher of 16-byte blocks.
///
/// cipher -- its name, as "aes-256".
/// key, data -- bytes-like objects; data is the start of the message.
/// length -- the tag's length in bytes, 8 to 16.
///
/// Raises ValueError for a name that is not known, a cipher with other blocks, or a key of the wrong length.
#[pyfunction]
#[pyo3(signature = (cipher, /, *arguments, **parameters),
    text_signature = "(cipher, /, key, data=b'', *, length=None)")]
pub(crate) fn cmac<'py>(
    cipher: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = cipher::row(cipher)?;
    let code = algorithm::mac(&format!("cmac-{}", row.name));
    let code = code.map_err(|_| cipher::has_no(row, "cmac"))?;
    make(cipher.py(), code, "cmac", arguments, parameters)
}

/// The authenticated cipher that the mode makes of the cipher of this name.
fn aead(name: &Bound<'_, PyAny>, mode: &str) -> PyResult<Algorithm> {
    let row = cipher::row(name)?;
    algorithm::aead(&format!("{}-{mode}", row.name)).map_err(|_| cipher::has_no(row, mode))
}
