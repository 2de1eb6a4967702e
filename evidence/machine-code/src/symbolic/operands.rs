//! Reads the Boolean functions of an instruction's operands, and determines the places (registers or memory) of its
//! results. A load from a public table at an unknown address becomes a table lookup.

use std::collections::BTreeSet;

use anyhow::Result;
use iced_x86::{EncodingKind, Instruction, OpKind, Register};

use super::places::{Place, memory_place};
use super::{Results, Symbolic};
use crate::graph::{Bit, ONE, UNKNOWN, ZERO, is_constant};
use crate::machine::{Machine, number};
use crate::vector::vector_operands;

impl Symbolic {
    /// Reads an operand: a register with its own size, memory, or an immediate.
    pub(super) fn operand(&mut self, m: &Machine, i: &Instruction, n: u32) -> Result<Vec<Bit>> {
        match i.op_kind(n) {
            OpKind::Register => {
                let register = i.op_register(n);
                if register.is_gpr() {
                    let bits = self.get(m, Place::General(number(register)))?;
                    let is_second = (Register::AH..=Register::BH).contains(&register);
                    let first = if is_second { 8 } else { 0 };
                    return Ok(bits[first..first + 8 * register.size()].to_vec());
                }
                if register.is_k() {
                    return self.get(m, Place::Mask(register.number()));
                }
                let mut bits = self.get(m, Place::Vector(register.number()))?;
                bits.truncate(8 * register.size());
                Ok(bits)
            }
            OpKind::Memory => self.memory_operand(m, i),
            _ => Ok(constant(i.immediate(n), 8 * Machine::size(i, n))),
        }
    }

    pub(super) fn memory_operand(&mut self, m: &Machine, i: &Instruction) -> Result<Vec<Bit>> {
        let Place::Memory(address, length) = memory_place(m, i) else { unreachable!() };
        let mut parts = Vec::new();
        let mut rest = address;
        for (register, scale) in [(i.memory_base(), 1), (i.memory_index(), i.memory_index_scale())]
        {
            if register.is_gpr() {
                let bits = self.get(m, Place::General(number(register)))?;
                rest = rest.wrapping_sub(m.general(register).bits.wrapping_mul(scale.into()));
                parts.push((bits, u64::from(scale)));
            }
        }
        self.load(m, &parts, rest, length)
    }

    /// Reads memory at an address with unknown bits. If at most 8 bits of the address are unknown, the result is a
    /// table lookup.
    fn load(
        &mut self,
        m: &Machine,
        parts: &[(Vec<Bit>, u64)],
        rest: u64,
        length: usize,
    ) -> Result<Vec<Bit>> {
        let unknown: BTreeSet<Bit> = parts
            .iter()
            .flat_map(|(bits, _)| bits)
            .filter(|&&bit| !is_constant(bit))
            .map(|bit| bit & !1)
            .collect();
        let unknown: Vec<Bit> = unknown.into_iter().collect();
        // A partly unknown address is computed as a base plus steps. The base is the address for the case that all
        // unknown bits are 0. Each unknown bit has a step, which is added if the bit is 1.
        let (mut base, mut steps) = (rest, Vec::new());
        for (bits, scale) in parts {
            for (at, bit) in bits.iter().enumerate() {
                let step = (1_u64 << at).wrapping_mul(*scale);
                if bit & 1 == 1 {
                    base = base.wrapping_add(step);
                }
                if let Some(place) = unknown.iter().position(|node| *node == bit & !1) {
                    steps.push((place, if bit & 1 == 1 { step.wrapping_neg() } else { step }));
                }
            }
        }
        let address = |choice: usize| {
            let taken = steps.iter().filter(|(place, _)| choice >> place & 1 == 1);
            taken.fold(base, |address, (_, step)| address.wrapping_add(*step))
        };
        if unknown.is_empty() {
            return self.get(m, Place::Memory(address(0), length));
        }
        if unknown.len() > 8 || unknown.contains(&(UNKNOWN & !1)) {
            return Ok(vec![UNKNOWN; 8 * length]);
        }
        let mut rows: Vec<&[u8]> = Vec::new();
        for choice in 0..1 << unknown.len() {
            match m.memory.slices(address(choice), length) {
                Ok((bytes, secret)) if secret.iter().all(|&byte| byte == 0) => rows.push(bytes),
                _ => return Ok(vec![UNKNOWN; 8 * length]),
            }
        }
        Ok((0..8 * length)
            .map(|n| self.graph.table(&unknown, &|choice| rows[choice][n / 8] >> (n % 8) & 1 == 1))
            .collect())
    }

