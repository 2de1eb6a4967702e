//! `digest list`: every algorithm, as a table or as JSON.

use std::io::Write as _;

use astragal::error::Allowed;
use astragal::registry::{self, Algorithm, Kind};
use serde_json::{Value, json};

use crate::cli::ListArgs;
use crate::console::Out;
use crate::exit::{Exit, usage};

/// The flags that set an algorithm's parameters.
pub(crate) fn takes(algorithm: &Algorithm) -> Vec<&'static str> {
    let flags: &[(bool, &'static str)] = match algorithm {
        Algorithm::Xof(row) => &[
            (true, "--length"),
            (row.takes.custom, "--custom"),
            (row.takes.function_name, "--name"),
            (row.takes.domain, "--domain"),
            (row.takes.block_bytes, "--block"),
        ],
        Algorithm::Mac(row) => &[
            (!matches!(row.tag_bytes_allowed, Allowed::Exactly(_)), "--length"),
            (row.takes_custom, "--custom"),
        ],
        Algorithm::Kdf(row) => {
            let rule = row.rule;
            let is_taken = |what| rule.needs().contains(&what) || rule.takes().contains(&what);
            &[
                (true, "--length"),
                (is_taken("salt"), "--salt"),
                (is_taken("number of iterations"), "--iterations"),
                (is_taken("memory m"), "--memory"),
                (is_taken("number of passes t"), "--passes"),
                (is_taken("cost N"), "--cost"),
                (is_taken("block size r"), "--block-size"),
                (is_taken("parallelization p"), "--parallel"),
                (is_taken("secret"), "--secret-file"),
                (is_taken("associated data"), "--associated-data"),
                (is_taken("version"), "--argon2-version"),
                (is_taken("label"), "--label"),
                (is_taken("info"), "--info"),
            ]
        }
        _ => &[],
    };
    flags.iter().filter(|(is_taken, _)| *is_taken).map(|(_, flag)| *flag).collect()
}

/// A kind in a word.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::SizedHash => "hash",
        kind => kind.name(),
    }
}

/// The length that tells most: the digest's, output's or tag's, or a cipher's block.
fn bytes(algorithm: &Algorithm) -> Option<usize> {
    algorithm.sizes.output_bytes.or(algorithm.sizes.block_bytes)
}

