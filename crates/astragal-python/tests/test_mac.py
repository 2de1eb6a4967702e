"""HMAC with the interface of the standard module, and other MACs."""

import hashlib
import hmac as standard
from types import SimpleNamespace

import pytest
from algorithms import FIXED, constructor, edges, pattern

import astragal
from astragal import hmac

MACS = sorted(astragal.macs_available)
HMACS = {hashlib_name: name for hashlib_name, name in FIXED.items() if f"hmac-{name}" in astragal.macs_available}


def key_for(name):
    return pattern(astragal.info(name, kind="mac").key_size or 32)


@pytest.mark.parametrize(("hashlib_name", "name"), HMACS.items())
def test_hmac_matches_the_standard_library(hashlib_name, name):
    block = hashlib.new(hashlib_name).block_size
    for length in edges(block):
        for key in (pattern(length), pattern(32)):
            message = pattern(length, seed=2)
            expected = standard.new(key, message, hashlib_name).digest()
            assert hmac.new(key, message, name).digest() == expected
            assert hmac.digest(key, message, hashlib_name) == expected
            assert getattr(astragal, "hmac_" + name.replace("-", "_"))(key, message).digest() == expected


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


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((b"k", b"m"), TypeError, "digestmod"),
        ((b"k", b"m", "no such hash"), ValueError, "no such hash"),
        (("key", b"m", "sha256"), TypeError, "key"),
        ((b"key", "m", "sha256"), TypeError, "Strings must be encoded"),
    ],
)
def test_hmac_rejects_wrong_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        hmac.new(*arguments)


def test_compare_digest_is_the_standard_one():
    assert hmac.compare_digest is standard.compare_digest


@pytest.mark.parametrize("name", MACS)
def test_verify_accepts_only_the_tag(name):
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


def test_length_sets_the_tag_length():
    key = bytes(range(32))
    assert len(astragal.kmac256(key, b"m").digest()) == 64
    assert len(astragal.kmac128(key, b"m", length=100).digest()) == 100
    assert len(astragal.ascon_prf(key[:16], b"m", length=99).digest()) == 99


def test_length_changes_the_tag_of_kmac_but_not_of_kmacxof():
    key = bytes(range(32))
    assert astragal.kmac128(key, b"m", length=16).digest() != astragal.kmac128(key, b"m").digest()[:16]
    assert astragal.kmacxof128(key, b"m", length=16).digest() == astragal.kmacxof128(key, b"m").digest()[:16]


def test_customization_string_changes_the_tag():
    key = bytes(range(32))
    assert astragal.kmac128(key, b"m", custom=b"c").digest() != astragal.kmac128(key, b"m").digest()
    assert astragal.kmac128(key, b"m", custom=b"").digest() == astragal.kmac128(key, b"m").digest()


@pytest.mark.parametrize(
    ("name", "key", "parameters", "error", "message"),
    [
        ("kmac128", (), {}, TypeError, "missing required argument 'key'"),
        ("kmac128", ("key",), {}, TypeError, "key must be a bytes-like object, not str"),
        ("kmac128", (b"",), {"length": -1}, ValueError, "length is -1"),
        ("kmac128", (b"",), {"length": "8"}, TypeError, "length must be a number"),
        ("ascon_mac", (bytes(15),), {}, ValueError, "key is 15 bytes; ascon-mac takes 16"),
        ("ascon_mac", (bytes(16),), {"length": 8}, TypeError, "unexpected keyword argument 'length'"),
        ("ascon_prfshort", (bytes(16),), {"length": 17}, ValueError, "tag is 17 bytes; ascon-prfshort takes 1 to 16"),
    ],
)
def test_rejects_wrong_parameters(name, key, parameters, error, message):
    with pytest.raises(error, match=message):
        getattr(astragal, name)(*key, **parameters)


def test_only_hmac_has_a_block_size():
    assert astragal.hmac_sha256(b"key").block_size == 64
    with pytest.raises(AttributeError, match="kmac128 has no block_size"):
        astragal.kmac128(b"").block_size


def test_ascon_prfshort_rejects_a_long_message():
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


