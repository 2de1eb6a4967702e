//! Many messages in one call.

use super::XofRow;
use crate::error::ParameterError;
use crate::registry::params::XofParams;

/// Writes outputs of this length each. The length is not zero.
pub(super) type Many = fn(&[&[u8]], usize, &mut [u8]);

impl XofRow {
    /// Fills `outputs` with the first `output_bytes` bytes of output for each of `messages`, without parameters, one
    /// behind the other: several at once, where the family can.
    ///
    /// ```
    /// use astragal::registry;
    /// let mut outputs = [0; 3 * 20];
    /// registry::xof("shake128")?.hash_many(&[b"a", b"b", b"c"], 20, &mut outputs)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `outputs` is not the number of messages times the output length;
    /// [`ParameterError::Missing`] for a function under a key.
    pub fn hash_many(
        &'static self,
        messages: &[&[u8]],
        output_bytes: usize,
        outputs: &mut [u8],
    ) -> Result<(), ParameterError> {
        // No buffer has the length that is in place of an overflow.
        let needed = messages.len().saturating_mul(output_bytes);
        ParameterError::check_buffer(self.name, outputs, needed)?;
        if outputs.is_empty() {
            return Ok(());
        }
        if let Some(many) = self.many {
            many(messages, output_bytes, outputs);
            return Ok(());
        }
        let mut pairs = messages.iter().zip(outputs.chunks_exact_mut(output_bytes));
        pairs.try_for_each(|(message, out)| self.output_into(&XofParams::default(), message, out))
    }
}
