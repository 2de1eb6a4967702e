"""The shape of the package blake3: the hash, the keyed hash and key derivation, with output of any length.

    >>> from astragal.compat.blake3 import blake3
    >>> blake3(b"abc").hexdigest(length=8)
    '6437b3ac38465133'
"""

from __future__ import annotations

import mmap

from astragal import __version__, _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Final

    from typing_extensions import Buffer, Self

__all__ = ["__version__", "blake3"]

_MOST_THREADS = 256


class blake3:
    """BLAKE3 of a message that comes in pieces.

    data -- the start of the message, or None.
    key -- 32 bytes: the keyed hash.
    derive_key_context -- a string: key derivation, of which the message is the key material.
    max_threads -- 1 or more, or blake3.AUTO for as many as there are processors.
    """

    AUTO: Final = -1
    name: Final = "blake3"
    digest_size: Final = 32
    block_size: Final = 64
    key_size: Final = 32

    __slots__ = ("_state",)

    def __init__(
        self,
        data: Buffer | None = None,
        /,
        *,
        key: Buffer | None = None,
        derive_key_context: str | None = None,
        max_threads: int = 1,
        usedforsecurity: bool = True,
    ) -> None:
        threads = "auto" if max_threads == self.AUTO else min(max_threads, _MOST_THREADS)
        self._state = _native.Blake3(key, derive_key_context, threads)
        if data is not None:
            self._state.absorb(data)

    def update(self, data: Buffer, /) -> Self:
        """Append to the message; return the object itself."""
        self._state.absorb(data)
        return self

    def update_mmap(self, path: str | os.PathLike[str]) -> Self:
        """Append a file, mapped into memory where it can be; return the object itself."""
        with open(path, "rb") as file:
            try:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except (OSError, ValueError):
                # Empty, or nothing that can be mapped, as a pipe.
                while piece := file.read(1 << 20):
                    self._state.absorb(piece)
            else:
                with mapped:
                    self._state.absorb(mapped)
        return self

    def digest(self, length: int = 32, *, seek: int = 0) -> bytes:
        """Return `length` bytes of the output, from byte `seek` on. The message may go on afterwards."""
        return self._state.squeeze(length, seek)

    def hexdigest(self, length: int = 32, *, seek: int = 0) -> str:
        """Return `length` bytes of the output, from byte `seek` on, in hexadecimal."""
        return self._state.hexsqueeze(length, seek)

    def copy(self) -> Self:
        """Return a copy with the same key and message, to go on with separately."""
        copy = self.__class__.__new__(self.__class__)
        copy._state = self._state.duplicate()
        return copy

    def reset(self) -> None:
        """Go back to the empty message, key or context kept."""
        self._state.restart()

    def __repr__(self) -> str:
        return "<astragal.compat.blake3.blake3>"
