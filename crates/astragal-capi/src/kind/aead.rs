//! Authenticated encryption with associated data.

pub mod message;

use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::error::ParameterError;
use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{AeadRow, DynAead};
use zeroize::Zeroize as _;

use crate::alg::{Alg, known};
use crate::bytes::{check, check_apart, give, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_keyed, guard_or};
use crate::object::{self, Memory};
use crate::params::{Given, Params};

type Dyn = dyn DynAead;

/// An authenticated cipher under a key. Several threads may use one at the same time.
#[derive(Debug)]
pub struct Aead(());

lifecycle!(Aead guard_keyed astragal_aead_copy astragal_aead_copy_at astragal_aead_alg astragal_aead_free, object::copy::<Dyn, Aead>);

/// Room for an object of any authenticated cipher wherever it begins, for memory whose length is fixed when the program is
/// compiled: `unsigned char memory[ASTRAGAL_AEAD_SIZE_MAX];` Enough for every version with this one's soname.
pub const AEAD_SIZE_MAX: usize = 8192;

/// The bytes of memory that astragal_aead_init_at() needs, wherever that begins; 0 if it is no AEAD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = known(alg)?;
        let row = alg.aead()?;
        let key = [0; LONGEST];
        let key = key.get(..row.key_bytes).ok_or(Mistake::Internal)?;
        object::bytes::<Dyn>(alg, |place| build(row, key, &Given::default(), place))
    })
}

/// The cipher under a key, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param key of ASTRAGAL_KEY_LEN_MIN bytes; copied.
/// @param params NULL, or parameters; today no AEAD takes any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aead_new(
    out: *mut *mut Aead,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
    params: *const Params,
) -> c_int {
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe { new(out, Memory::ours, alg, (key, key_len), params) })
}

/// The cipher under a key, in the caller's memory of astragal_aead_sizeof() bytes, aligned or not. Allocates
/// nothing. The memory must not be moved, and must outlive the object; astragal_aead_free() wipes it.
///
/// @param out receives the object, which lies in the memory, or NULL after an error.
/// @return ASTRAGAL_ERR_LENGTH if the memory is too small, or the key has a wrong length.
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
    let memory = || Memory::of_caller(memory.cast(), memory_len);
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe { new(out, memory, alg, (key, key_len), params) })
}

/// Encrypts a message; the ciphertext has its length, the tag stands apart.
///
/// GCM: encrypt at most 2^32 messages under one key if nonces are random or do not have 12 bytes (SP 800-38D,
/// section 8.3). Tags of 4 and 8 bytes are for protocols that limit forgery attempts, as IPsec (RFC 4106); Appendix C
/// limits messages and decryptions under a key.
///
/// @param nonce of ASTRAGAL_NONCE_LEN bytes, for GCM of 1 byte or more, for CCM of 7 to 13; never twice with the same
/// key.
/// @param ad associated data: authenticated, not encrypted.
/// @param ct receives `len` bytes; may be `msg` itself, or overlap it, but not `ad`.
/// @param tag receives tag_len bytes: ASTRAGAL_OUTPUT_LEN, for GCM also 4, 8 and 12 to 15, for CCM also 4 to 14.
/// @return ASTRAGAL_ERR_LENGTH for a nonce, tag or message of a length that the algorithm does not take.
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
        // SAFETY: the caller's promise.
        unsafe {
            let cipher = object::shared::<Dyn, _>(aead)?;
            seal(cipher, (nonce, nonce_len), (ad, ad_len), (msg, len), ct, (tag, tag_len))
        }
    })
}

/// Decrypts a ciphertext if the tag is its tag.
///
/// @param nonce as for astragal_aead_encrypt().
/// @param ad associated data.
/// @param msg receives `len` bytes; may be `ct` itself, or overlap it, but not `ad`.
/// @param tag of tag_len bytes, as for astragal_aead_encrypt(). Pass the length that you have agreed upon, not the one
/// that came with the message: a shorter tag is easier to forge.
/// @return ASTRAGAL_INVALID if it is not the tag: `msg` is zeroed then, and the message is not to be used.
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
        // SAFETY: the caller's promise.
        unsafe {
            let cipher = object::shared::<Dyn, _>(aead)?;
            open(cipher, (nonce, nonce_len), (ad, ad_len), (ct, len), (tag, tag_len), msg)
        }
    })
}

/// Encrypts by a cipher, wherever it lies.
///
/// # Safety
/// As for [`input`] and [`output`], but that the text may overlap itself.
pub(crate) unsafe fn seal(
    cipher: &Dyn,
    (nonce, nonce_len): (*const u8, usize),
    ad: (*const u8, usize),
    (msg, len): (*const u8, usize),
    ct: *mut u8,
    (tag, tag_len): (*mut u8, usize),
) -> Result<(), Mistake> {
    check_lengths(cipher.row(), nonce_len, tag_len)?;
    check("the tag", tag, tag_len)?;
    check("the output", ct, len)?;
    check_apart("the tag and the output", (tag, tag_len), (ct, len))?;
    // SAFETY: the caller's promise.
    unsafe {
        let nonce = Nonce::read((nonce, nonce_len), (ct, len))?;
        let (ad, text) = text(ad, msg, ct, len)?;
        let mut computed = Short::zeros(tag_len);
        let sealed =
            cipher.encrypt_in_place_detached(nonce.bytes(), ad, text, computed.bytes_mut());
        erase_copy(sealed.is_err(), msg, text);
        sealed?;
        give(tag, computed.bytes())
    }
}

