//! The tree of BLAKE3 (§2.1, §5.1). Its leaves are 1024-byte chunks. A stack holds the chaining values of complete
//! subtrees, one for each bit set in the number of chunks.
//!
//! Whole subtrees are hashed directly from the caller's slice. Vector lanes hash several chunks, or several parents, at
//! once. Memory use does not grow with the message length.

mod node;
mod subtree;

use super::backend::Backend3;
use super::compress::blake3::{CHUNK_BYTES, ChainingBytes, Mode, flag, guarded};
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::platform::array::Flat as _;
use crate::platform::cores::Cores;
use crate::platform::words::erase;
use crate::traits::Implementation;
use crate::traits::state::{Fields, SerializeState, Serialized};
use node::Chunk;
#[cfg(feature = "alloc")]
pub(crate) use node::chunk_value;
pub(crate) use node::{OpenNode, digest_of_prefixed, parent};
use subtree::reduce_level;
pub(crate) use subtree::{ChunkRun, digest_of, digest_of_run, halves, largest_subtree};

/// Maximum number of inputs that a backend hashes in parallel.
pub(crate) const WIDEST: usize = 16;
/// Maximum number of subtrees on the stack. It suffices for 2^54 chunks, which are 2^64 bytes.
const MAX_HEIGHT: usize = 54;

/// Incremental state of a BLAKE3 tree.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Blake3Tree {
    mode: Mode,
    chunk: Chunk,
    stack: [ChainingBytes; MAX_HEIGHT],
    height: usize,
}

