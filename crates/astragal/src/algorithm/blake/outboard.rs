//! Outboard trees of BLAKE3. An outboard tree stores the inner nodes of a message's BLAKE3 tree, separately from the
//! message. With these nodes, any range of the message can be verified against the message's hash without reading the
//! rest of the message.
//!
//! The format is the outboard format of Bao: the message length as 8 little-endian bytes, followed by every parent node
//! of the tree. A parent node is stored as the chaining values of its two children, in 64 bytes. Each parent is
//! followed by the nodes of its left subtree, then by those of its right subtree (pre-order). A message of n chunks has
//! n - 1 parents, so the outboard tree is one sixteenth as long as the message. Keyed hashes and key derivations use
//! the same format with the chaining values of their modes.

mod error;
#[cfg(test)]
mod tests;
mod verify;

use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

pub use error::OutboardError;
pub use verify::{verify_range, verify_range_with};

use super::backend::Backend3;
use super::blake3::Blake3Xof;
use super::compress::blake3::{CHUNK_BYTES, ChainingBytes, Mode};
use super::tree::{Blake3Tree, WIDEST, chunk_value, parent};
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::platform::cores::Cores;

/// Length in bytes of the header, which holds the message length.
const HEAD_BYTES: u64 = 8;
const NODE_BYTES: u64 = 64;
/// Number of chunks in a group. A group's nodes are contiguous in the outboard tree and are computed together.
///
/// Under Miri, which is slow, the unit tests use small groups.
const GROUP_CHUNKS: usize = if cfg!(all(test, miri)) { 2 } else { 1024 };
const GROUP_BYTES: usize = GROUP_CHUNKS * CHUNK_BYTES;

/// Callback that writes bytes of the outboard tree at a given offset.
pub type WriteAt<'a, E> = dyn FnMut(u64, &[u8]) -> Result<(), E> + 'a;

/// Callback that fills a slice with the bytes of the tree or of the message at a given offset.
pub type ReadAt<'a, E> = dyn FnMut(u64, &mut [u8]) -> Result<(), E> + 'a;

/// Returns the length in bytes of the outboard tree of a message of `length` bytes.
#[must_use]
pub const fn outboard_bytes(length: u64) -> u64 {
    HEAD_BYTES + NODE_BYTES * (chunks(length) - 1)
}

/// Returns the number of chunks of a message of `length` bytes. The empty message has one chunk.
const fn chunks(length: u64) -> u64 {
    match length.div_ceil(CHUNK_BYTES as u64) {
        0 => 1,
        chunks => chunks,
    }
}

/// Returns the number of chunks in the left subtree of a parent node over `chunks` chunks.
const fn left_of(chunks: u64) -> u64 {
    1 << (chunks - 1).ilog2()
}

/// Computes the outboard tree of a streamed message. Memory use grows by 32 bytes for each MiB of the message.
///
/// The writer passes each part of the tree, with its offset in the tree, to the callback `write` as soon as the part is
/// complete. If the tree is stored in a file, `write` must seek to this offset first.
///
/// ```
/// use astragal::hazmat::outboard::{OutboardWriter, outboard_bytes, verify_range};
///
/// let message = [7; 10_000];
/// let mut tree = vec![0; outboard_bytes(10_000) as usize];
/// let mut write = |offset: u64, bytes: &[u8]| -> Result<(), std::convert::Infallible> {
///     tree[offset as usize..][..bytes.len()].copy_from_slice(bytes);
///     Ok(())
/// };
/// let mut writer = OutboardWriter::new(10_000);
/// writer.update(&message, &mut write)?;
/// let root = writer.finish(&mut write)?;
///
/// let mut range = Vec::new();
/// verify_range(
///     &root,
///     5000..6000,
///     &mut |offset, out| Ok::<(), std::convert::Infallible>(out.copy_from_slice(&tree[offset as usize..][..out.len()])),
///     &mut |offset, out| Ok(out.copy_from_slice(&message[offset as usize..][..out.len()])),
///     &mut |bytes| Ok(range.extend_from_slice(bytes)),
/// )?;
/// assert_eq!(range, message[5000..6000]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct OutboardWriter {
    /// Tree of the empty message, used only for its mode. Dropping the tree erases the mode's key.
    empty: Blake3Tree,
    length: u64,
    done: u64,
    /// Message bytes of the current, incomplete group.
    group: Vec<u8>,
    /// Chaining values of the complete groups.
    groups: Vec<ChainingBytes>,
    /// Chaining values of the two children of the last group's top node. If the message has only one group, this node
    /// is the root of the tree.
    top: Option<[ChainingBytes; 2]>,
}

