"""Replacement for Crypto.Hash: SHA256.new(data), SHAKE128.new().read(n), HMAC.new(...).

    >>> from astragal.compat.Crypto.Hash import SHA3_256
    >>> SHA3_256.new(b"a").update(b"bc").hexdigest()[:16]
    '3a985da74fe225b2'

MD2, MD4 and Poly1305 are not available. CMAC works with AES only.
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType

import astragal

from ._objects import Hash, Mac, TupleHash, Xof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Buffer

__all__ = [
    "BLAKE2b",
    "BLAKE2s",
    "CMAC",
    "HMAC",
    "KMAC128",
    "KMAC256",
    "KangarooTwelve",
    "MD5",
    "RIPEMD",
    "RIPEMD160",
    "SHA",
    "SHA1",
    "SHA224",
    "SHA256",
    "SHA384",
    "SHA3_224",
    "SHA3_256",
    "SHA3_384",
    "SHA3_512",
    "SHA512",
    "SHAKE128",
    "SHAKE256",
    "TupleHash128",
    "TupleHash256",
    "TurboSHAKE128",
    "TurboSHAKE256",
    "cSHAKE128",
    "cSHAKE256",
    "keccak",
    "new",
]

_NIST = "2.16.840.1.101.3.4.2."


def _module(name: str, standard: str, **members: Any) -> Any:
    module = ModuleType(f"{__name__}.{name}", f"Replacement for Crypto.Hash.{name}: {standard}.")
    vars(module).update(members)
    # Register the module, so that `import` finds it.
    sys.modules[module.__name__] = module
    return module


def _plain(new: Any) -> Any:
    """Return a method `new` that calls the module's function `new`."""
    return lambda self, *arguments, **parameters: new(*arguments, **parameters)


def _sized(new: Any) -> Any:
    """Return a method `new`. By default, the new object has the digest length of the object on which `new` is called.
    """

    def make_new(self: Any, **parameters: Any) -> Any:
        if parameters.get("digest_bytes") is None and parameters.get("digest_bits") is None:
            parameters["digest_bytes"] = self.digest_size
        return new(**parameters)

    return make_new


def _hash(name: str, algorithm: str, oid: str, *, update_after_digest: bool = True) -> Any:
    """Make the module of a hash. The module's function `new` has a parameter `update_after_digest` with this default.
    """

    def new(data: Buffer | None = None, *, update_after_digest: bool = update_after_digest) -> Hash:
        state = astragal.new(algorithm)
        return Hash(state, data, _plain(new), oid=oid, update_after_digest=update_after_digest)

    def digest(data: Buffer) -> bytes:
        """Return the digest of the message `data`."""
        whole: bytes = astragal.new(algorithm, data).digest()
        return whole

    row = astragal.info(algorithm)
    sizes = {"digest_size": row.digest_size, "block_size": row.block_size}
    return _module(name, row.standard, new=new, digest=digest, oid=oid, **sizes)


def _sha512_new(data: Buffer | None = None, truncate: str | None = None) -> Hash:
    variants = {None: ("sha512", "3"), "224": ("sha512-224", "5"), "256": ("sha512-256", "6")}
    if truncate not in variants:
        raise ValueError("Incorrect truncation length. It must be '224' or '256'.")
    algorithm, variant = variants[truncate]
    make_new = _plain(partial(_sha512_new, truncate=truncate))
    return Hash(astragal.new(algorithm), data, make_new, oid=_NIST + variant)


def _sha512_digest(data: Buffer, *, truncate: str | None = None) -> bytes:
    """Return the digest of the message `data`."""
    return _sha512_new(data, truncate).digest()


def _size(digest_bits: int | None, digest_bytes: int | None, default: int | None) -> int:
    """Return the digest length in bytes. The caller gives it in bits or in bytes, or omits it for the default."""
    if None not in (digest_bits, digest_bytes):
        raise TypeError("Only one digest parameter must be provided")
    if digest_bytes is not None:
        return digest_bytes
    if digest_bits is None:
        if default is None:
            raise TypeError("Digest size (bits, bytes) not provided")
        return default
    if digest_bits % 8:
        raise ValueError(f"digest_bits is {digest_bits}; expected a multiple of 8")
    return digest_bits // 8


