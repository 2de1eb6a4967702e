//! Tests the features `digest-0_11`, `cipher-0_5` and `aead-0_6`. RustCrypto's generic constructions are instantiated
//! with astragal's types. The results must be the same as with RustCrypto's types and as with astragal's own
//! constructions.

use aead::inout::InOutBuf;
use aead::{Aead, AeadInOut, Payload};
use astragal::cipher::{Aes256, Camellia256, Kalyna512_512, Kuznyechik};
use astragal::hash::Sha256;
use astragal::mac::HmacSha256;
use cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, BlockSizeUser,
    KeyInit, KeyIvInit, StreamCipher, StreamCipherSeek,
};
use digest::{Digest, ExtendableOutput, XofReader};
use hmac::{Mac, SimpleHmac};

/// Two copies of a program. They differ only in the library that provides `Sha3_256`.
mod swapped {
    macro_rules! program {
        ($($line:tt)+) => {
            $($line)+

            pub fn fingerprint(parts: &[&[u8]]) -> String {
                let mut hasher = Sha3_256::new();
                for part in parts {
                    hasher.update(part);
                }
                hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
            }

            pub fn generic(data: &[u8]) -> Vec<u8> {
                <Sha3_256 as digest::Digest>::digest(data).to_vec()
            }
        };
    }

    pub mod before {
        use digest::Digest;
        program! { use sha3::Sha3_256; }
    }

    pub mod after {
        #[expect(
            unused_imports,
            reason = "the test shows that a program may keep this import"
        )]
        use digest::Digest;
        program! { use astragal::hash::Sha3_256; }
    }
}

#[test]
fn sha3_is_replaced_in_one_line() {
    let parts: [&[u8]; 3] = [b"a", b"", b"bc"];
    assert_eq!(swapped::after::fingerprint(&parts), swapped::before::fingerprint(&parts));
    assert_eq!(swapped::after::generic(b"abc"), swapped::before::generic(b"abc"));
}

/// Computes HMAC, HKDF and PBKDF2 with the hash `H` and RustCrypto's block-level types. The lengths of keys and
/// messages are close to the block size.
fn block_level<H: hmac::EagerHash>() -> Vec<u8> {
    let mut out = Vec::new();
    for length in [0, 1, 55, 64, 72, 104, 111, 128, 136, 137, 144, 200, 500] {
        let message = &message()[..length];
        let mut mac = <hmac::Hmac<H> as digest::KeyInit>::new_from_slice(message)
            .expect("HMAC accepts a key of any length");
        for piece in message.chunks(37) {
            Mac::update(&mut mac, piece);
        }
        out.extend_from_slice(&mac.finalize().into_bytes());
        let mut key = [0; 50];
        hkdf::GenericHkdf::<hmac::Hmac<H>>::new(Some(message), b"secret")
            .expand(b"info", &mut key)
            .expect("the output is not too long");
        out.extend_from_slice(&key);
        pbkdf2::pbkdf2_hmac::<H>(b"password", message, 3, &mut key);
        out.extend_from_slice(&key);
    }
    out
}

#[test]
fn eager_hash_matches_rustcrypto() {
    use astragal::hash;
    assert_eq!(block_level::<hash::Sha1>(), block_level::<sha1::Sha1>());
    assert_eq!(block_level::<hash::Sha256>(), block_level::<sha2::Sha256>());
    assert_eq!(block_level::<hash::Sha512>(), block_level::<sha2::Sha512>());
    assert_eq!(block_level::<hash::Groestl256>(), block_level::<groestl::Groestl256>());
    assert_eq!(block_level::<hash::Streebog512>(), block_level::<streebog::Streebog512>());
}

#[test]
fn object_identifiers_match_rustcrypto() {
    use astragal::hash;
    use digest::const_oid::AssociatedOid;
    fn same<A: AssociatedOid, B: AssociatedOid>() {
        assert_eq!(A::OID, B::OID);
    }
    same::<hash::Md5, md5::Md5>();
    same::<hash::Sha1, sha1::Sha1>();
    same::<hash::Sha224, sha2::Sha224>();
    same::<hash::Sha256, sha2::Sha256>();
    same::<hash::Sha384, sha2::Sha384>();
    same::<hash::Sha512, sha2::Sha512>();
    same::<hash::Sha512_224, sha2::Sha512_224>();
    same::<hash::Sha512_256, sha2::Sha512_256>();
    same::<hash::Sha3_224, sha3::Sha3_224>();
    same::<hash::Sha3_256, sha3::Sha3_256>();
    same::<hash::Sha3_384, sha3::Sha3_384>();
    same::<hash::Sha3_512, sha3::Sha3_512>();
    same::<hash::Sm3, sm3::Sm3>();
    same::<hash::Streebog256, streebog::Streebog256>();
    same::<hash::Streebog512, streebog::Streebog512>();
}

