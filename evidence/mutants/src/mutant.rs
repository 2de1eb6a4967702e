//! A mutant: one change of one expression, statement or function body.

use std::fmt;
use std::ops::Range;

/// Position and effect of the change in the source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Another expression at the range.
    Expression,
    /// No statement at the range.
    Deletion,
    /// An early return at the start of the range, which is empty.
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
    /// Function with its type, such as `Duplex::absorb`.
    pub(crate) function: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Description, such as `replace + with -`.
    pub(crate) change: String,
    /// Source line of the change.
    pub(crate) source: String,
    /// Whether the function is `const`, so that the compiler may be its only caller.
    pub(crate) is_const: bool,
}

impl Mutant {
    /// Returns the name in the list of accepted mutants. It holds no position, so that it survives other changes of the
    /// file.
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
