"""Replacement for Crypto.Util.Counter."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Buffer

__all__ = ["new"]


def new(
    nbits: int,
    prefix: Buffer = b"",
    suffix: Buffer = b"",
    initial_value: int = 1,
    little_endian: bool = False,
    allow_wraparound: bool = False,
) -> dict[str, Any]:
    """Return a counter for AES.MODE_CTR. The counter has `nbits` bits between a fixed prefix and a fixed suffix."""
    if nbits % 8:
        raise ValueError("'nbits' must be a multiple of 8")
    if initial_value.bit_length() > nbits:
        raise ValueError(
            f"Initial value takes {initial_value.bit_length()} bits but it is longer than the counter ({nbits} bits)"
        )
    return {
        "counter_len": nbits // 8,
        "prefix": bytes(memoryview(prefix)),
        "suffix": bytes(memoryview(suffix)),
        "initial_value": initial_value,
        "little_endian": little_endian,
    }
