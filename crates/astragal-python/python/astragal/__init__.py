"""Hashes, extendable-output functions, MACs and authenticated ciphers, in hashlib's shape.

    >>> import astragal
    >>> astragal.sha3_256(b"abc").hexdigest()
    '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'

Every algorithm has a constructor of its own, and new(), mac() and aead() take its name in any spelling:

    hash    sha3_256(data), new("SHA3/256", data)       update, digest, hexdigest, copy
    xof     shake128(data), kt128(data, custom=b"...")  the same with digest(length), and read(length)
    mac     kmac256(key, data), hmac.new(key, msg, "sha3_256")        the same, and verify(tag)
    aead    ascon_aead128(key)                          encrypt, decrypt, encrypt_into, decrypt_into

hash_many() hashes many messages by one call, file_digest() a file, with threads where the algorithm is a
tree, whose parts astragal.tree hashes apart and astragal.dask on many machines. algorithms_available, macs_available and aeads_available are the names; info(name) is what is known
about one. Arguments are bytes-like objects; all sizes are in bytes.

Wrong values raise ValueError, wrong types TypeError, and what does not verify InvalidTag.
"""

from astragal import _native
from astragal._file import file_digest
from astragal._native import *  # noqa: F403
from astragal._native import __version__

_HIDDEN = {
    "Assembly",
    "Constructor",
    "PartHasher",
    "__version__",
    "constructor",
    "constructors",
    "read_record",
}

__all__ = sorted({*_native.__all__, *_native.constructors(), "file_digest", "hmac", "tree"} - _HIDDEN)

for _name in _HIDDEN - {"__version__"}:
    del globals()[_name]
del _name


def __getattr__(name):
    """What is made when it is first asked for: the modules hmac and tree, and constructors by any of their names."""
    if name in ("hmac", "tree"):
        import importlib

        return importlib.import_module(f"astragal.{name}")
    function = _native.constructor(name)
    globals()[name] = function
    return function


def __dir__():
    return sorted({*globals(), *__all__} - {"_HIDDEN"})
