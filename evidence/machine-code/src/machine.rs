//! State of the interpreted processor, access to instruction operands, and detected dependences on secrets.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Result, bail, ensure};
use iced_x86::{
    Decoder, DecoderOptions, Formatter as _, GasFormatter, Instruction, Mnemonic, OpKind, Register,
};

use crate::memory::Memory;
use crate::plant::Fault;
use crate::process::System;
use crate::symbolic::Symbolic;
use crate::vector::Vector;
use crate::word::{Word, mask};

/// Arithmetic flags. Each constant is the bit that represents one flag in the fields of [`Flags`].
pub mod flag {
    pub const CARRY: u8 = 1;
    pub const PARITY: u8 = 2;
    pub const ADJUST: u8 = 4;
    pub const ZERO: u8 = 8;
    pub const SIGN: u8 = 16;
    pub const OVERFLOW: u8 = 32;
    pub const ALL: u8 = 63;
}

/// Arithmetic flags: which flags are set, and which depend on a secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub set: u8,
    pub secret: u8,
}

impl Flags {
    pub fn put(&mut self, flag: u8, is_set: bool, is_secret: bool) {
        self.set = self.set & !flag | if is_set { flag } else { 0 };
        self.secret = self.secret & !flag | if is_secret { flag } else { 0 };
    }

    /// Returns a flag as a one-bit integer.
    pub fn bit(self, flag: u8) -> Word {
        Word::new((self.set & flag != 0).into(), (self.secret & flag != 0).into())
    }
}

/// Kind of dependence on a secret: through a branch, an address or a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dependence {
    Branch,
    Address,
    Division,
}

impl Dependence {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Branch => "branch",
            Self::Address => "address",
            Self::Division => "division",
        }
    }
}

/// Registers of the processor. Instructions change only these registers and memory.
#[derive(Clone)]
pub struct Registers {
    pub general: [Word; 16],
    pub vectors: [Vector; 32],
    pub masks: [Word; 8],
    pub flags: Flags,
    pub is_backward: bool,
    pub ip: u64,
    pub fs: u64,
}

/// Decoded instruction, and whether a vector model or an integer model executes it.
pub struct Decoded {
    pub instruction: Instruction,
    is_vector: bool,
}

impl From<Instruction> for Decoded {
    fn from(instruction: Instruction) -> Self {
        let is_vector = |n| {
            let register = instruction.op_register(n);
            let is_wide = register.is_vector_register() || register.is_k();
            instruction.op_kind(n) == OpKind::Register && is_wide
        };
        let is_alone = matches!(instruction.mnemonic(), Mnemonic::Vzeroupper | Mnemonic::Vzeroall);
        Self { instruction, is_vector: is_alone || (0..instruction.op_count()).any(is_vector) }
    }
}

pub struct Machine {
    pub registers: Registers,
    pub memory: Memory,
    /// Instructions decoded so far, by offset in the loaded file. The instructions are never freed.
    decoded: Vec<Option<&'static Decoded>>,
    /// Number of instructions executed so far.
    pub executed: u64,
    /// Number of times that an instruction has depended on a secret, by the instruction's address and the kind of
    /// dependence.
    pub findings: BTreeMap<(u64, Dependence), u64>,
    pub dependences: u64,
    /// Lowest value of the stack pointer since the start of the operation under observation.
    pub deepest: u64,
    pub system: System,
    /// Address ranges of the functions in libc's allocator. The allocator may read secrets that remain in freed memory.
    /// Bytes that these functions load are treated as public, because the loads do not belong to the tested operation.
    pub allocator: Vec<Range<u64>>,
    /// Fault that has been requested but not yet planted in the code.
    pub fault: Option<Box<Fault>>,
    /// Symbolic functions of the secret bits. `None` unless the program runs with `--equality`.
    pub symbolic: Option<Box<Symbolic>>,
}

pub const RSP: usize = 4;

impl Machine {
    pub fn new(memory: Memory) -> Self {
        let length = memory.regions[0].bytes.len();
        let registers = Registers {
            general: [Word::default(); 16],
            vectors: [Vector::default(); 32],
            masks: [Word::default(); 8],
            flags: Flags::default(),
            is_backward: false,
            ip: 0,
            fs: 0,
        };
        Self {
            registers,
            memory,
            decoded: vec![None; length],
            executed: 0,
            findings: BTreeMap::new(),
            dependences: 0,
            deepest: u64::MAX,
            system: System::default(),
            allocator: Vec::new(),
            fault: None,
            symbolic: None,
        }
    }

