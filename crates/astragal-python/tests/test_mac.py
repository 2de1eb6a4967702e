"""HMAC as in the standard module, and the codes it does not have."""

import hashlib
import hmac as standard
from types import SimpleNamespace

import pytest
from algorithms import FIXED, constructor, edges, pattern

import astragal
from astragal import hmac

MACS = sorted(astragal.macs_available)
BOTH = {theirs: ours for theirs, ours in FIXED.items() if f"hmac-{ours}" in astragal.macs_available}


def key_for(name):
    return pattern(astragal.info(name, kind="mac").key_size or 32)


@pytest.mark.parametrize("theirs, ours", BOTH.items())
def test_hmac_matches_the_standard_library(theirs, ours):
    block = hashlib.new(theirs).block_size
    for length in edges(block):
        for key in (pattern(length), pattern(32)):
            message = pattern(length, seed=2)
            expected = standard.new(key, message, theirs).digest()
            assert hmac.new(key, message, ours).digest() == expected
            assert hmac.digest(key, message, theirs) == expected
            assert getattr(astragal, "hmac_" + ours.replace("-", "_"))(key, message).digest() == expected


def test_hmac_arguments_match_the_standard_library():
    expected = standard.new(b"k", b"m", "sha3_256")
    same = [
        hmac.new(b"k", b"m", "sha3_256"),
        hmac.new(b"k", msg=b"m", digestmod="SHA3-256"),
        hmac.new(bytearray(b"k"), memoryview(b"m"), hashlib.sha3_256),
        hmac.new(b"k", b"m", astragal.sha3_256),
        hmac.new(b"k", b"m", SimpleNamespace(new=astragal.sha3_256)),
        hmac.new(b"k", None, "sha3_256"),
    ]
    same[-1].update(b"m")
    for mac in same:
        assert isinstance(mac, hmac.HMAC)
        assert mac.hexdigest() == expected.hexdigest()
        assert (mac.digest_size, mac.block_size, mac.name) == (32, 136, "hmac-sha3-256")
    with pytest.raises(TypeError, match="digestmod"):
        hmac.new(b"k", b"m")
    with pytest.raises(ValueError):
        hmac.new(b"k", b"m", "no such hash")
    with pytest.raises(TypeError):
        hmac.new("key", b"m", "sha256")
    with pytest.raises(TypeError, match="Strings must be encoded"):
        hmac.new(b"key", "m", "sha256")


def test_compare_digest_is_the_standard_one():
    assert hmac.compare_digest is standard.compare_digest


@pytest.mark.parametrize("name", MACS)
def test_verify_rejects_forged_and_truncated_tags(name):
    key, message = key_for(name), b"sixteen bytes..."
    mac = astragal.mac(name, key, message)
    tag = mac.digest()
    assert mac.digest() == tag and mac.hexdigest() == tag.hex() and len(tag) == mac.digest_size
    assert mac.verify(tag) is None and mac.verify(bytearray(tag)) is None
    forged = bytes([tag[0] ^ 1]) + tag[1:]
    for wrong in (forged, tag[:-1], tag + b"\0", b""):
        with pytest.raises(astragal.InvalidTag):
            mac.verify(wrong)
    with pytest.raises(TypeError):
        mac.verify(tag.hex())


@pytest.mark.parametrize("name", MACS)
def test_streaming_copy_and_reset_match_one_shot(name):
    key = key_for(name)
    expected = astragal.mac(name, key, b"abcdef").digest()
    mac = constructor(name)(key=key)
    mac.update(b"abc")
    copy = mac.copy()
    for one in (mac, copy):
        one.update(b"def")
        assert one.digest() == expected
        one.reset()
        one.update(b"abcdef")
        assert one.digest() == expected
    assert constructor(name)(key=key, data=b"abcdef").digest() == expected


def test_parameters_change_the_tag():
    key = bytes(range(32))
    assert len(astragal.kmac256(key, b"m").digest()) == 64
    assert len(astragal.kmac128(key, b"m", length=100).digest()) == 100
    assert astragal.kmac128(key, b"m", length=16).digest() != astragal.kmac128(key, b"m").digest()[:16]
    assert astragal.kmacxof128(key, b"m", length=16).digest() == astragal.kmacxof128(key, b"m").digest()[:16]
    assert astragal.kmac128(key, b"m", custom=b"c").digest() != astragal.kmac128(key, b"m").digest()
    assert astragal.kmac128(key, b"m", custom=b"").digest() == astragal.kmac128(key, b"m").digest()
    assert len(astragal.ascon_prf(key[:16], b"m", length=99).digest()) == 99


def test_rejects_wrong_parameters():
    with pytest.raises(TypeError, match="missing required argument 'key'"):
        astragal.kmac128()
    with pytest.raises(TypeError, match="key must be a bytes-like object, not str"):
        astragal.kmac128("key")
    with pytest.raises(ValueError, match="key is 15 bytes; ascon-mac takes 16"):
        astragal.ascon_mac(bytes(15))
    with pytest.raises(TypeError, match="unexpected keyword argument 'length'"):
        astragal.ascon_mac(bytes(16), length=8)
    with pytest.raises(ValueError, match="tag is 17 bytes; ascon-prfshort takes 1 to 16"):
        astragal.ascon_prfshort(bytes(16), length=17)
    with pytest.raises(ValueError, match="length is -1"):
        astragal.kmac128(b"", length=-1)
    with pytest.raises(TypeError, match="length must be a number"):
        astragal.kmac128(b"", length="8")
    with pytest.raises(AttributeError):
        astragal.kmac128(b"").block_size
    too_long = astragal.ascon_prfshort(bytes(16), bytes(17))
    with pytest.raises(ValueError, match="16"):
        too_long.digest()
    with pytest.raises(astragal.InvalidTag):
        too_long.verify(bytes(16))


