//! Compares each model with the processor. Each instruction of a program is encoded into executable memory. The
//! processor and the model then run it on the same random registers, and must agree on the registers, the defined flags
//! and the memory. The processor runs it again with other values of the secret bits, and only bits that the model marks
//! as secret may differ.
#![allow(unsafe_code, reason = "runs instructions whose bytes were written to memory")]

use std::arch::global_asm;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::offset_of;

use anyhow::{Result, ensure};
use iced_x86::{
    Decoder, DecoderOptions, Encoder, Instruction, Mnemonic as M, OpKind, Register, RflagsBits,
};

use crate::machine::{Decoded, Dependence, Flags, Machine, RSP, Registers, flag, text};
use crate::memory::{Memory, Region};
use crate::process;
use crate::vector::Vector;
use crate::word::Word;

/// Registers before and after an instruction, in the layout that the assembly below uses.
#[repr(C, align(64))]
#[derive(Clone)]
struct State {
    vectors: [[u8; 64]; 32],
    masks: [u64; 8],
    general: [u64; 16],
    flags: u64,
    /// Address of the tested instruction.
    code: u64,
    /// Whether the tested instruction jumped.
    is_taken: u64,
    host_stack: u64,
}

global_asm!(
    ".pushsection .bss.machine_code_state, \"aw\", @nobits",
    ".balign 64",
    ".globl machine_code_state",
    ".hidden machine_code_state",
    "machine_code_state: .skip {size}",
    ".popsection",
    ".pushsection .text.machine_code_run, \"ax\", @progbits",
    ".globl machine_code_run, machine_code_next, machine_code_taken",
    ".hidden machine_code_run, machine_code_next, machine_code_taken",
    "machine_code_run:",
    "push rbx",
    "push rbp",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "mov [rip + machine_code_state + {host_stack}], rsp",
    ".irp n, 0, 1, 2, 3, 4, 5, 6, 7",
    "kmovq k\\n, [rip + machine_code_state + {masks} + 8 * \\n]",
    ".endr",
    ".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, \
     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31",
    "vmovdqu64 zmm\\n, [rip + machine_code_state + 64 * \\n]",
    ".endr",
    "push qword ptr [rip + machine_code_state + {flags}]",
    "popfq",
    "mov rax, [rip + machine_code_state + {general}]",
    "mov rcx, [rip + machine_code_state + {general} + 8]",
    "mov rdx, [rip + machine_code_state + {general} + 16]",
    "mov rbx, [rip + machine_code_state + {general} + 24]",
    "mov rsp, [rip + machine_code_state + {general} + 32]",
    "mov rbp, [rip + machine_code_state + {general} + 40]",
    "mov rsi, [rip + machine_code_state + {general} + 48]",
    "mov rdi, [rip + machine_code_state + {general} + 56]",
    ".irp n, 8, 9, 10, 11, 12, 13, 14, 15",
    "mov r\\n, [rip + machine_code_state + {general} + 8 * \\n]",
    ".endr",
    "jmp [rip + machine_code_state + {code}]",
    "machine_code_taken:",
    "mov qword ptr [rip + machine_code_state + {is_taken}], 1",
    "machine_code_next:",
    "mov [rip + machine_code_state + {general}], rax",
    "mov [rip + machine_code_state + {general} + 8], rcx",
    "mov [rip + machine_code_state + {general} + 16], rdx",
    "mov [rip + machine_code_state + {general} + 24], rbx",
    "mov [rip + machine_code_state + {general} + 32], rsp",
    "mov [rip + machine_code_state + {general} + 40], rbp",
    "mov [rip + machine_code_state + {general} + 48], rsi",
    "mov [rip + machine_code_state + {general} + 56], rdi",
    ".irp n, 8, 9, 10, 11, 12, 13, 14, 15",
    "mov [rip + machine_code_state + {general} + 8 * \\n], r\\n",
    ".endr",
    "mov rsp, [rip + machine_code_state + {host_stack}]",
    "pushfq",
    "pop qword ptr [rip + machine_code_state + {flags}]",
    "cld",
    ".irp n, 0, 1, 2, 3, 4, 5, 6, 7",
    "kmovq [rip + machine_code_state + {masks} + 8 * \\n], k\\n",
    ".endr",
    ".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, \
     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31",
    "vmovdqu64 [rip + machine_code_state + 64 * \\n], zmm\\n",
    ".endr",
    "vzeroupper",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbp",
    "pop rbx",
    "ret",
    ".popsection",
    size = const size_of::<State>(),
    masks = const offset_of!(State, masks),
    general = const offset_of!(State, general),
    flags = const offset_of!(State, flags),
    code = const offset_of!(State, code),
    is_taken = const offset_of!(State, is_taken),
    host_stack = const offset_of!(State, host_stack),
);

