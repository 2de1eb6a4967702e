"""Derived keys and password hashes match the results of hashlib, pycryptodome and
argon2-cffi."""

import hashlib
import inspect
import signal
import sys
import threading
import time

import argon2
import pytest
from Crypto.Hash import HMAC, SHA256
from Crypto.Protocol import KDF

import astragal
from astragal import kdf

HASHES = ["md5", "sha1", "sha256", "sha3_256", "sha512", "blake2s", "blake2b"]


@pytest.mark.parametrize("name", HASHES)
@pytest.mark.parametrize("dklen", [None, 1, 70, 1500])
def test_pbkdf2_hmac_matches_hashlib(name, dklen):
    arguments = (name, b"password", b"salt", 7, dklen)
    assert kdf.pbkdf2_hmac(*arguments) == hashlib.pbkdf2_hmac(*arguments)


def test_scrypt_matches_hashlib():
    arguments = {"salt": b"NaCl", "n": 64, "r": 3, "p": 5}
    assert kdf.scrypt(b"pw", **arguments) == hashlib.scrypt(b"pw", **arguments)


def test_scrypt_has_the_memory_limit_of_hashlib():
    arguments = {"salt": b"NaCl", "n": 1 << 16, "r": 8, "p": 1}
    for scrypt in (kdf.scrypt, hashlib.scrypt):
        with pytest.raises(ValueError):
            scrypt(b"pw", **arguments)
    arguments["maxmem"] = 1 << 27
    assert kdf.scrypt(b"pw", **arguments) == hashlib.scrypt(b"pw", **arguments)


@pytest.mark.parametrize("name", ["pbkdf2_hmac", "scrypt"])
def test_signatures_match_hashlib(name):
    actual, expected = (
        [(each.name, each.kind, each.default) for each in inspect.signature(getattr(library, name)).parameters.values()]
        for library in (kdf, hashlib)
    )
    assert actual == expected


@pytest.mark.parametrize("name", ["pbkdf2_hmac", "scrypt"])
def test_package_exports_the_functions_of_hashlib(name):
    assert getattr(astragal, name) is getattr(kdf, name)


LIBRARIES = pytest.mark.parametrize("library", [hashlib, kdf], ids=["hashlib", "astragal"])


@LIBRARIES
@pytest.mark.parametrize(
    "call",
    [
        lambda it: it.pbkdf2_hmac("unknown", b"", b"", 1),
        lambda it: it.pbkdf2_hmac("shake128", b"", b"", 1),
        lambda it: it.pbkdf2_hmac("sha1", b"", b"", 0),
        lambda it: it.pbkdf2_hmac("sha1", b"", b"", -1),
        lambda it: it.pbkdf2_hmac("sha1", b"", b"", 1, 0),
        lambda it: it.pbkdf2_hmac("sha1", b"", b"", 1, -1),
        lambda it: it.scrypt(b"", salt=b"", n=3, r=8, p=1),
        lambda it: it.scrypt(b"", salt=b"", n=1, r=8, p=1),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=0, p=1),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=8, p=0),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=8, p=1, dklen=0),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=8, p=1, maxmem=-1),
    ],
)
def test_wrong_value_is_an_error_as_in_hashlib(call, library):
    with pytest.raises((ValueError, OverflowError)):
        call(library)


@LIBRARIES
@pytest.mark.parametrize(
    "call",
    [
        lambda it: it.pbkdf2_hmac(b"sha1", b"", b"", 1),
        lambda it: it.pbkdf2_hmac("sha1", "", b"", 1),
        lambda it: it.pbkdf2_hmac("sha1", b"", "", 1),
        lambda it: it.scrypt("", salt=b"", n=2, r=8, p=1),
        lambda it: it.scrypt(b"", n=2, r=8, p=1),
        lambda it: it.scrypt(b"", salt=b"", r=8, p=1),
        lambda it: it.scrypt(b"", b"", 2, 8, 1),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=8, p=1, maxmem=None),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=8, p=1, dklen=None),
    ],
)
def test_wrong_type_is_an_error_as_in_hashlib(call, library):
    with pytest.raises(TypeError):
        call(library)


