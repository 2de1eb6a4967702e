//! `digest bctest N FILE`: measures encryption and decryption of all block ciphers in CBC and CTR. Prints the speeds in
//! the format of cppcrypto.

use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use astragal::cipher::Padding;
use astragal::registry::{CIPHERS, CipherMode, CipherRow, Direction, Mode};

use super::test::{slashed, timed};
use crate::bench::zeros;
use crate::console::Out;
use crate::exit::Exit;
use crate::message::print_message;

pub(crate) fn run(count: u32, file: &Path) -> anyhow::Result<Exit> {
    let data = std::fs::read(file).with_context(|| file.display().to_string())?;
    let mut out = Out::stdout();
    let mut exit = Exit::Success;
    let [name, directions @ ..] =
        ["name", "CBC encryption", "CBC decryption", "CTR encryption", "CTR decryption"];
    let mut head = format!("{name:<15}");
    for direction in directions {
        head += &format!(" {direction:<23}");
    }
    writeln!(out, "{}", head.trim_end())?;
    for cipher in CIPHERS {
        let mut line = format!("{:<15}", slashed(cipher.name));
        for mode in [Mode::Cbc, Mode::Ctr] {
            let (ciphertext, encryption) =
                measured(cipher, mode, Direction::Encrypt, count, &data)?;
            let (plaintext, decryption) =
                measured(cipher, mode, Direction::Decrypt, count, &ciphertext)?;
            if plaintext != data {
                exit = Exit::Failure;
                print_message(format_args!(
                    "{}: decryption does not return the plaintext",
                    cipher.name
                ));
            }
            line += &format!(" {encryption:<23} {decryption:<23}");
        }
        writeln!(out, "{}", line.trim_end())?;
        out.flush()?;
    }
    Ok(exit)
}

/// Processes a message `count` times, including key schedule and padding. Returns the output of one message, and the
/// total time as text.
fn measured(
    cipher: &'static CipherRow,
    mode: Mode,
    direction: Direction,
    count: u32,
    input: &[u8],
) -> anyhow::Result<(Vec<u8>, String)> {
    let (key, iv) = (vec![7; cipher.key_bytes], vec![1; cipher.block_bytes]);
    let of = CipherMode { cipher, mode };
    // Allocates the output before the measurement. The two extra blocks hold the padding and bytes that the mode has
    // buffered.
    let mut output = zeros(input.len() + 2 * cipher.block_bytes)?;
    let (result, text) = timed(count, input.len(), || -> anyhow::Result<usize> {
        let mut message = of.start(direction, &key, &iv, Padding::Pkcs7)?;
        let done = message.update(black_box(input), &mut output)?;
        Ok(done + message.finish(&mut output[done..])?)
    });
    output.truncate(result?);
    Ok((output, text))
}
