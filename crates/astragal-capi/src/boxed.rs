//! Heap objects of types that are not in the algorithm registry: streams of chunked encryption, and parts and
//! assemblies of tree hashes. They are always allocated by the global allocator. Each object is preceded in memory by a
//! mark that shows that the object is live.

use alloc::boxed::Box;
use core::ptr;

use crate::error::Error;
use crate::object::check_mark;

/// Memory to which a handle points: a mark that shows that the object is live, followed by the value.
#[repr(C)]
struct Marked<T> {
    magic: u64,
    value: T,
}

/// Type of a value to which a C handle points.
pub(crate) trait BoxedObject {
    /// Type name in error messages.
    const KIND: &'static str;
    /// Constant from which the mark of a live object is computed. The object's first word is this constant XORed with
    /// the object's address.
    const MAGIC: u64;
}

/// Allocates a value and writes its handle to `out`. On error, writes NULL.
///
/// # Safety
/// `out` must be NULL or valid for a write.
pub(crate) unsafe fn create<T: BoxedObject, Handle>(
    out: *mut *mut Handle,
    value: impl FnOnce() -> Result<T, Error>,
) -> Result<(), Error> {
    if out.is_null() {
        return Err(Error::Null("pointer to the object"));
    }
    // SAFETY: `out` is not NULL; the caller upholds the rest of this function's contract.
    unsafe { out.write(ptr::null_mut()) };
    let live = Box::into_raw(Box::new(Marked { magic: 0, value: value()? }));
    // SAFETY: `live` was allocated above. `out` is not NULL, and the caller guarantees that it is valid for a write.
    unsafe {
        (*live).magic = magic::<T>(live.addr());
        out.write(live.cast());
    }
    Ok(())
}

fn magic<T: BoxedObject>(address: usize) -> u64 {
    T::MAGIC ^ address as u64
}

/// Returns the live value to which a handle points.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind.
unsafe fn live<T: BoxedObject, Handle>(handle: *const Handle) -> Result<*mut Marked<T>, Error> {
    let live = handle.cast::<Marked<T>>();
    // SAFETY: the caller upholds this function's contract. The first word of every kind of object is its mark.
    unsafe { check_mark(live, T::KIND, magic::<T>(live.addr()))? };
    Ok(live.cast_mut())
}

/// Returns a shared reference to the value of a live object.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. The object must not be modified while
/// the result is in use.
pub(crate) unsafe fn shared<'a, T: BoxedObject + 'a, Handle>(
    handle: *const Handle,
) -> Result<&'a T, Error> {
    // SAFETY: the object is live; the caller upholds the rest of this function's contract.
    unsafe { Ok(&(*live::<T, _>(handle)?).value) }
}

/// Returns an exclusive reference to the value of a live object.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. Nothing else may use the object while
/// the result is in use.
pub(crate) unsafe fn unique<'a, T: BoxedObject + 'a, Handle>(
    handle: *mut Handle,
) -> Result<&'a mut T, Error> {
    // SAFETY: the object is live; the caller upholds the rest of this function's contract.
    unsafe { Ok(&mut (*live::<T, _>(handle)?).value) }
}

/// Drops the value and frees its memory. Ignores NULL.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. Nothing else may use the object during
/// the call, and the handle must not be used again.
pub(crate) unsafe fn free<T: BoxedObject, Handle>(handle: *mut Handle) -> Result<(), Error> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: the caller upholds this function's contract. The handle points to a live object from `create`. The mark
    // of the object is erased before its memory is freed.
    unsafe {
        let live = live::<T, _>(handle)?;
        (&raw mut (*live).magic).write_volatile(0);
        drop(Box::from_raw(live));
    }
    Ok(())
}
