//! BLAKE3 as extendable-output function, by name.

use super::object::object;
use super::{NONE, XofRow};
use crate::registry::info::Status;
use crate::registry::params::XofTakes;
use crate::xof::Blake3Xof;

/// With a customization string it derives keys; the string is the context.
pub(super) const BLAKE3: XofRow = XofRow::of::<Blake3Xof>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, cores: true, ..NONE },
    |row, params, place| {
        let initial = params.custom.map_or_else(Blake3Xof::new, Blake3Xof::derive_key);
        object(row, initial, None, place)
    },
);
