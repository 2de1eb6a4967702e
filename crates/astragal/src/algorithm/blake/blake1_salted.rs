//! BLAKE with a salt of four words. The salt is an input of every compression (BLAKE 1.3 §2.1.2, §2.2.2).

use core::fmt;

use super::blake1::{Blake1, Blake1Blocks};
use crate::error::{Allowed, ParameterError};
use crate::traits::hash::{HashEngine as _, Variant};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};

/// BLAKE with a salt, words of type `W` and a digest of `DIGEST` bytes. Blocks have `N` bytes, and the length field has
/// `L` bytes. Use this type through [`SaltedBlake256`] and the other aliases.
#[derive(Clone)]
#[expect(private_bounds, reason = "only the four aliases name this type")]
pub struct SaltedBlake<W: Blake1Blocks<N>, const N: usize, const L: usize, const DIGEST: usize> {
    start: Blake1<W, N, L>,
    hash: Blake1<W, N, L>,
}

/// BLAKE-224 with a 16-byte salt.
pub type SaltedBlake224 = SaltedBlake<u32, 64, 8, 28>;

/// BLAKE-256 with a 16-byte salt.
///
/// ```
/// use astragal::hash::SaltedBlake256;
/// let mut hash = SaltedBlake256::new(b"sixteen bytes of")?;
/// hash.update(b"message");
/// let digest: [u8; 32] = hash.finalize_reset();
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type SaltedBlake256 = SaltedBlake<u32, 64, 8, 32>;

/// BLAKE-384 with a 32-byte salt.
pub type SaltedBlake384 = SaltedBlake<u64, 128, 16, 48>;

/// BLAKE-512 with a 32-byte salt.
pub type SaltedBlake512 = SaltedBlake<u64, 128, 16, 64>;

#[expect(private_bounds, reason = "only the four aliases name this type")]
impl<W: Blake1Blocks<N>, const N: usize, const L: usize, const DIGEST: usize>
    SaltedBlake<W, N, L, DIGEST>
where
    Blake1<W, N, L>: Variant<DIGEST>,
{
    /// Length of the salt in bytes: a quarter of a block.
    pub const SALT_BYTES: usize = N / 4;

    /// Creates a hash of the empty message with `salt`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `salt` is not [`SALT_BYTES`](Self::SALT_BYTES) bytes long.
    pub fn new(salt: &[u8]) -> Result<Self, ParameterError> {
        let name = <Blake1<W, N, L> as Variant<DIGEST>>::NAME;
        let allowed = Allowed::Exactly(Self::SALT_BYTES);
        ParameterError::check_length(name, "salt", salt.len(), allowed)?;
        let start = <Blake1<W, N, L> as Variant<DIGEST>>::start().with_salt(salt);
        Ok(Self { hash: start.clone(), start })
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.hash.update(data);
    }

    /// Returns the digest, then resets the hash to an empty message with the same salt.
    #[must_use]
    pub fn finalize_reset(&mut self) -> [u8; DIGEST] {
        let mut digest = [0; DIGEST];
        self.hash.finish(&mut digest);
        self.reset();
        digest
    }

    /// Resets the hash to an empty message with the same salt.
    pub fn reset(&mut self) {
        self.hash.clone_from(&self.start);
    }
}

impl<W: Blake1Blocks<N>, const N: usize, const L: usize, const DIGEST: usize> SerializeState
    for SaltedBlake<W, N, L, DIGEST>
{
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.start.salt.serialize(fields)?;
        self.hash.salt = self.start.salt;
        self.hash.serialize(fields)
    }
}

impl<W: Blake1Blocks<N>, const N: usize, const L: usize, const DIGEST: usize> state::StateEngine
    for SaltedBlake<W, N, L, DIGEST>
{
    const KIND: StateKind = StateKind::Hash;

    fn name(&self) -> &'static str {
        match DIGEST {
            28 => "blake-224-salted",
            32 => "blake-256-salted",
            48 => "blake-384-salted",
            _ => "blake-512-salted",
        }
    }
}

#[cfg(feature = "alloc")]
impl<W: Blake1Blocks<N>, const N: usize, const L: usize, const DIGEST: usize> state::ExportState
    for SaltedBlake<W, N, L, DIGEST>
where
    Blake1<W, N, L>: Variant<DIGEST>,
{
    fn empty() -> Self {
        let start = <Blake1<W, N, L> as Variant<DIGEST>>::start();
        Self { hash: start.clone(), start }
    }
}

impl<W: Blake1Blocks<N>, const N: usize, const L: usize, const DIGEST: usize> fmt::Debug
    for SaltedBlake<W, N, L, DIGEST>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SaltedBlake{} {{ .. }}", 8 * DIGEST)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::blake::blake1::{Blake256, Blake384};
    use crate::platform::words::load_be;
    use crate::traits::state::ExportState as _;
    use std::string::ToString;

    /// Checks digests with the salt 00 01 02 …. The project cppcrypto computed these digests with the submission's
    /// reference program.
    #[test]
    fn matches_published_answers() {
        let salt: [u8; 32] = core::array::from_fn(|i| u8::try_from(i).unwrap());
        let message = [0xc6, 0xf5, 0x0b, 0xb7, 0x4e, 0x29];
        let mut hash = SaltedBlake256::new(&salt[..16]).unwrap();
        hash.update(&message);
        assert_eq!(
            load_be::<u32, 8>(&hash.finalize_reset()),
            [
                0xb093_4a36,
                0xdc35_19e2,
                0x5552_2b22,
                0x09ff_02c6,
                0xe4ef_88cd,
                0x350c_c0f4,
                0x28d2_8f42,
                0x3ff6_98b4,
            ]
        );
        let mut hash = SaltedBlake384::new(&salt).unwrap();
        hash.update(&message);
        assert_eq!(
            load_be::<u64, 6>(&hash.finalize_reset()),
            [
                0xbb6e_b927_aa00_639a,
                0x14b4_904f_1b75_dd3c,
                0x1231_8f4e_cad2_cc86,
                0x4ab8_5e71_9c1e_8443,
                0x3c72_2b05_7f6b_8d5f,
                0x9df3_97e5_cb93_18f2,
            ]
        );
    }

    #[test]
    fn zero_salt_gives_the_unsalted_hash() {
        let mut hash = SaltedBlake256::new(&[0; 16]).unwrap();
        hash.update(&[7; 100]);
        assert_eq!(hash.finalize_reset(), Blake256::hash(&[7; 100]));
        let mut hash = SaltedBlake384::new(&[0; 32]).unwrap();
        hash.update(&[7; 300]);
        assert_eq!(hash.finalize_reset(), Blake384::hash(&[7; 300]));
    }

    #[test]
    fn imported_state_keeps_its_salt() {
        let mut here = SaltedBlake512::new(&[3; 32]).unwrap();
        here.update(&[1; 200]);
        let mut there = SaltedBlake512::import_state(&here.export_state().unwrap()).unwrap();
        for _ in 0..2 {
            assert_eq!(here.finalize_reset(), there.finalize_reset());
        }
        assert!(Blake384::import_state(&here.export_state().unwrap()).is_err());
    }

    #[test]
    fn rejects_salt_of_another_length() {
        let error = SaltedBlake224::new(&[0; 15]).unwrap_err().to_string();
        assert_eq!(error, "salt is 15 bytes; blake-224 takes 16");
        let error = SaltedBlake512::new(b"").unwrap_err().to_string();
        assert_eq!(error, "salt is 0 bytes; blake-512 takes 32");
    }
}
