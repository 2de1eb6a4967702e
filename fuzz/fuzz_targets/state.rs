//! Imports serialized states with arbitrary fields. Each state must be rejected, or become a usable object that exports
//! the same bytes again.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use astragal::registry::{self, HASHES, SIZED_HASHES, XOFS};
use astragal_fuzz::choose;
use libfuzzer_sys::fuzz_target;

/// Kind and name of every algorithm whose state contains no key.
static NAMES: LazyLock<Vec<(u8, &'static str)>> = LazyLock::new(|| {
    let hashes = HASHES.iter().map(|row| (b'h', row.name));
    let xofs = XOFS.iter().chain(SIZED_HASHES).map(|row| (b'n', row.name));
    hashes.chain(xofs).collect()
});

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u16,
    fields: &'a [u8],
    more: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let &(kind, name) = choose(&NAMES, input.which);
    let mut state = b"astragal state 1".to_vec();
    state.extend([kind, 0, name.len().try_into().expect("a name has at most 255 bytes")]);
    state.extend(name.as_bytes());
    state.extend(input.fields);
    state.extend(crc64(&state));
    if let Ok(mut hash) = registry::import_hash(&state) {
        assert_eq!(hash.export_state().unwrap(), state);
        hash.update(input.more);
        let _ = hash.finalize_reset();
    }
    if let Ok(mut xof) = registry::import_xof(&state) {
        assert_eq!(xof.export_state().as_ref(), Ok(&state));
        let _ = xof.absorb(input.more);
        let _ = xof.squeeze(&mut [0; 200]);
        xof.reset();
        let _ = xof.absorb(input.more);
    }
    assert!(registry::import_hash(input.fields).is_err());
});

/// Computes the CRC-64/XZ of a state. With a correct checksum, the import gets as far as checking the fields.
fn crc64(bytes: &[u8]) -> [u8; 8] {
    let mut crc = u64::MAX;
    for &byte in bytes {
        crc ^= u64::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xc96c_5795_d787_0f42 } else { crc >> 1 };
        }
    }
    (!crc).to_le_bytes()
}
