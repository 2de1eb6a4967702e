//! Checks that types with the same purpose have the same interface. Generic functions check that every type fulfills
//! the contract of its algorithm trait.

use std::fmt::Debug;
use std::io::{Read, Write};

use astragal::aead::{Aead, AsconAead128};
use astragal::error::{InvalidTag, VerifyError};
use astragal::hash::{ByteArray, Hash, Sha3_256};
use astragal::mac::{Mac, Resettable};
use astragal::xof::{Xof, XofReader};

const MESSAGE: &[u8] = b"The quick brown fox jumps over the lazy dog, and over all the others.";

/// Writes the test message in 7-byte pieces.
fn write(to: &mut impl Write) {
    for piece in MESSAGE.chunks(7) {
        to.write_all(piece).unwrap();
    }
    to.flush().unwrap();
}

fn check_hash<H: Hash + Write>() {
    let mut hash = H::new();
    write(&mut hash);
    assert!(hash.finalize() == H::hash(MESSAGE), "{}", H::NAME);
}

#[test]
fn hash_types_implement_their_traits() {
    use astragal::hash::*;
    macro_rules! all {
        ($($hash:ident)+) => { $(check_hash::<$hash>();)+ };
    }
    all! {
        AsconHash AsconHash256 AsconHashA Blake224 Blake256 Blake384 Blake512 Blake2b128 Blake2b512 Blake2s256
        Blake3 Groestl224 Groestl256 Groestl384 Groestl512 Jh224 Jh256 Jh384 Jh512 Keccak224 Keccak256 Keccak384
        Keccak512 Kupyna256 Kupyna384 Kupyna512 Md5 Ripemd160 Sha1 Sha224 Sha256 Sha384 Sha512 Sha512_224
        Sha512_256 Sha3_224 Sha3_256 Sha3_384 Sha3_512 Skein256_256 Skein512_512 Skein1024_1024 Sm3 Streebog256
        Streebog512 Whirlpool
    }
}

/// Checks `Write`, `Read`, squeezing in pieces, and `reset` of an XOF. `fresh` must not have absorbed any data.
fn check_xof<X: Xof + Write>(fresh: X, reset: impl Fn(&mut X))
where
    X::Reader: Debug + Read,
{
    let mut whole = fresh.clone();
    whole.absorb(MESSAGE);
    let mut expected = [0; 300];
    whole.finalize().squeeze(&mut expected);

    let mut pieces = fresh;
    pieces.absorb(b"what is forgotten");
    reset(&mut pieces);
    write(&mut pieces);
    let reader = pieces.finalize();
    let mut read = Vec::new();
    reader.clone().take(300).read_to_end(&mut read).unwrap();
    assert_eq!(read, expected, "{}", X::NAME);

    let (mut short, mut rest) = (reader.clone(), &expected[..]);
    for bytes in (1..=12).flat_map(|i| [i, 25 - i]) {
        let (next, behind) = rest.split_at(bytes);
        let mut out = vec![0; bytes];
        short.squeeze(&mut out);
        assert_eq!(out, next, "{}", X::NAME);
        rest = behind;
    }

    let debug = format!("{reader:?}");
    assert!(debug.ends_with("Reader { .. }"), "{debug}");
    let mut blocks = reader;
    let first = blocks.squeeze_block();
    let size = first.as_ref().len();
    let second = blocks.squeeze_array::<5>();
    assert_eq!(first.as_ref(), &expected[..size], "{}", X::NAME);
    assert_eq!(second, expected[size..size + 5], "{}", X::NAME);
}

/// Checks an XOF that can be created without parameters.
fn check_plain_xof<X: Xof + Write + Default>(reset: impl Fn(&mut X))
where
    X::Reader: Debug + Read,
{
    check_xof(X::default(), reset);
}

/// Checks that the debug output of an object is its type, without any content.
fn check_debug(object: &impl Debug, name: &str) {
    assert_eq!(format!("{object:?}"), format!("{name} {{ .. }}"));
}

