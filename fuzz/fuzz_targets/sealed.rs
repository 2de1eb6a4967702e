//! Checks chunked encryption. A sealed message must open in one call and as a stream. As a file, it must open
//! completely and in a range, as with `digest open`. Opening must fail if the context is wrong, or if the message was
//! changed or truncated. Before it fails, a stream may release a prefix of the plaintext. A range may be released only
//! if its bytes are correct. Arbitrary bytes must be rejected without a panic.
#![no_main]

use std::io::{Cursor, Read as _, Seek as _, SeekFrom};

use arbitrary::Arbitrary;
use astragal::aead::chunked::AnyCobblestone;
use astragal_cli::fuzz::open_sealed;
use libfuzzer_sys::fuzz_target;

/// Header that `digest seal` writes before a message that is sealed with a key.
const HEADER: &[u8] = b"astragal sealed 1\nk";

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    key: [u8; 32],
    is_short_key: bool,
    salt: [u8; 24],
    context: &'a [u8],
    wrong_context: &'a [u8],
    /// Bytes that are repeated to form the plaintext.
    unit: &'a [u8],
    copies: u16,
    offset: u32,
    /// Length of the range that starts at `offset`. If it is `None`, the range reaches the end of the message.
    range_bytes: Option<u16>,
    change: u8,
    truncated: u16,
    /// Whether the file starts with the header that `digest seal` writes.
    has_header: bool,
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

    if input.wrong_context != input.context {
        assert!(key.open(input.wrong_context, &sealed).is_err());
    }
    let mut changed = sealed.clone();
    change(&mut changed, &input);
    if changed != sealed {
        assert!(key.open(input.context, &changed).is_err());
        let mut prefix = Vec::new();
        assert!(key.opener(input.context, &changed[..]).read_to_end(&mut prefix).is_err());
        assert!(plaintext.starts_with(&prefix));
    }
    assert!(key.open(input.context, input.arbitrary).is_err());
    file(&key, &input, &plaintext, &sealed);
});

/// Changes one byte of a sealed message and removes bytes at its end.
fn change(bytes: &mut Vec<u8>, input: &Input<'_>) {
    let place = input.offset as usize % bytes.len();
    bytes[place] ^= input.change;
    bytes.truncate(bytes.len().saturating_sub(input.truncated.into()));
}

/// Opens the message as a file, both completely and in a range, as `digest open` and `digest open --range` do.
fn file(key: &AnyCobblestone, input: &Input<'_>, plaintext: &[u8], sealed: &[u8]) {
    // A file without a header begins with the message's salt. If the salt begins with `astragal`, opening the file
    // would mistake the salt for a header. Such a message therefore always gets a header.
    let has_header = input.has_header || input.salt.starts_with(b"astragal");
    let mut file = [if has_header { HEADER } else { b"" }, sealed].concat();
    let open = |context, file: &[u8], range| open_sealed(key, context, file, range);
    assert_eq!(open(input.context, &file, None).as_deref(), Some(plaintext));

    let start = input.offset as usize % (plaintext.len() + 2);
    let end = input.range_bytes.map(|bytes| start + usize::from(bytes));
    let range = Some((start as u64, end.map(|end| end as u64)));
    let expected = plaintext.get(start..end.unwrap_or(plaintext.len()));
    assert_eq!(open(input.context, &file, range).as_deref(), expected);
    assert_eq!(open(input.context, input.arbitrary, None), None);
    if input.wrong_context != input.context {
        assert_eq!(open(input.wrong_context, &file, None), None);
    }
    let whole = file.clone();
    change(&mut file, input);
    if file != whole {
        assert_eq!(open(input.context, &file, None), None);
    }
    // An empty range reads no chunk, so opening it verifies no chunk.
    if end == Some(start) {
        return;
    }
    assert_eq!(open(input.context, input.arbitrary, range), None);
    if input.wrong_context != input.context {
        assert_eq!(open(input.wrong_context, &whole, range), None);
    }
    // If `file` was changed only outside the range, the range may still open.
    let released = open(input.context, &file, range);
    assert!(released.is_none() || released.as_deref() == expected);
}
