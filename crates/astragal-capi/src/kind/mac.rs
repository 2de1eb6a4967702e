//! Message authentication codes: HMAC with most hash functions, KMAC, keyed BLAKE2 and BLAKE3, Ascon-Mac and others.

use alloc::vec;
use core::ffi::{c_int, c_void};

use astragal::registry::object_storage::Slot;
use astragal::registry::{DynMac, MacParams, MacRow};
use zeroize::Zeroizing;

use crate::alg::{Alg, from_handle, min_bytes};
use crate::buffers::{are_disjoint, check, input, output, write_output, write_sized_output};
use crate::error::Error;
use crate::guard::{guard, guard_or, guard_with_stack_wipe};
use crate::object::{self, Memory};
use crate::params::{Params, ParsedParams};

type Dyn = dyn DynMac;

/// Streaming state of a message authentication code (MAC) with a key.
#[derive(Debug)]
pub struct Mac(());

lifecycle!(Mac guard_with_stack_wipe astragal_mac_copy astragal_mac_copy_at astragal_mac_alg astragal_mac_free, object::copy::<Dyn, Mac>);

/// Upper limit in bytes for the results of astragal_mac_sizeof(). Use it for arrays of fixed size:
/// `unsigned char memory[ASTRAGAL_MAC_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
pub const MAC_SIZE_MAX: usize = 16384;

/// Returns how many bytes of memory astragal_mac_init_at() needs for this algorithm. The memory needs no alignment.
/// Returns 0 if `alg` is not a MAC.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = from_handle(alg)?;
        let row = alg.mac()?;
        // A dummy key suffices, because the size of an object does not depend on its key.
        let key = vec![0; min_bytes(row.key_bytes)];
        object::object_bytes::<Dyn>(alg, |slot| build(row, &key, &ParsedParams::default(), slot))
    })
}

/// Creates a MAC object with a key and an empty message, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @param key ASTRAGAL_KEY_LEN_MIN to ASTRAGAL_KEY_LEN_MAX bytes; copied.
/// @param params NULL, or parameters of the algorithm: the customization string of KMAC, and the tag length as
/// output_len.
/// @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the key or tag.
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_new(
    out: *mut *mut Mac,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
    params: *const Params,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe { new(out, Memory::heap, alg, (key, key_len), params) })
}

/// Creates a MAC object with a key and an empty message, in memory that the caller provides. The memory must have
/// astragal_mac_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
/// astragal_mac_free() wipes it. Allocates nothing.
///
/// @param out receives the object, which is in `memory`, or NULL on error.
/// @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the algorithm does not accept the length of the key or
/// tag.
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
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
    let memory = || Memory::caller(memory.cast(), memory_len);
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe { new(out, memory, alg, (key, key_len), params) })
}

/// Appends data of any length to the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_update(mac: *mut Mac, data: *const u8, len: usize) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(mac, "data", (data, len), |mac, data| {
            mac.update(data);
            Ok(())
        })
    })
}

/// Writes the tag of the message, and resets the MAC to an empty message with the same key.
///
/// @param tag receives the tag.
/// @param tag_len length of the tag in bytes, as returned by astragal_mac_tag_len().
/// @retval ASTRAGAL_ERR_LENGTH if `tag_len` is not the length of the tag (in which case the message is kept), or if the
/// message is longer than the algorithm allows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_final(mac: *mut Mac, tag: *mut u8, tag_len: usize) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_output::<Dyn, _>(mac, "tag", (tag, tag_len), |mac, tag| {
            Ok(mac.finalize_into_reset(tag)?)
        })
    })
}

/// Verifies the tag of the message in constant time, and resets the MAC to an empty message with the same key. Do not
/// compare tags with memcmp(). The tag must have the length that astragal_mac_tag_len() returns, which must be at least
/// 4 bytes. To verify truncated tags, create the MAC with their length as the parameter `output_len`.
///
/// @retval ASTRAGAL_OK if the tag verifies.
/// @retval ASTRAGAL_INVALID if the tag does not verify, or if it has the wrong length.
/// @retval ASTRAGAL_ERR_LENGTH if the tags of this MAC are shorter than 4 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_verify(
    mac: *mut Mac,
    tag: *const u8,
    tag_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(mac, "tag", (tag, tag_len), |mac, tag| {
            Ok(mac.verify_reset(tag)?)
        })
    })
}

/// Returns the length of the tag in bytes; 0 if `mac` is not a live object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_tag_len(mac: *const Mac) -> usize {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_or(0, || Ok(unsafe { object::shared::<Dyn, _>(mac)? }.tag_bytes()))
}

/// Resets the MAC to an empty message with the same key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_reset(mac: *mut Mac) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { object::unique::<Dyn, _>(mac)? }.reset();
        Ok(())
    })
}

/// Serializes the state, so that astragal_mac_import_with_key() can continue in another process or on another machine;
/// see astragal_hash_export(). The bytes contain the key or an equivalent secret: keep them secret, and wipe them with
/// astragal_wipe().
///
/// @param out receives the serialized state.
/// @param out_len capacity of `out` in bytes; receives the length of the state, a few hundred to a few thousand bytes.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
/// @retval ASTRAGAL_ERR_STATE if the algorithm is CMAC, because its state is a key schedule.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_export_with_key(
    mac: *const Mac,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let state = object::shared::<Dyn, _>(mac)?.export_state_with_key()?;
            write_sized_output(out, out_len, &Zeroizing::new(state))
        }
    })
}

