//! Tests the canonical names and aliases for AES and for Rijndael with other block and key lengths.

use astragal::registry;

#[test]
fn rijndael_names_of_aes_find_aes() {
    for name in ["aes256gcm", "AES256-GCM", "aes-256-gcm"] {
        assert_eq!(registry::aead(name).unwrap().name, "aes-256-gcm");
    }
    assert_eq!(registry::mode("aes256cbc").unwrap().name(), "aes-256-cbc");
    for bits in ["128", "192", "256"] {
        let aes = format!("aes-{bits}");
        for alias in [&format!("aes{bits}"), &format!("rijndael128-{bits}"), &aes] {
            assert_eq!(registry::cipher(alias).unwrap().name, aes);
            assert_eq!(
                registry::mode(&format!("{alias}-cbc")).unwrap().name(),
                format!("{aes}-cbc")
            );
            assert_eq!(
                registry::mac(&format!("cmac-{alias}")).unwrap().name,
                format!("cmac-{aes}")
            );
            let kbkdf = registry::kdf(&format!("kbkdf-cmac-{alias}")).unwrap();
            assert_eq!(kbkdf.name, format!("kbkdf-cmac-{aes}"));
            for mode in ["gcm", "ccm", "gcm-siv", "siv", "ocb"] {
                let found = registry::aead(&format!("{alias}-{mode}"));
                if (bits, mode) == ("192", "gcm-siv") {
                    assert!(found.is_err(), "RFC 8452 does not define AES-192");
                } else {
                    assert_eq!(found.unwrap().name, format!("{aes}-{mode}"));
                }
            }
        }
        assert_eq!(registry::cipher(&aes).unwrap().standard, "FIPS 197");
    }
    assert!(format!("{:?}", astragal::cipher::Aes256::new(&[0; 32])).contains("aes-256"));
}

#[test]
fn rijndael_of_other_sizes_keeps_its_name() {
    for block in ["128", "160", "192", "224", "256"] {
        for key in ["128", "160", "192", "224", "256"] {
            let row = registry::cipher(&format!("rijndael{block}-{key}")).unwrap();
            let is_aes = block == "128" && ["128", "192", "256"].contains(&key);
            assert_eq!(row.name.starts_with("aes-"), is_aes, "{}", row.name);
            assert_eq!(row.standard == "FIPS 197", is_aes, "{}", row.name);
        }
    }
}

#[test]
fn names_parse_into_rows() {
    use astragal::registry::{AeadRow, Algorithm, CipherMode, CipherRow, UnknownName, XofRow};

    let row: &'static CipherRow = "AES256".parse().unwrap();
    assert_eq!(row.name, "aes-256");
    assert_eq!("SHAKE128".parse::<&'static XofRow>().unwrap().name, "shake128");
    assert_eq!("aes-256-gcm".parse::<&'static AeadRow>().unwrap().name, "aes-256-gcm");
    assert_eq!("aes-256-cbc".parse::<CipherMode>().unwrap().name(), "aes-256-cbc");
    assert_eq!("rijndael128-192".parse::<Algorithm>().unwrap().name, "aes-192");
    let unknown: Result<&'static CipherRow, UnknownName> = "aes-257".parse();
    assert_eq!(unknown.unwrap_err().given(), "aes-257");
}

#[test]
#[cfg(feature = "suggestions")]
fn unknown_names_suggest_similar_names() {
    let message = |name: &str| registry::hash(name).unwrap_err().to_string();
    for (name, suggestions) in [
        ("sha3-265", "; did you mean sha3-256, sha3-224 or sha256?"),
        ("sha255", "; did you mean sha256 or sha224?"),
        ("kecak-256", "; did you mean keccak-256 or keccak-224?"),
        // A third of the length may differ, but at most four characters.
        ("md6", "; did you mean md5?"),
        ("whirpol", "; did you mean whirlpool?"),
        ("grostl-256x", "; did you mean groestl-256?"),
        // Three characters are a prefix, and two are not.
        ("sha", "; did you mean sha3-224, sha3-256 or sha3-384?"),
        ("blak", "; did you mean blake-224, blake-256 or blake-384?"),
        ("sh", ""),
        // One character of a short name may differ, and four of a long one.
        ("m5", "; did you mean md5?"),
        ("groestl-256vwxy", "; did you mean groestl-256?"),
        ("groestl-256vwxyz", ""),
    ] {
        assert_eq!(message(name), format!("there is no hash named {name:?}{suggestions}"));
    }
}

#[test]
#[cfg(feature = "suggestions")]
fn name_that_others_start_with_is_no_closer_than_one_edit() {
    let unknown = "shak".parse::<astragal::registry::Algorithm>().unwrap_err();
    assert_eq!(unknown.nearest(), ["sha3-256", "sha1", "shake128"]);
}
