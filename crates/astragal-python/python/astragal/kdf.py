"""Key derivation from passwords and keys, and password hashing.

    >>> from astragal import kdf
    >>> kdf.argon2id(b"password", salt=b"sixteen bytes of", m=64, t=3, p=1, length=4).hex()
    'b61ff0e9'
    >>> kdf.hkdf("sha256", b"shared secret", info=b"encryption", length=4).hex()
    'c36f5ea8'

pbkdf2_hmac() and scrypt() have the same signatures as in hashlib. derive() takes the name of any key derivation
function. Sizes are in bytes, except that Argon2's memory m is in KiB.

hash_password() makes a string to store, verify_password() checks a password against it, and needs_rehash() reports
outdated costs. The strings have the PHC format, which argon2-cffi and passlib also use.

Other threads run during a derivation, and Ctrl-C ends it. Errors are raised before the derivation starts: ValueError if
a parameter is out of range, TypeError if a parameter is missing, and MemoryError if the memory cannot be allocated.
"""

from __future__ import annotations

import os

from astragal import _native
from astragal._native import derive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from typing_extensions import Buffer

    _Progress: TypeAlias = Callable[[int, int], object]

__all__ = [
    "PRESETS",
    "argon2d",
    "argon2i",
    "argon2id",
    "derive",
    "hash_password",
    "hkdf",
    "hkdf_expand",
    "hkdf_extract",
    "kbkdf",
    "needs_rehash",
    "pbkdf2_hmac",
    "scrypt",
    "verify_password",
]


def argon2id(
    password: Buffer,
    *,
    salt: Buffer,
    m: int,
    t: int,
    p: int,
    length: int = 32,
    secret: Buffer | None = None,
    associated_data: Buffer | None = None,
    version: int = 19,
    allow_short_salt: bool = False,
    progress: _Progress | None = None,
) -> bytes:
    """Derive a key from a password with Argon2id (RFC 9106): t passes over m KiB in p lanes, on all cores.

    salt -- at least 8 bytes, different for each password. A shorter salt requires allow_short_salt.
    length -- the length of the key, at least 4 bytes.
    secret -- a key ("pepper") stored apart from the hash.
    version -- 19, or 16 for hashes made before 2016.
    progress -- a function called several times per second with the steps done and the total number of steps.

    m must be at least 8 * p. argon2id's memory accesses depend on the password from the second half of the first pass
    on. The memory accesses of argon2d always depend on the password. The memory accesses of argon2i never do.
    """
    return _argon2("argon2id", **locals())


def argon2i(
    password: Buffer,
    *,
    salt: Buffer,
    m: int,
    t: int,
    p: int,
    length: int = 32,
    secret: Buffer | None = None,
    associated_data: Buffer | None = None,
    version: int = 19,
    allow_short_salt: bool = False,
    progress: _Progress | None = None,
) -> bytes:
    """Derive a key with Argon2i (RFC 9106): memory accesses are independent of the password. Takes the arguments of
    argon2id()."""
    return _argon2("argon2i", **locals())


def argon2d(
    password: Buffer,
    *,
    salt: Buffer,
    m: int,
    t: int,
    p: int,
    length: int = 32,
    secret: Buffer | None = None,
    associated_data: Buffer | None = None,
    version: int = 19,
    allow_short_salt: bool = False,
    progress: _Progress | None = None,
) -> bytes:
    """Derive a key with Argon2d (RFC 9106): memory accesses depend on the password. Takes the arguments of
    argon2id()."""
    return _argon2("argon2d", **locals())


def _argon2(name: str, password: Buffer, length: int, **parameters: Any) -> bytes:
    return derive(name, password, length, **parameters)


def pbkdf2_hmac(
    hash_name: str, password: Buffer, salt: Buffer, iterations: int, dklen: int | None = None
) -> bytes:
    """Derive a key with PBKDF2 (RFC 8018) and HMAC over any hash. Has the signature of hashlib.pbkdf2_hmac()."""
    name, digest_size = _hash(hash_name)
    length = digest_size if dklen is None else dklen
    _check_dklen(length)
    return derive(f"pbkdf2-hmac-{name}", password, length, salt=salt, iterations=iterations)


def scrypt(
    password: Buffer,
    *,
    salt: Buffer | None = None,
    n: int | None = None,
    r: int | None = None,
    p: int | None = None,
    maxmem: int = 0,
    dklen: int = 64,
) -> bytes:
    """Derive a key with scrypt (RFC 7914). Has the signature of hashlib.scrypt().

    salt, n, r, p -- required; n is the cost, a power of two; r is the block size; p is the parallelization.
    maxmem -- the memory limit in bytes; 0 means 32 MiB.
    """
    if maxmem is None:
        raise TypeError("maxmem must be a number, not NoneType")
    _check_dklen(dklen)
    limit = _MAXMEM if maxmem == 0 else maxmem
    return derive("scrypt", password, dklen, salt=salt, n=n, r=r, p=p, memory_limit=limit)


# Default memory limit in bytes, the same as in OpenSSL and hashlib.
_MAXMEM = 32 << 20


def _check_dklen(length: int) -> None:
    if length == 0:
        raise ValueError("dklen is 0; expected at least 1")


