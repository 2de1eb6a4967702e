//! No text makes the reader of known answers panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(cases) = astragal_vectors::parse(text) {
        for case in cases {
            let _ = (case.id(), case.is_invalid(), case.alg());
        }
    }
});
