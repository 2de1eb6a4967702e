//! Rijndael, including AES.
//!
//! # Standard
//! The AES submission of 1999: blocks and keys of 16, 20, 24, 28 or 32 bytes. FIPS 197 (AES): 16-byte blocks with
//! keys of 16, 24 or 32 bytes, named `aes-128`, `aes-192`, `aes-256`. The other 22 combinations are not AES and are
//! named `rijndaelB-K`, where B and K are the lengths of the block and the key in bits.
//!
//! # Files
//! - `key_schedule`: key expansion. `backend`: the schedule and the choice of rounds.
//! - Bit-sliced rounds: `fixsliced` for 16-byte blocks, `portable` for longer blocks.
//! - Rounds with AES instructions: `hardware` for 16-byte blocks, `wide_hardware` for longer blocks.
//!   `first_round` is the first round of counter mode.
//!
//! # Backends
//! - `portable`: bit planes of four or eight blocks, with the S-box as a circuit. For 16-byte blocks, ShiftRows is
//!   not performed: round keys and MixColumns follow the shifted positions (fixslicing).
//! - `aes-ni`, `avx2`, `arm-aes`: one block per register, eight blocks interleaved. `vaes`: two blocks per register.
//!   `avx512`: four blocks per register.
//! - Longer blocks fill two registers. Byte shuffles before each AES instruction turn its ShiftRows into the ShiftRows
//!   of Rijndael.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on keys or data.
//!
//! # Tests
//! `backend.rs` compares the backends for all 25 combinations of block size and key size. Known answers are in
//! `astragal-vectors` (FIPS 197, AESAVS).

mod backend;
mod first_round;
mod fixsliced;
mod hardware;
mod key_schedule;
mod portable;
mod wide_hardware;

use backend::{Backend, Schedule};
#[cfg(feature = "aegis")]
pub(super) use fixsliced::encrypt_rounds;

use crate::platform::stack;
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::traits::Implementation;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::traits::cipher::StitchedKernel;
use crate::traits::cipher::{
    BlockKernel, Cipher, CipherEngine, CipherSpec, EachBlock, KeySchedule, KeyUse,
};

/// `aes-128` (FIPS 197): 16-byte key, 16-byte block. Alias: `rijndael128-128`.
///
/// ```
/// use astragal::cipher::Aes128;
/// let mut block = [0; 16];
/// Aes128::new(&[0; 16]).encrypt_block(&mut block);
/// assert_eq!(block[..4], [0x66, 0xe9, 0x4b, 0xd4]);
/// ```
pub type Aes128 = Cipher<RijndaelSpec<16, 16>>;
/// `aes-192` (FIPS 197): 24-byte key, 16-byte block. Alias: `rijndael128-192`.
pub type Aes192 = Cipher<RijndaelSpec<16, 24>>;
/// `aes-256` (FIPS 197): 32-byte key, 16-byte block. Alias: `rijndael128-256`.
pub type Aes256 = Cipher<RijndaelSpec<16, 32>>;

/// Rijndael's name for [`Aes128`].
pub type Rijndael128_128 = Aes128;
/// Rijndael's name for [`Aes192`].
pub type Rijndael128_192 = Aes192;
/// Rijndael's name for [`Aes256`].
pub type Rijndael128_256 = Aes256;

/// Declares the Rijndael ciphers of one block length, except those that FIPS 197 specifies.
macro_rules! rijndael {
    ($block:literal, $slot:literal: $($name:ident = $key:literal,)+) => {
        $(
            #[doc = concat!("Rijndael with ", $block, "-byte blocks and ", $key, "-byte keys.")]
            #[doc = "\nNot AES: FIPS 197 specifies only 16-byte blocks with keys of 16, 24 or 32 bytes."]
            pub type $name = Cipher<RijndaelSpec<$block, $key>>;
        )+
        specifications!($block, $slot: $($key)+);
    };
}

/// Implements `CipherSpec` for one block length. A round key takes `slot` bytes.
macro_rules! specifications {
    ($block:literal, $slot:literal: $($key:literal)+) => { $(
        impl CipherSpec for RijndaelSpec<$block, $key> {
            const NAME: &'static str = NAMES[$block / 4 - 4][$key / 4 - 4];
            const STANDARD: &'static str =
                if $block == 16 && $key % 8 == 0 { "FIPS 197" } else { "AES submission, 1999" };
            type Key = [u8; $key];
            type Engine = Rijndael<$block, $slot>;
        }
    )+ };
}

