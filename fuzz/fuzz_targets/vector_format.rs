//! Checks that no text causes a panic in the parser or the runner of known-answer tests.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// Fields of a known-answer case that determine its run time. A case with more than 4 digits in such a field would run
/// too long for fuzzing.
const LONG: [&str; 8] =
    ["msg-repeat", "msg-pattern", "out-skip", "iterations", "n", "m", "t", "block"];

fuzz_target!(|text: &str| {
    if let Ok(cases) = astragal_vectors::parse(text) {
        for case in cases {
            let _ = (case.id(), case.is_invalid(), case.alg(), case.items());
            let digits = |name: &&str| case.get(name).is_some_and(|value| value.len() > 4);
            if !LONG.iter().any(digits) {
                let _ = astragal_vectors::run_case(&case);
            }
        }
    }
});
