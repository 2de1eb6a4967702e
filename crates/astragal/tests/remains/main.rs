//! Checks that keyed operations leave no secret in dead memory. Covers registry objects and types such as `Gcm`. The
//! tests need a 64-bit target, because the scan recognizes an address by its zero bytes. Two adjacent 32-bit addresses
//! would look like a secret word.
#![cfg(target_pointer_width = "64")]

#[path = "../common/remains.rs"]
mod remains;

mod derived;
#[cfg(feature = "parallel")]
mod threads;
mod typed;

use astragal::kdf::Work;
use astragal::registry::{
    AEADS, CIPHERS, Direction, DynAead, DynMac, DynMessage, DynXof, KEYED_XOFS, KdfParams, KdfRule,
    MacParams, MessageLengths, XofParams, composed_aeads, kdfs, key_wraps, mac, macs,
};
use remains::{Remains, Watching, after, on_a_thread, secret};

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// Operations that left secrets in dead memory.
#[derive(Default)]
struct Findings {
    lines: Vec<String>,
    deepest: usize,
}

impl Findings {
    fn add(&mut self, name: &str, operation: &str, remains: &Remains) {
        self.deepest = self.deepest.max(remains.depth);
        if std::env::var_os("REMAINS_DEPTH").is_some() {
            println!(
                "{name} {operation}: {} bytes deep, {} words",
                remains.depth,
                remains.stack.len()
            );
        }
        if !remains.stack.is_empty() || remains.heap > 0 {
            if std::env::var_os("REMAINS_WORDS").is_some() {
                remains.stack.iter().for_each(|(at, word)| println!("{at} {word:016x}"));
            }
            let stack = remains.stack.len();
            let range = remains.stack.last().zip(remains.stack.first());
            let range = range.map(|(last, first)| (last.0, first.0));
            self.lines.push(format!(
                "{name}: {operation} leaves {stack} words on the stack, {range:?} of {} bytes, {} on the heap",
                remains.depth, remains.heap
            ));
        }
    }

    fn check(self) {
        assert!(self.lines.is_empty(), "{}", self.lines.join("\n"));
    }
}

#[test]
fn macs_by_name_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        let cmacs = CIPHERS.iter().filter_map(|row| mac(&format!("cmac-{}", row.name)).ok());
        for row in macs().chain(cmacs) {
            let key = secret(match row.key_bytes {
                astragal::error::Allowed::Exactly(bytes) => bytes,
                _ => 32,
            });
            let message = if row.name == "ascon-prfshort" { 4 } else { 1500 };
            let message = vec![0x11; message];
            let mut slot: Option<Box<dyn DynMac>> = None;
            let mut copy: Option<Box<dyn DynMac>> = None;
            let mut tag = vec![0; row.tag_bytes];
            let params = MacParams::default();
            let mut run = |name: &str, operation: &mut dyn FnMut()| {
                findings.add(row.name, name, &after(operation));
            };
            run("new", &mut || slot = row.new_mac(&key, &params).ok());
            let mac = slot.as_mut().expect("the key has an allowed length");
            run("update", &mut || mac.update(&message));
            run("clone", &mut || copy = Some(mac.clone()));
            run("finalize", &mut || {
                mac.finalize_into_reset(&mut tag).expect("the buffer has the tag's length")
            });
            let copied = copy.as_mut().expect("the object was cloned");
            run("verify", &mut || copied.verify_reset(&tag).expect("the tag is valid"));
            run("wrong tag", &mut || assert!(mac.verify_reset(&tag).is_err()));
            run("reset", &mut || mac.reset());
            run("drop", &mut || drop((slot.take(), copy.take())));
            let mut one_shot = vec![0; row.tag_bytes];
            run("one call", &mut || {
                row.mac_into(&key, &params, &message, &mut one_shot)
                    .expect("the key has an allowed length");
            });
            assert_eq!(one_shot, tag, "{}", row.name);
        }
        findings.check();
    });
}

