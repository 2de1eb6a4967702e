//! What can be measured: a row of any table, ready to be called on a buffer.

use astragal::registry::{
    self, CIPHERS, CipherRow, HASHES, HashRow, Kind, MacParams, MacRow, SIZED_HASHES, Status, XOFS,
    XofParams, XofRow, macs,
};

use crate::catalog::word;
use crate::exit::usage;

/// Works on a message, which it may change.
pub(crate) type Call = Box<dyn FnMut(&mut [u8])>;

/// A row of a table.
#[derive(Clone, Copy)]
pub(crate) enum Contender {
    Hash(&'static HashRow),
    Xof(&'static XofRow),
    Mac(&'static MacRow),
    Cipher(&'static CipherRow),
}

impl Contender {
    /// What the words name: algorithms, kinds, families; without words the hashes that are not broken or
    /// kept for old data alone.
    pub(crate) fn of(words: &[String]) -> anyhow::Result<Vec<Self>> {
        let all = || {
            let xofs = SIZED_HASHES.iter().chain(XOFS).map(Self::Xof);
            let hashes = HASHES.iter().map(Self::Hash).chain(xofs);
            hashes.chain(macs().map(Self::Mac)).chain(CIPHERS.iter().map(Self::Cipher))
        };
        if words.is_empty() {
            let is_current = |one: &Self| matches!(one, Self::Hash(row) if matches!(row.status, Status::Recommended | Status::Acceptable));
            return Ok(all().filter(is_current).collect());
        }
        let mut found: Vec<Self> = Vec::new();
        for given in words {
            // A name is that algorithm, though a family may be called the same.
            let word = given.to_lowercase();
            let is_of_group = |one: &Self| one.kind() == word || one.family() == word;
            match Self::named(given) {
                Ok(one) => found.push(one),
                Err(_) if all().any(|one| is_of_group(&one)) => {
                    found.extend(all().filter(is_of_group));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }

    fn named(name: &str) -> anyhow::Result<Self> {
        let hash = registry::hash(name).map(Self::Hash);
        let any = hash
            .or_else(|_| crate::digester::xof(name).map(Self::Xof))
            .or_else(|_| registry::mac(name).map(Self::Mac))
            .or_else(|_| registry::cipher(name).map(Self::Cipher));
        any.or_else(|_| {
            crate::digester::Digester::new(name, None, &crate::cli::Parameters::default())?;
            Err(usage(format_args!("{name} cannot be measured alone")))
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
        word(match self {
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

    /// One whole message each call: from nothing to the digest, the output, the tag; of a cipher the blocks
    /// of the buffer, each by itself.
    pub(crate) fn call(self, on_all_cores: bool) -> anyhow::Result<Call> {
        Ok(match self {
            Self::Hash(row) if on_all_cores => {
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
                    let _ = if on_all_cores { xof.absorb_parallel(data) } else { xof.absorb(data) };
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

/// A key of a length that the code takes: 32 bytes where it may.
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
