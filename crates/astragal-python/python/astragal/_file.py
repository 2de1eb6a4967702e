"""Digests of files."""

from __future__ import annotations

import os

from astragal import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Most files fit into the first read. Later reads are larger, which saves system calls and gives several threads enough
# data.
_FIRST_BYTES = 1 << 16
_SERIAL_BYTES = 1 << 20
_PARALLEL_BYTES = 8 << 20


def file_digest(
    file: Any,
    digest: Any,
    /,
    *,
    threads: Any = "auto",
    progress: Callable[[int], object] | None = None,
) -> Any:
    """Hash a file; return the hash object.

    file -- a path, or a file object in binary mode, read from its current position to the end.
    digest -- the name of a hash or extendable-output function, or a function that returns a hash object.
    threads -- for the tree hashes (KangarooTwelve, ParallelHash, BLAKE3): 1 to 256, or "auto" for one per processor.
        Other algorithms use one thread.
    progress -- a function called after each read with the number of bytes hashed so far.

    Raises ValueError if the name is unknown or names TupleHash, or if the file is not binary or not blocking. Raises
    OSError if a read fails.
    """
    hasher = _native.new(digest) if isinstance(digest, str) else digest()
    if isinstance(hasher, _native.Xof) and hasher.name.startswith("tuplehash"):
        raise ValueError(f"{hasher.name} hashes a tuple; read the file and pass [data]")
    if isinstance(file, (str, bytes, os.PathLike)):
        with open(file, "rb", buffering=0) as opened:
            return _update_from(opened, hasher, threads, progress)
    if not (hasattr(file, "readinto") and hasattr(file, "readable") and file.readable()):
        raise ValueError(f"{file!r} is not a file-like object in binary reading mode.")
    return _update_from(file, hasher, threads, progress)


def _update_from(
    file: Any, hasher: Any, threads: Any, progress: Callable[[int], object] | None
) -> Any:
    options = {"threads": threads} if isinstance(hasher, _native.Xof) else {}
    buffer = bytearray(_FIRST_BYTES)
    done = 0
    while True:
        count = file.readinto(buffer)
        if count is None:
            raise ValueError("file is in non-blocking mode; open it in blocking mode")
        if count == 0:
            break
        hasher.update(memoryview(buffer)[:count], **options)
        done += count
        if progress is not None:
            progress(done)
        if count == len(buffer) == _FIRST_BYTES:
            buffer = bytearray(_PARALLEL_BYTES if options and threads != 1 else _SERIAL_BYTES)
    if progress is not None and done == 0:
        progress(0)
    return hasher
