//! Sets of algorithm names, such as `algorithms_available` and `macs_available`, and the names of the constructors.

use std::collections::BTreeSet;

use astragal::registry::{self, Algorithm};
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

use crate::lookup;
use crate::names::{HASHLIB_NAMES, hashlib_name, identifier};

/// Names that `hashlib` guarantees.
const GUARANTEED: [&str; 14] = [
    "blake2b",
    "blake2s",
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha512",
    "shake_128",
    "shake_256",
];

/// Adds the sets of names to the module. Together they contain each canonical name that `new`, `mac`, `aead`, `cipher`,
/// `mode`, `kdf.derive` or `key_wrap` accepts.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let hashes = lookup::with_constructor()
        .filter(|row| matches!(row, Algorithm::Hash(_) | Algorithm::Xof(_)));
    let hashes = hashes.flat_map(|row| [hashlib_name(row.name), identifier(row.name)]);
    module.add("algorithms_available", PyFrozenSet::new(py, hashes.collect::<Vec<_>>())?)?;
    module.add("algorithms_guaranteed", PyFrozenSet::new(py, GUARANTEED)?)?;
    let macs = registry::macs().chain(registry::composed_macs()).map(|row| row.name);
    module.add("macs_available", PyFrozenSet::new(py, macs.collect::<Vec<_>>())?)?;
    let aeads = registry::AEADS.iter().chain(registry::composed_aeads()).map(|row| row.name);
    module.add("aeads_available", PyFrozenSet::new(py, aeads.collect::<Vec<_>>())?)?;
    let ciphers = registry::CIPHERS.iter().map(|row| row.name);
    module.add("ciphers_available", PyFrozenSet::new(py, ciphers.collect::<Vec<_>>())?)?;
    let modes = registry::modes().map(|mode| mode.name());
    module.add("modes_available", PyFrozenSet::new(py, modes.collect::<Vec<_>>())?)?;
    let kdfs = registry::kdfs().chain(registry::composed_kdfs()).map(|row| row.name);
    module.add("kdfs_available", PyFrozenSet::new(py, kdfs.collect::<Vec<_>>())?)?;
    let key_wraps = registry::key_wraps().map(|row| row.name);
    module.add("key_wraps_available", PyFrozenSet::new(py, key_wraps.collect::<Vec<_>>())?)
}

/// Return the names of the constructors as Python identifiers, except those of HMAC.
#[pyfunction]
pub(crate) fn constructors() -> Vec<String> {
    let rows = lookup::with_constructor().filter(|row| !row.name.starts_with("hmac-"));
    // Algorithms of several kinds with the same name, such as "blake3", have only one constructor.
    let names: BTreeSet<&str> = rows.map(|row| row.name).collect();
    let names = names.into_iter().map(identifier);
    names.chain(HASHLIB_NAMES.map(|(_, name)| name.into())).collect()
}
