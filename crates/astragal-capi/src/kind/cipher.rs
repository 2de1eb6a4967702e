//! Block ciphers that process single blocks, for implementers of modes.

use core::ffi::{c_int, c_void};

use astragal::error::{Allowed, ParameterError};
use astragal::registry::object_storage::Slot;
use astragal::registry::{CipherRow, DynCipher};

use crate::alg::{Alg, from_handle};
use crate::buffers::{check, input, output};
use crate::error::Error;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};

type Dyn = dyn DynCipher;

/// Block cipher with a key. Several threads may use the same object at the same time, unless one of them sets the
/// tweak.
#[derive(Debug)]
pub struct Cipher(());

lifecycle!(Cipher guard astragal_cipher_copy astragal_cipher_copy_at astragal_cipher_alg astragal_cipher_free, object::copy::<Dyn, Cipher>);

/// Maximum key length in bytes of the block ciphers in the registry. A test checks this limit.
const MAX_KEY_BYTES: usize = 128;

/// Upper limit in bytes for the results of astragal_cipher_sizeof(). Use it for arrays of fixed size:
/// `unsigned char memory[ASTRAGAL_CIPHER_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
pub const CIPHER_SIZE_MAX: usize = 8192;

/// Returns how many bytes of memory astragal_cipher_init_at() needs for this algorithm. The memory needs no alignment.
/// Returns 0 if `alg` is not a block cipher.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = from_handle(alg)?;
        let row = alg.cipher()?;
        let key = [0; MAX_KEY_BYTES];
        let key = key.get(..row.key_bytes).ok_or(Error::Internal)?;
        object::object_bytes::<Dyn>(alg, |slot| build(row, key, slot))
    })
}

/// Creates a block cipher with a key, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @param key ASTRAGAL_KEY_LEN_MIN bytes; copied.
/// @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_new(
    out: *mut *mut Cipher,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, Memory::heap, alg, (key, key_len)) })
}

/// Creates a block cipher with a key, in memory that the caller provides. The memory must have astragal_cipher_sizeof()
/// bytes; it needs no alignment. It must stay in place and outlive the object; astragal_cipher_free() wipes it.
/// Allocates nothing.
///
/// @param out receives the object, which is in `memory`, or NULL on error.
/// @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the key has the wrong length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_init_at(
    out: *mut *mut Cipher,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    key: *const u8,
    key_len: usize,
) -> c_int {
    let memory = || Memory::caller(memory.cast(), memory_len);
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, memory, alg, (key, key_len)) })
}

/// Sets the tweak for the following blocks. The initial tweak is zero.
///
/// @param tweak ASTRAGAL_TWEAK_LEN bytes.
/// @retval ASTRAGAL_ERR_LENGTH if the tweak has the wrong length.
/// @retval ASTRAGAL_ERR_PARAMETER if the cipher has no tweak. Only Threefish has one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_set_tweak(
    cipher: *mut Cipher,
    tweak: *const u8,
    tweak_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        object::with_input::<Dyn, _>(cipher, "tweak", (tweak, tweak_len), |cipher, tweak| {
            Ok(cipher.set_tweak(tweak)?)
        })
    })
}

/// Encrypts each block independently (ECB), several in parallel if the processor supports it. Hazardous: equal blocks
/// encrypt to equal blocks. Use a mode or an AEAD for messages.
///
/// @param in whole blocks of ASTRAGAL_BLOCK_LEN bytes.
/// @param out receives `len` bytes; may be `in` or overlap it.
/// @retval ASTRAGAL_ERR_LENGTH if `len` is not a multiple of the block length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_encrypt(
    cipher: *const Cipher,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { blocks(cipher, r#in, len, out, Dyn::encrypt_blocks) })
}

/// Decrypts each block independently (ECB). Hazardous for the same reason as astragal_cipher_encrypt().
///
/// @param in whole blocks of ASTRAGAL_BLOCK_LEN bytes.
/// @param out receives `len` bytes; may be `in` or overlap it.
/// @retval ASTRAGAL_ERR_LENGTH if `len` is not a multiple of the block length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cipher_decrypt(
    cipher: *const Cipher,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { blocks(cipher, r#in, len, out, Dyn::decrypt_blocks) })
}

/// Number of bytes that each step copies to the output and processes there: 16 KiB, which fit in the L1 cache.
const COPIED_BYTES: usize = 1 << 14;

/// Encrypts or decrypts blocks from one buffer to another.
///
/// # Safety
/// `cipher` must be NULL or point to an object of this library, which must not be modified during the call. `from` must
/// be NULL or valid for reads of `len` bytes, and `to` for reads and writes of `len` bytes. The two buffers may
/// overlap.
unsafe fn blocks(
    cipher: *const Cipher,
    from: *const u8,
    len: usize,
    to: *mut u8,
    work: impl Fn(&Dyn, &mut [u8]) -> Result<(), ParameterError>,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let cipher = unsafe { object::shared::<Dyn, _>(cipher)? };
    check("input", from, len)?;
    check("output", to, len)?;
    let row = cipher.row();
    let allowed = Allowed::MultipleOf(row.block_bytes);
    if !allowed.contains(len) {
        let (algorithm, what, given) = (row.name, "run of blocks", len);
        return Err(ParameterError::Length { algorithm, what, given, allowed }.into());
    }
    let is_disjoint = from.addr() + len <= to.addr() || to.addr() + len <= from.addr();
    let step = if is_disjoint { COPIED_BYTES / row.block_bytes * row.block_bytes } else { len };
    for start in (0..len).step_by(step.max(1)) {
        let bytes = step.min(len - start);
        // SAFETY: the chunk is within both buffers. Overlapping buffers are copied as one chunk.
        let chunk = unsafe {
            to.add(start).copy_from(from.add(start), bytes);
            output("output", to.add(start), bytes)?
        };
        work(cipher, chunk)?;
    }
    Ok(())
}

/// Creates a block cipher in `memory` and writes its address to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. `key` must be NULL or valid for reads of `key_len` bytes. The memory must
/// be valid for reads and writes, and nothing else may use it during the lifetime of the object.
unsafe fn new(
    out: *mut *mut Cipher,
    memory: impl FnOnce() -> Result<Memory, Error>,
    alg: *const Alg,
    (key, key_len): (*const u8, usize),
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        object::create::<Dyn, _>(
            out,
            memory,
            || from_handle(alg),
            |alg, slot| build(alg.cipher()?, input("key", key, key_len)?, slot),
        )
    }
}

fn build(row: &'static CipherRow, key: &[u8], slot: Slot<'_, Dyn>) -> Result<(), Error> {
    Ok(row.new_cipher_to(key, slot)?)
}