/// Restores a state, including key, tag length and message, that was exported from a MAC of the same algorithm. The
/// previous key, tag length and message of `mac` are lost.
///
/// @param state serialized state from astragal_mac_export_with_key().
/// @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, or if it belongs to another algorithm or version. `mac` is
/// left unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mac_import_with_key(
    mac: *mut Mac,
    state: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        object::with_input::<Dyn, _>(mac, "state", (state, len), |mac, state| {
            Ok(mac.import_state_with_key(state)?)
        })
    })
}

/// Computes the tag of a whole message.
///
/// @param params NULL, or parameters of the algorithm; output_len is ignored, because tag_len is the length of the tag.
/// @param tag receives the tag; may overlap an input if tag_len is at most 128.
/// @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the key or tag.
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
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
        check("tag", tag, tag_len)?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        let (row, key, params, msg) = unsafe { once(alg, (key, key_len), params, (msg, len)) }?;
        let inputs = [key, msg, params.custom.unwrap_or_default()];
        let is_disjoint =
            |input: &&[u8]| are_disjoint((tag, tag_len), (input.as_ptr(), input.len()));
        if inputs.iter().all(is_disjoint) {
            // SAFETY: the C caller upholds the contract stated in astragal.h; no input overlaps the tag.
            let tag = unsafe { output("tag", tag, tag_len) }?;
            return Ok(row.mac_into(key, &params, msg, tag)?);
        }
        // The tag overlaps an input, so it is first computed in a separate buffer and then copied.
        let mut elsewhere = Zeroizing::new([0; MAX_OVERLAPPING_TAG_BYTES]);
        let overlap = Error::Overlap("tag and input");
        let result = elsewhere.get_mut(..tag_len).ok_or(overlap)?;
        row.mac_into(key, &params, msg, result)?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { write_output(tag, result) }
    })
}

/// Verifies the tag of a whole message in constant time. The tag may have any length of at least 4 bytes that the
/// algorithm accepts. Pass the tag length that the protocol fixes, not the length that came with the message: a shorter
/// tag is easier to forge.
///
/// @retval ASTRAGAL_OK if the tag verifies.
/// @retval ASTRAGAL_INVALID if the tag does not verify.
/// @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the key or tag, or if the tag is shorter
/// than 4 bytes.
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
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
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let tag = input("tag", tag, tag_len)?;
            let (row, key, params, msg) = once(alg, (key, key_len), params, (msg, len))?;
            Ok(row.verify(key, &params, msg, tag)?)
        }
    })
}

/// Maximum length in bytes of a tag that may overlap an input. Only algorithms with selectable output length, such as
/// KMAC and Skein, have longer tags.
const MAX_OVERLAPPING_TAG_BYTES: usize = 128;

/// Inputs of a one-shot call: registry entry of the MAC, key, parameters and message.
type Once<'a> = (&'static MacRow, &'a [u8], MacParams<'a>, &'a [u8]);

/// Looks up the MAC in the registry, and converts the pointers of a one-shot call to slices.
///
/// # Safety
/// `key` and `msg` must be NULL or valid for reads of their lengths. `params` must be NULL or point to a structure
/// whose strings are valid for their lengths. None of these may be modified while the result is in use.
unsafe fn once<'a>(
    alg: *const Alg,
    (key, key_len): (*const u8, usize),
    params: *const Params,
    (msg, len): (*const u8, usize),
) -> Result<Once<'a>, Error> {
    let row = from_handle(alg)?.mac()?;
    // SAFETY: the caller upholds this function's contract.
    let (key, msg) = unsafe { (input("key", key, key_len)?, input("message", msg, len)?) };
    if params.is_null() {
        return Ok((row, key, MacParams::default(), msg));
    }
    // SAFETY: the caller upholds this function's contract.
    let params = unsafe { ParsedParams::parse(params) }?.for_mac(row.name)?;
    Ok((row, key, params, msg))
}

/// Creates a MAC object in `memory` and writes its address to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. `key` must be NULL or valid for reads of `key_len` bytes. `params` must be
/// NULL or point to a structure whose strings are valid for their lengths. The memory must be valid for reads and
/// writes, and nothing else may use it during the lifetime of the object.
unsafe fn new(
    out: *mut *mut Mac,
    memory: impl FnOnce() -> Result<Memory, Error>,
    alg: *const Alg,
    (key, key_len): (*const u8, usize),
    params: *const Params,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        object::create::<Dyn, _>(
            out,
            memory,
            || from_handle(alg),
            |alg, slot| {
                let (row, key) = (alg.mac()?, input("key", key, key_len)?);
                build(row, key, &ParsedParams::parse(params)?, slot)
            },
        )
    }
}

fn build(
    row: &'static MacRow,
    key: &[u8],
    given: &ParsedParams<'_>,
    slot: Slot<'_, Dyn>,
) -> Result<(), Error> {
    Ok(row.new_mac_to(key, &given.for_mac(row.name)?, slot)?)
}
