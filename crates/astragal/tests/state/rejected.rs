//! Checks that an import rejects bytes that are not a valid state, and then leaves the object unchanged.

use astragal::error::ImportError;
use astragal::hash::{Blake3, ParallelHash128, Sha3_256, Sha256};
use astragal::hazmat::state::ExportState;
use astragal::registry::{self, HASHES, MacParams, XofParams};
use astragal::xof::{Blake3Xof, Kt128, Shake128};
use proptest::prelude::*;

use crate::checksum::sealed;
use crate::positions::message;
use crate::{absorbed, new_xof, xof_rows};

#[test]
fn import_rejects_any_altered_byte() {
    let message = message();
    let mut states: Vec<Vec<u8>> = HASHES
        .iter()
        .map(|row| {
            let mut hash = row.new_hash();
            hash.update(&message[..5000]);
            hash.export_state().unwrap()
        })
        .collect();
    for row in xof_rows() {
        states.push(absorbed(row, &message, 9000).export_state().unwrap());
    }
    let import = |state: &[u8]| match registry::import_hash(state) {
        Ok(_) => Ok(()),
        Err(_) => registry::import_xof(state).map(|_| ()),
    };
    for state in &states {
        assert_eq!(import(state), Ok(()));
        for i in 0..state.len() {
            assert!(import(&state[..i]).is_err(), "truncated at byte {i}");
            let mut altered = state.clone();
            altered[i] ^= 1 << (i % 8);
            assert!(import(&altered).is_err(), "changed byte {i} of {}", state.len());
        }
        let longer = [state, &[0][..]].concat();
        assert_eq!(import(&longer), Err(ImportError::Damaged));
    }
}

/// Returns `state` with its fields altered by `change`, and with the checksum of the altered fields.
fn resealed(state: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut fields = state[..state.len() - 8].to_vec();
    change(&mut fields);
    sealed(fields)
}

/// Offset of the flag that marks a keyed state. It follows "astragal state 1" and the byte for the kind of object.
const KEYED: usize = 17;

#[test]
fn rejects_extra_and_missing_fields() {
    let message = message();
    let damaged = Some(ImportError::Damaged);
    for row in HASHES {
        let mut hash = row.new_hash();
        hash.update(&message[..5000]);
        let state = hash.export_state().unwrap();
        assert!(registry::import_hash(&resealed(&state, |_| ())).is_ok(), "{}", row.name);
        let longer = resealed(&state, |fields| fields.push(0));
        assert_eq!(registry::import_hash(&longer).err(), damaged, "{}", row.name);
        let shorter = resealed(&state, |fields| _ = fields.pop());
        assert_eq!(registry::import_hash(&shorter).err(), damaged, "{}", row.name);
    }
    for row in xof_rows() {
        let state = absorbed(row, &message, 9000).export_state().unwrap();
        let longer = resealed(&state, |fields| fields.push(0));
        assert_eq!(registry::import_xof(&longer).err(), damaged, "{}", row.name);
    }
}

#[test]
fn rejects_a_key_flag_that_contradicts_the_fields() {
    let flagged = |state: &[u8], flag| resealed(state, |fields| fields[KEYED] = flag);
    for row in HASHES {
        let state = row.new_hash().export_state().unwrap();
        let error = registry::import_hash(&flagged(&state, 1)).err();
        assert!(matches!(error, Some(ImportError::Keyed { .. })), "{}: {error:?}", row.name);
    }
    let sha256 = Sha256::new().export_state().unwrap();
    assert!(Sha256::import_state_with_key(&flagged(&sha256, 1)).is_err());

    let damaged = Some(ImportError::Damaged);
    let plain = Blake3Xof::new().export_state().unwrap();
    assert_eq!((plain[KEYED], Blake3Xof::import_state(&plain).is_ok()), (0, true));
    assert!(Blake3Xof::import_state(&flagged(&plain, 1)).is_err());
    assert_eq!(Blake3Xof::import_state_with_key(&flagged(&plain, 1)).err(), damaged);
    assert_eq!(Blake3Xof::import_state_with_key(&flagged(&plain, 2)).err(), damaged);
    let keyed = Blake3Xof::keyed(&[7; 32]).export_state_with_key();
    assert_eq!((keyed[KEYED], Blake3Xof::import_state_with_key(&keyed).is_ok()), (1, true));
    assert_eq!(Blake3Xof::import_state(&flagged(&keyed, 0)).err(), damaged);
    assert_eq!(Blake3Xof::import_state_with_key(&flagged(&keyed, 0)).err(), damaged);
}

