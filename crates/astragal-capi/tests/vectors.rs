//! All known answers through the C functions, by name: on the heap and in memory of the caller's, whole and
//! in pieces, copied and reset.
#![expect(unsafe_code, reason = "calls functions as C does")]

use std::ffi::{CStr, CString, c_int};
use std::path::Path;
use std::ptr::{null, null_mut};

use astragal::registry::Kind;
use astragal_capi::alg::*;
use astragal_capi::code::*;
use astragal_capi::kind::aead::*;
use astragal_capi::kind::cipher::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::kdf::*;
use astragal_capi::kind::mac::*;
use astragal_capi::kind::mode::*;
use astragal_capi::kind::xof::*;
use astragal_capi::params::Params;
use astragal_vectors::{BUILTIN, Case, Message, Outcome, Report, kind, run_path_by, run_text_by};

/// Longer messages are left to `digest selftest`: the way through C does not change with the length.
const LONGEST_MESSAGE: u64 = 1 << 22;

/// Some cases pass over more output than memory holds.
const LONGEST_SKIP: u64 = 1 << 20;

#[test]
fn built_in_vectors() {
    let mut report = Report::default();
    for (name, text) in BUILTIN {
        run_text_by(name, text, &mut report, run);
    }
    assert!(report.is_good(), "{report} {:?}", report.failures);
    assert!(report.passed > 1000, "{report}");
}

#[test]
fn shared_vectors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    if !folder.is_dir() {
        println!("skipped: there are no shared vectors beside the repository");
        return;
    }
    let report = run_path_by(&folder, run).expect("the vectors can be read");
    assert!(report.is_good(), "{report} {:?}", report.failures);
    println!("{report}");
}

/// A shorter tag can be computed, but proves nothing.
const SHORTEST_VERIFIED_TAG: usize = 4;

type Checked = Result<(), String>;

fn run(case: &Case) -> Outcome {
    let (number, check): (_, fn(&Case, *const Alg) -> Checked) = match kind(case) {
        Some(Kind::Hash) => (HASH, check_hash),
        Some(Kind::Xof) => (XOF, check_xof),
        Some(Kind::Mac) => (MAC, check_mac),
        Some(Kind::Aead) => (AEAD, check_aead),
        Some(Kind::Kdf) => (KDF, check_kdf),
        Some(Kind::Cipher) => (CIPHER, check_cipher),
        None if case.has("nonce") => (AEAD, check_aead),
        None => (MODE, check_mode),
        _ => return Outcome::Skipped("no kind of the C interface".into()),
    };
    let mode = case.get("mode").map_or(String::new(), |mode| format!("-{mode}"));
    let name = CString::new(format!("{}{mode}", case.alg())).unwrap();
    // SAFETY: a C string.
    let alg = unsafe { astragal_find(number, name.as_ptr()) };
    if alg.is_null() {
        return Outcome::Skipped(format!("no algorithm {}", case.alg()));
    }
    if number != KDF && case.has("salt") || takes_no_personalisation(case, number, alg) {
        return Outcome::Skipped(format!("{} with salt or personalisation", case.alg()));
    }
    if Message::of(case).is_ok_and(|message| message.bytes() > LONGEST_MESSAGE) {
        return Outcome::Skipped("a message of many megabytes".into());
    }
    match (check(case, alg), case.is_invalid()) {
        (result, false) => result.into(),
        (Err(_), true) => Outcome::Passed,
        (Ok(()), true) => Outcome::Failed("accepted, though it is invalid".into()),
    }
}

/// Hashes and some codes have personal forms elsewhere that astragal has not.
fn takes_no_personalisation(case: &Case, kind: c_int, alg: *const Alg) -> bool {
    let personal = |field| case.get(field).is_some_and(|value| !value.is_empty());
    // SAFETY: a handle.
    let name = unsafe { CStr::from_ptr(astragal_alg_name(alg)) }.to_str().unwrap();
    match kind {
        HASH => case.has("custom") || case.has("name"),
        MAC => case.has("name") || personal("custom") && !name.starts_with("kmac"),
        _ => false,
    }
}

/// Objects are made once on the heap and once at an odd address.
struct Memory(Vec<u8>);