@pytest.mark.parametrize("name", ["sha256", "SHA3/512", "blake2b"])
def test_hkdf_extract_then_expand_matches_hkdf(name):
    key = kdf.hkdf_extract(name, b"secret", salt=b"salt")
    assert key == astragal.hmac.digest(b"salt", b"secret", name)
    expected = kdf.hkdf(name, b"secret", salt=b"salt", info=b"info", length=100)
    assert kdf.hkdf_expand(name, key, info=b"info", length=100) == expected


@pytest.mark.parametrize("name", ["sha256", "SHA3/512", "blake2b"])
def test_hkdf_expand_checks_key_and_length(name):
    key = kdf.hkdf_extract(name, b"secret")
    with pytest.raises(ValueError, match="pseudorandom key is 3 bytes; hkdf-.* takes at least"):
        kdf.hkdf_expand(name, b"abc")
    max_bytes = 255 * len(key)
    assert len(kdf.hkdf_expand(name, key, length=max_bytes)) == max_bytes
    with pytest.raises(ValueError, match=f"is {max_bytes + 1} bytes; hkdf-.* takes at most {max_bytes}"):
        kdf.hkdf_expand(name, key, length=max_bytes + 1)


def test_hkdf_matches_pycryptodome():
    expected = KDF.HKDF(b"secret", 77, b"salt", SHA256, context=b"info")
    assert kdf.hkdf("sha256", b"secret", salt=b"salt", info=b"info", length=77) == expected


def test_kbkdf_matches_pycryptodome():
    def prf(key, data):
        return HMAC.new(key, data, SHA256).digest()

    expected = KDF.SP800_108_Counter(b"key", 77, prf, label=b"label", context=b"context")
    assert kdf.kbkdf("hmac-sha256", b"key", label=b"label", context=b"context", length=77) == expected


@pytest.mark.parametrize("name", ["argon2id", "argon2i", "argon2d"])
def test_argon2_matches_argon2_cffi(name):
    kind = getattr(argon2.low_level.Type, name.removeprefix("argon2").upper())
    expected = argon2.low_level.hash_secret_raw(b"password", b"a salt..", 3, 100, 2, 40, kind)
    assert getattr(kdf, name)(b"password", salt=b"a salt..", t=3, m=100, p=2, length=40) == expected


def test_kbkdf_accepts_hmac_cmac_and_kmac():
    keys = {
        kdf.kbkdf(name, bytes(16), label=b"label", context=b"context")
        for name in ("hmac-sha256", "hmac-sha3-512", "cmac-aes-128", "cmac-sm4", "kmac128", "kmac256")
    }
    assert len(keys) == 6 and {len(key) for key in keys} == {32}


def test_kbkdf_rejects_wrong_key_length():
    with pytest.raises(ValueError, match="key is 15 bytes; cmac-aes-128 takes 16"):
        kdf.kbkdf("cmac-aes-128", bytes(15))


def test_password_hashes_interoperate_with_argon2_cffi():
    hasher = argon2.PasswordHasher(memory_cost=100, time_cost=2, parallelism=2)
    assert kdf.verify_password(b"pw", hasher.hash("pw"))
    assert not kdf.verify_password(b"PW", hasher.hash("pw"))
    assert hasher.verify(kdf.hash_password(b"pw", "owasp-2023-argon2id"), "pw")
    assert not hasher.check_needs_rehash(kdf.hash_password(b"pw", "argon2id", m=100, t=2, p=2))


@pytest.fixture(scope="module")
def stored():
    return kdf.hash_password("pässword".encode(), "owasp-2023-argon2id")


def test_hash_password_has_a_random_salt(stored):
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert stored != kdf.hash_password("pässword".encode(), "owasp-2023-argon2id")


