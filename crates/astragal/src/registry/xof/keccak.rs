//! The extendable-output functions of the Keccak family by name, and the fixed-length functions of SP 800-185.

use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

use super::object::{Absorb, keyed_object, object};
use super::{Constructor, NONE, XofRow, sizes};
use crate::algorithm::keccak::backend::Backend;
use crate::algorithm::keccak::{
    by_strength, encode, parallel_hash, sponge::SpongeReader, tuple_hash,
};
use crate::error::ParameterError;
use crate::kind::state::{Carried, Carry, Fields};
use crate::mac::KmacXof;
use crate::machine::cores::Cores;
use crate::registry::info::{Info, Kind, Status};
use crate::registry::mac;
use crate::registry::params::{DEFAULT_BLOCK_BYTES, XofTakes};
use crate::xof::{CShake, Kt, ParallelHashXof, Shake, TurboShake};

/// The row of a function of SP 800-185 that is more than an [`Xof`], with a rate of `RATE` bytes.
const fn sp_800_185<const RATE: usize>(
    name: &'static str,
    section: &'static str,
    takes: XofTakes,
    new: Constructor,
) -> XofRow {
    let kind = if takes.output_bytes { Kind::SizedHash } else { Kind::Xof };
    let default_output_bytes = by_strength(RATE, 32, 64);
    let sizes = sizes(RATE, default_output_bytes);
    let info = Info::new(kind, (name, "keccak", section), sizes, Backend::implementation);
    let info = info.with(Status::Recommended, &[]);
    XofRow { info, rate_bytes: RATE, default_output_bytes, key_bytes: None, takes, new, many: None }
}

pub(super) const fn shake<const RATE: usize>() -> XofRow {
    XofRow::of::<Shake<RATE>>(
        Status::Recommended,
        by_strength(RATE, &["shake-128"], &["shake-256"]),
        NONE,
        |row, _, wanted| object(row, Shake::<RATE>::new(), None, wanted),
    )
    .at_once(Shake::<RATE>::hash_all)
}

pub(super) const fn cshake<const RATE: usize>() -> XofRow {
    XofRow::of::<CShake<RATE>>(
        Status::Recommended,
        by_strength(RATE, &["cshake-128"], &["cshake-256"]),
        XofTakes { custom: true, function_name: true, ..NONE },
        |row, params, wanted| {
            let (name, custom) = (params.function_name, params.custom);
            let initial = CShake::<RATE>::new(name.unwrap_or_default(), custom.unwrap_or_default());
            object(row, initial, None, wanted)
        },
    )
}

pub(super) const fn turboshake<const RATE: usize>() -> XofRow {
    XofRow::of::<TurboShake<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { domain: true, ..NONE },
        |row, params, wanted| {
            let domain = params.domain.unwrap_or(TurboShake::<RATE>::DEFAULT_DOMAIN);
            object(row, TurboShake::<RATE>::with_domain(domain)?, None, wanted)
        },
    )
    .at_once(TurboShake::<RATE>::hash_all)
}

/// KMACXOF, whose key may have any length.
pub(super) const fn kmac_xof<const RATE: usize>() -> XofRow {
    XofRow::of::<KmacXof<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { custom: true, ..NONE },
        |row, params, wanted| {
            let (key, custom) = (params.key.unwrap_or_default(), params.custom.unwrap_or_default());
            keyed_object(row, || KmacXof::<RATE>::new(key, custom), wanted)
        },
    )
    .keyed(&mac::keccak::kmac_xof::<RATE>())
}

/// KangarooTwelve takes its customization after the message. Copies share it.
#[derive(Clone)]
struct CustomKt<const RATE: usize>(Kt<RATE>, Option<Arc<Zeroizing<Vec<u8>>>>);

impl<const RATE: usize> Absorb for CustomKt<RATE> {
    type Reader = SpongeReader<RATE>;
    fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.0.absorb_parallel(data);
    }
    fn finalize(self) -> Self::Reader {
        self.0.finalize_with(self.1.as_ref().map_or(&[], |custom| custom.as_slice()))
    }
}

impl<const RATE: usize> Carry for CustomKt<RATE> {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.0.carry(fields)?;
        let mut custom = self.1.as_deref().cloned().unwrap_or_default();
        fields.string(&mut custom)?;
        self.1 = if custom.is_empty() { None } else { Some(Arc::new(custom)) };
        Some(())
    }
}

