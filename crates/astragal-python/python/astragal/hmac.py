"""Replacement for the standard module hmac, with the hashes of astragal.

    >>> from astragal import hmac
    >>> hmac.new(b"key", b"message", "sha3_256").hexdigest()[:16]
    '80d50ea5c1d35bb6'

new, digest, compare_digest and HMAC have the same interface as in the standard module. HMAC objects also have verify(),
which compares in constant time. digestmod is the name of a hash in any spelling, a function that returns a hash object,
or a module whose function new returns one.
"""

from __future__ import annotations

from hmac import compare_digest

from astragal import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Buffer, Self

__all__ = ["HMAC", "compare_digest", "digest", "new"]


def new(key: Buffer, msg: Buffer | None = None, digestmod: Any = "") -> HMAC:
    """Return a new HMAC object.

    key -- a bytes-like object.
    msg -- the start of the message, a bytes-like object or None.
    digestmod -- the hash; required.

    Raises TypeError if digestmod is missing, and ValueError if its name is unknown.
    """
    return HMAC(key, msg, digestmod)


def digest(key: Buffer, msg: Buffer, digest: Any) -> bytes:
    """Return the HMAC of a message, as bytes. Takes the arguments of new()."""
    return _new_mac(key, digest, msg).digest()


class HMAC:
    """HMAC (FIPS 198-1). Takes the arguments of new()."""

    blocksize = 64

    def __init__(self, key: Buffer, msg: Buffer | None = None, digestmod: Any = "") -> None:
        self._mac = _new_mac(key, digestmod, msg)

    @property
    def name(self) -> str:
        """The name of the algorithm, such as "hmac-sha256"."""
        return self._mac.name

    @property
    def digest_size(self) -> int:
        """The length of the tag in bytes."""
        return self._mac.digest_size

    @property
    def block_size(self) -> int:
        """The block length in bytes, to which the key is padded."""
        return self._mac.block_size

    def update(self, msg: Buffer) -> None:
        """Append a bytes-like object to the message."""
        self._mac.update(msg)

    def digest(self) -> bytes:
        """Return the tag of the message so far, as bytes. `update` may follow."""
        return self._mac.digest()

    def hexdigest(self) -> str:
        """Return the tag of the message so far, in lower-case hexadecimal."""
        return self._mac.hexdigest()

    def verify(self, tag: Buffer, /) -> None:
        """Verify a tag of the message so far, in constant time.

        Raises InvalidTag if the tag is wrong or has the wrong length.
        """
        self._mac.verify(tag)

    def copy(self) -> Self:
        """Return an independent copy with the same key and message."""
        other = self.__class__.__new__(self.__class__)
        other._mac = self._mac.copy()
        return other

    def reset(self) -> None:
        """Reset to the empty message, with the same key."""
        self._mac.reset()

    def wipe(self) -> None:
        """Erase the key and the message. Later calls raise ValueError. A `with` block calls `wipe` at its end."""
        self._mac.wipe()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.wipe()

    def __repr__(self) -> str:
        return f"<astragal.hmac.HMAC {self.name}>"


# HMAC constructors, cached by the name of the hash.
_CONSTRUCTORS: dict[str, Any] = {}


def _new_mac(key: Buffer, digestmod: Any, msg: Buffer | None) -> _native.Mac | _GenericHmac:
    """Return an HMAC object with the hash that `digestmod` selects. `msg` is the start of the message."""
    if digestmod.__class__ is str and digestmod:
        make = _CONSTRUCTORS.get(digestmod)
        if make is None:
            make = _native.constructor(_name(digestmod).replace("-", "_"))
            _CONSTRUCTORS[digestmod] = make
        made: _native.Mac = make(key) if msg is None else make(key, msg)
        return made
    mac = _new_mac_over(key, digestmod)
    if msg is not None:
        mac.update(msg)
    return mac


