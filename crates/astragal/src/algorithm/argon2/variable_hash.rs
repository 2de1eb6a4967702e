//! The variable-length hash H' (RFC 9106 §3.3), built from BLAKE2b.

use zeroize::Zeroizing;

use crate::algorithm::blake::blake2::Blake2;
use crate::platform::words::erase;
use crate::traits::hash::HashEngine;

/// Fills `out` with the hash H' of the concatenated `inputs`.
pub(super) fn fill(out: &mut [u8], inputs: &[&[u8]]) {
    let bytes = u32::try_from(out.len()).unwrap_or(u32::MAX);
    let first = bytes.min(64) as usize;
    let mut hash = Blake2::<u64, 128>::unkeyed(first);
    hash.update(&bytes.to_le_bytes());
    inputs.iter().for_each(|input| hash.update(input));
    if out.len() <= 64 {
        hash.finish(out);
        return;
    }
    // The output consists of the first halves of a chain of 64-byte hashes, followed by one whole hash of 33 to 64
    // bytes.
    let mut v = Zeroizing::new([0; 64]);
    hash.finish(&mut *v);
    let mut rest = out;
    loop {
        let (half, after) = rest.split_at_mut(32);
        half.copy_from_slice(&v[..32]);
        rest = after;
        let length = rest.len().min(64);
        let mut hash = Blake2::<u64, 128>::unkeyed(length);
        hash.update(&*v);
        if rest.len() <= 64 {
            hash.finish(rest);
            erase(v.as_mut_slice());
            return;
        }
        hash.finish(&mut *v);
    }
}
