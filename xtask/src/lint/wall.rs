//! The wall around `unsafe`: the files that may lift the workspace's ban.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::source::{relative, rust_files};

/// The files outside the wall that lift the ban, each with what to do.
pub(super) fn breaches(root: &Path) -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for folder in ["crates", "xtask"] {
        for file in rust_files(&root.join(folder))? {
            let tokens: TokenStream = fs::read_to_string(&file)?
                .parse()
                .map_err(|error| anyhow::anyhow!("{error}"))
                .with_context(|| format!("cannot read {}", file.display()))?;
            let name = relative(&file, root);
            if lifts_the_ban(tokens) && !may_hold_unsafe(&name) {
                breaches.push(format!(
                    "{name} lifts the ban on unsafe code, which is for the platform layer, the backends, the \
                     C library, the WebAssembly module and the Python buffer"
                ));
            }
        }
    }
    Ok(breaches)
}

fn may_hold_unsafe(file: &str) -> bool {
    if let Some(file) = file.strip_prefix("crates/astragal/src/") {
        return file.starts_with("platform/")
            || file.contains("/backend/")
            || file.ends_with("/backend.rs");
    }
    file.starts_with("crates/astragal/tests/")
        || file.starts_with("crates/astragal-capi/")
        || file.starts_with("crates/astragal-wasm/src/")
        || ["arrow.rs", "buffer.rs"]
            .iter()
            .any(|name| file == format!("crates/astragal-python/src/{name}"))
}

/// Whether there is an `allow`, `expect` or `warn` of `unsafe_code`, be it in an attribute, inside
/// `cfg_attr` or in the body of a macro. Comments and strings are no tokens, so they do not count.
fn lifts_the_ban(tokens: TokenStream) -> bool {
    let mut lifting = false;
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => {
            lifting = ["allow", "expect", "warn"].iter().any(|level| ident == level);
            false
        }
        TokenTree::Group(group) => {
            let names_it = lifting
                && group.delimiter() == Delimiter::Parenthesis
                && group.stream().into_iter().any(
                    |token| matches!(token, TokenTree::Ident(ident) if ident == "unsafe_code"),
                );
            lifting = false;
            names_it || lifts_the_ban(group.stream())
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => {
            lifting = false;
            false
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lifts(source: &str) -> bool {
        lifts_the_ban(source.parse().unwrap())
    }

    #[test]
    fn finds_every_form_of_allowing_unsafe() {
        assert!(lifts("#![expect(unsafe_code, reason = \"a reason\")]"));
        assert!(lifts("#[allow(dead_code, unsafe_code)] fn f() {}"));
        assert!(lifts("#[cfg_attr(test, allow(unsafe_code))] fn f() {}"));
        assert!(lifts("macro_rules! m { () => { # [ allow ( unsafe_code ) ] fn f() {} } }"));
    }

    #[test]
    fn ignores_unsafe_code_in_comments_and_strings() {
        assert!(!lifts("// expect(unsafe_code)\nconst A: &str = \"allow(unsafe_code)\";"));
        assert!(!lifts("#![deny(unsafe_code)] fn allow(x: u8) {}"));
    }

    #[test]
    fn unsafe_code_is_allowed_only_at_the_boundary() {
        assert!(may_hold_unsafe("crates/astragal/src/platform/simd/aarch64/u64x2.rs"));
        assert!(may_hold_unsafe("crates/astragal/src/algorithm/keccak/backend.rs"));
        assert!(!may_hold_unsafe("crates/astragal/src/algorithm/keccak/round.rs"));
        assert!(!may_hold_unsafe("crates/astragal-cli/src/backend/platform/main.rs"));
    }
}
