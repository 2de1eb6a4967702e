//! `digest info ALG`: what is known of one name, in every kind that has it.

use std::io::Write as _;

use astragal::registry::{Kind, normalize};

use crate::algorithm;
use crate::cli::Parameters;
use crate::command::list::{Algorithm, algorithms, word};
use crate::console::Out;
use crate::exit::Exit;

pub(crate) fn run(name: &str) -> anyhow::Result<Exit> {
    let wanted = normalize(name);
    let answers = |algorithm: &&Algorithm| {
        let mut names = std::iter::once(&algorithm.name).chain(algorithm.aliases);
        names.any(|name| normalize(name) == wanted)
    };
    let all = algorithms();
    let found: Vec<&Algorithm> = all.iter().filter(answers).collect();
    if found.is_empty() {
        // Its error has the suggestions.
        algorithm::Algorithm::new(name, None, &Parameters::default())?;
    }
    let mut to = Out::new();
    for (i, algorithm) in found.iter().enumerate() {
        if i > 0 {
            writeln!(to)?;
        }
        let (output, block) = match algorithm.kind {
            Kind::Hash => ("digest", "block"),
            Kind::Xof => ("output", "rate"),
            Kind::Mac | Kind::Aead => ("tag", "block"),
            Kind::Cipher => ("block", "block"),
            Kind::Kdf => ("key", "block"),
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
        if let Some(allowed) = algorithm.key_bytes {
            line("key", &format!("{allowed} bytes"))?;
        }
        if let Some(bytes) = algorithm.nonce_bytes {
            line("nonce", &format!("{bytes} bytes"))?;
        }
        line(output, &format!("{} bytes", algorithm.output_bytes))?;
        if let Some(bytes) = algorithm.block_bytes {
            line(block, &format!("{bytes} bytes"))?;
        }
        if !algorithm.takes.is_empty() {
            line("takes", &algorithm.takes.join(" "))?;
        }
        line("backend", algorithm.implementation.backend)?;
        line("timing", algorithm.implementation.timing.name())?;
    }
    to.flush()?;
    Ok(Exit::Good)
}
