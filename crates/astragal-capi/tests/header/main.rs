//! The committed header is what the sources generate. `ASTRAGAL_WRITE_HEADER=1 cargo test -p astragal-capi
//! --test header` writes it anew.

mod parameters;

use std::fs;
use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, Language, RenameRule, Style};

/// In the order in which a reader of the header wants them.
const SOURCES: &[&str] = &[
    "code.rs",
    "general.rs",
    "memory.rs",
    "allocator.rs",
    "executor.rs",
    "alg.rs",
    "params.rs",
    "kind/hash.rs",
    "kind/xof.rs",
    "kind/mac.rs",
    "kind/aead.rs",
    "kind/aead/message.rs",
    "kind/cipher.rs",
    "kind/mode.rs",
    "kind/kdf.rs",
    "typed/hash.rs",
    "typed/sponge.rs",
    "typed/tree.rs",
    "typed/ascon.rs",
    "typed/aes.rs",
    "typed/state/sha3.rs",
    "typed/state/hash.rs",
    "typed/state/xof.rs",
    "typed/state/hmac_sha3.rs",
    "typed/state/hmac_sha2.rs",
    "typed/state/kmac.rs",
    "permutation.rs",
];

const HEAD: &str = "\
/**
 * @file astragal.h
 * astragal: the Keccak and Ascon families and the classic catalogue of hashes, by one set of names.
 *
 *     uint8_t digest[32];
 *     astragal_sha3_256(msg, len, digest);
 *
 * One call for the names that everybody knows; everything else by name: astragal_find() gives a handle, which
 * is static, and the functions astragal_hash_*, astragal_xof_*, astragal_mac_*, astragal_aead_*,
 * astragal_cipher_*, astragal_mode_* and astragal_kdf() take it.
 *
 * Results. Functions that return int give ASTRAGAL_OK (0), a negative ASTRAGAL_ERR_* for a mistake in the call,
 * or ASTRAGAL_INVALID (1), the only positive code, for what does not verify. After an error,
 * astragal_last_error() says in words what was given and what is allowed. An error leaves outputs as they are.
 *
 * Pointers. All lengths are in bytes. NULL with length 0 is legal everywhere; NULL with a length is an error.
 * Strings of bytes are valid for as many bytes as their length says, for the time of the call. Outputs may lie
 * where inputs lie unless it says otherwise. Nothing is kept that the caller owns, but the memory of *_init_at.
 *
 * Objects belong to whoever made them, on the heap (*_new, *_copy) or in memory of their own (*_init_at,
 * *_copy_at), and end with *_free, which wipes them. A freed object, a moved one, and one of another kind are
 * noticed where memory allows (ASTRAGAL_ERR_OBJECT). An object is for one thread at a time; a function that
 * takes it as const may run in several.
 *
 * This file is generated; the comments stand in the sources.
 */";

