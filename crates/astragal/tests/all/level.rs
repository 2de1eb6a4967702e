//! Checks that the test run covers an instruction set: with `ASTRAGAL_REQUIRE=avx512`, it fails on a processor without
//! AVX-512. Without this variable, tests that compare backends cover only the instruction sets of the processor. This
//! test prints the backends.

use std::env;

use astragal::registry::HASHES;

#[test]
fn required_level_is_available() {
    let mut backends: Vec<_> = HASHES.iter().map(|row| row.implementation().backend).collect();
    backends.sort_unstable();
    backends.dedup();
    println!("backends in use: {}", backends.join(", "));
    if let Ok(required) = env::var("ASTRAGAL_REQUIRE") {
        let is_here = backends.contains(&required.as_str());
        assert!(is_here, "{required} is required; the backends in use are {}", backends.join(", "));
    }
}
