from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from typing_extensions import Buffer

from astragal import Threads

__all__ = ["Part", "PartHasher", "leaf_bytes", "leaf_values", "merge", "root"]

@dataclass(frozen=True, slots=True)
class Part:
    record: bytes
    def __post_init__(self) -> None: ...
    @property
    def algorithm(self) -> str: ...
    @property
    def block(self) -> int | None: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...

@final
class PartHasher:
    def __new__(
        cls,
        algorithm: str,
        start: int,
        custom: Buffer | None = None,
        block: int | None = None,
        key: Buffer | None = None,
        context: Buffer | None = None,
    ) -> PartHasher: ...
    def update(self, data: Buffer, threads: Threads | None = None) -> None: ...
    def finish(self, total: int | None = None) -> bytes: ...

def leaf_bytes(algorithm: str, *, block: int | None = None) -> int: ...
def leaf_values(
    algorithm: str,
    data: Buffer,
    start: int = 0,
    *,
    block: int | None = None,
    key: Buffer | None = None,
    context: Buffer | None = None,
    threads: Threads = 1,
) -> Part: ...
def merge(
    parts: Iterable[Part], *, key: Buffer | None = None, context: Buffer | None = None
) -> Part: ...
def root(
    parts: Iterable[Part],
    total: int,
    *,
    length: int | None = None,
    custom: Buffer | None = None,
    key: Buffer | None = None,
    context: Buffer | None = None,
) -> bytes: ...