def test_verify_password_accepts_only_the_password(stored):
    assert kdf.verify_password("pässword".encode(), stored)
    assert not kdf.verify_password(b"password", stored)


def test_needs_rehash_compares_function_and_costs(stored):
    assert not kdf.needs_rehash(stored, "owasp-2023-argon2id")
    assert not kdf.needs_rehash(stored, "argon2id", m=19456, t=2, p=1)
    assert kdf.needs_rehash(stored) and kdf.needs_rehash(stored, "argon2i", m=19456, t=2, p=1)


@pytest.mark.parametrize(
    ("limit", "message"), [({"max_memory": 1024}, "19922944 bytes of memory.*1024"), ({"max_steps": 1000}, "38912 steps.*1000")]
)
def test_verify_password_rejects_costs_above_the_limit(stored, limit, message):
    with pytest.raises(ValueError, match=message):
        kdf.verify_password(b"", stored, **limit)


SCHEMES = pytest.mark.parametrize(
    ("scheme", "costs"),
    [
        ("argon2i", {"m": 64, "t": 1, "p": 2}),
        ("argon2d", {"m": 64, "t": 1, "p": 2}),
        ("scrypt", {"n": 16, "r": 1, "p": 2}),
        ("pbkdf2-sha1", {"iterations": 10}),
        ("pbkdf2-sha256", {"iterations": 10}),
        ("pbkdf2-sha512", {"iterations": 10}),
    ],
)


@SCHEMES
def test_password_scheme_verifies_and_compares_costs(scheme, costs):
    stored = kdf.hash_password(b"password", scheme, **costs)
    assert kdf.verify_password(b"password", stored) and not kdf.verify_password(b"", stored)
    assert not kdf.needs_rehash(stored, scheme, **costs)
    assert kdf.needs_rehash(stored, scheme, **{cost: 2 * value for cost, value in costs.items()})


@SCHEMES
def test_password_scheme_rejects_missing_and_unknown_costs(scheme, costs):
    with pytest.raises(TypeError, match=f"{scheme} takes"):
        kdf.hash_password(b"password", scheme)
    with pytest.raises(TypeError, match=f"{scheme} takes"):
        kdf.hash_password(b"password", scheme, **costs, x=1)


def test_second_preset_is_that_of_rfc_9106():
    assert kdf.PRESETS["rfc9106-second"] == ("argon2id", {"m": 65536, "t": 3, "p": 4})


@pytest.mark.parametrize(
    "wrong", ["", "secret", "$argon2id$", "$2b$12$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=8,t=1,p=1$$"]
)
def test_rejects_malformed_password_hashes(wrong):
    with pytest.raises(ValueError, match="not a password hash|salt"):
        kdf.verify_password(b"", wrong)
    with pytest.raises(ValueError, match="not a password hash|salt"):
        kdf.needs_rehash(wrong)


def test_hash_password_rejects_unknown_scheme():
    with pytest.raises(ValueError, match="no password scheme is named 'best'"):
        kdf.hash_password(b"", "best")


def test_hash_password_rejects_str():
    with pytest.raises(TypeError, match="password must be a bytes-like object, not str"):
        kdf.hash_password("password", "argon2id", m=64, t=1, p=1)


