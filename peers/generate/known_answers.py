#!/usr/bin/env python3
"""Writes known answers in the vector format, computed by OpenSSL (through hashlib) and pycryptodome.

    python3 known_answers.py FOLDER

There is one file per algorithm, and each file names the implementation. Keys and messages are slices of one SHAKE256
stream, so the files are reproducible. Message lengths are close to multiples of the block size.
"""

import hashlib
import hmac
import ssl
import sys
from pathlib import Path

import Crypto
from Crypto.Hash import KMAC128, KMAC256, KangarooTwelve, TupleHash128, TupleHash256
from Crypto.Hash import TurboSHAKE128, TurboSHAKE256, cSHAKE128, cSHAKE256, keccak

OPENSSL = f"computed with Python hashlib ({ssl.OPENSSL_VERSION})"
PYCRYPTODOME = f"computed with pycryptodome {Crypto.__version__}"
STREAM = hashlib.shake_256(b"astragal known answers").digest(1 << 16)


def some_bytes(seed, length):
    """Returns `length` pseudorandom bytes that depend on `seed`."""
    return (STREAM[seed * 61 :] + STREAM)[:length]


def pattern(length):
    """Returns ptn(n) of RFC 9861: 00 01 … fa, repeated."""
    return (bytes(range(251)) * (length // 251 + 1))[:length]


def messages(block):
    """Yields the fields and the bytes of messages. Messages are empty, short, about one or two blocks long, or long."""
    for length in sorted({0, 1, 3, block - 1, block, block + 1, 2 * block}):
        data = some_bytes(length, length)
        yield {"msg": data.hex()}, data
    for length in (5 * block + 7, 10_000):
        yield {"msg-pattern": str(length)}, pattern(length)


def write(folder, name, source, cases):
    lines = [f"# source: {source}"]
    for fields in cases:
        lines.append("")
        lines.append(f"alg = {name}")
        for field, value in fields:
            lines.append(f"{field} = {value}".rstrip())
    (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")


def hash_cases(block, digest):
    for fields, data in messages(block):
        yield [*fields.items(), ("md", digest(data).hex())]


def hmac_cases(block, mac):
    for i, length in enumerate((0, 16, block - 1, block, block + 1, 2 * block)):
        key = some_bytes(1000 + i, length)
        for fields, data in list(messages(block))[i : i + 2]:
            yield [("key", key.hex()), *fields.items(), ("tag", mac(key, data).hex())]


# Hashes of hashlib. Each entry contains the canonical name, the name in hashlib, and the block size in bytes.
HASHLIB = [
    ("sha3-224", "sha3_224", 144),
    ("sha3-256", "sha3_256", 136),
    ("sha3-384", "sha3_384", 104),
    ("sha3-512", "sha3_512", 72),
    ("md5", "md5", 64),
    ("sha1", "sha1", 64),
    ("sha224", "sha224", 64),
    ("sha256", "sha256", 64),
    ("sha384", "sha384", 128),
    ("sha512", "sha512", 128),
    ("sha512-224", "sha512_224", 128),
    ("sha512-256", "sha512_256", 128),
    ("sm3", "sm3", 64),
]


def write_hashlib(folder):
    for name, hashlib_name, block in HASHLIB:
        digest = lambda data: hashlib.new(hashlib_name, data).digest()
        write(folder, name, OPENSSL, hash_cases(block, digest))
        mac = lambda key, data: hmac.new(key, data, hashlib_name).digest()
        write(folder, f"hmac-{name}", OPENSSL, hmac_cases(block, mac))


def write_blake2(folder):
    for name, function, block, sizes in (
        ("blake2b", hashlib.blake2b, 128, (16, 20, 28, 32, 48, 64)),
        ("blake2s", hashlib.blake2s, 64, (16, 20, 28, 32)),
    ):
        for size in sizes:
            plain = lambda data: function(data, digest_size=size).digest()
            cases = list(hash_cases(block, plain))
            for i, length in enumerate((1, 16, function.MAX_KEY_SIZE)):
                key = some_bytes(2000 + i, length)
                for fields, data in list(messages(block))[i : i + 3]:
                    tag = function(data, digest_size=size, key=key).hexdigest()
                    cases.append([("key", key.hex()), *fields.items(), ("tag", tag)])
            write(folder, f"{name}-{8 * size}", "computed with Python hashlib (BLAKE2 reference code)", cases)
            mac = lambda key, data: hmac.new(key, data, lambda d=b"": function(d, digest_size=size))
            tags = hmac_cases(block, lambda key, data: mac(key, data).digest())
            write(folder, f"hmac-{name}-{8 * size}", "computed with Python hashlib and hmac", tags)


class Keccak:
    """Gives pycryptodome's Keccak the interface that the module hmac expects."""

    def __init__(self, bits, data=b""):
        self.inner = keccak.new(digest_bits=bits, data=data, update_after_digest=True)
        self.bits = bits
        self.digest_size = bits // 8
        self.block_size = 200 - 2 * self.digest_size
        self.data = data

    def update(self, data):
        self.data += data
        self.inner.update(data)

    def copy(self):
        return Keccak(self.bits, self.data)

    def digest(self):
        return self.inner.digest()


def write_keccak(folder):
    for bits in (224, 256, 384, 512):
        block = 200 - bits // 4
        digest = lambda data: keccak.new(digest_bits=bits, data=data).digest()
        write(folder, f"keccak-{bits}", PYCRYPTODOME, hash_cases(block, digest))
        mac = lambda key, data: hmac.new(key, data, lambda d=b"": Keccak(bits, d)).digest()
        write(folder, f"hmac-keccak-{bits}", f"{PYCRYPTODOME} under Python hmac", hmac_cases(block, mac))


# Variants of SHAKE and KMAC. Each entry contains the security strength in bits (part of the function's name), the rate
# in bytes, and the output lengths in bytes.
STRENGTHS = (("128", 168, (1, 32, 168, 400)), ("256", 136, (1, 64, 136, 400)))


def xof_cases(rate, lengths, output, parameters=((),)):
    for i, (fields, data) in enumerate(messages(rate)):
        chosen = parameters[i % len(parameters)]
        out = output(data, lengths[i % len(lengths)], *chosen)
        yield chosen, fields, out


def write_xofs(folder):
    turboshake = {"128": TurboSHAKE128, "256": TurboSHAKE256}
    cshake = {"128": cSHAKE128, "256": cSHAKE256}
    for strength, rate, lengths in STRENGTHS:
        shake = lambda data, n: hashlib.new(f"shake_{strength}", data).digest(n)
        cases = xof_cases(rate, lengths, shake)
        write(folder, f"shake{strength}", OPENSSL, [[*f.items(), ("out", o.hex())] for _, f, o in cases])

        module = turboshake[strength]
        turbo = lambda data, n, domain: module.new(data=data, domain=domain).read(n)
        domains = ((0x1F,), (0x01,), (0x07,), (0x7F,))
        cases = xof_cases(rate, lengths, turbo, domains)
        rows = [[("domain", f"{d:02x}"), *f.items(), ("out", o.hex())] for (d,), f, o in cases]
        write(folder, f"turboshake{strength}", PYCRYPTODOME, rows)

        module = cshake[strength]
        customized = lambda data, n, custom: module.new(data=data, custom=custom).read(n)
        customs = ((b"Email Signature",), (b"",), (some_bytes(3000, rate - 7),), (some_bytes(3001, 300),))
        cases = xof_cases(rate, lengths, customized, customs)
        rows = [[("custom", c.hex()), *f.items(), ("out", o.hex())] for (c,), f, o in cases]
        write(folder, f"cshake{strength}", PYCRYPTODOME, rows)

    tree = lambda data, n, custom: KangarooTwelve.new(data=data, custom=custom).read(n)
    rows = []
    for length, custom, n in (
        (0, b"", 32),
        (17, b"C", 64),
        (8191, b"", 32),
        (8192, b"", 32),
        (8190, b"C", 32),
        (8193, some_bytes(4000, 41), 200),
        (16383, b"", 32),
        (16384, b"", 32),
        (70_000, some_bytes(4001, 100), 32),
        (300_000, b"", 32),
    ):
        out = tree(pattern(length), n, custom)
        rows.append([("custom", custom.hex()), ("msg-pattern", str(length)), ("out", out.hex())])
    write(folder, "kt128", PYCRYPTODOME, rows)


def write_sp800_185(folder):
    kmac = {"128": KMAC128, "256": KMAC256}
    tuple_hash = {"128": TupleHash128, "256": TupleHash256}
    for strength, rate, _ in STRENGTHS:
        rows = []
        for i, (fields, data) in enumerate(messages(rate)):
            # pycryptodome requires keys that are at least as long as the security strength, and tags of at least 8
            # bytes.
            key = some_bytes(5000 + i, (32, 33, rate - 4, 200)[i % 4])
            custom = (b"", b"My Tagged Application", some_bytes(5100, 200))[i % 3]
            size = (8, 32, 64, 200)[i % 4]
            mac = kmac[strength].new(key=key, data=data, custom=custom, mac_len=size).digest()
            head = [("key", key.hex()), ("custom", custom.hex())]
            rows.append([*head, *fields.items(), ("out", mac.hex())])
        write(folder, f"kmac{strength}", PYCRYPTODOME, rows)

        rows = []
        for i, items in enumerate(([], [b""], [b"", b""], [b"ab", b"c"], [b"a", b"bc"], [some_bytes(6000, rate)] * 3)):
            custom = (b"", b"My Tuple App")[i % 2]
            size = (32, 64, 8, 200)[i % 4]
            module = tuple_hash[strength]
            state = module.new(digest_bytes=size, custom=custom)
            for item in items:
                state.update(item)
            fields = [("custom", custom.hex()), *(("item", item.hex()) for item in items)]
            rows.append([*fields, ("out", state.digest().hex())])
        write(folder, f"tuplehash{strength}", PYCRYPTODOME, rows)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: known_answers.py FOLDER")
    folder = Path(sys.argv[1])
    write_hashlib(folder)
    write_blake2(folder)
    write_keccak(folder)
    write_xofs(folder)
    write_sp800_185(folder)


if __name__ == "__main__":
    main()
