//! BLAKE3 ("BLAKE3: one function, fast everywhere", 2020): hash, keyed hash, key derivation and extendable output.

use core::fmt;

use super::compress::blake3::{CHUNK_BYTES, Mode, flag};
#[cfg(target_arch = "x86_64")]
use super::hash_many::hash_many_3;
use super::tree::{Blake3Tree, ChunkRun, OpenNode, digest_of, digest_of_prefixed, digest_of_run};
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::construction::hmac::Hmac;
#[cfg(target_arch = "x86_64")]
use crate::construction::multi_buffer::Wide;
use crate::error::{InvalidTag, ParameterError};
use crate::platform::cores::Cores;
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::platform::words::{erase, load_le};
use crate::traits::Implementation;
use crate::traits::hash::{Hash, HashEngine, hash_types};
use crate::traits::mac::{Mac, same_tag};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::{Xof, XofReader};

hash_types! { "blake", Blake3Tree;
    Blake3 = "blake3", digest 32, block 64, "BLAKE3 §2": Blake3Tree::new(UNKEYED.key, UNKEYED.flags);
}

/// Mode of the unkeyed hash, the only mode that [`Hash`] uses.
const UNKEYED: Mode = Mode { key: IV, flags: 0 };

impl Blake3 {
    /// Appends `data` to the message. If the feature `parallel` is on, hashes long data on all cores.
    pub fn update_parallel(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::All);
    }
}

/// HMAC over BLAKE3 (FIPS 198-1): a 32-byte tag. [`Blake3Keyed`] is faster than HMAC.
pub type HmacBlake3 = Hmac<Blake3>;

impl HashEngine for Blake3Tree {
    fn update(&mut self, data: &[u8]) {
        self.absorb(data, Cores::One);
    }
    fn update_parallel(&mut self, data: &[u8]) {
        self.absorb(data, Cores::All);
    }
    fn finish(&mut self, digest: &mut [u8]) {
        self.output().squeeze(0, digest);
    }
    fn hash(_: fn() -> Self, message: &[u8], digest: &mut [u8]) {
        digest_of(&UNKEYED, message, digest);
    }
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d>(&self, messages: &[&[u8]], digests: impl Iterator<Item = &'d mut [u8]>) {
        // The types that `hash_types!` declares are unkeyed, so the mode has no flags.
        debug_assert!(self.mode().flags == 0);
        hash_many_3(Wide::best(), messages, digests);
    }
    const HMAC_STACK: usize = 0;
    fn hmac(_: fn() -> Self, inner: &[u8], outer: &[u8], message: &[u8], tag: &mut [u8]) {
        let mut digest = [0; 32];
        digest_of_two(inner, message, &mut digest);
        digest_of_two(outer, &digest, tag);
    }
    fn implementation() -> Implementation {
        Self::implementation()
    }
}

/// Fills `digest` with the digest of the concatenation of `block` and `data`. `block` is the padded HMAC key.
fn digest_of_two(block: &[u8], data: &[u8], digest: &mut [u8]) {
    let block = block.first_chunk().expect("a padded key is one block");
    match data.split_first_chunk() {
        Some((first, rest)) if !rest.is_empty() => digest_of_long(block, first, rest, digest),
        _ => digest_of_prefixed(&UNKEYED, block, data, digest),
    }
}

/// Fills `digest` with the digest of a message of several chunks. `block` and `first` together are the first chunk, and
/// `rest` holds the other chunks.
#[inline(never)]
fn digest_of_long(
    block: &[u8; 64],
    first: &[u8; CHUNK_BYTES - 64],
    rest: &[u8],
    digest: &mut [u8],
) {
    let mut chunk = [0; CHUNK_BYTES];
    chunk[..64].copy_from_slice(block);
    chunk[64..].copy_from_slice(first);
    let run = ChunkRun::after(&chunk, rest);
    with_stack_wipe(2 * STACK_BYTES, || digest_of_run(&UNKEYED, run, digest));
    erase(&mut chunk);
}

/// Keyed BLAKE3 (§2.3), a MAC with a 32-byte key and a 32-byte tag.
///
/// ```
/// use astragal::mac::Blake3Keyed;
/// let mac = Blake3Keyed::new(&[7; 32]);
/// let tag: [u8; 32] = mac.clone().mac(b"message");
/// assert!(mac.verify(b"message", &tag).is_ok());
/// ```
#[derive(Clone)]
pub struct Blake3Keyed(pub(crate) Blake3Tree);

