//! `digest list`: every algorithm, as a table or as JSON.

use std::io::Write as _;
use std::ptr;

use astragal::error::Allowed;
use serde_json::{Value, json};

use crate::catalog::{Named, Rule, all, rows};
use crate::cli::ListArgs;
use crate::console::{Out, columns};
use crate::exit::{Exit, usage};

/// The names of the rows of these kinds, or of all if there are none, each once.
pub(crate) fn names(kinds: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let wanted = rows().filter(|row| kinds.is_empty() || kinds.contains(&row.kind()));
    for name in wanted.map(|row| row.name().into_owned()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

pub(crate) fn run(arguments: &ListArgs) -> anyhow::Result<Exit> {
    let mut listed: Vec<Named> = all().collect();
    for given in &arguments.words {
        let wanted = given.to_lowercase();
        let before = listed.len();
        listed.retain(|one| one.answers_to(&wanted));
        if listed.is_empty() {
            let hint = "it takes a kind (hash, xof, mac, aead, cipher, mode, kdf), a family, a status, or how a name begins or ends";
            return Err(usage(format_args!("none of {before} is {given:?}; {hint}")));
        }
    }
    let mut to = Out::new();
    if arguments.json {
        let all: Vec<Value> = listed.iter().map(to_json).collect();
        writeln!(to, "{:#}", Value::from(all))?;
    } else if arguments.names {
        listed.iter().try_for_each(|one| writeln!(to, "{}", one.name()))?;
    } else {
        write_table(&mut to, &listed, &arguments.words)?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

/// The length that tells most: the digest's, output's or tag's, or a cipher's block.
fn bytes(one: &Named) -> Option<usize> {
    one.output_bytes().or(one.block_bytes())
}

fn to_json(one: &Named) -> Value {
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
        "family": one.family(),
        "standard": one.standard(),
        "status": one.status().name(),
        "backend": implementation.backend,
        "timing": implementation.timing.name(),
    })
}

/// A number where one length is allowed, else the lengths in words.
fn single(allowed: Allowed) -> Value {
    match allowed {
        Allowed::Exactly(bytes) => json!(bytes),
        allowed => json!(allowed.to_string()),
    }
}

/// At most 80 columns, and no more than the terminal has; algorithms made by a rule that none of the words names are one
/// line together.
fn write_table(to: &mut Out, listed: &[Named], words: &[String]) -> anyhow::Result<()> {
    let mut folded: Vec<(&Rule, &'static str, usize)> = Vec::new();
    let mut rows = Vec::new();
    for one in listed {
        let is_wanted =
            |rule: &&Rule| words.iter().any(|word| word.eq_ignore_ascii_case(rule.word));
        let Some(rule) = one.rule().filter(|rule| !is_wanted(rule)) else {
            rows.push(row(one));
            continue;
        };
        match folded.iter_mut().find(|(other, ..)| ptr::eq(*other, rule)) {
            Some((.., count)) => *count += 1,
            None => folded.push((rule, one.kind(), 1)),
        }
    }
    let columns = columns();
    if !rows.is_empty() {
        let head = ["kind", "name", "bits", "status", "backend", "timing"].map(str::to_owned);
        let widths = widths(&rows);
        // The last columns are left out where they do not fit.
        let fits = |count: &usize| widths[..*count].iter().sum::<usize>() + 2 * count < columns;
        let count = (2..=head.len()).rev().find(fits).unwrap_or(2);
        for row in std::iter::once(&head).chain(&rows) {
            write_row(to, &row[..count], &widths)?;
        }
    }
    for (Rule { word, pattern }, kind, count) in folded {
        let of = if pattern.contains("HASH") { "hashes" } else { "ciphers" };
        let line = format!("{kind:<6} {pattern:<20} of {count} {of}: `digest list {word}`");
        if line.len() <= columns {
            writeln!(to, "{line}")?;
        } else {
            writeln!(to, "{kind:<6} {pattern}")?;
        }
    }
    Ok(())
}

/// What the table says of an algorithm.
fn row(one: &Named) -> [String; 6] {
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

/// The widths of the columns: those of the longest texts, but not less than usual, so that tables look alike.
fn widths(rows: &[[String; 6]]) -> [usize; 6] {
    let mut widths = [6, 20, 4, 11, 9, 13];
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(text.len());
        }
    }
    widths
}

fn write_row(to: &mut Out, row: &[String], widths: &[usize; 6]) -> anyhow::Result<()> {
    let mut line = String::new();
    for (place, (text, &width)) in row.iter().zip(widths).enumerate() {
        match place {
            0 | 1 => line += &format!("{text:<width$} "),
            2 => line += &format!("{text:>width$}  "),
            _ => line += &format!("{text:<width$}  "),
        }
    }
    Ok(writeln!(to, "{}", line.trim_end())?)
}
