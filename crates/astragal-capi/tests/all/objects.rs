//! Checks that creating and using objects in caller-provided memory allocates nothing. Also checks that functions
//! detect freed objects, moved objects and objects of another type.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::{CStr, CString, c_int};
use std::ptr::{null, null_mut};

use crate::common::{algs, get, name};
use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::aead::*;
use astragal_capi::kind::cipher::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::mac::*;
use astragal_capi::kind::mode::*;
use astragal_capi::kind::xof::*;
use astragal_capi::library::*;

/// Kinds of algorithms whose C functions work with objects.
const KINDS: [c_int; 6] = [HASH, XOF, MAC, AEAD, CIPHER, MODE];

/// Allocator that counts the allocations of the current thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is forwarded to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller upholds this function's contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds this function's contract.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn alg(kind: c_int, name: &str) -> *const Alg {
    let name = CString::new(name).unwrap();
    // SAFETY: the argument is a C string.
    let alg = unsafe { astragal_find(kind, name.as_ptr()) };
    assert!(!alg.is_null(), "{name:?}");
    alg
}

/// Memory for objects. It starts at an odd address and is not zeroed, to test that objects need neither aligned nor
/// zeroed memory.
struct Memory([u8; 131_072]);

impl Memory {
    fn new() -> Box<Self> {
        Box::new(Self([0xa5; 131_072]))
    }
    /// Returns the start and length of two buffers of `bytes` bytes, one in each half of this memory.
    fn buffers(&mut self, bytes: usize) -> [(*mut std::ffi::c_void, usize); 2] {
        assert!(bytes < 65_536);
        let memory = self.0.as_mut_ptr();
        // SAFETY: both buffers are inside the memory.
        [1, 65_537].map(|start| (unsafe { memory.add(start) }.cast(), bytes))
    }
}