def _keccak_new(
    *,
    data: Buffer | None = None,
    digest_bits: int | None = None,
    digest_bytes: int | None = None,
    update_after_digest: bool = False,
) -> Hash:
    size = _size(digest_bits, digest_bytes, None)
    if size not in (28, 32, 48, 64):
        raise ValueError("'digest_bytes' must be: 28, 32, 48 or 64")
    state = astragal.new(f"keccak-{8 * size}")
    return Hash(state, data, _sized(_keccak_new), update_after_digest=update_after_digest)


def _blake2(letter: str, max_bytes: int, variant: str) -> Any:
    def new(
        *,
        data: Buffer | None = None,
        digest_bits: int | None = None,
        digest_bytes: int | None = None,
        key: Buffer = b"",
        update_after_digest: bool = False,
    ) -> Mac:
        size = _size(digest_bits, digest_bytes, max_bytes)
        if not 1 <= size <= max_bytes:
            raise ValueError(f"'digest_bytes' not in range 1..{max_bytes}")
        if len(bytes(key)) > max_bytes:
            raise ValueError(f"BLAKE2{letter} key cannot exceed {max_bytes} bytes")
        keyed = {"key": key} if bytes(key) else {}
        state = astragal.new(f"blake2{letter}", digest_size=size, **keyed)
        # BLAKE2 has an object identifier only without a key, and only for certain digest lengths.
        has_oid = not bytes(key) and size in (16, 20, 28, 32, 48, 64)
        oid = f"{variant}{size // 4}" if has_oid else None
        return Mac(state, data, _sized(new), oid=oid, update_after_digest=update_after_digest)

    return _module(f"BLAKE2{letter}", "RFC 7693", new=new)


def _shake(bits: int, oid: str) -> Any:
    def new(data: Buffer | None = None) -> Xof:
        return Xof(astragal.new(f"shake{bits}"), data, _plain(new), oid)

    return _module(f"SHAKE{bits}", "FIPS 202", new=new, oid=oid)


def _cshake(bits: int) -> Any:
    def new(data: Buffer | None = None, custom: Buffer | None = None) -> Xof:
        return Xof(astragal.new(f"cshake{bits}", custom=custom or b""), data, _plain(new))

    return _module(f"cSHAKE{bits}", "SP 800-185", new=new)


def _turboshake(bits: int) -> Any:
    def new(*, domain: int = 0x1F, data: Buffer | None = None) -> Xof:
        # The object's method `new` accepts `data` as a positional argument, unlike this function.
        make_new = _plain(lambda data=None: new(domain=domain, data=data))
        return Xof(astragal.new(f"turboshake{bits}", domain=domain), data, make_new)

    return _module(f"TurboSHAKE{bits}", "RFC 9861", new=new)


def _kangaroo_new(
    data: Buffer | None = None, custom: Buffer | None = None, threads: int = 1
) -> Xof:
    if not isinstance(threads, int) or isinstance(threads, bool):
        raise TypeError("'threads' must be an integer")
    if threads < 0:
        raise ValueError("'threads' must be a non-negative integer")
    kt_threads = min(threads, 256) or "auto"
    return Xof(astragal.new("kt128", custom=custom or b"", threads=kt_threads), data, _plain(_kangaroo_new))


def _kangaroo_digest(data: Buffer, *, length: int, custom: Buffer | None = None) -> bytes:
    """Return the first `length` bytes of the output for the message `data`."""
    return _kangaroo_new(custom=custom).update(data).read(length)


def _kmac(bits: int, variant: str) -> Any:
    def new(
        *, key: Buffer, data: Buffer | None = None, mac_len: int = 64, custom: Buffer = b""
    ) -> Mac:
        if len(bytes(key)) < bits // 8:
            raise ValueError(f"The key must be at least {bits} bits long ({bits // 8} bytes)")
        if mac_len < 8:
            raise ValueError("'mac_len' must be 8 bytes or more")
        state = astragal.mac(f"kmac{bits}", key, length=mac_len, custom=custom)
        return Mac(state, data, make_new, oid=_NIST + variant, update_after_digest=False)

    def make_new(self: Any, **parameters: Any) -> Any:
        if parameters.get("mac_len") is None:
            parameters["mac_len"] = self.digest_size
        return new(**parameters)

    return _module(f"KMAC{bits}", "SP 800-185", new=new)


