//! Docstrings for the constructors, generated from the library's registry of algorithms.

use astragal::error::Allowed;
use astragal::registry::{AeadLimits, Algorithm};

use crate::lookup::keyed_mac;

/// Returns the docstring of a constructor: summary, name, standard, status and parameters.
pub(crate) fn docstring(row: Algorithm) -> String {
    let (name, standard, status) = (row.name, row.standard, row.status.name());
    let summary = match row {
        Algorithm::Hash(row) => {
            let (digest, block) = (row.digest_bytes, row.block_bytes);
            format!("Return a new hash. Digest: {digest} bytes; HMAC block: {block} bytes.")
        }
        Algorithm::Xof(row) if row.takes.output_bytes => {
            let rate = row.rate_bytes;
            format!("Return a new hash of chosen length. Rate: {rate} bytes.")
        }
        Algorithm::Xof(row) => {
            let rate = row.rate_bytes;
            format!("Return a new extendable-output function. Rate: {rate} bytes.")
        }
        Algorithm::Mac(row) => {
            let (key, tag) = (row.key_bytes, row.tag_bytes);
            format!(
                "Return a new message authentication code (MAC). Key in bytes: {key}; tag: {tag} bytes."
            )
        }
        Algorithm::Aead(row) => {
            let (key, nonce, tag) = (row.key_bytes, row.nonce_bytes, row.tag_bytes);
            format!("Return an authenticated cipher. Key: {key} bytes; nonce: {nonce}; tag: {tag}.")
        }
        _ => format!("Return a {}.", row.kind),
    };
    format!("{summary}\n\n{name}, {standard}; {status}.{}", parameters(row))
}

/// Returns the docstring's lines on an authenticated cipher's message length, messages per key, nonce reuse and key
/// commitment.
fn limits(limits: &AeadLimits) -> String {
    let (random, counted) = (limits.random_nonces_log2, limits.counted_nonces_log2);
    let message = match limits.message_bytes {
        Some(bytes) => format!("Longest message: {bytes} bytes. "),
        None => String::new(),
    };
    let reuse = match limits.is_nonce_reuse_fatal {
        true => "reveals messages or allows forgeries",
        false => "reveals which messages are equal",
    };
    let commits = match limits.commits_to_key {
        true => "A ciphertext is valid under one key only.",
        false => "An attacker can construct a ciphertext that is valid under two keys.",
    };
    format!(
        "{message}Messages per key: 2**{random} with random nonces, 2**{counted} with a counter.\nA repeated nonce {reuse}. {commits}"
    )
}

/// Returns a line for each parameter that only some algorithms take.
fn parameters(row: Algorithm) -> String {
    let mut lines: Vec<String> = Vec::new();
    if let Some(mac) = keyed_mac(row) {
        let key = mac.key_bytes;
        lines.push(format!("key -- return a MAC under this key; length in bytes: {key}."));
    }
    match row {
        Algorithm::Hash(row) => {
            let takes = row.takes;
            for (name, allowed) in [
                ("digest_size", takes.digest_bytes),
                ("salt", takes.salt_bytes),
                ("person", takes.personal_bytes),
            ] {
                if let Some(allowed) = allowed {
                    lines.push(format!("{name} -- length in bytes: {allowed}."));
                }
            }
            if takes.key_bytes.is_some() {
                lines.push(
                    "With one of these parameters, the result is a Hash even with a key.".into(),
                );
            }
            if takes.node {
                lines.push(
                    "fanout, depth, leaf_size, node_offset, node_depth, inner_size, last_node -- the tree node to hash."
                        .into(),
                );
            }
            if takes.strings {
                lines.push("public_key, key_id, nonce -- bytes-like objects of any length.".into());
            }
        }
        Algorithm::Xof(row) => {
            if row.takes.items {
                lines.push(
                    "items -- the elements of the tuple, an iterable of bytes-like objects.".into(),
                );
            }
            if row.takes.output_bytes {
                let default = row.default_output_bytes;
                lines.push(format!("length -- length of the output in bytes; default {default}."));
            }
            if row.name == "blake3" {
                lines.push(
                    "derive_key_context -- derive a key from the data, with this context string."
                        .into(),
                );
            } else if row.takes.custom {
                lines.push("custom -- customization string, a bytes-like object.".into());
            }
            if row.takes.function_name {
                lines.push("name -- function name, a bytes-like object; reserved for NIST.".into());
            }
            if row.takes.domain {
                lines.push("domain -- domain separation byte, 0x01 to 0x7f.".into());
            }
            if row.takes.cores {
                lines.push("threads -- 1 to 256, or \"auto\" for one per processor.".into());
            }
            if row.takes.block_bytes {
                lines.push(
                    "block -- block length B in bytes; the blocks are hashed in parallel.".into(),
                );
            }
        }
        Algorithm::Mac(row) => {
            let allowed = row.tag_bytes_allowed;
            if !matches!(allowed, Allowed::Exactly(_)) {
                lines.push(format!("length -- length of the tag in bytes: {allowed}."));
            }
            if row.takes_custom {
                lines.push("custom -- customization string, a bytes-like object.".into());
            }
        }
        Algorithm::Aead(row) => {
            if let Some(allowed) = row.sizes.output_bytes_allowed
                && !matches!(allowed, Allowed::Exactly(_))
            {
                lines.push(format!("tag_size -- length of the tag in bytes: {allowed}.\n"));
            }
            lines.push(limits(&row.limits));
        }
        _ => {}
    }
    if lines.is_empty() { String::new() } else { format!("\n\n{}", lines.join("\n")) }
}
