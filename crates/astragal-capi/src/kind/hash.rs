//! Hash functions with a digest of fixed length.

use alloc::vec::Vec;
use core::ffi::{c_int, c_void};

use astragal::registry::object_storage::Slot;
use astragal::registry::{DynHash, HashParams, HashRow};

use crate::alg::{Alg, from_handle, min_bytes};
use crate::buffers::{
    are_disjoint, check, check_disjoint, input, output, write_output, write_sized_output,
};
use crate::error::Error;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};
use crate::params::{Params, ParsedParams};

type Dyn = dyn DynHash;

/// Streaming state of a hash function.
#[derive(Debug)]
pub struct Hash(());

lifecycle!(Hash guard astragal_hash_copy astragal_hash_copy_at astragal_hash_alg astragal_hash_free, object::copy::<Dyn, Hash>);

/// Upper limit in bytes for the results of astragal_hash_sizeof(). Use it for arrays of fixed size:
/// `unsigned char memory[ASTRAGAL_HASH_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
pub const HASH_SIZE_MAX: usize = 4096;

/// Returns how many bytes of memory astragal_hash_init_at() needs for this algorithm. The memory needs no alignment.
/// Returns 0 if `alg` is not a hash function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = from_handle(alg)?;
        let row = alg.hash()?;
        // Objects with and without parameters have different types, so both are measured. The size of an object does
        // not depend on the values of the parameters.
        let zeros = [0; 32];
        let salt = row.takes.salt_bytes.map(|allowed| &zeros[..min_bytes(allowed)]);
        let digest_bytes = row.takes.digest_bytes.map(|_| row.digest_bytes);
        let params = HashParams { digest_bytes, salt, ..HashParams::default() };
        let bytes = |params: &HashParams<'_>| {
            object::measure::<Dyn>(|slot| Ok(row.new_hash_with_to(params, slot)?))
        };
        alg.object_bytes(|| Ok(bytes(&HashParams::default())?.max(bytes(&params)?)))
    })
}

/// Creates a hash object with an empty message, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @param params NULL, or parameters of the hash function, such as salt and key. The member output_len is the length of
/// the digest.
/// @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
/// @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_new(
    out: *mut *mut Hash,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, Memory::heap, alg, params) })
}

/// Creates a hash object with an empty message, in memory that the caller provides. The memory must have
/// astragal_hash_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
/// astragal_hash_free() wipes it. Allocates nothing.
///
/// @param out receives the object, which is in `memory`, or NULL on error.
/// @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the function does not accept the length of a
/// parameter.
/// @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_init_at(
    out: *mut *mut Hash,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, || Memory::caller(memory.cast(), memory_len), alg, params) })
}

/// Appends data of any length to the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_update(
    hash: *mut Hash,
    data: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(hash, "data", (data, len), |hash, data| {
            hash.update(data);
            Ok(())
        })
    })
}

/// Like astragal_hash_update(), but uses all cores if the hash is a tree hash (BLAKE3) and the data is long. Starts a
/// thread pool, which later calls reuse.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_update_parallel(
    hash: *mut Hash,
    data: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(hash, "data", (data, len), |hash, data| {
            hash.update_parallel(data);
            Ok(())
        })
    })
}

/// Writes the digest of the message, and resets the hash to an empty message.
///
/// @param out receives the digest.
/// @param out_len length of the digest in bytes, as returned by astragal_hash_digest_len(). Without parameters, it is
/// the algorithm's ASTRAGAL_OUTPUT_LEN.
/// @retval ASTRAGAL_ERR_LENGTH if `out_len` is not the length of the digest. In this case, the message is kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_final(
    hash: *mut Hash,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_output::<Dyn, _>(hash, "output", (out, out_len), |hash, out| {
            Ok(hash.finalize_into_reset(out)?)
        })
    })
}

/// Returns the length of the digest in bytes; 0 if `hash` is not a live object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_digest_len(hash: *const Hash) -> usize {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_or(0, || unsafe { Ok(object::shared::<Dyn, _>(hash)?.digest_bytes()) })
}

/// Resets the hash to an empty message, with the same parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_reset(hash: *mut Hash) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { object::unique::<Dyn, _>(hash)? }.reset();
        Ok(())
    })
}

/// Serializes the state, so that astragal_hash_import() can continue in another process or on another machine. The
/// bytes do not depend on the backend or byte order. A checksum in the state detects accidental damage, not
/// manipulation. The state contains the last bytes of the message, which have not been hashed yet.
///
/// @param out receives the serialized state.
/// @param out_len capacity of `out` in bytes; receives the length of the state, about 100 to 2000 bytes.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
/// @retval ASTRAGAL_ERR_STATE if the hash has a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_export(
    hash: *const Hash,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        write_sized_output(out, out_len, &object::shared::<Dyn, _>(hash)?.export_state()?)
    })
}

