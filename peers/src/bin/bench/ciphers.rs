//! Benchmarks of ciphers and modes, with names like `aes-128-ctr`, `aes-128-cbc-decrypt` and `serpent-256`. Texts are
//! encrypted in place. The times do not include the key setup, which is measured separately.

use std::hint::black_box;

use astragal::registry::{CIPHERS, CipherRow, Direction, Mode, modes};
use peers::{
    CipherPeer, Keyed, Message, SetUp, Use, cipher_peers, ours_keyed, typed_key, typed_set_up,
};

use crate::buffer::Buffer;
use crate::clock::best_of_turns;
use crate::report::{BY_NAME, Measurement, OURS};

/// Cipher operations to measure: mode, direction, and suffix of the benchmark's name.
const WORKS: [(Use, Direction, &str); 17] = [
    (Use::Blocks, Direction::Encrypt, ""),
    (Use::Blocks, Direction::Decrypt, "-decrypt"),
    (Use::Ctr, Direction::Encrypt, "-ctr"),
    (Use::Cbc, Direction::Encrypt, "-cbc"),
    (Use::Cbc, Direction::Decrypt, "-cbc-decrypt"),
    (Use::Xts, Direction::Encrypt, "-xts"),
    (Use::Xts, Direction::Decrypt, "-xts-decrypt"),
    (Use::Gcm, Direction::Encrypt, "-gcm"),
    (Use::GcmSiv, Direction::Encrypt, "-gcm-siv"),
    (Use::Ccm, Direction::Encrypt, "-ccm"),
    (Use::Ocb, Direction::Encrypt, "-ocb"),
    (Use::Siv, Direction::Encrypt, "-siv"),
    (Use::Gmac, Direction::Encrypt, "-gmac"),
    (Use::KeyWrap, Direction::Encrypt, "-kw"),
    (Use::Cmac, Direction::Encrypt, "-cmac"),
    (Use::Ofb, Direction::Encrypt, "-ofb"),
    (Use::Cfb, Direction::Encrypt, "-cfb"),
];

/// Measures the operations that `wanted` selects by the operation's name and the cipher family. Skips empty messages, and
/// message lengths that are not a multiple of the block length.
pub(crate) fn rows(
    wanted: impl Fn(&str, &str) -> bool,
    sizes: &[usize],
    peers_only: bool,
    turns: usize,
) -> Vec<Measurement> {
    let peers = cipher_peers();
    let mut rows = Vec::new();
    for cipher in CIPHERS {
        // AES is shown under its common name, such as `aes-128`, which is an alias in the registry.
        let short = cipher.aliases.iter().find(|alias| alias.starts_with("aes-"));
        let short = short.copied().unwrap_or(cipher.name);
        for (used, way, suffix) in WORKS {
            let name = format!("{short}{suffix}");
            let rivals: Vec<_> = peers
                .iter()
                .filter(|peer| peer.cipher == cipher.name && peer.used == used)
                .collect();
            if !wanted(&name, cipher.family) || (peers_only && rivals.is_empty()) {
                continue;
            }
            let name: &'static str = name.leak();
            let whole = sizes.iter().filter(|&&size| size > 0 && size % cipher.block_bytes == 0);
            for &size in whole {
                rows.extend(one(cipher, used, way, name, &rivals, size, turns));
            }
        }
        let name = format!("{short}-key");
        if wanted(&name, cipher.family) {
            rows.extend(set_up(cipher, name.leak(), &peers, turns));
        }
    }
    for cipher in modes().filter(|mode| mode.mode == Mode::Stream).map(|mode| mode.cipher) {
        let rivals: Vec<_> = peers.iter().filter(|peer| peer.cipher == cipher.name).collect();
        for &size in sizes.iter().filter(|_| wanted(cipher.name, cipher.family)) {
            let (used, way) = (Use::Stream, Direction::Encrypt);
            rows.extend(one(cipher, used, way, cipher.name, &rivals, size, turns));
        }
    }
    rows
}

