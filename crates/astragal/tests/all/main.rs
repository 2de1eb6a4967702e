//! Tests of the public interface. The tests are modules of one program, because linking the library takes seconds per
//! program. Tests that replace the allocator, count threads or limit the instruction sets need their own process, so
//! they are separate programs.

#[cfg(all(feature = "registry", feature = "aes"))]
mod aead_reference;
#[cfg(all(feature = "registry", feature = "aes", feature = "camellia"))]
mod aes_modes;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod ascon;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod ascon_reference;
#[cfg(all(feature = "std", feature = "aes", feature = "camellia", feature = "kalyna"))]
mod at_once;
#[cfg(feature = "blake")]
mod blake3_reference;
#[cfg(all(feature = "std", feature = "aes", feature = "sha2"))]
mod chunked;
#[cfg(all(feature = "std", feature = "aes", feature = "sha2"))]
mod chunked_wycheproof;
#[cfg(feature = "registry")]
mod ciphers;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod evidence;
#[cfg(all(feature = "state", feature = "hashes"))]
mod hash_params;
mod implementors;
#[cfg(all(
    feature = "std",
    feature = "aes",
    feature = "ascon",
    feature = "blake",
    feature = "keccak",
    feature = "sha2",
    feature = "skein"
))]
mod inherent;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod kdf;
#[cfg(feature = "keccak")]
mod keccak_batch;
#[cfg(all(feature = "std", feature = "registry", feature = "keccak"))]
mod keccak_types;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers"))]
mod key_wrap;
#[cfg(all(feature = "state", feature = "blake", feature = "keccak", feature = "sha2"))]
mod keyed_state;
#[cfg(all(feature = "state", feature = "ascon", feature = "blake", feature = "keccak"))]
mod keyed_xof;
#[cfg(all(
    feature = "registry",
    feature = "aes",
    feature = "ascon",
    feature = "blake",
    feature = "keccak",
    feature = "kdf"
))]
mod lengths;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod limits;
#[cfg(all(feature = "registry", feature = "aegis", feature = "ascon"))]
mod messages;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod misuse;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod modes;
#[cfg(all(
    feature = "registry",
    feature = "keccak",
    feature = "sha1",
    feature = "sha2",
    feature = "aes"
))]
mod monte_carlo;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers"))]
mod names;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod objects;
#[cfg(all(
    feature = "std",
    feature = "registry",
    feature = "hashes",
    feature = "ciphers",
    feature = "kdf"
))]
mod openssl_enc;
#[cfg(all(feature = "std", feature = "hashes", feature = "kdf"))]
mod password;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod properties;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod registry;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers"))]
mod shape;
#[cfg(all(feature = "registry", feature = "hashes", feature = "ciphers", feature = "kdf"))]
mod tree;
#[cfg(all(
    feature = "std",
    feature = "registry",
    feature = "hashes",
    feature = "ciphers",
    feature = "kdf"
))]
mod typed;
#[cfg(all(
    feature = "std",
    feature = "registry",
    feature = "hashes",
    feature = "ciphers",
    feature = "kdf"
))]
mod typed_aead;
