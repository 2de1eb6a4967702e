"""Replacement for Crypto.Protocol.KDF: PBKDF1, PBKDF2, HKDF, scrypt and SP800_108_Counter.

    >>> from astragal.compat.Crypto.Hash import SHA256
    >>> from astragal.compat.Crypto.Protocol.KDF import PBKDF2
    >>> PBKDF2("password", b"salt", 4, count=1000, hmac_hash_module=SHA256).hex()
    '632c2812'

bcrypt is not available.
"""

from __future__ import annotations

import warnings

from astragal import hmac, kdf

from ..Hash import SHA1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Buffer

__all__ = ["HKDF", "PBKDF1", "PBKDF2", "SP800_108_Counter", "scrypt"]


def _bytes(text: str | Buffer) -> bytes:
    """Return the argument as bytes. A string is encoded as Latin-1."""
    return text.encode("latin-1") if isinstance(text, str) else bytes(memoryview(text))


def _hash_name(module: Any) -> str:
    """Return astragal's name for the module's hash, or "" if astragal does not have this hash."""
    name = module.__name__.rpartition(".")[2] if hasattr(module, "__name__") else type(module).__name__
    return name if name in _NAMES else ""


_NAMES = (
    "MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "RIPEMD160", "SHA3_224", "SHA3_256", "SHA3_384", "SHA3_512",
)  # fmt: skip


def PBKDF1(
    password: str | Buffer, salt: Buffer, dkLen: int, count: int = 1000, hashAlgo: Any = None
) -> bytes:
    """Derive a key with PBKDF1 (RFC 8018 section 5.1). The key is at most as long as a digest. Use it only for existing
    data.
    """
    module = SHA1 if hashAlgo is None else hashAlgo
    given = bytes(memoryview(salt))
    state = module.new(_bytes(password) + given)
    if dkLen > state.digest_size:
        raise TypeError(f"Selected hash algorithm has a too short digest ({state.digest_size} bytes).")
    if len(given) != 8:
        raise ValueError(f"Salt is not 8 bytes long ({len(given)} bytes instead).")
    digest: bytes = state.digest()
    for _ in range(count - 1):
        digest = module.new(digest).digest()
    return digest[:dkLen]


def PBKDF2(
    password: str | Buffer,
    salt: str | Buffer,
    dkLen: int = 16,
    count: int | None = None,
    prf: Callable[[bytes, bytes], bytes] | None = None,
    hmac_hash_module: Any = None,
) -> bytes:
    """Derive a key with PBKDF2 (RFC 8018 section 5.2). The pseudorandom function is `prf`, or HMAC with the hash that
    `hmac_hash_module` provides.
    """
    if prf and hmac_hash_module:
        raise ValueError("'prf' and 'hmac_hash_module' are mutually exclusive")
    if count is None or (prf is None and hmac_hash_module is None):
        warnings.warn(
            "PBKDF2 without 'count' and 'hmac_hash_module' uses 1000 iterations of HMAC-SHA1, which is weak; "
            "pass count=600000, hmac_hash_module=SHA256",
            DeprecationWarning,
            stacklevel=2,
        )
    rounds = 1000 if count is None else count
    secret, start = _bytes(password), _bytes(salt)
    if prf is None:
        module = SHA1 if hmac_hash_module is None else hmac_hash_module
        name = _hash_name(module)
        if name:
            return kdf.pbkdf2_hmac(name, secret, start, rounds, dkLen) if dkLen else b""
        prf = lambda key, message: hmac.digest(key, message, module)  # noqa: E731
    result, number = b"", 1
    while len(result) < dkLen:
        last = prf(secret, start + number.to_bytes(4, "big"))
        block, total = len(last), int.from_bytes(last, "big")
        for _ in range(rounds - 1):
            last = prf(secret, last)
            total ^= int.from_bytes(last, "big")
        result += total.to_bytes(block, "big")
        number += 1
    return result[:dkLen]


def _keys(material: bytes, key_len: int, num_keys: int | None) -> Any:
    """Split key material into `num_keys` keys. Return the key, or a list if there are several."""
    if num_keys is None or num_keys == 1:
        return material[:key_len]
    return [material[i : i + key_len] for i in range(0, key_len * num_keys, key_len)]


def HKDF(
    master: Buffer,
    key_len: int,
    salt: Buffer | None,
    hashmod: Any,
    num_keys: int = 1,
    context: Buffer | None = None,
) -> Any:
    """Derive a key with HKDF (RFC 5869). Return the key, or a list of `num_keys` keys."""
    length = key_len * num_keys
    if length > 255 * hashmod.digest_size:
        raise ValueError("Too much secret data to derive")
    info = b"" if context is None else bytes(memoryview(context))
    start = b"" if salt is None else bytes(memoryview(salt))
    name = _hash_name(hashmod)
    if name:
        return _keys(kdf.hkdf(name, master, salt=start, info=info, length=length), key_len, num_keys)
    extracted = hmac.digest(start or bytes(hashmod.digest_size), master, hashmod)
    result = last = b""
    while len(result) < length:
        number = len(result) // hashmod.digest_size + 1
        last = hmac.digest(extracted, last + info + bytes([number]), hashmod)
        result += last
    return _keys(result, key_len, num_keys)


def scrypt(
    password: str | Buffer,
    salt: str | Buffer,
    key_len: int,
    N: int,
    r: int,
    p: int,
    num_keys: int = 1,
    *,
    threads: int = 1,
) -> Any:
    """Derive a key with scrypt (RFC 7914). Return the key, or a list of `num_keys` keys.

    `threads` is ignored: all cores are used.
    """
    if N < 2 or N & N - 1:
        raise ValueError("N must be a power of 2")
    if N >= 1 << 32:
        raise ValueError("N is too big")
    if p > ((1 << 32) - 1) * 32 // (128 * r):
        raise ValueError("p or r are too big")
    length = key_len * num_keys
    material = kdf.derive("scrypt", _bytes(password), length, salt=_bytes(salt), n=N, r=r, p=p)
    return _keys(material, key_len, num_keys)


def SP800_108_Counter(
    master: Buffer,
    key_len: int,
    prf: Callable[[bytes, bytes], bytes],
    num_keys: int | None = None,
    label: Buffer = b"",
    context: Buffer = b"",
) -> Any:
    """Derive a key in the counter mode of SP 800-108 (section 4.1) with the pseudorandom function `prf`.

    Return the key, or a list of `num_keys` keys.
    """
    label, context = bytes(memoryview(label)), bytes(memoryview(context))
    if b"\0" in label:
        raise ValueError("Null byte found in label")
    length = key_len * (1 if num_keys is None else num_keys)
    fixed_input = label + b"\0" + context + (8 * length).to_bytes(4, "big")
    secret, result, number = bytes(memoryview(master)), b"", 1
    while len(result) < length:
        result += prf(secret, number.to_bytes(4, "big") + fixed_input)
        number += 1
    return _keys(result, key_len, num_keys)
