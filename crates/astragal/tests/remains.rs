//! What keyed operations leave in dead memory: nothing. Every row of the registry, and the types behind them. Words of
//! 64 bits are told from addresses by their zeros; where an address has 32, two of them look like a key.
#![cfg(target_pointer_width = "64")]

#[path = "common/remains.rs"]
mod remains;

use std::hint::black_box;

use astragal::aead::AsconAead128;
use astragal::hash::{Skein512_512, Streebog256, Whirlpool};
use astragal::mac::{
    AsconMac, AsconPrfShort, Blake2bMac, Blake2sMac, Blake3Keyed, Kmac128, Kmac256,
};
use astragal::mac::{Hmac, HmacBlake2b512, HmacBlake2s256, HmacBlake3};
use astragal::mac::{HmacSha1, HmacSha3_256, HmacSha256, HmacSha512};
use astragal::registry::{
    AEADS, CIPHERS, DynAead, DynMac, DynXof, KEYED_XOFS, MacParams, XofParams, composed_aeads, mac,
    macs,
};
use remains::{Remains, Watching, after, on_a_thread, secret};

#[global_allocator]
static ALLOCATOR: Watching = Watching;

/// Collects the operations that left something.
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
fn authentication_codes_by_name_leave_nothing() {
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
            let mac = slot.as_mut().expect("the key has a length that is allowed");
            run("update", &mut || mac.update(&message));
            run("clone", &mut || copy = Some(mac.clone()));
            run("finalize", &mut || mac.finalize_into_reset(&mut tag).expect("it fits"));
            let copied = copy.as_mut().expect("it was cloned");
            run("verify", &mut || copied.verify_reset(&tag).expect("it is the tag"));
            run("wrong tag", &mut || assert!(mac.verify_reset(&tag).is_err()));
            run("reset", &mut || mac.reset());
            run("drop", &mut || drop((slot.take(), copy.take())));
            let mut one_shot = vec![0; row.tag_bytes];
            run("one call", &mut || {
                row.mac_into(&key, &params, &message, &mut one_shot).expect("it is allowed");
            });
            assert_eq!(one_shot, tag, "{}", row.name);
        }
        findings.check();
    });
}

#[test]
fn keyed_output_by_name_leaves_nothing() {
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
            let xof = slot.as_mut().expect("the key has a length that is allowed");
            run("absorb", &mut || xof.absorb(&message).expect("nothing is squeezed yet"));
            run("clone", &mut || copy = Some(xof.clone()));
            run("squeeze", &mut || xof.squeeze(&mut out).expect("output has no end"));
            run("squeeze on", &mut || xof.squeeze(&mut out).expect("output has no end"));
            run("skip", &mut || xof.skip(1).expect("output has no end"));
            run("reset", &mut || xof.reset());
            run("drop", &mut || drop((slot.take(), copy.take())));
        }
        findings.check();
    });
}

