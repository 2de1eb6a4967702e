from typing import Protocol

from typing_extensions import Buffer

__all__ = ["read", "write"]

class _Readable(Protocol):
    def read(self, size: int, /) -> Buffer: ...

class _Seekable(_Readable, Protocol):
    def seek(self, offset: int, /) -> object: ...

class _Writable(Protocol):
    def seek(self, offset: int, /) -> object: ...
    def write(self, data: bytes, /) -> object: ...

def write(
    file: _Readable,
    tree: _Writable,
    length: int,
    *,
    key: Buffer | None = None,
    context: Buffer | None = None,
) -> bytes: ...
def read(
    digest: Buffer,
    file: _Seekable,
    tree: _Seekable,
    start: int = 0,
    end: int | None = None,
    *,
    key: Buffer | None = None,
    context: Buffer | None = None,
) -> bytes: ...
