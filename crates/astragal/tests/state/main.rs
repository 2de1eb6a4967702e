//! Checks that a state exported at any position can be imported into another object, which then gives the same result
//! as an uninterrupted object.

#[path = "../common/checksum.rs"]
mod checksum;
#[path = "../common/positions.rs"]
mod positions;
mod rejected;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use astragal::hash::{ParallelHash128, Sha256, TupleHash256};
use astragal::hazmat::cpu::{Level, limit};
use astragal::hazmat::state::ExportState;
use astragal::mac::{Kmac128, Kmac256};
use astragal::registry::{self, DynXof, HASHES, SIZED_HASHES, XOFS, XofParams, XofRow};
use astragal::xof::{
    AsconCxof128, AsconXof, AsconXof128, AsconXofA, Blake3Xof, CShake128, Kt128,
    ParallelHashXof256, Shake128, Shake256, TupleHashXof128, TurboShake128, Xof, XofReader,
};
use positions::{LONGEST, POSITIONS, message, squeezed};

/// Offset of the length of the algorithm's name in a state. It follows "astragal state 1", the kind of object and the
/// flag of keyed states.
const NAME_BYTES: usize = 18;

/// Returns a value for every parameter that the function accepts. The exported state must contain these values.
fn params(row: &XofRow) -> XofParams<'static> {
    XofParams {
        custom: (row.takes.custom && row.name != "blake3").then_some(b"customized"),
        function_name: row.takes.function_name.then_some(b"name"),
        domain: row.takes.domain.then_some(7),
        block_bytes: row.takes.block_bytes.then_some(1000),
        output_bytes: row.takes.output_bytes.then_some(100),
        ..XofParams::default()
    }
}

fn xof_rows() -> impl Iterator<Item = &'static XofRow> {
    XOFS.iter().chain(SIZED_HASHES)
}

fn new_xof(row: &'static XofRow) -> Box<dyn DynXof> {
    row.new_xof(&params(row)).unwrap()
}

/// Creates an object that has absorbed the first `position` bytes of the message. For TupleHash, first announces a
/// tuple element as long as the whole message.
fn absorbed(row: &'static XofRow, message: &[u8], position: usize) -> Box<dyn DynXof> {
    let mut xof = new_xof(row);
    if row.takes.items {
        xof.begin_item(message.len() as u64).unwrap();
    }
    xof.absorb(&message[..position]).unwrap();
    xof
}

#[test]
fn hash_state_continues_from_any_position() {
    let message = message();
    for row in HASHES {
        let (expected, expected_again) = (row.hash(&message), row.hash(&message[..300]));
        for position in POSITIONS {
            let mut hash = row.new_hash();
            hash.update(&message[..position]);
            let mut there = registry::import_hash(&hash.export_state().unwrap()).unwrap();
            there.update(&message[position..]);
            assert_eq!(there.finalize_reset(), expected, "{} at {position}", row.name);
            there.update(&message[..300]);
            assert_eq!(there.finalize_reset(), expected_again, "{} again", row.name);
        }
    }
}

#[test]
fn xof_state_continues_from_any_position_absorbing() {
    let message = message();
    for row in xof_rows() {
        let expected = squeezed(&mut *absorbed(row, &message, LONGEST), 100);
        for position in POSITIONS {
            let state = absorbed(row, &message, position).export_state().unwrap();
            let mut there = registry::import_xof(&state).unwrap();
            there.absorb(&message[position..]).unwrap();
            assert_eq!(squeezed(&mut *there, 100), expected, "{} at {position}", row.name);
            there.reset();
            if row.takes.items {
                there.begin_item(LONGEST as u64).unwrap();
            }
            there.absorb(&message).unwrap();
            assert_eq!(squeezed(&mut *there, 100), expected, "{} again", row.name);
        }
    }
}

#[test]
fn xof_state_continues_from_any_position_squeezing() {
    for row in xof_rows() {
        let expected = squeezed(&mut *absorbed(row, b"abc", 3), 100);
        for position in [0, 1, 8, 32, 63, 64, 65, 99, 100] {
            let mut here = absorbed(row, b"abc", 3);
            let mut out = squeezed(&mut *here, position);
            let mut there = new_xof(row);
            there.import_state(&here.export_state().unwrap()).unwrap();
            out.extend(squeezed(&mut *there, 100 - position));
            assert_eq!(out, expected, "{} at {position}", row.name);
            assert!(
                there.absorb(b"x").is_err(),
                "{} must reject input after output was squeezed",
                row.name
            );
            if row.takes.output_bytes {
                assert!(
                    there.squeeze(&mut [0]).is_err(),
                    "{} must reject a request beyond its output length",
                    row.name
                );
            }
        }
    }
}

