//! Tests of hashes with parameters, selected by name.

use astragal::error::{ImportError, StateError};
use astragal::hash::{Blake2Node, Skein512_256};
use astragal::registry::{self, DynHash, HASHES, HashParams};

const NONE: HashParams<'_> = HashParams {
    digest_bytes: None,
    key: None,
    salt: None,
    personal: None,
    node: None,
    public_key: None,
    key_id: None,
    nonce: None,
};

/// Returns one `HashParams` for each parameter, with only this parameter set. The string is the parameter's name in
/// error messages.
fn each() -> [(HashParams<'static>, &'static str); 8] {
    let node = Some(Blake2Node { fanout: 2, ..Blake2Node::SEQUENTIAL });
    [
        (HashParams { digest_bytes: Some(20), ..NONE }, "digest of another length"),
        (HashParams { key: Some(b"key"), ..NONE }, "key"),
        (HashParams { salt: Some(b"salt"), ..NONE }, "salt"),
        (HashParams { personal: Some(b"personal"), ..NONE }, "personalization"),
        (HashParams { node, ..NONE }, "position in a tree"),
        (HashParams { public_key: Some(b"public"), ..NONE }, "public key"),
        (HashParams { key_id: Some(b"id"), ..NONE }, "key identifier"),
        (HashParams { nonce: Some(b"nonce"), ..NONE }, "nonce"),
    ]
}

fn digest(hash: &mut (dyn DynHash + 'static), message: &[u8]) -> Vec<u8> {
    hash.update(message);
    hash.finalize_reset()
}

#[test]
fn hash_parameters_change_the_digest_or_are_rejected() {
    let salts: [&[u8]; 3] = [b"salt", &[1; 16], &[1; 32]];
    for row in HASHES {
        let plain = row.hash(b"message");
        let mut same = row.new_hash_with(&NONE).unwrap();
        assert_eq!(digest(same.as_mut(), b"message"), plain, "{}", row.name);
        let takes = row.takes;
        let taken = [
            takes.digest_bytes.is_some(),
            takes.key_bytes.is_some(),
            takes.salt_bytes.is_some(),
            takes.personal_bytes.is_some(),
            takes.node,
            takes.strings,
            takes.strings,
            takes.strings,
        ];
        for ((mut params, what), taken) in each().into_iter().zip(taken) {
            if let (Some(allowed), Some(_)) = (takes.salt_bytes, params.salt) {
                params.salt = salts.into_iter().find(|salt| allowed.contains(salt.len()));
            }
            match row.new_hash_with(&params) {
                Ok(mut hash) => {
                    assert!(taken, "{} accepts a {what}, which its row does not declare", row.name);
                    let bytes = params.digest_bytes.unwrap_or(row.digest_bytes);
                    assert_eq!((hash.name(), hash.digest_bytes()), (row.name, bytes));
                    assert_eq!(hash.block_bytes(), row.block_bytes);
                    let mut copy = hash.boxed_clone();
                    let first = digest(hash.as_mut(), b"message");
                    assert_ne!(first, plain[..bytes], "{} with a {what}", row.name);
                    // `reset` and `clone` keep the parameters.
                    assert_eq!(digest(hash.as_mut(), b"message"), first);
                    assert_eq!(digest(copy.as_mut(), b"message"), first);
                    assert!(hash.finalize_into_reset(&mut vec![0; bytes + 1]).is_err());
                }
                Err(error) => {
                    assert_eq!(error.to_string(), format!("{} takes no {what}", row.name));
                    assert!(!taken);
                }
            }
        }
    }
}

#[test]
fn rejects_parameter_lengths_by_name() {
    for (name, params, error) in [
        (
            "blake2b",
            HashParams { salt: Some(&[0; 17]), ..NONE },
            "salt is 17 bytes; blake2b-512 takes at most 16",
        ),
        (
            "blake2s",
            HashParams { digest_bytes: Some(33), ..NONE },
            "digest is 33 bytes; blake2s-256 takes 1 to 32",
        ),
        (
            "blake2b",
            HashParams { key: Some(b""), ..NONE },
            "key is 0 bytes; blake2b-512 takes 1 to 64",
        ),
        (
            "blake-256",
            HashParams { salt: Some(&[0; 15]), ..NONE },
            "salt is 15 bytes; blake-256 takes 16",
        ),
        (
            "blake-512",
            HashParams { salt: Some(b""), ..NONE },
            "salt is 0 bytes; blake-512 takes 32",
        ),
        (
            "skein512",
            HashParams { digest_bytes: Some(0), ..NONE },
            "digest is 0 bytes; skein512-512 takes at least 1",
        ),
        (
            "skein1024",
            HashParams { key: Some(b""), ..NONE },
            "key is 0 bytes; skein1024-1024 takes at least 1",
        ),
    ] {
        let refused = registry::hash(name).unwrap().new_hash_with(&params).unwrap_err();
        assert_eq!(refused.to_string(), error);
    }
}

#[test]
fn chosen_length_matches_the_row_of_that_length() {
    let params = HashParams { digest_bytes: Some(32), ..NONE };
    let mut hash = registry::hash("skein512").unwrap().new_hash_with(&params).unwrap();
    assert_eq!(digest(hash.as_mut(), b"abc"), Skein512_256::hash(b"abc"));
}

#[test]
fn states_keep_parameters_and_keys_need_explicit_export() {
    for row in HASHES.iter().filter(|row| row.takes.digest_bytes.is_some()) {
        let personal = HashParams { digest_bytes: Some(20), personal: Some(b"for a test"), ..NONE };
        let personal = if row.name.starts_with("blake2s") {
            HashParams { personal: Some(b"a test"), ..personal }
        } else {
            personal
        };
        for key in [None, Some(&b"key"[..])] {
            let mut here = row.new_hash_with(&HashParams { key, ..personal }).unwrap();
            here.update(&[7; 300]);
            let mut there = if key.is_none() {
                registry::import_hash(&here.export_state().unwrap()).unwrap()
            } else {
                assert!(matches!(here.export_state(), Err(StateError::Keyed { .. })));
                let state = here.export_state_with_key();
                assert!(matches!(registry::import_hash(&state), Err(ImportError::Keyed { .. })));
                registry::import_hash_with_key(&state).unwrap()
            };
            assert_eq!((there.name(), there.digest_bytes()), (row.name, 20));
            for _ in 0..2 {
                assert_eq!(here.finalize_reset(), there.finalize_reset(), "{}", row.name);
            }
        }
    }
    let salted = HashParams { salt: Some(&[1; 16]), ..NONE };
    let mut here = registry::hash("blake-224").unwrap().new_hash_with(&salted).unwrap();
    here.update(b"abc");
    let mut there = registry::import_hash(&here.export_state().unwrap()).unwrap();
    assert_eq!((there.name(), there.finalize_reset()), ("blake-224", here.finalize_reset()));
}