/// Restores a state that was exported from a hash of the same algorithm. The message that `hash` has absorbed so far is
/// lost.
///
/// @param state serialized state from astragal_hash_export().
/// @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, or if it belongs to another algorithm or version. `hash` is
/// left unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_import(
    hash: *mut Hash,
    state: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(hash, "state", (state, len), |hash, state| {
            Ok(hash.import_state(state)?)
        })
    })
}

/// Computes the digest of a whole message. Allocates nothing.
///
/// @param out receives the digest; may overlap the message.
/// @param out_len length of the digest in bytes: the algorithm's ASTRAGAL_OUTPUT_LEN.
/// @retval ASTRAGAL_ERR_LENGTH if `out_len` is not the length of the digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_once(
    alg: *const Alg,
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    guard(|| {
        let row = from_handle(alg)?.hash()?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        let msg = unsafe { input("message", msg, len) }?;
        check("output", out, out_len)?;
        let needed = row.digest_bytes;
        if out_len != needed {
            return Err(Error::BufferLength { what: "output", given: out_len, needed });
        }
        if are_disjoint((out, out_len), (msg.as_ptr(), msg.len())) {
            // SAFETY: the C caller upholds the contract stated in astragal.h; the message does not overlap the output.
            return Ok(row.hash_into(msg, unsafe { output("output", out, out_len) }?)?);
        }
        // The output overlaps the message. The digest therefore goes to a separate buffer, and is copied to the output
        // after the whole message has been read.
        let mut digest = [0; MAX_DIGEST_BYTES];
        let result = digest.get_mut(..needed).ok_or(Error::Internal)?;
        row.hash_into(msg, result)?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { write_output(out, result) }
    })
}

/// Computes the digests of many messages, several in parallel if the algorithm supports it.
///
/// @param msgs addresses of the n messages.
/// @param lens lengths of the n messages in bytes.
/// @param n number of messages.
/// @param out receives n digests, one after another; must not overlap a message.
/// @param out_len n times the length of the digest in bytes.
/// @retval ASTRAGAL_ERR_LENGTH if `out_len` is not n times the length of the digest, or if a message is longer than
/// PTRDIFF_MAX bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_many(
    alg: *const Alg,
    msgs: *const *const u8,
    lens: *const usize,
    n: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    guard(|| {
        let row = from_handle(alg)?.hash()?;
        let needed = n.checked_mul(row.digest_bytes).ok_or(Error::TooLong("list of messages"))?;
        if out_len != needed {
            return Err(Error::BufferLength { what: "output", given: out_len, needed });
        }
        if n == 0 {
            return Ok(());
        }
        let list_bytes = n.saturating_mul(size_of::<*const u8>());
        check("list of messages", msgs.cast(), list_bytes)?;
        check("list of lengths", lens.cast(), list_bytes)?;
        check("output", out, out_len)?;
        let mut messages: Vec<&[u8]> = Vec::new();
        messages.try_reserve_exact(n).map_err(|_| Error::OutOfMemory)?;
        for i in 0..n {
            // SAFETY: the contract in astragal.h requires `n` addresses and `n` lengths.
            let message = unsafe { input("message", msgs.add(i).read(), lens.add(i).read()) }?;
            let range = (message.as_ptr(), message.len());
            check_disjoint("output and message", (out, out_len), range)?;
            messages.push(message);
        }
        // SAFETY: the C caller upholds the contract stated in astragal.h; no message overlaps the output.
        let out = unsafe { output("output", out, out_len) }?;
        Ok(row.hash_many(&messages, out)?)
    })
}

/// Maximum digest length in bytes of the hash functions in the registry. A test checks this limit.
pub(crate) const MAX_DIGEST_BYTES: usize = 128;

/// Creates a hash object in `memory` and writes its address to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. `params` must be NULL or point to a structure whose strings are valid for
/// their lengths. The memory must be valid for reads and writes, and nothing else may use it during the lifetime of the
/// object.
unsafe fn new(
    out: *mut *mut Hash,
    memory: impl FnOnce() -> Result<Memory, Error>,
    alg: *const Alg,
    params: *const Params,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        object::create::<Dyn, _>(
            out,
            memory,
            || from_handle(alg),
            |alg, slot| build(alg.hash()?, &ParsedParams::parse(params)?, slot),
        )
    }
}

fn build(row: &HashRow, given: &ParsedParams<'_>, slot: Slot<'_, Dyn>) -> Result<(), Error> {
    Ok(row.new_hash_with_to(&given.for_hash(row)?, slot)?)
}
