//! Checks that no branch and no address depends on a secret. Runs every algorithm in the registry under valgrind, with
//! keys, messages, plaintexts and passwords marked as secret. `cargo xtask ct` runs this program and stores the table
//! that it prints. Without valgrind, the program does nothing.
//!
//! Columns of the table: kind, algorithm, backend, declared timing, operations, dependences. A dependence is a branch
//! or an address that valgrind's memcheck reports as computed from a secret.
//!
//! Two kinds of dependences are allowed and not counted: dependences on the result of a verification, and dependences
//! on the comparison of the two halves of an XTS key.

#[path = "common/composed.rs"]
mod composed;
#[path = "common/secrets.rs"]
mod secrets;
#[path = "constant_time/wrong_padding.rs"]
mod wrong_padding;

use std::process::ExitCode;

use astragal::cipher::Padding;
use astragal::error::{Allowed, ParameterError};
use astragal::kdf::Work;
use astragal::registry::{
    AEADS, AeadRow, CIPHERS, CipherMode, Direction, HASHES, Implementation, KdfParams, KdfRule,
    MacParams, MessageLengths, Mode, Timing, XOFS, XofParams, composed_aeads, kdfs, key_wraps, mac,
    macs, modes,
};

/// Returns whether this run skips the algorithm in `line`. Some runs use instruction models: software that replaces CPU
/// instructions. A run without models skips nothing. A run with models skips:
///
/// - Backends that valgrind can decode, because the run without models checks them. CAST-256 is not skipped, because
///   the run without models cannot check it; see [`shifts_by_secrets`].
/// - Composed algorithms, such as HMAC, unless the base is AES-128, SM4, SHA-256, SHA-512 or SHA3-256.
fn is_left_out(line: &Line<'_>) -> bool {
    let is_decoded = ["portable", "bmi", "ssse3", "avx2"].contains(&line.implementation.backend);
    let few = ["aes-128", "sm4", "sha256", "sha512", "sha3-256"];
    let is_one_of_many =
        composed::base(line.kind, line.name).is_some_and(|(_, base)| !few.contains(&base));
    let is_cast = line.kind == "cipher" && line.name.starts_with("cast256");
    cfg!(astragal_model) && (is_decoded && !is_cast || is_one_of_many)
}

fn main() -> ExitCode {
    if let Ok(name) = std::env::var("ASTRAGAL_TEST_CPU") {
        let level = astragal::hazmat::cpu::Level::from_name(&name);
        astragal::hazmat::cpu::limit(level.expect("ASTRAGAL_TEST_CPU names a level"));
    }
    if !secrets::are_tracked() {
        println!("not under valgrind, so nothing is checked: cargo xtask ct");
        return ExitCode::SUCCESS;
    }
    let mut table = Table::default();
    for run in KINDS {
        run(&mut table);
    }
    table.verdict()
}

/// Returns the kinds and name prefixes of algorithms selected on the command line. An empty list selects all
/// algorithms.
fn words() -> Vec<String> {
    std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect()
}

fn is_wanted(line: &Line<'_>) -> bool {
    let words = words();
    let is_named = |word: &String| word == line.kind || line.name.starts_with(word);
    (words.is_empty() || words.iter().any(is_named)) && is_in_part(line)
}

/// Returns whether this process runs the algorithm in `line`. With `--part=I/N`, a process runs about one algorithm in
/// N.
fn is_in_part(line: &Line<'_>) -> bool {
    let Some(part) =
        std::env::args().find_map(|word| Some(word.strip_prefix("--part=")?.to_owned()))
    else {
        return true;
    };
    let (part, parts) = part.split_once('/').expect("the part has the form I/N");
    let number = |text: &str| text.parse::<usize>().expect("the part has the form I/N");
    let sum = line.kind.bytes().chain(line.name.bytes()).map(usize::from).sum::<usize>();
    sum % number(parts) == number(part)
}

/// The test functions. Each function tests all algorithms of one kind, such as hashes.
const KINDS: [fn(&mut Table); 8] =
    [hashes, xofs, all_macs, aeads, ciphers, ciphers_in_modes, key_wrapping, derivations];

/// Number of branches on the result of a verification: one in the library and one in this test.
const VERDICT: usize = 2;
/// Number of branches on whether the tag of a decryption is valid: the two branches of [`VERDICT`], the library's
/// branch that wipes the plaintext, and a branch in the registry object.
const OPENING: usize = 4;

/// Maximum number of branches that reject an XTS key with equal halves: two in an encryption and two in a decryption.
const HALVES: usize = 4;

/// Message lengths in bytes: an empty message, less than a block, more than any block, and many blocks.
#[cfg(not(astragal_model))]
const LENGTHS: [usize; 4] = [0, 5, 200, 3000];
/// Message length, in bytes, if software models replace CPU instructions: many blocks and an incomplete block. Models
/// are 1000 times slower than instructions, so there is only one length.
#[cfg(astragal_model)]
const LENGTHS: [usize; 1] = [300];

