//! Outboard trees of BLAKE3: what it takes beside a message to verify any range of it against the message's
//! hash, without the rest.
//!
//! An outboard tree is the message's length in 8 bytes, little-endian, and then every parent of the tree, the
//! chaining values of its two children, from the root down and the left before the right. That is Bao's outboard
//! format. With n chunks there are n - 1 parents of 64 bytes: a sixteenth of the message.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use subtle::ConstantTimeEq;

use super::backend::Backend;
use super::tree::{CHUNK_BYTES, ChainingBytes, Mode, Tree, WIDEST, chunk_value, parent};
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::machine::cores::Cores;

/// The length comes first.
const HEAD_BYTES: u64 = 8;
const NODE_BYTES: u64 = 64;
/// Chunks whose nodes are made at once: they stand together in the tree.
const GROUP_CHUNKS: usize = 1024;
const GROUP_BYTES: usize = GROUP_CHUNKS * CHUNK_BYTES;

/// No key, no flags.
const MODE: Mode = Mode { key: IV, flags: 0 };

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
        Self { length, done: 0, group: Vec::new(), groups: Vec::new(), top: None }
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
            return Ok(hash(&rest));
        }
        if !rest.is_empty() {
            self.end_group(&rest, write)?;
        }
        let Self { length, groups, top, .. } = self;
        let levels = levels_over(groups);
        let mut above = Above { levels: &levels, write };
        above.emit(levels.len() - 1, 0, HEAD_BYTES, chunks(length)).map_err(OutboardError::Io)?;
        let top = match (levels.iter().rev().nth(1), top) {
            (Some(children), _) => [children[0], children[1]],
            (None, Some(top)) => top,
            (None, None) => unreachable!("a message of several chunks has a parent"),
        };
        Ok(root_of(&top))
    }

    fn end_group<E>(
        &mut self,
        group: &[u8],
        write: &mut WriteAt<'_, E>,
    ) -> Result<(), OutboardError<E>> {
        let start = self.groups.len() as u64 * GROUP_CHUNKS as u64;
        let levels = levels(group, start);
        let mut nodes = Vec::new();
        emit(&levels, levels.len() - 1, 0, &mut nodes);
        if !nodes.is_empty() {
            let place = place(chunks(self.length), start, chunks(group.len() as u64));
            write(place, &nodes).map_err(OutboardError::Io)?;
        }
        if let Some(children) = levels.iter().rev().nth(1) {
            self.top = Some([children[0], children[1]]);
        }
        self.groups.push(levels[levels.len() - 1][0]);
        Ok(())
    }
}

impl fmt::Debug for OutboardWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutboardWriter {{ length: {}, done: {}, .. }}", self.length, self.done)
    }
}

/// The parents above the groups.
struct Above<'a, E> {
    levels: &'a [Vec<ChainingBytes>],
    write: &'a mut WriteAt<'a, E>,
}

impl<E> Above<'_, E> {
    /// Writes node `index` of a level, which has so many chunks below it, to `place`, and those below it behind.
    fn emit(&mut self, level: usize, index: usize, place: u64, chunks: u64) -> Result<(), E> {
        let Some(below) = level.checked_sub(1) else { return Ok(()) };
        let children = &self.levels[below];
        let Some(right) = children.get(2 * index + 1) else {
            return self.emit(below, 2 * index, place, chunks);
        };
        (self.write)(place, [children[2 * index], *right].as_flattened())?;
        let left = left_of(chunks);
        self.emit(below, 2 * index, place + NODE_BYTES, left)?;
        self.emit(below, 2 * index + 1, place + NODE_BYTES * left, chunks - left)
    }
}

/// Appends node `index` of a level and those below it.
fn emit(levels: &[Vec<ChainingBytes>], level: usize, index: usize, nodes: &mut Vec<u8>) {
    let Some(below) = level.checked_sub(1) else { return };
    if let Some(right) = levels[below].get(2 * index + 1) {
        nodes.extend_from_slice(&levels[below][2 * index]);
        nodes.extend_from_slice(right);
        emit(levels, below, 2 * index, nodes);
        emit(levels, below, 2 * index + 1, nodes);
    } else {
        emit(levels, below, 2 * index, nodes);
    }
}

