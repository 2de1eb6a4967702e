//! Known answers: every built-in vector through the registry, whole and in pieces.

#[test]
fn every_built_in_answer_is_given() {
    limit_from_environment();
    let report = astragal_vectors::run_builtin();
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert!(report.is_good(), "{report}\n{}", failures.join("\n"));
    assert!(report.skipped.is_empty(), "answers without an algorithm: {:?}", report.skipped);
    println!("{report}");
}

/// The tests run once per level of instruction sets, without a build between.
fn limit_from_environment() {
    if let Ok(name) = std::env::var("ASTRAGAL_TEST_CPU") {
        let level = astragal::hazmat::cpu::Level::from_name(&name);
        astragal::hazmat::cpu::limit(level.expect("ASTRAGAL_TEST_CPU names a level"));
    }
}