impl Blake3Tree {
    /// Creates the tree of an empty message. `key` is the key or the constant IV; `flags` are the flags of the mode.
    pub(crate) const fn new(key: [u32; 8], flags: u32) -> Self {
        let mode = Mode { key, flags };
        Self { mode, chunk: Chunk::new(&mode, 0), stack: [[0; 32]; MAX_HEIGHT], height: 0 }
    }

    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Backend3::best().name(), ..Implementation::PORTABLE }
    }

    /// Appends `data` to the message.
    pub(crate) fn absorb(&mut self, data: &[u8], cores: Cores) {
        guarded(self.mode.flags, || self.absorb_by(data, cores));
    }

    /// Appends `data` like [`absorb`](Self::absorb), but does not wipe the stack.
    pub(crate) fn absorb_by(&mut self, mut data: &[u8], cores: Cores) {
        if self.chunk.length() > 0 {
            let free = CHUNK_BYTES - self.chunk.length();
            let (head, rest) = data.split_at(free.min(data.len()));
            self.chunk.absorb(&self.mode, head);
            if rest.is_empty() {
                // A full chunk is not finalized until more input follows. If it is the only chunk of the message, it is
                // the root, which needs an additional flag.
                return;
            }
            let chaining_value = self.chunk.output(&self.mode).chaining_value();
            let counter = self.chunk.counter;
            self.push(&chaining_value, counter);
            self.chunk = Chunk::new(&self.mode, counter + 1);
            data = rest;
        }
        while data.len() > CHUNK_BYTES {
            let chunks = match largest_subtree(data.len(), self.chunk.counter) {
                ..WIDEST => self.absorb_run(data),
                chunks => {
                    self.absorb_complete(&data[..chunks * CHUNK_BYTES], cores);
                    chunks
                }
            };
            data = &data[chunks * CHUNK_BYTES..];
        }
        if !data.is_empty() {
            self.chunk.absorb(&self.mode, data);
            self.merge(self.chunk.counter);
        }
    }

    /// Absorbs a complete subtree of at least two chunks.
    fn absorb_complete(&mut self, subtree: &[u8], cores: Cores) {
        let counter = self.chunk.counter;
        self.push_halves(
            &halves(&self.mode, subtree.into(), counter, cores),
            subtree.len() / CHUNK_BYTES,
        );
    }

    /// Absorbs up to [`WIDEST`] whole chunks in parallel and returns their number. The chunks may belong to several
    /// subtrees.
    fn absorb_run(&mut self, data: &[u8]) -> usize {
        let chunks = WIDEST.min(data.len() / CHUNK_BYTES);
        let mut values = [[0; 32]; WIDEST];
        let mut rest = &mut values[..chunks];
        ChunkRun::from(data).chaining_values(&self.mode, self.chunk.counter, rest);
        while !rest.is_empty() {
            let counter = self.chunk.counter;
            let (subtree, after) =
                rest.split_at_mut(largest_subtree(rest.len() * CHUNK_BYTES, counter));
            match subtree {
                [value] => {
                    self.push(value, counter);
                    self.chunk.counter += 1;
                }
                values => self.push_halves(&reduce_level(&self.mode, values), values.len()),
            }
            rest = after;
        }
        erase(values.flat_mut());
        chunks
    }

    /// Pushes the chaining values of the two halves of a subtree with `chunks` chunks. Does not merge the halves,
    /// because their parent may be the root.
    fn push_halves(&mut self, [left, right]: &[ChainingBytes; 2], chunks: usize) {
        let counter = self.chunk.counter;
        self.push(left, counter);
        self.push(right, counter + chunks as u64 / 2);
        self.chunk.counter += chunks as u64;
    }

    /// Resets the tree to an empty message with the same mode.
    pub(crate) fn restart(&mut self) {
        guarded(self.mode.flags, || {
            self.chunk = Chunk::new(&self.mode, 0);
            self.clear();
        });
    }

    /// Calls `body`, which works on the tree, and wipes its stack afterwards if the mode handles a secret.
    pub(crate) fn guarded<R>(&self, body: impl FnOnce() -> R) -> R {
        self.mode.guarded(body)
    }

    /// Returns the root node before its last compression.
    pub(crate) fn output(&self) -> OpenNode {
        let mut left = self.height;
        let mut node = if self.chunk.length() > 0 || left == 0 {
            self.chunk.output(&self.mode)
        } else {
            left -= 2;
            parent(&self.mode, &self.stack[left], &self.stack[left + 1])
        };
        while left > 0 {
            left -= 1;
            node = parent(&self.mode, &self.stack[left], &node.chaining_value());
        }
        node
    }

    /// Appends a subtree of `chunks` chunks whose chaining value is already known.
    #[cfg(feature = "alloc")]
    pub(crate) fn absorb_subtree(&mut self, chaining_value: &ChainingBytes, chunks: u64) {
        let counter = self.chunk.counter;
        if self.chunk.length() > 0 {
            let value = self.chunk.output(&self.mode).chaining_value();
            self.push(&value, counter);
            self.chunk = Chunk::new(&self.mode, counter + 1);
        }
        let counter = self.chunk.counter;
        self.push(chaining_value, counter);
        self.chunk.counter += chunks;
    }

    /// Serializes the mode of the tree, keyed or unkeyed.
    pub(crate) fn serialize_mode(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.mode.serialize(fields)
    }

    /// Returns the mode of the tree, which all nodes share.
    pub(crate) const fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Creates the tree of an empty message in the same mode.
    #[cfg(feature = "alloc")]
    pub(crate) const fn empty(&self) -> Self {
        Self::new(self.mode.key, self.mode.flags)
    }

    /// Removes all subtrees from the stack.
    fn clear(&mut self) {
        erase(self.stack[..self.height].flat_mut());
        self.height = 0;
    }

    /// Pushes the subtree that begins at chunk `counter`, after merging the subtrees before it.
    fn push(&mut self, chaining_value: &ChainingBytes, counter: u64) {
        self.merge(counter);
        self.stack[self.height] = *chaining_value;
        self.height += 1;
    }

    /// Merges subtrees of equal size until the stack has one subtree for each bit set in the number of chunks. The
    /// caller must know that more input follows. Otherwise, the last merge could compute the root, which needs an
    /// additional flag.
    fn merge(&mut self, chunks: u64) {
        while self.height > chunks.count_ones() as usize {
            let [left, right] = [self.stack[self.height - 2], self.stack[self.height - 1]];
            self.stack[self.height - 2] = parent(&self.mode, &left, &right).chaining_value();
            self.height -= 1;
            erase(&mut self.stack[self.height]);
        }
    }
}

