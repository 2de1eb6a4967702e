import io
from types import TracebackType
from typing import Protocol

from typing_extensions import Buffer

from astragal import Threads

__all__ = ["Opener", "Sealer", "open", "seal"]

class _Readable(Protocol):
    def read(self, size: int, /) -> Buffer | None: ...

class _Writable(Protocol):
    def write(self, data: memoryview, /) -> int | None: ...

def seal(
    key: Buffer,
    data: Buffer,
    *,
    context: Buffer = b"",
    salt: Buffer | None = None,
    threads: Threads = 1,
) -> bytes: ...
def open(
    key: Buffer, sealed: Buffer, *, context: Buffer = b"", threads: Threads = 1
) -> bytes: ...

class Sealer(io.BufferedIOBase):
    def __init__(
        self,
        key: Buffer,
        file: _Writable,
        *,
        context: Buffer = b"",
        salt: Buffer | None = None,
    ) -> None: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

class Opener(io.BufferedIOBase):
    def __init__(self, key: Buffer, file: _Readable, *, context: Buffer = b"") -> None: ...
