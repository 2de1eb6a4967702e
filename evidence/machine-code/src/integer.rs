//! Models of integer instructions (Intel's manual, volume 2). Each model computes the result and the flags, and
//! determines which of their bits are secret.

use anyhow::{Result, bail, ensure};
use iced_x86::{ConditionCode, Instruction, Mnemonic as M, OpKind, Register};

use crate::machine::{Dependence, Machine, RSP, flag, number};
use crate::word::{Word, any, carried, extend, mask, sign};

const RAX: usize = 0;
const RCX: usize = 1;
const RDX: usize = 2;
const RSI: usize = 6;
const RDI: usize = 7;

impl Machine {
    /// Executes an integer instruction. Returns `false` for other instructions.
    #[expect(clippy::too_many_lines, reason = "the match has one line per instruction")]
    pub fn integer(&mut self, i: &Instruction) -> Result<bool> {
        let size = Self::size(i, 0);
        match i.mnemonic() {
            M::Mov => {
                let word = self.operand(i, 1)?;
                self.set_operand(i, 0, word)?;
            }
            M::Movzx => {
                let word = self.operand(i, 1)?;
                self.set_operand(i, 0, word)?;
            }
            M::Movsx | M::Movsxd => {
                let from = Self::size(i, 1);
                let word = self.operand(i, 1)?;
                self.set_operand(i, 0, word.moved(|x| extend(x, from)).low(size))?;
            }
            M::Movbe | M::Bswap => {
                let word = self.operand(i, i.op_count() - 1)?;
                let by = 64 - 8 * size;
                self.set_operand(i, 0, word.moved(|x| x.swap_bytes() >> by))?;
            }
            M::Lea => {
                let (bits, _) = self.address_unchecked(i);
                let parts = [i.memory_base(), i.memory_index()];
                let parts = parts.into_iter().filter(|part| part.is_gpr());
                let secret = parts.fold(0, |all, part| all | self.general(part).secret);
                self.set_operand(i, 0, Word::new(bits, carried(secret)).low(size))?;
            }
            M::Add | M::Xadd => {
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let sum = self.sum(a, b, Word::default(), size);
                if i.mnemonic() == M::Xadd {
                    self.set_operand(i, 1, a)?;
                }
                self.set_operand(i, 0, sum)?;
            }
            M::Adc => {
                let (a, b, carry) = (
                    self.operand(i, 0)?,
                    self.operand(i, 1)?,
                    self.registers.flags.bit(flag::CARRY),
                );
                let sum = self.sum(a, b, carry, size);
                self.set_operand(i, 0, sum)?;
            }
            M::Adcx | M::Adox => {
                let which = if i.mnemonic() == M::Adcx { flag::CARRY } else { flag::OVERFLOW };
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let carry = self.registers.flags.bit(which);
                let before = self.registers.flags;
                let sum = self.sum(a, b, carry, size);
                let after = self.registers.flags.bit(flag::CARRY);
                self.registers.flags = before;
                self.registers.flags.put(which, after.bits != 0, after.is_secret());
                self.set_operand(i, 0, sum)?;
            }
            M::Sub | M::Cmp => {
                let (mut a, mut b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                if is_same(i, 0, 1) {
                    (a, b) = (Word::default(), Word::default());
                }
                let difference = self.difference(a, b, Word::default(), size);
                if i.mnemonic() == M::Sub {
                    self.set_operand(i, 0, difference)?;
                }
            }
            M::Sbb => {
                let (mut a, mut b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                if is_same(i, 0, 1) {
                    (a, b) = (Word::default(), Word::default());
                }
                let borrow = self.registers.flags.bit(flag::CARRY);
                let difference = self.difference(a, b, borrow, size);
                self.set_operand(i, 0, difference)?;
            }
            M::Neg => {
                let a = self.operand(i, 0)?;
                let difference = self.difference(Word::default(), a, Word::default(), size);
                self.set_operand(i, 0, difference)?;
            }
            M::Inc | M::Dec => {
                let a = self.operand(i, 0)?;
                let carry = self.registers.flags.bit(flag::CARRY);
                let one = Word::public(1);
                let result = if i.mnemonic() == M::Inc {
                    self.sum(a, one, Word::default(), size)
                } else {
                    self.difference(a, one, Word::default(), size)
                };
                self.registers.flags.put(flag::CARRY, carry.bits != 0, carry.is_secret());
                self.set_operand(i, 0, result)?;
            }
            M::And | M::Test => {
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let result = a.and(b);
                self.logic(result, size);
                if i.mnemonic() == M::And {
                    self.set_operand(i, 0, result)?;
                }
            }
            M::Or | M::Xor => {
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let result = match i.mnemonic() {
                    M::Or => a.or(b),
                    _ if is_same(i, 0, 1) => Word::default(),
                    _ => a.xor(b),
                };
                self.logic(result, size);
                self.set_operand(i, 0, result)?;
            }
            M::Andn => {
                let result = self.operand(i, 1)?.not().low(size).and(self.operand(i, 2)?);
                self.logic(result, size);
                self.set_operand(i, 0, result)?;
            }
            M::Not => {
                let word = self.operand(i, 0)?;
                self.set_operand(i, 0, word.not().low(size))?;
            }
            M::Shl | M::Sal | M::Shr | M::Sar | M::Rol | M::Ror => self.shift(i, size)?,
            M::Rcl | M::Rcr => self.rotate_through_carry(i, size)?,
            M::Shld | M::Shrd => self.double_shift(i, size)?,
            M::Rorx | M::Shlx | M::Shrx | M::Sarx => {
                let (a, by) = (self.operand(i, 1)?, self.operand(i, 2)?);
                let n = (by.bits % (8 * size as u64)) as u32;
                let result = match i.mnemonic() {
                    M::Rorx => a.moved(|x| rotate_left(x, 8 * size as u32 - n, size)),
                    M::Shlx => a.moved(|x| x << n),
                    M::Shrx => a.moved(|x| x >> n),
                    _ => a.moved(|x| (extend(x, size).cast_signed() >> n).cast_unsigned()),
                };
                let secret = result.secret | any(by.secret & (8 * size as u64 - 1));
                self.set_operand(i, 0, Word::new(result.bits, secret).low(size))?;
            }
            M::Bzhi => {
                let (a, by) = (self.operand(i, 1)?, self.operand(i, 2)?);
                let n = by.bits & 0xff;
                let keep = if n < 64 { (1 << n) - 1 } else { u64::MAX };
                let kept = a.moved(|x| x & keep);
                let result = Word::new(kept.bits, kept.secret | any(by.secret & 0xff)).low(size);
                self.logic(result, size);
                let is_long = n >= 8 * size as u64;
                self.registers.flags.put(flag::CARRY, is_long, by.secret & 0xff != 0);
                self.set_operand(i, 0, result)?;
            }
            M::Blsr | M::Blsi | M::Blsmsk => {
                let a = self.operand(i, 1)?;
                let x = a.bits;
                let bits = match i.mnemonic() {
                    M::Blsr => x & x.wrapping_sub(1),
                    M::Blsi => x & x.wrapping_neg(),
                    _ => x ^ x.wrapping_sub(1),
                };
                let result = Word::new(bits, any(a.secret)).low(size);
                self.logic(result, size);
                let is_zero = (a.bits == 0) ^ (i.mnemonic() == M::Blsi);
                self.registers.flags.put(flag::CARRY, is_zero, a.is_zero_secret());
                self.set_operand(i, 0, result)?;
            }
            M::Bsf | M::Bsr | M::Tzcnt | M::Lzcnt | M::Popcnt => self.count(i, size)?,
            M::Bt | M::Bts | M::Btr | M::Btc => {
                ensure!(
                    i.op_kind(0) == OpKind::Register || i.op_kind(1) != OpKind::Register,
                    "bit test beyond an operand in memory has no model"
                );
                let (a, by) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let place = by.bits % (8 * size as u64);
                let by_secret = by.secret & (8 * size as u64 - 1) != 0;
                let (bit, is_secret) =
                    (a.bits >> place & 1, a.secret >> place & 1 != 0 || by_secret);
                self.registers.flags.put(flag::CARRY, bit != 0, is_secret);
                let one = 1 << place;
                let secret = if by_secret { mask(size) } else { a.secret };
                let result = match i.mnemonic() {
                    M::Bts => Word::new(a.bits | one, secret & !(if by_secret { 0 } else { one })),
                    M::Btr => Word::new(a.bits & !one, secret & !(if by_secret { 0 } else { one })),
                    M::Btc => Word::new(a.bits ^ one, secret),
                    _ => return Ok(true),
                };
                self.set_operand(i, 0, result)?;
            }
            M::Imul if i.op_count() > 1 => {
                let last = i.op_count() - 1;
                let (a, b) = (self.operand(i, last - 1)?, self.operand(i, last)?);
                let secret = carried(a.secret | b.secret);
                let bits = a.bits.wrapping_mul(b.bits) & mask(size);
                let exact = i128::from(extend(a.bits, size).cast_signed())
                    * i128::from(extend(b.bits, size).cast_signed());
                let is_cut = exact != i128::from(extend(bits, size).cast_signed());
                self.multiplied(is_cut, secret != 0);
                self.set_operand(i, 0, Word::new(bits, secret).low(size))?;
            }
            M::Mul | M::Imul => {
                let (a, b) = (self.registers.general[RAX].low(size), self.operand(i, 0)?);
                let product = if i.mnemonic() == M::Mul {
                    u128::from(a.bits) * u128::from(b.bits)
                } else {
                    let [a, b] = [a, b].map(|x| i128::from(extend(x.bits, size).cast_signed()));
                    (a * b).cast_unsigned()
                };
                let secret = a.secret | b.secret;
                let low = Word::new(product as u64, carried(secret)).low(size);
                let high = Word::new((product >> (8 * size)) as u64, any(secret)).low(size);
                let fill = if i.mnemonic() == M::Mul { 0 } else { any(low.bits & sign(size)) };
                self.multiplied(high.bits != fill & mask(size), secret != 0);
                if size == 1 {
                    let both = Word::new(product as u64, carried(secret));
                    self.set_general(Register::AX, both);
                } else {
                    self.set_pair(size, low, high);
                }
            }
            M::Mulx => {
                let (a, b) = (self.registers.general[RDX].low(size), self.operand(i, 2)?);
                let product = u128::from(a.bits) * u128::from(b.bits);
                let secret = a.secret | b.secret;
                self.set_operand(i, 1, Word::new(product as u64, carried(secret)).low(size))?;
                let high = Word::new((product >> (8 * size)) as u64, any(secret)).low(size);
                self.set_operand(i, 0, high)?;
            }
            M::Div | M::Idiv => self.divide(i, size)?,
            M::Cbw | M::Cwde | M::Cdqe => {
                let (from, to) = match i.mnemonic() {
                    M::Cbw => (1, Register::AX),
                    M::Cwde => (2, Register::EAX),
                    _ => (4, Register::RAX),
                };
                let word = self.registers.general[RAX].moved(|x| extend(x, from)).low(to.size());
                self.set_general(to, word);
            }
            M::Cwd | M::Cdq | M::Cqo => {
                let (size, to) = match i.mnemonic() {
                    M::Cwd => (2, Register::DX),
                    M::Cdq => (4, Register::EDX),
                    _ => (8, Register::RDX),
                };
                let a = self.registers.general[RAX];
                self.set_general(to, a.moved(|x| any(x & sign(size))).low(to.size()));
            }
            M::Xchg => {
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                if i.op_register(0) == Register::RBX && i.op_register(1) == Register::RBX {
                    return self.client_request().map(|()| true);
                }
                self.set_operand(i, 1, a)?;
                self.set_operand(i, 0, b)?;
            }
            M::Cmpxchg => {
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let expected = self.registers.general[RAX].low(size);
                self.difference(expected, a, Word::default(), size);
                if expected.bits == a.bits {
                    self.set_operand(i, 0, b)?;
                } else {
                    let to = [Register::AL, Register::AX, Register::EAX, Register::RAX];
                    self.set_general(to[size.trailing_zeros() as usize], a);
                }
                if (expected.secret | a.secret) != 0 {
                    self.report(i, Dependence::Branch);
                }
            }
            M::Push => {
                let word = self.operand(i, 0)?;
                let word = match i.op_kind(0) {
                    OpKind::Register | OpKind::Memory => word,
                    _ => Word::public(i.immediate(0)),
                };
                self.push(word)?;
            }
            M::Pop => {
                let word = self.pop()?;
                self.set_operand(i, 0, word)?;
            }
            M::Leave => {
                self.registers.general[RSP] = self.registers.general[5];
                self.registers.general[5] = self.pop()?;
            }
            M::Call | M::Jmp => {
                let target = match i.op_kind(0) {
                    OpKind::NearBranch64 => Word::public(i.near_branch_target()),
                    _ => self.operand(i, 0)?,
                };
                if i.mnemonic() == M::Call {
                    self.push(Word::public(i.next_ip()))?;
                }
                self.jump(i, target);
            }
            M::Ret => {
                let target = self.pop()?;
                self.jump(i, target);
            }
            M::Cld | M::Std => self.registers.is_backward = i.mnemonic() == M::Std,
            M::Clc | M::Stc => self.registers.flags.put(flag::CARRY, i.mnemonic() == M::Stc, false),
            M::Cmc => self.registers.flags.set ^= flag::CARRY,
            M::Nop | M::Endbr64 | M::Pause | M::Mfence | M::Lfence | M::Sfence => {}
            M::Cpuid => self.identify(),
            M::Xgetbv => {
                // Register state that the operating system has enabled: x87, SSE, AVX, and the three components of
                // AVX-512.
                self.registers.general[RAX] = Word::public(0xe7);
                self.registers.general[RDX] = Word::default();
            }
            M::Syscall => self.system_call()?,
            M::Ud2 | M::Hlt => bail!("the program aborts"),
            M::Movsb | M::Movsw | M::Movsq | M::Stosb | M::Stosw | M::Stosd | M::Stosq => {
                self.string(i)?;
            }
            M::Movsd if i.op_count() == 2 && i.op_kind(0) == OpKind::MemoryESRDI => {
                self.string(i)?
            }
            _ if i.is_jcc_short_or_near() => {
                let (is_met, is_secret) = self.condition(i.condition_code());
                if is_secret {
                    self.report(i, Dependence::Branch);
                }
                if is_met {
                    self.registers.ip = i.near_branch_target();
                }
            }
            _ if i.condition_code() == ConditionCode::None => return Ok(false),
            _ if i.op_count() == 1 => {
                let (is_met, is_secret) = self.condition(i.condition_code());
                self.set_operand(i, 0, Word::new(is_met.into(), is_secret.into()))?;
            }
            _ => {
                let (is_met, is_secret) = self.condition(i.condition_code());
                let (a, b) = (self.operand(i, 0)?, self.operand(i, 1)?);
                let mut word = if is_met { b } else { a };
                if is_secret {
                    word.secret = a.secret | b.secret | (a.bits ^ b.bits);
                }
                self.set_operand(i, 0, word)?;
            }
        }
        Ok(true)
    }

    fn jump(&mut self, i: &Instruction, target: Word) {
        if target.is_secret() {
            self.report(i, Dependence::Branch);
        }
        self.registers.ip = target.bits;
    }

    pub fn push(&mut self, word: Word) -> Result<()> {
        let to = self.registers.general[RSP].bits - 8;
        self.registers.general[RSP].bits = to;
        self.memory.write(to, 8, word)
    }

    fn pop(&mut self) -> Result<Word> {
        let from = self.registers.general[RSP].bits;
        self.registers.general[RSP].bits = from + 8;
        self.memory.read(from, 8)
    }

    /// Writes a result of two words to `rax` and `rdx`: the halves of a product, or the quotient and remainder of a
    /// division.
    fn set_pair(&mut self, size: usize, low: Word, high: Word) {
        let registers = match size {
            2 => [Register::AX, Register::DX],
            4 => [Register::EAX, Register::EDX],
            _ => [Register::RAX, Register::RDX],
        };
        self.set_general(registers[0], low);
        self.set_general(registers[1], high);
    }

    /// Adds two integers and a carry, and sets all flags.
    fn sum(&mut self, a: Word, b: Word, carry: Word, size: usize) -> Word {
        let wide = |a: u64, b: u64, c: u64| u128::from(a) + u128::from(b) + u128::from(c);
        let is_carry = |sum: u128| sum >> (8 * size) != 0;
        let bits = wide(a.bits, b.bits, carry.bits);
        let secret = carried(a.secret | b.secret | carry.secret) & mask(size);
        let result = Word::new(bits as u64 & mask(size), secret);
        let is_overflow = (a.bits ^ result.bits) & (b.bits ^ result.bits) & sign(size) != 0;
        let adjust = (a.bits ^ b.bits ^ result.bits) & 16 != 0;
        self.result(result, size);
        let flags = &mut self.registers.flags;
        let ((a0, a1), (b0, b1), (c0, c1)) = (a.range(), b.range(), carry.range());
        let is_secret = is_carry(wide(a0, b0, c0)) != is_carry(wide(a1, b1, c1));
        flags.put(flag::CARRY, is_carry(bits), is_secret);
        flags.put(flag::OVERFLOW, is_overflow, secret != 0);
        flags.put(flag::ADJUST, adjust, secret & 31 != 0);
        result
    }

    /// Subtracts an integer and a borrow, and sets all flags.
    fn difference(&mut self, a: Word, b: Word, borrow: Word, size: usize) -> Word {
        let is_less = |a: u64, b: u64, c: u64| u128::from(a) < u128::from(b) + u128::from(c);
        let secret = carried(a.secret | b.secret | borrow.secret) & mask(size);
        let bits = a.bits.wrapping_sub(b.bits).wrapping_sub(borrow.bits) & mask(size);
        let result = Word::new(bits, secret);
        let is_overflow = (a.bits ^ b.bits) & (a.bits ^ bits) & sign(size) != 0;
        self.result(result, size);
        let flags = &mut self.registers.flags;
        if borrow == Word::default() {
            // If the operands differ in a public bit, they differ whatever the secret bits are. The zero flag is then
            // public.
            flags.put(flag::ZERO, bits == 0, a.xor(b).is_zero_secret());
        }
        let ((a0, a1), (b0, b1), (c0, c1)) = (a.range(), b.range(), borrow.range());
        let is_secret = is_less(a0, b1, c1) != is_less(a1, b0, c0);
        flags.put(flag::CARRY, is_less(a.bits, b.bits, borrow.bits), is_secret);
        flags.put(flag::OVERFLOW, is_overflow, secret != 0);
        flags.put(flag::ADJUST, (a.bits ^ b.bits ^ bits) & 16 != 0, secret & 31 != 0);
        result
    }

    /// Sets the flags after a bitwise instruction.
    fn logic(&mut self, result: Word, size: usize) {
        self.result(result, size);
        let clear = flag::CARRY | flag::OVERFLOW | flag::ADJUST;
        self.registers.flags.put(clear, false, false);
    }

    /// Sets the flags that depend only on the result: zero, sign and parity.
    fn result(&mut self, result: Word, size: usize) {
        let flags = &mut self.registers.flags;
        let low = result.low(1);
        flags.put(flag::ZERO, result.bits == 0, result.is_zero_secret());
        flags.put(flag::SIGN, result.bits & sign(size) != 0, result.secret & sign(size) != 0);
        flags.put(flag::PARITY, low.bits.count_ones().is_multiple_of(2), low.is_secret());
    }

    /// Sets the flags after a multiplication.
    fn multiplied(&mut self, is_cut: bool, is_secret: bool) {
        self.registers.flags.put(flag::ALL, false, is_secret);
        self.registers.flags.put(flag::CARRY | flag::OVERFLOW, is_cut, is_secret);
    }

    fn shift(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let (a, by) = (self.operand(i, 0)?, self.operand(i, 1)?);
        let width = 8 * size as u32;
        let limit = if size == 8 { 63 } else { 31 };
        let n = (by.bits & limit) as u32;
        let is_secret = by.secret & limit != 0;
        if n == 0 {
            return self.unshifted(i, a, is_secret);
        }
        let signed = |x: u64| i128::from(extend(x, size).cast_signed());
        // The carry flag is the last bit that is shifted out. A left shift is computed with 128 bits, and its carry is
        // bit `width`. A right shift first shifts by `n - 1`. The lowest bit is then the carry, and the other bits are
        // the result.
        let left = |x: u64| u128::from(x) << n;
        let right = |x: u64| ((u128::from(x) << 1) >> n) as u64;
        let arithmetic = |x: u64| ((signed(x) << 1) >> n).cast_unsigned() as u64;
        let (result, carry) = match i.mnemonic() {
            M::Shl | M::Sal => {
                (a.moved(|x| left(x) as u64), a.moved(|x| (left(x) >> width) as u64 & 1))
            }
            M::Shr => (a.moved(|x| right(x) >> 1), a.moved(|x| right(x) & 1)),
            M::Sar => (
                a.moved(|x| (signed(x) >> n).cast_unsigned() as u64),
                a.moved(|x| arithmetic(x) & 1),
            ),
            M::Rol => {
                let result = a.moved(|x| rotate_left(x, n, size));
                (result, result.moved(|x| x & 1))
            }
            _ => {
                let result = a.moved(|x| rotate_left(x, width - n % width, size));
                (result, result.moved(|x| x >> (width - 1) & 1))
            }
        };
        let mut result = result.low(size);
        if is_secret {
            result.secret = mask(size);
        }
        let is_rotation = matches!(i.mnemonic(), M::Rol | M::Ror);
        if !is_rotation {
            self.result(result, size);
        }
        let flags = &mut self.registers.flags;
        flags.put(flag::CARRY, carry.bits != 0, carry.is_secret() || is_secret);
        // The overflow flag is only defined for a shift by 1. It then shows whether the sign has changed.
        let top = |x: u64| x & sign(size) != 0;
        let is_overflow = match i.mnemonic() {
            M::Sar => false,
            M::Shr => top(a.bits),
            M::Ror => top(result.bits) ^ top(result.bits << 1),
            _ => top(result.bits) ^ (carry.bits != 0),
        };
        flags.put(flag::OVERFLOW, is_overflow, (a.secret | result.secret) != 0 || is_secret);
        if is_secret {
            flags.secret = flag::ALL;
        }
        self.set_operand(i, 0, result)
    }

    fn rotate_through_carry(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let (a, by) = (self.operand(i, 0)?, self.operand(i, 1)?);
        let carry = self.registers.flags.bit(flag::CARRY);
        let limit = if size == 8 { 63 } else { 31 };
        let width = 8 * size as u32 + 1;
        let n = (by.bits & limit) as u32 % width;
        let n = if i.mnemonic() == M::Rcl { n } else { (width - n) % width };
        let turned = |x: u64, c: u64| {
            let wide = u128::from(c) << (8 * size) | u128::from(x);
            (wide << n | wide >> (width - n)) & ((1_u128 << width) - 1)
        };
        let (bits, mut secret) = (turned(a.bits, carry.bits), turned(a.secret, carry.secret));
        if by.is_secret() {
            secret = u128::MAX;
        }
        let result = Word::new(bits as u64, secret as u64).low(size);
        let out = |x: u128| x >> (8 * size) & 1 != 0;
        self.registers.flags.put(flag::CARRY, out(bits), out(secret));
        self.registers.flags.put(flag::OVERFLOW, false, secret != 0);
        self.set_operand(i, 0, result)
    }

    fn double_shift(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let (a, b, by) = (self.operand(i, 0)?, self.operand(i, 1)?, self.operand(i, 2)?);
        let width = 8 * size as u32;
        let limit = if size == 8 { 63 } else { 31 };
        let n = (by.bits & limit) as u32;
        let is_secret = by.secret & limit != 0;
        if n == 0 {
            return self.unshifted(i, a, is_secret);
        }
        let is_left = i.mnemonic() == M::Shld;
        let shifted = |a: u64, b: u64| {
            let (a, b) = (u128::from(a), u128::from(b));
            let wide = if is_left { (a << width | b) << n >> width } else { (b << width | a) >> n };
            wide as u64 & mask(size)
        };
        let out = |a: u64| if is_left { a >> (width - n) & 1 } else { a >> (n - 1) & 1 };
        let mut result = Word::new(shifted(a.bits, b.bits), shifted(a.secret, b.secret));
        if is_secret {
            result.secret = mask(size);
        }
        self.result(result, size);
        self.registers.flags.put(flag::CARRY, out(a.bits) != 0, out(a.secret) != 0);
        let is_overflow = (a.bits ^ result.bits) & sign(size) != 0;
        self.registers.flags.put(flag::OVERFLOW, is_overflow, (a.secret | result.secret) != 0);
        if is_secret {
            self.registers.flags.secret = flag::ALL;
        }
        self.set_operand(i, 0, result)
    }

    /// Writes the result of a shift by 0, which leaves the flags unchanged. The write is necessary, because writing a
    /// 32-bit register clears its upper half.
    fn unshifted(&mut self, i: &Instruction, a: Word, is_secret: bool) -> Result<()> {
        if is_secret {
            self.registers.flags.secret = flag::ALL;
        }
        let secret = if is_secret { u64::MAX } else { a.secret };
        self.set_operand(i, 0, Word::new(a.bits, secret).low(Self::size(i, 0)))
    }

    /// Executes the instructions that count bits or find the first or last set bit.
    fn count(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let a = self.operand(i, 1)?;
        let width = 8 * size as u32;
        let is_scan = matches!(i.mnemonic(), M::Bsf | M::Bsr);
        let bits = match i.mnemonic() {
            M::Popcnt => a.bits.count_ones(),
            M::Tzcnt => a.bits.trailing_zeros().min(width),
            M::Lzcnt => a.bits.leading_zeros() - (64 - width),
            M::Bsf => a.bits.trailing_zeros(),
            _ => 63 - a.bits.leading_zeros().min(63),
        };
        let flags = &mut self.registers.flags;
        flags.put(flag::ALL, false, a.is_secret());
        match i.mnemonic() {
            M::Tzcnt | M::Lzcnt => {
                flags.put(flag::CARRY, a.bits == 0, a.is_zero_secret());
                flags.put(flag::ZERO, bits == 0, a.is_secret());
            }
            _ => flags.put(flag::ZERO, a.bits == 0, a.is_zero_secret()),
        }
        // `bsf` and `bsr` leave the destination unchanged if the operand is 0.
        if !is_scan || a.bits != 0 {
            self.set_operand(i, 0, Word::new(bits.into(), any(a.secret)).low(size))?;
        }
        if is_scan && a.is_zero_secret() {
            let kept = if size == 2 { mask(2) } else { u64::MAX };
            self.registers.general[number(i.op_register(0))].secret |= kept;
        }
        Ok(())
    }

    /// Divides `rdx:rax` by the operand. Reports secret operands, because the duration of a division depends on its
    /// operands.
    fn divide(&mut self, i: &Instruction, size: usize) -> Result<()> {
        let divisor = self.operand(i, 0)?;
        let [low, high] = if size == 1 {
            let a = self.general(Register::AX);
            [a.low(1), a.moved(|x| x >> 8)]
        } else {
            [self.registers.general[RAX].low(size), self.registers.general[RDX].low(size)]
        };
        let secret = any(low.secret | high.secret | divisor.secret);
        if secret != 0 {
            self.report(i, Dependence::Division);
        }
        ensure!(divisor.bits != 0, "division by zero");
        let wide = u128::from(high.bits) << (8 * size) | u128::from(low.bits);
        let (quotient, remainder) = if i.mnemonic() == M::Div {
            let divisor = u128::from(divisor.bits);
            ensure!(wide / divisor <= u128::from(mask(size)), "division overflows");
            ((wide / divisor) as u64, (wide % divisor) as u64)
        } else {
            let by = 128 - 16 * size;
            let wide = (wide << by).cast_signed() >> by;
            let divisor = i128::from(extend(divisor.bits, size).cast_signed());
            let quotient = wide.checked_div(divisor).unwrap_or(i128::MAX);
            let kept = i128::from(extend(quotient as u64, size).cast_signed());
            ensure!(quotient == kept, "division overflows");
            ((wide / divisor).cast_unsigned() as u64, (wide % divisor).cast_unsigned() as u64)
        };
        let [quotient, remainder] = [quotient, remainder].map(|x| Word::new(x, secret).low(size));
        if size == 1 {
            self.set_general(Register::AL, quotient);
            self.set_general(Register::AH, remainder);
        } else {
            self.set_pair(size, quotient, remainder);
        }
        self.registers.flags.put(flag::ALL, false, secret != 0);
        Ok(())
    }

    /// Returns whether a condition on the flags is met, and whether the answer depends on a secret.
    pub fn condition(&self, condition: ConditionCode) -> (bool, bool) {
        use flag::{CARRY, OVERFLOW, PARITY, SIGN, ZERO};
        let flags = self.registers.flags;
        let is = |flag: u8| flags.set & flag != 0;
        let hidden = |those: u8| flags.secret & those != 0;
        // A condition that is an OR of flags is public if one of these flags is set and public. The other flags may
        // then be secret.
        let decided = |flag: u8| is(flag) && !hidden(flag);
        let less = is(SIGN) != is(OVERFLOW);
        let below =
            (is(CARRY) || is(ZERO), hidden(CARRY | ZERO) && !decided(CARRY) && !decided(ZERO));
        let not_greater = (less || is(ZERO), hidden(SIGN | OVERFLOW | ZERO) && !decided(ZERO));
        let not = |(is_met, is_secret): (bool, bool)| (!is_met, is_secret);
        match condition {
            ConditionCode::o => (is(OVERFLOW), hidden(OVERFLOW)),
            ConditionCode::no => (!is(OVERFLOW), hidden(OVERFLOW)),
            ConditionCode::b => (is(CARRY), hidden(CARRY)),
            ConditionCode::ae => (!is(CARRY), hidden(CARRY)),
            ConditionCode::e => (is(ZERO), hidden(ZERO)),
            ConditionCode::ne => (!is(ZERO), hidden(ZERO)),
            ConditionCode::be => below,
            ConditionCode::a => not(below),
            ConditionCode::s => (is(SIGN), hidden(SIGN)),
            ConditionCode::ns => (!is(SIGN), hidden(SIGN)),
            ConditionCode::p => (is(PARITY), hidden(PARITY)),
            ConditionCode::np => (!is(PARITY), hidden(PARITY)),
            ConditionCode::l => (less, hidden(SIGN | OVERFLOW)),
            ConditionCode::ge => (!less, hidden(SIGN | OVERFLOW)),
            ConditionCode::le => not_greater,
            _ => not(not_greater),
        }
    }

    /// Executes `movs` and `stos`, which copy or fill memory, with or without `rep`.
    fn string(&mut self, i: &Instruction) -> Result<()> {
        let size = i.memory_size().size();
        let is_copy = i.op_kind(1) != OpKind::Register;
        let used: &[usize] = if is_copy { &[RCX, RSI, RDI] } else { &[RCX, RDI] };
        let is_repeated = i.has_rep_prefix();
        let first = usize::from(!is_repeated);
        if used[first..].iter().any(|&at| self.registers.general[at].is_secret()) {
            self.report(i, Dependence::Address);
        }
        let count = if is_repeated { self.registers.general[RCX].bits } else { 1 };
        let step =
            if self.registers.is_backward { (size as u64).wrapping_neg() } else { size as u64 };
        for _ in 0..count {
            let to = self.registers.general[RDI].bits;
            let word = if is_copy {
                self.memory.read(self.registers.general[RSI].bits, size)?
            } else {
                self.registers.general[RAX]
            };
            self.memory.write(to, size, word)?;
            for &at in &used[1..] {
                self.registers.general[at].bits =
                    self.registers.general[at].bits.wrapping_add(step);
            }
        }
        if is_repeated {
            self.registers.general[RCX].bits = 0;
        }
        Ok(())
    }

    /// Executes `cpuid`. The reported processor supports every instruction that the library may use.
    fn identify(&mut self) {
        let [leaf, part] = [RAX, RCX].map(|at| self.registers.general[at].bits as u32);
        let bits = |places: &[u32]| places.iter().fold(0, |all, place| all | 1_u32 << place);
        let [eax, ebx, ecx, edx] = match (leaf, part) {
            (0, _) => [
                7,
                u32::from_le_bytes(*b"Genu"),
                u32::from_le_bytes(*b"ntel"),
                u32::from_le_bytes(*b"ineI"),
            ],
            // Features that leaf 1 of CPUID reports in ECX: SSE3, PCLMULQDQ, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2,
            // MOVBE, POPCNT, AES, XSAVE, OSXSAVE, AVX, F16C.
            (1, _) => [
                0x6_06a0,
                0,
                bits(&[0, 1, 9, 12, 13, 19, 20, 22, 23, 25, 26, 27, 28, 29]),
                bits(&[0, 4, 8, 15, 19, 23, 24, 25, 26]),
            ],
            // CPU features that leaf 7 of CPUID reports. In EBX: BMI1, AVX2, BMI2, ERMS, AVX-512 F and DQ, ADX, AVX-512
            // IFMA and CD, SHA, AVX-512 BW and VL. In ECX: VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ.
            (7, 0) => {
                [0, bits(&[3, 5, 8, 9, 16, 17, 19, 21, 28, 29, 30, 31]), bits(&[1, 6, 8, 9, 10]), 0]
            }
            (0xd, 0) => [0xe7, 2696, 2696, 0],
            (0x8000_0000, _) => [0x8000_0001, 0, 0, 0],
            (0x8000_0001, _) => [0, 0, bits(&[0, 5]), bits(&[11, 20, 29])],
            _ => [0; 4],
        };
        for (at, value) in [(RAX, eax), (3, ebx), (RCX, ecx), (RDX, edx)] {
            self.registers.general[at] = Word::public(value.into());
        }
    }
}

/// Returns whether two operands are the same register. If they are, `xor` and `sub` give zero, which is public.
pub fn is_same(i: &Instruction, first: u32, second: u32) -> bool {
    let [a, b] = [first, second].map(|n| i.op_kind(n) == OpKind::Register);
    a && b && i.op_register(first) == i.op_register(second)
}

/// Rotates the integer in the lower `size` bytes of `x` to the left.
fn rotate_left(x: u64, by: u32, size: usize) -> u64 {
    let width = 8 * size as u32;
    let by = by % width;
    let x = x & mask(size);
    if by == 0 { x } else { (x << by | x >> (width - by)) & mask(size) }
}
