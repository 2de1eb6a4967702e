//! Code that several fuzz targets use: lists of algorithms, and a function that selects a list element by a number from
//! the input.

use std::sync::LazyLock;

use astragal::error::Allowed;
use astragal::registry::{self, AeadRow, CipherMode, KeyWrapRow, MacRow};

/// All AEADs, including the authenticated modes of block ciphers.
pub static AEADS: LazyLock<Vec<&'static AeadRow>> =
    LazyLock::new(|| registry::AEADS.iter().chain(registry::composed_aeads()).collect());

/// All MACs, including CMAC with each block cipher.
pub static MACS: LazyLock<Vec<&'static MacRow>> =
    LazyLock::new(|| registry::macs().chain(registry::composed_macs()).collect());

/// Key wrapping, without and with padding, with each block cipher.
pub static KEY_WRAPS: LazyLock<Vec<&'static KeyWrapRow>> =
    LazyLock::new(|| registry::key_wraps().collect());

/// Every mode of every block cipher.
pub static MODES: LazyLock<Vec<CipherMode>> = LazyLock::new(|| registry::modes().collect());

/// Returns an element of the list. Its index is `number` modulo the length of the list.
pub fn choose<T>(elements: &[T], number: u16) -> &T {
    &elements[usize::from(number) % elements.len()]
}

/// Repeats `secret` until it is `bytes` bytes long. An empty `secret` counts as zeros. Each byte is XORed with its
/// index, because XTS rejects keys with equal halves.
pub fn stretch(secret: &[u8], bytes: usize) -> Vec<u8> {
    let repeated = secret.iter().chain(&[0]).cycle();
    (0_u8..=255).cycle().zip(repeated).map(|(i, k)| i ^ k).take(bytes).collect()
}

/// Returns `key` if its length is allowed. Otherwise extends or truncates it to the shortest allowed length.
pub fn fit_key(key: &[u8], allowed: Allowed) -> Vec<u8> {
    if allowed.contains(key.len()) {
        return key.to_vec();
    }
    let shortest = (0..).find(|&bytes| allowed.contains(bytes)).expect("some length is allowed");
    stretch(key, shortest)
}
