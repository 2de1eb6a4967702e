//! Authenticated messages that come piece by piece.

use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{Direction, DynAead, DynMessage, MessageLengths};

use super::{Aead, LONGEST, erase_copy, text};
use crate::alg::{Alg, known};
use crate::bytes::{check_apart, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_or};
use crate::kind::mode::direction_of;
use crate::object::{self, Memory};

type Dyn = dyn DynMessage;

/// An authenticated message under way, which is encrypted or decrypted piece by piece.
#[derive(Debug)]
pub struct AeadMessage(());

lifecycle!(AeadMessage guard astragal_aead_message_copy astragal_aead_message_copy_at astragal_aead_message_alg astragal_aead_message_free, copy);

/// Room for a message of any authenticated cipher wherever it begins, for memory whose length is fixed when the
/// program is compiled. Enough for every version with this one's soname.
pub const AEAD_MESSAGE_SIZE_MAX: usize = 16384;

/// The bytes of memory that astragal_aead_message_init_at() needs, wherever that begins; 0 if the algorithm takes no
/// messages in pieces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let row = known(alg)?.aead()?;
        let zeros = [0; LONGEST];
        let key = zeros.get(..row.key_bytes).ok_or(Mistake::Internal)?;
        let nonce = zeros.get(..row.nonce_bytes).ok_or(Mistake::Internal)?;
        let aead = row.new_aead(key)?;
        let lengths = MessageLengths { message_bytes: Some(0), tag_bytes: None };
        object::bytes_now::<Dyn>(|place| {
            Ok(object_storage::start_message(
                &*aead,
                Direction::Encrypt,
                nonce,
                &[],
                lengths,
                place,
            )?)
        })
    })
}

/// A message that begins, on the heap. The cipher is not used any more afterwards, and may be freed.
///
/// @param out receives the object, or NULL after an error.
/// @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
/// @param nonce as for astragal_aead_encrypt(); never twice with the same key.
/// @param ad all of the associated data: authenticated, not encrypted.
/// @param message_len the message's length in bytes, which CCM has to know beforehand; the others do not look at it.
/// @param tag_len the tag's length in bytes, as for astragal_aead_encrypt().
/// @return ASTRAGAL_ERR_LENGTH for a nonce, tag or message of a length that the algorithm does not take;
/// ASTRAGAL_ERR_PARAMETER for GCM-SIV, which takes no messages in pieces: their end decides on their beginning.
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
    let begin = Begin { aead, direction, nonce, nonce_len, ad, ad_len, message_len, tag_len };
    // SAFETY: the caller's promise.
    guard(|| unsafe { begin.make(out, Memory::ours) })
}

/// A message that begins, in the caller's memory of astragal_aead_message_sizeof() bytes, aligned or not. Encryption
/// allocates nothing; decryption does, since it keeps the plaintext back. The memory must not be moved, and must outlive
/// the object; astragal_aead_message_free() wipes it.
///
/// @param out receives the object, which lies in the memory, or NULL after an error.
/// @return ASTRAGAL_ERR_LENGTH if the memory is too small, or as for astragal_aead_message_new().
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
    let begin = Begin { aead, direction, nonce, nonce_len, ad, ad_len, message_len, tag_len };
    // SAFETY: the caller's promise.
    guard(|| unsafe { begin.make(out, || Memory::of_caller(memory.cast(), memory_len)) })
}

/// Encrypts the next piece of the message, of any length.
///
/// @param ct receives `len` bytes; may be `msg` itself, or overlap it.
/// @return ASTRAGAL_ERR_STATE if the message is being decrypted or has ended; ASTRAGAL_ERR_LENGTH if it becomes longer
/// than the algorithm takes, or than CCM was told. The message can go on then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_encrypt(
    message: *mut AeadMessage,
    msg: *const u8,
    len: usize,
    ct: *mut u8,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let message = object::unique::<Dyn, _>(message)?;
            let (_, text) = text((ptr::null(), 0), msg, ct, len)?;
            let encrypted = message.encrypt(text);
            erase_copy(encrypted.is_err(), msg, text);
            Ok(encrypted?)
        }
    })
}

