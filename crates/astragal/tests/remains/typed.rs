//! Checks that operations of types such as `HmacSha256`, called without the registry, leave no secret in dead memory.

use std::hint::black_box;

use astragal::aead::{
    Aegis128L, AsconAead128, Ccm, ChaCha20Poly1305, Decryptor, Encryptor, Gcm, ModeDecryptor,
    ModeEncryptor, XChaCha20Poly1305, Xaes256Gcm,
};
use astragal::cipher::{Aes128, Camellia128, ChaCha20, XChaCha20};
use astragal::hash::{Skein512_512, Streebog256, Whirlpool};
use astragal::mac::{
    AsconMac, AsconPrf, AsconPrfShort, Blake2bMac, Blake2sMac, Blake3Keyed, Hmac, HmacBlake2b512,
    HmacBlake2s256, HmacBlake3, HmacSha1, HmacSha3_256, HmacSha256, HmacSha512, Kmac128, Kmac256,
    KmacXof256, Poly1305, SipHash24,
};

use crate::remains::{after, on_a_thread, secret};
use crate::{Findings, forgive, forgive_padding};

/// Tests only operations that consist of a single call. Between two calls, the caller could move a keyed value, and the
/// move could leave a copy that the library cannot wipe.
#[test]
fn typed_calls_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        let key = secret(64);
        let message = vec![0x11; 1500];
        let mut tag = Vec::with_capacity(4000);
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
        let key16 = key.first_chunk().expect("the key is long enough");
        let key32 = key.first_chunk().expect("the key is long enough");
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
            Blake2bMac<64>: Blake2bMac::<64>::new(&key).as_ref().expect("the key has 64 bytes").clone();
            Blake2sMac<32>: Blake2sMac::<32>::new(&key[..32]).as_ref().expect("the key has 32 bytes").clone();
            Blake3Keyed: Blake3Keyed::new(key32);
            AsconMac: AsconMac::new(key16);
            Poly1305: Poly1305::new(key32);
            SipHash24: SipHash24::new(key16);
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
            ChaCha20Poly1305: ChaCha20Poly1305::new(key32);
            ChaCha20: ChaCha20::new(key32, &[1; 12]);
            Poly1305: Poly1305::new(key32);
            Aegis128L: Aegis128L::new(key16);
            Xaes256Gcm: Xaes256Gcm::new(key32);
        }
        let operation = &mut || {
            assert!(Kmac128::new(&key, b"").verify(&message, &[0; 32]).is_err());
            assert!(Kmac256::new(&key, b"").verify(&message, &[0; 64]).is_err());
        };
        findings.add("Kmac", "verify", &after(operation));
        macro_rules! reset {
            ($($type:ty: $new:expr;)+) => { $(
                let mut object = $new;
                findings.add(stringify!($type), "reset", &after(&mut || object.reset()));
            )+ };
        }
        reset! {
            Kmac128: Kmac128::new(&key, b"");
            KmacXof256: KmacXof256::new(&key, b"");
            AsconMac: AsconMac::new(key16);
            AsconPrf: AsconPrf::new(key16);
        }
        let operation = &mut || {
            assert!(AsconPrfShort::new(key16).verify(&message[..8], &[0; 16]).is_err());
        };
        findings.add("AsconPrfShort", "verify", &after(operation));
        let operation = &mut || {
            let mut text = [0x11; 1500];
            ChaCha20::new(key32, &[1; 12]).apply(&mut text).expect("the message is not too long");
            XChaCha20::new(key32, &[1; 24]).apply(&mut text).expect("the message is not too long");
            tag.extend_from_slice(&text);
        };
        let mut remains = after(operation);
        forgive(&mut remains, &tag);
        findings.add("ChaCha20", "apply", &remains);
        tag.clear();
        macro_rules! forged {
            ($($cipher:ident, $key:expr, $nonce:literal;)+) => { $(
                // A 16-byte object is returned in two registers, and the caller may store one of them on the stack.
                // `forgive_padding` removes this isolated word.
                let mut remains = after(&mut || drop($cipher::new($key)));
                forgive_padding(&mut remains);
                findings.add(stringify!($cipher), "new", &remains);
                let cipher = $cipher::new($key);
                for length in [40, 1500] {
                    let operation = &mut || {
                        let mut text = vec![0x11; length];
                        let sealed =
                            cipher.encrypt_in_place_detached(&[1; $nonce], b"", &mut text);
                        let sealed = sealed.expect("the message is not too long");
                        let opened = cipher.decrypt_in_place_detached(
                            &[2; $nonce],
                            b"",
                            &mut text,
                            &sealed,
                        );
                        assert!(opened.is_err());
                        tag.extend_from_slice(&sealed);
                    };
                    let mut remains = after(operation);
                    forgive(&mut remains, &tag);
                    findings.add(stringify!($cipher), "encrypt and forge", &remains);
                }
            )+ };
        }
        forged! {
            XChaCha20Poly1305, key32, 24;
            Xaes256Gcm, key32, 24;
            Aegis128L, key16, 16;
        }
        tag.clear();
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

/// The test creates its objects in boxes, because moving an object would leave a copy on the stack.
#[test]
fn typed_streaming_aeads_leave_no_secret() {
    on_a_thread(|| {
        let mut findings = Findings::default();
        let key = secret(32);
        let (key16, nonce) = (key.first_chunk().expect("the key is long enough"), [0x22; 16]);
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
                let mut message = slot.expect("the message was started");
                findings.add(name, "update", &after(&mut || $update(&mut message, &mut text)));
                let mut slot = Some(message);
                let mut remains =
                    after(&mut || $finish(slot.take().expect("the message was started"), &mut tag));
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
            message.update(text).expect("the message is not too long");
        };
        let finish = |message: Box<ModeEncryptor>, tag: &mut Vec<u8>| {
            message.finish(tag).expect("the message is complete");
        };
        message!(
            gcm.encryptor(&nonce[..12], b"header").expect("the nonce has an allowed length"),
            update,
            finish
        );
        message!(
            ccm.encryptor(&nonce[..12], b"header", 1500, 16)
                .expect("the nonce has an allowed length"),
            update,
            finish
        );
        let update = |message: &mut ModeDecryptor, text: &mut Vec<u8>| {
            message.update(text).expect("the message is not too long");
        };
        let finish = |message: Box<ModeDecryptor>, _: &mut Vec<u8>| {
            assert!(message.finish(&nonce).is_err());
        };
        message!(
            gcm.decryptor(&nonce[..12], b"hoader").expect("the nonce has an allowed length"),
            update,
            finish
        );
        message!(
            ccm.decryptor(&nonce[..12], b"hoader", 1500, 16)
                .expect("the nonce has an allowed length"),
            update,
            finish
        );
        findings.check();
    });
}
