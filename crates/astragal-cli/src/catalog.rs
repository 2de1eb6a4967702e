//! Catalog of all algorithms for `list` and `info`: the algorithms of the registry, and compositions such as HMAC with
//! a hash.

use std::borrow::Cow;

use astragal::error::Allowed;
use astragal::registry::{
    self, AeadLimits, Algorithm, CipherMode, Implementation, Kind, Mode, Status,
};

/// Algorithm, or block cipher in a mode of operation.
#[derive(Clone, Copy)]
pub(crate) enum CatalogEntry {
    Algorithm(Algorithm),
    Mode(CipherMode),
}

/// Construction such as HMAC, which can be combined with almost every hash or block cipher.
pub(crate) struct Composition {
    /// Word that selects the construction in `digest list WORD`.
    pub(crate) word: &'static str,
    /// Name of the construction, with `HASH` or `CIPHER` in place of the underlying algorithm.
    pub(crate) pattern: &'static str,
}

const COMPOSITIONS: [Composition; 19] = [
    Composition { word: "hmac", pattern: "hmac-HASH" },
    Composition { word: "cmac", pattern: "cmac-CIPHER" },
    Composition { word: "gcm", pattern: "CIPHER-gcm" },
    Composition { word: "ccm", pattern: "CIPHER-ccm" },
    Composition { word: "gcm-siv", pattern: "CIPHER-gcm-siv" },
    Composition { word: "siv", pattern: "CIPHER-siv" },
    Composition { word: "ocb", pattern: "CIPHER-ocb" },
    Composition { word: "cbc", pattern: "CIPHER-cbc" },
    Composition { word: "ctr", pattern: "CIPHER-ctr" },
    Composition { word: "cfb", pattern: "CIPHER-cfb" },
    Composition { word: "ofb", pattern: "CIPHER-ofb" },
    Composition { word: "xts", pattern: "CIPHER-xts" },
    Composition { word: "kw", pattern: "CIPHER-kw" },
    Composition { word: "kwp", pattern: "CIPHER-kwp" },
    Composition { word: "pbkdf2", pattern: "pbkdf2-hmac-HASH" },
    Composition { word: "scrypt", pattern: "scrypt-hmac-HASH" },
    Composition { word: "hkdf", pattern: "hkdf-HASH" },
    Composition { word: "kbkdf", pattern: "kbkdf-hmac-HASH" },
    Composition { word: "kbkdf", pattern: "kbkdf-cmac-CIPHER" },
];

impl Composition {
    /// Returns whether `name` is this construction with an underlying algorithm, such as `hmac-sha256` for HMAC.
    fn matches(&self, name: &str) -> bool {
        let prefix = self.pattern.trim_end_matches("HASH").trim_end_matches("CIPHER");
        match prefix.strip_prefix("CIPHER") {
            Some(suffix) => name.ends_with(suffix),
            None => name.starts_with(prefix),
        }
    }
}

/// Returns the algorithms of the registry, without compositions such as HMAC with a hash.
pub(crate) fn rows() -> Vec<CatalogEntry> {
    let mut rows = Vec::new();
    for algorithm in registry::algorithms() {
        rows.push(CatalogEntry::Algorithm(algorithm));
    }
    for mode in registry::modes().filter(|mode| mode.mode == Mode::Stream) {
        rows.push(CatalogEntry::Mode(mode));
    }
    rows
}

/// Returns the algorithms of the registry and all compositions, such as HMAC with each hash.
pub(crate) fn all() -> Vec<CatalogEntry> {
    let mut all = rows();
    for row in registry::composed_macs() {
        all.push(CatalogEntry::Algorithm(Algorithm::Mac(row)));
    }
    for row in registry::composed_aeads() {
        all.push(CatalogEntry::Algorithm(Algorithm::Aead(row)));
    }
    for row in registry::composed_kdfs() {
        all.push(CatalogEntry::Algorithm(Algorithm::Kdf(row)));
    }
    for row in registry::key_wraps() {
        all.push(CatalogEntry::Algorithm(Algorithm::KeyWrap(row)));
    }
    for mode in registry::modes().filter(|mode| mode.mode != Mode::Stream) {
        all.push(CatalogEntry::Mode(mode));
    }
    all
}

/// Returns the algorithms of any kind that have this name.
pub(crate) fn find(name: &str) -> Vec<CatalogEntry> {
    /// Kinds of algorithms, in groups. A search in one group finds at most one algorithm. Algorithms of different
    /// groups may have the same name, so all groups are searched.
    const KINDS: [&[Kind]; 8] = [
        &[Kind::Hash],
        &[Kind::SizedHash],
        &[Kind::Xof],
        &[Kind::Mac],
        &[Kind::Aead],
        &[Kind::Cipher],
        &[Kind::Kdf],
        &[Kind::KeyWrap],
    ];
    let rows = KINDS.iter().filter_map(|kind| registry::find(kind, name).ok());
    let mode = registry::mode(name).ok();
    rows.map(CatalogEntry::Algorithm).chain(mode.map(CatalogEntry::Mode)).collect()
}

/// Returns the name of a kind as shown to users.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::SizedHash => "hash",
        kind => kind.name(),
    }
}

