//! PBKDF2 whose hash is selected by name. The code is compiled once for each of the three erased hash states in
//! `registry/erased/hash.rs`.

use crate::construction::pbkdf2::{
    ITERATIONS_PER_REPORT, MAX_PARALLEL, check_iterations, check_output,
};
use crate::error::KdfError;
use crate::kdf::Work;
use crate::platform::stack::with_stack_wipe;
use crate::registry::erased::hash::{HashOps, HashState};
use crate::registry::mac::Authenticate;
use crate::registry::mac::hmac::{ErasedHmac, LONGEST_DIGEST};
use crate::traits::hash::Chain;

/// Upper bound, in bytes, on the stack that PBKDF2 uses for HMAC tags and for hash chains in vector lanes.
const CHAINS_STACK: usize = 16 << 10;

/// PBKDF2 with HMAC over a hash. scrypt also uses this type. `name` is the algorithm that errors name: PBKDF2 or
/// scrypt.
pub(super) struct ErasedPbkdf2<X: 'static> {
    pub(super) name: &'static str,
    pub(super) hash: &'static HashOps<X>,
    pub(super) iterations: u32,
}

impl<X: HashState> ErasedPbkdf2<X> {
    /// Derives `key`, then wipes the stack. If this function returns an error, the caller must erase `key`.
    pub(super) fn derive(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        check_iterations(self.name, self.iterations)?;
        check_output(self.name, self.hash.digest_bytes, key.len())?;
        let stack = self.hash.stack + CHAINS_STACK + 4 * size_of::<ErasedHmac<X>>();
        with_stack_wipe(stack, || self.fill(password, salt, key, work))
    }

    /// Derives `key` like [`derive`](Self::derive), but neither checks the parameters nor wipes the stack.
    fn fill(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        let hmac = ErasedHmac::keyed(self.hash, password);
        let (inner, outer) = hmac.hashes();
        let (mut last, mut sum) =
            ([[0; LONGEST_DIGEST]; MAX_PARALLEL], [[0; LONGEST_DIGEST]; MAX_PARALLEL]);
        let digest_bytes = self.hash.digest_bytes;
        let batches = key.len().div_ceil(MAX_PARALLEL * digest_bytes) as u64;
        let total = batches * u64::from(self.iterations);
        let mut done = 0;
        let mut index = 0_u32;
        for out in key.chunks_mut(MAX_PARALLEL * digest_bytes) {
            let count = out.len().div_ceil(digest_bytes);
            for (last, sum) in last.iter_mut().zip(&mut sum).take(count) {
                index += 1;
                let mut first = hmac.clone();
                first.update(salt);
                first.update(&index.to_be_bytes());
                first.end(&mut last[..digest_bytes]);
                *sum = *last;
            }
            let mut links_left = self.iterations - 1;
            done += 1;
            while links_left > 0 {
                work.report(done, total)?;
                let links = ITERATIONS_PER_REPORT.min(links_left);
                let mut pairs = last.iter_mut().zip(&mut sum).take(count);
                let mut next = || {
                    let (last, sum) = pairs.next()?;
                    let (last, sum) = (&mut last[..digest_bytes], &mut sum[..digest_bytes]);
                    Some(Chain { inner, outer, last, sum })
                };
                X::extend_chains(&mut next, links);
                links_left -= links;
                done += u64::from(links);
            }
            for (out, sum) in out.chunks_mut(digest_bytes).zip(&sum) {
                out.copy_from_slice(&sum[..out.len()]);
            }
        }
        Ok(())
    }
}
