//! Registry rows of KMAC and KMACXOF.

use core::fmt::Debug;

use super::object::{Authenticate, object};
use super::row::{Constructor, MacRow};
use crate::algorithm::keccak::backend::Backend;
use crate::algorithm::keccak::{by_strength, encode, kmac};
use crate::error::{Allowed, ParameterError};
use crate::registry::info::Status;
use crate::traits::state::{Fields, SerializeState as _, Serialized};

/// State of KMAC or KMACXOF, together with the output length.
#[derive(Clone)]
struct AnyKmac<const RATE: usize> {
    core: kmac::KmacSponge<RATE>,
    is_xof: bool,
}

impl<const RATE: usize> Authenticate for AnyKmac<RATE> {
    fn stack(&self) -> usize {
        kmac::KmacSponge::<RATE>::STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.core.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        let output_bits = if self.is_xof { 0 } else { encode::bits(tag.len()) };
        self.core.end(output_bits).squeeze(tag);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.core.serialize(fields)
    }
}

impl<const RATE: usize> Debug for AnyKmac<RATE> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Kmac { .. }")
    }
}

/// Creates the registry row for KMAC with a rate of `RATE` bytes.
const fn kmac_row<const RATE: usize>(
    name: &'static str,
    section: &'static str,
    aliases: &'static [&'static str],
    new: Constructor,
) -> MacRow {
    let tags = (by_strength(RATE, 32, 64), Allowed::AtLeast(0));
    let names = (name, "keccak", section);
    let row = MacRow::new(names, Allowed::AtLeast(0), tags, Backend::implementation, new);
    MacRow { takes_custom: true, ..row.with(Status::Recommended, aliases) }
}

pub(super) const fn kmac_fixed<const RATE: usize>() -> MacRow {
    kmac_row::<RATE>(
        by_strength(RATE, "kmac128", "kmac256"),
        "SP 800-185 §4",
        by_strength(RATE, &["kmac-128"], &["kmac-256"]),
        |row, key, custom, tag_bytes, request| {
            let keyed =
                || AnyKmac { core: kmac::KmacSponge::<RATE>::new(key, custom), is_xof: false };
            object(row, kmac::KmacSponge::<RATE>::STACK_BYTES, keyed, tag_bytes, request);
        },
    )
}

pub(in crate::registry) const fn kmac_xof<const RATE: usize>() -> MacRow {
    kmac_row::<RATE>(
        by_strength(RATE, "kmacxof128", "kmacxof256"),
        "SP 800-185 §4.3.1",
        by_strength(RATE, &["kmac-xof128", "kmacxof-128"], &["kmac-xof256", "kmacxof-256"]),
        |row, key, custom, tag_bytes, request| {
            let keyed =
                || AnyKmac { core: kmac::KmacSponge::<RATE>::new(key, custom), is_xof: true };
            object(row, kmac::KmacSponge::<RATE>::STACK_BYTES, keyed, tag_bytes, request);
        },
    )
}