/// Compares object identifiers with OpenSSL's. OpenSSL knows only two of the eight identifiers of BLAKE2.
#[cfg(feature = "openssl")]
#[test]
fn object_identifiers_match_openssl() {
    use astragal::hash;
    use digest::const_oid::AssociatedOid;
    fn check<H: AssociatedOid>(name: &str) {
        let theirs = openssl::asn1::Asn1Object::from_str(name).expect("OpenSSL knows the name");
        assert_eq!(H::OID.as_bytes(), theirs.as_slice(), "{name}");
    }
    check::<hash::Blake2b512>("BLAKE2b512");
    check::<hash::Blake2s256>("BLAKE2s256");
    check::<hash::Md5>("MD5");
    check::<hash::Ripemd160>("RIPEMD160");
    check::<hash::Sha1>("SHA1");
    check::<hash::Sha224>("SHA224");
    check::<hash::Sha256>("SHA256");
    check::<hash::Sha384>("SHA384");
    check::<hash::Sha512>("SHA512");
    check::<hash::Sha512_224>("SHA512-224");
    check::<hash::Sha512_256>("SHA512-256");
    check::<hash::Sha3_224>("SHA3-224");
    check::<hash::Sha3_256>("SHA3-256");
    check::<hash::Sha3_384>("SHA3-384");
    check::<hash::Sha3_512>("SHA3-512");
    check::<hash::Sm3>("SM3");
    check::<hash::Streebog256>("md_gost12_256");
    check::<hash::Streebog512>("md_gost12_512");
    check::<hash::Whirlpool>("whirlpool");
}

fn message() -> Vec<u8> {
    (0..1000_u32).map(|i| (i * i % 251) as u8).collect()
}

fn digest_of<D: Digest + digest::FixedOutputReset>() -> (Vec<u8>, Vec<u8>) {
    let mut hash = D::new();
    Digest::update(&mut hash, &message()[..77]);
    let first = hash.finalize_reset().to_vec();
    Digest::update(&mut hash, message());
    (first, hash.finalize().to_vec())
}

#[test]
fn hashes_implement_digest() {
    assert_eq!(digest_of::<Sha256>(), digest_of::<sha2::Sha256>());
    assert_eq!(digest_of::<astragal::hash::Sha3_512>(), digest_of::<sha3::Sha3_512>());
    assert_eq!(digest_of::<astragal::hash::Blake2b512>(), digest_of::<blake2::Blake2b512>());
    assert_eq!(digest_of::<astragal::hash::Groestl384>(), digest_of::<groestl::Groestl384>());
    assert_eq!(digest_of::<astragal::hash::Streebog512>(), digest_of::<streebog::Streebog512>());
    assert_eq!(<Sha256 as digest::common::BlockSizeUser>::block_size(), 64);
}

#[test]
fn xofs_implement_extendable_output() {
    fn read<X: ExtendableOutput + Default>() -> Vec<u8> {
        let mut xof = X::default();
        xof.update(&message());
        let (mut reader, mut output) = (xof.finalize_xof(), vec![0; 500]);
        let (head, tail) = output.split_at_mut(123);
        reader.read(head);
        reader.read(tail);
        output
    }
    assert_eq!(read::<astragal::xof::Shake128>(), read::<shake::Shake128>());
    assert_eq!(read::<astragal::xof::Shake256>(), read::<shake::Shake256>());
}

