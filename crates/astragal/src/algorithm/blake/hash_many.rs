//! Hashes several messages in vector lanes: vector `i` holds word `i` of the state of every message.

#[cfg(feature = "blake")]
mod blake2;
mod blake3;

use crate::platform::array::copy;

#[cfg(feature = "blake")]
pub(super) use blake2::hash_many as hash_many_2;
pub(super) use blake3::hash_many as hash_many_3;

/// Copies the last block of `message` to `last[0]`, which must be filled with zeros. The last block may be complete or
/// empty. It is compressed separately, because it has a flag that other blocks do not have. Returns the number of
/// blocks before the last block and the number of blocks in `last`, which is always 1.
fn end<const B: usize>(message: &[u8], last: &mut [[u8; B]; 2]) -> [usize; 2] {
    let whole = message.len().saturating_sub(1) / B;
    let rest = &message[whole * B..];
    copy(&mut last[0][..rest.len()], rest);
    [whole, 1]
}