fn generated() -> String {
    let mut config = Config {
        language: Language::C,
        header: Some(HEAD.into()),
        include_guard: Some("ASTRAGAL_H".into()),
        no_includes: true,
        sys_includes: vec!["stddef.h".into(), "stdint.h".into()],
        after_includes: Some(after_includes()),
        cpp_compat: true,
        documentation_style: DocumentationStyle::Doxy,
        style: Style::Type,
        line_length: 110,
        tab_width: 4,
        usize_is_size_t: true,
        ..Config::default()
    };
    config.export.prefix = Some("ASTRAGAL_".into());
    config.function.prefix = Some("ASTRAGAL_EXPORT".into());
    config.function.args = cbindgen::Layout::Auto;
    config.structure.rename_fields = RenameRule::None;
    config.layout.aligned_n = Some("ASTRAGAL_ALIGNED".into());
    for (rust, c) in [
        ("Alg", "alg"),
        ("Allocator", "allocator"),
        ("Executor", "executor"),
        ("Task", "task"),
        ("Params", "params"),
        ("TreeNode", "tree_node"),
        ("KdfParams", "kdf_params"),
        ("Hash", "hash"),
        ("Xof", "xof"),
        ("Mac", "mac"),
        ("Aead", "aead"),
        ("AeadMessage", "aead_message"),
        ("Cipher", "cipher"),
        ("Mode", "mode"),
    ] {
        config.export.rename.insert(rust.into(), format!("astragal_{c}"));
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let builder =
        SOURCES.iter().fold(Builder::new(), |builder, file| builder.with_src(sources.join(file)));
    let mut header = Vec::new();
    builder.with_config(config).generate().expect("the sources can be read").write(&mut header);
    let header = String::from_utf8(header).expect("the header is UTF-8");
    // The prefix is for constants; types have theirs. A negative number wants its parentheses.
    let mut lines: Vec<String> = Vec::new();
    // A long declaration begins on a line of its own.
    let header = header
        .replace("ASTRAGAL_astragal_", "astragal_")
        .replace("ASTRAGAL_EXPORT int ", "ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int ")
        .replace("ASTRAGAL_EXPORT\nint ", "ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK\nint ");
    for line in header.lines() {
        lines.push(
            match line.strip_prefix("#define ").and_then(|define| define.split_once(" -")) {
                Some((name, number)) => format!("#define {name} (-{number})"),
                None => line.to_owned(),
            },
        );
    }
    parameters::complete(&lines.join("\n"))
}

fn after_includes() -> String {
    let part = |name: &str| name.parse::<u32>().expect("a version is made of numbers");
    let (major, minor, patch) = (
        part(env!("CARGO_PKG_VERSION_MAJOR")),
        part(env!("CARGO_PKG_VERSION_MINOR")),
        part(env!("CARGO_PKG_VERSION_PATCH")),
    );
    let number = major << 16 | minor << 8 | patch;
    format!(
        "
/** The version of this header: 0x00MMmmpp. astragal_version() is that of the library at run time. */
#define ASTRAGAL_VERSION 0x{number:08x}

/** What the shared library exports. Define it before, if your build needs another attribute. */
#ifndef ASTRAGAL_EXPORT
#if defined(_WIN32) && !defined(ASTRAGAL_STATIC)
#define ASTRAGAL_EXPORT __declspec(dllimport)
#else
#define ASTRAGAL_EXPORT
#endif
#endif

/** The alignment of states on the stack. */
#ifndef ASTRAGAL_ALIGNED
#if defined(__GNUC__)
#define ASTRAGAL_ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define ASTRAGAL_ALIGNED(bytes) __declspec(align(bytes))
#else
#define ASTRAGAL_ALIGNED(bytes)
#endif
#endif

/** What can fail or does not verify must be looked at: whoever leaves the result alone is warned. */
#ifndef ASTRAGAL_MUST_CHECK
#if defined(__GNUC__)
#define ASTRAGAL_MUST_CHECK __attribute__((warn_unused_result))
#else
#define ASTRAGAL_MUST_CHECK
#endif
#endif"
    )
}

#[test]
fn the_header_is_what_the_sources_generate() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/astragal.h");
    let generated = generated();
    if std::env::var_os("ASTRAGAL_WRITE_HEADER").is_some() {
        fs::write(&path, &generated).expect("the header can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "include/astragal.h is stale; ASTRAGAL_WRITE_HEADER=1 cargo test -p astragal-capi --test header"
    );
}

#[test]
fn every_result_must_be_looked_at() {
    let header = generated();
    let declarations =
        header.split(';').filter_map(|text| text.split_once("ASTRAGAL_EXPORT ")).count();
    let results = header
        .split("ASTRAGAL_EXPORT")
        .filter(|text| text.trim_start_matches([' ', '\n']).starts_with("int astragal_"));
    assert_eq!(results.count(), 0, "a result may be left alone");
    assert!(declarations > 100);
}
