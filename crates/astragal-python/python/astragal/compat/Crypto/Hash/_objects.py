"""The objects of Crypto.Hash: hashes, extendable-output functions and codes, over those of astragal."""

from __future__ import annotations

from binascii import unhexlify
from hmac import compare_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Buffer, Self


class Hash:
    """A hash of a message that comes in pieces."""

    def __init__(
        self,
        state: Any,
        data: Buffer | None,
        again: Callable[..., Any],
        *,
        oid: str | None = None,
        after: bool = True,
    ) -> None:
        self._state = state
        self._again = again
        self._after = after
        self._done = False
        self.digest_size: int = state.digest_size
        if not isinstance(self, Code):
            self.block_size: int = state.block_size
        if oid is not None:
            self.oid = oid
        if data is not None:
            self._state.update(data)

    def update(self, data: Buffer) -> Self:
        """Append to the message; return the object itself."""
        if self._done and not self._after:
            raise TypeError("You can only call 'digest' or 'hexdigest' on this object")
        self._state.update(data)
        return self

    def digest(self) -> bytes:
        """Return the digest of the message so far, as bytes."""
        self._done = True
        digest: bytes = self._state.digest()
        return digest

    def hexdigest(self) -> str:
        """Return the digest of the message so far, in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Self:
        """Return a copy, to go on with separately."""
        copy: Self = _copy(self)
        return copy

    def new(self, *arguments: Any, **parameters: Any) -> Any:
        """Return a new object of the same function; arguments as for the module's new."""
        return self._again(self, *arguments, **parameters)


def _copy(thing: Any) -> Any:
    copy = thing.__class__.__new__(thing.__class__)
    vars(copy).update(vars(thing))
    copy._state = thing._state.copy()
    return copy


class Code(Hash):
    """A message authentication code."""

    def verify(self, mac_tag: Buffer) -> None:
        """Raise ValueError when the tag is not that of the message, compared in constant time."""
        if not compare_digest(self.digest(), bytes(mac_tag)):
            raise ValueError("MAC check failed")

    def hexverify(self, hex_mac_tag: str | bytes) -> None:
        """Raise ValueError when the tag, in hexadecimal, is not that of the message."""
        self.verify(unhexlify(hex_mac_tag))


class Tuple:
    """TupleHash: each byte string counts by itself."""

    def __init__(self, make: Callable[..., Any], length: int, again: Callable[..., Any]) -> None:
        self._make, self._again = make, again
        self._items: list[bytes] = []
        self._digest: bytes | None = None
        self.digest_size = length

    def update(self, *data: Buffer) -> Self:
        """Append elements to the tuple; return the object itself."""
        if self._digest is not None:
            raise TypeError("You cannot call 'update' after 'digest' or 'hexdigest'")
        for item in data:
            if not isinstance(item, (bytes, bytearray, memoryview)):
                raise TypeError("You can only call 'update' on bytes")
            self._items.append(bytes(item))
        return self

    def digest(self) -> bytes:
        """Return the digest of the tuple, as bytes."""
        if self._digest is None:
            digest: bytes = self._make(self._items, length=self.digest_size).digest()
            self._digest = digest
        return self._digest

    def hexdigest(self) -> str:
        """Return the digest of the tuple, in hexadecimal."""
        return self.digest().hex()

    def new(self, **parameters: Any) -> Any:
        """Return a new object of the same function; arguments as for the module's new."""
        return self._again(self, **parameters)


class Xof:
    """An extendable-output function, whose output `read` gives piece by piece."""

    def __init__(
        self, state: Any, data: Buffer | None, again: Callable[..., Any], oid: str | None = None
    ) -> None:
        self._state = state
        self._again = again
        self._reading = False
        if oid is not None:
            self.oid = oid
        if data is not None:
            self.update(data)

    def update(self, data: Buffer) -> Self:
        """Append to the message; return the object itself."""
        if self._reading:
            raise TypeError("You cannot call 'update' after the first 'read'")
        self._state.update(data)
        return self

    def read(self, length: int) -> bytes:
        """Return the next bytes of the output."""
        if not isinstance(length, int) or isinstance(length, bool):
            raise TypeError("'length' must be an integer")
        if length < 0:
            raise ValueError("'length' must be a non-negative integer")
        output: bytes = self._state.read(length)
        self._reading = True
        return output

    def copy(self) -> Self:
        """Return a copy, to go on with separately."""
        copy: Self = _copy(self)
        return copy

    def new(self, *arguments: Any, **parameters: Any) -> Any:
        """Return a new object of the same function; arguments as for the module's new."""
        return self._again(self, *arguments, **parameters)