impl OutboardWriter {
    /// Creates a writer for a message of `length` bytes.
    #[must_use]
    pub const fn new(length: u64) -> Self {
        Self::over(Blake3Tree::new(IV, 0), length)
    }

    /// Creates a writer for a message of `length` bytes, hashed in the same mode as `hash`. Create `hash` with
    /// [`Blake3Xof::keyed`] or [`Blake3Xof::derive_key`], for example. Input that `hash` has already absorbed is
    /// ignored.
    #[must_use]
    pub fn with_hash(hash: &Blake3Xof, length: u64) -> Self {
        Self::over(hash.tree.empty(), length)
    }

    const fn over(empty: Blake3Tree, length: u64) -> Self {
        Self { empty, length, done: 0, group: Vec::new(), groups: Vec::new(), top: None }
    }

    /// Appends `data` to the message.
    ///
    /// # Errors
    /// [`OutboardError::Length`] if the message grows beyond the length given to the constructor, or any error that
    /// `write` returns.
    pub fn update<E>(
        &mut self,
        mut data: &[u8],
        write: &mut WriteAt<'_, E>,
    ) -> Result<(), OutboardError<E>> {
        let given = self.done.saturating_add(data.len() as u64);
        if given > self.length {
            return Err(OutboardError::Length { announced: self.length, given });
        }
        self.done = given;
        while !data.is_empty() {
            if self.group.is_empty() && data.len() >= GROUP_BYTES {
                let (group, rest) = data.split_at(GROUP_BYTES);
                self.end_group(group, write)?;
                data = rest;
                continue;
            }
            let free = GROUP_BYTES - self.group.len();
            let (head, rest) = data.split_at(free.min(data.len()));
            self.group.extend_from_slice(head);
            data = rest;
            if self.group.len() == GROUP_BYTES {
                let group = core::mem::take(&mut self.group);
                self.end_group(&group, write)?;
                self.group = group;
                self.group.clear();
            }
        }
        Ok(())
    }

    /// Ends the message and returns its hash.
    ///
    /// # Errors
    /// [`OutboardError::Length`] if the message is shorter than the length given to the constructor, or any error that
    /// `write` returns.
    pub fn finish<E>(mut self, write: &mut WriteAt<'_, E>) -> Result<[u8; 32], OutboardError<E>> {
        if self.done != self.length {
            return Err(OutboardError::Length { announced: self.length, given: self.done });
        }
        write(0, &self.length.to_le_bytes()).map_err(OutboardError::Io)?;
        let rest = core::mem::take(&mut self.group);
        if self.length <= CHUNK_BYTES as u64 {
            return Ok(hash(&self.empty, &rest));
        }
        if !rest.is_empty() {
            self.end_group(&rest, write)?;
        }
        let levels = levels_over(self.empty.mode(), self.groups);
        let root = (levels.len() - 1, 0);
        emit(&levels, root, HEAD_BYTES, chunks(self.length), write).map_err(OutboardError::Io)?;
        let Some(top) = top_of(&levels).or(self.top) else {
            unreachable!("a message of several chunks has a parent node")
        };
        Ok(root_of(self.empty.mode(), &top))
    }

    fn end_group<E>(
        &mut self,
        group: &[u8],
        write: &mut WriteAt<'_, E>,
    ) -> Result<(), OutboardError<E>> {
        let start = self.groups.len() as u64 * GROUP_CHUNKS as u64;
        let levels = levels(self.empty.mode(), group, start);
        let count = chunks(group.len() as u64);
        let offset = offset_of(chunks(self.length), start, count);
        let mut nodes = Vec::new();
        let Ok(()) = emit(&levels, (levels.len() - 1, 0), offset, count, &mut |_, node| {
            nodes.extend_from_slice(node);
            Ok::<_, Infallible>(())
        });
        if !nodes.is_empty() {
            write(offset, &nodes).map_err(OutboardError::Io)?;
        }
        self.top = top_of(&levels).or(self.top);
        self.groups.push(levels[levels.len() - 1][0]);
        Ok(())
    }
}

impl fmt::Debug for OutboardWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutboardWriter {{ length: {}, done: {}, .. }}", self.length, self.done)
    }
}