    /// Returns the instruction at the instruction pointer. Decodes it when it is executed for the first time.
    #[inline(always)]
    pub fn fetch(&mut self) -> Result<&'static Decoded> {
        let offset = self.registers.ip.wrapping_sub(self.memory.regions[0].base) as usize;
        match self.decoded.get(offset) {
            Some(Some(decoded)) => Ok(decoded),
            Some(None) => self.decode(offset),
            None => bail!("jump to {:#x}, which is outside of the program", self.registers.ip),
        }
    }

    #[cold]
    fn decode(&mut self, offset: usize) -> Result<&'static Decoded> {
        let code = &self.memory.regions[0].bytes[offset..];
        let mut decoder = Decoder::with_ip(64, code, self.registers.ip, DecoderOptions::NONE);
        let instruction = decoder.decode();
        ensure!(!instruction.is_invalid(), "invalid instruction at {:#x}", self.registers.ip);
        if let Some(fault) = self.fault.take() {
            if self.plant_in(&instruction, &fault)? {
                return self.decode(offset);
            }
            self.fault = Some(fault);
        }
        let decoded: &Decoded = Box::leak(Box::new(Decoded::from(instruction)));
        self.decoded[offset] = Some(decoded);
        Ok(decoded)
    }

    #[inline(always)]
    pub fn step(&mut self, Decoded { instruction: i, is_vector }: &Decoded) -> Result<()> {
        self.registers.ip = i.next_ip();
        self.executed += 1;
        let has_model = if *is_vector { self.vector(i)? } else { self.integer(i)? };
        ensure!(has_model, "instruction without a model: {}", text(i));
        self.deepest = self.deepest.min(self.registers.general[RSP].bits);
        Ok(())
    }

    /// Records that the current instruction `i` depends on a secret. Records nothing outside of tested operations,
    /// where the test program only prepares inputs.
    #[cold]
    pub fn report(&mut self, i: &Instruction, dependence: Dependence) {
        if !self.system.is_watching {
            return;
        }
        self.dependences += 1;
        *self.findings.entry((i.ip(), dependence)).or_default() += 1;
    }

    /// Returns the address of the memory operand, and whether the address depends on a secret. Reports such a
    /// dependence.
    #[inline(always)]
    pub fn address(&mut self, i: &Instruction) -> (u64, bool) {
        let (address, is_secret) = self.address_unchecked(i);
        if is_secret {
            self.report(i, Dependence::Address);
        }
        (address, is_secret)
    }

    /// Like [`address`](Self::address), but reports nothing. Used for `lea`, which computes an address without
    /// accessing it.
    #[inline(always)]
    pub fn address_unchecked(&self, i: &Instruction) -> (u64, bool) {
        let mut address = Word::public(i.memory_displacement64());
        let base = i.memory_base();
        if base != Register::None && base != Register::RIP {
            let word = self.general(base);
            address = Word::new(address.bits.wrapping_add(word.bits), word.secret);
        }
        let index = i.memory_index();
        if index.is_gpr() {
            let word = self.general(index);
            let scale = u64::from(i.memory_index_scale());
            address.bits = address.bits.wrapping_add(word.bits.wrapping_mul(scale));
            address.secret |= word.secret;
        }
        if i.segment_prefix() == Register::FS {
            address.bits = address.bits.wrapping_add(self.registers.fs);
        }
        (address.bits, address.is_secret())
    }

    /// Reads a general register of any size.
    #[inline(always)]
    pub fn general(&self, register: Register) -> Word {
        let word = self.registers.general[number(register)];
        if is_second_byte(register) {
            return word.moved(|x| x >> 8 & 0xff);
        }
        word.low(register.size())
    }

    /// Writes a general register of any size. A 32-bit write clears the upper half.
    #[inline(always)]
    pub fn set_general(&mut self, register: Register, word: Word) {
        let old = &mut self.registers.general[number(register)];
        let merge = |old: u64, new: u64| match register.size() {
            8 => new,
            4 => new & mask(4),
            2 => old & !0xffff | new & 0xffff,
            _ if is_second_byte(register) => old & !0xff00 | (new & 0xff) << 8,
            _ => old & !0xff | new & 0xff,
        };
        *old = Word::new(merge(old.bits, word.bits), merge(old.secret, word.secret));
    }

    /// Returns the size of an operand in bytes. An immediate has the size of the first operand.
    #[inline(always)]
    pub fn size(i: &Instruction, operand: u32) -> usize {
        match i.op_kind(operand) {
            OpKind::Register => i.op_register(operand).size(),
            OpKind::Memory => i.memory_size().size(),
            _ if operand == 0 => 8,
            _ => Self::size(i, 0),
        }
    }

    /// Reads an integer operand: a general register, memory, or an immediate.
    #[inline(always)]
    pub fn operand(&mut self, i: &Instruction, operand: u32) -> Result<Word> {
        match i.op_kind(operand) {
            OpKind::Register => Ok(self.general(i.op_register(operand))),
            OpKind::Memory => self.load(i, i.memory_size().size()),
            _ => Ok(Word::public(i.immediate(operand)).low(Self::size(i, operand))),
        }
    }

    /// Reads an integer from the memory operand. A secret address makes the result secret.
    #[inline(always)]
    pub fn load(&mut self, i: &Instruction, bytes: usize) -> Result<Word> {
        let (address, is_secret) = self.address(i);
        let mut word = self.memory.read(address, bytes)?;
        if is_secret {
            word.secret = mask(bytes);
        }
        if word.is_secret() && self.allocator.iter().any(|code| code.contains(&i.ip())) {
            word.secret = 0;
        }
        Ok(word)
    }

    /// Writes an integer operand: a general register or memory.
    #[inline(always)]
    pub fn set_operand(&mut self, i: &Instruction, operand: u32, word: Word) -> Result<()> {
        match i.op_kind(operand) {
            OpKind::Register => self.set_general(i.op_register(operand), word),
            _ => {
                let (address, _) = self.address(i);
                self.memory.write(address, i.memory_size().size(), word)?;
            }
        }
        Ok(())
    }
}

/// Returns the instruction in the notation of `objdump`.
pub fn text(i: &Instruction) -> String {
    let mut text = String::new();
    GasFormatter::new().format(i, &mut text);
    format!("{text} ({:?})", i.code())
}

#[inline(always)]
fn is_second_byte(register: Register) -> bool {
    (Register::AH..=Register::BH).contains(&register)
}

/// Returns the number of a general register: 0 for `al`, `ax`, `eax` and `rax`, and so on.
#[inline(always)]
pub fn number(register: Register) -> usize {
    register.full_register() as usize - Register::RAX as usize
}
