"""The standard module hmac, over the hashes of astragal.

    >>> from astragal import hmac
    >>> hmac.new(b"key", b"message", "sha3_256").hexdigest()[:16]
    '80d50ea5c1d35bb6'

new, digest, compare_digest and HMAC are used as there; objects have verify besides, which compares in
constant time. digestmod is a name in any spelling, a function that makes a hash, or a module with a function
new. HMAC over a function that gives its hash a length, a key or a salt of its own is computed step by step.
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

    key -- bytes-like, the starting key.
    msg -- bytes-like, the start of the message, or None.
    digestmod -- the hash; there is no default.

    Raises TypeError without a digestmod, ValueError for one that is not known.
    """
    return HMAC(key, msg, digestmod)


def digest(key: Buffer, msg: Buffer, digest: Any) -> bytes:
    """Return the HMAC of a whole message, as bytes; arguments as for new."""
    return _code(key, digest, msg).digest()


class HMAC:
    """HMAC (FIPS 198-1) of a message that comes in pieces; arguments as for new."""

    blocksize = 64

    def __init__(self, key: Buffer, msg: Buffer | None = None, digestmod: Any = "") -> None:
        self._code = _code(key, digestmod, msg)

    @property
    def name(self) -> str:
        """The algorithm's name, as "hmac-sha256"."""
        return self._code.name

    @property
    def digest_size(self) -> int:
        """The tag's length in bytes."""
        return self._code.digest_size

    @property
    def block_size(self) -> int:
        """The length in bytes of the block that the key is padded to."""
        return self._code.block_size

    def update(self, msg: Buffer) -> None:
        """Append a bytes-like object to the message."""
        self._code.update(msg)

    def digest(self) -> bytes:
        """Return the tag of the message so far, as bytes. The message may go on afterwards."""
        return self._code.digest()

    def hexdigest(self) -> str:
        """Return the tag of the message so far, in lower-case hexadecimal."""
        return self._code.hexdigest()

    def verify(self, tag: Buffer, /) -> None:
        """Compare the tag of the message so far with `tag`, in constant time.

        Raises InvalidTag when they differ, in length or in any byte.
        """
        self._code.verify(tag)

    def copy(self) -> Self:
        """Return a copy with the same key and message, to go on with separately."""
        other = self.__class__.__new__(self.__class__)
        other._code = self._code.copy()
        return other

    def reset(self) -> None:
        """Go back to the empty message, the key kept."""
        self._code.reset()

    def wipe(self) -> None:
        """Erase key and message; other calls raise ValueError from now on. A `with` block does it at its end."""
        self._code.wipe()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.wipe()

    def __repr__(self) -> str:
        return f"<astragal.hmac.HMAC {self.name}>"


# Constructors of HMAC by the names of hashes, each found once.
_MAKERS: dict[str, Any] = {}


def _code(key: Buffer, digestmod: Any, msg: Buffer | None) -> _native.Mac | _Steps:
    """What computes HMAC over this hash, with the start of the message."""
    if digestmod.__class__ is str and digestmod:
        make = _MAKERS.get(digestmod)
        if make is None:
            make = _native.constructor(_name(digestmod).replace("-", "_"))
            _MAKERS[digestmod] = make
        made: _native.Mac = make(key) if msg is None else make(key, msg)
        return made
    code = _other(key, digestmod)
    if msg is not None:
        code.update(msg)
    return code


def _other(key: Buffer, digestmod: Any) -> _native.Mac | _Steps:
    """What computes HMAC over the hash that a function or module makes."""
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
    # A name does not say that a hash has a length, key or salt of its own; its digests do.
    if name and probe.digest_size and probe.digest() == _native.new(name[5:]).digest():
        return _native.mac(name, key)
    return _Steps(key, make, probe)


def _name(hash: str) -> str:
    """The name of HMAC over this hash."""
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
            message += f", whose code is astragal.{hint}(key)"
        elif row.kind == "mac":
            message += f" by itself: astragal.mac({row.name!r}, key)"
        raise ValueError(message) from None


class _Steps:
    """HMAC over the objects that any function makes (FIPS 198-1, section 4)."""

    def __init__(self, key: Buffer, make: Callable[[], Any], probe: Any) -> None:
        if isinstance(key, str):
            raise TypeError("Strings must be encoded before hashing")
        start = bytes(memoryview(key))
        if not probe.digest_size:
            raise ValueError(f"HMAC needs a hash function with a digest of fixed length, not {probe.name}")
        self.block_size: int = getattr(probe, "block_size", 64)
        if self.block_size < probe.digest_size:
            raise ValueError("HMAC needs a hash function whose block is not shorter than its digest")
        self.digest_size: int = probe.digest_size
        self.name = f"hmac-{getattr(probe, 'name', 'unknown')}"
        if len(start) > self.block_size:
            probe.update(start)
            start = probe.digest()
        start = start.ljust(self.block_size, b"\0")
        self._inner_start, self._outer = make(), make()
        self._inner_start.update(bytes(byte ^ 0x36 for byte in start))
        self._outer.update(bytes(byte ^ 0x5C for byte in start))
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
            raise _native.InvalidTag("the tag does not verify")

    def copy(self) -> _Steps:
        other = _Steps.__new__(_Steps)
        other.__dict__.update(self.__dict__)
        other._inner = self._inner.copy()
        return other

    def reset(self) -> None:
        self._inner = self._inner_start.copy()

    def wipe(self) -> None:
        for state in (self._inner_start, self._inner, self._outer):
            # Objects of astragal erase what they hold; others are let go.
            getattr(state, "wipe", lambda: None)()
        self._inner_start = self._inner = self._outer = _Wiped(self.name)


class _Wiped:
    """What stands in place of a state that was erased."""

    def __init__(self, name: str) -> None:
        self._name = name

    def wipe(self) -> None:
        pass

    def __getattr__(self, method: str) -> Any:
        raise ValueError(f"{self._name} object was wiped; make a new one")
