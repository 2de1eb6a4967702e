//! Registry rows and objects for the extendable-output functions of the Keccak family, and for the fixed-length
//! functions of SP 800-185.
//!
//! Two object types implement all these functions: `SpongeXof` uses a single sponge, and `TreeXof` a tree of sponges.
//! The rate, the number of rounds and the domain byte are run-time values.

use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

use super::object::{Absorb, keyed_object, object};
use super::row::{Constructor, NONE, Request, XofRow, sizes};
use crate::algorithm::keccak::backend::Backend;
use crate::algorithm::keccak::kangarootwelve::{self, KtTree};
use crate::algorithm::keccak::sponge::{Sponge, SpongeReader};
use crate::algorithm::keccak::tree::SpongeTree;
use crate::algorithm::keccak::{
    by_strength, cshake, encode, kmac, parallel_hash, shake, tuple_hash, turboshake,
};
use crate::error::ParameterError;
use crate::mac::KmacXof;
use crate::platform::cores::Cores;
use crate::platform::stack::with_stack_wipe;
use crate::registry::info::{Info, Kind, Status};
use crate::registry::mac;
use crate::registry::params::{DEFAULT_BLOCK_BYTES, XofParams, XofTakes};
use crate::traits::state::{Fields, SerializeState, Serialized};
use crate::xof::{CShake, Kt, ParallelHashXof, Shake, TurboShake};

/// Reader for a sponge's output, with a rate chosen at run time.
type Reader = SpongeReader<0>;

/// Extendable-output function computed by one sponge.
#[derive(Clone)]
struct SpongeXof {
    sponge: Sponge,
    construction: Construction,
}

/// Function that is built on the sponge. It determines how the message ends, and contains the state that is not in the
/// sponge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Construction {
    Shake,
    /// cSHAKE with its domain separation byte. If the function name and the customization string are both empty, this
    /// byte is SHAKE's.
    CShake(u8),
    /// TurboSHAKE with its domain separation byte.
    TurboShake(u8),
    /// TupleHash with its output length in bits; 0 means arbitrary length.
    TupleHash(u128),
    KmacXof,
}

impl SpongeXof {
    /// Ends the message and returns the sponge, ready for squeezing.
    fn end(&mut self) -> &mut Sponge {
        match self.construction {
            Construction::Shake => self.sponge.finish(shake::DOMAIN),
            Construction::CShake(domain) | Construction::TurboShake(domain) => {
                self.sponge.finish(domain);
            }
            Construction::TupleHash(bits) => tuple_hash::end(&mut self.sponge, bits),
            Construction::KmacXof => tuple_hash::end(&mut self.sponge, 0),
        }
        &mut self.sponge
    }
}

impl Absorb for SpongeXof {
    type Reader = Reader;
    fn is_keyed(&self) -> bool {
        self.construction == Construction::KmacXof
    }
    fn absorb(&mut self, data: &[u8]) {
        if self.is_keyed() {
            return with_stack_wipe(kmac::STACK_BYTES, || self.sponge.absorb(data));
        }
        self.sponge.absorb(data);
    }
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
        if !matches!(self.construction, Construction::Shake | Construction::TurboShake(_)) {
            // Types such as `CShake128` export the sponge's initial state before its current state. This object uses
            // the same format.
            initial.sponge.clone().serialize(fields)?;
        }
        self.sponge.serialize(fields)?;
        match &mut self.construction {
            Construction::Shake | Construction::KmacXof => Some(()),
            Construction::CShake(domain) => {
                domain.serialize(fields)?;
                Fields::check(*domain == cshake::DOMAIN || *domain == shake::DOMAIN)
            }
            Construction::TurboShake(domain) => {
                domain.serialize(fields)?;
                Fields::check(turboshake::check_domain::<168>(*domain).is_ok())
            }
            Construction::TupleHash(bits) => bits.serialize(fields),
        }
    }
}

