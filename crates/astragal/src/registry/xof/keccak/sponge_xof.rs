//! Object for the extendable-output functions that use a single sponge.

use crate::algorithm::keccak::shake;
use crate::algorithm::keccak::sponge::{Sponge, SpongeReader};
#[cfg(feature = "keccak")]
use crate::algorithm::keccak::{cshake, kmac, tuple_hash, turboshake};
#[cfg(feature = "keccak")]
use crate::platform::stack::with_stack_wipe;
use crate::registry::xof::object::Absorb;
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Reader for a sponge's output, with a rate chosen at run time.
pub(super) type Reader = SpongeReader<0>;

/// Extendable-output function computed by one sponge.
#[derive(Clone)]
pub(super) struct SpongeXof {
    pub(super) sponge: Sponge,
    pub(super) construction: Construction,
}

/// Kind of function that a [`SpongeXof`] computes. It determines the bytes that end the message. Variants hold the
/// parameters that these bytes depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Construction {
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
