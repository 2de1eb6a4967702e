//! Computes BLAKE3's trees in each of its modes, with the subtree functions of the crate `blake3`.

use blake3::Hasher;
use blake3::hazmat::{
    ContextKey, HasherExt as _, Mode, hash_derive_key_context, left_subtree_len,
    merge_subtrees_non_root, merge_subtrees_root,
};

/// Length of a chunk in bytes.
pub const CHUNK_BYTES: usize = 1024;

/// Mode of BLAKE3, with its key or context.
#[derive(Clone, Copy)]
pub enum Keyed {
    /// Plain hash without a key.
    Unkeyed,
    /// Keyed hash.
    Key([u8; 32]),
    /// Key derivation with a context.
    Context(ContextKey),
}

impl Keyed {
    /// Returns the key derivation mode for `context`.
    pub fn context(context: &str) -> Self {
        Self::Context(hash_derive_key_context(context))
    }

    /// Returns a hasher for this mode.
    pub fn hasher(&self) -> Hasher {
        match self {
            Self::Unkeyed => Hasher::new(),
            Self::Key(key) => Hasher::new_keyed(key),
            Self::Context(key) => Hasher::new_from_context_key(key),
        }
    }

    fn mode(&self) -> Mode<'_> {
        match self {
            Self::Unkeyed => Mode::Hash,
            Self::Key(key) => Mode::KeyedHash(key),
            Self::Context(key) => Mode::DeriveKeyMaterial(key),
        }
    }

    /// Returns the chaining value of the subtree for `data`, which starts at byte `start` of the message.
    pub fn subtree(&self, start: usize, data: &[u8]) -> [u8; 32] {
        let mut hasher = self.hasher();
        hasher.set_input_offset(start as u64).update(data).finalize_non_root()
    }

    /// Returns the outboard tree and the root of a message. The outboard tree consists of the message's length and the
    /// parent nodes in pre-order.
    pub fn outboard(&self, message: &[u8]) -> (Vec<u8>, [u8; 32]) {
        let mut tree = (message.len() as u64).to_le_bytes().to_vec();
        if message.len() <= CHUNK_BYTES {
            return (tree, *self.hasher().update(message).finalize().as_bytes());
        }
        let [left, right] = self.children(0, message, &mut tree);
        (tree, *merge_subtrees_root(&left, &right, self.mode()).as_bytes())
    }

    /// Hashes `data`, appends its tree nodes to `tree`, and returns the chaining values of the root's two children.
    fn children(&self, start: usize, data: &[u8], tree: &mut Vec<u8>) -> [[u8; 32]; 2] {
        let middle = left_subtree_len(data.len() as u64) as usize;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let left = self.node(start, &data[..middle], &mut first);
        let right = self.node(start + middle, &data[middle..], &mut second);
        tree.extend([&left[..], &right, &first, &second].concat());
        [left, right]
    }

    fn node(&self, start: usize, data: &[u8], tree: &mut Vec<u8>) -> [u8; 32] {
        if data.len() <= CHUNK_BYTES {
            return self.subtree(start, data);
        }
        let [left, right] = self.children(start, data, tree);
        merge_subtrees_non_root(&left, &right, self.mode())
    }
}