unsafe extern "C" {
    static mut machine_code_state: State;
    fn machine_code_run();
    fn machine_code_next();
    fn machine_code_taken();
    fn mmap(at: *mut u8, length: usize, access: i32, flags: i32, file: i32, offset: i64)
    -> *mut u8;
}

/// Size of the executable memory in bytes. It is followed by `DATA_BYTES` bytes of data.
const CODE_BYTES: usize = 4096;
const DATA_BYTES: usize = 4096;
/// Target of the tested jumps, as an offset in the executable memory.
const TARGET: usize = 64;
/// Offsets in the test data at which registers point: to the memory operand, to the source and the destination of a
/// string instruction, and to the top of the stack.
const OPERAND: u64 = 1024;
const SOURCE: u64 = 2048;
const DESTINATION: u64 = 2624;
const STACK: u64 = 3072;

/// Number of comparisons, with random operands, for each form of an instruction.
const TRIALS: u32 = 1000;

/// Instructions that are not compared, because they jump out of the tested code, enter the operating system, or read
/// properties of the processor.
const EXCLUDED: [M; 9] =
    [M::Call, M::Jmp, M::Ret, M::Syscall, M::Cpuid, M::Xgetbv, M::Ud2, M::Hlt, M::Int3];

/// Instructions on double-precision numbers. They are compared only for finite numbers, because the models do not
/// compute the payload of a NaN.
const DOUBLES: [M; 7] = [M::Addsd, M::Subsd, M::Subpd, M::Mulsd, M::Divsd, M::Cvttsd2si, M::Comisd];

/// Compares the models of the program's instructions with the processor. Returns whether all results agree.
pub fn compare(file: &[u8]) -> Result<bool> {
    ensure!(
        is_x86_feature_detected!("avx512vbmi") && is_x86_feature_detected!("gfni"),
        "this processor lacks AVX-512 with GFNI; run the comparison on a processor with both"
    );
    let forms = forms(file)?;
    let mut bench = Bench::new();
    let (mut compared, mut trials) = (0, 0);
    let (mut names, mut missing, mut wrong) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut left_out = BTreeSet::new();
    for instances in forms.values() {
        let mut done = 0;
        let name = format!("{:?}", instances[0].mnemonic()).to_lowercase();
        for _ in 0..TRIALS {
            let instance = instances[bench.random.below(instances.len())];
            let Some(i) = bench.encode(instance) else { continue };
            match bench.trial(&i) {
                Outcome::Equal => done += 1,
                Outcome::Rejected => {}
                Outcome::Missing => {
                    missing.insert(name.clone());
                    break;
                }
                Outcome::Differs(what) => {
                    println!("{}: {what}", text(&i));
                    wrong += 1;
                    break;
                }
            }
        }
        if done > 0 {
            compared += 1;
            trials += done;
            names.insert(name);
        } else {
            left_out.insert(name);
        }
    }
    let list =
        |names: &BTreeSet<String>| names.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    println!("instructions without a model: {}", list(&missing));
    let is_alone = |name: &&String| !names.contains(*name) && !missing.contains(*name);
    println!(
        "instructions never compared: {}",
        list(&left_out.iter().filter(is_alone).cloned().collect())
    );
    println!(
        "{compared} forms of {} instructions equal the processor on {trials} operands, {wrong} differ, {} have no model",
        names.len(),
        missing.len()
    );
    Ok(wrong == 0)
}

/// Form of an instruction. Each form is compared separately. The fields are the opcode, the kinds of the operands, and
/// six properties such as masking and an indexed memory operand. The last field states which of the first three operands
/// are the same register.
type Form = (u16, Vec<u8>, [bool; 6], [bool; 3]);