#[test]
fn hmac_hkdf_and_pbkdf2_match_over_astragal_hashes() {
    let (key, message) = (b"a key", message());
    let ours = HmacSha256::new(key).mac(&message);
    let mut theirs = <SimpleHmac<Sha256> as digest::KeyInit>::new_from_slice(key)
        .expect("HMAC accepts a key of any length");
    Mac::update(&mut theirs, &message);
    assert_eq!(theirs.finalize().into_bytes().0, ours);

    // Computes a tag through RustCrypto's trait `Mac`, with any type that implements it.
    fn tag<M: Mac + digest::KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
        let mut mac =
            <M as digest::KeyInit>::new_from_slice(key).expect("HMAC accepts a key of any length");
        Mac::update(&mut mac, message);
        let tag = mac.finalize().into_bytes().to_vec();
        let mut again =
            <M as digest::KeyInit>::new_from_slice(key).expect("HMAC accepts a key of any length");
        Mac::update(&mut again, message);
        again.verify_slice(&tag).expect("the tag is valid");
        tag
    }
    assert_eq!(tag::<HmacSha256>(key, &message), ours);
    let cmac = tag::<astragal::mac::Cmac<Aes256>>(&[7; 32], &message);
    assert_eq!(cmac, tag::<cmac::Cmac<aes::Aes256>>(&[7; 32], &message));
    // Computes a tag with RustCrypto's CMAC and astragal's cipher.
    let over_ours = tag::<cmac::Cmac<Camellia256>>(&[7; 32], &message);
    assert_eq!(over_ours, astragal::mac::Cmac::<Camellia256>::new(&[7; 32]).mac(&message));

    let (mut ours, mut theirs) = ([0; 100], [0; 100]);
    astragal::kdf::Hkdf::<Sha256>::new(b"salt", b"secret")
        .expand_into(b"info", &mut ours)
        .expect("the output is not too long");
    hkdf::SimpleHkdf::<Sha256>::new(Some(b"salt"), b"secret")
        .expand(b"info", &mut theirs)
        .expect("the output is not too long");
    assert_eq!(ours, theirs);
    hkdf::Hkdf::<Sha256>::new(Some(b"salt"), b"secret")
        .expand(b"info", &mut theirs)
        .expect("the output is not too long");
    assert_eq!(ours, theirs);

    for prf_is_ours in [false, true] {
        let run = if prf_is_ours {
            pbkdf2::pbkdf2::<HmacSha256>
        } else {
            pbkdf2::pbkdf2::<SimpleHmac<Sha256>>
        };
        run(b"password", b"salt", 100, &mut theirs).expect("the output length is allowed");
        let ours: [u8; 100] = astragal::kdf::Pbkdf2::<Sha256>::new(100)
            .expect("the number of iterations is allowed")
            .derive(b"password", b"salt")
            .expect("the output is not too long");
        assert_eq!(ours, theirs);
    }
}

#[test]
fn ctr_and_ofb_match_over_astragal_ciphers() {
    fn keystream<S: StreamCipher + StreamCipherSeek + KeyIvInit>() -> Vec<u8> {
        let key = vec![7; S::key_size()];
        let mut iv = vec![0xff; S::iv_size()];
        iv[0] = 1;
        let mut stream = S::new_from_slices(&key, &iv).expect("the lengths are allowed");
        let mut data = message();
        let (head, tail) = data.split_at_mut(333);
        stream.apply_keystream(head);
        assert_eq!(stream.current_pos::<u64>(), 333);
        stream.apply_keystream(tail);
        for position in [0_u32, 1, 16, 500, 512, 999] {
            stream.seek(position);
            assert_eq!(stream.current_pos::<u32>(), position);
            let mut again = message()[position as usize..].to_vec();
            stream.apply_keystream(&mut again);
            assert_eq!(again, data[position as usize..], "{position}");
        }
        data
    }
    let expected = keystream::<ctr::Ctr128BE<aes::Aes256>>();
    assert_eq!(keystream::<ctr::Ctr128BE<Aes256>>(), expected);
    assert_eq!(keystream::<astragal::cipher::Ctr<Aes256>>(), expected);
    assert_eq!(
        keystream::<astragal::cipher::Ctr<Kuznyechik>>(),
        keystream::<ctr::Ctr128BE<Kuznyechik>>()
    );
    let mut ofb =
        <astragal::cipher::Ofb<Aes256> as KeyIvInit>::new(&[7; 32].into(), &[1; 16].into());
    let mut theirs = <ofb::Ofb<aes::Aes256> as KeyIvInit>::new(&[7; 32].into(), &[1; 16].into());
    let (mut a, mut b) = (message(), message());
    ofb.apply_keystream(&mut a);
    theirs.apply_keystream(&mut b);
    assert_eq!(a, b);
}

