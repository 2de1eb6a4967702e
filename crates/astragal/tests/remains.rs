//! What keyed operations leave in dead memory: nothing. Every row of the registry, and the types behind them. Words of
//! 64 bits are told from addresses by their zeros; where an address has 32, two of them look like a key.
#![cfg(target_pointer_width = "64")]

#[path = "common/remains.rs"]
mod remains;

use std::hint::black_box;

use astragal::aead::{AsconAead128, Ccm, Decryptor, Encryptor, Gcm, ModeDecryptor, ModeEncryptor};
use astragal::cipher::{Aes128, Camellia128};
use astragal::hash::{Skein512_512, Streebog256, Whirlpool};
use astragal::kdf::Work;
use astragal::mac::{
    AsconMac, AsconPrfShort, Blake2bMac, Blake2sMac, Blake3Keyed, Kmac128, Kmac256,
};
use astragal::mac::{Hmac, HmacBlake2b512, HmacBlake2s256, HmacBlake3};
use astragal::mac::{HmacSha1, HmacSha3_256, HmacSha256, HmacSha512};
use astragal::registry::{
    AEADS, CIPHERS, Direction, DynAead, DynMac, DynMessage, DynXof, KEYED_XOFS, KdfParams, KdfRule,
    MacParams, MessageLengths, XofParams, composed_aeads, kdfs, mac, macs,
};
#[cfg(feature = "parallel")]
use astragal::{
    cipher::{Aes256, Aria256, Camellia256, Ctr, Kuznyechik, Serpent256, Sm4, Twofish256, Xts},
    xof::Blake3Xof,
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

/// Those over HMAC; Argon2's memory is scanned by nobody, and longer keys take several batches of chains.
#[test]
fn kdfs_over_hmac_by_name_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        let password = secret(40);
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
                let remains = after(&mut || {
                    let derived = row.derive(&password, &params, &mut key, &mut Work::default());
                    derived.expect("the parameters are taken");
                });
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
            // GCM-SIV takes whole messages alone.
            if start(Direction::Encrypt).is_err() {
                continue;
            }
            let mut slot: Option<Box<dyn DynMessage>> = None;
            let mut copy: Option<Box<dyn DynMessage>> = None;
            let mut run = |name: &str, operation: &mut dyn FnMut()| {
                findings.add(row.name, name, &after(operation));
            };
            run("start", &mut || slot = start(Direction::Encrypt).ok());
            let sealing = slot.as_mut().expect("it started");
            let (head, tail) = text.split_at_mut(700);
            run("encrypt", &mut || sealing.encrypt(head).expect("it is not too long"));
            run("clone", &mut || copy = Some(sealing.clone()));
            run("encrypt the rest", &mut || sealing.encrypt(tail).expect("it is not too long"));
            run("tag", &mut || sealing.finish_encryption(&mut tag).expect("it is whole"));
            run("drop", &mut || drop((slot.take(), copy.take())));
            run("start to decrypt", &mut || slot = start(Direction::Decrypt).ok());
            let opening = slot.as_mut().expect("it started");
            run("decrypt", &mut || {
                text.chunks(700).for_each(|piece| opening.decrypt(piece).expect("it fits"));
            });
            run("clone of decryption", &mut || copy = Some(opening.clone()));
            let mut opened = vec![0; text.len()];
            run("open", &mut || {
                opening.finish_decryption(&tag, &mut opened).expect("it is the tag");
            });
            tag[0] ^= 1;
            let forged = copy.as_mut().expect("it was cloned");
            run("forgery", &mut || {
                assert!(forged.finish_decryption(&tag, &mut opened).is_err());
            });
            run("drop of decryption", &mut || drop((slot.take(), copy.take())));
        }
        findings.check();
    });
}

/// The same by type; the object is moved, so it is kept in a box.
#[test]
fn typed_streaming_aeads_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        let key = secret(32);
        let (key16, nonce) = (key.first_chunk().expect("it is longer"), [0x22; 16]);
        let ascon = Box::new(AsconAead128::new(key16));
        let gcm = Box::new(Gcm::<Aes128>::new(key16));
        let ccm = Box::new(Ccm::<Camellia128>::new(key16));
        let (mut text, mut tag) = (vec![0x11; 1500], vec![0; 16]);
        macro_rules! message {
            ($begin:expr, $update:expr, $finish:expr) => {
                let mut slot = None;
                let name = stringify!($begin);
                let begin = &mut || slot = Some(Box::new($begin));
                let mut remains = after(begin);
                forgive_padding(&mut remains);
                findings.add(name, "start", &remains);
                let mut message = slot.expect("it began");
                findings.add(name, "update", &after(&mut || $update(&mut message, &mut text)));
                let mut slot = Some(message);
                let mut remains = after(&mut || $finish(slot.take().expect("it began"), &mut tag));
                forgive(&mut remains, &tag);
                findings.add(name, "finish", &remains);
            };
        }
        message!(
            ascon.encryptor(&nonce, b"header"),
            |message: &mut Encryptor, text: &mut Vec<u8>| message.update(text),
            |message: Box<Encryptor>, tag: &mut Vec<u8>| tag.copy_from_slice(&message.finish())
        );
        message!(
            ascon.decryptor(&nonce, b"hoader"),
            |message: &mut Decryptor, text: &mut Vec<u8>| message.update(text),
            |message: Box<Decryptor>, _: &mut Vec<u8>| assert!(message.finish(&nonce).is_err())
        );
        let update = |message: &mut ModeEncryptor, text: &mut Vec<u8>| {
            message.update(text).expect("it fits");
        };
        let finish = |message: Box<ModeEncryptor>, tag: &mut Vec<u8>| {
            message.finish(tag).expect("it is whole");
        };
        message!(gcm.encryptor(&nonce[..12], b"header").expect("a nonce"), update, finish);
        message!(
            ccm.encryptor(&nonce[..12], b"header", 1500, 16).expect("a nonce"),
            update,
            finish
        );
        let update = |message: &mut ModeDecryptor, text: &mut Vec<u8>| {
            message.update(text).expect("it fits");
        };
        let finish = |message: Box<ModeDecryptor>, _: &mut Vec<u8>| {
            assert!(message.finish(&nonce).is_err());
        };
        message!(gcm.decryptor(&nonce[..12], b"hoader").expect("a nonce"), update, finish);
        message!(
            ccm.decryptor(&nonce[..12], b"hoader", 1500, 16).expect("a nonce"),
            update,
            finish
        );
        findings.check();
    });
}

