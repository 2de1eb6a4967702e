//! Cases with `outboard` or `record`: what is made of a message, or of a range of it, beside its digest.

use std::convert::Infallible;

use astragal::hazmat::outboard::{OutboardWriter, outboard_bytes, verify_range_with};
use astragal::registry::{self, TreeParams};
use astragal::xof::Blake3Xof;

use super::{Outcome, compare, unknown};
use crate::message::Message;
use crate::parse::Case;

/// Longer messages would not fit the memory, where they lie for this.
const LONGEST_BYTES: u64 = 1 << 24;

pub(super) fn run(case: &Case) -> Outcome {
    if !registry::TREES.contains(&case.alg()) || case.has("outboard") && case.alg() != "blake3" {
        return unknown(case);
    }
    let message = match Message::of(case) {
        Ok(message) if message.bytes() <= LONGEST_BYTES => message.to_vec(),
        Ok(_) => return Outcome::Skipped("a tree of many megabytes".into()),
        Err(error) => return Outcome::Failed(error),
    };
    let check = if case.has("outboard") { outboard } else { record };
    check(case, &message).into()
}

fn outboard(case: &Case, message: &[u8]) -> Result<(), String> {
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
            writer.update(piece, &mut write).map_err(|error| error.to_string())?;
        }
        let computed = writer.finish(&mut write).map_err(|error| error.to_string())?;
        compare("root", &computed, &root)?;
        compare("outboard tree", &tree, &expected)?;
    }
    let root = root.first_chunk().ok_or("out is shorter than 32 bytes")?;
    let from = |bytes: &[u8], place: u64, out: &mut [u8]| {
        let there = bytes.get(index(place)..).and_then(|rest| rest.get(..out.len()));
        there.map(|there| out.copy_from_slice(there)).ok_or("it ends before")
    };
    for range in [0..length, length / 3..length / 2, length..length] {
        let mut taken = Vec::new();
        verify_range_with(
            &hash,
            root,
            range.clone(),
            &mut |place, out| from(&expected, place, out),
            &mut |place, out| from(message, place, out),
            &mut |bytes| {
                taken.extend_from_slice(bytes);
                Ok(())
            },
        )
        .map_err(|error| error.to_string())?;
        compare("verified", &taken, &message[index(range.start)..index(range.end)])?;
    }
    Ok(())
}

fn record(case: &Case, message: &[u8]) -> Result<(), String> {
    let range = case.get("range").ok_or("the field range is missing")?;
    let (start, end) = range.split_once(':').ok_or("range is not `A:B`")?;
    let number = |text: &str| text.parse::<usize>().map_err(|error| format!("range: {error}"));
    let (start, end) = (number(start)?, number(end)?);
    let data = message.get(start..end).ok_or("the message has no such range")?;

    let (key, custom) = (case.bytes("key")?, case.bytes("custom")?);
    let params = TreeParams {
        block_bytes: case.number("block")?,
        key: key32(key.as_deref())?,
        context: custom.as_deref(),
        ..TreeParams::default()
    };
    let tree = || {
        let tree = registry::tree(case.alg(), &params).ok_or("no tree hash")?;
        tree.map_err(|error| error.to_string())
    };
    let total = message.len() as u64;
    let expected = case.needed_bytes("record")?;
    for piece in [100, usize::MAX] {
        let mut part = tree()?.part(start as u64).map_err(|error| error.to_string())?;
        data.chunks(piece).for_each(|piece| part.update(piece));
        compare("record", &part.finish(Some(total)), &expected)?;
    }
    // The rest of the message, hashed here, goes with the record that was given.
    let mut whole = tree()?;
    whole.add(&expected).map_err(|error| error.to_string())?;
    for (start, data) in [(0, &message[..start]), (end, &message[end..])] {
        if !data.is_empty() {
            let mut part = tree()?.part(start as u64).map_err(|error| error.to_string())?;
            part.update(data);
            whole.add(&part.finish(None)).map_err(|error| error.to_string())?;
        }
    }
    let mut digest = [0; 32];
    whole.finish(total, &mut digest).map_err(|error| error.to_string())?;
    let mut parts = tree()?;
    let mut part = parts.part(0).map_err(|error| error.to_string())?;
    part.update(message);
    parts.add(&part.finish(None)).map_err(|error| error.to_string())?;
    let mut at_once = [0; 32];
    parts.finish(total, &mut at_once).map_err(|error| error.to_string())?;
    compare("digest", &digest, &at_once)
}

/// BLAKE3's key.
fn key32(key: Option<&[u8]>) -> Result<Option<&[u8; 32]>, String> {
    let Some(key) = key else { return Ok(None) };
    key.try_into().map(Some).map_err(|_| format!("key is {} bytes; blake3 takes 32", key.len()))
}

/// A place in a message or a tree that lies in memory.
fn index(place: u64) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}