impl Memory {
    fn of(bytes: usize) -> Self {
        Self(vec![0xa5; bytes + 1])
    }
    fn start(&mut self) -> *mut std::ffi::c_void {
        self.0[1..].as_mut_ptr().cast()
    }
    fn length(&self) -> usize {
        self.0.len() - 1
    }
}

fn check_hash(case: &Case, alg: *const Alg) -> Checked {
    let expected = case.needed_bytes("md")?;
    let mut out = vec![0; expected.len()];
    let mut message = Message::of(case)?;
    for _ in 1..case.number("iterations")?.unwrap_or(1) {
        let bytes = message.to_vec();
        // SAFETY: lengths are those of the vectors.
        good(unsafe {
            astragal_hash_once(alg, bytes.as_ptr(), bytes.len(), out.as_mut_ptr(), out.len())
        })?;
        message = out.clone().into();
    }
    let whole = message.to_vec();
    // SAFETY: as above; objects are freed once, the memory lives longer.
    unsafe {
        good(astragal_hash_once(alg, whole.as_ptr(), whole.len(), out.as_mut_ptr(), out.len()))?;
        same("in one call", &out, &expected)?;
        let mut memory = Memory::of(astragal_hash_sizeof(alg));
        let (mut here, mut heap) = (null_mut(), null_mut());
        good(astragal_hash_init_at(&mut here, memory.start(), memory.length(), alg, null()))?;
        good(astragal_hash_new(&mut heap, alg, null()))?;
        for &piece_bytes in message.splits() {
            let mut result = Ok(());
            message.for_each_piece(piece_bytes, |piece| {
                for hash in [here, heap] {
                    let code = astragal_hash_update(hash, piece.as_ptr(), piece.len());
                    result = result.clone().and(good(code));
                }
            });
            result?;
            let mut copy = null_mut();
            good(astragal_hash_copy(&mut copy, here))?;
            for hash in [copy, here, heap] {
                out.fill(0);
                good(astragal_hash_final(hash, out.as_mut_ptr(), out.len()))?;
                same(&format!("in pieces of {piece_bytes} bytes"), &out, &expected)?;
            }
            astragal_hash_free(copy);
        }
        astragal_hash_free(here);
        astragal_hash_free(heap);
    }
    Ok(())
}

/// The parameters of a case; `strings` outlive them.
fn params(
    case: &Case,
    strings: &[Option<Vec<u8>>; 2],
    output_len: usize,
) -> Result<Params, String> {
    let [custom, name] = strings;
    let domain = case.bytes("domain")?.unwrap_or_default();
    Ok(Params {
        size: size_of::<Params>(),
        custom: custom.as_ref().map_or(null(), |custom| custom.as_ptr()),
        custom_len: custom.as_ref().map_or(0, Vec::len),
        function_name: name.as_ref().map_or(null(), |name| name.as_ptr()),
        function_name_len: name.as_ref().map_or(0, Vec::len),
        output_len,
        block_len: case.number("block")?.unwrap_or(0),
        domain: domain.first().map_or(0, |&domain| domain.into()),
    })
}

/// A string of the case, unless it is empty, which vectors give where an algorithm takes none. BLAKE3 with
/// an empty string is not BLAKE3 without one.
fn string(case: &Case, field: &str) -> Result<Option<Vec<u8>>, String> {
    Ok(case.bytes(field)?.filter(|string| !string.is_empty() || case.alg() == "blake3"))
}

