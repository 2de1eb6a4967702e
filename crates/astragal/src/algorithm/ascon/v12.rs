//! Ascon v1.2, the submission to CAESAR and to NIST's lightweight competition, for compatibility. Words are big-endian,
//! and the first padding byte is 0x80. After the associated data, the last bit of S4 is inverted.

pub(crate) mod aead;
pub(crate) mod hash;
pub(crate) mod prf;

use super::byte_order::ByteOrder;

/// Byte order of Ascon v1.2: words are big-endian, and the padding sets the highest bit of a byte.
#[derive(Clone, Debug)]
pub struct BigEndian;

impl ByteOrder for BigEndian {
    #[inline(always)]
    fn load(bytes: [u8; 8]) -> u64 {
        u64::from_be_bytes(bytes)
    }
    #[inline(always)]
    fn store(word: u64) -> [u8; 8] {
        word.to_be_bytes()
    }
    #[inline(always)]
    fn padding(index: usize) -> u64 {
        0x80 << (56 - 8 * index)
    }
}
