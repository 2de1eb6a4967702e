//! Runs the cases that have the field `out` but no field `key`. They test extendable-output functions, TupleHash and
//! ParallelHash.

use astragal::error::ParameterError;
use astragal::registry::{self, Algorithm, DynXof, Kind, XofParams, XofRow};

use super::{ACCEPTED, CheckResult, MAX_SKIPPED_BYTES, Outcome, compare, hash};
use crate::message::Message;
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    match registry::find(&[Kind::Xof, Kind::SizedHash], case.alg()) {
        Ok(Algorithm::Xof(row)) => check(row, case).into(),
        // A name that is not an extendable-output function must be a hash whose digest length can be selected.
        _ => hash::run_with_parameters(case),
    }
}

fn check(row: &'static XofRow, case: &Case) -> CheckResult {
    let expected = case.needed_bytes("out")?;
    let max_skip = if row.seeks() { u64::MAX } else { MAX_SKIPPED_BYTES };
    let skip = case.number_up_to("out-skip", max_skip)?.unwrap_or(0);
    // Number of bytes from the start of the output to the end of the expected bytes, or `None` if it exceeds `usize`.
    // Only functions with the output length as a parameter need this number.
    let output_bytes = usize::try_from(skip).ok().and_then(|n| n.checked_add(expected.len()));
    let custom = case.bytes("custom")?;
    let function_name = case.bytes("name")?;
    let domain = match case.bytes("domain")?.as_deref() {
        None => None,
        Some(&[domain]) => Some(domain),
        Some(_) => return Err("domain is not one byte".into()),
    };
    // Some vectors contain empty customization strings for algorithms that do not take such a string.
    let unless_empty = |string: &&[u8], taken| taken || !string.is_empty();
    let params = XofParams {
        custom: custom.as_deref().filter(|custom| unless_empty(custom, row.takes.custom)),
        function_name: function_name
            .as_deref()
            .filter(|name| unless_empty(name, row.takes.function_name)),
        domain,
        block_bytes: case.number("block")?,
        output_bytes,
        ..XofParams::default()
    };
    let made = row.new_xof(&params);
    if case.is_invalid() {
        return match made {
            Ok(_) => Err(ACCEPTED.into()),
            Err(ParameterError::Length { .. } | ParameterError::Value { .. }) => Ok(()),
            // Any other error fails the case, because it does not prove that the function detects the invalid value.
            // For example, the function may not support the parameter at all.
            Err(error) => Err(error.into()),
        };
    }
    let mut xof = made?;
    if row.takes.items {
        for _ in 0..2 {
            for item in case.items()? {
                xof.begin_item(item.len() as u64).and_then(|()| xof.absorb(&item))?;
            }
            squeeze_and_compare("in whole items", xof.as_mut(), skip, &expected)?;
            xof.reset();
        }
        return Ok(());
    }
    let message = Message::of(case)?;
    for &piece_bytes in message.splits() {
        let mut error = None;
        message.for_each_piece(piece_bytes, |piece| error = xof.absorb(piece).err().or(error));
        if let Some(error) = error {
            return Err(error.into());
        }
        let how = format!("in pieces of {piece_bytes} bytes");
        squeeze_and_compare(&how, xof.boxed_clone().as_mut(), skip, &expected)?;
        squeeze_and_compare(&how, xof.as_mut(), skip, &expected)?;
        xof.reset();
    }
    Ok(())
}

/// Skips `skip` bytes of output and compares the following bytes, squeezed in two parts of unequal length.
fn squeeze_and_compare(how: &str, xof: &mut dyn DynXof, skip: u64, expected: &[u8]) -> CheckResult {
    xof.skip(skip)?;
    let mut out = vec![0; expected.len()];
    let (head, tail) = out.split_at_mut(expected.len() / 3);
    xof.squeeze(head)?;
    xof.squeeze(tail)?;
    compare(how, &out, expected)
}
