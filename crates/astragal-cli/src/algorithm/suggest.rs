//! What to say of a name that no algorithm has, or one of another kind.

use astragal::registry::{self, UnknownName};

use crate::exit::usage;

/// How many names are suggested.
const MOST: usize = 3;

/// Longer names are no names, and looking for similar ones would take long.
const LONGEST_NAME: usize = 64;

/// Neither a hash nor an extendable-output function: the suggestions come from both.
pub(super) fn unknown(error: UnknownName) -> anyhow::Error {
    let given = &error.given;
    if let Ok(row) = registry::mac(given) {
        let what = "is a message authentication code, which takes a key";
        return usage(format_args!("{} {what}: digest mac {} FILE", row.name, row.name));
    }
    if let Ok(row) = registry::aead(given) {
        let what = "is an authenticated cipher; this command hashes";
        return usage(format_args!("{} {what}", row.name));
    }
    let others = registry::xof(given).err().map(|other| other.nearest).unwrap_or_default();
    complaint("algorithm", given, error.nearest.iter().chain(&others))
}

/// Not a message authentication code.
pub(super) fn unknown_mac(error: UnknownName) -> anyhow::Error {
    let given = &error.given;
    let row = registry::hash(given).ok();
    if let Some(hmac) = row.and_then(|row| registry::mac(&format!("hmac-{}", row.name)).ok()) {
        let what = "is a hash, which takes no key; its code is";
        return usage(format_args!("{given} {what} {}", hmac.name));
    }
    complaint("message authentication code", given, error.nearest.iter())
}

fn complaint<'a>(
    kind: &str,
    given: &str,
    nearest: impl Iterator<Item = &'a &'static str>,
) -> anyhow::Error {
    let mut names: Vec<&str> = Vec::new();
    for name in nearest.take_while(|_| given.len() <= LONGEST_NAME) {
        if !names.contains(name) && names.len() < MOST {
            names.push(name);
        }
    }
    let suggestion = match names.as_slice() {
        [] => "`digest list` shows all".to_owned(),
        [one] => format!("did you mean {one}?"),
        [most @ .., last] => format!("did you mean {} or {last}?", most.join(", ")),
    };
    let given: String = given.chars().take(LONGEST_NAME).collect();
    usage(format_args!("there is no {kind} named {given:?}; {suggestion}"))
}
