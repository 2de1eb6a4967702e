//! Ciphers from OpenSSL.

use std::ffi::{c_int, c_void};

use astragal::registry::Direction;
use foreign_types::ForeignType as _;
use openssl::cipher::Cipher;
use openssl::cipher_ctx::{CipherCtx, CipherCtxFlags};
use openssl::error::ErrorStack;
use openssl::nid::Nid;
use openssl::pkey::PKey;
use openssl::sign::Signer;
use openssl::symm;

use super::{CipherPeer, Keyed, Message, Use, split_wrapped};

/// Names of the ciphers in astragal and in OpenSSL.
const CIPHERS: [(&str, &str); 10] = [
    ("aes-128", "AES-128"),
    ("aes-192", "AES-192"),
    ("aes-256", "AES-256"),
    ("aria-128", "ARIA-128"),
    ("aria-192", "ARIA-192"),
    ("aria-256", "ARIA-256"),
    ("camellia-128", "CAMELLIA-128"),
    ("camellia-192", "CAMELLIA-192"),
    ("camellia-256", "CAMELLIA-256"),
    ("sm4", "SM4"),
];

const USES: [(Use, &str); 10] = [
    (Use::Blocks, "ECB"),
    (Use::Cbc, "CBC"),
    (Use::Ctr, "CTR"),
    (Use::Cfb, "CFB"),
    (Use::Ofb, "OFB"),
    (Use::Xts, "XTS"),
    (Use::Gcm, "GCM"),
    (Use::Ccm, "CCM"),
    (Use::Ocb, "OCB"),
    (Use::KeyWrap, "WRAP"),
];

/// Ciphers whose CMAC the crate `openssl` supports. Each entry also contains the `Nid` of the cipher's CBC mode.
const CMACS: [(&str, Nid); 6] = [
    ("aes-128", Nid::AES_128_CBC),
    ("aes-192", Nid::AES_192_CBC),
    ("aes-256", Nid::AES_256_CBC),
    ("camellia-128", Nid::CAMELLIA_128_CBC),
    ("camellia-192", Nid::CAMELLIA_192_CBC),
    ("camellia-256", Nid::CAMELLIA_256_CBC),
];

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut peers = Vec::new();
    for (cipher, their_cipher) in CIPHERS {
        for (used, their_mode) in USES {
            // Skips XTS with SM4. By default, OpenSSL computes its tweaks according to GB/T 17964-2021, not IEEE 1619.
            if (cipher, used) == ("sm4", Use::Xts) {
                continue;
            }
            let name = format!("{their_cipher}-{their_mode}");
            // Skips modes that OpenSSL does not implement for this cipher.
            if Cipher::fetch(None, &name, None).is_ok() {
                let set_up = move |key: &[u8], way| set_up(&name, used, key, way).ok();
                peers.push(CipherPeer { name: "OpenSSL", cipher, used, set_up: Box::new(set_up) });
            }
        }
    }
    for (cipher, nid) in CMACS {
        let set_up = move |key: &[u8], _| set_up_cmac(nid, key).ok();
        peers.push(CipherPeer {
            name: "OpenSSL",
            cipher,
            used: Use::Cmac,
            set_up: Box::new(set_up),
        });
    }
    peers
}

fn set_up(name: &str, used: Use, key: &[u8], way: Direction) -> Result<Keyed, ErrorStack> {
    let cipher = Cipher::fetch(None, name, None)?;
    let mut context = CipherCtx::new()?;
    context.set_flags(CipherCtxFlags::FLAG_WRAP_ALLOW);
    let encrypts = way == Direction::Encrypt;
    if encrypts {
        context.encrypt_init(Some(&cipher), Some(key), None)?;
    } else {
        context.decrypt_init(Some(&cipher), Some(key), None)?;
    }
    context.set_padding(false);
    let ccm_key = (used == Use::Ccm).then(|| key.to_vec());
    let mut nonce_bytes = 12;
    Ok(Box::new(move |message, text, tag| {
        let mut apply = || {
            if used.authenticates() && (nonce_bytes != message.iv.len() || used == Use::Ccm) {
                nonce_bytes = message.iv.len();
                context.set_iv_length(nonce_bytes)?;
            }
            if used == Use::Ccm {
                context.set_tag_length(tag.len())?;
            }
            apply(&mut context, used, ccm_key.as_deref(), encrypts, message, text, tag)
        };
        apply().ok()
    }))
}

unsafe extern "C" {
    fn EVP_CipherUpdate(
        context: *mut c_void,
        to: *mut u8,
        written: *mut c_int,
        from: *const u8,
        bytes: c_int,
    ) -> c_int;
}

fn apply(
    context: &mut CipherCtx,
    used: Use,
    key: Option<&[u8]>,
    encrypts: bool,
    message: &Message<'_>,
    text: &mut [u8],
    tag: &mut [u8],
) -> Result<(), ErrorStack> {
    let iv = (!matches!(used, Use::Blocks | Use::KeyWrap)).then_some(message.iv);
    if encrypts {
        context.encrypt_init(None, key, iv)?;
    } else {
        context.decrypt_init(None, key, iv)?;
    }
    if used == Use::KeyWrap {
        let mut wrapped = vec![0; text.len() + 16];
        let bytes = context.cipher_update(text, Some(&mut wrapped))?;
        split_wrapped(&wrapped[..bytes], text, tag);
        return Ok(());
    }
    if used == Use::Ccm {
        context.set_data_len(text.len())?;
    }
    if used.authenticates() && !message.associated_data.is_empty() {
        context.cipher_update(message.associated_data, None)?;
    }
    let mut written = 0;
    // SAFETY: without padding, the output is as long as the input and may overlap it exactly. The crate `openssl` has
    // no safe function for block modes in place.
    let good = unsafe {
        let (at, bytes) =
            (text.as_mut_ptr(), c_int::try_from(text.len()).expect("the length fits in a c_int"));
        EVP_CipherUpdate(context.as_ptr().cast(), at, &raw mut written, at, bytes)
    };
    if good != 1 || usize::try_from(written) != Ok(text.len()) {
        return Err(ErrorStack::get());
    }
    if used.authenticates() {
        context.cipher_final(&mut [0; 32])?;
        context.tag(tag)?;
    }
    Ok(())
}

fn set_up_cmac(nid: Nid, key: &[u8]) -> Result<Keyed, ErrorStack> {
    let cipher = symm::Cipher::from_nid(nid).expect("OpenSSL 3 has the cipher");
    let key = PKey::cmac(&cipher, key)?;
    Ok(Box::new(move |_, text, tag| {
        let mut signer = Signer::new_without_digest(&key).ok()?;
        signer.sign_oneshot(tag, text).ok().map(|_| ())
    }))
}
