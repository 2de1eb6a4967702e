//! Constructs hashes with parameters. BLAKE takes a salt. BLAKE2 takes a digest length, key, salt, personalization and
//! position in a tree, as in `hashlib`. Skein takes a digest length, and byte strings such as a key and a
//! personalization.

use astragal::error::Allowed;
use astragal::hash::Blake2Node;
use astragal::registry::{DynHash, HashParams, HashRow};
use pyo3::PyResult;

use crate::arguments::Arguments;
use crate::buffer::Input;
use crate::error::IntoPyErr as _;
use crate::signature::ParameterSet;

/// Returns the maximum length in bytes of a salt, personalization, key or digest. `attribute` is the name of
/// `hashlib`'s attribute, such as `SALT_SIZE`.
pub(crate) fn max_size(row: &HashRow, attribute: &str) -> Option<usize> {
    let allowed = match attribute {
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

/// Creates a hash with the parameters in `arguments`.
pub(crate) fn new_hash(row: &HashRow, arguments: &Arguments<'_>) -> PyResult<Box<dyn DynHash>> {
    type P = ParameterSet;
    let key = arguments.bytes(P::OPTIONAL_KEY, "key")?;
    let salt = arguments.bytes(P::SALT, "salt")?;
    let personal = arguments.bytes(P::PERSON, "person")?;
    let public_key = arguments.bytes(P::PUBLIC_KEY, "public_key")?;
    let key_id = arguments.bytes(P::KEY_ID, "key_id")?;
    let nonce = arguments.bytes(P::NONCE, "nonce")?;
    let params = HashParams {
        digest_bytes: arguments.number(P::DIGEST_SIZE, "digest_size")?,
        key: key.as_ref().map(Input::as_slice),
        salt: salt.as_ref().map(Input::as_slice),
        personal: personal.as_ref().map(Input::as_slice),
        node: arguments.has_any(P::BLAKE2_NODE).then(|| blake2_node(arguments)).transpose()?,
        public_key: public_key.as_ref().map(Input::as_slice),
        key_id: key_id.as_ref().map(Input::as_slice),
        nonce: nonce.as_ref().map(Input::as_slice),
    };
    row.new_hash_with(&params).map_err(|error| error.into_py_err())
}

fn blake2_node(arguments: &Arguments<'_>) -> PyResult<Blake2Node> {
    type P = ParameterSet;
    let sequential = Blake2Node::SEQUENTIAL;
    Ok(Blake2Node {
        fanout: arguments.number(P::FANOUT, "fanout")?.unwrap_or(sequential.fanout),
        depth: arguments.number(P::DEPTH, "depth")?.unwrap_or(sequential.depth),
        leaf_bytes: arguments.number(P::LEAF_SIZE, "leaf_size")?.unwrap_or(0),
        offset: arguments.u64(P::NODE_OFFSET, "node_offset")?.unwrap_or(0),
        node_depth: arguments.number(P::NODE_DEPTH, "node_depth")?.unwrap_or(0),
        inner_bytes: arguments.number(P::INNER_SIZE, "inner_size")?.unwrap_or(0),
        is_last: arguments.is_true(P::LAST_NODE)?,
    })
}