/// Exports the state of types such as `Shake128` in the middle of a message, imports it, and continues. Some types have
/// parameters, such as a customization string.
#[test]
fn typed_xof_state_continues() {
    fn check<X: Xof + ExportState>(new: impl Fn() -> X) {
        let message = message();
        let expected = {
            let mut xof = new();
            xof.absorb(&message);
            let mut out = [0; 99];
            xof.finalize().squeeze(&mut out);
            out
        };
        for position in POSITIONS {
            let mut here = new();
            here.absorb(&message[..position]);
            let state = here.export_state().unwrap();
            assert_eq!(usize::from(state[NAME_BYTES]), X::NAME.len());
            assert!(state[NAME_BYTES + 1..].starts_with(X::NAME.as_bytes()), "{}", X::NAME);
            let mut there = X::import_state(&state).unwrap();
            there.absorb(&message[position..]);
            let mut out = [0; 99];
            there.finalize().squeeze(&mut out);
            assert_eq!(out, expected, "{} at {position}", X::NAME);
        }
    }
    check(Shake128::new);
    check(Shake256::new);
    check(|| CShake128::new(b"", b"custom"));
    check(|| CShake128::new(b"", b""));
    check(|| TurboShake128::with_domain(1).unwrap());
    check(Kt128::new);
    check(|| ParallelHashXof256::new(333, b"custom").unwrap());
    check(Blake3Xof::new);
    check(AsconXof::new);
    check(AsconXofA::new);
    check(AsconXof128::new);
    check(|| AsconCxof128::new(b"custom").unwrap());

    let mut tuple = TupleHash256::new(b"custom");
    tuple.item(b"ab");
    let state = tuple.export_state().unwrap();
    let mut there = TupleHash256::import_state(&state).unwrap();
    there.item(b"c");
    assert_eq!(there.finalize::<32>(), TupleHash256::hash(b"custom", &[b"ab", b"c"]));
    assert!(TupleHashXof128::import_state(&state).is_err());

    let mut parallel = ParallelHash128::new(77, b"custom").unwrap();
    parallel.absorb(&message());
    let there = ParallelHash128::import_state(&parallel.export_state().unwrap()).unwrap();
    assert_eq!(there.finalize::<32>(), parallel.finalize());

    // The type `Sha256` and the registry object `sha256` export equal states.
    let mut typed = Sha256::new();
    typed.update(b"abc");
    let mut by_name = registry::import_hash(&typed.export_state().unwrap()).unwrap();
    assert_eq!(by_name.export_state().unwrap(), typed.export_state().unwrap());
    assert_eq!(by_name.finalize_reset(), typed.finalize());
}

/// A state contains the parameters of the function too, so that an imported object can start again.
#[test]
fn imported_typed_xof_starts_again_with_its_parameters() {
    fn check<X: Xof + ExportState>(fresh: X, reset: impl Fn(&mut X)) {
        let mut used = fresh.clone();
        used.absorb(b"forgotten");
        let mut there = X::import_state_with_key(&used.export_state_with_key()).unwrap();
        reset(&mut there);
        let (mut out, mut expected) = ([0; 99], [0; 99]);
        there.finalize().squeeze(&mut out);
        fresh.finalize().squeeze(&mut expected);
        assert_eq!(out, expected, "{}", X::NAME);
    }
    check(AsconCxof128::new(b"custom").unwrap(), AsconCxof128::reset);
    check(Blake3Xof::keyed(&[7; 32]), Blake3Xof::reset);
    check(CShake128::new(b"", b"custom"), CShake128::reset);
}

