//! SipHash-2-4 and SipHash-1-3: MACs for short messages, with tags of 8 or 16 bytes.
//!
//! # Standard
//! Aumasson and Bernstein, "SipHash: a fast short-input PRF". The 16-byte tags are those of the reference code.
//!
//! # Files
//! This file only.
//!
//! # Backends
//! - `portable`: a state has four words and messages are short, so vectors would not make them faster.
//!
//! # Constant time
//! The code uses only additions, rotations and XORs.
//!
//! # Tests
//! Known answers are in `astragal-vectors`.

use core::fmt;

use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::error::{InvalidTag, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::mac::{Mac, same_tag};
use crate::traits::state::{Fields, SerializeState, Serialized};
use crate::traits::{Implementation, array_of, opaque};

/// SipHash-2-4 with an 8-byte tag.
///
/// The short tag is sufficient for hash tables. It is sufficient for network packets only if the attacker can try only
/// a few forgeries.
///
/// ```
/// use astragal::mac::SipHash24;
/// let tag: [u8; 8] = SipHash24::new(&[7; 16]).mac(b"message");
/// assert!(SipHash24::new(&[7; 16]).verify(b"message", &tag).is_ok());
/// ```
pub type SipHash24 = SipHash<2, 4, 8>;

/// SipHash-2-4 with a 16-byte tag. The tag of [`SipHash24`] is not a prefix of this tag.
pub type SipHash24Long = SipHash<2, 4, 16>;

/// SipHash-1-3 with an 8-byte tag, for hash tables.
pub type SipHash13 = SipHash<1, 3, 8>;

/// SipHash-1-3 with a 16-byte tag. The tag of [`SipHash13`] is not a prefix of this tag.
pub type SipHash13Long = SipHash<1, 3, 16>;

/// SipHash with `C` rounds per message word, `D` finalization rounds and a tag of `TAG` bytes. `TAG` is 8 or 16.
#[derive(Clone)]
pub struct SipHash<const C: usize, const D: usize, const TAG: usize>(State<C, D>);

/// State of SipHash, for tags of 8 or 16 bytes.
#[derive(Clone)]
pub(crate) struct State<const C: usize, const D: usize> {
    v: [u64; 4],
    buffer: BlockBuffer<8>,
    /// Message length modulo 256.
    length: u8,
}

/// Upper bound, in bytes, on the stack that one SipHash call uses.
pub(crate) const STACK_BYTES: usize = 256;

impl<const C: usize, const D: usize, const TAG: usize> SipHash<C, D, TAG> {
    /// Key length in bytes.
    pub const KEY_BYTES: usize = 16;

    /// Creates the MAC with `key`.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; 16]) -> Self {
        const { assert!(TAG == 8 || TAG == 16, "a SipHash tag must be 8 or 16 bytes") };
        with_stack_wipe(STACK_BYTES, || Self(State::new(key, TAG)))
    }

    /// Creates the MAC with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not 16 bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(STACK_BYTES, || self.0.absorb(data));
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(self) -> [u8; TAG] {
        self.mac(&[])
    }

    /// Appends `data` and returns the tag of the whole message.
    #[must_use]
    #[inline(never)]
    pub fn mac(mut self, data: &[u8]) -> [u8; TAG] {
        let mut tag = [0; TAG];
        with_stack_wipe(STACK_BYTES + 2 * size_of::<Self>(), || {
            self.0.absorb(data);
            self.0.end(&mut tag);
        });
        tag
    }

    /// Appends `data` and compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` has the wrong length.
    #[inline(never)]
    pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(STACK_BYTES + 2 * size_of::<Self>(), || {
            let mut expected = [0; TAG];
            self.0.absorb(data);
            self.0.end(&mut expected);
            same_tag(&mut expected, tag)
        })
    }

    /// Compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` has the wrong length.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
}

