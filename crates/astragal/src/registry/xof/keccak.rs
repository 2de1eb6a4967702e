//! Registry rows and objects for the extendable-output functions of the Keccak family, and for the fixed-length
//! functions of SP 800-185.
//!
//! Two object types implement all these functions: `SpongeXof` in this file uses a single sponge, and `TreeXof` in
//! `keccak/tree.rs` uses a tree of sponges. The rate, the number of rounds and the domain byte are run-time values.
//! This file has the rows of SHAKE, and `keccak/derived.rs` has the rows of the other functions that use a single
//! sponge.

#[cfg(feature = "keccak")]
mod derived;
#[cfg(feature = "keccak")]
mod tree;

#[cfg(feature = "keccak")]
pub(super) use derived::{cshake, kmac_xof, tuple_hash_fixed, tuple_hash_xof, turboshake};
#[cfg(feature = "keccak")]
pub(super) use tree::{kt, parallel_hash_fixed, parallel_hash_xof};

use super::object::{Absorb, object};
use super::row::{NONE, XofRow};
use crate::algorithm::keccak::sponge::{Sponge, SpongeReader};
use crate::algorithm::keccak::{by_strength, shake};
#[cfg(feature = "keccak")]
use crate::algorithm::keccak::{cshake, kmac, tuple_hash, turboshake};
#[cfg(feature = "keccak")]
use crate::platform::stack::with_stack_wipe;
use crate::registry::info::Status;
use crate::traits::state::{Fields, SerializeState, Serialized};
use crate::xof::Shake;

/// Reader for a sponge's output, with a rate chosen at run time.
type Reader = SpongeReader<0>;

/// Extendable-output function computed by one sponge.
#[derive(Clone)]
struct SpongeXof {
    sponge: Sponge,
    construction: Construction,
}

/// Kind of function that a [`SpongeXof`] computes. It determines the bytes that end the message. Variants hold the
/// parameters that these bytes depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Construction {
    Shake,
    /// cSHAKE with its domain separation byte. If the function name and the customization string are both empty, this
    /// byte is SHAKE's.
    #[cfg(feature = "keccak")]
    CShake(u8),
    /// TurboSHAKE with its domain separation byte.
    #[cfg(feature = "keccak")]
    TurboShake(u8),
    /// TupleHash with its output length in bits; 0 means arbitrary length.
    #[cfg(feature = "keccak")]
    TupleHash(u128),
    #[cfg(feature = "keccak")]
    KmacXof,
}

impl SpongeXof {
    /// Ends the message and returns the sponge, ready for squeezing.
    fn end(&mut self) -> &mut Sponge {
        match self.construction {
            Construction::Shake => self.sponge.finish(shake::DOMAIN),
            #[cfg(feature = "keccak")]
            Construction::CShake(domain) | Construction::TurboShake(domain) => {
                self.sponge.finish(domain);
            }
            #[cfg(feature = "keccak")]
            Construction::TupleHash(bits) => tuple_hash::end(&mut self.sponge, bits),
            #[cfg(feature = "keccak")]
            Construction::KmacXof => tuple_hash::end(&mut self.sponge, 0),
        }
        &mut self.sponge
    }
}

impl Absorb for SpongeXof {
    type Reader = Reader;
    #[cfg(feature = "keccak")]
    fn is_keyed(&self) -> bool {
        self.construction == Construction::KmacXof
    }
    fn absorb(&mut self, data: &[u8]) {
        #[cfg(feature = "keccak")]
        if self.is_keyed() {
            return with_stack_wipe(kmac::STACK_BYTES, || self.sponge.absorb(data));
        }
        self.sponge.absorb(data);
    }
    #[cfg(feature = "keccak")]
    fn begin_item(&mut self, bytes: u64) {
        tuple_hash::begin_item(&mut self.sponge, bytes);
    }
    fn finalize(mut self) -> Reader {
        self.end();
        Reader::of(self.sponge)
    }
    fn finalize_into(mut self, out: &mut [u8]) {
        self.end().squeeze(out);
    }
    fn serialize_from(&mut self, initial: &Self, fields: &mut Fields<'_>) -> Serialized {
        #[cfg(feature = "keccak")]
        if !matches!(self.construction, Construction::Shake | Construction::TurboShake(_)) {
            // Types such as `CShake128` export the sponge's initial state before its current state. This object uses
            // the same format.
            initial.sponge.clone().serialize(fields)?;
        }
        self.sponge.serialize(fields)?;
        match &mut self.construction {
            Construction::Shake => Some(()),
            #[cfg(feature = "keccak")]
            Construction::KmacXof => Some(()),
            #[cfg(feature = "keccak")]
            Construction::CShake(domain) => {
                domain.serialize(fields)?;
                Fields::check(*domain == cshake::DOMAIN || *domain == shake::DOMAIN)
            }
            #[cfg(feature = "keccak")]
            Construction::TurboShake(domain) => {
                domain.serialize(fields)?;
                Fields::check(turboshake::check_domain::<168>(*domain).is_ok())
            }
            #[cfg(feature = "keccak")]
            Construction::TupleHash(bits) => bits.serialize(fields),
        }
    }
}

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
