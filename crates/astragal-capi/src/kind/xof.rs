//! Extendable-output functions (XOF), and hash functions with selectable output length.

use alloc::vec;
use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::registry::object_storage::Slot;
use astragal::registry::{DynXof, XofParams, XofRow};
use zeroize::Zeroizing;

use crate::alg::{Alg, from_handle, min_bytes};
use crate::buffers::{are_disjoint, check, input, output, write_sized_output};
use crate::error::Error;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};
use crate::params::{Params, ParsedParams};

type Dyn = dyn DynXof;

/// Streaming state of an extendable-output function (XOF), which absorbs a message and then squeezes output. The first
/// squeeze ends the message.
#[derive(Debug)]
pub struct Xof(());

lifecycle!(Xof guard astragal_xof_copy astragal_xof_copy_at astragal_xof_alg astragal_xof_free, object::copy::<Dyn, Xof>);

/// Upper limit in bytes for the results of astragal_xof_sizeof(). Use it for arrays of fixed size:
/// `unsigned char memory[ASTRAGAL_XOF_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
pub const XOF_SIZE_MAX: usize = 10240;

/// Returns how many bytes of memory astragal_xof_init_at() needs for this algorithm. The memory needs no alignment.
/// Returns 0 if `alg` is not an XOF.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = from_handle(alg)?;
        let row = alg.xof()?;
        // A dummy key suffices, because the size of an object does not depend on its key.
        let key = vec![0; row.key_bytes.map_or(0, min_bytes)];
        let given = ParsedParams::keyed(row.key_bytes.map(|_| key.as_slice()));
        object::object_bytes::<Dyn>(alg, |slot| build(row, &given, slot))
    })
}

/// Creates an XOF object with an empty message, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @param params NULL, or parameters of the function. A function of the kind ASTRAGAL_KEYED_XOF needs a key. TupleHash
/// and ParallelHash need output_len if the output does not have the default length, which is 32 or 64 bytes.
/// @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
/// @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_new(
    out: *mut *mut Xof,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, Memory::heap, alg, params) })
}

/// Creates an XOF object with an empty message, in memory that the caller provides. The memory must have
/// astragal_xof_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
/// astragal_xof_free() wipes it. Allocates memory only for a customization string of KT128 and KT256.
///
/// @param out receives the object, which is in `memory`, or NULL on error.
/// @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the function does not accept the length of a
/// parameter.
/// @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_init_at(
    out: *mut *mut Xof,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, || Memory::caller(memory.cast(), memory_len), alg, params) })
}

/// Appends data of any length to the message. For TupleHash, appends the data to the element that
/// astragal_xof_begin_item() started.
///
/// @retval ASTRAGAL_ERR_STATE after the first squeeze, or if an element of a tuple becomes too long.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_absorb(xof: *mut Xof, data: *const u8, len: usize) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(xof, "data", (data, len), |xof, data| Ok(xof.absorb(data)?))
    })
}

/// Like astragal_xof_absorb(), but uses all cores if the function is a tree hash (KT128, KT256, ParallelHash, BLAKE3)
/// and the data is long. Starts a thread pool, which later calls reuse.
///
/// @retval ASTRAGAL_ERR_STATE after the first squeeze, or if an element of a tuple becomes too long.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_absorb_parallel(
    xof: *mut Xof,
    data: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(xof, "data", (data, len), |xof, data| {
            Ok(xof.absorb_parallel(data)?)
        })
    })
}

/// Starts the next element of a TupleHash tuple. The element has `len` bytes, which the caller then passes to
/// astragal_xof_absorb().
///
/// @param len length of the element in bytes.
/// @retval ASTRAGAL_ERR_STATE if `xof` is not a TupleHash object, if the previous element is incomplete, or after the
/// first squeeze.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_begin_item(xof: *mut Xof, len: u64) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| Ok(unsafe { object::unique::<Dyn, _>(xof)? }.begin_item(len)?))
}

/// Writes the next `out_len` bytes of output. Can be called any number of times. The output ends at the output length
/// that was set as a parameter, or at the maximum of the algorithm.
///
/// @retval ASTRAGAL_ERR_STATE if fewer than `out_len` bytes of output remain, or if the last element of a tuple is
/// incomplete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_squeeze(
    xof: *mut Xof,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_output::<Dyn, _>(xof, "output", (out, out_len), |xof, out| {
            Ok(xof.squeeze(out)?)
        })
    })
}

/// Skips the next `len` bytes of output. BLAKE3 takes the same time for any `len`; the other functions compute the
/// skipped bytes.
///
/// @param len number of output bytes to skip.
/// @retval ASTRAGAL_ERR_STATE if fewer than `len` bytes of output remain, or if the last element of a tuple is
/// incomplete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_skip(xof: *mut Xof, len: u64) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| Ok(unsafe { object::unique::<Dyn, _>(xof)? }.skip(len)?))
}

