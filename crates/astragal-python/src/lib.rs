//! astragal from Python: the module `astragal._native`, which the package `astragal` shows to the world.
//!
//! Everything is a loop over the library's tables: a row is a constructor here, and a name that `new`
//! knows. Objects are frozen classes with one lock each, so any thread may use them, with or without the
//! interpreter's global lock; there is no state of the module besides.

mod aead;
mod algorithm;
mod arguments;
mod arrow;
mod blake3;
mod buffer;
mod cipher;
mod composed;
mod constructor;
mod error;
mod exported;
mod function;
mod hash;
mod kdf;
mod mac;
mod many;
mod message;
mod mode;
mod modes;
mod outboard;
mod parameters;
mod random;
mod state;
mod stream;
mod threads;
mod tree;
mod xof;

use astragal::hazmat::cpu::{Level, limit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<algorithm::Info>()?;
    module.add_class::<hash::Hash>()?;
    module.add_class::<xof::Xof>()?;
    module.add_class::<mac::Mac>()?;
    module.add_class::<aead::Aead>()?;
    module.add_class::<blake3::Blake3>()?;
    module.add_class::<cipher::Cipher>()?;
    module.add_class::<mode::Mode>()?;
    module.add_class::<stream::Stream>()?;
    module.add_class::<message::AeadEncryptor>()?;
    module.add_class::<message::AeadDecryptor>()?;
    module.add("InvalidTag", py.get_type::<error::InvalidTag>())?;
    module.add_function(wrap_pyfunction!(constructor::info, module)?)?;
    module.add_class::<function::Constructor>()?;
    module.add_function(wrap_pyfunction!(function::constructor, module)?)?;
    module.add_function(wrap_pyfunction!(constructor::constructors, module)?)?;
    module.add_function(wrap_pyfunction!(many::hash_many, module)?)?;
    module.add_function(wrap_pyfunction!(many::hash_column, module)?)?;
    module.add_class::<arrow::Digests>()?;
    let sequence = py.import("collections.abc")?.getattr("Sequence")?;
    sequence.call_method1("register", (py.get_type::<arrow::Digests>(),))?;
    algorithm::add_names(module)?;
    module.add("algorithms_guaranteed", PyFrozenSet::new(py, GUARANTEED)?)?;
    module.add_function(wrap_pyfunction!(constructor::new, module)?)?;
    module.add_function(wrap_pyfunction!(constructor::mac, module)?)?;
    module.add_function(wrap_pyfunction!(constructor::keyed_xof, module)?)?;
    module.add_function(wrap_pyfunction!(constructor::aead, module)?)?;
    module.add_function(wrap_pyfunction!(random::generate_key, module)?)?;
    module.add_function(wrap_pyfunction!(cipher::cipher, module)?)?;
    module.add_function(wrap_pyfunction!(modes::mode, module)?)?;
    module.add_function(wrap_pyfunction!(modes::cbc, module)?)?;
    module.add_function(wrap_pyfunction!(modes::ctr, module)?)?;
    module.add_function(wrap_pyfunction!(modes::cfb, module)?)?;
    module.add_function(wrap_pyfunction!(modes::ofb, module)?)?;
    module.add_function(wrap_pyfunction!(modes::xts, module)?)?;
    module.add_function(wrap_pyfunction!(composed::gcm, module)?)?;
    module.add_function(wrap_pyfunction!(composed::ccm, module)?)?;
    module.add_function(wrap_pyfunction!(composed::gcm_siv, module)?)?;
    module.add_function(wrap_pyfunction!(composed::cmac, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::derive, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::password_hash, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::password_verify, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::password_needs_rehash, module)?)?;
    module.getattr("derive")?.setattr("__module__", "astragal.kdf")?;
    module.add_function(wrap_pyfunction!(exported::from_state, module)?)?;
    module.add_function(wrap_pyfunction!(exported::from_state_with_key, module)?)?;
    module.add_class::<tree::PartHasher>()?;
    module.add_class::<tree::Assembly>()?;
    module.add_function(wrap_pyfunction!(tree::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(outboard::outboard_read, module)?)?;
    module.add_function(wrap_pyfunction!(outboard::outboard_write, module)?)?;
    module.add_function(wrap_pyfunction!(cpu_limit, module)?)?;
    for name in FUNCTIONS {
        // Where users find them, and so does pickle.
        module.getattr(name)?.setattr("__module__", "astragal")?;
    }
    Ok(())
}

/// Use no instructions beyond this level from here on, to measure and to test: "portable", "avx2" and so on.
#[pyfunction]
fn cpu_limit(level: &str) -> PyResult<()> {
    let known = || {
        let names = Level::ALL.map(Level::name).join(", ");
        PyValueError::new_err(format!("level is {level:?}; it may be {names}"))
    };
    limit(Level::from_name(level).ok_or_else(known)?);
    Ok(())
}

/// The functions that make objects by name.
const FUNCTIONS: [&str; 21] = [
    "new",
    "from_state",
    "from_state_with_key",
    "mac",
    "keyed_xof",
    "aead",
    "cipher",
    "mode",
    "cbc",
    "ctr",
    "cfb",
    "ofb",
    "xts",
    "gcm",
    "ccm",
    "gcm_siv",
    "cmac",
    "generate_key",
    "info",
    "hash_many",
    "hash_column",
];

/// What `hashlib` has everywhere, and so has this.
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
