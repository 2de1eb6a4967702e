//! Parameters of the constructors: which parameters each algorithm takes, and the signature made from them.

use core::ops::BitOr;

use astragal::error::Allowed;
use astragal::registry::{Algorithm, HashRow, XofRow};

use crate::lookup::keyed_mac;

/// Name and signature text of each parameter. Bit `i` of a [`ParameterSet`] is set if the set contains entry `i` of
/// this list.
const PARAMETERS: [(&str, &str); PARAMETER_COUNT] = [
    ("key", "key"),
    ("data", "data=b''"),
    ("items", "items=()"),
    ("length", "length=None"),
    ("custom", "custom=None"),
    ("name", "name=None"),
    ("domain", "domain=0x1f"),
    ("block", "block=8192"),
    ("threads", "threads=1"),
    ("key", "key=None"),
    ("usedforsecurity", "usedforsecurity=True"),
    ("tag_size", "tag_size=16"),
    ("digest_size", "digest_size=None"),
    ("salt", "salt=b''"),
    ("person", "person=b''"),
    ("fanout", "fanout=1"),
    ("depth", "depth=1"),
    ("leaf_size", "leaf_size=0"),
    ("node_offset", "node_offset=0"),
    ("node_depth", "node_depth=0"),
    ("inner_size", "inner_size=0"),
    ("last_node", "last_node=False"),
    ("public_key", "public_key=b''"),
    ("key_id", "key_id=b''"),
    ("nonce", "nonce=b''"),
    ("derive_key_context", "derive_key_context=None"),
];

pub(crate) const PARAMETER_COUNT: usize = 26;

/// A set of parameters with one bit per parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ParameterSet(u32);

impl ParameterSet {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const KEY: Self = Self(1);
    pub(crate) const DATA: Self = Self(1 << 1);
    pub(crate) const ITEMS: Self = Self(1 << 2);
    pub(crate) const LENGTH: Self = Self(1 << 3);
    pub(crate) const CUSTOM: Self = Self(1 << 4);
    pub(crate) const NAME: Self = Self(1 << 5);
    pub(crate) const DOMAIN: Self = Self(1 << 6);
    pub(crate) const BLOCK: Self = Self(1 << 7);
    pub(crate) const THREADS: Self = Self(1 << 8);
    /// Optional key of a hash, given only by keyword. `KEY` is the required key of a MAC or cipher.
    pub(crate) const OPTIONAL_KEY: Self = Self(1 << 9);
    /// Parameter `usedforsecurity`, which is accepted for compatibility with `hashlib` and ignored.
    pub(crate) const USED_FOR_SECURITY: Self = Self(1 << 10);
    pub(crate) const TAG_SIZE: Self = Self(1 << 11);
    pub(crate) const DIGEST_SIZE: Self = Self(1 << 12);
    pub(crate) const SALT: Self = Self(1 << 13);
    pub(crate) const PERSON: Self = Self(1 << 14);
    pub(crate) const FANOUT: Self = Self(1 << 15);
    pub(crate) const DEPTH: Self = Self(1 << 16);
    pub(crate) const LEAF_SIZE: Self = Self(1 << 17);
    pub(crate) const NODE_OFFSET: Self = Self(1 << 18);
    pub(crate) const NODE_DEPTH: Self = Self(1 << 19);
    pub(crate) const INNER_SIZE: Self = Self(1 << 20);
    pub(crate) const LAST_NODE: Self = Self(1 << 21);
    pub(crate) const PUBLIC_KEY: Self = Self(1 << 22);
    pub(crate) const KEY_ID: Self = Self(1 << 23);
    pub(crate) const NONCE: Self = Self(1 << 24);
    /// Context string for key derivation with BLAKE3.
    pub(crate) const CONTEXT: Self = Self(1 << 25);
    /// Position of a node in a BLAKE2 tree: the parameters from `FANOUT` to `LAST_NODE`.
    pub(crate) const BLAKE2_NODE: Self = Self(0x7f << 15);
    /// Parameters of Skein: `PUBLIC_KEY`, `KEY_ID` and `NONCE`.
    pub(crate) const SKEIN: Self = Self(0b111 << 22);
    /// Parameters of hashes: the constants declared from `DIGEST_SIZE` to `NONCE`.
    pub(crate) const HASH: Self = Self(0x1fff << 12);
    const POSITIONAL: Self = Self(0b111);

