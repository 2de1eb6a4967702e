//! Parameters of BLAKE2 (RFC 7693 §2.5; BLAKE2 paper §2.8 and §2.10): digest length, key, salt, personalization, and
//! the position of a node in a tree.

use core::fmt;

/// Parameters of BLAKE2. Changing any parameter changes the whole digest.
#[derive(Clone, Copy)]
pub struct Blake2Params<'a> {
    /// Digest length in bytes: 1 to 64 for BLAKE2b, 1 to 32 for BLAKE2s.
    pub digest_bytes: usize,
    /// Key of at most 64 bytes for BLAKE2b, or 32 bytes for BLAKE2s. An empty key means an unkeyed hash.
    pub key: &'a [u8],
    /// Salt of at most 16 bytes for BLAKE2b, or 8 bytes for BLAKE2s. A shorter salt is padded with zeros.
    pub salt: &'a [u8],
    /// Personalization of at most 16 bytes for BLAKE2b, or 8 bytes for BLAKE2s. A shorter personalization is padded
    /// with zeros.
    pub personal: &'a [u8],
    /// Position of the message in a tree.
    pub node: Blake2Node,
}

impl Blake2Params<'_> {
    /// Creates the parameters of a hash with a digest of `digest_bytes` bytes. The key, the salt and the
    /// personalization are empty.
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

/// Position of a node in a BLAKE2 tree. The caller defines the shape of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blake2Node {
    /// Maximum number of children of a node. 0 means no limit.
    pub fanout: u8,
    /// Maximum height of the tree. 1 means sequential hashing, and 255 means no limit.
    pub depth: u8,
    /// Maximum length of a leaf in bytes. 0 means no limit.
    pub leaf_bytes: u32,
    /// Index of the node in its layer. For BLAKE2s, the index must be below 2^48.
    pub offset: u64,
    /// Layer of the node. Leaves are layer 0.
    pub node_depth: u8,
    /// Digest length of inner nodes in bytes: at most 64 for BLAKE2b and 32 for BLAKE2s.
    pub inner_bytes: u8,
    /// Whether the node is the last node of its layer.
    pub is_last: bool,
}

impl Blake2Node {
    /// Position of a message that is hashed sequentially, without a tree.
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
