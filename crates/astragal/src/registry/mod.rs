//! Algorithms by name: one static table per kind, and objects whose algorithm is chosen at run time.
//!
//! Lookup ignores case and reads `/` and `_` as `-`: `SHA3/256` is `sha3-256`. The command line, C, C++ and Python use
//! only these tables. An algorithm with a row is available in all these interfaces.
//!
//! ```
//! use astragal::registry;
//! let mut hash = registry::hash("SHA3_256")?.new_hash();
//! hash.update(b"abc");
//! assert_eq!(hash.finalize_reset(), astragal::hash::Sha3_256::hash(b"abc"));
//! # Ok::<(), registry::UnknownName>(())
//! ```
// A new algorithm needs a row in the table of its kind: `hash`, `cipher`, `mac`, `aead`, `kdf`, `xof` or `tree`.
//
// Imports between the files of this folder go in one direction: files import from earlier levels of this list.
// 1. `rows`, `params`, `info`, `object_storage`, `name`: table macro, parameters, metadata, storage, name index.
// 2. `erased`: type-erased states of hashes and block ciphers.
// 3. `mac`, `aead`, `kdf`, `xof`, `key_wrap`, `tree`: rows and objects of these kinds.
// 4. `hash`, `cipher`: rows of primitives, and the rows of HMAC, CMAC, key derivation, key wrapping and modes over
//    these primitives.
// 5. `mode`, `lookup`: searches across the tables.
// 6. `suggest`, `unknown_name`: error text for unknown names.
// In folders with a `row.rs`, that file contains the row and the object trait, and the other files import it. `cargo
// xtask lint` rejects import cycles.

#![cfg_attr(
    not(all(feature = "hashes", feature = "ciphers", feature = "kdf", feature = "state")),
    allow(
        dead_code,
        unused_imports,
        unused_variables,
        reason = "each algorithm family uses only some items of this layer"
    )
)]

mod aead;
mod cipher;
mod erased;
mod hash;
mod info;
mod kdf;
mod key_wrap;
mod lookup;
mod mac;
mod mode;
mod name;
#[doc(hidden)]
pub mod object_storage;
mod params;
mod rows;
#[cfg(feature = "suggestions")]
mod suggest;
#[cfg(all(feature = "blake3", feature = "keccak"))]
mod tree;
mod unknown_name;
mod xof;

pub use aead::{AEADS, AeadLimits, AeadRow, DynAead, DynMessage, MessageLengths};
pub use cipher::mode::Mode;
pub use cipher::mode::object::DynMode;
pub use cipher::{CIPHERS, CipherRow, DynCipher, STREAM_CIPHERS, cipher};
pub use hash::{DynHash, HASHES, HashRow, hash};
#[cfg(feature = "state")]
pub use hash::{import_hash, import_hash_with_key};
pub use info::{Info, Kind, Sizes, Status};
pub use kdf::{HkdfStep, KDFS, KdfParams, KdfRow, KdfRule};
pub use key_wrap::KeyWrapRow;
#[cfg(feature = "state")]
pub use lookup::import_mac_with_key;
pub use lookup::{
    Algorithm, aead, algorithms, composed_aeads, composed_kdfs, composed_macs, find, kdf, kdfs,
    key_wrap, key_wraps, mac, macs,
};
pub use mac::{DynMac, MACS, MacRow};
pub use mode::{CipherMode, mode, modes};
pub use name::{LONGEST_NAME, UnknownName, normalize};
pub use params::{DEFAULT_BLOCK_BYTES, HashParams, HashTakes, MacParams, XofParams, XofTakes};
#[cfg(all(feature = "blake3", feature = "keccak"))]
pub use tree::{DynPart, DynTree, Record, RecordError, TREES, TreeParams, tree};
pub use xof::{DynXof, KEYED_XOFS, SIZED_HASHES, XOFS, XofRow, keyed_xof, sized_hash, xof};
#[cfg(feature = "state")]
pub use xof::{import_xof, import_xof_with_key};
#[doc(hidden)]
pub use {
    aead::{Aeads, Messages},
    cipher::Ciphers,
    cipher::mode::object::Modes,
    hash::Hashes,
    mac::Macs,
    xof::Xofs,
};

pub use crate::construction::mode::Direction;
pub use crate::traits::{Implementation, Timing};
