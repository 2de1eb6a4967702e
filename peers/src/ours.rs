//! Calls astragal's algorithms through the registry, which finds them by name.

use std::collections::BTreeSet;

use astragal::registry::{self, Algorithm, Kind as Table, MacParams, XofParams, algorithms};

use crate::{BLOCK_BYTES, CUSTOM, KEY};

/// Output length of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fixed number of bytes.
    Fixed(usize),
    /// Any number of bytes.
    Extendable,
}

/// Algorithm in the registry.
pub struct Ours(Algorithm);

/// Kinds of algorithms that a [`Peer`](crate::Peer) can implement: they compute output from a message, with or without
/// a key.
const TABLES: &[Table] = &[Table::Hash, Table::SizedHash, Table::Xof, Table::Mac];

impl Ours {
    /// Returns the algorithm with this canonical name.
    pub fn find(name: &str) -> Option<Self> {
        registry::find(TABLES, name).ok().map(Self)
    }

    pub fn kind(&self) -> Kind {
        let sizes = self.0.sizes;
        match sizes.output_bytes {
            Some(bytes)
                if sizes.output_bytes_allowed.is_none_or(|allowed| !allowed.contains(1)) =>
            {
                Kind::Fixed(bytes)
            }
            _ => Kind::Extendable,
        }
    }

    pub fn family(&self) -> &'static str {
        self.0.family
    }

    pub fn backend(&self) -> &'static str {
        self.0.implementation().backend
    }

    /// Computes the output for `message` with the same parameters as the peers.
    pub fn run(&self, message: &[u8], out: &mut [u8]) {
        match self.0 {
            Algorithm::Hash(row) => {
                row.hash_into(message, out).expect("the buffer has the right length")
            }
            Algorithm::Xof(row) => {
                let params = XofParams {
                    custom: row.takes.custom.then_some(CUSTOM),
                    block_bytes: row.takes.block_bytes.then_some(BLOCK_BYTES),
                    output_bytes: Some(out.len()),
                    ..XofParams::default()
                };
                let mut xof = row.new_xof(&params).expect("the parameters are allowed");
                if row.takes.items {
                    xof.begin_item(message.len() as u64).expect("the function accepts tuple items");
                }
                xof.absorb(message).expect("no output has been squeezed");
                xof.squeeze(out).expect("the output length was announced");
            }
            Algorithm::Mac(row) => {
                let params = MacParams {
                    custom: row.takes_custom.then_some(CUSTOM),
                    tag_bytes: Some(out.len()),
                };
                // Ascon's keys have 16 bytes, so Ascon uses the first 16 bytes of `KEY`.
                let key = if row.key_bytes.contains(KEY.len()) { &KEY[..] } else { &KEY[..16] };
                row.mac_into(key, &params, message, out).expect("the key has an allowed length");
            }
            _ => unreachable!("`find` returns only these kinds"),
        }
    }
}

/// Returns the canonical names of the hashes, extendable-output functions and MACs that are compared.
pub fn names() -> Vec<&'static str> {
    // Excludes Ascon-PRFshort, because it accepts only messages of at most 16 bytes.
    let is_compared = |row: &Algorithm| TABLES.contains(&row.kind) && row.name != "ascon-prfshort";
    // Removes duplicates, because a hash and a MAC may have the same name.
    let mut seen = BTreeSet::new();
    let names = algorithms().filter(is_compared).map(|row| row.name);
    names.filter(|name| seen.insert(*name)).collect()
}
