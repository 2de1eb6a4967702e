//! Instructions that look up bytes in constant tables, or compute each byte from two bytes.

use anyhow::Result;
use iced_x86::{Instruction, Mnemonic as M};

use super::{Results, Symbolic};
use crate::graph::{Bit, constant_of};
use crate::machine::Machine;

/// Function of two bytes, one from each source operand.
type Operation = fn(u8, u8) -> u8;

impl Symbolic {
    /// Looks up bytes in tables. Returns `None` if a table is not constant.
    pub(super) fn byte_lookup(&mut self, m: &Machine, i: &Instruction) -> Result<Option<Results>> {
        let operands: &[u32] = match i.mnemonic() {
            M::Vpermi2b => &[0, 1, 2],
            M::Vpermt2b => &[1, 0, 2],
            M::Vpermb => &[1, 2],
            M::Vpshufb => &[2, 1],
            _ => &[1, 0],
        };
        let is_shuffle = matches!(i.mnemonic(), M::Pshufb | M::Vpshufb);
        let indices = self.vector(m, i, operands[0])?;
        let mut table = Vec::new();
        for &n in &operands[1..] {
            let bits = self.vector(m, i, n)?;
            let Some(bytes) = bits.chunks(8).map(constant_of).collect::<Option<Vec<_>>>() else {
                return Ok(None);
            };
            table.extend(bytes.into_iter().map(|byte| byte as u8));
        }
        let mut bits = Vec::with_capacity(indices.len());
        for (n, index) in indices.chunks(8).enumerate() {
            let value = |index: usize| match is_shuffle {
                true if index > 127 => 0,
                true => table[n & !15 | index & 15],
                false => table[index & (table.len() - 1)],
            };
            bits.extend(
                (0..8).map(|k| self.graph.table(index, &|index| value(index) >> k & 1 == 1)),
            );
        }
        self.merged(m, i, bits, 1).map(Some)
    }

    /// Applies an operation to each pair of bytes. Returns `None` if the two bytes of a pair are not functions of at
    /// most eight common bits.
    pub(super) fn byte_operation(
        &mut self,
        m: &Machine,
        i: &Instruction,
    ) -> Result<Option<Results>> {
        let Some(operation) = operation_of(i.mnemonic()) else { return Ok(None) };
        let (a, b) = self.sources(m, i)?;
        let mut bits = Vec::with_capacity(a.len());
        for (a, b) in a.chunks(8).zip(b.chunks(8)) {
            let pair: Vec<Bit> = a.iter().chain(b).copied().collect();
            let Some((arguments, truths)) = self.graph.common_arguments(&pair) else {
                return Ok(None);
            };
            let value = |index: usize| {
                let byte = |first: usize| {
                    (0..8).fold(0, |all, k| {
                        all | ((truths[first + k][index / 64] >> (index % 64) & 1) as u8) << k
                    })
                };
                operation(byte(0), byte(8))
            };
            let values: Vec<u8> = (0..1 << arguments.len()).map(value).collect();
            bits.extend(
                (0..8).map(|k| self.graph.table(&arguments, &|index| values[index] >> k & 1 == 1)),
            );
        }
        self.merged(m, i, bits, 1).map(Some)
    }
}

fn operation_of(mnemonic: M) -> Option<Operation> {
    Some(match mnemonic {
        M::Paddb | M::Vpaddb => u8::wrapping_add,
        M::Psubb | M::Vpsubb => u8::wrapping_sub,
        M::Paddusb | M::Vpaddusb => u8::saturating_add,
        M::Psubusb | M::Vpsubusb => u8::saturating_sub,
        M::Paddsb | M::Vpaddsb => {
            |a, b| a.cast_signed().saturating_add(b.cast_signed()).cast_unsigned()
        }
        M::Psubsb | M::Vpsubsb => {
            |a, b| a.cast_signed().saturating_sub(b.cast_signed()).cast_unsigned()
        }
        M::Pminub | M::Vpminub => Ord::min,
        M::Pmaxub | M::Vpmaxub => Ord::max,
        M::Pcmpeqb | M::Vpcmpeqb => |a, b| if a == b { u8::MAX } else { 0 },
        M::Pcmpgtb | M::Vpcmpgtb => {
            |a, b| if a.cast_signed() > b.cast_signed() { u8::MAX } else { 0 }
        }
        _ => return None,
    })
}
