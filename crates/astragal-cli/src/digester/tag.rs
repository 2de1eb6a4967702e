//! Tags: how a tagged line names its algorithm, and all that one needs to compute the same.
//!
//! `NAME[-BITS][;keyed][;PARAMETER=VALUE]...`, without blanks. BITS is the output's length, of a function
//! that has no fixed one. A code under a key whose name a hash has too says `keyed`. The parameters are
//! `custom`, `name`, `domain`, `block` and `seek`; a value is percent-encoded but for letters, digits and
//! `-._~`. Names are upper case but for BLAKE2b's, which GNU writes so.

use std::collections::HashMap;
use std::sync::Arc;

use astragal::registry::{self, MacRow};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use zeroize::Zeroizing;

use super::{Digester, name_and_length};
use crate::cli::{Parameters, parse_byte};
use crate::sumfile::LONGEST_OUTPUT_BYTES;

/// Characters that are percent-encoded in a tag.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// How many resolved tags are kept; a list has one or a few.
const MOST_KEPT: usize = 64;

pub(super) fn of_hash(name: &str) -> String {
    match name {
        "blake2b-512" => "BLAKE2b".into(),
        name => match name.strip_prefix("blake2b-") {
            Some(bits) => format!("BLAKE2b-{bits}"),
            None => name.to_uppercase(),
        },
    }
}

pub(super) fn of_xof(name: &str, output_bytes: usize, parameters: &Parameters) -> String {
    let mut tag = with_length(name, output_bytes);
    let custom = parameters.custom.as_ref().or(parameters.derive_key.as_ref());
    for (name, text) in [("custom", custom), ("name", parameters.name.as_ref())] {
        if let Some(text) = text {
            tag += &format!(";{name}={}", utf8_percent_encode(text, ENCODED));
        }
    }
    if let Some(domain) = parameters.domain {
        tag += &format!(";domain=0x{domain:02x}");
    }
    if let Some(block) = parameters.block {
        tag += &format!(";block={block}");
    }
    if let Some(seek) = parameters.seek {
        tag += &format!(";seek={seek}");
    }
    tag
}

pub(super) fn of_mac(row: &MacRow, tag_bytes: usize, custom: Option<&str>) -> String {
    let mut tag = match row.tag_bytes_allowed {
        astragal::error::Allowed::Exactly(_) => row.name.to_uppercase(),
        _ if tag_bytes == row.tag_bytes && row.name.starts_with("hmac-") => row.name.to_uppercase(),
        _ => with_length(row.name, tag_bytes),
    };
    if Digester::is_known(row.name) {
        tag += ";keyed";
    }
    if let Some(custom) = custom {
        tag += &format!(";custom={}", utf8_percent_encode(custom, ENCODED));
    }
    tag
}

fn with_length(name: &str, bytes: usize) -> String {
    format!("{}-{}", name.to_uppercase(), 8 * bytes as u128)
}

/// How long the digest of a line without a tag may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lengths {
    /// As long as the algorithm's.
    Full,
    /// As `b2sum -c`: any length of BLAKE2b.
    Blake2b,
    /// As `shasum -c`: the length says which SHA.
    Sha,
}

impl Lengths {
    /// The algorithm of a digest of so many hex digits, where the length says it.
    fn algorithm(self, digits: usize) -> Option<(&'static str, usize)> {
        match (self, digits) {
            (Self::Blake2b, 2..=128) if digits.is_multiple_of(2) => Some(("blake2b", digits / 2)),
            (Self::Sha, 40) => Some(("sha1", 20)),
            (Self::Sha, 56) => Some(("sha224", 28)),
            (Self::Sha, 64) => Some(("sha256", 32)),
            (Self::Sha, 96) => Some(("sha384", 48)),
            (Self::Sha, 128) => Some(("sha512", 64)),
            _ => None,
        }
    }
}

/// Finds the algorithms that tags name.
pub(crate) struct Resolver {
    /// The algorithm of all lines; without it each line names its own.
    pub(crate) wanted: Option<Arc<Digester>>,
    length: Option<usize>,
    parameters: Parameters,
    key: Option<Zeroizing<Vec<u8>>>,
    lengths: Lengths,
    known: HashMap<Vec<u8>, Option<Arc<Digester>>>,
}

impl Resolver {
    /// For lines of one algorithm, or each of its own; of codes, if there is a key. Length and parameters
    /// are those of the command line.
    pub(crate) fn new(
        wanted: Option<Arc<Digester>>,
        length: Option<usize>,
        parameters: Parameters,
        key: Option<Zeroizing<Vec<u8>>>,
    ) -> Self {
        let lengths = Lengths::Full;
        Self { wanted, length, parameters, key, lengths, known: HashMap::new() }
    }

    /// The resolver for lists whose digests may have these lengths.
    pub(crate) fn with_lengths(self, lengths: Lengths) -> Self {
        Self { lengths, ..self }
    }

