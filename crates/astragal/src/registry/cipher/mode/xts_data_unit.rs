//! Streaming XTS. A data unit is buffered until it is complete, because ciphertext stealing may change its last two
//! blocks.

use alloc::vec::Vec;
use zeroize::Zeroize;

use super::checked_prefix;
use crate::construction::mode::Direction;
use crate::construction::mode::xts::LONGEST_UNIT_BYTES;
use crate::error::{Allowed, CipherError, ParameterError};
use crate::traits::ByteArray;

/// XTS cipher with its keys. Processes complete data units.
pub(super) trait WholeUnits {
    /// Encrypts or decrypts a data unit in place.
    fn apply(
        &self,
        direction: Direction,
        tweak: &[u8; 16],
        unit: &mut [u8],
    ) -> Result<(), ParameterError>;
}

/// XTS data unit that is not yet complete: the bytes received so far, and the tweak.
#[derive(Clone)]
pub(super) struct XtsDataUnit {
    algorithm: &'static str,
    tweak: [u8; 16],
    direction: Direction,
    unit: Vec<u8>,
}

/// Converts the IV to the 16-byte tweak. Returns an error if the IV is not 16 bytes long.
fn tweak(algorithm: &'static str, iv: &[u8]) -> Result<[u8; 16], ParameterError> {
    ParameterError::check_length(algorithm, "IV", iv.len(), Allowed::Exactly(16))?;
    Ok(<[u8; 16]>::chunks(iv).0[0])
}

impl XtsDataUnit {
    pub(super) fn new(
        algorithm: &'static str,
        direction: Direction,
        iv: &[u8],
    ) -> Result<Self, ParameterError> {
        Ok(Self { algorithm, tweak: tweak(algorithm, iv)?, direction, unit: Vec::new() })
    }

    pub(super) fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// Encrypts or decrypts `unit` in place. Adds the algorithm's name to errors.
    fn apply(&self, xts: &dyn WholeUnits, unit: &mut [u8]) -> Result<(), ParameterError> {
        let done = xts.apply(self.direction, &self.tweak, unit);
        done.map_err(|error| error.named(self.algorithm))
    }

    pub(super) fn bytes(&self) -> usize {
        self.unit.len()
    }

    pub(super) fn gather(&mut self, input: &[u8]) -> Result<usize, ParameterError> {
        let (algorithm, longest) = (self.algorithm, LONGEST_UNIT_BYTES);
        if input.len() > longest - self.unit.len() {
            let given = self.unit.len().saturating_add(input.len());
            let allowed = Allowed::Between(16, longest);
            return Err(ParameterError::Length { algorithm, what: "data unit", given, allowed });
        }
        if self.unit.capacity() - self.unit.len() < input.len() {
            let given = 2 * self.unit.len() + input.len();
            let mut larger = Vec::new();
            larger.try_reserve_exact(given).map_err(|_| ParameterError::NoMemory {
                algorithm,
                what: "data unit",
                given,
            })?;
            larger.extend_from_slice(&self.unit);
            self.unit.zeroize();
            self.unit = larger;
        }
        self.unit.extend_from_slice(input);
        Ok(0)
    }

    /// Appends `data[..input]` to the buffered data unit.
    pub(super) fn gather_from(
        &mut self,
        data: &mut [u8],
        input: usize,
    ) -> Result<usize, ParameterError> {
        let algorithm = self.algorithm;
        self.gather(checked_prefix(algorithm, data, input)?)
    }

    pub(super) fn finish(
        &mut self,
        xts: &dyn WholeUnits,
        output: &mut [u8],
    ) -> Result<usize, CipherError> {
        let needed = self.unit.len();
        let output = checked_prefix(self.algorithm, output, needed)?;
        let mut unit = core::mem::take(&mut self.unit);
        let result = self.apply(xts, &mut unit);
        if result.is_ok() {
            output.copy_from_slice(&unit);
        }
        unit.zeroize();
        Ok(result.map(|()| needed)?)
    }

    pub(super) fn whole_in_place(
        &mut self,
        xts: &dyn WholeUnits,
        data: &mut [u8],
        input: usize,
    ) -> Result<usize, CipherError> {
        if !self.unit.is_empty() {
            self.gather_from(data, input)?;
            return self.finish(xts, data);
        }
        self.apply(xts, checked_prefix(self.algorithm, data, input)?)?;
        Ok(input)
    }

    pub(super) fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.tweak = tweak(self.algorithm, iv)?;
        // A fill of no bytes at the address of an empty vector takes 100 ns on Golden Cove with glibc 2.36: its masked
        // store to an unmapped page needs a microcode assist.
        if self.unit.capacity() > 0 {
            self.unit.zeroize();
        }
        Ok(())
    }
}

impl Drop for XtsDataUnit {
    fn drop(&mut self) {
        self.unit.zeroize();
    }
}