/// Decrypts by a cipher, wherever it lies.
///
/// # Safety
/// As for [`seal`].
pub(crate) unsafe fn open(
    cipher: &Dyn,
    (nonce, nonce_len): (*const u8, usize),
    ad: (*const u8, usize),
    (ct, len): (*const u8, usize),
    (tag, tag_len): (*const u8, usize),
    msg: *mut u8,
) -> Result<(), Mistake> {
    check_lengths(cipher.row(), nonce_len, tag_len)?;
    check("the tag", tag, tag_len)?;
    check("the output", msg, len)?;
    check_apart("the tag and the output", (tag, tag_len), (msg, len))?;
    // SAFETY: the caller's promise.
    unsafe {
        let nonce = Nonce::read((nonce, nonce_len), (msg, len))?;
        let tag = Short::read("the tag", tag, tag_len)?;
        let (ad, text) = text(ad, ct, msg, len)?;
        let opened = cipher.decrypt_in_place_detached(nonce.bytes(), ad, text, tag.bytes());
        erase_copy(opened.is_err(), ct, text);
        Ok(opened?)
    }
}

/// What was refused only for its length has been copied before: it is not left looking like a result.
fn erase_copy(is_refused: bool, from: *const u8, text: &mut [u8]) {
    if is_refused && !ptr::eq(from, text.as_ptr()) {
        text.zeroize();
    }
}

fn check_lengths(row: &AeadRow, nonce_len: usize, tag_len: usize) -> Result<(), Mistake> {
    let lengths = [
        ("nonce", nonce_len, row.sizes.nonce_bytes),
        ("tag", tag_len, row.sizes.output_bytes_allowed),
    ];
    for (what, given, allowed) in lengths {
        let allowed = allowed.ok_or(Mistake::Internal)?;
        if !allowed.contains(given) {
            return Err(ParameterError::Length { algorithm: row.name, what, given, allowed }.into());
        }
    }
    Ok(())
}

/// The associated data, and the text, copied to where it is to be changed.
///
/// # Safety
/// As for [`input`] and [`output`], but that `from` and `to` may overlap.
pub(crate) unsafe fn text<'a>(
    (ad, ad_len): (*const u8, usize),
    from: *const u8,
    to: *mut u8,
    len: usize,
) -> Result<(&'a [u8], &'a mut [u8]), Mistake> {
    check("the text", from, len)?;
    check("the output", to, len)?;
    // SAFETY: the caller's promise.
    let ad = unsafe { input("the associated data", ad, ad_len) }?;
    check_apart("the associated data and the output", (ad.as_ptr(), ad_len), (to, len))?;
    // SAFETY: NULL only where nothing is copied; the rest is the caller's promise.
    unsafe { to.copy_from(from, len) };
    // SAFETY: the caller's promise; the associated data lies elsewhere, and `from` is not used any more.
    Ok((ad, unsafe { output("the output", to, len) }?))
}

/// A nonce or a tag in memory of our own, since the caller's may be overwritten by the text.
struct Short {
    bytes: [u8; LONGEST],
    length: usize,
}

/// No usual nonce, no tag and no key of the registry is longer; a test looks.
const LONGEST: usize = 64;

/// A nonce: copied, or where the caller has it if it is longer than most, which must be apart from the text then.
enum Nonce<'a> {
    Copied(Short),
    Callers(&'a [u8]),
}

impl Nonce<'_> {
    /// # Safety
    /// As for [`input`]; nobody writes to it meanwhile but to `text`.
    unsafe fn read(
        (start, length): (*const u8, usize),
        text: (*const u8, usize),
    ) -> Result<Self, Mistake> {
        if length <= LONGEST {
            // SAFETY: the caller's promise.
            return Ok(Self::Copied(unsafe { Short::read("the nonce", start, length) }?));
        }
        check("the nonce", start, length)?;
        check_apart("the nonce and the output", (start, length), text)?;
        // SAFETY: the caller's promise; the text is elsewhere.
        Ok(Self::Callers(unsafe { input("the nonce", start, length) }?))
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Copied(short) => short.bytes(),
            Self::Callers(bytes) => bytes,
        }
    }
}

impl Short {
    fn zeros(length: usize) -> Self {
        Self { bytes: [0; LONGEST], length: length.min(LONGEST) }
    }

    /// # Safety
    /// As for [`input`].
    unsafe fn read(what: &'static str, start: *const u8, length: usize) -> Result<Self, Mistake> {
        let mut short = Self::zeros(length);
        // SAFETY: the caller's promise.
        let bytes = unsafe { input(what, start, short.length) }?;
        short.bytes_mut().copy_from_slice(bytes);
        Ok(short)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.length]
    }
}

/// # Safety
/// As for [`object::make`], [`input`] and [`Given::read`].
unsafe fn new(
    out: *mut *mut Aead,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    alg: *const Alg,
    (key, key_len): (*const u8, usize),
    params: *const Params,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe {
        object::make::<Dyn, _>(
            out,
            memory,
            || known(alg),
            |alg, place| {
                let (row, key) = (alg.aead()?, input("the key", key, key_len)?);
                build(row, key, &Given::read(params)?, place)
            },
        )
    }
}

fn build(
    row: &'static AeadRow,
    key: &[u8],
    given: &Given<'_>,
    place: Slot<'_, Dyn>,
) -> Result<(), Mistake> {
    given.check_none(row.name)?;
    Ok(object_storage::new_aead(row, key, place)?)
}
