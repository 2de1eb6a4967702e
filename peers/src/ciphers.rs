//! Block ciphers and modes in other libraries, for cross-checks, known answers and benchmarks.

#[cfg(feature = "botan")]
mod botan;
#[cfg(feature = "cryptopp")]
mod cryptopp;
#[cfg(feature = "libgcrypt")]
mod gcrypt;
#[cfg(feature = "openssl")]
mod openssl;
mod rustcrypto;
#[cfg(feature = "libtomcrypt")]
mod tomcrypt;

#[cfg(feature = "libgcrypt")]
pub(crate) use self::gcrypt::seal_chacha;

use anyhow::{Result, ensure};
use astragal::cipher::Padding;
use astragal::registry::{self, CipherRow, Direction, MacParams};

/// Use of a cipher: in a mode of operation, block by block (ECB), or as a stream cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// ECB: each block separately.
    Blocks,
    /// CBC with PKCS#7 padding.
    Cbc,
    Ctr,
    /// CFB with full-block feedback.
    Cfb,
    Ofb,
    Xts,
    Gcm,
    Ccm,
    GcmSiv,
    Ocb,
    Siv,
    Cmac,
    /// GCM without a plaintext. The text is the associated data.
    Gmac,
    /// Key wrapping KW. The text is the key to wrap, and the tag is the first half block of the wrapped key.
    KeyWrap,
    /// Stream cipher, which needs no mode.
    Stream,
}

impl Use {
    /// Returns the canonical name of the algorithm for `cipher` in this mode.
    #[must_use]
    pub fn name(self, cipher: &str) -> String {
        match self.mode() {
            Some(mode) => format!("{cipher}-{mode}"),
            None if self == Self::Cmac => format!("cmac-{cipher}"),
            None => cipher.to_owned(),
        }
    }

    /// Returns the mode's name: the suffix of names such as `aes-128-ctr`, and the value of the field `mode` in
    /// known-answer files. Returns `None` for ECB, stream ciphers and CMAC.
    #[must_use]
    pub const fn mode(self) -> Option<&'static str> {
        match self {
            Self::Blocks | Self::Cmac | Self::Stream => None,
            Self::Cbc => Some("cbc"),
            Self::Ctr => Some("ctr"),
            Self::Cfb => Some("cfb"),
            Self::Ofb => Some("ofb"),
            Self::Xts => Some("xts"),
            Self::Gcm => Some("gcm"),
            Self::Ccm => Some("ccm"),
            Self::GcmSiv => Some("gcm-siv"),
            Self::Ocb => Some("ocb"),
            Self::Siv => Some("siv"),
            Self::Gmac => Some("gmac"),
            Self::KeyWrap => Some("kw"),
        }
    }

    /// Returns whether this is an authenticated mode, with nonce, associated data and tag.
    #[must_use]
    pub const fn authenticates(self) -> bool {
        matches!(self, Self::Gcm | Self::Ccm | Self::GcmSiv | Self::Ocb | Self::Siv)
    }

    /// Returns whether this is a MAC, which computes only a tag.
    #[must_use]
    pub const fn is_mac(self) -> bool {
        matches!(self, Self::Cmac | Self::Gmac)
    }

    /// Returns whether the mode computes a tag.
    #[must_use]
    pub const fn has_tag(self) -> bool {
        self.authenticates() || self.is_mac() || matches!(self, Self::KeyWrap)
    }

    /// Returns the number of cipher keys that form the key of the mode: 2 for XTS and SIV, otherwise 1.
    #[must_use]
    pub const fn keys(self) -> usize {
        if matches!(self, Self::Xts | Self::Siv) { 2 } else { 1 }
    }

    /// Returns the entry of the cipher `cipher` in astragal's registry.
    #[must_use]
    pub fn row(self, cipher: &str) -> Option<&'static CipherRow> {
        match self {
            Self::Stream => Some(registry::mode(cipher).ok()?.cipher),
            _ => registry::cipher(cipher).ok(),
        }
    }
}

/// Input of one encryption, including the key. No mode uses all of the fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'a> {
    pub key: &'a [u8],
    /// IV or nonce of the mode. For ECB with a tweakable cipher, this is the tweak.
    pub iv: &'a [u8],
    pub associated_data: &'a [u8],
    pub text: &'a [u8],
    /// Length of the tag in bytes, or 0 for a mode without a tag.
    pub tag_bytes: usize,
}

/// Parameters of one message in a mode.
#[derive(Clone, Copy, Debug, Default)]
pub struct Message<'a> {
    /// IV or nonce of the mode. For ECB with a tweakable cipher, this is the tweak.
    pub iv: &'a [u8],
    pub associated_data: &'a [u8],
}