/// Extendable-output function computed by a tree of sponges.
#[derive(Clone)]
enum TreeXof {
    /// KangarooTwelve with its customization string, which is absorbed after the message. Clones of the object share
    /// the string.
    Kt(KtTree, Option<Arc<Zeroizing<Vec<u8>>>>),
    /// ParallelHash with its output length in bytes. `None` means arbitrary length.
    ParallelHash(SpongeTree, Option<usize>),
}

impl TreeXof {
    fn absorb_on(&mut self, data: &[u8], cores: Cores) {
        match self {
            Self::Kt(tree, _) => tree.absorb(data, cores),
            Self::ParallelHash(tree, _) => tree.absorb(data, cores),
        }
    }

    /// Ends the message and returns the root node, ready for squeezing.
    fn end(&mut self) -> &mut Sponge {
        match self {
            Self::Kt(tree, custom) => {
                tree.end(custom.as_ref().map_or(&[], |custom| custom.as_slice()))
            }
            Self::ParallelHash(tree, output_bytes) => {
                parallel_hash::end(tree, output_bytes.map_or(0, encode::bits))
            }
        }
    }
}

impl Absorb for TreeXof {
    type Reader = Reader;
    fn absorb(&mut self, data: &[u8]) {
        self.absorb_on(data, Cores::One);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb_on(data, Cores::All);
    }
    fn finalize(mut self) -> Reader {
        Reader::of(self.end().clone())
    }
    fn finalize_into(mut self, out: &mut [u8]) {
        self.end().squeeze(out);
    }
    fn serialize_from(&mut self, initial: &Self, fields: &mut Fields<'_>) -> Serialized {
        match (self, initial) {
            (Self::ParallelHash(tree, output_bytes), Self::ParallelHash(initial, _)) => {
                parallel_hash::serialize(&mut initial.clone(), tree, fields)?;
                output_bytes.as_mut().map_or(Some(()), |bytes| fields.size(bytes))
            }
            (Self::Kt(tree, custom), _) => {
                tree.serialize(fields)?;
                let mut text = custom.as_deref().cloned().unwrap_or_default();
                fields.string(&mut text)?;
                *custom = if text.is_empty() { None } else { Some(Arc::new(text)) };
                Some(())
            }
            _ => None,
        }
    }
}

/// Creates the registry row for a function in SP 800-185 that does not implement [`Xof`]: TupleHash, or ParallelHash
/// with a fixed output length. `RATE` is the sponge rate in bytes.
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
    XofRow {
        info,
        rate_bytes: RATE,
        default_output_bytes,
        key_bytes: None,
        takes,
        new,
        hash_many: None,
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

pub(super) const fn cshake<const RATE: usize>() -> XofRow {
    XofRow::of::<CShake<RATE>>(
        Status::Recommended,
        by_strength(RATE, &["cshake-128"], &["cshake-256"]),
        XofTakes { custom: true, function_name: true, ..NONE },
        |row, params, request| {
            let (name, custom) = (params.function_name, params.custom);
            let (name, custom) = (name.unwrap_or_default(), custom.unwrap_or_default());
            let (sponge, domain) = cshake::begin(row.rate_bytes, name, custom);
            let initial = SpongeXof { sponge, construction: Construction::CShake(domain) };
            object(row, initial, None, request)
        },
    )
}

pub(super) const fn turboshake<const RATE: usize>() -> XofRow {
    XofRow::of::<TurboShake<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { domain: true, ..NONE },
        |row, params, request| {
            let domain = params.domain.unwrap_or(TurboShake::<RATE>::DEFAULT_DOMAIN);
            turboshake::check_domain::<RATE>(domain)?;
            let initial = SpongeXof {
                sponge: Sponge::new(row.rate_bytes, turboshake::ROUNDS),
                construction: Construction::TurboShake(domain),
            };
            object(row, initial, None, request)
        },
    )
    .with_hash_many(|messages, n, outputs| {
        TurboShake::<RATE>::FUNCTION.hash_all(messages, n, outputs);
    })
}

