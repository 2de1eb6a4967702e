//! `digest list`: every algorithm, as a table or as JSON.

use std::io::{self, BufWriter, Write as _};

use astragal::error::Allowed;
use astragal::registry::{AEADS, CIPHERS, HASHES, Implementation, Kind, Status, XOFS, kdfs, macs};
use serde_json::{Value, json};

use crate::exit::Exit;

/// What the tables have in common, and what only some have.
pub(crate) struct Algorithm {
    pub(crate) kind: Kind,
    pub(crate) name: &'static str,
    pub(crate) aliases: &'static [&'static str],
    /// The digest, the default output or the tag.
    pub(crate) output_bytes: usize,
    /// HMAC's block, or the rate.
    pub(crate) block_bytes: Option<usize>,
    pub(crate) key_bytes: Option<Allowed>,
    pub(crate) nonce_bytes: Option<usize>,
    /// The flags that set its parameters.
    pub(crate) takes: Vec<&'static str>,
    pub(crate) family: &'static str,
    pub(crate) standard: &'static str,
    pub(crate) status: Status,
    pub(crate) implementation: Implementation,
}

/// Every algorithm of every kind.
pub(crate) fn algorithms() -> Vec<Algorithm> {
    let hashes = HASHES.iter().map(|row| Algorithm {
        kind: Kind::Hash,
        name: row.name,
        aliases: row.aliases,
        output_bytes: row.digest_bytes,
        block_bytes: Some(row.block_bytes),
        key_bytes: None,
        nonce_bytes: None,
        takes: Vec::new(),
        family: row.family,
        standard: row.standard,
        status: row.status,
        implementation: row.implementation(),
    });
    let xofs = XOFS.iter().map(|row| Algorithm {
        kind: Kind::Xof,
        name: row.name,
        aliases: row.aliases,
        output_bytes: row.default_output_bytes,
        block_bytes: Some(row.rate_bytes),
        key_bytes: None,
        nonce_bytes: None,
        takes: taken(&[
            (true, "--length"),
            (row.takes.custom, "--custom"),
            (row.takes.function_name, "--name"),
            (row.takes.domain, "--domain"),
            (row.takes.block_bytes, "--block"),
        ]),
        family: row.family,
        standard: row.standard,
        status: row.status,
        implementation: row.implementation(),
    });
    let macs = macs().map(|row| Algorithm {
        kind: Kind::Mac,
        name: row.name,
        aliases: row.aliases,
        output_bytes: row.tag_bytes,
        block_bytes: None,
        key_bytes: Some(row.key_bytes),
        nonce_bytes: None,
        takes: taken(&[
            (!matches!(row.tag_bytes_allowed, Allowed::Exactly(_)), "--length"),
            (row.takes_custom, "--custom"),
        ]),
        family: row.family,
        standard: row.standard,
        status: row.status,
        implementation: row.implementation(),
    });
    let aeads = AEADS.iter().map(|row| Algorithm {
        kind: Kind::Aead,
        name: row.name,
        aliases: row.aliases,
        output_bytes: row.tag_bytes,
        block_bytes: None,
        key_bytes: Some(Allowed::Exactly(row.key_bytes)),
        nonce_bytes: Some(row.nonce_bytes),
        takes: Vec::new(),
        family: row.family,
        standard: row.standard,
        status: row.status,
        implementation: row.implementation(),
    });
    let ciphers = CIPHERS.iter().map(|row| Algorithm {
        kind: Kind::Cipher,
        name: row.name,
        aliases: row.aliases,
        output_bytes: row.block_bytes,
        block_bytes: None,
        key_bytes: Some(Allowed::Exactly(row.key_bytes)),
        nonce_bytes: None,
        takes: Vec::new(),
        family: row.family,
        standard: row.standard,
        status: row.status,
        implementation: row.implementation(),
    });
    hashes.chain(xofs).chain(macs).chain(aeads).chain(key_derivation()).chain(ciphers).collect()
}

fn key_derivation() -> impl Iterator<Item = Algorithm> {
    kdfs().map(|row| Algorithm {
        kind: Kind::Kdf,
        name: row.name,
        aliases: row.aliases,
        output_bytes: 32,
        block_bytes: None,
        key_bytes: None,
        nonce_bytes: None,
        takes: Vec::new(),
        family: row.family,
        standard: row.standard,
        status: row.status,
        implementation: row.implementation(),
    })
}

fn taken(flags: &[(bool, &'static str)]) -> Vec<&'static str> {
    flags.iter().filter(|(is_taken, _)| *is_taken).map(|(_, flag)| *flag).collect()
}

/// A kind in a word.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Hash => "hash",
        Kind::Xof => "xof",
        Kind::Mac => "mac",
        Kind::Aead => "aead",
        Kind::Cipher => "cipher",
        Kind::Kdf => "kdf",
    }
}

impl Algorithm {
    fn to_json(&self) -> Value {
        json!({
            "kind": word(self.kind),
            "name": self.name,
            "aliases": self.aliases,
            "output_bytes": self.output_bytes,
            "block_bytes": self.block_bytes,
            "key_bytes": self.key_bytes.map(|allowed| allowed.to_string()),
            "nonce_bytes": self.nonce_bytes,
            "takes": self.takes,
            "family": self.family,
            "standard": self.standard,
            "status": self.status.name(),
            "backend": self.implementation.backend,
            "timing": self.implementation.timing.name(),
        })
    }
}

pub(crate) fn run(is_json: bool) -> anyhow::Result<Exit> {
    let mut to = BufWriter::new(io::stdout().lock());
    let algorithms = algorithms();
    if is_json {
        let all: Vec<Value> = algorithms.iter().map(Algorithm::to_json).collect();
        writeln!(to, "{:#}", Value::from(all))?;
    } else {
        writeln!(
            to,
            "{:<5} {:<22} {:>5}  {:<12} {:<10} {:<15} standard",
            "kind", "name", "bits", "status", "backend", "timing"
        )?;
        for algorithm in &algorithms {
            writeln!(
                to,
                "{:<5} {:<22} {:>5}  {:<12} {:<10} {:<15} {}",
                word(algorithm.kind),
                algorithm.name,
                8 * algorithm.output_bytes,
                algorithm.status.name(),
                algorithm.implementation.backend,
                algorithm.implementation.timing.name(),
                algorithm.standard,
            )?;
        }
    }
    to.flush()?;
    Ok(Exit::Good)
}