fn hashes(table: &mut Table) {
    for row in HASHES {
        let mut line = Line::new("hash", row.name, row.implementation());
        for length in LENGTHS {
            let message = secret(length);
            line.operation(0, || {
                let digest = row.hash(&message);
                secrets::publish(&digest);
                let mut hash = row.new_hash();
                message.chunks(37).for_each(|piece| hash.update(piece));
                secrets::publish(&hash.clone().finalize_reset());
            });
        }
        table.add(line);
    }
}

fn xofs(table: &mut Table) {
    for row in XOFS {
        let mut line = Line::new("xof", row.name, row.implementation());
        for length in LENGTHS {
            let message = secret(length);
            let output_bytes = Some(300);
            let params = XofParams { output_bytes, ..XofParams::default() };
            line.operation(0, || {
                let mut xof = row.new_xof(&params).expect("the default parameters are allowed");
                if row.takes.items {
                    xof.begin_item(length as u64).expect("the function accepts tuple items");
                }
                xof.absorb(&message).expect("no output has been squeezed");
                let mut out = [0; 300];
                xof.squeeze(&mut out).expect("the output length was announced");
                secrets::publish(&out);
            });
        }
        table.add(line);
    }
}

fn all_macs(table: &mut Table) {
    let cmacs = CIPHERS.iter().filter_map(|row| mac(&format!("cmac-{}", row.name)).ok());
    for row in macs().chain(cmacs) {
        let mut line = Line::new("mac", row.name, row.implementation());
        let key = secret(key_length(row.key_bytes));
        let shifts = if shifts_by_secrets(row.name, &line) { usize::MAX } else { 0 };
        for length in
            LENGTHS.map(|length| if row.name == "ascon-prfshort" { length.min(16) } else { length })
        {
            let message = secret(length);
            let params = MacParams::default();
            let mut tag = vec![0; row.tag_bytes];
            line.operation(shifts, || {
                let mut mac = row.new_mac(&key, &params).expect("the key has an allowed length");
                mac.update(&message);
                mac.finalize_into_reset(&mut tag).expect("the buffer has the tag's length");
                row.mac_into(&key, &params, &message, &mut tag).expect("the lengths are allowed");
            });
            secrets::publish(&tag);
            // The given tag differs from the correct tag in the first byte, in the last byte, or not at all. In each
            // case, only branches on the result may depend on secrets.
            for place in [Some(0), Some(tag.len() - 1), None] {
                let mut given = tag.clone();
                if let Some(place) = place {
                    given[place] ^= 1;
                }
                line.operation(VERDICT.max(shifts), || {
                    let mut mac =
                        row.new_mac(&key, &params).expect("the key has an allowed length");
                    mac.update(&message);
                    assert_eq!(mac.verify_reset(&given).is_ok(), place.is_none());
                });
            }
        }
        table.add(line);
    }
}

fn aeads(table: &mut Table) {
    for row in AEADS.iter().chain(composed_aeads()) {
        let mut line = Line::new("aead", row.name, row.implementation());
        let key = secret(row.key_bytes);
        let shifts = if shifts_by_secrets(row.name, &line) { usize::MAX } else { 0 };
        let nonce = vec![7; row.nonce_bytes];
        for nonce_bytes in nonces(row) {
            with_nonce(&mut line, row, &key, &vec![7; nonce_bytes], shifts);
        }
        for length in LENGTHS {
            let (mut text, header) = (secret(length), secret(length));
            let mut tag = vec![0; row.tag_bytes];
            line.operation(shifts, || {
                let cipher = row.new_aead(&key).expect("the key has the right length");
                let sealed = cipher.encrypt_in_place_detached(&nonce, &header, &mut text, &mut tag);
                sealed.expect("the lengths are allowed");
            });
            secrets::publish(&text);
            secrets::publish(&tag);
            for wrong in [1, 0] {
                tag[row.tag_bytes - 1] ^= wrong;
                let mut text = text.clone();
                line.operation(OPENING.max(shifts), || {
                    let cipher = row.new_aead(&key).expect("the key has the right length");
                    let opened = cipher.decrypt_in_place_detached(&nonce, &header, &mut text, &tag);
                    assert_eq!(opened.is_ok(), wrong == 0);
                });
                tag[row.tag_bytes - 1] ^= wrong;
            }
        }
        table.add(line);
    }
}

