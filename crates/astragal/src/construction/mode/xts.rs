//! XTS (SP 800-38E, IEEE 1619): encrypts disk sectors, each with its sector number as the tweak.

use core::fmt;
use subtle::ConstantTimeEq;

use super::parallel_chunks::{PARALLEL_CHUNK_BYTES, each_chunk};
use crate::construction::names;
use crate::error::{Allowed, ParameterError};
use crate::platform::array::copy;
use crate::traits::cipher::{
    BlockCipher, BlockKernel, BlockOperations, Blocks, CipherEngine, Rounds, times_alpha,
};
use crate::traits::{ByteArray, opaque};

/// XTS with two keys, over a cipher with 16-byte blocks.
///
/// A data unit, such as a disk sector, is 16 bytes to 16 MiB long. If its last block is incomplete, ciphertext stealing
/// is used. XTS does not authenticate.
///
/// ```
/// use astragal::cipher::{Aes128, Xts};
/// let xts = Xts::<Aes128>::new(&[1; 16], &[2; 16])?;
/// let mut sector = [0xa5; 512];
/// xts.encrypt_in_place(&42_u128.to_le_bytes(), &mut sector)?;
/// xts.decrypt_in_place(&42_u128.to_le_bytes(), &mut sector)?;
/// assert_eq!(sector, [0xa5; 512]);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct Xts<C: BlockOperations<Block = [u8; 16]>> {
    data: C,
    tweak: C,
}

impl<C: BlockCipher<Block = [u8; 16]>> Xts<C> {
    /// Total length of both keys in bytes.
    pub const KEY_BYTES: usize = 2 * C::KEY_BYTES;

    /// Creates XTS with a data key and a tweak key.
    ///
    /// # Errors
    /// [`ParameterError::EqualHalves`] if both keys are equal.
    pub fn new(data: &C::Key, tweak: &C::Key) -> Result<Self, ParameterError> {
        if data.as_ref().ct_eq(tweak.as_ref()).into() {
            return Err(ParameterError::EqualHalves { algorithm: Self::NAME });
        }
        Ok(Self::with_ciphers(C::new(data), C::for_encryption(tweak)))
    }

    /// Creates XTS from one key: the data key followed by the tweak key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not [`KEY_BYTES`](Self::KEY_BYTES) bytes long.
    ///
    /// [`ParameterError::EqualHalves`] if the two halves of `key` are equal.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::Exactly(Self::KEY_BYTES);
        ParameterError::check_length(Self::NAME, "key", key.len(), allowed)?;
        let (keys, _) = C::Key::chunks(key);
        Self::new(&keys[0], &keys[1])
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> Xts<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-xts");
    /// Canonical name, such as `camellia-256-xts`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);
    /// Maximum data unit length in bytes: 2^20 blocks (SP 800-38E §4).
    pub const LONGEST_UNIT_BYTES: usize = LONGEST_UNIT_BYTES;

    /// Creates XTS from two ciphers whose keys are already set. The keys must differ.
    pub(crate) const fn with_ciphers(data: C, tweak: C) -> Self {
        Self { data, tweak }
    }

    /// Encrypts a data unit in place. `tweak` is the number of the unit as 16 little-endian bytes.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the unit is too short or too long. In that case nothing changes.
    pub fn encrypt_in_place(
        &self,
        tweak: &[u8; 16],
        unit: &mut [u8],
    ) -> Result<(), ParameterError> {
        let (tweak, whole) = self.begin(tweak, unit)?;
        let (blocks, tail) = unit.as_chunks_mut::<16>();
        let tweak = self.crypt::<false>(&tweak, blocks);
        if whole {
            return Ok(());
        }
        // Ciphertext stealing: the start of the last complete ciphertext block becomes the ciphertext of the tail. The
        // plaintext of the tail replaces the start of this block, and the block is encrypted again, with the next
        // tweak.
        let Some(last) = blocks.last_mut() else { return Ok(()) };
        let mut stolen = *last;
        copy(&mut stolen[..tail.len()], tail);
        copy(tail, &last[..tail.len()]);
        *last = stolen;
        self.crypt::<false>(&tweak.to_le_bytes(), core::slice::from_mut(last));
        Ok(())
    }

