//! Runs the cases that have the field `outboard` or `record`. They test the BLAKE3 outboard tree of a message, or the
//! record that stores the tree hash of a range of a message.

use std::convert::Infallible;
use std::error::Error;
use std::io;

use astragal::hazmat::outboard::{OutboardWriter, outboard_bytes, verify_range_with};
use astragal::registry::{self, DynTree, TreeParams};
use astragal::xof::Blake3Xof;

use super::{CheckResult, Outcome, compare, unknown};
use crate::message::Message;
use crate::parse::Case;

/// Maximum message length in bytes. It is small, because the whole message is held in memory.
const MAX_BYTES: u64 = 1 << 24;

pub(super) fn run(case: &Case) -> Outcome {
    if !registry::TREES.contains(&case.alg()) || case.has("outboard") && case.alg() != "blake3" {
        return unknown(case);
    }
    let message = match Message::of(case) {
        Ok(message) if message.bytes() <= MAX_BYTES => message.to_vec(),
        Ok(_) => return Outcome::Skipped("message longer than 16 MiB".into()),
        Err(error) => return Outcome::Failed(error),
    };
    let check = if case.has("outboard") { outboard } else { record };
    check(case, &message).into()
}

fn outboard(case: &Case, message: &[u8]) -> CheckResult {
    let (key, context) = (case.bytes("key")?, case.bytes("custom")?);
    let hash = match (key32(key.as_deref())?, &context) {
        (Some(key), _) => Blake3Xof::keyed(key),
        (None, Some(context)) => Blake3Xof::derive_key(context),
        (None, None) => Blake3Xof::new(),
    };
    let expected = case.needed_bytes("outboard")?;
    let root = case.needed_bytes("out")?;
    let length = message.len() as u64;
    for piece in [1000, usize::MAX] {
        let mut tree = vec![0; index(outboard_bytes(length))];
        let mut write = |place: u64, bytes: &[u8]| -> Result<(), Infallible> {
            tree[index(place)..][..bytes.len()].copy_from_slice(bytes);
            Ok(())
        };
        let mut writer = OutboardWriter::with_hash(&hash, length);
        for piece in message.chunks(piece) {
            writer.update(piece, &mut write)?;
        }
        let computed = writer.finish(&mut write)?;
        compare("root", &computed, &root)?;
        compare("outboard tree", &tree, &expected)?;
    }
    let root = root.first_chunk().ok_or("out is shorter than 32 bytes")?;
    let from = |bytes: &[u8], place: u64, out: &mut [u8]| {
        let found = bytes.get(index(place)..).and_then(|rest| rest.get(..out.len()));
        found
            .map(|found| out.copy_from_slice(found))
            .ok_or_else(|| io::Error::other("read after the end"))
    };
    for range in [0..length, length / 3..length / 2, length..length] {
        let mut verified = Vec::new();
        verify_range_with(
            &hash,
            root,
            range.clone(),
            &mut |place, out| from(&expected, place, out),
            &mut |place, out| from(message, place, out),
            &mut |bytes| {
                verified.extend_from_slice(bytes);
                Ok(())
            },
        )?;
        compare("verified", &verified, &message[index(range.start)..index(range.end)])?;
    }
    Ok(())
}

fn record(case: &Case, message: &[u8]) -> CheckResult {
    let range = case.get("range").ok_or("field range is missing")?;
    let (start, end) = range.split_once(':').ok_or("range is not A:B")?;
    let number = |text: &str| text.parse::<usize>().map_err(|error| format!("range: {error}"));
    let (start, end) = (number(start)?, number(end)?);
    let data = message.get(start..end).ok_or("range is not in the message")?;

    let (key, custom) = (case.bytes("key")?, case.bytes("custom")?);
    let params = TreeParams {
        block_bytes: case.number("block")?,
        key: key32(key.as_deref())?,
        context: custom.as_deref(),
        ..TreeParams::default()
    };
    let tree = || -> Result<Box<dyn DynTree>, Box<dyn Error>> {
        Ok(registry::tree(case.alg(), &params).ok_or("not a tree hash")??)
    };
    let total = message.len() as u64;
    let expected = case.needed_bytes("record")?;
    for piece in [100, usize::MAX] {
        let mut part = tree()?.part(start as u64)?;
        data.chunks(piece).for_each(|piece| part.update(piece));
        compare("record", &part.finish(Some(total)), &expected)?;
    }
    // Combines the record of the case with records of the remaining ranges of the message. The result must be the
    // digest of the whole message.
    let mut whole = tree()?;
    whole.add(&expected)?;
    for (start, data) in [(0, &message[..start]), (end, &message[end..])] {
        if !data.is_empty() {
            let mut part = tree()?.part(start as u64)?;
            part.update(data);
            whole.add(&part.finish(None))?;
        }
    }
    let mut digest = [0; 32];
    whole.finish(total, &mut digest)?;
    let mut parts = tree()?;
    let mut part = parts.part(0)?;
    part.update(message);
    parts.add(&part.finish(None))?;
    let mut in_one_part = [0; 32];
    parts.finish(total, &mut in_one_part)?;
    compare("digest", &digest, &in_one_part)
}

/// Converts a 32-byte BLAKE3 key to an array. Returns an error if the key has a different length.
fn key32(key: Option<&[u8]>) -> Result<Option<&[u8; 32]>, String> {
    let Some(key) = key else { return Ok(None) };
    key.try_into().map(Some).map_err(|_| format!("key is {} bytes; expected 32", key.len()))
}

/// Converts a position to an index. Returns `usize::MAX` if the position is too large.
fn index(place: u64) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
