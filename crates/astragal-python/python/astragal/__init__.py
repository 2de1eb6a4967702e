"""Hashes, extendable-output functions, MACs, ciphers and key derivation, in hashlib's shape.

    >>> import astragal
    >>> astragal.sha3_256(b"abc").hexdigest()
    '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

Every algorithm has a constructor of its own, and new(), mac() and aead() take its name in any spelling:

    hash    sha3_256(data), new("SHA3/256", data)       update, digest, hexdigest, copy
    xof     shake128(data), kt128(data, custom=b"...")  the same with digest(length), and read(length)
    mac     kmac256(key, data), hmac.new(key, msg, "sha3_256")        the same, and verify(tag)
    aead    ascon_aead128(key), gcm("aes-256", key)     encrypt, decrypt, encrypt_into, decrypt_into
    mode    cbc("camellia-256", key), mode("sm4-ctr", key)     the same, and encryptor(iv), decryptor(iv)

gcm(), ccm(), gcm_siv() and cmac() make such objects of a block cipher's name, cbc(), ctr(), cfb(), ofb() and xts()
those that do not authenticate; cipher() gives its single blocks. astragal.kdf derives keys and hashes passwords; pbkdf2_hmac() and scrypt() are here as well. hash_many() hashes
many messages by one call, file_digest() a file, with threads where the algorithm is a tree, whose parts
astragal.tree hashes apart and astragal.dask on many machines; astragal.outboard verifies ranges of a file. A hash's export_state() is bytes
from which from_state() goes on elsewhere. algorithms_available, macs_available, aeads_available, ciphers_available,
modes_available and kdfs_available are the names; info(name) is what is known about one. Arguments are bytes-like
objects; all sizes are in bytes.

generate_key(name) makes a random key, an Aead's generate_nonce() and a Mode's generate_iv() the other random values; a
key of GCM takes at most 2^32 random nonces. Every object has wipe(), which a `with` block calls at its end. Threads may
share objects; a child process that was forked while another thread was inside a call of an object must not use it.

Wrong values raise ValueError, wrong types TypeError, and what does not verify InvalidTag.
"""

from astragal import _native
from astragal._file import file_digest
from astragal._native import *  # noqa: F403
from astragal._native import __version__

_HIDDEN = {
    "Assembly",
    "Blake3",
    "Constructor",
    "PartHasher",
    "__version__",
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
_MODULES = {"hashlib", "hmac", "kdf", "outboard", "tree"}
_OF_KDF = {"pbkdf2_hmac", "scrypt"}

__all__ = sorted({*_native.__all__, *_native.constructors(), *_MODULES, *_OF_KDF, "file_digest"} - _HIDDEN)

for _name in _HIDDEN - {"__version__"}:
    del globals()[_name]
del _name


def __getattr__(name):
    """What is made when it is first asked for: modules, what is of theirs, and constructors by any of their names."""
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"astragal.{name}")
    if name in _OF_KDF:
        from astragal import kdf

        function = getattr(kdf, name)
    else:
        function = _native.constructor(name)
    globals()[name] = function
    return function


def __dir__():
    return sorted({*globals(), *__all__} - {"_HIDDEN", "_MODULES", "_OF_KDF"})
