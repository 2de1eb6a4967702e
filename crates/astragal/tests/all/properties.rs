//! Tests properties that every hash, XOF and MAC must have for any message. Splitting the message must not change the
//! output, clones must be independent, and `reset` must restore the initial state.

use astragal::registry::{DynXof, HASHES, MacParams, SIZED_HASHES, XOFS, XofParams, XofRow, macs};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Maximum message length in bytes: more than two KangarooTwelve chunks, and several blocks of every algorithm.
const LONGEST: usize = 20_000;

/// Splits `data` at the positions `cuts`.
fn pieces<'a>(data: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(data.len() + 1)).collect();
    at.extend([0, data.len()]);
    at.sort_unstable();
    at.windows(2).map(|pair| &data[pair[0]..pair[1]]).collect()
}

fn message() -> impl Strategy<Value = Vec<u8>> {
    // Generates short messages to test block boundaries, and long messages to test trees.
    prop_oneof![4 => vec(any::<u8>(), 0..600), 1 => vec(any::<u8>(), 0..LONGEST)]
}

fn absorb(row: &XofRow, xof: &mut dyn DynXof, data: &[u8], pieces: &[&[u8]]) {
    if row.takes.items {
        xof.begin_item(data.len() as u64).unwrap();
    }
    for piece in pieces {
        xof.absorb(piece).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn digest_is_independent_of_splits(
        data in message(),
        cuts in vec(any::<Index>(), 0..6),
        row in (0..HASHES.len()).prop_map(|i| &HASHES[i]),
    ) {
        let mut hash = row.new_hash();
        for piece in pieces(&data, &cuts) {
            hash.update(piece);
        }
        prop_assert_eq!(hash.finalize_reset(), row.hash(&data), "{}", row.name);
    }

    #[test]
    fn cloned_hash_is_independent(
        (head, left, right) in (message(), message(), message()),
        row in (0..HASHES.len()).prop_map(|i| &HASHES[i]),
    ) {
        let mut hash = row.new_hash();
        hash.update(&head);
        let mut copy = hash.clone();
        hash.update(&left);
        copy.update(&right);
        prop_assert_eq!(hash.finalize_reset(), row.hash(&[head.clone(), left].concat()));
        prop_assert_eq!(copy.finalize_reset(), row.hash(&[head.clone(), right].concat()));
        hash.update(&head);
        hash.reset();
        prop_assert_eq!(hash.finalize_reset(), row.hash(b""));
    }

    #[test]
    fn xof_output_is_independent_of_splits(
        data in message(),
        cuts in vec(any::<Index>(), 0..6),
        output_cuts in vec(any::<Index>(), 0..6),
        output_bytes in 0..1000usize,
        row in (0..XOFS.len() + SIZED_HASHES.len()).prop_map(|i| XOFS.iter().chain(SIZED_HASHES).nth(i).unwrap()),
    ) {
        let params = XofParams { output_bytes: Some(output_bytes), ..XofParams::default() };
        let mut xof = row.new_xof(&params).unwrap();
        absorb(row, xof.as_mut(), &data, &[&data]);
        let mut expected = vec![0; output_bytes];
        xof.squeeze(&mut expected).unwrap();

        xof.reset();
        absorb(row, xof.as_mut(), &data, &pieces(&data, &cuts));
        let mut copy = xof.clone();
        for xof in [&mut xof, &mut copy] {
            let mut output = Vec::new();
            for piece in pieces(&expected, &output_cuts) {
                let mut out = vec![0; piece.len()];
                xof.squeeze(&mut out).unwrap();
                output.extend(out);
            }
            prop_assert_eq!(&output, &expected, "{}", row.name);
        }
    }

    #[test]
    fn tag_is_independent_of_splits(
        key in vec(any::<u8>(), 16),
        data in vec(any::<u8>(), 0..16),
        long in message(),
        cuts in vec(any::<Index>(), 0..6),
        choice in any::<Index>(),
    ) {
        let rows: Vec<_> = macs().filter(|row| row.key_bytes.contains(key.len())).collect();
        let row = rows[choice.index(rows.len())];
        // ascon-prfshort accepts only short messages.
        let data = if row.name == "ascon-prfshort" { data } else { long };
        let mut mac = row.new_mac(&key, &MacParams::default()).unwrap();
        mac.update(&data);
        let tag = mac.finalize_reset().unwrap();
        for piece in pieces(&data, &cuts) {
            mac.update(piece);
        }
        prop_assert!(mac.verify_reset(&tag).is_ok(), "{}", row.name);
        mac.update(&[&data[..], b"!"].concat());
        prop_assert!(mac.verify_reset(&tag).is_err(), "{}", row.name);
    }
}
