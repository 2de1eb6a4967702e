//! Runs the cases that have the fields `pt` and `ct` (plaintext and ciphertext) but no field `mode`. They test block
//! ciphers with single blocks, with many blocks, and with iterated encryption.

use astragal::registry::{self, CipherRow};

use super::{CheckResult, MAX_ITERATIONS, Outcome, compare, require_valid, unknown};
use crate::parse::Case;

/// Number of blocks in a long message. It is greater than the number of blocks that any backend processes in parallel,
/// and not a multiple of that number.
const MANY_BLOCKS: usize = 77;

pub(super) fn run(case: &Case) -> Outcome {
    let Ok(row) = registry::cipher(case.alg()) else { return unknown(case) };
    require_valid(case).and_then(|()| check(row, case)).into()
}

fn check(row: &'static CipherRow, case: &Case) -> CheckResult {
    let mut cipher = row.new_cipher(&case.needed_bytes("key")?)?;
    if let Some(tweak) = case.bytes("tweak")? {
        cipher.set_tweak(&tweak)?;
    }
    let (plain, encrypted) = (case.needed_bytes("pt")?, case.needed_bytes("ct")?);
    let iterations = case.number_up_to("iterations", MAX_ITERATIONS)?.unwrap_or(1);
    let mut one = plain.clone();
    for _ in 0..iterations {
        cipher.encrypt_blocks(&mut one)?;
    }
    compare("encrypted", &one, &encrypted)?;
    for _ in 0..iterations {
        cipher.decrypt_blocks(&mut one)?;
    }
    compare("decrypted", &one, &plain)?;
    if iterations == 1 {
        let mut many = plain.repeat(MANY_BLOCKS);
        cipher.encrypt_blocks(&mut many)?;
        compare("many blocks encrypted", &many, &encrypted.repeat(MANY_BLOCKS))?;
        cipher.boxed_clone().decrypt_blocks(&mut many)?;
        compare("many blocks decrypted", &many, &plain.repeat(MANY_BLOCKS))?;
    }
    Ok(())
}
