//! Known-answer tests. They run every built-in vector through the registry, in one call and in pieces.
//!
//! `ASTRAGAL_TEST_ROWS` selects algorithms by prefixes of their names, separated by spaces. The interpreter in
//! `evidence/machine-code` uses this selection, because it would take minutes to run all vectors.

#[cfg(all(feature = "hashes", feature = "ciphers", feature = "kdf"))]
#[path = "../../astragal-vectors/tools/wycheproof.rs"]
mod wycheproof;

use astragal_vectors::{Outcome, Report, builtin, run_case, run_text_by};

/// Reason that the report gives for skipping a case whose algorithm `ASTRAGAL_TEST_ROWS` does not select.
const NOT_SELECTED: &str = "not selected";

#[test]
fn matches_every_built_in_known_answer() {
    let rows = std::env::var("ASTRAGAL_TEST_ROWS").unwrap_or_default();
    let is_selected = |name: &str| {
        rows.is_empty() || rows.split_whitespace().any(|prefix| name.starts_with(prefix))
    };
    let mut report = Report::default();
    for (name, text) in builtin() {
        run_text_by(name, &text, &mut report, |case| {
            if is_selected(case.alg()) {
                run_case(case)
            } else {
                Outcome::Skipped(NOT_SELECTED.into())
            }
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