#[test]
fn objects_in_caller_memory_allocate_nothing() {
    let data = [7; if cfg!(miri) { 700 } else { 3000 }];
    let (mut memory, mut out) = (Memory::new(), [0; 128]);
    let mut allocating = Vec::new();
    for (kind, alg) in KINDS.into_iter().flat_map(|kind| algs(kind).map(move |alg| (kind, alg))) {
        let output = if matches!(kind, CIPHER | MODE) { 0 } else { get(alg, OUTPUT_LEN) };
        let (d, n, out) = (data.as_ptr(), data.len(), out.as_mut_ptr());
        // SAFETY: the handles belong to live objects, and each buffer is passed with its length.
        unsafe {
            let count = match kind {
                HASH => {
                    let size = astragal_hash_sizeof(alg);
                    assert!(size <= HASH_SIZE_MAX);
                    let [(a, a_len), (b, b_len)] = memory.buffers(size);
                    let (mut hash, mut copy) = (null_mut(), null_mut());
                    counted(|| {
                        assert_eq!(astragal_hash_init_at(&mut hash, a, a_len, alg, null()), OK);
                        assert_eq!(astragal_hash_update(hash, d, n), OK);
                        assert_eq!(astragal_hash_copy_at(&mut copy, b, b_len, hash), OK);
                        assert_eq!(astragal_hash_final(hash, out, output), OK);
                        assert_eq!(astragal_hash_final(copy, out, output), OK);
                        assert_eq!(astragal_hash_once(alg, d, n, out, output), OK);
                        astragal_hash_free(hash);
                        astragal_hash_free(copy);
                    })
                }
                XOF => {
                    let size = astragal_xof_sizeof(alg);
                    assert!(size <= XOF_SIZE_MAX);
                    let [(a, a_len), (b, b_len)] = memory.buffers(size);
                    let (mut xof, mut copy) = (null_mut(), null_mut());
                    let takes_items = name(alg).starts_with("tuple");
                    counted(|| {
                        assert_eq!(astragal_xof_init_at(&mut xof, a, a_len, alg, null()), OK);
                        if takes_items {
                            assert_eq!(astragal_xof_begin_item(xof, n as u64), OK);
                        }
                        assert_eq!(astragal_xof_absorb(xof, d, n), OK);
                        assert_eq!(astragal_xof_copy_at(&mut copy, b, b_len, xof), OK);
                        assert_eq!(astragal_xof_squeeze(xof, out, output), OK);
                        assert_eq!(astragal_xof_squeeze(copy, out, output), OK);
                        astragal_xof_free(xof);
                        astragal_xof_free(copy);
                    })
                }
                MAC => {
                    let size = astragal_mac_sizeof(alg);
                    assert!(size <= MAC_SIZE_MAX);
                    let [(a, a_len), (b, b_len)] = memory.buffers(size);
                    let (mut mac, mut copy) = (null_mut(), null_mut());
                    let key_len = get(alg, KEY_LEN_MIN);
                    // Ascon-PRFshort accepts messages of at most 16 bytes.
                    let n = 16;
                    counted(|| {
                        let code =
                            astragal_mac_init_at(&mut mac, a, a_len, alg, d, key_len, null());
                        assert_eq!(code, OK);
                        assert_eq!(astragal_mac_update(mac, d, n), OK);
                        assert_eq!(astragal_mac_copy_at(&mut copy, b, b_len, mac), OK);
                        assert_eq!(astragal_mac_final(mac, out, output), OK);
                        assert_eq!(astragal_mac_verify(copy, out, output), OK);
                        astragal_mac_free(mac);
                        astragal_mac_free(copy);
                    })
                }
                CIPHER => {
                    let size = astragal_cipher_sizeof(alg);
                    assert!(size <= CIPHER_SIZE_MAX);
                    let [(a, a_len), (b, b_len)] = memory.buffers(size);
                    let (mut cipher, mut copy) = (null_mut(), null_mut());
                    let (key_len, block) = (get(alg, KEY_LEN_MIN), get(alg, BLOCK_LEN));
                    let mut text = data;
                    let (t, n) = (text.as_mut_ptr(), if cfg!(miri) { 5 } else { 20 } * block);
                    counted(|| {
                        let code = astragal_cipher_init_at(&mut cipher, a, a_len, alg, d, key_len);
                        assert_eq!(code, OK);
                        assert_eq!(astragal_cipher_copy_at(&mut copy, b, b_len, cipher), OK);
                        assert_eq!(astragal_cipher_encrypt(cipher, d, n, t), OK);
                        assert_eq!(astragal_cipher_decrypt(copy, t, n, t), OK);
                        astragal_cipher_free(cipher);
                        astragal_cipher_free(copy);
                    })
                }
                MODE => {
                    let size = astragal_mode_sizeof(alg);
                    assert!(size <= MODE_SIZE_MAX);
                    let [(a, a_len), (b, b_len)] = memory.buffers(size);
                    let (mut mode, mut copy) = (null_mut(), null_mut());
                    let (k_len, iv_len) = (get(alg, KEY_LEN_MIN), get(alg, NONCE_LEN));
                    let mut key = [7; 128];
                    key[0] = 1;
                    let (k, mut text) = (key.as_ptr(), [0; 4000]);
                    let (t, capacity, mut n_out) = (text.as_mut_ptr(), text.len(), 0);
                    let w = &raw mut n_out;
                    counted(|| {
                        let code = astragal_mode_init_at(
                            &mut mode, a, a_len, alg, ENCRYPT, 0, k, k_len, d, iv_len,
                        );
                        assert_eq!(code, OK);
                        assert_eq!(astragal_mode_copy_at(&mut copy, b, b_len, mode), OK);
                        assert_eq!(astragal_mode_whole(mode, d, n, t, capacity, w), OK);
                        assert_eq!(astragal_mode_whole(copy, d, n, t, capacity, w), OK);
                        astragal_mode_free(mode);
                        astragal_mode_free(copy);
                        let len = w.read();
                        let code = astragal_mode_once(
                            alg, DECRYPT, 0, k, k_len, d, iv_len, t, len, t, capacity, w,
                        );
                        assert_eq!((code, w.read()), (OK, n));
                    })
                }
                _ => {
                    let size = astragal_aead_sizeof(alg);
                    assert!(size <= AEAD_SIZE_MAX);
                    let [(a, a_len), _] = memory.buffers(size);
                    let mut aead = null_mut();
                    let (key_len, nonce_len) = (get(alg, KEY_LEN_MIN), get(alg, NONCE_LEN));
                    let mut text = [0; 99];
                    let text = text.as_mut_ptr();
                    counted(|| {
                        let code =
                            astragal_aead_init_at(&mut aead, a, a_len, alg, d, key_len, null());
                        assert_eq!(code, OK);
                        let code = astragal_aead_encrypt(
                            aead, d, nonce_len, d, 9, d, 99, text, out, output,
                        );
                        assert_eq!(code, OK);
                        let code = astragal_aead_decrypt(
                            aead, d, nonce_len, d, 9, text, 99, out, output, text,
                        );
                        assert_eq!(code, OK);
                        astragal_aead_free(aead);
                    })
                }
            };
            if count > 0 {
                allocating.push((name(alg), count));
            }
        }
        assert!(memory.0[1..1000].iter().all(|&byte| byte == 0 || byte == 0xa5), "{}", name(alg));
        memory.0.fill(0xa5);
    }
    assert_eq!(allocating, []);
}

