//! Modes of operation, each written once over every block cipher: as kernels over a family's rounds, so that
//! counters, whitening and feedback stay in registers.
//!
//! `ctr`, `cbc`, `feedback` (CFB and OFB) encrypt alone and take pieces of any length, `ecb` whole blocks; `xts` encrypts the
//! units of a disk; `gcm`, `ccm` and `gcm_siv` authenticate too, `cmac` does nothing else; `aead` is what the
//! three have in common. `ghash` is the
//! multiplication of the two GCMs, `pieces` what takes messages of GCM and CCM
//! in pieces, `parts` what hands parts to all cores, `padding` is PKCS#7, `chain` what depends on the block before.

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
mod padding;
mod parallel_chunks;
#[cfg(feature = "alloc")]
mod streaming;
pub(crate) mod xts;

use crate::platform::words::erase;

use crate::error::{Allowed, ParameterError, VerifyError};
use crate::traits::ByteArray;
use crate::traits::mac::same_tag;

/// Whether the last block is filled up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Padding {
    /// PKCS#7 (RFC 5652 §6.3): 1 to a block's length of bytes, each with their number as its value.
    #[default]
    Pkcs7,
    /// None: the message must be whole blocks.
    None,
}

/// Which way a mode goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the plaintext to the ciphertext.
    Encrypt,
    /// From the ciphertext to the plaintext.
    Decrypt,
}

/// Copies what a mode works on in place, as far as it stays in the nearest cache.
const COPIED_BYTES: usize = 1 << 14;

/// Does `work` in place on `output`, piece by piece with the bytes of `input`.
pub(crate) fn from_to(
    algorithm: &'static str,
    input: &[u8],
    output: &mut [u8],
    work: &mut dyn FnMut(&mut [u8]),
) -> Result<(), ParameterError> {
    ParameterError::check_buffer(algorithm, output, input.len())?;
    for (from, to) in input.chunks(COPIED_BYTES).zip(output.chunks_mut(COPIED_BYTES)) {
        to.copy_from_slice(from);
        work(to);
    }
    Ok(())
}

/// The block of an IV that must be as long as it.
fn whole_iv<B: ByteArray>(name: &'static str, iv: &[u8]) -> Result<B, ParameterError> {
    ParameterError::check_length(name, "IV", iv.len(), Allowed::Exactly(size_of::<B>()))?;
    Ok(B::chunks(iv).0[0])
}

/// Adds `keystream` to as many bytes.
fn xor_bytes(bytes: &mut [u8], keystream: &[u8]) {
    for (byte, key) in bytes.iter_mut().zip(keystream) {
        *byte ^= key;
    }
}

/// Begins `blocks` with these bytes. Whole blocks are moved, for a call to copy a few takes longer than their encryption.
#[inline(always)]
fn fill(blocks: &mut [[u8; 16]], bytes: &[u8]) {
    let (whole, tail) = bytes.as_chunks();
    for (to, from) in blocks.iter_mut().zip(whole) {
        *to = *from;
    }
    if let Some(last) = blocks.get_mut(whole.len()).filter(|_| !tail.is_empty()) {
        last[..tail.len()].copy_from_slice(tail);
    }
}

/// `Err` when the message is longer than `longest` bytes.
fn check_message(algorithm: &'static str, bytes: u64, longest: u64) -> Result<(), ParameterError> {
    let of_memory = |bytes| usize::try_from(bytes).unwrap_or(usize::MAX);
    if bytes <= longest {
        return Ok(());
    }
    let (given, allowed) = (of_memory(bytes), Allowed::AtMost(of_memory(longest)));
    Err(ParameterError::Length { algorithm, what: "message", given, allowed })
}

/// Keeps `text` if the tags are the same, and zeroes it if not.
fn verified(text: &mut [u8], expected: &mut [u8], given: &[u8]) -> Result<(), VerifyError> {
    if same_tag(expected, given).is_err() {
        erase(text);
        return Err(VerifyError::InvalidTag);
    }
    Ok(())
}
