//! Ciphers from libgcrypt.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use astragal::registry::Direction;

use super::{CipherPeer, Keyed, Message, Use, split_wrapped};

/// Ciphers from libgcrypt. Each entry contains the cipher's name in astragal, its value in `enum gcry_cipher_algos`,
/// and the value of its CMAC in `enum gcry_mac_algos`.
const CIPHERS: [(&str, c_int, c_int); 12] = [
    ("aes-128", 7, 201),
    ("aes-192", 8, 201),
    ("aes-256", 9, 201),
    ("camellia-128", 310, 203),
    ("camellia-192", 311, 203),
    ("camellia-256", 312, 203),
    ("serpent-128", 304, 207),
    ("serpent-192", 305, 207),
    ("serpent-256", 306, 207),
    ("sm4", 318, 212),
    ("twofish-128", 303, 206),
    ("twofish-256", 10, 206),
];

/// Modes, each with its value in `enum gcry_cipher_modes`.
const USES: [(Use, c_int); 12] = [
    (Use::Blocks, 1),
    (Use::Cfb, 2),
    (Use::Cbc, 3),
    (Use::Ofb, 5),
    (Use::Ctr, 6),
    (Use::KeyWrap, 7),
    (Use::Ccm, 8),
    (Use::Gcm, 9),
    (Use::Ocb, 11),
    (Use::Xts, 13),
    (Use::Siv, 15),
    (Use::GcmSiv, 16),
];

/// Value of `GCRYCTL_SET_CCM_LENGTHS` in gcrypt.h.
const SET_CCM_LENGTHS: c_int = 69;
/// Value of `GCRYCTL_RESET` in gcrypt.h.
const RESET: c_int = 4;
/// Value of `GCRYCTL_FINALIZE` in gcrypt.h, the command before the last part of a message.
const FINALIZE: c_int = 5;
/// Value of `GCRY_CIPHER_CHACHA20` in gcrypt.h.
const CHACHA20: c_int = 316;
/// Value of `GCRY_CIPHER_MODE_STREAM` in gcrypt.h.
const STREAM: c_int = 4;
/// Value of `GCRY_CIPHER_MODE_POLY1305` in gcrypt.h.
const POLY1305: c_int = 10;

#[link(name = "gcrypt")]
unsafe extern "C" {
    fn gcry_cipher_open(
        handle: *mut *mut c_void,
        algorithm: c_int,
        mode: c_int,
        flags: c_uint,
    ) -> c_uint;
    fn gcry_cipher_close(handle: *mut c_void);
    fn gcry_cipher_ctl(
        handle: *mut c_void,
        command: c_int,
        buffer: *mut c_void,
        length: usize,
    ) -> c_uint;
    fn gcry_cipher_setkey(handle: *mut c_void, key: *const u8, length: usize) -> c_uint;
    fn gcry_cipher_setiv(handle: *mut c_void, iv: *const u8, length: usize) -> c_uint;
    fn gcry_cipher_setctr(handle: *mut c_void, counter: *const u8, length: usize) -> c_uint;
    fn gcry_cipher_authenticate(handle: *mut c_void, data: *const u8, length: usize) -> c_uint;
    fn gcry_cipher_encrypt(
        handle: *mut c_void,
        output: *mut u8,
        output_bytes: usize,
        input: *const u8,
        input_bytes: usize,
    ) -> c_uint;
    fn gcry_cipher_decrypt(
        handle: *mut c_void,
        output: *mut u8,
        output_bytes: usize,
        input: *const u8,
        input_bytes: usize,
    ) -> c_uint;
    fn gcry_cipher_gettag(handle: *mut c_void, tag: *mut u8, length: usize) -> c_uint;
    fn gcry_mac_open(
        handle: *mut *mut c_void,
        algorithm: c_int,
        flags: c_uint,
        context: *mut c_void,
    ) -> c_uint;
    fn gcry_mac_close(handle: *mut c_void);
    fn gcry_mac_setkey(handle: *mut c_void, key: *const u8, length: usize) -> c_uint;
    fn gcry_mac_ctl(
        handle: *mut c_void,
        command: c_int,
        buffer: *mut c_void,
        length: usize,
    ) -> c_uint;
    fn gcry_mac_write(handle: *mut c_void, data: *const u8, length: usize) -> c_uint;
    fn gcry_mac_read(handle: *mut c_void, tag: *mut u8, length: *mut usize) -> c_uint;
}

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut peers = Vec::new();
    for (cipher, algorithm, mac) in CIPHERS {
        let mut add = |used, set_up| {
            peers.push(CipherPeer { name: "libgcrypt", cipher, used, set_up });
        };
        for (used, mode) in USES {
            // Excludes GCM-SIV, OCB and SIV with ciphers other than AES, because astragal supports them only with AES.
            let is_supported = match used {
                Use::GcmSiv => ["aes-128", "aes-256"].contains(&cipher),
                Use::Ocb | Use::Siv => cipher.starts_with("aes-"),
                _ => true,
            };
            if is_supported {
                add(used, Box::new(move |key, way| set_up(algorithm, mode, used, key, way)));
            }
        }
        add(Use::Cmac, Box::new(move |key, _| set_up_cmac(mac, key)));
    }
    let stream = |key: &[u8], way| set_up(CHACHA20, STREAM, Use::Stream, key, way);
    peers.push(CipherPeer {
        name: "libgcrypt",
        cipher: "chacha20",
        used: Use::Stream,
        set_up: Box::new(stream),
    });
    peers
}

