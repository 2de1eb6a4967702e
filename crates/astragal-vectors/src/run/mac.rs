//! Runs the cases that have the field `key`, and also `tag` or `out`. They test message authentication codes.

use astragal::registry::{self, MacParams, MacRow};

use super::{ACCEPTED, CheckResult, MAX_SKIPPED_BYTES, Outcome, compare, hash};
use crate::message::Message;
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    let Some(row) = row(case.alg()) else { return hash::run_with_parameters(case) };
    let has = |field| case.get(field).is_some_and(|string| !string.is_empty());
    if has("salt") || (has("custom") && !row.takes_custom) {
        return hash::run_with_parameters(case);
    }
    check(row, case).into()
}

/// Returns the MAC with this name. The name may end with the tag length in bits: `skein512-224` is `skein512` with
/// 28-byte tags.
fn row(name: &str) -> Option<&'static MacRow> {
    let of_function = || registry::mac(name.rsplit_once('-')?.0).ok();
    registry::mac(name).ok().or_else(|| of_function().filter(|_| hash::sized(name).is_some()))
}

/// Minimum length of a tag that the library verifies, in bytes.
const MIN_VERIFIED_TAG_BYTES: usize = 4;

fn check(row: &'static MacRow, case: &Case) -> CheckResult {
    let key = case.needed_bytes("key")?;
    let custom = case.bytes("custom")?;
    let expected = match case.bytes("out")? {
        Some(out) => out,
        // Some vector files list keyed hashes as hashes, so the tag is in the field `md`.
        None => case.needed_bytes(if case.has("md") { "md" } else { "tag" })?,
    };
    let skip = case.number_up_to("out-skip", MAX_SKIPPED_BYTES)?.unwrap_or(0);
    let skip = usize::try_from(skip).map_err(|_| "out-skip is too large")?;
    let end = skip + expected.len();
    // If the algorithm does not support this tag length, the expected tag is compared with the start of a tag of
    // default length.
    let tag_bytes = row.tag_bytes_allowed.contains(end).then_some(end);
    // Some vectors contain an empty customization string for algorithms that do not take one.
    let custom = custom.as_deref().filter(|custom| row.takes_custom || !custom.is_empty());
    let params = MacParams { custom, tag_bytes };
    let mut mac = row.new_mac(&key, &params)?;
    let message = Message::of(case)?;
    for &piece_bytes in message.splits() {
        let mut copy = mac.clone();
        message.for_each_piece(piece_bytes, |piece| {
            mac.update(piece);
            copy.update(piece);
        });
        let tag = mac.finalize_reset()?;
        let part = tag.get(skip..end);
        if case.is_invalid() {
            // In an invalid case, only the tag may be rejected. All other fields must be accepted.
            if part == Some(&expected) || copy.verify_reset(&expected).is_ok() {
                return Err(ACCEPTED.into());
            }
            continue;
        }
        let part = part.ok_or("expected tag is too long")?;
        compare(&format!("in pieces of {piece_bytes} bytes"), part, &expected)?;
        if copy.verify_reset(&tag).is_ok() != (tag.len() >= MIN_VERIFIED_TAG_BYTES) {
            return Err("result of the verification is wrong".into());
        }
    }
    Ok(())
}
