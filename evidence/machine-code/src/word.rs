//! Integers with a shadow that marks their secret bits.

/// Integer of up to 64 bits. A set bit in `secret` means that the same bit of `bits` depends on a secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word {
    pub bits: u64,
    pub secret: u64,
}

/// Returns a mask of the lower `bytes` bytes.
pub const fn mask(bytes: usize) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

/// Returns the sign bit of an integer of `bytes` bytes.
pub const fn sign(bytes: usize) -> u64 {
    1 << (8 * bytes - 1)
}

/// Returns all ones if any bit of `secret` is set, and 0 otherwise.
pub const fn any(secret: u64) -> u64 {
    if secret == 0 { 0 } else { u64::MAX }
}

/// Returns a mask of the bits that can depend on a secret after an addition or a multiplication: all bits from the
/// lowest set bit of `secret` upwards. Carries only propagate upwards.
pub const fn carried(secret: u64) -> u64 {
    secret | secret.wrapping_neg()
}

/// Sign-extends an integer of `bytes` bytes to 64 bits.
pub const fn extend(bits: u64, bytes: usize) -> u64 {
    let by = 64 - 8 * bytes;
    ((bits << by).cast_signed() >> by).cast_unsigned()
}

/// Reads an integer of 1, 2, 4 or 8 bytes. Each length has a separate case, because a copy of variable length would
/// take longer than everything else that the interpreter does for an instruction.
#[inline(always)]
pub fn read(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a.into(),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        _ => u64::from_le_bytes(*bytes.first_chunk().expect("integers have 1, 2, 4 or 8 bytes")),
    }
}

/// Writes the lower 1, 2, 4 or 8 bytes of an integer.
#[inline(always)]
pub fn write(bytes: &mut [u8], word: u64) {
    let word = word.to_le_bytes();
    match bytes.len() {
        1 => bytes[0] = word[0],
        2 => bytes.copy_from_slice(&word[..2]),
        4 => bytes.copy_from_slice(&word[..4]),
        _ => bytes.copy_from_slice(&word),
    }
}

impl Word {
    pub const fn public(bits: u64) -> Self {
        Self { bits, secret: 0 }
    }

    pub const fn new(bits: u64, secret: u64) -> Self {
        Self { bits, secret }
    }

    pub const fn is_secret(self) -> bool {
        self.secret != 0
    }

    /// Applies `f` to the bits and to their shadow. `f` must only move bits. An example is a shift by a public count.
    pub fn moved(self, f: impl Fn(u64) -> u64) -> Self {
        Self::new(f(self.bits), f(self.secret))
    }

    pub fn low(self, bytes: usize) -> Self {
        self.moved(|x| x & mask(bytes))
    }

    pub fn and(self, other: Self) -> Self {
        let may_be_one = (self.bits | self.secret) & (other.bits | other.secret);
        Self::new(self.bits & other.bits, (self.secret | other.secret) & may_be_one)
    }

    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    pub fn xor(self, other: Self) -> Self {
        Self::new(self.bits ^ other.bits, self.secret | other.secret)
    }

    pub fn not(self) -> Self {
        Self::new(!self.bits, self.secret)
    }

    /// Returns the smallest and the largest value that the integer can have, whatever its secret bits are.
    pub const fn range(self) -> (u64, u64) {
        (self.bits & !self.secret, self.bits | self.secret)
    }

    /// Returns whether the result of comparing the integer with zero depends on its secret bits.
    pub const fn is_zero_secret(self) -> bool {
        self.secret != 0 && self.bits & !self.secret == 0
    }
}
