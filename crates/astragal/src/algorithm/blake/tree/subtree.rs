//! Complete subtrees, hashed straight from a slice: many chunks and many parents side by side, on one core or all.

use super::WIDEST;
use super::node::{OpenNode, chunk_value, digest_of_chunk, parent};
use crate::algorithm::blake::backend::Backend3;
use crate::algorithm::blake::compress::blake3::{CHUNK_BYTES, ChainingBytes, Mode};
use crate::machine::cores::Cores;
use crate::machine::words::erase;

/// The number of chunks of the largest complete subtree that begins at chunk `counter` and that `bytes`
/// bytes fill.
pub(crate) fn largest_subtree(bytes: usize, counter: u64) -> usize {
    let fits = 1 << (bytes / CHUNK_BYTES).ilog2();
    match counter.trailing_zeros() {
        zeros if zeros < usize::BITS => fits.min(1 << zeros),
        _ => fits,
    }
}

/// Fills `digest`, of at most 32 bytes, with the digest of a whole message: without a tree that grows.
pub(crate) fn digest_of(mode: &Mode, message: &[u8], digest: &mut [u8]) {
    match message.len() {
        ..=CHUNK_BYTES => digest_of_chunk(mode, message, digest),
        _ => branch(mode, message, 0).squeeze(0, digest),
    }
}

/// The parent of chunks from number `counter` on, of which there are two or more.
fn branch(mode: &Mode, bytes: &[u8], counter: u64) -> OpenNode {
    let chunks = bytes.len().div_ceil(CHUNK_BYTES);
    if chunks.is_power_of_two() && chunks * CHUNK_BYTES == bytes.len() {
        let [left, right] = halves(mode, bytes, counter, Cores::One);
        return parent(mode, &left, &right);
    }
    let middle = chunks.next_power_of_two() / 2;
    let (left, right) = bytes.split_at(middle * CHUNK_BYTES);
    let value = |bytes: &[u8], counter| match bytes.len() {
        ..=CHUNK_BYTES => chunk_value(mode, bytes, counter),
        _ => branch(mode, bytes, counter).chaining_value(),
    };
    parent(mode, &value(left, counter), &value(right, counter + middle as u64))
}

/// The chaining values of the two halves of a complete subtree of two chunks or more.
pub(crate) fn halves(
    mode: &Mode,
    subtree: &[u8],
    counter: u64,
    cores: Cores,
) -> [ChainingBytes; 2] {
    let mut values = [[0; 32]; WIDEST];
    let mut count = level(mode, subtree, counter, cores, &mut values);
    while count > 2 {
        let children = values;
        count /= 2;
        Backend3::best().parents_3(mode, &children[..2 * count], &mut values[..count]);
    }
    [values[0], values[1]]
}

/// The chaining values of that level of a complete subtree which has [`WIDEST`] nodes, or of its chunks
/// if they are fewer; their number is returned. So parents are hashed side by side, too.
fn level(
    mode: &Mode,
    subtree: &[u8],
    counter: u64,
    cores: Cores,
    out: &mut [ChainingBytes; WIDEST],
) -> usize {
    let (chunks, _) = subtree.as_chunks::<CHUNK_BYTES>();
    if chunks.len() <= WIDEST {
        let out = &mut out[..chunks.len()];
        mode.guarded(|| Backend3::best().chunks_3(mode, chunks, counter, out));
        return chunks.len();
    }
    let (left, right) = subtree.split_at(subtree.len() / 2);
    let middle = counter + chunks.len() as u64 / 2;
    let mut children = [[[0; 32]; WIDEST]; 2];
    let [first, second] = &mut children;
    both(
        cores,
        subtree.len(),
        || level(mode, left, counter, cores, first),
        || level(mode, right, middle, cores, second),
    );
    mode.guarded(|| Backend3::best().parents_3(mode, children.as_flattened(), out));
    erase(children.as_flattened_mut().as_flattened_mut());
    WIDEST
}

/// Below, waking another core costs more than it saves.
#[cfg(feature = "parallel")]
const LEAST_PARALLEL_BYTES: usize = 256 << 10;

/// Does both, on two cores if they may work and the subtree of `bytes` bytes is worth it.
fn both(
    cores: Cores,
    bytes: usize,
    first: impl FnOnce() -> usize + Send,
    second: impl FnOnce() -> usize + Send,
) {
    #[cfg(feature = "parallel")]
    if cores == Cores::All
        && bytes >= LEAST_PARALLEL_BYTES
        && let Some(pool) = crate::machine::cores::pool()
    {
        pool.install(|| rayon::join(first, second));
        return;
    }
    let _ = (cores, bytes);
    first();
    second();
}
