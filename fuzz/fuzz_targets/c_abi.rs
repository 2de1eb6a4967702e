//! Any sequence of calls from C, with lengths that are right or not, NULL, and objects of another kind or in the
//! caller's memory: each gives one of the codes, never that of a defect, and AddressSanitizer sees what it touches.
#![no_main]

mod objects {
    //! What C has of an object, one of each kind.

    use std::ffi::c_void;
    use std::ptr::null_mut;

    use astragal_capi::alg::*;
    use astragal_capi::kind::{aead, cipher, hash, mac, mode, xof};

    /// The kinds that have objects.
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
            // SAFETY: a place, and an object or NULL.
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
            // SAFETY: an object that nobody else has, or NULL.
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

use arbitrary::Arbitrary;
use astragal_capi::alg::*;
use astragal_capi::code::*;
use astragal_capi::kind::aead::*;
use astragal_capi::kind::cipher::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::mac::*;
use astragal_capi::kind::mode::*;
use astragal_capi::kind::xof::*;
use astragal_capi::params::Params;
use libfuzzer_sys::fuzz_target;
use objects::{KINDS, Object};

/// Bytes that C hands over: a block of its own on the heap, so that one byte too far is seen.
#[derive(Arbitrary, Debug)]
enum Bytes {
    Null,
    /// Of the length that the algorithm wants, with this byte in all places.
    Right(u8),
    These(Vec<u8>),
}

#[derive(Arbitrary, Debug)]
enum Call {
    /// Puts a new object into a slot: the algorithm's number, key, IV.
    New(u16, Bytes, Bytes, Given),
    Update(Bytes),
    /// A length of output.
    Output(Length),
    Verify(Bytes),
    Skip(u64),
    Item(u64),
    Reset,
    Copy(u8),
    Seal(Bytes, Bytes, Bytes, Length),
    Open(Bytes, Bytes, Bytes, Bytes),
    Export(u16),
    Import(Vec<u8>),
    Once(u16, Bytes, Bytes, Length),
    /// The slot's object as one of the next kind.
    Mistake(Bytes),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Length {
    Right,
    Of(u8),
}

/// What of the parameters is given.
#[derive(Arbitrary, Debug)]
struct Given {
    is_null: bool,
    custom: Option<Vec<u8>>,
    output_len: u16,
    block_len: u16,
    domain: u8,
}

fuzz_target!(|calls: Vec<(u8, Call)>| {
    let mut slots: Vec<Object> =
        KINDS.iter().chain(&KINDS).map(|&kind| Object::null(kind)).collect();
    for (slot, call) in calls.iter().take(64) {
        let slot = usize::from(*slot) % slots.len();
        let code = match call {
            Call::Copy(to) => {
                let (code, copy) = slots[slot].copy();
                let first = usize::from(*to) % 2 * KINDS.len();
                if code == OK {
                    slots[first + slot % KINDS.len()] = copy;
                }
                code
            }
            // SAFETY: the slot's object is alive or NULL, the buffers are as long as is said.
            call => unsafe { make(&mut slots[slot], call) },
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

/// The algorithm of this number, or none.
fn alg(kind: i32, number: u16) -> *const Alg {
    astragal_alg_at(kind, usize::from(number) % (astragal_alg_count(kind) + 1))
}

fn get(alg: *const Alg, what: i32) -> usize {
    let mut number = 0;
    // SAFETY: a handle or NULL, and a place.
    unsafe { astragal_alg_get(alg, what, &mut number) };
    number
}

/// A block of the heap, or NULL with this length.
fn block(bytes: &Bytes, right: usize) -> (Option<Box<[u8]>>, usize) {
    match bytes {
        Bytes::Null => (None, right % 3),
        Bytes::Right(byte) => (Some((0..right).map(|i| byte ^ i as u8).collect()), right),
        Bytes::These(bytes) => (Some(bytes.clone().into()), bytes.len()),
    }
}

fn start(block: &Option<Box<[u8]>>) -> *const u8 {
    block.as_ref().map_or(null(), |block| block.as_ptr())
}

fn room(length: Length, right: usize) -> Vec<u8> {
    let length = match length {
        Length::Right => right,
        Length::Of(length) => length.into(),
    };
    // No byte more than is said.
    vec![0; length].into_boxed_slice().into_vec()
}

/// # Safety
/// The object is of its kind, or NULL.
unsafe fn make(object: &mut Object, call: &Call) -> i32 {
    let (kind, at) = (object.kind, object.at);
    // SAFETY: the contract of the header, kept by the blocks here.
    unsafe {
        match (kind, call) {
            (_, Call::New(number, key, iv, given)) => {
                return new(object, alg(kind, *number), key, iv, given);
            }
            (HASH, Call::Update(data)) => {
                let (data, len) = block(data, 300);
                astragal_hash_update(at.cast(), start(&data), len)
            }
            (HASH, Call::Output(length)) => {
                let mut out = room(*length, astragal_hash_digest_len(at.cast()));
                astragal_hash_final(at.cast(), out.as_mut_ptr(), out.len())
            }
            (HASH, Call::Reset) => astragal_hash_reset(at.cast()),
            (HASH, Call::Export(bytes)) => export(astragal_hash_export, at, *bytes),
            (HASH, Call::Import(state)) => {
                astragal_hash_import(at.cast(), state.as_ptr(), state.len())
            }
            (HASH, Call::Once(number, message, _, length)) => {
                let alg = alg(HASH, *number);
                let (message, len) = block(message, 100);
                let mut out = room(*length, get(alg, OUTPUT_LEN));
                astragal_hash_once(alg, start(&message), len, out.as_mut_ptr(), out.len())
            }
            (XOF, Call::Update(data)) => {
                let (data, len) = block(data, 300);
                astragal_xof_absorb(at.cast(), start(&data), len)
            }
            (XOF, Call::Output(length)) => {
                let mut out = room(*length, 200);
                astragal_xof_squeeze(at.cast(), out.as_mut_ptr(), out.len())
            }
            // What has no seek squeezes all of it.
            (XOF, Call::Skip(len)) => astragal_xof_skip(at.cast(), len % 5000),
            (XOF, Call::Item(len)) => astragal_xof_begin_item(at.cast(), *len),
            (XOF, Call::Reset) => astragal_xof_reset(at.cast()),
            (XOF, Call::Export(bytes)) => export(astragal_xof_export, at, *bytes),
            (XOF, Call::Import(state)) => {
                astragal_xof_import(at.cast(), state.as_ptr(), state.len())
            }
            (MAC, Call::Update(data)) => {
                let (data, len) = block(data, 300);
                astragal_mac_update(at.cast(), start(&data), len)
            }
            (MAC, Call::Output(length)) => {
                let mut out = room(*length, astragal_mac_tag_len(at.cast()));
                astragal_mac_final(at.cast(), out.as_mut_ptr(), out.len())
            }
            (MAC, Call::Verify(tag)) => {
                let (tag, len) = block(tag, astragal_mac_tag_len(at.cast()));
                astragal_mac_verify(at.cast(), start(&tag), len)
            }
            (MAC, Call::Reset) => astragal_mac_reset(at.cast()),
            (MAC, Call::Export(bytes)) => export(astragal_mac_export_with_key, at, *bytes),
            (MAC, Call::Import(state)) => {
                astragal_mac_import_with_key(at.cast(), state.as_ptr(), state.len())
            }
            (MAC, Call::Once(number, key, message, length)) => {
                let alg = alg(MAC, *number);
                let (key, key_len) = block(key, get(alg, KEY_LEN_MAX).min(32));
                let (message, len) = block(message, 100);
                let mut tag = room(*length, get(alg, OUTPUT_LEN));
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
                let mut tag = room(*length, get(astragal_aead_alg(aead), OUTPUT_LEN));
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
            (CIPHER, Call::Import(tweak)) => {
                astragal_cipher_set_tweak(at.cast(), tweak.as_ptr(), tweak.len())
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
                let mut out = room(*length, astragal_mode_finish_len(at.cast()));
                let mut written = 0;
                astragal_mode_finish(at.cast(), out.as_mut_ptr(), out.len(), &mut written)
            }
            // In place, in a block that may be too short for the padding.
            (MODE, Call::Verify(data)) => {
                let (data, len) = block(data, 96);
                let mut data = data.unwrap_or_default().into_vec();
                let len = len.min(data.len());
                let (place, mut written) = (data.as_mut_ptr(), 0);
                astragal_mode_whole(at.cast(), place, len, place, data.len(), &mut written)
            }
            (MODE, Call::Skip(position)) => astragal_mode_seek(at.cast(), *position),
            (MODE, Call::Import(iv)) => astragal_mode_restart(at.cast(), iv.as_ptr(), iv.len()),
            (_, Call::Mistake(data)) => mistake(kind, at, data),
            _ => OK,
        }
    }
}

/// Has the kind's function export into so many bytes.
///
/// # Safety
/// The pointer is an object of the kind, or NULL.
unsafe fn export<T>(
    function: unsafe extern "C" fn(*const T, *mut u8, *mut usize) -> i32,
    at: *mut c_void,
    bytes: u16,
) -> i32 {
    let mut out = vec![0; bytes.into()];
    let mut len = out.len();
    // SAFETY: the caller's promise, and a block of this length.
    unsafe { function(at.cast(), out.as_mut_ptr(), &mut len) }
}

/// Where a text starts, and its length.
type Text = (*const u8, usize);

/// Seals or opens: nonce, associated data and message, and room for a message of that length.
///
/// # Safety
/// The pointer is an AEAD, or NULL.
unsafe fn with_texts(
    aead: *const Aead,
    [nonce, ad, message]: [&Bytes; 3],
    function: impl FnOnce(Text, Text, Text, *mut u8) -> i32,
) -> i32 {
    // SAFETY: the caller's promise.
    let nonce_len = get(unsafe { astragal_aead_alg(aead) }, NONCE_LEN);
    let texts = [block(nonce, nonce_len), block(ad, 20), block(message, 100)];
    let [nonce, ad, message] = texts.each_ref().map(|(text, len)| (start(text), *len));
    let mut out = vec![0; message.1];
    function(nonce, ad, message, out.as_mut_ptr())
}

/// # Safety
/// The pointer is an object of the kind, or NULL.
unsafe fn mistake(kind: i32, at: *mut c_void, data: &Bytes) -> i32 {
    let (data, len) = block(data, 10);
    // SAFETY: every object says which kind it is.
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
    assert!(code < 0, "an object of kind {kind} was taken for another");
    code
}

/// # Safety
/// The handle is one, or NULL.
unsafe fn new(object: &mut Object, alg: *const Alg, key: &Bytes, iv: &Bytes, given: &Given) -> i32 {
    let kind = object.kind;
    let mut made = Object::null(kind);
    let out = &raw mut made.at;
    let (key, key_len) = block(key, get(alg, KEY_LEN_MIN).max(get(alg, KEY_LEN_MAX).min(32)));
    let (iv, iv_len) = block(iv, get(alg, NONCE_LEN));
    let custom = given.custom.as_deref();
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
    // SAFETY: a place, a handle, blocks of these lengths.
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
