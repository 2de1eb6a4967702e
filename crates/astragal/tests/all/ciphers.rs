//! Selects the ciphers for the tests of modes.

use astragal::registry::{CIPHERS, CipherRow};

/// Returns all AES ciphers. For each other family, returns one cipher per block length: the cipher with the longest
/// key. Shorter keys are omitted, because modes and kernels do not depend on the key length. The known answers cover
/// every key length.
pub(crate) fn one_key_length() -> impl Iterator<Item = &'static CipherRow> {
    let is_longest = |row: &CipherRow| {
        let like =
            |other: &&CipherRow| (other.family, other.block_bytes) == (row.family, row.block_bytes);
        CIPHERS.iter().filter(like).all(|other| other.key_bytes <= row.key_bytes)
    };
    CIPHERS.iter().filter(move |row| row.name.starts_with("aes") || is_longest(row))
}
