//! The extendable-output functions by name, and the hashes of SP 800-185 whose output length is chosen
//! before.

mod object;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub use object::DynXof;
use object::{Absorb, object};

use super::embed::{self, Place};
use super::info::{Info, Kind, Sizes, Status, reads_as_info};
use super::name::{Index, UnknownName, index};
use super::params::{DEFAULT_BLOCK_BYTES, XofParams, XofTakes};
use crate::algorithm::keccak::backend::Backend;
use crate::algorithm::keccak::{
    by_strength, encode, parallel_hash, sponge::SpongeReader, tuple_hash,
};
use crate::error::{Allowed, ParameterError};
use crate::machine::cores::Cores;
use crate::xof::{AsconCxof128, AsconXof, AsconXof128, AsconXofA, Blake3Xof};
use crate::xof::{CShake, Kt, ParallelHashXof, Shake, TurboShake, Xof};

/// Every extendable-output function.
pub static XOFS: &[XofRow] = &[
    shake::<168>(),
    shake::<136>(),
    cshake::<168>(),
    cshake::<136>(),
    turboshake::<168>(),
    turboshake::<136>(),
    kt::<168>(&["kangarootwelve", "k12"]),
    kt::<136>(&[]),
    tuple_hash_xof::<168>(),
    tuple_hash_xof::<136>(),
    parallel_hash_xof::<168>(),
    parallel_hash_xof::<136>(),
    BLAKE3,
    ASCON_XOF128,
    ASCON_CXOF128,
    ASCON_XOF,
    ASCON_XOFA,
];

/// Every hash whose output's length is chosen before: the fixed-length functions of SP 800-185.
pub static SIZED_HASHES: &[XofRow] = &[
    tuple_hash_fixed::<168>(),
    tuple_hash_fixed::<136>(),
    parallel_hash_fixed::<168>(),
    parallel_hash_fixed::<136>(),
];

/// The rows of [`XOFS`] by their names.
pub(super) static INDEX: Index<128> = index!(XOFS);
/// The rows of [`SIZED_HASHES`] by their names.
pub(super) static SIZED_INDEX: Index<16> = index!(SIZED_HASHES);

/// The extendable-output function of this name or alias.
///
/// # Errors
/// [`UnknownName`] when there is none.
pub fn xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    INDEX.row(XOFS, &[Kind::Xof], name)
}

/// The hash of chosen length of this name or alias. Its object is used as that of an extendable-output
/// function, but gives as many bytes as were asked for at its construction and no more.
///
/// ```
/// use astragal::registry::{self, XofParams};
/// let params = XofParams { output_bytes: Some(16), ..XofParams::default() };
/// let mut hash = registry::sized_hash("parallelhash128")?.new_xof(&params)?;
/// hash.absorb(b"message")?;
/// let mut digest = [0; 16];
/// hash.squeeze(&mut digest)?;
/// assert!(hash.squeeze(&mut [0]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`UnknownName`] when there is none.
pub fn sized_hash(name: &str) -> Result<&'static XofRow, UnknownName> {
    SIZED_INDEX.row(SIZED_HASHES, &[Kind::SizedHash], name)
}

/// A row of [`XOFS`] or [`SIZED_HASHES`].
#[derive(Debug)]
pub struct XofRow {
    /// What is known of the function.
    pub info: Info,
    /// The rate in bytes.
    pub rate_bytes: usize,
    /// The output length in bytes that gives full collision resistance: what one gets who asks for none.
    pub default_output_bytes: usize,
    /// The parameters it takes.
    pub takes: XofTakes,
    new: Constructor,
}

