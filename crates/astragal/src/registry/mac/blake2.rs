//! Registry rows of keyed BLAKE2.

use core::fmt::{self, Debug};

use super::object::{Authenticate, object};
use super::row::{MacRow, Request};
use crate::algorithm::blake::blake2_mac::{self, Blake2Mac, Variant};
use crate::error::{Allowed, ParameterError};
use crate::registry::info::Status;
use crate::traits::state::{Fields, Serialized};

/// Creates the registry row for keyed BLAKE2b. The key must not be empty: BLAKE2b without a key authenticates nothing.
pub(super) const fn blake2b<const TAG: usize>() -> MacRow {
    blake2::<blake2_mac::Blake2b, TAG>()
}

/// Creates the registry row for keyed BLAKE2s.
pub(super) const fn blake2s<const TAG: usize>() -> MacRow {
    blake2::<blake2_mac::Blake2s, TAG>()
}

const fn blake2<V: Variant, const TAG: usize>() -> MacRow {
    let (keys, tag) = (Blake2Mac::<V, TAG>::KEY_BYTES, Allowed::Exactly(TAG));
    MacRow::of::<Blake2Mac<V, TAG>>(keys, tag, create::<V>).with(Status::Recommended, &[])
}

/// Creates a MAC object or computes a tag, as requested. The tag length is a run-time value, so this function is
/// compiled only twice: for BLAKE2b and for BLAKE2s.
fn create<V: Variant>(
    row: &'static MacRow,
    key: &[u8],
    _: &[u8],
    tag_bytes: usize,
    request: Request<'_>,
) {
    let keyed = || KeyedBlake2 { state: V::keyed(tag_bytes, key), tag_bytes };
    object(row, V::STACK_BYTES, keyed, tag_bytes, request);
}

/// Keyed BLAKE2 with a tag of any length.
#[derive(Clone)]
struct KeyedBlake2<V> {
    state: V,
    tag_bytes: usize,
}

impl<V: Variant> Authenticate for KeyedBlake2<V> {
    fn stack(&self) -> usize {
        V::STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.state.update(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        self.state.finish(tag);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        let tag_bytes = self.tag_bytes;
        fields.small(&mut self.tag_bytes)?;
        Fields::check(self.tag_bytes == tag_bytes)?;
        self.state.serialize(fields)
    }
}

impl<V: Variant> Debug for KeyedBlake2<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", V::NAME)
    }
}
