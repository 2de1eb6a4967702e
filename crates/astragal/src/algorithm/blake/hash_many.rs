//! Many messages side by side: register `i` of the matrix holds word `i` of each.

mod blake2;
mod blake3;

pub(super) use blake2::hash_many as hash_many_2;
pub(super) use blake3::hash_many as hash_many_3;

/// The end of a message whose last block, even if it is whole or empty, is filled up with zeros and compressed with a
/// flag of its own.
fn end<const B: usize>(message: &[u8], last: &mut [[u8; B]; 2]) -> [usize; 2] {
    let whole = message.len().saturating_sub(1) / B;
    let rest = &message[whole * B..];
    last[0][..rest.len()].copy_from_slice(rest);
    [whole, 1]
}
