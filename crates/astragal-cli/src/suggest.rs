//! What to say of a name that no algorithm has, or one of another kind.

use astragal::registry::{self, Kind, Status, UnknownName};

use crate::exit::usage;

/// The kinds that the command hashes with.
const HASHES: &[Kind] = &[Kind::Hash, Kind::SizedHash, Kind::Xof];

/// Neither a hash nor an extendable-output function: the suggestions come from both.
pub(crate) fn unknown(name: &str) -> anyhow::Error {
    if crate::cli::is_command(name) {
        return usage(format_args!("{name} is a command; it comes first, before its options"));
    }
    if let Ok(row) = registry::mac(name) {
        let what = "is a message authentication code, which takes a key";
        return usage(format_args!("{} {what}: digest mac {} FILE", row.name, row.name));
    }
    match registry::find(HASHES, name) {
        Ok(row) => usage(format_args!("{} is a {}", row.name, row.kind)),
        Err(error) => complaint(error, "digest list"),
    }
}

/// Not a message authentication code.
pub(crate) fn unknown_mac(error: UnknownName) -> anyhow::Error {
    let given = error.given();
    let row = registry::hash(given).ok();
    if row.is_some_and(|row| row.status == Status::NotCryptographic) {
        return usage(format_args!(
            "{given} is a checksum; there is no authentication code over it"
        ));
    }
    if let Some(hmac) = row.and_then(|row| registry::mac(&format!("hmac-{}", row.name)).ok()) {
        let what = "is a hash without a key; HMAC over it is";
        return usage(format_args!("{given} {what} {}", hmac.name));
    }
    complaint(error, "digest list mac")
}

/// Not a key derivation function.
pub(crate) fn unknown_kdf(error: UnknownName) -> anyhow::Error {
    complaint(error, "digest list kdf")
}

fn complaint(error: UnknownName, list: &str) -> anyhow::Error {
    if error.elsewhere().is_some() || !error.nearest().is_empty() {
        return usage(error);
    }
    usage(format_args!("{error}; `{list}` shows all"))
}
