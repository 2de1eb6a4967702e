//! Words of 64 bits, one or several side by side.

/// One or several 64-bit words on which every operation acts alike.
///
/// A rotation's distance is given twice, to the left and as what is missing to 64, because instructions
/// take it either way and only as a constant.
pub(crate) trait Lanes64: Copy {
    /// What θ of Keccak adds to a column: the sum of two values, or both, where adding two at once costs
    /// no more than adding one.
    type Effect: Copy;

    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// `self ^ word` in each lane
    fn xor_word(self, word: u64) -> Self;
    /// `self ^ b ^ c`
    fn xor3(self, b: Self, c: Self) -> Self;
    /// `self <<< LEFT`; `LEFT + RIGHT` is 64.
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self;
    /// `self ^ (!b & c)`, the χ step of Keccak
    fn chi(self, b: Self, c: Self) -> Self;
    /// `self ^ (b <<< 1)`, to be added to a column
    fn effect(self, b: Self) -> Self::Effect;
    /// `self ^ effect`
    fn add_effect(self, effect: Self::Effect) -> Self;
    /// `(self ^ effect) <<< LEFT`; `LEFT + RIGHT` is 64.
    #[inline(always)]
    fn add_effect_rotate<const LEFT: i32, const RIGHT: i32>(self, effect: Self::Effect) -> Self {
        self.add_effect(effect).rotate_left::<LEFT, RIGHT>()
    }
}

/// `W` words in one value that proves the instruction set of its operations.
pub(crate) trait Vector64<const W: usize>: Lanes64 {
    /// The token that a vector is made with.
    type Proof: Copy;

    /// The vector of these words.
    fn new(proof: Self::Proof, words: [u64; W]) -> Self;
    /// The words.
    fn to_array(self) -> [u64; W];
    /// Four vectors from `W` rows of four little-endian words: vector `i` holds word `i` of every row.
    #[inline(always)]
    fn columns(proof: Self::Proof, rows: [&[[u8; 8]; 4]; W]) -> [Self; 4] {
        let mut columns = [Self::new(proof, [0; W]); 4];
        for (i, column) in columns.iter_mut().enumerate() {
            *column = Self::new(proof, rows.map(|row| u64::from_le_bytes(row[i])));
        }
        columns
    }
}

/// One word: the portable lanes.
impl Lanes64 for u64 {
    type Effect = Self;

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        self ^ b
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        self ^ word
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }
    #[inline(always)]
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        self.rotate_left(LEFT.cast_unsigned())
    }
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        self ^ (!b & c)
    }
    #[inline(always)]
    fn effect(self, b: Self) -> Self::Effect {
        self ^ b.rotate_left(1)
    }
    #[inline(always)]
    fn add_effect(self, effect: Self::Effect) -> Self {
        self ^ effect
    }
}