#[test]
fn cbc_matches_over_astragal_ciphers() {
    fn round<C>() -> (Vec<u8>, Vec<u8>)
    where
        C: BlockCipherEncrypt + BlockCipherDecrypt + KeyInit + BlockSizeUser,
    {
        let (key, iv) = (vec![7; C::key_size()], vec![1; C::block_size()]);
        let encryptor =
            cbc::Encryptor::<C>::new_from_slices(&key, &iv).expect("the lengths are allowed");
        let decryptor =
            cbc::Decryptor::<C>::new_from_slices(&key, &iv).expect("the lengths are allowed");
        let sealed = encryptor.encrypt_padded_vec::<cipher::block_padding::Pkcs7>(&message());
        let opened = decryptor.decrypt_padded_vec::<cipher::block_padding::Pkcs7>(&sealed);
        (opened.expect("the padding is valid"), sealed)
    }
    let (key, iv) = ([7; 32], [1; 16]);
    let ours = astragal::cipher::Cbc::<Camellia256>::encryptor(&key, &iv).encrypt(&message());
    assert_eq!(round::<Camellia256>(), (message(), ours.clone()));
    assert_eq!(round::<camellia::Camellia256>(), (message(), ours));
    let ours = astragal::cipher::Cbc::<Kalyna512_512>::encryptor(&[7; 64], &[1; 64]);
    assert_eq!(round::<Kalyna512_512>(), (message(), ours.encrypt(&message())));
}

#[test]
fn blocks_encrypt_in_place_and_between_buffers() {
    let cipher = Aes256::new(&[7; 32]);
    for count in [0, 1, 31, 32, 33, 64, 100] {
        let blocks: Vec<[u8; 16]> = (0..count).map(|i| [i; 16]).collect();
        let mut expected = blocks.clone();
        cipher.encrypt_blocks(&mut expected);
        let from: Vec<_> = blocks.iter().copied().map(cipher::Array::from).collect();
        let mut in_place = from.clone();
        BlockCipherEncrypt::encrypt_blocks(&cipher, &mut in_place);
        let mut output = vec![cipher::Array::default(); from.len()];
        cipher.encrypt_blocks_b2b(&from, &mut output).expect("input and output have equal lengths");
        assert!(in_place.iter().zip(&expected).all(|(a, b)| a.0 == *b), "{count}");
        assert_eq!(output, in_place);
        let mut back = vec![cipher::Array::default(); from.len()];
        cipher.decrypt_blocks_b2b(&output, &mut back).expect("input and output have equal lengths");
        assert_eq!(back, from);
    }
}

#[test]
fn authenticated_ciphers_match_rustcrypto() {
    fn round<A: AeadInOut + KeyInit>() -> Vec<u8> {
        let cipher =
            A::new_from_slice(&vec![7; A::key_size()]).expect("the key has the right length");
        let nonce = aead::Nonce::<A>::from_fn(|i| i as u8);
        let message = message();
        let payload = || Payload { msg: &message, aad: b"header" };
        let sealed = cipher.encrypt(&nonce, payload()).expect("the message is not too long");
        let opened = cipher.decrypt(&nonce, Payload { msg: &sealed, aad: b"header" });
        assert_eq!(opened.expect("the tag is valid"), message);
        assert!(cipher.decrypt(&nonce, Payload { msg: &sealed, aad: b"another" }).is_err());
        sealed
    }
    /// Tests that a failed decryption releases no plaintext. Only astragal is tested, because RustCrypto leaves
    /// decrypted text in the output.
    fn releases_nothing<A: AeadInOut + KeyInit>(sealed: &[u8]) {
        let cipher =
            A::new_from_slice(&vec![7; A::key_size()]).expect("the key has the right length");
        let nonce = aead::Nonce::<A>::from_fn(|i| i as u8);
        let (text, tag) = sealed.split_at(message().len());
        let tag = aead::Tag::<A>::try_from(tag).expect("the tag has the right length");
        let mut output = vec![1; text.len()];
        let apart = InOutBuf::new(text, &mut output).expect("input and output have equal lengths");
        assert!(cipher.decrypt_inout_detached(&nonce, b"another", apart, &tag).is_err());
        assert!(output.iter().all(|&byte| byte == 0), "plaintext was released");
    }
    use astragal::aead::{AsconAead128, Ccm, Gcm, GcmSiv};
    assert_eq!(round::<Gcm<Aes256>>(), round::<aes_gcm::Aes256Gcm>());
    assert_eq!(round::<GcmSiv<Aes256>>(), round::<aes_gcm_siv::Aes256GcmSiv>());
    type TheirCcm = ccm::Ccm<aes::Aes256, ccm::consts::U16, ccm::consts::U12>;
    assert_eq!(round::<Ccm<Aes256>>(), round::<TheirCcm>());
    assert_eq!(round::<AsconAead128>(), round::<ascon_aead::AsconAead128>());
    releases_nothing::<Gcm<Camellia256>>(&round::<Gcm<Camellia256>>());
    releases_nothing::<GcmSiv<Aes256>>(&round::<GcmSiv<Aes256>>());
    releases_nothing::<Ccm<Aes256>>(&round::<Ccm<Aes256>>());
    releases_nothing::<AsconAead128>(&round::<AsconAead128>());
}

