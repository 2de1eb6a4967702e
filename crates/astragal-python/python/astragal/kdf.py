"""Keys from passwords, keys from keys, and hashes of passwords for storage.

    >>> from astragal import kdf
    >>> kdf.argon2id(b"password", salt=b"sixteen bytes of", m=64, t=3, p=1, length=4).hex()
    'b61ff0e9'
    >>> kdf.hkdf("sha256", b"shared secret", info=b"encryption", length=4).hex()
    'c36f5ea8'

pbkdf2_hmac() and scrypt() have hashlib's signatures and take any hash of astragal; derive() takes every function
by its name. All sizes are in bytes but Argon2's memory m, which is in KiB.

To store a password take hash_password(), to check it verify_password(); needs_rehash() tells when the costs
have changed since. The strings are those of argon2-cffi, passlib and others.

Other threads run meanwhile, and Ctrl-C ends a derivation. Parameters that are out of range raise ValueError,
missing ones TypeError, and memory that cannot be had MemoryError, before work starts.
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
    """Argon2id (RFC 9106), for passwords: t passes over m KiB in p lanes, which are shared out to all cores.

    salt -- 8 bytes or more, another for each password; fewer with allow_short_salt.
    length -- of the key, 4 or more.
    secret -- a key ("pepper") that is not stored with the hash.
    version -- 19, or 16 for what was made before 2016.
    progress -- called with the steps done and the steps in all, some times a second.

    m is at least 8 p. Its time depends on the password from the second half of the first pass on, that of
    argon2i never, that of argon2d always.
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
    """Argon2i (RFC 9106), whose time depends on nothing secret; arguments as for argon2id."""
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
    """Argon2d (RFC 9106), whose time depends on the password; arguments as for argon2id."""
    return _argon2("argon2d", **locals())


def _argon2(name: str, password: Buffer, length: int, **parameters: Any) -> bytes:
    return derive(name, password, length, **parameters)


def pbkdf2_hmac(
    hash_name: str, password: Buffer, salt: Buffer, iterations: int, dklen: int | None = None
) -> bytes:
    """PBKDF2 (RFC 8018) with HMAC over any hash of astragal; hashlib's signature."""
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
    """scrypt (RFC 7914); hashlib's signature.

    salt, n, r, p -- have no defaults: n is the cost, a power of two, r the block size, p the parallelization.
    maxmem -- the most memory in bytes; 0 is 32 MiB, as there.
    """
    if maxmem is None:
        raise TypeError("maxmem must be a number, not NoneType")
    _check_dklen(dklen)
    limit = _MAXMEM if maxmem == 0 else maxmem
    return derive("scrypt", password, dklen, salt=salt, n=n, r=r, p=p, memory_limit=limit)


# What OpenSSL allows, which hashlib calls.
_MAXMEM = 32 << 20


def _check_dklen(length: int) -> None:
    if length == 0:
        raise ValueError("dklen is 0; it must be at least 1")


def _hash(name: str) -> tuple[str, int]:
    """The canonical name of a hash, and its digest's length."""
    try:
        hash = _native.info(name, "hash")
    except ValueError as error:
        raise ValueError(f"unsupported hash: {error}") from None
    return hash.name, hash.digest_size or 0


def hkdf(
    hash_name: str, secret: Buffer, *, salt: Buffer = b"", info: Buffer = b"", length: int = 32
) -> bytes:
    """HKDF (RFC 5869): extract and expand, with HMAC over any hash.

    secret -- has entropy enough already: passwords are for argon2id().
    info -- the key's purpose; other keys from the same secret have another.
    length -- of the key, up to 255 digests.
    """
    return derive(f"hkdf-{_hash(hash_name)[0]}", secret, length, salt=salt, info=info)


def hkdf_extract(hash_name: str, secret: Buffer, *, salt: Buffer = b"") -> bytes:
    """The pseudorandom key of a secret (RFC 5869 section 2.2), as long as a digest."""
    name, digest_size = _hash(hash_name)
    return derive(f"hkdf-{name}", secret, digest_size, salt=salt, step="extract")


def hkdf_expand(hash_name: str, key: Buffer, *, info: Buffer = b"", length: int = 32) -> bytes:
    """A key from a pseudorandom key (RFC 5869 section 2.3), which is at least as long as a digest."""
    return derive(f"hkdf-{_hash(hash_name)[0]}", key, length, info=info, step="expand")


def kbkdf(
    mac_name: str, key: Buffer, *, label: Buffer = b"", context: Buffer = b"", length: int = 32
) -> bytes:
    """KBKDF (SP 800-108r1): in counter mode over "hmac-sha256", "cmac-aes-128" and the like, or "kmac128" and
    "kmac256".

    label -- the key's purpose.
    context -- who takes part.
    """
    return derive(f"kbkdf-{mac_name}", key, length, label=label, info=context)


#: Who recommends it and when: RFC 9106 section 4; OWASP's Password Storage Cheat Sheet of 2023.
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
            f"no preset or function for passwords is named {name!r}; presets, without costs: "
            f"{', '.join(PRESETS)}; functions, with theirs: {', '.join(_COSTS)}"
        )
    names = _COSTS[name]
    if costs.keys() != set(names):
        raise TypeError(f"{name} takes {', '.join(names)}; given: {', '.join(costs) or 'none'}")
    a, b, c = (*(costs[each] for each in names), 0, 0)[:3]
    return name, (a, b, c)


def hash_password(password: Buffer, scheme: str = "rfc9106-second", **costs: int) -> str:
    """Return the PHC string of a password under a random salt, as "$argon2id$v=19$m=65536,t=3,p=4$...$...".

    scheme -- one of PRESETS, or a function with its costs: hash_password(password, "argon2id", m=65536, t=3, p=4).
    """
    return _native.password_hash(password, os.urandom(16), *_scheme(scheme, costs))


def verify_password(
    password: Buffer, stored: str, *, max_memory: int = 2 << 30, max_steps: int = 1 << 24
) -> bool:
    """Return whether the password is the one of the PHC string, compared in constant time.

    max_memory -- in bytes, and
    max_steps -- of about a microsecond: what the string may ask for, which may come from somebody else.

    Raises ValueError when the string is no password hash, or asks for more.
    """
    return _native.password_verify(password, stored, max_memory, max_steps)


def needs_rehash(stored: str, scheme: str = "rfc9106-second", **costs: int) -> bool:
    """Return whether the PHC string was made otherwise than hash_password() would make it now.

    Raises ValueError when the string is no password hash.
    """
    return _native.password_needs_rehash(stored, *_scheme(scheme, costs))