#[test]
fn xof_types_implement_their_traits() {
    use astragal::mac::{AsconPrf, KmacXof128, KmacXof256};
    use astragal::xof::*;
    macro_rules! plain {
        ($($xof:ident)+) => { $(
            check_plain_xof::<$xof>($xof::reset);
            check_debug(&$xof::new(), stringify!($xof));
        )+ };
    }
    macro_rules! one_shot {
        ($($xof:ident)+) => { $(
            let (mut xof, mut expected) = ($xof::new(), [0; 60]);
            xof.absorb(MESSAGE);
            let mut reader = xof.finalize();
            reader.clone().squeeze(&mut expected);
            assert_eq!(reader.squeeze_array(), expected);
            assert_eq!($xof::hash(MESSAGE), expected);
        )+ };
    }
    macro_rules! with_parameters {
        ($($xof:ident $made:expr;)+) => { $(
            check_xof::<$xof>($made, $xof::reset);
            check_debug(&$made, stringify!($xof));
        )+ };
    }
    plain! {
        AsconXof AsconXof128 AsconXofA Blake3Xof Kt128 Kt256 Shake128 Shake256 TurboShake128 TurboShake256
    }
    one_shot! { AsconXof AsconXof128 AsconXofA Shake128 Shake256 TurboShake128 TurboShake256 }
    with_parameters! {
        AsconCxof128 AsconCxof128::new(b"custom").unwrap();
        AsconPrf AsconPrf::from_slice(&[1; 16]).unwrap();
        CShake128 CShake128::new(b"", b"custom");
        CShake256 CShake256::new(b"", b"custom");
        KmacXof128 KmacXof128::new(b"key", b"custom");
        KmacXof256 KmacXof256::new(b"key", b"custom");
        ParallelHashXof128 ParallelHashXof128::new(8, b"").unwrap();
        ParallelHashXof256 ParallelHashXof256::new(8, b"").unwrap();
    }
}

/// Checks the `Write` implementation of a keyed MAC, and that the MAC rejects tags of a wrong length.
fn check_mac<M: Mac + Write>(keyed: M) {
    let tag = keyed.clone().mac(MESSAGE);
    let tag = tag.as_ref();
    let mut pieces = keyed.clone();
    write(&mut pieces);
    assert_eq!(pieces.finalize().as_ref(), tag, "{}", M::NAME);

    assert_eq!(keyed.clone().verify(MESSAGE, tag), Ok(()), "{}", M::NAME);
    let mut other = tag.to_vec();
    other[0] ^= 1;
    for wrong in [&other[..], &tag[..tag.len() - 1], &[tag, &[0]].concat(), &[]] {
        assert_eq!(keyed.clone().verify(MESSAGE, wrong), Err(InvalidTag), "{}", M::NAME);
    }
    let mut again = Resettable::new(keyed);
    for _ in 0..2 {
        again.update(b"what is forgotten");
        again.reset();
        again.update(MESSAGE);
        assert_eq!(again.finalize_reset().as_ref(), tag, "{}", M::NAME);
        again.update(MESSAGE);
        assert_eq!(again.verify_reset(tag), Ok(()), "{}", M::NAME);
        assert_eq!(again.verify_reset(tag), Err(InvalidTag), "{}", M::NAME);
    }
}

