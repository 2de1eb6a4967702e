"""Tree hashes of messages in parts."""

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
    # These cases use the default block length of ParallelHash.
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
def test_parts_in_any_order_yield_the_digest(algorithm, parameters, custom):
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


@pytest.mark.parametrize("mode", [{"key": bytes(range(32))}, {"context": b"example 2026 keys"}], ids=["key", "context"])
def test_blake3_parts_need_their_key_or_context(mode):
    parts = parts_of("blake3", MESSAGE, 16, **mode)
    whole = tree.leaf_values("blake3", MESSAGE, **mode)
    assert tree.root(parts, len(MESSAGE), **mode) == tree.root([whole], len(MESSAGE), **mode)
    with pytest.raises(ValueError, match="key or context"):
        tree.root(parts, len(MESSAGE))


def test_keyed_blake3_parts_match_the_mac():
    keyed = tree.root(parts_of("blake3", MESSAGE, 16, key=bytes(32)), len(MESSAGE), key=bytes(32))
    assert keyed == astragal.mac("blake3", bytes(32), MESSAGE).digest()


def test_parts_compare_hash_and_pickle():
    part = tree.leaf_values("kt128", MESSAGE[: 5 * 8192], 8192)
    assert pickle.loads(pickle.dumps(part)) == part
    assert (part.algorithm, part.block, part.start, part.end) == ("kt128", None, 8192, 6 * 8192)
    assert repr(part) == "<astragal.tree.Part kt128 8192:49152>"
    assert len({part, tree.leaf_values("kt128", MESSAGE[: 5 * 8192], 8192)}) == 1


PARTS = parts_of("kt128", MESSAGE, 4)


@pytest.mark.parametrize("step", [1, -1], ids=["in order", "reversed"])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (PARTS[:1] + PARTS[2:], "32768 to 65536"),
        (PARTS[:-1], "294912 to 300000"),
        (PARTS + PARTS[2:3], "65536 to 98304"),
        (PARTS[:-1] + parts_of("kt256", MESSAGE, 4)[-1:], "kt"),
    ],
    ids=["gap", "missing end", "overlap", "other algorithm"],
)
def test_root_rejects_gaps_overlaps_and_other_algorithms(wrong, message, step):
    with pytest.raises(ValueError, match=message):
        tree.root(wrong[::step], len(MESSAGE))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tree.root(PARTS, len(MESSAGE) - 1), "300000"),
        (lambda: tree.root([], 0), "no parts"),
        (lambda: tree.merge([]), "no parts"),
        (lambda: tree.leaf_values("kt128", b"", 100), "byte 100"),
        (lambda: tree.leaf_values("sha256", b""), 'no tree hash is named "sha256"; expected one of kt128'),
        (lambda: tree.leaf_values("blake3", b"", key=b"abc"), "key is 3 bytes; blake3 takes 32"),
    ],
)
def test_rejects_wrong_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_rejects_altered_and_truncated_records():
    record = tree.leaf_values("blake3", MESSAGE).record
    for i, bit in itertools.product(range(len(record)), [1, 128]):
        altered = bytearray(record)
        altered[i] ^= bit
        with pytest.raises(ValueError):
            tree.Part(bytes(altered))
    with pytest.raises(ValueError):
        tree.Part(record[:-1])
