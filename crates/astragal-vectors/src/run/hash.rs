//! Runs the cases that have the field `md` (message digest). They test hashes with and without parameters.

use astragal::registry::{self, DynHash, HashParams, HashRow};

use super::{CheckResult, MAX_ITERATIONS, Outcome, compare, require_valid, unknown};
use crate::message::Message;
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    if PARAMETERS.iter().any(|field| case.has(field)) {
        return run_with_parameters(case);
    }
    match registry::hash(case.alg()) {
        Ok(row) => require_valid(case).and_then(|()| check(row, case)).into(),
        Err(_) => run_with_parameters(case),
    }
}

/// Fields that contain parameters of a hash.
const PARAMETERS: [&str; 6] = ["salt", "custom", "key", "public-key", "key-id", "nonce"];

/// Splits a name into the hash with selectable length and the digest length in bytes: `blake2s-160` is `blake2s` with
/// 20-byte digests.
pub(super) fn sized(name: &str) -> Option<(&'static HashRow, usize)> {
    let (function, bits) = name.rsplit_once('-')?;
    let bits: usize = bits.parse().ok().filter(|bits: &usize| bits.is_multiple_of(8))?;
    let row = registry::hash(function).ok()?;
    row.takes.digest_bytes.map(|_| (row, bits / 8))
}

/// Runs a case of a hash with parameters. The digest length is one of the parameters.
pub(super) fn run_with_parameters(case: &Case) -> Outcome {
    let chosen = sized(case.alg()).map(|(row, bytes)| (row, Some(bytes)));
    let fixed = || registry::hash(case.alg()).ok().map(|row| (row, None));
    match chosen.or_else(fixed) {
        Some((row, bytes)) => {
            require_valid(case).and_then(|()| check_parameters(row, bytes, case)).into()
        }
        None => unknown(case),
    }
}

fn check_parameters(row: &HashRow, digest_bytes: Option<usize>, case: &Case) -> CheckResult {
    let answer = ["md", "tag", "out"].into_iter().find(|field| case.has(field));
    let expected = case.needed_bytes(answer.ok_or("case has no md, tag or out")?)?;
    let salt = case.bytes("salt")?;
    let personal = case.bytes("custom")?;
    let key = case.bytes("key")?;
    let public_key = case.bytes("public-key")?;
    let key_id = case.bytes("key-id")?;
    let nonce = case.bytes("nonce")?;
    let params = HashParams {
        // If the name contains no digest length, uses the length of the expected digest.
        digest_bytes: digest_bytes.or_else(|| row.takes.digest_bytes.map(|_| expected.len())),
        salt: salt.as_deref(),
        personal: personal.as_deref(),
        key: key.as_deref(),
        public_key: public_key.as_deref(),
        key_id: key_id.as_deref(),
        nonce: nonce.as_deref(),
        ..HashParams::default()
    };
    let hash = row.new_hash_with(&params)?;
    check_pieces(hash, &Message::of(case)?, &expected)
}

fn check(row: &HashRow, case: &Case) -> CheckResult {
    let expected = case.needed_bytes("md")?;
    let mut message = Message::of(case)?;
    let iterations = case.number_up_to("iterations", MAX_ITERATIONS)?.unwrap_or(1);
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
    check_pieces(row.new_hash(), &message, &expected)
}

fn check_pieces(mut hash: Box<dyn DynHash>, message: &Message, expected: &[u8]) -> CheckResult {
    for &piece_bytes in message.splits() {
        // All iterations use the same object, so that they also test `finalize_reset`.
        let mut copy = hash.clone();
        message.for_each_piece(piece_bytes, |piece| {
            hash.update(piece);
            copy.update(piece);
            if piece_bytes == 167 {
                copy = copy.boxed_clone();
            }
        });
        let how = format!("in pieces of {piece_bytes} bytes");
        compare(&how, &hash.finalize_reset(), expected)?;
        compare(&format!("{how}, cloned"), &copy.finalize_reset(), expected)?;
    }
    Ok(())
}
