//! `digest list`: every algorithm, as a table or as JSON.

use std::io::Write as _;
use std::ptr;

use astragal::error::Allowed;
use serde_json::{Value, json};

use crate::catalog::{Named, Rule, all, rows};
use crate::cli::ListArgs;
use crate::console::Out;
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

/// At most 80 columns; what goes by a rule that none of the words names is a line.
fn write_table(to: &mut Out, listed: &[Named], words: &[String]) -> anyhow::Result<()> {
    let mut folded: Vec<(&Rule, &'static str, usize)> = Vec::new();
    let mut rows = Vec::new();
    for one in listed {
        let is_wanted =
            |rule: &&Rule| words.iter().any(|word| word.eq_ignore_ascii_case(rule.word));
        let Some(rule) = one.rule().filter(|rule| !is_wanted(rule)) else {
            rows.push((one, one.name()));
            continue;
        };
        match folded.iter_mut().find(|(other, ..)| ptr::eq(*other, rule)) {
            Some((.., count)) => *count += 1,
            None => folded.push((rule, one.kind(), 1)),
        }
    }
    let width = rows.iter().map(|(_, name)| name.len()).max().unwrap_or(0).max(20);
    if !rows.is_empty() {
        let (bits, backend) = ("bits", "backend");
        writeln!(
            to,
            "kind   {:<width$} {bits:>4}  {:<11}  {backend:<9}  timing",
            "name", "status"
        )?;
    }
    for (one, name) in rows {
        let bits = bytes(one).map_or_else(String::new, |n| (8 * n).to_string());
        let implementation = one.implementation();
        writeln!(
            to,
            "{:<6} {name:<width$} {bits:>4}  {:<11}  {:<9}  {}",
            one.kind(),
            one.status().name(),
            implementation.backend,
            implementation.timing.name(),
        )?;
    }
    for (Rule { word, pattern }, kind, count) in folded {
        let of = if pattern.contains("HASH") { "hashes" } else { "ciphers" };
        writeln!(to, "{kind:<6} {pattern:<20} of {count} {of}: `digest list {word}`")?;
    }
    Ok(())
}