/// The state of a MAC by name starts with the length of its tag, in eight bytes. Keyed BLAKE2 hashes this length, and its
/// state therefore contains it again, in one byte.
#[test]
fn rejects_a_tag_length_that_contradicts_the_row() {
    for (name, longest) in [("blake2b-160", 20), ("hmac-sha256", 32)] {
        let mac = registry::mac(name).unwrap().new_mac(&[7; 32], &MacParams::default()).unwrap();
        let state = mac.export_state_with_key().unwrap();
        let tag = KEYED + 2 + name.len();
        assert_eq!((state[KEYED], state[tag]), (1, longest), "{name}");
        let import = |at, byte| {
            registry::import_mac_with_key(&resealed(&state, |fields| fields[at] = byte)).err()
        };
        assert_eq!(import(tag, longest), None, "{name}");
        assert_eq!(import(tag, longest + 1), Some(ImportError::Damaged), "{name}");
        if name.starts_with("blake2") {
            assert_eq!(state[tag + 8], longest, "{name}");
            assert_eq!(import(tag + 8, longest - 1), Some(ImportError::Damaged), "{name}");
        }
    }
}

/// The state of ParallelHash ends with the length of the incomplete block and the number of complete blocks.
#[test]
fn rejects_a_complete_block_as_incomplete_and_too_many_blocks() {
    let mut hash = ParallelHash128::new(1000, b"custom").unwrap();
    hash.absorb(&[7; 2005]);
    let state = hash.export_state().unwrap();
    let at = state.len() - 24;
    assert_eq!(state[at..at + 16], *[5_u64, 2].map(u64::to_le_bytes).as_flattened());
    let import = |filled: u64, complete: u64| {
        let numbers = [filled, complete].map(u64::to_le_bytes);
        let change = |fields: &mut Vec<u8>| fields[at..].copy_from_slice(numbers.as_flattened());
        ParallelHash128::import_state(&resealed(&state, change)).err()
    };
    assert_eq!([import(0, 2), import(999, u64::MAX / 2)], [None, None]);
    for (filled, complete) in [(1000, 2), (5, u64::MAX / 2 + 1), (5, u64::MAX)] {
        assert_eq!(import(filled, complete), Some(ImportError::Damaged), "{filled} {complete}");
    }
}

/// The state of ParallelHash starts with its block size, in eight bytes.
#[test]
fn rejects_a_block_size_of_zero() {
    let state = ParallelHash128::new(1, b"custom").unwrap().export_state().unwrap();
    let at = KEYED + 2 + "parallelhash128".len();
    assert_eq!(state[at..at + 8], 1_u64.to_le_bytes());
    let import =
        |size| ParallelHash128::import_state(&resealed(&state, |fields| fields[at] = size)).err();
    assert_eq!([import(1), import(0)], [None, Some(ImportError::Damaged)]);
}

/// The state of a function with a fixed output length contains this length, followed by the number of bytes that are not
/// squeezed yet.
#[test]
fn rejects_more_output_than_the_fixed_length() {
    for row in xof_rows().filter(|row| row.takes.output_bytes) {
        let state = absorbed(row, &[7; 40], 40).export_state().unwrap();
        let lengths = [100_u64.to_le_bytes(); 2].concat();
        let at = state.windows(16).rposition(|window| window == lengths).unwrap();
        let altered = |bytes| resealed(&state, |fields| fields[at + 8] = bytes);
        assert!(registry::import_xof(&altered(99)).is_ok(), "{}", row.name);
        let damaged = Some(ImportError::Damaged);
        assert_eq!(registry::import_xof(&altered(101)).err(), damaged, "{}", row.name);
    }
}

