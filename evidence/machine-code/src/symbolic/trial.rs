//! Instructions without a model that move bits, or map bytes to bytes. Runs the instruction on chosen operands, and reads
//! from the results where each bit moves or which table is applied.

use std::collections::BTreeSet;

use anyhow::Result;
use iced_x86::{EncodingKind, Mnemonic as M, OpKind, Register};

use super::classes::{BYTEWISE, KINDS, Kind, control_operands, name_of};
use super::flags::Carry;
use super::places::{Place, memory_place, value_of};
use super::{Effects, Results, Symbolic};
use crate::graph::{Bit, ONE, UNKNOWN, ZERO, constant_of, is_constant};
use crate::machine::{Decoded, Machine, Registers, number};
use crate::word::Word;

impl Symbolic {
    /// Finds the symbolic results of an instruction that moves bits, or maps bytes to bytes, by running it on chosen
    /// operands.
    pub(super) fn by_trial(
        &mut self,
        m: &mut Machine,
        decoded: &Decoded,
        effects: &Effects,
    ) -> Result<Option<Results>> {
        let i = &decoded.instruction;
        let kind = KINDS[i.mnemonic() as usize];
        let is_fixed = i.op_mask() == Register::None
            || constant_of(&self.get(m, Place::Mask(i.op_mask().number()))?).is_some();
        if kind == Kind::Other || !is_fixed {
            return Ok(None);
        }
        let mut is_moved = true;
        for n in control_operands(i) {
            is_moved &= self.operand(m, i, n)?.iter().all(|&bit| is_constant(bit));
        }
        let mut inputs: Results = Vec::new();
        let is_address = |n: usize| {
            let registers = [i.memory_base(), i.memory_index()];
            registers.iter().any(|register| register.is_gpr() && number(*register) == n)
        };
        let mut outputs = effects.writes.clone();
        let is_operand = i.op_kinds().any(|kind| kind == OpKind::Memory);
        if is_operand && effects.writes_memory {
            outputs.push(memory_place(m, i));
        }
        let used: BTreeSet<Place> = effects.reads.iter().chain(&outputs).copied().collect();
        for place in used {
            match place {
                Place::General(n) if is_address(n) => {}
                Place::Memory(..) => {}
                _ => inputs.push((place, self.get(m, place)?)),
            }
        }
        if is_operand {
            let bits = if effects.reads_memory {
                self.memory_operand(m, i)?
            } else {
                self.get(m, memory_place(m, i))?
            };
            inputs.push((memory_place(m, i), bits));
        }
        if i.rflags_modified() != 0 {
            (self.carry, self.result) = (Carry::Unknown, None);
        }
        let results = match (kind, is_moved) {
            (Kind::Move, true) => self.moved(m, decoded, &inputs, &outputs)?,
            _ => self.mapped(m, decoded, &inputs, &outputs)?,
        };
        let Some(results) = results else { return Ok(None) };
        // Checks the results on three other inputs, to detect an instruction that is listed in the wrong class.
        for n in [1, 77, 200] {
            let value = |bit: Bit| bit != UNKNOWN && self.graph.value(bit, n);
            let trial = trial(m, decoded, &inputs, &outputs, |_, bit| value(bit))?;
            for ((_, bits), bytes) in results.iter().zip(trial) {
                let is = |at: usize| bytes[at / 8] >> (at % 8) & 1 == 1;
                if bits.iter().enumerate().any(|(at, &bit)| bit != UNKNOWN && value(bit) != is(at))
                {
                    return Ok(None);
                }
            }
        }
        Ok(Some(results))
    }

    /// Finds the destination of each bit. Runs the instruction on operands that encode bit numbers, and reads the
    /// numbers from the results.
    fn moved(
        &mut self,
        m: &mut Machine,
        decoded: &Decoded,
        inputs: &[(Place, Vec<Bit>)],
        outputs: &[Place],
    ) -> Result<Option<Results>> {
        let unknown: Vec<Bit> = inputs
            .iter()
            .flat_map(|(_, bits)| bits)
            .copied()
            .filter(|&bit| !is_constant(bit))
            .collect();
        let base = trial(m, decoded, inputs, outputs, |_, _| false)?;
        let digits = usize::BITS - unknown.len().leading_zeros();
        let mut codes: Vec<Vec<usize>> =
            base.iter().map(|bytes| vec![0; 8 * bytes.len()]).collect();
        for digit in 0..digits {
            let values = trial(m, decoded, inputs, outputs, |n, _| (n + 1) >> digit & 1 == 1)?;
            for (codes, (bytes, base)) in codes.iter_mut().zip(values.iter().zip(&base)) {
                for (n, code) in codes.iter_mut().enumerate() {
                    *code |= usize::from((bytes[n / 8] ^ base[n / 8]) >> (n % 8) & 1) << digit;
                }
            }
        }
        let mut results = Results::new();
        for ((place, codes), base) in outputs.iter().zip(codes).zip(&base) {
            let mut bits = Vec::new();
            for (n, code) in codes.into_iter().enumerate() {
                let base = Bit::from(base[n / 8] >> (n % 8) & 1);
                match (code, unknown.get(code.wrapping_sub(1))) {
                    (0, _) => bits.push(base),
                    (_, Some(&bit)) if base == 0 => bits.push(bit),
                    _ => return Ok(None),
                }
            }
            results.push((*place, bits));
        }
        Ok(Some(results))
    }