impl CatalogEntry {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Algorithm(algorithm) => kind_name(algorithm.kind),
            Self::Mode(_) => "mode",
        }
    }

    pub(crate) fn name(&self) -> Cow<'static, str> {
        match self {
            Self::Algorithm(algorithm) => algorithm.name.into(),
            Self::Mode(mode) => mode.name().into(),
        }
    }

    pub(crate) fn aliases(&self) -> &'static [&'static str] {
        match self {
            Self::Algorithm(algorithm) => algorithm.aliases,
            Self::Mode(_) => &[],
        }
    }

    pub(crate) fn family(&self) -> &'static str {
        match self {
            Self::Algorithm(algorithm) => algorithm.family,
            Self::Mode(mode) => mode.cipher.family,
        }
    }

    pub(crate) fn standard(&self) -> &'static str {
        match self {
            Self::Algorithm(algorithm) => algorithm.standard,
            Self::Mode(mode) => mode.standard(),
        }
    }

    pub(crate) fn status(&self) -> Status {
        match self {
            Self::Algorithm(algorithm) => algorithm.status,
            Self::Mode(mode) => mode.status(),
        }
    }

    pub(crate) fn implementation(&self) -> Implementation {
        match self {
            Self::Algorithm(algorithm) => algorithm.implementation(),
            Self::Mode(mode) => mode.cipher.implementation(),
        }
    }

    pub(crate) fn key_bytes(&self) -> Option<Allowed> {
        match self {
            Self::Algorithm(algorithm) => algorithm.sizes.key_bytes,
            Self::Mode(mode) => Some(Allowed::Exactly(mode.key_bytes())),
        }
    }

    /// Returns the limits of an authenticated cipher.
    pub(crate) fn limits(&self) -> Option<AeadLimits> {
        match self {
            Self::Algorithm(Algorithm::Aead(row)) => Some(row.limits),
            _ => None,
        }
    }

    /// Returns the length of the nonce or IV in bytes.
    pub(crate) fn nonce_bytes(&self) -> Option<Allowed> {
        match self {
            Self::Algorithm(algorithm) => algorithm.sizes.nonce_bytes,
            Self::Mode(mode) => Some(mode.iv_bytes()),
        }
    }

    /// Returns the length of the digest, output, tag or derived key in bytes.
    pub(crate) fn output_bytes(&self) -> Option<usize> {
        match self {
            Self::Algorithm(algorithm) => algorithm.sizes.output_bytes,
            Self::Mode(_) => None,
        }
    }

    pub(crate) fn block_bytes(&self) -> Option<usize> {
        match self {
            Self::Algorithm(algorithm) => algorithm.sizes.block_bytes,
            Self::Mode(mode) => mode.cipher.sizes.block_bytes,
        }
    }

    /// Returns the construction that this algorithm uses, such as HMAC for `hmac-sha256`.
    pub(crate) fn composition(&self) -> Option<&'static Composition> {
        let is_of_kind = matches!(self.kind(), "mac" | "aead" | "mode" | "kdf" | "key-wrap");
        let name = self.name();
        COMPOSITIONS.iter().find(|composition| is_of_kind && composition.matches(&name))
    }

    /// Returns whether `word` is the algorithm's kind, family or status, or one of its names. A name also matches by
    /// its start or end at a hyphen: `sha3` and `256` both match `sha3-256`.
    pub(crate) fn matches(&self, word: &str) -> bool {
        let is_part = |name: &str| {
            let begins =
                name.strip_prefix(word).map(|rest| rest.is_empty() || rest.starts_with('-'));
            let ends = name.strip_suffix(word).map(|rest| rest.ends_with('-'));
            begins == Some(true) || ends == Some(true)
        };
        [self.kind(), self.family(), self.status().name()].contains(&word)
            || is_part(&self.name())
            || self.aliases().iter().any(|name| is_part(name))
    }

    /// Returns the options of `digest` that set the algorithm's parameters.
    pub(crate) fn takes(&self) -> Vec<&'static str> {
        let flags: &[(bool, &'static str)] = match self {
            Self::Algorithm(Algorithm::Xof(row)) => &[
                (true, "--length"),
                (row.takes.custom, "--custom"),
                (row.takes.function_name, "--name"),
                (row.takes.domain, "--domain"),
                (row.takes.block_bytes, "--block"),
            ],
            Self::Algorithm(Algorithm::Mac(row)) => &[
                (!matches!(row.tag_bytes_allowed, Allowed::Exactly(_)), "--length"),
                (row.takes_custom, "--custom"),
            ],
            Self::Algorithm(Algorithm::Kdf(row)) => {
                let rule = row.rule;
                let is_taken = |what| rule.needs().contains(&what) || rule.takes().contains(&what);
                &[
                    (true, "--length"),
                    (is_taken("salt"), "--salt"),
                    (is_taken("number of iterations"), "--iterations"),
                    (is_taken("memory m"), "--memory"),
                    (is_taken("number of passes t"), "--passes"),
                    (is_taken("cost N"), "--cost"),
                    (is_taken("block size r"), "--block-size"),
                    (is_taken("parallelization p"), "--parallel"),
                    (is_taken("secret"), "--secret-file"),
                    (is_taken("associated data"), "--associated-data"),
                    (is_taken("version"), "--argon2-version"),
                    (is_taken("label"), "--label"),
                    (is_taken("info"), "--info"),
                ]
            }
            Self::Algorithm(_) | Self::Mode(_) => &[],
        };
        flags.iter().filter(|(is_taken, _)| *is_taken).map(|(_, flag)| *flag).collect()
    }
}
