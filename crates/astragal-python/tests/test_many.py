"""Many messages by one call."""

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


def test_hashes_rows_of_an_array():
    table = numpy.frombuffer(pattern(100 * 64), dtype=numpy.uint8).reshape(100, 64)
    expected = [astragal.sha3_256(row.tobytes()).digest() for row in table]
    assert astragal.hash_many("sha3-256", table) == expected
    out = numpy.zeros((100, 32), dtype=numpy.uint8)
    astragal.hash_many("sha3-256", table, out=out)
    assert out.tobytes() == b"".join(expected)
    wide = table.view(numpy.uint64)
    assert astragal.hash_many("sha3-256", wide) == expected, "rows of numbers are their bytes"
    assert astragal.hash_many("sha3-256", numpy.zeros((0, 5), dtype=numpy.uint8)) == []
    empty = astragal.hash_many("sha3-256", numpy.zeros((3, 0), dtype=numpy.uint8))
    assert empty == [astragal.sha3_256().digest()] * 3


def test_length_applies_to_each_digest():
    assert astragal.hash_many("shake128", [b"a"], length=5) == [astragal.shake128(b"a").digest(5)]
    assert astragal.hash_many("kt128", [b"a", b"b"], length=0) == [b"", b""]
    assert astragal.hash_many("sha256", [b"a"], length=32) == [astragal.sha256(b"a").digest()]
    with pytest.raises(ValueError, match="length is 5; sha256 gives 32"):
        astragal.hash_many("sha256", [b"a"], length=5)


def test_rejects_wrong_arguments():
    with pytest.raises(ValueError, match="2 dimensions"):
        astragal.hash_many("sha256", b"bytes")
    with pytest.raises(ValueError, match="2 dimensions"):
        astragal.hash_many("sha256", numpy.zeros((2, 2, 2)))
    with pytest.raises((BufferError, ValueError)):
        astragal.hash_many("sha256", numpy.zeros((4, 4))[:, ::2])
    with pytest.raises(TypeError, match="Strings must be encoded"):
        astragal.hash_many("sha256", ["text"])
    with pytest.raises(TypeError):
        astragal.hash_many("sha256", 5)
    with pytest.raises(ValueError, match="out has 31 bytes; 1 digests of 32 bytes have 32"):
        astragal.hash_many("sha256", [b""], out=bytearray(31))
    with pytest.raises((BufferError, TypeError)):
        astragal.hash_many("sha256", [b""], out=bytes(32))
    with pytest.raises(ValueError, match="no algorithm named"):
        astragal.hash_many("sha255", [])
    shared = bytearray(64)
    with pytest.raises(ValueError, match="overlaps"):
        astragal.hash_many("sha256", [memoryview(shared)[:10]], out=memoryview(shared)[5:37])