/// The chaining values of a subtree that begins at chunk `counter`: of its chunks, of their parents, and so on up
/// to its own. Whoever is last and alone on a level stands on the next one, too.
fn levels(data: &[u8], counter: u64) -> Vec<Vec<ChainingBytes>> {
    let (whole, rest) = data.as_chunks::<CHUNK_BYTES>();
    let mut leaves = alloc::vec![[0; 32]; whole.len()];
    let mut next = counter;
    for (chunks, values) in whole.chunks(WIDEST).zip(leaves.chunks_mut(WIDEST)) {
        Backend::best().chunks_3(&MODE, chunks, next, values);
        next += chunks.len() as u64;
    }
    if !rest.is_empty() || whole.is_empty() {
        leaves.push(chunk_value(&MODE, rest, next));
    }
    levels_over(leaves)
}

/// The levels above and with `leaves`, of which there is one at least.
fn levels_over(leaves: Vec<ChainingBytes>) -> Vec<Vec<ChainingBytes>> {
    let mut levels = alloc::vec![leaves];
    while let Some(children) = levels.last().filter(|children| children.len() > 1) {
        let (pairs, alone) = children.split_at(children.len() / 2 * 2);
        let mut parents = alloc::vec![[0; 32]; pairs.len() / 2];
        for (pairs, parents) in pairs.chunks(2 * WIDEST).zip(parents.chunks_mut(WIDEST)) {
            Backend::best().parents_3(&MODE, pairs, parents);
        }
        parents.extend_from_slice(alone);
        levels.push(parents);
    }
    levels
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

/// The hash of a message of one chunk.
fn hash(message: &[u8]) -> [u8; 32] {
    let mut tree = Tree::new(IV, 0);
    tree.absorb(message, Cores::One);
    let mut hash = [0; 32];
    tree.output().squeeze(0, &mut hash);
    hash
}

/// The hash of a message by the root's children.
fn root_of([left, right]: &[ChainingBytes; 2]) -> [u8; 32] {
    let mut hash = [0; 32];
    parent(&MODE, left, right).squeeze(0, &mut hash);
    hash
}

/// Verifies `range` of a message by the message's BLAKE3 hash `root` and its outboard tree, and hands its bytes to
/// `take`, those alone that have been verified. `tree` and `message` fill a slice with the bytes from a place on.
///
/// What is read is the chunks that the range touches, and the parents above them. A range that reaches the end
/// shows that the length is true, too; one that does not shows nothing of what lies behind it.
///
/// # Errors
/// [`OutboardError::Range`] when the tree's length says that there is no such range; [`OutboardError::Node`] and
/// [`OutboardError::Message`] when tree or message are not those of this hash; what the functions say.
pub fn verify_range<E>(
    root: &[u8; 32],
    range: Range<u64>,
    tree: &mut ReadAt<'_, E>,
    message: &mut ReadAt<'_, E>,
    take: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), OutboardError<E>> {
    let mut head = [0; size_of::<u64>()];
    tree(0, &mut head).map_err(OutboardError::Io)?;
    let length = u64::from_le_bytes(head);
    if range.start > range.end || range.end > length {
        return Err(OutboardError::Range { start: range.start, end: range.end, length });
    }
    let all = Subtree { first: 0, chunks: chunks(length), place: HEAD_BYTES };
    Verifier { length, range, tree, message, take }.verify(all, root, IsRoot::Yes)
}

/// A subtree: its first chunk, their number, and where its own node stands.
#[derive(Clone, Copy)]
struct Subtree {
    first: u64,
    chunks: u64,
    place: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum IsRoot {
    Yes,
    No,
}

struct Verifier<'a, E> {
    length: u64,
    range: Range<u64>,
    tree: &'a mut ReadAt<'a, E>,
    message: &'a mut ReadAt<'a, E>,
    take: &'a mut dyn FnMut(&[u8]) -> Result<(), E>,
}

impl<E> Verifier<'_, E> {
    /// Verifies what the range has of a subtree whose value must be `expected`.
    fn verify(
        &mut self,
        subtree: Subtree,
        expected: &[u8; 32],
        is_root: IsRoot,
    ) -> Result<(), OutboardError<E>> {
        let Subtree { first, chunks, place } = subtree;
        let start = first * CHUNK_BYTES as u64;
        let end = start.saturating_add(chunks.saturating_mul(CHUNK_BYTES as u64)).min(self.length);
        let is_whole = self.range.start <= start && end <= self.range.end;
        if chunks == 1 || (is_whole && chunks <= GROUP_CHUNKS as u64) {
            return self.verify_bytes(start..end, first, expected, is_root);
        }
        let mut node = [[0; 32]; 2];
        (self.tree)(place, node.as_flattened_mut()).map_err(OutboardError::Io)?;
        let value = match is_root {
            IsRoot::Yes => root_of(&node),
            IsRoot::No => parent(&MODE, &node[0], &node[1]).chaining_value(),
        };
        if !bool::from(value.ct_eq(expected)) {
            return Err(OutboardError::Node { place });
        }
        let count = left_of(chunks);
        let left = Subtree { first, chunks: count, place: place + NODE_BYTES };
        let (middle, place) = (first + count, place + NODE_BYTES * count);
        let right = Subtree { first: middle, chunks: chunks - count, place };
        let middle = middle * CHUNK_BYTES as u64;
        // A range of nothing is verified by the chunk where it stands.
        let (from, to) = (self.range.start, self.range.end.max(self.range.start.saturating_add(1)));
        if from < middle {
            self.verify(left, &node[0], IsRoot::No)?;
        }
        if to > middle { self.verify(right, &node[1], IsRoot::No) } else { Ok(()) }
    }

    /// Verifies these bytes, a subtree, by hashing them, and hands out those that the range has.
    fn verify_bytes(
        &mut self,
        bytes: Range<u64>,
        first: u64,
        expected: &[u8; 32],
        is_root: IsRoot,
    ) -> Result<(), OutboardError<E>> {
        let Range { start, end } = bytes;
        #[expect(clippy::cast_possible_truncation, reason = "a group's at most")]
        let mut data = alloc::vec![0; (end - start) as usize];
        (self.message)(start, &mut data).map_err(OutboardError::Io)?;
        let value = match is_root {
            IsRoot::Yes if data.len() <= CHUNK_BYTES => hash(&data),
            _ => {
                let levels = levels(&data, first);
                match (is_root, levels.iter().rev().nth(1)) {
                    (IsRoot::Yes, Some(children)) => root_of(&[children[0], children[1]]),
                    _ => levels[levels.len() - 1][0],
                }
            }
        };
        if !bool::from(value.ct_eq(expected)) {
            return Err(OutboardError::Message { start, end });
        }
        let from = self.range.start.clamp(start, end) - start;
        let to = self.range.end.clamp(start, end) - start;
        #[expect(clippy::cast_possible_truncation, reason = "within the data")]
        (self.take)(&data[from as usize..(to.max(from)) as usize]).map_err(OutboardError::Io)
    }
}

