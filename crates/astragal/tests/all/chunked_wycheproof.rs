//! Tests chunked encryption with Wycheproof's test vectors.

use std::io::{Cursor, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::process::Command;

use astragal::aead::chunked::AnyCobblestone;
use astragal::hash::Sha512;

use super::chunked::feed;

/// Wycheproof test case for chunked encryption.
struct Case {
    id: String,
    key: Vec<u8>,
    context: Vec<u8>,
    sealed: Vec<u8>,
    /// SHA-512 digest of the plaintext. For an invalid case, the digest of the longest valid prefix of the plaintext.
    sha512: Vec<u8>,
    flags: String,
    is_valid: bool,
}

/// Returns the cases of the Wycheproof file in the folder `shared` next to the repository. Returns `None` if the file
/// is missing.
fn wycheproof(key_bits: usize) -> Option<Vec<Case>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let archive = root.join("shared/wycheproof/vectors.tar.xz");
    if !archive.is_file() {
        println!("skipped: {} is missing", archive.display());
        return None;
    }
    // Wycheproof compresses each ciphertext with zlib, and stores the result in hex.
    const PRINT: &str = "
import json, sys, tarfile, zlib
name = f'c2sp_chunked_encryption_aes_{sys.argv[2]}_gcm_test.json'
with tarfile.open(sys.argv[1]) as archive:
    member = next(member for member in archive if member.name.endswith(name))
    groups = json.load(archive.extractfile(member))['testGroups']
for test in (test for group in groups for test in group['tests']):
    sealed = zlib.decompress(bytes.fromhex(test['ct'])).hex()
    hash = test.get('msgSha512', '')
    flags = '+'.join(test['flags'])
    print(test['tcId'], test['key'], test['ctx'], sealed, hash, flags, test['result'], sep=',')
";
    let mut python = Command::new("python3");
    let Ok(output) = python.args(["-c", PRINT]).arg(&archive).arg(key_bits.to_string()).output()
    else {
        println!("skipped: python3 is missing");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let cases = text.lines().map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let [id, key, context, sealed, sha512, flags, result] = fields[..] else {
            panic!("{line}")
        };
        let bytes = |hex: &str| {
            let pairs = (0..hex.len() / 2).map(|i| &hex[2 * i..2 * i + 2]);
            pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect::<Vec<_>>()
        };
        Case {
            id: id.to_owned(),
            key: bytes(key),
            context: bytes(context),
            sealed: bytes(sealed),
            sha512: bytes(sha512),
            flags: flags.to_owned(),
            is_valid: result == "valid",
        }
    });
    Some(cases.collect())
}

#[test]
fn chunked_messages_match_wycheproof() {
    for key_bits in [128, 256] {
        let Some(cases) = wycheproof(key_bits) else { return };
        assert!(cases.len() >= 35);
        for case in &cases {
            let has_flag = |flag| case.flags.contains(flag);
            let id = format!("{key_bits} {}", case.id);
            let form = AnyCobblestone::from_slice(&case.key);
            let Some(key) = form.ok().filter(|_| case.key.len() == key_bits / 8) else {
                assert!(has_flag("InvalidKeySize"), "{id}");
                continue;
            };
            for key in [key.clone(), key.parallel()] {
                let opened = key.open(&case.context, &case.sealed);
                assert_eq!(opened.is_ok(), case.is_valid, "{id}");
                assert!(
                    !opened.is_ok_and(|text| Sha512::hash(&text).as_ref() != case.sha512),
                    "{id}"
                );

                // A stream releases the longest valid prefix of the plaintext.
                let mut prefix = Vec::new();
                let mut opener = key.opener(&case.context, &case.sealed[..]);
                assert_eq!(opener.read_to_end(&mut prefix).is_ok(), case.is_valid, "{id}");
                if case.sha512.is_empty() {
                    assert!(prefix.is_empty(), "{id}");
                } else {
                    assert_eq!(Sha512::hash(&prefix).as_ref(), case.sha512, "{id}");
                }

                let streamed = feed(&mut key.open_stream(&case.context), &case.sealed, 10_007);
                assert_eq!(streamed.ok(), key.open(&case.context, &case.sealed).ok(), "{id}");

                let mut opener = key.opener(&case.context, Cursor::new(&case.sealed));
                let has_length = opener.seek(SeekFrom::End(0)).is_ok();
                assert_eq!(has_length, case.is_valid || has_flag("ValidFinalChunk"), "{id}");
            }
        }
        println!("Cobblestone-{key_bits}: {} cases of Wycheproof", cases.len());
    }
}
