//! Symbolic models of instructions. Each bit of an operand is a Boolean function of the inputs. A model returns the
//! Boolean functions of the result's bits.

use anyhow::Result;
use iced_x86::{ConditionCode, EncodingKind, Instruction, Mnemonic as M, OpKind, Register};

use super::finite_fields::INVERSES;
use super::flags::Carry;
use super::places::Place;
use super::{Effects, Results, Symbolic};
use crate::graph::{Bit, Graph, ONE, ZERO, constant_of, is_constant, not};
use crate::machine::{Decoded, Machine, RSP, number};
use crate::vector::{element_of, immediate};

const RDX: usize = 2;

impl Symbolic {
    /// Returns the Boolean functions of all result bits. Returns `None` if the instruction has no model for these
    /// operands.
    #[expect(clippy::too_many_lines, reason = "the match has one line per instruction")]
    pub(super) fn results(
        &mut self,
        m: &mut Machine,
        decoded: &Decoded,
        effects: &Effects,
    ) -> Result<Option<Results>> {
        let i = &decoded.instruction;
        let size = Machine::size(i, 0);
        let one = |result: (Place, Vec<Bit>)| Ok(Some(vec![result]));
        Ok(Some(match i.mnemonic() {
            M::Mov | M::Movzx | M::Movsx | M::Movsxd => {
                let mut bits = self.operand(m, i, 1)?;
                let is_signed = matches!(i.mnemonic(), M::Movsx | M::Movsxd);
                let fill = if is_signed { bits[bits.len() - 1] } else { ZERO };
                bits.resize(8 * size, fill);
                vec![self.to(m, i, bits)?]
            }
            M::Push => {
                let bits = self.operand(m, i, 0)?;
                let at = m.registers.general[RSP].bits - 8;
                vec![(Place::Memory(at, 8), bits)]
            }
            M::Pop => {
                let bits = self.get(m, Place::Memory(m.registers.general[RSP].bits, 8))?;
                vec![self.to(m, i, bits)?]
            }
            M::Call | M::Ret | M::Jmp => Results::new(),
            M::Lea => {
                let mut parts = Vec::new();
                for (register, scale) in
                    [(i.memory_base(), 1), (i.memory_index(), i.memory_index_scale())]
                {
                    if register.is_gpr() {
                        let bits = self.get(m, Place::General(number(register)))?;
                        parts.push((bits[..8 * size].to_vec(), u64::from(scale)));
                    }
                }
                let parts: Vec<_> = parts.iter().map(|(bits, scale)| (&bits[..], *scale)).collect();
                let bits = self.graph.sum(&parts, i.memory_displacement64());
                vec![self.to(m, i, bits)?]
            }
            M::Add | M::Adc | M::Sub | M::Sbb | M::Cmp | M::Neg | M::Inc | M::Dec => {
                return self.arithmetic(m, i).map(Some);
            }
            M::Imul if i.op_count() == 3 => {
                let bits = self.operand(m, i, 1)?;
                let bits = self.graph.sum(&[(&bits, i.immediate(2))], 0);
                (self.carry, self.result) = (Carry::Unknown, None);
                vec![self.to(m, i, bits)?]
            }
            M::Imul if i.op_count() == 2 => {
                let (a, b) = (self.operand(m, i, 0)?, self.operand(m, i, 1)?);
                let Some((bits, factor)) = with_factor(&a, &b) else { return Ok(None) };
                let bits = self.graph.sum(&[(bits, factor)], 0);
                (self.carry, self.result) = (Carry::Unknown, None);
                vec![self.to(m, i, bits)?]
            }
            M::Mulx => {
                let (a, b) = (self.operand(m, i, 2)?, self.get(m, Place::General(RDX))?);
                let product =
                    with_factor(&a, &b[..a.len()]).and_then(|(bits, factor)| copies(bits, factor));
                let Some(product) = product else { return Ok(None) };
                let (low, high) = product.split_at(a.len());
                vec![
                    self.to_general(m, i.op_register(1), low.to_vec())?,
                    self.to_general(m, i.op_register(0), high.to_vec())?,
                ]
            }
            M::And | M::Test | M::Or | M::Xor | M::Andn => {
                let first = u32::from(i.mnemonic() == M::Andn);
                let (a, b) = (self.operand(m, i, first)?, self.operand(m, i, first + 1)?);
                let bits: Vec<Bit> = a
                    .iter()
                    .zip(&b)
                    .map(|(&a, &b)| match i.mnemonic() {
                        M::Or => self.graph.or(a, b),
                        M::Xor => self.graph.xor(a, b),
                        M::Andn => self.graph.and(not(a), b),
                        _ => self.graph.and(a, b),
                    })
                    .collect();
                (self.carry, self.result) = (Carry::Bit(ZERO), Some(bits.clone()));
                if i.mnemonic() == M::Test {
                    return Ok(Some(Results::new()));
                }
                vec![self.to(m, i, bits)?]
            }
            M::Not => {
                let bits = self.operand(m, i, 0)?.into_iter().map(not).collect();
                vec![self.to(m, i, bits)?]
            }
            M::Bt if i.op_kind(1) != OpKind::Memory => {
                let (a, place) = (self.operand(m, i, 0)?, self.operand(m, i, 1)?);
                let Some(place) = constant_of(&place) else { return Ok(None) };
                (self.carry, self.result) = (Carry::Bit(a[place as usize % a.len()]), None);
                Results::new()
            }
            _ if i.is_jcc_short_or_near() => {
                if !is_constant(self.condition(m, i.condition_code())) {
                    self.run.branch.get_or_insert(i.ip());
                }
                Results::new()
            }
            _ if i.condition_code() != ConditionCode::None => {
                let choice = self.condition(m, i.condition_code());
                if i.op_count() == 1 {
                    let mut bits = vec![ZERO; 8];
                    bits[0] = choice;
                    return one(self.to(m, i, bits)?);
                }
                let (no, yes) = (self.operand(m, i, 0)?, self.operand(m, i, 1)?);
                let bits =
                    yes.iter().zip(&no).map(|(&y, &n)| self.graph.select(choice, y, n)).collect();
                vec![self.to(m, i, bits)?]
            }

            M::Movaps
            | M::Movups
            | M::Movdqa
            | M::Movdqu
            | M::Vmovaps
            | M::Vmovups
            | M::Vmovdqa
            | M::Vmovdqu
            | M::Vmovdqu8
            | M::Vmovdqu16
            | M::Vmovdqa32
            | M::Vmovdqu32
            | M::Vmovdqa64
            | M::Vmovdqu64 => {
                let bits = self.vector(m, i, 1)?;
                let size = match i.mnemonic() {
                    M::Vmovdqu8 => 1,
                    M::Vmovdqu16 => 2,
                    M::Vmovdqa64 | M::Vmovdqu64 => 8,
                    _ => 4,
                };
                self.merged(m, i, bits, size)?
            }
            M::Vpblendmb | M::Vpblendmw | M::Vpblendmd | M::Vpblendmq
                if i.op_mask() != Register::None =>
            {
                return self.blended(m, i).map(Some);
            }
            M::Pand
            | M::Andps
            | M::Andpd
            | M::Vpand
            | M::Vandps
            | M::Vandpd
            | M::Vpandq
            | M::Vpandd => self.bitwise(m, i, Graph::and)?,
            M::Por | M::Orps | M::Orpd | M::Vpor | M::Vorps | M::Vorpd | M::Vporq | M::Vpord => {
                self.bitwise(m, i, Graph::or)?
            }
            M::Pxor
            | M::Xorps
            | M::Xorpd
            | M::Vpxor
            | M::Vxorps
            | M::Vxorpd
            | M::Vpxorq
            | M::Vpxord => self.bitwise(m, i, Graph::xor)?,
            M::Pandn
            | M::Andnps
            | M::Andnpd
            | M::Vpandn
            | M::Vandnps
            | M::Vandnpd
            | M::Vpandnq
            | M::Vpandnd => self.bitwise(m, i, |graph, a, b| graph.and(not(a), b))?,
            M::Vpternlogd | M::Vpternlogq => {
                let a = self.vector(m, i, 0)?;
                let (b, c) = self.sources(m, i)?;
                let table = immediate(i);
                let bits = (0..a.len()).map(|n| self.ternary(table, [a[n], b[n], c[n]])).collect();
                self.merged(m, i, bits, element_of(i))?
            }
            M::Paddb
            | M::Vpaddb
            | M::Paddw
            | M::Vpaddw
            | M::Paddd
            | M::Vpaddd
            | M::Paddq
            | M::Vpaddq
            | M::Psubb
            | M::Vpsubb
            | M::Psubw
            | M::Vpsubw
            | M::Psubd
            | M::Vpsubd
            | M::Psubq
            | M::Vpsubq => {
                use M::{Psubb, Psubd, Psubq, Psubw, Vpsubb, Vpsubd, Vpsubq, Vpsubw};
                let subtractions = [Psubb, Psubd, Psubq, Psubw, Vpsubb, Vpsubd, Vpsubq, Vpsubw];
                let factor = if subtractions.contains(&i.mnemonic()) { u64::MAX } else { 1 };
                let (a, b) = self.sources(m, i)?;
                let size = element_of(i);
                if size == 1
                    && let Some(results) = self.byte_operation(m, i)?
                {
                    return Ok(Some(results));
                }
                let words = a.chunks(8 * size).zip(b.chunks(8 * size));
                let bits =
                    words.flat_map(|(a, b)| self.graph.sum(&[(a, 1), (b, factor)], 0)).collect();
                self.merged(m, i, bits, size)?
            }
            M::Pcmpgtb
            | M::Vpcmpgtb
            | M::Pcmpgtw
            | M::Vpcmpgtw
            | M::Pcmpgtd
            | M::Vpcmpgtd
            | M::Vpcmpgtq
                if i.op_register(0).is_vector_register() =>
            {
                let (a, b) = self.sources(m, i)?;
                if a.iter().any(|&bit| bit != ZERO) {
                    return Ok(None);
                }
                let size = element_of(i);
                let bits = b
                    .chunks(8 * size)
                    .flat_map(|word| vec![word[8 * size - 1]; 8 * size])
                    .collect();
                self.merged(m, i, bits, size)?
            }
            M::Packuswb | M::Vpackuswb | M::Packusdw | M::Vpackusdw => {
                let half = if matches!(i.mnemonic(), M::Packuswb | M::Vpackuswb) { 8 } else { 16 };
                let (a, b) = self.sources(m, i)?;
                let is_small = |word: &[Bit]| word[half..].iter().all(|&bit| bit == ZERO);
                if !a.chunks(2 * half).chain(b.chunks(2 * half)).all(is_small) {
                    return Ok(None);
                }
                let lanes = a.chunks(128).zip(b.chunks(128)).flat_map(|(a, b)| [a, b]);
                let words = lanes.flat_map(|lane| lane.chunks(2 * half));
                let bits = words.flat_map(|word| word[..half].to_vec()).collect();
                self.merged(m, i, bits, half / 8)?
            }
            M::Pblendvb | M::Vpblendvb | M::Blendvps | M::Vblendvps => {
                let size = if matches!(i.mnemonic(), M::Blendvps | M::Vblendvps) { 4 } else { 1 };
                let is_legacy = i.code().encoding() == EncodingKind::Legacy;
                let first = u32::from(!is_legacy);
                let (a, b) = (self.vector(m, i, first)?, self.vector(m, i, first + 1)?);
                let chosen =
                    if is_legacy { self.get(m, Place::Vector(0))? } else { self.vector(m, i, 3)? };
                let sign = |n: usize| chosen[n / (8 * size) * 8 * size + 8 * size - 1];
                let bits = (0..a.len()).map(|n| self.graph.select(sign(n), b[n], a[n])).collect();
                self.merged(m, i, bits, 16)?
            }
            M::Vpgatherdd | M::Vpgatherdq | M::Vpgatherqd | M::Vpgatherqq => {
                return self.gather(m, i);
            }

            M::Aesenc
            | M::Vaesenc
            | M::Aesenclast
            | M::Vaesenclast
            | M::Aesdec
            | M::Vaesdec
            | M::Aesdeclast
            | M::Vaesdeclast => {
                let (a, b) = self.sources(m, i)?;
                let lanes = a.chunks(128).zip(b.chunks(128));
                let bits = lanes.flat_map(|(a, b)| self.aes(i.mnemonic(), a, b)).collect();
                self.merged(m, i, bits, 16)?
            }
            M::Gf2p8affineqb | M::Vgf2p8affineqb | M::Gf2p8affineinvqb | M::Vgf2p8affineinvqb => {
                let (a, b) = self.sources(m, i)?;
                let is_inverse = matches!(i.mnemonic(), M::Gf2p8affineinvqb | M::Vgf2p8affineinvqb);
                let bits = (0..a.len() / 8).flat_map(|n| {
                    let byte = &a[8 * n..8 * n + 8];
                    let byte =
                        if is_inverse { self.bytewise(byte, &INVERSES) } else { byte.to_vec() };
                    self.affine(&byte, &b[n / 8 * 64..n / 8 * 64 + 64], immediate(i))
                });
                let bits = bits.collect();
                self.merged(m, i, bits, 1)?
            }
            M::Gf2p8mulb | M::Vgf2p8mulb => {
                let (a, b) = self.sources(m, i)?;
                let bytes = a.chunks(8).zip(b.chunks(8));
                let bits = bytes.flat_map(|(a, b)| self.byte_product(a, b)).collect();
                self.merged(m, i, bits, 1)?
            }
            M::Pclmulqdq | M::Vpclmulqdq => {
                let (a, b) = self.sources(m, i)?;
                let (first, second) =
                    (64 * usize::from(immediate(i) & 1), 64 * usize::from(immediate(i) >> 4 & 1));
                let lanes = a.chunks(128).zip(b.chunks(128));
                let bits = lanes
                    .flat_map(|(a, b)| {
                        let mut bits = self.product(&a[first..first + 64], &b[second..second + 64]);
                        bits.push(ZERO);
                        bits
                    })
                    .collect();
                self.merged(m, i, bits, 8)?
            }
            M::Sha1msg1
            | M::Sha1msg2
            | M::Sha1nexte
            | M::Sha1rnds4
            | M::Sha256msg1
            | M::Sha256msg2
            | M::Sha256rnds2 => {
                let (a, b) = (self.vector(m, i, 0)?, self.vector(m, i, 1)?);
                let extra = self.get(m, Place::Vector(0))?;
                let words = |bits: &[Bit]| -> Vec<Vec<Bit>> {
                    bits.chunks(32).take(4).map(<[Bit]>::to_vec).collect()
                };
                let bits = self.sha(i, &words(&a), &words(&b), &words(&extra)).concat();
                self.merged(m, i, bits, 16)?
            }
            M::Pshufb | M::Vpshufb | M::Vpermb | M::Vpermi2b | M::Vpermt2b => {
                return match self.byte_lookup(m, i)? {
                    Some(results) => Ok(Some(results)),
                    None => self.by_trial(m, decoded, effects),
                };
            }
            M::Paddusb
            | M::Vpaddusb
            | M::Psubusb
            | M::Vpsubusb
            | M::Paddsb
            | M::Vpaddsb
            | M::Psubsb
            | M::Vpsubsb
            | M::Pminub
            | M::Vpminub
            | M::Pmaxub
            | M::Vpmaxub
            | M::Pcmpeqb
            | M::Vpcmpeqb
            | M::Pcmpgtb
            | M::Vpcmpgtb
                if i.op_register(0).is_vector_register() =>
            {
                return self.byte_operation(m, i);
            }
            _ => return self.by_trial(m, decoded, effects),
        }))
    }

