//! Poly1305 (RFC 8439 §2.5). A number modulo 2^130 − 5 is stored in limbs of 44, 44 and 42 bits.

mod backend;
#[cfg(target_arch = "x86_64")]
mod ifma;

use core::fmt;

use self::backend::{Backend, Work};
use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::error::{InvalidTag, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::platform::words::erase;
use crate::traits::mac::{Mac, same_tag};
use crate::traits::state::{Fields, SerializeState, Serialized};
use crate::traits::{Implementation, array_of, opaque};

/// Limbs of a number modulo 2^130 − 5, least significant limb first.
type Number = [u64; 3];

const BITS_44: u64 = (1 << 44) - 1;
const BITS_42: u64 = (1 << 42) - 1;

/// Poly1305 with a key of 32 bytes and a tag of 16 bytes.
///
/// **Use a key for one message only.** The tags of two messages under one key reveal the key. To authenticate many
/// messages with one key, use another function of [`mac`](crate::mac); ChaCha20-Poly1305 derives a key for each
/// message.
///
/// ```
/// use astragal::mac::Poly1305;
/// let tag = Poly1305::new(&[7; 32]).mac(b"message");
/// assert!(Poly1305::new(&[7; 32]).verify(b"message", &tag).is_ok());
/// ```
#[derive(Clone)]
pub struct Poly1305 {
    state: State,
    buffer: BlockBuffer<16>,
}

impl Poly1305 {
    /// Key length in bytes.
    pub const KEY_BYTES: usize = 32;

    /// Creates the MAC with a key for one message.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; 32]) -> Self {
        with_stack_wipe(STACK_BYTES, || Self::keyed(key))
    }

    /// Creates the MAC with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not 32 bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }

    /// Creates the MAC without wiping the stack.
    #[inline]
    pub(crate) fn keyed(key: &[u8; 32]) -> Self {
        Self { state: State::new(key), buffer: BlockBuffer::new() }
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(STACK_BYTES, || self.absorb(data));
    }

    /// Appends `data` without wiping the stack.
    pub(crate) fn absorb(&mut self, data: &[u8]) {
        let Self { state, buffer } = self;
        buffer.update(Eager::Yes, data, |blocks| state.blocks(blocks));
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(self) -> [u8; 16] {
        self.mac(&[])
    }

    /// Computes the tag without wiping the stack. The MAC must not be used afterwards.
    pub(crate) fn end(&mut self) -> [u8; 16] {
        self.state.last(self.buffer.pending());
        self.state.tag()
    }

    /// Appends `data` and returns the tag of the whole message.
    #[must_use]
    #[inline(never)]
    pub fn mac(mut self, data: &[u8]) -> [u8; 16] {
        with_stack_wipe(STACK_BYTES + 2 * size_of::<Self>(), || {
            self.absorb(data);
            self.end()
        })
    }

    /// Appends `data` and compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 16 bytes long.
    #[inline(never)]
    pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(STACK_BYTES + 2 * size_of::<Self>(), || {
            self.absorb(data);
            same_tag(&mut self.end(), tag)
        })
    }

    /// Compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 16 bytes long.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
}

/// Upper bound, in bytes, on the stack that one call uses. The stack holds the powers of r, and vectors of limbs.
pub(crate) const STACK_BYTES: usize = 2048;

impl Mac for Poly1305 {
    const NAME: &'static str = "poly1305";
    const FAMILY: &'static str = "chacha";
    const STANDARD: &'static str = "RFC 8439 §2.5";
    const TAG_BYTES: usize = 16;
    type Tag = [u8; 16];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> [u8; 16] {
        self.finalize()
    }
    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl SerializeState for Poly1305 {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        let State { r, h, s } = &mut self.state;
        r.serialize(fields)?;
        h.serialize(fields)?;
        s.serialize(fields)?;
        let is_reduced = |number: &Number| number.iter().all(|&limb| limb >> 45 == 0);
        Fields::check(is_reduced(r) && is_reduced(h))?;
        self.buffer.serialize(Eager::Yes, fields)
    }
}

impl fmt::Debug for Poly1305 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Poly1305"])
    }
}

/// Key and accumulator of Poly1305. This type does not buffer incomplete blocks.
#[derive(Clone)]
pub(super) struct State {
    /// The multiplier.
    r: Number,
    /// The accumulator, partially reduced: its limbs have at most 44, 45 and 42 bits.
    h: Number,
    /// Second half of the key, which is added to the accumulator to form the tag.
    s: [u64; 2],
}

impl State {
    #[inline]
    pub(super) fn new(key: &[u8; 32]) -> Self {
        let [r_low, r_high, s_low, s_high] = crate::platform::words::load_le(key);
        // Clamps r (§2.5).
        let (low, high): (u64, u64) =
            (r_low & 0x0fff_fffc_0fff_ffff, r_high & 0x0fff_fffc_0fff_fffc);
        Self { r: limbs(low, high, 0), h: [0; 3], s: [s_low, s_high] }
    }

    /// Absorbs whole blocks.
    #[inline]
    pub(super) fn blocks(&mut self, blocks: &[[u8; 16]]) {
        let Self { r, h, .. } = self;
        Backend::best().run(&mut Work { r, h, blocks });
    }

    /// Absorbs `data`, padded with zeros to a multiple of 16 bytes (§2.8.1).
    #[inline]
    pub(super) fn padded(&mut self, data: &[u8]) {
        let (blocks, tail) = data.as_chunks();
        self.blocks(blocks);
        if !tail.is_empty() {
            let mut block = [0; 16];
            block[..tail.len()].copy_from_slice(tail);
            self.blocks(&[block]);
            erase(&mut block);
        }
    }

