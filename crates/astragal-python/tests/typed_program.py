"""What a type checker must understand; nothing here is run."""

from __future__ import annotations

import hashlib
from pathlib import Path

import astragal
from astragal import hmac


def program(data: bytes | bytearray | memoryview) -> list[bytes]:
    hasher: astragal.Hash = astragal.sha3_256(data, usedforsecurity=False)
    hasher.update(data)
    xof: astragal.Xof = astragal.kt128(data, custom=b"c", threads="auto")
    code: hmac.HMAC = hmac.new(b"key", data, "sha3_256")
    code.verify(astragal.kmac256(b"key", data, length=32).digest())
    cipher: astragal.Aead = astragal.ascon_aead128(bytes(16))
    sealed: bytes = cipher.encrypt(bytes(16), data, None)
    of_file: hashlib._Hash = astragal.file_digest(Path("file"), hashlib.sha256, progress=print)
    row: astragal.Algorithm = astragal.info("sha3-256")
    size: int | None = row.digest_size
    print(size, of_file.digest(), sealed, xof.read(10), xof.digest(5).hex(), hasher.hexdigest())
    astragal.hash_many("sha3-256", [data], out=bytearray(32))
    return astragal.hash_many("sha3-256", [data, b"x"])
