//! BLAKE2 with parameters, as `hashlib` has it: a digest of any length, a salt, a personalization, a tree's node.

use astragal::error::{Allowed, ImportError, ParameterError, StateError};
use astragal::hash::{Blake2Node, Blake2Params, Blake2b, Blake2s};
use astragal::hazmat::state::Portable as _;
use astragal::registry::HashRow;
use pyo3::PyResult;

use crate::arguments::{Given, Takes};
use crate::buffer::Input;
use crate::error::Raise as _;

/// A message under way in one of the two.
#[derive(Clone)]
pub(crate) enum Blake2 {
    B(Blake2b),
    S(Blake2s),
}

/// The longest salt and personalization, key and digest in bytes, of the rows that take parameters.
pub(crate) fn longest(name: &str) -> Option<(usize, usize)> {
    match name {
        "blake2b-512" => Some((16, 64)),
        "blake2s-256" => Some((8, 32)),
        _ => None,
    }
}

impl Blake2 {
    /// The hash of a row that takes parameters, with those that are given.
    pub(crate) fn new(row: &HashRow, given: &Given<'_>) -> PyResult<Self> {
        let [salt, personal] =
            [given.bytes(Takes::SALT, "salt")?, given.bytes(Takes::PERSON, "person")?];
        let key = given.bytes(Takes::OPTIONAL_KEY, "key")?;
        if key.as_ref().is_some_and(|key| key.len() == 0) {
            // As without other parameters: who passes a key means one.
            let allowed = Allowed::Between(1, row.digest_bytes);
            let (algorithm, what, given) = (row.name, "key", 0);
            return Err(ParameterError::Length { algorithm, what, given, allowed }.raise());
        }
        let plain = Blake2Node::SEQUENTIAL;
        let node = Blake2Node {
            fanout: given.number(Takes::FANOUT, "fanout")?.unwrap_or(plain.fanout),
            depth: given.number(Takes::DEPTH, "depth")?.unwrap_or(plain.depth),
            leaf_bytes: given.number(Takes::LEAF_SIZE, "leaf_size")?.unwrap_or(0),
            offset: given.wide_number(Takes::NODE_OFFSET, "node_offset")?.unwrap_or(0),
            node_depth: given.number(Takes::NODE_DEPTH, "node_depth")?.unwrap_or(0),
            inner_bytes: given.number(Takes::INNER_SIZE, "inner_size")?.unwrap_or(0),
            is_last: given.truth(Takes::LAST_NODE)?,
        };
        let params = Blake2Params {
            digest_bytes: given
                .number(Takes::DIGEST_SIZE, "digest_size")?
                .unwrap_or(row.digest_bytes),
            key: key.as_ref().map(Input::as_slice).unwrap_or_default(),
            salt: salt.as_ref().map(Input::as_slice).unwrap_or_default(),
            personal: personal.as_ref().map(Input::as_slice).unwrap_or_default(),
            node,
        };
        let made = if row.name.starts_with("blake2b") {
            Blake2b::new(&params).map(Self::B)
        } else {
            Blake2s::new(&params).map(Self::S)
        };
        made.map_err(|error| error.raise())
    }

    /// The hash of this state, if `name` is that of BLAKE2 with parameters.
    pub(crate) fn imported(name: &str, state: &[u8]) -> Option<Result<Self, ImportError>> {
        match name {
            "blake2b" => Some(Blake2b::import_state(state).map(Self::B)),
            "blake2s" => Some(Blake2s::import_state(state).map(Self::S)),
            _ => None,
        }
    }

    /// [`imported`](Self::imported), also of a state that holds a key.
    pub(crate) fn imported_with_key(name: &str, state: &[u8]) -> Option<Result<Self, ImportError>> {
        match name {
            "blake2b" => Some(Blake2b::import_state_with_key(state).map(Self::B)),
            "blake2s" => Some(Blake2s::import_state_with_key(state).map(Self::S)),
            _ => None,
        }
    }

    /// The row that takes the parameters.
    pub(crate) const fn row_name(&self) -> &'static str {
        match self {
            Self::B(_) => "blake2b-512",
            Self::S(_) => "blake2s-256",
        }
    }

    pub(crate) fn export_state(&self) -> Result<Vec<u8>, StateError> {
        match self {
            Self::B(hash) => hash.export_state(),
            Self::S(hash) => hash.export_state(),
        }
    }

    pub(crate) fn export_state_with_key(&self) -> Vec<u8> {
        match self {
            Self::B(hash) => hash.export_state_with_key(),
            Self::S(hash) => hash.export_state_with_key(),
        }
    }

    pub(crate) fn digest_bytes(&self) -> usize {
        match self {
            Self::B(hash) => hash.digest_bytes(),
            Self::S(hash) => hash.digest_bytes(),
        }
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        match self {
            Self::B(hash) => hash.update(data),
            Self::S(hash) => hash.update(data),
        }
    }

    /// Fills `digest`, which has the digest's length.
    pub(crate) fn digest_into(&self, digest: &mut [u8]) {
        let filled = match self.clone() {
            Self::B(mut hash) => hash.finalize_into_reset(digest),
            Self::S(mut hash) => hash.finalize_into_reset(digest),
        };
        debug_assert!(filled.is_ok(), "the buffer has the digest's length");
    }

    pub(crate) fn reset(&mut self) {
        match self {
            Self::B(hash) => hash.reset(),
            Self::S(hash) => hash.reset(),
        }
    }
}