fn check_xof(case: &Case, alg: *const Alg) -> Checked {
    let expected = case.needed_bytes("out")?;
    let skip: u64 = case.number("out-skip")?.unwrap_or(0);
    // Where the length is no parameter, it may well be beyond what memory has.
    let output_len = usize::try_from(skip).map_or(0, |skip| skip + expected.len());
    let strings = [string(case, "custom")?, string(case, "name")?];
    let params = params(case, &strings, output_len)?;
    if case.get("domain").is_some_and(|domain| domain == "00") || case.get("block") == Some("0") {
        // 0 stands for the default here.
        return Err("0 is refused".into());
    }
    let message = Message::of(case)?;
    // SAFETY: lengths are those of the vectors; objects are freed once, the memory lives longer.
    unsafe {
        let mut memory = Memory::of(astragal_xof_sizeof(alg));
        let (mut here, mut heap) = (null_mut(), null_mut());
        good(astragal_xof_init_at(&mut here, memory.start(), memory.length(), alg, &params))?;
        good(astragal_xof_new(&mut heap, alg, &params))?;
        let result = (|| {
            if takes_items(alg) {
                for item in case.items()? {
                    for xof in [here, heap] {
                        good(astragal_xof_begin_item(xof, item.len() as u64))?;
                        good(astragal_xof_absorb(xof, item.as_ptr(), item.len()))?;
                    }
                }
                return squeeze_all("in whole elements", [here, heap], skip, &expected);
            }
            let whole = message.to_vec();
            if skip <= LONGEST_SKIP {
                let mut out = vec![0; output_len];
                let (start, bytes) = (out.as_mut_ptr(), out.len());
                good(astragal_xof_once(alg, &params, whole.as_ptr(), whole.len(), start, bytes))?;
                same("in one call", &out[output_len - expected.len()..], &expected)?;
            }
            for &piece_bytes in message.splits() {
                let mut result = Ok(());
                message.for_each_piece(piece_bytes, |piece| {
                    for xof in [here, heap] {
                        let code = astragal_xof_absorb(xof, piece.as_ptr(), piece.len());
                        result = result.clone().and(good(code));
                    }
                });
                result?;
                let mut copy = null_mut();
                good(astragal_xof_copy(&mut copy, here))?;
                let how = format!("in pieces of {piece_bytes} bytes");
                let squeezed = squeeze_all(&how, [here, heap, copy], skip, &expected);
                astragal_xof_free(copy);
                squeezed?;
                good(astragal_xof_reset(here))?;
                good(astragal_xof_reset(heap))?;
            }
            Ok(())
        })();
        astragal_xof_free(here);
        astragal_xof_free(heap);
        result
    }
}

fn takes_items(alg: *const Alg) -> bool {
    // SAFETY: a handle.
    unsafe { CStr::from_ptr(astragal_alg_name(alg)) }.to_bytes().starts_with(b"tuplehash")
}

unsafe fn squeeze_all<const N: usize>(
    how: &str,
    xofs: [*mut Xof; N],
    skip: u64,
    expected: &[u8],
) -> Checked {
    for xof in xofs {
        let mut out = vec![0; expected.len()];
        let (head, tail) = out.split_at_mut(expected.len() / 3);
        // SAFETY: the caller gives live objects.
        unsafe {
            good(astragal_xof_skip(xof, skip))?;
            good(astragal_xof_squeeze(xof, head.as_mut_ptr(), head.len()))?;
            good(astragal_xof_squeeze(xof, tail.as_mut_ptr(), tail.len()))?;
        }
        same(how, &out, expected)?;
    }
    Ok(())
}

