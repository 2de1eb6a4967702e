//! Registry rows for the functions of one sponge that are derived from SHA-3: cSHAKE, TupleHash and KMACXOF (SP
//! 800-185), and TurboSHAKE (RFC 9861).

use super::sponge_xof::{Construction, SpongeXof};
use crate::algorithm::keccak::backend::Backend;
use crate::algorithm::keccak::sponge::Sponge;
use crate::algorithm::keccak::{by_strength, cshake, encode, kmac, tuple_hash, turboshake};
use crate::mac::KmacXof;
use crate::registry::info::{Info, Kind, Status};
use crate::registry::mac;
use crate::registry::params::{XofParams, XofTakes};
use crate::registry::xof::object::{keyed_object, object};
use crate::registry::xof::row::{Constructor, NONE, XofRow, sizes};
use crate::xof::{CShake, TurboShake};

/// Creates the registry row for a function in SP 800-185 that does not implement [`Xof`]: TupleHash, or ParallelHash
/// with a fixed output length. `RATE` is the sponge rate in bytes.
pub(super) const fn sp_800_185<const RATE: usize>(
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

pub(in crate::registry::xof) const fn cshake<const RATE: usize>() -> XofRow {
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

pub(in crate::registry::xof) const fn turboshake<const RATE: usize>() -> XofRow {
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
pub(in crate::registry::xof) const fn kmac_xof<const RATE: usize>() -> XofRow {
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

const TUPLE_TAKES: XofTakes = XofTakes { custom: true, items: true, ..NONE };

fn tuple(row: &XofRow, params: &XofParams<'_>, output_bits: u128) -> SpongeXof {
    SpongeXof {
        sponge: tuple_hash::begin(row.rate_bytes, params.custom.unwrap_or_default()),
        construction: Construction::TupleHash(output_bits),
    }
}

pub(in crate::registry::xof) const fn tuple_hash_fixed<const RATE: usize>() -> XofRow {
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

pub(in crate::registry::xof) const fn tuple_hash_xof<const RATE: usize>() -> XofRow {
    sp_800_185::<RATE>(
        by_strength(RATE, "tuplehashxof128", "tuplehashxof256"),
        "SP 800-185 §5.3.1",
        TUPLE_TAKES,
        |row, params, request| object(row, tuple(row, params, 0), None, request),
    )
}
