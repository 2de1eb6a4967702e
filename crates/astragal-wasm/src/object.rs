//! Hashes, extendable-output functions and message authentication codes that take a message piece by piece.
#![expect(unsafe_code, reason = "objects and bytes go by their addresses")]

use std::ptr;

use astragal::registry::{DynHash, DynMac, DynXof, HashRow, MacRow, XofRow};
use zeroize::Zeroize as _;

use crate::memory::{output, slice, slice_mut, tell};
use crate::params::Params;
use crate::row::settled;
use crate::{FAILED, GOOD};

/// What JavaScript holds the address of.
pub(crate) enum Object {
    Hash(Box<dyn DynHash>),
    Xof(Box<dyn DynXof>),
    Mac(Box<dyn DynMac>),
}

/// The object's address, or null with the error told.
fn made(object: Result<Object, impl std::fmt::Display>, params: &mut [u8]) -> *mut Object {
    params.zeroize();
    match object {
        Ok(object) => Box::into_raw(Box::new(object)),
        Err(error) => {
            tell(error);
            ptr::null_mut()
        }
    }
}

/// A hash that has taken no input yet, or null.
///
/// # Safety
/// The row is of `find_hash`; there are `bytes` bytes at `params`.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_hash(row: *const HashRow, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: by the caller's promise.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let hash = row.new_hash_with(&Params::read(written).of_hash());
    made(hash.map(Object::Hash), written)
}

/// An extendable-output function that has taken no input yet, or null.
///
/// # Safety
/// The row is of `find_xof`; there are `bytes` bytes at `params`.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_xof(row: *const XofRow, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: by the caller's promise.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let xof = row.new_xof(&Params::read(written).of_xof());
    made(xof.map(Object::Xof), written)
}

/// A message authentication code that has taken no input yet, or null.
///
/// # Safety
/// The row is of `find_mac`; there are `bytes` bytes at `params`.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_mac(row: *const MacRow, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: by the caller's promise.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let params = Params::read(written);
    let mac = row.new_mac(params.key(), &params.of_mac());
    made(mac.map(Object::Mac), written)
}

/// Appends `bytes` bytes at `data` to the message.
///
/// # Safety
/// The object is of the functions above and not freed, here and below; there are so many bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn update(object: *mut Object, data: *const u8, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise.
    let (object, data) = unsafe { (&mut *object, slice(data, bytes)) };
    match object {
        Object::Hash(hash) => hash.update(data),
        Object::Xof(xof) => return settled(xof.absorb(data)),
        Object::Mac(mac) => mac.update(data),
    }
    GOOD
}

/// Begins the next element of a tuple, of `bytes` bytes.
///
/// # Safety
/// See [`update`].
#[unsafe(no_mangle)]
unsafe extern "C" fn begin_item(object: *mut Object, bytes: u64) -> i32 {
    // SAFETY: by the caller's promise.
    match unsafe { &mut *object } {
        Object::Xof(xof) => settled(xof.begin_item(bytes)),
        _ => FAILED,
    }
}

/// Passes over the next `bytes` bytes of output.
///
/// # Safety
/// See [`update`].
#[unsafe(no_mangle)]
unsafe extern "C" fn skip(object: *mut Object, bytes: u64) -> i32 {
    // SAFETY: by the caller's promise.
    match unsafe { &mut *object } {
        Object::Xof(xof) => settled(xof.skip(bytes)),
        _ => FAILED,
    }
}

/// The length in bytes of the digest or tag; 0 of what has an output of any length.
///
/// # Safety
/// See [`update`].
#[unsafe(no_mangle)]
unsafe extern "C" fn output_bytes(object: *const Object) -> usize {
    // SAFETY: by the caller's promise.
    match unsafe { &*object } {
        Object::Hash(hash) => hash.digest_bytes(),
        Object::Xof(xof) => xof.output_bytes().unwrap_or_default(),
        Object::Mac(mac) => mac.tag_bytes(),
    }
}

/// Puts the digest, the tag or the next `bytes` bytes of output into the output room. A hash and a code then start
/// anew.
///
/// # Safety
/// See [`update`].
#[unsafe(no_mangle)]
unsafe extern "C" fn finish(object: *mut Object, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise; the output is used here alone.
    let (object, output) = unsafe { (&mut *object, output(bytes)) };
    match object {
        Object::Hash(hash) => settled(hash.finalize_into_reset(output)),
        Object::Xof(xof) => settled(xof.squeeze(output)),
        Object::Mac(mac) => settled(mac.finalize_into_reset(output)),
    }
}

/// Whether the `bytes` bytes at `tag` are the message's tag, in constant time; then the code starts anew.
///
/// # Safety
/// See [`update`]; there are so many bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn verify(object: *mut Object, tag: *const u8, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise.
    let (object, tag) = unsafe { (&mut *object, slice(tag, bytes)) };
    match object {
        Object::Mac(mac) => settled(mac.verify_reset(tag)),
        _ => FAILED,
    }
}

/// Forgets the message, and nothing else.
///
/// # Safety
/// See [`update`].
#[unsafe(no_mangle)]
unsafe extern "C" fn reset(object: *mut Object) {
    // SAFETY: by the caller's promise.
    match unsafe { &mut *object } {
        Object::Hash(hash) => hash.reset(),
        Object::Xof(xof) => xof.reset(),
        Object::Mac(mac) => mac.reset(),
    }
}

/// A copy of the object as it is.
///
/// # Safety
/// See [`update`].
#[unsafe(no_mangle)]
unsafe extern "C" fn copy(object: *const Object) -> *mut Object {
    // SAFETY: by the caller's promise.
    Box::into_raw(Box::new(match unsafe { &*object } {
        Object::Hash(hash) => Object::Hash(hash.boxed_clone()),
        Object::Xof(xof) => Object::Xof(xof.boxed_clone()),
        Object::Mac(mac) => Object::Mac(mac.boxed_clone()),
    }))
}

/// Wipes the object and gives its memory back. Not `free`, which is the name of C's where there is a C library.
///
/// # Safety
/// See [`update`].
#[unsafe(no_mangle)]
unsafe extern "C" fn free_object(object: *mut Object) {
    // SAFETY: by the caller's promise, from `Box::into_raw`, and once.
    drop(unsafe { Box::from_raw(object) });
}
