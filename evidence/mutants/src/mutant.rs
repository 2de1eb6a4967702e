//! A mutant: one change of one expression, statement or function body.

use std::fmt;
use std::ops::Range;

/// Kind of change that a mutant makes to a range of the source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Replaces the range with another expression.
    Expression,
    /// Deletes the statement in the range.
    Deletion,
    /// Inserts an early return at the start of a function body. Nothing is replaced, so the mutant's range is empty.
    Body,
}

#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// Number, counted from 1. The program reads it from the environment variable `MUTANT`.
    pub(crate) number: u32,
    /// Path in `crates/astragal/src`.
    pub(crate) file: String,
    /// Range of the original text in bytes.
    pub(crate) range: Range<usize>,
    pub(crate) form: Form,
    /// Text that replaces the range, or the value that the body returns.
    pub(crate) text: String,
    /// Name of the function with its type, such as `Duplex::absorb`.
    pub(crate) function: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Description, such as `replace + with -`.
    pub(crate) change: String,
    /// Source line of the change.
    pub(crate) source: String,
    /// Whether the function is `const`. Calls of such a function may all be evaluated at compile time, so that no test
    /// executes the mutant.
    pub(crate) is_const: bool,
}

impl Mutant {
    /// Returns the mutant's name in the list of accepted mutants. The name contains no position, so it stays valid when
    /// other parts of the file change.
    pub(crate) fn name(&self) -> String {
        format!("{} :: {} :: {} :: {}", self.file, self.function, self.source, self.change)
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, function, change, source, .. } = self;
        write!(f, "{file}:{line}:{column} :: {function} :: {source} :: {change}")
    }
}
