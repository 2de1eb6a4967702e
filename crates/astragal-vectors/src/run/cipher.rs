//! Cases with `pt` and `ct` and no mode: raw blocks, one by one, many at once, and iterated.

use astragal::registry;

use super::{MOST_ITERATIONS, Outcome, compare, never_invalid, unknown};
use crate::parse::Case;

/// More blocks than any backend takes together, and not a multiple of it.
const MANY: usize = 77;

pub(super) fn run(case: &Case) -> Outcome {
    if registry::cipher(case.alg()).is_err() {
        return unknown(case);
    }
    never_invalid(case).and_then(|()| check(case)).into()
}

fn check(case: &Case) -> Result<(), String> {
    let row = registry::cipher(case.alg()).map_err(|error| error.to_string())?;
    let made = row.new_cipher(&case.needed_bytes("key")?);
    let mut cipher = made.map_err(|error| error.to_string())?;
    if let Some(tweak) = case.bytes("tweak")? {
        cipher.set_tweak(&tweak).map_err(|error| error.to_string())?;
    }
    let (plain, encrypted) = (case.needed_bytes("pt")?, case.needed_bytes("ct")?);
    let iterations = case.number_up_to("iterations", MOST_ITERATIONS)?.unwrap_or(1);
    let mut one = plain.clone();
    for _ in 0..iterations {
        cipher.encrypt_blocks(&mut one).map_err(|error| error.to_string())?;
    }
    compare("encrypted", &one, &encrypted)?;
    for _ in 0..iterations {
        cipher.decrypt_blocks(&mut one).map_err(|error| error.to_string())?;
    }
    compare("decrypted", &one, &plain)?;
    if iterations == 1 {
        let mut many = plain.repeat(MANY);
        cipher.encrypt_blocks(&mut many).map_err(|error| error.to_string())?;
        compare("encrypted many times", &many, &encrypted.repeat(MANY))?;
        cipher.boxed_clone().decrypt_blocks(&mut many).map_err(|error| error.to_string())?;
        compare("decrypted many times", &many, &plain.repeat(MANY))?;
    }
    Ok(())
}
