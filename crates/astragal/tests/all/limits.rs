//! Compares the length limits of authenticated ciphers in the registry with the table in the documentation. Also checks
//! that longer messages are rejected.

use astragal::registry::{self, AEADS, composed_aeads};

const PAGE: &str = include_str!("../../../../docs/choose.md");

/// Parses a limit in the table, such as `2^36 - 32` or `2^36`. Returns `None` for `no limit`.
fn number(text: &str) -> Option<u64> {
    let (power, subtrahend) = text.split_once(" - ").unwrap_or((text, "0"));
    let exponent: u32 = power.strip_prefix("2^")?.parse().unwrap();
    Some((1 << exponent) - subtrahend.parse::<u64>().unwrap())
}

#[test]
fn rows_match_the_table_of_the_documentation() {
    let mut documented = 0;
    for line in PAGE.lines() {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, message, random, counted, reuse, commits] = fields[..] else { continue };
        let Some(name) = name.strip_prefix("| `").and_then(|name| name.strip_suffix('`')) else {
            continue;
        };
        let suffix = name.trim_start_matches("CIPHER").trim_start_matches("aes-256");
        let is_described = |row: &registry::AeadRow| match name {
            _ if suffix == name => row.name == name,
            _ => row.name != "xaes-256-gcm" && row.name.ends_with(suffix),
        };
        let is_siv = |name: &str| suffix == "-siv" && name.ends_with("-gcm-siv");
        let rows = AEADS.iter().chain(composed_aeads());
        for row in rows.filter(|row| is_described(row) && !is_siv(row.name)) {
            let limits = row.limits;
            assert_eq!(limits.message_bytes, number(message), "{}", row.name);
            assert_eq!(Some(limits.random_nonces_log2), exponent(random), "{}", row.name);
            assert_eq!(Some(limits.counted_nonces_log2), exponent(counted), "{}", row.name);
            assert_eq!(limits.is_nonce_reuse_fatal, reuse.contains("forgeries"), "{}", row.name);
            assert_eq!(limits.commits_to_key, commits.starts_with("yes"), "{}", row.name);
            documented += 1;
        }
    }
    let older = AEADS.iter().filter(|row| row.family == "ascon").count() - 1;
    assert_eq!(documented + older, AEADS.len() + composed_aeads().count());
}

fn exponent(text: &str) -> Option<u32> {
    text.strip_prefix("2^")?.parse().ok()
}

/// With a 12-byte nonce, CCM has 3 bytes for the message length, so the limit is 2^24 - 1 bytes. The tests of the
/// Python package check higher limits, with sparse files.
#[test]
fn ccm_refuses_messages_over_the_limit() {
    let row = registry::aead("aes-128-ccm").unwrap();
    let (aead, nonce) = (row.new_aead(&[7; 16]).unwrap(), [1; 12]);
    let mut text = vec![0; 1 << 24];
    let mut tag = [0; 16];
    let error = aead.encrypt_in_place_detached(&nonce, b"", &mut text, &mut tag).unwrap_err();
    assert_eq!(error.to_string(), "message is 16777216 bytes; aes-128-ccm takes at most 16777215");
    assert!(aead.decrypt_in_place_detached(&nonce, b"", &mut text, &tag).is_err());
    let longest = &mut text[1..];
    aead.encrypt_in_place_detached(&nonce, b"", longest, &mut tag).unwrap();
    aead.decrypt_in_place_detached(&nonce, b"", longest, &tag).unwrap();
}