/// Returns the nonce lengths to test, in bytes: less than a block, one block and several blocks, but not the default
/// length. With such a nonce, GCM's initial counter depends on the key.
fn nonces(row: &AeadRow) -> impl Iterator<Item = usize> {
    let allowed = row.sizes.nonce_bytes.expect("some nonce length is allowed");
    let usual = row.nonce_bytes;
    [1, 8, 13, 16, 60].into_iter().filter(move |&n| n != usual && allowed.contains(n))
}

/// Encrypts a short and a long message with `nonce`, in one call and in pieces. Also decrypts a forged message.
fn with_nonce(line: &mut Line<'_>, row: &'static AeadRow, key: &[u8], nonce: &[u8], shifts: usize) {
    for length in [LENGTHS[LENGTHS.len() / 3], LENGTHS[LENGTHS.len() - 1]] {
        let (mut text, header) = (secret(length), secret(20));
        let mut tag = vec![0; row.tag_bytes];
        line.operation(shifts, || {
            let cipher = row.new_aead(key).expect("the key has the right length");
            let sealed = cipher.encrypt_in_place_detached(nonce, &header, &mut text, &mut tag);
            sealed.expect("the lengths are allowed");
            let message_bytes = Some(length as u64);
            let lengths = MessageLengths { message_bytes, ..MessageLengths::default() };
            let message = cipher.start(Direction::Encrypt, nonce, &header, lengths);
            // SIV and OCB process whole messages only.
            if matches!(message, Err(ParameterError::NotTaken { .. })) {
                return;
            }
            let mut message = message.expect("the lengths are allowed");
            text.chunks_mut(333)
                .for_each(|piece| message.encrypt(piece).expect("the message is not too long"));
            message.finish_encryption(&mut tag).expect("the message is complete");
        });
        secrets::publish(&tag);
        tag[0] ^= 1;
        line.operation(OPENING.max(shifts), || {
            let cipher = row.new_aead(key).expect("the key has the right length");
            let opened = cipher.decrypt_in_place_detached(nonce, &header, &mut text, &tag);
            assert!(opened.is_err());
        });
    }
}

fn ciphers(table: &mut Table) {
    for row in CIPHERS {
        let mut line = Line::new("cipher", row.name, row.implementation());
        let key = secret(row.key_bytes);
        let allowed = if shifts_by_secrets(row.name, &line) { usize::MAX } else { 0 };
        for blocks in [1, 2, 33] {
            let mut text = secret(blocks * row.block_bytes);
            line.operation(allowed, || {
                let cipher = row.new_cipher(&key).expect("the key has the right length");
                cipher.encrypt_blocks(&mut text).expect("the buffer consists of complete blocks");
                cipher.decrypt_blocks(&mut text).expect("the buffer consists of complete blocks");
            });
        }
        table.add(line);
    }
}

fn ciphers_in_modes(table: &mut Table) {
    for mode in modes() {
        let name = mode.name();
        let mut line = Line::new("mode", &name, mode.cipher.implementation());
        let (key, iv) = (secret(mode.key_bytes()), vec![7; mode.cipher.block_bytes]);
        for blocks in [1, 33] {
            let mut text = secret(blocks * mode.cipher.block_bytes);
            let verdicts = if shifts_by_secrets(mode.cipher.name, &line) {
                usize::MAX
            } else {
                usize::from(mode.mode == Mode::Xts) * HALVES
            };
            line.operation(verdicts, || {
                text = whole(&mode, Direction::Encrypt, &key, &iv, Padding::None, &text);
                text = whole(&mode, Direction::Decrypt, &key, &iv, Padding::None, &text);
            });
        }
        if mode.mode == Mode::Cbc && !line.is_skipped() {
            wrong_padding::decrypt_pkcs7(&mut line, &mode, &key, &iv);
        }
        table.add(line);
    }
}

fn whole(
    mode: &CipherMode,
    direction: Direction,
    key: &[u8],
    iv: &[u8],
    padding: Padding,
    text: &[u8],
) -> Vec<u8> {
    let started = mode.start(direction, key, iv, padding);
    let mut object = started.expect("the lengths are allowed");
    let mut output = text.to_vec();
    let written = object
        .whole_in_place(&mut output, text.len())
        .expect("the buffer consists of complete blocks");
    assert_eq!(written, text.len());
    output
}

