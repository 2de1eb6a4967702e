//! Everything that has a name, as `list` and `info` tell it: the rows of the registry's tables, and what is
//! composed of them by rule.

use std::borrow::Cow;

use astragal::error::Allowed;
use astragal::registry::{self, Algorithm, CipherMode, Implementation, Kind, Status};

/// A row of a table, or a cipher in a mode.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Algorithm(Algorithm),
    Mode(CipherMode),
}

/// What there is one of for almost every hash or cipher.
pub(crate) struct Rule {
    /// The word that lists it.
    pub(crate) word: &'static str,
    /// How it is named, `HASH` or `CIPHER` standing for the name of one.
    pub(crate) pattern: &'static str,
}

const RULES: [Rule; 15] = [
    Rule { word: "hmac", pattern: "hmac-HASH" },
    Rule { word: "cmac", pattern: "cmac-CIPHER" },
    Rule { word: "gcm", pattern: "CIPHER-gcm" },
    Rule { word: "ccm", pattern: "CIPHER-ccm" },
    Rule { word: "gcm-siv", pattern: "CIPHER-gcm-siv" },
    Rule { word: "cbc", pattern: "CIPHER-cbc" },
    Rule { word: "ctr", pattern: "CIPHER-ctr" },
    Rule { word: "cfb", pattern: "CIPHER-cfb" },
    Rule { word: "ofb", pattern: "CIPHER-ofb" },
    Rule { word: "xts", pattern: "CIPHER-xts" },
    Rule { word: "pbkdf2", pattern: "pbkdf2-hmac-HASH" },
    Rule { word: "scrypt", pattern: "scrypt-hmac-HASH" },
    Rule { word: "hkdf", pattern: "hkdf-HASH" },
    Rule { word: "kbkdf", pattern: "kbkdf-hmac-HASH" },
    Rule { word: "kbkdf", pattern: "kbkdf-cmac-CIPHER" },
];

impl Rule {
    fn names(&self, name: &str) -> bool {
        let prefix = self.pattern.trim_end_matches("HASH").trim_end_matches("CIPHER");
        match prefix.strip_prefix("CIPHER") {
            Some(suffix) => name.ends_with(suffix),
            None => name.starts_with(prefix),
        }
    }
}

/// The rows of all tables.
pub(crate) fn rows() -> impl Iterator<Item = Named> {
    registry::algorithms().map(Named::Algorithm)
}

/// The rows of all tables, and what is composed by rule.
pub(crate) fn all() -> impl Iterator<Item = Named> {
    let macs = registry::composed_macs().map(Algorithm::Mac);
    let aeads = registry::composed_aeads().map(Algorithm::Aead);
    let kdfs = registry::composed_kdfs().map(Algorithm::Kdf);
    let composed = macs.chain(aeads).chain(kdfs).map(Named::Algorithm);
    rows().chain(composed).chain(registry::modes().map(Named::Mode))
}

/// What has this name, in every kind.
pub(crate) fn named(name: &str) -> Vec<Named> {
    /// Each kind as a list of its own.
    const KINDS: [&[Kind]; 7] = [
        &[Kind::Hash],
        &[Kind::SizedHash],
        &[Kind::Xof],
        &[Kind::Mac],
        &[Kind::Aead],
        &[Kind::Cipher],
        &[Kind::Kdf],
    ];
    let rows = KINDS.iter().filter_map(|kind| registry::find(kind, name).ok());
    let mode = registry::mode(name).ok();
    rows.map(Named::Algorithm).chain(mode.map(Named::Mode)).collect()
}

/// A kind in a word.
pub(crate) fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::SizedHash => "hash",
        kind => kind.name(),
    }
}

impl Named {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Algorithm(algorithm) => word(algorithm.kind),
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
            Self::Mode(mode) => mode.mode.standard(),
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

    /// The nonce's or IV's length.
    pub(crate) fn nonce_bytes(&self) -> Option<Allowed> {
        match self {
            Self::Algorithm(algorithm) => algorithm.sizes.nonce_bytes,
            Self::Mode(mode) => Some(mode.iv_bytes()),
        }
    }

    /// The length of the digest, output, tag or derived key.
    pub(crate) fn output_bytes(&self) -> Option<usize> {
        match self {
            Self::Algorithm(algorithm) => algorithm.sizes.output_bytes,
            Self::Mode(_) => None,
        }
    }

    pub(crate) fn block_bytes(&self) -> Option<usize> {
        match self {
            Self::Algorithm(algorithm) => algorithm.sizes.block_bytes,
            Self::Mode(mode) => Some(mode.cipher.block_bytes),
        }
    }

    /// The rule that composes it, if one does.
    pub(crate) fn rule(&self) -> Option<&'static Rule> {
        let is_of_kind = matches!(self.kind(), "mac" | "aead" | "mode" | "kdf");
        let name = self.name();
        RULES.iter().find(|rule| is_of_kind && rule.names(&name))
    }

    /// Whether the word is its kind, family or status, or the beginning or end of a name of it.
    pub(crate) fn answers_to(&self, word: &str) -> bool {
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

    /// The flags that set its parameters.
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
