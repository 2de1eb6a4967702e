//! Checks that dropped objects leave no key or message bytes in their memory.
#![expect(unsafe_code, reason = "reads the memory of an object after its drop")]

#[path = "common/remains.rs"]
mod remains;

use core::mem::MaybeUninit;
use core::ptr;
use std::collections::BTreeSet;

use astragal::aead::{Aegis256, Ascon80pq, AsconAead128, Ccm, Gcm, GcmSiv, Ocb, Siv, Xaes256Gcm};
use astragal::cipher::{
    Aes256, Camellia256, Cbc, CfbEncryptor, Ctr, KeyWrap, KeyWrapPadded, Ofb, Rijndael256_256,
    Serpent256, Xts,
};
use astragal::error::Allowed;
use astragal::hash::{
    AsconHash256, Blake512, ParallelHash128, Sha3_256, Sha256, Sha512, TupleHash256,
};
use astragal::mac::{AsconMac, Blake2bMac, Blake3Keyed, Cmac, Gmac, HmacSha3_256, Kmac256};
use astragal::registry::{AEADS, CIPHERS, HASHES, MacParams, XOFS, XofParams, macs};
use astragal::xof::{Blake3Xof, CShake128, Kt128, Shake256, TurboShake128};
use remains::secret;

/// Returns the bytes of `value` before and after its drop.
fn around_drop<T>(value: T) -> (Vec<u8>, Vec<u8>) {
    let mut slot = MaybeUninit::new(value);
    let read = |slot: &MaybeUninit<T>| {
        let start = slot.as_ptr().cast::<u8>();
        // SAFETY: the slot is `size_of::<T>()` bytes long. The read is volatile, so that the compiler does not remove
        // it.
        (0..size_of::<T>()).map(|i| unsafe { ptr::read_volatile(start.add(i)) }).collect()
    };
    let before = read(&slot);
    // SAFETY: the slot contains a value, which is not used after the drop.
    unsafe { ptr::drop_in_place(slot.as_mut_ptr()) };
    (before, read(&slot))
}

/// Drops `value` and checks that at most one 8-byte word of it remains in memory. This word may be padding with old
/// stack contents. A key has at least two words, and a state has five or more. Words that contain a zero byte, such as
/// small numbers, are ignored.
fn check<T>(name: &str, value: T) {
    let (before, after) = around_drop(value);
    let words = |bytes: &[u8]| -> BTreeSet<[u8; 8]> {
        bytes.as_chunks().0.iter().filter(|word| !word.contains(&0)).copied().collect()
    };
    let secrets = words(&before);
    assert!(secrets.len() > 1, "{name} contains no secret words");
    let left: Vec<_> = words(&after).intersection(&secrets).copied().collect();
    assert!(left.len() < 2, "{name} leaves {left:02x?}");
}

#[global_allocator]
static ALLOCATOR: remains::Watching = remains::Watching;

/// For every algorithm in the registry, processes a secret message and drops the object. Also checks that a state is
/// wiped when a squeeze, a clone or a reset replaces it.
#[test]
fn freed_memory_holds_no_secret() {
    let message = secret(9000);
    let mut out = vec![0; 300];
    let mut leaky = Vec::new();
    let mut check = move |name: &str, use_and_drop: &mut dyn FnMut(&mut [u8])| {
        let left = remains::after(&mut || use_and_drop(&mut out)).heap;
        if left > 0 {
            leaky.push(format!("{name}: {left}"));
        }
        assert!(name != "end" || leaky.is_empty(), "freed memory contains secret words: {leaky:?}");
    };
    remains::on_a_thread(move || {
        for row in HASHES {
            check(row.name, &mut |out| {
                let mut hash = row.new_hash();
                hash.update(&message);
                let mut copy = hash.clone();
                copy.finalize_into_reset(&mut out[..row.digest_bytes])
                    .expect("the buffer has the digest's length");
            });
        }
        for row in XOFS {
            check(row.name, &mut |out| {
                let custom = row.takes.custom.then_some(&message[..100]);
                let output_bytes = Some(out.len());
                let params = XofParams { custom, output_bytes, ..XofParams::default() };
                let mut xof = row.new_xof(&params).expect("the parameters are allowed");
                if row.takes.items {
                    xof.begin_item(message.len() as u64).expect("the function accepts tuple items");
                }
                xof.absorb(&message).expect("no output has been squeezed");
                let absorbing = xof.clone();
                xof.squeeze(out).expect("the output length was announced");
                drop((xof.clone(), absorbing));
                xof.reset();
            });
        }
        for row in macs() {
            let (key, message) = match row.key_bytes {
                Allowed::Exactly(bytes) => (&message[..bytes], &message[..16]),
                _ => (&message[..32], &message[..]),
            };
            check(row.name, &mut |out| {
                let mut mac =
                    row.new_mac(key, &MacParams::default()).expect("the key has an allowed length");
                mac.update(message);
                mac.clone()
                    .finalize_into_reset(&mut out[..row.tag_bytes])
                    .expect("the buffer has the tag's length");
            });
        }
        for row in AEADS {
            check(row.name, &mut |out| {
                let cipher =
                    row.new_aead(&message[..row.key_bytes]).expect("the key has an allowed length");
                let (text, tag) = out.split_at_mut(100);
                let (nonce, tag) = (&message[..row.nonce_bytes], &mut tag[..row.tag_bytes]);
                let sealed = cipher.clone().encrypt_in_place_detached(nonce, b"", text, tag);
                sealed.expect("the lengths are allowed");
            });
        }
        for row in CIPHERS {
            check(row.name, &mut |_| {
                let cipher = row
                    .new_cipher(&message[..row.key_bytes])
                    .expect("the key has an allowed length");
                let mut blocks = message[..3 * row.block_bytes].to_vec();
                cipher
                    .clone()
                    .encrypt_blocks(&mut blocks)
                    .expect("the buffer consists of complete blocks");
                blocks.fill(0);
            });
        }
        check("end", &mut |_| ());
    });
}