pub(super) const fn kt<const RATE: usize>(aliases: &'static [&'static str]) -> XofRow {
    XofRow::of::<Kt<RATE>>(
        Status::Recommended,
        aliases,
        XofTakes { custom: true, cores: true, ..NONE },
        |row, params, wanted| {
            let custom = match params.custom.unwrap_or_default() {
                [] => None,
                given => Some(Arc::new(kept(row.name, given)?)),
            };
            object(row, CustomKt(Kt::<RATE>::new(), custom), None, wanted)
        },
    )
    .at_once(Kt::<RATE>::hash_all)
}

/// A copy of a customization string, if there is memory for one.
fn kept(algorithm: &'static str, custom: &[u8]) -> Result<Zeroizing<Vec<u8>>, ParameterError> {
    let (what, given) = ("customization string", custom.len());
    let mut copy = Vec::new();
    let no_memory = |_| ParameterError::NoMemory { algorithm, what, given };
    copy.try_reserve_exact(given).map_err(no_memory)?;
    copy.extend_from_slice(custom);
    Ok(Zeroizing::new(copy))
}

/// TupleHash, fixed-length or, with 0 output bits, the XOF form.
#[derive(Clone)]
struct Tuple<const RATE: usize>(tuple_hash::TupleSponge<RATE>, u128);

impl<const RATE: usize> Absorb for Tuple<RATE> {
    type Reader = SpongeReader<RATE>;
    fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn begin_item(&mut self, bytes: u64) {
        self.0.begin_item(bytes);
    }
    fn finalize(self) -> Self::Reader {
        self.0.finalize(self.1)
    }
}

impl<const RATE: usize> Carry for Tuple<RATE> {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.0.carry(fields)?;
        self.1.carry(fields)
    }
}

const TUPLE_TAKES: XofTakes = XofTakes { custom: true, items: true, ..NONE };

pub(super) const fn tuple_hash_fixed<const RATE: usize>() -> XofRow {
    sp_800_185::<RATE>(
        by_strength(RATE, "tuplehash128", "tuplehash256"),
        "SP 800-185 §5",
        XofTakes { output_bytes: true, ..TUPLE_TAKES },
        |row, params, wanted| {
            let core = tuple_hash::TupleSponge::<RATE>::new(params.custom.unwrap_or_default());
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            object(row, Tuple(core, encode::bits(bytes)), Some(bytes), wanted)
        },
    )
}

pub(super) const fn tuple_hash_xof<const RATE: usize>() -> XofRow {
    sp_800_185::<RATE>(
        by_strength(RATE, "tuplehashxof128", "tuplehashxof256"),
        "SP 800-185 §5.3.1",
        TUPLE_TAKES,
        |row, params, wanted| {
            let core = tuple_hash::TupleSponge::<RATE>::new(params.custom.unwrap_or_default());
            object(row, Tuple(core, 0), None, wanted)
        },
    )
}

/// ParallelHash with its output length fixed.
#[derive(Clone)]
struct FixedParallelHash<const RATE: usize>(parallel_hash::ParallelTree<RATE>, usize);

impl<const RATE: usize> Absorb for FixedParallelHash<RATE> {
    type Reader = SpongeReader<RATE>;
    fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::One);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::All);
    }
    fn finalize(self) -> Self::Reader {
        self.0.finalize(encode::bits(self.1))
    }
}

impl<const RATE: usize> Carry for FixedParallelHash<RATE> {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.0.carry(fields)?;
        fields.size(&mut self.1)
    }
}

pub(super) const fn parallel_hash_xof<const RATE: usize>() -> XofRow {
    XofRow::of::<ParallelHashXof<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { custom: true, block_bytes: true, cores: true, ..NONE },
        |row, params, wanted| {
            let block_bytes = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
            let custom = params.custom.unwrap_or_default();
            object(row, ParallelHashXof::<RATE>::new(block_bytes, custom)?, None, wanted)
        },
    )
}

pub(super) const fn parallel_hash_fixed<const RATE: usize>() -> XofRow {
    sp_800_185::<RATE>(
        by_strength(RATE, "parallelhash128", "parallelhash256"),
        "SP 800-185 §6",
        XofTakes { output_bytes: true, ..parallel_hash_xof::<RATE>().takes },
        |row, params, wanted| {
            let block_bytes = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
            let custom = params.custom.unwrap_or_default();
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            let core = parallel_hash::ParallelTree::<RATE>::new(block_bytes, custom)?;
            object(row, FixedParallelHash(core, bytes), Some(bytes), wanted)
        },
    )
}
