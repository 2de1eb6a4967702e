//! Authenticated encryption with associated data (AEAD).

pub mod message;

use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::error::ParameterError;
use astragal::registry::object_storage::Slot;
use astragal::registry::{AeadRow, DynAead};
use zeroize::Zeroize as _;

use crate::alg::{Alg, from_handle};
use crate::buffers::{check, check_disjoint, input, output, write_output};
use crate::error::Error;
use crate::guard::{guard, guard_or, guard_with_stack_wipe};
use crate::object::{self, Memory};
use crate::params::{Params, ParsedParams};

type Dyn = dyn DynAead;

/// AEAD with a key. Several threads may use the same object at the same time.
#[derive(Debug)]
pub struct Aead(());

lifecycle!(Aead guard_with_stack_wipe astragal_aead_copy astragal_aead_copy_at astragal_aead_alg astragal_aead_free, object::copy::<Dyn, Aead>);

/// Upper limit in bytes for the results of astragal_aead_sizeof(). Use it for arrays of fixed size:
/// `unsigned char memory[ASTRAGAL_AEAD_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
pub const AEAD_SIZE_MAX: usize = 8192;

/// Returns how many bytes of memory astragal_aead_init_at() needs for this algorithm. The memory needs no alignment.
/// Returns 0 if `alg` is not an AEAD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = from_handle(alg)?;
        let row = alg.aead()?;
        let key = [0; MAX_SMALL_BYTES];
        let key = key.get(..row.key_bytes).ok_or(Error::Internal)?;
        object::object_bytes::<Dyn>(alg, |slot| build(row, key, &ParsedParams::default(), slot))
    })
}

/// Creates an AEAD object with a key, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @param key ASTRAGAL_KEY_LEN_MIN bytes; copied.
/// @param params NULL, or a structure that sets no parameter, because AEADs have no parameters.
/// @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
/// @retval ASTRAGAL_ERR_PARAMETER if `params` sets a parameter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_new(
    out: *mut *mut Aead,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
    params: *const Params,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe { new(out, Memory::heap, alg, (key, key_len), params) })
}

/// Creates an AEAD object with a key, in memory that the caller provides. The memory must have astragal_aead_sizeof()
/// bytes; it needs no alignment. It must stay in place and outlive the object; astragal_aead_free() wipes it. Allocates
/// nothing.
///
/// @param out receives the object, which is in `memory`, or NULL on error.
/// @param params as for astragal_aead_new().
/// @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the key has the wrong length.
/// @retval ASTRAGAL_ERR_PARAMETER if `params` sets a parameter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_init_at(
    out: *mut *mut Aead,
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

/// Encrypts and authenticates a message. The ciphertext is as long as the message; the tag is separate.
///
/// GCM: if nonces are random or not 12 bytes long, encrypt at most 2^32 messages with one key (SP 800-38D section 8.3).
/// Tags of 4 and 8 bytes are for protocols that limit forgery attempts, such as IPsec (RFC 4106). For such tags, SP
/// 800-38D Appendix C limits the number of messages and decryptions per key.
///
/// @param nonce ASTRAGAL_NONCE_LEN bytes. Some algorithms allow other lengths: GCM and SIV 1 byte or more, CCM 7 to 13
/// bytes, OCB 1 to 15 bytes. Never reuse a nonce with the same key.
/// @param ad associated data: authenticated, not encrypted.
/// @param ct receives `len` bytes; may be `msg` or overlap it, but must not overlap `ad`.
/// @param tag receives tag_len bytes. The usual length is ASTRAGAL_OUTPUT_LEN. GCM also allows 4, 8 and 12 to 15 bytes;
/// CCM even lengths from 4 to 14 bytes; OCB 8 and 12 bytes; AEGIS 32 bytes.
/// @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the nonce, tag or message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_encrypt(
    aead: *const Aead,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    msg: *const u8,
    len: usize,
    ct: *mut u8,
    tag: *mut u8,
    tag_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let cipher = object::shared::<Dyn, _>(aead)?;
            seal(cipher, (nonce, nonce_len), (ad, ad_len), (msg, len), ct, (tag, tag_len))
        }
    })
}