/// Serializes everything except the mode, which may hold a key. The type that contains the tree serializes the mode.
impl SerializeState for Blake3Tree {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.chunk.serialize(fields)?;
        // Checks the height before storing it in the tree, because dropping the tree erases `height` entries of the
        // stack even if the import fails.
        let mut height = self.height;
        fields.small(&mut height)?;
        Fields::check(height <= MAX_HEIGHT)?;
        self.height = height;
        self.check()?;
        fields.bytes(self.stack[..self.height].flat_mut())
    }
}

impl Blake3Tree {
    /// Checks that the current chunk and the stack of chaining values are consistent. Also checks that the message is
    /// so short that further input cannot overflow the stack.
    fn check(&self) -> Serialized {
        let Chunk { counter, .. } = self.chunk;
        Fields::check(counter < 1 << (MAX_HEIGHT - 1))?;
        Fields::check(self.height >= counter.count_ones() as usize)?;
        Fields::check((self.height == 0) == (counter == 0))?;
        // If the current chunk is empty, the message is empty or ends with a complete chunk. In the second case, the
        // last two subtrees are still unmerged. The stack is therefore empty or holds at least two subtrees.
        Fields::check(self.chunk.length() > 0 || self.height != 1)
    }
}

impl SerializeState for Mode {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.flags.serialize(fields)?;
        match self.flags {
            0 => {
                self.key = IV;
                Some(())
            }
            flag::KEYED_HASH | flag::DERIVE_KEY_MATERIAL => self.key.serialize(fields),
            _ => None,
        }
    }
}

impl Drop for Blake3Tree {
    fn drop(&mut self) {
        erase(&mut self.mode.key);
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::blake::blake3::Blake3;
    use crate::platform::words::{load_le, store_le};
    use std::vec::Vec;

    fn message(length: usize) -> Vec<u8> {
        (0..=250).cycle().take(length).collect()
    }

    /// Computes the tree by its recursive definition (§2.1), hashing each chunk separately. The left subtree is the
    /// largest complete subtree that leaves at least one chunk on the right.
    fn by_definition(message: &[u8], counter: u64, root: u32) -> [u32; 8] {
        let mode = Blake3Tree::new(crate::algorithm::sha2::constants::SHA256_IV, 0).mode;
        if message.len() <= CHUNK_BYTES {
            let mut chunk = Chunk::new(&mode, counter);
            chunk.absorb(&mode, message);
            let mut output = chunk.output(&mode);
            output.inputs.flags |= root;
            return load_le(&output.chaining_value());
        }
        let chunks = message.len().div_ceil(CHUNK_BYTES).next_power_of_two() / 2;
        let (left, right) = message.split_at(chunks * CHUNK_BYTES);
        let (mut a, mut b) = ([0; 32], [0; 32]);
        store_le(&by_definition(left, counter, 0), &mut a);
        store_le(&by_definition(right, counter + chunks as u64, 0), &mut b);
        let mut output = parent(&mode, &a, &b);
        output.inputs.flags |= root;
        load_le(&output.chaining_value())
    }

    /// Message lengths near multiples of the chunk length and of the number of chunks that a backend hashes together.
    /// Under Miri, which is slow, only short ones.
    const LENGTHS: &[usize] = if cfg!(miri) {
        &[0, 1, 64, 1024, 1025, 3072]
    } else {
        &[0, 1, 64, 1024, 1025, 2048, 2049, 3072, 5000, 16384, 17000, 32768, 70001]
    };

    #[test]
    fn splits_match_the_recursive_definition() {
        for &length in LENGTHS {
            let message = message(length);
            let mut expected = [0; 32];
            store_le(&by_definition(&message, 0, flag::ROOT), &mut expected);
            assert_eq!(Blake3::hash(&message), expected, "{length} bytes");
            for piece in [63, 1000, 1024, 1025, 4096, 5000] {
                let mut hash = Blake3::new();
                message.chunks(piece).for_each(|piece| hash.update(piece));
                assert_eq!(hash.finalize(), expected, "{length} bytes in pieces of {piece}");
            }
        }
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn parallel_matches_one_thread() {
        let message = message(3 << 20);
        for length in [0, 1, 300_000, 1 << 20, 2_500_001] {
            let mut hash = Blake3::new();
            hash.update_parallel(&message[..length]);
            assert_eq!(hash.finalize(), Blake3::hash(&message[..length]), "{length} bytes");
        }
    }
}
