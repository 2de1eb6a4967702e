//! Checks chunked encryption. A sealed message must open, in one call and as a stream. A changed or truncated message
//! must be rejected, and a stream may then release only a prefix of the plaintext. Arbitrary bytes must be rejected
//! without a panic.
#![no_main]

use std::io::{Cursor, Read as _, Seek as _, SeekFrom};

use arbitrary::Arbitrary;
use astragal::aead::chunked::AnyCobblestone;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    key: [u8; 32],
    is_short_key: bool,
    salt: [u8; 24],
    context: &'a [u8],
    /// Bytes that are repeated to form the plaintext.
    unit: &'a [u8],
    copies: u16,
    offset: u32,
    change: u8,
    truncated: u16,
    arbitrary: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let key = if input.is_short_key { &input.key[..16] } else { &input.key[..] };
    let key = AnyCobblestone::from_slice(key).expect("the key has 16 or 32 bytes");
    let plaintext = input.unit.repeat(usize::from(input.copies) % 2048);
    let sealed =
        key.seal(&input.salt, input.context, &plaintext).expect("the message is not too long");
    assert_eq!(key.open(input.context, &sealed).as_deref(), Ok(&plaintext[..]));

    // Decrypts the message as a stream, from an arbitrary position to its end.
    let start = u64::from(input.offset) % (plaintext.len() as u64 + 1);
    let mut opener = key.opener(input.context, Cursor::new(&sealed));
    opener.seek(SeekFrom::Start(start)).expect("the offset is within the message");
    let mut tail = Vec::new();
    opener.read_to_end(&mut tail).expect("the message is valid");
    assert!(plaintext.ends_with(&tail) && tail.len() as u64 == plaintext.len() as u64 - start);

    let mut changed = sealed.clone();
    let place = input.offset as usize % changed.len();
    changed[place] ^= input.change;
    changed.truncate(changed.len().saturating_sub(input.truncated.into()));
    if changed != sealed {
        assert!(key.open(input.context, &changed).is_err());
        let mut prefix = Vec::new();
        assert!(key.opener(input.context, &changed[..]).read_to_end(&mut prefix).is_err());
        assert!(plaintext.starts_with(&prefix));
    }
    assert!(key.open(input.context, input.arbitrary).is_err());
});
