//! Tree hashes selected by name, for messages hashed in parts. The hash of a part is serialized as a record, which also
//! contains the part's position. The records can be combined into the digest in any order.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::error::{ParameterError, PartError};
use crate::hash::{ParallelHash, Sha3_256};
use crate::hazmat::tree::{Assembly, Part, PartHasher, TreeHash, Whole};
use crate::registry::name::normalize;
use crate::registry::params::DEFAULT_BLOCK_BYTES;
use crate::xof::{Blake3Xof, Kt128, Kt256, ParallelHashXof};

/// Header of a record: magic bytes and format version.
const MAGIC: [u8; 16] = *b"astragal part 1\n";
/// Checksum length in bytes. The checksum is the start of the SHA3-256 digest of the record's other bytes.
const CHECKSUM_BYTES: usize = 16;
/// Value of the length field in a record if the message length is unknown.
const UNKNOWN: u64 = u64::MAX;
/// Maximum length of a tree hash name, in bytes.
const LONGEST_NAME: usize = 32;

/// Parameters of a tree hash. `None` selects the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeParams<'a> {
    /// Customization string of KT128, KT256 and ParallelHash.
    pub custom: Option<&'a [u8]>,
    /// ParallelHash's block size B in bytes; [`DEFAULT_BLOCK_BYTES`] by default.
    pub block_bytes: Option<usize>,
    /// BLAKE3's key.
    pub key: Option<&'a [u8; 32]>,
    /// Context of BLAKE3's key derivation.
    pub context: Option<&'a [u8]>,
}

/// Names of the tree hashes.
pub const TREES: [&str; 7] = [
    "kt128",
    "kt256",
    "parallelhash128",
    "parallelhash256",
    "parallelhashxof128",
    "parallelhashxof256",
    "blake3",
];

/// Returns the tree hash with this name, which is normalized first. Returns `None` if no tree hash has this name.
///
/// # Errors
/// [`ParameterError`] if a parameter is not supported by this hash, or has an invalid value.
#[must_use]
pub fn tree(
    name: &str,
    params: &TreeParams<'_>,
) -> Option<Result<Box<dyn DynTree>, ParameterError>> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let name = normalize(name);
    let name = TREES.into_iter().find(|tree| *tree == name)?;
    Some(new(name, params))
}

fn new(name: &'static str, params: &TreeParams<'_>) -> Result<Box<dyn DynTree>, ParameterError> {
    let refuse = |given: bool, what| {
        if given { Err(ParameterError::NotTaken { algorithm: name, what }) } else { Ok(()) }
    };
    let custom = params.custom.unwrap_or_default();
    if name != "blake3" {
        refuse(params.key.is_some(), "key")?;
        refuse(params.context.is_some(), "context")?;
    }
    if !name.starts_with("parallelhash") {
        refuse(params.block_bytes.is_some(), "block size")?;
    }
    let block = params.block_bytes.unwrap_or(DEFAULT_BLOCK_BYTES);
    Ok(match name {
        "kt128" => boxed(name, Kt128::new(), 0, custom),
        "kt256" => boxed(name, Kt256::new(), 0, custom),
        "parallelhash128" => boxed(name, ParallelHash::<168>::new(block, custom)?, block, custom),
        "parallelhash256" => boxed(name, ParallelHash::<136>::new(block, custom)?, block, custom),
        "parallelhashxof128" => {
            boxed(name, ParallelHashXof::<168>::new(block, custom)?, block, custom)
        }
        "parallelhashxof256" => {
            boxed(name, ParallelHashXof::<136>::new(block, custom)?, block, custom)
        }
        _ => {
            refuse(params.custom.is_some(), "customization string")?;
            refuse(
                params.key.is_some() && params.context.is_some(),
                "key together with a context",
            )?;
            let hash = match (params.key, params.context) {
                (Some(key), _) => Blake3Xof::keyed(key),
                (None, Some(context)) => Blake3Xof::derive_key(context),
                (None, None) => Blake3Xof::new(),
            };
            boxed(name, hash, 0, custom)
        }
    })
}

mod sealed {
    use super::{PartObject, TreeHash, TreeObject};

    /// Prevents implementations in other crates, because adding a method would break them.
    pub trait Sealed {}

    impl<T: TreeHash> Sealed for TreeObject<T> {}
    impl<T: TreeHash> Sealed for PartObject<T> {}
}