fn check_mac(case: &Case, alg: *const Alg) -> Checked {
    let key = case.needed_bytes("key")?;
    let expected = match case.bytes("out")? {
        Some(out) => out,
        None => case.needed_bytes(if case.has("md") { "md" } else { "tag" })?,
    };
    let skip: usize = case.number("out-skip")?.unwrap_or(0);
    let end = skip + expected.len();
    if end == 0 {
        // 0 stands for the default here.
        return Ok(());
    }
    let strings = [string(case, "custom")?, None];
    let mut params = params(case, &strings, end)?;
    let message = Message::of(case)?;
    let whole = message.to_vec();
    // SAFETY: lengths are those of the vectors; objects are freed once, the memory lives longer.
    unsafe {
        let mut memory = Memory::of(astragal_mac_sizeof(alg));
        let mut mac = null_mut();
        let make = |mac: &mut *mut Mac, memory: &mut Memory, params: &Params| {
            let (start, length) = (memory.start(), memory.length());
            astragal_mac_init_at(mac, start, length, alg, key.as_ptr(), key.len(), params)
        };
        if make(&mut mac, &mut memory, &params) == ERR_LENGTH {
            // A tag of a length that the algorithm does not give is the start of the full one.
            params.output_len = 0;
            good(make(&mut mac, &mut memory, &params))?;
        }
        if mac.is_null() {
            return Err("no object was made".into());
        }
        let result = (|| {
            let mut tag = vec![0; astragal_mac_tag_len(mac)];
            if tag.len() < end {
                return Err("the expected tag is too long".into());
            }
            let arguments =
                (key.as_ptr(), key.len(), &raw const params, whole.as_ptr(), whole.len());
            let (k, k_len, p, m, m_len) = arguments;
            good(astragal_mac_once(alg, k, k_len, p, m, m_len, tag.as_mut_ptr(), tag.len()))?;
            same("in one call", &tag[skip..end], &expected)?;
            let verified =
                astragal_mac_verify_once(alg, k, k_len, p, m, m_len, tag.as_ptr(), tag.len());
            if tag.len() < SHORTEST_VERIFIED_TAG {
                let too_short = verified == ERR_LENGTH;
                return too_short
                    .then_some(())
                    .ok_or("a tag was verified that is too short".into());
            }
            good(verified)?;
            for &piece_bytes in message.splits() {
                let mut result = Ok(());
                message.for_each_piece(piece_bytes, |piece| {
                    let code = astragal_mac_update(mac, piece.as_ptr(), piece.len());
                    result = result.clone().and(good(code));
                });
                result?;
                let mut copy = null_mut();
                good(astragal_mac_copy(&mut copy, mac))?;
                good(astragal_mac_final(mac, tag.as_mut_ptr(), tag.len()))?;
                let verified = good(astragal_mac_verify(copy, tag.as_ptr(), tag.len()));
                tag[0] ^= 1;
                let refused = astragal_mac_verify(copy, tag.as_ptr(), tag.len());
                astragal_mac_free(copy);
                tag[0] ^= 1;
                verified?;
                same(&format!("in pieces of {piece_bytes} bytes"), &tag[skip..end], &expected)?;
                if refused != INVALID {
                    return Err(format!("a changed tag gives {refused}"));
                }
            }
            Ok(())
        })();
        astragal_mac_free(mac);
        result
    }
}

fn check_aead(case: &Case, alg: *const Alg) -> Checked {
    let (key, nonce) = (case.needed_bytes("key")?, case.needed_bytes("nonce")?);
    let ad = case.bytes("ad")?.unwrap_or_default();
    let ct = case.bytes("ct")?.unwrap_or_default();
    let tag = case.needed_bytes("tag")?;
    // SAFETY: lengths are those of the vectors; the object is freed once, the memory lives longer.
    unsafe {
        let mut memory = Memory::of(astragal_aead_sizeof(alg));
        let mut aead = null_mut();
        let (start, length) = (memory.start(), memory.length());
        good(astragal_aead_init_at(
            &mut aead,
            start,
            length,
            alg,
            key.as_ptr(),
            key.len(),
            null(),
        ))?;
        let mut opened = vec![0xa5; ct.len()];
        let code = astragal_aead_decrypt(
            aead,
            nonce.as_ptr(),
            nonce.len(),
            ad.as_ptr(),
            ad.len(),
            ct.as_ptr(),
            ct.len(),
            tag.as_ptr(),
            tag.len(),
            opened.as_mut_ptr(),
        );
        let result = (|| {
            if code == INVALID && opened.iter().any(|&byte| byte != 0) {
                println!("{}: rejected, but the buffer is not zeroed", case.id());
                return Ok(());
            }
            good(code)?;
            let pt = case.bytes("pt")?.unwrap_or_default();
            same("decrypted", &opened, &pt)?;
            // In place.
            let mut made = vec![0; tag.len()];
            good(astragal_aead_encrypt(
                aead,
                nonce.as_ptr(),
                nonce.len(),
                ad.as_ptr(),
                ad.len(),
                opened.as_ptr(),
                opened.len(),
                opened.as_mut_ptr(),
                made.as_mut_ptr(),
                made.len(),
            ))?;
            same("encrypted", &opened, &ct)?;
            same("authenticated", &made, &tag)
        })();
        astragal_aead_free(aead);
        result
    }
}

