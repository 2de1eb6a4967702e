#!/usr/bin/env python3
"""Writes known answers for hashes with parameters in the vector format, computed by hashlib and pyskein.

    python3 known_answers_parameters.py FOLDER

The fields of the parameters have the same names as in `known_answers.py`. The field `custom` contains the
personalization.
"""

import hashlib
import sys
from pathlib import Path

import skein
from known_answers import some_bytes

PYSKEIN = "computed with pyskein 1.0"


def fields(parameters, message, field, answer):
    given = [(name, value.hex()) for name, value in parameters if value]
    return [*given, ("msg", message.hex()), (field, answer.hex())]


def write_skein(folder):
    for state, function in ((256, skein.skein256), (512, skein.skein512), (1024, skein.skein1024)):
        block = state // 8
        rows = []
        for i in range(30):
            message = some_bytes(7000 + i, (0, 1, block - 1, block, block + 1, 3 * block + 5)[i % 6])
            size = (1, block - 1, block, block + 1, 2 * block, 5 * block + 3, block, block)[i // 4]
            # Most cases set a single parameter, and some set all parameters. A parameter is 1 byte to 2 blocks long.
            key, personal, public_key, key_id, nonce = (
                some_bytes(7100 + 10 * i + j, (1, block, block + 1, 2 * block)[(i + j) % 4])
                if i % 6 in (j, 5)
                else b""
                for j in range(5)
            )
            answer = function(
                message,
                digest_bits=8 * size,
                key=key,
                pers=personal,
                public_key=public_key,
                key_id=key_id,
                nonce=nonce,
            ).digest()
            parameters = [
                ("key", key),
                ("custom", personal),
                ("public-key", public_key),
                ("key-id", key_id),
                ("nonce", nonce),
            ]
            rows.append((f"skein{state}-{8 * size}", fields(parameters, message, "md", answer)))
        write_named(folder, f"skein{state}-parameters", PYSKEIN, rows)


def write_blake2(folder):
    for name, function, block in (("blake2b", hashlib.blake2b, 128), ("blake2s", hashlib.blake2s, 64)):
        rows = []
        for i in range(24):
            message = some_bytes(8000 + i, (0, 1, block - 1, block, block + 1, 3 * block + 5)[i % 6])
            size = (1, 20, block // 4, block // 2)[i // 6]
            key = some_bytes(8100 + i, (0, 1, block // 2)[i % 3])
            salt = some_bytes(8200 + i, (block // 8, 0, 3)[i % 3])
            personal = some_bytes(8300 + i, (block // 8, 5, 0)[i // 3 % 3])
            answer = function(message, digest_size=size, key=key, salt=salt, person=personal).digest()
            parameters = [("key", key), ("salt", salt), ("custom", personal)]
            rows.append((f"{name}-{8 * size}", fields(parameters, message, "md", answer)))
        write_named(folder, f"{name}-parameters", "computed with Python hashlib (BLAKE2 reference code)", rows)


def write_named(folder, file, source, rows):
    """Writes a file in which each case names its own algorithm."""
    lines = [f"# source: {source}"]
    for name, row in rows:
        lines += ["", f"alg = {name}", *(f"{field} = {value}".rstrip() for field, value in row)]
    (folder / f"{file}.txt").write_text("\n".join(lines) + "\n")


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    write_skein(folder)
    write_blake2(folder)


if __name__ == "__main__":
    main()
