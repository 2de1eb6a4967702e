//! Symbolic execution in parallel with the interpreted run. Each secret bit has a function of the unknown inputs,
//! represented by a bit of [`Graph`]. The interpreted run determines addresses and branches, which must not depend on
//! unknown inputs.
//!
//! An instruction that only moves bits needs no symbolic model. The interpreter runs it on operands that encode the
//! number of each bit, and the result shows to which position each bit moves. An instruction that maps bytes to bytes
//! is run on all 256 byte values. Other instructions have models in this file. Every symbolic result is compared with
//! the value in the interpreted run. A result of an instruction without a model is [`UNKNOWN`], and an output with an
//! unknown bit never counts as equal.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::LazyLock;

use anyhow::{Result, ensure};
use iced_x86::{
    ConditionCode, EncodingKind, Instruction, InstructionInfoFactory, Mnemonic as M, OpAccess,
    OpKind, Register,
};

use crate::graph::{Bit, Graph, ONE, UNKNOWN, ZERO, constant_of, is_constant, not};
use crate::instructions as model;
use crate::machine::{Decoded, Machine, RSP, Registers, flag, number, text};
use crate::vector::{element_of, immediate, vector_operands};
use crate::word::Word;

/// Register or memory that an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    General(usize),
    Vector(usize),
    Mask(usize),
    /// Address and number of bytes.
    Memory(u64, usize),
}

/// Registers that an instruction reads and writes, and whether it reads and writes its memory operand.
struct Effects {
    reads: Vec<Place>,
    writes: Vec<Place>,
    reads_memory: bool,
    writes_memory: bool,
}

/// Last operation that set the carry flag. If an instruction reads the flag, the flag's function is computed from this
/// operation.
#[derive(Clone)]
enum Carry {
    Unknown,
    Bit(Bit),
    /// Sum of two words and a carry. A difference is the sum with the complement of the subtrahend, and its borrow is
    /// the complement of the carry.
    Sum {
        a: Vec<Bit>,
        b: Vec<Bit>,
        sum: Vec<Bit>,
        is_negated: bool,
    },
}

/// Results of an instruction: each written place, with the new functions of its bits.
type Results = Vec<(Place, Vec<Bit>)>;

pub struct Symbolic {
    pub graph: Graph,
    general: [[Bit; 64]; 16],
    vectors: Vec<[Bit; 512]>,
    masks: [[Bit; 64]; 8],
    memory: HashMap<u64, [Bit; 8]>,
    carry: Carry,
    /// Last result that set the zero and sign flags.
    result: Option<Vec<Bit>>,
    effects: HashMap<u64, Rc<Effects>>,
    /// Number of unknown input bits so far in this run.
    inputs: usize,
    run: Run,
}

#[derive(Default)]
pub struct Run {
    /// Output bits: the bits that the program declared public.
    pub outputs: Vec<Bit>,
    /// Instructions without a symbolic model, with the number of executions.
    pub unmodelled: BTreeMap<String, u64>,
    /// Address of the first branch that depends on unknown inputs.
    pub branch: Option<u64>,
}

impl Symbolic {
    pub fn new() -> Self {
        Self {
            graph: Graph::new(),
            general: [[UNKNOWN; 64]; 16],
            vectors: vec![[UNKNOWN; 512]; 32],
            masks: [[UNKNOWN; 64]; 8],
            memory: HashMap::new(),
            carry: Carry::Unknown,
            result: None,
            effects: HashMap::new(),
            inputs: 0,
            run: Run::default(),
        }
    }

    /// Deletes all functions. Bits that are still secret in registers and memory become unknown.
    pub fn clear(&mut self) {
        let effects = std::mem::take(&mut self.effects);
        *self = Self { effects, ..Self::new() };
    }

    /// Ends a run and returns its results. The next run has the same inputs, so that its outputs can be compared.
    pub fn end_run(&mut self) -> Run {
        self.inputs = 0;
        std::mem::take(&mut self.run)
    }

    /// Makes the bytes at `address` the next inputs.
    pub fn mark(&mut self, m: &Machine, address: u64, length: usize) -> Result<()> {
        let (bytes, _) = m.memory.slices(address, length)?;
        for (at, byte) in bytes.iter().enumerate() {
            let first = self.inputs;
            let bits = std::array::from_fn(|n| self.graph.input(first + n, byte >> n & 1 == 1));
            self.memory.insert(address + at as u64, bits);
            self.inputs += 8;
        }
        Ok(())
    }

