//! `digest info ALG`: what is known of one name, in every kind that has it.

use std::io::Write as _;

use astragal::registry::{self, Algorithm, Kind};

use crate::cli::Parameters;
use crate::command::list::{takes, word};
use crate::console::Out;
use crate::digester::Digester;
use crate::exit::Exit;

/// Each kind as a list of its own.
const KINDS: [&[Kind]; 7] = [
    &[Kind::Hash],
    &[Kind::SizedHash],
    &[Kind::Xof],
    &[Kind::Mac],
    &[Kind::Aead],
    &[Kind::Cipher],
    &[Kind::Kdf],
];

pub(crate) fn run(name: &str) -> anyhow::Result<Exit> {
    let found: Vec<Algorithm> =
        KINDS.iter().filter_map(|kind| registry::find(kind, name).ok()).collect();
    if found.is_empty() {
        // Its error has the suggestions.
        Digester::new(name, None, &Parameters::default())?;
    }
    let mut to = Out::new();
    for (i, algorithm) in found.iter().enumerate() {
        if i > 0 {
            writeln!(to)?;
        }
        let (output, block) = match algorithm.kind {
            Kind::Hash => ("digest", "block"),
            Kind::Xof | Kind::SizedHash => ("output", "rate"),
            Kind::Cipher => ("block", "block"),
            Kind::Kdf => ("key", "block"),
            _ => ("tag", "block"),
        };
        let mut line = |label: &str, text: &str| writeln!(to, "{label:<9} {text}");
        line("name", algorithm.name)?;
        if !algorithm.aliases.is_empty() {
            line("aliases", &algorithm.aliases.join(", "))?;
        }
        line("kind", word(algorithm.kind))?;
        line("family", algorithm.family)?;
        line("standard", algorithm.standard)?;
        line("status", algorithm.status.name())?;
        if let Some(allowed) = algorithm.sizes.key_bytes {
            line("key", &format!("{allowed} bytes"))?;
        }
        if let Some(bytes) = algorithm.sizes.nonce_bytes {
            line("nonce", &format!("{bytes} bytes"))?;
        }
        if let Some(bytes) = algorithm.sizes.output_bytes {
            line(output, &format!("{bytes} bytes"))?;
        }
        if let Some(bytes) = algorithm.sizes.block_bytes {
            line(block, &format!("{bytes} bytes"))?;
        }
        let takes = takes(algorithm);
        if !takes.is_empty() {
            line("takes", &takes.join(" "))?;
        }
        let implementation = algorithm.implementation();
        line("backend", implementation.backend)?;
        line("timing", implementation.timing.name())?;
    }
    to.flush()?;
    Ok(Exit::Good)
}