/// Tests the key derivation functions based on HMAC, but not Argon2. Derives keys of 32 and 1,200 bytes. PBKDF2
/// computes the longer key in several batches of hash chains.
#[test]
fn kdfs_over_hmac_by_name_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        let (password, other) = (secret(40), secret(80).split_off(40));
        for row in kdfs() {
            let params = KdfParams::default();
            let params = match row.rule {
                KdfRule::Pbkdf2 => params.salt(&[0x22; 16]).iterations(3),
                KdfRule::Hkdf => params.salt(&[0x22; 16]).info(&[0x33; 40]),
                KdfRule::Kbkdf if row.name.contains("hmac") => params.label(&[0x22; 16]),
                KdfRule::Scrypt => params.salt(&[0x22; 16]).n(16).r(1).p(2),
                _ => continue,
            };
            for bytes in [32, 1200] {
                let mut key = vec![0; bytes];
                let mut derive = |password: &[u8]| {
                    after(&mut || {
                        let derived = row.derive(password, &params, &mut key, &mut Work::default());
                        derived.expect("the parameters are allowed");
                    })
                };
                let (mut remains, with_other) = (derive(&password), derive(&other));
                // A word that remains after both derivations, such as the hash value of the MAC's name, does not depend
                // on the password.
                remains.stack.retain(|word| !with_other.stack.contains(word));
                findings.add(row.name, &format!("derive {bytes} bytes"), &remains);
            }
        }
        findings.check();
    });
}

#[test]
fn keyed_xofs_by_name_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        for row in KEYED_XOFS {
            let key = secret(if row.name == "ascon-prf" { 16 } else { 32 });
            let params = XofParams { key: Some(&key), ..XofParams::default() };
            let message = vec![0x11; 1500];
            let mut slot: Option<Box<dyn DynXof>> = None;
            let mut copy: Option<Box<dyn DynXof>> = None;
            let mut out = vec![0; 64];
            let mut run = |name: &str, operation: &mut dyn FnMut()| {
                findings.add(row.name, name, &after(operation));
            };
            run("new", &mut || slot = row.new_xof(&params).ok());
            let xof = slot.as_mut().expect("the key has an allowed length");
            run("absorb", &mut || xof.absorb(&message).expect("no output has been squeezed"));
            run("clone", &mut || copy = Some(xof.clone()));
            run("squeeze", &mut || xof.squeeze(&mut out).expect("the output has no length limit"));
            run("squeeze on", &mut || {
                xof.squeeze(&mut out).expect("the output has no length limit")
            });
            run("skip", &mut || xof.skip(1).expect("the output has no length limit"));
            run("reset", &mut || xof.reset());
            run("drop", &mut || drop((slot.take(), copy.take())));
        }
        findings.check();
    });
}

#[test]
fn aeads_and_modes_by_name_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        for row in AEADS.iter().chain(composed_aeads()) {
            let key = secret(row.key_bytes);
            let nonce = vec![0x22; row.nonce_bytes];
            let mut text = vec![0x11; 1500];
            let mut tag = vec![0; row.tag_bytes];
            let mut slot: Option<Box<dyn DynAead>> = None;
            let mut copy: Option<Box<dyn DynAead>> = None;
            let mut run = |name: &str, operation: &mut dyn FnMut()| {
                findings.add(row.name, name, &after(operation));
            };
            run("new", &mut || slot = row.new_aead(&key).ok());
            let cipher = slot.as_ref().expect("the key has the right length");
            run("clone", &mut || copy = Some(cipher.clone()));
            run("encrypt", &mut || {
                let sealed =
                    cipher.encrypt_in_place_detached(&nonce, b"header", &mut text, &mut tag);
                sealed.expect("the lengths are allowed");
            });
            let mut opened = text.clone();
            run("decrypt", &mut || {
                let opened = cipher.decrypt_in_place_detached(&nonce, b"header", &mut opened, &tag);
                opened.expect("the tag is valid");
            });
            run("forgery", &mut || {
                let opened = cipher.decrypt_in_place_detached(&nonce, b"hoader", &mut text, &tag);
                assert!(opened.is_err());
            });
            run("drop", &mut || drop((slot.take(), copy.take())));
        }
        findings.check();
    });
}

