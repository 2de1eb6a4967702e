//! Long messages in parts that do not wait for each other, on all cores.

#[cfg(feature = "parallel")]
use crate::platform::{
    stack::{VECTOR_STACK_BYTES, with_stack_wipe},
    words::erase,
};

/// The stack that any cipher's rounds take, and the mode around them.
#[cfg(feature = "parallel")]
const STACK_BYTES: usize = VECTOR_STACK_BYTES + 4096;

/// A part: long enough that handing it over is nothing, and in the second nearest cache.
pub(super) const GRAIN_BYTES: usize = 1 << 18;

/// Does `work` on each part of so many bytes with its number, on all cores where the feature `parallel` is on.
pub(super) fn each_part(
    data: &mut [u8],
    part_bytes: usize,
    work: &(dyn Fn(usize, &mut [u8]) + Sync),
) {
    let work = |i: usize, part: &mut [u8]| {
        work(i, part);
        [0; 16]
    };
    each_sum(data, part_bytes, &work, &mut |_| ());
}

/// The same; what comes of the parts goes to `join` in their order.
pub(super) fn each_sum(
    data: &mut [u8],
    part_bytes: usize,
    work: &(dyn Fn(usize, &mut [u8]) -> [u8; 16] + Sync),
    join: &mut dyn FnMut([u8; 16]),
) {
    #[cfg(feature = "parallel")]
    if data.len() > part_bytes
        && let Some(pool) = crate::platform::cores::pool()
    {
        // Whose thread it is, nobody knows: what works with a key leaves nothing there.
        let work = |i: usize, part: &mut [u8], sum: &mut [u8; 16]| {
            with_stack_wipe(STACK_BYTES, || *sum = work(i, part));
        };
        let mut sums = pool.sums(data, part_bytes, &work);
        sums.iter().copied().for_each(join);
        return erase(sums.as_flattened_mut());
    }
    for (i, part) in data.chunks_mut(part_bytes).enumerate() {
        join(work(i, part));
    }
}
