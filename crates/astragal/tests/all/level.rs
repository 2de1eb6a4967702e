//! With `ASTRAGAL_REQUIRE=avx512`, the test run fails if the processor lacks AVX-512. Without the variable, tests that
//! compare backends cover only the available instruction sets. This test prints them.

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
        assert!(is_here, "{required} is required; here are {}", backends.join(", "));
    }
}
