//! Symbolic execution in parallel with the interpreted run. Each secret bit is a function of the unknown inputs, which
//! is represented by a bit of [`Graph`]. The interpreted run determines addresses and branches, which must not depend
//! on unknown inputs.
//!
//! An instruction that only moves bits needs no symbolic model. The interpreter runs it on operands that encode the
//! number of each bit, and the result shows to which position each bit moves. Other instructions have models in
//! `models`. Every symbolic result is compared with the value in the interpreted run. A result of an instruction
//! without a model is [`UNKNOWN`], and an output with an unknown bit never counts as equal.

mod bytes;
mod classes;
mod finite_fields;
mod flags;
mod models;
mod operands;
mod places;
mod sha;
mod trial;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use anyhow::Result;
use iced_x86::{Instruction, InstructionInfoFactory, Mnemonic as M, OpAccess, OpKind, Register};

use self::flags::Carry;
use self::places::{Place, memory_place, secret_of, value_of};
use crate::graph::{Bit, Graph, UNKNOWN};
use crate::machine::{Decoded, Machine, number, text};

/// Registers that an instruction reads and writes, and whether it reads and writes its memory operand.
struct Effects {
    reads: Vec<Place>,
    writes: Vec<Place>,
    reads_memory: bool,
    writes_memory: bool,
}

/// Results of an instruction: each register or memory location that it writes, with the new Boolean functions of its
/// bits.
type Results = Vec<(Place, Vec<Bit>)>;

pub struct Symbolic {
    pub graph: Graph,
    general: [[Bit; 64]; 16],
    vectors: Vec<[Bit; 512]>,
    masks: [[Bit; 64]; 8],
    memory: HashMap<u64, [Bit; 8]>,
    carry: Carry,
    /// Most recent result that set the zero and sign flags.
    result: Option<Vec<Bit>>,
    effects: HashMap<u64, Rc<Effects>>,
    /// Number of bits that were made unknown inputs so far in this run.
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

    /// Deletes all symbolic functions. Bits that are still secret in registers and memory become unknown.
    pub fn clear(&mut self) {
        let effects = std::mem::take(&mut self.effects);
        *self = Self { effects, ..Self::new() };
    }

    /// Ends a run and returns its results. The next run has the same inputs, so that its outputs can be compared.
    pub fn end_run(&mut self) -> Run {
        self.inputs = 0;
        std::mem::take(&mut self.run)
    }

    /// Makes the bits of the `length` bytes at `address` unknown inputs, numbered after the existing ones.
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

    /// Appends the bytes at `address` to the outputs of the run, each bit as a Boolean function of the inputs.
    pub fn publish(&mut self, m: &Machine, address: u64, length: usize) -> Result<()> {
        let bits = self.get(m, Place::Memory(address, length))?;
        self.run.outputs.extend(bits);
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
}

impl Machine {
    /// Executes one instruction. If the instruction reads unknown bits, also executes its symbolic model.
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
