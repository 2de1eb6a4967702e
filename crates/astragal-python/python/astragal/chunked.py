"""Encryption of files and streams in chunks of 16 KiB (c2sp.org/chunked-encryption).

    >>> import io
    >>> from astragal import chunked
    >>> key = bytes(32)
    >>> sealed = chunked.seal(key, b"message", context=b"backup")
    >>> chunked.open(key, sealed, context=b"backup")
    b'message'
    >>> file = io.BytesIO()
    >>> with chunked.Sealer(key, file) as sealer:
    ...     _ = sealer.write(bytes(100_000))
    >>> _ = file.seek(0)
    >>> opener = chunked.Opener(key, file)
    >>> opener.seek(-3, io.SEEK_END)
    99997
    >>> opener.read()
    b'\\x00\\x00\\x00'

A 32-byte key selects Cobblestone-256 (AES-256-GCM), and a 16-byte key selects Cobblestone-128. Each chunk has a tag, so
a changed, swapped, missing or appended chunk raises InvalidTag. The context is any bytes that both sides know; a
message opens only with its key and context. `digest open` reads these messages too.
"""

import io

from astragal._native import OpenStream, SealStream, chunked_open, chunked_seal

__all__ = ["Opener", "Sealer", "open", "seal"]

_CHUNK = 16384
_SEALED_CHUNK = _CHUNK + 16
_HEADER = OpenStream.HEADER_BYTES
_BATCH = 16


def seal(key, data, *, context=b"", salt=None, threads=1):
    """Encrypt `data`; return the sealed message. It is 56 bytes longer than `data`, plus 16 bytes for each chunk.

    key -- 32 or 16 random bytes.
    salt -- 24 bytes, random by default. Messages with the same key, salt and context reveal the XOR of their plaintexts.
    threads -- the number of threads, or "auto" for one per processor.
    """
    return chunked_seal(key, data, context, salt, threads)


def open(key, sealed, *, context=b"", threads=1):
    """Verify and decrypt a sealed message; return its plaintext.

    Raises InvalidTag if the key or context is wrong, or if the message was changed or truncated.
    """
    return chunked_open(key, sealed, context, threads)


class Sealer(io.BufferedIOBase):
    """A binary file object that encrypts the data written to it.

    file -- an object with write(), opened for binary writing. The file stays open.

    close() and the end of a `with` block end the message. If the block raises an exception, or if the object is never
    closed, the message stays incomplete. Opening an incomplete message raises InvalidTag.
    """

    def __init__(self, key, file, *, context=b"", salt=None):
        self._file = file
        self._stream = SealStream(key, context, salt)

    def writable(self):
        """Return whether the object was opened for writing: True."""
        return True

    def write(self, buffer, /):
        """Encrypt `buffer`; return its length in bytes."""
        self._check_open()
        with memoryview(buffer) as view:
            size = view.nbytes
        self._write(self._stream.update(buffer))
        return size

    def close(self):
        """End the message. Later calls do nothing."""
        if not self.closed:
            try:
                self._write(self._stream.finish())
            finally:
                self._abandon()

    def _write(self, sealed):
        view = memoryview(sealed)
        while view:
            written = self._file.write(view)
            if written is None and isinstance(self._file, io.RawIOBase):
                self._abandon()
                raise BlockingIOError("file is not ready; the message is incomplete")
            view = view[len(view) if written is None else written :]

    def _check_open(self):
        if self.closed:
            raise ValueError("write to a closed Sealer")

    def _abandon(self):
        self._stream.wipe()
        super().close()

    def __exit__(self, kind, value, traceback):
        if kind is None:
            self.close()
        else:
            self._abandon()

    def __del__(self):
        if hasattr(self, "_stream") and not self.closed:
            self._abandon()