    /// Finds the table that computes each byte of the result from the byte at the same position of one operand.
    fn mapped(
        &mut self,
        m: &mut Machine,
        decoded: &Decoded,
        inputs: &[(Place, Vec<Bit>)],
        outputs: &[Place],
    ) -> Result<Option<Results>> {
        let i = &decoded.instruction;
        let is_only_written = |place: &Place| {
            outputs.contains(place)
                && i.code().encoding() != EncodingKind::Legacy
                && i.op_mask() == Register::None
                && !matches!(i.mnemonic(), M::Vpermt2b | M::Vpermi2b)
                && !(1..i.op_count()).any(|n| {
                    i.op_kind(n) == OpKind::Register
                        && Place::Vector(i.op_register(n).number()) == *place
                })
        };
        let is_unknown = |(place, bits): &&(Place, Vec<Bit>)| {
            !is_only_written(place) && bits.iter().any(|&bit| !is_constant(bit))
        };
        let sources: Vec<_> = inputs.iter().filter(is_unknown).collect();
        let ([(source, bits)], [output]) = (&sources[..], outputs) else { return Ok(None) };
        if !BYTEWISE.iter().any(|name| name_of(i.mnemonic()).trim_start_matches('v') == *name) {
            return Ok(None);
        }
        let unknown_places = bits.chunks(8).fold(0, |all, byte| {
            (0..8).fold(all, |all, n| all | usize::from(!is_constant(byte[n])) << n)
        });
        let mut tables = vec![[0_u8; 256]; 64];
        for value in (0..256).filter(|value| value & !unknown_places == 0) {
            let at = inputs.iter().position(|(place, _)| place == source).unwrap();
            let before = inputs[..at]
                .iter()
                .flat_map(|(_, bits)| bits)
                .filter(|&&bit| !is_constant(bit))
                .count();
            let places: Vec<usize> = (0..bits.len()).filter(|&n| !is_constant(bits[n])).collect();
            let values = trial(m, decoded, inputs, outputs, |n, _| {
                let place = n.checked_sub(before).and_then(|n| places.get(n));
                place.is_some_and(|place| value >> (place % 8) & 1 == 1)
            })?;
            (0..64).for_each(|n| tables[n][value] = values[0][n]);
        }
        let mut result = Vec::new();
        for (n, table) in tables.iter().enumerate() {
            let mut byte: Vec<Bit> =
                bits.get(8 * n..8 * n + 8).map_or(vec![ZERO; 8], <[Bit]>::to_vec);
            // Bytes that no operand byte affects are constant in all trials.
            byte.iter_mut().enumerate().for_each(|(k, bit)| {
                if unknown_places >> k & 1 == 0 {
                    *bit = ZERO;
                }
            });
            for k in 0..8 {
                result.push(self.graph.table(&byte, &|index| table[index] >> k & 1 == 1));
            }
        }
        Ok(Some(vec![(*output, result)]))
    }
}

/// Runs an instruction on other values of its unknown inputs, and restores the machine afterwards. `value(n)` is the
/// value of unknown bit n.
fn trial(
    m: &mut Machine,
    decoded: &Decoded,
    inputs: &[(Place, Vec<Bit>)],
    outputs: &[Place],
    value: impl Fn(usize, Bit) -> bool,
) -> Result<Vec<Vec<u8>>> {
    let saved: Registers = m.registers.clone();
    let (executed, deepest) = (m.executed, m.deepest);
    let memory =
        inputs.iter().map(|(place, _)| place).chain(outputs).filter_map(|place| match *place {
            Place::Memory(address, length) => Some((address, length)),
            _ => None,
        });
    let mut kept = Vec::new();
    for (address, length) in memory {
        let (bytes, secret) = m.memory.slices(address, length)?;
        kept.push((address, bytes.to_vec(), secret.to_vec()));
    }
    let mut number = 0;
    for (place, bits) in inputs {
        let mut bytes = vec![0_u8; bits.len() / 8];
        for (n, &bit) in bits.iter().enumerate() {
            let is = if is_constant(bit) { bit == ONE } else { value(number, bit) };
            number += usize::from(!is_constant(bit));
            bytes[n / 8] |= u8::from(is) << (n % 8);
        }
        let word = || Word::public(u64::from_le_bytes(*bytes.first_chunk().unwrap()));
        match *place {
            Place::General(n) => m.registers.general[n] = word(),
            Place::Mask(n) => m.registers.masks[n] = word(),
            Place::Vector(n) => {
                m.registers.vectors[n].bytes.copy_from_slice(&bytes);
                m.registers.vectors[n].secret.fill(0);
            }
            Place::Memory(address, _) => m.memory.store(address, &bytes)?,
        }
    }
    let result = m.step(decoded);
    let values = outputs.iter().map(|place| value_of(m, *place)).collect::<Result<Vec<_>>>();
    m.registers = saved;
    (m.executed, m.deepest) = (executed, deepest);
    for (address, bytes, secret) in kept {
        let (to, shadow) = m.memory.slices_mut(address, bytes.len())?;
        to.copy_from_slice(&bytes);
        shadow.copy_from_slice(&secret);
    }
    result?;
    values
}
