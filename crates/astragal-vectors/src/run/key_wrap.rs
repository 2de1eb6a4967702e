//! Runs cases of key wrapping: `pt` is the key, `ct` the wrapped key and `key` the key encryption key.

use astragal::error::VerifyError;
use astragal::registry::{self, KeyWrapRow};

use super::{ACCEPTED, CheckResult, Outcome, compare, unknown};
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    let Ok(row) = registry::key_wrap(case.alg()) else { return unknown(case) };
    let result = if case.is_invalid() { check_rejected(row, case) } else { check(row, case) };
    result.into()
}

fn check(row: &KeyWrapRow, case: &Case) -> CheckResult {
    let [kek, key, wrapped] =
        [case.needed_bytes("key")?, case.needed_bytes("pt")?, case.needed_bytes("ct")?];
    compare("wrapped", &row.wrap(&kek, &key)?, &wrapped)?;
    compare("unwrapped", &row.unwrap(&kek, &wrapped)?, &key)
}

fn check_rejected(row: &KeyWrapRow, case: &Case) -> CheckResult {
    let (kek, wrapped) = (case.needed_bytes("key")?, case.needed_bytes("ct")?);
    // The key encryption key must be accepted even in an invalid case, because only the wrapped key may be rejected.
    row.wrap(&kek, &[0; 16])?;
    let mut key = vec![0x55; wrapped.len().saturating_sub(8)];
    match row.unwrap_to(&kek, &wrapped, &mut key) {
        Ok(_) => Err(ACCEPTED.into()),
        Err(VerifyError::Parameter(_)) => Ok(()),
        Err(_) if key.iter().all(|&byte| byte == 0) => Ok(()),
        Err(_) => Err("rejected, but the buffer is not zeroed".into()),
    }
}
