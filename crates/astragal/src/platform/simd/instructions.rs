//! Methods that are one instruction each.

/// Methods of two vectors, of a type whose values prove the instructions.
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
