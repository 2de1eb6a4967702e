//! Modes of operation, generic over all block ciphers. Each mode is a kernel: a loop into which the vector rounds of
//! the cipher are inlined. Counters, tweaks and feedback can then stay in registers.
//!
//! - `ctr`, `cbc` and `feedback` (CFB and OFB) encrypt without authentication, in parts of any length. `ecb` encrypts
//!   whole blocks.
//! - `xts` encrypts disk sectors.
//! - `gcm`, `ccm`, `gcm_siv`, `siv` and `ocb` encrypt and authenticate. `aead` is their common interface, and
//!   `streaming` processes GCM and CCM messages in parts. `ghash` computes the universal hashes of GCM and GCM-SIV.
//! - `cmac` and `gmac` are MACs. `key_wrap` encrypts keys.
//! - `chain` holds the kernels whose blocks depend on each other, `padding` is PKCS#7, and `parallel_chunks`
//!   distributes chunks over all cores.

mod aead;
pub(crate) mod cbc;
pub(crate) mod ccm;
mod chain;
pub(crate) mod cipher;
pub(crate) mod cmac;
pub(crate) mod ctr;
pub(crate) mod ecb;
pub(crate) mod feedback;
pub(crate) mod gcm;
pub(crate) mod gcm_siv;
mod ghash;
pub(crate) mod gmac;
pub(crate) mod key_wrap;
pub(crate) mod ocb;
mod padding;
pub(super) mod parallel_chunks;
pub(crate) mod siv;
#[cfg(feature = "alloc")]
mod streaming;
pub(crate) mod xts;

use crate::platform::array::copy;
use crate::platform::words::erase;

use crate::error::{ParameterError, VerifyError};
use crate::traits::mac::same_tag;

/// Padding of the last block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Padding {
    /// PKCS#7 (RFC 5652 §6.3). Adds between 1 byte and a whole block, and each added byte holds the number of added
    /// bytes.
    #[default]
    Pkcs7,
    /// No padding: the message length must be a multiple of the block length.
    None,
}

/// Direction of a mode: encryption or decryption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From plaintext to ciphertext.
    Encrypt,
    /// From ciphertext to plaintext.
    Decrypt,
}

/// Length, in bytes, of the pieces that [`from_to`] copies and then processes. A piece stays in the L1 cache between
/// the two steps.
const COPIED_BYTES: usize = 1 << 14;

/// Copies `input` to `output` in pieces, and calls `work` on each copied piece.
pub(crate) fn from_to(
    algorithm: &'static str,
    input: &[u8],
    output: &mut [u8],
    work: &mut dyn FnMut(&mut [u8]),
) -> Result<(), ParameterError> {
    ParameterError::check_buffer(algorithm, output, input.len())?;
    for (from, to) in input.chunks(COPIED_BYTES).zip(output.chunks_mut(COPIED_BYTES)) {
        copy(to, from);
        work(to);
    }
    Ok(())
}

/// Copies `bytes` to the start of `blocks`. Copies block by block, because a call to `memcpy` takes longer than
/// encrypting a few blocks.
#[inline(always)]
fn fill(blocks: &mut [[u8; 16]], bytes: &[u8]) {
    let (whole, tail) = bytes.as_chunks();
    for (to, from) in blocks.iter_mut().zip(whole) {
        *to = *from;
    }
    if let Some(last) = blocks.get_mut(whole.len()).filter(|_| !tail.is_empty()) {
        copy(&mut last[..tail.len()], tail);
    }
}

/// Compares the tags in constant time. If they differ, zeroes `text` and returns an error.
fn verified(text: &mut [u8], expected: &mut [u8], given: &[u8]) -> Result<(), VerifyError> {
    if same_tag(expected, given).is_err() {
        erase(text);
        return Err(VerifyError::InvalidTag);
    }
    Ok(())
}
