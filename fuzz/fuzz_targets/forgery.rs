//! What is sealed opens; any change of nonce, associated data, ciphertext or tag does not, and leaves zeros.
#![no_main]

use astragal::error::VerifyError;
use astragal::registry::{AEADS, composed_aeads};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, [u8; 64], Vec<u8>, Vec<u8>, u8, u16, u8)| {
    let (choice, secret, header, plaintext, part, place, change) = input;
    let rows: Vec<_> = AEADS.iter().chain(composed_aeads()).collect();
    let row = rows[usize::from(choice) % rows.len()];
    let (key, nonce) = secret.split_at(32);
    let key: Vec<u8> = key.iter().copied().cycle().take(row.key_bytes).collect();
    let cipher = row.new_aead(&key).expect("the key has the right length");
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
