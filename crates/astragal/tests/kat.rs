//! Known-answer tests. They run every built-in vector through the registry, in one call and in pieces.
//!
//! `ASTRAGAL_TEST_ROWS` selects algorithms by prefixes of their names, separated by spaces. The interpreter in
//! `evidence/machine-code` uses this selection, because it would take minutes to run all vectors. If
//! `ASTRAGAL_TEST_SHORT` is set, only cases with short inputs and few iterations run. Mutation testing starts with them.

#[cfg(all(feature = "hashes", feature = "ciphers", feature = "kdf"))]
#[path = "../../astragal-vectors/tools/wycheproof.rs"]
mod wycheproof;

use astragal_vectors::{Case, Message, Outcome, Report, builtin, run_case, run_text_by};

/// Reason that the report gives for skipping a case that the environment variables do not select.
const NOT_SELECTED: &str = "not selected";

/// Returns whether a case takes little time: its message has at most 20,000 bytes, its other fields at most 1,000
/// bytes, and it has no iterations and no memory cost.
fn is_short(case: &Case) -> bool {
    let is_field_short = |field| case.get(field).is_none_or(|hex| hex.len() <= 2000);
    Message::of(case).is_ok_and(|message| message.bytes() <= 20_000)
        && ["pt", "ct", "ad", "custom", "out", "key"].into_iter().all(is_field_short)
        && !["iterations", "n", "m", "out-skip"].into_iter().any(|field| case.has(field))
}

#[test]
fn matches_every_built_in_known_answer() {
    let rows = std::env::var("ASTRAGAL_TEST_ROWS").unwrap_or_default();
    let only_short = std::env::var_os("ASTRAGAL_TEST_SHORT").is_some();
    let is_selected = |case: &Case| {
        let mut prefixes = rows.split_whitespace();
        (rows.is_empty() || prefixes.any(|prefix| case.alg().starts_with(prefix)))
            && (!only_short || is_short(case))
    };
    let mut report = Report::default();
    for (name, text) in builtin() {
        run_text_by(name, &text, &mut report, |case| {
            if is_selected(case) { run_case(case) } else { Outcome::Skipped(NOT_SELECTED.into()) }
        });
    }
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(report.is_good(), "{report}\n{}", failures.join("\n"));
    report.skipped.remove(NOT_SELECTED);
    if cfg!(all(feature = "hashes", feature = "ciphers", feature = "kdf")) {
        assert!(report.skipped.is_empty(), "answers without an algorithm: {:?}", report.skipped);
    }
    println!("{report}");
}

#[cfg(all(feature = "hashes", feature = "ciphers", feature = "kdf"))]
#[test]
fn matches_wycheproof() {
    let Some(text) = wycheproof::wycheproof() else { return };
    let mut report = Report::default();
    run_text_by("wycheproof", &text, &mut report, run_case);
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(report.is_good(), "{report}\n{}", failures.join("\n"));
    assert!(report.passed > 12_000 && report.skipped.is_empty(), "{report}");
}
