//! Block ciphers: blocks by themselves, for those who build on them.

use core::ffi::{c_int, c_void};

use astragal::error::{Allowed, ParameterError};
use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{CipherRow, DynCipher};

use crate::alg::{Alg, known};
use crate::bytes::{check, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};

type Dyn = dyn DynCipher;

/// A block cipher under a key. Several threads may use one at the same time, but for setting its tweak.
#[derive(Debug)]
pub struct Cipher(());

lifecycle!(Cipher guard astragal_cipher_copy astragal_cipher_copy_at astragal_cipher_alg astragal_cipher_free, object::copy::<Dyn, Cipher>);

/// No cipher of the registry has a longer key; a test looks.
const LONGEST_KEY: usize = 128;

/// Room for an object of any block cipher wherever it begins, for memory whose length is fixed when the program is
/// compiled: `unsigned char memory[ASTRAGAL_CIPHER_SIZE_MAX];` Enough for every version with this one's soname.
pub const CIPHER_SIZE_MAX: usize = 8192;

/// The bytes of memory that astragal_cipher_init_at() needs, wherever that begins; 0 if it is no block cipher.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = known(alg)?;
        let row = alg.cipher()?;
        let key = [0; LONGEST_KEY];
        let key = key.get(..row.key_bytes).ok_or(Mistake::Internal)?;
        object::bytes::<Dyn>(alg, |place| build(row, key, place))
    })
}

/// The cipher under a key, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param key of ASTRAGAL_KEY_LEN_MIN bytes; copied.
/// @return ASTRAGAL_ERR_LENGTH for a key of another length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_new(
    out: *mut *mut Cipher,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, Memory::ours, alg, (key, key_len)) })
}

/// The cipher under a key, in the caller's memory of astragal_cipher_sizeof() bytes, aligned or not. Allocates
/// nothing. The memory must not be moved, and must outlive the object; astragal_cipher_free() wipes it.
///
/// @param out receives the object, which lies in the memory, or NULL after an error.
/// @return ASTRAGAL_ERR_LENGTH if the memory is too small, or the key has a wrong length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_init_at(
    out: *mut *mut Cipher,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
) -> c_int {
    let memory = || Memory::of_caller(memory.cast(), memory_len);
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, memory, alg, (key, key_len)) })
}

/// Sets the tweak for the blocks that follow; it is zero at first.
///
/// @param tweak of ASTRAGAL_TWEAK_LEN bytes.
/// @return ASTRAGAL_ERR_PARAMETER where the cipher takes none: only Threefish does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_set_tweak(
    cipher: *mut Cipher,
    tweak: *const u8,
    tweak_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (cipher, tweak) =
            unsafe { (object::unique::<Dyn, _>(cipher)?, input("the tweak", tweak, tweak_len)?) };
        Ok(cipher.set_tweak(tweak)?)
    })
}

/// Encrypts each block by itself, many at once where the machine can. Hazardous: equal blocks encrypt equally, so
/// that a message wants a mode.
///
/// @param in of whole blocks, ASTRAGAL_BLOCK_LEN bytes each.
/// @param out receives `len` bytes; may be `in` itself, or overlap it.
/// @return ASTRAGAL_ERR_LENGTH if these are not whole blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_encrypt(
    cipher: *const Cipher,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { blocks(cipher, r#in, len, out, Dyn::encrypt_blocks) })
}

/// Decrypts each block by itself; as astragal_cipher_encrypt().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_decrypt(
    cipher: *const Cipher,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { blocks(cipher, r#in, len, out, Dyn::decrypt_blocks) })
}

/// What is copied before work is done on it there stays in the nearest cache.
const COPIED_BYTES: usize = 1 << 14;

/// # Safety
/// As for [`object::shared`], [`input`] and [`output`], but that `from` and `to` may overlap.
unsafe fn blocks(
    cipher: *const Cipher,
    from: *const u8,
    len: usize,
    to: *mut u8,
    work: impl Fn(&Dyn, &mut [u8]) -> Result<(), ParameterError>,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    let cipher = unsafe { object::shared::<Dyn, _>(cipher)? };
    check("the input", from, len)?;
    check("the output", to, len)?;
    let row = cipher.row();
    let allowed = Allowed::MultipleOf(row.block_bytes);
    if !allowed.contains(len) {
        let (algorithm, what, given) = (row.name, "run of blocks", len);
        return Err(ParameterError::Length { algorithm, what, given, allowed }.into());
    }
    let is_apart = from.addr() + len <= to.addr() || to.addr() + len <= from.addr();
    let step = if is_apart { COPIED_BYTES / row.block_bytes * row.block_bytes } else { len };
    for start in (0..len).step_by(step.max(1)) {
        let bytes = step.min(len - start);
        // SAFETY: within both pieces; what overlaps goes at once.
        let piece = unsafe {
            to.add(start).copy_from(from.add(start), bytes);
            output("the output", to.add(start), bytes)?
        };
        work(cipher, piece)?;
    }
    Ok(())
}

/// # Safety
/// As for [`object::make`] and [`input`].
unsafe fn new(
    out: *mut *mut Cipher,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    alg: *const Alg,
    (key, key_len): (*const u8, usize),
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe {
        object::make::<Dyn, _>(
            out,
            memory,
            || known(alg),
            |alg, place| build(alg.cipher()?, input("the key", key, key_len)?, place),
        )
    }
}

fn build(row: &'static CipherRow, key: &[u8], place: Slot<'_, Dyn>) -> Result<(), Mistake> {
    Ok(object_storage::new_cipher(row, key, place)?)
}
