"""A program that is only type-checked and never executed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import astragal
from astragal import hmac, kdf


def program(data: bytes | bytearray | memoryview) -> list[bytes]:
    hasher: astragal.Hash = astragal.sha3_256(data, usedforsecurity=False)
    hasher.update(data)
    xof: astragal.Xof = astragal.kt128(data, custom=b"c", threads="auto")
    mac: hmac.HMAC = hmac.new(b"key", data, "sha3_256")
    mac.verify(astragal.kmac256(b"key", data, length=32).digest())
    cipher: astragal.Aead = astragal.ascon_aead128(bytes(16))
    sealed: bytes = cipher.encrypt(bytes(16), data, None)
    sealed += astragal.key_wrap("aes-128-kwp", bytes(16), data)
    gcm: astragal.Aead = astragal.gcm("aes-256", bytes(32), tag_size=12)
    cbc: astragal.Mode = astragal.cbc("camellia-256", bytes(32), padding="none")
    stream: astragal.Stream = cbc.encryptor(bytes(16))
    pieces: bytes = stream.update(data) + stream.finalize()
    sector: bytes = astragal.xts("aes-128", bytes(31) + b"1").decrypt(7, bytes(512))
    single: bytes = astragal.cipher("sm4", bytes(16)).encrypt_blocks(bytes(16))
    key: bytes = kdf.argon2id(data, salt=bytes(16), m=64, t=1, p=1, progress=print)
    same: bool = kdf.verify_password(data, kdf.hash_password(data, "scrypt", n=2, r=1, p=1))
    print(gcm.tag_size, pieces, sector, single, key, same, astragal.pbkdf2_hmac("sha256", data, b"", 1))
    of_file = astragal.file_digest(Path("file"), hashlib.sha256, progress=print)
    row: astragal.Algorithm = astragal.info("sha3-256")
    size: int | None = row.digest_size
    print(size, of_file.digest(), sealed, xof.read(10), xof.digest(5).hex(), hasher.hexdigest())
    astragal.hash_many("sha3-256", [data], out=bytearray(32))
    return astragal.hash_many("sha3-256", [data, b"x"])
