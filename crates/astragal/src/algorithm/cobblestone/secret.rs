//! Derives the key, base nonce and commitment of a message, and encrypts whole messages.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::{HEADER_BYTES, SALT_BYTES, sealed_bytes};
use crate::algorithm::rijndael::{Aes128, Aes256};
use crate::algorithm::sha2::sha512::Sha512;
use crate::construction::chunked::{ChunkCipher, ChunkedAead, whole};
#[cfg(feature = "alloc")]
use crate::construction::chunked::{Header, SealBuffer};
use crate::construction::hkdf::Hkdf;
use crate::construction::mode::gcm::Gcm;
use crate::error::{ChunkedError, ParameterError};
use crate::platform::cores::Cores;
use crate::platform::stack::{VECTOR_STACK_BYTES, with_stack_wipe};
use crate::platform::words::erase;
use crate::traits::ByteArray;
use crate::traits::aead::Aead;
use crate::traits::mac::same_tag;

/// Length of the commitment in bytes.
pub(super) const COMMITMENT_BYTES: usize = 32;

/// Callback that receives the cipher for a message.
type UseCipher<'a> = dyn FnMut(&dyn ChunkCipher) + 'a;

/// Function that creates the cipher for a message from its derived key and base nonce.
#[cfg(feature = "alloc")]
type NewCipher = fn(Cores, &[u8], &[u8; 12]) -> Box<dyn ChunkCipher>;

/// Variant of Cobblestone: Cobblestone-128 or Cobblestone-256.
pub(super) struct Form {
    name: &'static str,
    /// Name of the AEAD in the IANA registry.
    aead: &'static str,
    key_bytes: usize,
    /// Function that creates the cipher for a message from its derived key and base nonce, and passes it to a callback.
    with_cipher: fn(Cores, &[u8], &[u8; 12], &mut UseCipher<'_>),
    #[cfg(feature = "alloc")]
    boxed: NewCipher,
}

impl Form {
    const fn of<A: Aead<Nonce = [u8; 12], Tag = [u8; 16]>>(
        name: &'static str,
        aead: &'static str,
    ) -> Self {
        Self {
            name,
            aead,
            key_bytes: A::KEY_BYTES,
            with_cipher: |cores, key, base_nonce, call| {
                call(&chunked::<A>(cores, key, base_nonce));
            },
            #[cfg(feature = "alloc")]
            boxed: |cores, key, base_nonce| {
                let bytes = VECTOR_STACK_BYTES + 4 * size_of::<A>();
                with_stack_wipe(bytes, || -> Box<dyn ChunkCipher> {
                    Box::new(chunked::<A>(cores, key, base_nonce))
                })
            },
        }
    }
}

/// Creates the cipher for a message. `key` must be as long as the AEAD's key.
fn chunked<A: Aead<Nonce = [u8; 12], Tag = [u8; 16]>>(
    cores: Cores,
    key: &[u8],
    base_nonce: &[u8; 12],
) -> ChunkedAead<A> {
    let cipher = ChunkedAead::<A>::new(&A::Key::chunks(key).0[0], base_nonce);
    if cores == Cores::All { cipher.parallel() } else { cipher }
}

pub(super) static COBBLESTONE_128: Form =
    Form::of::<Gcm<Aes128>>("cobblestone-128", "AEAD_AES_128_GCM");
pub(super) static COBBLESTONE_256: Form =
    Form::of::<Gcm<Aes256>>("cobblestone-256", "AEAD_AES_256_GCM");

/// Maximum total length of key, base nonce and commitment in bytes.
const DERIVED_BYTES: usize = 32 + 12 + COMMITMENT_BYTES;

/// Key, base nonce and commitment of one message.
struct Derived {
    form: &'static Form,
    bytes: [u8; DERIVED_BYTES],
}

impl Derived {
    fn key(&self) -> &[u8] {
        &self.bytes[..self.form.key_bytes]
    }

    fn base_nonce(&self) -> &[u8; 12] {
        self.bytes[self.form.key_bytes..].first_chunk().unwrap_or(&[0; 12])
    }

    fn commitment(&self) -> [u8; COMMITMENT_BYTES] {
        *self.bytes[self.form.key_bytes + 12..].first_chunk().unwrap_or(&[0; COMMITMENT_BYTES])
    }
}

impl Drop for Derived {
    fn drop(&mut self) {
        erase(&mut self.bytes);
    }
}

/// HKDF with the caller's key, which derives the key, base nonce and commitment of each message.
#[derive(Clone)]
pub(super) struct Secret {
    form: &'static Form,
    hkdf: Hkdf<Sha512>,
    cores: Cores,
}

impl Secret {
    pub(super) fn new(form: &'static Form, key: &[u8]) -> Self {
        Self { form, hkdf: Hkdf::from_any_key(key), cores: Cores::One }
    }

    pub(super) fn name(&self) -> &'static str {
        self.form.name
    }

    pub(super) fn use_all_cores(&mut self) {
        self.cores = Cores::All;
    }

    #[cfg(feature = "alloc")]
    pub(super) fn cores(&self) -> Cores {
        self.cores
    }

