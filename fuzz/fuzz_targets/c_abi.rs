//! Calls functions of the C interface in any order. Each input selects a kind of object and two algorithms of this
//! kind. Lengths may be wrong, and pointers may be NULL or point to objects of another kind. No call may return
//! ASTRAGAL_ERR_INTERNAL. AddressSanitizer checks every memory access.
#![no_main]

mod objects {
    //! Pointer to an object of the C interface, and the functions that copy and free objects of its kind.

    use std::ffi::c_void;
    use std::ptr::null_mut;

    use astragal_capi::alg::*;
    use astragal_capi::kind::{aead, cipher, hash, mac, mode, xof};

    /// Kinds of algorithms that have objects in the C interface.
    pub const KINDS: [i32; 6] = [HASH, XOF, MAC, AEAD, CIPHER, MODE];

    pub struct Object {
        pub kind: i32,
        pub at: *mut c_void,
    }

    impl Object {
        pub fn null(kind: i32) -> Self {
            Self { kind, at: null_mut() }
        }

        pub fn copy(&self) -> (i32, Self) {
            let mut copy = Self::null(self.kind);
            let (to, at) = (&raw mut copy.at, self.at);
            // SAFETY: the output pointer is valid for writes, and the object is valid or NULL.
            let code = unsafe {
                match self.kind {
                    HASH => hash::astragal_hash_copy(to.cast(), at.cast()),
                    XOF => xof::astragal_xof_copy(to.cast(), at.cast()),
                    MAC => mac::astragal_mac_copy(to.cast(), at.cast()),
                    AEAD => aead::astragal_aead_copy(to.cast(), at.cast()),
                    CIPHER => cipher::astragal_cipher_copy(to.cast(), at.cast()),
                    _ => mode::astragal_mode_copy(to.cast(), at.cast()),
                }
            };
            (code, copy)
        }
    }

    impl Drop for Object {
        fn drop(&mut self) {
            // SAFETY: the object is valid or NULL, and is not used afterwards.
            unsafe {
                match self.kind {
                    HASH => hash::astragal_hash_free(self.at.cast()),
                    XOF => xof::astragal_xof_free(self.at.cast()),
                    MAC => mac::astragal_mac_free(self.at.cast()),
                    AEAD => aead::astragal_aead_free(self.at.cast()),
                    CIPHER => cipher::astragal_cipher_free(self.at.cast()),
                    _ => mode::astragal_mode_free(self.at.cast()),
                }
            }
        }
    }
}

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;

use arbitrary::Arbitrary;
use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::aead::*;
use astragal_capi::kind::cipher::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::mac::*;
use astragal_capi::kind::mode::*;
use astragal_capi::kind::xof::*;
use astragal_capi::params::Params;
use astragal_fuzz::choose;
use libfuzzer_sys::fuzz_target;
use objects::{KINDS, Object};

/// Input for a C function. The function [`block`] copies it to a separate heap block, so that AddressSanitizer detects
/// an access past the end.
#[derive(Arbitrary, Debug)]
enum Bytes<'a> {
    Null,
    /// Input of a length that the algorithm accepts. Byte `i` is the `u8` of this variant XORed with `i`.
    Right(u8),
    These(&'a [u8]),
}

