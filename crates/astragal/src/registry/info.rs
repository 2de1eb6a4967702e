//! What is known of an algorithm, whatever its kind: written once in its row, read by every face.

use core::fmt;

use super::Implementation;
use crate::error::Allowed;

/// The kinds of algorithm, each with a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Hash functions with a digest of fixed length.
    Hash,
    /// Hash functions whose output's length is chosen before, and changes all of it.
    SizedHash,
    /// Extendable-output functions.
    Xof,
    /// Extendable-output functions under a key.
    KeyedXof,
    /// Message authentication codes.
    Mac,
    /// Authenticated encryption.
    Aead,
    /// Block ciphers.
    Cipher,
    /// Key derivation functions.
    Kdf,
}

impl Kind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::Hash,
        Self::SizedHash,
        Self::Xof,
        Self::KeyedXof,
        Self::Mac,
        Self::Aead,
        Self::Cipher,
        Self::Kdf,
    ];

    /// The kind in a word: `hash`, `sized-hash`, `xof`, `keyed-xof`, `mac`, `aead`, `cipher` or `kdf`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hash => "hash",
            Self::SizedHash => "sized-hash",
            Self::Xof => "xof",
            Self::KeyedXof => "keyed-xof",
            Self::Mac => "mac",
            Self::Aead => "aead",
            Self::Cipher => "cipher",
            Self::Kdf => "kdf",
        }
    }

    /// The article that goes before the kind in a sentence.
    pub(super) const fn article(self) -> &'static str {
        match self {
            Self::Xof | Self::Aead => "an",
            Self::Hash
            | Self::SizedHash
            | Self::KeyedXof
            | Self::Mac
            | Self::Cipher
            | Self::Kdf => "a",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hash => "hash",
            Self::SizedHash => "hash of chosen length",
            Self::Xof => "extendable-output function",
            Self::KeyedXof => "keyed extendable-output function",
            Self::Mac => "message authentication code",
            Self::Aead => "authenticated cipher",
            Self::Cipher => "block cipher",
            Self::Kdf => "key derivation function",
        })
    }
}

/// How an algorithm stands today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// For new designs.
    Recommended,
    /// No known weakness; newer or better studied ones exist.
    Acceptable,
    /// For compatibility only.
    Legacy,
    /// Practical attacks exist.
    Broken,
    /// A checksum against accidents: anyone can make a message of any value.
    NotCryptographic,
}

impl Status {
    /// `recommended`, `acceptable`, `legacy`, `broken` or `not-cryptographic`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recommended => "recommended",
            Self::Acceptable => "acceptable",
            Self::Legacy => "legacy",
            Self::Broken => "broken",
            Self::NotCryptographic => "not-cryptographic",
        }
    }
}

/// The lengths of an algorithm, in bytes; `None` where it has no such thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The digest or tag, or the output that gives the full collision resistance: what one gets who asks
    /// for no length.
    pub output_bytes: Option<usize>,
    /// The lengths of digest, tag or output that may be asked for.
    pub output_bytes_allowed: Option<Allowed>,
    /// The block: of a cipher, or the one that HMAC pads its key to. The rate of a sponge.
    pub block_bytes: Option<usize>,
    /// The key.
    pub key_bytes: Option<Allowed>,
    /// The nonce or initialization vector.
    pub nonce_bytes: Option<Allowed>,
}

impl Sizes {
    /// No lengths at all, to be filled up by `..Sizes::NONE`.
    pub const NONE: Self = Self {
        output_bytes: None,
        output_bytes_allowed: None,
        block_bytes: None,
        key_bytes: None,
        nonce_bytes: None,
    };
}

/// What is known of an algorithm, whatever its kind. Every row of every table has one, and reads as one:
/// `row.name` is `row.info.name`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The kind, which tells the table.
    pub kind: Kind,
    /// The canonical name, as `sha3-256`.
    pub name: &'static str,
    /// Other names, in their normal form.
    pub aliases: &'static [&'static str],
    /// The family's name, as `keccak`.
    pub family: &'static str,
    /// The standard and section that define it.
    pub standard: &'static str,
    /// How it stands today.
    pub status: Status,
    /// Its lengths in bytes.
    pub sizes: Sizes,
    pub(super) implementation: fn() -> Implementation,
}

impl Info {
    /// An algorithm that is [`Status::Acceptable`] and has no aliases; the other functions say more.
    pub(super) const fn new(
        kind: Kind,
        (name, family, standard): (&'static str, &'static str, &'static str),
        sizes: Sizes,
        implementation: fn() -> Implementation,
    ) -> Self {
        let status = Status::Acceptable;
        Self { kind, name, aliases: &[], family, standard, status, sizes, implementation }
    }

    /// With this status and these aliases.
    pub(super) const fn with(self, status: Status, aliases: &'static [&'static str]) -> Self {
        Self { status, aliases, ..self }
    }

    /// The code that runs here now, and what its timing depends on.
    #[must_use]
    pub fn implementation(&self) -> Implementation {
        (self.implementation)()
    }
}

/// Makes a row type read as its [`Info`].
macro_rules! reads_as_info {
    ($row:ty) => {
        impl core::ops::Deref for $row {
            type Target = $crate::registry::Info;
            fn deref(&self) -> &Self::Target {
                &self.info
            }
        }
    };
}

pub(super) use reads_as_info;
