//! The extendable-output functions by name, and the hashes of SP 800-185 whose output length is chosen
//! before.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use zeroize::Zeroizing;

use super::name::{Entry, Kind, UnknownName, find};
use super::place::{self, Place};
use super::{Implementation, Status};
use crate::algorithm::ascon;
use crate::algorithm::keccak::backend::Backend;
use crate::algorithm::keccak::tree::Cores;
use crate::algorithm::keccak::{
    by_strength, encode, parallel_hash, sponge::SpongeReader, tuple_hash,
};
use crate::error::{ParameterError, StateError};
use crate::hash::{Blake3, Hash};
use crate::machine::stack::{FRAMES, erase_after};
use crate::xof::{AsconCxof128, AsconXof, AsconXof128, AsconXofA, Blake3Xof};
use crate::xof::{CShake, Kt, ParallelHashXof, Shake, TurboShake, Xof, XofReader};

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
    tuple_hash_fixed::<168>(),
    tuple_hash_fixed::<136>(),
    tuple_hash_xof::<168>(),
    tuple_hash_xof::<136>(),
    parallel_hash_fixed::<168>(),
    parallel_hash_fixed::<136>(),
    parallel_hash_xof::<168>(),
    parallel_hash_xof::<136>(),
    BLAKE3,
    ASCON_XOF128,
    ASCON_CXOF128,
    ASCON_XOF,
    ASCON_XOFA,
];

/// The extendable-output function of this name or alias.
///
/// # Errors
/// [`UnknownName`], with the nearest names, when there is none.
pub fn xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    find(XOFS.iter(), name)
}

/// The parameters that a function may take; `None` is its default.
#[derive(Clone, Copy, Debug, Default)]
pub struct XofParams<'a> {
    /// The customization string S or C.
    pub custom: Option<&'a [u8]>,
    /// The function name N.
    pub function_name: Option<&'a [u8]>,
    /// The domain separation byte.
    pub domain: Option<u8>,
    /// ParallelHash's block size B in bytes.
    pub block_bytes: Option<usize>,
    /// The output's length in bytes, which the fixed-length forms of SP 800-185 need beforehand. Others
    /// ignore it: their output does not depend on it.
    pub output_bytes: Option<usize>,
}

/// Which of the [`XofParams`] a function takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XofTakes {
    /// A customization string.
    pub custom: bool,
    /// A function name.
    pub function_name: bool,
    /// A domain separation byte.
    pub domain: bool,
    /// A block size.
    pub block_bytes: bool,
    /// The output's length beforehand; a shorter output is then not the start of a longer one.
    pub output_bytes: bool,
    /// A tuple of byte strings as its message.
    pub items: bool,
    /// Several cores for one long message, by [`DynXof::absorb_parallel`].
    pub cores: bool,
}

/// ParallelHash's block size B where none is given, in bytes: KangarooTwelve's chunk.
pub const DEFAULT_BLOCK_BYTES: usize = 8192;

/// A row of [`XOFS`].
#[derive(Debug)]
pub struct XofRow {
    /// The canonical name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The rate in bytes.
    pub rate_bytes: usize,
    /// The output length in bytes that gives full collision resistance: what one gets who asks for none.
    pub default_output_bytes: usize,
    /// The family's name.
    pub family: &'static str,
    /// The standard and section that define it.
    pub standard: &'static str,
    /// How it stands today.
    pub status: Status,
    /// The parameters it takes.
    pub takes: XofTakes,
    implementation: fn() -> Implementation,
    new: Constructor,
}

/// From the row and the parameters, of which only those are given that the row takes.
type Constructor =
    fn(&'static XofRow, &XofParams<'_>, Place<'_, dyn DynXof>) -> Result<(), ParameterError>;

impl XofRow {
    /// The row of the type `X`.
    pub(super) const fn of<X: Xof>(
        status: Status,
        aliases: &'static [&'static str],
        takes: XofTakes,
        implementation: fn() -> Implementation,
        new: Constructor,
    ) -> Self {
        Self {
            name: X::NAME,
            aliases,
            rate_bytes: X::RATE_BYTES,
            default_output_bytes: X::DEFAULT_OUTPUT_BYTES,
            family: X::FAMILY,
            standard: X::STANDARD,
            status,
            takes,
            implementation,
            new,
        }
    }

    /// The code that runs here now, and what its timing depends on.
    #[must_use]
    pub fn implementation(&self) -> Implementation {
        (self.implementation)()
    }

    /// Whether output can be passed over at no cost.
    #[must_use]
    pub fn seeks(&self) -> bool {
        self.name == Blake3Xof::NAME
    }

    /// A function of nothing yet.
    ///
    /// # Errors
    /// [`ParameterError`] for a parameter that the function does not take, or not with this value.
    pub fn new_xof(
        &'static self,
        params: &XofParams<'_>,
    ) -> Result<Box<dyn DynXof>, ParameterError> {
        place::try_boxed(|place| self.new_xof_to(params, place))
    }

    /// [`new_xof`](Self::new_xof) into `place`.
    ///
    /// # Errors
    /// As for [`new_xof`](Self::new_xof); `place` is left as it is then.
    pub fn new_xof_to(
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

impl Entry for XofRow {
    const KIND: Kind = Kind::Xof;
    fn name(&self) -> &'static str {
        self.name
    }
    fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }
}

