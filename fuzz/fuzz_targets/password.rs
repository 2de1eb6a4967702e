//! Checks password verification. No stored string may cause a panic, or use more memory or time than the policy allows.
//! A hashed password must verify against its string, and must not verify against a string that differs in one byte.
#![no_main]

use arbitrary::Arbitrary;
use astragal::kdf::{
    Argon2Params, PasswordPolicy, PasswordScheme, ScryptParams, hash_password, needs_rehash,
    verify_password,
};
use libfuzzer_sys::fuzz_target;

/// Limits on the costs of a password hash, slightly above the costs of [`scheme`]. One of the `steps` takes about a
/// microsecond.
const POLICY: PasswordPolicy = PasswordPolicy { memory_bytes: 32 << 10, steps: 48 };

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    salt: [u8; 16],
    salt_bytes: u8,
    which: u8,
    costs: [u8; 3],
    place: u16,
    other: u8,
    stored: &'a str,
    password: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let scheme = scheme(&input);
    let _ = verify_password(input.password, input.stored, &POLICY);
    let _ = needs_rehash(input.stored, &scheme);

    let salt = &input.salt[..8 + usize::from(input.salt_bytes % 9)];
    let Ok(stored) = hash_password(input.password, salt, &scheme) else { return };
    assert_eq!(verify_password(input.password, &stored, &POLICY), Ok(()), "{stored}");
    assert_eq!(needs_rehash(&stored, &scheme), Ok(false), "{stored}");
    let mut changed = stored.clone().into_bytes();
    let place = usize::from(input.place) % changed.len();
    changed[place] = input.other & 0x7f;
    let changed = String::from_utf8(changed).expect("the text is ASCII");
    if changed != stored {
        assert!(
            verify_password(input.password, &changed, &POLICY).is_err(),
            "{stored} as {changed}"
        );
    }
});

/// Returns a scheme with the lowest costs, so that a verification takes microseconds.
fn scheme(input: &Input<'_>) -> PasswordScheme {
    let [a, b, c] = input.costs.map(u32::from);
    let lanes = 1 + c % 2;
    let argon2 = Argon2Params::new(8 * lanes + a % 8, 1 + b % 2, lanes);
    let iterations = 1 + a % 16;
    match input.which % 7 {
        0 => PasswordScheme::Argon2id(argon2),
        1 => PasswordScheme::Argon2i(argon2),
        2 => PasswordScheme::Argon2d(argon2),
        3 => PasswordScheme::Scrypt(ScryptParams::new(2 << (a % 3), 1 + b % 2, lanes)),
        4 => PasswordScheme::Pbkdf2Sha1(iterations),
        5 => PasswordScheme::Pbkdf2Sha256(iterations),
        _ => PasswordScheme::Pbkdf2Sha512(iterations),
    }
}
