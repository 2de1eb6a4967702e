//! Checks that an encrypted message decrypts. If the nonce, the associated data, the ciphertext or the tag is changed,
//! decryption must fail and zero the buffer.
#![no_main]

use astragal::error::VerifyError;
use astragal_fuzz::{AEADS, choose, stretch};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, [u8; 64], u8, u16, u8, &[u8], &[u8])| {
    let (which, secret, part, place, change, header, plaintext) = input;
    let row = choose(&AEADS, which);
    let (key, nonce) = secret.split_at(32);
    let key = stretch(key, row.key_bytes);
    let cipher = row.new_aead(&key).expect("the key has the right length");
    let mut nonce = nonce[..row.nonce_bytes].to_vec();
    let mut header = header.to_vec();
    let Ok(sealed) = cipher.encrypt(&nonce, &header, plaintext) else {
        return;
    };
    let opened = cipher.decrypt(&nonce, &header, &sealed);
    assert_eq!(opened.as_deref().ok(), Some(plaintext), "{}", row.name);

    let (ciphertext, tag) = sealed.split_at(plaintext.len());
    let (mut text, mut tag) = (ciphertext.to_vec(), tag.to_vec());
    let parts = [&mut nonce, &mut header, &mut text, &mut tag];
    let changed = parts.into_iter().nth(usize::from(part) % 4);
    let place = usize::from(place);
    match changed {
        Some(bytes) if !bytes.is_empty() && change != 0 => {
            let length = bytes.len();
            bytes[place % length] ^= change;
        }
        _ => return,
    }
    let opened = cipher.decrypt_in_place_detached(&nonce, &header, &mut text, &tag);
    assert_eq!(opened, Err(VerifyError::InvalidTag), "{} accepts a forgery", row.name);
    assert!(text.iter().all(|&byte| byte == 0), "{} releases unverified plaintext", row.name);
});
