//! Lists `vectors/*.txt`, so that a new file is built in without a line of code.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn main() {
    let folder =
        Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("vectors");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of known answers is readable")
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
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("builtin.rs"), list).expect("the output folder is writable");
}
