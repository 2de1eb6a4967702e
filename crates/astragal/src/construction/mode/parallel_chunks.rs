//! Distributes independent chunks of a long message over all cores.

#[cfg(feature = "parallel")]
use crate::platform::{
    stack::{VECTOR_STACK_BYTES, with_stack_wipe},
    words::erase,
};

/// Upper bound, in bytes, on the stack that a mode and the rounds of any cipher use together.
#[cfg(feature = "parallel")]
const STACK_BYTES: usize = VECTOR_STACK_BYTES + 4096;

/// Chunk length in bytes. A chunk is long enough that the cost of scheduling is negligible, and short enough to fit in
/// the second-level cache.
pub(super) const PARALLEL_CHUNK_BYTES: usize = 1 << 18;

/// Calls `work` with the index and the bytes of each chunk. Uses all cores if the feature `parallel` is enabled.
pub(in crate::construction) fn each_chunk(
    data: &mut [u8],
    chunk_bytes: usize,
    work: &(dyn Fn(usize, &mut [u8]) + Sync),
) {
    let work = |i: usize, chunk: &mut [u8]| {
        work(i, chunk);
        [0; 16]
    };
    each_chunk_sum(data, chunk_bytes, &work, &mut |_| ());
}

/// Calls `work` with the index and the bytes of each chunk, on all cores if the feature `parallel` is enabled. Then
/// passes the results to `join` in the order of the chunks.
pub(super) fn each_chunk_sum(
    data: &mut [u8],
    chunk_bytes: usize,
    work: &(dyn Fn(usize, &mut [u8]) -> [u8; 16] + Sync),
    join: &mut dyn FnMut([u8; 16]),
) {
    #[cfg(feature = "parallel")]
    if data.len() > chunk_bytes
        && let Some(pool) = crate::platform::cores::pool()
    {
        // The threads may belong to the program and later run other code, so each call wipes the stack that `work`
        // used.
        let work = |i: usize, chunk: &mut [u8], sum: &mut [u8; 16]| {
            with_stack_wipe(STACK_BYTES, || *sum = work(i, chunk));
        };
        let mut sums = pool.sums(data, chunk_bytes, &work);
        sums.iter().copied().for_each(join);
        return erase(sums.as_flattened_mut());
    }
    for (i, chunk) in data.chunks_mut(chunk_bytes).enumerate() {
        join(work(i, chunk));
    }
}
