//! astragal's side, by name through the registry.

use std::collections::BTreeSet;

use astragal::registry::{self, Algorithm, Kind as Table, MacParams, XofParams, algorithms};

use crate::{BLOCK_BYTES, CUSTOM, KEY};

/// The kind of an algorithm, which tells the lengths of its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// This many bytes of output.
    Fixed(usize),
    /// Any number of bytes.
    Extendable,
}

/// An algorithm of the registry.
pub struct Ours(Algorithm);

/// Those with the shape of a peer: a message goes in, under a key or none, and bytes come out.
const TABLES: &[Table] = &[Table::Hash, Table::SizedHash, Table::Xof, Table::Mac];

impl Ours {
    /// The algorithm of this canonical name, if astragal has it.
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

    /// The output for `message`, with the parameters that the peers use.
    pub fn run(&self, message: &[u8], out: &mut [u8]) {
        match self.0 {
            Algorithm::Hash(row) => row.hash_into(message, out).expect("the buffer fits"),
            Algorithm::Xof(row) => {
                let params = XofParams {
                    custom: row.takes.custom.then_some(CUSTOM),
                    block_bytes: row.takes.block_bytes.then_some(BLOCK_BYTES),
                    output_bytes: Some(out.len()),
                    ..XofParams::default()
                };
                let mut xof = row.new_xof(&params).expect("the parameters are taken");
                if row.takes.items {
                    xof.begin_item(message.len() as u64).expect("it hashes tuples");
                }
                xof.absorb(message).expect("nothing was squeezed");
                xof.squeeze(out).expect("the length was announced");
            }
            Algorithm::Mac(row) => {
                let params = MacParams {
                    custom: row.takes_custom.then_some(CUSTOM),
                    tag_bytes: Some(out.len()),
                };
                // Ascon's keys have half the length.
                let key = if row.key_bytes.contains(KEY.len()) { &KEY[..] } else { &KEY[..16] };
                row.mac_into(key, &params, message, out).expect("the key is taken");
            }
            _ => unreachable!("it is of one of these tables"),
        }
    }
}

/// Every name of the registry that has the shape of a peer.
pub fn names() -> Vec<&'static str> {
    // Ascon-PRFshort takes 16 bytes of message, which is not the shape of the others.
    let shaped = |row: &Algorithm| TABLES.contains(&row.kind) && row.name != "ascon-prfshort";
    // A hash and the code under its name are one.
    let mut seen = BTreeSet::new();
    let names = algorithms().filter(shaped).map(|row| row.name);
    names.filter(|name| seen.insert(*name)).collect()
}
