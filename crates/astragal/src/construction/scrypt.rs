//! scrypt (RFC 7914), a memory-hard key derivation function that uses PBKDF2.
//!
//! `mix` computes scryptROMix over Salsa20/8 on vectors of words, for several instances in lock-step. `backend` selects
//! the vector type. Memory addresses depend on the password, so other programs on the machine may learn information
//! about the password through the cache.

mod backend;
mod mix;

use alloc::vec;
use core::fmt;
use core::marker::PhantomData;
use zeroize::Zeroizing;

use crate::construction::names::{Composed, compose, text};
use crate::construction::pbkdf2::Pbkdf2;
use crate::error::{KdfError, ParameterError};
use crate::traits::hash::Hash;
use crate::traits::kdf::Work;
use crate::traits::{Implementation, Timing};
use backend::Backend;

/// Cost parameters of scrypt (RFC 7914 §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScryptParams {
    /// N, the cost in memory and time. It is a power of two, at least 2 and less than 2^(16 r).
    pub n: u64,
    /// r, the block size in 128-byte units.
    pub r: u32,
    /// p, the number of independent instances; r · p < 2^30.
    pub p: u32,
}

impl ScryptParams {
    /// Parameters from OWASP's Password Storage Cheat Sheet (2023) with 128 MiB and p = 1.
    pub const OWASP_2023_128_MIB: Self = Self { n: 1 << 17, r: 8, p: 1 };
    /// Parameters from OWASP's Password Storage Cheat Sheet (2023) with 64 MiB and p = 2.
    pub const OWASP_2023_64_MIB: Self = Self { n: 1 << 16, r: 8, p: 2 };
    /// Parameters from OWASP's Password Storage Cheat Sheet (2023) with 32 MiB and p = 3.
    pub const OWASP_2023_32_MIB: Self = Self { n: 1 << 15, r: 8, p: 3 };
    /// Parameters from OWASP's Password Storage Cheat Sheet (2023) with 16 MiB and p = 5.
    pub const OWASP_2023_16_MIB: Self = Self { n: 1 << 14, r: 8, p: 5 };
    /// Parameters from OWASP's Password Storage Cheat Sheet (2023) with 8 MiB and p = 10.
    pub const OWASP_2023_8_MIB: Self = Self { n: 1 << 13, r: 8, p: 10 };

    /// Creates a set of parameters.
    #[must_use]
    pub const fn new(n: u64, r: u32, p: u32) -> Self {
        Self { n, r, p }
    }

    /// Returns the minimum memory, in bytes, that scrypt needs with these parameters. scrypt uses more memory if it
    /// computes several of the p instances in parallel.
    #[must_use]
    pub const fn memory_bytes(&self) -> u64 {
        let block = 128 * self.r as u64;
        // The memory holds the N blocks of V, two working blocks, and p blocks for input and output.
        block.saturating_mul(self.n.saturating_add(2).saturating_add(self.p as u64))
    }

    /// Checks the parameters, and that scrypt needs at most `limit` bytes of memory. `None` means no limit. Returns the
    /// maximum memory, in bytes, of all instances that run in parallel: `limit`, or a default if `limit` is `None`.
    const fn check(&self, name: &'static str, limit: Option<u64>) -> Result<u64, ParameterError> {
        let memory = self.memory_bytes();
        if let Some(limit) = limit
            && memory > limit
        {
            let allowed = "no more than the caller's limit";
            return Err(out_of_range(name, "memory in bytes", memory, allowed));
        }
        let (n, r, p) = (self.n, self.r as u64, self.p as u64);
        if n < 2 || !n.is_power_of_two() {
            return Err(out_of_range(name, "cost N", n, "a power of two, at least 2"));
        }
        if r == 0 {
            return Err(out_of_range(name, "block size r", r, "1 or more"));
        }
        if r < 4 && n >> (16 * r) != 0 {
            return Err(out_of_range(name, "cost N", n, "less than 2^(16 r)"));
        }
        if p == 0 {
            return Err(out_of_range(name, "parallelization p", p, "1 or more"));
        }
        if r * p >= 1 << 30 {
            return Err(out_of_range(name, "product of r and p", r * p, "less than 2^30"));
        }
        match limit {
            None => Ok(PARALLEL_MEMORY_BYTES),
            Some(limit) => Ok(limit),
        }
    }
}

const fn out_of_range(
    algorithm: &'static str,
    what: &'static str,
    given: u64,
    allowed: &'static str,
) -> ParameterError {
    #[expect(clippy::cast_possible_truncation, reason = "the value is at most `usize::MAX`")]
    let given = if given > usize::MAX as u64 { usize::MAX } else { given as usize };
    ParameterError::Value { algorithm, what, given, allowed }
}

/// scrypt over PBKDF2 with HMAC and the hash `H`. RFC 7914 defines scrypt for SHA-256.
///
/// ```
/// use astragal::kdf::{Scrypt, ScryptParams};
/// let params = ScryptParams::new(1024, 8, 1);
/// let key: [u8; 32] = Scrypt::new(params)?.derive(b"password", b"salt")?;
/// # Ok::<(), astragal::error::KdfError>(())
/// ```
#[derive(Clone, Copy)]
pub struct ScryptOver<H> {
    params: ScryptParams,
    /// Maximum memory, in bytes, of all instances that run in parallel.
    parallel_memory_bytes: u64,
    hash: PhantomData<fn() -> H>,
}

/// Default limit, in bytes, on the memory of all instances that run in parallel.
const PARALLEL_MEMORY_BYTES: u64 = 256 << 20;

