//! Checks that unwrapping a wrapped key returns the key. If the key encryption key or the wrapped key is changed,
//! unwrapping must fail and zero the output buffer. Arbitrary bytes must be rejected.
#![no_main]

use astragal::error::VerifyError;
use astragal_fuzz::{KEY_WRAPS, choose, stretch};
use libfuzzer_sys::fuzz_target;

/// Maximum length of a key in bytes. A call computes 6 block operations for every 8 bytes of the key, and these are
/// slow in a build without optimization.
const KEY_BYTES: usize = 24;

fuzz_target!(|input: (u16, [u8; 32], bool, u16, u8, &[u8])| {
    let (which, kek, changes_kek, place, change, key) = input;
    let key = &key[..key.len().min(KEY_BYTES)];
    let row = choose(&KEY_WRAPS, which);
    let mut kek = stretch(&kek, row.key_bytes);
    assert!(row.unwrap(&kek, key).is_err(), "{} unwraps arbitrary bytes", row.name);

    let is_allowed = match row.is_padded {
        true => !key.is_empty(),
        false => key.len() >= 16 && key.len() % 8 == 0,
    };
    let wrapped = row.wrap(&kek, key);
    assert_eq!(wrapped.is_ok(), is_allowed, "{} and a key of {} bytes", row.name, key.len());
    let Ok(mut wrapped) = wrapped else { return };
    // Fills the buffer with 0xff, so that the assertions detect bytes that were not zeroed.
    let mut buffer = vec![0xff; wrapped.len() - 8];
    let length = row.unwrap_to(&kek, &wrapped, &mut buffer).expect("the wrapped key is valid");
    let (unwrapped, rest) = buffer.split_at(length);
    assert!(unwrapped == key && rest.iter().all(|&byte| byte == 0), "{}", row.name);

    if change == 0 {
        return;
    }
    let changed = if changes_kek { &mut kek } else { &mut wrapped };
    let length = changed.len();
    changed[usize::from(place) % length] ^= change;
    buffer.fill(0xff);
    let result = row.unwrap_to(&kek, &wrapped, &mut buffer);
    assert_eq!(result, Err(VerifyError::InvalidTag), "{} accepts a forgery", row.name);
    assert!(buffer.iter().all(|&byte| byte == 0), "{} releases an unverified key", row.name);
});
