//! Password hashes as strings: those of other programs, our own, and hostile ones.

use astragal::kdf::{Argon2Params, Argon2Version, PasswordError, PasswordPolicy, PasswordScheme};
use astragal::kdf::{ScryptParams, hash_password, needs_rehash, verify_password};
use astragal::registry::{KdfParams, kdf};

/// Strings that argon2-cffi 25.1 and passlib 1.7 have made.
#[test]
fn verifies_strings_of_other_programs() {
    let policy = PasswordPolicy::default();
    for (password, stored) in FOREIGN {
        assert_eq!(verify_password(password.as_bytes(), stored, &policy), Ok(()), "{stored}");
        let mismatch = Err(PasswordError::Mismatch);
        assert_eq!(verify_password(b"another", stored, &policy), mismatch, "{stored}");
    }
}

/// Found by the fuzz target `password`: every function took `.` for `+`, which is passlib's alphabet of PBKDF2 only.
#[test]
fn rejects_the_alphabet_of_passlib_in_phc_strings() {
    let (password, stored) = FOREIGN[1];
    assert!(stored.starts_with("$argon2i$") && stored.contains('+'));
    let changed =
        verify_password(password.as_bytes(), &stored.replace('+', "."), &PasswordPolicy::default());
    let not_base64 = PasswordError::Format("salt or hash is not base64 without padding");
    assert_eq!(changed, Err(not_base64));
}

#[test]
fn hashed_password_verifies_and_needs_no_rehash() {
    let argon2 = Argon2Params::new(64, 2, 2);
    let old = argon2.with_version(Argon2Version::V10);
    for scheme in [
        PasswordScheme::Argon2id(argon2),
        PasswordScheme::Argon2i(argon2),
        PasswordScheme::Argon2d(old),
        PasswordScheme::Scrypt(ScryptParams::new(16, 2, 1)),
        PasswordScheme::Pbkdf2Sha1(9),
        PasswordScheme::Pbkdf2Sha256(10),
        PasswordScheme::Pbkdf2Sha512(11),
    ] {
        let stored = hash_password(b"pw", b"sixteen bytes of", &scheme).unwrap();
        let policy = PasswordPolicy::default();
        assert_eq!(verify_password(b"pw", &stored, &policy), Ok(()), "{stored}");
        assert_eq!(verify_password(b"PW", &stored, &policy), Err(PasswordError::Mismatch));
        assert_eq!(needs_rehash(&stored, &scheme), Ok(false), "{stored}");
        assert_eq!(needs_rehash(&stored, &PasswordScheme::RFC_9106_SECOND), Ok(true), "{stored}");
    }
    let short = hash_password(b"pw", b"seven..", &PasswordScheme::Pbkdf2Sha256(1)).unwrap_err();
    assert_eq!(short.to_string(), "salt is 7 bytes; hash_password takes 8 to 64");
}

#[test]
fn schemes_are_found_by_name_with_all_costs_or_none() {
    let scheme = |name: &str, params: KdfParams<'_>| kdf(name).unwrap().password_scheme(&params);
    let none = KdfParams::default();
    let owasp = PasswordScheme::OWASP_2023_ARGON2ID;
    assert_eq!(scheme("argon2id", none.salt(b"is not read")), Ok(owasp));
    let argon2 =
        PasswordScheme::Argon2d(Argon2Params::new(64, 2, 3).with_version(Argon2Version::V10));
    assert_eq!(scheme("argon2d", none.m(64).t(2).p(3).version(16)), Ok(argon2));
    let scrypt = PasswordScheme::Scrypt(ScryptParams::new(16, 2, 1));
    assert_eq!(scheme("scrypt", none.n(16).r(2).p(1)), Ok(scrypt));
    let pbkdf2 = PasswordScheme::Pbkdf2Sha1(7);
    assert_eq!(scheme("pbkdf2-hmac-sha1", none.iterations(7)), Ok(pbkdf2));
    for (name, params, error) in [
        ("hkdf-sha256", none, "hkdf-sha256 takes no password to store"),
        ("pbkdf2-hmac-sm3", none.iterations(9), "pbkdf2-hmac-sm3 takes no password to store"),
        ("argon2id", none.secret(b"pepper"), "argon2id takes no secret"),
        ("argon2id", none.m(64), "argon2id needs a parallelization p"),
        ("argon2i", none, "argon2i needs a parallelization p"),
        ("scrypt", none.n(16).r(1).p(1).t(1), "scrypt takes no number of passes t"),
        ("argon2id", none.m(64).t(1).p(1).version(17), "version is 17; argon2 takes 16 or 19"),
    ] {
        assert_eq!(scheme(name, params).unwrap_err().to_string(), error);
    }
}

