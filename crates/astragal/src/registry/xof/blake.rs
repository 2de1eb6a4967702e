//! Registry rows of BLAKE3 as an extendable-output function.

use super::object::{keyed_object, object};
use super::row::{NONE, XofRow};
use crate::error::ParameterError;
use crate::registry::info::Status;
use crate::registry::mac;
use crate::registry::params::XofTakes;
use crate::xof::Blake3Xof;

/// Row for BLAKE3. If a customization string is given, it is used as the context of BLAKE3's key derivation mode.
pub(super) const BLAKE3: XofRow = XofRow::of::<Blake3Xof>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, cores: true, ..NONE },
    |row, params, request| {
        let initial = params.custom.map_or_else(Blake3Xof::new, Blake3Xof::derive_key);
        object(row, initial, None, request)
    },
);

/// Row for keyed BLAKE3.
pub(super) const BLAKE3_KEYED: XofRow = XofRow::of::<Blake3Xof>(
    Status::Recommended,
    &[],
    XofTakes { cores: true, ..NONE },
    |row, params, request| match params.key.and_then(<[u8]>::first_chunk) {
        Some(key) => keyed_object(row, || Blake3Xof::keyed(key), request),
        None => Err(ParameterError::Missing { algorithm: row.name, what: "key" }),
    },
)
.keyed(&mac::blake3::BLAKE3);
