//! Packs the files in `vectors/` for inclusion in the crate. Many lines occur in several cases, so each distinct line
//! is stored once in a table. Hex digits are stored in binary. Each file is stored as a list of indices into the table.
//! This reduces 1.18 MB to 0.43 MB.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Minimum number of consecutive hex digits that are stored in binary.
const SHORTEST_RUN: usize = 8;

fn main() {
    let directory = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the variable"))
        .join("vectors");
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut files: Vec<_> = fs::read_dir(&directory)
        .expect("the directory of vectors is readable")
        .map(|entry| entry.expect("its entries are readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();

    let (mut known, mut lines) = (HashMap::new(), Vec::new());
    let mut list = String::from("&[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(&file).expect("the vector file is UTF-8");
        let mut numbers = Vec::new();
        for line in text.split('\n') {
            let next = u16::try_from(known.len()).expect("fewer than 65536 lines differ");
            numbers.push(*known.entry(line.to_owned()).or_insert_with(|| {
                let packed = pack(line.as_bytes());
                let bytes =
                    u16::try_from(packed.len()).expect("a packed line has fewer than 65536 bytes");
                lines.extend(bytes.to_le_bytes());
                lines.extend(packed);
                next
            }));
        }
        let name = file.file_name().expect("a file has a name");
        writeln!(list, "    ({name:?}, &{numbers:?}),").expect("writing to a string succeeds");
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").expect("cargo sets the variable");
    let out = Path::new(&out);
    fs::write(out.join("builtin.rs"), list).expect("the output directory is writable");
    fs::write(out.join("lines.bin"), lines).expect("the output directory is writable");
}

/// Packs a line. Replaces each long sequence of lower-case hex digits with three parts: a zero byte, the number of
/// bytes that the digits encode, and these bytes.
fn pack(line: &[u8]) -> Vec<u8> {
    assert!(!line.contains(&0), "a line must not contain a zero byte, which marks packed digits");
    let digit = |byte: u8| char::from(byte).to_digit(16).filter(|_| !byte.is_ascii_uppercase());
    let (mut packed, mut rest) = (Vec::new(), line);
    while let [first, more @ ..] = rest {
        let digits = rest.iter().take(2 * 255).take_while(|&&byte| digit(byte).is_some()).count();
        let (run, after) = rest.split_at(digits / 2 * 2);
        if run.len() < SHORTEST_RUN {
            packed.push(*first);
            rest = more;
            continue;
        }
        packed.extend([0, u8::try_from(run.len() / 2).expect("a run has at most 255 bytes")]);
        let value = |byte: u8| u8::try_from(digit(byte).unwrap_or_default()).unwrap_or_default();
        packed.extend(run.chunks(2).map(|pair| 16 * value(pair[0]) + value(pair[1])));
        rest = after;
    }
    packed
}
