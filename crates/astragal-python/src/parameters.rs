//! Hashes with parameters: BLAKE's salt; BLAKE2 as `hashlib` has it, with a digest of any length, a salt, a
//! personalization and a tree's node; Skein with its strings and a digest of any length.

use astragal::error::Allowed;
use astragal::hash::Blake2Node;
use astragal::registry::{DynHash, HashParams, HashRow};
use pyo3::PyResult;

use crate::arguments::{Given, Takes};
use crate::buffer::Input;
use crate::error::Raise as _;

/// The parameters of a hash's row.
pub(crate) fn takes(row: &HashRow) -> Takes {
    let takes = row.takes;
    Takes::DIGEST_SIZE.when(takes.digest_bytes.is_some())
        | Takes::OPTIONAL_KEY.when(takes.key_bytes.is_some())
        | Takes::SALT.when(takes.salt_bytes.is_some())
        | Takes::PERSON.when(takes.personal_bytes.is_some())
        | Takes::OF_NODE.when(takes.node)
        | Takes::OF_SKEIN.when(takes.strings)
}

/// The longest salt, personalization, key and digest in bytes, where BLAKE and BLAKE2 have bounds, by `hashlib`'s
/// names.
pub(crate) fn bound(row: &HashRow, name: &str) -> Option<usize> {
    let allowed = match name {
        "SALT_SIZE" => row.takes.salt_bytes,
        "PERSON_SIZE" => row.takes.personal_bytes,
        "MAX_KEY_SIZE" => row.takes.key_bytes,
        "MAX_DIGEST_SIZE" => row.takes.digest_bytes,
        _ => None,
    };
    match allowed? {
        Allowed::Exactly(bytes) | Allowed::AtMost(bytes) | Allowed::Between(_, bytes) => {
            Some(bytes)
        }
        _ => None,
    }
}

/// The hash of a row that takes parameters, with those that are given.
pub(crate) fn hash(row: &HashRow, given: &Given<'_>) -> PyResult<Box<dyn DynHash>> {
    let key = given.bytes(Takes::OPTIONAL_KEY, "key")?;
    let salt = given.bytes(Takes::SALT, "salt")?;
    let personal = given.bytes(Takes::PERSON, "person")?;
    let public_key = given.bytes(Takes::PUBLIC_KEY, "public_key")?;
    let key_id = given.bytes(Takes::KEY_ID, "key_id")?;
    let nonce = given.bytes(Takes::NONCE, "nonce")?;
    let params = HashParams {
        digest_bytes: given.number(Takes::DIGEST_SIZE, "digest_size")?,
        key: key.as_ref().map(Input::as_slice),
        salt: salt.as_ref().map(Input::as_slice),
        personal: personal.as_ref().map(Input::as_slice),
        node: given.has_any(Takes::OF_NODE).then(|| node(given)).transpose()?,
        public_key: public_key.as_ref().map(Input::as_slice),
        key_id: key_id.as_ref().map(Input::as_slice),
        nonce: nonce.as_ref().map(Input::as_slice),
    };
    row.new_hash_with(&params).map_err(|error| error.raise())
}

fn node(given: &Given<'_>) -> PyResult<Blake2Node> {
    let plain = Blake2Node::SEQUENTIAL;
    Ok(Blake2Node {
        fanout: given.number(Takes::FANOUT, "fanout")?.unwrap_or(plain.fanout),
        depth: given.number(Takes::DEPTH, "depth")?.unwrap_or(plain.depth),
        leaf_bytes: given.number(Takes::LEAF_SIZE, "leaf_size")?.unwrap_or(0),
        offset: given.wide_number(Takes::NODE_OFFSET, "node_offset")?.unwrap_or(0),
        node_depth: given.number(Takes::NODE_DEPTH, "node_depth")?.unwrap_or(0),
        inner_bytes: given.number(Takes::INNER_SIZE, "inner_size")?.unwrap_or(0),
        is_last: given.truth(Takes::LAST_NODE)?,
    })
}
