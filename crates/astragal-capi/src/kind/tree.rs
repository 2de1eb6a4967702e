//! Distributed tree hashing. Several processes or machines each hash a part of a message and write the result as a
//! record. An assembly combines these records into the digest of the message.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::c_int;

use astragal::error::StateError;
use astragal::registry::{DynPart, DynTree, tree};

use crate::alg::{Alg, from_handle};
use crate::boxed::{BoxedObject, create, free, shared, unique};
use crate::buffers::{input, output, write_sized_output};
use crate::error::Error;
use crate::guard::{guard, guard_or};
use crate::params::{Params, ParsedParams};

/// Special value of a message length: the length is not yet known.
pub const LENGTH_UNKNOWN: u64 = u64::MAX;

/// Part of a message that is hashed separately.
#[derive(Debug)]
pub struct Part(());

/// Collects the records of separately hashed parts of a message, and combines them into the digest of the message.
#[derive(Debug)]
pub struct Assembly(());

/// Creates a part of a message, on the heap. The part starts at byte `start` of the message.
///
/// @param out receives the object, or NULL on error.
/// @param alg handle of a tree hash, of the kind ASTRAGAL_XOF or ASTRAGAL_HASH: blake3, kt128, kt256, parallelhash128,
/// parallelhash256, parallelhashxof128 or parallelhashxof256.
/// @param params customization string, block size, and key or context of BLAKE3; NULL for none. The member output_len
/// is ignored.
/// @param start offset of the part in bytes, a multiple of astragal_assembly_leaf_len().
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm is not a tree hash or does not accept a parameter, or if `start` is
/// not a multiple of the leaf length.
/// @retval ASTRAGAL_ERR_LENGTH if a BLAKE3 key is not 32 bytes long.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_new(
    out: *mut *mut Part,
    alg: *const Alg,
    params: *const Params,
    start: u64,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        create(out, || {
            let part = Some(new_tree(alg, params)?.part(start)?);
            Ok(PartState { part, record: Vec::new() })
        })
    })
}

/// Appends data of any length to the part.
///
/// @retval ASTRAGAL_ERR_STATE if astragal_part_record() has ended the part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_update(
    part: *mut Part,
    data: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let part = unique::<PartState, _>(part)?.open()?;
        part.update(input("data", data, len)?);
        Ok(())
    })
}

/// Like astragal_part_update(), but uses all cores if the data is long.
///
/// @retval ASTRAGAL_ERR_STATE if astragal_part_record() has ended the part.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_update_parallel(
    part: *mut Part,
    data: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let part = unique::<PartState, _>(part)?.open()?;
        part.update_parallel(input("data", data, len)?);
        Ok(())
    })
}

/// Ends the part and writes its record. A record has about 100 bytes. ParallelHash, KT128 and KT256 add 32 or 64 bytes
/// per leaf, and BLAKE3 adds 32 bytes per subtree. All machines write the same bytes. Later calls write the same record
/// again, so the call can be repeated if the buffer was too small.
///
/// @param message_len length of the whole message in bytes, or ASTRAGAL_LENGTH_UNKNOWN. An assembly rejects parts with
/// different message lengths. Later calls ignore this parameter.
/// @param record receives the record.
/// @param out_len capacity of `record` in bytes; receives the length of the record.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_record(
    part: *mut Part,
    message_len: u64,
    record: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let part = unique::<PartState, _>(part)?;
        write_sized_output(record, out_len, part.end(known_length(message_len)))
    })
}

/// Frees the part. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_free(part: *mut Part) {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { free::<PartState, _>(part) });
}

/// Creates an empty assembly, on the heap. An assembly combines the records of separately hashed parts of a message.
///
/// @param out receives the object, or NULL on error.
/// @param alg as for astragal_part_new(), the same for all parts of a message.
/// @param params as for astragal_part_new(), the same for all parts of a message.
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm is not a tree hash, or if it does not accept a parameter.
/// @retval ASTRAGAL_ERR_LENGTH if a BLAKE3 key is not 32 bytes long.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_new(
    out: *mut *mut Assembly,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { create(out, || Ok(AssemblyState(Some(new_tree(alg, params)?)))) })
}

/// Returns the leaf length in bytes. Parts start at multiples of the leaf length. Returns 0 if `assembly` is not a live
/// object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_leaf_len(assembly: *const Assembly) -> u64 {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_or(0, || unsafe { Ok(shared::<AssemblyState, _>(assembly)?.tree()?.leaf_bytes()) })
}

/// Returns the length in bytes of the beginning of the message that the added parts cover without a gap; 0 if
/// `assembly` is not a live object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_position(assembly: *const Assembly) -> u64 {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_or(0, || unsafe { Ok(shared::<AssemblyState, _>(assembly)?.tree()?.position()) })
}

