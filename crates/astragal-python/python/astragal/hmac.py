"""The standard module hmac, over the hashes of astragal.

    >>> from astragal import hmac
    >>> hmac.new(b"key", b"message", "sha3_256").hexdigest()[:16]
    '80d50ea5c1d35bb6'

new, digest, compare_digest and HMAC are used as there; objects have verify besides, which compares in
constant time. digestmod is a name in any spelling, a constructor of hashlib or astragal, or a module with a
function new.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from astragal import _native

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["HMAC", "compare_digest", "digest", "new"]

HMAC = _native.Mac


def new(key: Buffer, msg: Buffer | None = None, digestmod: Any = "") -> HMAC:
    """Return a new HMAC object.

    key -- bytes-like, the starting key.
    msg -- bytes-like, the start of the message, or None.
    digestmod -- the hash; there is no default.

    Raises TypeError without a digestmod, ValueError for one that is not known.
    """
    if not digestmod:
        raise TypeError("Missing required argument 'digestmod'.")
    name = _name(digestmod)
    return _native.mac(name, key) if msg is None else _native.mac(name, key, msg)


def digest(key: Buffer, msg: Buffer, digest: Any) -> bytes:
    """Return the HMAC of a whole message, as bytes; arguments as for new."""
    return _native.mac(_name(digest), key, msg).digest()


def _name(digestmod: Any) -> str:
    if not isinstance(digestmod, str):
        digestmod = (digestmod if callable(digestmod) else digestmod.new)().name
    return f"hmac-{_native.info(digestmod, 'hash').name}"
