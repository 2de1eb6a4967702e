"""Benchmarks that compare astragal with hashlib, blake3 and pycryptodome. `table.py` runs them and prints a table.

The libraries of a case are measured alternately several times, so that other load affects all of them.
"""

import hashlib
import hmac

import blake3
import pytest
from Crypto.Hash import KMAC128, KangarooTwelve, TurboSHAKE128

import astragal

KIB, MIB = 1 << 10, 1 << 20
KEY = bytes(32)
MESSAGES = [bytes([i % 256]) * 64 for i in range(10_000)]
REPETITIONS = 4


def against_hashlib(size):
    return {
        ("SHA3-256", size, "astragal"): lambda data: astragal.sha3_256(data).digest(),
        ("SHA3-256", size, "hashlib"): lambda data: hashlib.sha3_256(data).digest(),
        ("SHAKE128", size, "astragal"): lambda data: astragal.shake128(data).digest(32),
        ("SHAKE128", size, "hashlib"): lambda data: hashlib.shake_128(data).digest(32),
        ("SHA-256", size, "astragal"): lambda data: astragal.sha256(data).digest(),
        ("SHA-256", size, "hashlib"): lambda data: hashlib.sha256(data).digest(),
        ("BLAKE2b", size, "astragal"): lambda data: astragal.blake2b(data).digest(),
        ("BLAKE2b", size, "hashlib"): lambda data: hashlib.blake2b(data).digest(),
        ("HMAC-SHA-256", size, "astragal"): lambda data: astragal.hmac.new(KEY, data, "sha256").digest(),
        ("HMAC-SHA-256", size, "hmac"): lambda data: hmac.new(KEY, data, "sha256").digest(),
    }


def against_blake3(size):
    return {
        ("BLAKE3", size, "astragal"): lambda data: astragal.blake3(data).digest(),
        ("BLAKE3", size, "blake3"): lambda data: blake3.blake3(data).digest(),
    }


def against_pycryptodome(size):
    return {
        ("KT128", size, "astragal"): lambda data: astragal.kt128(data).digest(32),
        ("KT128", size, "pycryptodome"): lambda data: KangarooTwelve.new(data).read(32),
        ("TurboSHAKE128", size, "astragal"): lambda data: astragal.turboshake128(data).digest(32),
        ("TurboSHAKE128", size, "pycryptodome"): lambda data: TurboSHAKE128.new(data=data).read(32),
        ("KMAC128", size, "astragal"): lambda data: astragal.kmac128(KEY, data, length=32).digest(),
        ("KMAC128", size, "pycryptodome"): lambda data: KMAC128.new(key=KEY, data=data, mac_len=32).digest(),
    }


MANY = "SHA3-256 of 10 000 messages"
CASES = {
    **{case: call for size in (32, KIB, 16 * KIB, MIB) for case, call in against_hashlib(size).items()},
    **{case: call for size in (32, KIB, 16 * KIB, MIB) for case, call in against_blake3(size).items()},
    **{case: call for size in (32, KIB, 16 * KIB, MIB, 16 * MIB) for case, call in against_pycryptodome(size).items()},
    (MANY, 64, "astragal"): lambda data: astragal.hash_many("sha3-256", MESSAGES),
    (MANY, 64, "hashlib"): lambda data: [hashlib.sha3_256(message).digest() for message in MESSAGES],
}
PARAMETERS = [
    pytest.param(case, id=f"{case[0]}-{case[1]}-{case[2]}-{repetition}")
    for pair in dict.fromkeys(case[:2] for case in CASES)
    for repetition in range(REPETITIONS)
    for case in CASES
    if case[:2] == pair
]


@pytest.mark.parametrize("case", PARAMETERS)
def test_speed(benchmark, case):
    benchmark.extra_info.update(algorithm=case[0], bytes=case[1], library=case[2])
    benchmark(CASES[case], bytes(case[1]))
