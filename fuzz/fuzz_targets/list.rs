//! No list of sums, JSON lines among them, makes its reader panic or lets it compare less than a whole digest; and
//! every line that `digest` writes is read back as it was meant.
#![no_main]

use arbitrary::Arbitrary;
use astragal::registry::{HASHES, XOFS};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u8,
    layout: u8,
    is_of_one: bool,
    ends_with_nul: bool,
    /// Of a file whose digest is written.
    name: Vec<u8>,
    custom: Option<String>,
    text: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let names: Vec<&str> =
        HASHES.iter().map(|row| row.name).chain(XOFS.iter().map(|row| row.name)).collect();
    let algorithm = names[usize::from(input.which) % names.len()];
    let lines = astragal_cli::fuzz::list(
        input.text,
        input.is_of_one.then_some(algorithm),
        input.ends_with_nul,
    );
    assert!(lines.len() <= input.text.len());
    astragal_cli::fuzz::written(algorithm, input.name, input.text, input.custom, input.layout);
});