/// Hashes many secret messages, whose copies must be wiped, and hashes parts of a message. A part keeps message bytes
/// and chaining values.
#[test]
fn messages_and_parts_in_freed_memory_are_wiped() {
    use astragal::hazmat::tree::TreeHash;

    fn drop_part<T: TreeHash>(hash: &T, message: &[u8]) {
        let mut part = hash.part(0).expect("a part may start at offset 0");
        // The buffers of the part have to grow.
        message.chunks(100).for_each(|piece| part.update(piece));
        drop(part.finish());
    }
    remains::on_a_thread(|| {
        let message = secret(40_000);
        let many = vec![&message[..200]; 70];
        let mut outputs = vec![0; 70 * 32];
        for row in XOFS.iter().filter(|row| row.key_bytes.is_none()) {
            let hashed = remains::after(&mut || {
                row.hash_many(&many, 32, &mut outputs).expect("the buffer has the right length");
            });
            assert_eq!(hashed.heap, 0, "{}", row.name);
        }
        let part = remains::after(&mut || drop_part(&Kt128::new(), &message));
        assert_eq!(part.heap, 0, "kt128");
        let parallel = ParallelHash128::new(1000, b"").expect("the block size is allowed");
        let part = remains::after(&mut || drop_part(&parallel, &message));
        assert_eq!(part.heap, 0, "parallelhash128");
    });
}

/// Drops messages that are encrypted or decrypted in parts, in the middle of a block. The nonces that are not 12 bytes
/// long give counter blocks that depend on the key. Several nonces, because a block with a zero byte does not look random.
#[test]
fn dropped_streams_leave_no_secret_in_freed_memory() {
    remains::on_a_thread(|| {
        let key = secret(32);
        let key = key.first_chunk().expect("the key has 32 bytes");
        let (gcm, ccm) = (Gcm::<Aes256>::new(key), Ccm::<Aes256>::new(key));
        for nonce in [&[1; 12][..], &[2; 12], &[3; 12], &[1; 9]] {
            let streams = remains::after(&mut || {
                let mut text = [7; 100];
                let mut message = gcm.encryptor(nonce, b"header").expect("the nonce is not empty");
                message.update(&mut text).expect("the message is not too long");
                let mut message =
                    ccm.encryptor(nonce, b"header", 200, 16).expect("the lengths are allowed");
                message.update(&mut text).expect("the message is not too long");
            });
            assert_eq!(streams.heap, 0, "a nonce of {} bytes", nonce.len());
        }
    });
}

