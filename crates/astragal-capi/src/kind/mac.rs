//! Message authentication codes: HMAC over every hash, KMAC, keyed BLAKE2 and BLAKE3, Ascon.

use alloc::vec;
use core::ffi::{c_int, c_void};

use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{DynMac, MacParams, MacRow};
use zeroize::Zeroizing;

use crate::alg::{Alg, known, shortest};
use crate::bytes::{are_apart, check, give, give_sized, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_keyed, guard_or};
use crate::object::{self, Memory};
use crate::params::{Given, Params};

type Dyn = dyn DynMac;

/// A message authentication code under a key.
#[derive(Debug)]
pub struct Mac(());

lifecycle!(Mac guard_keyed astragal_mac_copy astragal_mac_copy_at astragal_mac_alg astragal_mac_free, object::copy::<Dyn, Mac>);

/// Room for an object of any message authentication code wherever it begins, for memory whose length is fixed when the program is
/// compiled: `unsigned char memory[ASTRAGAL_MAC_SIZE_MAX];` Enough for every version with this one's soname.
pub const MAC_SIZE_MAX: usize = 16384;

/// The bytes of memory that astragal_mac_init_at() needs, wherever that begins; 0 if it is no MAC.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = known(alg)?;
        let row = alg.mac()?;
        // The size does not depend on the key, so that any key does.
        let key = vec![0; shortest(row.key_bytes)];
        object::bytes::<Dyn>(alg, |place| build(row, &key, &Given::default(), place))
    })
}

/// A new object with a key and an empty message, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param key of ASTRAGAL_KEY_LEN_MIN to ASTRAGAL_KEY_LEN_MAX bytes; copied.
/// @param params NULL, or what the code takes: KMAC a customization string, and the tag's length as output_len.
/// @return ASTRAGAL_ERR_LENGTH for a key or tag length that the algorithm does not take.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_new(
    out: *mut *mut Mac,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
    params: *const Params,
) -> c_int {
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe { new(out, Memory::ours, alg, (key, key_len), params) })
}

/// A new object with a key in the caller's memory of astragal_mac_sizeof() bytes, aligned or not.
/// Allocates nothing. The memory must not be moved, and must outlive the object; astragal_mac_free() wipes it.
///
/// @param out receives the object, which lies in the memory, or NULL after an error.
/// @return ASTRAGAL_ERR_LENGTH if the memory is too small, or as for astragal_mac_new().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_init_at(
    out: *mut *mut Mac,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
    params: *const Params,
) -> c_int {
    let memory = || Memory::of_caller(memory.cast(), memory_len);
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe { new(out, memory, alg, (key, key_len), params) })
}

/// Appends a piece, of any length, to the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_update(mac: *mut Mac, data: *const u8, len: usize) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (mac, data) =
            unsafe { (object::unique::<Dyn, _>(mac)?, input("the data", data, len)?) };
        mac.update(data);
        Ok(())
    })
}

/// Gives the tag of the message, and goes back to the empty message, the key kept.
///
/// @param tag_len must be astragal_mac_tag_len().
/// @return ASTRAGAL_ERR_LENGTH if it is another, the message is kept then; or if the message was longer than
/// the algorithm takes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_final(mac: *mut Mac, tag: *mut u8, tag_len: usize) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (mac, tag) =
            unsafe { (object::unique::<Dyn, _>(mac)?, output("the tag", tag, tag_len)?) };
        Ok(mac.finalize_into_reset(tag)?)
    })
}

/// Compares the tag of the message in constant time, and goes back to the empty message, the key kept. Never
/// compare tags by memcmp().
///
/// @return ASTRAGAL_OK if it is the tag; ASTRAGAL_INVALID if it is not, has another length or is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_verify(
    mac: *mut Mac,
    tag: *const u8,
    tag_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (mac, tag) =
            unsafe { (object::unique::<Dyn, _>(mac)?, input("the tag", tag, tag_len)?) };
        Ok(mac.verify_reset(tag)?)
    })
}

/// The length of the object's tags; 0 if it is no object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_tag_len(mac: *const Mac) -> usize {
    // SAFETY: the caller's promise.
    guard_or(0, || Ok(unsafe { object::shared::<Dyn, _>(mac)? }.tag_bytes()))
}

/// Goes back to the empty message, the key kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_reset(mac: *mut Mac) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { object::unique::<Dyn, _>(mac)? }.reset();
        Ok(())
    })
}

/// Gives the state as bytes, from which astragal_mac_import_with_key() goes on, in another process or on another machine:
/// see astragal_hash_export(). They hold the key, or what does as well: keep them as secret, and wipe them by
/// astragal_wipe().
///
/// @param out_len the room at `out`; receives the state's length, some hundred bytes to some thousand.
/// @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_STATE for CMAC, whose state is a cipher's
/// key schedule.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_export_with_key(
    mac: *const Mac,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let state = object::shared::<Dyn, _>(mac)?.export_state_with_key()?;
            give_sized(out, out_len, &Zeroizing::new(state))
        }
    })
}