    /// Absorbs `tail`, the incomplete last block. Does nothing if `tail` is empty.
    fn last(&mut self, tail: &[u8]) {
        if tail.is_empty() {
            return;
        }
        let mut block = [0; 16];
        block[..tail.len()].copy_from_slice(tail);
        block[tail.len()] = 1;
        let [low, high] = crate::platform::words::load_le(&block);
        self.h = multiply(add(self.h, limbs(low, high, 0)), self.r);
        erase(&mut block);
    }

    /// Returns the tag.
    #[inline]
    pub(super) fn tag(&self) -> [u8; 16] {
        let [h0, h1, h2] = carried(carried(self.h));
        // After two carries, h is below 2^130, so at most one subtraction of the modulus reduces it. With g = h −
        // (2^130 − 5), the result is h if g is negative, and g otherwise.
        let g0 = h0.wrapping_add(5);
        let g1 = h1.wrapping_add(g0 >> 44);
        let g2 = h2.wrapping_add(g1 >> 44).wrapping_sub(1 << 42);
        let is_less = (g2 >> 63).wrapping_neg();
        let select = |h: u64, g: u64| (h & is_less) | (g & !is_less);
        let (h0, h1, h2) = (select(h0, g0 & BITS_44), select(h1, g1 & BITS_44), select(h2, g2));
        let number = u128::from(h0) | u128::from(h1) << 44 | u128::from(h2) << 88;
        let [s_low, s_high] = self.s;
        number.wrapping_add(u128::from(s_low) | u128::from(s_high) << 64).to_le_bytes()
    }
}

impl Drop for State {
    fn drop(&mut self) {
        erase(&mut self.r);
        erase(&mut self.h);
        erase(&mut self.s);
    }
}

/// Returns the limbs of `low` + `high` · 2^64 + `top` · 2^128.
#[inline(always)]
const fn limbs(low: u64, high: u64, top: u64) -> Number {
    [low & BITS_44, (low >> 44 | high << 20) & BITS_44, high >> 24 | top << 40]
}

#[inline(always)]
const fn add([a0, a1, a2]: Number, [b0, b1, b2]: Number) -> Number {
    [a0.wrapping_add(b0), a1.wrapping_add(b1), a2.wrapping_add(b2)]
}

/// Returns a · b modulo 2^130 − 5, partially reduced. The limbs of `a` have at most 46 bits, and the limbs of `b` have
/// at most 45 bits.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the casts take low limbs and carries")]
fn multiply([a0, a1, a2]: Number, [b0, b1, b2]: Number) -> Number {
    // 2^132 equals 20 modulo 2^130 − 5.
    let (c1, c2) = (b1.wrapping_mul(20), b2.wrapping_mul(20));
    let a = [a0, a1, a2];
    let d0 = sum_of_products(a, [b0, c2, c1], 0);
    let d1 = sum_of_products(a, [b1, b0, c2], d0 >> 44);
    let d2 = sum_of_products(a, [b2, b1, b0], d1 >> 44);
    let h0 = (d0 as u64 & BITS_44).wrapping_add(((d2 >> 42) as u64).wrapping_mul(5));
    let h1 = (d1 as u64 & BITS_44).wrapping_add(h0 >> 44);
    [h0 & BITS_44, h1, d2 as u64 & BITS_42]
}

/// Returns a0·b0 + a1·b1 + a2·b2 + c. The result cannot overflow. Wrapping operations are used only because overflow
/// checks would branch on secrets.
#[inline(always)]
fn sum_of_products([a0, a1, a2]: Number, [b0, b1, b2]: Number, c: u128) -> u128 {
    let (p0, p1) = (u128::from(a0).wrapping_mul(b0.into()), u128::from(a1).wrapping_mul(b1.into()));
    p0.wrapping_add(p1).wrapping_add(u128::from(a2).wrapping_mul(b2.into())).wrapping_add(c)
}

/// Adds the carry of each limb to the next limb, and the carry of the last limb to the first.
#[inline(always)]
const fn carried([h0, h1, h2]: Number) -> Number {
    let h1 = h1.wrapping_add(h0 >> 44);
    let h2 = h2.wrapping_add(h1 >> 44);
    let h0 = (h0 & BITS_44).wrapping_add((h2 >> 42).wrapping_mul(5));
    [h0 & BITS_44, (h1 & BITS_44).wrapping_add(h0 >> 44), h2 & BITS_42]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks accumulators close to 2^130 − 5, where the final reduction matters (RFC 8439 appendix A.3, 7 to 11). r is
    /// 1 or 2.
    #[test]
    fn reduces_results_around_the_modulus() {
        let tag = |r: u8, s: [u8; 16], message: &[u8]| {
            let mut key = [0; 32];
            key[0] = r;
            key[16..].copy_from_slice(&s);
            Poly1305::new(&key).mac(message)
        };
        let small = |number: u8| {
            let mut tag = [0; 16];
            tag[0] = number;
            tag
        };
        let ones = [0xff; 16];
        assert_eq!(tag(2, [0; 16], &ones), small(3));
        assert_eq!(tag(2, ones, &small(2)), small(3));
        let mut message = [0xff; 48];
        message[16] = 0xf0;
        message[32..].copy_from_slice(&small(0x11));
        assert_eq!(tag(1, [0; 16], &message), small(5));
        message[16..32].copy_from_slice(&[0xfe; 16]);
        message[16] = 0xfb;
        message[32..].copy_from_slice(&[1; 16]);
        assert_eq!(tag(1, [0; 16], &message), small(0));
        let mut minus_three = ones;
        minus_three[0] = 0xfd;
        let mut minus_six = ones;
        minus_six[0] = 0xfa;
        assert_eq!(tag(2, [0; 16], &minus_three), minus_six);
    }
}