def _new_mac_over(key: Buffer, digestmod: Any) -> _native.Mac | _GenericHmac:
    """Return an HMAC object with a hash that a function or module provides."""
    if not digestmod:
        raise TypeError("Missing required argument 'digestmod'.")
    if isinstance(digestmod, str):
        return _native.mac(_name(digestmod), key)
    make = digestmod if callable(digestmod) else digestmod.new
    probe = make()
    try:
        name = _name(probe.name)
    except (AttributeError, ValueError):
        name = ""
    # A hash object's name does not show a special digest length, a key or a salt. So the name is used only if the
    # object's digest of the empty message equals that of astragal's hash with this name.
    if name and probe.digest_size and probe.digest() == _native.new(name[5:]).digest():
        return _native.mac(name, key)
    return _GenericHmac(key, make, probe)


def _name(hash: str) -> str:
    """Return the name of HMAC with this hash."""
    try:
        return f"hmac-{_native.info(hash, 'hash').name}"
    except ValueError as error:
        try:
            row = _native.info(hash)
        except ValueError:
            raise error from None
        kind = {
            "sized-hash": "a hash of chosen length",
            "xof": "an extendable-output function",
            "mac": "a message authentication code",
        }
        message = f"HMAC needs a hash function; {row.name} is {kind.get(row.kind, 'an authenticated cipher')}"
        hint = {"shake128": "kmac128", "shake256": "kmac256"}.get(row.name)
        if hint:
            message += f"; use the MAC astragal.{hint}(key)"
        elif row.kind == "mac":
            message += f": astragal.mac({row.name!r}, key)"
        raise ValueError(message) from None


class _GenericHmac:
    """HMAC (FIPS 198-1 section 4) with hash objects from any library. The function `make` returns such objects."""

    def __init__(self, key: Buffer, make: Callable[[], Any], probe: Any) -> None:
        if isinstance(key, str):
            raise TypeError("Strings must be encoded before hashing")
        block_key = bytes(memoryview(key))
        if not probe.digest_size:
            raise ValueError(f"HMAC needs a hash function with a digest of fixed length, not {probe.name}")
        self.block_size: int = getattr(probe, "block_size", 64)
        if self.block_size < probe.digest_size:
            raise ValueError("HMAC needs a hash function with a block at least as long as its digest")
        self.digest_size: int = probe.digest_size
        self.name = f"hmac-{getattr(probe, 'name', 'unknown')}"
        if len(block_key) > self.block_size:
            probe.update(block_key)
            block_key = probe.digest()
        block_key = block_key.ljust(self.block_size, b"\0")
        self._inner_start, self._outer = make(), make()
        self._inner_start.update(bytes(byte ^ 0x36 for byte in block_key))
        self._outer.update(bytes(byte ^ 0x5C for byte in block_key))
        self._inner = self._inner_start.copy()

    def update(self, msg: Buffer) -> None:
        self._inner.update(msg)

    def digest(self) -> bytes:
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        tag: bytes = outer.digest()
        return tag

    def hexdigest(self) -> str:
        return self.digest().hex()

    def verify(self, tag: Buffer) -> None:
        if not compare_digest(self.digest(), bytes(memoryview(tag))):
            raise _native.InvalidTag("tag does not verify")

    def copy(self) -> _GenericHmac:
        other = _GenericHmac.__new__(_GenericHmac)
        other.__dict__.update(self.__dict__)
        other._inner = self._inner.copy()
        return other

    def reset(self) -> None:
        self._inner = self._inner_start.copy()

    def wipe(self) -> None:
        for state in (self._inner_start, self._inner, self._outer):
            # Skips hash objects from other libraries, which have no method `wipe`.
            getattr(state, "wipe", lambda: None)()
        self._inner_start = self._inner = self._outer = _Wiped(self.name)


class _Wiped:
    """Placeholder for an erased state. Every call raises ValueError."""

    def __init__(self, name: str) -> None:
        self._name = name

    def wipe(self) -> None:
        pass

    def __getattr__(self, method: str) -> Any:
        raise ValueError(f"{self._name} object was wiped; make a new one")
