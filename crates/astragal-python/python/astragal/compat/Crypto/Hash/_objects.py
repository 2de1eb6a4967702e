"""Objects that the modules of Crypto.Hash return: hashes, extendable-output functions and MACs."""

from __future__ import annotations

from binascii import unhexlify
from hmac import compare_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Buffer, Self


class Hash:
    """A hash object."""

    def __init__(
        self,
        state: Any,
        data: Buffer | None,
        make_new: Callable[..., Any],
        *,
        oid: str | None = None,
        update_after_digest: bool = True,
    ) -> None:
        self._state = state
        self._make_new = make_new
        self._update_after_digest = update_after_digest
        self._has_digest = False
        self.digest_size: int = state.digest_size
        if not isinstance(self, Mac):
            self.block_size: int = state.block_size
        if oid is not None:
            self.oid = oid
        if data is not None:
            self._state.update(data)

    def update(self, data: Buffer) -> Self:
        """Append data to the message; return this object."""
        if self._has_digest and not self._update_after_digest:
            raise TypeError("You can only call 'digest' or 'hexdigest' on this object")
        self._state.update(data)
        return self

    def digest(self) -> bytes:
        """Return the digest of the message so far, as bytes."""
        self._has_digest = True
        digest: bytes = self._state.digest()
        return digest

    def hexdigest(self) -> str:
        """Return the digest of the message so far, in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Self:
        """Return an independent copy."""
        copy: Self = _copy(self)
        return copy

    def new(self, *arguments: Any, **parameters: Any) -> Any:
        """Return a new object of the same algorithm. Takes the arguments of the module's function `new`."""
        return self._make_new(self, *arguments, **parameters)


def _copy(original: Any) -> Any:
    copy = original.__class__.__new__(original.__class__)
    vars(copy).update(vars(original))
    copy._state = original._state.copy()
    return copy


class Mac(Hash):
    """A message authentication code."""

    def verify(self, mac_tag: Buffer) -> None:
        """Verify a tag in constant time. Raises ValueError if the tag is wrong."""
        if not compare_digest(self.digest(), bytes(mac_tag)):
            raise ValueError("MAC check failed")

    def hexverify(self, hex_mac_tag: str | bytes) -> None:
        """Verify a hexadecimal tag in constant time. Raises ValueError if the tag is wrong."""
        self.verify(unhexlify(hex_mac_tag))


class TupleHash:
    """TupleHash: a hash of a tuple of byte strings."""

    def __init__(self, make: Callable[..., Any], length: int, make_new: Callable[..., Any]) -> None:
        self._make, self._make_new = make, make_new
        self._items: list[bytes] = []
        self._digest: bytes | None = None
        self.digest_size = length

    def update(self, *data: Buffer) -> Self:
        """Append elements to the tuple; return this object."""
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
        """Return a new object of the same algorithm. Takes the arguments of the module's function `new`."""
        return self._make_new(self, **parameters)


class Xof:
    """An extendable-output function with streaming output."""

    def __init__(
        self, state: Any, data: Buffer | None, make_new: Callable[..., Any], oid: str | None = None
    ) -> None:
        self._state = state
        self._make_new = make_new
        self._reading = False
        if oid is not None:
            self.oid = oid
        if data is not None:
            self.update(data)

    def update(self, data: Buffer) -> Self:
        """Append data to the message; return this object."""
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
        """Return an independent copy."""
        copy: Self = _copy(self)
        return copy

    def new(self, *arguments: Any, **parameters: Any) -> Any:
        """Return a new object of the same algorithm. Takes the arguments of the module's function `new`."""
        return self._make_new(self, *arguments, **parameters)
