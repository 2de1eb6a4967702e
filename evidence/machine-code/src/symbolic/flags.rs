//! Integer addition and subtraction, and the conditions that read the flags.

use anyhow::Result;
use iced_x86::{ConditionCode, Instruction, Mnemonic as M};

use super::operands::constant;
use super::{Results, Symbolic};
use crate::graph::{Bit, ONE, UNKNOWN, ZERO, not};
use crate::machine::{Machine, flag};

/// Most recent operation that set the carry flag. The Boolean function of the flag is computed from this operation only
/// when an instruction reads the flag.
#[derive(Clone)]
pub(super) enum Carry {
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

impl Symbolic {
    pub(super) fn arithmetic(&mut self, m: &Machine, i: &Instruction) -> Result<Results> {
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

    /// Returns a condition on the flags as a Boolean function of the inputs, which is 1 if the condition is met.
    pub(super) fn condition(&mut self, m: &Machine, condition: ConditionCode) -> Bit {
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
}
