//! Hashes complete subtrees directly from a slice, on one core or on all cores. Vector lanes hash several chunks, or
//! several parents, at once.

use super::WIDEST;
use super::node::{OpenNode, chunk_value, digest_of_chunk, parent};
use crate::algorithm::blake::backend::Backend3;
use crate::algorithm::blake::compress::blake3::{CHUNK_BYTES, ChainingBytes, Mode};
use crate::platform::cores::Cores;
#[cfg(feature = "parallel")]
use crate::platform::thresholds::PARALLEL_BYTES;
use crate::platform::words::erase;

/// Returns the size, in chunks, of the largest complete subtree that begins at chunk `counter` and has at most `bytes`
/// bytes.
pub(crate) fn largest_subtree(bytes: usize, counter: u64) -> usize {
    let fits = 1 << (bytes / CHUNK_BYTES).ilog2();
    match counter.trailing_zeros() {
        zeros if zeros < usize::BITS => fits.min(1 << zeros),
        _ => fits,
    }
}

/// Consecutive chunks. The first chunk may be stored separately from the others.
#[derive(Clone, Copy)]
pub(crate) struct ChunkRun<'a> {
    head: Option<&'a [u8; CHUNK_BYTES]>,
    bytes: &'a [u8],
}

impl<'a> ChunkRun<'a> {
    /// Creates a run that consists of `first`, followed by the chunks of `bytes`.
    pub(crate) const fn after(first: &'a [u8; CHUNK_BYTES], bytes: &'a [u8]) -> Self {
        Self { head: Some(first), bytes }
    }

    /// Returns the length of all chunks in bytes.
    const fn length(&self) -> usize {
        self.bytes.len() + if self.head.is_some() { CHUNK_BYTES } else { 0 }
    }

    /// Returns the first `chunks` chunks and the remaining bytes. `chunks` must be at least 1.
    fn split_at(self, chunks: usize) -> (Self, &'a [u8]) {
        let (bytes, rest) =
            self.bytes.split_at((chunks - usize::from(self.head.is_some())) * CHUNK_BYTES);
        (Self { bytes, ..self }, rest)
    }

    /// Computes the chaining values of the first `out.len()` chunks, which must be complete. `counter` is the index of
    /// the first chunk.
    pub(crate) fn chaining_values(self, mode: &Mode, counter: u64, out: &mut [ChainingBytes]) {
        let (chunks, _) = self.bytes.as_chunks();
        Backend3::best().chunks_3(mode, self.head, chunks, counter, out);
    }
}

impl<'a> From<&'a [u8]> for ChunkRun<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { head: None, bytes }
    }
}

/// Fills `digest` with the digest of a complete message, without creating an incremental tree. `digest` has at most 32
/// bytes.
pub(crate) fn digest_of(mode: &Mode, message: &[u8], digest: &mut [u8]) {
    match message.len() {
        ..=CHUNK_BYTES => digest_of_chunk(mode, message, digest),
        _ => digest_of_run(mode, message.into(), digest),
    }
}

/// Fills `digest` with the digest of a message of at least two chunks. `digest` has at most 32 bytes.
pub(crate) fn digest_of_run(mode: &Mode, message: ChunkRun<'_>, digest: &mut [u8]) {
    branch(mode, message, 0).squeeze(0, digest);
}

/// Returns the top node of a tree of at least two chunks. `counter` is the index of the first chunk in the message.
fn branch(mode: &Mode, run: ChunkRun<'_>, counter: u64) -> OpenNode {
    let chunks = run.length().div_ceil(CHUNK_BYTES);
    if chunks <= WIDEST {
        return branch_small(mode, run, counter);
    }
    if chunks.is_power_of_two() && chunks * CHUNK_BYTES == run.length() {
        let [left, right] = halves(mode, run, counter, Cores::One);
        return parent(mode, &left, &right);
    }
    let middle = chunks.next_power_of_two() / 2;
    let (left, rest) = run.split_at(middle);
    let right = counter + middle as u64;
    let right = match rest.len() {
        ..=CHUNK_BYTES => chunk_value(mode, rest, right),
        _ => branch(mode, rest.into(), right).chaining_value(),
    };
    parent(mode, &branch(mode, left, counter).chaining_value(), &right)
}

