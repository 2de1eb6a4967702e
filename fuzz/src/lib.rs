//! Code that the fuzz targets share: lists of algorithms, and a function that selects a list element by a number from
//! the input.

use std::sync::LazyLock;

use astragal::error::Allowed;
use astragal::registry::{self, AeadRow, CipherMode, MacRow};

/// All AEADs, including the authenticated modes of block ciphers.
pub static AEADS: LazyLock<Vec<&'static AeadRow>> =
    LazyLock::new(|| registry::AEADS.iter().chain(registry::composed_aeads()).collect());

/// All MACs, including CMAC with each block cipher.
pub static MACS: LazyLock<Vec<&'static MacRow>> =
    LazyLock::new(|| registry::macs().chain(registry::composed_macs()).collect());

/// Every mode of every block cipher.
pub static MODES: LazyLock<Vec<CipherMode>> = LazyLock::new(|| registry::modes().collect());

/// Returns the element with the index `number` modulo the length of the list.
pub fn choose<T>(elements: &[T], number: u16) -> &T {
    &elements[usize::from(number) % elements.len()]
}

/// Repeats `secret`, which may be empty, to `bytes` bytes. Each byte is XORed with its index, because XTS rejects keys
/// with equal halves.
pub fn stretch(secret: &[u8], bytes: usize) -> Vec<u8> {
    let repeated = secret.iter().chain(&[0]).cycle();
    (0_u8..=255).cycle().zip(repeated).map(|(i, k)| i ^ k).take(bytes).collect()
}

/// Returns `key` if its length is allowed. Otherwise extends or shortens `key` to the shortest allowed length.
pub fn fit_key(key: &[u8], allowed: Allowed) -> Vec<u8> {
    if allowed.contains(key.len()) {
        return key.to_vec();
    }
    let shortest = (0..).find(|&bytes| allowed.contains(bytes)).expect("some length is allowed");
    stretch(key, shortest)
}
