//! Models of vector instructions from SSE2 to AVX-512. Each model computes the result and its secret bits. Each
//! register has a shadow, whose set bits mark its secret bits. An instruction that moves bits also moves their shadow.
//! For most other instructions, a secret bit in an element makes the whole element of the result secret. AES, SHA, GFNI
//! and carry-less products use the library's models, which its tests compare with the processor.

use std::sync::LazyLock;

use anyhow::{Result, ensure};
use iced_x86::{EncodingKind, Instruction, Mnemonic as M, OpKind, Register};

use crate::instructions as model;
use crate::integer::is_same;
use crate::machine::{Dependence, Machine, flag};
use crate::word::{self, Word, any, carried, extend, mask, sign};

/// Vector register of up to 64 bytes, lowest byte first, with its shadow bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    pub bytes: [u8; 64],
    pub secret: [u8; 64],
}

impl Default for Vector {
    fn default() -> Self {
        Self { bytes: [0; 64], secret: [0; 64] }
    }
}

impl Vector {
    /// Returns element `n` of the vector. Each element has `size` bytes.
    #[inline(always)]
    pub fn element(&self, size: usize, n: usize) -> Word {
        let place = n * size..(n + 1) * size;
        Word::new(word::read(&self.bytes[place.clone()]), word::read(&self.secret[place]))
    }

    #[inline(always)]
    pub fn set_element(&mut self, size: usize, n: usize, word: Word) {
        let place = n * size..(n + 1) * size;
        word::write(&mut self.bytes[place.clone()], word.bits);
        word::write(&mut self.secret[place], word.secret);
    }

    /// Creates a vector of `width` bytes from its elements.
    #[inline(always)]
    fn by_element(size: usize, width: usize, f: impl Fn(usize) -> Word) -> Self {
        let mut vector = Self::default();
        for n in 0..width / size {
            vector.set_element(size, n, f(n));
        }
        vector
    }

    /// Marks each group of `size` bytes as secret if any of its bits is secret in one of `sources`. Otherwise, marks
    /// the group as public.
    fn spread(&mut self, size: usize, sources: &[&Self], width: usize) {
        for at in (0..width).step_by(size) {
            let is_secret =
                sources.iter().any(|source| source.secret[at..at + size].iter().any(|&b| b != 0));
            self.secret[at..at + size].fill(if is_secret { 0xff } else { 0 });
        }
    }
}

/// Operands of a vector instruction, independent of its encoding.
struct Operands {
    /// Length of the result in bytes.
    width: usize,
    /// First source operand. In an instruction with only two operands, this operand is also the destination.
    a: Vector,
    /// Last source operand of the instruction.
    b: Vector,
    immediate: u8,
    /// Whether both sources are the same register.
    is_same: bool,
}

/// Rule that determines the secret bits of a result element from the secret bits of the operands' elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shadow {
    /// Rule for sums: all result bits from the lowest secret operand bit upwards are secret, because of carries.
    Carry,
    /// Rule for most instructions: if any operand bit is secret, the whole result element is secret.
    Whole,
}

/// Source of one element in the result of a shuffle: an element of operand A or B, or zero.
enum Pick {
    A(usize),
    B(usize),
    Zero,
}

/// Returns the number of operands of an instruction, not counting immediates and masks.
pub fn vector_operands(i: &Instruction) -> u32 {
    let is_operand = |n: &u32| matches!(i.op_kind(*n), OpKind::Register | OpKind::Memory);
    (0..i.op_count()).filter(is_operand).count() as u32
}

pub fn immediate(i: &Instruction) -> u8 {
    let last = i.op_count() - 1;
    if matches!(i.op_kind(last), OpKind::Register | OpKind::Memory) {
        0
    } else {
        i.immediate(last) as u8
    }
}

impl Machine {
    /// Reads a vector operand of `width` bytes: a register, memory, or one element in memory that is broadcast to all
    /// elements.
    fn vector_operand(&mut self, i: &Instruction, n: u32, width: usize) -> Result<Vector> {
        if i.op_kind(n) == OpKind::Register {
            let register = i.op_register(n);
            return Ok(if register.is_gpr() {
                let mut vector = Vector::default();
                vector.set_element(8, 0, self.general(register));
                vector
            } else {
                self.registers.vectors[register.number()]
            });
        }
        let (address, is_secret) = self.address(i);
        let mut vector = Vector::default();
        let size = if i.is_broadcast() {
            i.memory_size().element_size()
        } else {
            i.memory_size().size().min(width)
        };
        let (bytes, secret) = self.memory.slices(address, size)?;
        for (at, (byte, secret)) in bytes.iter().zip(secret).enumerate() {
            vector.bytes[at] = *byte;
            vector.secret[at] = if is_secret { 0xff } else { *secret };
        }
        if i.is_broadcast() {
            let element = vector;
            for at in size..width {
                vector.bytes[at] = element.bytes[at % size];
                vector.secret[at] = element.secret[at % size];
            }
        }
        Ok(vector)
    }

    fn operands(&mut self, i: &Instruction) -> Result<Operands> {
        let count = vector_operands(i);
        let to = i.op_register(0);
        let width = if to.is_vector_register() { to.size() } else { Self::size(i, count - 1) };
        let first = u32::from(count > 2);
        let is_register =
            i.op_kind(first) == OpKind::Register && i.op_register(first).is_vector_register();
        let a = if is_register { self.vector_operand(i, first, width)? } else { Vector::default() };
        let b = self.vector_operand(i, count - 1, width)?;
        Ok(Operands { width, a, b, immediate: immediate(i), is_same: is_same(i, first, count - 1) })
    }

    /// Returns the mask of an instruction, with one bit per element. If the instruction has no mask, all bits are set.
    fn element_mask(&self, i: &Instruction) -> Word {
        match i.op_mask() {
            Register::None => Word::public(u64::MAX),
            register => self.registers.masks[register.number()],
        }
    }

    /// Writes a result of `width` bytes to operand 0. Each element has `size` bytes. Elements that the mask excludes
    /// keep their value or become zero. The rest of the register is cleared, unless the encoding is older than VEX.
    fn finish(
        &mut self,
        i: &Instruction,
        result: &Vector,
        size: usize,
        width: usize,
    ) -> Result<()> {
        if i.op_kind(0) != OpKind::Register {
            let (address, _) = self.address(i);
            let is_masked = i.op_mask() != Register::None;
            let chosen = self.element_mask(i);
            for n in 0..width / size {
                let at = address + (n * size) as u64;
                let mut word = result.element(size, n);
                if is_masked {
                    match chosen.moved(|x| x >> n & 1) {
                        Word { bits: 0, secret: 0 } => continue,
                        choice => word = select(choice, word, self.memory.read(at, size)?),
                    }
                }
                self.memory.write(at, size, word)?;
            }
            return Ok(());
        }
        let number = i.op_register(0).number();
        let mut result = *result;
        if i.op_mask() != Register::None {
            let chosen = self.element_mask(i);
            let zero = Vector::default();
            let old = if i.zeroing_masking() { &zero } else { &self.registers.vectors[number] };
            for at in 0..width {
                let new = (result.bytes[at], result.secret[at]);
                let kept = (old.bytes[at], old.secret[at]);
                let choice = chosen.moved(|x| x >> (at / size) & 1);
                let (byte, secret) = if choice.bits == 1 { new } else { kept };
                let differing =
                    if choice.is_secret() { new.1 | kept.1 | (new.0 ^ kept.0) } else { 0 };
                (result.bytes[at], result.secret[at]) = (byte, secret | differing);
            }
        }
        let register = &mut self.registers.vectors[number];
        register.bytes[..width].copy_from_slice(&result.bytes[..width]);
        register.secret[..width].copy_from_slice(&result.secret[..width]);
        if i.code().encoding() != EncodingKind::Legacy {
            register.bytes[width..].fill(0);
            register.secret[width..].fill(0);
        }
        Ok(())
    }