#[test]
fn dropped_hashes_and_macs_hold_no_secret() {
    let key = b"a key that every drop must erase";
    let message =
        b"a message that must not be left over, longer than one block of any hash, so that the \
        state is permuted at least once and the buffers hold some of it too, in the end, and more";

    let mut hash = Sha3_256::new();
    hash.update(message);
    check("sha3-256", hash);

    let mut hmac = HmacSha3_256::new(key);
    hmac.update(message);
    check("hmac-sha3-256", hmac);

    let mut kmac = Kmac256::new(key, b"");
    kmac.update(message);
    check("kmac256", kmac);

    let mut shake = Shake256::new();
    shake.absorb(message);
    check("shake256", shake.clone());
    let mut reader = shake.finalize();
    reader.squeeze(&mut [0; 10]);
    check("shake256 reader", reader);

    let mut cshake = CShake128::new(b"name", key);
    cshake.absorb(message);
    check("cshake128", cshake);

    let mut turboshake = TurboShake128::new();
    turboshake.absorb(message);
    check("turboshake128", turboshake);

    let mut batch = astragal::keccak::batch::shake128([&message[..], key]);
    let _: [[u8; 10]; 2] = batch.squeeze();
    check("shake128 batch", batch);

    let mut kt = Kt128::new();
    kt.absorb(&message.repeat(60));
    check("kt128", kt);

    let mut tuple = TupleHash256::new(b"");
    tuple.item(message);
    check("tuplehash256", tuple);

    let mut parallel = ParallelHash128::new(100, b"").expect("the block size is allowed");
    parallel.absorb(message);
    check("parallelhash128", parallel);

    let mut hash = Sha256::new();
    hash.update(message);
    check("sha256", hash);
    let mut hash = Sha512::new();
    hash.update(message);
    check("sha512", hash);
    let mut hash = Blake512::new();
    hash.update(message);
    check("blake-512", hash);

    let mut blake = Blake2bMac::<64>::new(key).expect("the key has an allowed length");
    blake.update(message);
    check("blake2b-512", blake);
    let mut blake = Blake3Keyed::new(key);
    blake.update(&message.repeat(60));
    check("blake3", blake);
    let mut blake = Blake3Xof::derive_key(b"context");
    blake.absorb(&message.repeat(60));
    check("blake3 derive-key", blake.clone());
    check("blake3 reader", blake.finalize());

    check("ascon-aead128", AsconAead128::new(key[..16].try_into().expect("the key has 16 bytes")));
    check("ascon-80pq", Ascon80pq::new(key[..20].try_into().expect("the key has 20 bytes")));
    let mut ascon = AsconMac::new(key[..16].try_into().expect("the key has 16 bytes"));
    ascon.update(message);
    check("ascon-mac", ascon);
    let mut ascon = AsconHash256::new();
    ascon.update(message);
    check("ascon-hash256", ascon);
}

#[test]
fn dropped_ciphers_and_modes_hold_no_secret() {
    let key = b"a key that every drop must erase";
    let message = b"a message that must not remain, some of which waits for its block";
    // The IV is public, so it consists of zeros, which the check ignores.
    let iv = [0; 16];

    check("aes-256", Aes256::new(key));
    check("rijndael256-256", Rijndael256_256::new(key));
    check("camellia-256", Camellia256::new(key));
    check("serpent-256", Serpent256::new(key));
    let mut ctr = Ctr::<Aes256>::new(key, &iv);
    ctr.apply(&mut message.to_vec());
    check("ctr", ctr);
    let mut cfb = CfbEncryptor::<Aes256>::new(key, &iv);
    cfb.apply(&mut message.to_vec());
    check("cfb", cfb);
    let mut ofb = Ofb::<Aes256>::new(key, &iv);
    ofb.apply(&mut message.to_vec());
    check("ofb", ofb);
    let mut cbc = Cbc::<Aes256>::encryptor(key, &iv);
    cbc.update(message, &mut [0; 64]).expect("the output buffer is long enough");
    check("cbc", cbc);
    // The decryptor holds back the last block, which may end with padding.
    let mut cbc = Cbc::<Aes256>::decryptor(key, &iv);
    cbc.update(&message[..64], &mut [0; 48]).expect("the output buffer is long enough");
    check("cbc decryption", cbc);
    let mut cmac = Cmac::<Aes256>::new(key);
    cmac.update(message);
    check("cmac", cmac);
    check("xts", Xts::<Aes256>::new(key, &[7; 32]).expect("the halves of the key differ"));
    check("gcm", Gcm::<Aes256>::new(key));
    check("ccm", Ccm::<Aes256>::new(key));
    check("gcm-siv", GcmSiv::<Aes256>::new(key));
    check("siv", Siv::<Aes256>::new(key, &[7; 32]));
    check("ocb", Ocb::<Aes256>::new(key));
    check("gmac", Gmac::<Aes256>::new(key));
    check("kw", KeyWrap::<Aes256>::new(key));
    check("kwp", KeyWrapPadded::<Aes256>::new(key));
    check("xaes-256-gcm", Xaes256Gcm::new(key));
    check("aegis-256", Aegis256::new(key));
}

#[test]
fn restarted_stream_holds_no_keystream() {
    let key = b"a key that every drop must erase";
    let mut keystream = [0; 16];
    Aes256::new(key).encrypt_block(&mut keystream);
    let mut ctr = Ctr::<Aes256>::new(key, &[0; 16]);
    ctr.apply(&mut [0; 5]);
    let holds = |ctr: &Ctr<Aes256>| {
        let start = ptr::from_ref(ctr).cast::<u8>();
        // SAFETY: the object is `size_of::<Ctr<Aes256>>()` bytes long.
        let byte = |i| unsafe { ptr::read_volatile(start.add(i)) };
        let bytes: Vec<u8> = (0..size_of::<Ctr<Aes256>>()).map(byte).collect();
        bytes.windows(16).any(|window| window == keystream)
    };
    assert!(holds(&ctr));
    ctr.restart(&[0; 16]).expect("the IV is one block");
    assert!(!holds(&ctr));
}