/// Tree hash chosen at run time. Starts hashing parts of a message, and combines the parts' records into the digest.
pub trait DynTree: sealed::Sealed + fmt::Debug + Send + Sync {
    /// Returns the canonical name.
    fn name(&self) -> &'static str;
    /// Returns the leaf length in bytes. The offset of each part must be a multiple of this length.
    fn leaf_bytes(&self) -> u64;
    /// Starts hashing a part at byte `start` of the message.
    ///
    /// # Errors
    /// [`PartError::Unaligned`] if `start` is not a multiple of [`leaf_bytes`](Self::leaf_bytes).
    fn part(&self, start: u64) -> Result<Box<dyn DynPart>, PartError>;
    /// Adds the part that `record` contains. Parts may be added in any order.
    ///
    /// # Errors
    /// [`RecordError`] if the record is damaged, overlaps other parts, or was made with a different hash, parameters or
    /// message length.
    fn add(&mut self, record: &[u8]) -> Result<(), RecordError>;
    /// Joins the records of two adjacent parts into one record. `left` ends at the byte where `right` starts.
    ///
    /// # Errors
    /// The same errors as [`add`](Self::add), and [`RecordError::Part`] if the two parts are not adjacent.
    fn join(&self, left: &[u8], right: &[u8]) -> Result<Vec<u8>, RecordError>;
    /// Returns the number of bytes, from the start of the message, that the added parts cover without a gap.
    fn position(&self) -> u64;
    /// Returns the message length in bytes, if one of the added records contains it.
    fn total(&self) -> Option<u64>;
    /// Writes the digest of the message, which is `length` bytes long, to `out`. For an XOF, fills `out` with the first
    /// output bytes.
    ///
    /// # Errors
    /// [`PartError`] if the parts do not form a message of `length` bytes, or if a record contains another message
    /// length.
    fn finish(self: Box<Self>, length: u64, out: &mut [u8]) -> Result<(), PartError>;
}

/// Streaming hash of a part of a message.
pub trait DynPart: sealed::Sealed + fmt::Debug + Send + Sync {
    /// Appends `data` to the part.
    fn update(&mut self, data: &[u8]);
    /// Appends `data` to the part like [`update`](Self::update). Uses all cores if `data` is long enough and the
    /// feature `parallel` is enabled.
    fn update_parallel(&mut self, data: &[u8]);
    /// Ends the part and returns its record. The record stores `total`, the length of the whole message in bytes, if
    /// the caller knows it. Records with different message lengths cannot be combined.
    fn finish(self: Box<Self>, total: Option<u64>) -> Vec<u8>;
}

/// Parsed record of a message part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Canonical name of the tree hash.
    pub name: &'a str,
    /// ParallelHash's block size B in bytes, or 0 for other tree hashes.
    pub block_bytes: u64,
    /// Offset of the part in the message, in bytes.
    pub start: u64,
    /// Length of the part in bytes.
    pub length: u64,
    /// Length of the whole message in bytes, if known.
    pub total: Option<u64>,
    /// First 8 bytes of BLAKE3's output for a fixed message, with the record's key or context. If two records differ in
    /// these bytes, they were made with different keys or contexts. Zeros for the other tree hashes.
    mode: [u8; 8],
    nodes: &'a [u8],
}

impl<'a> Record<'a> {
    /// Parses a record, without checking which tree hash it belongs to.
    ///
    /// # Errors
    /// [`RecordError::Foreign`] or [`RecordError::Damaged`] if `bytes` is not a complete record.
    pub fn read(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(RecordError::Foreign)?;
        Self::read_body(bytes, rest).ok_or(RecordError::Damaged)
    }

    fn read_body(bytes: &'a [u8], rest: &'a [u8]) -> Option<Self> {
        let (body, checksum) = rest.split_last_chunk::<CHECKSUM_BYTES>()?;
        if *checksum != checksum_of(&bytes[..bytes.len() - CHECKSUM_BYTES]) {
            return None;
        }
        let (&[length], body) = body.split_first_chunk()?;
        let (name, body) = body.split_at_checked(length.into())?;
        let (mode, body) = body.split_first_chunk()?;
        let (numbers, nodes) = body.split_first_chunk::<32>()?;
        let number = |i: usize| u64::from_le_bytes(numbers.as_chunks().0[i]);
        Some(Self {
            name: core::str::from_utf8(name).ok()?,
            block_bytes: number(0),
            start: number(1),
            length: number(2),
            total: (number(3) != UNKNOWN).then_some(number(3)),
            mode: *mode,
            nodes,
        })
    }

    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        #[expect(clippy::cast_possible_truncation, reason = "a name has at most 32 bytes")]
        bytes.push(self.name.len() as u8);
        bytes.extend_from_slice(self.name.as_bytes());
        bytes.extend_from_slice(&self.mode);
        let total = self.total.unwrap_or(UNKNOWN);
        for number in [self.block_bytes, self.start, self.length, total] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(self.nodes);
        let checksum = checksum_of(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }
}

