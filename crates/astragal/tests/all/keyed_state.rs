//! Checks that only the methods for keyed states export and import a state that contains a key. Data from which a key
//! can be computed, such as a key derivation context, counts as a key.

#[path = "../common/positions.rs"]
mod positions;

use astragal::error::{ImportError, StateError};
use astragal::hash::{Blake2Params, Blake2b, Blake2s, Blake3};
use astragal::hazmat::state::ExportState;
use astragal::mac::{Blake2bMac, Blake3Keyed, HmacSha256, Kmac256};
use astragal::registry::{self, DynMac, MacParams, MacRow, XofParams};
use astragal::xof::Blake3Xof;
use positions::{LONGEST, POSITIONS, message, squeezed};

#[test]
fn typed_blake3_state_needs_export_with_key() {
    for new in
        [|| Blake3Xof::keyed(&[7; 32]), || Blake3Xof::derive_key(b"example.com 2026-11-21 state")]
    {
        let mut here = new();
        here.absorb(&message()[..3000]);
        assert_eq!(here.export_state(), Err(StateError::Keyed { algorithm: "blake3" }));
        let state = here.export_state_with_key();
        let refused = Blake3Xof::import_state(&state).unwrap_err();
        assert_eq!(refused, ImportError::Keyed { algorithm: "blake3" });
        let mut there = Blake3Xof::import_state_with_key(&state).unwrap();
        there.absorb(b"more");
        here.absorb(b"more");
        assert_eq!(there.clone().finalize().squeeze_array::<50>(), here.finalize().squeeze_array());
        there.reset();
        assert_eq!(there.finalize().squeeze_array::<50>(), new().finalize().squeeze_array());
        // A type that supports keys can also import an unkeyed state. The imported object then has no key.
        let plain = Blake3Xof::new().export_state().unwrap();
        let plain = Blake3Xof::import_state_with_key(&plain).unwrap();
        assert_eq!(plain.finalize().squeeze_array(), Blake3::hash(b""));
    }
}

#[test]
fn blake3_state_by_name_needs_export_with_key() {
    let params = XofParams { custom: Some(b"context"), ..XofParams::default() };
    let row = registry::xof("blake3").unwrap();
    let mut derives = row.new_xof(&params).unwrap();
    assert_eq!(derives.export_state(), Err(StateError::Keyed { algorithm: "blake3" }));
    let state = derives.export_state_with_key();
    assert_eq!(
        registry::import_xof(&state).unwrap_err(),
        ImportError::Keyed { algorithm: "blake3" }
    );
    let mut there = registry::import_xof_with_key(&state).unwrap();
    assert_eq!(squeezed(&mut *there, 32), squeezed(&mut *derives, 32));
    derives
        .import_state(&row.new_xof(&XofParams::default()).unwrap().export_state().unwrap())
        .unwrap();
    assert_eq!(squeezed(&mut *derives, 32), Blake3::hash(b""));
}

#[test]
fn blake2_state_needs_export_with_key() {
    let params = Blake2Params { key: &[7; 20], salt: b"salt", ..Blake2Params::new(20) };
    let mut here = Blake2b::new(&params).unwrap();
    assert_eq!(here.export_state(), Err(StateError::Keyed { algorithm: "blake2b" }));
    here.update(b"abc");
    let mut there = Blake2b::import_state_with_key(&here.export_state_with_key()).unwrap();
    let finish = |hash: &mut Blake2b| {
        let mut digest = [0; 20];
        hash.finalize_into_reset(&mut digest).unwrap();
        digest
    };
    for _ in 0..2 {
        assert_eq!(finish(&mut there), finish(&mut here));
    }
}

#[test]
fn unkeyed_blake2_state_keeps_its_length() {
    let plain = Blake2s::new(&Blake2Params::new(20)).unwrap();
    assert_eq!(
        Blake2s::import_state(&plain.export_state().unwrap()).map(|hash| hash.digest_bytes()),
        Ok(20)
    );
}

/// Returns a MAC object for every MAC in the registry, and one for KMAC128 with parameters. Each object comes with the
/// maximum message length for its test, in bytes.
fn codes() -> Vec<(Box<dyn DynMac>, usize)> {
    let params = MacParams::default();
    let new = |row: &'static MacRow| {
        let bytes = (0..=32).rev().find(|&bytes| row.key_bytes.contains(bytes)).unwrap();
        row.new_mac(&[9; 32][..bytes], &params).unwrap()
    };
    let mut codes: Vec<_> = registry::macs()
        .map(|row| (new(row), if row.name == "ascon-prfshort" { 16 } else { LONGEST }))
        .collect();
    let custom = MacParams { custom: Some(b"custom"), tag_bytes: Some(77) };
    codes.push((registry::mac("kmac128").unwrap().new_mac(b"key", &custom).unwrap(), LONGEST));
    codes
}

