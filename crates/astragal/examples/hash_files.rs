//! Hashes files in pieces, so that memory use does not depend on file size: `cargo run --example hash_files -- FILE…`.
//! Without arguments, hashes its own source file.

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
        // A hash implements `Write`, so `io::copy` can hash data from any reader.
        match File::open(&name) {
            Ok(mut file) => io::copy(&mut file, &mut hash)?,
            // If the program cannot open its own source file, it hashes the copy embedded in the program.
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