@pytest.mark.parametrize("name", ["blake2b-512", "blake2s-256", "blake3"])
def test_keyed_hash_constructor_rejects_wrong_keys(name):
    make = constructor(name)
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
    lambda data=b"": hashlib.blake2b(data, digest_size=20),
    lambda data=b"": hashlib.blake2b(data, person=b"person"),
    lambda data=b"": hashlib.blake2s(data, key=b"key", salt=b"salt"),
    lambda data=b"": hashlib.sha256(b"prefix" + data),
    hashlib.sha256,
    hashlib.sha3_512,
    hashlib.blake2s,
    astragal.sha3_256,
]


@pytest.mark.parametrize("make", CALLABLES)
def test_hmac_of_any_callable_matches_the_standard_library(make):
    for key in (b"", b"key", pattern(64), pattern(200)):
        actual, expected = hmac.new(key, b"abc", make), standard.new(key, b"abc", make)
        assert actual.digest() == expected.digest()
        assert (actual.digest_size, actual.block_size) == (expected.digest_size, expected.block_size)
        actual.update(b"def")
        expected.update(b"def")
        copy = actual.copy()
        copy.update(b"ghi")
        assert actual.hexdigest() == expected.hexdigest() == hmac.digest(key, b"abcdef", make).hex()
        assert copy.digest() == standard.digest(key, b"abcdefghi", make)
        actual.verify(expected.digest())
        with pytest.raises(astragal.InvalidTag):
            actual.verify(copy.digest())
        actual.reset()
        assert actual.digest() == standard.digest(key, b"", make)


def test_hmac_of_callable_without_arguments_takes_a_long_key():
    key, blake2b = pattern(200), lambda data=b"": hashlib.blake2b(data, digest_size=20)
    assert hmac.digest(key, b"abc", lambda: hashlib.blake2b(digest_size=20)) == standard.digest(key, b"abc", blake2b)


@pytest.mark.parametrize(
    "wrong", ["shake128", hashlib.shake_128, astragal.shake_256, astragal.kt128, "kmac128", "ascon-aead128"]
)
def test_hmac_rejects_functions_without_fixed_length(wrong):
    with pytest.raises(ValueError, match="HMAC needs a hash function"):
        hmac.new(b"key", b"", wrong)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("shake_128", r"shake128 is an extendable-output function; use the MAC astragal.kmac128\(key\)"),
        ("kmac256", r"astragal.mac\('kmac256', key\)"),
        ("sha3-265", "did you mean sha3-256"),
    ],
)
def test_hmac_error_suggests_a_function(name, hint):
    with pytest.raises(ValueError, match=hint):
        hmac.new(b"key", b"", name)


def test_hmac_can_be_subclassed():
    class Subclass(hmac.HMAC):
        def twice(self):
            return 2 * self.digest()

    mac = Subclass(b"key", b"abc", "sha256")
    assert mac.twice() == 2 * standard.digest(b"key", b"abc", "sha256")
    assert type(mac.copy()) is Subclass


def test_hmac_class_matches_new():
    assert isinstance(hmac.new(b"key", digestmod="sha256"), hmac.HMAC)
    assert hmac.HMAC(b"key", digestmod=hashlib.sha256).digest() == hmac.new(b"key", None, "sha256").digest()
    for arguments in ((b"key",), ("key", b"", "sha256")):
        with pytest.raises(TypeError):
            hmac.HMAC(*arguments)


TRUNCATED = ["hmac-sha256", "hmac-sha3-512", "hmac-sha1", "hmac-ripemd160"]


@pytest.mark.parametrize("name", TRUNCATED)
def test_truncated_hmac_is_a_prefix(name):
    full = astragal.mac(name, b"key", b"abc").digest()
    for length in (4, 12, 16):
        short = astragal.mac(name, b"key", b"abc", length=length)
        assert short.digest() == full[:length] and short.digest_size == length
        short.verify(full[:length])
        with pytest.raises(astragal.InvalidTag):
            short.verify(full[: length - 1])


@pytest.mark.parametrize("name", TRUNCATED)
def test_rejects_hmac_tag_below_4_bytes(name):
    with pytest.raises(ValueError, match="tag is 3 bytes"):
        astragal.mac(name, b"key", length=3)