#[test]
fn wrong_padding_leaves_no_plaintext_in_freed_memory() {
    remains::on_a_thread(|| {
        let (key, mut text) = (secret(32), secret(3008));
        let key = key.first_chunk().expect("the key has 32 bytes");
        Cbc::<Aes256>::encryptor(key, &[0; 16]).encrypt_blocks(text.as_chunks_mut().0);
        let refused = remains::after(&mut || {
            assert!(Cbc::<Aes256>::decryptor(key, &[0; 16]).decrypt(&text).is_err());
        });
        assert_eq!(refused.heap, 0);
    });
}

/// Buffered plaintext is wiped when its buffer grows, when the tag is wrong, and when the message is dropped before its
/// end.
#[test]
fn buffered_plaintext_is_erased_on_growth_and_drop() {
    use astragal::registry::{self, Direction, MessageLengths};

    remains::on_a_thread(|| {
        let plaintext = secret(3000);
        let gcm = Gcm::<Aes256>::new(secret(32).first_chunk().expect("the key has 32 bytes"));
        let named = registry::aead("aes-256-gcm").expect("the registry has the algorithm");
        let named = named.new_aead(&secret(32)).expect("the key has the right length");
        let mut sealed = plaintext.clone();
        let done = gcm.encrypt_in_place_detached(&[1; 12], b"", &mut sealed);
        done.expect("the message is not too long");
        // Only the caller's memory holds the ciphertext. Random-looking words in buffers that the library frees are
        // therefore plaintext that was not wiped.
        for finishes in [false, true] {
            let typed = remains::after(&mut || {
                let mut message =
                    gcm.decryptor(&[1; 12], b"").expect("the nonce has an allowed length");
                for piece in sealed.chunks(100) {
                    message.update(piece).expect("the message is not too long");
                }
                if finishes {
                    assert!(message.finish(&[0; 16]).is_err());
                }
            });
            assert_eq!(typed.heap, 0, "by type, {finishes}");
            let by_name = remains::after(&mut || {
                let lengths = MessageLengths::default();
                let message = named.start(Direction::Decrypt, &[1; 12], b"", lengths);
                let mut message = message.expect("the nonce has an allowed length");
                for piece in sealed.chunks(100) {
                    message.decrypt(piece).expect("the message is not too long");
                }
                if finishes {
                    assert!(message.finish_decryption(&[0; 16], &mut vec![0; 3000]).is_err());
                }
            });
            assert_eq!(by_name.heap, 0, "by name, {finishes}");
        }
    });
}

#[test]
fn calls_by_name_leave_no_message_in_freed_memory() {
    use astragal::cipher::Padding;
    use astragal::registry::{self, Direction};

    remains::on_a_thread(|| {
        let (key, plaintext) = (secret(32), secret(3000));
        let gcm = registry::aead("aes-256-gcm").expect("the registry has the mode");
        let gcm = gcm.new_aead(&key).expect("the key has the right length");
        let refused = remains::after(&mut || {
            assert!(gcm.encrypt(&[], b"", &plaintext).is_err());
        });
        assert_eq!(refused.heap, 0, "encryption with an empty nonce");

        let cbc = registry::mode("aes-256-cbc").expect("the registry has the mode");
        let start = |direction| {
            cbc.start(direction, &key, &[0; 16], Padding::Pkcs7).expect("key and IV are allowed")
        };
        let sealed = start(Direction::Encrypt).whole(&plaintext).expect("any length is allowed");
        let opened = remains::after(&mut || {
            let mut text = start(Direction::Decrypt).whole(&sealed).expect("the padding is valid");
            text.fill(0);
            std::hint::black_box(text);
        });
        assert_eq!(opened.heap, 0, "decryption");
        let refused = remains::after(&mut || {
            assert!(start(Direction::Decrypt).whole(&sealed[..2990]).is_err());
        });
        assert_eq!(refused.heap, 0, "decryption of a partial block");

        let xts = registry::mode("aes-128-xts").expect("the registry has the mode");
        let mut unit = vec![0; plaintext.len()];
        for finishes in [false, true] {
            let buffered = remains::after(&mut || {
                let mut object = xts
                    .start(Direction::Encrypt, &key, &[0; 16], Padding::None)
                    .expect("key and IV are allowed");
                for piece in plaintext.chunks(100) {
                    object.update(piece, &mut []).expect("the data unit is not too long");
                }
                if finishes {
                    object.finish(&mut unit).expect("the data unit has an allowed length");
                }
            });
            assert_eq!(buffered.heap, 0, "data unit, {finishes}");
        }
    });
}