#[test]
fn key_wrapping_by_name_leaves_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        for row in key_wraps() {
            let (kek, key) = (secret(row.key_bytes), secret(40));
            let (mut wrapped, mut unwrapped) = (vec![0; 48], vec![0; 40]);
            let mut run = |name: &str, operation: &mut dyn FnMut()| {
                findings.add(row.name, name, &after(operation));
            };
            run("wrap", &mut || {
                row.wrap_to(&kek, &key, &mut wrapped).expect("the lengths are allowed")
            });
            run("unwrap", &mut || {
                let length = row.unwrap_to(&kek, &wrapped, &mut unwrapped);
                assert_eq!(length.expect("the key was wrapped"), 40);
            });
            wrapped[0] ^= 1;
            run("forgery", &mut || {
                assert!(row.unwrap_to(&kek, &wrapped, &mut unwrapped).is_err());
            });
        }
        findings.check();
    });
}

#[test]
fn streaming_aeads_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        for row in AEADS.iter().chain(composed_aeads()) {
            let cipher =
                row.new_aead(&secret(row.key_bytes)).expect("the key has the right length");
            let nonce = vec![0x22; row.nonce_bytes];
            let mut text = vec![0x11; 1500];
            let mut tag = vec![0; row.tag_bytes];
            let message_bytes = Some(text.len() as u64);
            let lengths = MessageLengths { message_bytes, tag_bytes: Some(row.tag_bytes) };
            let start = |direction| cipher.start(direction, &nonce, b"header", lengths);
            // Skips ciphers that do not support streaming, such as GCM-SIV.
            if start(Direction::Encrypt).is_err() {
                continue;
            }
            let mut slot: Option<Box<dyn DynMessage>> = None;
            let mut copy: Option<Box<dyn DynMessage>> = None;
            let mut run = |name: &str, operation: &mut dyn FnMut()| {
                findings.add(row.name, name, &after(operation));
            };
            run("start", &mut || slot = start(Direction::Encrypt).ok());
            let sealing = slot.as_mut().expect("the message was started");
            let (head, tail) = text.split_at_mut(700);
            run("encrypt", &mut || sealing.encrypt(head).expect("the message is not too long"));
            run("clone", &mut || copy = Some(sealing.clone()));
            run("encrypt the rest", &mut || {
                sealing.encrypt(tail).expect("the message is not too long")
            });
            run("tag", &mut || {
                sealing.finish_encryption(&mut tag).expect("the message is complete")
            });
            run("drop", &mut || drop((slot.take(), copy.take())));
            run("start to decrypt", &mut || slot = start(Direction::Decrypt).ok());
            let opening = slot.as_mut().expect("the message was started");
            run("decrypt", &mut || {
                text.chunks(700)
                    .for_each(|piece| opening.decrypt(piece).expect("the message is not too long"));
            });
            run("clone of decryption", &mut || copy = Some(opening.clone()));
            let mut opened = vec![0; text.len()];
            run("open", &mut || {
                opening.finish_decryption(&tag, &mut opened).expect("the tag is valid");
            });
            tag[0] ^= 1;
            let forged = copy.as_mut().expect("the object was cloned");
            run("forgery", &mut || {
                assert!(forged.finish_decryption(&tag, &mut opened).is_err());
            });
            run("drop of decryption", &mut || drop((slot.take(), copy.take())));
        }
        findings.check();
    });
}

/// Removes words of `output` from `remains`, because the output belongs to the caller and may remain.
fn forgive(remains: &mut Remains, output: &[u8]) {
    let is_output = |half: &[u8]| output.windows(4).any(|bytes| bytes == half);
    remains.stack.retain(|(_, word)| !word.to_ne_bytes().chunks(4).any(is_output));
}

/// Removes isolated words from `remains`: words without an adjacent word. A value that the caller owns may have
/// padding, and the padding may hold one word of old stack contents.
fn forgive_padding(remains: &mut Remains) {
    let words: Vec<usize> = remains.stack.iter().map(|(at, _)| *at).collect();
    remains.stack.retain(|(at, _)| words.contains(&(at + 8)) || words.contains(&(at - 8)));
}
