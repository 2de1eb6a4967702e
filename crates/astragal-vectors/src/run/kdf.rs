//! Cases of key derivation: from a password, or from a key.

use astragal::kdf::{Arena, Work};
use astragal::registry::{self, KdfParams};

use super::{Outcome, compare, unknown};
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    if registry::kdf(case.alg()).is_err() {
        return unknown(case);
    }
    match (check(case), case.is_invalid()) {
        (result, false) => result.into(),
        (Err(_), true) => Outcome::Passed,
        (Ok(()), true) => Outcome::Failed("accepted, though it is invalid".into()),
    }
}

fn check(case: &Case) -> Result<(), String> {
    let row = registry::kdf(case.alg()).map_err(|error| error.to_string())?;
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
    // Twice in one arena: what the first leaves there must not matter.
    let mut arena = Arena::new();
    for how in ["at once", "in the same memory"] {
        let mut key = vec![0xa5; expected.len()];
        let mut work = Work::default().in_arena(&mut arena);
        row.derive(&input, &params, &mut key, &mut work).map_err(|error| error.to_string())?;
        compare(how, &key, &expected)?;
    }
    Ok(())
}