    /// Applies `f` to each pair of elements with the same index. `size` is the size of an element in bytes.
    #[inline(always)]
    fn elements(
        &mut self,
        i: &Instruction,
        size: usize,
        shadow: Shadow,
        f: impl Fn(u64, u64) -> u64,
    ) -> Result<()> {
        let Operands { width, a, b, is_same, .. } = self.operands(i)?;
        let result = Vector::by_element(size, width, |n| {
            let (a, b) = (a.element(size, n), b.element(size, n));
            let bits = f(a.bits, b.bits);
            let secret = a.secret | b.secret;
            // Subtracting a register from itself, or comparing it with itself, gives a constant. The result is then
            // public even if the register is secret.
            let is_constant = is_same && [1, 0x80, mask(size)].iter().all(|&x| f(x, x) == f(0, 0));
            match shadow {
                _ if is_constant => Word::public(bits),
                Shadow::Carry => Word::new(bits, carried(secret)),
                Shadow::Whole => Word::new(bits, any(secret)),
            }
        });
        self.finish(i, &result, size, width)
    }

    /// Applies a bitwise function `f`, 64 bits at a time. `size` is the size in bytes of the elements that the mask
    /// selects.
    #[inline(always)]
    fn bitwise(
        &mut self,
        i: &Instruction,
        size: usize,
        f: impl Fn(Word, Word) -> Word,
    ) -> Result<()> {
        let Operands { width, a, b, .. } = self.operands(i)?;
        let result = Vector::by_element(8, width, |n| f(a.element(8, n), b.element(8, n)));
        self.finish(i, &result, size, width)
    }

    /// Builds the result from elements of the operands. `pick` returns the source of each element.
    #[inline(always)]
    fn shuffle(
        &mut self,
        i: &Instruction,
        size: usize,
        pick: impl Fn(usize, u8) -> Pick,
    ) -> Result<()> {
        let Operands { width, a, b, immediate, .. } = self.operands(i)?;
        let result = Vector::by_element(size, width, |n| match pick(n, immediate) {
            Pick::A(from) => a.element(size, from),
            Pick::B(from) => b.element(size, from),
            Pick::Zero => Word::default(),
        });
        self.finish(i, &result, size, width)
    }

    /// Selects elements of one or two tables by index. A secret index makes the selected element secret.
    fn permute(
        &mut self,
        i: &Instruction,
        size: usize,
        indices: &Vector,
        tables: [&Vector; 2],
        width: usize,
    ) -> Result<()> {
        let count = width / size;
        let is_double = !std::ptr::eq(tables[0], tables[1]);
        let range = if is_double { 2 * count } else { count } as u64 - 1;
        let result = Vector::by_element(size, width, |n| {
            let index = indices.element(size, n);
            let from = (index.bits & range) as usize;
            let mut word = tables[usize::from(from >= count)].element(size, from % count);
            word.secret |= any(index.secret & range);
            word
        });
        self.finish(i, &result, size, width)
    }

    /// Shifts or rotates elements. The shift count is an immediate or the lower half of a register, or each element has
    /// its own count.
    fn vector_shift(
        &mut self,
        i: &Instruction,
        size: usize,
        by_element: bool,
        f: impl Fn(u64, u64) -> u64,
    ) -> Result<()> {
        let last = i.op_count() - 1;
        let is_immediate = !matches!(i.op_kind(last), OpKind::Register | OpKind::Memory);
        let source = if is_immediate { last - 1 } else { last.max(2) - 1 };
        let source = if last == 1 { 0 } else { source };
        let width = i.op_register(0).size();
        let a = self.vector_operand(i, source, width)?;
        let counts = if is_immediate {
            let mut counts = Vector::default();
            counts.bytes[0] = immediate(i);
            counts
        } else {
            self.vector_operand(i, last, if by_element { width } else { 16 })?
        };
        let result = Vector::by_element(size, width, |n| {
            let by = if by_element && !is_immediate {
                counts.element(size, n)
            } else {
                counts.element(8, 0)
            };
            let mut word = a.element(size, n).moved(|x| f(x, by.bits));
            word.secret |= any(by.secret);
            word
        });
        self.finish(i, &result, size, width)
    }

    /// Computes the result with `f`, the library's model of the instruction. If a group of `size` bytes in an operand
    /// has a secret bit, the same group of the result is secret.
    fn modelled(
        &mut self,
        i: &Instruction,
        size: usize,
        f: impl Fn(&Operands) -> [u8; 64],
    ) -> Result<()> {
        let operands = self.operands(i)?;
        let mut result = Vector { bytes: f(&operands), secret: [0; 64] };
        result.spread(size, &[&operands.a, &operands.b], operands.width);
        self.finish(i, &result, 1, operands.width)
    }

    /// Compares the elements of two vectors in pairs, and writes one result bit per pair to a mask register.
    fn compare(
        &mut self,
        i: &Instruction,
        size: usize,
        f: impl Fn(Word, Word) -> Word,
    ) -> Result<()> {
        let count = vector_operands(i);
        let width = i.op_register(if count > 2 { 1 } else { count - 1 }).size();
        let (a, b) = if count > 2 {
            (self.vector_operand(i, 1, width)?, self.vector_operand(i, 2, width)?)
        } else {
            let source = self.vector_operand(i, 1, width)?;
            (source, source)
        };
        let mut result = Word::default();
        for n in 0..width / size {
            let bit = f(a.element(size, n), b.element(size, n));
            result = result.or(bit.moved(|x| (x & 1) << n));
        }
        let chosen = self.element_mask(i);
        self.registers.masks[i.op_register(0).number()] = result.and(chosen);
        Ok(())
    }

    /// Moves an integer between vectors, memory and general registers.
    fn transfer(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let source = self.vector_operand(i, 1, size)?;
        let word = source.element(size, 0);
        if i.op_kind(0) == OpKind::Memory || i.op_register(0).is_gpr() {
            return self.set_operand(i, 0, word);
        }
        let mut result = Vector::default();
        result.set_element(size, 0, word);
        self.finish(i, &result, 16, 16)
    }

    /// Loads, stores or merges the lowest element (`movss`, `movsd`).
    fn lowest(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let count = vector_operands(i);
        let source = self.vector_operand(i, count - 1, size)?;
        let word = source.element(size, 0);
        if i.op_kind(0) == OpKind::Memory {
            return self.set_operand(i, 0, word);
        }
        let mut result = match count {
            3 => self.vector_operand(i, 1, 16)?,
            _ if i.op_kind(1) == OpKind::Register => self.vector_operand(i, 0, 16)?,
            _ => Vector::default(),
        };
        result.set_element(size, 0, word);
        self.finish(i, &result, 16, 16)
    }

    /// Loads or stores 8 bytes as one half of a 16-byte register (`movlps`, `movhps` and similar instructions).
    fn half(&mut self, i: &Instruction, half: usize) -> Result<()> {
        let count = vector_operands(i);
        if i.op_kind(0) == OpKind::Memory {
            let word = self.vector_operand(i, 1, 16)?.element(8, half);
            return self.set_operand(i, 0, word);
        }
        let from = self.vector_operand(i, count - 1, 16)?;
        // `movhlps` reads the upper half of its source; all other instructions read the lower half.
        let is_upper = matches!(i.mnemonic(), M::Movhlps | M::Vmovhlps);
        let mut result = self.vector_operand(i, count - 2, 16)?;
        result.set_element(8, half, from.element(8, is_upper.into()));
        self.finish(i, &result, 16, 16)
    }

    /// Fills the result with copies of the first `size` bytes of the last operand. `masked` is the size in bytes of the
    /// elements that the mask selects.
    fn broadcast(&mut self, i: &Instruction, size: usize, masked: usize) -> Result<()> {
        let width = i.op_register(0).size();
        let source = self.vector_operand(i, 1, size)?;
        let mut result = Vector::default();
        for at in 0..width {
            result.bytes[at] = source.bytes[at % size];
            result.secret[at] = source.secret[at % size];
        }
        self.finish(i, &result, masked, width)
    }

