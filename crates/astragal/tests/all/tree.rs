//! Checks that hashing parts of a message separately and combining them gives the hash of the whole message.

use astragal::error::PartError;
use astragal::hash::{ParallelHash128, ParallelHash256};
use astragal::hazmat::tree::{Assembly, Part, TreeHash, Whole};
use astragal::registry::{
    self, DEFAULT_BLOCK_BYTES, DynPart, Record, RecordError, TREES, TreeParams, XofParams,
};
use astragal::xof::{Blake3Xof, Kt128, Kt256, ParallelHashXof128};
use proptest::prelude::*;

fn message(length: usize) -> Vec<u8> {
    (0..=250).cycle().take(length).collect()
}

fn part<T: TreeHash>(hash: &T, message: &[u8], start: usize, end: usize) -> Part<T> {
    let mut part = hash.part(start as u64).unwrap();
    // Hashes the part in two pieces. The first piece has an odd length, unless the part is shorter than 777 bytes.
    let (first, second) = message[start..end].split_at((end - start).min(777));
    part.update(first);
    part.update_parallel(second);
    part.finish()
}

/// Hashes the message in parts that end at `cuts`. Combines the parts in reverse order.
fn assemble<T: TreeHash>(hash: &T, message: &[u8], cuts: &[usize]) -> Whole<T> {
    let ends = cuts.iter().copied().chain([message.len()]);
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let parts: Vec<_> =
        starts.zip(ends).map(|(start, end)| part(hash, message, start, end)).collect();
    let mut backwards = Assembly::new(hash.clone());
    for part in parts.iter().rev() {
        backwards.add(part.clone()).unwrap();
    }
    // Also joins each pair of adjacent parts, and then combines the pairs. The result must not change.
    let mut pairs = Assembly::new(hash.clone());
    for pair in parts.chunks(2) {
        let [left, right] = pair else {
            pairs.add(pair[0].clone()).unwrap();
            continue;
        };
        pairs.add(left.clone().join(hash, right.clone()).unwrap()).unwrap();
    }
    let length = message.len() as u64;
    drop(pairs.finish(length).unwrap());
    let mut joined = parts[0].clone();
    for part in &parts[1..] {
        joined = joined.join(hash, part.clone()).unwrap();
    }
    let mut one = Assembly::new(hash.clone());
    one.add(joined).unwrap();
    drop(backwards.finish(length).unwrap());
    one.finish(length).unwrap()
}

fn check(length: usize, cuts: &[usize]) {
    let message = &message(length);
    let scale = |leaf: usize| -> Vec<usize> {
        let mut cuts: Vec<_> =
            cuts.iter().map(|cut| cut * leaf).filter(|&cut| cut < length).collect();
        cuts.dedup();
        cuts
    };
    let what = format!("{length} bytes cut at leaves {cuts:?}");

    let whole = assemble(&Kt128::new(), message, &scale(8192));
    let expected: [u8; 40] = Kt128::hash(message, b"custom");
    assert_eq!(whole.finalize_with(b"custom").squeeze_array(), expected, "kt128, {what}");
    let whole = assemble(&Kt256::new(), message, &scale(8192));
    let expected: [u8; 64] = Kt256::hash(message, b"");
    assert_eq!(whole.finalize_with(b"").squeeze_array(), expected, "kt256, {what}");

    for hash in [Blake3Xof::new(), Blake3Xof::keyed(&[7; 32]), Blake3Xof::derive_key(b"context")] {
        let whole = assemble(&hash, message, &scale(1024));
        let mut expected = hash;
        expected.absorb(message);
        let expected: [u8; 100] = expected.finalize().squeeze_array();
        assert_eq!(whole.finalize().squeeze_array(), expected, "blake3, {what}");
    }

    let hash = ParallelHash128::new(1000, b"custom").unwrap();
    let mut digest = [0; 32];
    assemble(&hash, message, &scale(1000)).finalize_into(&mut digest);
    let mut expected = hash;
    expected.absorb(message);
    assert_eq!(digest, expected.finalize(), "parallelhash128, {what}");
    let hash = ParallelHash256::new(64, b"").unwrap();
    assemble(&hash, message, &scale(64)).finalize_into(&mut digest);
    let mut expected = hash;
    expected.absorb(message);
    assert_eq!(digest, expected.finalize(), "parallelhash256, {what}");
    let hash = ParallelHashXof128::new(8192, b"").unwrap();
    let whole = assemble(&hash, message, &scale(8192));
    let mut expected = hash;
    expected.absorb(message);
    let expected: [u8; 50] = expected.finalize().squeeze_array();
    assert_eq!(whole.finalize().squeeze_array(), expected, "parallelhashxof128, {what}");
}