/// From the row and the parameters, of which only those are given that the row takes.
type Constructor =
    fn(&'static XofRow, &XofParams<'_>, Place<'_, dyn DynXof>) -> Result<(), ParameterError>;

impl XofRow {
    /// The row of the type `X`.
    const fn of<X: Xof>(
        status: Status,
        aliases: &'static [&'static str],
        takes: XofTakes,
        new: Constructor,
    ) -> Self {
        let sizes = sizes(X::RATE_BYTES, X::DEFAULT_OUTPUT_BYTES);
        let names = (X::NAME, X::FAMILY, X::STANDARD);
        Self {
            info: Info::new(Kind::Xof, names, sizes, X::implementation).with(status, aliases),
            rate_bytes: X::RATE_BYTES,
            default_output_bytes: X::DEFAULT_OUTPUT_BYTES,
            takes,
            new,
        }
    }

    /// The row of a function of SP 800-185 that is more than an [`Xof`], with a rate of `RATE` bytes.
    const fn sp_800_185<const RATE: usize>(
        name: &'static str,
        section: &'static str,
        takes: XofTakes,
        new: Constructor,
    ) -> Self {
        let kind = if takes.output_bytes { Kind::SizedHash } else { Kind::Xof };
        let default_output_bytes = by_strength(RATE, 32, 64);
        let sizes = sizes(RATE, default_output_bytes);
        let info = Info::new(kind, (name, "keccak", section), sizes, Backend::implementation);
        let info = info.with(Status::Recommended, &[]);
        Self { info, rate_bytes: RATE, default_output_bytes, takes, new }
    }

    /// Whether output can be passed over at no cost.
    #[must_use]
    pub fn seeks(&self) -> bool {
        self.name == Blake3Xof::NAME
    }

    /// A function that has taken no input yet.
    ///
    /// # Errors
    /// [`ParameterError`] for a parameter that the function does not take, or not with this value.
    pub fn new_xof(
        &'static self,
        params: &XofParams<'_>,
    ) -> Result<Box<dyn DynXof>, ParameterError> {
        embed::try_boxed(|place| self.new_xof_to(params, place))
    }

    /// [`new_xof`](Self::new_xof) into `place`.
    ///
    /// # Errors
    /// As for [`new_xof`](Self::new_xof); `place` is left as it is then.
    pub(super) fn new_xof_to(
        &'static self,
        params: &XofParams<'_>,
        place: Place<'_, dyn DynXof>,
    ) -> Result<(), ParameterError> {
        let given = [
            (params.custom.is_some(), self.takes.custom, "customization string"),
            (params.function_name.is_some(), self.takes.function_name, "function name"),
            (params.domain.is_some(), self.takes.domain, "domain byte"),
            (params.block_bytes.is_some(), self.takes.block_bytes, "block size"),
        ];
        for (given, taken, what) in given {
            if given && !taken {
                return Err(ParameterError::NotTaken { algorithm: self.name, what });
            }
        }
        (self.new)(self, params, place)
    }
}

reads_as_info!(XofRow);

const fn sizes(rate_bytes: usize, default_output_bytes: usize) -> Sizes {
    Sizes {
        output_bytes: Some(default_output_bytes),
        output_bytes_allowed: Some(Allowed::AtLeast(0)),
        block_bytes: Some(rate_bytes),
        ..Sizes::NONE
    }
}

/// No parameters.
const NONE: XofTakes = XofTakes {
    custom: false,
    function_name: false,
    domain: false,
    block_bytes: false,
    output_bytes: false,
    items: false,
    cores: false,
};

const fn shake<const RATE: usize>() -> XofRow {
    XofRow::of::<Shake<RATE>>(
        Status::Recommended,
        by_strength(RATE, &["shake-128"], &["shake-256"]),
        NONE,
        |row, _, place| object(row, Shake::<RATE>::new(), None, place),
    )
}

const fn cshake<const RATE: usize>() -> XofRow {
    XofRow::of::<CShake<RATE>>(
        Status::Recommended,
        by_strength(RATE, &["cshake-128"], &["cshake-256"]),
        XofTakes { custom: true, function_name: true, ..NONE },
        |row, params, place| {
            let (name, custom) = (params.function_name, params.custom);
            let initial = CShake::<RATE>::new(name.unwrap_or_default(), custom.unwrap_or_default());
            object(row, initial, None, place)
        },
    )
}

