//! `digest list`: every algorithm, as a table or as JSON.

use std::io::Write as _;

use astragal::error::Allowed;
use astragal::registry::{AEADS, CIPHERS, HASHES, Implementation, Kind, Status, XOFS, kdfs, macs};
use serde_json::{Value, json};

use crate::cli::ListArgs;
use crate::console::Out;
use crate::exit::{Exit, usage};

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
    fn is_hmac(&self) -> bool {
        self.kind == Kind::Mac && self.name.starts_with("hmac-")
    }

    /// Whether the word is its kind, family or status; or `hmac`, and it is one.
    fn is(&self, wanted: &str) -> bool {
        [word(self.kind), self.family, self.status.name()].contains(&wanted)
            || (wanted == "hmac" && self.is_hmac())
    }

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

/// The names of all algorithms, each once.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for algorithm in algorithms() {
        if !names.contains(&algorithm.name) {
            names.push(algorithm.name);
        }
    }
    names
}

pub(crate) fn run(arguments: &ListArgs) -> anyhow::Result<Exit> {
    let mut algorithms = algorithms();
    for given in &arguments.words {
        let wanted = given.to_lowercase();
        let before = algorithms.len();
        algorithms.retain(|algorithm| algorithm.is(&wanted));
        if algorithms.is_empty() {
            let hint = "it takes a kind (hash, xof, mac, aead), a family or a status";
            return Err(usage(format_args!("none of {before} is {given:?}; {hint}")));
        }
    }
    let mut to = Out::new();
    if arguments.json {
        let all: Vec<Value> = algorithms.iter().map(Algorithm::to_json).collect();
        writeln!(to, "{:#}", Value::from(all))?;
    } else if arguments.names {
        algorithms.iter().try_for_each(|algorithm| writeln!(to, "{}", algorithm.name))?;
    } else {
        let is_folded = !arguments.words.iter().any(|word| word.eq_ignore_ascii_case("hmac"));
        write_table(&mut to, &algorithms, is_folded)?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

/// At most 80 columns; the HMACs, one for almost each hash, are a line.
fn write_table(to: &mut Out, algorithms: &[Algorithm], is_folded: bool) -> anyhow::Result<()> {
    let (bits, backend) = ("bits", "backend");
    writeln!(to, "kind  {:<20} {bits:>4}  {:<11}  {backend:<9}  timing", "name", "status")?;
    let mut hmacs = 0;
    for algorithm in algorithms {
        if is_folded && algorithm.is_hmac() {
            hmacs += 1;
            continue;
        }
        writeln!(
            to,
            "{:<5} {:<20} {:>4}  {:<11}  {:<9}  {}",
            word(algorithm.kind),
            algorithm.name,
            8 * algorithm.output_bytes,
            algorithm.status.name(),
            algorithm.implementation.backend,
            algorithm.implementation.timing.name(),
        )?;
    }
    if hmacs > 0 {
        writeln!(
            to,
            "{:<5} {:<20}       of {hmacs} hashes: `digest list hmac`",
            "mac", "hmac-HASH"
        )?;
    }
    Ok(())
}
