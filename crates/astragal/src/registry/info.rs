//! Metadata of an algorithm: its names, standard, status and sizes. The library and every language binding use it.

use core::fmt;

use crate::error::Allowed;
use crate::traits::Implementation;

/// Kind of algorithm. No two algorithms of a kind have the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Hash functions with a digest of fixed length.
    Hash,
    /// Hash functions whose output length is a parameter. The length is part of the hashed input, so it changes every
    /// output byte.
    SizedHash,
    /// Extendable-output functions.
    Xof,
    /// Keyed extendable-output functions.
    KeyedXof,
    /// Message authentication codes.
    Mac,
    /// Authenticated encryption.
    Aead,
    /// Block ciphers.
    Cipher,
    /// Key derivation functions.
    Kdf,
    /// Key wrapping.
    KeyWrap,
}

impl Kind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[
        Self::Hash,
        Self::SizedHash,
        Self::Xof,
        Self::KeyedXof,
        Self::Mac,
        Self::Aead,
        Self::Cipher,
        Self::Kdf,
        Self::KeyWrap,
    ];

    /// Returns the name of the kind: `hash`, `sized-hash`, `xof`, `keyed-xof`, `mac`, `aead`, `cipher`, `kdf` or
    /// `key-wrap`.
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
            Self::KeyWrap => "key-wrap",
        }
    }

    /// Returns the indefinite article, "a" or "an", that precedes the kind's name.
    pub(super) const fn article(self) -> &'static str {
        match self {
            Self::Xof | Self::Aead => "an",
            Self::Hash
            | Self::SizedHash
            | Self::KeyedXof
            | Self::Mac
            | Self::Cipher
            | Self::Kdf
            | Self::KeyWrap => "a",
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
            Self::KeyWrap => "key-wrapping algorithm",
        })
    }
}

/// Security status of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// Suitable for new designs.
    Recommended,
    /// The algorithm has no known weakness, but newer or better studied algorithms exist.
    Acceptable,
    /// For compatibility only.
    Legacy,
    /// There are practical attacks on the algorithm.
    Broken,
    /// Checksum that detects accidental errors. Anyone can construct a message for any checksum value.
    NotCryptographic,
}

impl Status {
    /// Returns the name of the status: `recommended`, `acceptable`, `legacy`, `broken` or `not-cryptographic`.
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

/// Sizes of an algorithm in bytes. `None` means the size does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Default length of the digest, tag or output in bytes. The default of an XOF is the length that gives full
    /// collision resistance.
    pub output_bytes: Option<usize>,
    /// Allowed lengths of the digest, tag or output.
    pub output_bytes_allowed: Option<Allowed>,
    /// Block length of a cipher or hash, or rate of a sponge, in bytes. HMAC pads its key to the block length of its
    /// hash.
    pub block_bytes: Option<usize>,
    /// Allowed key lengths.
    pub key_bytes: Option<Allowed>,
    /// Allowed lengths of the nonce or initialization vector.
    pub nonce_bytes: Option<Allowed>,
}

impl Sizes {
    /// Sizes that are all `None`. Rows use them in struct update syntax: `..Sizes::NONE`.
    pub const NONE: Self = Self {
        output_bytes: None,
        output_bytes_allowed: None,
        block_bytes: None,
        key_bytes: None,
        nonce_bytes: None,
    };
}

/// Metadata of an algorithm. Every table row contains an `Info` and dereferences to it: `row.name` is `row.info.name`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Info {
    /// Kind of the algorithm, such as hash or MAC.
    pub kind: Kind,
    /// Canonical name, for example `sha3-256`.
    pub name: &'static str,
    /// Other names of the algorithm, in normalized spelling.
    pub aliases: &'static [&'static str],
    /// Family name, for example `keccak`.
    pub family: &'static str,
    /// Standard and section that define the algorithm.
    pub standard: &'static str,
    /// Security status.
    pub status: Status,
    /// Lengths of keys, output and other values, in bytes.
    pub sizes: Sizes,
    pub(super) implementation: fn() -> Implementation,
}

impl Info {
    /// Creates metadata with [`Status::Acceptable`] and no aliases.
    pub(super) const fn new(
        kind: Kind,
        (name, family, standard): (&'static str, &'static str, &'static str),
        sizes: Sizes,
        implementation: fn() -> Implementation,
    ) -> Self {
        let status = Status::Acceptable;
        Self { kind, name, aliases: &[], family, standard, status, sizes, implementation }
    }

    /// Sets the status and the aliases.
    pub(super) const fn with(self, status: Status, aliases: &'static [&'static str]) -> Self {
        Self { status, aliases, ..self }
    }

    /// Returns the active backend, and whether its execution time depends on secret data.
    #[must_use]
    pub fn implementation(&self) -> Implementation {
        (self.implementation)()
    }
}

/// Implements `Deref<Target = Info>` for a row type.
macro_rules! deref_to_info {
    ($row:ty) => {
        impl core::ops::Deref for $row {
            type Target = $crate::registry::info::Info;
            fn deref(&self) -> &Self::Target {
                &self.info
            }
        }
    };
}

pub(super) use deref_to_info;
