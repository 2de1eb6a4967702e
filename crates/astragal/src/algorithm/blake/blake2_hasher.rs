//! BLAKE2 with a digest length, key, salt and personalization that are chosen at run time.

use core::fmt;

use super::blake2::{Blake2, Blake2Blocks, stack_bytes};
use super::blake2_params::Blake2Params;
use crate::error::{Allowed, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::traits::hash::HashEngine as _;
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};

/// Incremental BLAKE2 with parameters, words of type `W` and blocks of `N` bytes. Use this type through [`Blake2b`] and
/// [`Blake2s`].
#[derive(Clone)]
#[expect(private_bounds, reason = "only the two aliases name this type")]
pub struct Blake2Hasher<W: Blake2Blocks<N>, const N: usize> {
    start: Blake2<W, N>,
    hash: Blake2<W, N>,
    digest_bytes: usize,
    keyed: bool,
}

/// BLAKE2b with parameters.
///
/// ```
/// use astragal::hash::{Blake2b, Blake2Params};
/// let params = Blake2Params { personal: b"my application", ..Blake2Params::new(20) };
/// let mut hash = Blake2b::new(&params)?;
/// hash.update(b"message");
/// let mut digest = [0; 20];
/// hash.finalize_into_reset(&mut digest)?;
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type Blake2b = Blake2Hasher<u64, 128>;

/// BLAKE2s with parameters.
///
/// ```
/// use astragal::hash::{Blake2s, Blake2Params};
/// let mut hash = Blake2s::new(&Blake2Params { salt: b"salt", ..Blake2Params::new(10) })?;
/// hash.update(b"message");
/// let mut digest = [0; 10];
/// hash.finalize_into_reset(&mut digest)?;
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type Blake2s = Blake2Hasher<u32, 64>;

#[expect(private_bounds, reason = "only the two aliases name this type")]
impl<W: Blake2Blocks<N>, const N: usize> Blake2Hasher<W, N> {
    /// Upper bound, in bytes, on the stack that one call of a hash method uses.
    const STACK_BYTES: usize = stack_bytes(N);

    /// Creates a hash of the empty message with the given parameters.
    ///
    /// # Errors
    /// [`ParameterError`] if a length or number is out of range.
    pub fn new(params: &Blake2Params<'_>) -> Result<Self, ParameterError> {
        check(W::NAME, params, N / 2, N / 8, W::LAST_NODE)?;
        Ok(with_stack_wipe(512 + 4 * size_of::<Self>(), || {
            let start = Blake2::with(params);
            let (digest_bytes, keyed) = (params.digest_bytes, !params.key.is_empty());
            Self { hash: start.clone(), start, digest_bytes, keyed }
        }))
    }

    /// Returns the digest length in bytes.
    #[must_use]
    pub const fn digest_bytes(&self) -> usize {
        self.digest_bytes
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(Self::STACK_BYTES, || self.hash.update(data));
    }

    /// Fills `digest`, then resets the hash to an empty message.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `digest` differs from [`digest_bytes`](Self::digest_bytes). In that
    /// case the state is unchanged.
    pub fn finalize_into_reset(&mut self, digest: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(W::NAME, digest, self.digest_bytes)?;
        with_stack_wipe(Self::STACK_BYTES, || self.hash.finish(digest));
        self.reset();
        Ok(())
    }

    /// Resets the hash to an empty message with the same parameters.
    pub fn reset(&mut self) {
        self.hash.clone_from(&self.start);
    }
}

impl<W: Blake2Blocks<N>, const N: usize> SerializeState for Blake2Hasher<W, N> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        fields.small(&mut self.digest_bytes)?;
        let mut keyed = u8::from(self.keyed);
        keyed.serialize(fields)?;
        self.keyed = keyed == 1;
        for core in [&mut self.start, &mut self.hash] {
            core.serialize_last(fields)?;
            core.serialize(fields)?;
        }
        Fields::check(keyed <= 1 && (1..=N / 2).contains(&self.digest_bytes))
    }
}

impl<W: Blake2Blocks<N>, const N: usize> state::StateEngine for Blake2Hasher<W, N> {
    const KIND: StateKind = StateKind::Hash;

    fn name(&self) -> &'static str {
        W::NAME
    }
    fn is_keyed(&self) -> bool {
        self.keyed
    }
}

#[cfg(feature = "alloc")]
impl<W: Blake2Blocks<N>, const N: usize> state::ExportState for Blake2Hasher<W, N> {
    fn empty() -> Self {
        let start = Blake2::unkeyed(N / 2);
        Self { hash: start.clone(), start, digest_bytes: N / 2, keyed: false }
    }
}

impl<W: Blake2Blocks<N>, const N: usize> fmt::Debug for Blake2Hasher<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if N == 128 { 'b' } else { 's' };
        write!(f, "Blake2{letter} {{ .. }}")
    }
}

