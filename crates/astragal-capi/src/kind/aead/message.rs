//! Streaming encryption and decryption with an AEAD.

use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::registry::object_storage::Slot;
use astragal::registry::{Direction, DynAead, DynMessage, MessageLengths};

use super::{Aead, MAX_SMALL_BYTES, copy_text, erase_copy};
use crate::alg::{Alg, from_handle};
use crate::buffers::{check_disjoint, input, output};
use crate::error::Error;
use crate::guard::{guard, guard_or};
use crate::kind::mode::direction_of;
use crate::object::{self, Memory};

type Dyn = dyn DynMessage;

/// Streaming state that encrypts or decrypts one message with an AEAD.
#[derive(Debug)]
pub struct AeadMessage(());

lifecycle!(AeadMessage guard astragal_aead_message_copy astragal_aead_message_copy_at astragal_aead_message_alg astragal_aead_message_free, copy);

/// Upper limit in bytes for the results of astragal_aead_message_sizeof(). Use it for arrays of fixed size. The limit
/// does not grow while the library keeps its soname.
pub const AEAD_MESSAGE_SIZE_MAX: usize = 16384;

/// Returns how many bytes of memory astragal_aead_message_init_at() needs for this algorithm. The memory needs no
/// alignment. Returns 0 if the algorithm does not support streaming.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let row = from_handle(alg)?.aead()?;
        let zeros = [0; MAX_SMALL_BYTES];
        let key = zeros.get(..row.key_bytes).ok_or(Error::Internal)?;
        let nonce = zeros.get(..row.nonce_bytes).ok_or(Error::Internal)?;
        let aead = row.new_aead(key)?;
        let lengths = MessageLengths { message_bytes: Some(0), tag_bytes: None };
        object::measure::<Dyn>(|slot| {
            Ok(aead.start_to(Direction::Encrypt, nonce, &[], lengths, slot)?)
        })
    })
}

/// Creates the streaming state of a message, on the heap. The AEAD object is copied and may be freed afterwards.
///
/// @param out receives the object, or NULL on error.
/// @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
/// @param nonce as for astragal_aead_encrypt(); never reuse it with the same key.
/// @param ad the whole associated data: authenticated, not encrypted.
/// @param message_len length of the message in bytes, which CCM needs in advance; other algorithms ignore it.
/// @param tag_len length of the tag in bytes, as for astragal_aead_encrypt().
/// @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the nonce, tag or message.
/// @retval ASTRAGAL_ERR_PARAMETER if the direction is unknown, or if the algorithm is GCM-SIV, SIV or OCB, which do not
/// support streaming.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_new(
    out: *mut *mut AeadMessage,
    aead: *const Aead,
    direction: c_int,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    message_len: u64,
    tag_len: usize,
) -> c_int {
    let args = MessageArgs { aead, direction, nonce, nonce_len, ad, ad_len, message_len, tag_len };
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { args.create(out, Memory::heap) })
}

/// Creates the streaming state of a message, in memory that the caller provides. The memory must have
/// astragal_aead_message_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
/// astragal_aead_message_free() wipes it. Encryption allocates nothing. Decryption allocates memory for the plaintext,
/// which stays there until the tag has been verified.
///
/// @param out receives the object, which is in `memory`, or NULL on error.
/// @param nonce as for astragal_aead_encrypt(); never reuse it with the same key.
/// @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the algorithm does not accept the length of the nonce,
/// tag or message.
/// @retval ASTRAGAL_ERR_PARAMETER if the direction is unknown, or if the algorithm is GCM-SIV, SIV or OCB, which do not
/// support streaming.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_init_at(
    out: *mut *mut AeadMessage,
    memory: *mut c_void,
    memory_len: usize,
    aead: *const Aead,
    direction: c_int,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    message_len: u64,
    tag_len: usize,
) -> c_int {
    let args = MessageArgs { aead, direction, nonce, nonce_len, ad, ad_len, message_len, tag_len };
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { args.create(out, || Memory::caller(memory.cast(), memory_len)) })
}

/// Encrypts the next part of the message, of any length. ASTRAGAL_ERR_LENGTH and ASTRAGAL_ERR_STATE do not end the
/// message.
///
/// @param msg next part of the message.
/// @param ct receives `len` bytes; may be `msg` or overlap it.
/// @retval ASTRAGAL_ERR_LENGTH if the message becomes longer than the algorithm allows. For CCM, the limit is
/// message_len.
/// @retval ASTRAGAL_ERR_STATE if the message is being decrypted or has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_encrypt(
    message: *mut AeadMessage,
    msg: *const u8,
    len: usize,
    ct: *mut u8,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let message = object::unique::<Dyn, _>(message)?;
            let (_, text) = copy_text((ptr::null(), 0), msg, ct, len)?;
            let encrypted = message.encrypt(text);
            erase_copy(encrypted.is_err(), msg, text);
            Ok(encrypted?)
        }
    })
}

/// Ends a message that is being encrypted, and writes its tag. Afterwards, the object can only be freed.
///
/// @param tag receives tag_len bytes.
/// @param tag_len length of the tag in bytes, as for astragal_aead_message_new().
/// @retval ASTRAGAL_ERR_LENGTH if tag_len is not the tag length with which the object was created.
/// @retval ASTRAGAL_ERR_STATE if the message is being decrypted or has ended, or if a CCM message is shorter than
/// message_len.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_seal(
    message: *mut AeadMessage,
    tag: *mut u8,
    tag_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let tag = output("tag", tag, tag_len)?;
            Ok(object::unique::<Dyn, _>(message)?.finish_encryption(tag)?)
        }
    })
}

