//! Electronic codebook (SP 800-38A §6.1): encrypts each block independently.

use core::fmt;

use crate::construction::names;
use crate::error::{Allowed, ParameterError};
use crate::traits::cipher::BlockCipher;
use crate::traits::{ByteArray, opaque};

/// Electronic codebook of a cipher. **Hazardous:** equal plaintext blocks give equal ciphertext blocks, so ECB reveals
/// patterns in a message. Use it only to implement a mode or to read existing data.
///
/// ```
/// use astragal::cipher::Aes128;
/// use astragal::hazmat::Ecb;
/// let ecb = Ecb::new(Aes128::new(&[7; 16]));
/// let mut blocks = [1; 48];
/// ecb.encrypt(&mut blocks)?;
/// assert_eq!(blocks[..16], blocks[16..32]);
/// ecb.decrypt(&mut blocks)?;
/// assert_eq!(blocks, [1; 48]);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct Ecb<C: BlockCipher>(C);

impl<C: BlockCipher> Ecb<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-ecb");
    /// Canonical name, such as `camellia-256-ecb`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);

    /// Creates ECB with `cipher`.
    #[must_use]
    pub const fn new(cipher: C) -> Self {
        Self(cipher)
    }

    /// Encrypts whole blocks in place.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the last block is incomplete. In that case nothing changes.
    pub fn encrypt(&self, data: &mut [u8]) -> Result<(), ParameterError> {
        self.0.encrypt_blocks(Self::blocks(data)?);
        Ok(())
    }

    /// Decrypts whole blocks in place.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the last block is incomplete. In that case nothing changes.
    pub fn decrypt(&self, data: &mut [u8]) -> Result<(), ParameterError> {
        self.0.decrypt_blocks(Self::blocks(data)?);
        Ok(())
    }

    /// Encrypts the whole blocks of `input` into `output`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the last block is incomplete, or if `output` is not as long as `input`. In that
    /// case nothing changes.
    pub fn encrypt_to(&self, input: &[u8], output: &mut [u8]) -> Result<(), ParameterError> {
        self.0.encrypt_blocks(Self::copied(input, output)?);
        Ok(())
    }

    /// Decrypts the whole blocks of `input` into `output`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the last block is incomplete, or if `output` is not as long as `input`. In that
    /// case nothing changes.
    pub fn decrypt_to(&self, input: &[u8], output: &mut [u8]) -> Result<(), ParameterError> {
        self.0.decrypt_blocks(Self::copied(input, output)?);
        Ok(())
    }

    fn blocks(data: &mut [u8]) -> Result<&mut [C::Block], ParameterError> {
        let allowed = Allowed::MultipleOf(C::BLOCK_BYTES);
        ParameterError::check_length(Self::NAME, "data", data.len(), allowed)?;
        Ok(C::Block::chunks_mut(data).0)
    }

    fn copied<'a>(
        input: &[u8],
        output: &'a mut [u8],
    ) -> Result<&'a mut [C::Block], ParameterError> {
        ParameterError::check_buffer(Self::NAME, output, input.len())?;
        let given = Self::blocks(output)?;
        let copied = given.iter_mut().zip(C::Block::chunks(input).0);
        copied.for_each(|(to, from)| *to = *from);
        Ok(given)
    }
}

impl<C: BlockCipher> fmt::Debug for Ecb<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Ecb<", C::NAME, ">"])
    }
}
