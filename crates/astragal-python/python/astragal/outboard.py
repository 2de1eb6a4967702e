"""Any range of an object verified by the object's BLAKE3 digest, the rest unread.

    >>> import io
    >>> from astragal import blake3, outboard
    >>> data = bytes(100_000)
    >>> tree = io.BytesIO()
    >>> digest = outboard.write(io.BytesIO(data), tree, len(data))
    >>> digest == blake3(data).digest()
    True
    >>> outboard.read(digest, io.BytesIO(data), tree, 5000, 6000) == data[5000:6000]
    True

A tree is a sixteenth of its object; the format is Bao's. Under a 32-byte `key`, or the `context` of a key derivation,
tree and digest are those of BLAKE3 in that mode, and are read by the same key or context alone. Files are binary file
objects, of fsspec for instance, so that object and tree may lie anywhere. Nothing is returned that was not verified.
"""

from astragal._native import outboard_read, outboard_write

__all__ = ["read", "write"]


def write(file, tree, length, *, key=None, context=None):
    """Write the outboard tree of the `length` bytes that `file` gives into `tree`, and return their digest.

    file -- opened for reading; it is read from where it stands to its end.
    tree -- opened for writing, empty; it is sought.

    Raises ValueError when the file has not that length; what is in `tree` then is no tree.
    """
    return outboard_write(file, tree, length, key, context)


def read(digest, file, tree, start=0, end=None, *, key=None, context=None):
    """Return the bytes from `start` to `end` of `file`, verified by the digest of the whole.

    file, tree -- opened for reading; they are sought, and only what the range needs is read.
    end -- the byte behind the last one, by default the object's end.

    Raises ValueError when there is no such range, or tree or file are not those of the digest.
    """
    return outboard_read(digest, file, tree, start, end, key, context)
