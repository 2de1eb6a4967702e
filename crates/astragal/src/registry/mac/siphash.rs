//! Registry rows of SipHash. The requested tag length selects the 64-bit or the 128-bit function.

use super::object::{Authenticate, object};
use super::row::MacRow;
use crate::algorithm::siphash::{STACK_BYTES, State};
use crate::error::{Allowed, ParameterError};
use crate::mac::SipHash;
use crate::registry::info::Status;
use crate::traits::state::{Fields, SerializeState, Serialized};

impl<const C: usize, const D: usize> Authenticate for State<C, D> {
    fn stack(&self) -> usize {
        STACK_BYTES
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

/// Creates the registry row for SipHash with `C` rounds per message word and `D` finalization rounds.
pub(super) const fn siphash<const C: usize, const D: usize>() -> MacRow {
    let row = MacRow::of::<SipHash<C, D, 8>>(
        Allowed::Exactly(SipHash::<C, D, 8>::KEY_BYTES),
        Allowed::OneOf(&[8, 16]),
        |row, key, _, tag_bytes, wanted| {
            let Some(key) = key.first_chunk() else { return };
            let keyed = || State::<C, D>::new(key, tag_bytes);
            object(row, STACK_BYTES, keyed, tag_bytes, wanted);
        },
    );
    row.with(Status::Acceptable, &[])
}