fn good(code: c_int) -> Checked {
    if code == OK {
        return Ok(());
    }
    // SAFETY: always a C string.
    let words = unsafe { CStr::from_ptr(astragal_capi::general::astragal_last_error()) };
    Err(format!("{code}: {}", words.to_string_lossy()))
}

fn same(how: &str, got: &[u8], expected: &[u8]) -> Checked {
    if got == expected { Ok(()) } else { Err(format!("{how}: got {got:02x?}")) }
}

fn check_kdf(case: &Case, alg: *const Alg) -> Checked {
    let secret = case.needed_bytes(if case.has("password") { "password" } else { "key" })?;
    let expected = case.needed_bytes("out")?;
    let [salt, info, label] = [case.bytes("salt")?, case.bytes("custom")?, case.bytes("name")?];
    let [pepper, data] = [case.bytes("secret")?, case.bytes("ad")?];
    let start = |string: &Option<Vec<u8>>| string.as_ref().map_or(null(), |string| string.as_ptr());
    let length = |string: &Option<Vec<u8>>| string.as_ref().map_or(0, Vec::len);
    let number = |field| Ok::<u32, String>(case.number(field)?.unwrap_or(0));
    let params = KdfParams {
        size: size_of::<KdfParams>(),
        salt: start(&salt),
        salt_len: length(&salt),
        info: start(&info),
        info_len: length(&info),
        label: start(&label),
        label_len: length(&label),
        secret: start(&pepper),
        secret_len: length(&pepper),
        associated_data: start(&data),
        associated_data_len: length(&data),
        progress: None,
        progress_context: null_mut(),
        n: case.number("n")?.unwrap_or(0),
        memory_limit: 0,
        iterations: number("iterations")?,
        r: number("r")?,
        p: number("p")?,
        m: number("m")?,
        t: number("t")?,
        version: number("version")?,
        allow_short_salt: 1,
        one_thread: 0,
        hkdf_step: 0,
    };
    let mut key = vec![0xa5; expected.len()];
    let (k, k_len) = (key.as_mut_ptr(), key.len());
    // SAFETY: a handle, and true lengths.
    good(unsafe { astragal_kdf(alg, secret.as_ptr(), secret.len(), &params, k, k_len) })?;
    same("the key", &key, &expected)
}

fn check_cipher(case: &Case, alg: *const Alg) -> Checked {
    let (key, tweak) = (case.needed_bytes("key")?, case.bytes("tweak")?);
    let (plain, encrypted) = (case.needed_bytes("pt")?, case.needed_bytes("ct")?);
    let iterations: u32 = case.number("iterations")?.unwrap_or(1);
    let mut block = plain.clone();
    let (b, b_len) = (block.as_mut_ptr(), block.len());
    // SAFETY: lengths are those of the vectors; objects are freed once, the memory lives longer.
    unsafe {
        let mut memory = Memory::of(astragal_cipher_sizeof(alg));
        let (start, length) = (memory.start(), memory.length());
        let (mut cipher, mut copy) = (null_mut(), null_mut());
        good(astragal_cipher_init_at(&mut cipher, start, length, alg, key.as_ptr(), key.len()))?;
        if let Some(tweak) = tweak {
            good(astragal_cipher_set_tweak(cipher, tweak.as_ptr(), tweak.len()))?;
        }
        good(astragal_cipher_copy(&mut copy, cipher))?;
        let result = (|| {
            for _ in 0..iterations {
                good(astragal_cipher_encrypt(cipher, b, b_len, b))?;
            }
            same("encrypted", core::slice::from_raw_parts(b, b_len), &encrypted)?;
            if iterations == 1 {
                // Many blocks, into another buffer and back in place.
                let (many, mut out) = (plain.repeat(77), vec![0; 77 * b_len]);
                let o = out.as_mut_ptr();
                good(astragal_cipher_encrypt(copy, many.as_ptr(), many.len(), o))?;
                same("many encrypted", &out, &encrypted.repeat(77))?;
                good(astragal_cipher_decrypt(cipher, o, many.len(), o))?;
                same("many decrypted", &out, &many)?;
            }
            for _ in 0..iterations {
                good(astragal_cipher_decrypt(copy, b, b_len, b))?;
            }
            same("decrypted", core::slice::from_raw_parts(b, b_len), &plain)
        })();
        astragal_cipher_free(cipher);
        astragal_cipher_free(copy);
        result
    }
}

