//! Every algorithm by name: one static table per kind, and objects whose algorithm is chosen at run
//! time.
//!
//! Names fold case and read `/` and `_` as `-`: `SHA3/256` is `sha3-256`. The command line, C, C++ and
//! Python are written over these tables alone; a row is all that an algorithm needs to be in each.
//!
//! ```
//! use astragal::registry;
//! let mut hash = registry::hash("SHA3_256")?.new_hash();
//! hash.update(b"abc");
//! assert_eq!(hash.finalize_reset(), astragal::hash::Sha3_256::hash(b"abc"));
//! # Ok::<(), registry::UnknownName>(())
//! ```

mod aead;
mod cipher;
mod hash;
mod kdf;
mod mac;
mod name;
mod place;
mod tree;
mod xof;

pub use aead::{AEADS, AeadRow, DynAead, aead};
pub use cipher::{CIPHERS, CipherRow, DynCipher, cipher};
pub use hash::{DynHash, HASHES, HashRow, hash};
pub use kdf::{KDFS, KdfParams, KdfRow, KdfRule, kdf, kdfs};
pub use mac::{DynMac, MACS, MacParams, MacRow, mac, macs};
pub use name::{Entry, Kind, UnknownName, normalize};
pub use place::Place;
pub use tree::{DynPart, DynTree, Record, RecordError, TREES, TreeParams, tree};
pub use xof::{DEFAULT_BLOCK_BYTES, DynXof, XOFS, XofParams, XofRow, XofTakes, xof};

pub use crate::kind::{Implementation, Timing};

/// How an algorithm stands today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// For new designs.
    Recommended,
    /// No known weakness; newer or better studied ones exist.
    Acceptable,
    /// For compatibility only.
    Legacy,
    /// Practical attacks exist.
    Broken,
}

impl Status {
    /// `recommended`, `acceptable`, `legacy` or `broken`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recommended => "recommended",
            Self::Acceptable => "acceptable",
            Self::Legacy => "legacy",
            Self::Broken => "broken",
        }
    }
}
