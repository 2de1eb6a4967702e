//! Parameters that hashes, extendable-output functions and MACs take besides the message, and the sets of parameters
//! that an algorithm accepts. The parameters of key derivation functions are in `kdf/row.rs`.

use crate::error::{Allowed, ParameterError};
#[cfg(feature = "blake")]
use crate::hash::Blake2Node;

/// Parameters that a hash takes besides the message. `None` selects the default. Each parameter changes the whole
/// digest.
#[derive(Clone, Copy, Default)]
pub struct HashParams<'a> {
    /// Digest length in bytes, for BLAKE2 and Skein. A shorter digest is not a prefix of a longer digest of the same
    /// message.
    pub digest_bytes: Option<usize>,
    /// Key of BLAKE2 and Skein.
    pub key: Option<&'a [u8]>,
    /// Salt of BLAKE and BLAKE2.
    pub salt: Option<&'a [u8]>,
    /// Personalization string of BLAKE2 and Skein.
    pub personal: Option<&'a [u8]>,
    /// Position of the hashed node in a BLAKE2 hash tree.
    #[cfg(feature = "blake")]
    pub node: Option<Blake2Node>,
    /// Public key. Skein includes it in a digest that will be signed with the matching private key.
    pub public_key: Option<&'a [u8]>,
    /// Identifier of the key that Skein derives.
    pub key_id: Option<&'a [u8]>,
    /// Nonce of Skein.
    pub nonce: Option<&'a [u8]>,
}

/// The [`HashParams`] that a hash accepts, and their allowed lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashTakes {
    /// Allowed digest lengths, if the digest length is a parameter.
    pub digest_bytes: Option<Allowed>,
    /// Allowed key lengths, if a key is accepted.
    pub key_bytes: Option<Allowed>,
    /// Allowed salt lengths, if a salt is accepted.
    pub salt_bytes: Option<Allowed>,
    /// Allowed lengths of the personalization string, if one is accepted.
    pub personal_bytes: Option<Allowed>,
    /// Whether a position in a BLAKE2 hash tree is accepted.
    pub node: bool,
    /// Whether Skein's public key, key identifier and nonce are accepted. These strings may have any length.
    pub strings: bool,
}

impl HashTakes {
    /// Accepts no parameters.
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
    /// Returns whether any parameter is set. Returns an error if `algorithm` does not accept a parameter that is set,
    /// or does not accept the length of the parameter's value.
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

/// Parameters of an extendable-output function. `None` selects the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct XofParams<'a> {
    /// Key. Required by keyed functions.
    pub key: Option<&'a [u8]>,
    /// Customization string, or the key derivation context of BLAKE3. SP 800-185 calls the string S, and RFC 9861 calls
    /// it C.
    pub custom: Option<&'a [u8]>,
    /// Function name N of cSHAKE.
    pub function_name: Option<&'a [u8]>,
    /// Domain separation byte of TurboSHAKE.
    pub domain: Option<u8>,
    /// ParallelHash's block size B in bytes.
    pub block_bytes: Option<usize>,
    /// Output length in bytes. The fixed-length functions of SP 800-185 include it in their input. Other functions
    /// ignore it.
    pub output_bytes: Option<usize>,
}

/// The [`XofParams`] that a function accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XofTakes {
    /// Whether a customization string is accepted.
    pub custom: bool,
    /// Whether a function name is accepted, which is the parameter N of cSHAKE.
    pub function_name: bool,
    /// Whether a domain separation byte is accepted.
    pub domain: bool,
    /// Whether a block size is accepted.
    pub block_bytes: bool,
    /// Whether the output length must be chosen in advance. A shorter output is then not a prefix of a longer output.
    pub output_bytes: bool,
    /// Whether the message is a tuple of byte strings.
    pub items: bool,
    /// Whether [`DynXof::absorb_parallel`](super::DynXof::absorb_parallel) uses several cores for a long message.
    pub cores: bool,
}

/// Default block size B of ParallelHash, in bytes. KangarooTwelve's chunks have the same size.
pub const DEFAULT_BLOCK_BYTES: usize = 8192;

/// Parameters of a message authentication code. `None` selects the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct MacParams<'a> {
    /// Customization string S.
    pub custom: Option<&'a [u8]>,
    /// Tag length in bytes, for MACs whose tag length is a parameter.
    pub tag_bytes: Option<usize>,
}

/// Returns a placeholder key of an allowed length. The caller creates an object with this key, and then imports a state
/// that contains the real key.
pub(super) fn some_key(allowed: Allowed) -> &'static [u8] {
    // Every algorithm allows at least one key length up to this one.
    const LONGEST: usize = 32;
    let shortest = (0..=LONGEST).find(|&bytes| allowed.contains(bytes));
    &[0; LONGEST][..shortest.unwrap_or_default()]
}
