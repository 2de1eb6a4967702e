//! Writes known answers for hashes that only Rust crates implement. Each file states which crate computed the answers.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use faster_hex::hex_string as hex;
use peers::{KEY, Kind, Ours, Peer, peers};

/// Names of the Rust crates that compute the answers. OpenSSL and pycryptodome, which compute the other answers, do not
/// implement these hashes.
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

/// Message lengths: zero, short, and close to multiples of 32, 64 and 128 bytes.
const LENGTHS: &[usize] =
    &[0, 1, 31, 32, 33, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 255, 256, 1000];

pub(crate) fn write(folder: &Path) -> Result<()> {
    for peer in peers().iter().filter(|peer| LIBRARIES.contains(&peer.name)) {
        // Takes the output length from the registry. Skips algorithms without a fixed output length.
        let Some(Kind::Fixed(bytes)) = Ours::find(peer.algorithm).map(|ours| ours.kind()) else {
            continue;
        };
        let path = folder.join(format!("{}.txt", peer.algorithm));
        let mut text = cases(peer, bytes)?;
        if peer.algorithm == "blake3" {
            text += &blake3_modes()?;
        }
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn cases(peer: &Peer, bytes: usize) -> Result<String> {
    let library = peer.name.replace("hmac + ", "hmac and ");
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

/// Returns cases of BLAKE3's extendable output, keyed hash and key derivation. Most message lengths are near a multiple
/// of the chunk length, 1024 bytes.
fn blake3_modes() -> Result<String> {
    const CONTEXT: &str = "astragal known answers 2026";
    const CHUNKED: &[usize] =
        &[0, 1, 1023, 1024, 1025, 2048, 2049, 3072, 5120, 8192, 8193, 16384, 16385, 31744, 102_400];
    let modes = [
        (String::new(), blake3::Hasher::new()),
        (format!("key = {}\n", hex(KEY)), blake3::Hasher::new_keyed(KEY)),
        (
            format!("custom = {}\n", hex(CONTEXT.as_bytes())),
            blake3::Hasher::new_derive_key(CONTEXT),
        ),
    ];
    let mut text = String::new();
    for (parameters, hasher) in modes {
        for (&length, bytes) in CHUNKED.iter().zip([32, 131, 64, 200].into_iter().cycle()) {
            let message: Vec<u8> = (0..=250).cycle().take(length).collect();
            let mut reader = hasher.clone().update(&message).finalize_xof();
            let mut answer = vec![0; bytes];
            reader.fill(&mut answer);
            write!(text, "\nalg = blake3\n{parameters}msg-pattern = {length}\n")?;
            writeln!(text, "out = {}", hex(&answer))?;
        }
    }
    for position in [1, 63, 64, 1000, 64 << 32, (64 << 32) + 7] {
        let mut reader = blake3::Hasher::new().finalize_xof();
        let mut answer = [0; 100];
        reader.set_position(position);
        reader.fill(&mut answer);
        writeln!(text, "\nalg = blake3\nmsg =\nout-skip = {position}\nout = {}", hex(&answer))?;
    }
    Ok(text)
}
