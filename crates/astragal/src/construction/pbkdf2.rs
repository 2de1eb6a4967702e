//! PBKDF2 (RFC 8018 §5.2, SP 800-132) with HMAC over any hash.

use core::fmt;
use core::marker::PhantomData;

use crate::construction::hmac::Hmac;
use crate::construction::names::{Composed, compose, text};
use crate::error::{Allowed, KdfError, ParameterError};
use crate::platform::words::erase;
use crate::traits::hash::{Hash, HmacChain};
use crate::traits::kdf::Work;

/// PBKDF2 with HMAC over the hash `H`. Derives a key of any length from a password and a salt of any length.
///
/// The derivation runs in constant time. PBKDF2 needs almost no memory, so a graphics card guesses passwords about a
/// thousand times as fast as a CPU core. Use it for compatibility or where a regulation requires it.
///
/// ```
/// use astragal::hash::Sha256;
/// use astragal::kdf::Pbkdf2;
/// let key: [u8; 32] = Pbkdf2::<Sha256>::new(1000)?.derive(b"password", b"salt")?;
/// # Ok::<(), astragal::error::KdfError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Pbkdf2<H> {
    iterations: u32,
    hash: PhantomData<fn() -> H>,
}

/// Maximum number of output blocks computed in parallel: one for each 32-bit word of a 512-bit vector.
pub(crate) const MAX_PARALLEL: usize = 16;

/// Number of iterations between two calls to the progress callback.
pub(crate) const ITERATIONS_PER_REPORT: u32 = 1 << 16;

impl<H: Hash> Pbkdf2<H> {
    const COMPOSED: Composed = compose("pbkdf2-", H::HMAC_NAME);
    /// Canonical name, such as `pbkdf2-hmac-sha256`.
    pub const NAME: &'static str = text(&Self::COMPOSED);

    /// Creates PBKDF2 with `iterations` iterations. OWASP (2023) recommends 600 000 with SHA-256 and 210 000 with
    /// SHA-512.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if `iterations` is 0.
    pub const fn new(iterations: u32) -> Result<Self, ParameterError> {
        match check_iterations(Self::NAME, iterations) {
            Ok(()) => Ok(Self { iterations, hash: PhantomData }),
            Err(error) => Err(error),
        }
    }

    /// Derives a key of `N` bytes.
    ///
    /// # Errors
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
    /// [`KdfError::Parameter`] if `key` is longer than 2^32 - 1 digests. In that case `key` holds zeros.
    pub fn derive_into(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
    ) -> Result<(), KdfError> {
        self.derive_with(password, salt, key, &mut Work::default())
    }

    /// Like [`derive_into`](Self::derive_into), but with a progress callback.
    ///
    /// # Errors
    /// [`KdfError::Parameter`] if `key` is longer than 2^32 - 1 digests.
    ///
    /// [`KdfError::Cancelled`] if the callback stops the derivation. `key` holds zeros after an error.
    pub fn derive_with(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        key.fill(0);
        check_output(Self::NAME, H::DIGEST_BYTES, key.len())?;
        let hmac = Hmac::<H>::new(password);
        let count = key.len().div_ceil(H::DIGEST_BYTES);
        let blocks = key.chunks_mut(H::DIGEST_BYTES).zip(1..);
        let blocks = blocks.map(|(out, index)| Block { hmac: &hmac, salt, index, out });
        let derived = self.fill(blocks, count, work);
        if derived.is_err() {
            erase(key);
        }
        derived
    }

    /// Fills each of `keys` with the key derived from the password and the salt at the same index. Computes several
    /// keys in parallel. For hashes with vector backends, such as MD5 and SHA-2, this is faster than deriving one key
    /// at a time.
    ///
    /// # Errors
    /// [`KdfError::Parameter`] if a key is longer than 2^32 - 1 digests.
    ///
    /// # Panics
    /// Panics if the number of keys differs from the number of passwords.
    #[cfg(feature = "alloc")]
    pub fn derive_many<const N: usize>(
        &self,
        passwords_and_salts: &[(&[u8], &[u8])],
        keys: &mut [[u8; N]],
    ) -> Result<(), KdfError> {
        assert_eq!(
            passwords_and_salts.len(),
            keys.len(),
            "there must be one key for each password"
        );
        check_output(Self::NAME, H::DIGEST_BYTES, N)?;
        let hmacs: alloc::vec::Vec<_> =
            passwords_and_salts.iter().map(|(password, _)| Hmac::<H>::new(password)).collect();
        let blocks = hmacs.iter().zip(passwords_and_salts).zip(keys).flat_map(
            |((hmac, &(_, salt)), key)| {
                let blocks = key.chunks_mut(H::DIGEST_BYTES).zip(1..);
                blocks.map(move |(out, index)| Block { hmac, salt, index, out })
            },
        );
        let count = passwords_and_salts.len() * N.div_ceil(H::DIGEST_BYTES);
        self.fill(blocks, count, &mut Work::default())
    }

