//! Encrypts and authenticates messages with Ascon-AEAD128 and a counter as the nonce.

use astragal::aead::AsconAead128;
use astragal::error::InvalidTag;

fn main() -> Result<(), InvalidTag> {
    let cipher = AsconAead128::new(&[0x42; 16]); // use a secret random key

    // Never use a nonce twice with one key. The safest choice is a counter that sender and receiver both maintain.
    let nonce = |number: u128| number.to_be_bytes();
    let messages = ["the first message", "the second", ""];
    let sealed: Vec<Vec<u8>> = (0..)
        .zip(messages)
        .map(|(i, text)| cipher.encrypt(&nonce(i), b"header that all can read", text.as_bytes()))
        .collect();

    for (i, (text, sealed)) in (0..).zip(messages.iter().zip(&sealed)) {
        let opened = cipher.decrypt(&nonce(i), b"header that all can read", sealed)?;
        assert_eq!(opened, text.as_bytes());
        // The nonce is the message number, so decryption fails if a ciphertext is moved to another position.
        assert!(cipher.decrypt(&nonce(i + 1), b"header that all can read", sealed).is_err());
    }

    println!("{} messages sealed and opened", sealed.len());
    Ok(())
}