    /// The algorithm of a digest of so many hex digits, in a line that does not name it.
    pub(crate) fn untagged(&mut self, digits: usize) -> Option<Arc<Digester>> {
        if self.lengths == Lengths::Full {
            return self.wanted.clone();
        }
        let (name, bytes) = self.lengths.algorithm(digits)?;
        let key = format!("{name} {bytes}").into_bytes();
        let known = self.known.entry(key).or_insert_with(|| {
            Digester::new(name, Some(bytes), &Parameters::default()).ok().map(Arc::new)
        });
        known.clone()
    }

    /// Whether the lines may be of CRC-32.
    pub(crate) fn is_of_crc32(&self) -> bool {
        self.key.is_none() && self.wanted.as_ref().is_none_or(|wanted| wanted.name() == "crc32")
    }

    /// The algorithm that a tag names, if it is the one that is wanted.
    pub(crate) fn tag(&mut self, tag: &[u8]) -> Option<Arc<Digester>> {
        if let Some(known) = self.known.get(tag) {
            return known.clone();
        }
        let found = str::from_utf8(tag).ok().and_then(|tag| self.find(tag)).map(Arc::new);
        let found = found.filter(|found| match &self.wanted {
            None => true,
            Some(_) if self.lengths == Lengths::Blake2b => found.name().starts_with("blake2b"),
            Some(wanted) => {
                (wanted.name(), wanted.output_bytes(), wanted.is_keyed())
                    == (found.name(), found.output_bytes(), found.is_keyed())
            }
        });
        if self.known.len() < MOST_KEPT {
            self.known.insert(tag.to_vec(), found.clone());
        }
        found
    }

    fn find(&self, tag: &str) -> Option<Digester> {
        let mut parts = tag.split(';');
        let name = parts.next()?;
        let (parameters, is_keyed) = self.parameters_of(parts)?;
        // With a key only codes are verified, without one only hashes.
        if is_keyed && self.key.is_none() {
            return None;
        }
        let make = |name: &str, length| match &self.key {
            Some(key) => Digester::keyed(name, key, length, parameters.custom.as_deref()).ok(),
            None => Digester::new(name, length, &parameters).ok(),
        };
        let is_row = |name: &str| match self.key {
            Some(_) => registry::mac(name).is_ok(),
            None => registry::hash(name).is_ok() || super::xof(name).is_ok(),
        };
        // The name alone, or its family's with the length that was asked for.
        if is_row(name)
            && let Some(algorithm) = make(name, self.length)
        {
            return Some(algorithm);
        }
        // The length behind it is believed when it is the one asked for or at least the algorithm's own:
        // whoever wrote the file must not choose how little of an output is compared.
        let (name, bytes) = name_and_length(name)?;
        if !is_row(name) || bytes > LONGEST_OUTPUT_BYTES {
            return None;
        }
        let is_any_length = self.lengths == Lengths::Blake2b;
        make(name, Some(bytes)).filter(|found| {
            self.length.map_or(is_any_length || found.is_full_length(), |length| length == bytes)
        })
    }

    /// The parameters of a tag together with those of the command line, which must not contradict.
    fn parameters_of<'a>(
        &self,
        parts: impl Iterator<Item = &'a str>,
    ) -> Option<(Parameters, bool)> {
        let mut named = Parameters::default();
        let mut is_keyed = false;
        for part in parts {
            if part == "keyed" {
                is_keyed = true;
                continue;
            }
            let (name, value) = part.split_once('=')?;
            let is_first = match name {
                "custom" => named.custom.replace(decode(value)?).is_none(),
                "name" => named.name.replace(decode(value)?).is_none(),
                "domain" => named.domain.replace(parse_byte(value).ok()?).is_none(),
                "block" => named.block.replace(value.parse().ok()?).is_none(),
                "seek" => named.seek.replace(value.parse().ok()?).is_none(),
                _ => false,
            };
            if !is_first {
                return None;
            }
        }
        let given = &self.parameters;
        let custom = given.custom.clone().or_else(|| given.derive_key.clone());
        let parameters = Parameters {
            custom: agreed(named.custom, custom)?,
            name: agreed(named.name, given.name.clone())?,
            domain: agreed(named.domain, given.domain)?,
            block: agreed(named.block, given.block)?,
            seek: agreed(named.seek, given.seek)?,
            derive_key: None,
        };
        Some((parameters, is_keyed))
    }
}

/// The value of either; `None` when both have one and they differ.
#[expect(clippy::option_option, reason = "a parameter may be absent, and two may contradict")]
fn agreed<T: PartialEq>(a: Option<T>, b: Option<T>) -> Option<Option<T>> {
    match (a, b) {
        (Some(a), Some(b)) => (a == b).then_some(Some(a)),
        (a, b) => Some(a.or(b)),
    }
}

/// The text of a percent-encoded value, if that is exactly how it would be written.
fn decode(value: &str) -> Option<String> {
    let text = percent_decode_str(value).decode_utf8().ok()?.into_owned();
    (utf8_percent_encode(&text, ENCODED).to_string() == value).then_some(text)
}
