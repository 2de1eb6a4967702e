//! Block ciphers in other libraries, by themselves and in modes: one list for the cross-checks and for the
//! known answers.

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

use anyhow::{Result, ensure};
use astragal::cipher::Padding;
use astragal::registry::{self, Direction, MacParams};

/// What is done with a cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// Block by block.
    Blocks,
    /// With PKCS#7 padding.
    Cbc,
    Ctr,
    /// Whole blocks fed back.
    Cfb,
    Ofb,
    Xts,
    Gcm,
    Ccm,
    GcmSiv,
    Cmac,
}

impl Use {
    /// astragal's canonical name of `cipher` in this use.
    #[must_use]
    pub fn name(self, cipher: &str) -> String {
        match self.mode() {
            Some(mode) => format!("{cipher}-{mode}"),
            None if self == Self::Cmac => format!("cmac-{cipher}"),
            None => cipher.to_owned(),
        }
    }

    /// The field `mode` of a known answer.
    #[must_use]
    pub const fn mode(self) -> Option<&'static str> {
        match self {
            Self::Blocks | Self::Cmac => None,
            Self::Cbc => Some("cbc"),
            Self::Ctr => Some("ctr"),
            Self::Cfb => Some("cfb"),
            Self::Ofb => Some("ofb"),
            Self::Xts => Some("xts"),
            Self::Gcm => Some("gcm"),
            Self::Ccm => Some("ccm"),
            Self::GcmSiv => Some("gcm-siv"),
        }
    }

    /// Whether there are a nonce, associated data and a tag.
    #[must_use]
    pub const fn authenticates(self) -> bool {
        matches!(self, Self::Gcm | Self::Ccm | Self::GcmSiv)
    }
}

/// What a cipher is given; each use takes its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'a> {
    pub key: &'a [u8],
    /// The IV, the nonce, or the tweak of blocks.
    pub iv: &'a [u8],
    pub associated_data: &'a [u8],
    pub text: &'a [u8],
    /// The tag's length where the use authenticates.
    pub tag_bytes: usize,
}

/// From the input to the ciphertext, with the tag behind it; CMAC's tag is all its output. `None` where the
/// library does not take these lengths.
pub type Encrypt = Box<dyn Fn(&Input<'_>) -> Option<Vec<u8>>>;

/// A block cipher in another library.
pub struct CipherPeer {
    /// The library.
    pub name: &'static str,
    /// astragal's canonical name of the cipher.
    pub cipher: &'static str,
    pub used: Use,
    pub encrypt: Encrypt,
}

/// Every peer of every cipher in every use. Where an answer can be had from several libraries, the C and C++
/// ones come first, as they are the older.
pub fn cipher_peers() -> Vec<CipherPeer> {
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
    all.extend(rustcrypto::peers());
    all
}

/// The same by astragal, and back again.
///
/// # Errors
/// When astragal refuses the input, or does not decrypt what it encrypted.
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
        Use::Gcm | Use::Ccm | Use::GcmSiv => {
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
        Use::Cbc | Use::Ctr | Use::Cfb | Use::Ofb | Use::Xts => {
            let mode = registry::mode(&name)?;
            let start = |way| mode.start(way, input.key, input.iv, Padding::Pkcs7);
            let encrypted = start(Direction::Encrypt)?.whole(input.text)?;
            let decrypted = start(Direction::Decrypt)?.whole(&encrypted)?;
            ensure!(decrypted == input.text, "{name} does not decrypt what it encrypted");
            Ok(encrypted)
        }
    }
}

/// The text with PKCS#7 padding, for libraries that leave it to their users.
#[cfg(any(feature = "libgcrypt", feature = "libtomcrypt", feature = "cryptopp"))]
fn padded(text: &[u8], block_bytes: usize) -> Vec<u8> {
    let missing = block_bytes - text.len() % block_bytes;
    let mut padded = text.to_vec();
    padded.resize(text.len() + missing, u8::try_from(missing).expect("blocks are short"));
    padded
}
