"""Hashes, extendable-output functions, MACs, ciphers and key derivation, with the interface of hashlib.

    >>> import astragal
    >>> astragal.sha3_256(b"abc").hexdigest()
    '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

Each algorithm has a constructor. new(), mac(), aead() and mode() take its name in any spelling:

    hash    sha3_256(data), new("SHA3/256", data)               update, digest, hexdigest, copy
    xof     shake128(data), kt128(data, custom=b"...")          the same, with digest(length) and read(length)
    mac     kmac256(key, data), hmac.new(key, msg, "sha3_256")  the same, and verify(tag)
    aead    ascon_aead128(key), gcm("aes-256", key)             encrypt, decrypt, encrypt_into, decrypt_into
    mode    cbc("camellia-256", key), mode("sm4-ctr", key)      the same, and encryptor(iv), decryptor(iv)

Block ciphers: gcm(), ccm(), gcm_siv() and cmac() authenticate; cbc(), ctr(), cfb(), ofb() and xts() do not. cipher()
encrypts single blocks.

Keys and passwords: astragal.kdf derives keys and hashes passwords; pbkdf2_hmac() and scrypt() are also here. key_wrap()
and key_unwrap() encrypt and decrypt a key under another key (RFC 3394, RFC 5649). generate_key(name),
Aead.generate_nonce() and Mode.generate_iv() return random values. Use at most 2^32 random nonces per GCM key.

Many messages, files, parts: hash_many() hashes many messages in one call. file_digest() hashes a file, on several
threads if the algorithm is a tree hash. astragal.tree hashes parts of a message, astragal.dask does so on a cluster,
and astragal.outboard verifies ranges of a file. from_state() restores an object from the bytes that export_state()
returns. astragal.chunked encrypts and decrypts files and streams.

Names: algorithms_available, macs_available, aeads_available, ciphers_available, modes_available, kdfs_available and
key_wraps_available. info(name) returns sizes, standard and status.

Arguments are bytes-like objects; sizes are in bytes. A wrong value raises ValueError, a wrong type raises TypeError,
and a tag that does not verify raises InvalidTag. Objects have wipe(), which a `with` block calls at its end. Threads
may share objects. If the process forks while another thread calls an object, the child process must not use this
object.
"""

from astragal import _native
from astragal._file import file_digest
from astragal._native import *  # noqa: F403
from astragal._native import __version__

_HIDDEN = {
    "Assembly",
    "Blake3",
    "Constructor",
    "OpenStream",
    "PartHasher",
    "SealStream",
    "__version__",
    "allow_table_lookups",
    "chunked_open",
    "chunked_seal",
    "constructor",
    "constructors",
    "cpu_limit",
    "derive",
    "outboard_read",
    "outboard_write",
    "password_hash",
    "password_needs_rehash",
    "password_verify",
    "read_record",
}
_MODULES = {"chunked", "hashlib", "hmac", "kdf", "outboard", "tree"}
_KDF_FUNCTIONS = {"pbkdf2_hmac", "scrypt"}

__all__ = sorted({*_native.__all__, *_native.constructors(), *_MODULES, *_KDF_FUNCTIONS, "file_digest"} - _HIDDEN)

for _name in _HIDDEN - {"__version__"}:
    del globals()[_name]
del _name


def __getattr__(name):
    """Import a module or make a constructor when it is first used."""
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"astragal.{name}")
    if name in _KDF_FUNCTIONS:
        from astragal import kdf

        function = getattr(kdf, name)
    else:
        function = _native.constructor(name)
    globals()[name] = function
    return function


def __dir__():
    return sorted({*globals(), *__all__} - {"_HIDDEN", "_MODULES", "_KDF_FUNCTIONS"})
