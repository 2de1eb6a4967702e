"""Replacement for the standard module hashlib, with all hashes of astragal.

    >>> import astragal.hashlib as hashlib
    >>> hashlib.new("sha3_256", b"abc").hexdigest()[:16]
    '3a985da74fe225b2'

new, file_digest, pbkdf2_hmac, scrypt, algorithms_available and algorithms_guaranteed have the same interface as in the
standard module.
"""

from __future__ import annotations

import astragal
from astragal import algorithms_available, algorithms_guaranteed, file_digest, new, pbkdf2_hmac, scrypt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    *sorted(algorithms_guaranteed),
    "algorithms_available",
    "algorithms_guaranteed",
    "file_digest",
    "new",
    "pbkdf2_hmac",
    "scrypt",
]


def __getattr__(name: str) -> Any:
    if name not in algorithms_available:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    function = globals()[name] = getattr(astragal, name)
    return function


def __dir__() -> list[str]:
    # Names that contain "-" are not identifiers, so they work with new() only.
    functions = (name for name in algorithms_available if name.isidentifier())
    return sorted({*globals(), *__all__, *functions})