const fn turboshake<const RATE: usize>() -> XofRow {
    XofRow::of::<TurboShake<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { domain: true, ..NONE },
        |row, params, place| {
            let domain = params.domain.unwrap_or(TurboShake::<RATE>::DEFAULT_DOMAIN);
            object(row, TurboShake::<RATE>::with_domain(domain)?, None, place)
        },
    )
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

const fn kt<const RATE: usize>(aliases: &'static [&'static str]) -> XofRow {
    XofRow::of::<Kt<RATE>>(
        Status::Recommended,
        aliases,
        XofTakes { custom: true, cores: true, ..NONE },
        |row, params, place| {
            let custom = match params.custom.unwrap_or_default() {
                [] => None,
                given => Some(Arc::new(kept(row.name, given)?)),
            };
            object(row, CustomKt(Kt::<RATE>::new(), custom), None, place)
        },
    )
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

const TUPLE_TAKES: XofTakes = XofTakes { custom: true, items: true, ..NONE };

const fn tuple_hash_fixed<const RATE: usize>() -> XofRow {
    XofRow::sp_800_185::<RATE>(
        by_strength(RATE, "tuplehash128", "tuplehash256"),
        "SP 800-185 §5",
        XofTakes { output_bytes: true, ..TUPLE_TAKES },
        |row, params, place| {
            let core = tuple_hash::TupleSponge::<RATE>::new(params.custom.unwrap_or_default());
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            object(row, Tuple(core, encode::bits(bytes)), Some(bytes), place)
        },
    )
}

const fn tuple_hash_xof<const RATE: usize>() -> XofRow {
    XofRow::sp_800_185::<RATE>(
        by_strength(RATE, "tuplehashxof128", "tuplehashxof256"),
        "SP 800-185 §5.3.1",
        TUPLE_TAKES,
        |row, params, place| {
            let core = tuple_hash::TupleSponge::<RATE>::new(params.custom.unwrap_or_default());
            object(row, Tuple(core, 0), None, place)
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

/// With a customization string it derives keys; the string is the context.
const BLAKE3: XofRow = XofRow::of::<Blake3Xof>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, cores: true, ..NONE },
    |row, params, place| {
        let initial = params.custom.map_or_else(Blake3Xof::new, Blake3Xof::derive_key);
        object(row, initial, None, place)
    },
);

const fn parallel_hash_xof<const RATE: usize>() -> XofRow {
    XofRow::of::<ParallelHashXof<RATE>>(
        Status::Recommended,
        &[],
        XofTakes { custom: true, block_bytes: true, cores: true, ..NONE },
        |row, params, place| {
            let block_bytes = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
            let custom = params.custom.unwrap_or_default();
            object(row, ParallelHashXof::<RATE>::new(block_bytes, custom)?, None, place)
        },
    )
}

const fn parallel_hash_fixed<const RATE: usize>() -> XofRow {
    XofRow::sp_800_185::<RATE>(
        by_strength(RATE, "parallelhash128", "parallelhash256"),
        "SP 800-185 §6",
        XofTakes { output_bytes: true, ..parallel_hash_xof::<RATE>().takes },
        |row, params, place| {
            let block_bytes = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
            let custom = params.custom.unwrap_or_default();
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            let core = parallel_hash::ParallelTree::<RATE>::new(block_bytes, custom)?;
            object(row, FixedParallelHash(core, bytes), Some(bytes), place)
        },
    )
}

const ASCON_XOF128: XofRow =
    XofRow::of::<AsconXof128>(Status::Recommended, &[], NONE, |row, _, place| {
        object(row, AsconXof128::new(), None, place)
    });

const ASCON_CXOF128: XofRow = XofRow::of::<AsconCxof128>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, ..NONE },
    |row, params, place| {
        let initial = AsconCxof128::new(params.custom.unwrap_or_default())?;
        object(row, initial, None, place)
    },
);

const ASCON_XOF: XofRow = XofRow::of::<AsconXof>(Status::Legacy, &[], NONE, |row, _, place| {
    object(row, AsconXof::new(), None, place)
});

const ASCON_XOFA: XofRow = XofRow::of::<AsconXofA>(Status::Legacy, &[], NONE, |row, _, place| {
    object(row, AsconXofA::new(), None, place)
});