/// An extendable-output function chosen at run time: absorb, then squeeze. The first squeeze ends the
/// message.
pub trait DynXof: fmt::Debug + Send + Sync {
    /// The algorithm's row.
    fn row(&self) -> &'static XofRow;
    /// Appends `data` to the message; with a function that hashes tuples, to the element that
    /// [`begin_item`](Self::begin_item) has announced.
    ///
    /// # Errors
    /// [`StateError`] when the squeezing has begun, or the element has been longer than announced.
    fn absorb(&mut self, data: &[u8]) -> Result<(), StateError>;
    /// [`absorb`](Self::absorb) on all cores, where the function is a tree, `data` is long enough and the
    /// feature `parallel` is on.
    ///
    /// # Errors
    /// As for [`absorb`](Self::absorb).
    fn absorb_parallel(&mut self, data: &[u8]) -> Result<(), StateError> {
        self.absorb(data)
    }
    /// Announces the tuple's next element, of `bytes` bytes.
    ///
    /// # Errors
    /// [`StateError`] when the function does not hash tuples, the squeezing has begun, or the element
    /// before lacks bytes.
    fn begin_item(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Fills `out` with the next bytes of output.
    ///
    /// # Errors
    /// [`StateError`] when a fixed-length form has given all its output, a tuple's element lacks bytes, or the
    /// function's output ends: BLAKE3's after 2^64 - 1 bytes.
    fn squeeze(&mut self, out: &mut [u8]) -> Result<(), StateError>;
    /// Passes over the next `bytes` bytes of output, at no cost where the function can seek.
    ///
    /// # Errors
    /// As for [`squeeze`](Self::squeeze).
    fn skip(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Goes back to the empty message, parameters kept.
    fn reset(&mut self);
    /// A copy with the same state, put into `place`.
    fn clone_to(&self, place: Place<'_, dyn DynXof>);
    /// `memory` as the address of an object of this type: where the owner of [`Place::Owner`] has moved one.
    fn at(&self, memory: *mut u8) -> *mut dyn DynXof;
    /// A copy with the same state.
    fn boxed_clone(&self) -> Box<dyn DynXof> {
        place::boxed(|place| self.clone_to(place))
    }
}

impl Clone for Box<dyn DynXof> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// What [`Object`] needs of a function: [`Xof`] and the forms that are more than that.
pub(super) trait Absorb: Clone + Send + Sync + 'static {
    type Reader: XofReader;
    fn absorb(&mut self, data: &[u8]);
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    /// Only called on functions that take items.
    fn begin_item(&mut self, _bytes: u64) {}
    fn finalize(self) -> Self::Reader;
}

impl<X: Xof> Absorb for X {
    type Reader = X::Reader;
    fn absorb(&mut self, data: &[u8]) {
        Xof::absorb(self, data);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        Xof::absorb_parallel(self, data);
    }
    fn finalize(self) -> Self::Reader {
        Xof::finalize(self)
    }
}

struct Object<A: Absorb> {
    row: &'static XofRow,
    /// What `reset` goes back to.
    initial: A,
    /// What absorbs; as initially once the squeezing has begun.
    function: A,
    /// What is squeezed. Not one of two phases with the function: what the smaller one leaves of the larger would
    /// stay in memory.
    reader: Option<A::Reader>,
    /// Bytes of the announced element that are still to come.
    item_left: u64,
    /// The fixed output length, and what is left of it.
    output: Option<(usize, usize)>,
}

/// Puts an object of `row` that starts as `initial` into `place`. `output_bytes` is the fixed length, if it is one.
pub(super) fn object<A: Absorb>(
    row: &'static XofRow,
    initial: A,
    output_bytes: Option<usize>,
    place: Place<'_, dyn DynXof>,
) -> Result<(), ParameterError> {
    let function = initial.clone();
    let output = output_bytes.map(|n| (n, n));
    place.put(
        Object { row, initial, function, reader: None, item_left: 0, output },
        |object| object,
        |object| object,
    );
    Ok(())
}

impl<A: Absorb> Object<A> {
    fn absorbing(&mut self) -> Result<&mut A, StateError> {
        match self.reader {
            None => Ok(&mut self.function),
            Some(_) => Err(StateError::AbsorbAfterSqueeze { algorithm: self.row.name }),
        }
    }

    /// Ends the message if it is not yet ended, and reads the next `bytes` bytes of output, if there are
    /// as many.
    fn take(&mut self, bytes: u64, read: impl FnOnce(&mut A::Reader)) -> Result<(), StateError> {
        if self.reader.is_none() {
            self.check_item_complete()?;
            let function = mem::replace(&mut self.function, self.initial.clone());
            self.reader = Some(function.finalize());
        }
        if let Some((output_bytes, left)) = &mut self.output {
            let (algorithm, output_bytes) = (self.row.name, *output_bytes);
            *left = usize::try_from(bytes)
                .ok()
                .and_then(|bytes| left.checked_sub(bytes))
                .ok_or(StateError::OutputExhausted { algorithm, output_bytes })?;
        }
        if let Some(reader) = &mut self.reader {
            if reader.remaining().is_some_and(|left| left < bytes) {
                return Err(StateError::OutputEnds { algorithm: self.row.name });
            }
            read(reader);
        }
        Ok(())
    }

    fn check_item_complete(&self) -> Result<(), StateError> {
        match self.item_left {
            0 => Ok(()),
            missing => Err(StateError::ItemLength { algorithm: self.row.name, missing }),
        }
    }
}

impl<A: Absorb> DynXof for Object<A> {
    fn row(&self) -> &'static XofRow {
        self.row
    }

    fn absorb(&mut self, data: &[u8]) -> Result<(), StateError> {
        let row = self.row;
        let left = self.item_left;
        let function = self.absorbing()?;
        if row.takes.items {
            let left = left.checked_sub(data.len() as u64);
            let missing = left.ok_or(StateError::ItemLength { algorithm: row.name, missing: 0 })?;
            function.absorb(data);
            self.item_left = missing;
        } else {
            function.absorb(data);
        }
        Ok(())
    }

    fn absorb_parallel(&mut self, data: &[u8]) -> Result<(), StateError> {
        if self.row.takes.items {
            return self.absorb(data);
        }
        self.absorbing()?.absorb_parallel(data);
        Ok(())
    }

    fn begin_item(&mut self, bytes: u64) -> Result<(), StateError> {
        if !self.row.takes.items {
            return Err(StateError::NoItems { algorithm: self.row.name });
        }
        self.check_item_complete()?;
        self.absorbing()?.begin_item(bytes);
        self.item_left = bytes;
        Ok(())
    }

    fn squeeze(&mut self, out: &mut [u8]) -> Result<(), StateError> {
        self.take(out.len() as u64, |reader| reader.squeeze(out))
    }

    fn skip(&mut self, bytes: u64) -> Result<(), StateError> {
        self.take(bytes, |reader| reader.skip(bytes))
    }

    fn reset(&mut self) {
        self.function.clone_from(&self.initial);
        self.reader = None;
        self.item_left = 0;
        self.output = self.output.map(|(output_bytes, _)| (output_bytes, output_bytes));
    }

    fn clone_to(&self, place: Place<'_, dyn DynXof>) {
        // Where there is no reader yet, the copy's place for it keeps what lies on the stack: nothing.
        let bytes = FRAMES + 3 * size_of::<Self>();
        erase_after(bytes, || ());
        erase_after(bytes, || {
            let copy = Self {
                row: self.row,
                initial: self.initial.clone(),
                function: self.function.clone(),
                reader: self.reader.clone(),
                item_left: self.item_left,
                output: self.output,
            };
            place.put(copy, |object| object, |object| object);
        });
    }

    fn at(&self, memory: *mut u8) -> *mut dyn DynXof {
        memory.cast::<Self>()
    }
}

impl<A: Absorb> fmt::Debug for Object<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", self.row.name)
    }
}