/// Measures one operation at one length in astragal and in all peers.
fn one(
    cipher: &CipherRow,
    used: Use,
    way: Direction,
    name: &'static str,
    rivals: &[&CipherPeer],
    size: usize,
    turns: usize,
) -> Vec<Measurement> {
    let key: Vec<u8> = (0..=255).take(used.keys() * cipher.key_bytes).collect();
    let Some(named) = ours_keyed(cipher.name, used, &key, way) else { return Vec::new() };
    // Measures a registry object of astragal. Also measures the mode's Rust type, if `typed_set_up` lists it.
    let typed = typed_set_up(cipher.name, used).and_then(|set_up| set_up(&key, way));
    let mut names = vec![OURS];
    let mut keyed = vec![];
    if let Some(typed) = typed {
        names.push(BY_NAME);
        keyed.push(typed);
    }
    keyed.push(named);
    for peer in rivals {
        if let Some(theirs) = (peer.set_up)(&key, way) {
            names.push(peer.name);
            keyed.push(theirs);
        }
    }
    let iv_bytes = match used {
        Use::Blocks => cipher.tweak_bytes.unwrap_or(0),
        Use::Cmac | Use::KeyWrap => 0,
        Use::Ccm => 13,
        Use::Gcm | Use::GcmSiv | Use::Ocb | Use::Gmac => 12,
        _ => cipher.block_bytes,
    };
    let tag_bytes = match used {
        Use::KeyWrap => 8,
        _ if used.has_tag() => cipher.block_bytes,
        _ => 0,
    };
    // Skips a library that rejects this input in the first or second call: a rejected call returns early and would seem
    // fast.
    let takes = |keyed: &mut Keyed| {
        let message = Message { iv: &vec![1; iv_bytes], associated_data: &[] };
        let mut work = || keyed(&message, &mut vec![0x5a; size], &mut vec![0; tag_bytes]);
        work().and_then(|()| work()).is_some()
    };
    let taken: Vec<_> = names
        .into_iter()
        .zip(keyed)
        .filter_map(|(n, mut k)| takes(&mut k).then_some((n, k)))
        .collect();
    if taken.first().is_none_or(|(name, _)| *name != OURS) {
        return Vec::new();
    }
    let (names, keyed): (Vec<_>, Vec<_>) = taken.into_iter().unzip();
    let mut libraries: Vec<Box<dyn FnMut()>> = Vec::new();
    for mut keyed in keyed {
        let (iv, mut tag) = (vec![1; iv_bytes], vec![0; tag_bytes]);
        let mut text = Buffer::filled(0x5a, size);
        libraries.push(Box::new(move || {
            let message = Message { iv: &iv, associated_data: &[] };
            let done = keyed(&message, black_box(&mut text), &mut tag);
            black_box(done);
        }));
    }
    let seconds = best_of_turns(&mut libraries, turns);
    table(name, size, backend(cipher), &names, &seconds)
}

/// Measures the key setup for ECB encryption, in seconds per key.
fn set_up(
    cipher: &'static CipherRow,
    name: &'static str,
    rivals: &[CipherPeer],
    turns: usize,
) -> Vec<Measurement> {
    let key: Vec<u8> = (0..=255).take(cipher.key_bytes).collect();
    let rivals = rivals.iter().filter(|peer| {
        peer.cipher == cipher.name
            && peer.used == Use::Blocks
            && (peer.set_up)(&key, Direction::Encrypt).is_some()
    });
    let mut names = vec![OURS];
    let mut libraries: Vec<Box<dyn FnMut() + '_>> = Vec::new();
    if let Some(typed) = typed_key(cipher.name) {
        names.push(BY_NAME);
        let key = key.clone();
        libraries.push(Box::new(move || drop(black_box(typed(black_box(&key))))));
    }
    let of_ours = key.clone();
    libraries.push(Box::new(move || {
        black_box(cipher.new_cipher(black_box(&of_ours)).expect("the key has the right length"));
    }));
    for peer in rivals {
        names.push(peer.name);
        libraries.push(keying(&peer.set_up, &key));
    }
    let seconds = best_of_turns(&mut libraries, turns);
    table(name, 1, backend(cipher), &names, &seconds)
}

fn keying<'s>(set_up: &'s SetUp, key: &[u8]) -> Box<dyn FnMut() + 's> {
    let key = key.to_vec();
    Box::new(move || drop(black_box(set_up(black_box(&key), Direction::Encrypt))))
}

fn backend(cipher: &CipherRow) -> &'static str {
    cipher.implementation().backend
}

fn table(
    algorithm: &'static str,
    size: usize,
    backend: &'static str,
    names: &[&'static str],
    seconds: &[f64],
) -> Vec<Measurement> {
    let row = |(&contender, &time): (&&'static str, &f64)| {
        let ours = [OURS, BY_NAME].contains(&contender);
        let ratio = (!ours).then(|| time / seconds[0]);
        let backend = if ours { backend } else { "" };
        Measurement { algorithm, size, contender, backend, seconds: time, ratio }
    };
    names.iter().zip(seconds).map(row).collect()
}