@pytest.mark.parametrize("name", ["blake2b-512", "blake2s-256", "blake3"])
def test_keyed_hash_constructor_returns_a_mac(name):
    make, key = constructor(name), bytes(range(32))
    mac = make(b"m", key=key)
    assert isinstance(mac, astragal.Mac)
    assert mac.digest() == astragal.mac(name, key, b"m").digest() == astragal.new(name, b"m", key=key).digest()
    assert mac.digest() != make(b"m").digest() == make(b"m", key=None).digest()
    with pytest.raises(ValueError, match="key is 0 bytes"):
        make(b"m", key=b"")
    with pytest.raises(TypeError, match="key must be a bytes-like object, not str"):
        make(b"m", key="key")


def test_keyed_blake2_matches_hashlib():
    key, data = pattern(20), pattern(300)
    assert astragal.blake2b(data, key=key).digest() == hashlib.blake2b(data, key=key).digest()
    assert astragal.blake2s(data, key=key).digest() == hashlib.blake2s(data, key=key).digest()
    expected = hashlib.blake2b(data, key=key, digest_size=32).digest()
    assert astragal.blake2b_256(data, key=key).digest() == expected


CALLABLES = [
    lambda: hashlib.blake2b(digest_size=20),
    lambda: hashlib.blake2b(person=b"person"),
    lambda: hashlib.blake2s(key=b"key", salt=b"salt"),
    lambda data=b"": hashlib.sha256(b"prefix" + data),
    hashlib.sha256,
    hashlib.sha3_512,
    hashlib.blake2s,
    astragal.sha3_256,
    hashlib,
]


@pytest.mark.parametrize("index", range(len(CALLABLES) - 1))
def test_hmac_of_any_callable_matches_the_standard_library(index):
    make = CALLABLES[index]
    for key in (b"", b"key", pattern(64), pattern(200)):
        ours, theirs = astragal.hmac.new(key, b"abc", make), hmac.new(key, b"abc", make)
        assert (ours.digest(), ours.digest_size, ours.block_size) == (theirs.digest(), theirs.digest_size, theirs.block_size)
        ours.update(b"def")
        theirs.update(b"def")
        copy = ours.copy()
        copy.update(b"ghi")
        assert ours.hexdigest() == theirs.hexdigest() == astragal.hmac.digest(key, b"abcdef", make).hex()
        assert copy.digest() == hmac.digest(key, b"abcdefghi", make)
        ours.verify(theirs.digest())
        with pytest.raises(astragal.InvalidTag):
            ours.verify(copy.digest())
        ours.reset()
        assert ours.digest() == hmac.digest(key, b"", make)


def test_hmac_rejects_objects_without_digest():
    for wrong in ("shake128", hashlib.shake_128, astragal.shake_256, astragal.kt128, "kmac128", "ascon-aead128"):
        with pytest.raises(ValueError, match="HMAC needs a hash function"):
            astragal.hmac.new(b"key", b"", wrong)
    with pytest.raises(ValueError, match=r"shake128 is an extendable-output function, whose code is astragal.kmac128"):
        astragal.hmac.new(b"key", b"", "shake_128")
    with pytest.raises(ValueError, match=r"astragal.mac\('kmac256', key\)"):
        astragal.hmac.new(b"key", b"", "kmac256")
    with pytest.raises(ValueError, match="did you mean sha3-256"):
        astragal.hmac.new(b"key", b"", "sha3-265")


def test_hmac_can_be_subclassed():
    class Mine(astragal.hmac.HMAC):
        def twice(self):
            return 2 * self.digest()

    mine = Mine(b"key", b"abc", "sha256")
    assert mine.twice() == 2 * hmac.digest(b"key", b"abc", "sha256")
    assert type(mine.copy()) is Mine and isinstance(mine, astragal.hmac.HMAC)
    assert isinstance(astragal.hmac.new(b"key", digestmod="sha256"), astragal.hmac.HMAC)
    assert astragal.hmac.HMAC(b"key", digestmod=hashlib.sha256).hexdigest() == hmac.new(b"key", None, "sha256").hexdigest()
    for call in (lambda: astragal.hmac.HMAC(b"key"), lambda: astragal.hmac.HMAC("key", b"", "sha256")):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("name", ["hmac-sha256", "hmac-sha3-512", "hmac-sha1", "hmac-ripemd160"])
def test_truncated_hmac_is_a_prefix(name):
    full = astragal.mac(name, b"key", b"abc").digest()
    for length in (4, 12, 16):
        short = astragal.mac(name, b"key", b"abc", length=length)
        assert short.digest() == full[:length] and short.digest_size == length
        short.verify(full[:length])
        with pytest.raises(astragal.InvalidTag):
            short.verify(full[: length - 1])
    with pytest.raises(ValueError, match="tag is 3 bytes"):
        astragal.mac(name, b"key", length=3)