/// Decrypts a ciphertext after verifying its tag in constant time.
///
/// @param nonce as for astragal_aead_encrypt().
/// @param ad associated data.
/// @param msg receives `len` bytes; may be `ct` or overlap it, but must not overlap `ad`.
/// @param tag tag_len bytes, as for astragal_aead_encrypt(). Pass the length that the protocol fixes, not the length
/// that came with the message: a shorter tag is easier to forge.
/// @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed.
/// @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the nonce, tag or message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_decrypt(
    aead: *const Aead,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    ct: *const u8,
    len: usize,
    tag: *const u8,
    tag_len: usize,
    msg: *mut u8,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let cipher = object::shared::<Dyn, _>(aead)?;
            open(cipher, (nonce, nonce_len), (ad, ad_len), (ct, len), (tag, tag_len), msg)
        }
    })
}

/// Encrypts a message with `cipher`. Writes the ciphertext to `ct` and the tag to `tag`.
///
/// # Safety
/// Each pointer must be NULL or valid for its length: the inputs for reads, `ct` and `tag` for reads and writes. `msg`
/// and `ct` may overlap. Nothing else may access the outputs during the call.
pub(crate) unsafe fn seal(
    cipher: &Dyn,
    (nonce, nonce_len): (*const u8, usize),
    ad: (*const u8, usize),
    (msg, len): (*const u8, usize),
    ct: *mut u8,
    (tag, tag_len): (*mut u8, usize),
) -> Result<(), Error> {
    check_lengths(cipher.row(), nonce_len, tag_len)?;
    check("tag", tag, tag_len)?;
    check("output", ct, len)?;
    check_disjoint("tag and output", (tag, tag_len), (ct, len))?;
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        let nonce = Nonce::read((nonce, nonce_len), (ct, len))?;
        let (ad, text) = copy_text(ad, msg, ct, len)?;
        let mut computed = SmallBuffer::zeros(tag_len);
        let sealed =
            cipher.encrypt_in_place_detached(nonce.bytes(), ad, text, computed.bytes_mut());
        erase_copy(sealed.is_err(), msg, text);
        sealed?;
        write_output(tag, computed.bytes())
    }
}

/// Verifies the tag of the ciphertext `ct` with `cipher`, and writes the plaintext to `msg`.
///
/// # Safety
/// Each pointer must be NULL or valid for its length: the inputs for reads, `msg` for reads and writes. `ct` and `msg`
/// may overlap. Nothing else may access `msg` during the call.
pub(crate) unsafe fn open(
    cipher: &Dyn,
    (nonce, nonce_len): (*const u8, usize),
    ad: (*const u8, usize),
    (ct, len): (*const u8, usize),
    (tag, tag_len): (*const u8, usize),
    msg: *mut u8,
) -> Result<(), Error> {
    check_lengths(cipher.row(), nonce_len, tag_len)?;
    check("tag", tag, tag_len)?;
    check("output", msg, len)?;
    check_disjoint("tag and output", (tag, tag_len), (msg, len))?;
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        let nonce = Nonce::read((nonce, nonce_len), (msg, len))?;
        let tag = SmallBuffer::read("tag", tag, tag_len)?;
        let (ad, text) = copy_text(ad, ct, msg, len)?;
        let opened = cipher.decrypt_in_place_detached(nonce.bytes(), ad, text, tag.bytes());
        erase_copy(opened.is_err(), ct, text);
        Ok(opened?)
    }
}

/// After a rejected call, zeroes the output buffer `text`, because it contains a copy of the input that the caller
/// could mistake for a result. Leaves the buffer unchanged if the caller works in place.
fn erase_copy(is_refused: bool, from: *const u8, text: &mut [u8]) {
    if is_refused && !ptr::eq(from, text.as_ptr()) {
        text.zeroize();
    }
}

fn check_lengths(row: &AeadRow, nonce_len: usize, tag_len: usize) -> Result<(), Error> {
    let lengths = [
        ("nonce", nonce_len, row.sizes.nonce_bytes),
        ("tag", tag_len, row.sizes.output_bytes_allowed),
    ];
    for (what, given, allowed) in lengths {
        let allowed = allowed.ok_or(Error::Internal)?;
        if !allowed.contains(given) {
            return Err(ParameterError::Length { algorithm: row.name, what, given, allowed }.into());
        }
    }
    Ok(())
}