/// Returns up to 32 instructions of each form in the program's functions.
fn forms(file: &[u8]) -> Result<BTreeMap<Form, Vec<Instruction>>> {
    let machine = process::load(file, &[], &[])?;
    let mut forms: BTreeMap<Form, Vec<Instruction>> = BTreeMap::new();
    let mut random = Random(1);
    for (_, function) in process::functions(file)? {
        let (code, _) =
            machine.memory.slices(function.start, (function.end - function.start) as usize)?;
        for i in &mut Decoder::with_ip(64, code, function.start, DecoderOptions::NONE) {
            if i.is_invalid() || EXCLUDED.contains(&i.mnemonic()) {
                continue;
            }
            let is_register = |n: u32| n < i.op_count() && i.op_kind(n) == OpKind::Register;
            let is_same = |a: u32, b: u32| {
                is_register(a) && is_register(b) && i.op_register(a) == i.op_register(b)
            };
            let form = (
                i.code() as u16,
                i.op_kinds().map(|kind| kind as u8).collect(),
                [
                    i.op_mask() != Register::None,
                    i.zeroing_masking(),
                    i.is_broadcast(),
                    i.has_rep_prefix(),
                    i.memory_index() != Register::None,
                    i.is_ip_rel_memory_operand(),
                ],
                [is_same(0, 1), is_same(1, 2), is_same(0, 2)],
            );
            let instances = forms.entry(form).or_default();
            if instances.len() < 32 {
                instances.push(i);
            } else {
                instances[random.below(32)] = i;
            }
        }
    }
    Ok(forms)
}

enum Outcome {
    Equal,
    /// The model rejects the operands: they cause a division by zero, or an address is outside the test data.
    Rejected,
    Missing,
    Differs(String),
}

/// Generator of pseudorandom numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns a random number, a small number, or a number with many bytes at boundary values such as 0x80.
    fn bits(&mut self) -> u64 {
        let random = self.next();
        match self.below(6) {
            0 => random % 80,
            1 => {
                let edges = [0, 1, 0x7f, 0x80, 0xff, 0xfe, 0x40, 0x0f];
                u64::from_le_bytes(random.to_le_bytes().map(|byte| edges[usize::from(byte % 8)]))
            }
            2 => [0, u64::MAX, 1, 1 << 63, u64::MAX >> 1, 0xffff_ffff, 1 << 31, 0x8000]
                [self.below(8)],
            _ => random,
        }
    }

    /// Returns a random mask of secret bits. The mask is often 0. Otherwise, it contains one bit, random bits, one
    /// byte, or all bits.
    fn secret(&mut self) -> u64 {
        match self.below(8) {
            0 => 1 << self.below(64),
            1 => self.next() & self.next() & self.next(),
            2 => u64::MAX,
            3 => 0xff << (8 * self.below(8)),
            _ => 0,
        }
    }

    fn vector(&mut self, is_secret: bool) -> Vector {
        let mut vector = Vector::default();
        let is_small = self.below(4) == 0;
        for n in 0..8 {
            let bits = if is_small { self.next() & 0x1f1f_1f1f_1f1f_1f1f } else { self.bits() };
            let secret = if is_secret { self.secret() } else { 0 };
            vector.set_element(8, n, Word::new(bits, secret));
        }
        vector
    }
}

/// Memory for one instruction and its operands.
struct Bench {
    base: *mut u8,
    machine: Machine,
    random: Random,
}

impl Bench {
    fn new() -> Self {
        const READ_WRITE_EXECUTE: i32 = 7;
        const PRIVATE_ANONYMOUS: i32 = 0x22;
        let length = CODE_BYTES + DATA_BYTES;
        // SAFETY: the call maps new memory, so it changes no memory that is in use.
        let base = unsafe {
            mmap(std::ptr::null_mut(), length, READ_WRITE_EXECUTE, PRIVATE_ANONYMOUS, -1, 0)
        };
        assert!(base.addr() != usize::MAX, "executable memory can be mapped");
        let data = Region::new(base.addr() as u64 + CODE_BYTES as u64, DATA_BYTES);
        let regions = [Region::new(0, 0), Region::new(0, 0), data];
        let mut machine = Machine::new(Memory { regions });
        machine.system.is_watching = true;
        Self { base, machine, random: Random(2) }
    }

    fn data(&self) -> u64 {
        self.base.addr() as u64 + CODE_BYTES as u64
    }