    fn derive(&self, salt: &[u8], context: &[u8]) -> Derived {
        let form = self.form;
        let mut derived = Derived { form, bytes: [0; DERIVED_BYTES] };
        let info = [
            b"c2sp.org/chunked-encryption@v1+".as_slice(),
            form.aead.as_bytes(),
            &[0],
            salt,
            context,
        ];
        let end = form.key_bytes + 12 + COMMITMENT_BYTES;
        self.hkdf.expand_parts(&info, &mut derived.bytes[..end]);
        derived
    }

    /// Derives the key, base nonce and commitment of a message, and compares the commitment with the one in the message
    /// header.
    fn verify(&self, context: &[u8], header: &[u8]) -> Result<Derived, ChunkedError> {
        let (salt, commitment) = header.split_at(SALT_BYTES);
        let derived = self.derive(salt, context);
        let verified = same_tag(&mut derived.commitment(), commitment);
        verified.map_err(|_| ChunkedError::InvalidCommitment)?;
        Ok(derived)
    }

    /// Creates the cipher for a message and passes it to `work`.
    fn with_cipher(
        &self,
        derived: &Derived,
        work: impl FnOnce(&dyn ChunkCipher) -> Result<(), ChunkedError>,
    ) -> Result<(), ChunkedError> {
        let (mut work, mut result) = (Some(work), Ok(()));
        let with_cipher = self.form.with_cipher;
        with_stack_wipe(VECTOR_STACK_BYTES, || {
            with_cipher(self.cores, derived.key(), derived.base_nonce(), &mut |cipher| {
                if let Some(work) = work.take() {
                    result = work(cipher);
                }
            });
        });
        result
    }

    pub(super) fn seal_into(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        plaintext: &[u8],
        sealed: &mut [u8],
    ) -> Result<(), ChunkedError> {
        let needed = HEADER_BYTES + whole::sealed_length(plaintext)?;
        ParameterError::check_buffer(self.form.name, sealed, needed)?;
        let (header, chunks) = sealed.split_at_mut(HEADER_BYTES);
        let derived = self.begin(salt, context, header);
        self.with_cipher(&derived, |cipher| whole::seal_into(cipher, self.cores, plaintext, chunks))
    }

    pub(super) fn open_into(
        &self,
        context: &[u8],
        sealed: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), ChunkedError> {
        let (header, chunks) = split(sealed)?;
        ParameterError::check_buffer(self.form.name, plaintext, whole::plaintext_length(chunks)?)?;
        let derived = self.verify(context, header)?;
        self.with_cipher(&derived, |cipher| whole::open_into(cipher, self.cores, chunks, plaintext))
    }

    pub(super) fn seal_in_place(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        buffer: &mut [u8],
        plaintext_bytes: usize,
    ) -> Result<(), ChunkedError> {
        let needed = sealed_bytes(plaintext_bytes as u64);
        let needed = needed.and_then(|bytes| usize::try_from(bytes).ok());
        let needed = needed.ok_or(ChunkedError::TooLong)?;
        ParameterError::check_buffer(self.form.name, buffer, needed)?;
        buffer.copy_within(..plaintext_bytes, HEADER_BYTES);
        let (header, chunks) = buffer.split_at_mut(HEADER_BYTES);
        let derived = self.begin(salt, context, header);
        self.with_cipher(&derived, |cipher| {
            whole::seal_in_place(cipher, self.cores, chunks, plaintext_bytes)
        })
    }

    pub(super) fn open_in_place<'b>(
        &self,
        context: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], ChunkedError> {
        split(buffer)?;
        let (header, chunks) = buffer.split_at_mut(HEADER_BYTES);
        let bytes = whole::plaintext_length(chunks)?;
        let derived = self.verify(context, header)?;
        self.with_cipher(&derived, |cipher| {
            whole::open_in_place(cipher, self.cores, chunks).map(|_| ())
        })?;
        buffer.copy_within(HEADER_BYTES..HEADER_BYTES + bytes, 0);
        let (plaintext, rest) = buffer.split_at_mut(bytes);
        erase(rest);
        Ok(plaintext)
    }

    #[cfg(feature = "alloc")]
    pub(super) fn seal_buffer(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> SealBuffer {
        let mut header = [0; HEADER_BYTES];
        let derived = self.begin(salt, context, &mut header);
        let cipher = (self.form.boxed)(self.cores, derived.key(), derived.base_nonce());
        SealBuffer::new(cipher, self.cores, &header)
    }

    #[cfg(feature = "alloc")]
    pub(super) fn header(&self, context: &[u8]) -> Header {
        let (secret, context) = (self.clone(), Vec::from(context));
        let from_header = move |header: &[u8]| {
            let derived = secret.verify(&context, header)?;
            Ok((secret.form.boxed)(secret.cores, derived.key(), derived.base_nonce()))
        };
        Header::Unread(HEADER_BYTES, Box::new(from_header))
    }

    /// Derives the key, base nonce and commitment of a new message, and writes the message header.
    fn begin(&self, salt: &[u8; SALT_BYTES], context: &[u8], header: &mut [u8]) -> Derived {
        let derived = self.derive(salt, context);
        header[..SALT_BYTES].copy_from_slice(salt);
        header[SALT_BYTES..].copy_from_slice(&derived.commitment());
        derived
    }
}

/// Splits a sealed message into its header and its chunks.
pub(super) fn split(sealed: &[u8]) -> Result<(&[u8], &[u8]), ChunkedError> {
    sealed.split_at_checked(HEADER_BYTES).ok_or(ChunkedError::Truncated)
}