/// Function that encrypts or decrypts a message in place with a fixed key, and writes the tag. A MAC writes only the
/// tag. For ECB and CBC, the text must consist of complete blocks. Returns `None` if the library does not support these
/// lengths.
pub type Keyed = Box<dyn FnMut(&Message<'_>, &mut [u8], &mut [u8]) -> Option<()>>;

/// Function that sets up a key for encryption or decryption. Returns `None` if the library does not support the key
/// length or the direction.
pub type SetUp = Box<dyn Fn(&[u8], Direction) -> Option<Keyed>>;

/// Another library's implementation of a block cipher in a mode.
pub struct CipherPeer {
    /// Name of the library.
    pub name: &'static str,
    /// Canonical name of the cipher in astragal.
    pub cipher: &'static str,
    pub used: Use,
    pub set_up: SetUp,
}

impl CipherPeer {
    /// Returns the ciphertext followed by the tag. For a MAC, returns only the tag. Returns `None` if the library does
    /// not support these lengths.
    pub fn encrypt(&self, input: &Input<'_>) -> Option<Vec<u8>> {
        let mut keyed = (self.set_up)(input.key, Direction::Encrypt)?;
        let block_bytes = self.used.row(self.cipher)?.block_bytes;
        let mut text = match self.used {
            Use::Cbc => padded(input.text, block_bytes),
            _ => input.text.to_vec(),
        };
        let tag_bytes = if self.used.is_mac() { block_bytes } else { input.tag_bytes };
        let mut tag = vec![0; if self.used.has_tag() { tag_bytes } else { 0 }];
        let message = Message { iv: input.iv, associated_data: input.associated_data };
        keyed(&message, &mut text, &mut tag)?;
        if self.used.is_mac() {
            return Some(tag);
        }
        text.extend_from_slice(&tag);
        Some(text)
    }
}

/// Returns the ciphers of all other libraries, in every mode. Every library with GCM also has GMAC. Each known answer
/// is computed by the first library in this list that supports the cipher. The C and C++ libraries come first, because
/// they have been in use longer than the RustCrypto crates.
pub fn cipher_peers() -> Vec<CipherPeer> {
    let gcms = libraries().into_iter().filter(|peer| peer.used == Use::Gcm);
    let gmacs = gcms.map(|CipherPeer { name, cipher, set_up, .. }| {
        let set_up: SetUp = Box::new(move |key, way| Some(gmac(set_up(key, way)?)));
        CipherPeer { name, cipher, used: Use::Gmac, set_up }
    });
    libraries().into_iter().chain(gmacs).collect()
}

fn libraries() -> Vec<CipherPeer> {
    let mut all = Vec::new();
    #[cfg(feature = "openssl")]
    all.extend(openssl::peers());
    #[cfg(feature = "libgcrypt")]
    all.extend(gcrypt::peers());
    #[cfg(feature = "botan")]
    all.extend(botan::peers());
    #[cfg(feature = "cryptopp")]
    all.extend(cryptopp::peers());
    #[cfg(feature = "libtomcrypt")]
    all.extend(tomcrypt::peers());
    #[cfg(feature = "libsodium")]
    all.extend(crate::libsodium::streams());
    let unlimited = crate::cap::includes_unlimited();
    // The instruction sets of the crate `aes` cannot be limited.
    all.extend(
        rustcrypto::peers().into_iter().filter(|p| unlimited || !p.cipher.starts_with("aes-")),
    );
    if unlimited {
        all.extend(crate::rscrypto::ciphers());
    }
    all
}

/// Computes GMAC, which is GCM without a plaintext.
fn gmac(mut gcm: Keyed) -> Keyed {
    Box::new(move |message, text, tag| {
        gcm(&Message { iv: message.iv, associated_data: text }, &mut [], tag)
    })
}

/// Splits a wrapped key: writes its first 8 bytes to `tag`, and the rest to `text`.
pub(crate) fn split_wrapped(wrapped: &[u8], text: &mut [u8], tag: &mut [u8]) {
    let (value, key) = wrapped.split_at(8);
    tag.copy_from_slice(value);
    text.copy_from_slice(key);
}

/// Encrypts with astragal, and returns a result in the format of [`CipherPeer::encrypt`]. Also decrypts the result and
/// compares it with the text.
///
/// # Errors
/// If astragal refuses the input, or if the decrypted text differs.
pub fn ours(cipher: &str, used: Use, input: &Input<'_>) -> Result<Vec<u8>> {
    let name = used.name(cipher);
    match used {
        Use::Blocks => {
            let mut object = registry::cipher(&name)?.new_cipher(input.key)?;
            if !input.iv.is_empty() {
                object.set_tweak(input.iv)?;
            }
            let mut blocks = input.text.to_vec();
            object.encrypt_blocks(&mut blocks)?;
            let encrypted = blocks.clone();
            object.decrypt_blocks(&mut blocks)?;
            ensure!(blocks == input.text, "{name} does not decrypt what it encrypted");
            Ok(encrypted)
        }
        Use::Gcm | Use::Ccm | Use::GcmSiv | Use::Ocb | Use::Siv => {
            let object = registry::aead(&name)?.new_aead(input.key)?;
            let (mut text, mut tag) = (input.text.to_vec(), vec![0; input.tag_bytes]);
            let data = input.associated_data;
            object.encrypt_in_place_detached(input.iv, data, &mut text, &mut tag)?;
            let sealed = [&text[..], &tag].concat();
            object.decrypt_in_place_detached(input.iv, data, &mut text, &tag)?;
            ensure!(text == input.text, "{name} does not decrypt what it encrypted");
            Ok(sealed)
        }
        Use::Cmac => {
            let mut object = registry::mac(&name)?.new_mac(input.key, &MacParams::default())?;
            object.update(input.text);
            Ok(object.finalize_reset()?)
        }
        Use::Gmac => {
            let object = registry::aead(&Use::Gcm.name(cipher))?.new_aead(input.key)?;
            Ok(object.encrypt(input.iv, input.text, &[])?)
        }
        Use::KeyWrap => {
            let row = registry::key_wrap(&name)?;
            let wrapped = row.wrap(input.key, input.text)?;
            let unwrapped = row.unwrap(input.key, &wrapped)?;
            ensure!(unwrapped == input.text, "{name} does not unwrap what it wrapped");
            Ok([&wrapped[8..], &wrapped[..8]].concat())
        }
        Use::Cbc | Use::Ctr | Use::Cfb | Use::Ofb | Use::Xts | Use::Stream => {
            let mode = registry::mode(&name)?;
            let start = |way| mode.start(way, input.key, input.iv, Padding::Pkcs7);
            let encrypted = start(Direction::Encrypt)?.whole(input.text)?;
            let decrypted = start(Direction::Decrypt)?.whole(&encrypted)?;
            ensure!(decrypted == input.text, "{name} does not decrypt what it encrypted");
            Ok(encrypted)
        }
    }
}

/// Looks up astragal's cipher by the name `cipher`, and sets up a key for it.
pub fn ours_keyed(cipher: &str, used: Use, key: &[u8], way: Direction) -> Option<Keyed> {
    let name = used.name(cipher);
    Some(match used {
        Use::Blocks => {
            let mut object = registry::cipher(&name).ok()?.new_cipher(key).ok()?;
            Box::new(move |message, text, _| {
                if !message.iv.is_empty() {
                    object.set_tweak(message.iv).ok()?;
                }
                match way {
                    Direction::Encrypt => object.encrypt_blocks(text).ok(),
                    Direction::Decrypt => object.decrypt_blocks(text).ok(),
                }
            })
        }
        Use::Gcm | Use::Ccm | Use::GcmSiv | Use::Ocb | Use::Siv => {
            let object = registry::aead(&name).ok()?.new_aead(key).ok()?;
            Box::new(move |message, text, tag| {
                let (nonce, data) = (message.iv, message.associated_data);
                object.encrypt_in_place_detached(nonce, data, text, tag).ok()
            })
        }
        Use::Cmac => {
            let mut object = registry::mac(&name).ok()?.new_mac(key, &MacParams::default()).ok()?;
            Box::new(move |_, text, tag| {
                object.update(text);
                object.finalize_into_reset(tag).ok()
            })
        }
        Use::Gmac => gmac(ours_keyed(cipher, Use::Gcm, key, way)?),
        Use::KeyWrap => {
            let (row, kek) = (registry::key_wrap(&name).ok()?, key.to_vec());
            let mut wrapped = Vec::new();
            Box::new(move |_, text, tag| {
                wrapped.resize(text.len() + 8, 0);
                row.wrap_to(&kek, text, &mut wrapped).ok()?;
                split_wrapped(&wrapped, text, tag);
                Some(())
            })
        }
        Use::Cbc | Use::Ctr | Use::Cfb | Use::Ofb | Use::Xts | Use::Stream => {
            let mode = registry::mode(&name).ok()?;
            let iv = vec![0; mode.cipher.block_bytes];
            let mut object = mode.start(way, key, &iv, Padding::None).ok()?;
            Box::new(move |message, text, _| {
                object.restart(message.iv).ok()?;
                let bytes = text.len();
                object.whole_in_place(text, bytes).ok().map(|_| ())
            })
        }
    })
}

/// Returns the text followed by PKCS#7 padding.
fn padded(text: &[u8], block_bytes: usize) -> Vec<u8> {
    let missing = block_bytes - text.len() % block_bytes;
    let mut padded = text.to_vec();
    padded.resize(
        text.len() + missing,
        u8::try_from(missing).expect("the number of padding bytes is small"),
    );
    padded
}