    /// Returns the new value of the destination, operand 0, after the integer `bits` is written to it.
    pub(super) fn to(
        &mut self,
        m: &Machine,
        i: &Instruction,
        bits: Vec<Bit>,
    ) -> Result<(Place, Vec<Bit>)> {
        if i.op_kind(0) == OpKind::Memory {
            return Ok((memory_place(m, i), bits));
        }
        self.to_general(m, i.op_register(0), bits)
    }

    pub(super) fn to_general(
        &self,
        m: &Machine,
        register: Register,
        bits: Vec<Bit>,
    ) -> Result<(Place, Vec<Bit>)> {
        let place = Place::General(number(register));
        let mut all = match register.size() {
            4 | 8 => vec![ZERO; 64],
            _ => self.get(m, place)?,
        };
        let first = if (Register::AH..=Register::BH).contains(&register) { 8 } else { 0 };
        all[first..first + bits.len()].copy_from_slice(&bits);
        Ok((place, all))
    }

    /// Returns the new value of the destination, operand 0, after a vector is written to it. Elements of `size` bytes
    /// that the mask excludes keep their old value with merge masking, and become zero with zero masking.
    pub(super) fn merged(
        &mut self,
        m: &Machine,
        i: &Instruction,
        mut bits: Vec<Bit>,
        size: usize,
    ) -> Result<Results> {
        let is_register = i.op_kind(0) == OpKind::Register;
        let place =
            if is_register { Place::Vector(i.op_register(0).number()) } else { memory_place(m, i) };
        let old = self.get(m, place)?;
        if i.op_mask() != Register::None {
            let chosen = self.get(m, Place::Mask(i.op_mask().number()))?;
            for n in 0..bits.len() {
                let kept = if i.zeroing_masking() { ZERO } else { old[n] };
                bits[n] = self.graph.select(chosen[n / (8 * size)], bits[n], kept);
            }
        }
        if is_register {
            let is_legacy = i.code().encoding() == EncodingKind::Legacy;
            let rest = old[bits.len()..].iter().map(|&bit| if is_legacy { bit } else { ZERO });
            bits.extend(rest.collect::<Vec<_>>());
        }
        Ok(vec![(place, bits)])
    }

    /// Returns the values of the first and the last source operand of a vector instruction.
    pub(super) fn sources(&mut self, m: &Machine, i: &Instruction) -> Result<(Vec<Bit>, Vec<Bit>)> {
        let count = vector_operands(i);
        let a = self.vector(m, i, u32::from(count > 2))?;
        let b = self.vector(m, i, count - 1)?;
        Ok((a, b))
    }

    /// Reads vector operand `n`. The value is as wide as the result.
    pub(super) fn vector(&mut self, m: &Machine, i: &Instruction, n: u32) -> Result<Vec<Bit>> {
        let to = i.op_register(0);
        let bytes = if to.is_vector_register() {
            to.size()
        } else {
            Machine::size(i, vector_operands(i) - 1)
        };
        let mut bits = self.operand(m, i, n)?;
        if i.op_kind(n) == OpKind::Memory && i.is_broadcast() {
            bits = bits.repeat(8 * bytes / bits.len());
        }
        bits.resize(8 * bytes, ZERO);
        Ok(bits)
    }

    /// Executes a gather instruction, which loads an element for each index.
    pub(super) fn gather(&mut self, m: &Machine, i: &Instruction) -> Result<Option<Results>> {
        let name = format!("{:?}", i.mnemonic());
        let index_bits = if name.starts_with("Vpgatherd") { 32 } else { 64 };
        let bits = if name.ends_with('d') { 32 } else { 64 };
        let indices = self.get(m, Place::Vector(i.memory_index().number()))?;
        let mask = Place::Mask(i.op_mask().number());
        let chosen = self.get(m, mask)?;
        let base = match i.memory_base() {
            Register::None => constant(0, 64),
            base => self.get(m, Place::General(number(base)))?,
        };
        let place = Place::Vector(i.op_register(0).number());
        let mut result = self.get(m, place)?;
        let count =
            (8 * i.op_register(0).size() / bits).min(8 * i.memory_index().size() / index_bits);
        for n in 0..count {
            let mut index = indices[index_bits * n..index_bits * (n + 1)].to_vec();
            index.resize(64, index[index_bits - 1]);
            let parts = [(base.clone(), 1), (index, i.memory_index_scale().into())];
            match chosen[n] {
                ZERO => {}
                ONE => {
                    let word = self.load(m, &parts, i.memory_displacement64(), bits / 8)?;
                    result[bits * n..bits * (n + 1)].copy_from_slice(&word);
                }
                _ => return Ok(None),
            }
        }
        result[count * bits..].fill(ZERO);
        Ok(Some(vec![(place, result), (mask, vec![ZERO; 64])]))
    }
}

pub(super) fn constant(value: u64, width: usize) -> Vec<Bit> {
    (0..width).map(|n| (value >> n & 1) as Bit).collect()
}
