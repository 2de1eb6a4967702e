//! Known-answer tests: runs every built-in vector through the registry, in one call and in pieces.

#[test]
fn matches_every_built_in_known_answer() {
    let report = astragal_vectors::run_builtin();
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(report.is_good(), "{report}\n{}", failures.join("\n"));
    if cfg!(all(feature = "hashes", feature = "ciphers", feature = "kdf")) {
        assert!(report.skipped.is_empty(), "answers without an algorithm: {:?}", report.skipped);
    }
    println!("{report}");
}
