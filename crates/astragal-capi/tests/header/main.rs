//! The committed header and list of symbols are what the sources generate. `ASTRAGAL_WRITE_HEADER=1 cargo test -p
//! astragal-capi --test header` writes them anew.

mod parameters;
mod states;

use std::fs;
use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, Language, RenameRule, Style};

/// In the order in which a reader of the header wants them. A star stands before what macros declare, for which
/// [`states::declared`] has sources that cbindgen can read.
const SOURCES: &[&str] = &[
    "code.rs",
    "general.rs",
    "memory.rs",
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
    "kind/cipher.rs",
    "*cipher",
    "kind/mode.rs",
    "*mode",
    "kind/kdf.rs",
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
 * astragal: the Keccak and Ascon families and the classic catalogue of hashes, by one set of names.
 *
 *     uint8_t digest[32];
 *     if (astragal_sha3_256(msg, len, digest) != ASTRAGAL_OK) {
 *         fprintf(stderr, \"%s\\n\", astragal_last_error());
 *     }
 *
 * One call for the names that everybody knows; everything else by name: astragal_find() gives a handle, which
 * is static, and the functions astragal_hash_*, astragal_xof_*, astragal_mac_*, astragal_aead_*,
 * astragal_cipher_*, astragal_mode_* and astragal_kdf() take it.
 *
 * Results. Functions that return int give ASTRAGAL_OK (0), a negative ASTRAGAL_ERR_* for a mistake in the call,
 * or ASTRAGAL_INVALID (1), the only positive code, for what does not verify. After an error,
 * astragal_last_error() says in words what was given and what is allowed. An error leaves outputs as they are. Each
 * function lists its codes; any may give ASTRAGAL_ERR_INTERNAL, for a defect of the library.
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
        ("PasswordPolicy", "password_policy"),
        ("Part", "part"),
        ("Assembly", "assembly"),
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
    let builder = SOURCES.iter().fold(Builder::new(), |builder, file| {
        let Some(name) = file.strip_prefix('*') else {
            return builder.with_src(sources.join(file));
        };
        let declared = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("rs");
        fs::write(&declared, states::declared(name)).expect("the declarations can be written");
        builder.with_src(declared)
    });
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

/// Compares a committed file with its text, or writes it.
fn is_committed(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("ASTRAGAL_WRITE_HEADER").is_some() {
        fs::write(&path, text).expect("the file can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{file} is stale; ASTRAGAL_WRITE_HEADER=1 cargo test -p astragal-capi --test header"
    );
}

/// The declarations of the functions in the header, each on one line, without comments.
fn declarations(header: &str) -> Vec<String> {
    let code = header.split("/*").map(|text| text.split_once("*/").map_or(text, |(_, code)| code));
    let code = code.collect::<String>();
    let declarations =
        code.split("ASTRAGAL_EXPORT").skip(1).filter_map(|text| text.split_once(';'));
    let lines = declarations.map(|(text, _)| text.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| name(line).starts_with("astragal_")).collect()
}

/// The name of a declared function.
fn name(declaration: &str) -> &str {
    let head = declaration.split('(').next().unwrap_or_default();
    head.rsplit([' ', '*']).next().unwrap_or_default()
}

#[test]
fn header_matches_the_sources() {
    is_committed("include/astragal.h", &generated());
}

#[test]
fn symbols_are_those_of_the_header() {
    let header = generated();
    let declarations = declarations(&header);
    let mut names: Vec<_> = declarations.iter().map(|declaration| name(declaration)).collect();
    names.sort_unstable();
    is_committed("symbols.txt", &(names.join("\n") + "\n"));
}

#[test]
fn every_code_has_its_reason() {
    let header = generated();
    for comment in header.split("/**").skip(1) {
        let Some((comment, rest)) = comment.split_once("*/") else { panic!("an open comment") };
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
fn overlap_is_tried_for_every_function_with_input_and_output() {
    let table = include_str!("../c/overlap.c");
    let header = generated();
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
    let declarations = declarations(&header);
    let tried = |declaration: &&String| table.contains(&format!("\"{}\"", name(declaration)));
    let missing: Vec<_> = declarations.iter().filter(has_both).filter(|one| !tried(one)).collect();
    assert!(missing.is_empty(), "tests/c/overlap.c lacks {missing:#?}");
}

#[test]
fn every_result_warns_if_unused() {
    let header = generated();
    let declarations =
        header.split(';').filter_map(|text| text.split_once("ASTRAGAL_EXPORT ")).count();
    let results = header
        .split("ASTRAGAL_EXPORT")
        .filter(|text| text.trim_start_matches([' ', '\n']).starts_with("int astragal_"));
    assert_eq!(results.count(), 0, "a result may be left alone");
    assert!(declarations > 100);
}
