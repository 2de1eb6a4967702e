//! Plants a fault in the loaded program, to show that a check reports it.

use anyhow::{Context as _, Result, bail, ensure};
use iced_x86::{Code, Decoder, DecoderOptions, Encoder, Instruction, OpKind, Register};

use crate::machine::{Machine, text};
use crate::process;
use crate::symbols::Symbols;

/// Fault to plant in the first suitable instruction of a source file, just before this instruction runs for the first
/// time.
pub struct Fault {
    kind: Kind,
    /// Part of the source file's path.
    file: String,
    symbols: Symbols,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Inserts a branch on a vector register that contains secret bits.
    Branch,
    /// Changes a bit of a constant: the immediate of an affine map, or the memory operand of another instruction.
    Constant,
    /// Increases the count of a rotation instruction by 1.
    Rotation,
    /// Exchanges the source operands of a vector instruction.
    Operands,
}

impl Machine {
    /// Plants the fault `KIND:PLACE`. PLACE is a part of a source file's path. For the kind `wipe`, PLACE is a part of
    /// a function name instead. The fault then makes every function whose name contains PLACE return immediately.
    pub fn plant(&mut self, fault: &str, file: &[u8], symbols: Symbols) -> Result<()> {
        let (kind, place) = fault.split_once(':').context("fault must have the form KIND:PLACE")?;
        let kind = match kind {
            "branch" => Kind::Branch,
            "constant" => Kind::Constant,
            "rotation" => Kind::Rotation,
            "operands" => Kind::Operands,
            "wipe" => {
                const RET: u8 = 0xc3;
                let functions = process::functions(file)?;
                let fitting = functions.iter().filter(|(name, _)| name.contains(place));
                let starts: Vec<u64> = fitting.map(|(_, code)| code.start).collect();
                ensure!(!starts.is_empty(), "no function is named {place}");
                for start in starts {
                    eprintln!("planted: ret at {}", symbols.place(start));
                    self.memory.store(start, &[RET])?;
                }
                return Ok(());
            }
            _ => bail!("fault {kind} is unknown; use branch, constant, rotation, operands or wipe"),
        };
        self.fault = Some(Box::new(Fault { kind, file: place.to_owned(), symbols }));
        Ok(())
    }

    /// Plants the fault in instruction `i`, if this instruction is suitable. Returns whether the fault was planted.
    /// Called before `i` runs for the first time.
    pub fn plant_in(&mut self, i: &Instruction, fault: &Fault) -> Result<bool> {
        if !fault.symbols.frames(i.ip()).iter().any(|(line, _)| line.contains(&fault.file)) {
            return Ok(false);
        }
        let is_planted = match fault.kind {
            // Plants the branch only inside a tested operation, because dependences on secrets are recorded only there.
            Kind::Branch => self.system.is_watching && self.plant_branch(i)?,
            Kind::Constant => self.plant_constant(i)?,
            Kind::Rotation => self.plant_rotation(i)?,
            Kind::Operands => self.plant_operands(i)?,
        };
        if is_planted {
            eprintln!("planted: {} at {}", text(i), fault.symbols.place(i.ip()));
        }
        Ok(is_planted)
    }

    /// Plants a branch on a vector register that contains secret bits: replaces the instruction `i`, and if necessary
    /// the next ones, with `vptest` and `je`. The branch does not change the control flow, because its target is the
    /// instruction after `je`.
    fn plant_branch(&mut self, i: &Instruction) -> Result<bool> {
        let is_read = |n: u32| n < i.op_count() && i.op_kind(n) == OpKind::Register;
        let secret = (1..3).filter(|&n| is_read(n)).map(|n| i.op_register(n)).find(|register| {
            register.is_vector_register() && register.number() < 16 && {
                let vector = &self.registers.vectors[register.number()];
                vector.secret[..16].iter().any(|&byte| byte != 0)
            }
        });
        let Some(register) = secret else { return Ok(false) };
        let register = Register::XMM0 + register.number() as u32;
        let end = i.ip() + 64;
        let (code, _) = self.memory.slices(i.ip(), 64)?;
        let mut after = i.ip();
        for next in &mut Decoder::with_ip(64, code, i.ip(), DecoderOptions::NONE) {
            let is_vector =
                next.op_kind(0) == OpKind::Register && next.op_register(0).is_vector_register();
            if !is_vector || after >= i.ip() + 7 || after >= end {
                break;
            }
            after = next.next_ip();
        }
        if after < i.ip() + 7 {
            return Ok(false);
        }
        let test = Instruction::with2(Code::VEX_Vptest_xmm_xmmm128, register, register)?;
        let mut encoder = Encoder::new(64);
        let length = encoder.encode(&test, i.ip())? as u64;
        let branch = Instruction::with_branch(Code::Je_rel8_64, i.ip() + length + 2)?;
        encoder.encode(&branch, i.ip() + length)?;
        let mut code = encoder.take_buffer();
        code.resize((after - i.ip()) as usize, 0x90);
        self.memory.store(i.ip(), &code)?;
        Ok(true)
    }

    fn plant_constant(&mut self, i: &Instruction) -> Result<bool> {
        let is_affine = format!("{:?}", i.mnemonic()).contains("Gf2p8affine");
        if is_affine && i.immediate8() != 0 {
            let last = i.next_ip() - 1;
            self.memory.store(last, &[i.immediate8() ^ 1])?;
            return Ok(true);
        }
        let is_vector = i.op_kind(0) == OpKind::Register && i.op_register(0).is_vector_register();
        if !is_vector || !i.is_ip_rel_memory_operand() {
            return Ok(false);
        }
        let address = i.memory_displacement64();
        let byte = self.memory.read(address, 1)?.bits as u8;
        self.memory.store(address, &[byte ^ 1])?;
        Ok(true)
    }

    fn plant_operands(&mut self, i: &Instruction) -> Result<bool> {
        let name = format!("{:?}", i.mnemonic());
        let is_ordered = ["Vpandn", "Vpsub", "Vpunpck", "Vpalignr", "Vpshufb"];
        let is_register = |n: u32| n < i.op_count() && i.op_kind(n) == OpKind::Register;
        let is_fit = is_ordered.iter().any(|start| name.starts_with(start))
            && is_register(1)
            && is_register(2);
        if !is_fit || i.op_register(1) == i.op_register(2) {
            return Ok(false);
        }
        let mut exchanged = *i;
        exchanged.set_op_register(1, i.op_register(2));
        exchanged.set_op_register(2, i.op_register(1));
        let mut encoder = Encoder::new(64);
        encoder.encode(&exchanged, i.ip())?;
        let code = encoder.take_buffer();
        if code.len() != i.len() {
            return Ok(false);
        }
        self.memory.store(i.ip(), &code)?;
        Ok(true)
    }

    fn plant_rotation(&mut self, i: &Instruction) -> Result<bool> {
        let name = format!("{:?}", i.mnemonic());
        let is_rotation =
            ["Vprol", "Vpror", "Rorx", "Rol", "Ror"].iter().any(|start| name.starts_with(start));
        if !is_rotation || i.op_kind(i.op_count() - 1) != OpKind::Immediate8 {
            return Ok(false);
        }
        self.memory.store(i.next_ip() - 1, &[i.immediate8() + 1])?;
        Ok(true)
    }
}
