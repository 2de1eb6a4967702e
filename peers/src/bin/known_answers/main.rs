//! `known_answers FOLDER` writes known answers in the format of the test vectors. There is one file for each hash that
//! only Rust crates implement, for each family of block ciphers, and for each mode. Two further files contain outboard
//! trees and records of message parts.

#[cfg(all(
    feature = "openssl",
    feature = "libgcrypt",
    feature = "libtomcrypt",
    feature = "botan",
    feature = "cryptopp"
))]
mod ciphers;
mod hashes;
mod trees;

use std::path::PathBuf;

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("usage: known_answers FOLDER")?);
    hashes::write(&folder)?;
    trees::write(&folder)?;
    #[cfg(all(
        feature = "openssl",
        feature = "libgcrypt",
        feature = "libtomcrypt",
        feature = "botan",
        feature = "cryptopp"
    ))]
    ciphers::write(&folder)?;
    #[cfg(not(all(
        feature = "openssl",
        feature = "libgcrypt",
        feature = "libtomcrypt",
        feature = "botan",
        feature = "cryptopp"
    )))]
    println!("the cipher answers are unchanged: some of their libraries are not installed");
    Ok(())
}
