//! Tree hashes whose message can be hashed in separate parts, for example on several machines. The parts are then
//! combined in any order.

use alloc::vec::Vec;
use core::fmt::{self, Debug};

use crate::error::PartError;
use crate::platform::cores::Cores;

/// Family-specific part of a tree hash.
pub trait TreeEngine: Clone + Debug + Send + Sync + 'static {
    /// Intermediate state of a part of a message. It contains the chaining values of the part's leaves or subtrees, and
    /// the bytes of leaves that are not yet hashed.
    type Nodes: Clone + Send + Sync;

    /// Creates the nodes of an empty part that starts at byte `start` of the message.
    fn begin(&self, start: u64) -> Self::Nodes;
    /// Appends `data` to a part.
    fn feed(&self, nodes: &mut Self::Nodes, data: &[u8], cores: Cores);
    /// Finishes the nodes of a part. `start` is the part's first byte in the message, and `length` is its length in
    /// bytes. The finished nodes do not depend on how the calls of `feed` split the part. No data may be appended after
    /// this call.
    fn seal(&self, nodes: &mut Self::Nodes, start: u64, length: u64);
    /// Joins the nodes of two adjacent parts: appends `right` to `left`. The right part starts at byte `start` of the
    /// message.
    fn join(&self, left: &mut Self::Nodes, right: Self::Nodes, start: u64);
    /// Absorbs `nodes`, which represent the next `length` bytes of the message.
    fn take(&mut self, nodes: Self::Nodes, length: u64);
    /// Serializes the nodes.
    fn write(nodes: &Self::Nodes, out: &mut Vec<u8>);
    /// Deserializes the nodes of a part. Returns `None` if `bytes` are not the nodes of a part with this start and
    /// length.
    fn read(&self, start: u64, length: u64, bytes: &[u8]) -> Option<Self::Nodes>;
}

/// Tree hash whose message can be hashed in separate parts. The tree hashes are [`Kt128`](crate::xof::Kt128),
/// [`Kt256`](crate::xof::Kt256), all variants of ParallelHash, and [`Blake3Xof`](crate::xof::Blake3Xof) in all modes.
///
/// Parts start and end at multiples of [`leaf_bytes`](Self::leaf_bytes). Only the last part may end elsewhere.
///
/// ```
/// use astragal::hazmat::tree::{Assembly, TreeHash};
/// use astragal::xof::Kt128;
///
/// let message = [7; 100_000];
/// let (left, right) = message.split_at(5 * 8192);
/// let hash = Kt128::new();
///
/// // Two machines hash one part each.
/// let mut first = hash.part(0)?;
/// first.update(left);
/// let mut second = hash.part(5 * 8192)?;
/// second.update(right);
///
/// // A third machine combines the parts, in any order.
/// let mut assembly = Assembly::new(hash);
/// assembly.add(second.finish())?;
/// assembly.add(first.finish())?;
/// let whole = assembly.finish(100_000)?;
/// assert_eq!(whole.finalize_with(b"").squeeze_array(), Kt128::hash::<32>(&message, b""));
/// # Ok::<(), astragal::error::PartError>(())
/// ```
pub trait TreeHash: TreeEngine {
    /// Returns the leaf length in bytes. Every part starts at a multiple of this length.
    fn leaf_bytes(&self) -> u64;

    /// Creates a hasher for the part that starts at byte `start` of the message.
    ///
    /// # Errors
    /// [`PartError::Unaligned`] if `start` is not a multiple of [`leaf_bytes`](Self::leaf_bytes).
    fn part(&self, start: u64) -> Result<PartHasher<Self>, PartError> {
        let leaf = self.leaf_bytes();
        if !start.is_multiple_of(leaf) {
            return Err(PartError::Unaligned { position: start, leaf_bytes: leaf });
        }
        Ok(PartHasher { nodes: self.begin(start), hash: self.clone(), start, length: 0 })
    }
}

/// Hasher for one part of a message, created by [`TreeHash::part`].
#[derive(Clone)]
pub struct PartHasher<T: TreeHash> {
    hash: T,
    nodes: T::Nodes,
    start: u64,
    length: u64,
}

impl<T: TreeHash> PartHasher<T> {
    /// Appends `data` to the part.
    pub fn update(&mut self, data: &[u8]) {
        self.update_on(data, Cores::One);
    }

    /// Appends `data` to the part, on all cores if `data` is long and the feature `parallel` is enabled.
    pub fn update_parallel(&mut self, data: &[u8]) {
        self.update_on(data, Cores::All);
    }

    fn update_on(&mut self, data: &[u8], cores: Cores) {
        self.hash.feed(&mut self.nodes, data, cores);
        self.length += data.len() as u64;
    }

