//! Any sequence of updates, clones and resets gives what one call on the whole message gives: hashes,
//! extendable-output functions and message authentication codes.
#![no_main]

use arbitrary::Arbitrary;
use astragal::registry::{HASHES, MacParams, XOFS, XofParams, macs};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Step {
    Update(Vec<u8>),
    /// Continues on a copy.
    Clone,
    Reset,
}

fuzz_target!(|input: (u8, Vec<Step>, u16, Vec<u8>)| {
    let (choice, steps, output_bytes, key) = input;
    let choice = usize::from(choice);
    let mut message = Vec::new();

    let mut hash = HASHES[choice % HASHES.len()].new_hash();
    for step in &steps {
        match step {
            Step::Update(data) => {
                hash.update(data);
                message.extend_from_slice(data);
            }
            Step::Clone => hash = hash.clone(),
            Step::Reset => {
                hash.reset();
                message.clear();
            }
        }
    }
    assert_eq!(hash.finalize_reset(), HASHES[choice % HASHES.len()].hash(&message));
    code(choice, &steps, &key, &message);

    let row = &XOFS[choice % XOFS.len()];
    if row.takes.items {
        return;
    }
    let params = XofParams { output_bytes: Some(output_bytes.into()), ..XofParams::default() };
    let mut xof = row.new_xof(&params).expect("the defaults are allowed");
    let mut whole = xof.clone();
    for step in &steps {
        match step {
            Step::Update(data) => xof.absorb(data).expect("nothing was squeezed"),
            Step::Clone => xof = xof.clone(),
            Step::Reset => xof.reset(),
        }
    }
    whole.absorb(&message).expect("nothing was squeezed");
    let mut expected = vec![0; output_bytes.into()];
    let mut output = expected.clone();
    whole.squeeze(&mut expected).expect("the length was announced");
    for (i, piece) in output.chunks_mut(choice % 256 + 1).enumerate() {
        // Every third piece is passed over by a copy, which the next has to fit.
        let mut ahead = xof.clone();
        xof.squeeze(piece).expect("the length was announced");
        if i % 3 == 2 && ahead.skip(piece.len() as u64).is_ok() {
            xof = ahead;
        }
    }
    assert_eq!(output, expected, "{}", row.name);
});

/// The same for a message authentication code, against its one-shot form, and its verification.
fn code(choice: usize, steps: &[Step], key: &[u8], message: &[u8]) {
    let row = macs().nth(choice % macs().count()).expect("there are as many");
    let Ok(mut mac) = row.new_mac(key, &MacParams::default()) else {
        return;
    };
    for step in steps {
        match step {
            Step::Update(data) => mac.update(data),
            Step::Clone => mac = mac.clone(),
            Step::Reset => mac.reset(),
        }
    }
    let mut tag = vec![0; row.tag_bytes];
    if row.mac_into(key, &MacParams::default(), message, &mut tag).is_err() {
        assert!(
            mac.finalize_reset().is_err(),
            "{}: the message is too long for one form",
            row.name
        );
        return;
    }
    let mut copy = mac.clone();
    assert_eq!(mac.finalize_reset().expect("it is not too long"), tag, "{}", row.name);
    assert!(copy.clone().verify_reset(&tag).is_ok(), "{}", row.name);
    tag[choice % row.tag_bytes] ^= 1;
    assert!(copy.verify_reset(&tag).is_err(), "{}: a forgery", row.name);
}
