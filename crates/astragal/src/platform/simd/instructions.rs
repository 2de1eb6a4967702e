//! Methods that compile to one instruction each.

/// Defines methods of two vectors, each one instruction. A value of the vector type proves the instruction set.
macro_rules! binary {
    ($($method:ident $instruction:ident),+) => { $(
        #[inline(always)]
        fn $method(self, b: Self) -> Self {
            // SAFETY: `self` proves the instruction.
            self.with(unsafe { $instruction(self.0, b.0) })
        }
    )+ };
}

pub(super) use binary;