/// Returns the length of the whole message in bytes if an added record contains it; otherwise ASTRAGAL_LENGTH_UNKNOWN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_message_len(assembly: *const Assembly) -> u64 {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_or(LENGTH_UNKNOWN, || unsafe {
        Ok(shared::<AssemblyState, _>(assembly)?.tree()?.total().unwrap_or(LENGTH_UNKNOWN))
    })
}

/// Adds the record of a part. Records may be added in any order. After an error, the assembly is unchanged.
///
/// @retval ASTRAGAL_ERR_PARAMETER if the record is damaged, if it was made with another algorithm, key, parameter or
/// message length, or if it overlaps an added part.
/// @retval ASTRAGAL_ERR_STATE if astragal_assembly_final() has written the digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_add(
    assembly: *mut Assembly,
    record: *const u8,
    record_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let record = input("record", record, record_len)?;
        Ok(unique::<AssemblyState, _>(assembly)?.tree_mut()?.add(record)?)
    })
}

/// Joins the records of two adjacent parts into one record. The assembly only supplies the algorithm and its
/// parameters; it is not modified.
///
/// @param out receives the joined record.
/// @param out_len capacity of `out` in bytes; receives the length of the record.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
/// @retval ASTRAGAL_ERR_PARAMETER if a record is damaged, if it was made with another algorithm, key, parameter or
/// message length, or if the parts are not adjacent.
/// @retval ASTRAGAL_ERR_STATE if astragal_assembly_final() has written the digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_join(
    assembly: *const Assembly,
    left: *const u8,
    left_len: usize,
    right: *const u8,
    right_len: usize,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let left = input("left record", left, left_len)?;
        let right = input("right record", right, right_len)?;
        let joined = shared::<AssemblyState, _>(assembly)?.tree()?.join(left, right)?;
        write_sized_output(out, out_len, &joined)
    })
}

/// Writes the digest of the message; for an XOF, writes the first bytes of output. After success, the assembly can only
/// be freed.
///
/// @param message_len length of the whole message in bytes.
/// @param out receives the digest or the output.
/// @param out_len length of the output in bytes; an XOF allows any length. For ParallelHash, all output bytes depend on
/// this length.
/// @retval ASTRAGAL_ERR_PARAMETER if the added parts do not form a message of message_len bytes. If they end before
/// message_len, the missing parts can still be added.
/// @retval ASTRAGAL_ERR_STATE if the digest was already written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_final(
    assembly: *mut Assembly,
    message_len: u64,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let assembly = unique::<AssemblyState, _>(assembly)?;
        let out = output("output", out, out_len)?;
        let position = assembly.tree()?.position();
        if position < message_len {
            return Err(Error::MissingParts { position, message_len });
        }
        Ok(assembly.0.take().ok_or_else(ended)?.finish(message_len, out)?)
    })
}

/// Frees an assembly, which combines separately hashed parts of a message. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_free(assembly: *mut Assembly) {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { free::<AssemblyState, _>(assembly) });
}

/// Part of a message: a hasher while the caller adds data, and afterwards the record of the part.
struct PartState {
    part: Option<Box<dyn DynPart>>,
    record: Vec<u8>,
}

impl BoxedObject for PartState {
    const KIND: &'static str = "astragal_part";
    const MAGIC: u64 = u64::from_be_bytes(*b"astrpart");
}

impl PartState {
    fn open(&mut self) -> Result<&mut (dyn DynPart + 'static), Error> {
        self.part.as_deref_mut().ok_or_else(ended)
    }

    fn end(&mut self, message_len: Option<u64>) -> &[u8] {
        if let Some(part) = self.part.take() {
            self.record = part.finish(message_len);
        }
        &self.record
    }
}

/// Hash tree that combines the records of a message's parts into the digest. `None` after the digest has been written.
struct AssemblyState(Option<Box<dyn DynTree>>);

impl BoxedObject for AssemblyState {
    const KIND: &'static str = "astragal_assembly";
    const MAGIC: u64 = u64::from_be_bytes(*b"astrassm");
}

impl AssemblyState {
    fn tree(&self) -> Result<&dyn DynTree, Error> {
        self.0.as_deref().ok_or_else(ended)
    }

    fn tree_mut(&mut self) -> Result<&mut (dyn DynTree + 'static), Error> {
        self.0.as_deref_mut().ok_or_else(ended)
    }
}

fn ended() -> Error {
    Error::State(StateError::MessageEnded { algorithm: "tree hash" })
}

fn known_length(length: u64) -> Option<u64> {
    (length != LENGTH_UNKNOWN).then_some(length)
}

/// Creates a tree hash with its parameters.
///
/// # Safety
/// `params` must be NULL or point to a structure whose strings are valid for reads of their lengths.
unsafe fn new_tree(alg: *const Alg, params: *const Params) -> Result<Box<dyn DynTree>, Error> {
    let algorithm = from_handle(alg)?.name();
    // SAFETY: the caller upholds this function's contract.
    let params = unsafe { ParsedParams::parse(params)? }.for_tree(algorithm)?;
    Ok(tree(algorithm, &params).ok_or(Error::NotTreeHash { algorithm })??)
}
