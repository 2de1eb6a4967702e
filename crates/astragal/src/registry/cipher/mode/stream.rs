//! Stream cipher objects. Like the objects of block-cipher modes, they implement the trait `DynMode`.

use super::checked_prefix;
use super::object::{Begin, DynMode};
use crate::algorithm::chacha::cipher::{ChaCha, Nonce};
use crate::error::{CipherError, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::registry::object_storage::Slot;

/// Starts a message. Ignores the direction, because decryption is the same operation as encryption. Ignores the
/// padding, which a stream cipher does not need.
pub(in crate::registry) fn start<N: Nonce>(
    begin: &Begin<'_>,
    slot: Slot<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    with_stack_wipe(ChaCha::<N>::START_STACK_BYTES + 4 * size_of::<ChaCha<N>>(), || {
        slot.put(ChaCha::<N>::from_slices(begin.key, begin.iv)?);
        Ok(())
    })
}

impl<N: Nonce> DynMode for ChaCha<N> {
    fn update_bytes(&self, input: usize) -> usize {
        input
    }
    fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, ParameterError> {
        self.apply_to(input, checked_prefix(Self::NAME, output, input.len())?)?;
        Ok(input.len())
    }
    fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, ParameterError> {
        self.apply(checked_prefix(Self::NAME, data, input)?)?;
        Ok(input)
    }
    fn finish_bytes(&self) -> usize {
        0
    }
    fn finish(&mut self, _: &mut [u8]) -> Result<usize, CipherError> {
        Ok(0)
    }
    fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.restart(iv)
    }
    fn seek(&mut self, position: u128) -> Result<(), ParameterError> {
        self.seek(u64::try_from(position).unwrap_or(u64::MAX))
    }
}
