//! Checks that streaming authenticated encryption gives the same result as one-shot encryption, and releases no
//! plaintext before the tag is verified.

use astragal::aead::{AsconAead128, Ccm, Gcm};
use astragal::cipher::Aes128;
use astragal::error::{Allowed, CipherError, ParameterError, StateError, VerifyError};
use astragal::registry::{
    self, AEADS, AeadRow, Direction, DynAead, MessageLengths, composed_aeads,
};
use proptest::prelude::*;

const HEADER: &[u8] = b"header";

/// Returns every algorithm that supports streaming.
fn rows() -> impl Iterator<Item = &'static AeadRow> {
    let is_streamed = |name: &str| !name.ends_with("-siv") && !name.ends_with("-ocb");
    AEADS.iter().chain(composed_aeads()).filter(move |row| is_streamed(row.name))
}

fn cipher(row: &'static AeadRow) -> (Box<dyn DynAead>, Vec<u8>) {
    let key: Vec<u8> = (0_u8..=255).cycle().take(row.key_bytes).collect();
    (row.new_aead(&key).expect("the key has the right length"), vec![9; row.nonce_bytes])
}

fn lengths(message: &[u8], tag_bytes: usize) -> MessageLengths {
    MessageLengths { message_bytes: Some(message.len() as u64), tag_bytes: Some(tag_bytes) }
}

