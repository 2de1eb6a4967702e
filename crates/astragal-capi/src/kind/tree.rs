//! Tree hashes in parts: several processes or machines hash parts of one message, whose records make its digest.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ffi::c_int;
use core::ptr;

use astragal::error::StateError;
use astragal::registry::{DynPart, DynTree, tree};

use crate::alg::{Alg, known};
use crate::bytes::{give_sized, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_or};
use crate::object::check_mark;
use crate::params::{Given, Params};

/// Length of a message that is not known yet.
pub const LENGTH_UNKNOWN: u64 = u64::MAX;

/// A part of a message that is hashed by itself.
#[derive(Debug)]
pub struct Part(());

/// Parts of a message on their way to its digest.
#[derive(Debug)]
pub struct Assembly(());

/// A part of a message, which begins at byte `start`, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param alg blake3, kt128, kt256, parallelhash128, parallelhash256, parallelhashxof128 or parallelhashxof256, of the
/// kind ASTRAGAL_XOF or ASTRAGAL_HASH.
/// @param params customization string, block size, BLAKE3's key or context; NULL for none. Its output_len is not read.
/// @param start a multiple of astragal_assembly_leaf_len().
/// @return ASTRAGAL_ERR_PARAMETER for another algorithm, a parameter that it does not take, or another `start`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_new(
    out: *mut *mut Part,
    alg: *const Alg,
    params: *const Params,
    start: u64,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        make(out, || {
            let part = Some(new_tree(alg, params)?.part(start)?);
            Ok(PartState { part, record: Vec::new() })
        })
    })
}

/// Appends a piece, of any length, to the part.
///
/// @return ASTRAGAL_ERR_STATE after astragal_part_record().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_update(
    part: *mut Part,
    data: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let part = unique::<PartState, _>(part)?.open()?;
        part.update(input("the data", data, len)?);
        Ok(())
    })
}

/// astragal_part_update() on all cores, where the piece is long.
///
/// @return ASTRAGAL_ERR_STATE after astragal_part_record().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_update_parallel(
    part: *mut Part,
    data: *const u8,
    len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let part = unique::<PartState, _>(part)?.open()?;
        part.update_parallel(input("the data", data, len)?);
        Ok(())
    })
}

/// Ends the part and gives its record, the same bytes on every machine: about 100 bytes, and BLAKE3 and the others with
/// 32 or 64 for each leaf or subtree. May be called again for the same record, as where there was too little room.
///
/// @param message_len length of the whole message, so that parts of messages of other lengths are refused;
/// ASTRAGAL_LENGTH_UNKNOWN if it is not known. Only the first call reads it.
/// @param out_len length of `record` in bytes; receives the record's length.
/// @return ASTRAGAL_ERR_LENGTH if there is less room than that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_record(
    part: *mut Part,
    message_len: u64,
    record: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let part = unique::<PartState, _>(part)?;
        give_sized(record, out_len, part.end(known_length(message_len)))
    })
}

/// Frees the part. NULL is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_part_free(part: *mut Part) {
    // SAFETY: the caller's promise.
    guard(|| unsafe { free::<PartState, _>(part) });
}

/// An empty assembly of parts, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param alg and params as for astragal_part_new(), the same for all parts of a message.
/// @return ASTRAGAL_ERR_PARAMETER for another algorithm or a parameter that it does not take.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_new(
    out: *mut *mut Assembly,
    alg: *const Alg,
    params: *const Params,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { make(out, || Ok(AssemblyState(Some(new_tree(alg, params)?)))) })
}

/// Parts begin at multiples of this many bytes; 0 if the object is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_leaf_len(assembly: *const Assembly) -> u64 {
    // SAFETY: the caller's promise.
    guard_or(0, || unsafe { Ok(shared::<AssemblyState, _>(assembly)?.tree()?.leaf_bytes()) })
}

/// Number of bytes from the start of the message that are there without a gap; 0 if the object is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_position(assembly: *const Assembly) -> u64 {
    // SAFETY: the caller's promise.
    guard_or(0, || unsafe { Ok(shared::<AssemblyState, _>(assembly)?.tree()?.position()) })
}

/// Length of the whole message, if a record that was added tells it; else ASTRAGAL_LENGTH_UNKNOWN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_message_len(assembly: *const Assembly) -> u64 {
    // SAFETY: the caller's promise.
    guard_or(LENGTH_UNKNOWN, || unsafe {
        Ok(shared::<AssemblyState, _>(assembly)?.tree()?.total().unwrap_or(LENGTH_UNKNOWN))
    })
}

/// Adds the part of a record, in any order.
///
/// @return ASTRAGAL_ERR_PARAMETER if the record is damaged, of another algorithm, key or parameters, of a message of
/// another length, or overlaps a part that is there; nothing changes then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_add(
    assembly: *mut Assembly,
    record: *const u8,
    record_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let record = input("the record", record, record_len)?;
        Ok(unique::<AssemblyState, _>(assembly)?.tree_mut()?.add(record)?)
    })
}

/// Joins the records of two parts, the second right behind the first, to one. The assembly says of which algorithm and
/// parameters, and does not change.
///
/// @param out_len length of `out` in bytes; receives the record's length.
/// @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_PARAMETER as for astragal_assembly_add(),
/// or if there is a gap between the parts.
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
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let left = input("the left record", left, left_len)?;
        let right = input("the right record", right, right_len)?;
        let joined = shared::<AssemblyState, _>(assembly)?.tree()?.join(left, right)?;
        give_sized(out, out_len, &joined)
    })
}