fn check(
    algorithm: &'static str,
    params: &Blake2Params<'_>,
    longest: usize,
    salt: usize,
    nodes: u64,
) -> Result<(), ParameterError> {
    for (what, given, allowed) in [
        ("digest", params.digest_bytes, Allowed::Between(1, longest)),
        ("key", params.key.len(), Allowed::AtMost(longest)),
        ("salt", params.salt.len(), Allowed::AtMost(salt)),
        ("personalization", params.personal.len(), Allowed::AtMost(salt)),
        ("inner digest", params.node.inner_bytes.into(), Allowed::AtMost(longest)),
    ] {
        ParameterError::check_length(algorithm, what, given, allowed)?;
    }
    let value = |what, given, allowed| ParameterError::Value { algorithm, what, given, allowed };
    if params.node.depth == 0 {
        return Err(value("depth", 0, "1 to 255"));
    }
    if params.node.offset > nodes {
        let given = usize::try_from(params.node.offset).unwrap_or(usize::MAX);
        return Err(value("node offset", given, "less than 2^48"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::blake::blake2::{Blake2b512, Blake2s256};
    use crate::algorithm::blake::blake2_mac::Blake2bMac;
    use crate::algorithm::blake::blake2_params::Blake2Node;
    use std::string::ToString;

    fn digest<const N: usize>(params: &Blake2Params<'_>, message: &[u8]) -> [u8; N] {
        let mut hash = Blake2b::new(params).unwrap();
        let mut digest = [0; N];
        hash.update(message);
        hash.finalize_into_reset(&mut digest).unwrap();
        hash.update(message);
        let mut again = [0; N];
        hash.finalize_into_reset(&mut again).unwrap();
        assert_eq!(digest, again);
        digest
    }

    #[test]
    fn default_parameters_give_the_plain_hash() {
        assert_eq!(digest(&Blake2Params::new(64), b"abc"), Blake2b512::hash(b"abc"));
        let keyed = Blake2Params { key: b"key", ..Blake2Params::new(32) };
        assert_eq!(digest(&keyed, b"abc"), Blake2bMac::<32>::new(b"key").unwrap().mac(b"abc"));
        let mut hash = Blake2s::new(&Blake2Params::new(32)).unwrap();
        let mut short = [0; 32];
        hash.update(b"abc");
        hash.finalize_into_reset(&mut short).unwrap();
        assert_eq!(short, Blake2s256::hash(b"abc"));
    }

    #[test]
    fn each_parameter_changes_the_digest() {
        let plain = Blake2Params::new(64);
        let node = plain.node;
        let all = [
            plain,
            Blake2Params { key: b"1", ..plain },
            Blake2Params { salt: b"1", ..plain },
            Blake2Params { personal: b"1", ..plain },
            Blake2Params { node: Blake2Node { fanout: 2, ..node }, ..plain },
            Blake2Params { node: Blake2Node { depth: 2, ..node }, ..plain },
            Blake2Params { node: Blake2Node { leaf_bytes: 1 << 31, ..node }, ..plain },
            Blake2Params { node: Blake2Node { offset: 1 << 63, ..node }, ..plain },
            Blake2Params { node: Blake2Node { node_depth: 1, ..node }, ..plain },
            Blake2Params { node: Blake2Node { inner_bytes: 1, ..node }, ..plain },
            Blake2Params { node: Blake2Node { is_last: true, ..node }, ..plain },
        ];
        let digests = all.each_ref().map(|params| digest::<64>(params, b""));
        for i in 0..all.len() {
            for j in 0..i {
                assert_ne!(digests[i], digests[j], "{:?} {:?}", all[i], all[j]);
            }
        }
    }

    #[test]
    fn rejects_each_parameter_out_of_range() {
        let plain = Blake2Params::new(32);
        let node = |node| Blake2Params { node, ..plain };
        for (params, error) in [
            (Blake2Params::new(0), "digest is 0 bytes; blake2s takes 1 to 32"),
            (Blake2Params::new(33), "digest is 33 bytes; blake2s takes 1 to 32"),
            (Blake2Params { key: &[0; 33], ..plain }, "key is 33 bytes; blake2s takes at most 32"),
            (Blake2Params { salt: &[0; 9], ..plain }, "salt is 9 bytes; blake2s takes at most 8"),
            (
                Blake2Params { personal: &[0; 9], ..plain },
                "personalization is 9 bytes; blake2s takes at most 8",
            ),
            (
                node(Blake2Node { inner_bytes: 33, ..plain.node }),
                "inner digest is 33 bytes; blake2s takes at most 32",
            ),
            (node(Blake2Node { depth: 0, ..plain.node }), "depth is 0; blake2s takes 1 to 255"),
        ] {
            assert_eq!(Blake2s::new(&params).unwrap_err().to_string(), error);
        }
        assert!(Blake2s::new(&node(Blake2Node { offset: 1 << 48, ..plain.node })).is_err());
        assert!(Blake2b::new(&node(Blake2Node { offset: 1 << 48, ..plain.node })).is_ok());
        let mut hash = Blake2s::new(&plain).unwrap();
        assert!(hash.finalize_into_reset(&mut [0; 31]).is_err());
    }
}
