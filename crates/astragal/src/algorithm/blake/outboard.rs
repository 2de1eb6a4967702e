//! Outboard trees of BLAKE3: what it takes beside a message to verify any range of it against the message's
//! hash, without the rest.
//!
//! An outboard tree is the message's length in 8 bytes, little-endian, and then every parent of the tree, the
//! chaining values of its two children, from the root down and the left before the right. That is Bao's outboard
//! format. With n chunks there are n - 1 parents of 64 bytes: a sixteenth of the message. Under a key, or the
//! context of a key derivation, it is the same format over the values of that mode.

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

/// The length comes first.
const HEAD_BYTES: u64 = 8;
const NODE_BYTES: u64 = 64;
/// Chunks whose nodes are made at once: they stand together in the tree.
const GROUP_CHUNKS: usize = 1024;
const GROUP_BYTES: usize = GROUP_CHUNKS * CHUNK_BYTES;

/// Writes these bytes from a place on.
pub type WriteAt<'a, E> = dyn FnMut(u64, &[u8]) -> Result<(), E> + 'a;

/// Fills the slice with the bytes from a place on.
pub type ReadAt<'a, E> = dyn FnMut(u64, &mut [u8]) -> Result<(), E> + 'a;

/// The length in bytes of the outboard tree of a message of `length` bytes.
#[must_use]
pub const fn outboard_bytes(length: u64) -> u64 {
    HEAD_BYTES + NODE_BYTES * (chunks(length) - 1)
}

/// The chunks of so many bytes; nothing is a chunk, too.
const fn chunks(length: u64) -> u64 {
    match length.div_ceil(CHUNK_BYTES as u64) {
        0 => 1,
        chunks => chunks,
    }
}

/// The chunks of the left child of a parent of so many.
const fn left_of(chunks: u64) -> u64 {
    1 << (chunks - 1).ilog2()
}

/// Makes the outboard tree of a message that comes in pieces, in memory of 1/32768 of its length.
///
/// The tree's pieces are handed out as soon as they stand, each with its place; a file takes them by seeking.
///
/// ```
/// use astragal::hazmat::outboard::{OutboardWriter, outboard_bytes, verify_range};
///
/// let message = [7; 10_000];
/// let mut tree = vec![0; outboard_bytes(10_000) as usize];
/// let mut write = |place: u64, bytes: &[u8]| -> Result<(), std::convert::Infallible> {
///     tree[place as usize..][..bytes.len()].copy_from_slice(bytes);
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
///     &mut |place, out| Ok::<(), std::convert::Infallible>(out.copy_from_slice(&tree[place as usize..][..out.len()])),
///     &mut |place, out| Ok(out.copy_from_slice(&message[place as usize..][..out.len()])),
///     &mut |bytes| Ok(range.extend_from_slice(bytes)),
/// )?;
/// assert_eq!(range, message[5000..6000]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct OutboardWriter {
    /// A tree without input, for its mode: it erases the key when it goes.
    empty: Blake3Tree,
    length: u64,
    done: u64,
    /// The bytes of the group that comes next.
    group: Vec<u8>,
    /// The groups' chaining values; of one that is alone, those of its two halves.
    groups: Vec<ChainingBytes>,
    /// For the root of a message of one group.
    top: Option<[ChainingBytes; 2]>,
}

impl OutboardWriter {
    /// For a message of `length` bytes.
    #[must_use]
    pub const fn new(length: u64) -> Self {
        Self::over(Blake3Tree::new(IV, 0), length)
    }

    /// For a message of `length` bytes in the mode of `hash`: [`Blake3Xof::keyed`] or [`Blake3Xof::derive_key`].
    /// What `hash` has absorbed does not matter.
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
    /// [`OutboardError::Length`] when it grows beyond its length; what `write` says.
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
            let room = GROUP_BYTES - self.group.len();
            let (head, rest) = data.split_at(room.min(data.len()));
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

    /// Ends the message and gives its hash.
    ///
    /// # Errors
    /// [`OutboardError::Length`] when it is shorter than it should be; what `write` says.
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
            unreachable!("a message of several chunks has a parent")
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
        let place = place(chunks(self.length), start, count);
        let mut nodes = Vec::new();
        let Ok(()) = emit(&levels, (levels.len() - 1, 0), place, count, &mut |_, node| {
            nodes.extend_from_slice(node);
            Ok::<_, Infallible>(())
        });
        if !nodes.is_empty() {
            write(place, &nodes).map_err(OutboardError::Io)?;
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

/// Hands out node `index` of a level, which has so many chunks below it and stands at `place`, and behind it those
/// below it.
fn emit<E>(
    levels: &[Vec<ChainingBytes>],
    (level, index): (usize, usize),
    place: u64,
    chunks: u64,
    write: &mut WriteAt<'_, E>,
) -> Result<(), E> {
    let Some(below) = level.checked_sub(1) else { return Ok(()) };
    let left = 2 * index;
    let Some(right) = levels[below].get(left + 1) else {
        return emit(levels, (below, left), place, chunks, write);
    };
    write(place, [levels[below][left], *right].as_flattened())?;
    let count = left_of(chunks);
    emit(levels, (below, left), place + NODE_BYTES, count, write)?;
    emit(levels, (below, left + 1), place + NODE_BYTES * count, chunks - count, write)
}

/// The chaining values of a subtree that begins at chunk `counter`: of its chunks, of their parents, and so on up
/// to its own. Whoever is last and alone on a level stands on the next one, too.
fn levels(mode: &Mode, data: &[u8], counter: u64) -> Vec<Vec<ChainingBytes>> {
    let leaves = mode.guarded(|| leaves(mode, data, counter));
    levels_over(mode, leaves)
}

/// The chaining values of the chunks of `data`, the first of which is chunk `counter`.
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

/// The levels above and with `leaves`, of which there is one at least.
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

/// The children of the topmost parent, if there is one.
fn top_of(levels: &[Vec<ChainingBytes>]) -> Option<[ChainingBytes; 2]> {
    levels.iter().rev().nth(1).map(|children| [children[0], children[1]])
}

/// Where the nodes of the subtree of so many chunks from `start` on begin, in the tree of `all` chunks.
fn place(all: u64, start: u64, count: u64) -> u64 {
    let (mut place, mut first, mut chunks) = (HEAD_BYTES, 0, all);
    while (first, chunks) != (start, count) {
        let left = left_of(chunks);
        if start < first + left {
            place += NODE_BYTES;
            chunks = left;
        } else {
            place += NODE_BYTES * left;
            first += left;
            chunks -= left;
        }
    }
    place
}

/// The hash of a message of one chunk, in the mode of a tree without input.
fn hash(empty: &Blake3Tree, message: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    empty.guarded(|| {
        let mut tree = empty.clone();
        tree.absorb_by(message, Cores::One);
        tree.output().squeeze(0, &mut hash);
    });
    hash
}

/// The hash of a message by the root's children.
fn root_of(mode: &Mode, [left, right]: &[ChainingBytes; 2]) -> [u8; 32] {
    let mut hash = [0; 32];
    mode.guarded(|| parent(mode, left, right).squeeze(0, &mut hash));
    hash
}
