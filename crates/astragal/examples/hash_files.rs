//! Hashes files piece by piece, in constant memory: `cargo run --example hash_files -- FILE…`. Without a file
//! it hashes its own source.

use std::fs::File;
use std::io;

use astragal::hash::Sha3_256;

fn main() -> io::Result<()> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files.push(file!().to_owned());
    }
    for name in files {
        let mut hash = Sha3_256::new();
        // A hash is a writer, so whatever can be copied can be hashed.
        match File::open(&name) {
            Ok(mut file) => io::copy(&mut file, &mut hash)?,
            // Run from another folder, the source is elsewhere.
            Err(_) if name == file!() => {
                io::copy(&mut include_bytes!("hash_files.rs").as_slice(), &mut hash)?
            }
            Err(error) => return Err(io::Error::new(error.kind(), format!("{name}: {error}"))),
        };
        println!("{}  {name}", hex(&hash.finalize()));
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