/// Resets the XOF to an empty message, with the same parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_reset(xof: *mut Xof) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { object::unique::<Dyn, _>(xof)? }.reset();
        Ok(())
    })
}

/// Serializes the state, including its parameters, in the same way as astragal_hash_export(). Allowed both before and
/// after the first squeeze.
///
/// @param out receives the serialized state.
/// @param out_len capacity of `out` in bytes; receives the length of the state. This is a few hundred to a few thousand
/// bytes, and for KT128 and KT256 also the length of the customization string.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
/// @retval ASTRAGAL_ERR_STATE if the state contains a key or the context of a key derivation (BLAKE3). Use
/// astragal_xof_export_with_key() for such a state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_export(
    xof: *const Xof,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        write_sized_output(out, out_len, &object::shared::<Dyn, _>(xof)?.export_state()?)
    })
}

/// Restores a state that was exported from an XOF of the same algorithm. The parameters are restored too. The previous
/// parameters and message of `xof` are lost.
///
/// @param state serialized state from astragal_xof_export().
/// @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, if it belongs to another algorithm or version, or if it
/// contains a key. `xof` is left unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_import(xof: *mut Xof, state: *const u8, len: usize) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(xof, "state", (state, len), |xof, state| {
            Ok(xof.import_state(state)?)
        })
    })
}

/// Like astragal_xof_export(), but also exports a state that contains a key or the context of a key derivation. Keep
/// the bytes secret, and wipe them with astragal_wipe().
///
/// @param out receives the serialized state.
/// @param out_len capacity of `out` in bytes; receives the length of the state.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_export_with_key(
    xof: *const Xof,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let state = object::shared::<Dyn, _>(xof)?.export_state_with_key();
            write_sized_output(out, out_len, &Zeroizing::new(state))
        }
    })
}

/// Like astragal_xof_import(), but also imports a state that contains a key or the context of a key derivation.
///
/// @param state serialized state from astragal_xof_export() or astragal_xof_export_with_key().
/// @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, or if it belongs to another algorithm or version. `xof` is
/// left unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_import_with_key(
    xof: *mut Xof,
    state: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(xof, "state", (state, len), |xof, state| {
            Ok(xof.import_state_with_key(state)?)
        })
    })
}

/// Computes the output for a whole message. For TupleHash, the message is the only element of the tuple.
///
/// @param params NULL, or parameters of the function; output_len is ignored, because out_len is the length of the
/// output.
/// @param out receives out_len bytes; may overlap the message, but a separate buffer is faster.
/// @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
/// @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_once(
    alg: *const Alg,
    params: *const Params,
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    guard(|| {
        let row = from_handle(alg)?.xof()?;
        check("output", out, out_len)?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        let msg = unsafe { input("message", msg, len) }?;
        let mut given = XofParams::default();
        if !params.is_null() {
            // SAFETY: the C caller upholds the contract stated in astragal.h.
            given = unsafe { ParsedParams::parse(params) }?.for_xof(row.name)?;
        }
        let inputs = [Some(msg), given.key, given.custom, given.function_name];
        let is_disjoint =
            |input: &[u8]| are_disjoint((out, out_len), (input.as_ptr(), input.len()));
        if inputs.into_iter().flatten().all(is_disjoint) {
            // SAFETY: the C caller upholds the contract stated in astragal.h; no input overlaps the output.
            let out = unsafe { output("output", out, out_len) }?;
            return Ok(row.output_into(&given, msg, out)?);
        }
        given.output_bytes = Some(out_len);
        let mut result = Ok(());
        let run = |xof: &mut Dyn| {
            if row.takes.items {
                xof.begin_item(msg.len() as u64)?;
            }
            xof.absorb(msg)?;
            // SAFETY: the C caller upholds the contract stated in astragal.h; inputs that overlap the output have
            // already been read.
            Ok(xof.squeeze(unsafe { output("output", out, out_len) }?)?)
        };
        row.new_xof_to(
            &given,
            Slot::Owner(&mut |xof| {
                result = run(xof);
                // SAFETY: the registry gives the closure the only pointer to the object, so the object is dropped only
                // once.
                unsafe { ptr::drop_in_place(xof) };
            }),
        )?;
        result
    })
}

/// Creates an XOF object in `memory` and writes its address to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. `params` must be NULL or point to a structure whose strings are valid for
/// their lengths. The memory must be valid for reads and writes, and nothing else may use it during the lifetime of the
/// object.
unsafe fn new(
    out: *mut *mut Xof,
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
            |alg, slot| build(alg.xof()?, &ParsedParams::parse(params)?, slot),
        )
    }
}

fn build(row: &'static XofRow, given: &ParsedParams<'_>, slot: Slot<'_, Dyn>) -> Result<(), Error> {
    Ok(row.new_xof_to(&given.for_xof(row.name)?, slot)?)
}
