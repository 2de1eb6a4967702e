//! What an algorithm can be told beyond its key and its message.

use crate::error::Allowed;

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
    /// Several cores for one long message, by [`DynXof::absorb_parallel`](super::DynXof::absorb_parallel).
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
    // Every algorithm takes a key of so many bytes or less.
    const LONGEST: usize = 32;
    let shortest = (0..=LONGEST).find(|&bytes| allowed.contains(bytes));
    &[0; LONGEST][..shortest.unwrap_or_default()]
}
