"""Verified reads of any range of a file, with the file's BLAKE3 digest and an outboard tree.

    >>> import io
    >>> from astragal import blake3, outboard
    >>> data = bytes(100_000)
    >>> tree = io.BytesIO()
    >>> digest = outboard.write(io.BytesIO(data), tree, len(data))
    >>> digest == blake3(data).digest()
    True
    >>> outboard.read(digest, io.BytesIO(data), tree, 5000, 6000) == data[5000:6000]
    True

The tree is 1/16 as long as the file, and has the format of Bao. A 32-byte `key` selects keyed BLAKE3, and a `context`
selects BLAKE3's key derivation. Reading requires the key or context that was used for writing. Files are binary file
objects. fsspec file objects are also supported. Only verified bytes are returned.
"""

from astragal._native import outboard_read, outboard_write

__all__ = ["read", "write"]


def write(file, tree, length, *, key=None, context=None):
    """Write the outboard tree of `file` to `tree`; return the digest of the file.

    file -- opened for reading; read from its current position to the end.
    tree -- an empty seekable file, opened for writing.
    length -- the number of bytes to read.

    Raises ValueError if the file has a different length; `tree` is then invalid.
    """
    return outboard_write(file, tree, length, key, context)


def read(digest, file, tree, start=0, end=None, *, key=None, context=None):
    """Return bytes `start` to `end` of `file`, verified with the digest of the whole file.

    file, tree -- seekable files, opened for reading; only the parts that the range needs are read.
    end -- the offset after the last byte; by default the end of the file.

    Raises ValueError if the file has no such range, or if the file or the tree does not match the digest.
    """
    return outboard_read(digest, file, tree, start, end, key, context)