/// Appends the next part of the ciphertext, of any length. The library keeps the plaintext in memory until the tag has
/// been verified, and then wipes this memory. ASTRAGAL_ERR_LENGTH, ASTRAGAL_ERR_STATE and ASTRAGAL_ERR_MEMORY do not
/// end the message.
///
/// @param ct next part of the ciphertext.
/// @retval ASTRAGAL_ERR_LENGTH if the message becomes longer than the algorithm allows. For CCM, the limit is
/// message_len.
/// @retval ASTRAGAL_ERR_STATE if the message is being encrypted or has ended.
/// @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_decrypt(
    message: *mut AeadMessage,
    ct: *const u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let ct = input("ciphertext", ct, len)?;
            Ok(object::unique::<Dyn, _>(message)?.decrypt(ct)?)
        }
    })
}

/// Returns the length in bytes of the plaintext that astragal_aead_message_open() writes; 0 if `message` is not a live
/// object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_open_len(message: *const AeadMessage) -> usize {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_or(0, || Ok(unsafe { object::shared::<Dyn, _>(message)? }.plaintext_bytes()))
}

/// Ends a message that is being decrypted: verifies the tag, and writes the plaintext. After success or
/// ASTRAGAL_INVALID, the object can only be freed. ASTRAGAL_ERR_LENGTH and ASTRAGAL_ERR_STATE do not end the message.
///
/// @param tag tag_len bytes.
/// @param tag_len length of the tag in bytes, as for astragal_aead_message_new().
/// @param msg receives the plaintext; must not overlap the tag.
/// @param len length of the plaintext in bytes, as returned by astragal_aead_message_open_len().
/// @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed, and the library wipes its copy
/// of the plaintext.
/// @retval ASTRAGAL_ERR_LENGTH if `len` or tag_len is wrong.
/// @retval ASTRAGAL_ERR_STATE if the message is being encrypted or has ended, or if a CCM message is shorter than
/// message_len.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_open(
    message: *mut AeadMessage,
    tag: *const u8,
    tag_len: usize,
    msg: *mut u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            check_disjoint("tag and output", (tag, tag_len), (msg, len))?;
            let tag = input("tag", tag, tag_len)?;
            let msg = output("output", msg, len)?;
            Ok(object::unique::<Dyn, _>(message)?.finish_decryption(tag, msg)?)
        }
    })
}

/// Copies the streaming state of a message. Returns an error during encryption, because two messages would use the same
/// nonce.
///
/// # Safety
/// `out` must be NULL or valid for a write. `message` must be NULL or point to an object of this library, which must
/// not be modified during the call. The memory must be valid for reads and writes, and nothing else may use it during
/// the lifetime of the copy.
unsafe fn copy(
    out: *mut *mut AeadMessage,
    memory: impl FnOnce() -> Result<Memory, Error>,
    message: *const AeadMessage,
) -> Result<(), Error> {
    if out.is_null() {
        return Err(Error::Null("pointer to the object"));
    }
    // SAFETY: the pointer is not NULL; the caller upholds the rest of this function's contract.
    unsafe { out.write(ptr::null_mut()) };
    // SAFETY: the caller upholds this function's contract.
    let (direction, algorithm) = unsafe {
        let message = object::shared::<Dyn, _>(message)?;
        (message.direction(), message.row().name)
    };
    match direction {
        Direction::Encrypt => Err(Error::CopyDuringEncryption { algorithm }),
        // SAFETY: the caller upholds this function's contract.
        Direction::Decrypt => unsafe { object::copy::<Dyn, _>(out, memory, message) },
    }
}

/// Arguments of the C functions that start the encryption or decryption of a message.
struct MessageArgs {
    aead: *const Aead,
    direction: c_int,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    message_len: u64,
    tag_len: usize,
}

impl MessageArgs {
    /// Creates the streaming state in `memory` and writes its address to `out`.
    ///
    /// # Safety
    /// `out` must be NULL or valid for a write. `self.aead` must be NULL or point to an object of this library, and
    /// `self.nonce` and `self.ad` must be NULL or valid for reads of their lengths. The memory must be valid for reads
    /// and writes, and nothing else may use it during the lifetime of the object.
    unsafe fn create(
        &self,
        out: *mut *mut AeadMessage,
        memory: impl FnOnce() -> Result<Memory, Error>,
    ) -> Result<(), Error> {
        let lengths =
            MessageLengths { message_bytes: Some(self.message_len), tag_bytes: Some(self.tag_len) };
        // SAFETY: the caller upholds this function's contract.
        unsafe {
            object::create::<Dyn, _>(
                out,
                memory,
                || Ok(object::live::<dyn DynAead, _>(self.aead)?.alg()),
                |_, slot: Slot<'_, Dyn>| {
                    let aead = object::shared::<dyn DynAead, _>(self.aead)?;
                    let nonce = input("nonce", self.nonce, self.nonce_len)?;
                    let ad = input("associated data", self.ad, self.ad_len)?;
                    let direction = direction_of(self.direction)?;
                    Ok(aead.start_to(direction, nonce, ad, lengths, slot)?)
                },
            )
        }
    }
}
