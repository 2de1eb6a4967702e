//! Writes known answers for block ciphers in ECB and in other modes. Each case names the library that computed it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use astragal::registry::{CIPHERS, CipherRow};
use faster_hex::hex_string as hex;
use peers::{CipherPeer, Input, Random, Use, cipher_peers};

/// Modes with known answers, including CMAC. Each mode has its own file.
const MODES: [(Use, &str); 9] = [
    (Use::Cbc, "cbc"),
    (Use::Ctr, "ctr"),
    (Use::Cfb, "cfb"),
    (Use::Ofb, "ofb"),
    (Use::Xts, "xts"),
    (Use::Gcm, "gcm"),
    (Use::Ccm, "ccm"),
    (Use::GcmSiv, "gcm-siv"),
    (Use::Cmac, "cmac"),
];

pub(crate) fn write(folder: &Path) -> Result<()> {
    let peers = cipher_peers();
    let mut families = BTreeMap::<&str, String>::new();
    for cipher in CIPHERS {
        // Only the first library that supports a cipher computes its cases. The cross-checks compare astragal with all
        // libraries.
        if let Some(peer) = find(&peers, cipher, Use::Blocks) {
            let text = families.entry(cipher.family).or_default();
            blocks(peer, cipher, text).with_context(|| cipher.name)?;
        }
    }
    for (family, cases) in families {
        // Of the Rijndael family, the generated file contains only AES. No library supports the other block lengths,
        // for which only published examples exist.
        let name = if family == "rijndael" { "aes" } else { family };
        save(folder, name, &cases)?;
    }
    for (used, name) in MODES {
        let mut cases = String::new();
        for (i, cipher) in CIPHERS.iter().enumerate() {
            if let Some(peer) = find(&peers, cipher, used) {
                mode(peer, cipher, i, &mut cases).with_context(|| used.name(cipher.name))?;
            }
        }
        save(folder, name, &cases)?;
    }
    Ok(())
}

fn find<'a>(peers: &'a [CipherPeer], cipher: &CipherRow, used: Use) -> Option<&'a CipherPeer> {
    peers.iter().find(|peer| peer.cipher == cipher.name && peer.used == used)
}

fn save(folder: &Path, name: &str, cases: &str) -> Result<()> {
    let mut libraries: Vec<&str> =
        cases.lines().filter_map(|line| line.strip_prefix("id = ")).collect();
    libraries.sort_unstable();
    libraries.dedup();
    let path = folder.join(format!("{name}.txt"));
    let text = format!("# source: computed with {}\n{cases}", libraries.join(", "));
    fs::write(&path, text).with_context(|| path.display().to_string())
}

/// Returns the seed for the random inputs of a cipher: the cipher's name. For AES, the seed is the alias
/// `rijndael128-*`, because this was the canonical name when the committed answers were computed.
fn seed(cipher: &CipherRow) -> &'static str {
    let former = cipher.aliases.iter().find(|alias| alias.starts_with("rijndael"));
    former.copied().unwrap_or(cipher.name)
}

/// Writes one case in which all inputs are zero, and cases with random inputs. In the last case, the block is encrypted
/// 100 times in succession.
fn blocks(peer: &CipherPeer, cipher: &CipherRow, text: &mut String) -> Result<()> {
    let mut random = Random::new(seed(cipher).as_bytes());
    for (i, iterations) in [1, 1, 1, 100].into_iter().enumerate() {
        let mut some = |bytes| if i == 0 { vec![0; bytes] } else { random.bytes(bytes) };
        let (key, plain) = (some(cipher.key_bytes), some(cipher.block_bytes));
        let tweak = some(cipher.tweak_bytes.unwrap_or(0));
        let mut encrypted = plain.clone();
        for _ in 0..iterations {
            let input = Input { key: &key, iv: &tweak, text: &encrypted, ..Input::default() };
            encrypted = peer.encrypt(&input).context("the library rejects the input")?;
        }
        writeln!(text, "\nid = {}\nalg = {}\nkey = {}", peer.name, cipher.name, hex(&key))?;
        if !tweak.is_empty() {
            writeln!(text, "tweak = {}", hex(&tweak))?;
        }
        if iterations > 1 {
            writeln!(text, "iterations = {iterations}")?;
        }
        writeln!(text, "pt = {}\nct = {}", hex(&plain), hex(&encrypted))?;
    }
    Ok(())
}

/// Appends cases of a mode to `text`: two for CMAC and authenticated modes, and one for other modes. `number` selects
/// the message lengths.
fn mode(peer: &CipherPeer, cipher: &CipherRow, number: usize, text: &mut String) -> Result<()> {
    let (used, block) = (peer.used, cipher.block_bytes);
    let mut random = Random::new(used.name(seed(cipher)).as_bytes());
    let lengths = [0, 1, block - 1, block, block + 1, 2 * block, 3 * block + 5, 5 * block - 1];
    for round in 0..if used.authenticates() || used == Use::Cmac { 2 } else { 1 } {
        let mut length = lengths[(number + 3 * round) % lengths.len()];
        // Lengthens texts that are too short. XTS needs at least one block, and some libraries reject an empty text.
        if used == Use::Xts || (length == 0 && !matches!(used, Use::Cbc | Use::Cmac)) {
            length += block;
        }
        let halves = if used == Use::Xts { 2 } else { 1 };
        let key = random.bytes(halves * cipher.key_bytes);
        let iv = match used {
            // The counter overflows after two increments, so that the carry passes through all bytes.
            Use::Ctr if number % 2 == 1 => [vec![0xff; block - 1], vec![0xfe]].concat(),
            Use::Gcm => random.bytes([12, 20][round]),
            Use::Ccm => random.bytes([13, 8][round]),
            Use::GcmSiv => random.bytes(12),
            Use::Cmac => Vec::new(),
            _ => random.bytes(block),
        };
        let data = random.bytes([20, 0][round]);
        let plain = random.bytes(length);
        let mut input =
            Input { key: &key, iv: &iv, associated_data: &data, text: &plain, tag_bytes: 16 };
        let mut output = peer.encrypt(&input);
        if output.is_none() && used.authenticates() {
            // If the library rejected the input, tries the default nonce length, because some libraries support no
            // other length.
            input.iv = &iv[..iv.len().min(if used == Use::Ccm { 13 } else { 12 })];
            output = peer.encrypt(&input);
        }
        let Some(output) = output else {
            if round == 1 {
                continue;
            }
            bail!("the library rejects a text of {length} bytes");
        };
        writeln!(text, "\nid = {}", peer.name)?;
        if used == Use::Cmac {
            let name = used.name(cipher.name);
            let (key, plain, tag) = (hex(&key), hex(&plain), hex(&output));
            writeln!(text, "alg = {name}\nkey = {key}\nmsg = {plain}\ntag = {tag}")?;
            continue;
        }
        let mode = used.mode().context("the algorithm is not a mode")?;
        writeln!(text, "alg = {}\nmode = {mode}\nkey = {}", cipher.name, hex(&key))?;
        let (encrypted, tag) =
            output.split_at(if used.authenticates() { plain.len() } else { output.len() });
        if used.authenticates() {
            writeln!(text, "nonce = {}\nad = {}", hex(input.iv), hex(&data))?;
        } else {
            writeln!(text, "iv = {}", hex(&iv))?;
        }
        if used == Use::Cbc {
            writeln!(text, "padding = pkcs7")?;
        }
        writeln!(text, "pt = {}\nct = {}", hex(&plain), hex(encrypted))?;
        if used.authenticates() {
            writeln!(text, "tag = {}", hex(tag))?;
        }
    }
    Ok(())
}
