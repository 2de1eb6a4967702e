//! Registry rows and objects for the extendable-output functions of the Keccak family, and for the fixed-length
//! functions of SP 800-185.
//!
//! Two object types implement all these functions: `SpongeXof` in `keccak/sponge_xof.rs` uses a single sponge, and
//! `TreeXof` in `keccak/tree.rs` uses a tree of sponges. The rate, the number of rounds and the domain byte are run-time
//! values. This file has the rows of SHAKE, and `keccak/derived.rs` has the rows of the other functions that use a single
//! sponge.

#[cfg(feature = "keccak")]
mod derived;
mod sponge_xof;
#[cfg(feature = "keccak")]
mod tree;

#[cfg(feature = "keccak")]
pub(super) use derived::{cshake, kmac_xof, tuple_hash_fixed, tuple_hash_xof, turboshake};
#[cfg(feature = "keccak")]
pub(super) use tree::{kt, parallel_hash_fixed, parallel_hash_xof};

use self::sponge_xof::{Construction, SpongeXof};
use super::object::object;
use super::row::{NONE, XofRow};
use crate::algorithm::keccak::by_strength;
use crate::algorithm::keccak::sponge::Sponge;
use crate::registry::info::Status;
use crate::xof::Shake;

pub(super) const fn shake<const RATE: usize>() -> XofRow {
    XofRow::of::<Shake<RATE>>(
        Status::Recommended,
        by_strength(RATE, &["shake-128"], &["shake-256"]),
        NONE,
        |row, _, request| {
            let initial = SpongeXof {
                sponge: Sponge::new(row.rate_bytes, 24),
                construction: Construction::Shake,
            };
            object(row, initial, None, request)
        },
    )
    .with_hash_many(|messages, n, outputs| Shake::<RATE>::FUNCTION.hash_all(messages, n, outputs))
}
