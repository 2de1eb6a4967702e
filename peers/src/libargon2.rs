//! libargon2, the reference implementation of Argon2.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;

use crate::kdf::{Costs, Derive, KdfPeer};

/// The C type `argon2_context` of argon2.h.
#[repr(C)]
struct Context {
    out: *mut u8,
    out_bytes: u32,
    password: *mut u8,
    password_bytes: u32,
    salt: *mut u8,
    salt_bytes: u32,
    secret: *mut u8,
    secret_bytes: u32,
    associated_data: *mut u8,
    associated_data_bytes: u32,
    t_cost: u32,
    m_cost: u32,
    lanes: u32,
    threads: u32,
    version: u32,
    allocate: Option<extern "C" fn(*mut *mut u8, usize) -> c_int>,
    free: Option<extern "C" fn(*mut u8, usize)>,
    flags: u32,
}

#[link(name = "argon2")]
unsafe extern "C" {
    fn argon2_ctx(context: *mut Context, kind: c_int) -> c_int;
    fn argon2_hash(
        t_cost: u32,
        m_cost: u32,
        parallelism: u32,
        password: *const c_void,
        password_bytes: usize,
        salt: *const c_void,
        salt_bytes: usize,
        hash: *mut c_void,
        hash_bytes: usize,
        encoded: *mut c_char,
        encoded_bytes: usize,
        kind: c_int,
        version: u32,
    ) -> c_int;
    fn argon2_verify(
        encoded: *const c_char,
        password: *const c_void,
        password_bytes: usize,
        kind: c_int,
    ) -> c_int;
}

pub(crate) fn peers() -> [KdfPeer; 3] {
    let peer = |algorithm, derive: Derive| KdfPeer { name: "libargon2", algorithm, derive };
    [
        peer("argon2d", |costs, password, salt, key| run(0, costs, password, salt, key)),
        peer("argon2i", |costs, password, salt, key| run(1, costs, password, salt, key)),
        peer("argon2id", |costs, password, salt, key| run(2, costs, password, salt, key)),
    ]
}

thread_local! {
    static MEMORY: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Allocates the memory that Argon2 fills, on behalf of libargon2. Later calls reuse the memory.
extern "C" fn allocate(place: *mut *mut u8, bytes: usize) -> c_int {
    MEMORY.with_borrow_mut(|memory| {
        memory.resize(memory.len().max(bytes / 8 + 8), 0);
        let start = memory.as_mut_ptr().cast::<u8>();
        // SAFETY: libargon2 passes a valid pointer to a pointer. `memory` is large enough and outlives the call.
        unsafe { *place = start.add(start.align_offset(64)) };
    });
    0
}

extern "C" fn free(_: *mut u8, _: usize) {}

fn run(kind: c_int, costs: &Costs, password: &[u8], salt: &[u8], key: &mut [u8]) {
    let length =
        |bytes: &[u8]| u32::try_from(bytes.len()).expect("the input length fits in 32 bits");
    let mut context = Context {
        out: key.as_mut_ptr(),
        out_bytes: length(key),
        password: password.as_ptr().cast_mut(),
        password_bytes: length(password),
        salt: salt.as_ptr().cast_mut(),
        salt_bytes: length(salt),
        secret: ptr::null_mut(),
        secret_bytes: 0,
        associated_data: ptr::null_mut(),
        associated_data_bytes: 0,
        t_cost: costs.t,
        m_cost: costs.m,
        lanes: costs.p,
        threads: costs.p,
        version: costs.version,
        allocate: Some(allocate),
        free: Some(free),
        flags: 0,
    };
    // SAFETY: the context has the layout of argon2.h, and its pointers are valid during the call. libargon2 only reads
    // the password and the secret, because the flags for clearing them are not set.
    let code = unsafe { argon2_ctx(&raw mut context, kind) };
    assert_eq!(code, 0, "libargon2 rejects {costs:?}");
}

/// Returns the value of the C enum `argon2_type` for an algorithm's name.
fn kind(algorithm: &str) -> c_int {
    match algorithm {
        "argon2d" => 0,
        "argon2i" => 1,
        _ => 2,
    }
}

/// Hashes a password. Returns the hash encoded as a string, in the format of libargon2 and argon2-cffi.
#[must_use]
pub fn argon2_encode(algorithm: &str, costs: &Costs, password: &[u8], salt: &[u8]) -> String {
    const HASH_BYTES: usize = 32;
    let mut encoded = vec![0_u8; 1000];
    // SAFETY: every pointer is passed with the length of its slice. The pointer to the raw hash is null, so libargon2
    // does not write the raw hash.
    let code = unsafe {
        argon2_hash(
            costs.t,
            costs.m,
            costs.p,
            password.as_ptr().cast(),
            password.len(),
            salt.as_ptr().cast(),
            salt.len(),
            ptr::null_mut(),
            HASH_BYTES,
            encoded.as_mut_ptr().cast(),
            encoded.len(),
            kind(algorithm),
            costs.version,
        )
    };
    assert_eq!(code, 0, "libargon2 rejects {costs:?}");
    let text = CStr::from_bytes_until_nul(&encoded).expect("the text is null-terminated");
    text.to_str().expect("the text is ASCII").to_owned()
}

/// Verifies a password against an encoded hash.
#[must_use]
pub fn argon2_verifies(algorithm: &str, stored: &str, password: &[u8]) -> bool {
    let stored = CString::new(stored).expect("the text contains no null byte");
    // SAFETY: the string is null-terminated, and the password is passed with its length.
    let code = unsafe {
        let password_start = password.as_ptr().cast();
        argon2_verify(stored.as_ptr(), password_start, password.len(), kind(algorithm))
    };
    code == 0
}