#[test]
fn mac_types_implement_their_traits() {
    use astragal::cipher::{Aes128, Camellia256};
    use astragal::mac::*;
    check_mac(AsconMac::from_slice(&[1; 16]).unwrap());
    check_mac(Blake2bMac::<32>::new(b"key").unwrap());
    check_mac(Blake2sMac::<16>::new(b"key").unwrap());
    check_mac(Blake3Keyed::from_slice(&[1; 32]).unwrap());
    check_mac(Cmac::<Aes128>::from_slice(&[1; 16]).unwrap());
    check_mac(Cmac::<Camellia256>::from_slice(&[1; 32]).unwrap());
    check_mac(HmacSha256::new(b"key"));
    check_mac(HmacSha3_512::new(b"key"));
    check_mac(Kmac128::new(b"key", b""));
    check_mac(Kmac256::new(b"key", b""));
    check_mac(Poly1305::from_slice(&[1; 32]).unwrap());
    check_mac(SipHash13::from_slice(&[1; 16]).unwrap());
    check_mac(SipHash24Long::from_slice(&[1; 16]).unwrap());
    check_mac(Skein256Mac::<32>::new(b"key", b"").unwrap());
    check_mac(Skein512Mac::<64>::new(b"key", b"").unwrap());
    check_mac(Skein1024Mac::<128>::new(b"key", b"").unwrap());
    check_debug(&AsconPrfShort::new(&[1; 16]), "AsconPrfShort");
}

fn check_aead<A: Aead>() {
    let key = vec![7; A::KEY_BYTES];
    let cipher = A::from_slice(&key).unwrap();
    let nonce = <A::Nonce as ByteArray>::ZERO;
    let sealed = cipher.encrypt(&nonce, b"header", MESSAGE).unwrap();
    assert_eq!(sealed.len(), MESSAGE.len() + A::TAG_BYTES);
    assert_eq!(cipher.decrypt(&nonce, b"header", &sealed).unwrap(), MESSAGE, "{}", A::NAME);
    assert_eq!(cipher.decrypt(&nonce, b"other", &sealed), Err(VerifyError::InvalidTag));
    let cut = cipher.decrypt(&nonce, b"header", &sealed[..A::TAG_BYTES - 1]);
    assert_eq!(cut, Err(VerifyError::InvalidTag));
    let error = A::from_slice(&key[1..]).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("key is {} bytes; {}", A::KEY_BYTES - 1, A::NAME)),
        "{error}"
    );
}

#[test]
fn aead_types_implement_their_traits() {
    use astragal::aead::{
        Aegis128L, Aegis256, Ascon80pq, Ascon128, Ascon128a, Ccm, ChaCha20Poly1305, Gcm, GcmSiv,
        Ocb, XChaCha20Poly1305, Xaes256Gcm,
    };
    use astragal::cipher::{Aes128, Aes256, Camellia192, Sm4};
    check_aead::<Gcm<Aes256>>();
    check_aead::<Gcm<Camellia192>>();
    check_aead::<Ccm<Sm4>>();
    check_aead::<GcmSiv<Aes128>>();
    check_aead::<Ocb<Aes256>>();
    check_aead::<Ocb<Sm4>>();
    check_aead::<Xaes256Gcm>();
    check_aead::<Aegis128L>();
    check_aead::<Aegis256>();
    check_aead::<AsconAead128>();
    check_aead::<Ascon128>();
    check_aead::<Ascon128a>();
    check_aead::<Ascon80pq>();
    check_aead::<ChaCha20Poly1305>();
    check_aead::<XChaCha20Poly1305>();
}

/// CCM with a 12-byte nonce has a 3-byte length field, so it accepts at most 2^24 - 1 bytes.
#[test]
fn ccm_rejects_message_too_long_for_its_nonce() {
    use astragal::aead::Ccm;
    use astragal::cipher::Aes128;
    fn seal<A: Aead>(text: &mut [u8]) -> Result<A::Tag, astragal::error::ParameterError> {
        let cipher = A::from_slice(&vec![7; A::KEY_BYTES]).unwrap();
        cipher.encrypt_in_place_detached(&<A::Nonce as ByteArray>::ZERO, b"", text)
    }
    let mut text = vec![0; 1 << 24];
    let error = seal::<Ccm<Aes128>>(&mut text).unwrap_err().to_string();
    assert_eq!(error, "message is 16777216 bytes; aes-128-ccm takes at most 16777215");
    assert!(text.iter().all(|&byte| byte == 0));
    seal::<Ccm<Aes128>>(&mut text[..100]).unwrap();
}

