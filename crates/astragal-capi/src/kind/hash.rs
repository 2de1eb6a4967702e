//! Hash functions with a digest of fixed length.

use alloc::vec::Vec;
use core::ffi::{c_int, c_void};

use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{DynHash, HashParams, HashRow};

use crate::alg::{Alg, known, shortest};
use crate::bytes::{are_apart, check, check_apart, give, give_sized, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};
use crate::params::{Given, Params};

type Dyn = dyn DynHash;

/// A hash of a message that comes piece by piece.
#[derive(Debug)]
pub struct Hash(());

lifecycle!(Hash guard astragal_hash_copy astragal_hash_copy_at astragal_hash_alg astragal_hash_free, object::copy::<Dyn, Hash>);

/// Room for an object of any hash wherever it begins, for memory whose length is fixed when the program is
/// compiled: `unsigned char memory[ASTRAGAL_HASH_SIZE_MAX];` Enough for every version with this one's soname.
pub const HASH_SIZE_MAX: usize = 4096;

/// The bytes of memory that astragal_hash_init_at() needs, wherever that begins; 0 if it is no hash function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = known(alg)?;
        let row = alg.hash()?;
        // Parameters make an object of another type: any do, where there are some.
        let zeros = [0; 32];
        let salt = row.takes.salt_bytes.map(|allowed| &zeros[..shortest(allowed)]);
        let digest_bytes = row.takes.digest_bytes.map(|_| row.digest_bytes);
        let params = HashParams { digest_bytes, salt, ..HashParams::default() };
        let bytes = |params: &HashParams<'_>| {
            object::bytes_now::<Dyn>(|place| Ok(object_storage::new_hash(row, params, place)?))
        };
        alg.object_bytes(|| Ok(bytes(&HashParams::default())?.max(bytes(&params)?)))
    })
}

/// A new object with an empty message, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param params NULL, or what the hash function takes: a salt, a key and so on, and the digest's length as output_len.
/// @return ASTRAGAL_ERR_PARAMETER or ASTRAGAL_ERR_LENGTH for a parameter that it does not take.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_new(
    out: *mut *mut Hash,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, Memory::ours, alg, params) })
}

/// A new object in the caller's memory of astragal_hash_sizeof() bytes, aligned or not. Allocates
/// nothing. The memory must not be moved, and must outlive the object; astragal_hash_free() wipes it.
///
/// @param out receives the object, which lies in the memory, or NULL after an error.
/// @return ASTRAGAL_ERR_LENGTH if the memory is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_init_at(
    out: *mut *mut Hash,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, || Memory::of_caller(memory.cast(), memory_len), alg, params) })
}

/// Appends a piece, of any length, to the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_update(
    hash: *mut Hash,
    data: *const u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (hash, data) =
            unsafe { (object::unique::<Dyn, _>(hash)?, input("the data", data, len)?) };
        hash.update(data);
        Ok(())
    })
}

/// astragal_hash_update() on all cores, where the hash is a tree (BLAKE3) and the piece is long. Starts threads
/// that stay for the next call; the other functions never do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_update_parallel(
    hash: *mut Hash,
    data: *const u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (hash, data) =
            unsafe { (object::unique::<Dyn, _>(hash)?, input("the data", data, len)?) };
        hash.update_parallel(data);
        Ok(())
    })
}

/// Gives the digest of the message, and goes back to the empty message.
///
/// @param out_len must be the digest's length, astragal_hash_digest_len(): without parameters ASTRAGAL_OUTPUT_LEN of
/// the algorithm.
/// @return ASTRAGAL_ERR_LENGTH if it is another; the message is kept then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_final(
    hash: *mut Hash,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (hash, out) =
            unsafe { (object::unique::<Dyn, _>(hash)?, output("the output", out, out_len)?) };
        Ok(hash.finalize_into_reset(out)?)
    })
}

/// The digest's length; 0 if the object is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_digest_len(hash: *const Hash) -> usize {
    // SAFETY: the caller's promise.
    guard_or(0, || unsafe { Ok(object::shared::<Dyn, _>(hash)?.digest_bytes()) })
}

/// Goes back to the empty message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_reset(hash: *mut Hash) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { object::unique::<Dyn, _>(hash)? }.reset();
        Ok(())
    })
}

