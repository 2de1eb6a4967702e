//! Registry rows of keyed BLAKE2 and BLAKE3.

use super::object::{Authenticate, object};
use super::row::{MacRow, Request};
use crate::algorithm::blake::blake2_mac;
use crate::algorithm::blake::compress::blake3::CHUNK_BYTES;
use crate::error::{Allowed, ParameterError};
use crate::mac::{Blake2bMac, Blake2sMac, Blake3Keyed};
use crate::platform::cores::Cores;
use crate::platform::stack::STACK_BYTES;
use crate::registry::info::Status;
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Creates the row of keyed BLAKE2b. The key must not be empty: BLAKE2b without a key authenticates nothing.
pub(super) const fn blake2b<const TAG: usize>() -> MacRow {
    let (keys, tag) = (Blake2bMac::<TAG>::KEY_BYTES, Allowed::Exactly(TAG));
    let row = MacRow::of::<Blake2bMac<TAG>>(keys, tag, |row, key, _, tag_bytes, request| {
        object(
            row,
            Blake2bMac::<TAG>::STACK_BYTES,
            || Blake2bMac::<TAG>::keyed(key),
            tag_bytes,
            request,
        );
    });
    row.with(Status::Recommended, &[])
}

/// Creates the row of keyed BLAKE2s.
pub(super) const fn blake2s<const TAG: usize>() -> MacRow {
    let (keys, tag) = (Blake2sMac::<TAG>::KEY_BYTES, Allowed::Exactly(TAG));
    let row = MacRow::of::<Blake2sMac<TAG>>(keys, tag, |row, key, _, tag_bytes, request| {
        object(
            row,
            Blake2sMac::<TAG>::STACK_BYTES,
            || Blake2sMac::<TAG>::keyed(key),
            tag_bytes,
            request,
        );
    });
    row.with(Status::Recommended, &[])
}

/// Row of keyed BLAKE3. A shorter tag is a prefix of a longer tag for the same key and message.
pub(in crate::registry) const BLAKE3: MacRow = MacRow::of::<Blake3Keyed>(
    Allowed::Exactly(Blake3Keyed::KEY_BYTES),
    Allowed::AtLeast(1),
    |row, key, _, tag_bytes, request| {
        let Some(key) = key.first_chunk() else { return };
        match request {
            Request::Tag(message, tag) if message.len() <= CHUNK_BYTES && tag.len() <= 32 => {
                Blake3Keyed::of_chunk(key, message, tag);
            }
            request => object(row, STACK_BYTES, || Blake3Keyed::keyed(key), tag_bytes, request),
        }
    },
)
.with(Status::Recommended, &[]);

impl<V: blake2_mac::Variant, const TAG: usize> Authenticate for blake2_mac::Blake2Mac<V, TAG> {
    fn stack(&self) -> usize {
        Self::STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        self.end(tag);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        SerializeState::serialize(self, fields)
    }
}

impl Authenticate for Blake3Keyed {
    const MOVES: usize = 2;
    fn stack(&self) -> usize {
        STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.0.absorb_by(data, Cores::One);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        self.0.output().squeeze(0, tag);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        SerializeState::serialize(self, fields)
    }
}