/// Creates the registry row for KMACXOF, whose keys may have any length.
pub(super) const fn kmac_xof<const RATE: usize>() -> XofRow {
    XofRow::of::<KmacXof<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { custom: true, ..NONE },
        |row, params, request| {
            let (key, custom) = (params.key.unwrap_or_default(), params.custom.unwrap_or_default());
            let initial = || SpongeXof {
                sponge: kmac::begin(row.rate_bytes, key, custom),
                construction: Construction::KmacXof,
            };
            keyed_object(row, initial, request)
        },
    )
    .keyed(&mac::keccak::kmac_xof::<RATE>())
}

pub(super) const fn kt<const RATE: usize>(aliases: &'static [&'static str]) -> XofRow {
    XofRow::of::<Kt<RATE>>(
        Status::Recommended,
        aliases,
        XofTakes { custom: true, cores: true, ..NONE },
        |row, params, mut request| {
            let custom = params.custom.unwrap_or_default();
            if let Request::Output(message, out) = &mut request
                && kangarootwelve::hash_single(row.rate_bytes, message, custom, out)
            {
                return Ok(());
            }
            let custom = match custom {
                [] => None,
                given => Some(Arc::new(copy_custom(row.name, given)?)),
            };
            object(row, TreeXof::Kt(KtTree::new(row.rate_bytes), custom), None, request)
        },
    )
    .with_hash_many(|messages, n, outputs| kangarootwelve::hash_all(RATE, messages, n, outputs))
}

/// Copies a customization string. Returns [`ParameterError::NoMemory`] if the allocation fails.
fn copy_custom(
    algorithm: &'static str,
    custom: &[u8],
) -> Result<Zeroizing<Vec<u8>>, ParameterError> {
    let (what, given) = ("customization string", custom.len());
    let mut copy = Vec::new();
    let no_memory = |_| ParameterError::NoMemory { algorithm, what, given };
    copy.try_reserve_exact(given).map_err(no_memory)?;
    copy.extend_from_slice(custom);
    Ok(Zeroizing::new(copy))
}

const TUPLE_TAKES: XofTakes = XofTakes { custom: true, items: true, ..NONE };

fn tuple(row: &XofRow, params: &XofParams<'_>, output_bits: u128) -> SpongeXof {
    SpongeXof {
        sponge: tuple_hash::begin(row.rate_bytes, params.custom.unwrap_or_default()),
        construction: Construction::TupleHash(output_bits),
    }
}

pub(super) const fn tuple_hash_fixed<const RATE: usize>() -> XofRow {
    sp_800_185::<RATE>(
        by_strength(RATE, "tuplehash128", "tuplehash256"),
        "SP 800-185 §5",
        XofTakes { output_bytes: true, ..TUPLE_TAKES },
        |row, params, request| {
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            object(row, tuple(row, params, encode::bits(bytes)), Some(bytes), request)
        },
    )
}

pub(super) const fn tuple_hash_xof<const RATE: usize>() -> XofRow {
    sp_800_185::<RATE>(
        by_strength(RATE, "tuplehashxof128", "tuplehashxof256"),
        "SP 800-185 §5.3.1",
        TUPLE_TAKES,
        |row, params, request| object(row, tuple(row, params, 0), None, request),
    )
}

fn parallel(
    row: &'static XofRow,
    params: &XofParams<'_>,
    output_bytes: Option<usize>,
    request: Request<'_>,
) -> Result<(), ParameterError> {
    let block_bytes = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
    let custom = params.custom.unwrap_or_default();
    let tree = parallel_hash::begin(row.rate_bytes, block_bytes, custom)?;
    object(row, TreeXof::ParallelHash(tree, output_bytes), output_bytes, request)
}

pub(super) const fn parallel_hash_xof<const RATE: usize>() -> XofRow {
    XofRow::of::<ParallelHashXof<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { custom: true, block_bytes: true, cores: true, ..NONE },
        |row, params, request| parallel(row, params, None, request),
    )
}

pub(super) const fn parallel_hash_fixed<const RATE: usize>() -> XofRow {
    sp_800_185::<RATE>(
        by_strength(RATE, "parallelhash128", "parallelhash256"),
        "SP 800-185 §6",
        XofTakes { output_bytes: true, ..parallel_hash_xof::<RATE>().takes },
        |row, params, request| {
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            parallel(row, params, Some(bytes), request)
        },
    )
}