/// Gives the state as bytes, from which astragal_hash_import() goes on, in another process or on another machine. They
/// are the same from every backend and byte order. A checksum tells damage, not malice, and the bytes tell
/// the end of the message.
///
/// @param out_len the room at `out`; receives the state's length, about 100 to 2000 bytes.
/// @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_STATE if the hash has a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_export(
    hash: *const Hash,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give_sized(out, out_len, &object::shared::<Dyn, _>(hash)?.export_state()?) })
}

/// Puts a hash, whatever its message, into the state that was exported from one of the same algorithm.
///
/// @return ASTRAGAL_ERR_PARAMETER if the state is damaged, or of another algorithm or version; nothing changes then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_import(
    hash: *mut Hash,
    state: *const u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (hash, state) =
            unsafe { (object::unique::<Dyn, _>(hash)?, input("the state", state, len)?) };
        Ok(hash.import_state(state)?)
    })
}

/// The digest of a whole message. Allocates nothing.
///
/// @param out may lie where the message lies.
/// @param out_len must be the digest's length, ASTRAGAL_OUTPUT_LEN of the algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hash_once(
    alg: *const Alg,
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    guard(|| {
        let row = known(alg)?.hash()?;
        // SAFETY: the caller's promise.
        let msg = unsafe { input("the message", msg, len) }?;
        check("the output", out, out_len)?;
        let needed = row.digest_bytes;
        if out_len != needed {
            return Err(Mistake::Buffer { what: "the output", given: out_len, needed });
        }
        if are_apart((out, out_len), (msg.as_ptr(), msg.len())) {
            // SAFETY: the caller's promise; the message does not lie there.
            return Ok(row.hash_into(msg, unsafe { output("the output", out, out_len) }?)?);
        }
        // In the message's memory the digest goes when it has been made elsewhere.
        let mut digest = [0; LONGEST_DIGEST];
        let room = digest.get_mut(..needed).ok_or(Mistake::Internal)?;
        row.hash_into(msg, room)?;
        // SAFETY: the caller's promise.
        unsafe { give(out, room) }
    })
}

/// The digests of many messages, several at once where the family can.
///
/// @param msgs the messages' addresses, n of them.
/// @param lens their lengths.
/// @param out receives n digests, one behind the other; shares no byte with a message.
/// @param out_len must be n times the digest's length.
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
        let row = known(alg)?.hash()?;
        let needed = n.checked_mul(row.digest_bytes).ok_or(Mistake::TooLong("the messages"))?;
        if out_len != needed {
            return Err(Mistake::Buffer { what: "the output", given: out_len, needed });
        }
        if n == 0 {
            return Ok(());
        }
        let list_bytes = n.saturating_mul(size_of::<*const u8>());
        check("the list of messages", msgs.cast(), list_bytes)?;
        check("the list of lengths", lens.cast(), list_bytes)?;
        check("the output", out, out_len)?;
        let mut messages: Vec<&[u8]> = Vec::new();
        messages.try_reserve_exact(n).map_err(|_| Mistake::Memory)?;
        for i in 0..n {
            // SAFETY: the caller gives `n` addresses and lengths.
            let message = unsafe { input("a message", msgs.add(i).read(), lens.add(i).read()) }?;
            let place = (message.as_ptr(), message.len());
            check_apart("the output and a message", (out, out_len), place)?;
            messages.push(message);
        }
        // SAFETY: the caller's promise; no message lies there.
        let out = unsafe { output("the output", out, out_len) }?;
        Ok(row.hash_many(&messages, out)?)
    })
}

/// No digest of the registry is longer; a test looks.
pub(crate) const LONGEST_DIGEST: usize = 128;

/// # Safety
/// As for [`object::make`] and [`Given::read`].
unsafe fn new(
    out: *mut *mut Hash,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    alg: *const Alg,
    params: *const Params,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe {
        object::make::<Dyn, _>(
            out,
            memory,
            || known(alg),
            |alg, place| build(alg.hash()?, &Given::read(params)?, place),
        )
    }
}

fn build(row: &HashRow, given: &Given<'_>, place: Slot<'_, Dyn>) -> Result<(), Mistake> {
    Ok(object_storage::new_hash(row, &given.for_hash(row)?, place)?)
}