def _tuplehash(bits: int) -> Any:
    def new(
        *, digest_bytes: int | None = None, digest_bits: int | None = None, custom: Buffer = b""
    ) -> TupleHash:
        size = _size(digest_bits, digest_bytes, 64)
        if size < 8:
            raise ValueError("'digest_bytes' must be at least 8")
        make = partial(astragal.new, f"tuplehash{bits}", custom=bytes(custom))
        return TupleHash(make, size, _sized(new))

    return _module(f"TupleHash{bits}", "SP 800-185", new=new)


def _hmac_new(key: Buffer, msg: Buffer = b"", digestmod: Any = None) -> Mac:
    """Return HMAC with the hash of a module from this package or from pycryptodome. The default hash is MD5."""
    state = astragal.hmac.new(key, None, MD5 if digestmod is None else digestmod)
    return Mac(state, msg, _plain(_hmac_new))


def _cmac_new(
    key: Buffer,
    msg: Buffer | None = None,
    ciphermod: Any = None,
    cipher_params: dict[str, Any] | None = None,
    mac_len: int | None = None,
    update_after_digest: bool = False,
) -> Mac:
    """Return CMAC with AES.

    ciphermod -- the module AES, or its name.
    """
    name = getattr(ciphermod, "__name__", ciphermod)
    if str(name).rpartition(".")[2].upper() != "AES":
        raise TypeError("ciphermod must be AES")
    state = astragal.cmac(f"aes-{8 * len(bytes(key))}", key, length=mac_len)
    return Mac(state, msg, _plain(_cmac_new), update_after_digest=update_after_digest)


MD5 = _hash("MD5", "md5", "1.2.840.113549.2.5")
SHA1 = SHA = _hash("SHA1", "sha1", "1.3.14.3.2.26")
SHA224 = _hash("SHA224", "sha224", _NIST + "4")
SHA256 = _hash("SHA256", "sha256", _NIST + "1")
SHA384 = _hash("SHA384", "sha384", _NIST + "2")
SHA512 = _module(
    "SHA512",
    "FIPS 180-4",
    new=_sha512_new,
    digest=_sha512_digest,
    digest_size=64,
    block_size=128,
    oid=_NIST + "3",
)
RIPEMD160 = RIPEMD = _hash("RIPEMD160", "ripemd160", "1.3.36.3.2.1")
SHA3_224 = _hash("SHA3_224", "sha3-224", _NIST + "7", update_after_digest=False)
SHA3_256 = _hash("SHA3_256", "sha3-256", _NIST + "8", update_after_digest=False)
SHA3_384 = _hash("SHA3_384", "sha3-384", _NIST + "9", update_after_digest=False)
SHA3_512 = _hash("SHA3_512", "sha3-512", _NIST + "10", update_after_digest=False)
keccak = _module("keccak", "Keccak with the padding before FIPS 202", new=_keccak_new)
BLAKE2b = _blake2("b", 64, "1.3.6.1.4.1.1722.12.2.1.")
BLAKE2s = _blake2("s", 32, "1.3.6.1.4.1.1722.12.2.2.")
SHAKE128 = _shake(128, _NIST + "11")
SHAKE256 = _shake(256, _NIST + "12")
cSHAKE128 = _cshake(128)
cSHAKE256 = _cshake(256)
TurboSHAKE128 = _turboshake(128)
TurboSHAKE256 = _turboshake(256)
KangarooTwelve = _module("KangarooTwelve", "RFC 9861", new=_kangaroo_new, digest=_kangaroo_digest)
KMAC128 = _kmac(128, "19")
KMAC256 = _kmac(256, "20")
TupleHash128 = _tuplehash(128)
TupleHash256 = _tuplehash(256)
HMAC = _module("HMAC", "FIPS 198-1", new=_hmac_new, HMAC=_hmac_new)
CMAC = _module("CMAC", "SP 800-38B", new=_cmac_new)


def new(name: str) -> Hash:
    """Return a new hash object by name, such as "SHA256" or "SHA512-256"."""
    return Hash(astragal.new(name), None, _plain(new))