impl Blake3Keyed {
    /// Length of the key in bytes.
    pub const KEY_BYTES: usize = 32;

    /// Creates the MAC with `key`.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; 32]) -> Self {
        with_stack_wipe(NEW, || Self::keyed(key))
    }

    /// Creates the MAC with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not 32 bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::new(ParameterError::key(Self::NAME, key)?))
    }

    /// Creates the MAC like [`new`](Self::new), but does not wipe the stack.
    pub(crate) fn keyed(key: &[u8; 32]) -> Self {
        Self(keyed(key))
    }

    /// Computes the tag of a message of at most one chunk, without creating a tree. `tag` has at most 32 bytes.
    #[cfg(feature = "registry")]
    #[inline(never)]
    pub(crate) fn of_chunk(key: &[u8; 32], message: &[u8], tag: &mut [u8]) {
        with_stack_wipe(STACK_BYTES, || {
            let mode = Mode { key: load_le(key), flags: flag::KEYED_HASH };
            digest_of(&mode, message, tag);
        });
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::One);
    }

    /// Appends `data` to the message. If the feature `parallel` is on, hashes long data on all cores.
    pub fn update_parallel(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::All);
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(self) -> [u8; 32] {
        let mut tag = [0; 32];
        with_stack_wipe(STACK_BYTES, || self.0.output().squeeze(0, &mut tag));
        tag
    }

    /// Appends `data` and returns the tag.
    #[must_use]
    #[inline(never)]
    pub fn mac(mut self, data: &[u8]) -> [u8; 32] {
        let mut tag = [0; 32];
        with_stack_wipe(STACK_BYTES, || {
            self.0.absorb_by(data, Cores::One);
            self.0.output().squeeze(0, &mut tag);
        });
        tag
    }

    /// Appends `data` and compares the tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 32 bytes long.
    #[inline(never)]
    pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(STACK_BYTES, || {
            let mut expected = [0; 32];
            self.0.absorb_by(data, Cores::One);
            self.0.output().squeeze(0, &mut expected);
            same_tag(&mut expected, tag)
        })
    }

    /// Compares the tag of the message with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 32 bytes long.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
}

impl Mac for Blake3Keyed {
    const NAME: &'static str = "blake3";
    const FAMILY: &'static str = "blake";
    const STANDARD: &'static str = "BLAKE3 §2.3";
    const TAG_BYTES: usize = 32;
    type Tag = [u8; 32];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> Self::Tag {
        self.finalize()
    }
    fn implementation() -> Implementation {
        <Blake3 as Hash>::implementation()
    }
}

impl SerializeState for Blake3Keyed {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize_mode(fields)?;
        Fields::check(self.0.mode().flags == flag::KEYED_HASH)?;
        self.0.serialize(fields)
    }
}

impl state::StateEngine for Blake3Keyed {
    const KIND: StateKind = StateKind::Mac;
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

#[cfg(feature = "alloc")]
impl state::ExportState for Blake3Keyed {
    fn empty() -> Self {
        Self::keyed(&[0; 32])
    }
}

impl fmt::Debug for Blake3Keyed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Blake3Keyed { .. }")
    }
}

/// Upper bound, in bytes, on the stack used to create a keyed tree.
const NEW: usize = 512 + size_of::<Blake3Tree>();

/// Creates a keyed tree of the empty message.
fn keyed(key: &[u8; 32]) -> Blake3Tree {
    Blake3Tree::new(load_le(key), flag::KEYED_HASH)
}

/// BLAKE3 with output of any length (§2.6), in any of its three modes. The first 32 bytes are the digest of [`Blake3`]
/// or the tag of [`Blake3Keyed`].
///
/// ```
/// use astragal::xof::Blake3Xof;
/// let mut kdf = Blake3Xof::derive_key(b"example.com 2026-05-01 session tokens v1");
/// kdf.absorb(b"key material");
/// let mut keys = kdf.finalize();
/// let first: [u8; 32] = keys.squeeze_array();
/// keys.seek(1 << 40);
/// let later: [u8; 32] = keys.squeeze_array();
/// ```
#[derive(Clone)]
pub struct Blake3Xof {
    pub(super) tree: Blake3Tree,
}

impl Blake3Xof {
    /// Creates the unkeyed hash of the empty message.
    #[must_use]
    pub fn new() -> Self {
        Self::from(Blake3Tree::new(IV, 0))
    }

