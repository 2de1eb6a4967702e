//! Objects that JavaScript creates, such as hashes and ciphers, and the functions for hashes, extendable-output
//! functions and MACs. The modules `aead`, `cipher` and `chunked` contain the functions for ciphers.
#![expect(unsafe_code, reason = "JavaScript passes objects and buffers as addresses")]

use alloc::boxed::Box;
use core::fmt::Display;
use core::ptr;

#[cfg(feature = "aeads")]
use astragal::registry::{Direction, DynAead, DynMessage};
#[cfg(feature = "all")]
use astragal::registry::{DynCipher, DynMode};
use astragal::registry::{DynHash, DynMac, DynXof, HashRow, MacRow, XofRow};
use zeroize::Zeroize as _;

#[cfg(feature = "all")]
use crate::chunked::Stream;
use crate::memory::{output, slice, slice_mut, write_error};
use crate::params::Params;
use crate::row::status;
use crate::{ERROR, OK};

/// Hash, MAC, cipher, or message that is processed in parts. JavaScript identifies each object by its address.
pub(crate) enum Object {
    Hash(Box<dyn DynHash>),
    Xof(Box<dyn DynXof>),
    Mac(Box<dyn DynMac>),
    #[cfg(feature = "aeads")]
    Aead(Box<dyn DynAead>),
    /// Streaming state of a message under an authenticated cipher.
    #[cfg(feature = "aeads")]
    Message(Box<dyn DynMessage>),
    #[cfg(feature = "all")]
    Cipher(Box<dyn DynCipher>),
    /// State of a message that a stream cipher or a block cipher mode processes in parts.
    #[cfg(feature = "all")]
    Mode(Box<dyn DynMode>),
    #[cfg(feature = "all")]
    Stream(Stream),
}

/// Converts the number that JavaScript passes to a direction: 1 means decryption.
#[cfg(feature = "aeads")]
pub(crate) fn direction(decrypts: u32) -> Direction {
    if decrypts == 1 { Direction::Decrypt } else { Direction::Encrypt }
}

/// Moves a new object to the heap and returns its address. If `object` is an error, writes the error message and
/// returns null. Wipes the parameters from which the object was created.
pub(crate) fn into_address(object: Result<Object, impl Display>, params: &mut [u8]) -> *mut Object {
    params.zeroize();
    match object {
        Ok(object) => Box::into_raw(Box::new(object)),
        Err(error) => {
            write_error(error);
            ptr::null_mut()
        }
    }
}

/// Returns a new hash, or null on failure.
///
/// # Safety
/// `row` must come from `find_hash`, and `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_hash(row: *const HashRow, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let hash = row.new_hash_with(&Params::read(written).of_hash());
    into_address(hash.map(Object::Hash), written)
}

/// Returns a new extendable-output function, or null on failure.
///
/// # Safety
/// `row` must come from `find_xof`, and `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_xof(row: *const XofRow, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let xof = row.new_xof(&Params::read(written).of_xof());
    into_address(xof.map(Object::Xof), written)
}

/// Returns a new MAC, or null on failure.
///
/// # Safety
/// `row` must come from `find_mac`, and `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_mac(row: *const MacRow, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let params = Params::read(written);
    let mac = row.new_mac(params.key(), &params.of_mac());
    into_address(mac.map(Object::Mac), written)
}

/// Appends data to the message.
///
/// # Safety
/// The object must come from this module and must not have been freed. `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn update(object: *mut Object, data: *const u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (object, data) = unsafe { (&mut *object, slice(data, bytes)) };
    match object {
        Object::Hash(hash) => hash.update(data),
        Object::Xof(xof) => return status(xof.absorb(data)),
        Object::Mac(mac) => mac.update(data),
        #[cfg(feature = "aeads")]
        _ => return ERROR,
    }
    OK
}

/// Begins the next element of a TupleHash tuple. The element has `bytes` bytes.
///
/// # Safety
/// The object must come from this module and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn begin_item(object: *mut Object, bytes: u64) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &mut *object } {
        Object::Xof(xof) => status(xof.begin_item(bytes)),
        _ => ERROR,
    }
}

/// Skips `bytes` bytes of output.
///
/// # Safety
/// The object must come from this module and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn skip(object: *mut Object, bytes: u64) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &mut *object } {
        Object::Xof(xof) => status(xof.skip(bytes)),
        _ => ERROR,
    }
}

/// Returns the length of the digest or tag in bytes, or 0 for a function with unlimited output.
///
/// # Safety
/// The object must come from this module and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn output_bytes(object: *const Object) -> usize {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &*object } {
        Object::Hash(hash) => hash.digest_bytes(),
        Object::Xof(xof) => xof.output_bytes().unwrap_or_default(),
        Object::Mac(mac) => mac.tag_bytes(),
        #[cfg(feature = "aeads")]
        _ => 0,
    }
}

/// Writes the digest, the tag or the next `bytes` bytes of output into the output buffer. Resets hashes and MACs.
///
/// # Safety
/// The object must come from this module and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn finish(object: *mut Object, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract; no other slice of the output buffer is in use.
    let (object, output) = unsafe { (&mut *object, output(bytes)) };
    match object {
        Object::Hash(hash) => status(hash.finalize_into_reset(output)),
        Object::Xof(xof) => status(xof.squeeze(output)),
        Object::Mac(mac) => status(mac.finalize_into_reset(output)),
        #[cfg(feature = "aeads")]
        _ => ERROR,
    }
}

/// Compares `tag` with the tag of the message in constant time and resets the MAC. Returns `ERROR` if the tags differ.
///
/// # Safety
/// The object must come from this module and must not have been freed. `tag` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn verify(object: *mut Object, tag: *const u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (object, tag) = unsafe { (&mut *object, slice(tag, bytes)) };
    match object {
        Object::Mac(mac) => status(mac.verify_reset(tag)),
        _ => ERROR,
    }
}

/// Resets the object to the empty message, with the same key and parameters.
///
/// # Safety
/// The object must come from this module and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn reset(object: *mut Object) {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &mut *object } {
        Object::Hash(hash) => hash.reset(),
        Object::Xof(xof) => xof.reset(),
        Object::Mac(mac) => mac.reset(),
        #[cfg(feature = "aeads")]
        _ => {}
    }
}

/// Returns the address of a copy of the object. Returns null for a stream of chunked encryption, which cannot be
/// copied.
///
/// # Safety
/// The object must come from this module and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn copy(object: *const Object) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    Box::into_raw(Box::new(match unsafe { &*object } {
        Object::Hash(hash) => Object::Hash(hash.boxed_clone()),
        Object::Xof(xof) => Object::Xof(xof.boxed_clone()),
        Object::Mac(mac) => Object::Mac(mac.boxed_clone()),
        #[cfg(feature = "aeads")]
        Object::Aead(aead) => Object::Aead(aead.boxed_clone()),
        #[cfg(feature = "aeads")]
        Object::Message(message) => Object::Message(message.boxed_clone()),
        #[cfg(feature = "all")]
        Object::Cipher(cipher) => Object::Cipher(cipher.boxed_clone()),
        #[cfg(feature = "all")]
        Object::Mode(mode) => Object::Mode(mode.boxed_clone()),
        #[cfg(feature = "all")]
        Object::Stream(_) => return ptr::null_mut(),
    }))
}

/// Wipes and frees the object. The name `free` would collide with a function of the C library.
///
/// # Safety
/// The object must come from this module and must not be used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn free_object(object: *mut Object) {
    // SAFETY: the caller upholds this function's contract. The object comes from `Box::into_raw` and is freed once.
    drop(unsafe { Box::from_raw(object) });
}
