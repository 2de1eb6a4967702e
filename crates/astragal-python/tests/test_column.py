"""Arrow columns as input and output of hash_many and hash_column."""

import hashlib
import hmac
from collections.abc import Sequence

import numpy
import pandas
import pyarrow
import pyarrow.compute
import pytest

import astragal

ROWS = [b"", b"a", None, b"twelve bytes", b"thirteen byte", None, b"x" * 5000, "äöü".encode(), b"\xff" * 64] * 5
TEXT = ["", "a", None, "zwölf Bytes", "thirteen byte", None, "x" * 5000, "äöü", "z" * 64] * 5


def expected(rows):
    encode = lambda row: row.encode() if isinstance(row, str) else row
    return [None if row is None else hashlib.sha256(encode(row)).digest() for row in rows]


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view"])
def test_binary_columns_match_single_hashes(kind):
    check(pyarrow.array(ROWS, getattr(pyarrow, kind)()), expected(ROWS))


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_text_columns_match_single_hashes(kind):
    check(pyarrow.array(TEXT, getattr(pyarrow, kind)()), expected(TEXT))


def check(column, digests):
    assert astragal.hash_many("sha256", column) == digests
    assert pyarrow.array(astragal.hash_column("sha256", column)).to_pylist() == digests
    # Tests slices with a validity bitmap that starts within a byte.
    for start, length in ((1, 7), (3, 30), (9, 0), (len(column) - 1, 1)):
        part = digests[start : start + length]
        assert astragal.hash_many("sha256", column.slice(start, length)) == part
        assert pyarrow.array(astragal.hash_column("sha256", column.slice(start, length))).to_pylist() == part
    chunks = pyarrow.chunked_array([column.slice(0, 5), column.slice(5, 0), column.slice(5)])
    assert astragal.hash_many("sha256", chunks) == digests
    assert pyarrow.array(astragal.hash_column("sha256", chunks)).to_pylist() == digests


def test_fixed_width_columns_match_single_hashes():
    rows = [bytes([i]) * 7 for i in range(20)] + [None]
    column = pyarrow.array(rows, pyarrow.binary(7))
    check(column, expected(rows))


def test_hash_column_returns_an_arrow_array():
    digests = astragal.hash_column("sha3-256", pyarrow.array([b"a", None, b"b"]))
    assert len(digests) == 3 and repr(digests) == "<astragal.Digests of 3 rows>"
    first, second = pyarrow.array(digests), pyarrow.array(digests)
    del digests
    first.validate(full=True)
    assert first.type == pyarrow.binary(32) and first.null_count == 1 and first == second
    del second
    assert first[2].as_py() == astragal.sha3_256(b"b").digest()
    assert pyarrow.array(astragal.hash_column("md5", pyarrow.array([], pyarrow.binary()))).to_pylist() == []


def test_unused_capsules_are_released():
    for _ in range(100):
        astragal.hash_column("md5", [b"a"]).__arrow_c_array__()


def test_digests_can_be_hashed_as_a_column():
    again = astragal.hash_column("sha256", astragal.hash_column("sha256", [b"abc"]))
    twice = hashlib.sha256(hashlib.sha256(b"abc").digest()).digest()
    assert pyarrow.array(again).to_pylist() == [twice]


def test_hmac_of_a_pandas_column():
    frame = pandas.DataFrame({"name": ["Ada", "Grace", "Ada"]})
    column = pyarrow.array(frame["name"], pyarrow.string())
    frame["pseudonym"] = pandas.Series(
        pandas.arrays.ArrowExtensionArray(pyarrow.array(astragal.hash_column("hmac-sha256", column, key=b"key")))
    )
    assert frame["pseudonym"][0] == frame["pseudonym"][2] == hmac.digest(b"key", b"Ada", "sha256")


@pytest.mark.parametrize(
    ("name", "key", "parameters"),
    [
        ("hmac-sha256", b"key", {}),
        ("blake3", bytes(32), {}),
        ("blake2b-512", b"key", {}),
        ("kmac256", b"key", {"custom": b"custom", "length": 20}),
    ],
)
def test_keyed_columns_match_single_macs(name, key, parameters):
    column = pyarrow.array(ROWS[:4])
    rows = [row for row in ROWS[:4] if row is not None]
    tags = [astragal.mac(name, key, row, **parameters).digest() for row in rows]
    assert astragal.hash_many(name, column, key=key, **parameters) == [*tags[:2], None, tags[2]]
    assert astragal.hash_many(name, rows, key=key, threads=2, **parameters) == tags


