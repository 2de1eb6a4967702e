//! Algorithms that can be measured.

use astragal::registry::{
    self, CIPHERS, CipherRow, HASHES, HashRow, Kind, MacParams, MacRow, SIZED_HASHES, Status, XOFS,
    XofParams, XofRow, macs,
};

use crate::algorithm::Algorithm;
use crate::algorithm::names::xof;
use crate::catalog::kind_name;
use crate::cli::Parameters;
use crate::exit::usage;

/// Function that processes a message once. It may overwrite the message.
pub(crate) type Call = Box<dyn FnMut(&mut [u8])>;

#[derive(Clone, Copy)]
pub(crate) enum Benchmark {
    Hash(&'static HashRow),
    Xof(&'static XofRow),
    Mac(&'static MacRow),
    Cipher(&'static CipherRow),
}

impl Benchmark {
    /// Returns the algorithms that `words` select. Each word is the name of an algorithm, of a kind or of a family.
    /// Without words, returns the recommended and acceptable hashes.
    pub(crate) fn select(words: &[String]) -> anyhow::Result<Vec<Self>> {
        let mut all = Self::all();
        if words.is_empty() {
            let is_current = |one: &Self| matches!(one, Self::Hash(row) if matches!(row.status, Status::Recommended | Status::Acceptable));
            all.retain(is_current);
            return Ok(all);
        }
        let mut found: Vec<Self> = Vec::new();
        for given in words {
            // The name of an algorithm takes precedence over a family of the same name.
            let kind_name = given.to_lowercase();
            let is_of_group = |one: &Self| one.kind() == kind_name || one.family() == kind_name;
            match Self::named(given) {
                Ok(one) => found.push(one),
                Err(_) if all.iter().any(is_of_group) => {
                    found.extend(all.iter().filter(|one| is_of_group(one)));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for row in HASHES {
            all.push(Self::Hash(row));
        }
        for row in SIZED_HASHES.iter().chain(XOFS) {
            all.push(Self::Xof(row));
        }
        for row in macs() {
            all.push(Self::Mac(row));
        }
        for row in CIPHERS {
            all.push(Self::Cipher(row));
        }
        all
    }

    fn named(name: &str) -> anyhow::Result<Self> {
        let hash = registry::hash(name).map(Self::Hash);
        let any = hash
            .or_else(|_| xof(name).map(Self::Xof))
            .or_else(|_| registry::mac(name).map(Self::Mac))
            .or_else(|_| registry::cipher(name).map(Self::Cipher));
        any.or_else(|_| {
            Algorithm::new(name, None, &Parameters::default())?;
            Err(usage(format_args!("{name} cannot be measured by itself")))
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hash(row) => row.name,
            Self::Xof(row) => row.name,
            Self::Mac(row) => row.name,
            Self::Cipher(row) => row.name,
        }
    }

    pub(crate) fn kind(self) -> &'static str {
        kind_name(match self {
            Self::Hash(_) => Kind::Hash,
            Self::Xof(row) => row.kind,
            Self::Mac(_) => Kind::Mac,
            Self::Cipher(_) => Kind::Cipher,
        })
    }

    fn family(self) -> &'static str {
        match self {
            Self::Hash(row) => row.family,
            Self::Xof(row) => row.family,
            Self::Mac(row) => row.family,
            Self::Cipher(row) => row.family,
        }
    }

    pub(crate) fn backend(self) -> &'static str {
        let implementation = match self {
            Self::Hash(row) => row.implementation(),
            Self::Xof(row) => row.implementation(),
            Self::Mac(row) => row.implementation(),
            Self::Cipher(row) => row.implementation(),
        };
        implementation.backend
    }

    /// Returns a function that processes one whole message per call. The call computes a digest, output or tag, or
    /// encrypts blocks in ECB mode.
    pub(crate) fn call(self, is_parallel: bool) -> anyhow::Result<Call> {
        Ok(match self {
            Self::Hash(row) if is_parallel => {
                let mut hash = row.new_hash();
                let mut digest = vec![0; row.digest_bytes];
                Box::new(move |data| {
                    hash.update_parallel(data);
                    let _ = hash.finalize_into_reset(&mut digest);
                })
            }
            Self::Hash(row) => {
                let mut digest = vec![0; row.digest_bytes];
                Box::new(move |data| {
                    let _ = row.hash_into(data, &mut digest);
                })
            }
            Self::Xof(row) => {
                let mut xof = row.new_xof(&XofParams::default())?;
                let mut output = vec![0; row.default_output_bytes];
                Box::new(move |data| {
                    let _ =
                        if row.takes.items { xof.begin_item(data.len() as u64) } else { Ok(()) };
                    let _ = if is_parallel { xof.absorb_parallel(data) } else { xof.absorb(data) };
                    let _ = xof.squeeze(&mut output);
                    xof.reset();
                })
            }
            Self::Mac(row) => {
                let mut mac = row.new_mac(&key(row), &MacParams::default())?;
                let mut tag = vec![0; mac.tag_bytes()];
                Box::new(move |data| {
                    mac.update(data);
                    let _ = mac.finalize_into_reset(&mut tag);
                })
            }
            Self::Cipher(row) => {
                let cipher = row.new_cipher(&vec![7; row.key_bytes])?;
                Box::new(move |data| {
                    let whole = data.len() / row.block_bytes * row.block_bytes;
                    let _ = cipher.encrypt_blocks(&mut data[..whole]);
                })
            }
        })
    }
}

/// Returns a key for a MAC: 32 bytes, or the nearest length that the MAC accepts.
pub(crate) fn key(row: &MacRow) -> Vec<u8> {
    use astragal::error::Allowed;
    let bytes = match row.key_bytes {
        Allowed::Exactly(bytes) => bytes,
        Allowed::Between(least, most) => 32.clamp(least, most),
        Allowed::AtLeast(least) => least.max(32),
        _ => 32,
    };
    vec![7; bytes]
}
