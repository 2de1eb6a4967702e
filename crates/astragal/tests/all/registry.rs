//! Tests properties that every algorithm in the registry's tables must have.

use std::collections::{HashMap, HashSet};

use astragal::error::Allowed;
use astragal::registry::{
    self, HASHES, HashParams, KdfRule, Kind, LONGEST_NAME, SIZED_HASHES, Status, XOFS, XofParams,
    algorithms, kdfs, macs, normalize,
};
use astragal_vectors::builtin;

#[test]
fn names_are_unique_and_well_formed() {
    let mut seen = HashSet::new();
    for row in algorithms() {
        for name in std::iter::once(row.name).chain(row.aliases.iter().copied()) {
            assert_eq!(name, normalize(name), "{name} is not in normal form");
            assert!(name.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-')), "{name}");
            assert!(seen.insert((row.kind, name)), "two {} rows have the name {name}", row.kind);
        }
    }
}

#[test]
fn every_name_and_alias_finds_its_row() {
    for row in algorithms() {
        let kinds = Kind::ALL.iter().position(|&kind| kind == row.kind).unwrap();
        for name in std::iter::once(&row.name).chain(row.aliases) {
            let found = registry::find(&Kind::ALL[kinds..=kinds], &name.to_uppercase()).unwrap();
            assert_eq!(found, row, "{name}");
        }
    }
}

#[test]
fn rejects_empty_and_overlong_names() {
    assert!(registry::find(Kind::ALL, "").is_err());
    assert!(registry::find(Kind::ALL, &"a".repeat(LONGEST_NAME + 1)).is_err());
}

#[test]
fn hash_and_xof_of_different_families_never_share_a_name() {
    // The command `digest` accepts the name of a hash or of an XOF as its first argument. A name that a hash and an XOF
    // share would be ambiguous if they belonged to different families.
    for row in XOFS.iter() {
        for name in std::iter::once(&row.name).chain(row.aliases) {
            if let Ok(hash) = registry::hash(name) {
                assert_eq!(hash.family, row.family, "{name} belongs to two families");
            }
        }
    }
}

#[test]
fn spelling_variants_find_the_same_row() {
    for spelling in ["sha3-256", "SHA3-256", "sha3/256", "Sha3_256", "sha3"] {
        assert_eq!(registry::hash(spelling).unwrap().name, "sha3-256");
    }
    for spelling in ["kt128", "K12", "KangarooTwelve"] {
        assert_eq!(registry::xof(spelling).unwrap().name, "kt128");
    }
    assert_eq!(registry::mac("HMAC-SHA3/256").unwrap().name, "hmac-sha3-256");
}

#[test]
fn row_sizes_match_the_objects() {
    for row in HASHES {
        let mut hash = row.new_hash();
        assert!(row.digest_bytes > 0 && row.block_bytes > 0, "{}", row.name);
        assert_eq!(hash.name(), row.name);
        assert_eq!(hash.finalize_reset().len(), row.digest_bytes, "{}", row.name);
        assert_eq!(hash.finalize_reset(), row.hash(b""), "{} must be reset", row.name);
    }
    for row in XOFS.iter().chain(SIZED_HASHES) {
        let xof = row.new_xof(&XofParams::default()).unwrap();
        assert_eq!(xof.row().name, row.name);
        assert!(row.rate_bytes > 0 && row.default_output_bytes > 0, "{}", row.name);
    }
    for row in macs() {
        assert!(row.tag_bytes > 0 && row.tag_bytes_allowed.contains(row.tag_bytes), "{}", row.name);
    }
}

#[test]
fn hash_many_matches_single_digests() {
    let bytes = [0xa5; 600];
    for row in HASHES {
        let messages: Vec<&[u8]> = (0..13).map(|i| &bytes[..i * 47]).collect();
        let mut digests = vec![0; messages.len() * row.digest_bytes];
        row.hash_many(&messages, &mut digests).unwrap();
        let expected: Vec<u8> = messages.iter().flat_map(|message| row.hash(message)).collect();
        assert_eq!(digests, expected, "{}", row.name);
        assert!(row.hash_many(&messages, &mut digests[1..]).is_err());
    }
}

#[test]
fn xof_hash_many_matches_single_outputs() {
    // Some lengths are near 8192 bytes, KangarooTwelve's chunk size. KangarooTwelve hashes a message of at most 8192
    // bytes without a tree.
    let bytes: Vec<u8> = (0..=250).cycle().take(8300).collect();
    let lengths = [0, 1, 40, 167, 168, 169, 8191, 8192, 300, 135, 8300, 136, 2, 5];
    let messages: Vec<&[u8]> = lengths.iter().map(|&length| &bytes[..length]).collect();
    for row in XOFS.iter().chain(SIZED_HASHES) {
        for output_bytes in [1, 32, 200] {
            let mut outputs = vec![0; messages.len() * output_bytes];
            row.hash_many(&messages, output_bytes, &mut outputs).unwrap();
            let params = XofParams { output_bytes: Some(output_bytes), ..XofParams::default() };
            for (message, output) in messages.iter().zip(outputs.chunks(output_bytes)) {
                let mut xof = row.new_xof(&params).unwrap();
                if row.takes.items {
                    xof.begin_item(message.len() as u64).unwrap();
                }
                xof.absorb(message).unwrap();
                let mut expected = vec![0; output_bytes];
                xof.squeeze(&mut expected).unwrap();
                assert_eq!(output, expected, "{}, {} bytes", row.name, message.len());
            }
            assert!(row.hash_many(&messages, output_bytes, &mut outputs[1..]).is_err());
        }
        row.hash_many(&messages, 0, &mut []).unwrap();
    }
}

#[test]
fn hmac_exists_where_the_block_holds_the_digest() {
    for row in HASHES {
        let offered = registry::mac(&format!("hmac-{}", row.name)).is_ok();
        assert_eq!(offered, row.block_bytes >= row.digest_bytes, "{}", row.name);
    }
}

#[test]
fn every_row_has_known_answers() {
    // Key derivation functions are not checked here, because they do not have vectors for every hash. The next test
    // checks that each of them, such as HKDF, has vectors for at least one hash.
    let mut covered = HashMap::new();
    for row in algorithms().filter(|row| row.kind != Kind::Kdf) {
        // Hashes with selectable output length are listed as XOFs, because both have the same fields in the vector
        // files.
        let kind = if row.kind == Kind::SizedHash { Kind::Xof } else { row.kind };
        let covered =
            covered.entry(kind).or_insert_with(|| astragal_vectors::covered(kind).unwrap());
        assert!(covered.contains_key(row.name), "{} {} has no known answers", row.kind, row.name);
    }
}

#[test]
fn every_kdf_rule_has_known_answers() {
    // Each KDF must have known answers with at least one hash. With other hashes, the KDF is compared with the
    // reference implementation in `kdf.rs`.
    let covered = astragal_vectors::covered(Kind::Kdf).unwrap();
    for rule in [KdfRule::Argon2, KdfRule::Scrypt, KdfRule::Pbkdf2, KdfRule::Hkdf, KdfRule::Kbkdf] {
        let rows = kdfs().filter(|row| row.rule == rule);
        assert!(rows.filter(|row| covered.contains_key(row.name)).count() > 0, "{rule:?}");
    }
    for name in ["argon2d", "argon2i", "argon2id", "scrypt", "pbkdf2-hmac-sha512", "hkdf-sha256"] {
        assert!(covered.contains_key(name), "{name}");
    }
}

#[test]
fn every_vector_file_names_its_source() {
    for (name, text) in builtin() {
        assert!(text.starts_with("# source: "), "{name} does not name the source of its answers");
    }
}

#[test]
fn kinds_and_statuses_have_fixed_names() {
    let kinds = [
        ("hash", "hash"),
        ("sized-hash", "hash of chosen length"),
        ("xof", "extendable-output function"),
        ("keyed-xof", "keyed extendable-output function"),
        ("mac", "message authentication code"),
        ("aead", "authenticated cipher"),
        ("cipher", "block cipher"),
        ("kdf", "key derivation function"),
        ("key-wrap", "key-wrapping algorithm"),
    ];
    let all = Kind::ALL.iter().map(|kind| (kind.name(), kind.to_string()));
    assert!(all.eq(kinds.map(|(name, text)| (name, text.to_owned()))));
    let statuses = [
        (Status::Recommended, "recommended"),
        (Status::Acceptable, "acceptable"),
        (Status::Legacy, "legacy"),
        (Status::Broken, "broken"),
        (Status::NotCryptographic, "not-cryptographic"),
    ];
    for (status, name) in statuses {
        assert_eq!(status.name(), name);
    }
}

#[test]
fn modes_state_standard_status_and_lengths() {
    let stated = |name: &str| {
        let mode = registry::mode(name).unwrap();
        (mode.standard(), mode.status(), mode.key_bytes(), mode.iv_bytes())
    };
    let (good, old) = (Status::Acceptable, Status::Legacy);
    let block = Allowed::Exactly(16);
    assert_eq!(stated("aes-128-cbc"), ("SP 800-38A §6.2", good, 16, block));
    assert_eq!(stated("aes-192-cfb"), ("SP 800-38A §6.3", good, 24, block));
    assert_eq!(stated("anubis-128-ofb"), ("SP 800-38A §6.4", old, 16, block));
    assert_eq!(stated("aes-256-ctr"), ("SP 800-38A §6.5", good, 32, Allowed::Between(1, 16)));
    assert_eq!(stated("aes-256-xts"), ("IEEE 1619", good, 64, block));
    let stream = registry::STREAM_CIPHERS[0].standard;
    assert_eq!(stated("chacha20"), (stream, good, 32, Allowed::Exactly(12)));
}

#[test]
fn debug_output_of_rows_and_errors_shows_names() {
    for name in ["sha3-256", "sha256", "md5", "blake2b-512"] {
        let hash = registry::hash(name).unwrap();
        let shown = format!("{hash:?}");
        assert!(shown.contains(&format!("name: {name:?}")), "{shown}");
        assert!(shown.contains("HashFunctions"), "{shown}");
    }
    let hmac = format!("{:?}", registry::mac("hmac-sha256").unwrap());
    assert!(hmac.contains("\"hmac-sha256\"") && hmac.contains("HmacHash"), "{hmac}");
    let kdf = format!("{:?}", registry::kdf("hkdf-sha256").unwrap());
    assert!(kdf.contains("\"hkdf-sha256\"") && kdf.contains("DeriveOverHash"), "{kdf}");
    let unknown = format!("{:?}", registry::hash("no-such-hash").unwrap_err());
    let expected = "UnknownName { kinds: [Hash], given: \"no-such-hash\", length: 12 }";
    assert_eq!(unknown, expected);
    let params = HashParams { digest_bytes: Some(20), key: Some(b"secret"), ..Default::default() };
    assert_eq!(format!("{params:?}"), "HashParams { digest_bytes: Some(20), .. }");
}

#[test]
fn output_of_a_whole_message_refuses_what_an_object_refuses() {
    let all = XofParams {
        key: Some(&[7; 32]),
        custom: Some(b"custom"),
        function_name: Some(b"name"),
        domain: Some(7),
        block_bytes: Some(1000),
        ..XofParams::default()
    };
    for row in XOFS.iter().chain(SIZED_HASHES) {
        let mut out = [0x5a; 32];
        let refused = row.output_into(&all, b"message", &mut out).unwrap_err();
        assert_eq!(Some(refused), row.new_xof(&all).err(), "{}", row.name);
        assert_eq!(out, [0x5a; 32], "{}", row.name);
    }
}

#[test]
fn output_length_is_fixed_only_for_functions_that_take_it() {
    for row in XOFS.iter().chain(SIZED_HASHES) {
        let output_bytes = row.takes.output_bytes.then_some(100);
        let xof = row.new_xof(&XofParams { output_bytes, ..XofParams::default() }).unwrap();
        assert_eq!(xof.output_bytes(), output_bytes, "{}", row.name);
    }
}

#[test]
fn only_blake3_skips_output_without_computing_it() {
    let seeking: Vec<_> = XOFS.iter().filter(|row| row.seeks()).map(|row| row.name).collect();
    assert_eq!(seeking, ["blake3"]);
}

#[test]
fn turboshake_refuses_a_domain_that_is_zero_or_too_large() {
    for (domain, is_allowed) in [(0, false), (1, true), (0x7f, true), (0x80, false)] {
        let params = XofParams { domain: Some(domain), ..XofParams::default() };
        for name in ["turboshake128", "turboshake256"] {
            let xof = registry::xof(name).unwrap().new_xof(&params);
            assert_eq!(xof.is_ok(), is_allowed, "{name}, domain {domain}");
        }
    }
}