    /// Encodes an instruction, with a memory operand that points into the test data. Returns `None` for unsupported
    /// memory operands.
    fn encode(&mut self, mut i: Instruction) -> Option<Instruction> {
        let address = self.data() + OPERAND;
        let is_vector = (0..i.op_count())
            .any(|n| i.op_kind(n) == OpKind::Register && i.op_register(n).is_vector_register());
        if is_vector && i.op_kind(i.op_count() - 1) == OpKind::Immediate8 {
            i.set_immediate8(self.random.next() as u8);
        }
        if i.is_jcc_short_or_near() {
            i.set_near_branch64(self.base.addr() as u64 + TARGET as u64);
        }
        if i.op_kinds().any(|kind| kind == OpKind::Memory) {
            let (base, index) = (i.memory_base(), i.memory_index());
            if i.segment_prefix() != Register::None {
                return None;
            } else if base == Register::RIP {
                i.set_memory_displacement64(address);
            } else if base == Register::None && !index.is_gpr() {
                return None;
            } else if base == index || base == Register::None {
                let times = i.memory_index_scale() + u32::from(base == index);
                i.set_memory_displ_size(8);
                i.set_memory_displacement64(address % u64::from(times));
            }
        }
        let mut encoder = Encoder::new(64);
        encoder.encode(&i, self.base.addr() as u64).ok()?;
        let mut code = encoder.take_buffer();
        let jump = |code: &mut Vec<u8>, to: unsafe extern "C" fn()| {
            code.extend([0xff, 0x25, 0, 0, 0, 0]);
            code.extend((to as usize).to_le_bytes());
        };
        jump(&mut code, machine_code_next);
        code.resize(TARGET, 0xcc);
        jump(&mut code, machine_code_taken);
        // SAFETY: `base` points to at least `code.len()` writable bytes, and none of the code there is running.
        unsafe { self.base.copy_from(code.as_ptr(), code.len()) };
        let mut decoder =
            Decoder::with_ip(64, &code, self.base.addr() as u64, DecoderOptions::NONE);
        Some(decoder.decode())
    }

    /// Fills registers and memory with random values and random secret bits. Registers used in addresses are public and
    /// point into the test data.
    fn fill(&mut self, i: &Instruction) {
        let is_secret = self.random.below(3) > 0;
        let Self { machine, random, .. } = self;
        let (data, memory) = (machine.memory.regions[2].base, &mut machine.memory.regions[2]);
        let Registers { general, vectors, masks, flags, is_backward, .. } = &mut machine.registers;
        for word in general.iter_mut().chain(masks) {
            *word = Word::new(random.bits(), if is_secret { random.secret() } else { 0 });
        }
        for vector in vectors.iter_mut() {
            *vector = random.vector(is_secret);
        }
        // Copies some registers to other registers. Two operands are then equal more often than with random values
        // only.
        let copied = [random.below(16), random.below(16)];
        general[copied[0]].bits = general[copied[1]].bits;
        for _ in 0..4 {
            vectors[random.below(16)].bytes = vectors[random.below(16)].bytes;
        }
        *flags = Flags {
            set: random.next() as u8 & flag::ALL,
            secret: if is_secret {
                random.next() as u8 & random.next() as u8 & flag::ALL
            } else {
                0
            },
        };
        *is_backward = random.below(2) == 0;
        let at = (OPERAND - 128) as usize;
        for (n, word) in memory.bytes[at..at + 512].chunks_mut(8).enumerate() {
            let bits = if n % 3 == 0 {
                vectors[random.below(16)].element(8, 0).bits
            } else {
                random.bits()
            };
            word.copy_from_slice(&bits.to_le_bytes());
        }
        for secret in memory.secret[at..at + 512].chunks_mut(8) {
            secret.copy_from_slice(&if is_secret { random.secret() } else { 0 }.to_le_bytes());
        }
        let public = |number: usize, bits: u64, general: &mut [Word; 16]| {
            general[number] = Word::public(bits);
        };
        public(RSP, data + STACK, general);
        let number =
            |register: Register| register.full_register() as usize - Register::RAX as usize;
        if DOUBLES.contains(&i.mnemonic()) {
            for vector in vectors.iter_mut() {
                for n in 0..8 {
                    let double = (random.next() as i32 as f64) / 1024.0;
                    vector.set_element(8, n, Word::public(double.to_bits()));
                }
            }
            for double in memory.bytes[OPERAND as usize..][..16].chunks_mut(8) {
                let bits = ((random.next() as i64 as f64) * 1024.0).to_bits();
                double.copy_from_slice(&bits.to_le_bytes());
            }
        }
        if matches!(i.mnemonic(), M::Div | M::Idiv) && random.below(4) > 0 {
            let high = if i.mnemonic() == M::Idiv && random.below(2) == 0 { u64::MAX } else { 0 };
            general[0].bits = general[0].bits & !0xff00 | high & 0xff00;
            general[2].bits = high;
        }
        if i.mnemonic() == M::Leave {
            public(5, data + STACK, general);
        }
        if i.op_kinds().any(|kind| kind == OpKind::MemoryESRDI) {
            public(1, random.next() % 20, general);
            public(6, data + SOURCE, general);
            public(7, data + DESTINATION, general);
        }
        if i.op_kinds().any(|kind| kind == OpKind::Memory) && i.mnemonic() != M::Lea {
            let (base, index) = (i.memory_base(), i.memory_index());
            let scale = u64::from(i.memory_index_scale());
            let rest = (data + OPERAND).wrapping_sub(i.memory_displacement64());
            if i.is_vsib() {
                let size = if i.is_vsib32() { 4 } else { 8 };
                let indices = &mut vectors[index.number()];
                for n in 0..64 / size {
                    let secret = if is_secret { random.secret() & 15 } else { 0 };
                    indices.set_element(size, n, Word::new(random.next() % 16, secret));
                }
                public(number(base), rest, general);
            } else if base == Register::RIP {
            } else if base == Register::None {
                public(number(index), rest / scale, general);
            } else if base == index {
                public(number(base), rest / (scale + 1), general);
            } else if index == Register::None {
                public(number(base), rest, general);
            } else {
                let steps = random.next() % 64;
                public(number(index), steps, general);
                public(number(base), rest.wrapping_sub(scale * steps), general);
            }
        }
    }