specifications!(16, 16: 16 24 32);
rijndael!(16, 16: Rijndael128_160 = 20, Rijndael128_224 = 28,);
rijndael!(20, 32: Rijndael160_128 = 16, Rijndael160_160 = 20, Rijndael160_192 = 24,
    Rijndael160_224 = 28, Rijndael160_256 = 32,);
rijndael!(24, 32: Rijndael192_128 = 16, Rijndael192_160 = 20, Rijndael192_192 = 24,
    Rijndael192_224 = 28, Rijndael192_256 = 32,);
rijndael!(28, 32: Rijndael224_128 = 16, Rijndael224_160 = 20, Rijndael224_192 = 24,
    Rijndael224_224 = 28, Rijndael224_256 = 32,);
rijndael!(32, 32: Rijndael256_128 = 16, Rijndael256_160 = 20, Rijndael256_192 = 24,
    Rijndael256_224 = 28, Rijndael256_256 = 32,);

/// Rijndael with blocks of `BLOCK` bytes and keys of `KEY` bytes.
#[derive(Debug)]
pub enum RijndaelSpec<const BLOCK: usize, const KEY: usize> {}

/// Key schedule for blocks of `BLOCK` bytes, with `SLOT` bytes of memory per round key.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Rijndael<const BLOCK: usize, const SLOT: usize>(WipeOnDrop<Schedule<BLOCK, SLOT>>);

impl<const BLOCK: usize, const SLOT: usize> KeySchedule for Rijndael<BLOCK, SLOT> {
    const FAMILY: &'static str = "rijndael";

    #[inline]
    fn expand(key: &[u8], uses: KeyUse) -> Self {
        Self(WipeOnDrop::new(Schedule::new(key, uses)))
    }

    fn implementation() -> Implementation {
        Implementation { backend: Backend::best().name(), ..Implementation::PORTABLE }
    }
}

impl<const BLOCK: usize, const SLOT: usize> CipherEngine for Rijndael<BLOCK, SLOT> {
    const STACK_BYTES: usize = stack::STACK_BYTES + 1024;
    type Block = [u8; BLOCK];

    #[inline(always)]
    fn encrypt<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        self.0.encrypt(kernel)
    }
    #[inline(always)]
    fn decrypt<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        self.0.decrypt(kernel)
    }
    #[inline(always)]
    fn encrypt_chain<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        self.0.encrypt_chain(kernel)
    }
    #[inline(always)]
    fn decrypt_chain<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        self.0.decrypt_chain(kernel)
    }
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn encrypt_stitched<K: StitchedKernel<[u8; BLOCK]>>(&self, kernel: K) -> Option<K::Output> {
        self.0.encrypt_stitched(kernel)
    }

    #[inline]
    fn piece_bytes(&self) -> usize {
        self.0.piece_bytes()
    }
    fn encrypt_each(&self, blocks: &mut [[u8; BLOCK]]) {
        match blocks {
            [block] => self.encrypt_one(block),
            _ => self.0.encrypt(EachBlock(blocks)),
        }
    }
    fn decrypt_each(&self, blocks: &mut [[u8; BLOCK]]) {
        match blocks {
            [block] => self.decrypt_one(block),
            _ => self.0.decrypt(EachBlock(blocks)),
        }
    }

    fn stack_bytes() -> usize {
        // The bit planes of the portable backend do not fit in registers, so this backend needs more stack than the
        // others.
        if matches!(Backend::best(), Backend::Portable) { 5120 } else { Self::STACK_BYTES }
    }
}

/// Cipher names, by block length and key length.
const NAMES: [[&str; 5]; 5] = [
    ["aes-128", "rijndael128-160", "aes-192", "rijndael128-224", "aes-256"],
    ["rijndael160-128", "rijndael160-160", "rijndael160-192", "rijndael160-224", "rijndael160-256"],
    ["rijndael192-128", "rijndael192-160", "rijndael192-192", "rijndael192-224", "rijndael192-256"],
    ["rijndael224-128", "rijndael224-160", "rijndael224-192", "rijndael224-224", "rijndael224-256"],
    ["rijndael256-128", "rijndael256-160", "rijndael256-192", "rijndael256-224", "rijndael256-256"],
];

/// Returns the ShiftRows distances of rows 0 to 3 for a state of `columns` columns (submission, table 2).
const fn shifts(columns: usize) -> [usize; 4] {
    match columns {
        8 => [0, 1, 3, 4],
        7 => [0, 1, 2, 4],
        _ => [0, 1, 2, 3],
    }
}