    /// Selects each element by a bit of the mask: from the second source if the bit is 1, and from the first source
    /// otherwise.
    fn blended(&mut self, m: &Machine, i: &Instruction) -> Result<Results> {
        let (a, b) = self.sources(m, i)?;
        let chosen = self.get(m, Place::Mask(i.op_mask().number()))?;
        let bits = 8 * element_of(i);
        let select = |n: usize| match i.zeroing_masking() {
            true => self.graph.select(chosen[n / bits], b[n], ZERO),
            false => self.graph.select(chosen[n / bits], b[n], a[n]),
        };
        let mut result: Vec<Bit> = (0..a.len()).map(select).collect();
        result.resize(512, ZERO);
        Ok(vec![(Place::Vector(i.op_register(0).number()), result)])
    }

    fn bitwise(
        &mut self,
        m: &Machine,
        i: &Instruction,
        f: impl Fn(&mut Graph, Bit, Bit) -> Bit,
    ) -> Result<Results> {
        let (a, b) = self.sources(m, i)?;
        let bits = a.iter().zip(&b).map(|(&a, &b)| f(&mut self.graph, a, b)).collect();
        let size = if matches!(i.mnemonic(), M::Vpandd | M::Vpord | M::Vpxord | M::Vpandnd) {
            4
        } else {
            8
        };
        self.merged(m, i, bits, size)
    }