def test_customization_string_matches_single_hashes():
    rows = [b"a", b"bc"]
    expected = [astragal.cshake128(row, custom=b"custom").digest(9) for row in rows]
    assert astragal.hash_many("cshake128", rows, custom=b"custom", length=9) == expected


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("sha256", {"key": b"key"}, "sha256 is a hash"),
        ("sha256", {"custom": b"custom"}, "customization"),
        ("blake3", {"key": bytes(31)}, "key is 31 bytes"),
    ],
)
def test_rejects_wrong_key_or_customization(name, parameters, message):
    with pytest.raises((TypeError, ValueError), match=message):
        astragal.hash_many(name, [b"a"], **parameters)


@pytest.mark.parametrize("name", ["sha256", "kt128", "shake256", "hmac-sha3-256"])
@pytest.mark.parametrize("threads", [1, 2, 3, "auto"])
def test_threads_do_not_change_the_digests(name, threads):
    rows = [bytes([i % 251]) * (i % 3000) for i in range(1000)]
    key = {"key": b"key"} if name.startswith("hmac") else {}
    one = astragal.hash_many(name, rows, **key)
    assert astragal.hash_many(name, rows, threads=threads, **key) == one
    out = bytearray(len(one) * len(one[0]))
    astragal.hash_many(name, rows, threads=threads, out=out, **key)
    assert out == b"".join(one)


def test_numpy_array_of_objects_matches_single_hashes():
    objects = numpy.array([b"a", b"bb\0"], dtype=object)
    assert astragal.hash_many("sha256", objects) == expected([b"a", b"bb\0"])


@pytest.mark.parametrize("strings", [numpy.array([b"a"]), numpy.array(["a"])], ids=["bytes", "str"])
def test_rejects_numpy_fixed_width_strings(strings):
    with pytest.raises(TypeError, match="fixed-width strings"):
        astragal.hash_many("sha256", strings)


def test_rejects_nulls_with_out():
    with pytest.raises(ValueError, match="row 2 is null; out cannot hold nulls"):
        astragal.hash_many("sha256", pyarrow.array(ROWS[:4]), out=bytearray(96))


class WrongCapsules:
    def __arrow_c_array__(self):
        return (1, 2)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pyarrow.array([1, 2]), "column has Arrow format .*; expected binary or string"),
        (pyarrow.array(["a", "a"]).dictionary_encode(), "dictionary-encoded"),
        (5, "int"),
        (WrongCapsules(), None),
    ],
    ids=["integers", "dictionary", "int", "no capsule"],
)
def test_rejects_columns_of_other_types(column, message):
    with pytest.raises(TypeError, match=message):
        astragal.hash_column("sha256", column)


def test_rejects_stream_that_was_read():
    class Stream:
        capsule = pyarrow.chunked_array([pyarrow.array([b"a"])]).__arrow_c_stream__()

        def __arrow_c_stream__(self):
            return self.capsule

    stream = Stream()
    assert astragal.hash_many("sha256", stream) == expected([b"a"])
    with pytest.raises(ValueError, match="was already read"):
        astragal.hash_many("sha256", stream)


@pytest.fixture
def three():
    return astragal.hash_column("sha256", [b"a", b"b", b"c"])


def test_digests_are_a_sequence(three):
    assert isinstance(three, Sequence)
    assert list(three) == expected([b"a", b"b", b"c"])
    assert list(astragal.hash_column("sha256", [])) == []


def test_digests_support_indices_and_slices(three):
    digests = list(three)
    assert [three[i] for i in (0, 1, 2, -1, -3)] == [*digests, digests[2], digests[0]]
    assert three[1:] == digests[1:] and three[::-2] == digests[::-2] and three[5:] == []


@pytest.mark.parametrize("index", [3, -4, 10**30])
def test_digests_reject_index_out_of_range(three, index):
    with pytest.raises(IndexError):
        three[index]


def test_digests_reject_index_that_is_not_a_number(three):
    with pytest.raises(TypeError):
        three["a"]


def test_digest_of_null_is_none():
    column = astragal.hash_column("sha256", pyarrow.array([b"a", None, *[b"c"] * 20]))
    assert column[1] is None
    assert column[0] == astragal.sha256(b"a").digest()
    assert [i for i, digest in enumerate(column) if digest is None] == [1]


def test_digests_become_a_pandas_series():
    series = pandas.Series(astragal.hash_column("sha256", [b"a", b"b"]))
    assert len(series) == 2
    assert series[1] == astragal.sha256(b"b").digest()


def test_pandas_column_can_be_hashed():
    frame = pandas.DataFrame({"name": [b"a", b"b"]})
    frame["digest"] = astragal.hash_column("sha256", frame["name"])
    assert frame["digest"][0] == astragal.sha256(b"a").digest()
