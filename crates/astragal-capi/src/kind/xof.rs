//! Extendable-output functions, and the hashes whose output length is chosen.

use alloc::vec;
use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{DynXof, XofParams, XofRow};
use zeroize::Zeroizing;

use crate::alg::{Alg, known, shortest};
use crate::bytes::{are_apart, check, give_sized, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};
use crate::params::{Given, Params};

type Dyn = dyn DynXof;

/// An extendable-output function: absorb, then squeeze. The first squeeze ends the message.
#[derive(Debug)]
pub struct Xof(());

lifecycle!(Xof guard astragal_xof_copy astragal_xof_copy_at astragal_xof_alg astragal_xof_free, object::copy::<Dyn, Xof>);

/// Room for an object of any extendable-output function wherever it begins, for memory whose length is fixed when the program is
/// compiled: `unsigned char memory[ASTRAGAL_XOF_SIZE_MAX];` Enough for every version with this one's soname.
pub const XOF_SIZE_MAX: usize = 10240;

/// The bytes of memory that astragal_xof_init_at() needs, wherever that begins; 0 if it is no XOF.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = known(alg)?;
        let row = alg.xof()?;
        // The size does not depend on the key, so that any key does.
        let key = vec![0; row.key_bytes.map_or(0, shortest)];
        let given = Given::keyed(row.key_bytes.map(|_| key.as_slice()));
        object::bytes::<Dyn>(alg, |place| build(row, &given, place))
    })
}

/// A new object with an empty message, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param params NULL, or what the function takes: TupleHash and ParallelHash need output_len, unless 32 or 64; what is of the
/// kind ASTRAGAL_KEYED_XOF needs a key.
/// @return ASTRAGAL_ERR_PARAMETER for a parameter that the function does not take, or not with this value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_new(
    out: *mut *mut Xof,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, Memory::ours, alg, params) })
}

/// A new object in the caller's memory of astragal_xof_sizeof() bytes, aligned or not. Allocates
/// nothing, but for a customization string of KT128 and KT256. The memory must not be moved, and must outlive
/// the object; astragal_xof_free() wipes it.
///
/// @param out receives the object, which lies in the memory, or NULL after an error.
/// @return ASTRAGAL_ERR_LENGTH if the memory is too small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_init_at(
    out: *mut *mut Xof,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, || Memory::of_caller(memory.cast(), memory_len), alg, params) })
}

/// Appends a piece, of any length, to the message; with TupleHash, to the element announced before.
///
/// @return ASTRAGAL_ERR_STATE after the first squeeze, or for more than was announced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_absorb(xof: *mut Xof, data: *const u8, len: usize) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (xof, data) =
            unsafe { (object::unique::<Dyn, _>(xof)?, input("the data", data, len)?) };
        Ok(xof.absorb(data)?)
    })
}

/// astragal_xof_absorb() on all cores, where the function is a tree (KT128, KT256, ParallelHash, BLAKE3) and the
/// piece is long. Starts threads that stay for the next call; the other functions never do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_absorb_parallel(
    xof: *mut Xof,
    data: *const u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (xof, data) =
            unsafe { (object::unique::<Dyn, _>(xof)?, input("the data", data, len)?) };
        Ok(xof.absorb_parallel(data)?)
    })
}

/// Announces the next element of a tuple, of `len` bytes, which astragal_xof_absorb() then brings.
///
/// @return ASTRAGAL_ERR_STATE if it is not TupleHash, after the first squeeze, or if the element before lacks
/// bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_begin_item(xof: *mut Xof, len: u64) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| Ok(unsafe { object::unique::<Dyn, _>(xof)? }.begin_item(len)?))
}

/// Gives the next bytes of output. Any number of calls, of any lengths.
///
/// @return ASTRAGAL_ERR_STATE if an output of chosen length has been given whole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_squeeze(
    xof: *mut Xof,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (xof, out) =
            unsafe { (object::unique::<Dyn, _>(xof)?, output("the output", out, out_len)?) };
        Ok(xof.squeeze(out)?)
    })
}

/// Passes over the next bytes of output: at no cost where the function can seek (BLAKE3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_skip(xof: *mut Xof, len: u64) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| Ok(unsafe { object::unique::<Dyn, _>(xof)? }.skip(len)?))
}