/// Ends a message that is being encrypted: its tag. Afterwards, free.
///
/// @param tag receives tag_len bytes, as many as were announced.
/// @return ASTRAGAL_ERR_STATE if the message is being decrypted, has ended, or is shorter than CCM was told.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_seal(
    message: *mut AeadMessage,
    tag: *mut u8,
    tag_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let tag = output("the tag", tag, tag_len)?;
            Ok(object::unique::<Dyn, _>(message)?.finish_encryption(tag)?)
        }
    })
}

/// Takes the next piece of the ciphertext, of any length. Nothing is given before the tag has verified: the plaintext
/// waits in memory of the library's, which is wiped.
///
/// @return ASTRAGAL_ERR_STATE if the message is being encrypted or has ended; ASTRAGAL_ERR_LENGTH as for
/// astragal_aead_message_encrypt(); ASTRAGAL_ERR_MEMORY. The message can go on then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_decrypt(
    message: *mut AeadMessage,
    ct: *const u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let ct = input("the ciphertext", ct, len)?;
            Ok(object::unique::<Dyn, _>(message)?.decrypt(ct)?)
        }
    })
}

/// The bytes that astragal_aead_message_open() gives: what has been decrypted so far; 0 if it is no object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_open_len(message: *const AeadMessage) -> usize {
    // SAFETY: the caller's promise.
    guard_or(0, || Ok(unsafe { object::shared::<Dyn, _>(message)? }.plaintext_bytes()))
}

/// Ends a message that is being decrypted: the plaintext, if the tag is its tag. Afterwards, free.
///
/// @param tag of tag_len bytes, as many as were announced.
/// @param msg receives len bytes, which must be astragal_aead_message_open_len(); shares none with the tag.
/// @return ASTRAGAL_INVALID if it is not the tag: `msg` is zeroed then, and the plaintext wiped. ASTRAGAL_ERR_LENGTH if
/// the room is not as long as the plaintext; ASTRAGAL_ERR_STATE as for astragal_aead_message_seal(); the message can go
/// on then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_message_open(
    message: *mut AeadMessage,
    tag: *const u8,
    tag_len: usize,
    msg: *mut u8,
    len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            check_apart("the tag and the output", (tag, tag_len), (msg, len))?;
            let tag = input("the tag", tag, tag_len)?;
            let msg = output("the output", msg, len)?;
            Ok(object::unique::<Dyn, _>(message)?.finish_decryption(tag, msg)?)
        }
    })
}

/// # Safety
/// As for [`object::copy`].
unsafe fn copy(
    out: *mut *mut AeadMessage,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    message: *const AeadMessage,
) -> Result<(), Mistake> {
    if out.is_null() {
        return Err(Mistake::Null("the place for the object's address"));
    }
    // SAFETY: not NULL; the rest is the caller's promise.
    unsafe { out.write(ptr::null_mut()) };
    // SAFETY: the caller's promise.
    let (direction, algorithm) = unsafe {
        let message = object::shared::<Dyn, _>(message)?;
        (message.direction(), message.row().name)
    };
    match direction {
        Direction::Encrypt => Err(Mistake::NoCopy { algorithm }),
        // SAFETY: the caller's promise.
        Direction::Decrypt => unsafe { object::copy::<Dyn, _>(out, memory, message) },
    }
}

/// What a message begins with.
struct Begin {
    aead: *const Aead,
    direction: c_int,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    message_len: u64,
    tag_len: usize,
}

impl Begin {
    /// # Safety
    /// As for [`object::make`] and [`input`].
    unsafe fn make(
        &self,
        out: *mut *mut AeadMessage,
        memory: impl FnOnce() -> Result<Memory, Mistake>,
    ) -> Result<(), Mistake> {
        let lengths =
            MessageLengths { message_bytes: Some(self.message_len), tag_bytes: Some(self.tag_len) };
        // SAFETY: the caller's promise.
        unsafe {
            object::make::<Dyn, _>(
                out,
                memory,
                || Ok(object::live::<dyn DynAead, _>(self.aead)?.alg()),
                |_, place: Slot<'_, Dyn>| {
                    let aead = object::shared::<dyn DynAead, _>(self.aead)?;
                    let nonce = input("the nonce", self.nonce, self.nonce_len)?;
                    let ad = input("the associated data", self.ad, self.ad_len)?;
                    let direction = direction_of(self.direction)?;
                    Ok(object_storage::start_message(aead, direction, nonce, ad, lengths, place)?)
                },
            )
        }
    }
}
