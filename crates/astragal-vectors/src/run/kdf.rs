//! Runs cases of password hashing and key derivation.

use astragal::kdf::{Arena, Work};
use astragal::registry::{self, KdfParams, KdfRow};

use super::{CheckResult, Outcome, compare, outcome, unknown};
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    match registry::kdf(case.alg()) {
        Ok(row) => outcome(case, check(row, case)),
        Err(_) => unknown(case),
    }
}

fn check(row: &'static KdfRow, case: &Case) -> CheckResult {
    let input = case.needed_bytes(if case.has("password") { "password" } else { "key" })?;
    let [salt, info, label] = [case.bytes("salt")?, case.bytes("custom")?, case.bytes("name")?];
    let [secret, associated_data] = [case.bytes("secret")?, case.bytes("ad")?];
    let mut params = KdfParams::default();
    params.salt = salt.as_deref();
    params.info = info.as_deref();
    params.label = label.as_deref();
    params.secret = secret.as_deref();
    params.associated_data = associated_data.as_deref();
    params.iterations = case.number("iterations")?;
    params.n = case.number("n")?;
    params.r = case.number("r")?;
    params.p = case.number("p")?;
    params.m = case.number("m")?;
    params.t = case.number("t")?;
    params.version = case.number("version")?;
    params.allow_short_salt = true;
    let expected = case.needed_bytes("out")?;
    // Runs the derivation twice in the same memory arena, because data that the first run leaves there must not affect
    // the second.
    let mut arena = Arena::new();
    for how in ["first derivation", "second derivation in the same memory"] {
        let mut key = vec![0xa5; expected.len()];
        let mut work = Work::default().in_arena(&mut arena);
        row.derive(&input, &params, &mut key, &mut work)?;
        compare(how, &key, &expected)?;
    }
    Ok(())
}