/// No parameters.
pub(super) const NONE: XofTakes = XofTakes {
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
        Backend::implementation,
        |row, _, place| object(row, Shake::<RATE>::new(), None, place),
    )
}

const fn cshake<const RATE: usize>() -> XofRow {
    XofRow::of::<CShake<RATE>>(
        Status::Recommended,
        by_strength(RATE, &["cshake-128"], &["cshake-256"]),
        XofTakes { custom: true, function_name: true, ..NONE },
        Backend::implementation,
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
        Backend::implementation,
        |row, params, place| {
            let domain = params.domain.unwrap_or(TurboShake::<RATE>::DEFAULT_DOMAIN);
            object(row, TurboShake::<RATE>::with_domain(domain)?, None, place)
        },
    )
}

/// KangarooTwelve takes its customization after the message.
#[derive(Clone)]
struct CustomKt<const RATE: usize>(Kt<RATE>, Zeroizing<Vec<u8>>);

impl<const RATE: usize> Absorb for CustomKt<RATE> {
    type Reader = SpongeReader<RATE>;
    fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.0.absorb_parallel(data);
    }
    fn finalize(self) -> Self::Reader {
        self.0.finalize_with(&self.1)
    }
}

const fn kt<const RATE: usize>(aliases: &'static [&'static str]) -> XofRow {
    XofRow::of::<Kt<RATE>>(
        Status::Recommended,
        aliases,
        XofTakes { custom: true, cores: true, ..NONE },
        Backend::implementation,
        |row, params, place| {
            let custom = Zeroizing::new(params.custom.unwrap_or_default().to_vec());
            object(row, CustomKt(Kt::<RATE>::new(), custom), None, place)
        },
    )
}

