//! Generates the C header and the list of symbols, and compares them with the committed files. To write the files:
//! `ASTRAGAL_WRITE_HEADER=1 cargo test -p astragal-capi --test header`.

mod parameters;
mod states;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use cbindgen::{Builder, Config, DocumentationStyle, Language, RenameRule, Style};

/// Source files in the order of the header. An entry with a star is not a file, but a group of functions that macros
/// define. [`states::declared`] returns the declarations of these functions in a form that cbindgen can parse.
const SOURCES: &[&str] = &[
    "error.rs",
    "library.rs",
    "utils.rs",
    "allocator.rs",
    "executor.rs",
    "alg.rs",
    "params.rs",
    "kind/hash.rs",
    "*hash",
    "kind/xof.rs",
    "*xof",
    "kind/mac.rs",
    "*mac",
    "kind/aead.rs",
    "*aead",
    "kind/aead/message.rs",
    "*aead_message",
    "kind/chunked.rs",
    "kind/cipher.rs",
    "*cipher",
    "kind/mode.rs",
    "*mode",
    "kind/kdf.rs",
    "kind/key_wrap.rs",
    "kind/password.rs",
    "kind/tree.rs",
    "typed/sponge.rs",
    "typed/tree.rs",
    "typed/ascon.rs",
    "typed/aes.rs",
    "*states",
    "permutation.rs",
];

const HEAD: &str = "\
/**
 * @file astragal.h
 * astragal: hashes, XOFs, MACs, ciphers and key derivation in C. The Keccak and Ascon families and the classic
 * algorithms share one interface.
 *
 *     uint8_t digest[32];
 *     if (astragal_sha3_256(msg, len, digest) != ASTRAGAL_OK) {
 *         fprintf(stderr, \"%s\\n\", astragal_last_error());
 *     }
 *
 * Common algorithms have functions of their own. Every algorithm is available by name: astragal_find() returns a static
 * handle for the functions astragal_hash_*, astragal_xof_*, astragal_mac_*, astragal_aead_*, astragal_cipher_*,
 * astragal_mode_*, astragal_kdf() and astragal_key_wrap().
 *
 * Results. Functions that return int return ASTRAGAL_OK (0) on success, and a negative ASTRAGAL_ERR_* on error.
 * ASTRAGAL_INVALID (1) is the only positive code. It means that verification failed: a tag, padding, sealed message,
 * wrapped key or password is invalid, or compared bytes differ. After an error, astragal_last_error() describes what is
 * wrong and what is allowed, and outputs are unchanged unless the function says otherwise. Each function lists its
 * errors. In addition, any function may return ASTRAGAL_ERR_INTERNAL for a bug in the library.
 *
 * Pointers. All lengths are in bytes. A buffer of length 0 may be NULL; a longer buffer must not be NULL. A buffer must
 * be valid for its length during the call. Outputs may overlap inputs unless the function says otherwise. After a call,
 * the library keeps no pointer to the caller's memory. The exceptions are the memory given to *_init_at and *_copy_at,
 * the structure given to astragal_set_allocator(), and the context given to astragal_set_executor().
 *
 * Objects are owned by the caller. They are on the heap (*_new, *_copy) or in memory that the caller provides
 * (*_init_at, *_copy_at). *_free wipes an object, and frees its memory if it is on the heap. Functions return
 * ASTRAGAL_ERR_OBJECT for an object that was freed or moved, or has another type. They cannot detect this if the
 * memory has been reused.
 *
 * Threads. All functions may be called from any thread. Only one thread may use an object at a time. Functions
 * that take the object as const are an exception: they may run in several threads at the same time.
 *
 * This file is generated. Edit the comments of the Rust sources instead.
 */";

/// The header, which is generated once: its generation writes temporary files, and several tests run at the same time.
static HEADER: LazyLock<String> = LazyLock::new(generated);

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
        ("PasswordPolicy", "password_policy"),
        ("Part", "part"),
        ("Assembly", "assembly"),
        ("Hash", "hash"),
        ("Xof", "xof"),
        ("Mac", "mac"),
        ("Aead", "aead"),
        ("AeadMessage", "aead_message"),
        ("SealStream", "seal_stream"),
        ("OpenStream", "open_stream"),
        ("Cipher", "cipher"),
        ("Mode", "mode"),
    ] {
        config.export.rename.insert(rust.into(), format!("astragal_{c}"));
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let builder = SOURCES.iter().fold(Builder::new(), |builder, file| {
        let Some(name) = file.strip_prefix('*') else {
            return builder.with_src(sources.join(file));
        };
        let declared = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("rs");
        fs::write(&declared, states::declared(name)).expect("declarations can be written");
        builder.with_src(declared)
    });
    let mut header = Vec::new();
    builder.with_config(config).generate().expect("sources can be parsed").write(&mut header);
    let header = String::from_utf8(header).expect("header is UTF-8");
    // cbindgen adds the prefix `ASTRAGAL_` to type names in the values of constants. Removes this prefix, and puts
    // negative constants in parentheses.
    let mut lines: Vec<String> = Vec::new();
    // cbindgen breaks the line before a long declaration, so `ASTRAGAL_EXPORT` may be followed by a line break.
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
    let part = |name: &str| name.parse::<u32>().expect("version consists of numbers");
    let (major, minor, patch) = (
        part(env!("CARGO_PKG_VERSION_MAJOR")),
        part(env!("CARGO_PKG_VERSION_MINOR")),
        part(env!("CARGO_PKG_VERSION_PATCH")),
    );
    let number = major << 16 | minor << 8 | patch;
    format!(
        "
/** Version of this header: 0x00MMmmpp. astragal_version() returns the version of the library at run time. */
#define ASTRAGAL_VERSION 0x{number:08x}

/** Attribute of exported functions. Define it before inclusion if your build needs another attribute. */
#ifndef ASTRAGAL_EXPORT
#if defined(_WIN32) && !defined(ASTRAGAL_STATIC)
#define ASTRAGAL_EXPORT __declspec(dllimport)
#else
#define ASTRAGAL_EXPORT
#endif
#endif

/** Attribute that aligns typed states. Define it before inclusion if your compiler needs another attribute. */
#ifndef ASTRAGAL_ALIGNED
#if defined(__GNUC__)
#define ASTRAGAL_ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define ASTRAGAL_ALIGNED(bytes) __declspec(align(bytes))
#else
#define ASTRAGAL_ALIGNED(bytes)
#endif
#endif

/** Attribute for functions whose result must be checked: the compiler warns if the result is ignored. */
#ifndef ASTRAGAL_MUST_CHECK
#if defined(__GNUC__)
#define ASTRAGAL_MUST_CHECK __attribute__((warn_unused_result))
#else
#define ASTRAGAL_MUST_CHECK
#endif
#endif"
    )
}

