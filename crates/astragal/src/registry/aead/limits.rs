//! Limits of authenticated ciphers under one key.

/// Limits of an authenticated cipher under one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AeadLimits {
    /// Maximum message length in bytes with a nonce of the usual length. `None`: 2^64 or more. A longer message is
    /// refused.
    pub message_bytes: Option<u64>,
    /// Base-2 logarithm of the number of messages with random nonces of the usual length. The probability of a repeated
    /// nonce stays below 2^-32.
    pub random_nonces_log2: u32,
    /// Base-2 logarithm of the number of messages with a counter as nonce. Each 16 bytes of text count as a message.
    /// Beyond, the ciphertexts differ from random with a probability of more than 2^-32. 64 stands for any number.
    pub counted_nonces_log2: u32,
    /// Whether a ciphertext is valid under one key only. Otherwise an attacker can construct a ciphertext that is valid
    /// under two keys of his choice.
    pub commits_to_key: bool,
    /// Whether a repeated nonce reveals plaintexts or allows forgeries. Otherwise it reveals which messages are equal.
    pub is_nonce_reuse_fatal: bool,
}

impl AeadLimits {
    /// Limits of a cipher that does not commit to its key, and whose nonces must not repeat.
    #[expect(clippy::cast_possible_truncation, reason = "nonces are short")]
    pub(in crate::registry) const fn new(
        message_bytes: u64,
        nonce_bytes: usize,
        counted_nonces_log2: u32,
    ) -> Self {
        // n random nonces of b bits repeat with a probability of n^2 / 2^(b + 1).
        let random = 4 * nonce_bytes as u32 - 16;
        Self {
            message_bytes: if message_bytes == u64::MAX { None } else { Some(message_bytes) },
            random_nonces_log2: if random < counted_nonces_log2 {
                random
            } else {
                counted_nonces_log2
            },
            counted_nonces_log2,
            commits_to_key: false,
            is_nonce_reuse_fatal: true,
        }
    }
}

/// Blocks of 16 bytes that a block cipher may encrypt under a key: its outputs never repeat, and 2^48 of them differ from
/// random with a probability of 2^-33.
pub(in crate::registry) const BLOCKS_LOG2: u32 = 48;
