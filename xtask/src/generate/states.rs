//! The C library's states of one algorithm each, which C puts on the stack, and their functions, as Rust source: the
//! same few lines for every name, which no macro can write, because what makes the header reads sources.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use anyhow::{Context as _, Result, ensure};

use super::{Mode, settle};
use crate::run::command;

/// A state: its name in C, the library's type, the algorithm's name, what it is, and its length in words of 8 bytes.
/// The length is part of the ABI, and leaves room for types that grow; that the type fits is asked by the compiler.
struct State {
    c: &'static str,
    path: &'static str,
    name: &'static str,
    title: &'static str,
    words: usize,
}

macro_rules! states {
    ($($c:literal $path:literal $name:literal $title:literal $words:literal)+) => {
        &[$(State { c: $c, path: $path, name: $name, title: $title, words: $words }),+]
    };
}

const SHA3: &[State] = states! {
    "sha3_224" "hash::Sha3_224" "sha3-224" "SHA3-224 (FIPS 202 section 6.1)" 40
    "sha3_256" "hash::Sha3_256" "sha3-256" "SHA3-256 (FIPS 202 section 6.1)" 40
    "sha3_384" "hash::Sha3_384" "sha3-384" "SHA3-384 (FIPS 202 section 6.1)" 40
    "sha3_512" "hash::Sha3_512" "sha3-512" "SHA3-512 (FIPS 202 section 6.1)" 40
    "keccak_256" "hash::Keccak256" "keccak-256" "Keccak-256, as Ethereum has it" 40
};

const HASHES: &[State] = states! {
    "sha224" "hash::Sha224" "sha224" "SHA-224 (FIPS 180-4 section 6.3)" 24
    "sha256" "hash::Sha256" "sha256" "SHA-256 (FIPS 180-4 section 6.2)" 24
    "sha384" "hash::Sha384" "sha384" "SHA-384 (FIPS 180-4 section 6.5)" 40
    "sha512" "hash::Sha512" "sha512" "SHA-512 (FIPS 180-4 section 6.4)" 40
    "sm3" "hash::Sm3" "sm3" "SM3 (GB/T 32905)" 24
    "blake2b_512" "hash::Blake2b512" "blake2b-512" "BLAKE2b-512 (RFC 7693)" 40
    "blake2s_256" "hash::Blake2s256" "blake2s-256" "BLAKE2s-256 (RFC 7693)" 28
    "blake3" "hash::Blake3" "blake3" "BLAKE3" 256
    "ascon_hash256" "hash::AsconHash256" "ascon-hash256" "Ascon-Hash256 (SP 800-232 section 5.1)" 16
};

const XOFS: &[State] = states! {
    "shake128" "xof::Shake128" "shake128" "SHAKE128 (FIPS 202 section 6.2)" 40
    "shake256" "xof::Shake256" "shake256" "SHAKE256 (FIPS 202 section 6.2)" 40
    "turboshake128" "xof::TurboShake128" "turboshake128" "TurboSHAKE128 (RFC 9861 section 2)" 40
    "turboshake256" "xof::TurboShake256" "turboshake256" "TurboSHAKE256 (RFC 9861 section 2)" 40
    "cshake128" "xof::CShake128" "cshake128" "cSHAKE128 (SP 800-185 section 3)" 64
    "cshake256" "xof::CShake256" "cshake256" "cSHAKE256 (SP 800-185 section 3)" 64
    "ascon_xof128" "xof::AsconXof128" "ascon-xof128" "Ascon-XOF128 (SP 800-232 section 5.2)" 16
};

const KMAC_XOFS: &[State] = states! {
    "kmacxof128" "mac::KmacXof128" "kmacxof128" "KMACXOF128 (SP 800-185 section 4.3.1)" 64
    "kmacxof256" "mac::KmacXof256" "kmacxof256" "KMACXOF256 (SP 800-185 section 4.3.1)" 64
};

const HMAC_SHA3: &[State] = states! {
    "hmac_sha3_224" "mac::HmacSha3_224" "hmac-sha3-224" "HMAC-SHA3-224 (FIPS 198-1)" 64
    "hmac_sha3_256" "mac::HmacSha3_256" "hmac-sha3-256" "HMAC-SHA3-256 (FIPS 198-1)" 64
    "hmac_sha3_384" "mac::HmacSha3_384" "hmac-sha3-384" "HMAC-SHA3-384 (FIPS 198-1)" 64
    "hmac_sha3_512" "mac::HmacSha3_512" "hmac-sha3-512" "HMAC-SHA3-512 (FIPS 198-1)" 64
};

