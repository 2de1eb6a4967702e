//! Ciphers from LibTomCrypt, the only peer that implements Anubis.

use std::ffi::{c_char, c_int, c_ulong, c_void};
use std::sync::OnceLock;

use astragal::registry::Direction;

use super::{CipherPeer, Keyed, Use};

const CIPHERS: [&str; 7] = [
    "anubis-128",
    "anubis-160",
    "anubis-192",
    "anubis-224",
    "anubis-256",
    "anubis-288",
    "anubis-320",
];

const USES: [Use; 5] = [Use::Blocks, Use::Cbc, Use::Ctr, Use::Gcm, Use::Cmac];

const BLOCK_BYTES: usize = 16;
/// Constants of LibTomCrypt: the flag `CTR_COUNTER_BIG_ENDIAN`, and the direction argument that selects encryption.
const BIG_ENDIAN: c_int = 0x1000;
const ENCRYPT: c_int = 0;

/// Memory for any state of LibTomCrypt. The largest state, which contains the tables of Blowfish, takes less than 5
/// KiB.
#[repr(C, align(64))]
struct Storage([u8; 1 << 15]);

#[link(name = "tomcrypt")]
unsafe extern "C" {
    fn register_all_ciphers() -> c_int;
    fn find_cipher(name: *const c_char) -> c_int;
    fn anubis_setup(key: *const u8, bytes: c_int, rounds: c_int, schedule: *mut c_void) -> c_int;
    fn anubis_ecb_encrypt(input: *const u8, output: *mut u8, schedule: *mut c_void) -> c_int;
    fn anubis_ecb_decrypt(input: *const u8, output: *mut u8, schedule: *mut c_void) -> c_int;
    fn cbc_start(
        cipher: c_int,
        iv: *const u8,
        key: *const u8,
        key_bytes: c_int,
        rounds: c_int,
        state: *mut c_void,
    ) -> c_int;
    fn cbc_setiv(iv: *const u8, bytes: c_ulong, state: *mut c_void) -> c_int;
    fn cbc_encrypt(from: *const u8, to: *mut u8, bytes: c_ulong, state: *mut c_void) -> c_int;
    fn cbc_decrypt(from: *const u8, to: *mut u8, bytes: c_ulong, state: *mut c_void) -> c_int;
    fn ctr_start(
        cipher: c_int,
        iv: *const u8,
        key: *const u8,
        key_bytes: c_int,
        rounds: c_int,
        counter: c_int,
        state: *mut c_void,
    ) -> c_int;
    fn ctr_setiv(iv: *const u8, bytes: c_ulong, state: *mut c_void) -> c_int;
    fn ctr_encrypt(from: *const u8, to: *mut u8, bytes: c_ulong, state: *mut c_void) -> c_int;
    fn omac_memory(
        cipher: c_int,
        key: *const u8,
        key_bytes: c_ulong,
        text: *const u8,
        text_bytes: c_ulong,
        tag: *mut u8,
        tag_bytes: *mut c_ulong,
    ) -> c_int;
    fn gcm_memory(
        cipher: c_int,
        key: *const u8,
        key_bytes: c_ulong,
        nonce: *const u8,
        nonce_bytes: c_ulong,
        data: *const u8,
        data_bytes: c_ulong,
        from: *mut u8,
        text_bytes: c_ulong,
        to: *mut u8,
        tag: *mut u8,
        tag_bytes: *mut c_ulong,
        direction: c_int,
    ) -> c_int;
}

pub(super) fn peers() -> Vec<CipherPeer> {
    let peer = |cipher, used| {
        let set_up = Box::new(move |key: &[u8], way| set_up(used, key, way));
        CipherPeer { name: "LibTomCrypt", cipher, used, set_up }
    };
    CIPHERS.iter().flat_map(|&cipher| USES.map(|used| peer(cipher, used))).collect()
}

/// Returns the index of Anubis in LibTomCrypt's table of ciphers.
fn anubis() -> c_int {
    static PLACE: OnceLock<c_int> = OnceLock::new();
    *PLACE.get_or_init(|| {
        // SAFETY: neither function has preconditions, and the name is null-terminated.
        unsafe {
            register_all_ciphers();
            find_cipher(c"anubis".as_ptr())
        }
    })
}

fn set_up(used: Use, key: &[u8], way: Direction) -> Option<Keyed> {
    let mut storage = Box::new(Storage([0; 1 << 15]));
    let state: *mut c_void = (&raw mut *storage).cast();
    let bytes = c_int::try_from(key.len()).expect("the key length fits in a c_int");
    let (iv, at) = ([0; BLOCK_BYTES], key.as_ptr());
    // SAFETY: the key is passed with its length, the storage is larger than each state, and the IV is as long as a
    // block.
    let code = unsafe {
        match used {
            Use::Blocks => anubis_setup(at, bytes, 0, state),
            Use::Cbc => cbc_start(anubis(), iv.as_ptr(), at, bytes, 0, state),
            Use::Ctr => ctr_start(anubis(), iv.as_ptr(), at, bytes, 0, BIG_ENDIAN, state),
            _ => 0,
        }
    };
    let key = key.to_vec();
    (code == 0).then_some(())?;
    Some(Box::new(move |message, text, tag| {
        let state: *mut c_void = (&raw mut *storage).cast();
        let (iv, iv_bytes) = (message.iv.as_ptr(), message.iv.len() as c_ulong);
        let (at, bytes) = (text.as_mut_ptr(), text.len() as c_ulong);
        let (key, key_bytes) = (key.as_ptr(), key.len() as c_ulong);
        let mut tag_bytes = tag.len() as c_ulong;
        // SAFETY: every pointer is passed with the length of its slice, or points to complete blocks. All functions
        // work in place. The storage holds an initialized state. Each IV is one block long.
        let code = unsafe {
            match used {
                Use::Blocks => text.chunks_mut(BLOCK_BYTES).fold(0, |code, block| {
                    let block = block.as_mut_ptr();
                    code | match way {
                        Direction::Encrypt => anubis_ecb_encrypt(block, block, state),
                        Direction::Decrypt => anubis_ecb_decrypt(block, block, state),
                    }
                }),
                Use::Cbc => {
                    cbc_setiv(iv, iv_bytes, state)
                        | match way {
                            Direction::Encrypt => cbc_encrypt(at, at, bytes, state),
                            Direction::Decrypt => cbc_decrypt(at, at, bytes, state),
                        }
                }
                Use::Ctr => ctr_setiv(iv, iv_bytes, state) | ctr_encrypt(at, at, bytes, state),
                Use::Cmac => {
                    let tag = tag.as_mut_ptr();
                    omac_memory(anubis(), key, key_bytes, at, bytes, tag, &raw mut tag_bytes)
                }
                Use::Gcm => gcm_memory(
                    anubis(),
                    key,
                    key_bytes,
                    iv,
                    iv_bytes,
                    message.associated_data.as_ptr(),
                    message.associated_data.len() as c_ulong,
                    at,
                    bytes,
                    at,
                    tag.as_mut_ptr(),
                    &raw mut tag_bytes,
                    ENCRYPT,
                ),
                _ => return None,
            }
        };
        (code == 0).then_some(())
    }))
}
