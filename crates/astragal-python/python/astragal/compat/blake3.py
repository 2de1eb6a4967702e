"""Replacement for the package blake3: hash, keyed hash and key derivation, with output of any length.

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

_MAX_THREADS = 256


class blake3:
    """Streaming BLAKE3.

    data -- the start of the message, or None.
    key -- a 32-byte key, for the keyed hash.
    derive_key_context -- a string, for key derivation; the message is the key material.
    max_threads -- 1 or more, or blake3.AUTO for one per processor.
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
        threads = "auto" if max_threads == self.AUTO else min(max_threads, _MAX_THREADS)
        self._state = _native.Blake3(key, derive_key_context, threads)
        if data is not None:
            self._state.absorb(data)

    def update(self, data: Buffer, /) -> Self:
        """Append data to the message; return this object."""
        self._state.absorb(data)
        return self

    def update_mmap(self, path: str | os.PathLike[str]) -> Self:
        """Append the contents of a file to the message; return this object. The file is memory-mapped if possible."""
        with open(path, "rb") as file:
            try:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except (OSError, ValueError):
                # Reads the file in pieces: empty files and pipes cannot be memory-mapped.
                while piece := file.read(1 << 20):
                    self._state.absorb(piece)
            else:
                with mapped:
                    self._state.absorb(mapped)
        return self

    def digest(self, length: int = 32, *, seek: int = 0) -> bytes:
        """Return `length` bytes of the output, starting at byte `seek`. `update` may follow."""
        return self._state.squeeze(length, seek)

    def hexdigest(self, length: int = 32, *, seek: int = 0) -> str:
        """Return `length` bytes of the output in hexadecimal, starting at byte `seek`."""
        return self._state.hexsqueeze(length, seek)

    def copy(self) -> Self:
        """Return an independent copy with the same key and message."""
        copy = self.__class__.__new__(self.__class__)
        copy._state = self._state.duplicate()
        return copy

    def reset(self) -> None:
        """Reset to the empty message, with the same key or context."""
        self._state.restart()

    def __repr__(self) -> str:
        return "<astragal.compat.blake3.blake3>"