    fn extract(&mut self, i: &Instruction, size: usize, masked: usize) -> Result<()> {
        let width = i.op_register(1).size();
        let source = self.vector_operand(i, 1, width)?;
        let at = usize::from(immediate(i)) % (width / size) * size;
        let mut result = Vector::default();
        result.bytes[..size].copy_from_slice(&source.bytes[at..at + size]);
        result.secret[..size].copy_from_slice(&source.secret[at..at + size]);
        self.finish(i, &result, masked, size)
    }

    fn insert(&mut self, i: &Instruction, size: usize, masked: usize) -> Result<()> {
        let width = i.op_register(0).size();
        let mut result = self.vector_operand(i, 1, width)?;
        let part = self.vector_operand(i, 2, size)?;
        let at = usize::from(immediate(i)) % (width / size) * size;
        result.bytes[at..at + size].copy_from_slice(&part.bytes[..size]);
        result.secret[at..at + size].copy_from_slice(&part.secret[..size]);
        self.finish(i, &result, masked, width)
    }

    fn extract_element(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let source = self.vector_operand(i, 1, 16)?;
        let word = source.element(size, usize::from(immediate(i)) % (16 / size));
        self.set_operand(i, 0, word)
    }

    fn insert_element(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let count = vector_operands(i);
        let mut result = self.vector_operand(i, count - 2, 16)?;
        let word = self.vector_operand(i, count - 1, size)?.element(size, 0);
        result.set_element(size, usize::from(immediate(i)) % (16 / size), word);
        self.finish(i, &result, 16, 16)
    }

    /// Widens or narrows each element from `from` bytes to `to` bytes.
    fn convert(
        &mut self,
        i: &Instruction,
        from: usize,
        to: usize,
        f: impl Fn(u64) -> u64,
    ) -> Result<()> {
        let count =
            if to > from { i.op_register(0).size() / to } else { i.op_register(1).size() / from };
        let source = self.vector_operand(i, 1, count * from)?;
        let result = Vector::by_element(to, count * to, |n| source.element(from, n).moved(&f));
        let width =
            if i.op_kind(0) == OpKind::Register { (count * to).max(16) } else { count * to };
        self.finish(i, &result, to, width)
    }

    /// Narrows the elements of two vectors with saturation, separately in each 16-byte lane.
    fn pack(&mut self, i: &Instruction, from: usize, f: impl Fn(u64) -> u64) -> Result<()> {
        let Operands { width, a, b, .. } = self.operands(i)?;
        let half = 8 / (from / 2);
        let result = Vector::by_element(from / 2, width, |n| {
            let (lane, place) = (n / (2 * half), n % (2 * half));
            let source = if place < half { &a } else { &b };
            let word = source.element(from, lane * half + place % half);
            Word::new(f(extend(word.bits, from)), any(word.secret))
        });
        self.finish(i, &result, from / 2, width)
    }

    /// Applies `f` to the lowest double-precision numbers of two registers. If any of their bits is secret, the whole
    /// result is secret. This coarse rule suffices, because the project never computes with secret floating-point
    /// numbers.
    fn double(&mut self, i: &Instruction, f: impl Fn(f64, f64) -> f64) -> Result<()> {
        let Operands { mut a, b, .. } = self.operands(i)?;
        let (x, y) = (a.element(8, 0), b.element(8, 0));
        let bits = f(f64::from_bits(x.bits), f64::from_bits(y.bits)).to_bits();
        a.set_element(8, 0, Word::new(bits, any(x.secret | y.secret)));
        self.finish(i, &a, 16, 16)
    }

    /// Applies `f` to the lower `bits` bits of mask registers.
    fn on_masks(&mut self, i: &Instruction, bits: u32, f: impl Fn(Word, Word, u32) -> Word) {
        let keep = u64::MAX >> (64 - bits);
        let mask = |n: u32| self.registers.masks[i.op_register(n).number()].moved(|x| x & keep);
        let a = mask(1);
        let (b, by) = if i.op_count() > 2 && i.op_kind(2) == OpKind::Register {
            (mask(2), 0)
        } else {
            (a, u32::from(immediate(i)))
        };
        let result = f(a, b, by).moved(|x| x & keep);
        self.registers.masks[i.op_register(0).number()] = result;
    }

    /// Moves a mask between mask registers, general registers and memory.
    fn move_mask(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let is_mask = |n: u32| i.op_kind(n) == OpKind::Register && i.op_register(n).is_k();
        let word = if is_mask(1) {
            self.registers.masks[i.op_register(1).number()]
        } else {
            self.operand(i, 1)?
        };
        let word = word.low(size);
        if is_mask(0) {
            self.registers.masks[i.op_register(0).number()] = word;
            return Ok(());
        }
        self.set_operand(i, 0, word)
    }

    /// Loads one element for each index. A secret index is reported as a secret address.
    fn gather(&mut self, i: &Instruction, index_size: usize, size: usize) -> Result<()> {
        let to = i.op_register(0);
        ensure!(i.op_mask() != Register::None, "gather of AVX2 has no model");
        let indices = self.registers.vectors[i.memory_index().number()];
        let chosen = self.element_mask(i);
        let base = match i.memory_base() {
            Register::None => Word::default(),
            base => self.general(base),
        };
        let mut result = self.registers.vectors[to.number()];
        let count = (to.size() / size).min(i.memory_index().size() / index_size);
        let mut secret = base.secret;
        for n in 0..count {
            let index = indices.element(index_size, n);
            let is_chosen = chosen.bits >> n & 1 == 1;
            secret |= if is_chosen { index.secret } else { 0 };
            if is_chosen {
                let offset =
                    extend(index.bits, index_size).wrapping_mul(i.memory_index_scale().into());
                let address =
                    base.bits.wrapping_add(offset).wrapping_add(i.memory_displacement64());
                let mut word = self.memory.read(address, size)?;
                word.secret |= any(index.secret);
                result.set_element(size, n, word);
            }
        }
        if secret != 0 {
            self.report(i, Dependence::Address);
        }
        result.bytes[count * size..].fill(0);
        result.secret[count * size..].fill(0);
        self.registers.vectors[to.number()] = result;
        self.registers.masks[i.op_mask().number()] = Word::default();
        Ok(())
    }

