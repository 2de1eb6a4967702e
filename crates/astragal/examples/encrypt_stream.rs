//! Encrypts a stream in counter mode, in pieces of any length, and decrypts it from the middle. Counter mode does not
//! detect modification. To detect it, use an AEAD, as in the example `encrypt_message`.

use astragal::cipher::{Aes128, Ctr};

fn main() {
    let (key, first_counter) = ([0x42; 16], [0; 16]); // use a secret random key, and each counter once
    let text = "The knucklebone was cut in two: whoever held the other half shared the secret. "
        .repeat(20);

    let mut encrypted = text.clone().into_bytes();
    let mut mode = Ctr::<Aes128>::new(&key, &first_counter);
    for piece in encrypted.chunks_mut(37) {
        mode.apply(piece);
    }
    assert_ne!(encrypted, text.as_bytes());

    // A second reader starts decryption at byte 1000, without the bytes before it.
    let mut end = encrypted[1000..].to_vec();
    let mut reader = Ctr::<Aes128>::new(&key, &first_counter);
    reader.seek(1000);
    reader.apply(&mut end);
    assert_eq!(end, &text.as_bytes()[1000..]);

    println!("{} bytes encrypted; the last {} decrypted separately", encrypted.len(), end.len());
}
