//! Ascon v1.2, the submission to CAESAR and to NIST's lightweight competition, for compatibility: words are
//! big-endian, the padding is 0x80, associated data ends with `S4 ^= 1`.

pub(crate) mod aead;
pub(crate) mod hash;
pub(crate) mod prf;

use super::byte_order::Order;

/// v1.2 reads words big-endian and pads with a 1 bit, the highest of its byte.
#[derive(Clone, Debug)]
pub struct BigEndian;

impl Order for BigEndian {
    #[inline(always)]
    fn load(bytes: [u8; 8]) -> u64 {
        u64::from_be_bytes(bytes)
    }
    #[inline(always)]
    fn store(word: u64) -> [u8; 8] {
        word.to_be_bytes()
    }
    #[inline(always)]
    fn padding(place: usize) -> u64 {
        0x80 << (56 - 8 * place)
    }
}