#[test]
fn mac_state_continues_from_any_position() {
    let message = message();
    for (mut here, longest) in codes() {
        let name = here.row().name;
        let message = &message[..longest];
        let mut tag_of = |message: &[u8]| {
            here.update(message);
            here.finalize_reset().unwrap()
        };
        let short = &message[..longest.min(300)];
        let (expected, expected_of_short) = (tag_of(message), tag_of(short));
        for position in POSITIONS.into_iter().filter(|&position| position <= longest) {
            here.update(&message[..position]);
            let state = here.export_state_with_key().unwrap();
            here.reset();
            let mut there = registry::import_mac_with_key(&state).unwrap();
            assert_eq!((there.row().name, there.tag_bytes()), (name, expected.len()));
            there.update(&message[position..]);
            assert_eq!(there.finalize_reset().unwrap(), expected, "{name} at {position}");
            there.update(short);
            assert_eq!(there.finalize_reset().unwrap(), expected_of_short, "{name} again");
            let mut altered = state.clone();
            altered[state.len() / 2] ^= 4;
            assert_eq!(
                there.import_state_with_key(&altered).map_err(|error| error.to_string()),
                Err(ImportError::Damaged.to_string()),
                "{name}"
            );
            there.update(short);
            let tag = there.finalize_reset().unwrap();
            assert_eq!(tag, expected_of_short, "{name} after a rejected import");
        }
    }
    let cmac = registry::mac("cmac-aes-128").unwrap();
    let error = cmac.new_mac(&[0; 16], &MacParams::default()).unwrap().export_state_with_key();
    let text = "cannot be exported; it is a key schedule";
    assert!(error.unwrap_err().to_string().ends_with(text));
}

#[test]
fn typed_mac_state_needs_export_with_key() {
    fn check<M: ExportState>(
        new: impl Fn() -> M,
        update: impl Fn(&mut M, &[u8]),
        tag: impl Fn(M) -> Vec<u8>,
    ) {
        let message = message();
        let mut whole = new();
        update(&mut whole, &message);
        let expected = tag(whole);
        for position in POSITIONS {
            let mut here = new();
            update(&mut here, &message[..position]);
            assert!(matches!(here.export_state(), Err(StateError::Keyed { .. })));
            let state = here.export_state_with_key();
            assert!(matches!(M::import_state(&state), Err(ImportError::Keyed { .. })));
            let mut there = M::import_state_with_key(&state).unwrap();
            update(&mut there, &message[position..]);
            assert_eq!(tag(there), expected, "{} at {position}", here.name());
        }
    }
    check(|| HmacSha256::new(b"key"), |mac, data| mac.update(data), |mac| mac.finalize().to_vec());
    check(
        || Kmac256::new(b"key", b"custom"),
        |mac, data| mac.update(data),
        |mac| mac.finalize::<50>().to_vec(),
    );
    check(
        || Blake2bMac::<33>::new(b"key").unwrap(),
        |mac, data| mac.update(data),
        |mac| mac.finalize().to_vec(),
    );
    check(
        || Blake3Keyed::new(&[7; 32]),
        |mac, data| mac.update(data),
        |mac| mac.finalize().to_vec(),
    );
    // Keyed BLAKE2b with a 33-byte tag is a different MAC from keyed BLAKE2b with a 34-byte tag.
    let state = Blake2bMac::<33>::new(b"key").unwrap().export_state_with_key();
    assert_eq!(Blake2bMac::<34>::import_state_with_key(&state).unwrap_err(), ImportError::Damaged);
    let error = Blake3Keyed::import_state_with_key(&state).unwrap_err();
    assert_eq!(error.to_string(), r#"the state belongs to "blake2b (MAC)"; expected blake3"#);
}

#[test]
fn typed_mac_state_contains_its_name() {
    for (state, name) in [
        (HmacSha256::new(b"key").export_state_with_key(), "hmac-sha256"),
        (Kmac256::new(b"key", b"custom").export_state_with_key(), "kmac256"),
        (Blake3Keyed::new(&[7; 32]).export_state_with_key(), "blake3"),
    ] {
        // The name and its length follow "astragal state 1", the kind of object and the flag of keyed states.
        assert_eq!(usize::from(state[18]), name.len(), "{name}");
        assert!(state[19..].starts_with(name.as_bytes()), "{name}");
    }
}
