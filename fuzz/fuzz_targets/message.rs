//! Checks streaming AEAD encryption. The result must not depend on how the message is split. Decryption must restore
//! the plaintext. Decryption of a modified message must fail.
#![no_main]

use std::mem;
use std::ops::Range;

use arbitrary::Arbitrary;
use astragal::error::VerifyError;
use astragal::registry::{Direction, MessageLengths};
use astragal_fuzz::{AEADS, choose, stretch};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u16,
    secret: [u8; 32],
    place: u16,
    change: u8,
    in_tag: bool,
    cuts: [(u8, bool); 8],
    header: &'a [u8],
    message: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let row = choose(&AEADS, input.which);
    let key = stretch(&input.secret, row.key_bytes);
    let cipher = row.new_aead(&key).expect("the key has the right length");
    let nonce = stretch(&input.secret, row.nonce_bytes);
    let whole =
        cipher.encrypt(&nonce, input.header, input.message).expect("the message is not too long");
    let lengths = MessageLengths {
        message_bytes: Some(input.message.len() as u64),
        tag_bytes: Some(row.tag_bytes),
    };
    let start = |direction| cipher.start(direction, &nonce, input.header, lengths);
    // `start` fails only for modes without streaming: GCM-SIV, SIV and OCB.
    let Ok(mut sealing) = start(Direction::Encrypt) else { return };
    let mut sealed = input.message.to_vec();
    for (piece, is_copied) in pieces(&input) {
        sealing.encrypt(&mut sealed[piece]).expect("the message is not too long");
        if is_copied {
            sealing = sealing.clone();
        }
    }
    let mut tag = vec![0; row.tag_bytes];
    sealing.finish_encryption(&mut tag).expect("the message is complete");
    assert_eq!([sealed.as_slice(), &tag].concat(), whole, "{}", row.name);

    let changed = if input.in_tag { &mut tag } else { &mut sealed };
    let is_changed = input.change != 0 && !changed.is_empty();
    if is_changed {
        let place = usize::from(input.place) % changed.len();
        changed[place] ^= input.change;
    }
    let mut opening = start(Direction::Decrypt).expect("key and IV were accepted before");
    for (piece, is_copied) in pieces(&input) {
        opening.decrypt(&sealed[piece]).expect("the message is not too long");
        if is_copied {
            opening = opening.clone();
        }
    }
    let mut opened = vec![0x55; input.message.len()];
    let verdict = opening.finish_decryption(&tag, &mut opened);
    if is_changed {
        assert_eq!(verdict, Err(VerifyError::InvalidTag), "{} accepts a forgery", row.name);
        assert!(opened.iter().all(|&byte| byte == 0), "{} releases unverified plaintext", row.name);
    } else {
        assert_eq!((verdict, opened), (Ok(()), input.message.to_vec()), "{}", row.name);
    }
});

/// Returns the byte range of each piece, and whether the test continues with a copy of the object after the piece. The
/// last piece ends at the end of the message.
fn pieces<'a>(input: &'a Input<'a>) -> impl Iterator<Item = (Range<usize>, bool)> + 'a {
    let cuts = input.cuts.iter().map(|&(piece, is_copied)| (usize::from(piece), is_copied));
    let mut start = 0;
    cuts.chain([(usize::MAX, false)]).map(move |(piece, is_copied)| {
        let end = start + piece.min(input.message.len() - start);
        (mem::replace(&mut start, end)..end, is_copied)
    })
}
