//! Checks that keyed functions of the C interface leave no secret on the stack or in freed memory. Uses the memory
//! scanner of the library crate's own test.
#![cfg(target_pointer_width = "64")]
#![expect(unsafe_code, reason = "the tests call the exported C functions, which take raw pointers")]

mod common;
#[path = "../../astragal/tests/common/remains.rs"]
mod remains;

use std::ffi::c_int;
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::aead::*;
use astragal_capi::kind::mac::*;
use astragal_capi::kind::xof::*;
use astragal_capi::params::Params;
use astragal_capi::typed::aes::*;
use astragal_capi::typed::ascon::*;
use astragal_capi::typed::sponge::*;
use astragal_capi::typed::state;
use common::{algs, get, name};
use remains::{Watching, after, on_a_thread, secret};

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// Descriptions of the secrets that the tested calls left in memory. The test requires that there are none.
#[derive(Default)]
struct Calls(Vec<String>);

impl Calls {
    /// Runs a call that must return `code`, and scans memory for secrets. Ignores the bytes of `tag`, which are the
    /// output of the call.
    fn run(&mut self, what: &str, code: c_int, tag: *const Tag, call: &mut dyn FnMut() -> c_int) {
        let mut given = OK;
        let mut remains = after(&mut || given = call());
        assert_eq!(given, code, "{what}");
        // SAFETY: `tag` is NULL or points to a live tag; the call has returned.
        let output = unsafe { tag.as_ref() }.map_or(&[][..], |tag| tag);
        let is_output = |half: &[u8]| output.windows(4).any(|bytes| bytes == half);
        remains.stack.retain(|(_, word)| !word.to_ne_bytes().chunks(4).any(is_output));
        if !remains.stack.is_empty() || remains.heap > 0 {
            if std::env::var_os("REMAINS_WORDS").is_some() {
                remains.stack.iter().for_each(|(at, word)| println!("{at} {word:016x}"));
            }
            let range = remains.stack.last().zip(remains.stack.first());
            let range = range.map(|(last, first)| (last.0, first.0));
            let (stack, heap, depth) = (remains.stack.len(), remains.heap, remains.depth);
            self.0.push(format!("{what}: {stack} words, {range:?} of {depth} bytes; heap {heap}"));
        }
    }