/// What is shared out leaves nothing where it was done, either: long messages in parts, on threads that are watched.
#[cfg(feature = "parallel")]
#[test]
fn parallel_work_leaves_no_secret_on_other_threads() {
    on_a_thread(|| {
        let message = vec![0x11; (2 << 20) + 77];
        let key = secret(64);
        let mut findings = Findings::default();
        let key32 = key.first_chunk().expect("it is longer");
        let operation = &mut || {
            let mut out = [0; 32];
            let mut xof = Blake3Xof::keyed(key32);
            xof.absorb_parallel(&message);
            xof.finalize().squeeze(&mut out);
        };
        workers::watch(&mut findings, "blake3, keyed", operation);
        let mut tag = [0; 16];
        macro_rules! gcm {
        ($($cipher:ty),+) => { $(
            let (mut text, gcm) = (message.clone(), Gcm::<$cipher>::new(key.first_chunk().expect("it is longer")));
            workers::watch(&mut findings, stringify!($cipher), &mut || {
                tag = gcm.encrypt_parallel(&[1; 12], b"", &mut text).expect("the text is short");
            });
            workers::watch(&mut findings, stringify!($cipher), &mut || {
                gcm.decrypt_parallel(&[1; 12], b"", &mut text, &tag).expect("it is the tag");
            });
            let mut ctr = Ctr::<$cipher>::new(key.first_chunk().expect("it is longer"), &[1; 16]);
            workers::watch(&mut findings, concat!(stringify!($cipher), " in CTR"), &mut || {
                ctr.apply_parallel(&mut text);
            });
        )+ };
    }
        gcm!(
            Aes128,
            Aes256,
            Aria256,
            Camellia128,
            Camellia256,
            Kuznyechik,
            Serpent256,
            Sm4,
            Twofish256
        );
        let (mut units, xts) = (message[..2 << 20].to_vec(), Xts::<Aes256>::from_slice(&key));
        let xts = xts.expect("the halves differ");
        workers::watch(&mut findings, "XTS", &mut || {
            xts.encrypt_units(7, 4096, &mut units).expect("the lengths are right");
        });
        workers::watch(&mut findings, "XTS", &mut || {
            xts.decrypt_units(7, 4096, &mut units).expect("the lengths are right");
        });
        findings.check();
    });
}

#[cfg(feature = "parallel")]
mod workers {
    use std::num::NonZeroUsize;
    use std::sync::{Arc, Mutex};
    use std::thread;

    use astragal::threads::{Executor, set_executor};

    use super::remains::{Remains, after, on_a_thread};
    use super::{Findings, forgive_padding};

    /// Threads whose stacks are looked at when they have worked.
    #[derive(Default)]
    struct Watched(Mutex<Vec<Remains>>);

    impl Executor for Watched {
        fn threads(&self) -> NonZeroUsize {
            NonZeroUsize::new(2).expect("it is two")
        }

        fn run(&self, tasks: usize, task: Arc<dyn Fn(usize) + Send + Sync>) {
            thread::scope(|scope| {
                for i in 0..tasks {
                    let task = Arc::clone(&task);
                    scope.spawn(move || {
                        let remains = on_a_thread(move || after(&mut || task(i)));
                        self.0.lock().expect("nobody panics with it").push(remains);
                    });
                }
            });
        }
    }

    /// Adds what `operation` leaves on the threads that it works on.
    pub(super) fn watch(findings: &mut Findings, name: &str, operation: &mut dyn FnMut()) {
        let watched = Arc::new(Watched::default());
        set_executor(Some(watched.clone()));
        // What the caller leaves is its own: but paint there keeps it out of the gaps in what a pool is made of.
        after(operation);
        set_executor(None);
        let remains = std::mem::take(&mut *watched.0.lock().expect("nobody panics with it"));
        assert!(!remains.is_empty(), "{name} was not shared out");
        for mut remains in remains {
            // A worker has a word of its own, where its random numbers begin.
            forgive_padding(&mut remains);
            findings.add(name, "a part", &remains);
        }
    }
}

/// The types, in one call each: a value that the caller moves leaves copies which no library can erase.
#[test]
fn typed_calls_leave_no_secret() {
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