/// Goes back to the empty message, the parameters kept.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_reset(xof: *mut Xof) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { object::unique::<Dyn, _>(xof)? }.reset();
        Ok(())
    })
}

/// Gives the state as bytes, with its parameters, absorbing or squeezed: see astragal_hash_export().
///
/// @param out_len the room at `out`; receives the state's length, some hundred bytes to some thousand, and a
/// customization string of KT128 or KT256 besides.
/// @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_STATE if the state holds what keys are
/// derived from (BLAKE3 with a context): see astragal_xof_export_with_key().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_export(
    xof: *const Xof,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { give_sized(out, out_len, &object::shared::<Dyn, _>(xof)?.export_state()?) })
}

/// Puts a function, whatever its parameters, into the state that was exported from one of the same algorithm.
///
/// @return ASTRAGAL_ERR_PARAMETER if the state is damaged, of another algorithm or version, or holds a key; nothing
/// changes then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_import(xof: *mut Xof, state: *const u8, len: usize) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (xof, state) =
            unsafe { (object::unique::<Dyn, _>(xof)?, input("the state", state, len)?) };
        Ok(xof.import_state(state)?)
    })
}

/// astragal_xof_export(), also of a state that holds what keys are derived from. Keep it as secret as those, and wipe it
/// by astragal_wipe().
///
/// @return ASTRAGAL_ERR_LENGTH if there is less room than that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_export_with_key(
    xof: *const Xof,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let state = object::shared::<Dyn, _>(xof)?.export_state_with_key();
            give_sized(out, out_len, &Zeroizing::new(state))
        }
    })
}

/// astragal_xof_import(), also of a state that holds what keys are derived from.
///
/// @return ASTRAGAL_ERR_PARAMETER if the state is damaged, or of another algorithm or version; nothing changes then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_xof_import_with_key(
    xof: *mut Xof,
    state: *const u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (xof, state) =
            unsafe { (object::unique::<Dyn, _>(xof)?, input("the state", state, len)?) };
        Ok(xof.import_state_with_key(state)?)
    })
}

/// The output for a whole message; with TupleHash, for a tuple of this one element.
///
/// @param params NULL, or what the function takes; output_len in it is ignored, out_len counts.
/// @param out may lie where the message lies; where they share no byte is quicker.
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
        let row = known(alg)?.xof()?;
        check("the output", out, out_len)?;
        // SAFETY: the caller's promise.
        let msg = unsafe { input("the message", msg, len) }?;
        let mut given = XofParams::default();
        if !params.is_null() {
            // SAFETY: the caller's promise.
            given = unsafe { Given::read(params) }?.for_xof(row.name)?;
        }
        let inputs = [Some(msg), given.key, given.custom, given.function_name];
        let is_apart = |input: &[u8]| are_apart((out, out_len), (input.as_ptr(), input.len()));
        if inputs.into_iter().flatten().all(is_apart) {
            // SAFETY: the caller's promise; no input lies there.
            let out = unsafe { output("the output", out, out_len) }?;
            return Ok(row.output_into(&given, msg, out)?);
        }
        given.output_bytes = Some(out_len);
        let mut result = Ok(());
        let run = |xof: &mut Dyn| {
            if row.takes.items {
                xof.begin_item(msg.len() as u64)?;
            }
            xof.absorb(msg)?;
            // SAFETY: the caller's promise; what lies there has been read.
            Ok(xof.squeeze(unsafe { output("the output", out, out_len) }?)?)
        };
        object_storage::new_xof(
            row,
            &given,
            Slot::Owner(&mut |xof| {
                result = run(xof);
                // SAFETY: the registry gives the object away.
                unsafe { ptr::drop_in_place(xof) };
            }),
        )?;
        result
    })
}

/// # Safety
/// As for [`object::make`] and [`Given::read`].
unsafe fn new(
    out: *mut *mut Xof,
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
            |alg, place| build(alg.xof()?, &Given::read(params)?, place),
        )
    }
}

fn build(row: &'static XofRow, given: &Given<'_>, place: Slot<'_, Dyn>) -> Result<(), Mistake> {
    Ok(object_storage::new_xof(row, &given.for_xof(row.name)?, place)?)
}