    /// Executes a vector instruction. Returns `false` if the instruction has no model.
    #[expect(clippy::too_many_lines, reason = "the match has one line per instruction")]
    pub fn vector(&mut self, i: &Instruction) -> Result<bool> {
        use Shadow::{Carry, Whole};
        let signed = |x: u64, size: usize| extend(x, size).cast_signed();
        match i.mnemonic() {
            M::Movaps
            | M::Movups
            | M::Movdqa
            | M::Movdqu
            | M::Movapd
            | M::Movupd
            | M::Lddqu
            | M::Movntdq
            | M::Movntps
            | M::Vmovaps
            | M::Vmovups
            | M::Vmovdqa
            | M::Vmovdqu
            | M::Vlddqu
            | M::Vmovdqa32
            | M::Vmovdqu32
            | M::Vmovapd
            | M::Vmovupd
            | M::Vmovdqa64
            | M::Vmovdqu64
            | M::Vmovdqu8
            | M::Vmovdqu16
            | M::Vmovntdq => {
                let size = match i.mnemonic() {
                    M::Vmovdqu8 => 1,
                    M::Vmovdqu16 => 2,
                    M::Vmovdqa32 | M::Vmovdqu32 | M::Vmovaps | M::Vmovups => 4,
                    _ => 8,
                };
                let Operands { width, b, .. } = self.operands(i)?;
                self.finish(i, &b, size, width)?;
            }
            M::Movd | M::Vmovd => self.transfer(i, 4)?,
            M::Movq | M::Vmovq => self.transfer(i, 8)?,
            M::Movss | M::Vmovss => self.lowest(i, 4)?,
            M::Movsd | M::Vmovsd => self.lowest(i, 8)?,
            M::Movlps | M::Movlpd | M::Vmovlps | M::Vmovlpd | M::Movhlps | M::Vmovhlps => {
                self.half(i, 0)?
            }
            M::Movhps | M::Movhpd | M::Vmovhps | M::Vmovhpd | M::Movlhps | M::Vmovlhps => {
                self.half(i, 1)?
            }
            M::Movddup | M::Vmovddup => self.shuffle(i, 8, |n, _| Pick::B(n & !1))?,
            M::Vpbroadcastb => self.broadcast(i, 1, 1)?,
            M::Vpbroadcastw => self.broadcast(i, 2, 2)?,
            M::Vpbroadcastd | M::Vbroadcastss => self.broadcast(i, 4, 4)?,
            M::Vpbroadcastq | M::Vbroadcastsd => self.broadcast(i, 8, 8)?,
            M::Vbroadcasti128 | M::Vbroadcastf128 | M::Vbroadcasti32x4 | M::Vbroadcastf32x4 => {
                self.broadcast(i, 16, 4)?
            }
            M::Vbroadcasti64x2 | M::Vbroadcastf64x2 => self.broadcast(i, 16, 8)?,
            M::Vbroadcasti64x4 | M::Vbroadcastf64x4 => self.broadcast(i, 32, 8)?,
            M::Vbroadcasti32x8 | M::Vbroadcastf32x8 => self.broadcast(i, 32, 4)?,
            M::Vextracti128 | M::Vextractf128 | M::Vextracti32x4 | M::Vextractf32x4 => {
                self.extract(i, 16, 4)?
            }
            M::Vextracti64x2 | M::Vextractf64x2 => self.extract(i, 16, 8)?,
            M::Vextracti64x4 | M::Vextractf64x4 => self.extract(i, 32, 8)?,
            M::Vextracti32x8 | M::Vextractf32x8 => self.extract(i, 32, 4)?,
            M::Vinserti128 | M::Vinsertf128 | M::Vinserti32x4 | M::Vinsertf32x4 => {
                self.insert(i, 16, 4)?
            }
            M::Vinserti64x2 | M::Vinsertf64x2 => self.insert(i, 16, 8)?,
            M::Vinserti64x4 | M::Vinsertf64x4 => self.insert(i, 32, 8)?,
            M::Vinserti32x8 | M::Vinsertf32x8 => self.insert(i, 32, 4)?,
            M::Pextrb | M::Vpextrb => self.extract_element(i, 1)?,
            M::Pextrw | M::Vpextrw => self.extract_element(i, 2)?,
            M::Pextrd | M::Vpextrd | M::Extractps | M::Vextractps => self.extract_element(i, 4)?,
            M::Pextrq | M::Vpextrq => self.extract_element(i, 8)?,
            M::Pinsrb | M::Vpinsrb => self.insert_element(i, 1)?,
            M::Pinsrw | M::Vpinsrw => self.insert_element(i, 2)?,
            M::Pinsrd | M::Vpinsrd => self.insert_element(i, 4)?,
            M::Pinsrq | M::Vpinsrq => self.insert_element(i, 8)?,
            M::Insertps | M::Vinsertps => {
                let Operands { a, b, immediate, .. } = self.operands(i)?;
                let is_memory = i.op_kind(vector_operands(i) - 1) == OpKind::Memory;
                let from = if is_memory { 0 } else { usize::from(immediate >> 6) };
                let to = usize::from(immediate >> 4 & 3);
                let result = Vector::by_element(4, 16, |n| {
                    let word = if n == to { b.element(4, from) } else { a.element(4, n) };
                    if immediate >> n & 1 == 1 { Word::default() } else { word }
                });
                self.finish(i, &result, 16, 16)?;
            }

            M::Pand | M::Andps | M::Andpd | M::Vpand | M::Vandps | M::Vandpd | M::Vpandq => {
                self.bitwise(i, 8, Word::and)?
            }
            M::Vpandd => self.bitwise(i, 4, Word::and)?,
            M::Por | M::Orps | M::Orpd | M::Vpor | M::Vorps | M::Vorpd | M::Vporq => {
                self.bitwise(i, 8, Word::or)?
            }
            M::Vpord => self.bitwise(i, 4, Word::or)?,
            M::Pxor
            | M::Xorps
            | M::Xorpd
            | M::Vpxor
            | M::Vxorps
            | M::Vxorpd
            | M::Vpxorq
            | M::Vpxord => {
                if self.clears(i) {
                    let width = i.op_register(0).size();
                    self.finish(i, &Vector::default(), 8, width)?;
                } else {
                    self.bitwise(i, if i.mnemonic() == M::Vpxord { 4 } else { 8 }, Word::xor)?;
                }
            }
            M::Pandn | M::Andnps | M::Andnpd | M::Vpandn | M::Vandnps | M::Vandnpd | M::Vpandnq => {
                self.bitwise(i, 8, |a, b| a.not().and(b))?;
            }
            M::Vpandnd => self.bitwise(i, 4, |a, b| a.not().and(b))?,
            M::Vpternlogd | M::Vpternlogq => self.ternary(i)?,

            // Sums, products and comparisons, element by element.
            M::Paddb | M::Vpaddb => self.elements(i, 1, Carry, u64::wrapping_add)?,
            M::Paddw | M::Vpaddw => self.elements(i, 2, Carry, u64::wrapping_add)?,
            M::Paddd | M::Vpaddd => self.elements(i, 4, Carry, u64::wrapping_add)?,
            M::Paddq | M::Vpaddq => self.elements(i, 8, Carry, u64::wrapping_add)?,
            M::Psubb | M::Vpsubb => self.elements(i, 1, Carry, u64::wrapping_sub)?,
            M::Psubw | M::Vpsubw => self.elements(i, 2, Carry, u64::wrapping_sub)?,
            M::Psubd | M::Vpsubd => self.elements(i, 4, Carry, u64::wrapping_sub)?,
            M::Psubq | M::Vpsubq => self.elements(i, 8, Carry, u64::wrapping_sub)?,
            M::Paddusb | M::Vpaddusb => self.elements(i, 1, Whole, |a, b| (a + b).min(255))?,
            M::Psubusb | M::Vpsubusb => self.elements(i, 1, Whole, u64::saturating_sub)?,
            M::Paddsb | M::Vpaddsb => self.elements(i, 1, Whole, |a, b| {
                (signed(a, 1) + signed(b, 1)).clamp(-128, 127).cast_unsigned()
            })?,
            M::Psubsb | M::Vpsubsb => self.elements(i, 1, Whole, |a, b| {
                (signed(a, 1) - signed(b, 1)).clamp(-128, 127).cast_unsigned()
            })?,
            M::Pminub | M::Vpminub => self.elements(i, 1, Whole, u64::min)?,
            M::Pmaxub | M::Vpmaxub => self.elements(i, 1, Whole, u64::max)?,
            M::Pmullw | M::Vpmullw => self.elements(i, 2, Carry, u64::wrapping_mul)?,
            M::Pmulld | M::Vpmulld => self.elements(i, 4, Carry, u64::wrapping_mul)?,
            M::Vpmullq => self.elements(i, 8, Carry, u64::wrapping_mul)?,
            M::Pmulhuw | M::Vpmulhuw => self.elements(i, 2, Whole, |a, b| (a * b) >> 16)?,
            M::Pmuludq | M::Vpmuludq => {
                let Operands { width, a, b, .. } = self.operands(i)?;
                let result = Vector::by_element(8, width, |n| {
                    let (a, b) = (a.element(8, n).low(4), b.element(8, n).low(4));
                    Word::new(a.bits * b.bits, carried(a.secret | b.secret))
                });
                self.finish(i, &result, 8, width)?;
            }
            M::Vpmadd52luq | M::Vpmadd52huq => {
                let is_high = i.mnemonic() == M::Vpmadd52huq;
                let Operands { width, a, b, .. } = self.operands(i)?;
                let to = self.vector_operand(i, 0, width)?;
                let keep = (1 << 52) - 1;
                let result = Vector::by_element(8, width, |n| {
                    let [a, b] = [a, b].map(|vector| vector.element(8, n).moved(|x| x & keep));
                    let product = u128::from(a.bits) * u128::from(b.bits);
                    let part = (product >> if is_high { 52 } else { 0 }) as u64 & keep;
                    let secret = a.secret | b.secret;
                    let secret = if is_high { any(secret) } else { carried(secret) };
                    let sum = to.element(8, n);
                    Word::new(sum.bits.wrapping_add(part), carried(sum.secret | secret))
                });
                self.finish(i, &result, 8, width)?;
            }
            M::Psadbw | M::Vpsadbw => self.elements(i, 8, Whole, |a, b| {
                let bytes = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
                bytes.map(|(a, b)| u64::from(a.abs_diff(b))).sum()
            })?,
            M::Pcmpeqb
            | M::Pcmpeqw
            | M::Pcmpeqd
            | M::Pcmpeqq
            | M::Vpcmpeqb
            | M::Vpcmpeqw
            | M::Vpcmpeqd
            | M::Vpcmpeqq => {
                let size = element_of(i);
                if i.op_register(0).is_k() {
                    self.compare(i, size, |a, b| {
                        Word::new((a.bits == b.bits).into(), a.xor(b).is_zero_secret().into())
                    })?;
                } else {
                    self.elements(i, size, Whole, |a, b| any(u64::from(a == b)))?;
                }
            }
            M::Pcmpgtb
            | M::Pcmpgtw
            | M::Pcmpgtd
            | M::Pcmpgtq
            | M::Vpcmpgtb
            | M::Vpcmpgtw
            | M::Vpcmpgtd
            | M::Vpcmpgtq => {
                let size = element_of(i);
                if i.op_register(0).is_k() {
                    self.compare(i, size, |a, b| {
                        let is_greater = signed(a.bits, size) > signed(b.bits, size);
                        Word::new(is_greater.into(), (a.secret | b.secret != 0).into())
                    })?;
                } else {
                    self.greater(i, size)?;
                }
            }
            M::Vpcmpb | M::Vpcmpw | M::Vpcmpd | M::Vpcmpq => {
                let (size, code) = (element_of(i), immediate(i));
                self.compare(i, size, |a, b| {
                    let order = signed(a.bits, size).cmp(&signed(b.bits, size));
                    Word::new(predicate(code, order).into(), (a.secret | b.secret != 0).into())
                })?;
            }
            M::Vpcmpub | M::Vpcmpuw | M::Vpcmpud | M::Vpcmpuq => {
                let (size, code) = (element_of(i), immediate(i));
                self.compare(i, size, |a, b| {
                    Word::new(
                        predicate(code, a.bits.cmp(&b.bits)).into(),
                        (a.secret | b.secret != 0).into(),
                    )
                })?;
            }
            M::Vptestmb
            | M::Vptestmw
            | M::Vptestmd
            | M::Vptestmq
            | M::Vptestnmb
            | M::Vptestnmw
            | M::Vptestnmd
            | M::Vptestnmq => {
                let is_negated = matches!(
                    i.mnemonic(),
                    M::Vptestnmb | M::Vptestnmw | M::Vptestnmd | M::Vptestnmq
                );
                self.compare(i, element_of(i), |a, b| {
                    let both = a.and(b);
                    Word::new(((both.bits != 0) != is_negated).into(), both.is_zero_secret().into())
                })?;
            }
            M::Vpmovb2m | M::Vpmovw2m | M::Vpmovd2m | M::Vpmovq2m => {
                let size = element_of(i);
                self.compare(i, size, |a, _| a.moved(|x| u64::from(x & sign(size) != 0)))?;
            }
            M::Vpmovm2b | M::Vpmovm2w | M::Vpmovm2d | M::Vpmovm2q => {
                let (size, width) = (element_of(i), i.op_register(0).size());
                let mask = self.registers.masks[i.op_register(1).number()];
                let result = Vector::by_element(size, width, |n| mask.moved(|x| any(x >> n & 1)));
                self.finish(i, &result, size, width)?;
            }
            M::Pmovmskb | M::Vpmovmskb => self.signs(i, 1)?,
            M::Movmskps | M::Vmovmskps => self.signs(i, 4)?,
            M::Movmskpd | M::Vmovmskpd => self.signs(i, 8)?,
            M::Ptest | M::Vptest => {
                let width = i.op_register(0).size();
                let (a, b) = (self.vector_operand(i, 0, width)?, self.vector_operand(i, 1, width)?);
                let (mut both, mut rest) = (Word::default(), Word::default());
                for n in 0..width / 8 {
                    both = both.or(a.element(8, n).and(b.element(8, n)));
                    rest = rest.or(a.element(8, n).not().and(b.element(8, n)));
                }
                self.registers.flags.put(flag::ALL, false, false);
                self.registers.flags.put(flag::ZERO, both.bits == 0, both.is_zero_secret());
                self.registers.flags.put(flag::CARRY, rest.bits == 0, rest.is_zero_secret());
            }

            M::Psllw | M::Vpsllw => self.vector_shift(i, 2, false, |x, by| left(x, by, 2))?,
            M::Pslld | M::Vpslld => self.vector_shift(i, 4, false, |x, by| left(x, by, 4))?,
            M::Psllq | M::Vpsllq => self.vector_shift(i, 8, false, |x, by| left(x, by, 8))?,
            M::Psrlw | M::Vpsrlw => self.vector_shift(i, 2, false, right)?,
            M::Psrld | M::Vpsrld => self.vector_shift(i, 4, false, right)?,
            M::Psrlq | M::Vpsrlq => self.vector_shift(i, 8, false, right)?,
            M::Psraw | M::Vpsraw => {
                self.vector_shift(i, 2, false, |x, by| right_signed(x, by, 2))?
            }
            M::Psrad | M::Vpsrad => {
                self.vector_shift(i, 4, false, |x, by| right_signed(x, by, 4))?
            }
            M::Vpsraq => self.vector_shift(i, 8, false, |x, by| right_signed(x, by, 8))?,
            M::Vpsllvw => self.vector_shift(i, 2, true, |x, by| left(x, by, 2))?,
            M::Vpsllvd => self.vector_shift(i, 4, true, |x, by| left(x, by, 4))?,
            M::Vpsllvq => self.vector_shift(i, 8, true, |x, by| left(x, by, 8))?,
            M::Vpsrlvw => self.vector_shift(i, 2, true, right)?,
            M::Vpsrlvd => self.vector_shift(i, 4, true, right)?,
            M::Vpsrlvq => self.vector_shift(i, 8, true, right)?,
            M::Vpsravd => self.vector_shift(i, 4, true, |x, by| right_signed(x, by, 4))?,
            M::Vprold | M::Vprolvd => self.vector_shift(i, 4, true, |x, by| rotate(x, by, 4))?,
            M::Vprolq | M::Vprolvq => self.vector_shift(i, 8, true, |x, by| rotate(x, by, 8))?,
            M::Vprord | M::Vprorvd => {
                self.vector_shift(i, 4, true, |x, by| rotate(x, 32 - by % 32, 4))?
            }
            M::Vprorq | M::Vprorvq => {
                self.vector_shift(i, 8, true, |x, by| rotate(x, 64 - by % 64, 8))?
            }

            M::Pslldq | M::Vpslldq | M::Psrldq | M::Vpsrldq => {
                let is_left = matches!(i.mnemonic(), M::Pslldq | M::Vpslldq);
                let width = i.op_register(0).size();
                let source = self.vector_operand(i, i.op_count() - 2, width)?;
                let by = usize::from(immediate(i)).min(16);
                let result = Vector::by_element(1, width, |n| {
                    let place = if is_left { (n % 16).checked_sub(by) } else { Some(n % 16 + by) };
                    let place = place.filter(|&place| place < 16);
                    place.map_or(Word::default(), |place| source.element(1, n / 16 * 16 + place))
                });
                self.finish(i, &result, 16, width)?;
            }
            M::Palignr | M::Vpalignr => {
                self.shuffle(i, 1, |n, by| match n % 16 + usize::from(by) {
                    place @ 0..16 => Pick::B(n / 16 * 16 + place),
                    place @ 16..32 => Pick::A(n / 16 * 16 + place - 16),
                    _ => Pick::Zero,
                })?
            }
            M::Valignd | M::Valignq => {
                let size = if i.mnemonic() == M::Valignd { 4 } else { 8 };
                let count = i.op_register(0).size() / size;
                self.shuffle(i, size, |n, by| match n + usize::from(by) % count {
                    place if place < count => Pick::B(place),
                    place => Pick::A(place - count),
                })?;
            }
            M::Pshufb | M::Vpshufb => {
                let Operands { width, a, b, .. } = self.operands(i)?;
                let result = Vector::by_element(1, width, |n| {
                    let index = b.element(1, n);
                    let from = a.element(1, n / 16 * 16 + index.bits as usize % 16);
                    let mut word = if index.bits < 128 { from } else { Word::default() };
                    word.secret |= any(index.secret & 0x8f);
                    word
                });
                self.finish(i, &result, 1, width)?;
            }
            M::Pshufd | M::Vpshufd => {
                self.shuffle(i, 4, |n, order| Pick::B(n & !3 | two_bits(order, n)))?
            }
            M::Vpermilps if i.op_kind(2) == OpKind::Immediate8 => {
                self.shuffle(i, 4, |n, order| Pick::B(n & !3 | two_bits(order, n)))?
            }
            M::Vpermilpd if i.op_kind(2) == OpKind::Immediate8 => {
                self.shuffle(i, 8, |n, order| Pick::B(n & !1 | usize::from(order >> n & 1)))?
            }
            M::Pshuflw | M::Vpshuflw => self.shuffle(i, 2, |n, order| {
                Pick::B(if n & 4 == 0 { n & !3 | two_bits(order, n) } else { n })
            })?,
            M::Pshufhw | M::Vpshufhw => self.shuffle(i, 2, |n, order| {
                Pick::B(if n & 4 == 0 { n } else { n & !3 | two_bits(order, n) })
            })?,
            M::Shufps | M::Vshufps => self.shuffle(i, 4, |n, order| {
                let from = n & !3 | two_bits(order, n);
                if n & 2 == 0 { Pick::A(from) } else { Pick::B(from) }
            })?,
            M::Shufpd | M::Vshufpd => self.shuffle(i, 8, |n, order| {
                let from = n & !1 | usize::from(order >> n & 1);
                if n & 1 == 0 { Pick::A(from) } else { Pick::B(from) }
            })?,
            M::Vpermq | M::Vpermpd
                if !matches!(i.op_kind(2), OpKind::Register | OpKind::Memory) =>
            {
                self.shuffle(i, 8, |n, order| Pick::B(n & !3 | two_bits(order, n)))?;
            }
            M::Vperm2i128 | M::Vperm2f128 => self.shuffle(i, 8, |n, order| {
                let field = order >> (4 * (n / 2));
                let from = 2 * usize::from(field & 1) + n % 2;
                match field & 10 {
                    0 => Pick::A(from),
                    2 => Pick::B(from),
                    _ => Pick::Zero,
                }
            })?,
            M::Vshufi64x2 | M::Vshufi32x4 | M::Vshuff64x2 | M::Vshuff32x4 => {
                let size =
                    if matches!(i.mnemonic(), M::Vshufi64x2 | M::Vshuff64x2) { 8 } else { 4 };
                let per_lane = 16 / size;
                let lanes = i.op_register(0).size() / 16;
                self.shuffle(i, size, |n, order| {
                    let lane = n / per_lane;
                    let field = if lanes == 4 {
                        two_bits(order, lane)
                    } else {
                        usize::from(order >> lane & 1)
                    };
                    let from = field * per_lane + n % per_lane;
                    if lane < lanes / 2 { Pick::A(from) } else { Pick::B(from) }
                })?;
            }
            M::Vpermb | M::Vpermw | M::Vpermd | M::Vpermq | M::Vpermps | M::Vpermpd => {
                let Operands { width, a, b, .. } = self.operands(i)?;
                self.permute(i, element_of(i), &a, [&b, &b], width)?;
            }
            M::Vpermt2b
            | M::Vpermt2w
            | M::Vpermt2d
            | M::Vpermt2q
            | M::Vpermi2b
            | M::Vpermi2w
            | M::Vpermi2d
            | M::Vpermi2q => {
                let Operands { width, a, b, .. } = self.operands(i)?;
                let to = self.vector_operand(i, 0, width)?;
                let is_index =
                    matches!(i.mnemonic(), M::Vpermi2b | M::Vpermi2w | M::Vpermi2d | M::Vpermi2q);
                let (indices, table) = if is_index { (to, a) } else { (a, to) };
                self.permute(i, element_of(i), &indices, [&table, &b], width)?;
            }
            M::Punpcklbw | M::Vpunpcklbw => self.unpack(i, 1, false)?,
            M::Punpcklwd | M::Vpunpcklwd => self.unpack(i, 2, false)?,
            M::Punpckldq | M::Vpunpckldq | M::Unpcklps | M::Vunpcklps => {
                self.unpack(i, 4, false)?
            }
            M::Punpcklqdq | M::Vpunpcklqdq | M::Unpcklpd | M::Vunpcklpd => {
                self.unpack(i, 8, false)?
            }
            M::Punpckhbw | M::Vpunpckhbw => self.unpack(i, 1, true)?,
            M::Punpckhwd | M::Vpunpckhwd => self.unpack(i, 2, true)?,
            M::Punpckhdq | M::Vpunpckhdq | M::Unpckhps | M::Vunpckhps => self.unpack(i, 4, true)?,
            M::Punpckhqdq | M::Vpunpckhqdq | M::Unpckhpd | M::Vunpckhpd => {
                self.unpack(i, 8, true)?
            }
            M::Pblendw | M::Vpblendw => self.blend(i, 2, 8)?,
            M::Blendps | M::Vblendps | M::Vpblendd => self.blend(i, 4, 8)?,
            M::Blendpd | M::Vblendpd => self.blend(i, 8, 8)?,
            M::Pblendvb | M::Vpblendvb | M::Blendvps | M::Vblendvps => self.blend_by_signs(i)?,
            M::Vpblendmb
            | M::Vpblendmw
            | M::Vpblendmd
            | M::Vpblendmq
            | M::Vblendmps
            | M::Vblendmpd => {
                let Operands { width, a, b, .. } = self.operands(i)?;
                let (size, chosen) = (element_of(i), self.element_mask(i));
                let is_zeroing = i.zeroing_masking();
                let result = Vector::by_element(size, width, |n| {
                    let kept = if is_zeroing { Word::default() } else { a.element(size, n) };
                    select(chosen.moved(|x| x >> n & 1), b.element(size, n), kept)
                });
                let register = &mut self.registers.vectors[i.op_register(0).number()];
                *register = result;
            }
            M::Pmovzxbw | M::Vpmovzxbw => self.convert(i, 1, 2, |x| x)?,
            M::Pmovzxbd | M::Vpmovzxbd => self.convert(i, 1, 4, |x| x)?,
            M::Pmovzxbq | M::Vpmovzxbq => self.convert(i, 1, 8, |x| x)?,
            M::Pmovzxwd | M::Vpmovzxwd => self.convert(i, 2, 4, |x| x)?,
            M::Pmovzxwq | M::Vpmovzxwq => self.convert(i, 2, 8, |x| x)?,
            M::Pmovzxdq | M::Vpmovzxdq => self.convert(i, 4, 8, |x| x)?,
            M::Pmovsxbw | M::Vpmovsxbw => self.convert(i, 1, 2, |x| extend(x, 1))?,
            M::Pmovsxdq | M::Vpmovsxdq => self.convert(i, 4, 8, |x| extend(x, 4))?,
            M::Vpmovwb => self.convert(i, 2, 1, |x| x)?,
            M::Vpmovdb => self.convert(i, 4, 1, |x| x)?,
            M::Vpmovdw => self.convert(i, 4, 2, |x| x)?,
            M::Vpmovqd => self.convert(i, 8, 4, |x| x)?,
            M::Packuswb | M::Vpackuswb => {
                self.pack(i, 2, |x| x.cast_signed().clamp(0, 255).cast_unsigned())?
            }
            M::Packsswb | M::Vpacksswb => {
                self.pack(i, 2, |x| x.cast_signed().clamp(-128, 127).cast_unsigned())?
            }
            M::Packssdw | M::Vpackssdw => {
                self.pack(i, 4, |x| x.cast_signed().clamp(-32_768, 32_767).cast_unsigned())?
            }
            M::Packusdw | M::Vpackusdw => {
                self.pack(i, 4, |x| x.cast_signed().clamp(0, 65_535).cast_unsigned())?
            }

            M::Kmovb => self.move_mask(i, 1)?,
            M::Kmovw => self.move_mask(i, 2)?,
            M::Kmovd => self.move_mask(i, 4)?,
            M::Kmovq => self.move_mask(i, 8)?,
            M::Kshiftlb | M::Kshiftlw | M::Kshiftld | M::Kshiftlq => {
                self.on_masks(i, mask_bits(i), |a, _, by| {
                    a.moved(|x| x.checked_shl(by).unwrap_or(0))
                });
            }
            M::Kshiftrb | M::Kshiftrw | M::Kshiftrd | M::Kshiftrq => {
                self.on_masks(i, mask_bits(i), |a, _, by| {
                    a.moved(|x| x.checked_shr(by).unwrap_or(0))
                });
            }
            M::Kandb | M::Kandw | M::Kandd | M::Kandq => {
                self.on_masks(i, mask_bits(i), |a, b, _| a.and(b))
            }
            M::Korb | M::Korw | M::Kord | M::Korq => {
                self.on_masks(i, mask_bits(i), |a, b, _| a.or(b))
            }
            M::Kxorb | M::Kxorw | M::Kxord | M::Kxorq => {
                let is_cleared = is_same(i, 1, 2);
                self.on_masks(
                    i,
                    mask_bits(i),
                    |a, b, _| if is_cleared { Word::default() } else { a.xor(b) },
                );
            }
            M::Kxnorb | M::Kxnorw | M::Kxnord | M::Kxnorq => {
                let is_filled = is_same(i, 1, 2);
                self.on_masks(i, mask_bits(i), |a, b, _| {
                    if is_filled { Word::public(u64::MAX) } else { a.xor(b).not() }
                });
            }
            M::Knotb | M::Knotw | M::Knotd | M::Knotq => {
                self.on_masks(i, mask_bits(i), |a, _, _| a.not())
            }
            M::Kunpckbw | M::Kunpckwd | M::Kunpckdq => {
                let half = match i.mnemonic() {
                    M::Kunpckbw => 8,
                    M::Kunpckwd => 16,
                    _ => 32,
                };
                let low = u64::MAX >> (64 - half);
                self.on_masks(i, 2 * half, |a, b, _| {
                    a.moved(|x| (x & low) << half).or(b.moved(|x| x & low))
                });
            }
            M::Kortestb | M::Kortestw | M::Kortestd | M::Kortestq => {
                let keep = u64::MAX >> (64 - mask_bits(i));
                let mask =
                    |n: u32| self.registers.masks[i.op_register(n).number()].moved(|x| x & keep);
                let all = mask(0).or(mask(1));
                let zeros = all.not().moved(|x| x & keep);
                self.registers.flags.put(flag::ALL, false, false);
                self.registers.flags.put(flag::ZERO, all.bits == 0, all.is_zero_secret());
                self.registers.flags.put(flag::CARRY, zeros.bits == 0, zeros.is_zero_secret());
            }
            M::Vpgatherqd => self.gather(i, 8, 4)?,
            M::Vpgatherqq => self.gather(i, 8, 8)?,
            M::Vpgatherdd => self.gather(i, 4, 4)?,
            M::Vpgatherdq => self.gather(i, 4, 8)?,
            M::Vzeroupper => {
                for register in &mut self.registers.vectors[..16] {
                    register.bytes[16..].fill(0);
                    register.secret[16..].fill(0);
                }
            }
            M::Vzeroall => self.registers.vectors[..16].fill(Vector::default()),

            // AES, SHA, GFNI and carry-less products, computed with the library's models.
            M::Aesenc | M::Vaesenc => {
                self.modelled(i, 16, |o| model::aesenc(o.a.bytes, o.b.bytes))?
            }
            M::Aesenclast | M::Vaesenclast => {
                self.modelled(i, 16, |o| model::aesenclast(o.a.bytes, o.b.bytes))?
            }
            M::Aesdec | M::Vaesdec => {
                self.modelled(i, 16, |o| model::aesdec(o.a.bytes, o.b.bytes))?
            }
            M::Aesdeclast | M::Vaesdeclast => {
                self.modelled(i, 16, |o| model::aesdeclast(o.a.bytes, o.b.bytes))?
            }
            M::Pclmulqdq | M::Vpclmulqdq => {
                self.modelled(i, 16, |o| model::multiply(o.a.bytes, o.b.bytes, o.immediate))?;
            }
            M::Gf2p8affineqb | M::Vgf2p8affineqb | M::Gf2p8affineinvqb | M::Vgf2p8affineinvqb => {
                self.affine(i)?
            }
            M::Gf2p8mulb | M::Vgf2p8mulb => {
                self.modelled(i, 1, |o| model::products(o.a.bytes, o.b.bytes))?
            }
            M::Sha1msg1 => self.modelled(i, 16, |o| model::sha1msg1(o.a.bytes, o.b.bytes))?,
            M::Sha1msg2 => self.modelled(i, 16, |o| model::sha1msg2(o.a.bytes, o.b.bytes))?,
            M::Sha1nexte => self.modelled(i, 16, |o| model::sha1nexte(o.a.bytes, o.b.bytes))?,
            M::Sha1rnds4 => {
                self.modelled(i, 16, |o| model::sha1rnds4(o.a.bytes, o.b.bytes, o.immediate))?
            }
            M::Sha256msg1 => self.modelled(i, 16, |o| model::sha256msg1(o.a.bytes, o.b.bytes))?,
            M::Sha256msg2 => self.modelled(i, 16, |o| model::sha256msg2(o.a.bytes, o.b.bytes))?,
            M::Sha256rnds2 => {
                let words = self.registers.vectors[0];
                let (a, b) = (self.vector_operand(i, 0, 16)?, self.vector_operand(i, 1, 16)?);
                let mut result = Vector {
                    bytes: model::sha256rnds2(a.bytes, b.bytes, words.bytes),
                    secret: [0; 64],
                };
                let mut used = words;
                used.secret[8..].fill(0);
                result.spread(16, &[&a, &b, &used], 16);
                self.finish(i, &result, 16, 16)?;
            }

            // Floating-point instructions, which the standard library uses in hash tables and number formatting.
            M::Addsd => self.double(i, |a, b| a + b)?,
            M::Subsd => self.double(i, |a, b| a - b)?,
            M::Mulsd => self.double(i, |a, b| a * b)?,
            M::Divsd => self.double(i, |a, b| a / b)?,
            M::Subpd => self
                .elements(i, 8, Whole, |a, b| (f64::from_bits(a) - f64::from_bits(b)).to_bits())?,
            M::Ucomisd | M::Comisd => {
                let (a, b) = (
                    self.vector_operand(i, 0, 16)?.element(8, 0),
                    self.vector_operand(i, 1, 8)?.element(8, 0),
                );
                let is_secret = a.secret | b.secret != 0;
                let order = f64::from_bits(a.bits).partial_cmp(&f64::from_bits(b.bits));
                let flags = &mut self.registers.flags;
                flags.put(flag::ALL, false, is_secret);
                flags.put(flag::ZERO, order.is_none_or(|o| o.is_eq()), is_secret);
                flags.put(flag::CARRY, order.is_none_or(|o| o.is_lt()), is_secret);
                flags.put(flag::PARITY, order.is_none(), is_secret);
            }
            M::Cvtsi2sd => {
                let size = Self::size(i, 1);
                let word = self.operand(i, 1)?;
                let mut result = self.vector_operand(i, 0, 16)?;
                let bits = (signed(word.bits, size) as f64).to_bits();
                result.set_element(8, 0, Word::new(bits, any(word.secret)));
                self.finish(i, &result, 16, 16)?;
            }
            M::Cvttsd2si => {
                let word = self.vector_operand(i, 1, 8)?.element(8, 0);
                let bits = (f64::from_bits(word.bits) as i64).cast_unsigned();
                self.set_operand(i, 0, Word::new(bits, any(word.secret)).low(Self::size(i, 0)))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns whether the instruction XORs a register with itself, without a mask.
    fn clears(&self, i: &Instruction) -> bool {
        let count = vector_operands(i);
        is_same(i, count - 2, count - 1) && i.op_mask() == Register::None
    }

    /// Executes `vpternlog`: applies its truth table to the bits of three vectors.
    fn ternary(&mut self, i: &Instruction) -> Result<()> {
        let Operands { width, a: b, b: c, immediate, .. } = self.operands(i)?;
        let a = self.vector_operand(i, 0, width)?;
        let result = Vector::by_element(8, width, |n| {
            let words = [a.element(8, n), b.element(8, n), c.element(8, n)];
            let bits = truth(immediate, words.map(|word| word.bits));
            // A result bit is secret if flipping some secret bits of the operands changes it.
            let changes = (1..8_u64).map(|subset| {
                let change = |k: usize| words[k].bits ^ words[k].secret & any(subset >> k & 1);
                bits ^ truth(immediate, [0, 1, 2].map(change))
            });
            Word::new(bits, changes.fold(0, |all, change| all | change))
        });
        self.finish(i, &result, element_of(i), width)
    }

    /// Compares signed elements. If the first operand is 0, the result depends only on the sign of the second operand.
    fn greater(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let Operands { width, a, b, is_same, .. } = self.operands(i)?;
        let result = Vector::by_element(size, width, |n| {
            let (a, b) = (a.element(size, n), b.element(size, n));
            let is_greater =
                extend(a.bits, size).cast_signed() > extend(b.bits, size).cast_signed();
            let secret =
                if a == Word::default() { b.secret & sign(size) } else { a.secret | b.secret };
            Word::new(any(is_greater.into()), if is_same { 0 } else { any(secret) })
        });
        self.finish(i, &result, size, width)
    }

    fn signs(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let width = i.op_register(1).size();
        let source = self.vector_operand(i, 1, width)?;
        let bits = (0..width / size).fold(Word::default(), |all, n| {
            all.or(source.element(size, n).moved(|x| u64::from(x & sign(size) != 0) << n))
        });
        self.set_operand(i, 0, bits)
    }

    fn unpack(&mut self, i: &Instruction, size: usize, is_high: bool) -> Result<()> {
        let per_lane = 16 / size;
        self.shuffle(i, size, |n, _| {
            let (lane, place) = (n / per_lane, n % per_lane);
            let from = lane * per_lane + place / 2 + usize::from(is_high) * per_lane / 2;
            if place % 2 == 0 { Pick::A(from) } else { Pick::B(from) }
        })
    }

    fn blend(&mut self, i: &Instruction, size: usize, period: usize) -> Result<()> {
        self.shuffle(
            i,
            size,
            |n, chosen| if chosen >> (n % period) & 1 == 1 { Pick::B(n) } else { Pick::A(n) },
        )
    }

    /// Selects elements of two vectors by the sign bits of a third vector, which is `xmm0` in encodings without VEX.
    fn blend_by_signs(&mut self, i: &Instruction) -> Result<()> {
        let size = if matches!(i.mnemonic(), M::Blendvps | M::Vblendvps) { 4 } else { 1 };
        let width = i.op_register(0).size();
        let is_legacy = i.code().encoding() == EncodingKind::Legacy;
        let (a, b, chosen) = if is_legacy {
            (
                self.vector_operand(i, 0, 16)?,
                self.vector_operand(i, 1, 16)?,
                self.registers.vectors[0],
            )
        } else {
            (
                self.vector_operand(i, 1, width)?,
                self.vector_operand(i, 2, width)?,
                self.vector_operand(i, 3, width)?,
            )
        };
        let result = Vector::by_element(size, width, |n| {
            let bit = chosen.element(size, n).moved(|x| u64::from(x & sign(size) != 0));
            select(bit, b.element(size, n), a.element(size, n))
        });
        self.finish(i, &result, size, width)
    }

    /// Applies GFNI's affine map. Each byte of the result depends on one byte of the first source and on 8 bytes of the
    /// second.
    fn affine(&mut self, i: &Instruction) -> Result<()> {
        let is_inverse = matches!(i.mnemonic(), M::Gf2p8affineinvqb | M::Vgf2p8affineinvqb);
        let Operands { width, a, b, immediate, .. } = self.operands(i)?;
        let mut matrices = Vector::default();
        matrices.spread(8, &[&b], width);
        let mut result =
            Vector { bytes: model::affine(a.bytes, b.bytes, is_inverse), secret: [0; 64] };
        result.spread(1, &[&a, &matrices], width);
        result.bytes.iter_mut().for_each(|byte| *byte ^= immediate);
        self.finish(i, &result, 1, width)
    }
}

/// Returns `yes` if `choice` is true, and `no` otherwise. If `choice` is secret, the bits in which `yes` and `no`
/// differ are secret too.
fn select(choice: Word, yes: Word, no: Word) -> Word {
    let mut word = if choice.bits & 1 == 1 { yes } else { no };
    if choice.is_secret() {
        word.secret = yes.secret | no.secret | (yes.bits ^ no.bits);
    }
    word
}

fn two_bits(order: u8, n: usize) -> usize {
    usize::from(order >> (2 * (n % 4)) & 3)
}

/// Evaluates the truth table of `vpternlog` for each bit. The input bits a, b and c select bit 4a + 2b + c of the
/// table.
fn truth(table: u8, [a, b, c]: [u64; 3]) -> u64 {
    (0..8).filter(|row| table >> row & 1 == 1).fold(0, |all, row| {
        let is = |x: u64, place: u32| if row >> place & 1 == 1 { x } else { !x };
        all | is(a, 2) & is(b, 1) & is(c, 0)
    })
}

/// Returns whether the predicate `code` of `vpcmp` or `vpcmpu` is true for two elements. `order` is the result of
/// comparing them.
fn predicate(code: u8, order: std::cmp::Ordering) -> bool {
    let is = match code & 3 {
        0 => order.is_eq(),
        1 => order.is_lt(),
        2 => order.is_le(),
        _ => false,
    };
    is != (code & 4 != 0)
}

fn left(x: u64, by: u64, size: usize) -> u64 {
    if by < 8 * size as u64 { x << by & mask(size) } else { 0 }
}

fn right(x: u64, by: u64) -> u64 {
    if by < 64 { x >> by } else { 0 }
}

fn right_signed(x: u64, by: u64, size: usize) -> u64 {
    (extend(x, size).cast_signed() >> by.min(8 * size as u64 - 1)).cast_unsigned()
}

fn rotate(x: u64, by: u64, size: usize) -> u64 {
    let width = 8 * size as u64;
    let by = by % width;
    if by == 0 { x } else { (x << by | x >> (width - by)) & mask(size) }
}

/// Returns the number of bits that an instruction on mask registers processes. The last letter of the instruction's
/// name specifies this number.
fn mask_bits(i: &Instruction) -> u32 {
    8 * element_of(i) as u32
}

/// Returns the element size of an instruction in bytes, from the suffix of its name: `b`, `w`, `d` or `q`.
pub fn element_of(i: &Instruction) -> usize {
    static SIZES: LazyLock<Vec<u8>> = LazyLock::new(|| M::values().map(size_in_name).collect());
    SIZES[i.mnemonic() as usize].into()
}

fn size_in_name(mnemonic: M) -> u8 {
    let name = format!("{mnemonic:?}");
    // In names such as `vpmovb2m`, the letter for the element size precedes the suffix `2m`.
    match name.trim_end_matches("2m").as_bytes().last() {
        _ if matches!(mnemonic, M::Vpermpd | M::Vblendmpd) => 8,
        Some(b'b') => 1,
        Some(b'w') => 2,
        Some(b'd' | b's') => 4,
        _ => 8,
    }
}