#[test]
fn rejects_hostile_and_malformed_strings() {
    let verify = |stored: &str| {
        verify_password(b"", stored, &PasswordPolicy::default()).unwrap_err().to_string()
    };
    let hash = "c2FsdHNhbHQ$aGFzaGhhc2g";
    for (head, expected) in [
        (
            "$argon2id$v=19$m=4294967295,t=1,p=1$",
            "the password hash asks for 4398046510080 bytes of memory; the policy allows 2147483648",
        ),
        (
            "$argon2id$v=19$m=8,t=4294967295,p=1$",
            "the password hash asks for 34359738360 steps; the policy allows 16777216",
        ),
        ("$scrypt$ln=63,r=4294967295,p=1$", "the password hash asks for"),
        ("$pbkdf2-sha256$i=4294967295$", "the password hash asks for 4294967295 steps"),
        ("$argon2id$v=18$m=8,t=1,p=1$", "not a password hash: unknown version of Argon2"),
        ("$argon2id$v=19$t=1,m=8,p=1$", "not a password hash: a parameter is missing, unknown"),
        ("$argon2id$v=19$m=8,t=1,p=1,x=1$", "not a password hash: a parameter is missing, unknown"),
        (
            "$argon2id$v=19$m=08,t=1,p=1$",
            "not a password hash: a parameter is not a decimal number",
        ),
        ("$argon2id$v=19$m=7,t=1,p=1$", "memory m in KiB is 7; argon2id takes"),
        ("$scrypt$ln=64,r=1,p=1$", "not a password hash: ln is 64 or more"),
        ("$2b$12$", "not a password hash: unknown function"),
        ("plain", "not a password hash: expected $name"),
    ] {
        let error = verify(&format!("{head}{hash}"));
        assert!(error.starts_with(expected), "{head}: {error}");
    }
    assert!(verify("$scrypt$ln=4,r=1,p=1$c2FsdA==$aGFzaGhhc2g").ends_with("without padding"));
    assert!(verify("$scrypt$ln=4,r=1,p=1$c2FsdA$aGE").ends_with("shorter than 4 bytes"));
}

const FOREIGN: &[(&str, &str)] = &[
    (
        "correct horse",
        "$argon2id$v=19$m=100,t=2,p=2$c2FsdCBvZiBhcmdvbjI$d8qpKdqZpPDn30DxOxUnhxIYw1MPS13rU/J/sYeCPxE",
    ),
    (
        "correct horse",
        "$argon2i$v=19$m=100,t=2,p=2$c2FsdCBvZiBhcmdvbjI$aPBpnN5/mjK52Ol0q/23Jh+4P68mpaGidOv9wAjCdHY",
    ),
    (
        "correct horse",
        "$argon2d$v=19$m=100,t=2,p=2$c2FsdCBvZiBhcmdvbjI$sAo/cgSIGxjAvPjGYMEeklU4zYQzi+j+v9oumL4eJrA",
    ),
    (
        "correct horse",
        "$argon2i$v=16$m=100,t=2,p=2$c2FsdCBvZiBhcmdvbjI$M2dfA3fh1pZvyi5sYmypDweKpv6jjGHMDpzu0UkFwzU",
    ),
    (
        "pässword",
        "$pbkdf2-sha256$1000$c2FsdPv//nBhc3NsaWI$DIu/qfGHLt/9JYXvh6fFRu/6LMZ/ZrZK1WH9CjgT.zY",
    ),
    (
        "pw",
        "$pbkdf2-sha512$500$c2FsdHNhbHQ$AaL9hZFaH.DCzI46l4ZOESgJ6QM7SWv4PqTzEt83tAf38Ip9.v2sfzGFcO942ZbEiALyRX5QpBtBlT4GvLdAWQ",
    ),
    ("pw", "$pbkdf2$500$c2FsdHNhbHQ$Hl5YMHXbbLqAA88mGtjJotMOyuw"),
    ("pw", "$scrypt$ln=4,r=8,p=2$c2FsdHNhbHQ$vp10Lz1tTsPfMqOPd7C2uBsArxer9F45GTAANa9TCN0"),
];
