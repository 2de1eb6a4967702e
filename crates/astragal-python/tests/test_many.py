"""hash_many applied to lists and buffers."""

import numpy
import pytest
from algorithms import CANONICAL, pattern

import astragal

NAMES = sorted(CANONICAL)


@pytest.mark.parametrize("name", NAMES)
def test_hash_many_matches_single_hashes(name):
    items = [pattern(length) for length in (0, 1, 64, 64, 64, 135, 136, 137, 1000, 3, 5000)]
    items += [bytearray(b"abc"), memoryview(b"abc")]
    if name.startswith("tuplehash"):
        expected = [astragal.new(name, [item]).digest() for item in items]
    else:
        expected = [astragal.new(name, item).digest() for item in items]
    assert astragal.hash_many(name, items) == expected
    assert astragal.hash_many(name, tuple(items)) == expected
    assert astragal.hash_many(name, (item for item in items)) == expected
    out = bytearray(len(b"".join(expected)))
    assert astragal.hash_many(name, items, out=out) is None
    assert out == b"".join(expected)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 1000])
def test_hash_many_accepts_any_number_of_items(count):
    items = [pattern(64, seed=i) for i in range(count)]
    assert astragal.hash_many("sha3-256", items) == [astragal.sha3_256(item).digest() for item in items]


def test_hashes_rows_of_a_buffer():
    table = numpy.frombuffer(pattern(100 * 64), dtype=numpy.uint8).reshape(100, 64)
    expected = [astragal.sha3_256(row.tobytes()).digest() for row in table]
    assert astragal.hash_many("sha3-256", table) == expected
    out = numpy.zeros((100, 32), dtype=numpy.uint8)
    astragal.hash_many("sha3-256", table, out=out)
    assert out.tobytes() == b"".join(expected)


def test_hashes_the_bytes_of_rows_of_integers():
    table = numpy.frombuffer(pattern(100 * 64), dtype=numpy.uint8).reshape(100, 64)
    assert astragal.hash_many("sha3-256", table.view(numpy.uint64)) == astragal.hash_many("sha3-256", table)


def test_hashes_empty_buffers_and_rows():
    assert astragal.hash_many("sha3-256", numpy.zeros((0, 5), dtype=numpy.uint8)) == []
    empty = astragal.hash_many("sha3-256", numpy.zeros((3, 0), dtype=numpy.uint8))
    assert empty == [astragal.sha3_256().digest()] * 3


def test_length_applies_to_each_digest():
    assert astragal.hash_many("shake128", [b"a"], length=5) == [astragal.shake128(b"a").digest(5)]
    assert astragal.hash_many("kt128", [b"a", b"b"], length=0) == [b"", b""]
    assert astragal.hash_many("sha256", [b"a"], length=32) == [astragal.sha256(b"a").digest()]


SHARED = bytearray(64)


@pytest.mark.parametrize(
    ("name", "items", "parameters", "error", "message"),
    [
        ("sha256", b"bytes", {}, ValueError, "1 dimensions; expected 2"),
        ("sha256", numpy.zeros((2, 2, 2)), {}, ValueError, "3 dimensions; expected 2"),
        ("sha256", numpy.zeros((4, 4))[:, ::2], {}, (BufferError, ValueError), None),
        ("sha256", ["text"], {}, TypeError, "Strings must be encoded"),
        ("sha256", 5, {}, TypeError, None),
        ("sha256", [b"a"], {"length": 5}, ValueError, "length is 5; sha256"),
        ("sha256", [b""], {"out": bytearray(31)}, ValueError, "out is 31 bytes; expected 32 bytes for 1 x 32"),
        ("sha256", [b""], {"out": bytes(32)}, (BufferError, TypeError), None),
        ("sha256", [memoryview(SHARED)[:10]], {"out": memoryview(SHARED)[5:37]}, ValueError, "overlaps"),
        ("sha255", [], {}, ValueError, "sha255"),
    ],
)
def test_hash_many_rejects_wrong_arguments(name, items, parameters, error, message):
    with pytest.raises(error, match=message):
        astragal.hash_many(name, items, **parameters)