    /// Runs the encoded instruction on the processor, with these registers and this data.
    fn run(&mut self, registers: &Registers, data: &[u8]) -> (State, Vec<u8>) {
        let state = State {
            vectors: registers.vectors.map(|vector| vector.bytes),
            masks: registers.masks.map(|word| word.bits),
            general: registers.general.map(|word| word.bits),
            flags: packed(registers.flags.set) | u64::from(registers.is_backward) << 10 | 0x202,
            code: self.base.addr() as u64,
            is_taken: 0,
            host_stack: 0,
        };
        // SAFETY: the model accepted these operands before, so all memory accesses are within the data. The assembly
        // restores the caller's registers. No other thread uses the state.
        unsafe {
            let memory = self.base.add(CODE_BYTES);
            memory.copy_from(data.as_ptr(), DATA_BYTES);
            (&raw mut machine_code_state).write(state);
            machine_code_run();
            let after = (&raw const machine_code_state).read();
            (after, std::slice::from_raw_parts(memory, DATA_BYTES).to_vec())
        }
    }

    /// Runs the model and the processor on the same random operands, and compares the results. Then runs the processor
    /// again with other values of the secret operand bits. In the results, only bits that the model marks as secret may
    /// change.
    fn trial(&mut self, i: &Instruction) -> Outcome {
        self.fill(i);
        let before = self.machine.registers.clone();
        let (data, secret) = {
            let memory = &self.machine.memory.regions[2];
            (memory.bytes.clone(), memory.secret.clone())
        };
        self.machine.findings.clear();
        let stepped = self.machine.step(&Decoded::from(*i));
        let defined = flag::ALL & !undefined(i);
        let after = self.machine.registers.clone();
        let memory = &mut self.machine.memory.regions[2];
        let modelled = std::mem::replace(&mut memory.bytes, data.clone());
        let shadow = std::mem::replace(&mut memory.secret, secret.clone());
        if let Err(error) = stepped {
            let is_missing = error.to_string().contains("no model")
                || error.to_string().contains("without a model");
            return if is_missing { Outcome::Missing } else { Outcome::Rejected };
        }
        let (state, real) = self.run(&before, &data);
        let expected = State {
            vectors: after.vectors.map(|vector| vector.bytes),
            masks: after.masks.map(|word| word.bits),
            general: after.general.map(|word| word.bits),
            flags: packed(after.flags.set) | u64::from(after.is_backward) << 10,
            is_taken: u64::from(after.ip != i.next_ip()),
            ..state.clone()
        };
        let flags = packed(defined) | 1 << 10;
        if let Some(place) = difference(&expected, &state, &modelled, &real, flags, |_, _| 0) {
            return Outcome::Differs(format!("the processor has another {place}"));
        }
        let is_branch =
            self.machine.findings.keys().any(|(_, found)| *found != Dependence::Address);
        if is_branch {
            return Outcome::Equal;
        }
        let mut other = before;
        for word in other.general.iter_mut().chain(&mut other.masks) {
            word.bits ^= word.secret & self.random.next();
        }
        other.flags.set ^= other.flags.secret & self.random.next() as u8;
        for vector in &mut other.vectors {
            for (byte, secret) in vector.bytes.iter_mut().zip(vector.secret) {
                *byte ^= secret & self.random.next() as u8;
            }
        }
        let mut changed = data;
        for (byte, secret) in changed.iter_mut().zip(&secret) {
            if *secret != 0 {
                *byte ^= secret & self.random.next() as u8;
            }
        }
        let (second, second_data) = self.run(&other, &changed);
        let allowed = |part: Part, n: usize| match part {
            Part::Vector(byte) => after.vectors[n].secret[byte].into(),
            Part::Mask => after.masks[n].secret,
            Part::General => after.general[n].secret,
            Part::Flags => packed(after.flags.secret),
            Part::Memory => shadow[n].into(),
            Part::Jump => 0,
        };
        match difference(&state, &second, &real, &second_data, flags, allowed) {
            Some(place) => {
                Outcome::Differs(format!("secret bits change {place}, which is not marked secret"))
            }
            None => Outcome::Equal,
        }
    }
}

