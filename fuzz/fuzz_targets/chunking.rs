//! Any sequence of updates, clones and resets gives what one call on the whole message gives.
#![no_main]

use arbitrary::Arbitrary;
use astragal::registry::{HASHES, SIZED_HASHES, XOFS, XofParams};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Step {
    Update(Vec<u8>),
    /// Continues on a copy.
    Clone,
    Reset,
}

fuzz_target!(|input: (u8, Vec<Step>, u16)| {
    let (choice, steps, output_bytes) = input;
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

    let rows = XOFS.iter().chain(SIZED_HASHES);
    let row = rows.cycle().nth(choice).expect("the tables are not empty");
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
    for piece in output.chunks_mut(usize::from(choice as u8) + 1) {
        xof.squeeze(piece).expect("the length was announced");
    }
    assert_eq!(output, expected, "{}", row.name);
});
