"""Parts of messages, hashed apart, make the digest of the whole."""

import itertools
import pickle

import pytest

import astragal
from astragal import tree

MESSAGE = bytes(i % 251 for i in range(300_000))
CASES = [
    ("kt128", {}, {"custom": b"custom"}),
    ("kt256", {}, {}),
    ("parallelhash128", {"block": 5000}, {"custom": b"custom"}),
    ("parallelhash256", {"block": 8192}, {}),
    ("parallelhashxof128", {"block": 4096}, {}),
    ("parallelhashxof256", {"block": 1}, {}),
    ("blake3", {}, {}),
    # The constructors' block size.
    ("parallelhash128", {}, {}),
    ("parallelhashxof256", {}, {}),
]


def parts_of(algorithm, message, leaves, **parameters):
    step = leaves * tree.leaf_bytes(algorithm, block=parameters.get("block"))
    starts = range(0, max(len(message), 1), step)
    return [
        tree.leaf_values(algorithm, message[start : start + step], start, **parameters)
        for start in starts
    ]


@pytest.mark.parametrize(("algorithm", "parameters", "custom"), CASES)
def test_parts_in_any_order_give_the_digest(algorithm, parameters, custom):
    leaf = tree.leaf_bytes(algorithm, block=parameters.get("block"))
    for size in [0, 1, leaf - 1, leaf, leaf + 1, 7 * leaf + 3]:
        message = MESSAGE[:size]
        expected = getattr(astragal, algorithm)(message, **parameters, **custom)
        length = 64 if algorithm.endswith("256") else 32
        is_xof = "xof" in algorithm or algorithm.startswith("kt")
        expected = expected.digest(*[length] * is_xof)
        parts = parts_of(algorithm, message, 2, **parameters)
        assert tree.root(reversed(parts), size, **custom) == expected
        assert tree.root([tree.merge(parts[::-1])], size, **custom) == expected


def test_blake3_accepts_a_key_or_a_context():
    for mode in [{"key": bytes(range(32))}, {"context": b"example 2026 keys"}]:
        parts = parts_of("blake3", MESSAGE, 16, **mode)
        whole = tree.leaf_values("blake3", MESSAGE, **mode)
        assert tree.root(parts, len(MESSAGE), **mode) == tree.root([whole], len(MESSAGE), **mode)
        with pytest.raises(ValueError, match="another key or context"):
            tree.root(parts, len(MESSAGE))
    keyed = tree.root(parts_of("blake3", MESSAGE, 16, key=bytes(32)), len(MESSAGE), key=bytes(32))
    assert keyed == astragal.mac("blake3", bytes(32), MESSAGE).digest()


def test_parts_compare_hash_and_pickle():
    part = tree.leaf_values("kt128", MESSAGE[: 5 * 8192], 8192)
    assert pickle.loads(pickle.dumps(part)) == part
    assert (part.algorithm, part.block, part.start, part.end) == ("kt128", None, 8192, 6 * 8192)
    assert repr(part) == "<astragal.tree.Part kt128 8192:49152>"
    assert len({part, tree.leaf_values("kt128", MESSAGE[: 5 * 8192], 8192)}) == 1


def test_rejects_gaps_overlaps_and_foreign_parts():
    parts = parts_of("kt128", MESSAGE, 4)
    whole = len(MESSAGE)
    for wrong, message in [
        (parts[:1] + parts[2:], "no part has the bytes 32768 to 65536"),
        (parts[:-1], "no part has the bytes 294912 to 300000"),
        (parts + parts[2:3], "two parts have the bytes 65536 to 98304"),
        (parts[:-1] + parts_of("kt256", MESSAGE, 4)[-1:], 'the record is of "kt256"'),
    ]:
        for order in (wrong, wrong[::-1]):
            with pytest.raises(ValueError, match=message.replace('"kt256"', ".*")):
                tree.root(order, whole)
    with pytest.raises(ValueError, match="the parts reach to byte 300000"):
        tree.root(parts, whole - 1)
    with pytest.raises(ValueError, match="part begins or ends at byte 100"):
        tree.leaf_values("kt128", b"", 100)
    with pytest.raises(ValueError, match="no tree hash named"):
        tree.leaf_values("sha256", b"")
    with pytest.raises(ValueError, match="no part"):
        tree.root([], 0)
    with pytest.raises(ValueError, match="key is 3 bytes; blake3 takes 32"):
        tree.leaf_values("blake3", b"", key=b"abc")


def test_rejects_altered_and_truncated_records():
    record = tree.leaf_values("blake3", MESSAGE).record
    for i, bit in itertools.product(range(len(record)), [1, 128]):
        altered = bytearray(record)
        altered[i] ^= bit
        with pytest.raises(ValueError, match=r"no record|cut off or altered"):
            tree.Part(bytes(altered))
    with pytest.raises(ValueError, match="cut off"):
        tree.Part(record[:-1])
