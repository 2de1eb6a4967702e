from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["ObjectChanged", "file_digest", "hash_objects"]

class ObjectChanged(Exception): ...

def file_digest(
    url: str,
    algorithm: str = "blake3",
    *,
    blocksize: int | str | None = ...,
    length: int | None = None,
    custom: bytes | None = None,
    block: int | None = None,
    key: bytes | None = None,
    context: bytes | None = None,
    client: Any = None,
    storage_options: Mapping[str, Any] | None = None,
) -> Any: ...
def hash_objects(
    urls: Iterable[str],
    algorithm: str = "sha256",
    *,
    frame: bool = False,
    client: Any = None,
    storage_options: Mapping[str, Any] | None = None,
    **parameters: Any,
) -> Any: ...
