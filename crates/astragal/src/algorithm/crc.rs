//! CRC-32 in the three variants that file checksums use. A CRC detects accidental damage only: anyone can construct a
//! message with a given checksum.
//!
//! # Standard
//! | name | polynomial | bit order | used by |
//! |---|---|---|---|
//! | `crc32` | `0x04c11db7` | reflected | ZIP, gzip, PNG, Ethernet, `.sfv` lists (ISO/IEC 3309) |
//! | `crc32c` | `0x1edc6f41` | reflected | iSCSI, ext4, Btrfs (RFC 3720 §12.1) |
//! | `crc32-posix` | `0x04c11db7` | most significant bit first, length appended | `cksum` (POSIX.1-2017) |
//!
//! # Files
//! `crc.rs` only.
//!
//! # Backends
//! - `portable` is the only backend. It uses slicing-by-16: sixteen tables of 1 KiB process 16 bytes per step.
//!   `crc32-posix` shifts its register to the left, and the other variants shift to the right. The code stores the
//!   register of `crc32-posix` with its bytes swapped. All variants then use the same update function and differ only
//!   in their tables.
//!
//! # Constant time
//! CRC-32 is not constant-time, because message bytes index the tables.
//!
//! # Tests
//! Tests compare checksums with published check values and with a bitwise implementation, and check message lengths
//! beyond 32 bits.

use zeroize::Zeroize;

use crate::traits::Implementation;
use crate::traits::Timing;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};

hash_types! { "crc", Crc<Ieee>;
    Crc32 = "crc32", digest 4, block 1, "ISO/IEC 3309": Crc::new();
}

hash_types! { "crc", Crc<Castagnoli>;
    Crc32c = "crc32c", digest 4, block 1, "RFC 3720 §12.1": Crc::new();
}

hash_types! { "crc", Crc<Posix>;
    Crc32Posix = "crc32-posix", digest 4, block 1, "POSIX.1-2017 cksum": Crc::new();
}

/// Incremental CRC-32. The digest is the checksum as four big-endian bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Crc<P: Polynomial> {
    register: u32,
    /// Message length in bytes so far.
    length: u64,
    polynomial: core::marker::PhantomData<P>,
}

/// Parameters that define one CRC-32 variant.
pub trait Polynomial: Clone + Send + Sync + 'static {
    /// `TABLES[k][b]` is the register value after byte `b` and `k` zero bytes, if the register was 0 before byte `b`.
    const TABLES: &'static [[u32; 256]; 16];
    /// Initial register value.
    const INITIAL: u32;

    /// Computes the checksum from the register and the message length in bytes.
    fn value(register: u32, length: u64) -> u32;
}

/// CRC-32 with the polynomial `0x04c11db7`, reflected (`crc32`).
#[derive(Clone, Debug)]
pub struct Ieee;

impl Polynomial for Ieee {
    const TABLES: &'static [[u32; 256]; 16] = &tables(reflected(0x04c1_1db7));
    const INITIAL: u32 = u32::MAX;

    fn value(register: u32, _: u64) -> u32 {
        !register
    }
}

/// CRC-32C with the polynomial `0x1edc6f41`, reflected (`crc32c`).
#[derive(Clone, Debug)]
pub struct Castagnoli;

impl Polynomial for Castagnoli {
    const TABLES: &'static [[u32; 256]; 16] = &tables(reflected(0x1edc_6f41));
    const INITIAL: u32 = u32::MAX;

    fn value(register: u32, _: u64) -> u32 {
        !register
    }
}

/// CRC-32 of POSIX `cksum`, most significant bit first (`crc32-posix`).
#[derive(Clone, Debug)]
pub struct Posix;

impl Polynomial for Posix {
    const TABLES: &'static [[u32; 256]; 16] = &tables(forward(0x04c1_1db7));
    const INITIAL: u32 = 0;

    /// Appends the message length to the message, least significant byte first, up to its most significant nonzero
    /// byte. Then inverts the register.
    fn value(register: u32, length: u64) -> u32 {
        let bytes = length.to_le_bytes();
        let significant = 8 - length.leading_zeros() as usize / 8;
        !update::<Self>(register, &bytes[..significant]).swap_bytes()
    }
}

impl<P: Polynomial> Crc<P> {
    const fn new() -> Self {
        Self { register: P::INITIAL, length: 0, polynomial: core::marker::PhantomData }
    }
}

/// Updates `register` with the bytes of `data` and returns the new value.
fn update<P: Polynomial>(mut register: u32, data: &[u8]) -> u32 {
    let (blocks, tail) = data.as_chunks::<16>();
    for block in blocks {
        let mut mixed = *block;
        for (byte, state) in mixed.iter_mut().zip(register.to_le_bytes()) {
            *byte ^= state;
        }
        register = 0;
        for (&byte, table) in mixed.iter().zip(P::TABLES.iter().rev()) {
            register ^= table[usize::from(byte)];
        }
    }
    for &byte in tail {
        let [low, ..] = register.to_le_bytes();
        register = register >> 8 ^ P::TABLES[0][usize::from(low ^ byte)];
    }
    register
}