fn key_wrapping(table: &mut Table) {
    for row in key_wraps() {
        let mut line = Line::new("key-wrap", row.name, row.implementation());
        if line.is_skipped() {
            continue;
        }
        let kek = secret(row.key_bytes);
        let shifts = if shifts_by_secrets(row.name, &line) { usize::MAX } else { 0 };
        let mut cases = if row.is_padded { wrong_padding::wrapped(row, &kek) } else { Vec::new() };
        // KWP encrypts a key of at most 8 bytes as a single block, and pads a 30-byte key.
        for key_bytes in if row.is_padded { [5, 30] } else { [16, 40] } {
            let (key, mut wrapped) = (secret(key_bytes), vec![0; row.wrapped_bytes(key_bytes)]);
            line.operation(shifts, || {
                row.wrap_to(&kek, &key, &mut wrapped).expect("the lengths are allowed");
            });
            secrets::publish(&wrapped);
            cases.push((wrapped.clone(), true));
            wrapped[3] ^= 1;
            cases.push((wrapped, false));
        }
        for (wrapped, is_valid) in cases {
            let mut key = vec![0; wrapped.len() - 8];
            line.operation(OPENING.max(shifts), || {
                assert_eq!(row.unwrap_to(&kek, &wrapped, &mut key).is_ok(), is_valid);
            });
        }
        table.add(line);
    }
}

/// Returns whether the algorithm uses CAST-256 on AVX2. For such an algorithm, the test accepts any number of
/// dependences. CAST-256 rotates by amounts that depend on the key. AVX2 shifts each lane by its own amount in constant
/// time, but memcheck reports such a shift as a dependence on a secret.
fn shifts_by_secrets(name: &str, line: &Line<'_>) -> bool {
    let is_decoded = cfg!(not(astragal_model));
    let name = name.strip_prefix("cmac-").unwrap_or(name);
    is_decoded && name.starts_with("cast256") && line.implementation.backend == "avx2"
}

fn derivations(table: &mut Table) {
    for row in kdfs() {
        let mut line = Line::new("kdf", row.name, row.implementation());
        let input = secret(if row.name.starts_with("kbkdf-cmac") { 16 } else { 40 });
        let salt = [9; 16];
        let password = KdfParams::default().salt(&salt);
        let params = match row.rule {
            KdfRule::Argon2 => password.m(32).t(2).p(1),
            KdfRule::Scrypt => password.n(4).r(1).p(1),
            KdfRule::Pbkdf2 => password.iterations(3),
            _ => KdfParams::default(),
        };
        let mut derived = [0; 16];
        line.operation(0, || {
            // Some functions reject these parameters and return an error. The error does not depend on secrets.
            let _ = row.derive(&input, &params, &mut derived, &mut Work::default());
        });
        secrets::publish(&derived);
        table.add(line);
    }
}

/// Returns bytes that are marked as secret.
fn secret(length: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).cycle().take(length).collect();
    secrets::mark(&mut bytes);
    bytes
}

fn key_length(allowed: Allowed) -> usize {
    match allowed {
        Allowed::Exactly(bytes) => bytes,
        _ => [32, 16, 20, 64]
            .into_iter()
            .find(|&b| allowed.contains(b))
            .expect("a usual length is allowed"),
    }
}

struct Line<'a> {
    kind: &'static str,
    name: &'a str,
    implementation: Implementation,
    operations: usize,
    dependences: usize,
}

impl<'a> Line<'a> {
    fn new(kind: &'static str, name: &'a str, implementation: Implementation) -> Self {
        Self { kind, name, implementation, operations: 0, dependences: 0 }
    }

    fn is_skipped(&self) -> bool {
        is_left_out(self) || !is_wanted(self)
    }

    /// Runs `operation`. Adds the number of branches and addresses that depended on secrets, minus `allowed`, to
    /// `dependences`.
    fn operation(&mut self, allowed: usize, operation: impl FnOnce()) {
        if self.is_skipped() {
            return;
        }
        let before = secrets::dependences();
        operation();
        self.operations += 1;
        self.dependences += (secrets::dependences() - before).saturating_sub(allowed);
    }
}

#[derive(Default)]
struct Table {
    broken: Vec<String>,
    /// Number of algorithms that act as controls: they do not declare constant time, and memcheck reports that they
    /// depend on secrets. They show that memcheck detects dependences.
    controls: usize,
}

impl Table {
    fn add(&mut self, line: Line<'_>) {
        if line.operations == 0 {
            return;
        }
        let Line { kind, name, implementation, operations, dependences } = line;
        let Implementation { backend, timing } = implementation;
        println!("{kind}\t{name}\t{backend}\t{}\t{operations}\t{dependences}", timing.name());
        match (timing, dependences) {
            (Timing::Constant, 1..) => self.broken.push(format!("{kind} {name} on {backend}")),
            (_, 1..) => self.controls += 1,
            (_, 0) => {}
        }
    }

    fn verdict(self) -> ExitCode {
        if !self.broken.is_empty() {
            eprintln!("say constant-time, and depend on secrets: {}", self.broken.join(", "));
            return ExitCode::FAILURE;
        }
        // A complete run without models must report dependences for at least one control algorithm. Otherwise, a check
        // that detects nothing would also pass. A run of selected algorithms need not contain a control.
        if self.controls == 0 && cfg!(not(astragal_model)) && words().is_empty() {
            eprintln!("no table-based row was flagged: the check does not look");
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}
