//! The system's OpenSSL.

use openssl::cipher::Cipher;
use openssl::cipher_ctx::CipherCtx;
use openssl::error::ErrorStack;
use openssl::nid::Nid;
use openssl::pkey::PKey;
use openssl::sign::Signer;
use openssl::symm;

use super::{CipherPeer, Input, Use};

/// Our names and OpenSSL's.
const CIPHERS: [(&str, &str); 10] = [
    ("rijndael128-128", "AES-128"),
    ("rijndael128-192", "AES-192"),
    ("rijndael128-256", "AES-256"),
    ("aria-128", "ARIA-128"),
    ("aria-192", "ARIA-192"),
    ("aria-256", "ARIA-256"),
    ("camellia-128", "CAMELLIA-128"),
    ("camellia-192", "CAMELLIA-192"),
    ("camellia-256", "CAMELLIA-256"),
    ("sm4", "SM4"),
];

const USES: [(Use, &str); 8] = [
    (Use::Blocks, "ECB"),
    (Use::Cbc, "CBC"),
    (Use::Ctr, "CTR"),
    (Use::Cfb, "CFB"),
    (Use::Ofb, "OFB"),
    (Use::Xts, "XTS"),
    (Use::Gcm, "GCM"),
    (Use::Ccm, "CCM"),
];

/// Ciphers whose CMAC the binding reaches: by the number of their CBC.
const CMACS: [(&str, Nid); 6] = [
    ("rijndael128-128", Nid::AES_128_CBC),
    ("rijndael128-192", Nid::AES_192_CBC),
    ("rijndael128-256", Nid::AES_256_CBC),
    ("camellia-128", Nid::CAMELLIA_128_CBC),
    ("camellia-192", Nid::CAMELLIA_192_CBC),
    ("camellia-256", Nid::CAMELLIA_256_CBC),
];

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut peers = Vec::new();
    for (cipher, their_cipher) in CIPHERS {
        for (used, their_mode) in USES {
            let name = format!("{their_cipher}-{their_mode}");
            // Not every cipher is there in every mode.
            if Cipher::fetch(None, &name, None).is_ok() {
                let encrypt = move |input: &Input<'_>| encrypt(&name, used, input).ok();
                peers.push(CipherPeer {
                    name: "OpenSSL",
                    cipher,
                    used,
                    encrypt: Box::new(encrypt),
                });
            }
        }
    }
    for (cipher, nid) in CMACS {
        let mac = move |input: &Input<'_>| cmac(nid, input).ok();
        let (used, encrypt) = (Use::Cmac, Box::new(mac));
        peers.push(CipherPeer { name: "OpenSSL", cipher, used, encrypt });
    }
    peers
}

fn encrypt(name: &str, used: Use, input: &Input<'_>) -> Result<Vec<u8>, ErrorStack> {
    let cipher = Cipher::fetch(None, name, None)?;
    let mut context = CipherCtx::new()?;
    context.encrypt_init(Some(&cipher), None, None)?;
    if used.authenticates() {
        context.set_iv_length(input.iv.len())?;
    }
    if used == Use::Ccm {
        context.set_tag_length(input.tag_bytes)?;
    }
    let iv = (used != Use::Blocks).then_some(input.iv);
    context.encrypt_init(None, Some(input.key), iv)?;
    context.set_padding(used == Use::Cbc);
    if used == Use::Ccm {
        context.set_data_len(input.text.len())?;
    }
    if used.authenticates() && !input.associated_data.is_empty() {
        context.cipher_update(input.associated_data, None)?;
    }
    let mut output = Vec::new();
    context.cipher_update_vec(input.text, &mut output)?;
    context.cipher_final_vec(&mut output)?;
    if used.authenticates() {
        let text_bytes = output.len();
        output.resize(text_bytes + input.tag_bytes, 0);
        context.tag(&mut output[text_bytes..])?;
    }
    Ok(output)
}

fn cmac(nid: Nid, input: &Input<'_>) -> Result<Vec<u8>, ErrorStack> {
    let cipher = symm::Cipher::from_nid(nid).expect("it is in OpenSSL 3");
    let key = PKey::cmac(&cipher, input.key)?;
    Signer::new_without_digest(&key)?.sign_oneshot_to_vec(input.text)
}