    /// Decrypts a data unit in place. `tweak` is the number of the unit as 16 little-endian bytes.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the unit is too short or too long. In that case nothing changes.
    pub fn decrypt_in_place(
        &self,
        tweak: &[u8; 16],
        unit: &mut [u8],
    ) -> Result<(), ParameterError> {
        let (tweak, whole) = self.begin(tweak, unit)?;
        let (blocks, tail) = unit.as_chunks_mut::<16>();
        if whole {
            self.crypt::<true>(&tweak, blocks);
            return Ok(());
        }
        let Some((last, before)) = blocks.split_last_mut() else { return Ok(()) };
        let tweak = self.crypt::<true>(&tweak, before);
        // Encryption encrypts the last complete block twice: first with the tweak of this block, and then, after
        // ciphertext stealing, with the next tweak. Decryption therefore begins with the next tweak.
        let again = core::slice::from_mut(last);
        self.crypt::<true>(&times_alpha(tweak, 1).to_le_bytes(), again);
        let mut stolen = *last;
        copy(&mut stolen[..tail.len()], tail);
        copy(tail, &last[..tail.len()]);
        *last = stolen;
        self.crypt::<true>(&tweak.to_le_bytes(), core::slice::from_mut(last));
        Ok(())
    }

    /// Encrypts consecutive data units of `unit_bytes` bytes in place. Uses all cores if there are many units and the
    /// feature `parallel` is enabled. `first` is the number of the first unit. The last unit may be shorter.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if a unit is too short or too long. In that case nothing changes.
    pub fn encrypt_units(
        &self,
        first: u128,
        unit_bytes: usize,
        units: &mut [u8],
    ) -> Result<(), ParameterError> {
        self.for_each_unit(first, unit_bytes, units, |tweak, unit| {
            self.encrypt_in_place(tweak, unit)
        })
    }

    /// Decrypts consecutive data units of `unit_bytes` bytes in place. Uses all cores if there are many units and the
    /// feature `parallel` is enabled. `first` is the number of the first unit. The last unit may be shorter.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if a unit is too short or too long. In that case nothing changes.
    pub fn decrypt_units(
        &self,
        first: u128,
        unit_bytes: usize,
        units: &mut [u8],
    ) -> Result<(), ParameterError> {
        self.for_each_unit(first, unit_bytes, units, |tweak, unit| {
            self.decrypt_in_place(tweak, unit)
        })
    }

    fn for_each_unit(
        &self,
        first: u128,
        unit_bytes: usize,
        units: &mut [u8],
        work: impl Fn(&[u8; 16], &mut [u8]) -> Result<(), ParameterError> + Sync,
    ) -> Result<(), ParameterError> {
        check_unit(Self::NAME, unit_bytes)?;
        let last = units.len() % unit_bytes;
        if last > 0 {
            check_unit(Self::NAME, last)?;
        }
        let units_per_chunk = (PARALLEL_CHUNK_BYTES / unit_bytes).max(1);
        let work = |i: usize, part: &mut [u8]| {
            let mut number = first.wrapping_add((i * units_per_chunk) as u128);
            for unit in part.chunks_mut(unit_bytes) {
                let done = work(&number.to_le_bytes(), unit);
                debug_assert!(done.is_ok(), "the lengths have been checked");
                number = number.wrapping_add(1);
            }
        };
        each_chunk(units, units_per_chunk * unit_bytes, &work);
        Ok(())
    }

    /// Encrypts blocks in place, or decrypts them if `DECRYPT` is set. Returns the tweak for the next block.
    #[inline(always)]
    fn crypt<const DECRYPT: bool>(&self, tweak: &[u8; 16], blocks: &mut [[u8; 16]]) -> u128 {
        let engine = self.data.engine();
        if let [block] = blocks {
            // A batch with one block would take twice as long.
            let kernel = WhitenOne { tweak, block };
            if DECRYPT {
                engine.decrypt_chain(kernel);
            } else {
                engine.encrypt_chain(kernel);
            }
            return times_alpha(u128::from_le_bytes(*tweak), 1);
        }
        if DECRYPT {
            engine.decrypt(Whiten { tweak, blocks })
        } else {
            engine.encrypt(Whiten { tweak, blocks })
        }
    }

    /// Checks the length of a data unit. Returns the tweak of its first block, and whether the unit consists of whole
    /// blocks.
    // The tweak stays in memory, in the bytes that the cipher stored. A tweak that was passed on as a number would be
    // stored as two halves, and the load of a vector would wait until both are in the cache.
    #[inline(always)]
    fn begin(&self, tweak: &[u8; 16], unit: &[u8]) -> Result<([u8; 16], bool), ParameterError> {
        check_unit(Self::NAME, unit.len())?;
        let mut encrypted = *tweak;
        self.tweak.encrypt_block(&mut encrypted);
        Ok((encrypted, unit.len().is_multiple_of(16)))
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for Xts<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Xts<", C::NAME, ">"])
    }
}

