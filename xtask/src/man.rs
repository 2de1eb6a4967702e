//! Manual pages of the C library, made of the comments in its header: `astragal(3)` and one page for each group of
//! functions, to which every function's name leads.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::run::root;

/// The pages: the name, what it is about, and how the names of its functions begin, or end after a `*`. The first
/// that fits has it.
const PAGES: [(&str, &str, &[&str]); 13] = [
    ("astragal_hash", "hash functions", &["astragal_hash_"]),
    ("astragal_xof", "extendable-output functions", &["astragal_xof_"]),
    ("astragal_mac", "message authentication codes", &["astragal_mac_"]),
    ("astragal_aead", "authenticated encryption", &["astragal_aead_"]),
    ("astragal_cipher", "block ciphers, for raw blocks", &["astragal_cipher_"]),
    ("astragal_mode", "modes of block ciphers", &["astragal_mode_"]),
    (
        "astragal_kdf",
        "key derivation",
        &["astragal_kdf", "astragal_argon2", "astragal_scrypt", "astragal_pbkdf2", "astragal_hkdf"],
    ),
    ("astragal_find", "algorithms by name", &["astragal_find", "astragal_alg_"]),
    (
        "astragal_memory",
        "comparing, erasing and hexadecimal",
        &["astragal_verify", "astragal_wipe", "astragal_hex", "astragal_unhex"],
    ),
    ("astragal_keccak_p1600", "the bare permutation", &["astragal_keccak_p1600"]),
    (
        "astragal",
        "symmetric cryptography by one set of names",
        &[
            "astragal_version",
            "astragal_last_error",
            "astragal_strerror",
            "astragal_cpu_limit",
            "astragal_set_",
        ],
    ),
    (
        "astragal_state",
        "states of one algorithm each, on the stack",
        &["*_init", "*_update", "*_absorb", "*_squeeze", "*_final", "*_verify"],
    ),
    ("astragal_once", "one call for the names that everybody knows", &["astragal_"]),
];

/// A function of the header.
struct HeaderFunction {
    name: String,
    declaration: String,
    comment: Vec<String>,
}

/// Writes the pages into `share/man/man3` of the prefix.
pub(crate) fn install(prefix: &Path) -> Result<()> {
    let header = fs::read_to_string(root().join("crates/astragal-capi/include/astragal.h"))?;
    let folder = prefix.join("share/man/man3");
    fs::create_dir_all(&folder)?;
    for (name, text) in pages(&header)? {
        fs::write(folder.join(format!("{name}.3")), text)
            .with_context(|| format!("cannot write the page {name}"))?;
    }
    Ok(())
}

/// Names and texts: the pages, and for each function a line that leads to its own.
fn pages(header: &str) -> Result<Vec<(String, String)>> {
    let (head, functions) = read(header)?;
    let mut found = Vec::new();
    let page_of = |function: &HeaderFunction| {
        PAGES.iter().position(|(.., names)| names.iter().any(|name| fits(&function.name, name)))
    };
    for (number, &(page, about, _)) in PAGES.iter().enumerate() {
        let mine = || functions.iter().filter(|function| page_of(function) == Some(number));
        if mine().next().is_none() {
            bail!("the page {page} has no function");
        }
        let mut text = format!(
            ".TH {} 3 \"\" \"astragal {}\"\n.SH NAME\n{page} \\- {about}\n.SH SYNOPSIS\n.nf\n#include <astragal.h>\n",
            page.to_uppercase(),
            env!("CARGO_PKG_VERSION")
        );
        for function in mine() {
            let _ = writeln!(text, "\n{}", plain(&function.declaration));
        }
        text.push_str(".fi\n.SH DESCRIPTION\n");
        if page == "astragal" {
            paragraphs(&mut text, &head);
        }
        for function in mine() {
            let _ = writeln!(text, ".SS {}()", function.name);
            paragraphs(&mut text, &function.comment);
        }
        text.push_str(".SH SEE ALSO\n");
        let others: Vec<String> = PAGES
            .iter()
            .filter(|(other, ..)| *other != page)
            .map(|(other, ..)| format!(".BR {other} (3)"))
            .collect();
        let _ = writeln!(text, "{}", others.join(",\n"));
        found.extend(
            mine()
                .filter(|function| function.name != page)
                .map(|function| (function.name.clone(), format!(".so man3/{page}.3\n"))),
        );
        found.push((page.to_owned(), text));
    }
    Ok(found)
}