#[test]
fn ciphers_by_name_leave_nothing() {
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
                sealed.expect("the lengths are right");
            });
            let mut opened = text.clone();
            run("decrypt", &mut || {
                let opened = cipher.decrypt_in_place_detached(&nonce, b"header", &mut opened, &tag);
                opened.expect("it is the tag");
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

/// The types, in one call each: a value that the caller moves leaves copies which no library can erase.
#[test]
fn types_leave_nothing() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        let key = secret(64);
        let message = vec![0x11; 1500];
        let mut tag = Vec::with_capacity(64);
        macro_rules! mac {
            ($($type:ty: $new:expr;)+) => { $(
                let mut remains = after(&mut || tag.extend_from_slice(&$new.mac(&message)));
                forgive(&mut remains, &tag);
                forgive_padding(&mut remains);
                findings.add(stringify!($type), "mac", &remains);
                let mut remains = after(&mut || assert!($new.verify(&message, &[0; 16]).is_err()));
                forgive_padding(&mut remains);
                findings.add(stringify!($type), "verify", &remains);
                tag.clear();
            )+ };
        }
        let key16 = key.first_chunk().expect("it is longer");
        let key32 = key.first_chunk().expect("it is longer");
        mac! {
            HmacSha1: HmacSha1::new(&key);
            HmacSha256: HmacSha256::new(&key);
            HmacSha512: HmacSha512::new(&key);
            HmacSha3_256: HmacSha3_256::new(&key);
            HmacBlake2b512: HmacBlake2b512::new(&key);
            HmacBlake2s256: HmacBlake2s256::new(&key);
            HmacBlake3: HmacBlake3::new(&key);
            Hmac<Skein512_512>: Hmac::<Skein512_512>::new(&key);
            Hmac<Streebog256>: Hmac::<Streebog256>::new(&key);
            Hmac<Whirlpool>: Hmac::<Whirlpool>::new(&key);
            Blake2bMac<64>: Blake2bMac::<64>::new(&key).as_ref().expect("it is 64 bytes").clone();
            Blake2sMac<32>: Blake2sMac::<32>::new(&key[..32]).as_ref().expect("it is 32 bytes").clone();
            Blake3Keyed: Blake3Keyed::new(key32);
            AsconMac: AsconMac::new(key16);
        }
        macro_rules! made {
            ($($type:ty: $new:expr;)+) => { $(
                let mut remains = after(&mut || _ = black_box(&$new));
                forgive_padding(&mut remains);
                findings.add(stringify!($type), "new", &remains);
            )+ };
        }
        made! {
            Kmac128: Kmac128::new(&key, b"");
            Kmac256: Kmac256::new(&key, b"");
            HmacSha256: HmacSha256::new(&key);
            HmacSha512: HmacSha512::new(&key);
            HmacSha3_256: HmacSha3_256::new(&key);
            HmacBlake2b512: HmacBlake2b512::new(&key);
            HmacBlake3: HmacBlake3::new(&key);
            Blake2bMac<64>: Blake2bMac::<64>::new(&key);
            Blake3Keyed: Blake3Keyed::new(key32);
            AsconMac: AsconMac::new(key16);
            AsconAead128: AsconAead128::new(key16);
        }
        let operation = &mut || {
            assert!(Kmac128::new(&key, b"").verify(&message, &[0; 32]).is_err());
            assert!(Kmac256::new(&key, b"").verify(&message, &[0; 64]).is_err());
        };
        findings.add("Kmac", "verify", &after(operation));
        let operation = &mut || {
            assert!(AsconPrfShort::new(key16).verify(&message[..8], &[0; 16]).is_err());
        };
        findings.add("AsconPrfShort", "verify", &after(operation));
        let operation = &mut || {
            let mut text = [0x11; 40];
            let cipher = AsconAead128::new(key16);
            let sealed = cipher.encrypt_in_place_detached(&[1; 16], b"", &mut text);
            assert!(cipher.decrypt_in_place_detached(&[2; 16], b"", &mut text, &sealed).is_err());
            tag.extend_from_slice(&sealed);
        };
        let mut remains = after(operation);
        forgive(&mut remains, &tag);
        findings.add("AsconAead128", "encrypt and forge", &remains);
        findings.check();
    });
}

/// Forgets the words of `output`, which the caller has got.
fn forgive(remains: &mut Remains, output: &[u8]) {
    let is_output = |half: &[u8]| output.windows(4).any(|bytes| bytes == half);
    remains.stack.retain(|(_, word)| !word.to_ne_bytes().chunks(4).any(is_output));
}

/// Forgets single words: the padding of a value that the caller owned keeps what the stack held before.
fn forgive_padding(remains: &mut Remains) {
    let words: Vec<usize> = remains.stack.iter().map(|(at, _)| *at).collect();
    remains.stack.retain(|(at, _)| words.contains(&(at + 8)) || words.contains(&(at - 8)));
}
