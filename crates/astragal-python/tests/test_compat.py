"""astragal.compat.blake3 and astragal.compat.Crypto.Hash give the same results as the original packages."""

import importlib
import os

import blake3 as reference_blake3
import pytest
from algorithms import pattern
from Crypto.Cipher import AES

from astragal.compat import blake3 as compat_blake3
from astragal.compat.Crypto import Hash

LENGTHS = [0, 1, 64, 1023, 1024, 1025, 100_000, 3_000_000]
FORMS = [{}, {"key": bytes(range(32))}, {"derive_key_context": "astragal 2026-11-21 test"}]


@pytest.mark.parametrize("form", FORMS, ids=["hash", "keyed", "derive"])
@pytest.mark.parametrize("length", LENGTHS)
def test_blake3_matches_the_blake3_package(form, length):
    data = pattern(length)
    reference = reference_blake3.blake3(data, **form)
    for actual in (
        compat_blake3.blake3(data, **form),
        compat_blake3.blake3(**form).update(data[: length // 3]).update(data[length // 3 :]),
        compat_blake3.blake3(data, max_threads=compat_blake3.blake3.AUTO, **form),
        compat_blake3.blake3(data, max_threads=3, usedforsecurity=False, **form),
    ):
        assert actual.digest() == reference.digest() and actual.hexdigest() == reference.hexdigest()
        assert actual.digest(100, seek=2**63) == reference.digest(100, seek=2**63)
        assert actual.hexdigest(length=1000, seek=17) == reference.hexdigest(length=1000, seek=17)
        copy = actual.copy()
        copy.update(b"more")
        assert actual.digest() == reference.digest()
        assert copy.digest() == reference_blake3.blake3(data, **form).update(b"more").digest()
        actual.reset()
        assert actual.digest() == reference_blake3.blake3(**form).digest()


def test_blake3_has_the_attributes_of_the_package():
    reference = reference_blake3.blake3()
    for name in ("AUTO", "name", "digest_size", "block_size", "key_size"):
        assert getattr(compat_blake3.blake3, name) == getattr(reference, name)
    missing = {name for name in dir(reference) if not name.startswith("_")} - set(dir(compat_blake3.blake3))
    assert not missing


@pytest.mark.parametrize("length", LENGTHS)
def test_blake3_update_mmap_matches(tmp_path, length):
    path = tmp_path / "file"
    path.write_bytes(pattern(length))
    assert compat_blake3.blake3().update_mmap(path).digest() == reference_blake3.blake3(pattern(length)).digest()


def test_blake3_update_mmap_rejects_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        compat_blake3.blake3().update_mmap(tmp_path / "missing")


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="needs /dev/fd")
def test_blake3_update_mmap_reads_pipes():
    reader, writer = os.pipe()
    os.write(writer, b"abc")
    os.close(writer)
    assert compat_blake3.blake3().update_mmap(f"/dev/fd/{reader}").digest() == reference_blake3.blake3(b"abc").digest()
    os.close(reader)


BLAKE3 = pytest.mark.parametrize("blake3", [compat_blake3.blake3, reference_blake3.blake3], ids=["astragal", "blake3"])


@BLAKE3
@pytest.mark.parametrize(
    ("arguments", "parameters"),
    [
        (("text",), {}),
        ((), {"key": b"short"}),
        ((), {"key": bytes(32), "derive_key_context": "both"}),
        ((), {"derive_key_context": b"bytes"}),
        ((), {"max_threads": 0}),
        ((), {"max_threads": -2}),
        ((b"", b""), {}),
    ],
)
def test_blake3_rejects_what_the_package_rejects(blake3, arguments, parameters):
    with pytest.raises((TypeError, ValueError)):
        blake3(*arguments, **parameters)


@BLAKE3
@pytest.mark.parametrize(("length", "seek"), [(-1, 0), (5, -1), (2**64, 0), (5, 2**64)])
def test_blake3_rejects_output_range_that_the_package_rejects(blake3, length, seek):
    with pytest.raises((ValueError, OverflowError, MemoryError)):
        blake3().digest(length, seek=seek)


def test_blake3_rejects_range_beyond_the_output():
    with pytest.raises(ValueError, match="the output has 2"):
        compat_blake3.blake3().digest(2, seek=2**64 - 2)


MODULES = [name for name in Hash.__all__ if name != "new"]
FIXED = [name for name in MODULES if hasattr(getattr(Hash, name), "digest_size")]


def reference_module(name):
    return importlib.import_module(f"Crypto.Hash.{name}")


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("length", [0, 1, 63, 64, 135, 136, 1000])
def test_hashes_match_pycryptodome(name, length):
    module, reference = getattr(Hash, name), reference_module(name)
    data = pattern(length)
    assert module.new(data).digest() == reference.new(data).digest() == module.new().update(data).digest()
    assert module.new(data).hexdigest() == reference.new(data).hexdigest()
    if hasattr(reference, "digest"):
        assert module.digest(data) == reference.digest(data)
    actual, expected = module.new(data), reference.new(data)
    for attribute in ("oid", "digest_size", "block_size"):
        assert getattr(actual, attribute) == getattr(expected, attribute)
    assert (module.digest_size, module.block_size) == (reference.digest_size, reference.block_size)
    copy = actual.copy().update(b"x")
    assert (actual.digest(), copy.digest()) == (expected.digest(), reference.new(data + b"x").digest())
    assert actual.new(b"y").digest() == expected.new(b"y").digest()


@pytest.mark.parametrize("name", FIXED)
def test_update_after_digest_matches_pycryptodome(name):
    actual, expected = getattr(Hash, name).new(b"x"), reference_module(name).new(b"x")
    after = []
    for each in (actual, expected):
        each.digest()
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
    module, reference, data = getattr(Hash, name), reference_module(name), pattern(length)
    for parameters in CALLS[name]:
        actual, expected = module.new(data=data, **parameters), reference.new(data=data, **parameters)
        if hasattr(expected, "read"):
            if hasattr(expected, "copy"):
                assert actual.copy().read(77) == expected.copy().read(77)
            assert [actual.read(n) for n in (1, 200, 0, 5)] == [expected.read(n) for n in (1, 200, 0, 5)]
            for each in (actual, expected):
                with pytest.raises(TypeError, match="You cannot call 'update' after the first 'read'"):
                    each.update(b"")
            if hasattr(expected, "new"):
                assert actual.new(b"x").read(50) == expected.new(b"x").read(50)
            continue
        assert actual.digest() == expected.digest() and actual.digest_size == expected.digest_size
        assert getattr(actual, "oid", None) == getattr(expected, "oid", None)
        if hasattr(expected, "verify"):
            actual.verify(expected.digest())
            actual.hexverify(expected.hexdigest())
            with pytest.raises(ValueError, match="MAC check failed"):
                actual.verify(bytes(actual.digest_size))
        key = {"key": parameters["key"]} if "key" in parameters else {}
        assert actual.new(data=b"x", **key).digest() == expected.new(data=b"x", **key).digest()


@pytest.mark.parametrize("parameters", [{}, {"digest_bytes": 32}, {"digest_bits": 128, "custom": b"custom"}], ids=str)
@pytest.mark.parametrize("name", ["TupleHash128", "TupleHash256"])
def test_tuple_hash_matches_pycryptodome(name, parameters):
    actual, expected = getattr(Hash, name).new(**parameters), reference_module(name).new(**parameters)
    for each in (actual, expected):
        each.update(b"a", b"").update(b"bc")
    assert actual.hexdigest() == expected.hexdigest()
    assert actual.new().update(b"x").digest() == expected.new().update(b"x").digest()
    with pytest.raises(TypeError, match="You cannot call 'update' after"):
        actual.update(b"")


@pytest.mark.parametrize("name", ["MD5", "SHA1", "SHA256", "SHA512", "SHA3_256"])
@pytest.mark.parametrize("key", [b"", b"key", pattern(300)], ids=len)
def test_hmac_matches_pycryptodome(name, key):
    expected = reference_module("HMAC").new(key, b"message", reference_module(name))
    for digestmod in (getattr(Hash, name), reference_module(name)):
        actual = Hash.HMAC.new(key, b"mess", digestmod).update(b"age")
        assert actual.hexdigest() == expected.hexdigest() and actual.copy().digest() == expected.digest()
        actual.hexverify(expected.hexdigest())
        with pytest.raises(ValueError, match="MAC check failed"):
            actual.verify(b"wrong")


def test_cmac_matches_pycryptodome():
    expected = reference_module("CMAC").new(bytes(16), b"message", AES).digest()
    assert Hash.CMAC.new(bytes(16), b"message", AES).digest() == expected
    assert Hash.CMAC.new(bytes(16), ciphermod="AES", mac_len=8).update(b"message").digest() == expected[:8]


def test_cmac_requires_aes():
    with pytest.raises(TypeError, match="ciphermod must be AES"):
        Hash.CMAC.new(bytes(16))


@pytest.mark.parametrize("name", sorted(set(MODULES) - {"SHA", "RIPEMD"}))
def test_modules_can_be_imported(name):
    assert importlib.import_module(f"astragal.compat.Crypto.Hash.{name}") is getattr(Hash, name)
    assert reference_module(name).__name__ == getattr(Hash, name).__name__.removeprefix("astragal.compat.")


def test_new_takes_a_name():
    assert Hash.new("SHA512-256").hexdigest() == Hash.SHA512.new(truncate="256").hexdigest()
