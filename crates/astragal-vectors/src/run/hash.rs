//! Cases with `md`: hashes of fixed length.

use astragal::registry::{self, HashRow};

use super::{MOST_ITERATIONS, Outcome, compare, never_invalid, unknown};
use crate::message::Message;
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    let Ok(row) = registry::hash(case.alg()) else {
        return unknown(case);
    };
    if ["salt", "custom", "name"].iter().any(|field| case.has(field)) {
        return Outcome::Skipped(format!("{} with salt or personalisation", row.name));
    }
    never_invalid(case).and_then(|()| check(row, case)).into()
}

fn check(row: &HashRow, case: &Case) -> Result<(), String> {
    let expected = case.needed_bytes("md")?;
    let mut message = Message::of(case)?;
    let iterations = case.number_up_to("iterations", MOST_ITERATIONS)?.unwrap_or(1);
    for _ in 1..iterations {
        let mut hash = row.new_hash();
        message.for_each_piece(message.splits()[0], |piece| hash.update(piece));
        message = hash.finalize_reset().into();
    }
    if message.splits().len() == 1 {
        let mut hash = row.new_hash();
        message.for_each_piece(message.splits()[0], |piece| hash.update(piece));
        return compare("streamed", &hash.finalize_reset(), &expected);
    }
    compare("in one call", &row.hash(&message.to_vec()), &expected)?;
    let mut hash = row.new_hash();
    for &piece_bytes in message.splits() {
        // Each split begins on the object that the one before has left reset.
        let mut copy = hash.clone();
        message.for_each_piece(piece_bytes, |piece| {
            hash.update(piece);
            copy.update(piece);
            if piece_bytes == 167 {
                copy = copy.boxed_clone();
            }
        });
        let how = format!("in pieces of {piece_bytes} bytes");
        compare(&how, &hash.finalize_reset(), &expected)?;
        compare(&format!("{how}, cloned"), &copy.finalize_reset(), &expected)?;
    }
    Ok(())
}
