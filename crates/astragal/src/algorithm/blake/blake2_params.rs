//! All that the parameter block of BLAKE2 holds (RFC 7693 §2.5; the BLAKE2 paper, §2.8 and §2.10): any digest
//! length, a key, a salt, a personalization, and the place of a node in a tree.

use core::fmt;

/// What BLAKE2 can be told beside its message. Each of them changes the whole digest.
#[derive(Clone, Copy)]
pub struct Blake2Params<'a> {
    /// The digest's length in bytes: 1 to 64 of BLAKE2b, 1 to 32 of BLAKE2s.
    pub digest_bytes: usize,
    /// The key, as long as the longest digest at most; empty for none.
    pub key: &'a [u8],
    /// The salt, at most 16 bytes for BLAKE2b and 8 for BLAKE2s; a shorter one is followed by zeros.
    pub salt: &'a [u8],
    /// The personalization, as long as a salt.
    pub personal: &'a [u8],
    /// The place in a tree.
    pub node: Blake2Node,
}

impl Blake2Params<'_> {
    /// A plain hash with a digest of that many bytes.
    #[must_use]
    pub const fn new(digest_bytes: usize) -> Self {
        Self { digest_bytes, key: &[], salt: &[], personal: &[], node: Blake2Node::SEQUENTIAL }
    }
}

impl fmt::Debug for Blake2Params<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blake2Params")
            .field("digest_bytes", &self.digest_bytes)
            .field("node", &self.node)
            .finish_non_exhaustive()
    }
}

/// A node of a tree of BLAKE2, whose shape the caller makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blake2Node {
    /// The most children of a node, 0 for any number.
    pub fanout: u8,
    /// The tree's height, 1 for no tree, 255 for any.
    pub depth: u8,
    /// The longest leaf in bytes, 0 for any.
    pub leaf_bytes: u32,
    /// The number of nodes to the left in the same layer; below 2^48 for BLAKE2s.
    pub offset: u64,
    /// The layer, 0 for leaves.
    pub node_depth: u8,
    /// The length in bytes of the digests of inner nodes, as long as the longest digest at most.
    pub inner_bytes: u8,
    /// Whether it is the last of its layer.
    pub is_last: bool,
}

impl Blake2Node {
    /// No tree: the message is hashed from its start to its end.
    pub const SEQUENTIAL: Self = Self {
        fanout: 1,
        depth: 1,
        leaf_bytes: 0,
        offset: 0,
        node_depth: 0,
        inner_bytes: 0,
        is_last: false,
    };
}

impl Default for Blake2Node {
    fn default() -> Self {
        Self::SEQUENTIAL
    }
}