/// The methods below do not wipe the stack. Their callers must wipe it.
impl<const C: usize, const D: usize> State<C, D> {
    #[inline]
    pub(crate) fn new(key: &[u8; 16], tag_bytes: usize) -> Self {
        let [k0, k1] = load_le::<u64, 2>(key);
        let v = [
            k0 ^ 0x736f_6d65_7073_6575,
            k1 ^ 0x646f_7261_6e64_6f6d ^ if tag_bytes == 16 { 0xee } else { 0 },
            k0 ^ 0x6c79_6765_6e65_7261,
            k1 ^ 0x7465_6462_7974_6573,
        ];
        Self { v, buffer: BlockBuffer::new(), length: 0 }
    }

    #[expect(clippy::cast_possible_truncation, reason = "SipHash uses the length modulo 256")]
    pub(crate) fn absorb(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u8);
        let Self { v, buffer, .. } = self;
        buffer.update(Eager::Yes, data, |blocks| {
            let mut state = *v;
            for block in blocks {
                state = compress::<C>(state, u64::from_le_bytes(*block));
            }
            *v = state;
        });
    }

    /// Writes the 8-byte or 16-byte tag. The state must not be updated afterwards.
    pub(crate) fn end(&mut self, tag: &mut [u8]) {
        let last = u64::from_le_bytes(*self.buffer.zero_padded()) | u64::from(self.length) << 56;
        let mut v = compress::<C>(self.v, last);
        v[2] ^= if tag.len() == 16 { 0xee } else { 0xff };
        v = rounds::<D>(v);
        let (first, second) = tag.split_at_mut(8);
        store_le(&[v[0] ^ v[1] ^ v[2] ^ v[3]], first);
        if !second.is_empty() {
            v[1] ^= 0xdd;
            v = rounds::<D>(v);
            store_le(&[v[0] ^ v[1] ^ v[2] ^ v[3]], second);
        }
    }
}

/// Absorbs a word.
#[inline(always)]
fn compress<const C: usize>(mut v: [u64; 4], word: u64) -> [u64; 4] {
    v[3] ^= word;
    v = rounds::<C>(v);
    v[0] ^= word;
    v
}

/// Applies `N` SipRounds.
#[inline(always)]
fn rounds<const N: usize>([mut a, mut b, mut c, mut d]: [u64; 4]) -> [u64; 4] {
    for _ in 0..N {
        a = a.wrapping_add(b);
        c = c.wrapping_add(d);
        b = b.rotate_left(13) ^ a;
        d = d.rotate_left(16) ^ c;
        a = a.rotate_left(32).wrapping_add(d);
        c = c.wrapping_add(b);
        b = b.rotate_left(17) ^ c;
        d = d.rotate_left(21) ^ a;
        c = c.rotate_left(32);
    }
    [a, b, c, d]
}

impl<const C: usize, const D: usize, const TAG: usize> Mac for SipHash<C, D, TAG> {
    const NAME: &'static str = match C {
        1 => "siphash-1-3",
        _ => "siphash-2-4",
    };
    const FAMILY: &'static str = "siphash";
    const STANDARD: &'static str = "SipHash (2012) §2";
    const TAG_BYTES: usize = TAG;
    type Tag = [u8; TAG];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> [u8; TAG] {
        self.finalize()
    }
    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

impl<const C: usize, const D: usize> SerializeState for State<C, D> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.v.serialize(fields)?;
        self.length.serialize(fields)?;
        self.buffer.serialize(Eager::Yes, fields)?;
        Fields::check(self.buffer.pending().len() == usize::from(self.length % 8))
    }
}

impl<const C: usize, const D: usize> Drop for State<C, D> {
    fn drop(&mut self) {
        erase(&mut self.v);
    }
}

impl<const C: usize, const D: usize, const TAG: usize> fmt::Debug for SipHash<C, D, TAG> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[Self::NAME])
    }
}

impl<const C: usize, const D: usize> fmt::Debug for State<C, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["SipHash"])
    }
}