ARGON2 = {"salt": bytes(8), "m": 8, "t": 1, "p": 1}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: kdf.derive("argon2id", b"", 32), TypeError, "argon2id needs a salt"),
        (lambda: kdf.derive("hkdf-sha256", b"", 32, t=1), TypeError, "hkdf-sha256 takes no number of passes"),
        (lambda: kdf.derive("hkdf-sha256", b"", 32, step="none"), ValueError, 'step is "none"; expected both, extract'),
        (lambda: kdf.derive("argon3", b"", 32), ValueError, "argon3"),
        (lambda: kdf.argon2id(b"", **ARGON2 | {"m": 7}), ValueError, "memory m in KiB is 7"),
        (lambda: kdf.argon2id(b"", **ARGON2 | {"m": "8"}), TypeError, "m must be a number, not str"),
        (lambda: kdf.argon2id(b"", **ARGON2 | {"salt": bytes(7)}), ValueError, "salt is 7 bytes; argon2id takes"),
        (lambda: kdf.argon2id(b"", **ARGON2, length=3), ValueError, "is 3 bytes; argon2id takes at least 4"),
        (lambda: kdf.pbkdf2_hmac("sha256", b"", b"", 2**32), ValueError, "iterations is 4294967296, which is out of range"),
    ],
)
def test_rejects_wrong_parameters(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_argon2_accepts_a_short_salt_on_request():
    assert len(kdf.argon2id(b"", **ARGON2 | {"salt": bytes(7)}, allow_short_salt=True)) == 32


SCRYPT_64_TIB = f"$scrypt$ln=46,r=8,p=1$c2FsdHNhbHQ${43 * 'A'}"


@pytest.mark.parametrize("number", [2**46, 2**62, 2**63, 2**64, 2**100])
@pytest.mark.parametrize(
    "call",
    [
        lambda n: kdf.argon2id(b"", **ARGON2, length=n),
        lambda n: kdf.scrypt(b"", salt=b"", n=2, r=1, p=1, dklen=n),
        lambda n: kdf.pbkdf2_hmac("sha256", b"", b"", 1, n),
        lambda n: kdf.hkdf("sha256", b"", length=n),
        lambda n: kdf.kbkdf("hmac-sha256", b"", length=n),
        lambda n: kdf.kbkdf("kmac128", b"", length=n),
        lambda n: kdf.argon2id(b"", **ARGON2 | {"m": n}),
        lambda n: kdf.argon2id(b"", **ARGON2 | {"t": n}),
        lambda n: kdf.scrypt(b"", salt=b"", n=n, r=1, p=1),
        lambda n: kdf.scrypt(b"", salt=b"", n=n, r=1 << 20, p=1 << 20, maxmem=2**62),
        lambda n: kdf.derive("scrypt", b"", 32, salt=b"", n=n, r=8, p=1),
        lambda n: kdf.pbkdf2_hmac("sha256", b"", b"", n),
        lambda n: kdf.verify_password(b"", SCRYPT_64_TIB, max_memory=n, max_steps=n),
    ],
)
def test_huge_length_or_cost_is_an_error(call, number):
    with pytest.raises((MemoryError, ValueError)):
        call(number)


def test_failed_allocation_is_a_memory_error():
    with pytest.raises(MemoryError):
        kdf.argon2id(b"", salt=bytes(8), m=2**32 - 1, t=1, p=1)


def test_progress_reports_steps():
    seen = []
    kdf.argon2id(b"", salt=bytes(8), m=64, t=3, p=2, progress=lambda done, total: seen.append((done, total)))
    assert seen and seen == sorted(seen) and all(0 <= done <= total == seen[0][1] for done, total in seen)


def test_exception_of_progress_ends_derivation():
    def stop(done, total):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        kdf.argon2id(b"", salt=bytes(8), m=64, t=3, p=2, progress=stop)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_signal_ends_derivation():
    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            kdf.pbkdf2_hmac("sha256", b"password", b"salt", 2**31)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 30


@pytest.mark.parametrize(
    "derive",
    [
        lambda: kdf.pbkdf2_hmac("sha256", b"password", b"salt", 1_000_000),
        lambda: kdf.verify_password(b"", f"$pbkdf2-sha256$1000000$c2FsdHNhbHQ${43 * 'A'}"),
    ],
)
def test_releases_the_gil_during_derivation(derive):
    done = threading.Event()
    thread = threading.Thread(target=lambda: (derive(), done.set()))
    thread.start()
    count = 0
    while not done.is_set():
        time.sleep(0.001)
        count += 1
    thread.join()
    assert count > 3