#[derive(Arbitrary, Debug)]
enum Call<'a> {
    /// Creates an object in a slot. The fields are: whether to use the second algorithm, the key, the IV, and the
    /// parameters.
    New(bool, Bytes<'a>, Bytes<'a>, RawParams<'a>),
    Update(Bytes<'a>),
    /// Requests output of this length from the object.
    Output(Length),
    Verify(Bytes<'a>),
    Skip(u64),
    Item(u64),
    Reset,
    /// Copies the object into another slot.
    Copy(u8),
    Seal(Bytes<'a>, Bytes<'a>, Bytes<'a>, Length),
    Open(Bytes<'a>, Bytes<'a>, Bytes<'a>, Bytes<'a>),
    /// Exports the object's state into a buffer. The field is the length of the buffer in 8-byte words.
    Export(u8),
    Import(&'a [u8]),
    Once(bool, Bytes<'a>, Bytes<'a>, Length),
    /// Passes the slot's object to a function that expects another kind of object. The field is the function's input.
    WrongKind(Bytes<'a>),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Length {
    Right,
    Of(u8),
}

/// Parameters of a new object.
#[derive(Arbitrary, Debug)]
struct RawParams<'a> {
    is_null: bool,
    custom: Option<&'a [u8]>,
    output_len: u16,
    block_len: u16,
    domain: u8,
}

/// Maximum number of calls in one input.
const CALLS: usize = 32;

/// Number of slots. Each slot holds one object or NULL.
const SLOTS: usize = 3;

/// For each kind in [`KINDS`], the handles of its algorithms, followed by NULL.
static ALGS: LazyLock<[Vec<Handle>; KINDS.len()]> = LazyLock::new(|| {
    KINDS.map(|kind| {
        (0..=astragal_alg_count(kind)).map(|index| Handle(astragal_alg_at(kind, index))).collect()
    })
});

/// Algorithm handle, or NULL. Any thread may use a handle.
struct Handle(*const Alg);

// SAFETY: a handle points to an immutable static, which all threads may share.
unsafe impl Send for Handle {}
// SAFETY: a handle points to an immutable static, which all threads may share.
unsafe impl Sync for Handle {}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    kind: u8,
    algs: [u16; 2],
    calls: Vec<(u8, Call<'a>)>,
}

fuzz_target!(|input: Input<'_>| {
    let kind = usize::from(input.kind) % KINDS.len();
    let algs = input.algs.map(|number| choose(&ALGS[kind], number).0);
    let mut slots = [(); SLOTS].map(|()| Object::null(KINDS[kind]));
    for (slot, call) in input.calls.iter().take(CALLS) {
        let slot = usize::from(*slot) % SLOTS;
        let code = match call {
            Call::Copy(to) => {
                let (code, copy) = slots[slot].copy();
                if code == OK {
                    slots[usize::from(*to) % SLOTS] = copy;
                }
                code
            }
            // SAFETY: the slot's object is alive or NULL, and the buffers have the given lengths.
            call => unsafe { make(&mut slots[slot], algs, call) },
        };
        let known = [
            OK,
            INVALID,
            ERR_NULL,
            ERR_ALGORITHM,
            ERR_OBJECT,
            ERR_LENGTH,
            ERR_PARAMETER,
            ERR_STATE,
            ERR_OVERLAP,
        ];
        assert!(known.contains(&code), "{code} after {call:?}");
    }
});

fn get(alg: *const Alg, what: i32) -> usize {
    let mut number = 0;
    // SAFETY: the handle is valid or NULL, and the output pointer is valid for writes.
    unsafe { astragal_alg_get(alg, what, &mut number) };
    number
}

/// Returns the bytes in a heap block, and the length to pass to the C function. `None` stands for NULL. `right` is a
/// length in bytes that the algorithm accepts.
fn block(bytes: &Bytes<'_>, right: usize) -> (Option<Box<[u8]>>, usize) {
    match bytes {
        Bytes::Null => (None, right % 3),
        Bytes::Right(byte) => (Some((0..right).map(|i| byte ^ i as u8).collect()), right),
        Bytes::These(bytes) => (Some((*bytes).into()), bytes.len()),
    }
}

fn start(block: &Option<Box<[u8]>>) -> *const u8 {
    block.as_ref().map_or(null(), |block| block.as_ptr())
}

fn buffer(length: Length, right: usize) -> Vec<u8> {
    let length = match length {
        Length::Right => right,
        Length::Of(length) => length.into(),
    };
    // Removes the vector's spare capacity: AddressSanitizer would not detect an access to it.
    vec![0; length].into_boxed_slice().into_vec()
}

/// Makes a call on an object.
///
/// # Safety
/// The object's pointer is NULL, or points to an object of the kind `object.kind`.
unsafe fn make(object: &mut Object, algs: [*const Alg; 2], call: &Call<'_>) -> i32 {
    let (kind, at) = (object.kind, object.at);
    // Copies the exported state into a separate heap block, so that AddressSanitizer detects an access past the end.
    let copy: Box<[u8]>;
    let imported: &[u8] = match call {
        Call::Import(bytes) => {
            copy = (*bytes).into();
            &copy
        }
        _ => &[],
    };
    // SAFETY: the object is valid or NULL, and the buffers have the given lengths.
    unsafe {
        match (kind, call) {
            (_, Call::New(is_second, key, iv, given)) => {
                return new(object, algs[usize::from(*is_second)], key, iv, given);
            }
            (HASH, Call::Update(data)) => {
                let (data, len) = block(data, 300);
                astragal_hash_update(at.cast(), start(&data), len)
            }
            (HASH, Call::Output(length)) => {
                let mut out = buffer(*length, astragal_hash_digest_len(at.cast()));
                astragal_hash_final(at.cast(), out.as_mut_ptr(), out.len())
            }
            (HASH, Call::Reset) => astragal_hash_reset(at.cast()),
            (HASH, Call::Export(bytes)) => export(astragal_hash_export, at, *bytes),
            (HASH, Call::Import(_)) => {
                astragal_hash_import(at.cast(), imported.as_ptr(), imported.len())
            }
            (HASH, Call::Once(is_second, message, _, length)) => {
                let alg = algs[usize::from(*is_second)];
                let (message, len) = block(message, 100);
                let mut out = buffer(*length, get(alg, OUTPUT_LEN));
                astragal_hash_once(alg, start(&message), len, out.as_mut_ptr(), out.len())
            }
            (XOF, Call::Update(data)) => {
                let (data, len) = block(data, 300);
                astragal_xof_absorb(at.cast(), start(&data), len)
            }
            (XOF, Call::Output(length)) => {
                let mut out = buffer(*length, 200);
                astragal_xof_squeeze(at.cast(), out.as_mut_ptr(), out.len())
            }
            // Limits the number of bytes to skip, because functions that cannot seek must compute the skipped bytes.
            (XOF, Call::Skip(len)) => astragal_xof_skip(at.cast(), len % 1000),
            (XOF, Call::Item(len)) => astragal_xof_begin_item(at.cast(), *len),
            (XOF, Call::Reset) => astragal_xof_reset(at.cast()),
            (XOF, Call::Export(bytes)) => export(astragal_xof_export, at, *bytes),
            (XOF, Call::Import(_)) => {
                astragal_xof_import(at.cast(), imported.as_ptr(), imported.len())
            }
            (MAC, Call::Update(data)) => {
                let (data, len) = block(data, 300);
                astragal_mac_update(at.cast(), start(&data), len)
            }
            (MAC, Call::Output(length)) => {
                let mut out = buffer(*length, astragal_mac_tag_len(at.cast()));
                astragal_mac_final(at.cast(), out.as_mut_ptr(), out.len())
            }
            (MAC, Call::Verify(tag)) => {
                let (tag, len) = block(tag, astragal_mac_tag_len(at.cast()));
                astragal_mac_verify(at.cast(), start(&tag), len)
            }
            (MAC, Call::Reset) => astragal_mac_reset(at.cast()),
            (MAC, Call::Export(bytes)) => export(astragal_mac_export_with_key, at, *bytes),
            (MAC, Call::Import(_)) => {
                astragal_mac_import_with_key(at.cast(), imported.as_ptr(), imported.len())
            }
            (MAC, Call::Once(is_second, key, message, length)) => {
                let alg = algs[usize::from(*is_second)];
                let (key, key_len) = block(key, get(alg, KEY_LEN_MAX).min(32));
                let (message, len) = block(message, 100);
                let mut tag = buffer(*length, get(alg, OUTPUT_LEN));
                let (key, message) = (start(&key), start(&message));
                astragal_mac_once(
                    alg,
                    key,
                    key_len,
                    null(),
                    message,
                    len,
                    tag.as_mut_ptr(),
                    tag.len(),
                )
            }
            (AEAD, Call::Seal(nonce, ad, message, length)) => {
                let aead = at.cast();
                let mut tag = buffer(*length, get(astragal_aead_alg(aead), OUTPUT_LEN));
                let (tag, tag_len) = (tag.as_mut_ptr(), tag.len());
                with_texts(aead, [nonce, ad, message], |n, a, m, out| {
                    astragal_aead_encrypt(aead, n.0, n.1, a.0, a.1, m.0, m.1, out, tag, tag_len)
                })
            }
            (AEAD, Call::Open(nonce, ad, message, tag)) => {
                let aead = at.cast();
                let (tag, tag_len) = block(tag, get(astragal_aead_alg(aead), OUTPUT_LEN));
                let tag = start(&tag);
                with_texts(aead, [nonce, ad, message], |n, a, m, out| {
                    astragal_aead_decrypt(aead, n.0, n.1, a.0, a.1, m.0, m.1, tag, tag_len, out)
                })
            }
            (CIPHER, Call::Update(data)) => {
                let (data, len) = block(data, 96);
                let mut out = vec![0; len];
                astragal_cipher_encrypt(at.cast(), start(&data), len, out.as_mut_ptr())
            }
            (CIPHER, Call::Verify(data)) => {
                let (data, len) = block(data, 96);
                let mut out = vec![0; len];
                astragal_cipher_decrypt(at.cast(), start(&data), len, out.as_mut_ptr())
            }
            (CIPHER, Call::Import(_)) => {
                astragal_cipher_set_tweak(at.cast(), imported.as_ptr(), imported.len())
            }
            (MODE, Call::Update(data)) => {
                let (data, len) = block(data, 96);
                let mut out = vec![0; astragal_mode_update_len(at.cast(), len)];
                let mut written = 0;
                astragal_mode_update(
                    at.cast(),
                    start(&data),
                    len,
                    out.as_mut_ptr(),
                    out.len(),
                    &mut written,
                )
            }
            (MODE, Call::Output(length)) => {
                let mut out = buffer(*length, astragal_mode_finish_len(at.cast()));
                let mut written = 0;
                astragal_mode_finish(at.cast(), out.as_mut_ptr(), out.len(), &mut written)
            }
            // Processes a message in place. The buffer may be too short for the padding.
            (MODE, Call::Verify(data)) => {
                let (data, len) = block(data, 96);
                let mut data = data.unwrap_or_default().into_vec();
                let len = len.min(data.len());
                let (place, mut written) = (data.as_mut_ptr(), 0);
                astragal_mode_whole(at.cast(), place, len, place, data.len(), &mut written)
            }
            (MODE, Call::Skip(position)) => astragal_mode_seek(at.cast(), *position),
            (MODE, Call::Import(_)) => {
                astragal_mode_restart(at.cast(), imported.as_ptr(), imported.len())
            }
            (_, Call::WrongKind(data)) => call_as_another_kind(kind, at, data),
            _ => OK,
        }
    }
}

/// Exports the object with `function` into a buffer of 8 · `bytes` bytes.
///
/// # Safety
/// The pointer is NULL, or points to an object of the kind that `function` expects.
unsafe fn export<T>(
    function: unsafe extern "C" fn(*const T, *mut u8, *mut usize) -> i32,
    at: *mut c_void,
    bytes: u8,
) -> i32 {
    let mut out = vec![0; 8 * usize::from(bytes)];
    let mut len = out.len();
    // SAFETY: the caller passes a valid object or NULL, and `out` has `len` bytes.
    unsafe { function(at.cast(), out.as_mut_ptr(), &mut len) }
}

/// Pointer and length of an input.
type Text = (*const u8, usize);

/// Calls `function` with a nonce, associated data, a message, and an output buffer that is as long as the message.
///
/// # Safety
/// The pointer is NULL, or points to an AEAD object.
unsafe fn with_texts(
    aead: *const Aead,
    [nonce, ad, message]: [&Bytes<'_>; 3],
    function: impl FnOnce(Text, Text, Text, *mut u8) -> i32,
) -> i32 {
    // SAFETY: the caller passes a valid AEAD or NULL.
    let nonce_len = get(unsafe { astragal_aead_alg(aead) }, NONCE_LEN);
    let texts = [block(nonce, nonce_len), block(ad, 20), block(message, 100)];
    let [nonce, ad, message] = texts.each_ref().map(|(text, len)| (start(text), *len));
    let mut out = vec![0; message.1];
    function(nonce, ad, message, out.as_mut_ptr())
}

/// Passes an object to a function for another kind of object.
///
/// # Safety
/// The pointer is NULL, or points to an object of the kind `kind`.
unsafe fn call_as_another_kind(kind: i32, at: *mut c_void, data: &Bytes<'_>) -> i32 {
    let (data, len) = block(data, 10);
    // SAFETY: every object stores its kind, and the called function checks the kind before it accesses other fields.
    let code = unsafe {
        match kind {
            HASH => astragal_xof_absorb(at.cast(), start(&data), len),
            XOF => astragal_mac_update(at.cast(), start(&data), len),
            MAC => astragal_hash_update(at.cast(), start(&data), len),
            AEAD => astragal_mode_seek(at.cast(), 1),
            CIPHER => astragal_mac_reset(at.cast()),
            _ => astragal_hash_reset(at.cast()),
        }
    };
    assert!(code < 0, "an object of kind {kind} was accepted as a different kind");
    code
}

/// Creates an object.
///
/// # Safety
/// `alg` is a valid algorithm handle, or NULL.
unsafe fn new(
    object: &mut Object,
    alg: *const Alg,
    key: &Bytes<'_>,
    iv: &Bytes<'_>,
    given: &RawParams<'_>,
) -> i32 {
    let kind = object.kind;
    let mut made = Object::null(kind);
    let out = &raw mut made.at;
    let (key, key_len) = block(key, get(alg, KEY_LEN_MIN).max(get(alg, KEY_LEN_MAX).min(32)));
    let (iv, iv_len) = block(iv, get(alg, NONCE_LEN));
    let custom = given.custom.map(Box::<[u8]>::from);
    let custom = custom.as_deref();
    let params = Params {
        size: size_of::<Params>(),
        custom: custom.map_or(null(), |custom| custom.as_ptr()),
        custom_len: custom.map_or(0, |custom| custom.len()),
        output_len: given.output_len.into(),
        block_len: given.block_len.into(),
        domain: given.domain.into(),
        ..Params::default()
    };
    let params = if given.is_null { null() } else { &raw const params };
    // SAFETY: `out` is valid for writes, `alg` is a handle or NULL, and the buffers have the given lengths.
    let code = unsafe {
        match kind {
            HASH => astragal_hash_new(out.cast(), alg, params),
            XOF => astragal_xof_new(out.cast(), alg, params),
            MAC => astragal_mac_new(out.cast(), alg, start(&key), key_len, params),
            AEAD => astragal_aead_new(out.cast(), alg, start(&key), key_len, params),
            CIPHER => astragal_cipher_new(out.cast(), alg, start(&key), key_len),
            _ => {
                let (direction, padding) =
                    (1 + i32::from(given.domain % 2), i32::from(given.domain % 3));
                let (key, iv) = (start(&key), start(&iv));
                astragal_mode_new(out.cast(), alg, direction, padding, key, key_len, iv, iv_len)
            }
        }
    };
    if code == OK {
        *object = made;
    } else {
        made.at = null_mut();
    }
    code
}