def _hash(name: str) -> tuple[str, int]:
    """Return the canonical name and the digest length in bytes of a hash."""
    try:
        hash = _native.info(name, "hash")
    except ValueError as error:
        raise ValueError(f"unsupported hash: {error}") from None
    return hash.name, hash.digest_size or 0


def hkdf(
    hash_name: str, secret: Buffer, *, salt: Buffer = b"", info: Buffer = b"", length: int = 32
) -> bytes:
    """Derive a key with HKDF (RFC 5869), extract and expand, with HMAC over any hash.

    secret -- high-entropy key material; use argon2id() for passwords.
    info -- the purpose of the key, distinct for each key derived from the secret.
    length -- the length of the key, at most 255 times the length of a digest.
    """
    return derive(f"hkdf-{_hash(hash_name)[0]}", secret, length, salt=salt, info=info)


def hkdf_extract(hash_name: str, secret: Buffer, *, salt: Buffer = b"") -> bytes:
    """Return the pseudorandom key that HKDF extracts from a secret (RFC 5869 section 2.2). This key is as long as a
    digest."""
    name, digest_size = _hash(hash_name)
    return derive(f"hkdf-{name}", secret, digest_size, salt=salt, step="extract")


def hkdf_expand(hash_name: str, key: Buffer, *, info: Buffer = b"", length: int = 32) -> bytes:
    """Derive a key from a pseudorandom key that is at least as long as a digest (RFC 5869 section 2.3)."""
    return derive(f"hkdf-{_hash(hash_name)[0]}", key, length, info=info, step="expand")


def kbkdf(
    mac_name: str, key: Buffer, *, label: Buffer = b"", context: Buffer = b"", length: int = 32
) -> bytes:
    """Derive a key with KBKDF (SP 800-108r1): counter mode over an HMAC or CMAC such as "hmac-sha256", or KMAC.

    label -- the purpose of the key.
    context -- the parties and other context of the key.
    """
    return derive(f"kbkdf-{mac_name}", key, length, label=label, info=context)


#: Recommended costs: RFC 9106 section 4; OWASP Password Storage Cheat Sheet, 2023.
PRESETS = {
    "rfc9106-first": ("argon2id", {"m": 1 << 21, "t": 1, "p": 4}),
    "rfc9106-second": ("argon2id", {"m": 1 << 16, "t": 3, "p": 4}),
    "owasp-2023-argon2id": ("argon2id", {"m": 19456, "t": 2, "p": 1}),
    "owasp-2023-scrypt": ("scrypt", {"n": 1 << 17, "r": 8, "p": 1}),
    "owasp-2023-pbkdf2-sha256": ("pbkdf2-sha256", {"iterations": 600_000}),
    "owasp-2023-pbkdf2-sha512": ("pbkdf2-sha512", {"iterations": 210_000}),
}

_COSTS = {
    "argon2id": ("m", "t", "p"),
    "argon2i": ("m", "t", "p"),
    "argon2d": ("m", "t", "p"),
    "scrypt": ("n", "r", "p"),
    "pbkdf2-sha1": ("iterations",),
    "pbkdf2-sha256": ("iterations",),
    "pbkdf2-sha512": ("iterations",),
}


def _scheme(name: str, costs: dict[str, int]) -> tuple[str, tuple[int, int, int]]:
    if name in PRESETS and not costs:
        name, costs = PRESETS[name]
    if name not in _COSTS:
        raise ValueError(
            f"no password scheme is named {name!r}; expected a preset ({', '.join(PRESETS)}) "
            f"or a function with its costs ({', '.join(_COSTS)})"
        )
    names = _COSTS[name]
    if costs.keys() != set(names):
        raise TypeError(f"{name} takes {', '.join(names)}; given: {', '.join(costs) or 'none'}")
    a, b, c = (*(costs[each] for each in names), 0, 0)[:3]
    return name, (a, b, c)


def hash_password(password: Buffer, scheme: str = "rfc9106-second", **costs: int) -> str:
    """Return the PHC string of a password with a random salt, such as "$argon2id$v=19$m=65536,t=3,p=4$...$...".

    scheme -- a key of PRESETS, or a function with its costs: hash_password(password, "argon2id", m=65536, t=3, p=4).
    """
    return _native.password_hash(password, os.urandom(16), *_scheme(scheme, costs))


def verify_password(
    password: Buffer, stored: str, *, max_memory: int = 2 << 30, max_steps: int = 1 << 24
) -> bool:
    """Return whether the password matches the PHC string. The comparison takes constant time.

    max_memory -- limit of the memory cost of the string, in bytes.
    max_steps -- limit of the time cost of the string, in steps of about a microsecond.

    Raises ValueError if the string is not a password hash or its costs exceed the limits.
    """
    return _native.password_verify(password, stored, max_memory, max_steps)


def needs_rehash(stored: str, scheme: str = "rfc9106-second", **costs: int) -> bool:
    """Return whether the PHC string was made with a different function or different costs than the scheme's.

    Raises ValueError if the string is not a password hash.
    """
    return _native.password_needs_rehash(stored, *_scheme(scheme, costs))