/// Gives the digest of the message, or the first bytes of output. After a success the assembly can only be freed.
///
/// @param message_len length of the whole message in bytes.
/// @param out_len any length for extendable output; ParallelHash's output depends on it.
/// @return ASTRAGAL_ERR_PARAMETER if the parts are not this message: after a gap, parts can still be added;
/// ASTRAGAL_ERR_STATE after a success.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_final(
    assembly: *mut Assembly,
    message_len: u64,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let assembly = unique::<AssemblyState, _>(assembly)?;
        let out = output("the output", out, out_len)?;
        let position = assembly.tree()?.position();
        if position < message_len {
            return Err(Mistake::Incomplete { position, message_len });
        }
        Ok(assembly.0.take().ok_or_else(ended)?.finish(message_len, out)?)
    })
}

/// Frees the assembly. NULL is nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_assembly_free(assembly: *mut Assembly) {
    // SAFETY: the caller's promise.
    guard(|| unsafe { free::<AssemblyState, _>(assembly) });
}

/// Memory behind a handle: a mark, and the value.
#[repr(C)]
struct Live<T> {
    magic: u64,
    value: T,
}

/// A value behind a handle.
trait Marked {
    /// The name of the kind in messages.
    const KIND: &'static str;
    /// Marks a live object.
    const MAGIC: u64;
}

/// A part, until its record is asked for, and the record then.
struct PartState {
    part: Option<Box<dyn DynPart>>,
    record: Vec<u8>,
}

impl Marked for PartState {
    const KIND: &'static str = "astragal_part";
    const MAGIC: u64 = 0x6173_7472_7061_7274;
}

impl PartState {
    fn open(&mut self) -> Result<&mut (dyn DynPart + 'static), Mistake> {
        self.part.as_deref_mut().ok_or_else(ended)
    }

    fn end(&mut self, message_len: Option<u64>) -> &[u8] {
        if let Some(part) = self.part.take() {
            self.record = part.finish(message_len);
        }
        &self.record
    }
}

/// No tree once the digest was given.
struct AssemblyState(Option<Box<dyn DynTree>>);

impl Marked for AssemblyState {
    const KIND: &'static str = "astragal_assembly";
    const MAGIC: u64 = 0x6173_7472_6173_736d;
}

impl AssemblyState {
    fn tree(&self) -> Result<&dyn DynTree, Mistake> {
        self.0.as_deref().ok_or_else(ended)
    }

    fn tree_mut(&mut self) -> Result<&mut (dyn DynTree + 'static), Mistake> {
        self.0.as_deref_mut().ok_or_else(ended)
    }
}

fn ended() -> Mistake {
    Mistake::State(StateError::MessageEnded { algorithm: "tree hash" })
}

fn known_length(length: u64) -> Option<u64> {
    (length != LENGTH_UNKNOWN).then_some(length)
}

/// # Safety
/// As for [`Given::read`].
unsafe fn new_tree(alg: *const Alg, params: *const Params) -> Result<Box<dyn DynTree>, Mistake> {
    let algorithm = known(alg)?.name();
    // SAFETY: the caller's promise.
    let params = unsafe { Given::read(params)? }.for_tree(algorithm)?;
    Ok(tree(algorithm, &params).ok_or(Mistake::NoTree { algorithm })??)
}

/// Puts the handle of a new value to `out`; NULL after an error.
///
/// # Safety
/// Unless it is NULL, `out` is valid for a write.
unsafe fn make<T: Marked, Handle>(
    out: *mut *mut Handle,
    value: impl FnOnce() -> Result<T, Mistake>,
) -> Result<(), Mistake> {
    if out.is_null() {
        return Err(Mistake::Null("the place for the object's address"));
    }
    // SAFETY: not NULL; the rest is the caller's promise.
    unsafe { out.write(ptr::null_mut()) };
    let live = Box::into_raw(Box::new(Live { magic: 0, value: value()? }));
    // SAFETY: it was just made; `out` as above.
    unsafe {
        (*live).magic = magic::<T>(live.addr());
        out.write(live.cast());
    }
    Ok(())
}

fn magic<T: Marked>(address: usize) -> u64 {
    T::MAGIC ^ address as u64
}

/// The live value behind a handle.
///
/// # Safety
/// Unless it is NULL, the handle is one of the library's, whatever its kind.
unsafe fn live<T: Marked, Handle>(handle: *const Handle) -> Result<*mut Live<T>, Mistake> {
    let live = handle.cast::<Live<T>>();
    // SAFETY: the caller's promise; every kind of object begins with its mark.
    unsafe { check_mark(live, T::KIND, magic::<T>(live.addr()))? };
    Ok(live.cast_mut())
}

/// # Safety
/// As for [`live`]; and nobody changes the object meanwhile.
unsafe fn shared<'a, T: Marked + 'a, Handle>(handle: *const Handle) -> Result<&'a T, Mistake> {
    // SAFETY: it is live; the rest is the caller's promise.
    unsafe { Ok(&(*live::<T, _>(handle)?).value) }
}

/// # Safety
/// As for [`live`]; and nobody else uses the object meanwhile.
unsafe fn unique<'a, T: Marked + 'a, Handle>(handle: *mut Handle) -> Result<&'a mut T, Mistake> {
    // SAFETY: it is live; the rest is the caller's promise.
    unsafe { Ok(&mut (*live::<T, _>(handle)?).value) }
}

/// # Safety
/// As for [`unique`]; the handle is not used again.
unsafe fn free<T: Marked, Handle>(handle: *mut Handle) -> Result<(), Mistake> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise: a live object of `make`, whose mark goes before its memory.
    unsafe {
        let live = live::<T, _>(handle)?;
        (&raw mut (*live).magic).write_volatile(0);
        drop(Box::from_raw(live));
    }
    Ok(())
}
