//! Checks that a sequence of updates, clones and resets gives the same result as one call with the whole message. Each
//! input selects one hash, XOF or MAC.
#![no_main]

use arbitrary::Arbitrary;
use astragal::registry::{
    HASHES, HashRow, MacParams, MacRow, SIZED_HASHES, XOFS, XofParams, XofRow,
};
use astragal_fuzz::{MACS, fit_key};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Step<'a> {
    Update(&'a [u8]),
    /// Replaces the object with its clone.
    Clone,
    Reset,
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u16,
    output_bytes: u16,
    piece_bytes: u8,
    key: &'a [u8],
    steps: Vec<Step<'a>>,
}

impl Input<'_> {
    /// Returns the bytes absorbed since the last reset.
    fn message(&self) -> Vec<u8> {
        let mut message = Vec::new();
        for step in &self.steps {
            match step {
                Step::Update(data) => message.extend_from_slice(data),
                Step::Clone => {}
                Step::Reset => message.clear(),
            }
        }
        message
    }
}

fuzz_target!(|input: Input<'_>| {
    let mut which = usize::from(input.which) % (HASHES.len() + xofs().count() + MACS.len());
    if let Some(row) = HASHES.get(which) {
        return hash(row, &input);
    }
    which -= HASHES.len();
    if let Some(row) = xofs().nth(which) {
        return xof(row, &input);
    }
    mac(MACS[which - xofs().count()], &input);
});

/// Returns the extendable-output functions that hash a single message. TupleHash is excluded, because it hashes each
/// update as a separate element.
fn xofs() -> impl Iterator<Item = &'static XofRow> {
    XOFS.iter().chain(SIZED_HASHES).filter(|row| !row.takes.items)
}

fn hash(row: &HashRow, input: &Input<'_>) {
    let mut hash = row.new_hash();
    for step in &input.steps {
        match step {
            Step::Update(data) => hash.update(data),
            Step::Clone => hash = hash.clone(),
            Step::Reset => hash.reset(),
        }
    }
    assert_eq!(hash.finalize_reset(), row.hash(&input.message()), "{}", row.name);
}

fn xof(row: &'static XofRow, input: &Input<'_>) {
    // Squeezes at most 128 pieces. With this many pieces, even 2-byte pieces reach the end of a block of any rate.
    let piece_bytes = usize::from(input.piece_bytes) + 1;
    let output_bytes = usize::from(input.output_bytes) % (128 * piece_bytes).min(1200);
    let params = XofParams { output_bytes: Some(output_bytes), ..XofParams::default() };
    let mut xof = row.new_xof(&params).expect("the default parameters are allowed");
    let mut whole = xof.clone();
    for step in &input.steps {
        match step {
            Step::Update(data) => xof.absorb(data).expect("no output has been squeezed"),
            Step::Clone => xof = xof.clone(),
            Step::Reset => xof.reset(),
        }
    }
    whole.absorb(&input.message()).expect("no output has been squeezed");
    let mut expected = vec![0; output_bytes];
    let mut output = expected.clone();
    whole.squeeze(&mut expected).expect("the output length was announced");
    for (i, piece) in output.chunks_mut(piece_bytes).enumerate() {
        // Squeezes every third piece with the object and skips it with a clone. The loop then continues with the clone,
        // if the function can skip.
        let mut ahead = (i % 3 == 2).then(|| xof.clone());
        xof.squeeze(piece).expect("the output length was announced");
        if let Some(ahead) = ahead.take_if(|ahead| ahead.skip(piece.len() as u64).is_ok()) {
            xof = ahead;
        }
    }
    assert_eq!(output, expected, "{}", row.name);
}

fn mac(row: &'static MacRow, input: &Input<'_>) {
    let params = MacParams::default();
    let key = fit_key(input.key, row.key_bytes);
    let is_allowed = key == input.key;
    assert_eq!(row.new_mac(input.key, &params).is_ok(), is_allowed, "{}", row.name);
    let mut mac = row.new_mac(&key, &params).expect("the key has an allowed length");
    for step in &input.steps {
        match step {
            Step::Update(data) => mac.update(data),
            Step::Clone => mac = mac.clone(),
            Step::Reset => mac.reset(),
        }
    }
    let mut tag = vec![0; row.tag_bytes];
    if row.mac_into(&key, &params, &input.message(), &mut tag).is_err() {
        assert!(
            mac.finalize_reset().is_err(),
            "{}: only one of two calls accepts this length",
            row.name
        );
        return;
    }
    let mut copy = mac.clone();
    assert_eq!(mac.finalize_reset().expect("the message is not too long"), tag, "{}", row.name);
    assert!(copy.clone().verify_reset(&tag).is_ok(), "{}", row.name);
    tag[usize::from(input.output_bytes) % row.tag_bytes] ^= 1;
    assert!(copy.verify_reset(&tag).is_err(), "{} accepts a forgery", row.name);
}