/// Exports the states of types that have no `Xof` implementation, or a registry object of another type.
#[test]
fn typed_keccak_states_keep_name_and_parameters() {
    fn check<T: ExportState + Clone>(
        name: &str,
        fresh: &T,
        absorb: impl Fn(&mut T, &[u8]),
        reset: impl Fn(&mut T),
        digest: impl Fn(T) -> [u8; 40],
    ) {
        // KT128 hashes the first chunk, of 8,192 bytes, in another way.
        let (bytes, positions) =
            if name == "kt128" { (9000, [0, 8192, 8193]) } else { (700, [0, 1, 500]) };
        let message = &message()[..bytes];
        let mut expected = fresh.clone();
        absorb(&mut expected, message);
        let expected = digest(expected);
        for position in positions {
            let mut here = fresh.clone();
            absorb(&mut here, &message[..position]);
            let state = here.export_state_with_key();
            assert_eq!(usize::from(state[NAME_BYTES]), name.len(), "{name}");
            assert!(state[NAME_BYTES + 1..].starts_with(name.as_bytes()), "{name}");
            let mut there = T::import_state_with_key(&state).unwrap();
            let mut again = there.clone();
            absorb(&mut here, &message[position..]);
            absorb(&mut there, &message[position..]);
            assert_eq!(digest(there), digest(here), "{name} at {position}");
            reset(&mut again);
            absorb(&mut again, message);
            assert_eq!(digest(again), expected, "{name} again");
        }
    }
    macro_rules! check {
        ($($name:literal $type:ident, $new:expr, $absorb:ident, $end:expr;)+) => { $(
            check($name, &$new, $type::$absorb, $type::reset, $end);
        )+ };
    }
    check! {
        "kmac128" Kmac128, Kmac128::new(b"key", b"custom"), update, Kmac128::finalize;
        "kmac256" Kmac256, Kmac256::new(b"key", b"custom"), update, Kmac256::finalize;
        "kt128" Kt128, Kt128::new(), absorb, |kt| kt.finalize_with(b"custom").squeeze_array();
        "parallelhash128" ParallelHash128, ParallelHash128::new(1, b"custom").unwrap(), absorb,
            ParallelHash128::finalize;
        "parallelhash128" ParallelHash128, ParallelHash128::new(300, b"custom").unwrap(), absorb,
            ParallelHash128::finalize;
        "parallelhashxof256" ParallelHashXof256, ParallelHashXof256::new(77, b"").unwrap(), absorb,
            |xof| xof.finalize().squeeze_array();
        "tuplehash256" TupleHash256, TupleHash256::new(b"custom"), item, TupleHash256::finalize;
        "tuplehashxof128" TupleHashXof128, TupleHashXof128::new(b"custom"), item,
            |xof| xof.finalize().squeeze_array();
    }
}

/// The object adds fields of its own after those of the function.
#[test]
fn cshake_by_name_exports_the_fields_of_its_type() {
    let typed = CShake128::new(b"", b"custom").export_state().unwrap();
    let params = XofParams { custom: Some(b"custom"), ..XofParams::default() };
    let named = registry::xof("cshake128").unwrap().new_xof(&params).unwrap();
    let named = named.export_state().unwrap();
    let start = NAME_BYTES + 1 + "cshake128".len();
    assert!(named[start..].starts_with(&typed[start..typed.len() - 8]));
}

/// Checks that a state exported at one instruction-set level can be imported at another.
#[test]
fn state_moves_between_levels() {
    let message = message();
    let levels = [Level::Portable, Level::Avx2, Level::Avx512];
    for row in HASHES.iter().filter(|row| row.digest_bytes == 32) {
        let expected = row.hash(&message);
        let mut states = BTreeMap::new();
        for (writer, reader) in levels.iter().flat_map(|&a| levels.map(|b| (a, b))) {
            limit(writer);
            let mut hash = row.new_hash();
            hash.update(&message[..33_001]);
            let state = hash.export_state().unwrap();
            limit(reader);
            let mut there = registry::import_hash(&state).unwrap();
            there.update(&message[33_001..]);
            assert_eq!(there.finalize_reset(), expected, "{}", row.name);
            states.insert(state, writer);
        }
        assert_eq!(states.len(), 1, "{} must always write the same state", row.name);
    }
    let cap = std::env::var("ASTRAGAL_TEST_CPU").ok();
    limit(cap.and_then(|name| Level::from_name(&name)).unwrap_or(Level::Avx512));
}

/// Compares the SHA-256 digest of each hash's state after 8193 bytes with `known.txt`. The digests in this file were
/// computed by an independent implementation of the state format and of the hash standards. They are the same on every
/// machine.
#[test]
fn states_match_another_implementation() {
    let message = message();
    for line in include_str!("known.txt").lines() {
        let (name, expected) = line.split_once(' ').unwrap();
        let mut hash = registry::hash(name).unwrap().new_hash();
        hash.update(&message[..8193]);
        assert_eq!(hex(&Sha256::hash(&hash.export_state().unwrap())), expected, "{name}");
    }
}

/// Builds the expected state byte by byte, as an independent implementation of the format would.
#[test]
fn state_of_sha256_matches_the_format() {
    let mut hash = Sha256::new();
    hash.update(b"abc");
    let mut expected = b"astragal state 1h\0\x06sha256".to_vec();
    let iv = [
        0x6a09_e667_u32,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19,
    ];
    expected.extend(iv.iter().flat_map(|word| word.to_le_bytes()));
    expected.extend(3_u64.to_le_bytes());
    expected.extend(b"\x03abc");
    let state = hash.export_state().unwrap();
    assert_eq!(hex(&state[..state.len() - 8]), hex(&expected));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").unwrap();
        out
    })
}
