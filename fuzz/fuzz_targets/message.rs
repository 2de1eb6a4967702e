//! An authenticated message in any pieces is as the whole one; opened in pieces, it is the plaintext; with any part of
//! it changed, nothing comes out.
#![no_main]

use std::mem;
use std::ops::Range;

use arbitrary::Arbitrary;
use astragal::error::VerifyError;
use astragal::registry::{AEADS, Direction, MessageLengths, composed_aeads};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    which: u8,
    secret: [u8; 32],
    header: Vec<u8>,
    message: Vec<u8>,
    cuts: Vec<(u8, bool)>,
    place: u16,
    change: u8,
    in_tag: bool,
}

fuzz_target!(|input: Input| {
    let rows: Vec<_> = AEADS.iter().chain(composed_aeads()).collect();
    let row = rows[usize::from(input.which) % rows.len()];
    let stretched =
        |bytes: usize| input.secret.iter().copied().cycle().take(bytes).collect::<Vec<u8>>();
    let cipher = row.new_aead(&stretched(row.key_bytes)).expect("the key has the right length");
    let nonce = stretched(row.nonce_bytes);
    let whole = cipher.encrypt(&nonce, &input.header, &input.message).expect("it is not too long");
    let lengths = MessageLengths {
        message_bytes: Some(input.message.len() as u64),
        tag_bytes: Some(row.tag_bytes),
    };
    let start = |direction| cipher.start(direction, &nonce, &input.header, lengths);
    // GCM-SIV takes whole messages alone.
    let Ok(mut sealing) = start(Direction::Encrypt) else { return };
    let mut sealed = input.message.clone();
    for (piece, is_copied) in pieces(&input) {
        sealing.encrypt(&mut sealed[piece]).expect("it is not too long");
        if is_copied {
            sealing = sealing.clone();
        }
    }
    let mut tag = vec![0; row.tag_bytes];
    sealing.finish_encryption(&mut tag).expect("the message is whole");
    assert_eq!([sealed.as_slice(), &tag].concat(), whole, "{}", row.name);

    let changed = if input.in_tag { &mut tag } else { &mut sealed };
    let is_changed = input.change != 0 && !changed.is_empty();
    if is_changed {
        let place = usize::from(input.place) % changed.len();
        changed[place] ^= input.change;
    }
    let mut opening = start(Direction::Decrypt).expect("it started before");
    for (piece, is_copied) in pieces(&input) {
        opening.decrypt(&sealed[piece]).expect("it is not too long");
        if is_copied {
            opening = opening.clone();
        }
    }
    let mut opened = vec![0x55; input.message.len()];
    let verdict = opening.finish_decryption(&tag, &mut opened);
    if is_changed {
        assert_eq!(verdict, Err(VerifyError::InvalidTag), "{} takes a forgery", row.name);
        assert!(opened.iter().all(|&byte| byte == 0), "{} shows what it did not verify", row.name);
    } else {
        assert_eq!((verdict, opened), (Ok(()), input.message.clone()), "{}", row.name);
    }
});

/// Where the pieces of the message lie, the last one as long as it has to be, and whether a copy goes on behind each.
fn pieces(input: &Input) -> impl Iterator<Item = (Range<usize>, bool)> + '_ {
    let cuts = input.cuts.iter().map(|&(piece, is_copied)| (usize::from(piece), is_copied));
    let mut start = 0;
    cuts.chain([(usize::MAX, false)]).map(move |(piece, is_copied)| {
        let end = start + piece.min(input.message.len() - start);
        (mem::replace(&mut start, end)..end, is_copied)
    })
}
