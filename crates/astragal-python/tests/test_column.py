"""Columns of Arrow, read where they lie and given away without a copy."""

import hashlib
import hmac

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
    # Slices begin in the middle of a byte of the bitmap.
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


def test_result_is_an_array():
    digests = astragal.hash_column("sha3-256", pyarrow.array([b"a", None, b"b"]))
    assert len(digests) == 3 and repr(digests) == "<astragal.Digests of 3 rows>"
    first, second = pyarrow.array(digests), pyarrow.array(digests)
    del digests
    first.validate(full=True)
    assert first.type == pyarrow.binary(32) and first.null_count == 1 and first == second
    del second
    assert first[2].as_py() == astragal.sha3_256(b"b").digest()
    assert pyarrow.array(astragal.hash_column("md5", pyarrow.array([], pyarrow.binary()))).to_pylist() == []
    # The capsules of nobody are released, too.
    for _ in range(100):
        astragal.hash_column("md5", [b"a"]).__arrow_c_array__()
    # The digests of a column are a column.
    again = astragal.hash_column("sha256", astragal.hash_column("sha256", [b"abc"]))
    twice = hashlib.sha256(hashlib.sha256(b"abc").digest()).digest()
    assert pyarrow.array(again).to_pylist() == [twice]


def test_pseudonymizes_a_frame_column():
    frame = pandas.DataFrame({"name": ["Ada", "Grace", "Ada"]})
    column = pyarrow.array(frame["name"], pyarrow.string())
    frame["pseudonym"] = pandas.Series(
        pandas.arrays.ArrowExtensionArray(pyarrow.array(astragal.hash_column("hmac-sha256", column, key=b"key")))
    )
    assert frame["pseudonym"][0] == frame["pseudonym"][2] == hmac.digest(b"key", b"Ada", "sha256")


def test_columns_take_key_and_customization():
    column = pyarrow.array(ROWS[:4])
    rows = [row for row in ROWS[:4] if row is not None]
    for name, key, parameters in (
        ("hmac-sha256", b"key", {}),
        ("blake3", bytes(32), {}),
        ("blake2b-512", b"key", {}),
        ("kmac256", b"key", {"custom": b"custom", "length": 20}),
    ):
        tags = [astragal.mac(name, key, row, **parameters).digest() for row in rows]
        assert astragal.hash_many(name, column, key=key, **parameters) == [*tags[:2], None, tags[2]]
        assert astragal.hash_many(name, rows, key=key, threads=2, **parameters) == tags
    expected = [astragal.cshake128(row, custom=b"custom").digest(9) for row in rows]
    assert astragal.hash_many("cshake128", rows, custom=b"custom", length=9) == expected
    with pytest.raises(ValueError, match="sha256 is a hash"):
        astragal.hash_many("sha256", rows, key=b"key")
    with pytest.raises((TypeError, ValueError), match="customization"):
        astragal.hash_many("sha256", rows, custom=b"custom")
    with pytest.raises(ValueError, match="key is 31 bytes"):
        astragal.hash_many("blake3", rows, key=bytes(31))


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


def test_numpy_arrays_match_single_hashes():
    objects = numpy.array([b"a", b"bb\0"], dtype=object)
    assert astragal.hash_many("sha256", objects) == expected([b"a", b"bb\0"])
    for strings in (numpy.array([b"a"]), numpy.array(["a"])):
        with pytest.raises(TypeError, match="fixed-width strings"):
            astragal.hash_many("sha256", strings)


def test_rejects_nulls_into_out_and_other_types():
    with pytest.raises(ValueError, match="row 2 is null; out has no place for it"):
        astragal.hash_many("sha256", pyarrow.array(ROWS[:4]), out=bytearray(96))
    with pytest.raises(TypeError, match="is binary or string; this one has Arrow's format"):
        astragal.hash_many("sha256", pyarrow.array([1, 2]))
    with pytest.raises(TypeError, match="dictionary-encoded"):
        astragal.hash_column("sha256", pyarrow.array(["a", "a"]).dictionary_encode())
    with pytest.raises(TypeError):
        astragal.hash_column("sha256", 5)

    class Wrong:
        def __arrow_c_array__(self):
            return (1, 2)

    class Empty:
        def __arrow_c_stream__(self):
            return self.capsule

    with pytest.raises(TypeError):
        astragal.hash_column("sha256", Wrong())
    spent = Empty()
    spent.capsule = pyarrow.chunked_array([pyarrow.array([b"a"])]).__arrow_c_stream__()
    assert astragal.hash_many("sha256", spent) == expected([b"a"])
    with pytest.raises(ValueError, match="was read before"):
        astragal.hash_many("sha256", spent)


def test_digests_are_a_sequence():
    from collections.abc import Sequence

    column = astragal.hash_column("sha256", [b"a", b"b", b"c"])
    expected = [astragal.sha256(item).digest() for item in (b"a", b"b", b"c")]
    assert isinstance(column, Sequence)
    assert list(column) == expected
    assert [column[i] for i in (0, 1, 2, -1, -3)] == [*expected, expected[2], expected[0]]
    assert column[1:] == expected[1:]
    assert column[::-2] == expected[::-2]
    assert column[5:] == []
    for index in (3, -4, 10**30):
        with pytest.raises(IndexError):
            column[index]
    with pytest.raises(TypeError):
        column["a"]
    assert list(astragal.hash_column("sha256", [])) == []


def test_a_null_is_none_in_the_sequence():
    pyarrow = pytest.importorskip("pyarrow")
    column = astragal.hash_column("sha256", pyarrow.array([b"a", None, *[b"c"] * 20]))
    assert column[1] is None
    assert column[0] == astragal.sha256(b"a").digest()
    assert [i for i, digest in enumerate(column) if digest is None] == [1]


def test_a_series_of_pandas_is_a_column():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(astragal.hash_column("sha256", [b"a", b"b"]))
    assert len(series) == 2
    assert series[1] == astragal.sha256(b"b").digest()
    frame = pandas.DataFrame({"name": [b"a", b"b"]})
    frame["digest"] = astragal.hash_column("sha256", frame["name"])
    assert frame["digest"][0] == astragal.sha256(b"a").digest()
