#!/usr/bin/env python3
"""Writes known answers for key derivation in the vector format, computed by OpenSSL (through hashlib),
pycryptodome and argon2-cffi (the reference implementation of Argon2).

    python3 known_answers_kdf.py FOLDER

Passwords, keys and salts are slices of one SHAKE256 stream, so the files are reproducible.
"""

import hashlib
import ssl
import sys
from importlib.metadata import version
from pathlib import Path

import Crypto
from argon2.low_level import Type, hash_secret_raw
from Crypto.Cipher import AES
from Crypto.Hash import CMAC, HMAC, MD5, SHA1, SHA224, SHA256, SHA384, SHA512, SHA3_256, SHA3_512
from Crypto.Protocol.KDF import HKDF, SP800_108_Counter

OPENSSL = f"computed with Python hashlib ({ssl.OPENSSL_VERSION})"
PYCRYPTODOME = f"computed with pycryptodome {Crypto.__version__}"
ARGON2 = f"computed with argon2-cffi {version('argon2-cffi')} (the reference code)"
STREAM = hashlib.shake_256(b"astragal known answers for key derivation").digest(1 << 14)

# Hashes of pycryptodome. Each entry contains the canonical name and the pycryptodome module.
HASHES = [
    ("md5", MD5),
    ("sha1", SHA1),
    ("sha224", SHA224),
    ("sha256", SHA256),
    ("sha384", SHA384),
    ("sha512", SHA512),
    ("sha3-256", SHA3_256),
    ("sha3-512", SHA3_512),
]


def some_bytes(seed, length):
    """Returns `length` pseudorandom bytes that depend on `seed`."""
    start = seed * 61 % (len(STREAM) - length)
    return STREAM[start : start + length]


def write(folder, name, source, cases):
    lines = [f"# source: {source}"]
    for fields in cases:
        lines.append("")
        lines += [f"{field} = {value}".rstrip() for field, value in fields]
    (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")


def pbkdf2_cases():
    """Yields cases of PBKDF2. The passwords have lengths around the hash's block size. The derived keys are
    shorter than one output block, exactly one block long, or several blocks long.
    """
    names = [(n, n.replace("-", "_")) for n, _ in HASHES] + [("sha512-256", "sha512_256"), ("sm3", "sm3")]
    for name, hashlib_name in names:
        size = hashlib.new(hashlib_name).digest_size
        for i, (length, iterations, key_bytes) in enumerate(
            [(0, 1, size), (9, 2, 1), (64, 3, size + 1), (65, 100, 3 * size - 1), (129, 17, 20 * size + 5)]
        ):
            password, salt = some_bytes(i, length), some_bytes(10 + i, 5 * i)
            key = hashlib.pbkdf2_hmac(hashlib_name, password, salt, iterations, key_bytes)
            yield [
                ("alg", f"pbkdf2-hmac-{name}"),
                ("iterations", iterations),
                ("password", password.hex()),
                ("salt", salt.hex()),
                ("out", key.hex()),
            ]


def scrypt_cases():
    for i, (n, r, p, key_bytes) in enumerate(
        [(2, 1, 1, 64), (16, 2, 2, 32), (32, 3, 3, 33), (64, 8, 4, 16), (128, 1, 5, 100), (8, 4, 9, 1)]
    ):
        password, salt = some_bytes(20 + i, 7 * i), some_bytes(30 + i, 16)
        key = hashlib.scrypt(password, salt=salt, n=n, r=r, p=p, dklen=key_bytes)
        yield [
            ("alg", "scrypt"),
            ("n", n),
            ("r", r),
            ("p", p),
            ("password", password.hex()),
            ("salt", salt.hex()),
            ("out", key.hex()),
        ]


def hkdf_cases():
    for name, module in HASHES:
        size = module.digest_size
        for i, (length, salt, info, key_bytes) in enumerate(
            [(1, 0, 0, 1), (22, 13, 10, size), (80, size, 3, 2 * size + 1), (200, 200, 300, 255 * size)]
        ):
            if key_bytes > 1000 and name != "sha256":
                key_bytes = 5 * size
            secret, salt, info = some_bytes(40 + i, length), some_bytes(50 + i, salt), some_bytes(60 + i, info)
            key = HKDF(secret, key_bytes, salt, module, context=info)
            yield [
                ("alg", f"hkdf-{name}"),
                ("key", secret.hex()),
                ("salt", salt.hex()),
                ("custom", info.hex()),
                ("out", key.hex()),
            ]


def kbkdf_cases():
    for bits in (128, 192, 256):
        prf = lambda key, data: CMAC.new(key, data, ciphermod=AES).digest()
        for i, (label, context, key_bytes) in enumerate([(5, 4, 1), (8, 0, 16), (0, 20, 75)]):
            key, label = some_bytes(120 + i, bits // 8), some_bytes(130 + i, label).replace(b"\0", b"\1")
            context = some_bytes(140 + i, context).replace(b"\0", b"\1")
            out = SP800_108_Counter(key, key_bytes, prf, label=label, context=context)
            yield [
                ("alg", f"kbkdf-cmac-aes-{bits}"),
                ("key", key.hex()),
                ("name", label.hex()),
                ("custom", context.hex()),
                ("out", out.hex()),
            ]
    for name, module in HASHES:
        prf = lambda key, data: HMAC.new(key, data, module).digest()
        for i, (length, label, context, key_bytes) in enumerate(
            [(16, 5, 4, 1), (64, 8, 0, module.digest_size), (65, 0, 20, 3 * module.digest_size + 1)]
        ):
            # Replaces null bytes in the label. pycryptodome rejects them, because a null byte separates the label from
            # the context.
            label = some_bytes(70 + i, label).replace(b"\0", b"\1")
            key, context = some_bytes(80 + i, length), some_bytes(90 + i, context).replace(b"\0", b"\1")
            out = SP800_108_Counter(key, key_bytes, prf, label=label, context=context)
            yield [
                ("alg", f"kbkdf-hmac-{name}"),
                ("key", key.hex()),
                ("name", label.hex()),
                ("custom", context.hex()),
                ("out", out.hex()),
            ]


def argon2_cases():
    """Yields Argon2 cases in both versions. The cases cover the smallest memory, a memory size that is rounded down,
    several lanes, and several address blocks.
    """
    costs = [(8, 1, 1, 4), (19, 2, 2, 32), (33, 3, 4, 64), (100, 4, 3, 65), (1100, 2, 1, 32), (2048, 1, 2, 128)]
    for name, kind in (("argon2d", Type.D), ("argon2i", Type.I), ("argon2id", Type.ID)):
        for i, (m, t, p, key_bytes) in enumerate(costs):
            for number in (16, 19):
                password, salt = some_bytes(100 + i, 6 * i), some_bytes(110 + i, 8 + 3 * i)
                key = hash_secret_raw(password, salt, t, m, p, key_bytes, kind, number)
                yield [
                    ("alg", name),
                    ("version", number),
                    ("t", t),
                    ("m", m),
                    ("p", p),
                    ("password", password.hex()),
                    ("salt", salt.hex()),
                    ("out", key.hex()),
                ]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: known_answers_kdf.py FOLDER")
    folder = Path(sys.argv[1])
    write(folder, "pbkdf2", OPENSSL, pbkdf2_cases())
    write(folder, "scrypt", OPENSSL, scrypt_cases())
    write(folder, "hkdf", PYCRYPTODOME, hkdf_cases())
    write(folder, "kbkdf", PYCRYPTODOME, kbkdf_cases())
    write(folder, "argon2", ARGON2, argon2_cases())


main()