/// Tests signatures with astragal's hashes. PKCS#1 v1.5 needs the object identifier of the hash; ECDSA needs only the
/// digest.
#[test]
fn rsa_and_p256_signatures_match_over_astragal_hashes() {
    use p256::ecdsa::{Signature, SigningKey};
    use rsa::signature::{
        DigestSigner, DigestVerifier, Keypair, SignatureEncoding, Signer, Verifier,
    };
    use rsa::{BoxedUint, PrivateKey, pkcs1v15};

    /// Primes of a 1024-bit RSA test key, from pycryptodome.
    const P: &str = "b85f0014ad0f39ee6cbe15869f6040ccbb90bf86222e6dce0eb7bbbeffd0faab\
                     9093ccb471c178e87bbde4099edeb40d2e37b46f154b5797bbd9b6532daa20cd";
    const Q: &str = "e565e62e738a1e85cfc825878136f66bf63eddbee608ffd26d9914e1d0527931\
                     ff5dc3c7398f0803fd2c0d8ec1995788aa29e87299fa39affda009f84679ea05";
    let number = |digits: &str| {
        let mut bytes = [0; 64];
        faster_hex::hex_decode(digits.as_bytes(), &mut bytes).expect("the text is hexadecimal");
        BoxedUint::from_be_slice(&bytes, 512).expect("the number has 512 bits")
    };
    let key = PrivateKey::from_p_q(number(P), number(Q), BoxedUint::from(65537_u64))
        .expect("both numbers are prime");
    let ours = pkcs1v15::SigningKey::<Sha256>::new(key.clone());
    let theirs = pkcs1v15::SigningKey::<sha2::Sha256>::new(key);
    let signature = ours.sign(&message());
    assert_eq!(signature.to_bytes(), theirs.sign(&message()).to_bytes());
    theirs.verifying_key().verify(&message(), &signature).expect("the signature is valid");

    let key = SigningKey::from_slice(&[7; 32]).expect("the scalar is in range");
    let ours: Signature = key.sign_digest(|hash: &mut Sha256| hash.update(&message()));
    let theirs: Signature =
        key.sign_digest(|hash: &mut sha2::Sha256| Digest::update(hash, message()));
    assert_eq!(ours, theirs);
    key.verifying_key()
        .verify_digest(
            |hash: &mut Sha256| {
                hash.update(&message());
                Ok(())
            },
            &ours,
        )
        .expect("the signature is valid");
}

/// Checks that the import paths on the migration page compile.
#[test]
fn paths_of_the_migration_page_compile() {
    let mac = <hmac::Hmac<astragal::hash::Sha256> as digest::KeyInit>::new_from_slice(b"key");
    let mac =
        Mac::chain_update(mac.expect("HMAC accepts a key of any length"), message()).finalize();
    assert_eq!(mac.into_bytes().0, HmacSha256::new(b"key").mac(&message()));
    let (mut derived, mut stretched) = ([0; 40], [0; 40]);
    hkdf::Hkdf::<astragal::hash::Sha256>::new(None, b"secret")
        .expand(b"info", &mut derived)
        .expect("the output is not too long");
    pbkdf2::pbkdf2_hmac::<astragal::hash::Sha256>(b"password", b"salt", 3, &mut stretched);
    let ours: [u8; 40] = astragal::kdf::Hkdf::<Sha256>::new(b"", b"secret")
        .expand(b"info")
        .expect("the output is not too long");
    assert_eq!(derived, ours);
    let pbkdf2 =
        astragal::kdf::Pbkdf2::<Sha256>::new(3).expect("the number of iterations is allowed");
    assert_eq!(
        stretched,
        pbkdf2.derive::<40>(b"password", b"salt").expect("the output is not too long")
    );
}
