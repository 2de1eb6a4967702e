//! Checks that the paths, commands and symbols named in the developer documents exist in the repository.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap::{CommandFactory as _, ValueEnum as _};

use crate::generate;
use crate::run::root;
use crate::verify::Group;

const ARCHITECTURE: &str = "ARCHITECTURE.md";
const CONTRIBUTING: &str = "CONTRIBUTING.md";
const DOCUMENTS: [&str; 3] = [ARCHITECTURE, CONTRIBUTING, "docs/ctr-block.md"];

/// Folders that the paths in the documents may be relative to: the repository, and the library's source folder.
const FOLDERS: [&str; 2] = ["", "crates/astragal/src"];

const EXTENSIONS: [&str; 8] = [".rs", ".md", ".toml", ".txt", ".json", ".h", ".hpp", ".py"];

/// Checks that every path and every `cargo xtask` command in the documents exists. If the last cell of a table row
/// names a file, checks that this file contains the symbols in the row. Also checks that the lists of crates,
/// verification groups and generated parts are complete. Returns the number of paths.
pub(super) fn check() -> Result<u64> {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for document in DOCUMENTS {
        let text = read(document)?;
        for (number, code) in code_spans(&text) {
            count += u64::from(is_path(code));
            wrong.extend(fault(code).map(|fault| format!("{document}:{number}: {fault}")));
        }
        for (number, line) in (1..).zip(text.lines()) {
            let missing = missing_symbols(line).into_iter();
            wrong.extend(missing.map(|symbol| format!("{document}:{number}: no {symbol} there")));
        }
    }
    let (architecture, contributing) = (read(ARCHITECTURE)?, read(CONTRIBUTING)?);
    wrong.extend(unlisted_crates(&architecture)?);
    wrong.extend(unlisted_rows(&contributing, &architecture));
    if !wrong.is_empty() {
        bail!("documents disagree with the repository:\n{}", wrong.join("\n"));
    }
    Ok(count)
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| format!("cannot read {path}"))
}

/// Returns the pieces of code in backticks, with their line numbers. For a code block of the language `text`, returns
/// the first word of each line instead.
fn code_spans(text: &str) -> Vec<(usize, &str)> {
    let mut spans = Vec::new();
    let mut block = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (line.strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (None, Some("text")) => {
                spans.extend(line.split_whitespace().next().map(|word| (number, word)));
            }
            (None, Some(_)) => {}
            (None, None) => {
                spans.extend(line.split('`').skip(1).step_by(2).map(|code| (number, code)));
            }
        }
    }
    spans
}

fn is_path(code: &str) -> bool {
    let is_marked = code.ends_with('/') || EXTENSIONS.iter().any(|end| code.ends_with(end));
    let is_below = ["crates/", "xtask/", "docs/", "peers/"].iter().any(|top| code.starts_with(top));
    (is_marked || is_below) && code.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c))
}

/// Returns an error message if `code` is a path or a command that does not exist.
fn fault(code: &str) -> Option<String> {
    if is_path(code) {
        let is_found = FOLDERS.iter().any(|folder| exists(&root().join(folder), code));
        return (!is_found).then(|| format!("no file {code}"));
    }
    let verb = code.strip_prefix("cargo xtask ")?.split(' ').next()?;
    let is_known = is_placeholder(verb) || crate::Verb::command().find_subcommand(verb).is_some();
    (!is_known).then(|| format!("no command cargo xtask {verb}"))
}

/// Returns whether the word is a placeholder such as `FAMILY`.
fn is_placeholder(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase())
}

/// Returns whether `path` exists relative to `folder`. A placeholder such as `FAMILY` matches any name.
fn exists(folder: &Path, path: &str) -> bool {
    let (name, rest) = path.split_once('/').unwrap_or((path, ""));
    let next = folder.join(name);
    let stem = name.split('.').next().unwrap_or_default();
    if next.exists() || !is_placeholder(stem) {
        return next.exists() && (rest.is_empty() || exists(&next, rest));
    }
    let end = &name[stem.len()..];
    fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        entry.file_name().to_string_lossy().ends_with(end)
            && (rest.is_empty() || exists(&entry.path(), rest))
    })
}

/// The last cell of a table row names a source file. Returns the symbols in the row that do not occur in this file.
fn missing_symbols(line: &str) -> Vec<String> {
    let cells = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    let (before, last) = cells.and_then(|cells| cells.rsplit_once('|')).unwrap_or_default();
    let file = last.trim().trim_matches('`');
    let mut paths = FOLDERS.iter().map(|folder| root().join(folder).join(file));
    let text = paths.find_map(|path| fs::read_to_string(path).ok());
    let Some(text) = text.filter(|_| file.ends_with(".rs")) else { return Vec::new() };
    let words = before.split('`').skip(1).step_by(2).flat_map(words_of);
    let is_missing = |word: &&str| !words_of(&text).any(|known| known == *word);
    words.filter(is_missing).map(str::to_owned).collect()
}

/// Returns the words that begin with a letter.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
}

fn unlisted_crates(text: &str) -> Result<Vec<String>> {
    let mut unlisted = Vec::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let name = format!("crates/{}", entry?.file_name().to_string_lossy());
        if !code_spans(text).iter().any(|(_, code)| *code == name) {
            unlisted.push(format!("{ARCHITECTURE} does not list {name}"));
        }
    }
    Ok(unlisted)
}

/// Returns an error message for each verification group and each generated part that no table row describes.
fn unlisted_rows(contributing: &str, architecture: &str) -> Vec<String> {
    let values: Vec<_> =
        Group::value_variants().iter().filter_map(Group::to_possible_value).collect();
    let groups = values.iter().map(|value| (value.get_name(), CONTRIBUTING, contributing));
    let parts = generate::names().map(|name| (name, ARCHITECTURE, architecture));
    let is_unlisted = |(name, document, text): (&str, &str, &str)| {
        let row = format!("| `{name}` |");
        let is_listed = text.lines().any(|line| line.starts_with(&row));
        (!is_listed).then(|| format!("{document} has no row {row}"))
    };
    groups.chain(parts).filter_map(is_unlisted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_missing_paths_commands_and_symbols() {
        assert_eq!(fault("crates/astragal/src/lib.rs"), None);
        assert_eq!(fault("algorithm/FAMILY.rs"), None);
        assert_eq!(fault("SHA3/256"), None);
        assert_eq!(fault("cargo xtask test"), None);
        assert_eq!(fault("algorithm/no_family.rs").unwrap(), "no file algorithm/no_family.rs");
        assert_eq!(fault("cargo xtask tset").unwrap(), "no command cargo xtask tset");
        assert_eq!(missing_symbols("| `pub mod hash` | `lib.rs` |"), [""; 0]);
        assert_eq!(missing_symbols("| `Hasher::tset` | `lib.rs` |"), ["Hasher", "tset"]);
    }

    #[test]
    fn takes_code_from_prose_and_text_blocks() {
        let text = "a `b` c `d/`\n```text\ncrates/e  is e\n```\n```rust\nlet `f`;\n```\n";
        assert_eq!(code_spans(text), [(1, "b"), (1, "d/"), (3, "crates/e")]);
    }
}