    /// Ends the part and returns it. Only the last part of the message may end between two multiples of the leaf
    /// length.
    #[must_use]
    pub fn finish(mut self) -> Part<T> {
        self.hash.seal(&mut self.nodes, self.start, self.length);
        Part { nodes: self.nodes, start: self.start, length: self.length }
    }
}

impl<T: TreeHash> Debug for PartHasher<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PartHasher {{ start: {}, length: {}, .. }}", self.start, self.length)
    }
}

/// Hashed part of a message. It has its own type, so that it cannot be mistaken for a digest.
#[derive(Clone)]
pub struct Part<T: TreeHash> {
    nodes: T::Nodes,
    start: u64,
    length: u64,
}

impl<T: TreeHash> Part<T> {
    /// Returns the offset of the part's first byte in the message.
    #[must_use]
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// Returns the message offset at which the part ends (exclusive).
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.start.saturating_add(self.length)
    }

    /// Joins this part and `right`, the part that follows it. `hash` must be the tree hash that created both parts.
    ///
    /// # Errors
    /// [`PartError::Gap`] or [`PartError::Overlap`] if `right` does not start where this part ends.
    ///
    /// [`PartError::Unaligned`] if this part does not end at a leaf boundary.
    pub fn join(mut self, hash: &T, right: Self) -> Result<Self, PartError> {
        check_next(self.end(), right.start, right.end())?;
        if right.length == 0 {
            return Ok(self);
        }
        check_end(self.end(), hash.leaf_bytes())?;
        hash.join(&mut self.nodes, right.nodes, right.start);
        self.length += right.length;
        hash.seal(&mut self.nodes, self.start, self.length);
        Ok(self)
    }

    /// Serializes only the nodes. The caller must store the start and the length of the part.
    #[cfg(feature = "registry")]
    pub(crate) fn nodes_to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        T::write(&self.nodes, &mut bytes);
        bytes
    }

    /// Creates a part of `length` bytes, which starts at byte `start`, from its serialized nodes. Returns `None` if the
    /// nodes are invalid.
    #[cfg(feature = "registry")]
    pub(crate) fn from_nodes(hash: &T, start: u64, length: u64, nodes: &[u8]) -> Option<Self> {
        start.checked_add(length)?;
        let nodes = hash.read(start, length, nodes)?;
        start.is_multiple_of(hash.leaf_bytes()).then_some(Self { nodes, start, length })
    }
}

impl<T: TreeHash> Debug for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part {{ {}..{}, .. }}", self.start, self.end())
    }
}

/// Combines the parts of a message. A part that starts where the absorbed bytes end is absorbed at once. Other parts
/// are stored until all earlier parts have arrived.
#[derive(Clone)]
pub struct Assembly<T: TreeHash> {
    hash: T,
    /// Number of bytes absorbed.
    position: u64,
    stored: StoredParts<Part<T>>,
}

impl<T: TreeHash> Assembly<T> {
    /// Creates an object that contains no parts yet. `hash` must not have absorbed any data.
    #[must_use]
    pub const fn new(hash: T) -> Self {
        Self { hash, position: 0, stored: StoredParts::new() }
    }

    /// Adds a part. Parts may arrive in any order.
    ///
    /// # Errors
    /// [`PartError::Overlap`] if some bytes of the part are already present.
    ///
    /// [`PartError::Unaligned`] if this part, or the part before it, ends within a leaf and is not the last part.
    ///
    /// Nothing changes on error.
    pub fn add(&mut self, part: Part<T>) -> Result<(), PartError> {
        let before = self.stored.last_until(part.start);
        let before_end = before.map_or(self.position, Part::end);
        let has_before = before.is_some() || self.position > 0;
        check_free(part.start, part.end(), before_end)?;
        if let Some(after) = self.stored.first_start(part.start) {
            check_free(after, u64::MAX, part.end())?;
            check_end(part.end(), self.hash.leaf_bytes())?;
        }
        if has_before && part.length > 0 {
            check_end(before_end, self.hash.leaf_bytes())?;
        }
        if part.length > 0 || part.start == 0 {
            self.stored.insert(part.start, part);
        }
        while let Some(part) = self.stored.remove(self.position) {
            if part.length == 0 {
                break;
            }
            self.position = part.end();
            self.hash.take(part.nodes, part.length);
        }
        Ok(())
    }