fn to_json(algorithm: &Algorithm) -> Value {
    let sizes = algorithm.sizes;
    let implementation = algorithm.implementation();
    json!({
        "kind": word(algorithm.kind),
        "name": algorithm.name,
        "aliases": algorithm.aliases,
        "output_bytes": bytes(algorithm),
        "block_bytes": sizes.block_bytes,
        "key_bytes": sizes.key_bytes.map(|allowed| allowed.to_string()),
        "nonce_bytes": sizes.nonce_bytes.map(single),
        "takes": takes(algorithm),
        "family": algorithm.family,
        "standard": algorithm.standard,
        "status": algorithm.status.name(),
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

/// What there is one of for almost every hash: the rule by which it is named, and the word that lists it.
const RULES: [(&str, &str); 5] = [
    ("hmac-", "hmac"),
    ("pbkdf2-hmac-", "pbkdf2"),
    ("scrypt-hmac-", "scrypt"),
    ("hkdf-", "hkdf"),
    ("kbkdf-hmac-", "kbkdf"),
];

/// Its place among [`RULES`].
fn rule(algorithm: &Algorithm) -> Option<usize> {
    let is_keyed = matches!(algorithm.kind, Kind::Mac | Kind::Kdf);
    RULES.iter().position(|(prefix, _)| is_keyed && algorithm.name.starts_with(prefix))
}

/// Whether the word is its kind, family, status or rule.
fn is(algorithm: &Algorithm, wanted: &str) -> bool {
    [word(algorithm.kind), algorithm.family, algorithm.status.name()].contains(&wanted)
        || rule(algorithm).is_some_and(|rule| RULES[rule].1 == wanted)
}

/// The names of all algorithms, each once.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for algorithm in registry::algorithms() {
        if !names.contains(&algorithm.name) {
            names.push(algorithm.name);
        }
    }
    names
}

pub(crate) fn run(arguments: &ListArgs) -> anyhow::Result<Exit> {
    let mut algorithms: Vec<Algorithm> = registry::algorithms().collect();
    for given in &arguments.words {
        let wanted = given.to_lowercase();
        let before = algorithms.len();
        algorithms.retain(|algorithm| is(algorithm, &wanted));
        if algorithms.is_empty() {
            let hint = "it takes a kind (hash, xof, mac, aead, cipher, kdf), a family or a status";
            return Err(usage(format_args!("none of {before} is {given:?}; {hint}")));
        }
    }
    let mut to = Out::new();
    if arguments.json {
        let all: Vec<Value> = algorithms.iter().map(to_json).collect();
        writeln!(to, "{:#}", Value::from(all))?;
    } else if arguments.names {
        algorithms.iter().try_for_each(|algorithm| writeln!(to, "{}", algorithm.name))?;
    } else {
        let is_wanted = |name: &str| arguments.words.iter().any(|w| w.eq_ignore_ascii_case(name));
        let rules = RULES.map(|(_, name)| !is_wanted(name));
        write_table(&mut to, &algorithms, rules)?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

/// At most 80 columns; what goes by a rule that `is_folded` is a line.
fn write_table(
    to: &mut Out,
    algorithms: &[Algorithm],
    is_folded: [bool; RULES.len()],
) -> anyhow::Result<()> {
    let mut folded = [0; RULES.len()];
    let mut rows = Vec::new();
    for algorithm in algorithms {
        match rule(algorithm).filter(|&rule| is_folded[rule]) {
            Some(rule) => folded[rule] += 1,
            None => rows.push(algorithm),
        }
    }
    let width = rows.iter().map(|algorithm| algorithm.name.len()).max().unwrap_or(0).max(20);
    let (bits, backend) = ("bits", "backend");
    writeln!(to, "kind   {:<width$} {bits:>4}  {:<11}  {backend:<9}  timing", "name", "status")?;
    for algorithm in rows {
        let bits = bytes(algorithm).map_or_else(String::new, |n| (8 * n).to_string());
        let implementation = algorithm.implementation();
        writeln!(
            to,
            "{:<6} {:<width$} {bits:>4}  {:<11}  {:<9}  {}",
            word(algorithm.kind),
            algorithm.name,
            algorithm.status.name(),
            implementation.backend,
            implementation.timing.name(),
        )?;
    }
    for ((prefix, name), count) in RULES.iter().zip(folded) {
        if count > 0 {
            let kind = if *name == "hmac" { "mac" } else { "kdf" };
            let rule = format!("{prefix}HASH");
            writeln!(to, "{kind:<6} {rule:<20} of {count} hashes: `digest list {name}`")?;
        }
    }
    write_modes(to, algorithms)
}

/// The modes of the block ciphers among `algorithms`, which are composed by rule.
fn write_modes(to: &mut Out, algorithms: &[Algorithm]) -> anyhow::Result<()> {
    let blocks = || {
        let ciphers = algorithms.iter().filter(|algorithm| algorithm.kind == Kind::Cipher);
        ciphers.filter_map(|cipher| cipher.sizes.block_bytes)
    };
    let (all, of_128) = (blocks().count(), blocks().filter(|&bytes| bytes == 16).count());
    let mut line = |kind: &str, rule: &str, count: usize| match count {
        0 => Ok(()),
        count => writeln!(to, "{kind:<6} {rule:<51} of {count} ciphers"),
    };
    line("mode", "CIPHER-cbc, CIPHER-ctr, CIPHER-cfb, CIPHER-ofb", all)?;
    line("mode", "CIPHER-xts", of_128)?;
    line("aead", "CIPHER-gcm, CIPHER-ccm (aes-128, aes-256: -gcm-siv)", of_128)?;
    line("mac", "cmac-CIPHER", of_128)?;
    line("kdf", "kbkdf-cmac-CIPHER", of_128)?;
    Ok(())
}