/// KMAC tags of different lengths are unrelated, so a short tag is not a prefix of a long one. Every interface that
/// verifies tags must take this into account.
#[test]
fn kmac_verifies_tags_of_any_length_from_4_bytes() {
    use astragal::mac::Kmac256;
    let kmac = Kmac256::new(b"key", b"");
    let (short, long): ([u8; 4], [u8; 100]) =
        (kmac.clone().mac(MESSAGE), kmac.clone().mac(MESSAGE));
    for tag in [&short[..], &kmac.clone().mac::<32>(MESSAGE), &long] {
        assert_eq!(Mac::verify(kmac.clone(), MESSAGE, tag), Ok(()));
        let mut other = tag.to_vec();
        other[0] ^= 1;
        assert_eq!(Mac::verify(kmac.clone(), MESSAGE, &other), Err(InvalidTag));
    }
    let guessed: [u8; 3] = kmac.clone().mac(MESSAGE);
    assert_eq!(Mac::verify(kmac.clone(), MESSAGE, &guessed), Err(InvalidTag));
    assert_eq!(Mac::verify(kmac, MESSAGE, &long[..99]), Err(InvalidTag));
}

/// Hash states can be created at compile time, for example in a `static`.
#[test]
fn hashes_are_constructed_at_compile_time() {
    use astragal::hash::{Blake2s256, Blake3, Jh512, Sha256, Skein512_512};
    use std::sync::Mutex;
    static SHA: Mutex<Sha256> = Mutex::new(Sha256::new());
    static KECCAK: Mutex<Sha3_256> = Mutex::new(Sha3_256::new());
    static BLAKE2: Mutex<Blake2s256> = Mutex::new(Blake2s256::new());
    static BLAKE3: Mutex<Blake3> = Mutex::new(Blake3::new());
    static SKEIN: Mutex<Skein512_512> = Mutex::new(Skein512_512::new());
    static JH: Mutex<Jh512> = Mutex::new(Jh512::new());
    fn check<H: Hash>(hash: &Mutex<H>) {
        let mut hash = hash.lock().unwrap();
        hash.update(MESSAGE);
        assert!(hash.clone().finalize() == H::hash(MESSAGE), "{}", H::NAME);
    }
    check(&SHA);
    check(&KECCAK);
    check(&BLAKE2);
    check(&BLAKE3);
    check(&SKEIN);
    check(&JH);
}

/// Objects selected at run time also implement `Write` and `Read`.
#[test]
fn registry_objects_implement_io_traits() {
    use astragal::registry;
    let mut hash = registry::hash("sha3-256").unwrap().new_hash();
    std::io::copy(&mut &*MESSAGE, &mut hash).unwrap();
    let mut digest = [0; 32];
    hash.finalize_into_reset(&mut digest).unwrap();
    assert_eq!(digest, Sha3_256::hash(MESSAGE));

    let mut mac = registry::mac("ascon-mac")
        .unwrap()
        .new_mac(&[1; 16], &registry::MacParams::default())
        .unwrap();
    write(&mut mac);
    let expected = astragal::mac::AsconMac::new(&[1; 16]).mac(MESSAGE);
    assert_eq!(mac.finalize_reset().unwrap(), expected);

    let mut xof =
        registry::xof("shake128").unwrap().new_xof(&registry::XofParams::default()).unwrap();
    write(&mut xof);
    let mut out = [0; 100];
    xof.read_exact(&mut out).unwrap();
    assert_eq!(out, astragal::xof::Shake128::hash(MESSAGE));
    let refused = xof.write(MESSAGE).unwrap_err().to_string();
    assert!(refused.contains("squeez"), "{refused}");
}

#[test]
fn raw_sponge_resets() {
    let mut sponge = astragal::hazmat::KeccakSponge::new(136, 24).unwrap();
    sponge.absorb(b"what is forgotten");
    sponge.reset();
    write(&mut sponge);
    let digest: [u8; 32] = sponge.finalize(0x06).unwrap().squeeze_array();
    assert_eq!(digest, Sha3_256::hash(MESSAGE));
}
