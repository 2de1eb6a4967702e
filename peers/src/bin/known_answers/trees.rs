//! Writes known answers for outboard trees and for records of message parts. This program assembles the bytes according
//! to the descriptions of the formats. Other libraries compute the chaining values.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result};
use faster_hex::hex_string as hex;
use peers::KEY;
use peers::blake3_tree::{CHUNK_BYTES, Keyed};
use sha3::{Digest as _, Sha3_256};
use tiny_keccak::{CShake, Hasher as _};
use turboshake::CTurboShake128;
use turboshake::digest::{ExtendableOutput as _, Update as _, XofReader as _};

const CONTEXT: &str = "astragal known answers 2026";

pub(crate) fn write(folder: &Path) -> Result<()> {
    for (name, text) in [("outboard.txt", outboards()?), ("parts.txt", records()?)] {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Returns the modes of BLAKE3. The string is the part of a known-answer case that selects the mode.
fn modes() -> [(String, Keyed); 3] {
    [
        (String::new(), Keyed::Unkeyed),
        (format!("key = {}\n", hex(KEY)), Keyed::Key(*KEY)),
        (format!("custom = {}\n", hex(CONTEXT.as_bytes())), Keyed::context(CONTEXT)),
    ]
}

fn message(length: usize) -> Vec<u8> {
    (0..=250).cycle().take(length).collect()
}

fn outboards() -> Result<String> {
    let mut text = String::from(
        "# source: computed with the Rust crates bao (without a key) and blake3 (its functions for subtrees)\n",
    );
    for (fields, keyed) in modes() {
        for length in [0, 1, 1024, 1025, 2048, 2049, 3072, 5000, 8193] {
            let message = message(length);
            let (tree, root) = match keyed {
                Keyed::Unkeyed => {
                    let (tree, root) = bao::encode::outboard(&message);
                    (tree, *root.as_bytes())
                }
                _ => keyed.outboard(&message),
            };
            writeln!(text, "\nalg = blake3\n{fields}msg-pattern = {length}")?;
            writeln!(text, "out = {}\noutboard = {}", hex(&root), hex(&tree))?;
        }
    }
    Ok(text)
}

fn records() -> Result<String> {
    let mut text = String::from(
        "# source: computed with the Rust crates blake3, turboshake and tiny-keccak, from the description of the format\n",
    );
    for (fields, keyed) in modes() {
        let mut mode = [0; 8];
        keyed.hasher().update(b"astragal: which key or context?").finalize_xof().fill(&mut mode);
        // Parts of messages: message length, and byte range of the part. The ranges are the first chunk, both halves of
        // the first subtree, subtrees of several sizes, an incomplete subtree, and the whole message.
        for (length, range) in [
            (0, 0..0),
            (100, 0..100),
            (5000, 0..1024),
            (5000, 1024..4096),
            (5000, 2048..5000),
            (16_384, 0..16_384),
            (16_384, 0..7168),
            (100_000, 65_536..100_000),
        ] {
            let nodes = blake3_nodes(&keyed, &message(length), range.clone());
            let record = record("blake3", mode, 0, &range, length, &nodes);
            case(&mut text, "blake3", &fields, length, &range, &record)?;
        }
    }
    for (length, range) in [(100, 0..100), (24_577, 8192..24_577), (40_000, 16_384..32_768)] {
        let nodes = kt128_nodes(&message(length), range.clone());
        let record = record("kt128", [0; 8], 0, &range, length, &nodes);
        case(&mut text, "kt128", "", length, &range, &record)?;
    }
    for (length, range) in [(0, 0..0), (1000, 0..512), (1000, 512..1000), (1024, 256..1024)] {
        let block = 128;
        let nodes: Vec<u8> = message(length)[range.clone()].chunks(block).flat_map(leaf).collect();
        let record = record("parallelhash128", [0; 8], block, &range, length, &nodes);
        let fields = format!("block = {block}\n");
        case(&mut text, "parallelhash128", &fields, length, &range, &record)?;
    }
    Ok(text)
}

fn case(
    text: &mut String,
    algorithm: &str,
    fields: &str,
    length: usize,
    range: &Range<usize>,
    record: &[u8],
) -> Result<()> {
    writeln!(text, "\nalg = {algorithm}\n{fields}msg-pattern = {length}")?;
    writeln!(text, "range = {}:{}\nrecord = {}", range.start, range.end, hex(record))?;
    Ok(())
}

fn record(
    name: &str,
    mode: [u8; 8],
    block: usize,
    range: &Range<usize>,
    total: usize,
    nodes: &[u8],
) -> Vec<u8> {
    let mut record = b"astragal part 1\n".to_vec();
    record.push(name.len() as u8);
    record.extend(name.bytes());
    record.extend(mode);
    for number in [block, range.start, range.len(), total] {
        record.extend((number as u64).to_le_bytes());
    }
    record.extend(nodes);
    let checksum = Sha3_256::digest(&record);
    record.extend(&checksum[..16]);
    record
}

/// Splits the part `range` of the message into the largest complete subtrees. Returns the chaining values of the
/// subtrees from left to right.
fn blake3_nodes(keyed: &Keyed, message: &[u8], range: Range<usize>) -> Vec<u8> {
    let Range { mut start, end } = range;
    let chunks = (end - start).div_ceil(CHUNK_BYTES);
    if start == 0 && chunks <= 1 {
        return message[..end].to_vec();
    }
    if start == 0 && chunks.is_power_of_two() {
        let middle = chunks / 2 * CHUNK_BYTES;
        let halves =
            [keyed.subtree(0, &message[..middle]), keyed.subtree(middle, &message[middle..end])];
        return halves.concat();
    }
    let mut nodes = Vec::new();
    while start < end {
        let mut chunks = 1 << (end - start).div_ceil(CHUNK_BYTES).ilog2();
        while start % (chunks * CHUNK_BYTES) != 0 {
            chunks /= 2;
        }
        let next = end.min(start + chunks * CHUNK_BYTES);
        nodes.extend(keyed.subtree(start, &message[start..next]));
        start = next;
    }
    nodes
}

/// Returns the content of a KT128 record for the part `range` of the message. The content is the chaining value of each
/// complete chunk, followed by the bytes of an incomplete last chunk. KT128 absorbs the first chunk of a message
/// directly, so the bytes of this chunk replace its chaining value.
fn kt128_nodes(message: &[u8], range: Range<usize>) -> Vec<u8> {
    const CHUNK: usize = 8192;
    let first = if range.start == 0 { range.end.min(CHUNK) } else { 0 };
    let (head, rest) = message[range].split_at(first);
    let (chunks, tail) = rest.as_chunks::<CHUNK>();
    let mut nodes = head.to_vec();
    for chunk in chunks {
        let (mut hasher, mut value) = (CTurboShake128::<0x0b>::default(), [0; 32]);
        hasher.update(chunk);
        hasher.finalize_xof().read(&mut value);
        nodes.extend(value);
    }
    nodes.extend(tail);
    nodes
}

/// Returns the chaining value of one block of ParallelHash128.
fn leaf(block: &[u8]) -> [u8; 32] {
    let (mut hasher, mut value) = (CShake::v128(b"", b""), [0; 32]);
    hasher.update(block);
    hasher.finalize(&mut value);
    value
}
