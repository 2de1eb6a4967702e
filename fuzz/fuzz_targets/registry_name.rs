//! Checks lookups by name. No name may cause a panic. A lookup must return an algorithm with the given name. For an
//! unknown name, every suggested name must exist.
#![no_main]

use astragal::registry::{self, Kind, normalize};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (which, name) = input;
    let kind = usize::from(which) % Kind::ALL.len();
    let kinds = &Kind::ALL[kind..=kind];
    match registry::find(kinds, name) {
        Ok(row) => {
            assert_eq!(registry::find(kinds, row.name), Ok(row));
            // The name of a composed algorithm such as HMAC may contain any alias of its hash or cipher. `aliases` does
            // not list these combinations, so the names of composed algorithms are not checked.
            let is_composed =
                matches!(row.kind, Kind::Mac | Kind::Aead | Kind::Kdf | Kind::KeyWrap);
            let mut names = std::iter::once(&row.name).chain(row.aliases);
            assert!(is_composed || names.any(|known| normalize(known) == normalize(name)));
        }
        Err(error) => {
            for near in error.nearest() {
                assert_eq!(registry::find(kinds, near).map(|row| row.name), Ok(near));
            }
            let _ = error.to_string();
        }
    }
    let _ = registry::find(Kind::ALL, name).map_err(|error| error.elsewhere());
    let _ = registry::mode(name).map(|mode| assert!(normalize(name).ends_with(mode.mode.suffix())));
});
