"""The shapes of other libraries, beside those libraries."""

import importlib
import os

import blake3 as their_blake3
import pytest
from algorithms import pattern
from Crypto.Cipher import AES

from astragal.compat import blake3 as our_blake3
from astragal.compat.Crypto import Hash as ours

LENGTHS = [0, 1, 64, 1023, 1024, 1025, 100_000, 3_000_000]
FORMS = [{}, {"key": bytes(range(32))}, {"derive_key_context": "astragal 2026-11-21 test"}]


@pytest.mark.parametrize("form", FORMS, ids=["hash", "keyed", "derive"])
@pytest.mark.parametrize("length", LENGTHS)
def test_blake3_matches_the_blake3_package(form, length):
    data = pattern(length)
    theirs = their_blake3.blake3(data, **form)
    for made in (
        our_blake3.blake3(data, **form),
        our_blake3.blake3(**form).update(data[: length // 3]).update(data[length // 3 :]),
        our_blake3.blake3(data, max_threads=our_blake3.blake3.AUTO, **form),
        our_blake3.blake3(data, max_threads=3, usedforsecurity=False, **form),
    ):
        assert made.digest() == theirs.digest() and made.hexdigest() == theirs.hexdigest()
        assert made.digest(100, seek=2**63) == theirs.digest(100, seek=2**63)
        assert made.hexdigest(length=1000, seek=17) == theirs.hexdigest(length=1000, seek=17)
        copy = made.copy()
        copy.update(b"more")
        assert made.digest() == theirs.digest()
        assert copy.digest() == their_blake3.blake3(data, **form).update(b"more").digest()
        made.reset()
        assert made.digest() == their_blake3.blake3(**form).digest()


def test_blake3_has_the_packages_attributes():
    theirs = their_blake3.blake3()
    for name in ("AUTO", "name", "digest_size", "block_size", "key_size"):
        assert getattr(our_blake3.blake3, name) == getattr(theirs, name)
    missing = {name for name in dir(theirs) if not name.startswith("_")} - set(dir(our_blake3.blake3))
    assert not missing


def test_blake3_update_mmap_matches(tmp_path):
    for length in LENGTHS:
        path = tmp_path / str(length)
        path.write_bytes(pattern(length))
        assert our_blake3.blake3().update_mmap(path).digest() == their_blake3.blake3(pattern(length)).digest()
    with pytest.raises(FileNotFoundError):
        our_blake3.blake3().update_mmap(tmp_path / "missing")
    reader, writer = os.pipe()
    os.write(writer, b"abc")
    os.close(writer)
    assert our_blake3.blake3().update_mmap(f"/dev/fd/{reader}").digest() == their_blake3.blake3(b"abc").digest()
    os.close(reader)


def test_blake3_rejects_what_the_package_rejects():
    for arguments, parameters in (
        (("text",), {}),
        ((), {"key": b"short"}),
        ((), {"key": bytes(32), "derive_key_context": "both"}),
        ((), {"derive_key_context": b"bytes"}),
        ((), {"max_threads": 0}),
        ((), {"max_threads": -2}),
        ((b"", b""), {}),
    ):
        for made in (our_blake3.blake3, their_blake3.blake3):
            with pytest.raises((TypeError, ValueError)):
                made(*arguments, **parameters)
    for length, seek in ((-1, 0), (5, -1), (2**64, 0), (5, 2**64)):
        for made in (our_blake3.blake3(), their_blake3.blake3()):
            with pytest.raises((ValueError, OverflowError, MemoryError)):
                made.digest(length, seek=seek)
    with pytest.raises(ValueError, match="the output has 2"):
        our_blake3.blake3().digest(2, seek=2**64 - 2)


MODULES = [name for name in ours.__all__ if name != "new"]
FIXED = [name for name in MODULES if hasattr(getattr(ours, name), "digest_size")]


def theirs_of(name):
    return importlib.import_module(f"Crypto.Hash.{name}")


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("length", [0, 1, 63, 64, 135, 136, 1000])
def test_hashes_match_pycryptodome(name, length):
    our, their = getattr(ours, name), theirs_of(name)
    data = pattern(length)
    assert our.new(data).digest() == their.new(data).digest() == our.new().update(data).digest()
    assert our.new(data).hexdigest() == their.new(data).hexdigest()
    if hasattr(their, "digest"):
        assert our.digest(data) == their.digest(data)
    made, other = our.new(data), their.new(data)
    for attribute in ("oid", "digest_size", "block_size"):
        assert getattr(made, attribute) == getattr(other, attribute)
    assert (our.digest_size, our.block_size) == (their.digest_size, their.block_size)
    copy = made.copy().update(b"x")
    assert (made.digest(), copy.digest()) == (other.digest(), their.new(data + b"x").digest())
    assert made.new(b"y").digest() == other.new(b"y").digest()
    after = []
    for each in (made, other):
        try:
            each.update(b"z")
            after.append(each.digest())
        except TypeError as error:
            after.append(str(error))
    assert after[0] == after[1]


CALLS = {
    "SHA512": [{"truncate": "224"}, {"truncate": "256"}],
    "keccak": [{"digest_bits": bits} for bits in (224, 256, 384, 512)] + [{"digest_bytes": 32, "update_after_digest": True}],
    "BLAKE2b": [{}, {"digest_bytes": 7}, {"digest_bits": 256}, {"digest_bytes": 20}, {"key": b"key"}, {"key": b"key", "digest_bytes": 32}],
    "BLAKE2s": [{}, {"digest_bytes": 7}, {"digest_bits": 128}, {"digest_bytes": 20}, {"key": b"key"}, {"key": b"key", "digest_bytes": 16}],
    "KMAC128": [{"key": bytes(16)}, {"key": bytes(16), "mac_len": 8, "custom": b"custom"}],
    "KMAC256": [{"key": bytes(32)}, {"key": bytes(40), "mac_len": 200, "custom": b"custom"}],
    "SHAKE128": [{}],
    "SHAKE256": [{}],
    "cSHAKE128": [{}, {"custom": b"custom"}],
    "cSHAKE256": [{}, {"custom": b"custom"}],
    "TurboSHAKE128": [{}, {"domain": 1}],
    "TurboSHAKE256": [{}, {"domain": 0x7F}],
    "KangarooTwelve": [{}, {"custom": b"custom"}, {"threads": 2}, {"threads": 0}],
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("length", [0, 1, 135, 168, 10_000])
def test_parameterized_functions_match_pycryptodome(name, length):
    our, their, data = getattr(ours, name), theirs_of(name), pattern(length)
    for parameters in CALLS[name]:
        made, other = our.new(data=data, **parameters), their.new(data=data, **parameters)
        if hasattr(other, "read"):
            if hasattr(other, "copy"):
                assert made.copy().read(77) == other.copy().read(77)
            assert [made.read(n) for n in (1, 200, 0, 5)] == [other.read(n) for n in (1, 200, 0, 5)]
            for each in (made, other):
                with pytest.raises(TypeError, match="You cannot call 'update' after the first 'read'"):
                    each.update(b"")
            if hasattr(other, "new"):
                assert made.new(b"x").read(50) == other.new(b"x").read(50)
            continue
        assert made.digest() == other.digest() and made.digest_size == other.digest_size
        assert getattr(made, "oid", None) == getattr(other, "oid", None)
        if hasattr(other, "verify"):
            made.verify(other.digest())
            made.hexverify(other.hexdigest())
            with pytest.raises(ValueError, match="MAC check failed"):
                made.verify(bytes(made.digest_size))
        again = {"key": parameters["key"]} if "key" in parameters else {}
        assert made.new(data=b"x", **again).digest() == other.new(data=b"x", **again).digest()


def test_tuple_hash_matches_pycryptodome():
    for name in ("TupleHash128", "TupleHash256"):
        our, their = getattr(ours, name), theirs_of(name)
        for parameters in ({}, {"digest_bytes": 32}, {"digest_bits": 128, "custom": b"custom"}):
            made, other = our.new(**parameters), their.new(**parameters)
            for each in (made, other):
                each.update(b"a", b"").update(b"bc")
            assert made.hexdigest() == other.hexdigest()
            assert made.new().update(b"x").digest() == other.new().update(b"x").digest()
            with pytest.raises(TypeError, match="You cannot call 'update' after"):
                made.update(b"")


def test_macs_match_pycryptodome():
    for name in ("MD5", "SHA1", "SHA256", "SHA512", "SHA3_256"):
        for key in (b"", b"key", pattern(300)):
            theirs = theirs_of("HMAC").new(key, b"message", theirs_of(name))
            for digestmod in (getattr(ours, name), theirs_of(name)):
                made = ours.HMAC.new(key, b"mess", digestmod).update(b"age")
                assert made.hexdigest() == theirs.hexdigest() and made.copy().digest() == theirs.digest()
                made.hexverify(theirs.hexdigest())
                with pytest.raises(ValueError, match="MAC check failed"):
                    made.verify(b"wrong")
    theirs = theirs_of("CMAC").new(bytes(16), b"message", AES)
    assert ours.CMAC.new(bytes(16), b"message", AES).digest() == theirs.digest()
    assert ours.CMAC.new(bytes(16), ciphermod="AES", mac_len=8).update(b"message").digest() == theirs.digest()[:8]
    with pytest.raises(TypeError, match="ciphermod must be AES"):
        ours.CMAC.new(bytes(16))


def test_modules_import_by_name():
    for name in MODULES:
        if name not in ("SHA", "RIPEMD"):
            assert importlib.import_module(f"astragal.compat.Crypto.Hash.{name}") is getattr(ours, name)
            assert theirs_of(name).__name__ == getattr(ours, name).__name__.removeprefix("astragal.compat.")
    assert ours.new("SHA512-256").hexdigest() == ours.SHA512.new(truncate="256").hexdigest()