impl<H: Hash> ScryptOver<H> {
    const COMPOSED: Composed = match H::NAME.as_bytes() {
        b"sha256" => compose("scrypt", ""),
        _ => compose("scrypt-", H::HMAC_NAME),
    };
    /// Canonical name: `scrypt` for SHA-256. For other hashes it contains the name of the hash, as in
    /// `scrypt-hmac-sha512`.
    pub const NAME: &'static str = text(&Self::COMPOSED);

    /// Creates scrypt with `params`.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if a parameter is outside the range that [`ScryptParams`] documents.
    pub const fn new(params: ScryptParams) -> Result<Self, ParameterError> {
        Self::limited(params, None)
    }

    /// Creates scrypt with `params`, using at most `limit_bytes` bytes of memory.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if a parameter is out of range, or if [`ScryptParams::memory_bytes`] exceeds the
    /// limit.
    pub const fn within(params: ScryptParams, limit_bytes: u64) -> Result<Self, ParameterError> {
        Self::limited(params, Some(limit_bytes))
    }

    /// Creates scrypt like [`within`](Self::within) if there is a limit, otherwise like [`new`](Self::new).
    const fn limited(
        params: ScryptParams,
        limit_bytes: Option<u64>,
    ) -> Result<Self, ParameterError> {
        match params.check(Self::NAME, limit_bytes) {
            Ok(parallel_memory_bytes) => {
                Ok(Self { params, parallel_memory_bytes, hash: PhantomData })
            }
            Err(error) => Err(error),
        }
    }

    /// Derives a key of `N` bytes.
    ///
    /// # Errors
    /// [`KdfError::Memory`] if the memory cannot be allocated.
    ///
    /// [`KdfError::Parameter`] if the key is longer than 2^32 - 1 digests.
    pub fn derive<const N: usize>(
        &self,
        password: &[u8],
        salt: &[u8],
    ) -> Result<[u8; N], KdfError> {
        let mut key = [0; N];
        self.derive_into(password, salt, &mut key)?;
        Ok(key)
    }

    /// Fills `key` with the key derived from `password` and `salt`.
    ///
    /// # Errors
    /// Returns the same errors as [`derive`](Self::derive). In that case `key` holds zeros.
    pub fn derive_into(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
    ) -> Result<(), KdfError> {
        self.derive_with(password, salt, key, &mut Work::default())
    }

    /// Like [`derive_into`](Self::derive_into), but uses the memory and the progress callback that `work` contains.
    ///
    /// # Errors
    /// Returns the same errors as [`derive`](Self::derive), and [`KdfError::Cancelled`] if the callback stops the
    /// derivation. After an error, `key` holds zeros.
    pub fn derive_with(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        let key_of =
            |salt: &[u8], key: &mut [u8]| Pbkdf2::<H>::new(1)?.derive_into(password, salt, key);
        derive(Self::NAME, &self.params, self.parallel_memory_bytes, &key_of, salt, key, work)
    }

    /// Returns the backend selected for this CPU, and its timing behaviour.
    #[must_use]
    pub fn implementation() -> Implementation {
        implementation()
    }
}

/// Returns scrypt's active backend. It does not depend on the hash that PBKDF2 uses.
pub(crate) fn implementation() -> Implementation {
    Implementation { backend: Backend::best().name(), timing: Timing::DataDependent }
}

/// Function that computes PBKDF2 with the password and an iteration count of 1. Its arguments are the salt and the key
/// to fill.
pub(crate) type KeyOf<'a> = dyn Fn(&[u8], &mut [u8]) -> Result<(), KdfError> + 'a;

/// Runs scrypt with a hash that is selected by name. `key_of` computes PBKDF2 with this hash. `limit_bytes` is the
/// memory limit in bytes, if the caller gives one.
#[cfg(feature = "registry")]
pub(crate) fn derive_over(
    algorithm: &'static str,
    params: &ScryptParams,
    limit_bytes: Option<u64>,
    key_of: &KeyOf<'_>,
    salt: &[u8],
    key: &mut [u8],
    work: &mut Work<'_>,
) -> Result<(), KdfError> {
    let parallel_memory_bytes = params.check(algorithm, limit_bytes)?;
    derive(algorithm, params, parallel_memory_bytes, key_of, salt, key, work)
}

/// Derives a key. The hash is used only through the function `key_of`, so that all hashes share this code.
fn derive(
    algorithm: &'static str,
    params: &ScryptParams,
    parallel_memory_bytes: u64,
    key_of: &KeyOf<'_>,
    salt: &[u8],
    key: &mut [u8],
    work: &mut Work<'_>,
) -> Result<(), KdfError> {
    key.fill(0);
    let backend = Backend::best();
    let mut together = params.p.min(backend.multi_buffer());
    if params.memory_bytes().saturating_mul(together.into()) > parallel_memory_bytes {
        together = 1;
    }
    work.within_arena(|work, arena| {
        let memory = mix::Memory::new(algorithm, params, together, arena)?;
        let block_bytes = 128 * params.r as usize * params.p as usize;
        let mut blocks = vec::Vec::new();
        if blocks.try_reserve_exact(block_bytes).is_err() {
            let bytes = block_bytes as u64;
            return Err(KdfError::Memory { algorithm, bytes });
        }
        blocks.resize(block_bytes, 0);
        let mut blocks = Zeroizing::new(blocks);
        key_of(salt, &mut blocks)?;
        memory.mix(params, &mut blocks, backend, work)?;
        key_of(&blocks, key)
    })
}

impl<H: Hash> fmt::Debug for ScryptOver<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ {:?} }}", Self::NAME, self.params)
    }
}