fn check_mode(case: &Case, alg: *const Alg) -> Checked {
    let (plain, encrypted) = (case.needed_bytes("pt")?, case.needed_bytes("ct")?);
    one_direction(case, alg, DECRYPT, &encrypted, &plain)?;
    one_direction(case, alg, ENCRYPT, &plain, &encrypted)
}

fn one_direction(
    case: &Case,
    alg: *const Alg,
    direction: c_int,
    input: &[u8],
    expected: &[u8],
) -> Checked {
    let (key, iv) = (case.needed_bytes("key")?, case.needed_bytes("iv")?);
    let padding = if case.get("padding") == Some("pkcs7") { PADDING_PKCS7 } else { PADDING_NONE };
    let (k, k_len, i, i_len) = (key.as_ptr(), key.len(), iv.as_ptr(), iv.len());
    let mut n = 0;
    // SAFETY: lengths are those of the vectors; objects are freed once, the memory lives longer.
    unsafe {
        let room = astragal_mode_once_len(alg, direction, padding, input.len());
        let mut out = vec![0xa5; room];
        let (o, w, len) = (out.as_mut_ptr(), &raw mut n, input.len());
        let from = input.as_ptr();
        good(astragal_mode_once(
            alg, direction, padding, k, k_len, i, i_len, from, len, o, room, w,
        ))?;
        same("in one call", &out[..n], expected)?;
        let mut text = input.to_vec();
        text.resize(room.max(len), 0xa5);
        let t = text.as_mut_ptr();
        let t_len = text.len();
        good(astragal_mode_once(alg, direction, padding, k, k_len, i, i_len, t, len, t, t_len, w))?;
        same("in one call, in place", &text[..n], expected)?;

        let mut memory = Memory::of(astragal_mode_sizeof(alg));
        let (start, length) = (memory.start(), memory.length());
        let mut mode = null_mut();
        good(astragal_mode_init_at(
            &mut mode, start, length, alg, direction, padding, k, k_len, i, i_len,
        ))?;
        let result = (|| {
            for piece in [1, 7, 33, 256] {
                for in_place in [false, true] {
                    let mut copy = null_mut();
                    good(astragal_mode_copy(&mut copy, mode))?;
                    let result = in_pieces(copy, input, piece, in_place);
                    astragal_mode_free(copy);
                    same(&format!("in pieces of {piece} bytes"), &result?, expected)?;
                }
            }
            // The object itself, spoilt and begun anew.
            good(astragal_mode_restart(mode, i, i_len))?;
            let mut out = vec![0xa5; room];
            good(astragal_mode_whole(mode, from, len, out.as_mut_ptr(), room, w))?;
            same("begun anew", &out[..n], expected)
        })();
        astragal_mode_free(mode);
        result
    }
}

unsafe fn in_pieces(
    mode: *mut Mode,
    input: &[u8],
    piece: usize,
    in_place: bool,
) -> Result<Vec<u8>, String> {
    let (mut all, mut n) = (Vec::new(), 0);
    // SAFETY: the caller gives a live object.
    unsafe {
        for piece in input.chunks(piece) {
            let given = astragal_mode_update_len(mode, piece.len());
            let mut out = piece.to_vec();
            out.resize(if in_place { given.max(piece.len()) } else { given }, 0xa5);
            let (o, room) = (out.as_mut_ptr(), out.len());
            let from = if in_place { o.cast_const() } else { piece.as_ptr() };
            good(astragal_mode_update(mode, from, piece.len(), o, room, &mut n))?;
            if n != given {
                return Err(format!("{given} bytes announced, {n} given"));
            }
            all.extend_from_slice(&out[..n]);
        }
        let mut out = vec![0xa5; astragal_mode_finish_len(mode)];
        good(astragal_mode_finish(mode, out.as_mut_ptr(), out.len(), &mut n))?;
        all.extend_from_slice(&out[..n]);
    }
    Ok(all)
}
