//! Addition, rotation and XOR (ARX) on words or vectors of words, for BLAKE, SHA-2 and SM3.

/// A 32-bit or 64-bit word, or a vector of such words. Every operation acts on each word.
///
/// A rotation takes two constants: the distance to the right and the distance to the left. Some instruction sets take
/// one of the two as an immediate operand, others take both.
pub(crate) trait Arx: Copy {
    /// Adds words modulo 2^32 or 2^64.
    fn add(self, b: Self) -> Self;
    /// Adds `first` to `self`, and then adds `last`, which is computed last. A compiler may reorder additions, so that all
    /// of them wait for `last`. Vector types that hold rows prevent this.
    #[inline(always)]
    fn add_in_order(self, first: Self, last: Self) -> Self {
        self.add(first).add(last)
    }
    /// Computes `self ^ b`.
    fn xor(self, b: Self) -> Self;
    /// Rotates right by `RIGHT` bits. `RIGHT + LEFT` is the word size in bits.
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self;
    /// Returns `reference`. Vector types that need a fixed order of instructions compute `self` before anything is loaded
    /// through the result.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn before<T>(self, reference: &T) -> &T {
        reference
    }
}

/// [`Arx`] types that also support shifts.
#[cfg(target_arch = "x86_64")]
pub(crate) trait Shift: Arx {
    /// Shifts right by `RIGHT` bits.
    fn shift_right<const RIGHT: i32>(self) -> Self;
}

/// [`Arx`] type that is a row of four words, which can change their places in the row.
pub(crate) trait Turn: Arx {
    /// Rotates the row: word `i` moves to index `i - 1` modulo 4.
    fn turn_1(self) -> Self;
    /// Rotates the row: word `i` moves to index `i - 2` modulo 4.
    fn turn_2(self) -> Self;
    /// Rotates the row: word `i` moves to index `i - 3` modulo 4.
    fn turn_3(self) -> Self;
}

/// Row of four words. A value of this type proves that the CPU supports the instructions that its methods use.
pub(crate) trait WordRow<T>: Turn {
    /// Token that proves that the CPU has the vector type's instructions.
    type Proof: Copy;

    /// Creates a row from `words`.
    fn new(proof: Self::Proof, words: [T; 4]) -> Self;
    /// Returns the words of the row.
    fn to_array(self) -> [T; 4];
}

/// [`Arx`] types that also support multiplication.
pub(crate) trait Multiply: Arx {
    /// Multiplies the lower half of each word of `self` by the lower half of the word of `b` at the same index. Each
    /// product is a whole word of the result.
    fn multiply_low(self, b: Self) -> Self;
}

/// Row of four 64-bit words. Four rows form a square of 4×4 words, which can be transposed.
#[cfg(target_arch = "x86_64")]
pub(crate) trait Square: WordRow<u64> + Multiply {
    /// Transposes the square: row `i` of the result holds word `i` of each row.
    fn transpose(rows: [Self; 4]) -> [Self; 4];
    /// Interleaves the words of `self` and `b` into two rows.
    fn interleave(self, b: Self) -> [Self; 2];
}

/// Four values processed in lock-step: each operation is applied to all four values, one after another.
impl<V: Arx> Arx for [V; 4] {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        [self[0].add(b[0]), self[1].add(b[1]), self[2].add(b[2]), self[3].add(b[3])]
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        [self[0].xor(b[0]), self[1].xor(b[1]), self[2].xor(b[2]), self[3].xor(b[3])]
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        [
            self[0].rotate_right::<RIGHT, LEFT>(),
            self[1].rotate_right::<RIGHT, LEFT>(),
            self[2].rotate_right::<RIGHT, LEFT>(),
            self[3].rotate_right::<RIGHT, LEFT>(),
        ]
    }
}

/// Two values processed in lock-step.
impl<V: Arx> Arx for [V; 2] {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        [self[0].add(b[0]), self[1].add(b[1])]
    }
    #[inline(always)]
    fn add_in_order(self, first: Self, last: Self) -> Self {
        [self[0].add_in_order(first[0], last[0]), self[1].add_in_order(first[1], last[1])]
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        [self[0].xor(b[0]), self[1].xor(b[1])]
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        [self[0].rotate_right::<RIGHT, LEFT>(), self[1].rotate_right::<RIGHT, LEFT>()]
    }
}

impl<V: Arx> Turn for [V; 4] {
    #[inline(always)]
    fn turn_1(self) -> Self {
        [self[1], self[2], self[3], self[0]]
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        [self[2], self[3], self[0], self[1]]
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        [self[3], self[0], self[1], self[2]]
    }
}

impl<V: Turn> Turn for [V; 2] {
    #[inline(always)]
    fn turn_1(self) -> Self {
        [self[0].turn_1(), self[1].turn_1()]
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        [self[0].turn_2(), self[1].turn_2()]
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        [self[0].turn_3(), self[1].turn_3()]
    }
}

/// Portable row: four words in general-purpose registers.
impl<W: Arx + 'static> WordRow<W> for [W; 4] {
    type Proof = ();

    #[inline(always)]
    fn new((): (), words: [W; 4]) -> Self {
        words
    }
    #[inline(always)]
    fn to_array(self) -> [W; 4] {
        self
    }
}

macro_rules! one_word {
    ($($word:ty)+) => { $(
        impl Arx for $word {
            #[inline(always)]
            fn add(self, b: Self) -> Self {
                self.wrapping_add(b)
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                self ^ b
            }
            #[inline(always)]
            fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
                self.rotate_right(RIGHT.cast_unsigned())
            }
        }

        #[cfg(target_arch = "x86_64")]
        impl Shift for $word {
            #[inline(always)]
            fn shift_right<const RIGHT: i32>(self) -> Self {
                self >> RIGHT
            }
        }
    )+ };
}

one_word!(u32 u64);

impl Multiply for u64 {
    #[inline(always)]
    fn multiply_low(self, b: Self) -> Self {
        (self & 0xffff_ffff) * (b & 0xffff_ffff)
    }
}
