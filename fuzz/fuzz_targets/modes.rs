//! A mode in any pieces, in place or not, cloned and restarted on the way, gives what one call gives; what it encrypts
//! it decrypts; and a keystream that is entered at any byte is the same from there on.
#![no_main]

use arbitrary::Arbitrary;
use astragal::cipher::Padding;
use astragal::registry::{CipherMode, Direction, DynMode, Mode, modes};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Step {
    Update(Vec<u8>),
    InPlace(Vec<u8>),
    /// Continues on a copy.
    Clone,
    /// Begins another message; what there was is forgotten.
    Restart,
}

#[derive(Arbitrary, Debug)]
struct Input {
    which: u16,
    key: [u8; 32],
    iv: [u8; 32],
    pads: bool,
    steps: Vec<Step>,
    position: u64,
    before: u8,
}

fuzz_target!(|input: Input| {
    let modes: Vec<CipherMode> = modes().collect();
    let mode = modes[usize::from(input.which) % modes.len()];
    let key: Vec<u8> =
        (0_u8..).zip(input.key.iter().cycle()).map(|(i, k)| i ^ k).take(mode.key_bytes()).collect();
    let iv = &input.iv[..mode.cipher.block_bytes.min(32)];
    let padding = if input.pads { Padding::Pkcs7 } else { Padding::None };
    let start = |direction| mode.start(direction, &key, iv, padding).ok();
    let Some(pieces) = start(Direction::Encrypt) else { return };
    let Some((message, outcome)) = in_pieces(pieces, iv, &input.steps) else { return };
    let whole = start(Direction::Encrypt).expect("it started before").whole(&message).ok();
    assert_eq!(outcome, whole, "{}", mode.name());
    if let Some(ciphertext) = whole {
        let opened = start(Direction::Decrypt).expect("it started before").whole(&ciphertext);
        assert_eq!(opened, Ok(message.clone()), "{}", mode.name());
    }
    if mode.mode == Mode::Ctr {
        let before = usize::from(input.before);
        let position = u128::from(input.position);
        let mut far = start(Direction::Encrypt).expect("it started before");
        far.seek(position).expect("CTR seeks");
        let mut near = far.boxed_clone();
        near.seek(position.saturating_sub(before as u128)).expect("CTR seeks");
        let gap = before.min(usize::try_from(position).unwrap_or(usize::MAX));
        near.update_in_place(&mut vec![0; gap], gap).expect("the buffer fits");
        assert_eq!(far.whole(&message), near.whole(&message), "{} at {position}", mode.name());
    }
});

/// The message since the last beginning, and what came of it: nothing where its length is not taken.
fn in_pieces(
    mut object: Box<dyn DynMode>,
    iv: &[u8],
    steps: &[Step],
) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let (mut message, mut output) = (Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Update(data) => {
                message.extend_from_slice(data);
                let mut piece = vec![0; object.update_bytes(data.len())];
                let written = object.update(data, &mut piece).ok()?;
                assert_eq!(written, piece.len());
                output.extend(piece);
            }
            Step::InPlace(data) => {
                message.extend_from_slice(data);
                let mut piece = data.clone();
                piece.resize(data.len().max(object.update_bytes(data.len())), 0);
                let written = object.update_in_place(&mut piece, data.len()).ok()?;
                output.extend(&piece[..written]);
            }
            Step::Clone => object = object.boxed_clone(),
            Step::Restart => {
                object.restart(iv).expect("it is the same IV");
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
