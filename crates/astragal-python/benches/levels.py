"""Print a table that compares astragal with hashlib, hmac, blake3, cryptography and PyNaCl (libsodium): the speed of
calls that process one message, and of calls that hash a column of messages. astragal is measured twice: limited to
AVX2, and with all instruction sets.

    cargo xtask bench python --levels                 # print the table
    cargo xtask bench python --levels --out FILE      # also write it to FILE

Both libraries of a case are timed in alternating turns. The table shows the minimum time of each library, which
excludes noise from other processes.
"""

import argparse
import datetime
import hashlib
import hmac
import json
import platform
import ssl
import subprocess
import sys
import time
from importlib.metadata import version

import blake3
import nacl.bindings as sodium
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

from table import processor, size_text, time_text

LEVELS = {"avx2": "AVX2", "full": "all"}
HASHLIB = ("sha1", "sha256", "sha512", "sha3_256", "blake2b", "blake2s")
SIZES = (32, 256, 1024, 4096)
# Functions that hashlib lacks. Each is compared with a hashlib function of the same security strength.
COUNTERPARTS = {"turboshake128": "shake_128", "kt128": "shake_128"}
TURNS = 40


def calls(astragal):
    """Yield cases that compute one digest per call: name, message length, library, astragal's function, the library's
    function.
    """
    for size in SIZES:
        data = bytes(size)
        for name in HASHLIB:
            own, other = getattr(astragal, name), getattr(hashlib, name)
            yield name, size, "hashlib", lambda f=own, d=data: f(d).digest(), lambda f=other, d=data: f(d).digest()
        shake = lambda d=data: astragal.shake_128(d).digest(32)
        yield "shake_128", size, "hashlib", shake, lambda d=data: hashlib.shake_128(d).digest(32)
        tree = lambda d=data: astragal.blake3(d).digest()
        yield "blake3", size, "blake3", tree, lambda d=data: blake3.blake3(d).digest()
        yield "blake2b", size, "PyNaCl", lambda d=data: astragal.blake2b(d).digest(), lambda d=data: sodium.crypto_generichash_blake2b_salt_personal(d, 64)


def keyed(astragal):
    """Yield cases that authenticate or encrypt one message: name, message length, library, astragal's function, the
    library's function. Objects of both libraries keep the key between calls, if the library has such objects.
    """
    key, nonce = bytes(range(32)), bytes(12)
    gcm, chacha = astragal.aes_256_gcm(key), astragal.chacha20_poly1305(key)
    other_gcm, other_chacha = AESGCM(key), ChaCha20Poly1305(key)
    for size in SIZES:
        data = bytes(size)
        yield "hmac-sha256", size, "hmac", lambda d=data: astragal.hmac.digest(key, d, "sha256"), lambda d=data: hmac.digest(key, d, "sha256")
        yield "aes-256-gcm", size, "cryptography", lambda d=data: gcm.encrypt(nonce, d), lambda d=data: other_gcm.encrypt(nonce, d, None)
        seal = lambda d=data: chacha.encrypt(nonce, d)
        yield "chacha20-poly1305", size, "cryptography", seal, lambda d=data: other_chacha.encrypt(nonce, d, None)
        yield "chacha20-poly1305", size, "PyNaCl", seal, lambda d=data: sodium.crypto_aead_chacha20poly1305_ietf_encrypt(d, None, nonce, key)


def columns(astragal):
    """Yield cases that hash a column of messages. astragal hashes the column in one call. The other library is called
    in a loop.
    """
    for size in SIZES:
        column = [bytes([i % 256]) * size for i in range(max(64, (1 << 18) // size))]
        for name in HASHLIB:
            other = getattr(hashlib, name)
            loop = lambda f=other, c=column: [f(message).digest() for message in c]
            yield name, size, "hashlib", lambda n=name, c=column: astragal.hash_many(n, c), loop
        for name in ("shake_128", *COUNTERPARTS):
            other = getattr(hashlib, COUNTERPARTS.get(name, name))
            loop = lambda f=other, c=column: [f(message).digest(32) for message in c]
            yield name, size, "hashlib", lambda n=name, c=column: astragal.hash_many(n, c, length=32), loop
        loop = lambda c=column: [blake3.blake3(message).digest() for message in c]
        yield "blake3", size, "blake3", lambda c=column: astragal.hash_many("blake3", c), loop


def minimum(function, other):
    """Return the minimum seconds per call of both functions. They are timed in alternating turns of about a
    millisecond.
    """
    times = [float("inf")] * 2
    loops = []
    for each in (function, other):
        each()
        start = time.perf_counter()
        each()
        loops.append(max(1, int(1e-3 / max(time.perf_counter() - start, 1e-7))))
    for _ in range(TURNS):
        for i, each in enumerate((function, other)):
            start = time.perf_counter()
            for _ in range(loops[i]):
                each()
            times[i] = min(times[i], (time.perf_counter() - start) / loops[i])
    return times


def measure(level):
    import astragal
    from astragal import _native

    if level != "full":
        _native.cpu_limit(level)
    for kind, cases in (("call", calls), ("call with key", keyed), ("column", columns)):
        for name, size, library, own, other in cases(astragal):
            print(json.dumps([kind, name, size, library, *minimum(own, other)]), flush=True)


def table():
    rows = {}
    for level in LEVELS:
        command = [sys.executable, __file__, "--level", level]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for kind, name, size, library, own, other in map(json.loads, output.splitlines()):
            rows.setdefault((kind, name, size, library), {})[level] = own, other
    yield f"{processor()}, CPython {platform.python_version()}, {ssl.OPENSSL_VERSION}, blake3 {version('blake3')}, "
    yield f"cryptography {version('cryptography')}, PyNaCl {version('pynacl')}, {datetime.date.today()}. Columns are hashed"
    yield "by `hash_many` on one thread, and by a loop over the other library; turboshake128 and kt128 beside shake_128."
    yield "Times are per call, or per message of a column; x is the speedup over the other library."
    yield ""
    yield "| | algorithm | message | other | " + " | ".join(f"{shown} | x" for shown in LEVELS.values()) + " |"
    yield "| --- | --- | ---: | --- | " + " | ".join("---: | ---:" for _ in LEVELS) + " |"
    for (kind, name, size, library), levels in sorted(rows.items()):
        messages = max(64, (1 << 18) // size) if kind == "column" else 1
        cells = [f"{time_text(own / messages)} | {other / own:.2f}" for own, other in levels.values()]
        yield f"| {kind} | {name} | {size_text(size)} | {library} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--out", type=argparse.FileType("w"))
    options = parser.parse_args()
    if options.level:
        measure(options.level)
        return
    text = "\n".join(table()) + "\n"
    print(text)
    if options.out:
        options.out.write(text)


if __name__ == "__main__":
    main()