/// Splits the message into pieces of the given `lengths`. The last piece contains the remaining bytes.
fn pieces<'a>(mut message: &'a [u8], lengths: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    lengths.iter().copied().chain([usize::MAX]).map(move |length| {
        let (piece, rest) = message.split_at(length.min(message.len()));
        message = rest;
        piece
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn streaming_matches_one_shot(
        message in proptest::collection::vec(any::<u8>(), 0..2000),
        cuts in proptest::collection::vec(prop_oneof![0_usize..40, Just(16), 0_usize..900], 0..6),
    ) {
        for row in rows() {
            let (cipher, nonce) = cipher(row);
            let lengths = lengths(&message, row.tag_bytes);
            let whole = cipher.encrypt(&nonce, HEADER, &message).expect("the nonce has an allowed length");
            let mut sealing =
                cipher.start(Direction::Encrypt, &nonce, HEADER, lengths).expect("nonce and lengths are allowed");
            let mut sealed = Vec::new();
            for piece in pieces(&message, &cuts) {
                let mut text = piece.to_vec();
                sealing.encrypt(&mut text).expect("the message is not too long");
                sealed.extend(text);
                // A clone must continue like the original.
                sealing = sealing.clone();
            }
            let mut tag = vec![0; row.tag_bytes];
            sealing.finish_encryption(&mut tag).expect("the message is complete");
            prop_assert_eq!(&[sealed.as_slice(), &tag].concat(), &whole, "{}", row.name);

            let mut opening =
                cipher.start(Direction::Decrypt, &nonce, HEADER, lengths).expect("nonce and lengths are allowed");
            for piece in pieces(&sealed, &cuts) {
                opening.decrypt(piece).expect("the message is not too long");
                opening = opening.clone();
            }
            prop_assert_eq!(opening.plaintext(&tag), Ok(message.clone()), "{}", row.name);
        }
    }
}

#[test]
fn rejects_wrong_tag_and_releases_nothing() {
    let message = [5; 100];
    for row in rows() {
        let (cipher, nonce) = cipher(row);
        let lengths = lengths(&message, row.tag_bytes);
        let sealed =
            cipher.encrypt(&nonce, HEADER, &message).expect("the nonce has an allowed length");
        let (text, tag) = sealed.split_at(message.len());
        let mut opening = cipher
            .start(Direction::Decrypt, &nonce, HEADER, lengths)
            .expect("nonce and lengths are allowed");
        opening.decrypt(text).expect("the message is not too long");
        let mut forged = tag.to_vec();
        forged[0] ^= 1;
        let mut plaintext = [0x55; 100];
        let opened = opening.finish_decryption(&forged, &mut plaintext);
        assert_eq!(opened, Err(VerifyError::InvalidTag), "{}", row.name);
        assert_eq!(plaintext, [0; 100], "{}", row.name);
        // The failed verification has ended the message. The object holds no plaintext, and rejects even the correct
        // tag.
        assert_eq!(opening.plaintext_bytes(), 0, "{}", row.name);
        let algorithm = row.name;
        let ended = StateError::MessageEnded { algorithm };
        assert_eq!(opening.plaintext(tag), Err(VerifyError::State(ended)));
        assert_eq!(opening.decrypt(text), Err(CipherError::State(ended)));
    }
}

#[test]
fn streaming_matches_one_shot_for_every_tag_length() {
    for (name, shortest, longest, step) in
        [("aes-128-gcm", 12, 16, 2), ("aes-128-ccm", 4, 16, 2), ("aegis-128l", 16, 32, 16)]
    {
        let (cipher, nonce) = cipher(registry::aead(name).expect("the registry has the algorithm"));
        for tag_bytes in (shortest..=longest).step_by(step) {
            let mut whole = (*b"message", vec![0; tag_bytes]);
            cipher
                .encrypt_in_place_detached(&nonce, HEADER, &mut whole.0, &mut whole.1)
                .expect("the nonce has an allowed length");
            let mut parts = (*b"message", vec![0; tag_bytes]);
            let lengths = lengths(b"message", tag_bytes);
            let mut sealing = cipher
                .start(Direction::Encrypt, &nonce, HEADER, lengths)
                .expect("nonce and lengths are allowed");
            sealing.encrypt(&mut parts.0).expect("the message is not too long");
            sealing.finish_encryption(&mut parts.1).expect("the message is complete");
            assert_eq!(parts, whole, "{name}");

            let mut opening = cipher
                .start(Direction::Decrypt, &nonce, HEADER, lengths)
                .expect("nonce and lengths are allowed");
            opening.decrypt(&whole.0).expect("the message is not too long");
            whole.1[tag_bytes - 1] ^= 1;
            assert_eq!(opening.clone().plaintext(&whole.1), Err(VerifyError::InvalidTag));
            assert_eq!(opening.plaintext(&parts.1), Ok(b"message".to_vec()), "{name}");
        }
    }
}

#[test]
fn ccm_needs_an_allowed_message_and_tag_length() {
    let (cipher, nonce) = cipher(registry::aead("aes-128-ccm").expect("the registry has the mode"));
    let start = |lengths| cipher.start(Direction::Encrypt, &nonce, HEADER, lengths);
    let refused = |lengths| start(lengths).map(drop).expect_err("the call is rejected");
    assert_eq!(
        refused(MessageLengths::default()).to_string(),
        "aes-128-ccm needs a message length in advance"
    );
    assert_eq!(
        refused(lengths(b"", 5)).to_string(),
        "tag is 5 bytes; aes-128-ccm takes 4, 6, 8, 10, 12, 14 or 16"
    );
}

#[test]
fn rejects_calls_out_of_order_without_effect() {
    let row = registry::aead("aes-128-ccm").expect("the registry has the mode");
    let algorithm = row.name;
    let (cipher, nonce) = cipher(row);
    let begin = |direction| cipher.start(direction, &nonce, HEADER, lengths(b"message", 16));
    let mut sealing = begin(Direction::Encrypt).expect("nonce and lengths are allowed");
    let (mut text, mut tag) = (*b"messages", [0; 16]);
    let refused = |given| {
        let (what, allowed) = ("message", Allowed::AtMost(7));
        Err(CipherError::Parameter(ParameterError::Length { algorithm, what, given, allowed }))
    };
    assert_eq!(sealing.encrypt(&mut text), refused(8));
    assert_eq!(text, *b"messages");
    sealing.encrypt(&mut text[..5]).expect("the message is not too long");
    assert_eq!(sealing.encrypt(&mut text), refused(13));
    let incomplete = StateError::MessageIncomplete { algorithm, missing: 2 };
    assert_eq!(sealing.finish_encryption(&mut tag), Err(CipherError::State(incomplete)));
    let short =
        ParameterError::Length { algorithm, what: "tag", given: 12, allowed: Allowed::Exactly(16) };
    assert_eq!(sealing.finish_encryption(&mut tag[..12]), Err(CipherError::Parameter(short)));
    let direction = StateError::OtherDirection { algorithm, direction: "encrypted" };
    assert_eq!(sealing.decrypt(b""), Err(CipherError::State(direction)));
    assert_eq!(sealing.plaintext(&tag), Err(VerifyError::State(direction)));
    sealing.encrypt(&mut text[5..7]).expect("the message is not too long");
    sealing.finish_encryption(&mut tag).expect("the message is complete");
    assert_eq!(
        [&text[..7], &tag].concat(),
        cipher.encrypt(&nonce, HEADER, b"message").expect("the nonce has an allowed length")
    );
    let ended = StateError::MessageEnded { algorithm };
    assert_eq!(sealing.encrypt(&mut text), Err(CipherError::State(ended)));
    assert_eq!(sealing.finish_encryption(&mut tag), Err(CipherError::State(ended)));

    let mut opening = begin(Direction::Decrypt).expect("nonce and lengths are allowed");
    opening.decrypt(&text[..7]).expect("the message is not too long");
    let mut short = [0; 6];
    let refused =
        opening.finish_decryption(&tag, &mut short).expect_err("a short output buffer is rejected");
    assert_eq!(refused.to_string(), "output buffer is 6 bytes; aes-128-ccm takes 7");
    assert_eq!(opening.plaintext(&tag), Ok(b"message".to_vec()));
}

#[test]
fn siv_and_ocb_reject_streaming() {
    for name in ["aes-256-gcm-siv", "aes-256-siv", "aes-256-ocb"] {
        let (cipher, nonce) = cipher(registry::aead(name).expect("the registry has the mode"));
        let refused = cipher.start(Direction::Encrypt, &nonce, HEADER, MessageLengths::default());
        let expected =
            format!("{name} takes no streamed message; process the whole message in one call");
        assert_eq!(refused.map(drop).expect_err("the call is rejected").to_string(), expected);
    }
}

#[test]
fn typed_streaming_matches_one_shot() {
    let gcm = Gcm::<Aes128>::new(&[7; 16]);
    let ccm = Ccm::<Aes128>::new(&[7; 16]);
    let ascon = AsconAead128::new(&[7; 16]);
    let message = [5; 100];

    let mut sealed = message;
    let mut encryptor = ascon.encryptor(&[9; 16], HEADER);
    let (head, tail) = sealed.split_at_mut(33);
    encryptor.update(head);
    encryptor.update(tail);
    let tag = encryptor.finish();
    assert_eq!([&sealed[..], &tag].concat(), ascon.encrypt(&[9; 16], HEADER, &message));

    for name in ["aes-128-gcm", "aes-128-ccm"] {
        let is_gcm = name == "aes-128-gcm";
        let encryptor = if is_gcm {
            gcm.encryptor(&[9; 12], HEADER)
        } else {
            ccm.encryptor(&[9; 12], HEADER, 100, 16)
        };
        let mut encryptor = encryptor.expect("nonce and lengths are allowed");
        let (mut sealed, mut tag) = (message, [0; 16]);
        let (head, tail) = sealed.split_at_mut(33);
        encryptor.update(head).expect("the message is not too long");
        encryptor.update(tail).expect("the message is not too long");
        encryptor.finish(&mut tag).expect("the message is complete");
        let by_name = registry::aead(name)
            .expect("the registry has the mode")
            .new_aead(&[7; 16])
            .expect("the key has 16 bytes");
        let whole = by_name.encrypt(&[9; 12], HEADER, &message).expect("the nonce has 12 bytes");
        assert_eq!([&sealed[..], &tag].concat(), whole, "{name}");

        for is_forged in [false, true] {
            let decryptor = if is_gcm {
                gcm.decryptor(&[9; 12], HEADER)
            } else {
                ccm.decryptor(&[9; 12], HEADER, 100, 16)
            };
            let mut decryptor = decryptor.expect("nonce and lengths are allowed");
            decryptor.update(&sealed[..50]).expect("the message is not too long");
            decryptor.update(&sealed[50..]).expect("the message is not too long");
            let mut tag = tag;
            tag[15] ^= u8::from(is_forged);
            let expected =
                if is_forged { Err(VerifyError::InvalidTag) } else { Ok(message.into()) };
            assert_eq!(decryptor.finish(&tag), expected, "{name}");
        }
    }
    assert!(gcm.encryptor(&[], HEADER).is_err());
    let mut longer = ccm.encryptor(&[9; 12], HEADER, 3, 16).expect("nonce and lengths are allowed");
    assert!(longer.update(&mut [0; 4]).is_err());
    assert!(ccm.encryptor(&[9; 13], HEADER, 1 << 16, 16).is_err());
}
