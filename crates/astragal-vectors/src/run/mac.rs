//! Cases with a key and `tag` or `out`: message authentication codes.

use astragal::registry::{self, MacParams, MacRow};

use super::{MOST_DROPPED_BYTES, Outcome, compare, hash};
use crate::message::Message;
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    let Some(row) = row(case.alg()) else { return hash::under_parameters(case) };
    let has = |field| case.get(field).is_some_and(|string| !string.is_empty());
    if has("salt") || (has("custom") && !row.takes_custom) {
        return hash::under_parameters(case);
    }
    check(row, case).into()
}

/// The code of this name, or whose tag has the bits at its end: `skein512-224` is `skein512` with 28 bytes.
fn row(name: &str) -> Option<&'static MacRow> {
    let of_function = || registry::mac(name.rsplit_once('-')?.0).ok();
    registry::mac(name).ok().or_else(|| of_function().filter(|_| hash::sized(name).is_some()))
}

/// A shorter tag can be computed, but proves nothing.
const SHORTEST_VERIFIED_TAG: usize = 4;

fn check(row: &'static MacRow, case: &Case) -> Result<(), String> {
    let key = case.needed_bytes("key")?;
    let custom = case.bytes("custom")?;
    let expected = match case.bytes("out")? {
        Some(out) => out,
        // Keyed hashes stand in some files as hashes, with `md`.
        None => case.needed_bytes(if case.has("md") { "md" } else { "tag" })?,
    };
    let skip = case.number_up_to("out-skip", MOST_DROPPED_BYTES)?.unwrap_or(0);
    let skip = usize::try_from(skip).map_err(|_| "out-skip is beyond memory")?;
    let end = skip + expected.len();
    // A tag of a length that the algorithm does not give is the start of the full one.
    let tag_bytes = row.tag_bytes_allowed.contains(end).then_some(end);
    // Vectors give an empty customization where the algorithm takes none.
    let custom = custom.as_deref().filter(|custom| row.takes_custom || !custom.is_empty());
    let params = MacParams { custom, tag_bytes };
    let mut mac = row.new_mac(&key, &params).map_err(|error| error.to_string())?;
    let message = Message::of(case)?;
    for &piece_bytes in message.splits() {
        let mut copy = mac.clone();
        message.for_each_piece(piece_bytes, |piece| {
            mac.update(piece);
            copy.update(piece);
        });
        let tag = mac.finalize_reset().map_err(|error| error.to_string())?;
        let part = tag.get(skip..end);
        if case.is_invalid() {
            // All else must be right, or the case would be rejected for another reason than its own.
            if part == Some(&expected) || copy.verify_reset(&expected).is_ok() {
                return Err("accepted, though it is invalid".into());
            }
            continue;
        }
        let part = part.ok_or("the expected tag is too long")?;
        compare(&format!("in pieces of {piece_bytes} bytes"), part, &expected)?;
        if copy.verify_reset(&tag).is_ok() != (tag.len() >= SHORTEST_VERIFIED_TAG) {
            return Err("verifying contradicts the tag".into());
        }
    }
    Ok(())
}
