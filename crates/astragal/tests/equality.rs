//! Runs the registry's algorithms at each instruction-set level. At a level, such as `avx2`, the library is limited to
//! certain instruction sets.
//!
//! `cargo xtask machine-code --check equality` runs this program in the interpreter of `evidence/machine-code`. The
//! interpreter proves that all levels compute the same function of the key and the message. Without the interpreter,
//! the program does nothing.
//!
//! For each operation, the program prints a line with the word `operation`, the kind, the name and the size. After each
//! run of the operation, it prints a line with the word `level`, the name of the level and the backend.

#[path = "common/secrets.rs"]
#[expect(dead_code, reason = "only the constant-time test counts dependences")]
mod secrets;

use astragal::cipher::Padding;
use astragal::hazmat::cpu::{Level, limit};
use astragal::registry::{
    AEADS, CIPHERS, CipherRow, Direction, HASHES, Implementation, Mode, XOFS, XofParams,
    composed_aeads, modes,
};

/// Instruction-set levels of x86-64. The interpreter compares each level with the first level in this list.
const LEVELS: [Level; 6] =
    [Level::Portable, Level::Ssse3, Level::Avx2, Level::Vaes, Level::Gfni, Level::Avx512];

/// Number of messages that are hashed in one call. It is the number of 64-bit lanes in the widest vector.
const MANY: usize = 8;

/// Returns the numbers of blocks to encrypt: a single block, and more than one full batch of the vector kernels.
/// Kernels with AES instructions process 16 blocks at a time. Other kernels for 16-byte blocks process 64.
fn blocks(cipher: &CipherRow) -> [usize; 2] {
    let has_word_per_vector = cipher.block_bytes == 16 && !cipher.name.starts_with("aes");
    [1, if has_word_per_vector { 67 } else { 19 }]
}

fn main() {
    if !secrets::are_tracked() {
        println!(
            "not interpreted, so nothing is checked: cargo xtask machine-code --check equality"
        );
        return;
    }
    for row in HASHES {
        // The message consists of a complete block and an incomplete block, so that the padding is tested too.
        let length = row.block_bytes + 20;
        compare(
            "hash",
            row.name,
            &format!("{length} bytes"),
            || row.implementation(),
            || {
                secrets::publish(&row.hash(&secret(length)));
            },
        );
        let what = format!("{MANY} messages of 20 bytes");
        compare(
            "hash",
            row.name,
            &what,
            || row.implementation(),
            || {
                let messages = secret(MANY * 20);
                let messages: Vec<&[u8]> = messages.chunks(20).collect();
                let mut digests = vec![0; MANY * row.digest_bytes];
                row.hash_many(&messages, &mut digests).expect("the lengths are allowed");
                secrets::publish(&digests);
            },
        );
    }
    for row in XOFS {
        compare(
            "xof",
            row.name,
            "200 bytes to 300",
            || row.implementation(),
            || {
                let params = XofParams { output_bytes: Some(300), ..XofParams::default() };
                let message = secret(200);
                let mut xof = row.new_xof(&params).expect("the default parameters are allowed");
                if row.takes.items {
                    xof.begin_item(200).expect("the function accepts tuple items");
                }
                xof.absorb(&message).expect("no output has been squeezed");
                let mut out = [0; 300];
                xof.squeeze(&mut out).expect("the output length was announced");
                secrets::publish(&out);
            },
        );
    }
    for row in CIPHERS {
        for (blocks, direction) in uses(row) {
            let what = format!("{blocks} blocks, {direction:?}").to_lowercase();
            compare(
                "cipher",
                row.name,
                &what,
                || row.implementation(),
                || {
                    let cipher = row
                        .new_cipher(&secret(row.key_bytes))
                        .expect("the key has the right length");
                    let mut text = secret(blocks * row.block_bytes);
                    let done = match direction {
                        Direction::Encrypt => cipher.encrypt_blocks(&mut text),
                        Direction::Decrypt => cipher.decrypt_blocks(&mut text),
                    };
                    done.expect("the buffer consists of complete blocks");
                    secrets::publish(&text);
                },
            );
        }
    }
    for mode in modes() {
        // The keystream blocks of a stream cipher are 64 bytes long.
        let is_stream = mode.mode == Mode::Stream;
        let block_bytes = if is_stream { 64 } else { mode.cipher.block_bytes };
        for (blocks, direction) in uses(mode.cipher) {
            let what = format!("{blocks} blocks, {direction:?}").to_lowercase();
            compare(
                "mode",
                &mode.name(),
                &what,
                || mode.cipher.implementation(),
                || {
                    let (key, iv) = (secret(mode.key_bytes()), vec![7; mode.cipher.block_bytes]);
                    let started = mode.start(direction, &key, &iv, Padding::None);
                    let mut object = started.expect("the lengths are allowed");
                    let mut text = secret(blocks * block_bytes);
                    let length = text.len();
                    object
                        .whole_in_place(&mut text, length)
                        .expect("the buffer consists of complete blocks");
                    secrets::publish(&text);
                },
            );
        }
    }
    for row in AEADS.iter().chain(composed_aeads()) {
        compare(
            "aead",
            row.name,
            "16 bytes, encrypt",
            || row.implementation(),
            || {
                let cipher =
                    row.new_aead(&secret(row.key_bytes)).expect("the key has the right length");
                let (mut text, mut tag) = (secret(16), vec![0; row.tag_bytes]);
                let nonce = vec![7; row.nonce_bytes];
                let sealed = cipher.encrypt_in_place_detached(&nonce, &[], &mut text, &mut tag);
                sealed.expect("the lengths are allowed");
                secrets::publish(&text);
                secrets::publish(&tag);
            },
        );
    }
}

