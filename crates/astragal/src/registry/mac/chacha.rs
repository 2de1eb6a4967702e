//! Registry row of Poly1305.

use super::object::{Authenticate, object};
use super::row::MacRow;
use crate::algorithm::chacha::poly1305::STACK_BYTES;
use crate::error::{Allowed, ParameterError};
use crate::mac::Poly1305;
use crate::registry::info::Status;
use crate::traits::state::{Fields, SerializeState, Serialized};

impl Authenticate for Poly1305 {
    fn stack(&self) -> usize {
        STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        tag.copy_from_slice(&self.end());
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        SerializeState::serialize(self, fields)
    }
}

/// Registry row of Poly1305. Each key must authenticate only one message.
pub(super) const POLY1305: MacRow = MacRow::of::<Poly1305>(
    Allowed::Exactly(Poly1305::KEY_BYTES),
    Allowed::Exactly(16),
    |row, key, _, tag_bytes, wanted| {
        let Some(key) = key.first_chunk() else { return };
        object(row, STACK_BYTES, || Poly1305::keyed(key), tag_bytes, wanted);
    },
)
.with(Status::Acceptable, &[]);
