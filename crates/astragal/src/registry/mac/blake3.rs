//! Registry row of keyed BLAKE3.

use super::object::{Authenticate, object};
use super::row::{MacRow, Request};
use crate::algorithm::blake::compress::blake3::CHUNK_BYTES;
use crate::error::{Allowed, ParameterError};
use crate::mac::Blake3Keyed;
use crate::platform::cores::Cores;
use crate::platform::stack::STACK_BYTES;
use crate::registry::info::Status;
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Row for keyed BLAKE3. For the same key and message, a shorter tag is a prefix of a longer tag.
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