/// TupleHash, fixed-length or, with 0 output bits, the XOF form.
#[derive(Clone)]
struct Tuple<const RATE: usize>(tuple_hash::Core<RATE>, u128);

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

const fn tuple_row<const RATE: usize>(name: &'static str, standard: &'static str) -> XofRow {
    XofRow {
        name,
        aliases: &[],
        rate_bytes: RATE,
        default_output_bytes: by_strength(RATE, 32, 64),
        family: "keccak",
        standard,
        status: Status::Recommended,
        takes: XofTakes { custom: true, items: true, ..NONE },
        implementation: Backend::implementation,
        new: |row, params, place| {
            let core = tuple_hash::Core::<RATE>::new(params.custom.unwrap_or_default());
            if !row.takes.output_bytes {
                return object(row, Tuple(core, 0), None, place);
            }
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            object(row, Tuple(core, encode::bits(bytes)), Some(bytes), place)
        },
    }
}

const fn tuple_hash_fixed<const RATE: usize>() -> XofRow {
    let name = by_strength(RATE, "tuplehash128", "tuplehash256");
    let mut row = tuple_row::<RATE>(name, "SP 800-185 §5");
    row.takes.output_bytes = true;
    row
}

const fn tuple_hash_xof<const RATE: usize>() -> XofRow {
    let name = by_strength(RATE, "tuplehashxof128", "tuplehashxof256");
    tuple_row::<RATE>(name, "SP 800-185 §5.3.1")
}

/// ParallelHash with its output length fixed.
#[derive(Clone)]
struct FixedParallelHash<const RATE: usize>(parallel_hash::Core<RATE>, usize);

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
    Blake3::implementation,
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
        Backend::implementation,
        |row, params, place| {
            let block_bytes = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
            let custom = params.custom.unwrap_or_default();
            object(row, ParallelHashXof::<RATE>::new(block_bytes, custom)?, None, place)
        },
    )
}

const fn parallel_hash_fixed<const RATE: usize>() -> XofRow {
    XofRow {
        name: by_strength(RATE, "parallelhash128", "parallelhash256"),
        standard: "SP 800-185 §6",
        takes: XofTakes { output_bytes: true, ..parallel_hash_xof::<RATE>().takes },
        new: |row, params, place| {
            let block_bytes = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
            let custom = params.custom.unwrap_or_default();
            let bytes = params.output_bytes.unwrap_or(row.default_output_bytes);
            let core = parallel_hash::Core::<RATE>::new(block_bytes, custom)?;
            object(row, FixedParallelHash(core, bytes), Some(bytes), place)
        },
        ..parallel_hash_xof::<RATE>()
    }
}

const ASCON_XOF128: XofRow = XofRow::of::<AsconXof128>(
    Status::Recommended,
    &[],
    NONE,
    ascon::backend::Backend::implementation,
    |row, _, place| object(row, AsconXof128::new(), None, place),
);

const ASCON_CXOF128: XofRow = XofRow::of::<AsconCxof128>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, ..NONE },
    ascon::backend::Backend::implementation,
    |row, params, place| {
        let initial = AsconCxof128::new(params.custom.unwrap_or_default())?;
        object(row, initial, None, place)
    },
);

const ASCON_XOF: XofRow = XofRow::of::<AsconXof>(
    Status::Legacy,
    &[],
    NONE,
    ascon::backend::Backend::implementation,
    |row, _, place| object(row, AsconXof::new(), None, place),
);

const ASCON_XOFA: XofRow = XofRow::of::<AsconXofA>(
    Status::Legacy,
    &[],
    NONE,
    ascon::backend::Backend::implementation,
    |row, _, place| object(row, AsconXofA::new(), None, place),
);