/// Writes a node to `offset` in the outboard tree, followed by the nodes of its two subtrees. `level` and `index` are
/// the node's position in `levels`. `chunks` is the number of chunks below the node.
fn emit<E>(
    levels: &[Vec<ChainingBytes>],
    (level, index): (usize, usize),
    offset: u64,
    chunks: u64,
    write: &mut WriteAt<'_, E>,
) -> Result<(), E> {
    let Some(below) = level.checked_sub(1) else { return Ok(()) };
    let left = 2 * index;
    let Some(right) = levels[below].get(left + 1) else {
        return emit(levels, (below, left), offset, chunks, write);
    };
    write(offset, [levels[below][left], *right].as_flattened())?;
    let count = left_of(chunks);
    emit(levels, (below, left), offset + NODE_BYTES, count, write)?;
    emit(levels, (below, left + 1), offset + NODE_BYTES * count, chunks - count, write)
}

/// Computes the chaining values of a subtree that begins at chunk `counter`. Returns one list per level, from the
/// chunks to the root. A node without a sibling also appears on the next level.
fn levels(mode: &Mode, data: &[u8], counter: u64) -> Vec<Vec<ChainingBytes>> {
    let leaves = mode.guarded(|| leaves(mode, data, counter));
    levels_over(mode, leaves)
}

/// Computes the chaining values of the chunks of `data`. `counter` is the index of the first chunk.
fn leaves(mode: &Mode, data: &[u8], counter: u64) -> Vec<ChainingBytes> {
    let (whole, rest) = data.as_chunks::<CHUNK_BYTES>();
    let mut leaves = alloc::vec![[0; 32]; whole.len()];
    let mut next = counter;
    for (chunks, values) in whole.chunks(WIDEST).zip(leaves.chunks_mut(WIDEST)) {
        Backend3::best().chunks_3(mode, None, chunks, next, values);
        next += chunks.len() as u64;
    }
    if !rest.is_empty() || whole.is_empty() {
        leaves.push(chunk_value(mode, rest, next));
    }
    leaves
}

/// Computes all levels of the tree whose lowest level is `leaves`. `leaves` must not be empty.
fn levels_over(mode: &Mode, leaves: Vec<ChainingBytes>) -> Vec<Vec<ChainingBytes>> {
    mode.guarded(|| parents_over(mode, leaves))
}

fn parents_over(mode: &Mode, leaves: Vec<ChainingBytes>) -> Vec<Vec<ChainingBytes>> {
    let mut levels = alloc::vec![leaves];
    while let Some(children) = levels.last().filter(|children| children.len() > 1) {
        let (pairs, alone) = children.split_at(children.len() / 2 * 2);
        let mut parents = alloc::vec![[0; 32]; pairs.len() / 2];
        for (pairs, parents) in pairs.chunks(2 * WIDEST).zip(parents.chunks_mut(WIDEST)) {
            Backend3::best().parents_3(mode, pairs, parents);
        }
        parents.extend_from_slice(alone);
        levels.push(parents);
    }
    levels
}

/// Returns the chaining values of the top node's two children, or `None` if the top node is a chunk.
fn top_of(levels: &[Vec<ChainingBytes>]) -> Option<[ChainingBytes; 2]> {
    levels.iter().rev().nth(1).map(|children| [children[0], children[1]])
}

/// Returns the offset in bytes, within the outboard tree, of the nodes of a subtree. The subtree has `count` chunks and
/// begins at chunk `start`. The whole tree has `all` chunks.
fn offset_of(all: u64, start: u64, count: u64) -> u64 {
    let (mut offset, mut first, mut chunks) = (HEAD_BYTES, 0, all);
    while (first, chunks) != (start, count) {
        let left = left_of(chunks);
        if start < first + left {
            offset += NODE_BYTES;
            chunks = left;
        } else {
            offset += NODE_BYTES * left;
            first += left;
            chunks -= left;
        }
    }
    offset
}

/// Returns the hash of a message of one chunk. `empty` is a tree without data, in the mode of the hash.
fn hash(empty: &Blake3Tree, message: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    empty.guarded(|| {
        let mut tree = empty.clone();
        tree.absorb_by(message, Cores::One);
        tree.output().squeeze(0, &mut hash);
    });
    hash
}

/// Returns the hash of a message from the chaining values of the root's children.
fn root_of(mode: &Mode, [left, right]: &[ChainingBytes; 2]) -> [u8; 32] {
    let mut hash = [0; 32];
    mode.guarded(|| parent(mode, left, right).squeeze(0, &mut hash));
    hash
}
