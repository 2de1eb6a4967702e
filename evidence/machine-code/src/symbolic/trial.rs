//! Finds the symbolic results of instructions that move bits and have no model. Runs the instruction on chosen
//! operands, and reads from the results where each bit moves.

use std::collections::BTreeSet;

use anyhow::Result;
use iced_x86::{OpKind, Register};

use super::classes::{IS_MOVE, control_operands};
use super::flags::Carry;
use super::places::{Place, memory_place, value_of};
use super::{Effects, Results, Symbolic};
use crate::graph::{Bit, ONE, UNKNOWN, constant_of, is_constant};
use crate::machine::{Decoded, Machine, Registers, number};
use crate::word::Word;

impl Symbolic {
    /// Finds the symbolic results of an instruction that moves bits, by running it on chosen operands.
    pub(super) fn by_trial(
        &mut self,
        m: &mut Machine,
        decoded: &Decoded,
        effects: &Effects,
    ) -> Result<Option<Results>> {
        let i = &decoded.instruction;
        let is_fixed = i.op_mask() == Register::None
            || constant_of(&self.get(m, Place::Mask(i.op_mask().number()))?).is_some();
        if !IS_MOVE[i.mnemonic() as usize] || !is_fixed {
            return Ok(None);
        }
        for n in control_operands(i) {
            if !self.operand(m, i, n)?.iter().all(|&bit| is_constant(bit)) {
                return Ok(None);
            }
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
        let Some(results) = self.moved(m, decoded, &inputs, &outputs)? else { return Ok(None) };
        // Compares the results with the instruction's output for three other inputs. A difference shows that the
        // instruction does more than move bits, although `classes` lists it as a move.
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
}

/// Runs an instruction on chosen values of its unknown input bits, and restores the machine afterwards. `value(n, bit)`
/// is the value chosen for the unknown bit with index n, whose Boolean function is `bit`.
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
