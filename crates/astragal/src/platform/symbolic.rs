//! Symbolic words, for tests. Code that is generic over [`Arx`] can run on symbolic words. It then returns a formula of
//! its inputs. Two functions with equal formulas compute the same results. Formulas that differ only in the order of
//! the operands of a sum or an XOR are equal.

extern crate std;

use core::cell::RefCell;
use std::vec::Vec;

use super::simd::Arx;

/// Symbolic word, represented by the index of its formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term(usize);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Formula {
    Input(usize),
    Sum(Vec<Term>),
    Xor(Vec<Term>),
    /// Rotation to the right: the rotated term, the distance in bits, and the word size in bits.
    Rotated(Term, i32, i32),
}

std::thread_local! {
    /// All formulas, each stored only once. Equal formulas therefore have equal indices.
    static FORMULAS: RefCell<Vec<Formula>> = const { RefCell::new(Vec::new()) };
}

impl Term {
    /// Creates an unknown input word.
    pub(crate) fn input(number: usize) -> Self {
        Self::of(Formula::Input(number))
    }

    fn of(formula: Formula) -> Self {
        FORMULAS.with_borrow_mut(|formulas| {
            let known = formulas.iter().position(|known| *known == formula);
            Self(known.unwrap_or_else(|| {
                formulas.push(formula);
                formulas.len() - 1
            }))
        })
    }

    fn formula(self) -> Formula {
        FORMULAS.with_borrow(|formulas| formulas[self.0].clone())
    }
}

impl Arx for Term {
    fn add(self, b: Self) -> Self {
        let terms = |term: Self| match term.formula() {
            Formula::Sum(terms) => terms,
            _ => std::vec![term],
        };
        let mut sum = terms(self);
        sum.extend(terms(b));
        sum.sort_unstable();
        Self::of(Formula::Sum(sum))
    }

    fn xor(self, b: Self) -> Self {
        let terms = |term: Self| match term.formula() {
            Formula::Xor(terms) => terms,
            _ => std::vec![term],
        };
        let mut sum = terms(self);
        sum.extend(terms(b));
        sum.sort_unstable();
        Self::of(Formula::Xor(sum))
    }

    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        Self::of(Formula::Rotated(self, RIGHT, RIGHT + LEFT))
    }
}
