//! Registry rows for the functions computed by a tree of sponges: KT128 and KT256 (RFC 9861), and ParallelHash (SP
//! 800-185).

use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

use super::derived::sp_800_185;
use super::sponge_xof::Reader;
use crate::algorithm::keccak::kangarootwelve::{self, KtTree};
use crate::algorithm::keccak::sponge::Sponge;
use crate::algorithm::keccak::tree::SpongeTree;
use crate::algorithm::keccak::{by_strength, encode, parallel_hash};
use crate::error::ParameterError;
use crate::platform::cores::Cores;
use crate::registry::info::Status;
use crate::registry::params::{DEFAULT_BLOCK_BYTES, XofParams, XofTakes};
use crate::registry::xof::object::{Absorb, object};
use crate::registry::xof::row::{NONE, Request, XofRow};
use crate::traits::state::{Fields, SerializeState, Serialized};
use crate::xof::{Kt, ParallelHashXof};

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

pub(in crate::registry::xof) const fn kt<const RATE: usize>(
    aliases: &'static [&'static str],
) -> XofRow {
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

pub(in crate::registry::xof) const fn parallel_hash_xof<const RATE: usize>() -> XofRow {
    XofRow::of::<ParallelHashXof<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { custom: true, block_bytes: true, cores: true, ..NONE },
        |row, params, request| parallel(row, params, None, request),
    )
}

pub(in crate::registry::xof) const fn parallel_hash_fixed<const RATE: usize>() -> XofRow {
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
