//! `digest info ALG`: what is known of one name, in every kind that has it.

use std::io::Write as _;

use crate::catalog::{Named, named};
use crate::cli::Parameters;
use crate::console::Out;
use crate::digester::Digester;
use crate::exit::Exit;

pub(crate) fn run(name: &str) -> anyhow::Result<Exit> {
    let found = named(name);
    if found.is_empty() {
        // Its error has the suggestions.
        Digester::new(name, None, &Parameters::default())?;
    }
    let mut to = Out::new();
    for (i, one) in found.iter().enumerate() {
        if i > 0 {
            writeln!(to)?;
        }
        write(&mut to, one)?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

fn write(to: &mut Out, one: &Named) -> anyhow::Result<()> {
    let (nonce, output, block) = match one.kind() {
        "hash" if one.takes().is_empty() => ("nonce", "digest", "block"),
        "hash" | "xof" => ("nonce", "output", "rate"),
        "kdf" => ("nonce", "key", "block"),
        "mode" => ("iv", "output", "block"),
        _ => ("nonce", "tag", "block"),
    };
    let mut line = |label: &str, text: &str| writeln!(to, "{label:<9} {text}");
    line("name", &one.name())?;
    if !one.aliases().is_empty() {
        line("aliases", &one.aliases().join(", "))?;
    }
    line("kind", one.kind())?;
    line("family", one.family())?;
    line("standard", one.standard())?;
    line("status", one.status().name())?;
    if let Some(allowed) = one.key_bytes() {
        line("key", &format!("{allowed} bytes"))?;
    }
    if let Some(allowed) = one.nonce_bytes() {
        line(nonce, &format!("{allowed} bytes"))?;
    }
    if let Some(bytes) = one.output_bytes() {
        line(output, &format!("{bytes} bytes"))?;
    }
    if let Some(bytes) = one.block_bytes() {
        line(block, &format!("{bytes} bytes"))?;
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