    fn check(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

/// Buffer that is large enough for the longest tag.
type Tag = [u8; 128];

const MESSAGE: [u8; 1500] = [0x11; 1500];

#[test]
fn macs_leave_no_secret() {
    on_a_thread(|| {
        let mut calls = Calls::default();
        for alg in algs(MAC) {
            let name = name(alg);
            let key = secret(get(alg, KEY_LEN_MIN).max(32).min(get(alg, KEY_LEN_MAX)));
            let len = if name == "ascon-prfshort" { 4 } else { MESSAGE.len() };
            let (k, n, m) = (key.as_ptr(), key.len(), MESSAGE.as_ptr());
            let (mut tag, mut mac, mut copy) = ([0; 128], null_mut(), null_mut());
            let bytes = get(alg, OUTPUT_LEN);
            let (t, tag_ptr) = (tag.as_mut_ptr(), &raw const tag);
            let wrong = [0x22; 128];
            let mut run = |what: &str, code, tag, call: &mut dyn FnMut() -> c_int| {
                calls.run(&format!("{name}, {what}"), code, tag, call);
            };
            // SAFETY: the handles belong to live objects, and each buffer is passed with its length.
            unsafe {
                run("new", OK, null(), &mut || astragal_mac_new(&mut mac, alg, k, n, null()));
                run("update", OK, null(), &mut || astragal_mac_update(mac, m, len));
                run("copy", OK, null(), &mut || astragal_mac_copy(&mut copy, mac));
                run("final", OK, tag_ptr, &mut || astragal_mac_final(mac, t, bytes));
                let refused = &mut || astragal_mac_verify(mac, wrong.as_ptr(), bytes);
                run("wrong tag", INVALID, null(), refused);
                run("verify", OK, tag_ptr, &mut || astragal_mac_verify(copy, t, bytes));
                let free = &mut || {
                    astragal_mac_free(mac);
                    astragal_mac_free(copy);
                    OK
                };
                run("free", OK, null(), free);
                let whole = &mut || astragal_mac_once(alg, k, n, null(), m, len, t, bytes);
                run("one-shot", OK, tag_ptr, whole);
                let verify = &mut || astragal_mac_verify_once(alg, k, n, null(), m, len, t, bytes);
                run("one-shot verification", OK, tag_ptr, verify);
            }
        }
        calls.check();
    });
}

#[test]
fn keyed_xofs_leave_no_secret() {
    on_a_thread(|| {
        let mut calls = Calls::default();
        for alg in algs(KEYED_XOF) {
            let (name, key) = (name(alg), secret(get(alg, KEY_LEN_MAX).min(32)));
            let (mut xof, mut out) = (null_mut(), [0; 64]);
            let params = Params { key: key.as_ptr(), key_len: key.len(), ..Params::default() };
            let (m, o) = (MESSAGE.as_ptr(), out.as_mut_ptr());
            let mut run = |what: &str, call: &mut dyn FnMut() -> c_int| {
                calls.run(&format!("{name}, {what}"), OK, null(), call);
            };
            // SAFETY: the handles belong to live objects, and each buffer is passed with its length.
            unsafe {
                run("new", &mut || astragal_xof_new(&mut xof, alg, &params));
                run("absorb", &mut || astragal_xof_absorb(xof, m, MESSAGE.len()));
                run("squeeze", &mut || astragal_xof_squeeze(xof, o, 64));
                run("reset", &mut || astragal_xof_reset(xof));
                let free = &mut || {
                    astragal_xof_free(xof);
                    OK
                };
                run("free", free);
                let len = MESSAGE.len();
                run("one-shot", &mut || astragal_xof_once(alg, &params, m, len, o, 64));
            }
        }
        calls.check();
    });
}

#[test]
fn ciphers_leave_no_secret() {
    on_a_thread(|| {
        let mut calls = Calls::default();
        for alg in algs(AEAD) {
            let (name, key) = (name(alg), secret(get(alg, KEY_LEN_MIN)));
            let (nonce, n) = ([0x22_u8; 64].as_ptr(), get(alg, NONCE_LEN));
            let (mut text, mut tag, mut aead) = (MESSAGE, [0; 128], null_mut());
            let (t, tag_ptr) = (tag.as_mut_ptr(), &raw const tag);
            let bytes = get(alg, OUTPUT_LEN);
            let (p, len, k) = (text.as_mut_ptr(), MESSAGE.len(), key.as_ptr());
            let mut run = |what: &str, code, tag, call: &mut dyn FnMut() -> c_int| {
                calls.run(&format!("{name}, {what}"), code, tag, call);
            };
            // SAFETY: the handles belong to live objects, and each buffer is passed with its length.
            unsafe {
                run("new", OK, null(), &mut || {
                    astragal_aead_new(&mut aead, alg, k, key.len(), null())
                });
                let seal =
                    &mut || astragal_aead_encrypt(aead, nonce, n, nonce, 8, p, len, p, t, bytes);
                run("encrypt", OK, tag_ptr, seal);
                let open =
                    &mut || astragal_aead_decrypt(aead, nonce, n, nonce, 8, p, len, t, bytes, p);
                run("decrypt", OK, tag_ptr, open);
                let forged =
                    &mut || astragal_aead_decrypt(aead, nonce, n, nonce, 9, p, len, t, bytes, p);
                run("forgery", INVALID, tag_ptr, forged);
                let free = &mut || {
                    astragal_aead_free(aead);
                    OK
                };
                run("free", OK, null(), free);
            }
        }
        calls.check();
    });
}

/// Runs the functions of a MAC that has a typed state.
macro_rules! states {
    ($calls:ident $key:ident: $($state:ident($($custom:expr),*) $final:ident($($bytes:expr)?);)+) => { $(
        // SAFETY: a zeroed state is a wiped state, which every function accepts. Each buffer is passed with its length.
        unsafe {
            use state::$state::*;
            let (mut state, mut tag) = (std::mem::zeroed(), [0; 128]);
            let (name, key, m) = (stringify!($state), &$key, MESSAGE.as_ptr());
            let init = &mut || init(&mut state, key.as_ptr(), 32 $(, $custom)*);
            $calls.run(name, OK, null(), init);
            let update = &mut || update(&mut state, m, MESSAGE.len());
            $calls.run(name, OK, null(), update);
            let tag_ptr = &raw const tag;
            let finish = &mut || $final(&mut state, tag.as_mut_ptr() $(, $bytes)?);
            $calls.run(concat!(stringify!($state), " final"), OK, tag_ptr, finish);
        }
    )+ };
}

#[test]
fn typed_functions_leave_no_secret() {
    on_a_thread(|| {
        let (mut calls, key, none) = (Calls::default(), secret(32), null());
        let (k, m, len) = (key.as_ptr(), MESSAGE.as_ptr(), MESSAGE.len());
        let (mut out, mut tag) = (MESSAGE, [0; 128]);
        let (o, t) = (out.as_mut_ptr(), tag.as_mut_ptr());
        let tag_ptr = &raw const tag;
        let nonce = [0x22_u8; 16].as_ptr();
        // SAFETY: each buffer is passed with its length, and the buffers outlive the call.
        unsafe {
            let codes: [(&str, &mut dyn FnMut() -> c_int); 7] = [
                ("hmac-sha256", &mut || state::hmac_sha256::once(k, 32, m, len, t)),
                ("hmac-sha384", &mut || state::hmac_sha384::once(k, 32, m, len, t)),
                ("hmac-sha512", &mut || state::hmac_sha512::once(k, 32, m, len, t)),
                ("hmac-sha3-256", &mut || state::hmac_sha3_256::once(k, 32, m, len, t)),
                ("hmac-sha3-512", &mut || state::hmac_sha3_512::once(k, 32, m, len, t)),
                ("kmac128", &mut || astragal_kmac128(k, 32, m, len, none, 0, t, 32)),
                ("kmacxof256", &mut || astragal_kmacxof256(k, 32, m, len, none, 0, t, 64)),
            ];
            for (what, call) in codes {
                calls.run(what, OK, tag_ptr, call);
            }
            let seal = &mut || astragal_ascon_aead128_encrypt(k, nonce, nonce, 8, m, len, o, t);
            calls.run("ascon-aead128, encrypt", OK, tag_ptr, seal);
            let open = &mut || astragal_ascon_aead128_decrypt(k, nonce, nonce, 8, o, len, t, o);
            calls.run("ascon-aead128, decrypt", OK, tag_ptr, open);
            let seal = &mut || astragal_aes_gcm_encrypt(k, 16, nonce, 12, nonce, 8, m, len, o, t);
            calls.run("aes-gcm, encrypt", OK, tag_ptr, seal);
            let open = &mut || astragal_aes_gcm_decrypt(k, 16, nonce, 12, nonce, 8, o, len, t, o);
            calls.run("aes-gcm, decrypt", OK, tag_ptr, open);
        }
        states! { calls key:
            hmac_sha256() finish();
            hmac_sha512() finish();
            hmac_sha3_256() finish();
            kmac128(none, 0) finish(32);
            kmac256(none, 0) finish(64);
        }
        calls.check();
    });
}
