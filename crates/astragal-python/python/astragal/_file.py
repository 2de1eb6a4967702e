"""Digests of files."""

from __future__ import annotations

import os

from astragal import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The first read, which is the only one of most files; then a megabyte at a time, which costs nothing beside
# hashing it, or more, which threads share out.
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

    file -- a path, or an object open for reading in binary mode, read from where it stands to its end.
    digest -- the name of a hash or extendable-output function, or a function that makes a hash object.
    threads -- for the tree hashes (KangarooTwelve, ParallelHash, BLAKE3): 1 to 256, or "auto" for as many as there
        are processors. Others use one thread.
    progress -- called with the number of bytes hashed so far, after each piece and once at the end.

    Raises ValueError for a name that is not known, for TupleHash, or for a file that is not binary or would
    block, and OSError when reading fails.
    """
    hasher = _native.new(digest) if isinstance(digest, str) else digest()
    if isinstance(hasher, _native.Xof) and hasher.name.startswith("tuplehash"):
        raise ValueError(f"{hasher.name} hashes a tuple, and a file is none: read it and pass [data]")
    if isinstance(file, (str, bytes, os.PathLike)):
        with open(file, "rb", buffering=0) as opened:
            return _absorb(opened, hasher, threads, progress)
    if not (hasattr(file, "readinto") and hasattr(file, "readable") and file.readable()):
        raise ValueError(f"{file!r} is not a file-like object in binary reading mode.")
    return _absorb(file, hasher, threads, progress)


def _absorb(
    file: Any, hasher: Any, threads: Any, progress: Callable[[int], object] | None
) -> Any:
    options = {"threads": threads} if isinstance(hasher, _native.Xof) else {}  # others take no threads
    buffer = bytearray(_FIRST_BYTES)
    done = 0
    while True:
        count = file.readinto(buffer)
        if count is None:
            raise ValueError("the file would block; open it in blocking mode")
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
