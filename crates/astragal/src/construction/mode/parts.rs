//! Long messages in parts that do not wait for each other, on all cores.

/// A part: long enough that handing it over is nothing, and in the second nearest cache.
pub(super) const GRAIN_BYTES: usize = 1 << 18;

/// Does `work` on each part of so many bytes with its number, on all cores where the feature `parallel` is on; gives
/// what comes of them to `join` in their order.
pub(super) fn each_part<T: Send>(
    data: &mut [u8],
    part_bytes: usize,
    work: impl Fn(usize, &mut [u8]) -> T + Sync,
    mut join: impl FnMut(T),
) {
    #[cfg(feature = "parallel")]
    if data.len() > part_bytes
        && let Some(pool) = crate::machine::cores::pool()
    {
        use rayon::prelude::*;
        let done: alloc::vec::Vec<T> = pool.install(|| {
            let parts = data.par_chunks_mut(part_bytes).enumerate();
            parts.map(|(i, part)| work(i, part)).collect()
        });
        return done.into_iter().for_each(join);
    }
    for (i, part) in data.chunks_mut(part_bytes).enumerate() {
        join(work(i, part));
    }
}
