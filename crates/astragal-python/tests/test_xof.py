"""Extendable-output functions: output, parameters, threads and keys."""

import pytest
from algorithms import CANONICAL, constructor

import astragal

XOFS = sorted(name for name in CANONICAL if astragal.info(name).kind in ("xof", "sized-hash"))
FIXED = {"tuplehash128", "tuplehash256", "parallelhash128", "parallelhash256"}
STREAMS = [name for name in XOFS if name not in FIXED]
TUPLES = [name for name in XOFS if name.startswith("tuple")]


@pytest.mark.parametrize("name", STREAMS)
def test_read_matches_digest(name):
    data = [b"ab", b"c"] if name in TUPLES else b"abc"
    xof = constructor(name)(data)
    expected = xof.digest(1000)
    assert b"".join(xof.read(length) for length in (0, 1, 31, 168, 300, 500)) == expected
    assert xof.digest(10) == expected[:10]
    assert xof.hexdigest(10) == expected[:10].hex()


@pytest.mark.parametrize("name", XOFS)
def test_rejects_update_after_read(name):
    xof = constructor(name)()
    xof.update(b"abc")
    xof.read(8)
    with pytest.raises(ValueError, match=name):
        xof.update(b"d")


@pytest.mark.parametrize("name", XOFS)
def test_reset_after_read_restores_the_empty_message(name):
    xof = constructor(name)()
    xof.update(b"abc")
    xof.read(8)
    expected = constructor(name)()
    expected.update(b"d")
    xof.reset()
    xof.update(b"d")
    assert xof.read(16) == expected.digest()[:16]


@pytest.mark.parametrize("name", XOFS)
def test_copy_keeps_the_position(name):
    xof = constructor(name)()
    xof.update(b"abc" * 100)
    xof.read(7)
    copy = xof.copy()
    assert copy.read(20) == xof.read(20)
    assert copy.digest() == xof.digest()


@pytest.mark.parametrize("name", STREAMS)
def test_default_and_zero_length(name):
    xof = constructor(name)()
    assert xof.digest_size == (32 if name == "blake3" else 0)
    assert xof.digest(0) == b"" and xof.read(0) == b"" and xof.hexdigest(0) == ""
    assert len(xof.digest()) == astragal.info(name).digest_size


@pytest.mark.parametrize("name", STREAMS)
def test_rejects_wrong_lengths(name):
    xof = constructor(name)()
    for call in (xof.digest, xof.hexdigest, xof.read):
        with pytest.raises(ValueError, match="length is -1"):
            call(-1)
        with pytest.raises(TypeError):
            call("1")
        with pytest.raises(MemoryError):
            call(2**62)
        with pytest.raises(ValueError):
            call(2**70)


@pytest.mark.parametrize("name", STREAMS)
def test_skip_advances_the_output(name):
    xof = constructor(name)()
    xof.update(b"abc")
    expected = xof.digest(5000)
    for start in (0, 5, 4000):
        xof.skip(start)
        assert xof.read(30) == expected[start : start + 30]
        xof.reset()
        xof.update(b"abc")


@pytest.mark.parametrize("name", sorted(FIXED))
def test_fixed_length_changes_the_output(name):
    short, long = constructor(name)(length=16), constructor(name)(length=48)
    assert (short.digest_size, long.digest_size) == (16, 48)
    assert len(long.digest()) == 48 and long.digest(48) == long.digest()
    assert short.digest() != long.digest()[:16]


@pytest.mark.parametrize("name", sorted(FIXED))
def test_fixed_length_limits_the_output(name):
    short = constructor(name)(length=16)
    with pytest.raises(ValueError, match=f"length is 15; this {name} was constructed for 16"):
        short.digest(15)
    short.read(10)
    with pytest.raises(ValueError, match="16 bytes"):
        short.read(7)


LONG = b"x" * 9000


@pytest.mark.parametrize(
    ("with_defaults", "without"),
    [
        (lambda: astragal.cshake128(b"x", name=b"", custom=b""), lambda: astragal.shake128(b"x")),
        (lambda: astragal.turboshake128(b"x", domain=0x1F), lambda: astragal.turboshake128(b"x")),
        (lambda: astragal.kt128(b"x", custom=b""), lambda: astragal.kt128(b"x")),
        (lambda: astragal.parallelhash128(LONG, block=8192, length=32), lambda: astragal.parallelhash128(LONG)),
    ],
)
def test_default_parameters_do_not_change_the_output(with_defaults, without):
    assert with_defaults().digest() == without().digest()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lambda: astragal.cshake128(b"x", custom=b"S"), lambda: astragal.cshake128(b"x", name=b"S")),
        (lambda: astragal.turboshake128(b"x", domain=7), lambda: astragal.turboshake128(b"x")),
        (lambda: astragal.kt128(b"x", custom=b"C"), lambda: astragal.kt128(b"x")),
        (lambda: astragal.parallelhash128(LONG, block=4096), lambda: astragal.parallelhash128(LONG)),
    ],
)
def test_parameters_change_the_output(one, other):
    assert one().digest() != other().digest()


