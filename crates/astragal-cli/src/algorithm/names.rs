//! Finds algorithms in the registry by the names that users give. Formats the errors for unknown names.

use astragal::registry::{self, HashRow, Kind, MacRow, Status, UnknownName, XofRow, normalize};

use crate::cli;
use crate::exit::usage;

/// Kinds of algorithms without a key.
const HASHES: &[Kind] = &[Kind::Hash, Kind::SizedHash, Kind::Xof];

/// Finds an algorithm with variable output length: an extendable-output function, TupleHash or ParallelHash.
pub(crate) fn xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    registry::xof(name).or_else(|error| registry::sized_hash(name).map_err(|_| error))
}

/// Finds a hash by its name.
///
/// # Errors
/// Returns a usage error that suggests similar names if the name is unknown.
pub(super) fn hash(name: &str) -> anyhow::Result<&'static HashRow> {
    registry::hash(name).map_err(|_| unknown_hash(name))
}

/// Finds a message authentication code. The name of a hash that takes a key also names a MAC: `blake2b` is keyed
/// BLAKE2b-512.
///
/// # Errors
/// Returns a usage error that suggests similar names if the name is unknown.
pub(crate) fn mac(name: &str) -> anyhow::Result<&'static MacRow> {
    let keyed_hash = || registry::mac(registry::hash(name).ok()?.name).ok();
    registry::mac(name).or_else(|error| keyed_hash().ok_or(error)).map_err(unknown_mac)
}

/// Returns whether a hash or an extendable-output function has this name, which may include an output length.
pub(crate) fn is_known(name: &str) -> bool {
    let is_row = |name| registry::hash(name).is_ok() || xof(name).is_ok();
    is_row(name) || name_and_length(name).is_some_and(|(name, _)| is_row(name))
}

/// Splits `shake128-256`, `shake128/256` or `shake128_256` into the name and the length in bytes.
pub(super) fn name_and_length(name: &str) -> Option<(&str, usize)> {
    let (function, bits) = name.rsplit_once(['-', '/', '_'])?;
    let bits: usize = bits.parse().ok()?;
    (bits.is_multiple_of(8) && bits > 0).then_some((function, bits / 8))
}

/// Finds a hash with an output length for which the registry has no entry. The length in bits may be part of `name`, as
/// in `blake2b-200` or `skein512-1000`. The length may also be given in bytes as `length`, with a name such as
/// `blake2b`.
///
/// Returns the registry's entry for the function, the function's name without a length, and the length in bytes.
/// Returns `None` if the registry has an entry for this length, or if the function does not support the length.
pub(super) fn sized_hash(
    name: &str,
    length: Option<usize>,
) -> Option<(&'static HashRow, &'static str, usize)> {
    let (function, bytes) = match (length, name_and_length(name)) {
        (length, Some((function, bytes))) if length.is_none_or(|length| length == bytes) => {
            (function, bytes)
        }
        (Some(length), _) => (name, length),
        (None, _) => return None,
    };
    let row = registry::hash(function).ok()?;
    // Accepts only an alias, such as `blake2b`. The canonical name, such as `blake2b-512`, already contains a digest
    // length.
    let function = normalize(function);
    let function = row.aliases.iter().copied().find(|alias| *alias == function)?;
    let has_length = row.takes.digest_bytes?.contains(bytes);
    let has_row = registry::hash(&format!("{function}-{}", 8 * bytes as u128)).is_ok();
    (has_length && !has_row).then_some((row, function, bytes))
}

/// Finds the member of a hash family with this output length: `sha3` with 64 bytes is `sha3-512`.
///
/// # Errors
/// Returns a usage error if there is no such hash. The error suggests similar names if `name` is unknown, and states
/// the length if `name` is a hash of another length.
pub(super) fn hash_of_length(name: &str, bytes: usize) -> anyhow::Result<&'static HashRow> {
    let bits = 8 * bytes as u128;
    let named = registry::hash(name);
    if let Ok(row) = named
        && row.digest_bytes == bytes
    {
        return Ok(row);
    }
    // Replaces the family name `sha2`, because SHA-2 hashes are named `sha256`, not `sha2-256`.
    let family = if normalize(name) == "sha2" { "sha" } else { name };
    let candidates = [format!("{family}-{bits}"), format!("{family}{bits}")];
    if let Some(row) = candidates.iter().find_map(|name| registry::hash(name).ok()) {
        return Ok(row);
    }
    let row = named.map_err(|_| unknown_hash(name))?;
    let (name, expected) = (row.name, 8 * row.digest_bytes);
    Err(usage(format_args!("{name}: length is {bits} bits; expected {expected}")))
}

/// Returns the error for a name that is neither a hash nor an extendable-output function.
fn unknown_hash(name: &str) -> anyhow::Error {
    if cli::is_command(name) {
        return usage(format_args!("{name} is a command; put it before all options"));
    }
    if let Ok(row) = registry::mac(name) {
        let name = row.name;
        return usage(format_args!("{name} needs a key; use `digest mac {name} FILE`"));
    }
    match registry::find(HASHES, name) {
        Ok(row) => usage(format_args!("{} is a {}", row.name, row.kind)),
        Err(error) => unknown(error, "digest list"),
    }
}

/// Returns the error for a name that is not a message authentication code.
fn unknown_mac(error: UnknownName) -> anyhow::Error {
    let name = error.given();
    let row = registry::hash(name).ok();
    if row.is_some_and(|row| row.status == Status::NotCryptographic) {
        return usage(format_args!("{name} is a checksum; it has no MAC"));
    }
    if let Some(hmac) = row.and_then(|row| registry::mac(&format!("hmac-{}", row.name)).ok()) {
        return usage(format_args!("{name} is a hash without a key; use {}", hmac.name));
    }
    unknown(error, "digest list mac")
}

/// Returns the error for a name that is not a key derivation function.
pub(crate) fn unknown_kdf(error: UnknownName) -> anyhow::Error {
    unknown(error, "digest list kdf")
}

/// Converts the registry's error to a usage error. If the registry suggests no name, adds the command that lists all
/// names.
fn unknown(error: UnknownName, list: &str) -> anyhow::Error {
    if error.elsewhere().is_some() || !error.nearest().is_empty() {
        return usage(error);
    }
    usage(format_args!("{error}; see `{list}`"))
}