/// Encrypts with ChaCha20-Poly1305.
pub(crate) fn seal_chacha(key: &[u8], iv: &[u8], data: &[u8], text: &mut [u8], tag: &mut [u8]) {
    let message = Message { iv, associated_data: data };
    set_up(CHACHA20, POLY1305, Use::Gcm, key, Direction::Encrypt)
        .and_then(|mut keyed| keyed(&message, text, tag))
        .expect("the lengths are allowed");
}

/// Returns `Some` if `code` means success.
fn success(code: c_uint) -> Option<()> {
    (code == 0).then_some(())
}

/// Open cipher handle. Dropping it closes the handle.
struct Handle(*mut c_void);

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle was opened and is not used afterwards.
        unsafe { gcry_cipher_close(self.0) }
    }
}

fn set_up(algorithm: c_int, mode: c_int, used: Use, key: &[u8], way: Direction) -> Option<Keyed> {
    crate::gcrypt::initialize();
    let mut handle = ptr::null_mut();
    // SAFETY: the pointer to the handle is valid for writes.
    success(unsafe { gcry_cipher_open(&raw mut handle, algorithm, mode, 0) })?;
    let handle = Handle(handle);
    // SAFETY: the handle is open; the key is passed with its length.
    success(unsafe { gcry_cipher_setkey(handle.0, key.as_ptr(), key.len()) })?;
    Some(Box::new(move |message, text, tag| apply(&handle, used, way, message, text, tag)))
}

fn apply(
    &Handle(handle): &Handle,
    used: Use,
    way: Direction,
    &Message { iv, associated_data: data }: &Message<'_>,
    text: &mut [u8],
    tag: &mut [u8],
) -> Option<()> {
    // SAFETY: the handle is open, and every pointer is passed with the length of its slice. A null input selects
    // in-place operation.
    unsafe {
        success(match used {
            Use::Blocks | Use::KeyWrap => 0,
            // SIV takes the nonce as the last string of associated data.
            Use::Siv => {
                gcry_cipher_ctl(handle, RESET, ptr::null_mut(), 0)
                    | gcry_cipher_authenticate(handle, data.as_ptr(), data.len())
                    | gcry_cipher_setiv(handle, iv.as_ptr(), iv.len())
            }
            Use::Ctr => gcry_cipher_setctr(handle, iv.as_ptr(), iv.len()),
            _ => gcry_cipher_setiv(handle, iv.as_ptr(), iv.len()),
        })?;
        if used == Use::Ccm {
            let mut lengths = [text.len() as u64, data.len() as u64, tag.len() as u64];
            let bytes = size_of_val(&lengths);
            success(gcry_cipher_ctl(handle, SET_CCM_LENGTHS, (&raw mut lengths).cast(), bytes))?;
        }
        if used.authenticates() && used != Use::Siv {
            success(gcry_cipher_authenticate(handle, data.as_ptr(), data.len()))?;
        }
        if used == Use::Ocb {
            success(gcry_cipher_ctl(handle, FINALIZE, ptr::null_mut(), 0))?;
        }
        let (to, bytes) = (text.as_mut_ptr(), text.len());
        if used == Use::KeyWrap {
            let mut wrapped = vec![0; bytes + 8];
            let (out, out_bytes) = (wrapped.as_mut_ptr(), wrapped.len());
            success(gcry_cipher_encrypt(handle, out, out_bytes, to, bytes))?;
            split_wrapped(&wrapped, text, tag);
            return Some(());
        }
        success(match way {
            Direction::Encrypt => gcry_cipher_encrypt(handle, to, bytes, ptr::null(), 0),
            Direction::Decrypt => gcry_cipher_decrypt(handle, to, bytes, ptr::null(), 0),
        })?;
        if used.authenticates() {
            success(gcry_cipher_gettag(handle, tag.as_mut_ptr(), tag.len()))?;
        }
    }
    Some(())
}

/// Open MAC handle. Dropping it closes the handle.
struct MacHandle(*mut c_void);

impl Drop for MacHandle {
    fn drop(&mut self) {
        // SAFETY: the handle was opened and is not used afterwards.
        unsafe { gcry_mac_close(self.0) }
    }
}

fn set_up_cmac(algorithm: c_int, key: &[u8]) -> Option<Keyed> {
    crate::gcrypt::initialize();
    let mut handle = ptr::null_mut();
    // SAFETY: the pointer to the handle is valid for writes.
    success(unsafe { gcry_mac_open(&raw mut handle, algorithm, 0, ptr::null_mut()) })?;
    let handle = MacHandle(handle);
    // SAFETY: the handle is open; the key is passed with its length.
    success(unsafe { gcry_mac_setkey(handle.0, key.as_ptr(), key.len()) })?;
    Some(Box::new(move |_, text, tag| {
        let &MacHandle(handle) = &handle;
        let mut length = tag.len();
        // SAFETY: the handle is open; slices are passed with their lengths.
        unsafe {
            success(gcry_mac_ctl(handle, RESET, ptr::null_mut(), 0))?;
            success(gcry_mac_write(handle, text.as_ptr(), text.len()))?;
            success(gcry_mac_read(handle, tag.as_mut_ptr(), &raw mut length))
        }
    }))
}
