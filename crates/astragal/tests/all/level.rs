//! Fails on a processor without AVX-512 if `ASTRAGAL_REQUIRE=avx512` is set. Tests that compare backends cover only the
//! instruction sets of the processor, so this variable ensures that AVX-512 is covered. Also prints the backends.

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
