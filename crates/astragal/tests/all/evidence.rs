//! Checks that there is evidence for each algorithm that declares `constant-time`. The table written by `cargo xtask
//! ct` must list the algorithm with its backend on this machine, and report zero dependences on secrets. Backends that
//! valgrind cannot decode may be missing; the test prints them.
#![cfg(target_arch = "x86_64")]

#[path = "../common/composed.rs"]
mod composed;

use std::collections::BTreeSet;

use astragal::registry::{
    AEADS, CIPHERS, HASHES, Implementation, Timing, XOFS, composed_aeads, kdfs, key_wraps, mac,
    macs, modes,
};

const TABLE: &str = include_str!("../../../../docs/evidence-ct.md");

/// Backends whose instructions valgrind cannot decode. These backends are checked with models of the instructions.
const UNDECODED: [&str; 4] = [" on avx512", " on gfni", " on vaes", " on sha-ni"];

#[test]
fn constant_time_rows_appear_in_the_evidence() {
    let seen: BTreeSet<[&str; 3]> = TABLE.lines().filter_map(row).collect();
    assert!(seen.len() > 500, "the table of measured functions has too few rows");
    let mut unseen = Vec::new();
    let mut promise = |kind: &str, name: &str, implementation: Implementation| {
        let Implementation { backend, timing } = implementation;
        // `TABLE` may lack a composed algorithm, such as HMAC-SHA-256, with the backend `backend`. It must then list the
        // base, such as SHA-256, with this backend, and the composed algorithm with at least one backend.
        let is_composed_of_seen = || {
            let (base_kind, base) = composed::base(kind, name)?;
            let is_seen = seen.contains(&[base_kind, base, backend]);
            Some(is_seen && seen.iter().any(|[a, b, _]| [*a, *b] == [kind, name]))
        };
        let is_seen = seen.contains(&[kind, name, backend]) || is_composed_of_seen() == Some(true);
        if timing == Timing::Constant && !is_seen {
            unseen.push(format!("{kind} {name} on {backend}"));
        }
    };
    HASHES.iter().for_each(|row| promise("hash", row.name, row.implementation()));
    XOFS.iter().for_each(|row| promise("xof", row.name, row.implementation()));
    let cmacs = CIPHERS.iter().filter_map(|row| mac(&format!("cmac-{}", row.name)).ok());
    macs().chain(cmacs).for_each(|row| promise("mac", row.name, row.implementation()));
    let aeads = AEADS.iter().chain(composed_aeads());
    aeads.for_each(|row| promise("aead", row.name, row.implementation()));
    CIPHERS.iter().for_each(|row| promise("cipher", row.name, row.implementation()));
    modes().for_each(|mode| promise("mode", &mode.name(), mode.cipher.implementation()));
    key_wraps().for_each(|row| promise("key-wrap", row.name, row.implementation()));
    kdfs().for_each(|row| promise("kdf", row.name, row.implementation()));
    let (undecoded, unseen): (Vec<_>, Vec<_>) =
        unseen.into_iter().partition(|line| UNDECODED.iter().any(|name| line.ends_with(name)));
    println!("not shown on this machine, {}: {}", undecoded.len(), undecoded.join(", "));
    let list = unseen.join("\n");
    assert!(
        unseen.is_empty(),
        "rows that claim constant time but were not measured; run cargo xtask ct\n{list}"
    );
}

/// Parses a line of the results table. Returns the kind, name and backend if the line says `constant-time` and zero
/// dependences on secrets. Otherwise, returns `None`.
fn row(line: &str) -> Option<[&str; 3]> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    match fields[..] {
        ["", kind, name, backend, "constant-time", _, _, "0", ""] => Some([kind, name, backend]),
        _ => None,
    }
}

#[test]
fn evidence_lines_with_dependencies_do_not_count() {
    let line = "| hash | md5 | avx2 | constant-time | models | 4 | 0 |";
    assert_eq!(row(line), Some(["hash", "md5", "avx2"]));
    assert_eq!(row(&line.replace("| 0 |", "| 1 |")), None);
    assert_eq!(row(&line.replace("constant-time", "table-based")), None);
}
