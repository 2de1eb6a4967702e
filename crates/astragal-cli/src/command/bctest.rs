//! `digest bctest N FILE`: measures encryption and decryption with every block cipher in CBC and CTR mode. Prints the
//! speeds in the format of cppcrypto.

use std::hint::black_box;
use std::io::Write as _;

use anyhow::Context as _;
use astragal::cipher::Padding;
use astragal::hazmat::cpu::allow_table_lookups;
use astragal::registry::{CIPHERS, CipherMode, CipherRow, Direction, Mode};

use super::test::{Speed, slashed, timed};
use crate::bench::zeros;
use crate::cli::BctestArgs;
use crate::console::Out;
use crate::exit::Exit;
use crate::message::print_message;

pub(crate) fn run(options: &BctestArgs) -> anyhow::Result<Exit> {
    let BctestArgs { compare, table_lookups, count, file } = options;
    if *table_lookups {
        allow_table_lookups();
    }
    let data = std::fs::read(file).with_context(|| file.display().to_string())?;
    let mut out = Out::stdout();
    let mut exit = Exit::Success;
    let [name, directions @ ..] =
        ["name", "CBC encryption", "CBC decryption", "CTR encryption", "CTR decryption"];
    let mut head = format!("{name:<15}");
    for direction in directions {
        head += &format!(" {direction:<23}");
    }
    if *compare {
        head += " CBC encryption by cppcrypto, 2014";
    }
    writeln!(out, "{}", head.trim_end())?;
    for cipher in CIPHERS {
        let mut line = format!("{:<15}", slashed(cipher.name));
        let mut comparison = String::new();
        for mode in [Mode::Cbc, Mode::Ctr] {
            let (ciphertext, encryption) =
                measured(cipher, mode, Direction::Encrypt, *count, &data)?;
            let (plaintext, decryption) =
                measured(cipher, mode, Direction::Decrypt, *count, &ciphertext)?;
            if plaintext != data {
                exit = Exit::Failure;
                print_message(format_args!(
                    "{}: decryption does not return the plaintext",
                    cipher.name
                ));
            }
            line += &format!(" {:<23} {:<23}", encryption.text(), decryption.text());
            if mode == Mode::Cbc
                && *compare
                && let Some(theirs) = cppcrypto(cipher.name)
            {
                comparison = format!(
                    " {theirs} MB/s (ratio {:.2})",
                    encryption.megabytes / f64::from(theirs)
                );
            }
        }
        line += &comparison;
        writeln!(out, "{}", line.trim_end())?;
        out.flush()?;
    }
    Ok(exit)
}

/// Processes a message `count` times. The measured time includes key schedule and padding. Returns the output of one
/// message, and the speed.
fn measured(
    cipher: &'static CipherRow,
    mode: Mode,
    direction: Direction,
    count: u32,
    input: &[u8],
) -> anyhow::Result<(Vec<u8>, Speed)> {
    let (key, iv) = (vec![7; cipher.key_bytes], vec![1; cipher.block_bytes]);
    let of = CipherMode { cipher, mode };
    // Allocates the output before the measurement. It has two extra blocks, for the padding and for bytes that the mode
    // has buffered.
    let mut output = zeros(input.len() + 2 * cipher.block_bytes)?;
    let (result, speed) = timed(count, input.len(), || -> anyhow::Result<usize> {
        let mut message = of.start(direction, &key, &iv, Padding::Pkcs7)?;
        let done = message.update(black_box(input), &mut output)?;
        Ok(done + message.finish(&mut output[done..])?)
    });
    output.truncate(result?);
    Ok((output, speed))
}

/// Returns the speed of CBC encryption in MB/s that cppcrypto published in 2014 for a Xeon E5-1650 v3 at about 3.6 GHz.
/// Returns `None` for a cipher or key length without a published speed.
fn cppcrypto(name: &str) -> Option<u16> {
    let (_, speed) = CPPCRYPTO.iter().find(|(published, _)| match published.strip_suffix('*') {
        Some(family) => name.starts_with(family),
        None => name == *published,
    })?;
    Some(*speed)
}

/// Speeds in MB/s that cppcrypto published. A name that ends in `*` covers all key lengths of a family.
const CPPCRYPTO: [(&str, u16); 19] = [
    ("anubis-128", 225),
    ("anubis-320", 158),
    ("aria-128", 155),
    ("aria-256", 119),
    ("camellia-128", 153),
    ("camellia-256", 118),
    ("cast256-*", 109),
    ("kalyna128-128", 236),
    ("kalyna128-256", 175),
    ("kalyna256-256", 206),
    ("kalyna256-512", 140),
    ("kalyna512-512", 155),
    ("mars-*", 159),
    ("serpent-*", 96),
    ("twofish-*", 171),
    ("threefish-256", 408),
    ("threefish-512", 620),
    ("sm4", 95),
    ("kuznyechik", 113),
];
