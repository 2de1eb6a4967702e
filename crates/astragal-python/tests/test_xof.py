"""Extendable output: all at once, as a stream, and with parameters."""

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
    assert xof.digest(10) == expected[:10], "digest starts at the start, whatever was read"
    assert xof.hexdigest(10) == expected[:10].hex()


@pytest.mark.parametrize("name", XOFS)
def test_update_after_read_is_refused(name):
    xof = constructor(name)()
    xof.update(b"abc")
    xof.read(8)
    with pytest.raises(ValueError, match=f"{name} is being squeezed"):
        xof.update(b"d")
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
def test_lengths_are_checked(name):
    xof = constructor(name)()
    assert xof.digest_size == (32 if name == "blake3" else 0)
    assert xof.digest(0) == b"" and xof.read(0) == b"" and xof.hexdigest(0) == ""
    assert len(xof.digest()) == astragal.info(name).digest_size
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
def test_fixed_length_is_hashed(name):
    short, long = constructor(name)(length=16), constructor(name)(length=48)
    assert (short.digest_size, long.digest_size) == (16, 48)
    assert len(long.digest()) == 48 and long.digest(48) == long.digest()
    assert short.digest() != long.digest()[:16]
    with pytest.raises(ValueError, match=f"this {name} was made for 16 bytes"):
        short.digest(15)
    short.read(10)
    with pytest.raises(ValueError, match="16 bytes of output"):
        short.read(7)


def test_parameters_change_the_output_and_defaults_do_not():
    assert astragal.cshake128(b"x", name=b"", custom=b"").digest() == astragal.shake128(b"x").digest()
    assert astragal.cshake128(b"x", custom=b"S").digest() != astragal.cshake128(b"x", name=b"S").digest()
    assert astragal.turboshake128(b"x", domain=0x1F).digest() == astragal.turboshake128(b"x").digest()
    assert astragal.turboshake128(b"x", domain=7).digest() != astragal.turboshake128(b"x").digest()
    assert astragal.kt128(b"x", custom=b"").digest() == astragal.kt128(b"x").digest()
    assert astragal.new("kt128", b"x", custom=b"C").digest() == astragal.kt128(b"x", custom=b"C").digest()
    assert astragal.new("cshake256", b"x", name=b"N").digest() == astragal.cshake256(b"x", name=b"N").digest()
    whole = astragal.parallelhash128(b"x" * 9000)
    assert whole.digest() == astragal.parallelhash128(b"x" * 9000, block=8192, length=32).digest()
    assert whole.digest() != astragal.parallelhash128(b"x" * 9000, block=4096).digest()


def test_rejects_wrong_parameters():
    with pytest.raises(TypeError, match="unexpected keyword argument 'custom'"):
        astragal.shake128(custom=b"")
    with pytest.raises(TypeError, match="custom must be a bytes-like object, not str"):
        astragal.kt128(custom="text")
    for domain in (0, 0x80, 256, -1):
        with pytest.raises(ValueError, match="domain"):
            astragal.turboshake128(domain=domain)
    with pytest.raises(TypeError, match="domain must be a number"):
        astragal.turboshake128(domain="1")
    for block in (0, -1):
        with pytest.raises(ValueError, match="block"):
            astragal.parallelhash128(block=block)


@pytest.mark.parametrize("name", TUPLES)
def test_item_boundaries_change_the_output(name):
    make = constructor(name)
    assert make([b"ab", b"c"]).digest() != make([b"a", b"bc"]).digest() != make([b"abc"]).digest()
    grown = make()
    grown.update(b"ab")
    grown.update(bytearray(b"c"))
    assert grown.digest() == make(item for item in (b"ab", b"c")).digest()
    assert make([b""]).digest() != make([]).digest() == make().digest()
    with pytest.raises(TypeError):
        make([1])
    with pytest.raises(TypeError):
        make(1)
    with pytest.raises(TypeError, match="Strings must be encoded"):
        make(["a"])


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


def test_rejects_wrong_threads():
    for threads in (0, -1, 257, 2**70, "many"):
        with pytest.raises(ValueError, match="threads"):
            astragal.kt128(b"", threads=threads)
    with pytest.raises(TypeError, match="threads"):
        astragal.kt128(b"", threads=1.5)


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
    with pytest.raises(ValueError, match="key"):
        xof.copy().export_state()


def test_keyed_xof_rejects_other_parameters():
    custom = astragal.keyed_xof("kmacxof128", b"key", b"abc", custom=b"S").read(50)
    assert custom == astragal.kmacxof128(b"key", b"abc", custom=b"S", length=50).digest()
    with pytest.raises(ValueError, match="takes 16"):
        astragal.keyed_xof("ascon-prf", b"short")
    with pytest.raises(TypeError, match="key"):
        astragal.keyed_xof("kmacxof128")
    with pytest.raises(TypeError):
        astragal.keyed_xof("ascon-prf", bytes(16), custom=b"S")
    with pytest.raises(ValueError, match="shake128 is an extendable-output function"):
        astragal.keyed_xof("shake128", b"key")
