//! Embeds the files in `vectors/`.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn main() {
    let directory =
        Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this")).join("vectors");
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut files: Vec<_> = fs::read_dir(&directory)
        .expect("the directory of vectors is readable")
        .map(|entry| entry.expect("its entries are readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();

    let mut list = String::from("&[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_name().expect("a file has a name");
        writeln!(list, "    ({name:?}, include_str!({file:?})),").expect("writing to a string");
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").expect("cargo sets this");
    fs::write(Path::new(&out).join("builtin.rs"), list).expect("the output directory is writable");
}