/// Why an outboard tree was not made, or a range not verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutboardError<E> {
    /// The message has not the length that was announced.
    Length {
        /// The length announced, in bytes.
        announced: u64,
        /// The bytes that have come.
        given: u64,
    },
    /// The message has no such range.
    Range {
        /// The first byte of the range.
        start: u64,
        /// The byte behind its last.
        end: u64,
        /// The message's length, as the tree says.
        length: u64,
    },
    /// The parent at this byte of the tree is not one of this hash.
    Node {
        /// Where it stands.
        place: u64,
    },
    /// These bytes of the message are not those that were hashed.
    Message {
        /// The first of them.
        start: u64,
        /// The one behind the last of them.
        end: u64,
    },
    /// Reading or writing has failed.
    Io(E),
}

impl<E: fmt::Display> fmt::Display for OutboardError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { announced, given } => {
                write!(f, "the message has {given} bytes; {announced} were announced")
            }
            Self::Range { start, end, length } => {
                write!(f, "the range is {start}:{end}; the message has {length} bytes")
            }
            Self::Node { place } => {
                write!(f, "the outboard tree is not of this hash: the node at byte {place}")
            }
            Self::Message { start, end } => {
                write!(f, "the bytes {start} to {end} are not those that were hashed")
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for OutboardError<E> {}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "what is tested fits memory")]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::blake::blake3::Blake3;
    use core::convert::Infallible;
    use std::string::ToString;
    use std::vec;

    const LENGTHS: [usize; 16] = [
        0,
        1,
        1023,
        1024,
        1025,
        2048,
        2049,
        3072,
        5000,
        16 * 1024 + 1,
        100_000,
        GROUP_BYTES - 1,
        GROUP_BYTES,
        GROUP_BYTES + 1,
        3 * GROUP_BYTES,
        3 * GROUP_BYTES + 1025,
    ];

    fn hex(bytes: &[u8]) -> std::string::String {
        bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
    }

    fn message(length: usize) -> Vec<u8> {
        (0..=250).cycle().take(length).collect()
    }

    fn made(message: &[u8], piece: usize) -> ([u8; 32], Vec<u8>) {
        let length = message.len() as u64;
        let mut tree = vec![0xee; outboard_bytes(length) as usize];
        let mut written = 0;
        let mut write = |place: u64, bytes: &[u8]| -> Result<(), Infallible> {
            written += bytes.len();
            tree[place as usize..][..bytes.len()].copy_from_slice(bytes);
            Ok(())
        };
        let mut writer = OutboardWriter::new(length);
        for piece in message.chunks(piece) {
            writer.update(piece, &mut write).unwrap();
        }
        let root = writer.finish(&mut write).unwrap();
        assert_eq!(written, tree.len(), "each byte is written once");
        (root, tree)
    }

    fn verified(
        root: &[u8; 32],
        tree: &[u8],
        message: &[u8],
        range: Range<u64>,
    ) -> Result<Vec<u8>, OutboardError<&'static str>> {
        let from = |bytes: &[u8], place: u64, out: &mut [u8]| {
            let there = bytes.get(place as usize..).and_then(|rest| rest.get(..out.len()));
            there.map(|there| out.copy_from_slice(there)).ok_or("it ends before")
        };
        let mut taken = Vec::new();
        verify_range(
            root,
            range,
            &mut |place, out| from(tree, place, out),
            &mut |place, out| from(message, place, out),
            &mut |bytes| {
                taken.extend_from_slice(bytes);
                Ok(())
            },
        )
        .map(|()| taken)
    }

    /// §2.1 of BLAKE3, and Bao's order of the nodes, chunk by chunk.
    fn by_definition(message: &[u8], counter: u64, nodes: &mut Vec<u8>) -> ChainingBytes {
        if message.len() <= CHUNK_BYTES {
            return chunk_value(&MODE, message, counter);
        }
        let chunks = message.len().div_ceil(CHUNK_BYTES).next_power_of_two() / 2;
        let (left, right) = message.split_at(chunks * CHUNK_BYTES);
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let values = [
            by_definition(left, counter, &mut first),
            by_definition(right, counter + chunks as u64, &mut second),
        ];
        nodes.extend_from_slice(values.as_flattened());
        nodes.extend_from_slice(&first);
        nodes.extend_from_slice(&second);
        parent(&MODE, &values[0], &values[1]).chaining_value()
    }

    #[test]
    fn the_tree_is_that_of_the_definition_and_its_root_the_hash() {
        for length in LENGTHS {
            let message = message(length);
            let mut expected = (length as u64).to_le_bytes().to_vec();
            by_definition(&message, 0, &mut expected);
            for piece in [1000, 1 << 20, usize::MAX] {
                let (root, tree) = made(&message, piece);
                assert_eq!(root, Blake3::hash(&message), "{length}");
                assert!(tree == expected, "{length} in pieces of {piece}");
            }
        }
    }

    /// The BLAKE3 hashes of the outboard trees that the crate bao 0.13.1 gives.
    #[test]
    fn the_tree_is_that_of_bao() {
        for (length, expected) in [
            (0, "71e0a99173564931c0b8acc52d2685a8e39c64dc52e3d02390fdac2a12b155cb"),
            (1, "1a0d12016999e47689dae5744d2b8c1903faf7ca2886a658150083100ef2c8ee"),
            (1_024, "d27e778a2b838caf6be23c7528e6f1f7beb6bff048f9cf9a8fdb2767c74215b3"),
            (1_025, "3772503edd83a1661f2dae45ada092b5a1623156736e23d25cbfec22c57047f0"),
            (2_048, "3033d1541d5fd604e21c63d6325c8092bb12be0865b9da3f7d360a7554a9236c"),
            (2_049, "6459523b4659be60ef291018e0358051771a8c35ac97082b06896ea466703133"),
            (5_000, "66d62a52c036bc419a30dff0ef53a709df0926134123778d1524cd7c9a0a969c"),
            (100_000, "c7fdbd8037ed3c8770c16848005e14cc825ac2881221b816e0b0c2a5ff1952db"),
            (1_048_576, "fc5ae43a663dbbe4eb059eb22170ad0c49e7d9130b99677716f61ab0d2ca1dd0"),
            (1_048_577, "06c534bfd2ba7e7dc3c731fa798fb8464416e2a7a8d224a74ae5a3d7d4d4299c"),
            (3_145_728, "3f3b3870a5f00314b9c43263ab0468054227591c393deefaf1cde7ffa4a871f7"),
            (3_146_753, "37fb8d4a9c831264eaadb772129b1f832d76969ca64c3f5b1fdfca0fb3649393"),
        ] {
            let (_, tree) = made(&message(length), usize::MAX);
            assert_eq!(hex(&Blake3::hash(&tree)), expected, "{length}");
        }
    }

    #[test]
    fn any_range_is_verified_and_any_change_is_noticed() {
        for length in LENGTHS {
            let message = message(length);
            let (root, tree) = made(&message, usize::MAX);
            let length = length as u64;
            for (start, end) in [
                (0, length),
                (0, length.min(1)),
                (length / 2, length),
                (length / 3, length / 2),
                (length, length),
                (length.saturating_sub(1), length),
                (0, length.min(1024)),
                (length.min(1023), length.min(1025)),
                (length / 2, length / 2),
            ] {
                let bytes = verified(&root, &tree, &message, start..end).unwrap();
                assert_eq!(
                    bytes,
                    message[start as usize..end as usize],
                    "{start}:{end} of {length}"
                );
                // What was read is what counts: the chunks touched, and the nodes above.
                for at in [start, end.saturating_sub(1)] {
                    if !(start..end).contains(&at) {
                        continue;
                    }
                    let mut changed = message.clone();
                    changed[at as usize] ^= 1;
                    let error = verified(&root, &tree, &changed, start..end).unwrap_err();
                    assert!(
                        matches!(error, OutboardError::Message { start, end } if start <= at && at < end)
                    );
                }
                let mut other = root;
                other[31] ^= 0x80;
                assert!(verified(&other, &tree, &message, start..end).is_err());
            }
            if length > CHUNK_BYTES as u64 {
                let mut changed = tree.clone();
                changed[8] ^= 1;
                let error = verified(&root, &changed, &message, 0..1).unwrap_err();
                assert_eq!(error, OutboardError::Node { place: 8 });
            }
        }
    }

    #[test]
    fn a_length_that_lies_is_noticed_at_the_end() {
        for length in [0_usize, 1, 1024, 1025, 3000, 100_000] {
            let message = message(length);
            let (root, tree) = made(&message, usize::MAX);
            for lie in [
                0,
                1,
                length - length.min(1),
                length + 1,
                length + 1024,
                2 * length + 7,
                usize::MAX / 2,
            ] {
                if lie == length {
                    continue;
                }
                let mut tree = tree.clone();
                tree[..8].copy_from_slice(&(lie as u64).to_le_bytes());
                tree.resize(tree.len() + 4096, 0);
                let longer = [&message[..], &[0; 4096]].concat();
                let lie = lie as u64;
                assert!(verified(&root, &tree, &longer, lie..lie).is_err(), "{lie} for {length}");
            }
        }
        let (root, tree) = made(b"abc", 1);
        let error = verified(&root, &tree, b"abc", 2..4).unwrap_err();
        assert_eq!(error.to_string(), "the range is 2:4; the message has 3 bytes");
    }

    #[test]
    fn a_message_of_another_length_than_announced_is_refused() {
        let mut write = |_: u64, _: &[u8]| -> Result<(), Infallible> { Ok(()) };
        let mut writer = OutboardWriter::new(3);
        let error = writer.update(b"four", &mut write).unwrap_err();
        assert_eq!(error, OutboardError::Length { announced: 3, given: 4 });
        writer.update(b"ab", &mut write).unwrap();
        let error = writer.finish(&mut write).unwrap_err();
        assert_eq!(error.to_string(), "the message has 2 bytes; 3 were announced");
    }
}
