//! The contract of tree hashes whose parts are hashed apart, by several machines say, and put together in any
//! order.

use alloc::vec::Vec;
use core::fmt::{self, Debug};

use crate::error::PartError;
use crate::platform::cores::Cores;

/// What a family provides.
pub trait TreeEngine: Clone + Debug + Send + Sync + 'static {
    /// What is left of a part: values of its leaves or subtrees, and bytes at its ends that are not a leaf yet.
    type Nodes: Clone + Send + Sync;

    /// The nodes of a part that begins at byte `start`, before its first byte.
    fn begin(&self, start: u64) -> Self::Nodes;
    /// Appends `data`.
    fn feed(&self, nodes: &mut Self::Nodes, data: &[u8], cores: Cores);
    /// Brings the nodes of so many bytes from `start` on to their canonical form; no more are fed.
    fn seal(&self, nodes: &mut Self::Nodes, start: u64, length: u64);
    /// Appends the nodes of the part behind, which begins at `start`.
    fn join(&self, left: &mut Self::Nodes, right: Self::Nodes, start: u64);
    /// Takes in the nodes of the bytes that come next.
    fn take(&mut self, nodes: Self::Nodes, length: u64);
    /// Writes the nodes down.
    fn write(nodes: &Self::Nodes, out: &mut Vec<u8>);
    /// Reads them back; `None` if `bytes` are not the nodes of such a part.
    fn read(&self, start: u64, length: u64, bytes: &[u8]) -> Option<Self::Nodes>;
}

/// A tree hash whose parts can be hashed apart: [`Kt128`](crate::xof::Kt128), [`Kt256`](crate::xof::Kt256),
/// ParallelHash in all forms, and [`Blake3Xof`](crate::xof::Blake3Xof) in all modes.
///
/// Parts begin and end at multiples of [`leaf_bytes`](Self::leaf_bytes), but for the end of the last one.
///
/// ```
/// use astragal::hazmat::tree::{Assembly, TreeHash};
/// use astragal::xof::Kt128;
///
/// let message = [7; 100_000];
/// let (left, right) = message.split_at(5 * 8192);
/// let hash = Kt128::new();
///
/// // On two machines,
/// let mut first = hash.part(0)?;
/// first.update(left);
/// let mut second = hash.part(5 * 8192)?;
/// second.update(right);
///
/// // and put together on a third, in any order.
/// let mut assembly = Assembly::new(hash);
/// assembly.add(second.finish())?;
/// assembly.add(first.finish())?;
/// let whole = assembly.finish(100_000)?;
/// assert_eq!(whole.finalize_with(b"").squeeze_array(), Kt128::hash::<32>(&message, b""));
/// # Ok::<(), astragal::error::PartError>(())
/// ```
pub trait TreeHash: TreeEngine {
    /// Parts begin at multiples of so many bytes.
    fn leaf_bytes(&self) -> u64;

    /// Hashes a part that begins at byte `start` of the message.
    ///
    /// # Errors
    /// [`PartError::Unaligned`] when `start` is not a multiple of [`leaf_bytes`](Self::leaf_bytes).
    fn part(&self, start: u64) -> Result<PartHasher<Self>, PartError> {
        let leaf = self.leaf_bytes();
        if !start.is_multiple_of(leaf) {
            return Err(PartError::Unaligned { position: start, leaf_bytes: leaf });
        }
        Ok(PartHasher { nodes: self.begin(start), hash: self.clone(), start, length: 0 })
    }
}

/// Hashes a part of a message, from [`TreeHash::part`].
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

    /// Appends `data` to the part, on all cores if it is long and the feature `parallel` is on.
    pub fn update_parallel(&mut self, data: &[u8]) {
        self.update_on(data, Cores::All);
    }

    fn update_on(&mut self, data: &[u8], cores: Cores) {
        self.hash.feed(&mut self.nodes, data, cores);
        self.length += data.len() as u64;
    }

    /// The part. If it does not end at a multiple of the leaf's length, it is the message's last.
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

/// What is left of a part of a message: not a digest, and of another type than one.
#[derive(Clone)]
pub struct Part<T: TreeHash> {
    nodes: T::Nodes,
    start: u64,
    length: u64,
}

impl<T: TreeHash> Part<T> {
    /// The byte of the message that it begins with.
    #[must_use]
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// The byte of the message behind its last.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.start.saturating_add(self.length)
    }

    /// This part and the one behind it as one; `hash` is the function that both were hashed with.
    ///
    /// # Errors
    /// [`PartError::Gap`] or [`PartError::Overlap`] when `right` does not begin where this ends;
    /// [`PartError::Unaligned`] when this one does not end with a whole leaf, so that nothing comes behind it.
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

    /// Its nodes as bytes, for a record that says the rest.
    #[cfg(feature = "registry")]
    pub(crate) fn nodes_to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        T::write(&self.nodes, &mut bytes);
        bytes
    }

    /// The part from `start` on of `length` bytes whose nodes these are; `None` if they cannot be.
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

/// Puts a message together from its parts. Those that come in order are absorbed at once; the others wait.
#[derive(Clone)]
pub struct Assembly<T: TreeHash> {
    hash: T,
    /// Bytes absorbed.
    position: u64,
    waiting: Waiting<Part<T>>,
}

impl<T: TreeHash> Assembly<T> {
    /// A message without parts yet; `hash` has absorbed nothing.
    #[must_use]
    pub const fn new(hash: T) -> Self {
        Self { hash, position: 0, waiting: Waiting::new() }
    }

