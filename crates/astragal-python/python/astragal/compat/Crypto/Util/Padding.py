"""Replacement for Crypto.Util.Padding: pad and unpad."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["pad", "unpad"]


def pad(data_to_pad: Buffer, block_size: int, style: str = "pkcs7") -> bytes:
    """Return the data with padding appended.

    style -- "pkcs7", "x923" or "iso7816".
    """
    data = bytes(memoryview(data_to_pad))
    count = block_size - len(data) % block_size
    if style == "pkcs7":
        return data + bytes([count]) * count
    if style == "x923":
        return data + bytes(count - 1) + bytes([count])
    if style == "iso7816":
        return data + b"\x80" + bytes(count - 1)
    raise ValueError("Unknown padding style")


def unpad(padded_data: Buffer, block_size: int, style: str = "pkcs7") -> bytes:
    """Return the data without its padding. Raises ValueError if the padding is invalid.

    The running time depends on the padding. Verify a MAC before calling this function, or use astragal.cbc.
    """
    data = bytes(memoryview(padded_data))
    if not data:
        raise ValueError("Zero-length input cannot be unpadded")
    if len(data) % block_size:
        raise ValueError("Input data is not padded")
    if style in ("pkcs7", "x923"):
        count = data[-1]
        if not 1 <= count <= min(block_size, len(data)):
            raise ValueError("Padding is incorrect.")
        expected = bytes([count]) * count if style == "pkcs7" else bytes(count - 1) + bytes([count])
        if data[-count:] != expected:
            raise ValueError(f"{'PKCS#7' if style == 'pkcs7' else 'ANSI X.923'} padding is incorrect.")
    elif style == "iso7816":
        count = len(data) - data.rfind(b"\x80")
        if not 1 <= count <= min(block_size, len(data)) or any(data[len(data) - count + 1 :]):
            raise ValueError("ISO 7816-4 padding is incorrect.")
    else:
        raise ValueError("Unknown padding style")
    return data[:-count]