    /// Creates the keyed hash of the empty message (§2.3).
    #[must_use]
    pub fn keyed(key: &[u8; 32]) -> Self {
        with_stack_wipe(2 * NEW, || Self::from(keyed(key)))
    }

    /// Creates a key derivation function (§2.3). Absorb the key material, then squeeze keys. `context` should be a
    /// hard-coded constant that is unique to the program and the purpose. It need not be secret.
    #[must_use]
    pub fn derive_key(context: &[u8]) -> Self {
        let mut tree = Blake3Tree::new(IV, flag::DERIVE_KEY_CONTEXT);
        tree.absorb(context, Cores::One);
        let mut key = [0; 32];
        tree.output().squeeze(0, &mut key);
        // The context is public. A key derived from the context alone is therefore public too, and is not wiped.
        Self::from(Blake3Tree::new(load_le(&key), flag::DERIVE_KEY_MATERIAL))
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.tree.absorb(data, Cores::One);
    }

    /// Appends `data` to the message. If the feature `parallel` is on, hashes long data on all cores.
    pub fn absorb_parallel(&mut self, data: &[u8]) {
        self.tree.absorb(data, Cores::All);
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    #[inline(never)]
    pub fn finalize(self) -> Blake3Reader {
        self.tree.guarded(|| Blake3Reader { output: self.tree.output(), position: 0 })
    }

    /// Resets the function to an empty message with the same key or context.
    pub fn reset(&mut self) {
        self.tree.restart();
    }
}

impl From<Blake3Tree> for Blake3Xof {
    fn from(tree: Blake3Tree) -> Self {
        Self { tree }
    }
}

impl Default for Blake3Xof {
    fn default() -> Self {
        Self::new()
    }
}

impl Xof for Blake3Xof {
    const NAME: &'static str = "blake3";
    const FAMILY: &'static str = "blake";
    const STANDARD: &'static str = "BLAKE3 §2.6";
    const RATE_BYTES: usize = 64;
    const DEFAULT_OUTPUT_BYTES: usize = 32;
    type Reader = Blake3Reader;

    fn absorb(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb_parallel(data);
    }
    fn finalize(self) -> Self::Reader {
        self.finalize()
    }
    fn implementation() -> Implementation {
        <Blake3 as Hash>::implementation()
    }
}

impl SerializeState for Blake3Xof {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.tree.serialize_mode(fields)?;
        self.tree.serialize(fields)
    }
}

impl state::StateEngine for Blake3Xof {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn is_keyed(&self) -> bool {
        self.tree.mode().flags != 0
    }
}

#[cfg(feature = "alloc")]
impl state::ExportState for Blake3Xof {
    fn empty() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Blake3Xof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Blake3Xof { .. }")
    }
}

/// Reader for the output of [`Blake3Xof`], with random access to all 2^64 - 1 bytes.
#[derive(Clone)]
pub struct Blake3Reader {
    output: OpenNode,
    position: u64,
}

impl Blake3Reader {
    /// Fills `out` with the next bytes of output.
    ///
    /// # Panics
    /// If fewer than `out.len()` of the 2^64 - 1 bytes remain, which is possible only after [`seek`](Self::seek).
    pub fn squeeze(&mut self, out: &mut [u8]) {
        let end = self.end_of(out.len() as u64);
        self.output.guarded(|| self.output.squeeze(self.position, out));
        self.position = end;
    }

    /// Returns the output position `bytes` bytes after the current position.
    fn end_of(&self, bytes: u64) -> u64 {
        let end = self.position.checked_add(bytes);
        end.expect("BLAKE3 output is limited to 2^64 - 1 bytes")
    }

    /// Returns the next `N` bytes of output.
    ///
    /// # Panics
    /// If fewer than `N` of the 2^64 - 1 bytes remain.
    #[must_use]
    pub fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }

    /// Returns the position of the next output byte.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Moves to byte `position` of the output. The time does not depend on the distance from the current position.
    pub const fn seek(&mut self, position: u64) {
        self.position = position;
    }
}

impl SerializeState for Blake3Reader {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.output.serialize(fields)?;
        self.position.serialize(fields)
    }
}

impl XofReader for Blake3Reader {
    type Block = [u8; 64];

    fn squeeze(&mut self, out: &mut [u8]) {
        self.squeeze(out);
    }
    fn remaining(&self) -> Option<u64> {
        Some(u64::MAX - self.position)
    }
    fn skip(&mut self, bytes: u64) {
        self.position = self.end_of(bytes);
    }
}

impl fmt::Debug for Blake3Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Blake3Reader { .. }")
    }
}