fn check_unit(algorithm: &'static str, bytes: usize) -> Result<(), ParameterError> {
    let allowed = Allowed::Between(16, LONGEST_UNIT_BYTES);
    ParameterError::check_length(algorithm, "data unit", bytes, allowed)
}

/// Maximum data unit length in bytes, the same for every cipher.
pub(crate) const LONGEST_UNIT_BYTES: usize = 16 << 20;

/// XTS kernel for one block.
struct WhitenOne<'a> {
    tweak: &'a [u8; 16],
    block: &'a mut [u8; 16],
}

impl BlockKernel<[u8; 16]> for WhitenOne<'_> {
    type Output = ();

    #[inline(always)]
    fn blocks(&self) -> usize {
        1
    }

    #[inline(always)]
    fn run<W: Rounds<Block = [u8; 16]>, N: Rounds<Block = [u8; 16]>>(self, _: W, narrow: N) {
        let (tweak, block) = (self.tweak, self.block);
        if const { N::WIDTH == 1 } {
            let tweak = narrow.load(&[*tweak]);
            let state = narrow.xor(narrow.load(&[*block]), tweak);
            narrow.store(narrow.xor(narrow.apply(state), tweak), core::slice::from_mut(block));
            return;
        }
        let tweak = u128::from_le_bytes(*tweak);
        let mut state = [(u128::from_le_bytes(*block) ^ tweak).to_le_bytes()];
        let result = narrow.apply_first(narrow.load_first(&state), 1);
        narrow.store_first(result, &mut state);
        *block = (u128::from_le_bytes(state[0]) ^ tweak).to_le_bytes();
    }
}

/// XTS kernel: XORs the tweak into each block before and after the rounds. Returns the tweak for the next block.
struct Whiten<'a> {
    tweak: &'a [u8; 16],
    blocks: &'a mut [[u8; 16]],
}

impl BlockKernel<[u8; 16]> for Whiten<'_> {
    type Output = u128;

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    #[inline(always)]
    fn run<W: Rounds<Block = [u8; 16]>, N: Rounds<Block = [u8; 16]>>(
        self,
        wide: W,
        narrow: N,
    ) -> u128 {
        let (mut tweak, mut left) = (u128::from_le_bytes(*self.tweak), self.blocks);
        // Processes most of the blocks in wide batches, if a wide batch holds more blocks than a narrow batch.
        if const { W::WIDTH > N::WIDTH } {
            (left, tweak) = whole(wide, tweak, left);
        }
        (left, tweak) = whole(narrow, tweak, left);
        if left.is_empty() {
            return tweak;
        }
        let tweaks = narrow.tweaks_first(tweak, left.len());
        let state = narrow.xor(narrow.load_first(left), tweaks);
        let state = narrow.xor(narrow.apply_first(state, left.len()), tweaks);
        narrow.store_first(state, left);
        times_alpha(tweak, left.len())
    }
}

/// Encrypts or decrypts all full batches of blocks. Returns the remaining blocks and the tweak of the first remaining
/// block.
#[inline(always)]
fn whole<R: Rounds<Block = [u8; 16]>>(
    rounds: R,
    tweak: u128,
    blocks: &mut [[u8; 16]],
) -> (&mut [[u8; 16]], u128) {
    if blocks.len() < R::WIDTH {
        return (blocks, tweak);
    }
    if const { R::FUSES_XOR } {
        let count = blocks.len() / R::WIDTH * R::WIDTH;
        let (batches, rest) = blocks.split_at_mut(count);
        return (rest, rounds.xts(batches, tweak));
    }
    let mut runs = blocks.chunks_exact_mut(R::WIDTH);
    // The tweaks of a narrow batch take less time from the first tweak than from the tweaks of the batch before.
    if const { R::WIDTH < 8 } {
        let mut tweak = tweak;
        for run in &mut runs {
            let tweaks = rounds.tweaks(tweak);
            let state = rounds.xor(rounds.load(run), tweaks);
            rounds.store(rounds.xor(rounds.apply(state), tweaks), run);
            tweak = times_alpha(tweak, R::WIDTH);
        }
        return (runs.into_remainder(), tweak);
    }
    let mut tweaks = rounds.tweaks(tweak);
    for run in &mut runs {
        let (state, next) = rounds.whitened(rounds.load(run), tweaks);
        rounds.store(state, run);
        tweaks = next;
    }
    let mut places = R::Blocks::zero();
    rounds.store(tweaks, places.as_mut());
    (runs.into_remainder(), u128::from_le_bytes(places.as_ref()[0]))
}
