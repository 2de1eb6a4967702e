//! Writes known answers in the vector format for the hashes that only Rust crates have:
//! `known_answers FOLDER`. One file per algorithm, naming the crate.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use peers::{KEY, Kind, Ours, Peer, peers};

/// The crates whose algorithms neither OpenSSL nor pycryptodome has.
const LIBRARIES: &[&str] = &[
    "blake-hash",
    "blake3",
    "groestl",
    "jh",
    "kupyna",
    "skein",
    "streebog",
    "whirlpool",
    "hmac + groestl",
    "hmac + jh",
    "hmac + kupyna",
    "hmac + skein",
    "hmac + streebog",
    "hmac + whirlpool",
];

/// Message lengths: nothing, little, and around the edges of blocks of 32, 64 and 128 bytes.
const LENGTHS: &[usize] =
    &[0, 1, 31, 32, 33, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 255, 256, 1000];

fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("usage: known_answers FOLDER")?);
    for peer in peers().iter().filter(|peer| LIBRARIES.contains(&peer.library)) {
        // Its output length is the registry's to say.
        let Some(Kind::Fixed(bytes)) = Ours::find(peer.algorithm).map(|ours| ours.kind()) else {
            continue;
        };
        let path = folder.join(format!("{}.txt", peer.algorithm));
        fs::write(&path, cases(peer, bytes)?).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn cases(peer: &Peer, bytes: usize) -> Result<String> {
    let library = peer.library.replace("hmac + ", "hmac and ");
    let mut text = format!("# source: computed with the Rust crate {library}\n");
    let is_hmac = peer.algorithm.starts_with("hmac-");
    let lengths = if is_hmac { &[0, 3, 64, 200] } else { LENGTHS };
    for &length in lengths {
        let message: Vec<u8> = (0..=250).cycle().take(length).collect();
        let mut answer = vec![0; bytes];
        (peer.function)(&message, &mut answer);
        writeln!(text, "\nalg = {}", peer.algorithm)?;
        if is_hmac {
            writeln!(text, "key = {}", hex(KEY))?;
        }
        writeln!(text, "msg-pattern = {length}")?;
        writeln!(text, "{} = {}", if is_hmac { "tag" } else { "md" }, hex(&answer))?;
    }
    Ok(text)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