const HMAC_SHA2: &[State] = states! {
    "hmac_sha256" "mac::HmacSha256" "hmac-sha256" "HMAC-SHA-256 (FIPS 198-1)" 40
    "hmac_sha384" "mac::HmacSha384" "hmac-sha384" "HMAC-SHA-384 (FIPS 198-1)" 64
    "hmac_sha512" "mac::HmacSha512" "hmac-sha512" "HMAC-SHA-512 (FIPS 198-1)" 64
};

const KMACS: &[State] = states! {
    "kmac128" "mac::Kmac128" "kmac128" "KMAC128 (SP 800-185 section 4)" 64
    "kmac256" "mac::Kmac256" "kmac256" "KMAC256 (SP 800-185 section 4)" 64
};

/// Writes or compares the sources.
pub(super) fn sources(mode: Mode) -> Result<()> {
    let folder = "crates/astragal-capi/src/typed/state";
    let of_kmac = format!("{}{}", kmacs(), xofs(KMAC_XOFS));
    for (file, text) in [
        ("sha3", head("States of SHA-3.", "", OF_HASHES) + &hashes(SHA3)),
        ("hash", head("States of other hash functions.", "", OF_HASHES) + &hashes(HASHES)),
        ("xof", head("States of extendable-output functions.", INPUT, OF_XOFS) + &xofs(XOFS)),
        (
            "hmac_sha3",
            head("HMAC over SHA-3, whole and in pieces.", GIVE, OF_HMACS) + &hmacs(HMAC_SHA3),
        ),
        (
            "hmac_sha2",
            head("HMAC over SHA-2, whole and in pieces.", GIVE, OF_HMACS) + &hmacs(HMAC_SHA2),
        ),
        (
            "kmac",
            head("States of KMAC, with a tag and with any output.", INPUT, OF_KMACS) + &of_kmac,
        ),
    ] {
        settle(mode, &format!("{folder}/{file}.rs"), &formatted(&text)?)?;
    }
    Ok(())
}