class Opener(io.BufferedIOBase):
    """A binary file object with the plaintext of a sealed message.

    file -- an object with read(), opened for binary reading. If the file is seekable, so is this object, and the
    message must end at the end of the file. The file stays open.

    Reads return only bytes of verified chunks. A truncated message raises InvalidTag at its end: do not act on the
    plaintext before read() returns no bytes. After a seek, the skipped chunks are not verified; seeking from the end
    verifies the length.
    """

    def __init__(self, key, file, *, context=b""):
        self._file = file
        self._stream = OpenStream(key, context)
        self._has_header = False
        # Verified plaintext that the caller has not read yet, and the position of its end in the whole plaintext.
        self._ready = memoryview(b"")
        self._end = 0
        self._is_at_end = False
        self._start = file.tell() if self.seekable() else 0

    def readable(self):
        """Return whether the object was opened for reading: True."""
        return True

    def seekable(self):
        """Return whether the file is seekable."""
        return self._file.seekable() if hasattr(self._file, "seekable") else False

    def read(self, size=-1, /):
        """Return up to `size` bytes; fewer only at the end. Without a size, return all bytes up to the end."""
        self._check_open()
        parts = []
        while size is None or size < 0 or size > 0:
            part = self.read1(size if size is not None else -1)
            if not part:
                break
            parts.append(part)
            size = size - len(part) if size is not None and size > 0 else size
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def read1(self, size=-1, /):
        """Return up to `size` bytes, from one batch of chunks; no bytes at the end."""
        self._check_open()
        if size == 0 or not self._fill():
            return b""
        part = bytes(self._ready if size < 0 else self._ready[:size])
        self._ready = self._ready[len(part) :]
        return part

    def readinto(self, buffer, /):
        """Read bytes into `buffer`; return their number, which is less than the length of `buffer` only at the end."""
        self._check_open()
        with memoryview(buffer) as view, view.cast("B") as out:
            filled = 0
            while filled < len(out) and self._fill():
                part = self._ready[: len(out) - filled]
                out[filled : filled + len(part)] = part
                self._ready = self._ready[len(part) :]
                filled += len(part)
        return filled

    def readinto1(self, buffer, /):
        """Read bytes of one batch of chunks into `buffer`; return their number."""
        self._check_open()
        with memoryview(buffer) as view, view.cast("B") as out:
            part = self._ready[: len(out)] if len(out) and self._fill() else b""
            out[: len(part)] = part
        self._ready = self._ready[len(part) :]
        return len(part)

    def tell(self):
        """Return the position in the plaintext."""
        self._check_open()
        return self._end - len(self._ready)

    def seek(self, offset, whence=io.SEEK_SET, /):
        """Move to a position in the plaintext; return it.

        A position relative to the end, or after the last chunk, requires the length. Raises InvalidTag if the length is
        not authentic.
        """
        self._check_open()
        if not self.seekable():
            raise io.UnsupportedOperation("file does not seek")
        self._read_header()
        before = self.tell()
        if whence == io.SEEK_CUR:
            offset += before
        elif whence == io.SEEK_END:
            offset += self._length()
        elif whence != io.SEEK_SET:
            raise ValueError(f"whence is {whence}; expected 0, 1 or 2")
        if offset < 0:
            self._move(before)
            raise ValueError(f"position is {offset}; expected 0 or more")
        self._move(offset)
        return offset

    def close(self):
        """Erase the key. The file stays open."""
        if hasattr(self, "_stream"):
            self._stream.wipe()
        self._ready = memoryview(b"")
        super().close()

    def _check_open(self):
        if self.closed:
            raise ValueError("read of a closed Opener")

    def _read_header(self):
        while not self._has_header:
            self._fill()
            if self._is_at_end:
                break

    def _fill(self):
        """Open chunks until plaintext is available; return whether any is available."""
        while not self._ready and not self._is_at_end:
            size = _BATCH * _SEALED_CHUNK if self._has_header else _HEADER + _SEALED_CHUNK
            sealed = self._file.read(size)
            if sealed is None:
                raise BlockingIOError("file is not ready")
            if sealed:
                plaintext = self._stream.update(sealed)
                self._has_header = self._has_header or bool(plaintext)
            else:
                plaintext = self._stream.finish()
                self._has_header = self._is_at_end = True
            self._ready = memoryview(plaintext)
            self._end += len(plaintext)
        return bool(self._ready)

    def _last_chunk(self):
        sealed = self._file.seek(0, io.SEEK_END) - self._start - _HEADER
        return max(sealed, 0) // _SEALED_CHUNK

    def _length(self):
        """Verify the last chunk; return the length of the plaintext."""
        self._move(self._last_chunk() * _CHUNK)
        while self._fill():
            self._ready = memoryview(b"")
        return self._end

    def _move(self, position):
        last = self._last_chunk()
        if position // _CHUNK > last:
            # `_length` verifies the last chunk, which makes the length authentic.
            position = max(position, self._length())
            self._end = position
            return
        self._file.seek(self._start + self._stream.seek(position))
        self._ready, self._end, self._is_at_end = memoryview(b""), position, False