/// Returns the top node of a tree of 2 to [`WIDEST`] chunks, which are hashed in parallel.
fn branch_small(mode: &Mode, run: ChunkRun<'_>, counter: u64) -> OpenNode {
    let mut values = [[0; 32]; WIDEST];
    let whole = run.length() / CHUNK_BYTES;
    run.chaining_values(mode, counter, &mut values[..whole]);
    let (_, rest) = run.split_at(whole);
    let mut count = whole;
    if !rest.is_empty() {
        values[whole] = chunk_value(mode, rest, counter + whole as u64);
        count += 1;
    }
    let [left, right] = reduce_level(mode, &mut values[..count]);
    parent(mode, &left, &right)
}

/// Merges 2 to [`WIDEST`] nodes, level by level, until two are left. Returns these two nodes, which are the children of
/// the common ancestor. If the number of nodes on a level is odd, the last node moves up unchanged, so that every left
/// subtree is complete.
pub(crate) fn reduce_level(mode: &Mode, values: &mut [ChainingBytes]) -> [ChainingBytes; 2] {
    let mut count = values.len();
    let mut children = [[0; 32]; WIDEST];
    while count > 2 {
        let pairs = count / 2;
        children[..count].copy_from_slice(&values[..count]);
        Backend3::best().parents_3(mode, &children[..2 * pairs], &mut values[..pairs]);
        values[pairs] = children[count - 1];
        count = pairs + count % 2;
    }
    [values[0], values[1]]
}

/// Computes the chaining values of both halves of a complete subtree, which has at least two chunks.
pub(crate) fn halves(
    mode: &Mode,
    subtree: ChunkRun<'_>,
    counter: u64,
    cores: Cores,
) -> [ChainingBytes; 2] {
    let mut values = [[0; 32]; WIDEST];
    let count = level(mode, subtree, counter, cores, &mut values);
    reduce_level(mode, &mut values[..count])
}

/// Computes the chaining values of all nodes on one level of a complete subtree: the level that has [`WIDEST`] nodes.
/// If the subtree has fewer chunks, computes the chaining values of its chunks. Returns the number of nodes. The caller
/// hashes their parents in parallel.
fn level(
    mode: &Mode,
    subtree: ChunkRun<'_>,
    counter: u64,
    cores: Cores,
    out: &mut [ChainingBytes; WIDEST],
) -> usize {
    let chunks = subtree.length() / CHUNK_BYTES;
    if chunks <= WIDEST {
        mode.guarded(|| subtree.chaining_values(mode, counter, &mut out[..chunks]));
        return chunks;
    }
    let (left, right) = subtree.split_at(chunks / 2);
    let middle = counter + chunks as u64 / 2;
    let mut children = [[[0; 32]; WIDEST]; 2];
    let [first, second] = &mut children;
    both(
        cores,
        subtree.length(),
        &mut || _ = level(mode, left, counter, cores, first),
        &mut || _ = level(mode, right.into(), middle, cores, second),
    );
    mode.guarded(|| Backend3::best().parents_3(mode, children.as_flattened(), out));
    erase(children.as_flattened_mut().as_flattened_mut());
    WIDEST
}

/// Calls `first` and `second`. Uses two cores if `cores` permits it and the subtree has enough bytes.
fn both(
    cores: Cores,
    bytes: usize,
    first: &mut (dyn FnMut() + Send),
    second: &mut (dyn FnMut() + Send),
) {
    #[cfg(feature = "parallel")]
    if cores == Cores::All
        && bytes >= PARALLEL_BYTES
        && let Some(pool) = crate::platform::cores::pool()
    {
        return pool.both(first, second);
    }
    let _ = (cores, bytes);
    first();
    second();
}