    /// Appends the functions of the bytes at `address` to the outputs of the run.
    pub fn publish(&mut self, m: &Machine, address: u64, length: usize) -> Result<()> {
        let bits = self.get(m, Place::Memory(address, length))?;
        self.run.outputs.extend(bits);
        Ok(())
    }

    fn get(&self, m: &Machine, place: Place) -> Result<Vec<Bit>> {
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

    /// Sets the functions of a register or of memory, after the interpreter has set its value. Returns an error if
    /// value and functions disagree.
    fn put(&mut self, m: &mut Machine, place: Place, bits: &[Bit], i: &Instruction) -> Result<()> {
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

    fn effects(&mut self, i: &Instruction) -> Rc<Effects> {
        if let Some(effects) = self.effects.get(&i.ip()) {
            return effects.clone();
        }
        let mut factory = InstructionInfoFactory::new();
        let info = factory.info(i);
        let is_read = |access| {
            use OpAccess::{CondRead, CondWrite, Read, ReadCondWrite, ReadWrite};
            matches!(access, Read | CondRead | ReadWrite | ReadCondWrite | CondWrite)
        };
        let is_written = |access| {
            use OpAccess::{CondWrite, ReadCondWrite, ReadWrite, Write};
            matches!(access, Write | CondWrite | ReadWrite | ReadCondWrite)
        };
        let place = |register: Register| {
            if register.is_gpr() {
                Some(Place::General(number(register)))
            } else if register.is_vector_register() {
                Some(Place::Vector(register.number()))
            } else {
                register.is_k().then(|| Place::Mask(register.number()))
            }
        };
        let registers = |is: &dyn Fn(OpAccess) -> bool| {
            let used = info.used_registers().iter().filter(|used| is(used.access()));
            used.filter_map(|used| place(used.register()))
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect()
        };
        let effects = Rc::new(Effects {
            reads: registers(&is_read),
            writes: registers(&is_written),
            reads_memory: info.used_memory().iter().any(|used| is_read(used.access())),
            writes_memory: info.used_memory().iter().any(|used| is_written(used.access())),
        });
        self.effects.insert(i.ip(), effects.clone());
        effects
    }

    /// Returns whether an instruction reads unknown bits.
    fn concerns(&mut self, m: &Machine, i: &Instruction) -> Result<bool> {
        let is_request = i.mnemonic() == M::Xchg && i.op_register(0) == i.op_register(1);
        let is_clear = matches!(i.mnemonic(), M::Vzeroupper | M::Vzeroall | M::Nop | M::Endbr64);
        if is_request || is_clear || m.allocator.iter().any(|code| code.contains(&i.ip())) {
            return Ok(false);
        }
        if i.is_string_instruction() || i.is_vsib() {
            return Ok(true);
        }
        let effects = self.effects(i);
        let registers = &m.registers;
        let is_secret = |place: &Place| match *place {
            Place::General(n) => registers.general[n].is_secret(),
            Place::Vector(n) => registers.vectors[n].secret != [0; 64],
            Place::Mask(n) => registers.masks[n].is_secret(),
            Place::Memory(..) => false,
        };
        if i.rflags_read() != 0 && registers.flags.secret != 0
            || effects.reads.iter().any(is_secret)
        {
            return Ok(true);
        }
        if !effects.reads_memory {
            return Ok(false);
        }
        let place = memory_place(m, i);
        let Place::Memory(address, length) = place else { unreachable!() };
        Ok(m.memory.slices(address, length)?.1.iter().any(|&byte| byte != 0))
    }

    /// Executes an instruction that reads unknown bits.
    fn step(&mut self, m: &mut Machine, decoded: &Decoded) -> Result<()> {
        let i = &decoded.instruction;
        if i.is_string_instruction() {
            return self.string(m, decoded);
        }
        let effects = self.effects(i);
        let mut written = effects.writes.clone();
        let is_operand = i.op_kinds().any(|kind| kind == OpKind::Memory);
        if effects.writes_memory && is_operand && i.mnemonic() != M::Push {
            written.push(memory_place(m, i));
        }
        let flags = (self.carry.clone(), self.result.clone());
        let results = match self.results(m, decoded, &effects)? {
            Some(results) => results,
            None => {
                (self.carry, self.result) = flags;
                if i.rflags_modified() != 0 {
                    (self.carry, self.result) = (Carry::Unknown, None);
                }
                *self.run.unmodelled.entry(text(i)).or_default() += 1;
                Results::new()
            }
        };
        m.step(decoded)?;
        for place in written {
            if !results.iter().any(|(other, _)| *other == place) {
                let secret = secret_of(m, place)?;
                let value = value_of(m, place)?;
                let bits: Vec<Bit> = (0..8 * value.len())
                    .map(|n| match secret[n / 8] >> (n % 8) & 1 {
                        1 => UNKNOWN,
                        _ => (value[n / 8] >> (n % 8) & 1).into(),
                    })
                    .collect();
                self.put(m, place, &bits, i)?;
            }
        }
        for (place, bits) in &results {
            self.put(m, *place, bits, i)?;
        }
        Ok(())
    }

    /// Executes `movs` or `stos`, which copy or fill memory.
    fn string(&mut self, m: &mut Machine, decoded: &Decoded) -> Result<()> {
        let i = &decoded.instruction;
        let general = |n: usize| m.registers.general[n].bits;
        let count = if i.has_rep_prefix() { general(1) as usize } else { 1 };
        let length = count * i.memory_size().size();
        let (from, to) = (general(6), general(7));
        let is_copy = i.op_kind(1) != OpKind::Register;
        let bits = if is_copy {
            self.get(m, Place::Memory(from, length))?
        } else {
            let word = self.get(m, Place::General(0))?;
            word[..8 * i.memory_size().size()].repeat(count)
        };
        m.step(decoded)?;
        self.put(m, Place::Memory(to, length), &bits, i)
    }

    /// Reads an operand: a register with its own size, memory, or an immediate.
    fn operand(&mut self, m: &Machine, i: &Instruction, n: u32) -> Result<Vec<Bit>> {
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

    fn memory_operand(&mut self, m: &Machine, i: &Instruction) -> Result<Vec<Bit>> {
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
        // The base is the address if all unknown bits are 0. The steps are the numbers that each unknown bit adds to
        // the base.
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

    /// Returns operand 0, which is the destination, with the new integer value `bits`.
    fn to(&mut self, m: &Machine, i: &Instruction, bits: Vec<Bit>) -> Result<(Place, Vec<Bit>)> {
        if i.op_kind(0) == OpKind::Memory {
            return Ok((memory_place(m, i), bits));
        }
        self.to_general(m, i.op_register(0), bits)
    }

    fn to_general(
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

    /// Returns operand 0, which is the destination, with a new vector value. Elements of `size` bytes that the mask
    /// excludes keep their value, or become zero.
    fn merged(
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

    /// Returns the values of the first and the last source of a vector instruction.
    fn sources(&mut self, m: &Machine, i: &Instruction) -> Result<(Vec<Bit>, Vec<Bit>)> {
        let count = vector_operands(i);
        let a = self.vector(m, i, u32::from(count > 2))?;
        let b = self.vector(m, i, count - 1)?;
        Ok((a, b))
    }

    /// Reads vector operand `n`. The value has the width of the result.
    fn vector(&mut self, m: &Machine, i: &Instruction, n: u32) -> Result<Vec<Bit>> {
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

    /// Returns the functions of all results, or `None` if the instruction has no model for these operands.
    #[expect(clippy::too_many_lines, reason = "the match has one line per instruction")]
    fn results(
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
            | M::Vmovdqa32
            | M::Vmovdqu32
            | M::Vmovdqa64
            | M::Vmovdqu64
                if i.op_mask() == Register::None =>
            {
                let bits = self.vector(m, i, 1)?;
                self.merged(m, i, bits, 8)?
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
            _ => return self.by_trial(m, decoded, effects),
        }))
    }

    fn arithmetic(&mut self, m: &Machine, i: &Instruction) -> Result<Results> {
        let a = self.operand(m, i, 0)?;
        let b = match i.mnemonic() {
            M::Neg => a.clone(),
            M::Inc | M::Dec => constant(1, a.len()),
            _ => self.operand(m, i, 1)?,
        };
        let a = if i.mnemonic() == M::Neg { constant(0, a.len()) } else { a };
        let is_difference = !matches!(i.mnemonic(), M::Add | M::Adc | M::Inc);
        let factor = if is_difference { u64::MAX } else { 1 };
        let carry = match i.mnemonic() {
            M::Adc | M::Sbb => self.condition(m, ConditionCode::b),
            _ => ZERO,
        };
        let mut word = vec![ZERO; a.len()];
        word[0] = carry;
        let sum = self.graph.sum(&[(&a, 1), (&b, factor), (&word, factor)], 0);
        if !matches!(i.mnemonic(), M::Inc | M::Dec) {
            let b = if is_difference { b.iter().map(|&bit| not(bit)).collect() } else { b };
            self.carry = Carry::Sum { a, b, sum: sum.clone(), is_negated: is_difference };
        }
        self.result = Some(sum.clone());
        if i.mnemonic() == M::Cmp {
            return Ok(Results::new());
        }
        Ok(vec![self.to(m, i, sum)?])
    }

    /// Returns the function of a condition: 1 if the condition holds.
    fn condition(&mut self, m: &Machine, condition: ConditionCode) -> Bit {
        use ConditionCode as C;
        let flags = m.registers.flags;
        let public =
            |which: u8| (flags.secret & which == 0).then(|| Bit::from(flags.set & which != 0));
        let zero = |this: &mut Self| {
            public(flag::ZERO).unwrap_or_else(|| match this.result.clone() {
                Some(bits) => bits.iter().fold(ONE, |all, &bit| this.graph.and(all, not(bit))),
                None => UNKNOWN,
            })
        };
        let carry = |this: &mut Self| public(flag::CARRY).unwrap_or_else(|| this.carried());
        let sign = |this: &Self| {
            let last = || this.result.as_ref().map_or(UNKNOWN, |bits| bits[bits.len() - 1]);
            public(flag::SIGN).unwrap_or_else(last)
        };
        match condition {
            C::e => zero(self),
            C::ne => not(zero(self)),
            C::b => carry(self),
            C::ae => not(carry(self)),
            C::be | C::a => {
                let (carry, zero) = (carry(self), zero(self));
                let either = self.graph.or(carry, zero);
                if condition == C::be { either } else { not(either) }
            }
            C::s => sign(self),
            C::ns => not(sign(self)),
            _ => UNKNOWN,
        }
    }

    fn carried(&mut self) -> Bit {
        match self.carry.clone() {
            Carry::Unknown => UNKNOWN,
            Carry::Bit(bit) => bit,
            Carry::Sum { a, b, sum, is_negated } => {
                let last = a.len() - 1;
                let (a, b, sum) = (a[last], b[last], sum[last]);
                let both = self.graph.and(a, b);
                let either = self.graph.or(a, b);
                let passed = self.graph.and(either, not(sum));
                let carry = self.graph.or(both, passed);
                if is_negated { not(carry) } else { carry }
            }
        }
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

    /// Applies a table to one byte.
    fn bytewise(&mut self, byte: &[Bit], table: &[u8; 256]) -> Vec<Bit> {
        (0..8).map(|n| self.graph.table(byte, &|index| table[index] >> n & 1 == 1)).collect()
    }

    fn affine(&mut self, byte: &[Bit], matrix: &[Bit], constant: u8) -> Vec<Bit> {
        (0..8)
            .map(|n| {
                let row = &matrix[8 * (7 - n)..8 * (7 - n) + 8];
                (0..8).fold((constant >> n & 1).into(), |sum, k| {
                    let product = self.graph.and(row[k], byte[k]);
                    self.graph.xor(sum, product)
                })
            })
            .collect()
    }

    /// Multiplies two polynomials over GF(2). The bits of `a` and `b` are the coefficients.
    fn product(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let mut sums = vec![ZERO; a.len() + b.len() - 1];
        for (n, &a) in a.iter().enumerate().filter(|(_, a)| **a != ZERO) {
            for (k, &b) in b.iter().enumerate() {
                let product = self.graph.and(a, b);
                sums[n + k] = self.graph.xor(sums[n + k], product);
            }
        }
        sums
    }

    /// Multiplies in GF(2^8) with the polynomial of AES.
    fn byte_product(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let mut bits = self.product(a, b);
        for n in (8..15).rev() {
            for place in [n - 8, n - 7, n - 5, n - 4] {
                bits[place] = self.graph.xor(bits[place], bits[n]);
            }
        }
        bits.truncate(8);
        bits
    }

    /// One round of AES (FIPS 197 §5.1, §5.3) with the round key `key`.
    fn aes(&mut self, mnemonic: M, state: &[Bit], key: &[Bit]) -> Vec<Bit> {
        let is_forward =
            matches!(mnemonic, M::Aesenc | M::Vaesenc | M::Aesenclast | M::Vaesenclast);
        let is_last =
            matches!(mnemonic, M::Aesenclast | M::Vaesenclast | M::Aesdeclast | M::Vaesdeclast);
        let sbox = if is_forward { &AES_SBOX } else { &AES_INVERSE_SBOX };
        let mut bytes: Vec<Vec<Bit>> = (0..16)
            .map(|n| {
                let (row, column) = (n % 4, n / 4);
                let from = if is_forward { column + row } else { column + 4 - row } % 4;
                self.bytewise(&state[8 * (row + 4 * from)..][..8], sbox)
            })
            .collect();
        if !is_last {
            let factors: [u8; 4] = if is_forward { [2, 3, 1, 1] } else { [14, 11, 13, 9] };
            bytes = (0..16)
                .map(|n| {
                    (0..4).fold(vec![ZERO; 8], |sum, k| {
                        let factor = constant(factors[k].into(), 8);
                        let product = self.byte_product(&factor, &bytes[n / 4 * 4 + (n + k) % 4]);
                        sum.iter().zip(&product).map(|(&a, &b)| self.graph.xor(a, b)).collect()
                    })
                })
                .collect();
        }
        bytes.concat().iter().zip(key).map(|(&a, &b)| self.graph.xor(a, b)).collect()
    }

    /// SHA instructions, with the letters of Intel's manual. Word 0 of a register is the lowest.
    fn sha(
        &mut self,
        i: &Instruction,
        a: &[Vec<Bit>],
        b: &[Vec<Bit>],
        extra: &[Vec<Bit>],
    ) -> Vec<Vec<Bit>> {
        let graph = &mut self.graph;
        let rotated = |word: &[Bit], by: usize| -> Vec<Bit> { [&word[by..], &word[..by]].concat() };
        let shifted =
            |word: &[Bit], by: usize| -> Vec<Bit> { [&word[by..], &vec![ZERO; by][..]].concat() };
        let xor = |graph: &mut Graph, words: &[&[Bit]]| -> Vec<Bit> {
            (0..32).map(|n| words.iter().fold(ZERO, |sum, word| graph.xor(sum, word[n]))).collect()
        };
        let add = |graph: &mut Graph, words: &[&[Bit]], constant: u64| -> Vec<Bit> {
            let parts: Vec<(&[Bit], u64)> = words.iter().map(|word| (*word, 1)).collect();
            graph.sum(&parts, constant)
        };
        let choose = |graph: &mut Graph, e: &[Bit], f: &[Bit], g: &[Bit]| -> Vec<Bit> {
            (0..32).map(|n| graph.select(e[n], f[n], g[n])).collect()
        };
        let majority = |graph: &mut Graph, a: &[Bit], b: &[Bit], c: &[Bit]| -> Vec<Bit> {
            (0..32)
                .map(|n| {
                    let (both, either) = (graph.and(a[n], b[n]), graph.or(a[n], b[n]));
                    let third = graph.and(either, c[n]);
                    graph.or(both, third)
                })
                .collect()
        };
        match i.mnemonic() {
            M::Sha256rnds2 => {
                let [mut wa, mut wb, mut we, mut wf] = [3, 2, 1, 0].map(|n| b[n].clone());
                let [mut wc, mut wd, mut wg, mut wh] = [3, 2, 1, 0].map(|n| a[n].clone());
                for wk in &extra[..2] {
                    let ch = choose(graph, &we, &wf, &wg);
                    let s1 = xor(graph, &[&rotated(&we, 6), &rotated(&we, 11), &rotated(&we, 25)]);
                    let maj = majority(graph, &wa, &wb, &wc);
                    let s0 = xor(graph, &[&rotated(&wa, 2), &rotated(&wa, 13), &rotated(&wa, 22)]);
                    let new_a = add(graph, &[&ch, &s1, wk, &wh, &maj, &s0], 0);
                    let new_e = add(graph, &[&ch, &s1, wk, &wh, &wd], 0);
                    (wh, wg, wf, we, wd, wc, wb, wa) = (wg, wf, we, new_e, wc, wb, wa, new_a);
                }
                vec![wf, we, wb, wa]
            }
            M::Sha256msg1 => (0..4)
                .map(|n| {
                    let next = if n == 3 { &b[0] } else { &a[n + 1] };
                    let s0 =
                        xor(graph, &[&rotated(next, 7), &rotated(next, 18), &shifted(next, 3)]);
                    add(graph, &[&a[n], &s0], 0)
                })
                .collect(),
            M::Sha256msg2 => {
                let mut words = vec![b[2].clone(), b[3].clone()];
                for n in 0..4 {
                    let s1 = xor(
                        graph,
                        &[
                            &rotated(&words[n], 17),
                            &rotated(&words[n], 19),
                            &shifted(&words[n], 10),
                        ],
                    );
                    words.push(add(graph, &[&a[n], &s1], 0));
                }
                words.split_off(2)
            }
            M::Sha1msg1 => {
                let later = [&b[2], &b[3], &a[0], &a[1]];
                (0..4).map(|n| xor(graph, &[&a[n], later[n]])).collect()
            }
            M::Sha1msg2 => {
                let left = |word: &[Bit]| rotated(word, 31);
                let w16 = left(&xor(graph, &[&a[3], &b[2]]));
                let w17 = left(&xor(graph, &[&a[2], &b[1]]));
                let w18 = left(&xor(graph, &[&a[1], &b[0]]));
                let w19 = left(&xor(graph, &[&a[0], &w16]));
                vec![w19, w18, w17, w16]
            }
            M::Sha1nexte => {
                let sum = add(graph, &[&b[3], &rotated(&a[3], 2)], 0);
                vec![b[0].clone(), b[1].clone(), b[2].clone(), sum]
            }
            _ => {
                const CONSTANTS: [u64; 4] = [0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6];
                let function = usize::from(immediate(i) & 3);
                let [mut wa, mut wb, mut wc, mut wd] = [3, 2, 1, 0].map(|n| a[n].clone());
                let mut we = vec![ZERO; 32];
                for n in (0..4).rev() {
                    let f = match function {
                        0 => choose(graph, &wb, &wc, &wd),
                        2 => majority(graph, &wb, &wc, &wd),
                        _ => xor(graph, &[&wb, &wc, &wd]),
                    };
                    let sum = add(graph, &[&f, &rotated(&wa, 27), &b[n], &we], CONSTANTS[function]);
                    (we, wd, wc, wb, wa) = (wd, wc, rotated(&wb, 2), wa, sum);
                }
                vec![wd, wc, wb, wa]
            }
        }
    }

    /// Executes a gather instruction, which loads an element for each index.
    fn gather(&mut self, m: &Machine, i: &Instruction) -> Result<Option<Results>> {
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

    /// Finds the symbolic results of an instruction that moves bits, or maps bytes to bytes, by running it on chosen
    /// operands.
    fn by_trial(
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

impl Machine {
    /// Executes one instruction, and its symbolic model if it reads unknown bits.
    pub fn step_symbolic(&mut self, decoded: &Decoded) -> Result<()> {
        let Some(mut symbolic) = self.symbolic.take() else { return self.step(decoded) };
        let result = symbolic.concerns(self, &decoded.instruction);
        match result {
            Ok(true) => {
                let result = symbolic.step(self, decoded);
                self.symbolic = Some(symbolic);
                result
            }
            result => {
                self.symbolic = Some(symbolic);
                result?;
                self.step(decoded)
            }
        }
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

fn value_of(m: &Machine, place: Place) -> Result<Vec<u8>> {
    Ok(match place {
        Place::General(n) => m.registers.general[n].bits.to_le_bytes().to_vec(),
        Place::Mask(n) => m.registers.masks[n].bits.to_le_bytes().to_vec(),
        Place::Vector(n) => m.registers.vectors[n].bytes.to_vec(),
        Place::Memory(address, length) => m.memory.slices(address, length)?.0.to_vec(),
    })
}

fn secret_of(m: &Machine, place: Place) -> Result<Vec<u8>> {
    Ok(match place {
        Place::General(n) => m.registers.general[n].secret.to_le_bytes().to_vec(),
        Place::Mask(n) => m.registers.masks[n].secret.to_le_bytes().to_vec(),
        Place::Vector(n) => m.registers.vectors[n].secret.to_vec(),
        Place::Memory(address, length) => m.memory.slices(address, length)?.1.to_vec(),
    })
}

/// Returns the place of the instruction's memory operand.
fn memory_place(m: &Machine, i: &Instruction) -> Place {
    let is_stack = matches!(i.mnemonic(), M::Push | M::Pop | M::Ret | M::Call | M::Leave)
        && !i.op_kinds().any(|kind| kind == OpKind::Memory);
    if is_stack {
        return Place::Memory(m.registers.general[RSP].bits, 8);
    }
    let size = i.memory_size();
    let length = if i.is_broadcast() { size.element_size() } else { size.size() };
    Place::Memory(m.address_unchecked(i).0, length)
}

fn constant(value: u64, width: usize) -> Vec<Bit> {
    (0..width).map(|n| (value >> n & 1) as Bit).collect()
}

/// Method of finding the symbolic results of an instruction that has no model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The instruction only moves bits. The positions depend on operands that must be constant.
    Move,
    /// Each byte of the result depends on one byte of an operand.
    Bytes,
    Other,
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |mnemonic| {
        let name = name_of(mnemonic);
        let name = name.trim_start_matches('v');
        if MOVES.iter().any(|start| name.starts_with(start)) {
            Kind::Move
        } else if BYTEWISE.contains(&name) {
            Kind::Bytes
        } else {
            Kind::Other
        }
    };
    M::values().map(kind).collect()
});

fn name_of(mnemonic: M) -> String {
    format!("{mnemonic:?}").to_lowercase()
}

/// Prefixes of the names of instructions that move bits, without the letter `v` of the VEX encoding.
const MOVES: [&str; 44] = [
    "mov",
    "lddqu",
    "bswap",
    "shl",
    "shr",
    "sar",
    "rol",
    "ror",
    "sal",
    "xchg",
    "cbw",
    "cwd",
    "cdq",
    "cqo",
    "bzhi",
    "psll",
    "psrl",
    "psra",
    "prol",
    "pror",
    "palignr",
    "align",
    "pshuf",
    "shuf",
    "perm",
    "punpck",
    "unpck",
    "pblendw",
    "blendp",
    "pblendd",
    "pblendm",
    "blendm",
    "pmov",
    "movmsk",
    "pextr",
    "pinsr",
    "extract",
    "insert",
    "broadcast",
    "pbroadcast",
    "kmov",
    "kshift",
    "kunpck",
    "leave",
];

/// Instructions that map bytes to bytes if their other operands are constant.
const BYTEWISE: [&str; 11] = [
    "pshufb", "permb", "permi2b", "permt2b", "paddusb", "psubusb", "pminub", "pmaxub", "pcmpgtb",
    "pcmpeqb", "paddsb",
];

/// Returns the operands that determine how bits are moved, such as shift counts and indices.
fn control_operands(i: &Instruction) -> Vec<u32> {
    let name = name_of(i.mnemonic());
    let name = name.trim_start_matches('v');
    let last = i.op_count() - 1;
    let is_register = |n: u32| matches!(i.op_kind(n), OpKind::Register | OpKind::Memory);
    let starts = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
    match name {
        _ if starts(&["permi2"]) => vec![0],
        _ if starts(&["permt2"]) => vec![1],
        _ if starts(&["perm"]) && is_register(last) => vec![1],
        "pshufb" | "bzhi" => vec![last],
        _ if starts(&["sh", "sa", "ro", "ps", "pro"])
            && last > 0
            && is_register(last)
            && !starts(&["shuf", "pshuf"]) =>
        {
            vec![last]
        }
        _ if starts(&["pblendm", "blendm", "pmovm2"]) => Vec::new(),
        _ => Vec::new(),
    }
}

static INVERSES: LazyLock<[u8; 256]> = LazyLock::new(|| {
    const IDENTITY: u64 = 0x0102_0408_1020_4080;
    let matrix: [u8; 64] = std::array::from_fn(|n| IDENTITY.to_le_bytes()[n % 8]);
    std::array::from_fn(|x| model::affine([x as u8; 64], matrix, true)[0])
});
static AES_SBOX: LazyLock<[u8; 256]> =
    LazyLock::new(|| std::array::from_fn(|x| model::aesenclast([x as u8; 64], [0; 64])[0]));
static AES_INVERSE_SBOX: LazyLock<[u8; 256]> =
    LazyLock::new(|| std::array::from_fn(|x| model::aesdeclast([x as u8; 64], [0; 64])[0]));
