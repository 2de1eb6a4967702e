//! Macro for vector methods that compile to one instruction each.

/// Defines methods with two vector operands that compile to one instruction each. A value of the vector type proves
/// that the CPU has the instruction.
macro_rules! binary {
    ($($visible:vis $method:ident $instruction:ident),+) => { $(
        #[inline(always)]
        $visible fn $method(self, b: Self) -> Self {
            // SAFETY: `self` proves that the CPU has the instruction.
            self.with(unsafe { $instruction(self.0, b.0) })
        }
    )+ };
}

pub(super) use binary;
