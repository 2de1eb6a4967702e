//! Cases with `out` and no key: extendable-output functions, tuple hashes, parallel hashes.

use astragal::error::{ParameterError, StateError};
use astragal::registry::{self, Algorithm, DynXof, Kind, XofParams, XofRow};

use super::{MOST_DROPPED_BYTES, Outcome, compare, hash};
use crate::message::Message;
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    match registry::find(&[Kind::Xof, Kind::SizedHash], case.alg()) {
        Ok(Algorithm::Xof(row)) => check(row, case).into(),
        // A hash of chosen length.
        _ => hash::under_parameters(case),
    }
}

fn check(row: &'static XofRow, case: &Case) -> Result<(), String> {
    let expected = case.needed_bytes("out")?;
    let most = if row.seeks() { u64::MAX } else { MOST_DROPPED_BYTES };
    let skip = case.number_up_to("out-skip", most)?.unwrap_or(0);
    // Where the length is no parameter, it may well be beyond what memory has.
    let output_bytes = usize::try_from(skip).ok().and_then(|n| n.checked_add(expected.len()));
    let custom = case.bytes("custom")?;
    let function_name = case.bytes("name")?;
    let domain = match case.bytes("domain")?.as_deref() {
        None => None,
        Some(&[domain]) => Some(domain),
        Some(_) => return Err("domain is not two hex digits".into()),
    };
    // Vectors give empty strings where an algorithm takes none.
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
            Ok(_) => Err("accepted, though it is invalid".into()),
            Err(ParameterError::Length { .. } | ParameterError::Value { .. }) => Ok(()),
            // No value of it would have been accepted; that shows nothing.
            Err(error) => Err(error.to_string()),
        };
    }
    let mut xof = made.map_err(|error| error.to_string())?;
    if row.takes.items {
        for _ in 0..2 {
            for item in case.items()? {
                xof.begin_item(item.len() as u64)
                    .and_then(|()| xof.absorb(&item))
                    .map_err(|error| error.to_string())?;
            }
            squeeze_and_compare("in whole elements", xof.as_mut(), skip, &expected)?;
            xof.reset();
        }
        return Ok(());
    }
    let message = Message::of(case)?;
    for &piece_bytes in message.splits() {
        let mut error = None;
        message.for_each_piece(piece_bytes, |piece| error = xof.absorb(piece).err().or(error));
        if let Some(error) = error {
            return Err(error.to_string());
        }
        let how = format!("in pieces of {piece_bytes} bytes");
        squeeze_and_compare(&how, xof.boxed_clone().as_mut(), skip, &expected)?;
        squeeze_and_compare(&how, xof.as_mut(), skip, &expected)?;
        xof.reset();
    }
    Ok(())
}

/// Passes over `skip` bytes of output and compares the next ones, squeezed in two uneven parts.
fn squeeze_and_compare(
    how: &str,
    xof: &mut dyn DynXof,
    skip: u64,
    expected: &[u8],
) -> Result<(), String> {
    let in_words = |error: StateError| error.to_string();
    xof.skip(skip).map_err(in_words)?;
    let mut out = vec![0; expected.len()];
    let (head, tail) = out.split_at_mut(expected.len() / 3);
    xof.squeeze(head).map_err(in_words)?;
    xof.squeeze(tail).map_err(in_words)?;
    compare(how, &out, expected)
}