fn formatted(source: &str) -> Result<String> {
    let mut rustfmt = command("rustfmt", &["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start rustfmt")?;
    rustfmt.stdin.take().context("it was asked for")?.write_all(source.as_bytes())?;
    let output = rustfmt.wait_with_output()?;
    ensure!(output.status.success(), "rustfmt refuses the states");
    Ok(String::from_utf8(output.stdout)?)
}

/// The lengths of digests and tags in the comments are those of the names.
fn digest_bytes(name: &str) -> usize {
    let bits = name.rsplit('-').next().and_then(|last| last.parse().ok());
    let bits =
        bits.or_else(|| name.strip_prefix("hmac-sha").or(name.strip_prefix("sha"))?.parse().ok());
    bits.map_or(32, |bits: usize| bits / 8)
}

fn hashes(states: &[State]) -> String {
    let mut text = String::new();
    for state in states {
        let State { c, path, title, .. } = state;
        declare(
            &mut text,
            state,
            &format!("astragal::{path}"),
            "The digest may be taken any number of times: each ends one message",
        );
        let bytes = digest_bytes(state.name);
        function(
            &mut text,
            &format!("Makes the state one of {title} with an empty message, whatever it holds."),
            "",
            c,
            "init",
            &[],
            &format!("init(state, astragal::{path}::new())"),
        );
        function(
            &mut text,
            "Appends a piece, of any length, to the message.",
            "",
            c,
            "update",
            DATA,
            "update(state, data, len)",
        );
        function(
            &mut text,
            "Gives the digest of the message, and goes back to the empty message.",
            &format!("///\n/// cbindgen:ptrs-as-arrays=[[out; {bytes}]]\n"),
            c,
            "final",
            &["out: *mut u8"],
            "digest(state, out)",
        );
    }
    text
}

fn xofs(states: &[State]) -> String {
    let mut text = String::new();
    for state in states {
        let State { c, path, title, .. } = state;
        let object = format!("crate::state::Phase<astragal::{path}>");
        declare(&mut text, state, &object, "The first squeeze ends the message");
        let made =
            format!("Makes the state one of {title} with an empty message, whatever it holds");
        let (more, takes, new): (&str, &[&str], String) = if c.starts_with("turboshake") {
            (
                ", with a domain\n/// separation byte of 0x01 to 0x7f; 0x1f where you have no need of another.\n///\n/// @return ASTRAGAL_ERR_PARAMETER for another byte",
                &["domain: u8"],
                format!("astragal::{path}::with_domain(domain)?"),
            )
        } else if c.starts_with("cshake") {
            (
                ", with a\n/// function name N and a customization string S, which may be empty",
                &NAMED,
                format!(
                    "astragal::{path}::new(input(\"the function name\", name, name_len)?, input(\"the customization string\", custom, custom_len)?)"
                ),
            )
        } else if c.starts_with("kmac") {
            (
                ", with a key and a\n/// customization string, which may be empty",
                &KEYED,
                format!(
                    "astragal::{path}::new(input(\"the key\", key, key_len)?, input(\"the customization string\", custom, custom_len)?)"
                ),
            )
        } else {
            ("", &[], format!("astragal::{path}::new()"))
        };
        function(
            &mut text,
            &format!("{made}{more}."),
            "",
            c,
            "init",
            takes,
            &format!("init(state, Phase::Absorbing({new}))"),
        );
        function(
            &mut text,
            "Appends a piece, of any length, to the message.\n///\n/// @return ASTRAGAL_ERR_STATE after the first squeeze.",
            "",
            c,
            "absorb",
            DATA,
            "absorb(state, data, len)",
        );
        function(
            &mut text,
            "Gives the next `out_len` bytes of output, any number of times.",
            "",
            c,
            "squeeze",
            &["out: *mut u8", "out_len: usize"],
            "squeeze(state, out, out_len)",
        );
    }
    text
}

fn hmacs(states: &[State]) -> String {
    let mut text = String::new();
    for state in states {
        let State { c, path, title, .. } = state;
        let bytes = digest_bytes(state.name);
        function_of(
            &mut text,
            &format!("The tag of a whole message by {title}. It may go where the message lies."),
            &format!("///\n/// cbindgen:ptrs-as-arrays=[[tag; {bytes}]]\n"),
            &format!("astragal_{c}"),
            &["key: *const u8", "key_len: usize", "msg: *const u8", "len: usize", "tag: *mut u8"],
            &format!(
                "give(tag, &astragal::{path}::tag(input(\"the key\", key, key_len)?, input(\"the message\", msg, len)?))"
            ),
        );
        declare(&mut text, state, &format!("astragal::{path}"), WIPED);
        function(
            &mut text,
            &format!(
                "Makes the state one of {title} under a key of any length, whatever it holds."
            ),
            "",
            c,
            "init",
            &KEYED[..2],
            &format!("init(state, astragal::{path}::new(input(\"the key\", key, key_len)?))"),
        );
        function(
            &mut text,
            "Appends a piece, of any length, to the message.",
            "",
            c,
            "update",
            DATA,
            "update_mac(state, data, len)",
        );
        function(
            &mut text,
            "Gives the tag of the message, and wipes the state.",
            &format!("///\n/// cbindgen:ptrs-as-arrays=[[tag; {bytes}]]\n"),
            c,
            "final",
            &["tag: *mut u8"],
            "finish(state, tag)",
        );
        function(
            &mut text,
            "Compares the tag of the message in constant time, and wipes the state.\n///\n/// @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not.",
            &format!("///\n/// cbindgen:ptrs-as-arrays=[[tag; {bytes}]]\n"),
            c,
            "verify",
            &["tag: *const u8"],
            "verify(state, tag)",
        );
    }
    text
}

fn kmacs() -> String {
    let mut text = String::new();
    for state in KMACS {
        let State { c, path, title, .. } = state;
        declare(&mut text, state, &format!("astragal::{path}"), WIPED);
        function(
            &mut text,
            &format!(
                "Makes the state one of {title} under a key, with a customization\n/// string, which may be empty, whatever it holds."
            ),
            "",
            c,
            "init",
            &KEYED,
            &format!(
                "init(state, astragal::{path}::new(input(\"the key\", key, key_len)?, input(\"the customization string\", custom, custom_len)?))"
            ),
        );
        function(
            &mut text,
            "Appends a piece, of any length, to the message.",
            "",
            c,
            "update",
            DATA,
            "update_kmac(state, data, len)",
        );
        function(
            &mut text,
            "Gives the tag of `tag_len` bytes of the message, and wipes the state. A shorter tag is not the start of a longer one.",
            "",
            c,
            "final",
            &["tag: *mut u8", "tag_len: usize"],
            "finish_kmac(state, tag, tag_len)",
        );
        function(
            &mut text,
            "Compares the tag of the message in constant time, and wipes the state. Pass the length that you have agreed upon,\n/// 4 to 64 bytes, not the one that came with the message.\n///\n/// @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not.",
            "",
            c,
            "verify",
            &["tag: *const u8", "tag_len: usize"],
            "verify_kmac(state, tag, tag_len)",
        );
    }
    text
}

/// What the sources import.
const INPUT: &str = "use crate::bytes::input;\n";
const GIVE: &str = "use crate::bytes::{give, input};\n";
const OF_HASHES: &str = "digest, init, update";
const OF_XOFS: &str = "Phase, absorb, init, squeeze";
const OF_HMACS: &str = "finish, init, update_mac, verify";
const OF_KMACS: &str = "Phase, absorb, finish_kmac, init, squeeze, update_kmac, verify_kmac";

const WIPED: &str =
    "The tag wipes it: copy a state with a key for each message, and wipe that in the end";

const DATA: &[&str] = &["data: *const u8", "len: usize"];
const KEYED: [&str; 4] =
    ["key: *const u8", "key_len: usize", "custom: *const u8", "custom_len: usize"];
const NAMED: [&str; 4] =
    ["name: *const u8", "name_len: usize", "custom: *const u8", "custom_len: usize"];

fn head(what: &str, more: &str, used: &str) -> String {
    let guards = if used.contains("verify") { "{guard, guard_keyed}" } else { "guard" };
    format!(
        "//! {what} Generated by `cargo xtask generate states`.\n\nuse core::ffi::c_int;\n\n{more}use crate::guard::{guards};\nuse crate::state::{{State, {used}, fits, mark}};\n"
    )
}

/// The state's type.
fn declare(text: &mut String, state: &State, object: &str, end: &str) {
    let State { c, name, title, words, .. } = state;
    let _ = write!(
        text,
        "
/// A message under way by {title}, in memory of yours. It holds no address: copy it by assignment.
/// {end}; astragal_wipe() wipes a state that is not needed any more.
#[derive(Debug)]
#[repr(C, align(16))]
#[allow(non_camel_case_types, reason = \"the name is C's\")]
pub struct astragal_{c}_state {{
    /// Not to be looked at.
    words: [u64; {words}],
}}

impl State for astragal_{c}_state {{
    type Object = {object};
    const MARK: u64 = mark(Self::NAME);
    const NAME: &'static str = \"{name}\";
}}
const _: () = fits::<astragal_{c}_state>();
"
    );
}

/// A function over a state.
fn function(
    text: &mut String,
    comment: &str,
    more: &str,
    c: &str,
    verb: &str,
    takes: &[&str],
    body: &str,
) {
    let state = format!("state: *mut astragal_{c}_state");
    let takes: Vec<&str> = std::iter::once(state.as_str()).chain(takes.iter().copied()).collect();
    function_of(text, comment, more, &format!("astragal_{c}_{verb}"), &takes, body);
}

fn function_of(
    text: &mut String,
    comment: &str,
    more: &str,
    name: &str,
    takes: &[&str],
    body: &str,
) {
    let takes = takes.join(", ");
    let is_keyed = ["the key", "finish", "verify"].iter().any(|word| body.contains(word));
    let guard = if is_keyed { "guard_keyed" } else { "guard" };
    let _ = write!(
        text,
        "
/// {comment}
{more}#[unsafe(no_mangle)]
pub unsafe extern \"C\" fn {name}({takes}) -> c_int {{
    // SAFETY: the caller's promise.
    {guard}(|| unsafe {{ {body} }})
}}
"
    );
}
