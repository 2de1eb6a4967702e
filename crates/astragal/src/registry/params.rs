//! Parameters beyond the key and the message.

use crate::error::{Allowed, ParameterError};
#[cfg(feature = "blake")]
use crate::hash::Blake2Node;

/// Hash parameters beyond the message. `None` is the default. Each parameter changes the whole digest.
#[derive(Clone, Copy, Default)]
pub struct HashParams<'a> {
    /// The digest's length in bytes, where it is chosen: of BLAKE2 and Skein. A shorter digest is not the start of a
    /// longer one.
    pub digest_bytes: Option<usize>,
    /// The key of BLAKE2 and Skein.
    pub key: Option<&'a [u8]>,
    /// The salt of BLAKE and BLAKE2.
    pub salt: Option<&'a [u8]>,
    /// The personalization of BLAKE2 and Skein.
    pub personal: Option<&'a [u8]>,
    /// Position of the hashed node in a tree of BLAKE2.
    #[cfg(feature = "blake")]
    pub node: Option<Blake2Node>,
    /// Skein's public key, that the digest's signature is verified with.
    pub public_key: Option<&'a [u8]>,
    /// Skein's key identifier, of the key to derive.
    pub key_id: Option<&'a [u8]>,
    /// Skein's nonce.
    pub nonce: Option<&'a [u8]>,
}

/// Which of the [`HashParams`] a hash takes, and of how many bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashTakes {
    /// A digest of chosen length.
    pub digest_bytes: Option<Allowed>,
    /// A key.
    pub key_bytes: Option<Allowed>,
    /// A salt.
    pub salt_bytes: Option<Allowed>,
    /// A personalization.
    pub personal_bytes: Option<Allowed>,
    /// Position in a tree.
    pub node: bool,
    /// Skein's public key, key identifier and nonce, of any length.
    pub strings: bool,
}

impl HashTakes {
    /// No parameters.
    pub const NONE: Self = Self {
        digest_bytes: None,
        key_bytes: None,
        salt_bytes: None,
        personal_bytes: None,
        node: false,
        strings: false,
    };
}

impl HashParams<'_> {
    /// Whether any of them is given, and an error if `algorithm` does not take one, or not of its length.
    pub(super) fn check(
        &self,
        algorithm: &'static str,
        takes: &HashTakes,
    ) -> Result<bool, ParameterError> {
        let any = Some(Allowed::AtLeast(0));
        let strings = any.filter(|_| takes.strings);
        #[cfg(feature = "blake")]
        let node = self.node.map(|_| 0);
        #[cfg(not(feature = "blake"))]
        let node = None;
        let bytes = |string: Option<&[u8]>| string.map(<[u8]>::len);
        let mut is_given = false;
        for (what, given, allowed) in [
            ("digest", self.digest_bytes, takes.digest_bytes),
            ("key", bytes(self.key), takes.key_bytes),
            ("salt", bytes(self.salt), takes.salt_bytes),
            ("personalization", bytes(self.personal), takes.personal_bytes),
            ("position in a tree", node, any.filter(|_| takes.node)),
            ("public key", bytes(self.public_key), strings),
            ("key identifier", bytes(self.key_id), strings),
            ("nonce", bytes(self.nonce), strings),
        ] {
            let Some(given) = given else { continue };
            let what_is_taken = if what == "digest" { "digest of another length" } else { what };
            let not_taken = ParameterError::NotTaken { algorithm, what: what_is_taken };
            ParameterError::check_length(algorithm, what, given, allowed.ok_or(not_taken)?)?;
            is_given = true;
        }
        Ok(is_given)
    }
}

impl core::fmt::Debug for HashParams<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let shown = self.digest_bytes;
        f.debug_struct("HashParams").field("digest_bytes", &shown).finish_non_exhaustive()
    }
}

/// The parameters that a function may take; `None` is its default.
#[derive(Clone, Copy, Debug, Default)]
pub struct XofParams<'a> {
    /// The key, which keyed functions cannot do without.
    pub key: Option<&'a [u8]>,
    /// The customization string S or C.
    pub custom: Option<&'a [u8]>,
    /// The function name N.
    pub function_name: Option<&'a [u8]>,
    /// The domain separation byte.
    pub domain: Option<u8>,
    /// ParallelHash's block size B in bytes.
    pub block_bytes: Option<usize>,
    /// The output's length in bytes, which the fixed-length forms of SP 800-185 need beforehand. Others
    /// ignore it: their output does not depend on it.
    pub output_bytes: Option<usize>,
}

/// Which of the [`XofParams`] a function takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XofTakes {
    /// A customization string.
    pub custom: bool,
    /// A function name.
    pub function_name: bool,
    /// A domain separation byte.
    pub domain: bool,
    /// A block size.
    pub block_bytes: bool,
    /// The output's length beforehand; a shorter output is then not the start of a longer one.
    pub output_bytes: bool,
    /// A tuple of byte strings as its message.
    pub items: bool,
    /// PortableBatch cores for one long message, by [`DynXof::absorb_parallel`](super::DynXof::absorb_parallel).
    pub cores: bool,
}

/// ParallelHash's block size B where none is given, in bytes: KangarooTwelve's chunk.
pub const DEFAULT_BLOCK_BYTES: usize = 8192;

/// The parameters of a message authentication code; `None` is its default.
#[derive(Clone, Copy, Debug, Default)]
pub struct MacParams<'a> {
    /// The customization string S.
    pub custom: Option<&'a [u8]>,
    /// The tag's length in bytes, where it is not fixed.
    pub tag_bytes: Option<usize>,
}

/// Some key of an allowed length, for an object into which a state is put that has its own.
pub(super) fn some_key(allowed: Allowed) -> &'static [u8] {
    // Every algorithm accepts keys up to this length in bytes.
    const LONGEST: usize = 32;
    let shortest = (0..=LONGEST).find(|&bytes| allowed.contains(bytes));
    &[0; LONGEST][..shortest.unwrap_or_default()]
}
