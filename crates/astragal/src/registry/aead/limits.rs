//! Limits on the use of authenticated ciphers with one key.

/// Limits on the use of an authenticated cipher with one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AeadLimits {
    /// Maximum message length in bytes for a nonce of the default length; longer messages are rejected. `None` means a
    /// limit of 2^64 bytes or more.
    pub message_bytes: Option<u64>,
    /// Base-2 logarithm of the maximum number of messages per key with random nonces of the default length. With at
    /// most this many messages, the probability of a repeated nonce is below 2^-32.
    pub random_nonces_log2: u32,
    /// Base-2 logarithm of the maximum number of 16-byte messages per key if nonces come from a counter. A longer
    /// message counts as several messages, one for every 16 bytes of plaintext. With more messages, an attacker can
    /// distinguish the ciphertexts from random data with a probability of more than 2^-32. The value 64 means no limit.
    pub counted_nonces_log2: u32,
    /// Whether every ciphertext is valid under at most one key. If `false`, an attacker can construct a ciphertext that
    /// is valid under two keys.
    pub commits_to_key: bool,
    /// Whether a repeated nonce reveals plaintexts or allows forgeries. If `false`, a repeated nonce only reveals which
    /// messages are equal.
    pub is_nonce_reuse_fatal: bool,
}

impl AeadLimits {
    /// Creates the limits of a cipher that does not commit to its key and whose nonces must not repeat.
    #[expect(clippy::cast_possible_truncation, reason = "the nonce length is a small constant")]
    pub(in crate::registry) const fn new(
        message_bytes: u64,
        nonce_bytes: usize,
        counted_nonces_log2: u32,
    ) -> Self {
        // The probability that n random nonces of b bits contain two equal nonces is about n^2 / 2^(b + 1).
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

/// Base-2 logarithm of the number of 16-byte blocks that one key may encrypt. A block cipher never maps two inputs to
/// the same output, but random blocks can repeat. After 2^48 blocks, this difference distinguishes the outputs from
/// random blocks with a probability of only 2^-33.
pub(in crate::registry) const BLOCKS_LOG2: u32 = 48;