#[test]
fn rejects_a_domain_that_cshake_does_not_have() {
    let row = registry::xof("cshake-128").unwrap();
    let [plain, custom] = [None, Some(&b"custom"[..])].map(|custom| {
        let params = XofParams { custom, ..XofParams::default() };
        row.new_xof(&params).unwrap().export_state().unwrap()
    });
    let differs = |&at: &usize| (plain[at], custom[at]) == (0x1f, 4);
    let domains: Vec<_> = (0..plain.len() - 8).filter(differs).collect();
    assert!(!domains.is_empty());
    for at in domains {
        let altered = resealed(&custom, |fields| fields[at] = 5);
        assert_eq!(registry::import_xof(&altered).err(), Some(ImportError::Damaged));
    }
}

/// These hashes compress a block as soon as it is full, so a state with a full buffer is impossible. The state ends with
/// the number of buffered bytes and these bytes.
#[test]
fn rejects_a_full_buffer() {
    for name in ["groestl-256", "jh-256", "kupyna-256", "streebog-256"] {
        let row = registry::hash(name).unwrap();
        let mut hash = row.new_hash();
        hash.update(&[7; 63]);
        let state = hash.export_state().unwrap();
        let full = resealed(&state, |fields| {
            let at = fields.len() - 64;
            assert_eq!(fields[at], 63, "{name}");
            fields[at] = 64;
            fields.push(7);
        });
        assert_eq!(registry::import_hash(&full).err(), Some(ImportError::Damaged), "{name}");
    }
}

/// The state of KangarooTwelve ends with the number of free bytes in the first chunk of 8192 bytes, plus 1.
#[test]
fn rejects_more_free_bytes_than_a_chunk_of_kt128() {
    let state = Kt128::new().export_state().unwrap();
    let altered = |free: u64| {
        resealed(&state, |fields| {
            let at = fields.len() - 8;
            assert_eq!(fields[at..], 8193_u64.to_le_bytes());
            fields[at..].copy_from_slice(&free.to_le_bytes());
        })
    };
    assert!(Kt128::import_state(&altered(8193)).is_ok());
    assert_eq!(Kt128::import_state(&altered(8194)).err(), Some(ImportError::Damaged));
}

/// The serialized state of BLAKE3 consists of the current chunk (chaining value, number, blocks, buffer) and the stack
/// of subtrees.
#[test]
fn rejects_impossible_blake3_trees() {
    const COUNTER: usize = KEYED + 2 + "blake3".len() + 32;
    const BLOCKS: usize = COUNTER + 8;
    // The state contains the first eight chunks as one or two subtrees. One byte of the ninth chunk is buffered.
    let mut hash = Blake3::new();
    hash.update(&message()[..8193]);
    let state = hash.export_state().unwrap();
    assert_eq!(state[COUNTER..BLOCKS], 8_u64.to_le_bytes());
    assert!(Blake3::import_state(&state).is_ok());
    let rejects = |what: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let altered = resealed(&state, |fields| change(fields));
        assert_eq!(registry::import_hash(&altered).err(), Some(ImportError::Damaged), "{what}");
        assert_eq!(Blake3::import_state(&altered).err(), Some(ImportError::Damaged), "{what}");
    };
    for counter in [0, 7, 15, 1 << 60, 1 << 62, u64::MAX] {
        rejects(&format!("{counter} chunks before one subtree"), &|fields| {
            fields[COUNTER..BLOCKS].copy_from_slice(&counter.to_le_bytes());
        });
    }
    // A chunk of BLAKE3 has 16 blocks. The last block stays in the buffer, so at most 15 blocks have been compressed.
    for blocks in [16, 17, 255] {
        rejects(&format!("{blocks} blocks"), &|fields| fields[BLOCKS] = blocks);
    }
    let drop_buffered_byte = |fields: &mut Vec<u8>| {
        fields.remove(BLOCKS + 2);
        fields[BLOCKS + 1] = 0;
    };
    rejects("compressed blocks without a buffered one", &|fields| {
        drop_buffered_byte(fields);
        fields[BLOCKS] = 1;
    });
    rejects("a single subtree without a chunk after it", &|fields| drop_buffered_byte(fields));
    rejects("more subtrees than bytes", &|fields| fields[BLOCKS + 3] = 255);
    rejects("more subtrees than the stack holds", &|fields| {
        let added = 200 - usize::from(fields[BLOCKS + 3]);
        fields[BLOCKS + 3] = 200;
        fields.extend(vec![7; added * 32]);
    });
}