    /// Returns `self` if `condition` is true, and the empty set otherwise.
    const fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }

    pub(crate) const fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Returns the index of the only parameter in the set.
    pub(crate) const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// Returns the subset of parameters that may be given without a keyword.
    pub(crate) const fn positional(self) -> Self {
        Self(self.0 & Self::POSITIONAL.0)
    }

    pub(crate) const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        (0..PARAMETER_COUNT).filter(move |&index| self.contains(index))
    }

    /// Returns the index of the parameter that `keyword` names. The message may also be called `string`, as in
    /// `hashlib`, or `msg`, as in `hmac`.
    pub(crate) fn by_keyword(self, keyword: &str) -> Option<usize> {
        let name = if matches!(keyword, "string" | "msg") { "data" } else { keyword };
        self.indices().find(|&index| PARAMETERS[index].0 == name)
    }

    /// Returns the signature, such as `(key, data=b'', *, length=None)`.
    pub(crate) fn signature(self) -> String {
        let keyword_only = Self(self.0 & !Self::POSITIONAL.0);
        let mut shown: Vec<&str> = self.positional().indices().map(|i| PARAMETERS[i].1).collect();
        if keyword_only != Self::NONE {
            shown.push("*");
        }
        shown.extend(keyword_only.indices().map(|i| PARAMETERS[i].1));
        format!("({})", shown.join(", "))
    }
}

impl BitOr for ParameterSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Returns the parameters of an algorithm's constructor.
pub(crate) fn parameters(algorithm: Algorithm) -> ParameterSet {
    type P = ParameterSet;
    match algorithm {
        Algorithm::Hash(row) => {
            P::DATA
                | P::OPTIONAL_KEY.when(keyed_mac(algorithm).is_some())
                | hash_parameters(row)
                | P::USED_FOR_SECURITY
        }
        Algorithm::Xof(XofRow { takes, key_bytes: Some(_), .. }) => {
            P::KEY | P::DATA | P::CUSTOM.when(takes.custom) | P::THREADS.when(takes.cores)
        }
        Algorithm::Xof(XofRow { info, takes, .. }) => {
            // In the registry, the context of BLAKE3's key derivation is a customization string.
            let has_context = info.name == "blake3";
            P::DATA.when(!takes.items)
                | P::ITEMS.when(takes.items)
                | P::LENGTH.when(takes.output_bytes)
                | P::CUSTOM.when(takes.custom && !has_context)
                | P::CONTEXT.when(has_context)
                | P::NAME.when(takes.function_name)
                | P::DOMAIN.when(takes.domain)
                | P::BLOCK.when(takes.block_bytes)
                | P::THREADS.when(takes.cores)
                | P::OPTIONAL_KEY.when(keyed_mac(algorithm).is_some())
                | P::USED_FOR_SECURITY
        }
        Algorithm::Mac(row) => {
            let has_length = !matches!(row.tag_bytes_allowed, Allowed::Exactly(_));
            P::KEY | P::DATA | P::LENGTH.when(has_length) | P::CUSTOM.when(row.takes_custom)
        }
        Algorithm::Aead(row) => {
            let allowed = row.sizes.output_bytes_allowed;
            P::KEY | P::TAG_SIZE.when(!matches!(allowed, None | Some(Allowed::Exactly(_))))
        }
        _ => P::KEY,
    }
}

fn hash_parameters(row: &HashRow) -> ParameterSet {
    type P = ParameterSet;
    let takes = row.takes;
    P::DIGEST_SIZE.when(takes.digest_bytes.is_some())
        | P::OPTIONAL_KEY.when(takes.key_bytes.is_some())
        | P::SALT.when(takes.salt_bytes.is_some())
        | P::PERSON.when(takes.personal_bytes.is_some())
        | P::BLAKE2_NODE.when(takes.node)
        | P::SKEIN.when(takes.strings)
}