#[test]
fn parts_match_the_whole_at_chunk_boundaries() {
    for length in [0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 4096, 8191, 8192, 8193] {
        for cuts in [&[][..], &[1], &[1, 2], &[2], &[1, 3], &[3, 4, 5, 6, 7]] {
            check(length, cuts);
        }
    }
    check(40 * 8192 + 5, &[1, 2, 3, 10, 30]);
    check(32 * 8192, &[16]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn parts_match_the_whole_for_any_cuts(
        length in 0_usize..200_000,
        mut cuts in proptest::collection::vec(1_usize..200, 0..8),
    ) {
        cuts.sort_unstable();
        check(length, &cuts);
    }
}

#[test]
fn assembly_rejects_gaps_overlaps_and_misaligned_parts() {
    let hash = Blake3Xof::new();
    let message = message(10_000);
    let part = |start, end| part(&hash, &message, start, end);
    assert_eq!(
        hash.part(1000).unwrap_err(),
        PartError::Unaligned { position: 1000, leaf_bytes: 1024 }
    );

    let mut assembly = Assembly::new(hash.clone());
    assembly.add(part(0, 1024)).unwrap();
    assembly.add(part(4096, 8192)).unwrap();
    let overlap = |start, end| Err(PartError::Overlap { start, end });
    assert_eq!(assembly.add(part(0, 2048)), overlap(0, 1024));
    assert_eq!(assembly.add(part(3072, 5000)), overlap(4096, 5000));
    assert_eq!(assembly.add(part(7168, 10_000)), overlap(7168, 8192));
    let inside = Err(PartError::Unaligned { position: 3000, leaf_bytes: 1024 });
    assert_eq!(assembly.add(part(2048, 3000)), inside);
    assert_eq!(
        assembly.clone().finish(8192).unwrap_err(),
        PartError::Gap { start: 1024, end: 4096 }
    );
    assembly.add(part(1024, 4096)).unwrap();
    assert_eq!(assembly.position(), 8192);
    assert_eq!(
        assembly.clone().finish(10_000).unwrap_err(),
        PartError::Gap { start: 8192, end: 10_000 }
    );
    assert_eq!(
        assembly.clone().finish(8000).unwrap_err(),
        PartError::Length { given: 8000, parts: 8192 }
    );
    assembly.add(part(8192, 10_000)).unwrap();
    let mut late = hash.part(10_240).unwrap();
    late.update(b"more");
    let behind = Err(PartError::Unaligned { position: 10_000, leaf_bytes: 1024 });
    assert_eq!(assembly.clone().add(late.finish()), behind);
    assembly.finish(10_000).unwrap();
}

#[test]
fn join_rejects_gaps_and_overlaps() {
    let hash = Blake3Xof::new();
    let message = message(3072);
    let part = |start, end| part(&hash, &message, start, end);
    assert_eq!(
        part(0, 1024).join(&hash, part(2048, 3072)).unwrap_err(),
        PartError::Gap { start: 1024, end: 2048 }
    );
    assert_eq!(
        part(0, 2048).join(&hash, part(1024, 3072)).unwrap_err(),
        PartError::Overlap { start: 1024, end: 2048 }
    );
}

/// Returns every tree hash of the registry. All except BLAKE3 have a customization string, and ParallelHash has a block
/// length of 4096 bytes.
fn named() -> Vec<Box<dyn registry::DynTree>> {
    registry::TREES
        .into_iter()
        .map(|name| {
            let parallel = name.starts_with("parallelhash");
            let block_bytes = parallel.then_some(4096);
            let custom = (name != "blake3").then_some(b"custom".as_slice());
            let params = TreeParams { custom, block_bytes, ..TreeParams::default() };
            registry::tree(name, &params).unwrap().unwrap()
        })
        .collect()
}

fn records(tree: &dyn registry::DynTree, message: &[u8]) -> Vec<Vec<u8>> {
    let leaf = usize::try_from(tree.leaf_bytes()).unwrap();
    (0..message.len())
        .step_by(3 * leaf)
        .map(|start| {
            let mut part = tree.part(start as u64).unwrap();
            part.update(&message[start..message.len().min(start + 3 * leaf)]);
            part.finish(None)
        })
        .collect()
}

#[test]
fn records_in_any_order_match_the_registry() {
    let message = message(100_000);
    for mut tree in named() {
        let name = tree.name();
        let records = records(&*tree, &message);
        let (first, others) = records.split_first().unwrap();
        let joined = others[1..]
            .iter()
            .fold(others[0].clone(), |left, right| tree.join(&left, right).unwrap());
        assert!(tree.join(&joined, first).is_err());
        tree.add(&joined).unwrap();
        assert_eq!(tree.position(), 0);
        tree.add(first).unwrap();
        assert_eq!(tree.position(), 100_000);
        let mut digest = [0; 32];
        tree.finish(100_000, &mut digest).unwrap();

        let mut expected = [0; 32];
        if name == "blake3" {
            let mut hash = Blake3Xof::new();
            hash.absorb(&message);
            hash.finalize().squeeze(&mut expected);
        } else {
            let block_bytes = name.starts_with("parallelhash").then_some(4096);
            let params = XofParams {
                custom: Some(b"custom"),
                block_bytes,
                output_bytes: Some(32),
                ..XofParams::default()
            };
            let row = registry::xof(name).or_else(|_| registry::sized_hash(name)).unwrap();
            let mut xof = row.new_xof(&params).unwrap();
            xof.absorb(&message).unwrap();
            xof.squeeze(&mut expected).unwrap();
        }
        assert_eq!(digest, expected, "{name}");
    }
}

#[test]
fn rejects_altered_and_truncated_records() {
    for tree in named() {
        let message = message(3 * usize::try_from(tree.leaf_bytes()).unwrap());
        let record = &records(&*tree, &message)[0];
        let mut tree = tree;
        for i in 0..record.len() {
            let mut altered = record.clone();
            altered[i] ^= 1;
            assert!(tree.add(&altered).is_err(), "{} at byte {i}", tree.name());
            assert!(tree.add(&record[..i]).is_err(), "{} cut at byte {i}", tree.name());
            if i > 200 {
                break;
            }
        }
        tree.add(record).unwrap();
    }
}

#[test]
fn rejects_records_of_another_hash_block_size_or_key() {
    let tree = |name, block_bytes, key: Option<&[u8; 32]>| {
        let params = TreeParams { block_bytes, key, ..TreeParams::default() };
        registry::tree(name, &params).unwrap().unwrap()
    };
    let record = |tree: Box<dyn registry::DynTree>| {
        let mut part = tree.part(0).unwrap();
        part.update(b"abc");
        part.finish(None)
    };
    let mut kt = tree("kt128", None, None);
    let error = kt.add(&record(tree("KT256", None, None))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the record belongs to \"kt256\"; the other records belong to kt128"
    );
    let mut hash = tree("parallelhash128", Some(64), None);
    let error = hash.add(&record(tree("parallelhash128", Some(65), None))).unwrap_err();
    assert_eq!(error, RecordError::BlockBytes { given: 65, expected: 64 });
    let mut keyed = tree("blake3", None, Some(&[1; 32]));
    assert_eq!(keyed.add(&record(tree("blake3", None, Some(&[2; 32])))), Err(RecordError::Key));
    assert_eq!(keyed.add(&record(tree("blake3", None, None))), Err(RecordError::Key));
    assert_eq!(keyed.add(b"hello"), Err(RecordError::Foreign));
    keyed.add(&record(tree("blake3", None, Some(&[1; 32])))).unwrap();

    assert!(registry::tree("sha3-256", &TreeParams::default()).is_none());
    for name in TREES.into_iter().filter(|name| name.starts_with("parallelhash")) {
        let tree = registry::tree(name, &TreeParams::default()).unwrap().unwrap();
        assert_eq!(tree.leaf_bytes(), DEFAULT_BLOCK_BYTES as u64, "{name}");
    }
    let params = TreeParams { block_bytes: Some(1), ..TreeParams::default() };
    let error = registry::tree("kt128", &params).unwrap().unwrap_err();
    assert_eq!(error.to_string(), "kt128 takes no block size");
}

#[test]
fn rejects_record_with_a_wrong_length() {
    let tree = || registry::tree("blake3", &TreeParams::default()).unwrap().unwrap();
    let record = |start: u64, bytes: usize, total| {
        let mut part = tree().part(start).unwrap();
        part.update(&message(bytes));
        part.finish(total)
    };
    let mut known = tree();
    known.add(&record(0, 2048, Some(5000))).unwrap();
    assert_eq!(known.total(), Some(5000));
    let error = known.add(&record(2048, 2048, Some(5001))).unwrap_err();
    assert_eq!(error, RecordError::Total { given: 5001, expected: 5000 });
    let too_long = PartError::Length { given: 5000, parts: 6144 };
    assert_eq!(known.add(&record(2048, 4096, None)), Err(RecordError::Part(too_long)));
    let error = tree().join(&record(0, 2048, Some(5000)), &record(2048, 1, Some(2049)));
    assert_eq!(error, Err(RecordError::Total { given: 2049, expected: 5000 }));
    let short = PartError::Length { given: 2048, parts: 5000 };
    assert_eq!(known.finish(2048, &mut [0; 32]), Err(short));
}

#[test]
fn trees_reject_foreign_parameters_and_state_their_block_size() {
    let refused = |name: &str, params: &TreeParams<'_>| {
        let tree = registry::tree(name, params).expect("the registry has the tree hash");
        tree.map(drop).expect_err("the parameter is rejected").to_string()
    };
    let key = TreeParams { key: Some(&[1; 32]), ..TreeParams::default() };
    let context = TreeParams { context: Some(b"context"), ..TreeParams::default() };
    let custom = TreeParams { custom: Some(b"custom"), ..TreeParams::default() };
    let both = TreeParams { context: Some(b"context"), ..key };
    for name in TREES.into_iter().filter(|name| *name != "blake3") {
        assert_eq!(refused(name, &key), format!("{name} takes no key"));
        assert_eq!(refused(name, &context), format!("{name} takes no context"));
    }
    assert_eq!(refused("blake3", &custom), "blake3 takes no customization string");
    assert_eq!(refused("blake3", &both), "blake3 takes no key together with a context");
    assert!(registry::tree(&"a".repeat(33), &key).is_none());

    for name in TREES {
        let tree = registry::tree(name, &TreeParams::default());
        let tree = tree.expect("the registry has the tree hash").expect("no parameter is required");
        let record = |update: fn(&mut dyn DynPart, &[u8])| {
            let mut part = tree.part(0).expect("0 is aligned");
            update(&mut *part, &message(20_000));
            part.finish(None)
        };
        let bytes = record(|part, data| part.update(data));
        assert_eq!(record(|part, data| part.update_parallel(data)), bytes, "{name}");
        let expected = if name.starts_with("parallelhash") { DEFAULT_BLOCK_BYTES } else { 0 };
        let stated = Record::read(&bytes).expect("the record is complete").block_bytes;
        assert_eq!(stated, expected as u64, "{name}");
    }
}
