"""Lengths that exceed the available memory raise errors and never abort the process."""

import subprocess
import sys

import numpy
import pytest

import astragal

KEY = bytes(32)
HUGE = [2**46, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**100]

CALLS = {
    "shake digest": lambda n: astragal.shake128(b"a").digest(n),
    "shake hexdigest": lambda n: astragal.shake128(b"a").hexdigest(n),
    "shake read": lambda n: astragal.shake128(b"a").read(n),
    "blake3 digest": lambda n: astragal.blake3(b"a").digest(n),
    "tuplehash": lambda n: astragal.tuplehash128([b"a"], length=n).digest(),
    "tuplehash hexdigest": lambda n: astragal.tuplehash128([b"a"], length=n).hexdigest(),
    "parallelhash": lambda n: astragal.parallelhash128(b"a", length=n).digest(),
    "kmac digest": lambda n: astragal.kmac256(KEY, length=n).digest(),
    "kmac hexdigest": lambda n: astragal.kmac256(KEY, length=n).hexdigest(),
    "kmacxof hexdigest": lambda n: astragal.kmacxof128(KEY, length=n).hexdigest(),
    "ascon-prf": lambda n: astragal.ascon_prf(KEY[:16], length=n).digest(),
    "hash_many": lambda n: astragal.hash_many("shake128", [b"a"], length=n),
    "hash_many of several": lambda n: astragal.hash_many("shake128", [b"a"] * 4, length=n),
    "hash_many of a hash": lambda n: astragal.hash_many("sha256", [b"a"] * 4, length=n),
    "hash_many, out": lambda n: astragal.hash_many("shake128", [b"a"] * 4, length=n, out=bytearray(8)),
}


@pytest.mark.parametrize("length", HUGE)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_huge_length_is_an_error(call, length):
    with pytest.raises((MemoryError, ValueError)):
        call(length)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_rejects_negative_and_non_integer_lengths(call):
    for length in (-1, -(2**63), -(2**70)):
        with pytest.raises(ValueError, match="length is -"):
            call(length)
    for length in (1.5, "8", b"8", []):
        with pytest.raises(TypeError, match="length must be a number"):
            call(length)


def test_rejects_forged_tag_of_huge_mac():
    with pytest.raises(astragal.InvalidTag):
        astragal.kmac256(KEY, length=2**46).verify(b"short")


@pytest.mark.parametrize("number", [2**63, 2**64, -1])
def test_rejects_block_size_and_skip_out_of_range(number):
    with pytest.raises(ValueError):
        astragal.parallelhash128(block=number)
    with pytest.raises(ValueError):
        astragal.shake128().skip(number)


def test_accepts_block_size_beyond_the_message():
    assert len(astragal.parallelhash128(b"abc", block=2**62).digest()) == 32


@pytest.mark.parametrize("kind", [numpy.int64, numpy.uint8, numpy.int32])
@pytest.mark.parametrize(
    "call",
    [
        lambda n: astragal.shake128(b"a").digest(n),
        lambda n: astragal.shake128(b"a").read(n),
        lambda n: astragal.hash_many("shake128", [b"a"], length=n),
        lambda n: astragal.kmac128(KEY, length=n).digest(),
        lambda n: astragal.turboshake128(domain=n).digest(),
        lambda n: astragal.kt128(b"a", threads=n).digest(),
    ],
)
def test_accepts_numpy_integers(call, kind):
    assert call(kind(7)) == call(7)


def test_rejects_numpy_floats():
    with pytest.raises(TypeError):
        astragal.shake128().digest(numpy.float64(7))


@pytest.mark.skipif(sys.platform != "linux", reason="needs RLIMIT_AS")
def test_huge_lengths_fail_under_a_memory_limit():
    program = """
import resource, astragal
# Limits the process's memory to its current use plus 48 MiB.
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + (48 << 20)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
for call in (
    lambda: astragal.shake128().hexdigest(500 << 20),
    lambda: astragal.shake128().hexdigest(20 << 20),
    lambda: astragal.shake128().digest(500 << 20),
    lambda: astragal.kmac256(bytes(32), length=500 << 20).hexdigest(),
    lambda: astragal.hash_many("shake128", [b"a"] * 10, length=8 << 20),
):
    try:
        call()
    except MemoryError:
        print("MemoryError")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "MemoryError\n" * 5), done.stderr