/// Copies the plaintext or ciphertext to the output. Returns the associated data and the output as slices.
///
/// # Safety
/// Each pointer must be NULL or valid for its length: `ad` and `from` for reads, `to` for reads and writes. `from` and
/// `to` may overlap. While the results are in use, nothing else may access `to` or modify `ad`.
pub(crate) unsafe fn copy_text<'a>(
    (ad, ad_len): (*const u8, usize),
    from: *const u8,
    to: *mut u8,
    len: usize,
) -> Result<(&'a [u8], &'a mut [u8]), Error> {
    check("text", from, len)?;
    check("output", to, len)?;
    // SAFETY: the caller upholds this function's contract.
    let ad = unsafe { input("associated data", ad, ad_len) }?;
    check_disjoint("associated data and output", (ad.as_ptr(), ad_len), (to, len))?;
    // SAFETY: the pointers are NULL only if nothing is copied; the caller upholds the rest of this function's contract.
    unsafe { to.copy_from(from, len) };
    // SAFETY: the caller upholds this function's contract. The associated data does not overlap the output, and `from`
    // is not read again.
    Ok((ad, unsafe { output("output", to, len) }?))
}

/// Copy of a nonce or tag. The copy is needed because the output may overwrite the nonce or tag in the caller's memory.
struct SmallBuffer {
    bytes: [u8; MAX_SMALL_BYTES],
    length: usize,
}

/// Maximum length in bytes of a nonce, tag or key that is copied. This covers the keys, the tags and the
/// usual nonces of all AEADs in the registry. A test checks the limit.
const MAX_SMALL_BYTES: usize = 64;

/// Nonce of a message. A nonce of at most [`MAX_SMALL_BYTES`] bytes is copied. A longer nonce is borrowed, and must not
/// overlap the output buffer.
enum Nonce<'a> {
    Copied(SmallBuffer),
    Borrowed(&'a [u8]),
}

impl Nonce<'_> {
    /// Reads a nonce. `text` is the output buffer of the message.
    ///
    /// # Safety
    /// `start` must be NULL or valid for reads of `length` bytes. While the result is in use, the nonce must not be
    /// modified. Writes to `text` are allowed, because a borrowed nonce does not overlap it.
    unsafe fn read(
        (start, length): (*const u8, usize),
        text: (*const u8, usize),
    ) -> Result<Self, Error> {
        if length <= MAX_SMALL_BYTES {
            // SAFETY: the caller upholds this function's contract.
            return Ok(Self::Copied(unsafe { SmallBuffer::read("nonce", start, length) }?));
        }
        check("nonce", start, length)?;
        check_disjoint("nonce and output", (start, length), text)?;
        // SAFETY: the caller upholds this function's contract; the output buffer does not overlap the nonce.
        Ok(Self::Borrowed(unsafe { input("nonce", start, length) }?))
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Copied(copy) => copy.bytes(),
            Self::Borrowed(bytes) => bytes,
        }
    }
}

impl SmallBuffer {
    fn zeros(length: usize) -> Self {
        Self { bytes: [0; MAX_SMALL_BYTES], length: length.min(MAX_SMALL_BYTES) }
    }

    /// Copies a nonce or tag of at most [`MAX_SMALL_BYTES`] bytes. A longer input is truncated.
    ///
    /// # Safety
    /// `start` must be NULL or valid for reads of `length` bytes.
    unsafe fn read(what: &'static str, start: *const u8, length: usize) -> Result<Self, Error> {
        let mut copy = Self::zeros(length);
        // SAFETY: the caller upholds this function's contract.
        let bytes = unsafe { input(what, start, copy.length) }?;
        copy.bytes_mut().copy_from_slice(bytes);
        Ok(copy)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.length]
    }
}

/// Creates an AEAD object in `memory` and writes its address to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. `key` must be NULL or valid for reads of `key_len` bytes. `params` must be
/// NULL or point to a structure whose strings are valid for their lengths. The memory must be valid for reads and
/// writes, and nothing else may use it during the lifetime of the object.
unsafe fn new(
    out: *mut *mut Aead,
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
                let (row, key) = (alg.aead()?, input("key", key, key_len)?);
                build(row, key, &ParsedParams::parse(params)?, slot)
            },
        )
    }
}

fn build(
    row: &'static AeadRow,
    key: &[u8],
    given: &ParsedParams<'_>,
    slot: Slot<'_, Dyn>,
) -> Result<(), Error> {
    given.check_none(row.name)?;
    Ok(row.new_aead_to(key, slot)?)
}