fn counted(body: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    body();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn rejects_caller_memory_that_is_too_small() {
    let (sha3, mut memory, mut hash) = (alg(HASH, "sha3-256"), Memory::new(), null_mut());
    // SAFETY: the handles belong to live objects, and each buffer is passed with its length.
    unsafe {
        let size = astragal_hash_sizeof(sha3);
        for short in [0, 1, size / 2] {
            let [(start, bytes), _] = memory.buffers(short);
            assert_eq!(astragal_hash_init_at(&mut hash, start, bytes, sha3, null()), ERR_LENGTH);
            assert!(hash.is_null());
        }
        assert!(
            last_error().starts_with(&format!("memory is {} bytes; expected {size}", size / 2))
        );
        for number in 0..64 {
            let start = memory.0[number..].as_mut_ptr().cast();
            assert_eq!(astragal_hash_init_at(&mut hash, start, size, sha3, null()), OK);
            astragal_hash_free(hash);
        }
    }
}

#[test]
fn rejects_freed_moved_and_mistyped_objects() {
    let mut memory = [0_u64; 1024];
    let (start, half) = (memory.as_mut_ptr(), memory.len() / 2);
    // SAFETY: the handles belong to live objects, each buffer is passed with its length, and the memory outlives the
    // objects.
    unsafe {
        let (never_made, bytes) = (start, half * size_of::<u64>());
        let (moved, start) = (start.add(half), start.cast());
        assert_eq!(astragal_hash_reset(never_made.cast()), ERR_OBJECT);

        let mut hash = null_mut();
        assert_eq!(astragal_hash_init_at(&mut hash, start, bytes, alg(HASH, "sha256"), null()), OK);
        assert_eq!(astragal_xof_reset(hash.cast()), ERR_OBJECT);
        assert_eq!(
            last_error(),
            "object is not a live astragal_xof: uninitialized, freed, moved, or of another type"
        );
        assert_eq!(astragal_mac_reset(hash.cast()), ERR_OBJECT);
        assert_eq!(astragal_mac_tag_len(hash.cast()), 0);
        assert!(astragal_aead_alg(hash.cast()).is_null());
        assert_eq!(astragal_hash_alg(hash), alg(HASH, "sha256"));
        astragal_xof_free(hash.cast());
        assert_eq!(
            astragal_hash_update(hash, b"abc".as_ptr(), 3),
            OK,
            "astragal_xof_free must ignore an object of a different kind"
        );

        moved.copy_from(start.cast(), half);
        assert_eq!(astragal_hash_reset(moved.cast()), ERR_OBJECT);

        astragal_hash_free(hash);
        assert_eq!(astragal_hash_update(hash, b"abc".as_ptr(), 3), ERR_OBJECT);
        astragal_hash_free(hash);
        let mut copy = hash;
        assert_eq!(astragal_hash_copy(&mut copy, hash), ERR_OBJECT);
        assert!(copy.is_null());
    }
}

#[test]
fn find_accepts_other_spellings() {
    let skein = alg(HASH, "Skein512/256");
    assert_eq!(name(skein), "skein512-256");
    // SAFETY: the argument is an algorithm handle, which is never freed.
    assert_eq!(unsafe { astragal_alg_kind(skein) }, HASH);
}

#[test]
fn find_reports_unknown_names_and_kinds() {
    // SAFETY: the arguments are C strings.
    unsafe {
        assert!(astragal_find(HASH, c"sha3-265".as_ptr()).is_null());
        assert!(last_error().contains("did you mean sha3-256"), "{}", last_error());
        assert!(astragal_find(10, c"sha3-256".as_ptr()).is_null());
        assert_eq!(last_error(), "algorithm kind is 10; expected 1 to 9");
        assert!(astragal_find(MODE, c"threefish-256-xts".as_ptr()).is_null());
    }
}

#[test]
fn properties_match_the_algorithm() {
    let mut number = 0;
    let skein = alg(HASH, "skein512-256");
    assert_eq!(get(skein, OUTPUT_LEN), 32);
    // SAFETY: the first argument is an algorithm handle, and the output pointer is valid for a write.
    assert_eq!(unsafe { astragal_alg_get(skein, NONCE_LEN, &mut number) }, ERR_PARAMETER);
    let xts = alg(MODE, "aes-256-xts");
    assert_eq!((get(xts, KEY_LEN_MIN), get(xts, NONCE_LEN)), (64, 16));
    assert_eq!(get(xts, STATUS), ACCEPTABLE);
    assert_eq!(get(alg(CIPHER, "threefish-512"), TWEAK_LEN), 16);
    assert_eq!(get(alg(AEAD, "aes-128-gcm"), NONCE_LEN), 12);
    let hmac = alg(MAC, "hmac-sha256");
    assert_eq!((get(hmac, KEY_LEN_MIN), get(hmac, KEY_LEN_MAX)), (0, usize::MAX));
    assert_eq!(get(alg(HASH, "md5"), STATUS), BROKEN);
    assert_eq!(get(alg(HASH, "crc32"), STATUS), NOT_CRYPTOGRAPHIC);
    assert_eq!(get(alg(HASH, "sha3-256"), TIMING), CONSTANT_TIME);
}

#[test]
fn aliases_end_with_null() {
    // SAFETY: the handles are algorithm handles, which are never freed.
    unsafe {
        let xts = alg(MODE, "AES_256/XTS");
        assert_eq!(name(xts), "aes-256-xts");
        assert_eq!(CStr::from_ptr(astragal_alg_alias(xts, 0)), c"aes256-xts");
        assert_eq!(CStr::from_ptr(astragal_alg_alias(xts, 1)), c"rijndael128-256-xts");
        let b3 = CStr::from_ptr(astragal_alg_alias(alg(HASH, "blake3"), 0));
        assert_eq!(b3, c"b3");
        assert!(astragal_alg_alias(alg(HASH, "blake3"), 1).is_null());
    }
}

#[test]
fn every_handle_is_found_by_its_name() {
    // SAFETY: the handles are algorithm handles, which are never freed, and the names are C strings.
    unsafe {
        for kind in [HASH, XOF, MAC, AEAD, CIPHER, MODE, KDF, KEYED_XOF, KEY_WRAP] {
            assert!(astragal_alg_count(kind) > 3);
            for alg in algs(kind) {
                let name = CStr::from_ptr(astragal_alg_name(alg));
                assert_eq!(astragal_find(kind, name.as_ptr()), alg);
            }
            assert!(astragal_alg_at(kind, astragal_alg_count(kind)).is_null());
        }
    }
}

#[test]
fn backend_matches_the_registry() {
    // SAFETY: the handles are algorithm handles, which are never freed.
    unsafe {
        for alg in algs(HASH) {
            let row = astragal::registry::hash(&name(alg)).unwrap();
            let backend = CStr::from_ptr(astragal_alg_backend(alg)).to_str();
            assert_eq!(backend, Ok(row.implementation().backend), "{}", name(alg));
        }
        for alg in algs(MODE) {
            let mode = astragal::registry::mode(&name(alg)).unwrap();
            let backend = CStr::from_ptr(astragal_alg_backend(alg)).to_str();
            assert_eq!(backend, Ok(mode.cipher.implementation().backend), "{}", name(alg));
        }
    }
}

#[test]
fn lengths_fit_internal_buffers() {
    for kind in [HASH, XOF, MAC, AEAD, CIPHER, MODE, KDF, KEYED_XOF, KEY_WRAP] {
        for alg in algs(kind) {
            let longest = match kind {
                AEAD => get(alg, OUTPUT_LEN).max(get(alg, NONCE_LEN)).max(get(alg, KEY_LEN_MAX)),
                CIPHER | MODE | KEY_WRAP => get(alg, KEY_LEN_MAX) / 2,
                _ => get(alg, OUTPUT_LEN) / 2,
            };
            assert!(longest <= 64, "{}", name(alg));
        }
    }
}

#[test]
fn version_string_matches_the_package() {
    // SAFETY: the function always returns a C string.
    let version = unsafe { CStr::from_ptr(astragal_version_string()) };
    assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
}

fn last_error() -> String {
    // SAFETY: the function always returns a C string.
    unsafe { CStr::from_ptr(astragal_last_error()) }.to_str().unwrap().to_owned()
}
