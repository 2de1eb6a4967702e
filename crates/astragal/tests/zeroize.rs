//! What a dropped object leaves in its memory: nothing of the key or the message.
#![expect(unsafe_code, reason = "reads the memory of dropped objects")]

use core::mem::MaybeUninit;
use core::ptr;
use std::collections::BTreeSet;

use astragal::aead::{Ascon80pq, AsconAead128};
use astragal::hash::{AsconHash256, Blake512, Sha3_256, Sha256, Sha512};
use astragal::mac::{AsconMac, Blake2bMac, Blake3Keyed, HmacSha3_256, Kmac256};
use astragal::xof::{
    Blake3Xof, CShake128, Kt128, ParallelHash128, Shake256, TupleHash256, TurboShake128,
};

/// The bytes of `value` before and after its drop.
fn around_drop<T>(value: T) -> (Vec<u8>, Vec<u8>) {
    let mut slot = MaybeUninit::new(value);
    let read = |slot: &MaybeUninit<T>| {
        let start = slot.as_ptr().cast::<u8>();
        // SAFETY: the slot has `size_of::<T>()` bytes; volatile, so that the read is not argued away.
        (0..size_of::<T>()).map(|i| unsafe { ptr::read_volatile(start.add(i)) }).collect()
    };
    let before = read(&slot);
    // SAFETY: the slot holds a value, which is not used afterwards.
    unsafe { ptr::drop_in_place(slot.as_mut_ptr()) };
    (before, read(&slot))
}

/// No words of eight bytes that could be lanes of state, pieces of key or message are left. A single one may
/// be padding, which keeps what the stack held; a key has two words, a state five or more. Small numbers have
/// zeros.
fn check<T>(name: &str, value: T) {
    let (before, after) = around_drop(value);
    let words = |bytes: &[u8]| -> BTreeSet<[u8; 8]> {
        bytes.as_chunks().0.iter().filter(|word| !word.contains(&0)).copied().collect()
    };
    let secrets = words(&before);
    assert!(secrets.len() > 1, "{name} holds nothing to erase");
    let left: Vec<_> = words(&after).intersection(&secrets).copied().collect();
    assert!(left.len() < 2, "{name} leaves {left:02x?}");
}

#[test]
fn dropped_objects_hold_no_secret() {
    let key = b"a key that nobody may find later";
    let message =
        b"a message that nobody may find later, longer than one block of any hash, so that the \
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

    let mut kt = Kt128::new();
    kt.absorb(&message.repeat(60));
    check("kt128", kt);

    let mut tuple = TupleHash256::new(b"");
    tuple.item(message);
    check("tuplehash256", tuple);

    let mut parallel = ParallelHash128::new(100, b"").expect("100 is a block size");
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

    let mut blake = Blake2bMac::<64>::new(key).expect("keys have 1 to 64 bytes");
    blake.update(message);
    check("blake2b-512", blake);
    let mut blake = Blake3Keyed::new(key);
    blake.update(&message.repeat(60));
    check("blake3", blake);
    let mut blake = Blake3Xof::derive_key(b"context");
    blake.absorb(&message.repeat(60));
    check("blake3 derive-key", blake.clone());
    check("blake3 reader", blake.finalize());

    check("ascon-aead128", AsconAead128::new(key[..16].try_into().expect("16 bytes")));
    check("ascon-80pq", Ascon80pq::new(key[..20].try_into().expect("20 bytes")));
    let mut ascon = AsconMac::new(key[..16].try_into().expect("16 bytes"));
    ascon.update(message);
    check("ascon-mac", ascon);
    let mut ascon = AsconHash256::new();
    ascon.update(message);
    check("ascon-hash256", ascon);
}
