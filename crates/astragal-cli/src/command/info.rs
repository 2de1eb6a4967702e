//! `digest info ALG`: describes all algorithms that have the name ALG.

use std::fmt::Display;
use std::io::Write as _;

use crate::algorithm::Algorithm;
use crate::catalog::{CatalogEntry, find};
use crate::cli::Parameters;
use crate::console::Out;
use crate::exit::Exit;

pub(crate) fn run(name: &str) -> anyhow::Result<Exit> {
    let found = find(name);
    if found.is_empty() {
        // No algorithm has this name, so `new` returns an error, which suggests similar names.
        Algorithm::new(name, None, &Parameters::default())?;
    }
    let mut out = Out::stdout();
    for (i, one) in found.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        write(&mut out, one)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn write(out: &mut Out, one: &CatalogEntry) -> anyhow::Result<()> {
    let (nonce, output, block) = match one.kind() {
        "hash" if one.takes().is_empty() => ("nonce", "digest", "block"),
        "hash" | "xof" => ("nonce", "output", "rate"),
        "kdf" => ("nonce", "key", "block"),
        "mode" => ("iv", "output", "block"),
        _ => ("nonce", "tag", "block"),
    };
    let mut line = |label: &str, text: &str| writeln!(out, "{label:<9} {text}");
    line("name", &one.name())?;
    if !one.aliases().is_empty() {
        line("aliases", &one.aliases().join(", "))?;
    }
    line("kind", one.kind())?;
    line("family", one.family())?;
    line("standard", one.standard())?;
    line("status", one.status().name())?;
    if let Some(allowed) = one.key_bytes() {
        line("key", &in_bytes(allowed))?;
    }
    if let Some(allowed) = one.nonce_bytes() {
        line(nonce, &in_bytes(allowed))?;
    }
    if let Some(bytes) = one.output_bytes() {
        line(output, &in_bytes(bytes))?;
    }
    if let Some(bytes) = one.block_bytes() {
        line(block, &in_bytes(bytes))?;
    }
    if let Some(limits) = one.limits() {
        if let Some(bytes) = limits.message_bytes {
            line("message", &format!("at most {bytes} bytes"))?;
        }
        let (random, counted) = (limits.random_nonces_log2, limits.counted_nonces_log2);
        let key = format!("2^{random} messages with random nonces, 2^{counted} with a counter");
        line("one key", &key)?;
        let yes_or_no = |is| if is { "yes" } else { "no" };
        line("commits", yes_or_no(limits.commits_to_key))?;
        let reuse = match limits.is_nonce_reuse_fatal {
            true => "reveals messages or allows forgeries",
            false => "reveals which messages are equal",
        };
        line("reuse", reuse)?;
    }
    let takes = one.takes();
    if !takes.is_empty() {
        line("takes", &takes.join(" "))?;
    }
    let implementation = one.implementation();
    line("backend", implementation.backend)?;
    line("timing", implementation.timing.name())?;
    Ok(())
}

/// Returns a size with its unit, such as `16 bytes` or `at least 1 byte`.
fn in_bytes(size: impl Display) -> String {
    let size = size.to_string();
    let unit = if size.split(' ').next_back() == Some("1") { "byte" } else { "bytes" };
    format!("{size} {unit}")
}