    /// Adds a part, in any order.
    ///
    /// # Errors
    /// [`PartError::Overlap`] when some of its bytes are there already, and [`PartError::Unaligned`] when it
    /// stands behind a part that did not end with a whole leaf. Nothing changes then.
    pub fn add(&mut self, part: Part<T>) -> Result<(), PartError> {
        let before = self.waiting.last_until(part.start);
        let before_end = before.map_or(self.position, Part::end);
        let has_before = before.is_some() || self.position > 0;
        check_free(part.start, part.end(), before_end)?;
        if let Some(after) = self.waiting.first_start(part.start) {
            check_free(after, u64::MAX, part.end())?;
            check_end(part.end(), self.hash.leaf_bytes())?;
        }
        if has_before && part.length > 0 {
            check_end(before_end, self.hash.leaf_bytes())?;
        }
        if part.length > 0 || part.start == 0 {
            self.waiting.insert(part.start, part);
        }
        while let Some(part) = self.waiting.remove(self.position) {
            if part.length == 0 {
                break;
            }
            self.position = part.end();
            self.hash.take(part.nodes, part.length);
        }
        Ok(())
    }

    /// The bytes that are there from the message's start on, without a gap.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Ends the message of `length` bytes.
    ///
    /// # Errors
    /// [`PartError::Gap`] that names the first bytes missing, [`PartError::Length`] when there are more.
    pub fn finish(self, length: u64) -> Result<Whole<T>, PartError> {
        let end = self.waiting.last_until(u64::MAX).map_or(self.position, Part::end);
        if end > length {
            return Err(PartError::Length { given: length, parts: end });
        }
        if self.position < length {
            let next = self.waiting.first_start(0).unwrap_or(length);
            return Err(PartError::Gap { start: self.position, end: next });
        }
        Ok(Whole(self.hash))
    }
}

impl<T: TreeHash> Debug for Assembly<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Assembly {{ position: {}, waiting: {:?} }}", self.position, self.waiting)
    }
}

/// Parts by their first byte.
#[derive(Clone)]
struct Waiting<P> {
    index: Index,
    parts: Vec<Option<P>>,
    /// The places of parts that were removed.
    free: Vec<usize>,
}

impl<P> Waiting<P> {
    const fn new() -> Self {
        Self { index: Index(Vec::new()), parts: Vec::new(), free: Vec::new() }
    }

    /// The last part that begins at `start` or before.
    fn last_until(&self, start: u64) -> Option<&P> {
        self.parts[self.index.last_until(start)?].as_ref()
    }

    /// The first byte of the first part that begins at `start` or behind.
    fn first_start(&self, start: u64) -> Option<u64> {
        self.index.first_start(start)
    }

    /// Adds a part, in the place of another with the same first byte.
    fn insert(&mut self, start: u64, part: P) {
        drop(self.remove(start));
        let place = self.free.pop().unwrap_or(self.parts.len());
        match self.parts.get_mut(place) {
            Some(free) => *free = Some(part),
            None => self.parts.push(Some(part)),
        }
        self.index.insert(start, place);
    }

    fn remove(&mut self, start: u64) -> Option<P> {
        let place = self.index.remove(start)?;
        self.free.push(place);
        self.parts[place].take()
    }
}

/// The places of parts, ordered by their first byte. A vector: adding the nth part moves 16 bytes for each that waits,
/// and a tree map is 14,000 lines of LLVM IR.
#[derive(Clone)]
struct Index(Vec<(u64, usize)>);

impl Index {
    /// Where parts that begin at `start` or behind begin in the vector.
    fn at(&self, start: u64) -> usize {
        self.0.partition_point(|&(first, _)| first < start)
    }

    fn last_until(&self, start: u64) -> Option<usize> {
        let behind = self.0.partition_point(|&(first, _)| first <= start);
        self.0.get(behind.checked_sub(1)?).map(|&(_, place)| place)
    }

    fn first_start(&self, start: u64) -> Option<u64> {
        self.0.get(self.at(start)).map(|&(first, _)| first)
    }

    fn insert(&mut self, start: u64, place: usize) {
        self.0.insert(self.at(start), (start, place));
    }

    fn remove(&mut self, start: u64) -> Option<usize> {
        let at = self.at(start);
        let &(first, place) = self.0.get(at)?;
        if first != start {
            return None;
        }
        self.0.remove(at);
        Some(place)
    }
}

impl<P: Debug> Debug for Waiting<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.index.0.iter().map(|&(start, place)| (start, &self.parts[place]));
        f.debug_map().entries(parts).finish()
    }
}

/// A tree hash that has absorbed a whole message; its output is squeezed as the hash itself has it.
#[derive(Clone, Debug)]
pub struct Whole<T: TreeHash>(pub(crate) T);

/// `Ok` when a part from `start` to `end` comes right behind `position`.
const fn check_next(position: u64, start: u64, end: u64) -> Result<(), PartError> {
    if start > position {
        return Err(PartError::Gap { start: position, end: start });
    }
    check_free(start, end, position)
}

/// `Ok` when a part from `start` to `end` does not begin before the bytes up to `taken` end.
const fn check_free(start: u64, end: u64, taken: u64) -> Result<(), PartError> {
    if start < taken {
        let end = if end < taken { end } else { taken };
        return Err(PartError::Overlap { start, end });
    }
    Ok(())
}

/// `Ok` when a part that ends at `position` may have another behind it.
const fn check_end(position: u64, leaf_bytes: u64) -> Result<(), PartError> {
    if position.is_multiple_of(leaf_bytes) {
        return Ok(());
    }
    Err(PartError::Unaligned { position, leaf_bytes })
}
