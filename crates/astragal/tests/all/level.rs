//! A run that must cover an instruction set fails where the machine lacks it: `ASTRAGAL_REQUIRE=avx512`. Without,
//! the comparisons of backends cover what the machine has, and this says what that is.

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