    /// Applies a truth table to three bits. Bit 4a + 2b + c of the table is the result.
    fn ternary(&mut self, table: u8, bits: [Bit; 3]) -> Bit {
        if table == 0x96 {
            return bits.into_iter().fold(ZERO, |all, bit| self.graph.xor(all, bit));
        }
        let [a, b, c] = bits;
        let pairs = [0, 2, 4, 6].map(|by| [ZERO, not(c), c, ONE][usize::from(table >> by & 3)]);
        let low = self.graph.select(b, pairs[1], pairs[0]);
        let high = self.graph.select(b, pairs[3], pairs[2]);
        self.graph.select(a, high, low)
    }
}

/// If `a` or `b` is constant, returns the other operand and the constant. Returns `None` if neither is constant.
fn with_factor<'a>(a: &'a [Bit], b: &'a [Bit]) -> Option<(&'a [Bit], u64)> {
    match (constant_of(a), constant_of(b)) {
        (_, Some(factor)) => Some((a, factor)),
        (Some(factor), None) => Some((b, factor)),
        (None, None) => None,
    }
}

/// Returns the product of a word and a constant factor. The product is twice as long as the word. It is the sum of
/// copies of the word, shifted by the positions of the factor's 1 bits. Returns `None` if these copies overlap.
fn copies(word: &[Bit], factor: u64) -> Option<Vec<Bit>> {
    let mut product = vec![ZERO; 2 * word.len()];
    for by in (0..word.len()).filter(|by| factor >> by & 1 == 1) {
        for (n, &bit) in word.iter().enumerate().filter(|(_, bit)| **bit != ZERO) {
            if product[n + by] != ZERO {
                return None;
            }
            product[n + by] = bit;
        }
    }
    Some(product)
}
