//! Algorithms by name: one static table per kind, and objects whose algorithm is chosen at run time.
//!
//! Lookup ignores case and reads `/` and `_` as `-`: `SHA3/256` is `sha3-256`. The command line, C, C++ and Python use
//! only these tables. An algorithm with a row is available in all of them.
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
mod composed;
mod erased;
mod hash;
mod info;
mod kdf;
mod mac;
mod mode;
mod name;
#[doc(hidden)]
pub mod object_storage;
mod params;
mod rows;
#[cfg(feature = "suggestions")]
mod suggest;
mod table;
#[cfg(all(feature = "blake", feature = "keccak"))]
mod tree;
mod xof;

pub use aead::{AEADS, AeadRow, DynAead, DynMessage, MessageLengths, aead};
pub use cipher::{CIPHERS, CipherRow, DynCipher, cipher};
pub use composed::{composed_aeads, composed_kdfs, composed_macs};
pub use hash::{DynHash, HASHES, HashRow, hash, import_hash, import_hash_with_key};
pub use info::{Info, Kind, Sizes, Status};
pub use kdf::{HkdfStep, KDFS, KdfParams, KdfRow, KdfRule, kdf, kdfs};
pub use mac::{DynMac, MACS, MacRow, import_mac_with_key, mac, macs};
pub use mode::{CipherMode, Direction, DynMode, Mode, mode, modes};
pub use name::{LONGEST_NAME, UnknownName, normalize};
pub use params::{DEFAULT_BLOCK_BYTES, HashParams, HashTakes, MacParams, XofParams, XofTakes};
pub use table::{Algorithm, algorithms, find};
#[cfg(all(feature = "blake", feature = "keccak"))]
pub use tree::{DynPart, DynTree, Record, RecordError, TREES, TreeParams, tree};
pub use xof::{
    DynXof, KEYED_XOFS, SIZED_HASHES, XOFS, XofRow, import_xof, import_xof_with_key, keyed_xof,
    sized_hash, xof,
};

pub use crate::traits::{Implementation, Timing};