/// Location of a result: a register, the flags or memory.
#[derive(Clone, Copy)]
enum Part {
    /// Vector register: the byte with this index.
    Vector(usize),
    Mask,
    General,
    Flags,
    Memory,
    Jump,
}

/// Returns the first location in which two results differ. For a location, `allowed` returns the bits that may differ.
fn difference(
    a: &State,
    b: &State,
    memory_a: &[u8],
    memory_b: &[u8],
    flags: u64,
    allowed: impl Fn(Part, usize) -> u64,
) -> Option<String> {
    let differs = |x: u64, y: u64, part: Part, n: usize| (x ^ y) & !allowed(part, n) != 0;
    for n in 0..16 {
        if differs(a.general[n], b.general[n], Part::General, n) {
            return Some(format!("register {n}: {:#x}, {:#x}", a.general[n], b.general[n]));
        }
    }
    for n in 0..32 {
        for byte in 0..64 {
            let [x, y] = [a, b].map(|state| state.vectors[n][byte]);
            if differs(x.into(), y.into(), Part::Vector(byte), n) {
                return Some(format!("byte {byte} of vector {n}: {x:#x}, {y:#x}"));
            }
        }
    }
    for n in 0..8 {
        if differs(a.masks[n], b.masks[n], Part::Mask, n) {
            return Some(format!("mask {n}: {:#x}, {:#x}", a.masks[n], b.masks[n]));
        }
    }
    if differs(a.flags & flags, b.flags & flags, Part::Flags, 0) {
        return Some(format!("flags: {:#x}, {:#x}, of {flags:#x}", a.flags, b.flags));
    }
    if differs(a.is_taken, b.is_taken, Part::Jump, 0) {
        return Some("jump".to_owned());
    }
    let at = (0..DATA_BYTES)
        .find(|&n| differs(memory_a[n].into(), memory_b[n].into(), Part::Memory, n))?;
    Some(format!("byte {at} of memory: {:#x}, {:#x}", memory_a[at], memory_b[at]))
}

/// Returns the flags as they are arranged in the register `rflags`.
fn packed(flags: u8) -> u64 {
    let places = [0, 2, 4, 6, 7, 11];
    (0..6).filter(|n| flags >> n & 1 == 1).fold(0, |all, n| all | 1 << places[n])
}

/// Returns the flags that the instruction leaves undefined.
fn undefined(i: &Instruction) -> u8 {
    let bits = i.rflags_undefined();
    let flags = [
        (RflagsBits::CF, flag::CARRY),
        (RflagsBits::PF, flag::PARITY),
        (RflagsBits::AF, flag::ADJUST),
        (RflagsBits::ZF, flag::ZERO),
        (RflagsBits::SF, flag::SIGN),
        (RflagsBits::OF, flag::OVERFLOW),
    ];
    flags.into_iter().filter(|(bit, _)| bits & bit != 0).fold(0, |all, (_, flag)| all | flag)
}
