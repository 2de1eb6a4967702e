//! Finds the algorithm of each line of a checksum file: from the line's tag, from the command line, or from the length
//! of the digest.

use std::collections::HashMap;
use std::sync::Arc;

use astragal::registry;
use zeroize::Zeroizing;

use super::names::{name_and_length, xof};
use super::{Algorithm, tag};
use crate::cli::{Parameters, parse_byte};

/// Maximum number of tags in the cache. A checksum file has few distinct tags.
const MAX_CACHED_TAGS: usize = 64;

/// Maximum output length in bytes. The hex digits of a longer output do not fit in a line of a checksum file.
pub(crate) const MAX_OUTPUT_BYTES: usize = 1 << 18;

/// Digest lengths that are accepted in lines without a tag.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum AcceptedLengths {
    /// Only the algorithm's full digest length.
    #[default]
    Full,
    /// Any digest length of BLAKE2b, as in `b2sum -c`.
    Blake2b,
    /// The digest length of SHA-1 or any SHA-2 hash; the length selects the hash, as in `shasum -c`.
    Sha,
}

impl AcceptedLengths {
    /// Returns the name and the digest length in bytes of the algorithm whose digest has `digits` hex digits.
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

/// Finds the algorithm of each line of a checksum file.
pub(crate) struct Resolver {
    /// Algorithm of all lines. `None` if each line names its algorithm.
    pub(crate) algorithm: Option<Arc<Algorithm>>,
    length: Option<usize>,
    parameters: Parameters,
    key: Option<Zeroizing<Vec<u8>>>,
    accepted_lengths: AcceptedLengths,
    cache: HashMap<Vec<u8>, Option<Arc<Algorithm>>>,
}

impl Resolver {
    /// Creates a resolver from the options of the command line: length in bytes, parameters and key. With a key, all
    /// lines must contain MACs.
    pub(crate) fn new(
        algorithm: Option<Arc<Algorithm>>,
        length: Option<usize>,
        parameters: Parameters,
        key: Option<Zeroizing<Vec<u8>>>,
    ) -> Self {
        let accepted_lengths = AcceptedLengths::Full;
        Self { algorithm, length, parameters, key, accepted_lengths, cache: HashMap::new() }
    }

    /// Sets which digest lengths are accepted in lines without a tag.
    pub(crate) fn with_accepted_lengths(self, accepted_lengths: AcceptedLengths) -> Self {
        Self { accepted_lengths, ..self }
    }

    /// Returns the algorithm of a line without a tag. If several digest lengths are accepted, the algorithm follows
    /// from `digits`, the number of hex digits of the digest.
    pub(crate) fn of_untagged(&mut self, digits: usize) -> Option<Arc<Algorithm>> {
        if self.accepted_lengths == AcceptedLengths::Full {
            return self.algorithm.clone();
        }
        let (name, bytes) = self.accepted_lengths.algorithm(digits)?;
        let key = format!("{name} {bytes}").into_bytes();
        let cached = self.cache.entry(key).or_insert_with(|| {
            Algorithm::new(name, Some(bytes), &Parameters::default()).ok().map(Arc::new)
        });
        cached.clone()
    }

    /// Returns whether lines with CRC-32 checksums are accepted.
    pub(crate) fn accepts_crc32(&self) -> bool {
        self.key.is_none() && self.algorithm.as_ref().is_none_or(|one| one.name() == "crc32")
    }

    /// Returns the algorithm that `tag` names. The tag is the first word of a line `TAG (NAME) = DIGEST`. Returns
    /// `None` if the algorithm is unknown, or if the user gave another algorithm for all lines.
    pub(crate) fn of_tag(&mut self, tag: &[u8]) -> Option<Arc<Algorithm>> {
        if let Some(cached) = self.cache.get(tag) {
            return cached.clone();
        }
        let found = str::from_utf8(tag).ok().and_then(|tag| self.find(tag)).map(Arc::new);
        let found = found.filter(|found| match &self.algorithm {
            None => true,
            Some(_) if self.accepted_lengths == AcceptedLengths::Blake2b => {
                found.name().starts_with("blake2b")
            }
            Some(algorithm) => {
                (algorithm.name(), algorithm.output_bytes(), algorithm.is_keyed())
                    == (found.name(), found.output_bytes(), found.is_keyed())
            }
        });
        if self.cache.len() < MAX_CACHED_TAGS {
            self.cache.insert(tag.to_vec(), found.clone());
        }
        found
    }

    fn find(&self, tag: &str) -> Option<Algorithm> {
        let mut parts = tag.split(';');
        let name = parts.next()?;
        let (parameters, is_keyed) = self.parse_parameters(parts)?;
        // A tag with the parameter `keyed` names a MAC, which needs a key.
        if is_keyed && self.key.is_none() {
            return None;
        }
        let make = |name: &str, length| match &self.key {
            Some(key) => Algorithm::keyed(name, key, length, parameters.custom.as_deref()).ok(),
            None => Algorithm::new(name, length, &parameters).ok(),
        };
        let is_row = |name: &str| match self.key {
            Some(_) => registry::mac(name).is_ok(),
            None => registry::hash(name).is_ok() || xof(name).is_ok(),
        };
        // First looks up the whole name in the tag as an algorithm name. If the command line gives a length, the name
        // may also be a family name, and the length selects a member of this family.
        if is_row(name)
            && let Some(algorithm) = make(name, self.length)
        {
            return Some(algorithm);
        }
        // Otherwise splits a length off the end of the name, such as 256 bits in `shake128-256`. A length given on the
        // command line must be equal. Without one, `is_full_length` must accept the length in the tag: the author of
        // the checksum file must not choose a digest of only a few bits. With `AcceptedLengths::Blake2b`, for `b2sum
        // -c`, any digest length of BLAKE2b is accepted.
        let (name, bytes) = name_and_length(name)?;
        if !is_row(name) || bytes > MAX_OUTPUT_BYTES {
            return None;
        }
        let is_any_length = self.accepted_lengths == AcceptedLengths::Blake2b;
        make(name, Some(bytes)).filter(|found| {
            self.length.map_or(is_any_length || found.is_full_length(), |length| length == bytes)
        })
    }

    /// Merges the parameters of a tag with the parameters of the command line. Also returns whether the tag contains
    /// `keyed`. Returns `None` if two parameters contradict each other.
    fn parse_parameters<'a>(
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
                "custom" => named.custom.replace(tag::decode(value)?).is_none(),
                "name" => named.name.replace(tag::decode(value)?).is_none(),
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
            custom: merge(named.custom, custom)?,
            name: merge(named.name, given.name.clone())?,
            domain: merge(named.domain, given.domain)?,
            block: merge(named.block, given.block)?,
            seek: merge(named.seek, given.seek)?,
            derive_key: None,
        };
        Some((parameters, is_keyed))
    }
}

/// Merges two optional values. If both are set but differ, returns `None`. If neither is set, returns `Some(None)`.
/// Otherwise, returns `Some(Some(value))`.
#[expect(
    clippy::option_option,
    reason = "the outer `None` means a contradiction, the inner `None` an absent parameter"
)]
fn merge<T: PartialEq>(a: Option<T>, b: Option<T>) -> Option<Option<T>> {
    match (a, b) {
        (Some(a), Some(b)) => (a == b).then_some(Some(a)),
        (a, b) => Some(a.or(b)),
    }
}
