//! HMAC whose hash is selected by name. The code is compiled once for each of the three type-erased hash states in
//! `registry/erased/hash.rs`.

use core::fmt::{self, Debug};

use super::object::{Authenticate, object};
use super::row::{HmacHash, MacRow, Request};
use crate::construction::hmac::{Hmac, LONGEST_BLOCK};
use crate::error::{Allowed, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::platform::words::erase;
use crate::registry::erased::hash::{ErasedHash, HashOps, HashState};
use crate::registry::info::Status;
use crate::traits::mac::SHORTEST_VERIFIED_TAG_BYTES;
use crate::traits::state::{Fields, Serialized};

/// Longest digest length of any hash (Skein-1024), in bytes.
pub(in crate::registry) const LONGEST_DIGEST: usize = 128;

/// Upper bound, in bytes, on the stack used by dynamic dispatch and a digest buffer, in addition to the stack of the
/// hash.
const TAG_STACK: usize = 480;

impl MacRow {
    /// Creates the registry row for HMAC with the hash `H`. Tags may be truncated to 4 bytes or more (FIPS 198-1 §5, SP
    /// 800-107r1 §5.3.3). Protocols truncate HMAC-SHA-1: IPsec and SSH use 12 bytes, and SRTP uses 4 and 10 bytes.
    pub(in crate::registry) const fn hmac<H: ErasedHash>(status: Status) -> Self {
        const {
            assert!(
                H::DIGEST_BYTES <= H::BLOCK_BYTES,
                "the digest must not be longer than a block"
            );
            assert!(H::BLOCK_BYTES <= LONGEST_BLOCK && H::DIGEST_BYTES <= LONGEST_DIGEST);
        };
        let allowed = Allowed::Between(SHORTEST_VERIFIED_TAG_BYTES, H::DIGEST_BYTES);
        let row = Self::of::<Hmac<H>>(Allowed::AtLeast(0), allowed, create);
        Self { hash: Some(H::OPS), ..row.with(status, &[]) }
    }
}

/// Depending on `request`, creates an HMAC object or computes the HMAC tag of one message.
fn create(row: &'static MacRow, key: &[u8], _: &[u8], tag_bytes: usize, request: Request<'_>) {
    let Some(hash) = row.hash else { unreachable!("an HMAC row has a hash") };
    hash.create(row, key, tag_bytes, request);
}

impl<X: HashState> HmacHash for HashOps<X> {
    fn create(
        &'static self,
        row: &'static MacRow,
        key: &[u8],
        tag_bytes: usize,
        request: Request<'_>,
    ) {
        match request {
            Request::Tag(message, tag) => tag_into(self, key, message, tag),
            Request::Object(_) => {
                object(row, self.stack, || ErasedHmac::keyed(self, key), tag_bytes, request);
            }
        }
    }
}

/// Computes the HMAC tag of `message`, truncates it to the length of `tag`, and writes it there. `tag` must not be
/// longer than the digest.
#[inline(never)]
pub(in crate::registry) fn tag_into<X: HashState>(
    hash: &'static HashOps<X>,
    key: &[u8],
    message: &[u8],
    tag: &mut [u8],
) {
    with_stack_wipe(hash.hmac_stack + TAG_STACK, || {
        let (mut inner, mut outer) = ([0; LONGEST_BLOCK], [0; LONGEST_BLOCK]);
        pad(hash, key, &mut inner, &mut outer);
        let (inner, outer) = (&inner[..hash.block_bytes], &outer[..hash.block_bytes]);
        // Some hashes derive their initial state from the length of the digest buffer, so the function `hmac` needs a
        // buffer of exactly the digest length. A shorter tag is copied from the full digest.
        if tag.len() == hash.digest_bytes {
            return (hash.hmac)(inner, outer, message, tag);
        }
        let mut digest = [0; LONGEST_DIGEST];
        (hash.hmac)(inner, outer, message, &mut digest[..hash.digest_bytes]);
        tag.copy_from_slice(&digest[..tag.len()]);
    });
}

/// XORs the key with HMAC's inner and outer padding, and writes the results to `inner` and `outer`. The caller must
/// have zeroed both buffers. A key longer than a block is hashed first. Only the first `block_bytes` bytes of each
/// result are meaningful.
#[inline(always)]
fn pad<X>(
    hash: &HashOps<X>,
    key: &[u8],
    inner: &mut [u8; LONGEST_BLOCK],
    outer: &mut [u8; LONGEST_BLOCK],
) {
    if key.len() > hash.block_bytes {
        (hash.hash)(key, &mut inner[..hash.digest_bytes]);
    } else {
        inner[..key.len()].copy_from_slice(key);
    }
    for (inner, outer) in inner.iter_mut().zip(outer) {
        *outer = *inner ^ 0x5c;
        *inner ^= 0x36;
    }
}

/// Keyed HMAC state. Its methods do not wipe the stack that they use; the caller must wipe it.
pub(in crate::registry) struct ErasedHmac<X: 'static> {
    hash: &'static HashOps<X>,
    /// Inner and outer hash states after absorbing the padded keys. Drop wipes all bytes of both enums. Assigning a
    /// short variant to an enum does not overwrite all bytes of a longer variant that it held before.
    states: WipeOnDrop<(X, X)>,
}

impl<X: HashState> ErasedHmac<X> {
    /// Creates an HMAC state with `hash`. The key may have any length.
    pub(in crate::registry) fn keyed(hash: &'static HashOps<X>, key: &[u8]) -> Self {
        let (mut inner, mut outer) = ([0; LONGEST_BLOCK], [0; LONGEST_BLOCK]);
        pad(hash, key, &mut inner, &mut outer);
        let mut states = WipeOnDrop::new(((hash.start)(), (hash.start)()));
        states.0.update(&inner[..hash.block_bytes]);
        states.1.update(&outer[..hash.block_bytes]);
        Self { hash, states }
    }

    /// Returns the inner and outer hash states after absorbing the padded keys.
    pub(in crate::registry) fn hashes(&self) -> (&X, &X) {
        (&self.states.0, &self.states.1)
    }

    /// Ends the message and writes the full tag to `digest`, which must be as long as the hash's digest. The states
    /// must not be used afterwards.
    pub(in crate::registry) fn end(&mut self, digest: &mut [u8]) {
        let (inner, outer) = &mut *self.states;
        inner.finish(digest);
        outer.update(digest);
        outer.finish(digest);
    }
}

impl<X: HashState> Authenticate for ErasedHmac<X> {
    fn stack(&self) -> usize {
        self.hash.stack
    }
    fn update(&mut self, data: &[u8]) {
        self.states.0.update(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        let mut digest = [0; LONGEST_DIGEST];
        let digest = &mut digest[..self.hash.digest_bytes];
        self.end(digest);
        tag.copy_from_slice(&digest[..tag.len()]);
        erase(digest);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.states.0.serialize(fields)?;
        self.states.1.serialize(fields)
    }
}

impl<X: HashState> Clone for ErasedHmac<X> {
    fn clone(&self) -> Self {
        Self { hash: self.hash, states: self.states.clone() }
    }
}

impl<X> Debug for ErasedHmac<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hmac<{}> {{ .. }}", self.hash.name)
    }
}
