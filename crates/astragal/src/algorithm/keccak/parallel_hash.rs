//! ParallelHash128, ParallelHash256 and their XOF variants (SP 800-185 §6). The message is cut into blocks of B bytes,
//! and each block is hashed separately. The outer sponge hashes the digests of the blocks in order.

use core::fmt;

use super::backend::ParallelBackend;
use super::encode::{bits, left_encode, right_encode};
use super::hash_many::SpongeFunction;
use super::sponge::{Sponge, SpongeReader};
#[cfg(feature = "std")]
use super::tree::read_all;
use super::tree::{Leaves, SpongeTree};
use super::{by_strength, cshake, shake};
use crate::error::ParameterError;
use crate::platform::cores::Cores;
use crate::traits::Implementation;
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::Xof;

/// State shared by ParallelHash and ParallelHashXOF.
#[derive(Clone)]
pub(crate) struct ParallelTree<const RATE: usize> {
    /// Outer sponge after absorbing the customization string and the block length B, but no data of the message.
    /// `reset` starts again from a copy of this sponge.
    initial: SpongeTree,
    tree: SpongeTree,
}

impl<const RATE: usize> ParallelTree<RATE> {
    const NAME: &'static str = name(RATE);

    fn new(block_bytes: usize, custom: &[u8]) -> Result<Self, ParameterError> {
        let initial = begin(RATE, block_bytes, custom)?;
        Ok(Self { tree: initial.clone(), initial })
    }

    fn absorb(&mut self, data: &[u8], cores: Cores) {
        self.tree.absorb(data, cores);
    }

    fn finalize(mut self, output_bits: u128) -> SpongeReader<RATE> {
        end(&mut self.tree, output_bits);
        SpongeReader::of(self.tree.node)
    }

    /// Creates a placeholder, which importing a state then overwrites. Its parameters are arbitrary: blocks of 1 byte
    /// and no customization string.
    #[cfg(feature = "alloc")]
    fn empty() -> Self {
        let Ok(tree) = Self::new(1, b"") else { unreachable!("a block size of 1 byte is allowed") };
        tree
    }

    fn reset(&mut self) {
        self.tree.clone_from(&self.initial);
    }

    /// Returns the parameters of the leaves. Each leaf is one block of the message.
    #[cfg(feature = "alloc")]
    pub(super) const fn leaves(&self) -> Leaves {
        self.tree.leaves()
    }

    /// Appends the digests of `count` blocks. All earlier blocks must be complete.
    #[cfg(feature = "alloc")]
    pub(super) fn absorb_leaves(&mut self, digests: &[u8], count: u64) {
        self.tree.absorb_values(digests, count);
    }
}

impl<const RATE: usize> SerializeState for ParallelTree<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        serialize(&mut self.initial, &mut self.tree, fields)
    }
}

const fn name(rate: usize) -> &'static str {
    by_strength(rate, "parallelhash128", "parallelhash256")
}

/// Returns an outer sponge that has absorbed the customization string and B, but no block.
pub(crate) fn begin(
    rate: usize,
    block_bytes: usize,
    custom: &[u8],
) -> Result<SpongeTree, ParameterError> {
    if block_bytes == 0 {
        return Err(ParameterError::Value {
            algorithm: name(rate),
            what: "block size",
            given: 0,
            allowed: "1 byte or more",
        });
    }
    let mut outer = cshake::prefixed(rate, b"ParallelHash", custom);
    outer.absorb(left_encode(block_bytes as u128).as_ref());
    // The digest of a block is 32 bytes of SHAKE128 output or 64 bytes of SHAKE256 output (SP 800-185 §6.3).
    let blocks = Leaves {
        function: SpongeFunction { rate, rounds: 24, domain: shake::DOMAIN },
        bytes: block_bytes,
        chaining_bytes: by_strength(rate, 32, 64),
    };
    Ok(SpongeTree::new(outer, blocks))
}

/// Ends the message by absorbing the number of blocks and the output length in bits. The XOF variants encode the output
/// length as 0 (SP 800-185 §6.3.1). Returns the outer sponge, ready to squeeze.
pub(crate) fn end(tree: &mut SpongeTree, output_bits: u128) -> &mut Sponge {
    let blocks = tree.finish();
    tree.node.absorb(right_encode(blocks).as_ref());
    tree.node.absorb(right_encode(output_bits).as_ref());
    tree.node.finish(cshake::DOMAIN);
    &mut tree.node
}

/// Serializes the block size, the initial tree and the current tree.
pub(crate) fn serialize(
    initial: &mut SpongeTree,
    tree: &mut SpongeTree,
    fields: &mut Fields<'_>,
) -> Serialized {
    let mut block_bytes = tree.leaves().bytes;
    fields.size(&mut block_bytes)?;
    Fields::check(block_bytes > 0)?;
    initial.set_leaf_bytes(block_bytes);
    tree.set_leaf_bytes(block_bytes);
    initial.serialize(fields)?;
    tree.serialize(fields)
}

impl<const RATE: usize> fmt::Debug for ParallelTree<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", Self::NAME)
    }
}

/// ParallelHash with a rate of `RATE` bytes (SP 800-185 §6). The digest depends on the block size and the output
/// length.
///
/// ```
/// use astragal::hash::ParallelHash128;
/// let mut hash = ParallelHash128::new(8192, b"")?;
/// hash.absorb(b"abc");
/// let digest: [u8; 32] = hash.finalize();
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct ParallelHash<const RATE: usize>(pub(super) ParallelTree<RATE>);

