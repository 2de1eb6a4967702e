//! No name makes a look-up fail otherwise than by an error, and what is found answers to the name.
#![no_main]

use astragal::registry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|name: &str| {
    match registry::hash(name) {
        Ok(row) => {
            let mut names = std::iter::once(&row.name).chain(row.aliases);
            assert!(names.any(|known| registry::normalize(known) == registry::normalize(name)));
        }
        Err(error) => {
            for near in error.nearest() {
                assert!(registry::hash(near).is_ok());
            }
            let _ = error.to_string();
        }
    }
    let _ = registry::find(registry::Kind::ALL, name);
});
