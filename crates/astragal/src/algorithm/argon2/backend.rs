//! Which code compresses blocks of Argon2 here. No `unsafe`: a variant carries its proof.

use super::Block;
use super::compress::{self, Meet};

/// A way to compress blocks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend {
    Portable,
}

impl Backend {
    pub(super) fn best() -> Self {
        Self::Portable
    }
    pub(super) fn name(self) -> &'static str {
        "portable"
    }
}

impl Backend {
    /// `out` becomes G(`x`, `y`), or that is XORed into it.
    #[inline]
    pub(super) fn compress(self, out: &mut Block, x: &Block, y: &Block, meet: Meet) {
        match self {
            Self::Portable => compress::compress(out, x, y, meet),
        }
    }
}
