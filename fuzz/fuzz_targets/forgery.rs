//! What is sealed opens; any change of nonce, associated data, ciphertext or tag does not, and leaves zeros.
#![no_main]

use astragal::error::VerifyError;
use astragal::registry::AEADS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, [u8; 64], Vec<u8>, Vec<u8>, u8, u16, u8)| {
    let (choice, secret, header, plaintext, part, place, change) = input;
    let row = &AEADS[usize::from(choice) % AEADS.len()];
    let (key, nonce) = secret.split_at(row.key_bytes.min(32));
    let Ok(cipher) = row.new_aead(&key[..row.key_bytes.min(key.len())]) else {
        return;
    };
    let mut nonce = nonce[..row.nonce_bytes].to_vec();
    let mut header = header;
    let Ok(sealed) = cipher.encrypt(&nonce, &header, &plaintext) else {
        return;
    };
    let opened = cipher.decrypt(&nonce, &header, &sealed);
    assert_eq!(opened.as_ref().ok(), Some(&plaintext), "{}", row.name);

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
    assert_eq!(opened, Err(VerifyError::InvalidTag), "{} takes a forgery", row.name);
    assert!(text.iter().all(|&byte| byte == 0), "{} shows what it did not verify", row.name);
});
