//! `digest bctest N FILE`: cppcrypto's table, the speed of every block cipher on one file, by CBC and CTR in
//! both directions.

use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use astragal::cipher::Padding;
use astragal::registry::{CIPHERS, CipherMode, CipherRow, Direction, Mode};

use super::test::{slashed, timed};
use crate::bench::zeros;
use crate::console::Out;
use crate::exit::{Exit, complain};

pub(crate) fn run(count: u32, file: &Path) -> anyhow::Result<Exit> {
    let data = std::fs::read(file).with_context(|| file.display().to_string())?;
    let mut to = Out::new();
    let mut exit = Exit::Good;
    let [name, directions @ ..] =
        ["name", "CBC encryption", "CBC decryption", "CTR encryption", "CTR decryption"];
    let mut head = format!("{name:<15}");
    for direction in directions {
        head += &format!(" {direction:<23}");
    }
    writeln!(to, "{}", head.trim_end())?;
    for cipher in CIPHERS {
        let mut line = format!("{:<15}", slashed(cipher.name));
        for mode in [Mode::Cbc, Mode::Ctr] {
            let (ciphertext, encryption) =
                measured(cipher, mode, Direction::Encrypt, count, &data)?;
            let (plaintext, decryption) =
                measured(cipher, mode, Direction::Decrypt, count, &ciphertext)?;
            if plaintext != data {
                exit = Exit::Bad;
                complain(format_args!(
                    "{}: what was encrypted is not what comes back",
                    cipher.name
                ));
            }
            line += &format!(" {encryption:<23} {decryption:<23}");
        }
        writeln!(to, "{}", line.trim_end())?;
        to.flush()?;
    }
    Ok(exit)
}

/// The output for a message, and how long `count` of them take, key schedule and padding included.
fn measured(
    cipher: &'static CipherRow,
    mode: Mode,
    direction: Direction,
    count: u32,
    input: &[u8],
) -> anyhow::Result<(Vec<u8>, String)> {
    let (key, iv) = (vec![7; cipher.key_bytes], vec![1; cipher.block_bytes]);
    let of = CipherMode { cipher, mode };
    // Room for what the mode holds back, so that the measured part asks for no memory.
    let mut output = zeros(input.len() + 2 * cipher.block_bytes)?;
    let (result, text) = timed(count, input.len(), || -> anyhow::Result<usize> {
        let mut under_way = of.start(direction, &key, &iv, Padding::Pkcs7)?;
        let done = under_way.update(black_box(input), &mut output)?;
        Ok(done + under_way.finish(&mut output[done..])?)
    });
    output.truncate(result?);
    Ok((output, text))
}