    /// Returns the number of bytes from the start of the message up to the first missing byte.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Ends the message, which is `length` bytes long.
    ///
    /// # Errors
    /// [`PartError::Gap`] if parts are missing. The error contains the first missing range of bytes.
    ///
    /// [`PartError::Length`] if the parts exceed `length` bytes.
    pub fn finish(self, length: u64) -> Result<Whole<T>, PartError> {
        let end = self.stored.last_until(u64::MAX).map_or(self.position, Part::end);
        if end > length {
            return Err(PartError::Length { given: length, parts: end });
        }
        if self.position < length {
            let next = self.stored.first_start(0).unwrap_or(length);
            return Err(PartError::Gap { start: self.position, end: next });
        }
        Ok(Whole(self.hash))
    }
}

impl<T: TreeHash> Debug for Assembly<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Assembly {{ position: {}, stored: {:?} }}", self.position, self.stored)
    }
}

/// Parts that wait for earlier parts, ordered by their start in the message.
#[derive(Clone)]
struct StoredParts<P> {
    index: Index,
    parts: Vec<Option<P>>,
    /// Indices of the unused entries of `parts`, whose parts were removed. New parts reuse them.
    free: Vec<usize>,
}

impl<P> StoredParts<P> {
    const fn new() -> Self {
        Self { index: Index(Vec::new()), parts: Vec::new(), free: Vec::new() }
    }

    /// Returns the last part that starts at or before `start`.
    fn last_until(&self, start: u64) -> Option<&P> {
        self.parts[self.index.last_until(start)?].as_ref()
    }

    /// Returns the start of the first part that starts at or after `start`.
    fn first_start(&self, start: u64) -> Option<u64> {
        self.index.first_start(start)
    }

    /// Adds a part. Replaces a stored part with the same start.
    fn insert(&mut self, start: u64, part: P) {
        drop(self.remove(start));
        let slot = self.free.pop().unwrap_or(self.parts.len());
        match self.parts.get_mut(slot) {
            Some(free) => *free = Some(part),
            None => self.parts.push(Some(part)),
        }
        self.index.insert(start, slot);
    }

    fn remove(&mut self, start: u64) -> Option<P> {
        let slot = self.index.remove(start)?;
        self.free.push(slot);
        self.parts[slot].take()
    }
}

/// List of the stored parts, ordered by their start in the message. Each entry holds a part's start and its slot in
/// memory. Inserting a part moves the 16-byte entries of all later parts. A tree map would avoid these moves, but would
/// add 14,000 lines of LLVM IR.
#[derive(Clone)]
struct Index(Vec<(u64, usize)>);

impl Index {
    /// Returns the list index of the first part that starts at or after `start`.
    fn at(&self, start: u64) -> usize {
        self.0.partition_point(|&(first, _)| first < start)
    }

    fn last_until(&self, start: u64) -> Option<usize> {
        let behind = self.0.partition_point(|&(first, _)| first <= start);
        self.0.get(behind.checked_sub(1)?).map(|&(_, slot)| slot)
    }

    fn first_start(&self, start: u64) -> Option<u64> {
        self.0.get(self.at(start)).map(|&(first, _)| first)
    }

    fn insert(&mut self, start: u64, slot: usize) {
        self.0.insert(self.at(start), (start, slot));
    }

    fn remove(&mut self, start: u64) -> Option<usize> {
        let at = self.at(start);
        let &(first, slot) = self.0.get(at)?;
        if first != start {
            return None;
        }
        self.0.remove(at);
        Some(slot)
    }
}

impl<P: Debug> Debug for StoredParts<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.index.0.iter().map(|&(start, slot)| (start, &self.parts[slot]));
        f.debug_map().entries(parts).finish()
    }
}

/// Tree hash that has absorbed a whole message, ready for the caller to squeeze its output.
#[derive(Clone, Debug)]
pub struct Whole<T: TreeHash>(pub(crate) T);

/// Returns an error unless the part `start..end` starts at `position`, the end of the earlier parts.
const fn check_next(position: u64, start: u64, end: u64) -> Result<(), PartError> {
    if start > position {
        return Err(PartError::Gap { start: position, end: start });
    }
    check_free(start, end, position)
}

/// Returns an error if the part `start..end` overlaps the bytes before offset `taken`. Those bytes are already present.
const fn check_free(start: u64, end: u64, taken: u64) -> Result<(), PartError> {
    if start < taken {
        let end = if end < taken { end } else { taken };
        return Err(PartError::Overlap { start, end });
    }
    Ok(())
}

/// Returns an error if `position` is not a leaf boundary. A part that is not the last of the message must end at a leaf
/// boundary.
const fn check_end(position: u64, leaf_bytes: u64) -> Result<(), PartError> {
    if position.is_multiple_of(leaf_bytes) {
        return Ok(());
    }
    Err(PartError::Unaligned { position, leaf_bytes })
}
