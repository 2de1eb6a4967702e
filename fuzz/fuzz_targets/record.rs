//! Imports records, each of which describes one part of a message for a tree hash. The records have arbitrary content
//! and valid checksums. Each must be rejected or accepted without a panic. If the accepted parts do not cover the
//! message, no digest may be returned.
#![no_main]

use arbitrary::Arbitrary;
use astragal::hash::Sha3_256;
use astragal::registry::{self, Record, TREES, TreeParams};
use libfuzzer_sys::fuzz_target;

/// Maximum number of message parts that one input describes.
const PARTS: usize = 12;

#[derive(Arbitrary, Debug)]
struct Part<'a> {
    mode: [u8; 8],
    numbers: [u64; 4],
    nodes: &'a [u8],
}

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u8,
    block: u16,
    /// Whether to write a valid key and block size into each record. Otherwise they come from the input, which rarely
    /// contains valid values.
    is_own: bool,
    length: u64,
    parts: Vec<Part<'a>>,
    raw: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let name = TREES[usize::from(input.which) % TREES.len()];
    let block = usize::from(input.block).max(1);
    let block_bytes = name.starts_with("parallelhash").then_some(block);
    let params = TreeParams { block_bytes, ..TreeParams::default() };
    let Some(Ok(mut tree)) = registry::tree(name, &params) else {
        unreachable!("the registry has the tree hash")
    };
    assert!(tree.add(input.raw).is_err() || Record::read(input.raw).is_ok());
    let own = tree.part(0).expect("a part may start at offset 0").finish(None);
    let mode = own[17 + name.len()..][..8].to_vec();
    let mut before = None;
    for part in input.parts.iter().take(PARTS) {
        let mut record = b"astragal part 1\n".to_vec();
        record.push(name.len().try_into().expect("a name has at most 255 bytes"));
        record.extend(name.as_bytes());
        record.extend(if input.is_own { &mode } else { part.mode.as_slice() });
        let [number, start, length, total] = part.numbers;
        let number = if input.is_own { block_bytes.unwrap_or(0) as u64 } else { number };
        for number in [number, start, length, total] {
            record.extend(number.to_le_bytes());
        }
        record.extend(part.nodes);
        let checksum = Sha3_256::hash(&record);
        record.extend(&checksum[..16]);
        assert!(Record::read(&record).is_ok());
        if let Some(before) = before.replace(record.clone()) {
            let _ = tree.join(&before, &record);
        }
        let _ = tree.add(&record);
    }
    let position = tree.position();
    let finished = tree.finish(input.length, &mut [0; 32]);
    assert!(finished.is_err() || position == input.length);
});
