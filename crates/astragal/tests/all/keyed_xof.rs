//! Tests keyed extendable-output functions selected by name, with messages in pieces of any size. Each output must
//! equal the tag of the MAC with the same name. The known-answer tests check these MACs.

use astragal::error::{ImportError, ParameterError, StateError};
use astragal::registry::{self, DynXof, KEYED_XOFS, Kind, MacParams, XofParams, XofRow};

const KEY: [u8; 32] = *b"thirty-two bytes are a long key.";

fn key_of(row: &XofRow) -> &'static [u8] {
    match row.name {
        "ascon-prf" => &KEY[..16],
        _ => &KEY,
    }
}

fn keyed(row: &'static XofRow) -> Box<dyn DynXof> {
    let params = XofParams { key: Some(key_of(row)), ..XofParams::default() };
    row.new_xof(&params).expect("the key has an allowed length")
}

#[test]
fn keyed_xof_matches_the_mac_of_its_name() {
    for row in KEYED_XOFS {
        for length in [0, 1, 16, 31, 32, 33, 167, 168, 169, 1500] {
            let message = vec![0x5a; length];
            let mut expected = vec![0; 700];
            let mac = registry::mac(row.name).unwrap();
            mac.mac_into(key_of(row), &MacParams::default(), &message, &mut expected).unwrap();
            let mut xof = keyed(row);
            for _ in 0..2 {
                message.chunks(13).for_each(|piece| xof.absorb(piece).unwrap());
                let mut given = vec![0; 700];
                given.chunks_mut(97).for_each(|piece| xof.squeeze(piece).unwrap());
                assert_eq!(given, expected, "{} of {length} bytes", row.name);
                let late = StateError::AbsorbAfterSqueeze { algorithm: row.name };
                assert_eq!(xof.absorb(b"x"), Err(late));
                xof.reset();
            }
        }
    }
}

#[test]
fn output_of_a_whole_message_matches_an_object() {
    for row in KEYED_XOFS {
        let mut xof = keyed(row);
        assert_eq!(xof.output_bytes(), None);
        xof.absorb(b"message").unwrap();
        let (mut expected, mut given) = ([0; 99], [0; 99]);
        xof.squeeze(&mut expected).unwrap();
        let params = XofParams { key: Some(key_of(row)), ..XofParams::default() };
        row.output_into(&params, b"message", &mut given).unwrap();
        assert_eq!(given, expected, "{}", row.name);
    }
}

#[test]
fn customization_matches_kmac() {
    let row = registry::keyed_xof("KMACXOF-256").unwrap();
    let params = XofParams {
        key: Some(&KEY),
        custom: Some(b"My Tagged Application"),
        ..XofParams::default()
    };
    let mut xof = row.new_xof(&params).unwrap();
    xof.absorb(&[0, 1, 2, 3]).unwrap();
    let mut given = [0; 64];
    xof.skip(3).unwrap();
    xof.squeeze(&mut given).unwrap();
    let params = MacParams { custom: params.custom, tag_bytes: None };
    let mut expected = [0; 67];
    registry::mac("kmacxof256")
        .unwrap()
        .mac_into(&KEY, &params, &[0, 1, 2, 3], &mut expected)
        .unwrap();
    assert_eq!(given, expected[3..]);
}

#[test]
fn keyed_xof_needs_a_key_and_xof_rejects_it() {
    for row in KEYED_XOFS {
        assert_eq!(row.kind, Kind::KeyedXof);
        let missing = ParameterError::Missing { algorithm: row.name, what: "key" };
        assert_eq!(row.new_xof(&XofParams::default()).err(), Some(missing));
        if row.name.starts_with("kmac") {
            continue;
        }
        let params = XofParams { key: Some(&KEY[1..]), ..XofParams::default() };
        let refused = row.new_xof(&params).err();
        assert!(
            matches!(refused, Some(ParameterError::Length { what: "key", given: 31, .. })),
            "{refused:?}"
        );
    }
    let params = XofParams { key: Some(&KEY), ..XofParams::default() };
    let not_taken = ParameterError::NotTaken { algorithm: "shake128", what: "key" };
    assert_eq!(registry::xof("shake128").unwrap().new_xof(&params).err(), Some(not_taken));
    assert!(registry::keyed_xof("shake128").is_err());
}

#[test]
fn keyed_xof_state_needs_export_with_key() {
    for row in KEYED_XOFS {
        let mut xof = keyed(row);
        xof.absorb(b"first half, ").unwrap();
        let refused = StateError::Keyed { algorithm: row.name };
        assert_eq!(xof.export_state(), Err(refused), "{}", row.name);
        let state = xof.export_state_with_key();
        let refused = registry::import_xof(&state).err();
        assert!(matches!(refused, Some(ImportError::Keyed { .. })), "{}: {refused:?}", row.name);
        let mut elsewhere = registry::import_xof_with_key(&state).unwrap();
        let mut outputs = [[0; 300], [0; 300]];
        for (xof, output) in [&mut xof, &mut elsewhere].into_iter().zip(&mut outputs) {
            xof.absorb(b"second half").unwrap();
            let (head, tail) = output.split_at_mut(41);
            xof.squeeze(head).unwrap();
            *xof = registry::import_xof_with_key(&xof.export_state_with_key()).unwrap();
            xof.squeeze(tail).unwrap();
        }
        assert_eq!(outputs[0], outputs[1], "{}", row.name);
        elsewhere.reset();
        let mut fresh = keyed(row);
        let (mut again, mut first) = ([0; 40], [0; 40]);
        elsewhere.squeeze(&mut again).unwrap();
        fresh.squeeze(&mut first).unwrap();
        assert_eq!(again, first, "{} must keep its key after a reset", row.name);
    }
}
