# Types of the extension module, which the package re-exports.
from collections.abc import Callable
from typing import Any, Literal, Self

from typing_extensions import Buffer

from astragal import InvalidTag as InvalidTag
from astragal import Mac as Mac
from astragal import Xof as Xof
from astragal import info as info
from astragal import mac as mac

def new(name: str, data: Buffer = b"", **parameters: Any) -> Any: ...
def cpu_limit(level: str) -> None: ...
def allow_table_lookups() -> None: ...
def derive(
    name: str,
    input: Buffer,
    /,
    length: int,
    *,
    salt: Buffer | None = None,
    info: Buffer | None = None,
    label: Buffer | None = None,
    secret: Buffer | None = None,
    associated_data: Buffer | None = None,
    iterations: int | None = None,
    n: int | None = None,
    r: int | None = None,
    p: int | None = None,
    m: int | None = None,
    t: int | None = None,
    version: int | None = None,
    allow_short_salt: bool = False,
    memory_limit: int | None = None,
    step: Literal["both", "extract", "expand"] = "both",
    progress: Callable[[int, int], object] | None = None,
) -> bytes: ...
def password_hash(
    password: Buffer, salt: Buffer, scheme: str, costs: tuple[int, int, int]
) -> str: ...
def password_verify(password: Buffer, stored: str, max_memory: int, max_steps: int) -> bool: ...
def password_needs_rehash(stored: str, scheme: str, costs: tuple[int, int, int]) -> bool: ...

def outboard_write(
    file: Any, tree: Any, length: int, key: Buffer | None = None, context: Buffer | None = None
) -> bytes: ...
def outboard_read(
    digest: Buffer,
    file: Any,
    tree: Any,
    start: int,
    end: int | None,
    key: Buffer | None = None,
    context: Buffer | None = None,
) -> bytes: ...

class Blake3:
    def __new__(cls, key: Buffer | None, context: str | None, threads: int | str) -> Self: ...
    def absorb(self, data: Buffer) -> None: ...
    def squeeze(self, length: int, seek: int) -> bytes: ...
    def hexsqueeze(self, length: int, seek: int) -> str: ...
    def duplicate(self) -> Blake3: ...
    def restart(self) -> None: ...
def constructor(attribute: str) -> Any: ...