/// ParallelHash128 (SP 800-185 §6): 128-bit security with 32 bytes of output or more.
pub type ParallelHash128 = ParallelHash<168>;
/// ParallelHash256 (SP 800-185 §6): 256-bit security with 64 bytes of output or more.
pub type ParallelHash256 = ParallelHash<136>;

impl<const RATE: usize> ParallelHash<RATE> {
    /// Creates ParallelHash with blocks of `block_bytes` bytes (B) and customization string S.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if `block_bytes` is 0.
    pub fn new(block_bytes: usize, custom: &[u8]) -> Result<Self, ParameterError> {
        ParallelTree::new(block_bytes, custom).map(Self)
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::One);
    }

    /// Appends `data` to the message. Hashes the blocks on all cores if `data` is long enough. `data` may be a
    /// memory-mapped file. Without the feature `parallel`, this method does the same as [`absorb`](Self::absorb).
    pub fn absorb_parallel(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::All);
    }

    /// Appends all bytes of `reader` to the message and returns the number of bytes read. If the feature `parallel` is
    /// on, hashes on all cores. Uses less than 20 MiB of memory.
    ///
    /// # Errors
    /// Any error that `reader` returns. The bytes read before the error remain part of the message.
    #[cfg(feature = "std")]
    pub fn absorb_reader(&mut self, reader: impl std::io::Read + Send) -> std::io::Result<u64> {
        read_all(reader, |data| self.absorb_parallel(data))
    }

    /// Returns the `N`-byte digest.
    #[must_use]
    pub fn finalize<const N: usize>(self) -> [u8; N] {
        self.0.finalize(bits(N)).squeeze_array()
    }

    /// Fills `digest` with the digest of the message. The digest depends on its length: a short digest is not a prefix
    /// of a longer digest.
    pub fn finalize_into(self, digest: &mut [u8]) {
        self.0.finalize(bits(digest.len())).squeeze(digest);
    }

    /// Resets the hash to an empty message with the same block size and customization string.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

impl<const RATE: usize> SerializeState for ParallelHash<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for ParallelHash<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        ParallelTree::<RATE>::NAME
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for ParallelHash<RATE> {
    fn empty() -> Self {
        Self(ParallelTree::empty())
    }
}

impl<const RATE: usize> fmt::Debug for ParallelHash<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "ParallelHash128", "ParallelHash256"))
    }
}

/// ParallelHashXOF with a rate of `RATE` bytes (SP 800-185 §6.3.1): output of any length. A shorter output is a prefix
/// of a longer one.
#[derive(Clone)]
pub struct ParallelHashXof<const RATE: usize>(pub(super) ParallelTree<RATE>);

/// ParallelHashXOF128 (SP 800-185 §6.3.1); rate 168 bytes.
pub type ParallelHashXof128 = ParallelHashXof<168>;
/// ParallelHashXOF256 (SP 800-185 §6.3.1); rate 136 bytes.
pub type ParallelHashXof256 = ParallelHashXof<136>;

impl<const RATE: usize> ParallelHashXof<RATE> {
    /// Creates ParallelHashXOF with blocks of `block_bytes` bytes (B) and customization string S.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if `block_bytes` is 0.
    pub fn new(block_bytes: usize, custom: &[u8]) -> Result<Self, ParameterError> {
        ParallelTree::new(block_bytes, custom).map(Self)
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::One);
    }

    /// Appends `data` to the message. Hashes the blocks on all cores if `data` is long enough. `data` may be a
    /// memory-mapped file. Without the feature `parallel`, this method does the same as [`absorb`](Self::absorb).
    pub fn absorb_parallel(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::All);
    }

    /// Appends all bytes of `reader` to the message and returns the number of bytes read. If the feature `parallel` is
    /// on, hashes on all cores. Uses less than 20 MiB of memory.
    ///
    /// # Errors
    /// Any error that `reader` returns. The bytes read before the error remain part of the message.
    #[cfg(feature = "std")]
    pub fn absorb_reader(&mut self, reader: impl std::io::Read + Send) -> std::io::Result<u64> {
        read_all(reader, |data| self.absorb_parallel(data))
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(self) -> SpongeReader<RATE> {
        self.0.finalize(0)
    }

    /// Resets the function to an empty message with the same block size and customization string.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

impl<const RATE: usize> Xof for ParallelHashXof<RATE> {
    const NAME: &'static str = by_strength(RATE, "parallelhashxof128", "parallelhashxof256");
    const FAMILY: &'static str = "keccak";
    const STANDARD: &'static str = "SP 800-185 §6.3.1";
    const RATE_BYTES: usize = RATE;
    const DEFAULT_OUTPUT_BYTES: usize = by_strength(RATE, 32, 64);
    type Reader = SpongeReader<RATE>;

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
        ParallelBackend::implementation()
    }
}

impl<const RATE: usize> SerializeState for ParallelHashXof<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for ParallelHashXof<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for ParallelHashXof<RATE> {
    fn empty() -> Self {
        Self(ParallelTree::empty())
    }
}

impl<const RATE: usize> fmt::Debug for ParallelHashXof<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "ParallelHashXof128", "ParallelHashXof256"))
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::ParallelHash128;
    use crate::traits::state::ExportState as _;

    #[test]
    fn imported_state_continues() {
        let mut here = ParallelHash128::new(77, b"custom").expect("the block size is allowed");
        here.absorb(&[1; 200]);
        let state = here.export_state().expect("state has no key");
        let mut there = ParallelHash128::import_state(&state).expect("state is valid");
        here.absorb(b"more");
        there.absorb(b"more");
        assert_eq!(there.finalize::<32>(), here.finalize());
    }
}