/// Whether a function's name begins, or after a `*` ends, like this.
fn fits(name: &str, pattern: &str) -> bool {
    match pattern.strip_prefix('*') {
        Some(end) => name.ends_with(end),
        None => name.starts_with(pattern),
    }
}

/// The comment at the header's head, and its functions.
fn read(header: &str) -> Result<(Vec<String>, Vec<HeaderFunction>)> {
    let (mut head, mut functions) = (Vec::new(), Vec::new());
    let mut comment = Vec::new();
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        if line == "/**" {
            comment = lines
                .by_ref()
                .take_while(|line| line.trim() != "*/")
                .map(|line| line.strip_prefix(" *").unwrap_or(line).to_owned())
                .collect();
            if head.is_empty() {
                head = comment[1..].to_vec();
            }
        } else if line.starts_with("ASTRAGAL_EXPORT") {
            let mut declaration = line.to_owned();
            while !declaration.ends_with(';') {
                let more = lines.next().context("a declaration ends with a semicolon")?;
                let _ = write!(declaration, "\n{more}");
            }
            let start = declaration.find("astragal_").context("a function has a name")?;
            let named = declaration.find('(').context("a function has arguments")?;
            let start = declaration[..named].rfind("astragal_").unwrap_or(start);
            let attributes = ["ASTRAGAL_EXPORT", "ASTRAGAL_MUST_CHECK"];
            let name = declaration[start..named].to_owned();
            let bare = attributes.iter().fold(declaration, |text, word| text.replace(word, ""));
            functions.push(HeaderFunction {
                name,
                declaration: bare.trim_start().to_owned(),
                comment: core::mem::take(&mut comment),
            });
        }
    }
    Ok((head, functions))
}

/// A comment as paragraphs: what is set in by four stays as it is, `@param` and `@return` are set apart.
fn paragraphs(text: &mut String, comment: &[String]) {
    let mut is_code = false;
    for line in comment {
        let line = line.strip_prefix(' ').unwrap_or(line);
        let code = line.starts_with("    ");
        if code != is_code {
            text.push_str(if code { ".PP\n.nf\n" } else { ".fi\n" });
            is_code = code;
        }
        let words = line.trim();
        if words.is_empty() {
            text.push_str(".PP\n");
        } else if let Some(param) = words.strip_prefix("@param ") {
            let (name, what) = param.split_once(' ').unwrap_or((param, ""));
            let _ = writeln!(text, ".TP\n.I {}\n{}", plain(name), plain(what));
        } else if let Some(result) = words.strip_prefix("@return ") {
            let _ = writeln!(text, ".PP\nReturns {}", plain(result));
        } else {
            let _ = writeln!(text, "{}", plain(words));
        }
    }
    if is_code {
        text.push_str(".fi\n");
    }
}

/// Text that means nothing to the formatter.
fn plain(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    if escaped.starts_with(['.', '\'']) { format!("\\&{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_c_function_has_a_manual_page() {
        let read = |file: &str| {
            fs::read_to_string(root().join("crates/astragal-capi").join(file))
                .expect("it is committed")
        };
        let pages = pages(&read("include/astragal.h")).expect("the header can be read");
        for symbol in read("symbols.txt").lines() {
            assert_eq!(pages.iter().filter(|(name, _)| name == symbol).count(), 1, "{symbol}");
        }
        let of = |page| &pages.iter().find(|(name, _)| name == page).expect("there is one").1;
        let kdf = of("astragal_kdf");
        assert!(kdf.contains("\nint astragal_argon2id(") && kdf.contains("RFC 9106"), "{kdf}");
        assert!(!kdf.contains("ASTRAGAL_EXPORT"));
        assert_eq!(of("astragal_hkdf"), ".so man3/astragal_kdf.3\n");
    }
}