    /// Computes all `count` output blocks.
    fn fill<'b>(
        &self,
        mut blocks: impl Iterator<Item = Block<'b, H>>,
        count: usize,
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        let batches = count.div_ceil(MAX_PARALLEL) as u64;
        for batch in 0..batches {
            let mut group: [Option<Block<'b, H>>; MAX_PARALLEL] = [const { None }; MAX_PARALLEL];
            group.iter_mut().zip(&mut blocks).for_each(|(place, block)| *place = Some(block));
            self.fill_group(&mut group, (batch, batches), work)?;
        }
        Ok(())
    }

    /// Computes at most [`MAX_PARALLEL`] output blocks. `batch` is the index of this batch, and `batches` is the total
    /// number of batches.
    fn fill_group(
        &self,
        group: &mut [Option<Block<'_, H>>],
        (batch, batches): (u64, u64),
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        let mut chains = group.iter().flatten().map(Block::chain);
        let Some(first) = chains.next() else { return Ok(()) };
        let mut all = Chains::<H>([first; MAX_PARALLEL]);
        let mut count = 1;
        for (place, chain) in all.0[1..].iter_mut().zip(chains) {
            *place = chain;
            count += 1;
        }
        let total = batches * u64::from(self.iterations);
        let mut done = 1;
        while done < self.iterations {
            work.report(batch * u64::from(self.iterations) + u64::from(done), total)?;
            let links = ITERATIONS_PER_REPORT.min(self.iterations - done);
            H::extend_chains(&mut all.0[..count], links);
            done += links;
        }
        for (block, chain) in group.iter_mut().flatten().zip(&all.0) {
            block.out.copy_from_slice(&chain.sum.as_ref()[..block.out.len()]);
        }
        Ok(())
    }
}

/// Output block to be computed: T_`index` of RFC 8018.
struct Block<'b, H: Hash> {
    hmac: &'b Hmac<H>,
    salt: &'b [u8],
    index: u32,
    out: &'b mut [u8],
}

impl<'b, H: Hash> Block<'b, H> {
    /// Starts the chain of HMAC tags for this output block: computes the first tag, U_1 (RFC 8018 §5.2).
    fn chain(&self) -> HmacChain<'b, H> {
        let mut hmac = self.hmac.clone();
        hmac.update(self.salt);
        let first = hmac.mac(&self.index.to_be_bytes());
        let (inner, outer) = self.hmac.hashes();
        HmacChain { inner, outer, last: first, sum: first }
    }
}

/// Chains of HMAC tags, one per output block. The tags are wiped on drop.
struct Chains<'a, H: Hash>([HmacChain<'a, H>; MAX_PARALLEL]);

impl<H: Hash> Drop for Chains<'_, H> {
    fn drop(&mut self) {
        for chain in &mut self.0 {
            erase(chain.last.as_mut());
            erase(chain.sum.as_mut());
        }
    }
}

/// Checks that the number of iterations is at least 1.
pub(crate) const fn check_iterations(
    algorithm: &'static str,
    iterations: u32,
) -> Result<(), ParameterError> {
    if iterations == 0 {
        return Err(ParameterError::Value {
            algorithm,
            what: "number of iterations",
            given: 0,
            allowed: "1 or more",
        });
    }
    Ok(())
}

/// Checks that the derived key fits in 2^32 - 1 output blocks of `digest_bytes` bytes, because a block index has 32
/// bits.
pub(crate) fn check_output(
    algorithm: &'static str,
    digest_bytes: usize,
    key_bytes: usize,
) -> Result<(), ParameterError> {
    let longest = usize::try_from(u64::from(u32::MAX) * digest_bytes as u64);
    let allowed = Allowed::AtMost(longest.unwrap_or(usize::MAX));
    ParameterError::check_length(algorithm, "key", key_bytes, allowed)
}

impl<H: Hash> fmt::Debug for Pbkdf2<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} iterations", Self::NAME, self.iterations)
    }
}