/// Compares a committed file with its generated text. Writes the file if `ASTRAGAL_WRITE_HEADER` is set.
fn assert_committed(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("ASTRAGAL_WRITE_HEADER").is_some() {
        fs::write(&path, text).expect("file can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{file} is stale; run ASTRAGAL_WRITE_HEADER=1 cargo test -p astragal-capi --test header"
    );
}

/// Returns the function declarations of the header, each on one line, without comments.
fn declarations(header: &str) -> Vec<String> {
    let code = header.split("/*").map(|text| text.split_once("*/").map_or(text, |(_, code)| code));
    let code = code.collect::<String>();
    let declarations =
        code.split("ASTRAGAL_EXPORT").skip(1).filter_map(|text| text.split_once(';'));
    let lines = declarations.map(|(text, _)| text.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| name(line).starts_with("astragal_")).collect()
}

/// Returns the name of a declared function.
fn name(declaration: &str) -> &str {
    let head = declaration.split('(').next().unwrap_or_default();
    head.rsplit([' ', '*']).next().unwrap_or_default()
}

#[test]
fn header_matches_the_sources() {
    assert_committed("include/astragal.h", &HEADER);
}

#[test]
fn symbols_match_the_header() {
    let declarations = declarations(&HEADER);
    let mut names: Vec<_> = declarations.iter().map(|declaration| name(declaration)).collect();
    names.sort_unstable();
    assert_committed("symbols.txt", &(names.join("\n") + "\n"));
}

#[test]
fn every_function_lists_its_result_codes() {
    for comment in HEADER.split("/**").skip(1) {
        let Some((comment, rest)) = comment.split_once("*/") else { panic!("comment has no end") };
        let declaration = rest.split(';').next().unwrap_or_default();
        if declaration.contains("int astragal_") && !declaration.contains(" astragal_alg_kind(") {
            assert!(comment.contains("ASTRAGAL_OK"), "{declaration}: {comment}");
            let takes_pointer = declaration.contains(['*', '[']);
            assert!(
                !takes_pointer || comment.contains("ASTRAGAL_ERR_"),
                "{declaration}: {comment}"
            );
        }
    }
}

#[test]
fn overlap_test_covers_every_function_with_input_and_output() {
    let table = include_str!("../c/overlap.c");
    let has_both = |declaration: &&String| {
        let parameters: Vec<_> = declaration.split(['(', ',']).skip(1).map(str::trim).collect();
        let is_bytes =
            |text: &str| ["uint8_t ", "char ", "void "].iter().any(|of| text.starts_with(of));
        let reads = |text: &&str| {
            text.strip_prefix("const ").is_some_and(is_bytes) && text.contains(['*', '['])
        };
        let writes =
            |text: &&str| is_bytes(text) && text.contains(['*', '[']) && !text.contains("memory");
        parameters.iter().any(reads) && parameters.iter().any(writes)
    };
    let declarations = declarations(&HEADER);
    let is_tested = |declaration: &&String| table.contains(&format!("\"{}\"", name(declaration)));
    let missing: Vec<_> =
        declarations.iter().filter(has_both).filter(|one| !is_tested(one)).collect();
    assert!(missing.is_empty(), "functions missing in tests/c/overlap.c: {missing:#?}");
}

#[test]
fn every_result_warns_if_unused() {
    let unchecked: Vec<_> = HEADER
        .split("ASTRAGAL_EXPORT")
        .map(str::trim_start)
        .filter(|text| text.starts_with("int astragal_"))
        .collect();
    assert!(unchecked.is_empty(), "functions without ASTRAGAL_MUST_CHECK: {unchecked:?}");
}