fn checksum_of(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut checksum = [0; CHECKSUM_BYTES];
    checksum.copy_from_slice(&Sha3_256::hash(bytes)[..CHECKSUM_BYTES]);
    checksum
}

/// Error from reading or adding a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes do not begin with the record header.
    Foreign,
    /// The record is truncated or corrupted.
    Damaged,
    /// The record belongs to another tree hash.
    Algorithm {
        /// Name of the tree hash that created the record.
        given: String,
        /// Name of the tree hash that received the record.
        expected: &'static str,
    },
    /// The record was made with a different block size.
    BlockBytes {
        /// Block size in the record, in bytes.
        given: u64,
        /// Block size of the tree hash that reads the record, in bytes.
        expected: u64,
    },
    /// The record was made with a different key or context.
    Key,
    /// The record belongs to a message of another length.
    Total {
        /// Message length in the record, in bytes.
        given: u64,
        /// Message length in the other records, in bytes.
        expected: u64,
    },
    /// The records do not form one message, because a part is missing, not aligned, or overlaps another part.
    Part(PartError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("the bytes are not the record of a part"),
            Self::Damaged => f.write_str("the record is truncated or altered"),
            Self::Algorithm { given, expected } => {
                write!(f, "the record belongs to {given:?}; the other records belong to {expected}")
            }
            Self::BlockBytes { given, expected } => {
                write!(
                    f,
                    "the record has blocks of {given} bytes; the other records have blocks of {expected} bytes"
                )
            }
            Self::Key => f.write_str("the record belongs to another key or context"),
            Self::Total { given, expected } => {
                write!(
                    f,
                    "the record belongs to a message of {given} bytes; the other records belong to one of {expected} bytes"
                )
            }
            Self::Part(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RecordError {}

/// Writes the digest or output of a whole message, for every tree hash.
trait WholeOutput {
    fn fill(self, custom: &[u8], out: &mut [u8]);
}

impl<const RATE: usize> WholeOutput for Whole<crate::xof::Kt<RATE>> {
    fn fill(self, custom: &[u8], out: &mut [u8]) {
        self.finalize_with(custom).squeeze(out);
    }
}

impl<const RATE: usize> WholeOutput for Whole<ParallelHash<RATE>> {
    fn fill(self, _: &[u8], out: &mut [u8]) {
        self.finalize_into(out);
    }
}

impl<const RATE: usize> WholeOutput for Whole<ParallelHashXof<RATE>> {
    fn fill(self, _: &[u8], out: &mut [u8]) {
        self.finalize().squeeze(out);
    }
}

impl WholeOutput for Whole<Blake3Xof> {
    fn fill(self, _: &[u8], out: &mut [u8]) {
        self.finalize().squeeze(out);
    }
}

/// Name and parameters of the tree hash. They must be the same in all records of a message.
#[derive(Clone, Debug)]
struct Common {
    name: &'static str,
    block_bytes: u64,
    mode: [u8; 8],
}

#[derive(Debug)]
struct TreeObject<T: TreeHash> {
    common: Common,
    /// Message length in bytes, if a record contains it.
    total: Option<u64>,
    custom: Vec<u8>,
    hash: T,
    assembly: Assembly<T>,
}

fn boxed<T: TreeHash>(
    name: &'static str,
    hash: T,
    block_bytes: usize,
    custom: &[u8],
) -> Box<dyn DynTree>
where
    Whole<T>: WholeOutput,
{
    let mut mode = [0; 8];
    // `mode` distinguishes records of BLAKE3 that were made with different keys or contexts. The other tree hashes take
    // only a customization string, which affects the root node and not the records of parts.
    if name == "blake3" {
        let mut part = start(&hash);
        part.update(b"astragal: which key or context?");
        let mut assembly = Assembly::new(hash.clone());
        let whole = assembly.add(part.finish()).and_then(|()| assembly.finish(31));
        debug_assert!(whole.is_ok(), "the message must fit in one part");
        if let Ok(whole) = whole {
            whole.fill(b"", &mut mode);
        }
    }
    let common = Common { name, block_bytes: block_bytes as u64, mode };
    Box::new(TreeObject {
        common,
        total: None,
        custom: custom.to_owned(),
        assembly: Assembly::new(hash.clone()),
        hash,
    })
}

/// Starts the part at offset 0 of the message.
fn start<T: TreeHash>(hash: &T) -> PartHasher<T> {
    let Ok(part) = hash.part(0) else { unreachable!("a part may start at offset 0") };
    part
}

impl<T: TreeHash> TreeObject<T> {
    /// Checks that the record belongs to this tree hash, and returns its part.
    fn read(&self, record: &Record<'_>) -> Result<Part<T>, RecordError> {
        let Common { name, block_bytes, mode } = self.common;
        if record.name != name {
            return Err(RecordError::Algorithm { given: record.name.to_owned(), expected: name });
        }
        if record.block_bytes != block_bytes {
            let given = record.block_bytes;
            return Err(RecordError::BlockBytes { given, expected: block_bytes });
        }
        if record.mode != mode {
            return Err(RecordError::Key);
        }
        if let (Some(given), Some(expected)) = (record.total, self.total)
            && given != expected
        {
            return Err(RecordError::Total { given, expected });
        }
        let part = Part::from_nodes(&self.hash, record.start, record.length, record.nodes)
            .ok_or(RecordError::Damaged)?;
        match record.total.or(self.total) {
            Some(given) if part.end() > given => {
                Err(RecordError::Part(PartError::Length { given, parts: part.end() }))
            }
            _ => Ok(part),
        }
    }
}

impl Common {
    fn record<T: TreeHash>(&self, part: &Part<T>, total: Option<u64>) -> Vec<u8> {
        let &Self { name, block_bytes, mode } = self;
        let nodes = part.nodes_to_bytes();
        let (start, length) = (part.start(), part.end() - part.start());
        Record { name, block_bytes, start, length, total, mode, nodes: &nodes }.to_bytes()
    }
}

impl<T: TreeHash> DynTree for TreeObject<T>
where
    Whole<T>: WholeOutput,
{
    fn name(&self) -> &'static str {
        self.common.name
    }
    fn leaf_bytes(&self) -> u64 {
        self.hash.leaf_bytes()
    }
    fn part(&self, start: u64) -> Result<Box<dyn DynPart>, PartError> {
        let part = self.hash.part(start)?;
        Ok(Box::new(PartObject { common: self.common.clone(), part }))
    }
    fn add(&mut self, record: &[u8]) -> Result<(), RecordError> {
        let record = Record::read(record)?;
        let part = self.read(&record)?;
        self.total = self.total.or(record.total);
        self.assembly.add(part).map_err(RecordError::Part)
    }
    fn join(&self, left: &[u8], right: &[u8]) -> Result<Vec<u8>, RecordError> {
        let (left, right) = (Record::read(left)?, Record::read(right)?);
        if let (Some(expected), Some(given)) = (left.total, right.total)
            && given != expected
        {
            return Err(RecordError::Total { given, expected });
        }
        let total = left.total.or(right.total);
        let joined = self.read(&left)?.join(&self.hash, self.read(&right)?);
        joined.map(|part| self.common.record(&part, total)).map_err(RecordError::Part)
    }
    fn position(&self) -> u64 {
        self.assembly.position()
    }
    fn total(&self) -> Option<u64> {
        self.total
    }
    fn finish(self: Box<Self>, length: u64, out: &mut [u8]) -> Result<(), PartError> {
        if let Some(total) = self.total.filter(|&total| total != length) {
            return Err(PartError::Length { given: length, parts: total });
        }
        self.assembly.finish(length)?.fill(&self.custom, out);
        Ok(())
    }
}

#[derive(Debug)]
struct PartObject<T: TreeHash> {
    common: Common,
    part: PartHasher<T>,
}

impl<T: TreeHash> DynPart for PartObject<T> {
    fn update(&mut self, data: &[u8]) {
        self.part.update(data);
    }
    fn update_parallel(&mut self, data: &[u8]) {
        self.part.update_parallel(data);
    }
    fn finish(self: Box<Self>, total: Option<u64>) -> Vec<u8> {
        self.common.record(&self.part.finish(), total)
    }
}
