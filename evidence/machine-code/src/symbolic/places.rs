//! Registers and memory locations ("places"), and the Boolean functions that describe the value of each of their bits.

use anyhow::{Result, ensure};
use iced_x86::{Instruction, Mnemonic as M, OpKind};

use super::Symbolic;
use crate::graph::{Bit, UNKNOWN, is_constant};
use crate::machine::{Machine, RSP, text};
use crate::word::Word;

/// Register or memory location that an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    General(usize),
    Vector(usize),
    Mask(usize),
    /// Address and number of bytes.
    Memory(u64, usize),
}

impl Symbolic {
    pub(super) fn get(&self, m: &Machine, place: Place) -> Result<Vec<Bit>> {
        let of = |word: Word, bits: &[Bit]| -> Vec<Bit> {
            let bit = |n: usize| {
                if word.secret >> n & 1 == 1 { bits[n] } else { (word.bits >> n & 1) as Bit }
            };
            (0..bits.len()).map(bit).collect()
        };
        let registers = &m.registers;
        Ok(match place {
            Place::General(n) => of(registers.general[n], &self.general[n]),
            Place::Mask(n) => of(registers.masks[n], &self.masks[n]),
            Place::Vector(n) => (0..8)
                .flat_map(|k| {
                    of(registers.vectors[n].element(8, k), &self.vectors[n][64 * k..64 * k + 64])
                })
                .collect(),
            Place::Memory(address, length) => {
                let (bytes, secret) = m.memory.slices(address, length)?;
                let mut bits = Vec::with_capacity(8 * length);
                for at in 0..length {
                    let word = Word::new(bytes[at].into(), secret[at].into());
                    let known = match secret[at] {
                        0 => None,
                        _ => self.memory.get(&(address + at as u64)),
                    };
                    bits.extend(of(word, known.unwrap_or(&[UNKNOWN; 8])));
                }
                bits
            }
        })
    }

    /// Sets the Boolean functions of the bits in a register or in memory. The interpreter must already have set the
    /// value. Returns an error if the value and the functions disagree.
    pub(super) fn put(
        &mut self,
        m: &mut Machine,
        place: Place,
        bits: &[Bit],
        i: &Instruction,
    ) -> Result<()> {
        let value = value_of(m, place)?;
        for (n, &bit) in bits.iter().enumerate() {
            let is = value[n / 8] >> (n % 8) & 1 == 1;
            ensure!(
                bit == UNKNOWN || self.graph.value(bit, 0) == is,
                "symbolic model of {} is wrong at bit {n} of {place:?}",
                text(i)
            );
        }
        let secret: Vec<u8> = bits
            .chunks(8)
            .map(|byte| (0..8).fold(0, |all, n| all | u8::from(!is_constant(byte[n])) << n))
            .collect();
        match place {
            Place::General(n) => {
                self.general[n].copy_from_slice(bits);
                m.registers.general[n].secret = u64::from_le_bytes(*secret.first_chunk().unwrap());
            }
            Place::Mask(n) => {
                self.masks[n].copy_from_slice(bits);
                m.registers.masks[n].secret = u64::from_le_bytes(*secret.first_chunk().unwrap());
            }
            Place::Vector(n) => {
                self.vectors[n].copy_from_slice(bits);
                m.registers.vectors[n].secret.copy_from_slice(&secret);
            }
            Place::Memory(address, length) => {
                m.memory.slices_mut(address, length)?.1.copy_from_slice(&secret);
                for (at, byte) in bits.chunks(8).enumerate().filter(|(at, _)| secret[*at] != 0) {
                    self.memory.insert(address + at as u64, *byte.first_chunk().unwrap());
                }
            }
        }
        Ok(())
    }
}

pub(super) fn value_of(m: &Machine, place: Place) -> Result<Vec<u8>> {
    Ok(match place {
        Place::General(n) => m.registers.general[n].bits.to_le_bytes().to_vec(),
        Place::Mask(n) => m.registers.masks[n].bits.to_le_bytes().to_vec(),
        Place::Vector(n) => m.registers.vectors[n].bytes.to_vec(),
        Place::Memory(address, length) => m.memory.slices(address, length)?.0.to_vec(),
    })
}

pub(super) fn secret_of(m: &Machine, place: Place) -> Result<Vec<u8>> {
    Ok(match place {
        Place::General(n) => m.registers.general[n].secret.to_le_bytes().to_vec(),
        Place::Mask(n) => m.registers.masks[n].secret.to_le_bytes().to_vec(),
        Place::Vector(n) => m.registers.vectors[n].secret.to_vec(),
        Place::Memory(address, length) => m.memory.slices(address, length)?.1.to_vec(),
    })
}

/// Returns the location of the instruction's memory operand.
pub(super) fn memory_place(m: &Machine, i: &Instruction) -> Place {
    let is_stack = matches!(i.mnemonic(), M::Push | M::Pop | M::Ret | M::Call | M::Leave)
        && !i.op_kinds().any(|kind| kind == OpKind::Memory);
    if is_stack {
        return Place::Memory(m.registers.general[RSP].bits, 8);
    }
    let size = i.memory_size();
    let length = if i.is_broadcast() { size.element_size() } else { size.size() };
    Place::Memory(m.address_unchecked(i).0, length)
}