/// Returns all combinations of a number of blocks and a direction.
fn uses(cipher: &CipherRow) -> impl Iterator<Item = (usize, Direction)> {
    let directions = [Direction::Encrypt, Direction::Decrypt];
    blocks(cipher)
        .into_iter()
        .flat_map(move |blocks| directions.map(|direction| (blocks, direction)))
}

/// Runs `operation` at each instruction-set level, if the command line selects the algorithm. Prints the lines that the
/// interpreter reads.
fn compare(
    kind: &str,
    name: &str,
    what: &str,
    implementation: impl Fn() -> Implementation,
    operation: impl Fn(),
) {
    if !is_wanted(kind, name) {
        return;
    }
    println!("operation\t{kind}\t{name}\t{what}");
    for level in LEVELS {
        limit(level);
        let backend = implementation().backend;
        operation();
        println!("level\t{}\t{backend}", level.name());
    }
}

/// Returns whether this process runs the algorithm. The command line selects algorithms by kind (`hash`), by a prefix
/// of the name (`sha`), or by both (`hash/sha`). With `--part=I/N`, a process runs about one algorithm in N.
fn is_wanted(kind: &str, name: &str) -> bool {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let part = words.iter().find_map(|word| word.strip_prefix("--part=")?.split_once('/'));
    let is_in_part = part.is_none_or(|(part, parts)| {
        let [part, parts] =
            [part, parts].map(|text| text.parse::<usize>().expect("the part has the form I/N"));
        name.bytes().map(usize::from).sum::<usize>() % parts == part
    });
    let mut words = words.iter().filter(|word| !word.starts_with('-')).peekable();
    let is_named = |word: &String| match word.split_once('/') {
        Some((of, prefix)) => of == kind && name.starts_with(prefix),
        None => word == kind || name.starts_with(word),
    };
    is_in_part && (words.peek().is_none() || words.any(is_named))
}

/// Returns bytes that the interpreter treats as unknown, so that its proof covers all values.
fn secret(length: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).cycle().take(length).collect();
    secrets::mark(&mut bytes);
    bytes
}