/// Returns `TABLES[0]` for a register that shifts right and holds the coefficient of the highest power in its least
/// significant bit.
#[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 256")]
const fn reflected(polynomial: u32) -> [u32; 256] {
    let polynomial = polynomial.reverse_bits();
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut register = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            register = register >> 1 ^ if register & 1 == 1 { polynomial } else { 0 };
            bit += 1;
        }
        table[byte] = register;
        byte += 1;
    }
    table
}

/// Returns `TABLES[0]` for a variant whose register shifts to the left. Such a register is stored with its bytes
/// swapped, so the bytes of each entry are swapped too.
#[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 256")]
const fn forward(polynomial: u32) -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut register = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            register = register << 1 ^ if register >> 31 == 1 { polynomial } else { 0 };
            bit += 1;
        }
        table[byte] = register.swap_bytes();
        byte += 1;
    }
    table
}

/// Derives all 16 tables from the first. Each entry of a table is the entry with the same index in the previous table,
/// updated with one zero byte.
const fn tables(first: [u32; 256]) -> [[u32; 256]; 16] {
    let mut tables = [first; 16];
    let mut k = 1;
    while k < 16 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[k - 1][byte];
            tables[k][byte] = before >> 8 ^ first[before as usize & 0xff];
            byte += 1;
        }
        k += 1;
    }
    tables
}

impl<P: Polynomial> SerializeState for Crc<P> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.register.serialize(fields)?;
        self.length.serialize(fields)
    }
}

impl<P: Polynomial> HashEngine for Crc<P> {
    fn update(&mut self, data: &[u8]) {
        self.length = self.length.wrapping_add(data.len() as u64);
        self.register = update::<P>(self.register, data);
    }

    fn finish(&mut self, digest: &mut [u8]) {
        digest.copy_from_slice(&P::value(self.register, self.length).to_be_bytes());
    }

    fn implementation() -> Implementation {
        Implementation { timing: Timing::TableBased, ..Implementation::PORTABLE }
    }
}

impl<P: Polynomial> Drop for Crc<P> {
    fn drop(&mut self) {
        self.register.zeroize();
        self.length.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// Computes the checksum one bit at a time, as the standards define it.
    fn bitwise(polynomial: u32, is_reflected: bool, initial: u32, data: &[u8]) -> u32 {
        let mut register = initial;
        for &byte in data {
            let byte = if is_reflected { byte.reverse_bits() } else { byte };
            register ^= u32::from(byte) << 24;
            for _ in 0..8 {
                let carry = register >> 31;
                register = (register << 1) ^ (carry * polynomial);
            }
        }
        !if is_reflected { register.reverse_bits() } else { register }
    }

    /// Compares the checksums of "123456789" with the published check values.
    #[test]
    fn matches_published_check_values() {
        assert_eq!(Crc32::hash(b"123456789"), 0xcbf4_3926_u32.to_be_bytes());
        assert_eq!(Crc32c::hash(b"123456789"), 0xe306_9283_u32.to_be_bytes());
        assert_eq!(Crc32Posix::hash(b"123456789"), 930_766_865_u32.to_be_bytes());
        assert_eq!(Crc32Posix::hash(b""), u32::MAX.to_be_bytes());
    }

    /// Compares messages of every length up to 300 bytes. Under Miri, which is slow, of some lengths.
    #[test]
    fn slicing_matches_bitwise_computation() {
        let step = if cfg!(miri) { 37 } else { 1 };
        let data: Vec<u8> = (0..300u32).map(|i| (i * i * 7 + 3 * i).to_le_bytes()[0]).collect();
        for length in (0..data.len()).step_by(step) {
            let message = &data[..length];
            let crc32 = bitwise(0x04c1_1db7, true, u32::MAX, message);
            assert_eq!(Crc32::hash(message), crc32.to_be_bytes(), "{length}");
            let crc32c = bitwise(0x1edc_6f41, true, u32::MAX, message);
            assert_eq!(Crc32c::hash(message), crc32c.to_be_bytes(), "{length}");
            let bytes = (length as u64).to_le_bytes();
            let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
            let posix = bitwise(0x04c1_1db7, false, 0, &[message, &bytes[..end]].concat());
            assert_eq!(Crc32Posix::hash(message), posix.to_be_bytes(), "{length}");
        }
    }

    #[test]
    fn length_counts_beyond_32_bits() {
        let crc = |length| {
            let mut crc = Crc::<Posix>::new();
            crc.length = length;
            let mut digest = [0; 4];
            crc.finish(&mut digest);
            digest
        };
        let expected = bitwise(0x04c1_1db7, false, 0, &[0, 0, 0, 0, 1]);
        assert_eq!(crc(1 << 32), expected.to_be_bytes());
    }
}
