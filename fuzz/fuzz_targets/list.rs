//! Checks the parser of checksum files, including JSON lines. No file may cause a panic, and no line with a truncated
//! digest may be accepted. From every line that `digest` writes, the parser must extract the name, the algorithm and
//! the digest.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use astragal::registry::{HASHES, XOFS};
use astragal_fuzz::choose;
use libfuzzer_sys::fuzz_target;

static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    HASHES.iter().map(|row| row.name).chain(XOFS.iter().map(|row| row.name)).collect()
});

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u8,
    layout: u8,
    is_of_one: bool,
    ends_with_nul: bool,
    /// File name to write into the line of a checksum file.
    name: &'a [u8],
    custom: Option<&'a str>,
    text: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let algorithm = *choose(&NAMES, input.which.into());
    let lines = astragal_cli::fuzz::parse_list(
        input.text,
        input.is_of_one.then_some(algorithm),
        input.ends_with_nul,
    );
    assert!(lines.len() <= input.text.len());
    astragal_cli::fuzz::round_trip(
        algorithm,
        input.name.to_vec(),
        input.text,
        input.custom.map(str::to_owned),
        input.layout,
    );
});
