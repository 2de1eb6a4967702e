#!/usr/bin/env python3
"""Writes known answers for chunked encryption (c2sp.org/chunked-encryption) in the vector format, computed by a second
implementation, which uses AES-GCM from pycryptodome and HMAC-SHA-512 from OpenSSL (through hashlib).

    python3 known_answers_chunked.py FOLDER

Keys, salts and contexts are slices of one SHAKE256 stream, so the file is reproducible.
"""

import hashlib
import hmac
import ssl
import sys
from pathlib import Path

import Crypto
from Crypto.Cipher import AES

SOURCE = (
    f"computed with AES-GCM of pycryptodome {Crypto.__version__} and HMAC of Python hashlib ({ssl.OPENSSL_VERSION})"
)
STREAM = hashlib.shake_256(b"astragal known answers for chunked encryption").digest(1 << 12)
CHUNK_BYTES = 1 << 14


def some_bytes(seed, length):
    """Returns `length` pseudorandom bytes that depend on `seed`."""
    return (STREAM[seed * 61 :] + STREAM)[:length]


def pattern(length):
    """Returns `length` bytes that repeat the sequence 00 01 … fa."""
    return (bytes(range(251)) * (length // 251 + 1))[:length]


def expand(key, info, length):
    """Computes HKDF-Expand with SHA-512 (RFC 5869 §2.3)."""
    out, block, number = b"", b"", 1
    while len(out) < length:
        block = hmac.digest(key, block + info + bytes([number]), "sha512")
        out, number = out + block, number + 1
    return out[:length]


def seal(key, salt, context, message):
    name = f"AEAD_AES_{8 * len(key)}_GCM"
    info = f"c2sp.org/chunked-encryption@v1+{name}".encode() + b"\0" + salt + context
    derived = expand(key, info, len(key) + 12 + 32)
    chunk_key, base_nonce = derived[: len(key)], int.from_bytes(derived[len(key) :][:12], "big")
    sealed = salt + derived[len(key) + 12 :]
    for index in range(len(message) // CHUNK_BYTES + 1):
        nonce = (base_nonce ^ index).to_bytes(12, "big")
        chunk = message[index * CHUNK_BYTES :][:CHUNK_BYTES]
        sealed += b"".join(AES.new(chunk_key, AES.MODE_GCM, nonce=nonce).encrypt_and_digest(chunk))
    return sealed


def cases():
    lengths = (0, 1, 50, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 260 * CHUNK_BYTES + 100)
    for key_bytes in (16, 32):
        for i, length in enumerate(lengths):
            key, salt = some_bytes(key_bytes + i, key_bytes), some_bytes(40 + i, 24)
            context = some_bytes(60 + i, 0 if i == 0 else 29 * i)
            sealed = seal(key, salt, context, pattern(length))
            yield [
                ("alg", f"cobblestone-{8 * key_bytes}"),
                ("key", key.hex()),
                ("salt", salt.hex()),
                ("custom", context.hex()),
                ("msg-pattern", length),
                ("md", hashlib.sha512(sealed).hexdigest()),
            ]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: known_answers_chunked.py FOLDER")
    lines = [f"# source: {SOURCE}", "# custom is the context, md the SHA-512 of the sealed message"]
    for fields in cases():
        lines.append("")
        lines += [f"{field} = {value}".rstrip() for field, value in fields]
    (Path(sys.argv[1]) / "chunked.txt").write_text("\n".join(lines) + "\n")


main()
