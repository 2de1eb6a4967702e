//! `digest list`: all algorithms, as a table or as JSON.

use std::io::Write as _;
use std::ptr;

use astragal::error::Allowed;
use serde_json::{Value, json};

use crate::catalog::{CatalogEntry, Composition, all, rows};
use crate::cli::ListArgs;
use crate::console::{Out, columns};
use crate::exit::{Exit, usage};

/// Returns the names of the registry's algorithms of these kinds, without duplicates. An empty list means all kinds.
pub(crate) fn names(kinds: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in rows() {
        let name = row.name().into_owned();
        let is_wanted = kinds.is_empty() || kinds.contains(&row.kind());
        if is_wanted && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

pub(crate) fn run(arguments: &ListArgs) -> anyhow::Result<Exit> {
    let mut listed = all();
    for given in &arguments.words {
        let wanted = given.to_lowercase();
        listed.retain(|one| one.matches(&wanted));
        if listed.is_empty() {
            let expected = "a kind (hash, xof, mac, aead, cipher, mode, kdf, key-wrap), a family, a status, or the first or last part of a name";
            return Err(usage(format_args!("no algorithm matches {given:?}; expected {expected}")));
        }
    }
    let mut out = Out::stdout();
    if arguments.json {
        let all: Vec<Value> = listed.iter().map(to_json).collect();
        writeln!(out, "{:#}", Value::from(all))?;
    } else if arguments.names {
        listed.iter().try_for_each(|one| writeln!(out, "{}", one.name()))?;
    } else {
        write_table(&mut out, &listed, &arguments.words)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Returns the length of the digest, output or tag, or the block length of a cipher, in bytes.
fn bytes(one: &CatalogEntry) -> Option<usize> {
    one.output_bytes().or(one.block_bytes())
}

fn to_json(one: &CatalogEntry) -> Value {
    let implementation = one.implementation();
    json!({
        "kind": one.kind(),
        "name": one.name(),
        "aliases": one.aliases(),
        "output_bytes": bytes(one),
        "block_bytes": one.block_bytes(),
        "key_bytes": one.key_bytes().map(|allowed| allowed.to_string()),
        "nonce_bytes": one.nonce_bytes().map(single),
        "takes": one.takes(),
        "limits": one.limits().map(|limits| json!({
            "message_bytes": limits.message_bytes,
            "random_nonces_log2": limits.random_nonces_log2,
            "counted_nonces_log2": limits.counted_nonces_log2,
            "commits_to_key": limits.commits_to_key,
            "is_nonce_reuse_fatal": limits.is_nonce_reuse_fatal,
        })),
        "family": one.family(),
        "standard": one.standard(),
        "status": one.status().name(),
        "backend": implementation.backend,
        "timing": implementation.timing.name(),
    })
}

/// Returns a number if only one length is allowed, and otherwise a description of the allowed lengths.
fn single(allowed: Allowed) -> Value {
    match allowed {
        Allowed::Exactly(bytes) => json!(bytes),
        allowed => json!(allowed.to_string()),
    }
}

/// Writes the table, at most 80 columns wide and no wider than the terminal. For each construction such as HMAC, writes
/// only a summary line unless one of `words` selects it.
fn write_table(out: &mut Out, listed: &[CatalogEntry], words: &[String]) -> anyhow::Result<()> {
    let mut folded: Vec<(&Composition, &'static str, usize)> = Vec::new();
    let mut rows = Vec::new();
    for one in listed {
        let is_wanted = |composition: &&Composition| {
            words.iter().any(|word| word.eq_ignore_ascii_case(composition.word))
        };
        let Some(composition) = one.composition().filter(|composition| !is_wanted(composition))
        else {
            rows.push(row(one));
            continue;
        };
        match folded.iter_mut().find(|(other, ..)| ptr::eq(*other, composition)) {
            Some((.., count)) => *count += 1,
            None => folded.push((composition, one.kind(), 1)),
        }
    }
    let columns = columns();
    if !rows.is_empty() {
        let head = ["kind", "name", "bits", "status", "backend", "timing"].map(str::to_owned);
        let widths = widths(&rows);
        // Omits the last columns if the terminal is too narrow for all of them.
        let fits = |count: &usize| widths[..*count].iter().sum::<usize>() + 2 * count < columns;
        let count = (2..=head.len()).rev().find(fits).unwrap_or(2);
        for row in std::iter::once(&head).chain(&rows) {
            write_row(out, &row[..count], &widths)?;
        }
    }
    for (Composition { word, pattern }, kind, count) in folded {
        let inner = if pattern.contains("HASH") { "hashes" } else { "ciphers" };
        let name = format!("{kind:<6} {pattern}");
        let line = format!("{name:<27} with {count} {inner}: `digest list {word}`");
        if line.len() <= columns {
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{kind:<6} {pattern}")?;
        }
    }
    Ok(())
}

/// Returns the table row of an algorithm.
fn row(one: &CatalogEntry) -> [String; 6] {
    let implementation = one.implementation();
    [
        one.kind().to_owned(),
        one.name().into_owned(),
        bytes(one).map_or_else(String::new, |bytes| (8 * bytes).to_string()),
        one.status().name().to_owned(),
        implementation.backend.to_owned(),
        implementation.timing.name().to_owned(),
    ]
}

/// Returns the width of each column: the length of its longest text, but at least a default width. Because of the
/// default widths, the columns of most tables start at the same positions, whichever algorithms they list.
fn widths(rows: &[[String; 6]]) -> [usize; 6] {
    let mut widths = [6, 20, 4, 11, 9, 13];
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(text.len());
        }
    }
    widths
}

fn write_row(out: &mut Out, row: &[String], widths: &[usize; 6]) -> anyhow::Result<()> {
    let mut line = String::new();
    for (place, (text, &width)) in row.iter().zip(widths).enumerate() {
        match place {
            0 | 1 => line += &format!("{text:<width$} "),
            2 => line += &format!("{text:>width$}  "),
            _ => line += &format!("{text:<width$}  "),
        }
    }
    Ok(writeln!(out, "{}", line.trim_end())?)
}
