//! Poly1305 (RFC 8439 §2.5). Numbers modulo 2^130 − 5 are stored in 64-bit words.

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

/// The multiplier r, least significant word first. It is clamped (§2.5), so the upper 4 bits of both words and the
/// lowest 2 bits of word 1 are zero.
pub(super) type Multiplier = [u64; 2];

/// A number modulo 2^130 − 5, partially reduced: word 2 is at most 4. The least significant word comes first.
pub(super) type Number = [u64; 3];

/// Poly1305 with a 32-byte key and a 16-byte tag.
///
/// **Use a key for one message only.** The tags of two messages under one key reveal the key. To authenticate many
/// messages with one key, use a different function from [`mac`](crate::mac). ChaCha20-Poly1305 derives a key for each
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
        Fields::check(*r == clamped(*r) && h[2] <= 4)?;
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
    pub(super) r: Multiplier,
    /// The accumulator.
    pub(super) h: Number,
    /// Second half of the key, which is added to the accumulator to form the tag.
    s: [u64; 2],
}

impl State {
    #[inline]
    pub(super) fn new(key: &[u8; 32]) -> Self {
        let [r_low, r_high, s_low, s_high] = crate::platform::words::load_le(key);
        Self { r: clamped([r_low, r_high]), h: [0; 3], s: [s_low, s_high] }
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
        self.h = Deferred::new(self.h).absorb_block(self.r, &block, 0).finish();
        erase(&mut block);
    }

    /// Returns the tag.
    #[inline]
    pub(super) fn tag(&self) -> [u8; 16] {
        let [h0, h1, h2] = self.h;
        // h is below 2 · (2^130 − 5), so at most one subtraction of the modulus reduces it. Let g be h + 5. If g is
        // below 2^130, the result is h; otherwise, it is g − 2^130. The tag depends only on the lowest 128 bits of the
        // result.
        let h = u128::from(h0) | u128::from(h1) << 64;
        let (g, carry) = h.overflowing_add(5);
        let is_reduced = u128::from(h2.wrapping_add(carry.into()) >> 2).wrapping_sub(1);
        let number = (h & is_reduced) | (g & !is_reduced);
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

/// Clamps r (§2.5).
#[inline(always)]
const fn clamped([low, high]: Multiplier) -> Multiplier {
    [low & 0x0fff_fffc_0fff_ffff, high & 0x0fff_fffc_0fff_fffc]
}

/// An accumulator to which the last reduction has not been added. It equals `low + high · 2^128 + over`.
///
/// `over` is ready last. The next block is therefore added to `low` first, and `over` after it. On x86-64, a block then
/// takes 35 instructions instead of 38.
#[derive(Clone, Copy)]
pub(super) struct Deferred {
    low: u128,
    /// At most 4.
    high: u64,
    over: u64,
}

impl Deferred {
    #[inline(always)]
    pub(super) const fn new([h0, h1, high]: Number) -> Self {
        Self { low: h0 as u128 | (h1 as u128) << 64, high, over: 0 }
    }

    /// Adds a block and `top` · 2^128, and multiplies the sum by r. `top` is at most 1.
    ///
    /// No operation can overflow, except the additions whose carry is used. Wrapping operations are used only because
    /// overflow checks would branch on secrets.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the casts take low words and carries")]
    pub(super) fn absorb_block(self, [r0, r1]: Multiplier, block: &[u8; 16], top: u64) -> Self {
        // s1 is 5/4 · r1, which equals 2^128 · r1 modulo 2^130 − 5. It is an integer, because r1 is a multiple of 4.
        let s1 = r1.wrapping_add(r1 >> 2);
        let (h, carry) = self.low.overflowing_add(u128::from_le_bytes(*block));
        let h2 = self.high.wrapping_add(top).wrapping_add(carry.into());
        let (h, carry) = h.overflowing_add(self.over.into());
        let (h0, h1, h2) = (h as u64, (h >> 64) as u64, h2.wrapping_add(carry.into()));
        let product = |a: u64, b: u64| u128::from(a).wrapping_mul(b.into());
        let d0 = product(h0, r0).wrapping_add(product(h1, s1));
        let d1 =
            product(h0, r1).wrapping_add(product(h1, r0)).wrapping_add(h2.wrapping_mul(s1).into());
        let d1 = d1.wrapping_add(d0 >> 64);
        let d2 = h2.wrapping_mul(r0).wrapping_add((d1 >> 64) as u64);
        // The bits from 2^130 on form the number d2 >> 2. As 2^130 equals 5 modulo 2^130 − 5, these bits are replaced
        // with `over`, which is five times this number. The summand d2 & !3 is four times the number.
        let over = (d2 >> 2).wrapping_add(d2 & !3);
        Self { low: u128::from(d0 as u64) | u128::from(d1 as u64) << 64, high: d2 & 3, over }
    }

    /// Adds the last reduction.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the casts take low words")]
    pub(super) fn finish(self) -> Number {
        let (low, carry) = self.low.overflowing_add(self.over.into());
        [low as u64, (low >> 64) as u64, self.high.wrapping_add(carry.into())]
    }
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