def test_new_accepts_the_parameters_of_the_constructor():
    assert astragal.new("kt128", b"x", custom=b"C").digest() == astragal.kt128(b"x", custom=b"C").digest()
    assert astragal.new("cshake256", b"x", name=b"N").digest() == astragal.cshake256(b"x", name=b"N").digest()


@pytest.mark.parametrize(
    ("name", "parameters", "error", "message"),
    [
        ("shake128", {"custom": b""}, TypeError, "unexpected keyword argument 'custom'"),
        ("kt128", {"custom": "text"}, TypeError, "custom must be a bytes-like object, not str"),
        *[("turboshake128", {"domain": domain}, ValueError, "domain") for domain in (0, 0x80, 256, -1)],
        ("turboshake128", {"domain": "1"}, TypeError, "domain must be a number"),
        *[("parallelhash128", {"block": block}, ValueError, "block") for block in (0, -1)],
        *[("kt128", {"threads": threads}, ValueError, "threads") for threads in (0, -1, 257, 2**70, "many")],
        ("kt128", {"threads": 1.5}, TypeError, "threads"),
    ],
)
def test_rejects_wrong_parameters(name, parameters, error, message):
    with pytest.raises(error, match=message):
        constructor(name)(**parameters)


@pytest.mark.parametrize("name", TUPLES)
def test_item_boundaries_change_the_output(name):
    make = constructor(name)
    assert make([b"ab", b"c"]).digest() != make([b"a", b"bc"]).digest() != make([b"abc"]).digest()
    grown = make()
    grown.update(b"ab")
    grown.update(bytearray(b"c"))
    assert grown.digest() == make(item for item in (b"ab", b"c")).digest()
    assert make([b""]).digest() != make([]).digest() == make().digest()


@pytest.mark.parametrize("items", [[1], 1, ["a"]], ids=str)
@pytest.mark.parametrize("name", TUPLES)
def test_tuple_hash_rejects_items_that_are_not_bytes(name, items):
    with pytest.raises(TypeError):
        constructor(name)(items)


@pytest.mark.parametrize("name", ["kt128", "kt256", "parallelhash128", "parallelhashxof256", "blake3"])
def test_threads_do_not_change_the_output(name):
    data = bytes(range(251)) * 8000
    expected = constructor(name)(data).digest()
    for threads in (1, 2, 3, "auto"):
        assert constructor(name)(data, threads=threads).digest() == expected
        xof = constructor(name)()
        xof.update(data[:100_000], threads=threads)
        xof.update(data[100_000:], threads=threads)
        assert xof.digest() == expected


KEYS = {"kmacxof128": b"any key", "kmacxof256": b"", "ascon-prf": bytes(16), "blake3": bytes(32)}


@pytest.mark.parametrize("name", KEYS)
def test_keyed_xof_matches_the_mac(name):
    key = KEYS[name]
    expected = astragal.mac(name, key, b"abc", length=700).digest()
    xof = astragal.keyed_xof(name.upper(), key, b"a")
    xof.update(b"bc")
    assert b"".join(xof.read(length) for length in (0, 1, 31, 168, 500)) == expected
    assert xof.digest(10) == expected[:10] and xof.copy().digest(10) == expected[:10]
    xof.reset()
    assert xof.digest(20) == astragal.mac(name, key, length=20).digest()
    assert xof.name == name.replace("-", "_")


@pytest.mark.parametrize("name", KEYS)
def test_keyed_xof_exports_no_state(name):
    with pytest.raises(ValueError, match="key"):
        astragal.keyed_xof(name, KEYS[name]).export_state()


def test_keyed_xof_accepts_a_customization_string():
    custom = astragal.keyed_xof("kmacxof128", b"key", b"abc", custom=b"S").read(50)
    assert custom == astragal.kmacxof128(b"key", b"abc", custom=b"S", length=50).digest()


@pytest.mark.parametrize(
    ("name", "key", "parameters", "error", "message"),
    [
        ("ascon-prf", (b"short",), {}, ValueError, "takes 16"),
        ("kmacxof128", (), {}, TypeError, "key"),
        ("ascon-prf", (bytes(16),), {"custom": b"S"}, TypeError, "custom"),
        ("shake128", (b"key",), {}, ValueError, "shake128 is an extendable-output function"),
    ],
)
def test_keyed_xof_rejects_wrong_arguments(name, key, parameters, error, message):
    with pytest.raises(error, match=message):
        astragal.keyed_xof(name, *key, **parameters)