#[test]
fn import_errors_name_the_cause() {
    let sha256 = Sha256::new().export_state().unwrap();
    let error = Sha3_256::import_state(&sha256).unwrap_err();
    assert_eq!(error.to_string(), r#"the state belongs to "sha256"; expected sha3-256"#);
    let error = registry::import_xof(&sha256).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the state belongs to "sha256"; this build has no such algorithm"#
    );
    let mut version = sha256.clone();
    version[15] = b'2';
    let error = Sha256::import_state(&version).unwrap_err();
    let text = "the state has version '2'; this library reads version '1'";
    assert_eq!(error.to_string(), text);
    assert_eq!(Sha256::import_state(b"").unwrap_err(), ImportError::Foreign);
    assert_eq!(Sha256::import_state(&[0; 200]).unwrap_err(), ImportError::Foreign);
    assert_eq!(Sha256::import_state(&sha256[..60]).unwrap_err(), ImportError::Damaged);
    // The type `Shake128` rejects the state of the registry object `shake128`: the registry object also exports its
    // parameters.
    let named = new_xof(registry::xof("shake128").unwrap()).export_state().unwrap();
    let error = Shake128::import_state(&named).unwrap_err();
    let given = r#""shake128 (XOF object)""#;
    assert_eq!(error.to_string(), format!("the state belongs to {given}; expected shake128"));
}

#[test]
fn failed_import_changes_nothing() {
    let sha256 = Sha256::new().export_state().unwrap();
    let mut hash = registry::hash("sha256").unwrap().new_hash();
    hash.update(b"abc");
    assert!(hash.import_state(&sha256[..50]).is_err());
    assert_eq!(hash.finalize_reset(), Sha256::hash(b"abc"));
}

/// Changes one byte of a state and renews its checksum. If the import accepts the changed state, an export of the
/// imported object must return the same bytes. Regression test for a finding of the fuzz target `state`: a state of
/// TupleHash contains two copies of the sponge, and the import ignored the first copy.
#[test]
fn altered_state_is_rejected_or_exports_unchanged() {
    let message = message();
    for row in xof_rows() {
        let state = absorbed(row, &message, 40).export_state().unwrap();
        let fields = &state[..state.len() - 8];
        for at in 19 + row.name.len()..fields.len() {
            let mut changed = fields.to_vec();
            changed[at] ^= 1;
            let changed = sealed(changed);
            if let Ok(xof) = registry::import_xof(&changed) {
                assert!(xof.export_state() == Ok(changed), "{}, byte {at}", row.name);
            }
        }
    }
}

proptest! {
    /// Whatever values the fields have, an import must either fail or give a usable object.
    #[test]
    fn forged_fields_never_panic(
        which in any::<prop::sample::Index>(),
        position in 0..20_000_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let message = message();
        let mut names: Vec<_> = HASHES.iter().map(|row| (row.name, None)).collect();
        names.extend(xof_rows().map(|row| (row.name, Some(row))));
        let (name, xof) = *which.get(&names);
        let state = match xof {
            None => {
                let mut hash = registry::hash(name).unwrap().new_hash();
                hash.update(&message[..position]);
                hash.export_state().unwrap()
            }
            Some(row) => {
                let mut xof = absorbed(row, &message, position);
                if position % 3 == 0 && !row.takes.items {
                    xof.squeeze(&mut [0; 9]).unwrap();
                }
                xof.export_state().unwrap()
            }
        };
        let head = 19 + name.len();
        let mut forged = state[..state.len() - 8].to_vec();
        for (at, value) in changes {
            let at = head + at.index(forged.len() - head);
            forged[at] = value;
        }
        let forged = sealed(forged);
        match xof {
            None => if let Ok(mut hash) = registry::import_hash(&forged) {
                hash.update(&message);
                let _ = hash.finalize_reset();
            },
            Some(_) => if let Ok(mut xof) = registry::import_xof(&forged) {
                let _ = xof.absorb(&message);
                let _ = xof.squeeze(&mut [0; 300]);
                xof.reset();
                let _ = xof.absorb(&message);
            },
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(registry::import_hash(&bytes).is_err());
        for head in [b"astragal state 1h\0\x06blake3".to_vec(), b"astragal state 1n\0\x05kt128".to_vec()] {
            let state = sealed([head, bytes.clone()].concat());
            let _ = registry::import_hash(&state);
            let _ = registry::import_xof(&state);
        }
    }
}