/// Puts a code, whatever its key, its tag's length and its message, into the state that was exported from one of the same
/// algorithm.
///
/// @return ASTRAGAL_ERR_PARAMETER if the state is damaged, or of another algorithm or version; nothing changes then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_import_with_key(
    mac: *mut Mac,
    state: *const u8,
    len: usize,
) -> c_int {
    guard_keyed(|| {
        // SAFETY: the caller's promise.
        let (mac, state) =
            unsafe { (object::unique::<Dyn, _>(mac)?, input("the state", state, len)?) };
        Ok(mac.import_state_with_key(state)?)
    })
}

/// The tag of a whole message.
///
/// @param params NULL, or what the code takes; output_len in it is ignored, tag_len counts.
/// @param tag may lie where the message or the key lies, unless it has more than 128 bytes.
/// @return ASTRAGAL_ERR_LENGTH for a key or tag length that the algorithm does not take.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_once(
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
    params: *const Params,
    msg: *const u8,
    len: usize,
    tag: *mut u8,
    tag_len: usize,
) -> c_int {
    guard(|| {
        check("the tag", tag, tag_len)?;
        // SAFETY: the caller's promise.
        let (row, key, params, msg) = unsafe { once(alg, (key, key_len), params, (msg, len)) }?;
        let inputs = [key, msg, params.custom.unwrap_or_default()];
        let is_apart = |input: &&[u8]| are_apart((tag, tag_len), (input.as_ptr(), input.len()));
        if inputs.iter().all(is_apart) {
            // SAFETY: the caller's promise; no input lies there.
            let tag = unsafe { output("the tag", tag, tag_len) }?;
            return Ok(row.mac_into(key, &params, msg, tag)?);
        }
        // Where an input lies, the tag may go when it has been made elsewhere.
        let mut elsewhere = Zeroizing::new([0; LONGEST_TAG_IN_PLACE]);
        let overlap = Mistake::Overlap("the tag and an input");
        let room = elsewhere.get_mut(..tag_len).ok_or(overlap)?;
        row.mac_into(key, &params, msg, room)?;
        // SAFETY: the caller's promise.
        unsafe { give(tag, room) }
    })
}

/// Compares the tag of a whole message in constant time. The tag's length is the one you pass: pass the one
/// that you have agreed upon, not the one that came with the message.
///
/// @return ASTRAGAL_OK if it is the tag; ASTRAGAL_INVALID if it is not; an error as astragal_mac_once() has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_verify_once(
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
    params: *const Params,
    msg: *const u8,
    len: usize,
    tag: *const u8,
    tag_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let tag = input("the tag", tag, tag_len)?;
            let (row, key, params, msg) = once(alg, (key, key_len), params, (msg, len))?;
            Ok(row.verify(key, &params, msg, tag)?)
        }
    })
}

/// Up to this length a tag may lie where an input lies: only those of KMAC, KMACXOF, Skein and the like are longer,
/// where that was asked for.
const LONGEST_TAG_IN_PLACE: usize = 128;

/// What one call for a whole message needs: row, key, parameters, message.
type Once<'a> = (&'static MacRow, &'a [u8], MacParams<'a>, &'a [u8]);

/// # Safety
/// As for [`input`] and [`Given::read`].
unsafe fn once<'a>(
    alg: *const Alg,
    (key, key_len): (*const u8, usize),
    params: *const Params,
    (msg, len): (*const u8, usize),
) -> Result<Once<'a>, Mistake> {
    let row = known(alg)?.mac()?;
    // SAFETY: the caller's promise.
    let (key, msg) = unsafe { (input("the key", key, key_len)?, input("the message", msg, len)?) };
    if params.is_null() {
        return Ok((row, key, MacParams::default(), msg));
    }
    // SAFETY: the caller's promise.
    let params = unsafe { Given::read(params) }?.for_mac(row.name)?;
    Ok((row, key, params, msg))
}

/// # Safety
/// As for [`object::make`], [`input`] and [`Given::read`].
unsafe fn new(
    out: *mut *mut Mac,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    alg: *const Alg,
    (key, key_len): (*const u8, usize),
    params: *const Params,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe {
        object::make::<Dyn, _>(
            out,
            memory,
            || known(alg),
            |alg, place| {
                let (row, key) = (alg.mac()?, input("the key", key, key_len)?);
                build(row, key, &Given::read(params)?, place)
            },
        )
    }
}

fn build(
    row: &'static MacRow,
    key: &[u8],
    given: &Given<'_>,
    place: Slot<'_, Dyn>,
) -> Result<(), Mistake> {
    Ok(object_storage::new_mac(row, key, &given.for_mac(row.name)?, place)?)
}
