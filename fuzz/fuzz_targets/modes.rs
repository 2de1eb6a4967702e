//! Checks that the output of a block cipher mode does not depend on how the message is split. Covers in-place calls,
//! calls with a separate output buffer, and objects that were cloned or restarted. The ciphertext must decrypt to the
//! plaintext. CTR must be able to seek to any byte of the keystream.
#![no_main]

use arbitrary::Arbitrary;
use astragal::cipher::Padding;
use astragal::registry::{Direction, DynMode, Mode};
use astragal_fuzz::{MODES, choose, stretch};
use libfuzzer_sys::fuzz_target;

/// Maximum message length in bytes. Such a message has more blocks than any kernel processes in parallel.
const MESSAGE_BYTES: usize = 1536;

#[derive(Arbitrary, Debug)]
enum Step<'a> {
    Update(&'a [u8]),
    InPlace(&'a [u8]),
    /// Replaces the object with its clone.
    Clone,
    /// Discards the current message and starts another.
    Restart,
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u16,
    key: [u8; 32],
    iv: [u8; 32],
    pads: bool,
    position: u64,
    before: u8,
    steps: Vec<Step<'a>>,
}

fuzz_target!(|input: Input<'_>| {
    let mode = choose(&MODES, input.which);
    let key = stretch(&input.key, mode.key_bytes());
    let iv = &input.iv[..mode.cipher.block_bytes.min(32)];
    let padding = if input.pads { Padding::Pkcs7 } else { Padding::None };
    let start = |direction| mode.start(direction, &key, iv, padding).ok();
    let Some(object) = start(Direction::Encrypt) else { return };
    let Some((message, outcome)) = in_pieces(object, iv, &input.steps) else { return };
    let whole =
        start(Direction::Encrypt).expect("key and IV were accepted before").whole(&message).ok();
    assert_eq!(outcome, whole, "{}", mode.name());
    if let Some(ciphertext) = whole {
        let opened =
            start(Direction::Decrypt).expect("key and IV were accepted before").whole(&ciphertext);
        assert_eq!(opened.as_ref(), Ok(&message), "{}", mode.name());
    }
    if mode.mode == Mode::Ctr {
        let position = u128::from(input.position);
        let mut far = start(Direction::Encrypt).expect("key and IV were accepted before");
        far.seek(position).expect("CTR supports seeking");
        let mut near = far.boxed_clone();
        near.seek(position.saturating_sub(input.before.into())).expect("CTR supports seeking");
        let gap = usize::from(input.before).min(usize::try_from(position).unwrap_or(usize::MAX));
        near.update_in_place(&mut vec![0; gap], gap).expect("the buffer has the right length");
        assert_eq!(far.whole(&message), near.whole(&message), "{} at {position}", mode.name());
    }
});

/// Applies `steps` to `object`. Returns the message (all bytes passed to `object` since its last restart) and the
/// output for this message. If the mode rejects an update, the whole result is `None`. If the mode rejects the message
/// length at the end, only the output is `None`.
fn in_pieces(
    mut object: Box<dyn DynMode>,
    iv: &[u8],
    steps: &[Step<'_>],
) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let (mut message, mut output) = (Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Update(data) | Step::InPlace(data)
                if message.len() + data.len() > MESSAGE_BYTES => {}
            Step::Update(data) => {
                message.extend_from_slice(data);
                let mut piece = vec![0; object.update_bytes(data.len())];
                let written = object.update(data, &mut piece).ok()?;
                assert_eq!(written, piece.len());
                output.extend(piece);
            }
            Step::InPlace(data) => {
                message.extend_from_slice(data);
                let mut piece = data.to_vec();
                piece.resize(data.len().max(object.update_bytes(data.len())), 0);
                let written = object.update_in_place(&mut piece, data.len()).ok()?;
                output.extend(&piece[..written]);
            }
            Step::Clone => object = object.boxed_clone(),
            Step::Restart => {
                object.restart(iv).expect("the IV has the right length");
                message.clear();
                output.clear();
            }
        }
    }
    let mut last = vec![0; object.finish_bytes()];
    let outcome = object.finish(&mut last).ok().map(|written| {
        output.extend(&last[..written]);
        output
    });
    Some((message, outcome))
}
