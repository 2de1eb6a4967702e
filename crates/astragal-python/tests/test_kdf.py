"""Key derivation, beside hashlib and argon2-cffi."""

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
    arguments |= {"n": 1 << 16, "r": 8, "p": 1}
    for scrypt in (kdf.scrypt, hashlib.scrypt):
        with pytest.raises(ValueError):
            scrypt(b"pw", **arguments)
    arguments["maxmem"] = 1 << 27
    assert kdf.scrypt(b"pw", **arguments) == hashlib.scrypt(b"pw", **arguments)


@pytest.mark.parametrize("name", ["pbkdf2_hmac", "scrypt"])
def test_signatures_match_hashlib(name):
    ours, theirs = getattr(kdf, name), getattr(hashlib, name)
    assert getattr(astragal, name) is ours
    shown = [
        [(each.name, each.kind, each.default) for each in inspect.signature(function).parameters.values()]
        for function in (ours, theirs)
    ]
    assert shown[0] == shown[1]


def test_rejects_what_hashlib_rejects():
    calls = [
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
    ]
    for call in calls:
        for library in (hashlib, kdf):
            with pytest.raises((ValueError, OverflowError)):
                call(library)
    calls = [
        lambda it: it.pbkdf2_hmac(b"sha1", b"", b"", 1),
        lambda it: it.pbkdf2_hmac("sha1", "", b"", 1),
        lambda it: it.pbkdf2_hmac("sha1", b"", "", 1),
        lambda it: it.scrypt("", salt=b"", n=2, r=8, p=1),
        lambda it: it.scrypt(b"", n=2, r=8, p=1),
        lambda it: it.scrypt(b"", salt=b"", r=8, p=1),
        lambda it: it.scrypt(b"", b"", 2, 8, 1),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=8, p=1, maxmem=None),
        lambda it: it.scrypt(b"", salt=b"", n=2, r=8, p=1, dklen=None),
    ]
    for call in calls:
        for library in (hashlib, kdf):
            with pytest.raises(TypeError):
                call(library)


@pytest.mark.parametrize("name", ["sha256", "SHA3/512", "blake2b"])
def test_hkdf_extract_then_expand_matches_hkdf(name):
    key = kdf.hkdf_extract(name, b"secret", salt=b"salt")
    assert key == astragal.hmac.digest(b"salt", b"secret", name)
    expected = kdf.hkdf(name, b"secret", salt=b"salt", info=b"info", length=100)
    assert kdf.hkdf_expand(name, key, info=b"info", length=100) == expected
    with pytest.raises(ValueError, match="pseudorandom key is 3 bytes; hkdf-.* takes at least"):
        kdf.hkdf_expand(name, b"abc")
    longest = 255 * len(key)
    assert len(kdf.hkdf_expand(name, key, length=longest)) == longest
    with pytest.raises(ValueError, match=f"is {longest + 1} bytes; hkdf-.* takes at most {longest}"):
        kdf.hkdf_expand(name, key, length=longest + 1)


def test_argon2_matches_argon2_cffi():
    theirs = KDF.HKDF(b"secret", 77, b"salt", SHA256, context=b"info")
    assert kdf.hkdf("sha256", b"secret", salt=b"salt", info=b"info", length=77) == theirs
    prf = lambda key, data: HMAC.new(key, data, SHA256).digest()  # noqa: E731
    theirs = KDF.SP800_108_Counter(b"key", 77, prf, label=b"label", context=b"context")
    assert kdf.kbkdf("hmac-sha256", b"key", label=b"label", context=b"context", length=77) == theirs


def test_kbkdf_accepts_every_kind_of_mac():
    keys = {
        kdf.kbkdf(name, bytes(16), label=b"label", context=b"context")
        for name in ("hmac-sha256", "hmac-sha3-512", "cmac-aes-128", "cmac-sm4", "kmac128", "kmac256")
    }
    assert len(keys) == 6 and {len(key) for key in keys} == {32}
    with pytest.raises(ValueError, match="key is 15 bytes; cmac-aes-128 takes 16"):
        kdf.kbkdf("cmac-aes-128", bytes(15))


def test_password_hashes_interoperate():
    hasher = argon2.PasswordHasher(memory_cost=100, time_cost=2, parallelism=2)
    assert kdf.verify_password(b"pw", hasher.hash("pw"))
    assert not kdf.verify_password(b"PW", hasher.hash("pw"))
    assert hasher.verify(kdf.hash_password(b"pw", "owasp-2023-argon2id"), "pw")
    assert not hasher.check_needs_rehash(kdf.hash_password(b"pw", "argon2id", m=100, t=2, p=2))


def test_passwords_are_hashed_verified_and_renewed():
    password = "pässword".encode()
    stored = kdf.hash_password(password, "owasp-2023-argon2id")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert stored != kdf.hash_password(password, "owasp-2023-argon2id"), "each has a salt of its own"
    assert kdf.verify_password(password, stored)
    assert not kdf.verify_password(b"password", stored)
    assert not kdf.needs_rehash(stored, "owasp-2023-argon2id")
    assert not kdf.needs_rehash(stored, "argon2id", m=19456, t=2, p=1)
    assert kdf.needs_rehash(stored) and kdf.needs_rehash(stored, "argon2i", m=19456, t=2, p=1)
    with pytest.raises(ValueError, match="asks for 19922944 bytes of memory; the policy allows 1024"):
        kdf.verify_password(b"", stored, max_memory=1024)
    with pytest.raises(ValueError, match="asks for 38912 steps; the policy allows 1000"):
        kdf.verify_password(b"", stored, max_steps=1000)


@pytest.mark.parametrize(
    "scheme, costs",
    [
        ("argon2i", {"m": 64, "t": 1, "p": 2}),
        ("argon2d", {"m": 64, "t": 1, "p": 2}),
        ("scrypt", {"n": 16, "r": 1, "p": 2}),
        ("pbkdf2-sha1", {"iterations": 10}),
        ("pbkdf2-sha256", {"iterations": 10}),
        ("pbkdf2-sha512", {"iterations": 10}),
    ],
)
def test_every_password_scheme_verifies(scheme, costs):
    stored = kdf.hash_password(b"password", scheme, **costs)
    assert kdf.verify_password(b"password", stored) and not kdf.verify_password(b"", stored)
    assert not kdf.needs_rehash(stored, scheme, **costs)
    assert kdf.needs_rehash(stored, scheme, **{cost: 2 * value for cost, value in costs.items()})
    with pytest.raises(TypeError, match=f"{scheme} takes"):
        kdf.hash_password(b"password", scheme)
    with pytest.raises(TypeError, match=f"{scheme} takes"):
        kdf.hash_password(b"password", scheme, **costs, x=1)


def test_presets_match_their_recommendations():
    for name, (scheme, costs) in kdf.PRESETS.items():
        assert kdf._scheme(name, {}) == kdf._scheme(scheme, costs)
    assert kdf.PRESETS["rfc9106-second"] == ("argon2id", {"m": 65536, "t": 3, "p": 4})


def test_rejects_malformed_password_hashes():
    for wrong in ("", "secret", "$argon2id$", "$2b$12$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=8,t=1,p=1$$"):
        with pytest.raises(ValueError, match="not a password hash|salt"):
            kdf.verify_password(b"", wrong)
        with pytest.raises(ValueError, match="not a password hash|salt"):
            kdf.needs_rehash(wrong)
    with pytest.raises(ValueError, match="no preset or function for passwords is named 'best'"):
        kdf.hash_password(b"", "best")
    with pytest.raises(TypeError, match="password must be a bytes-like object, not str"):
        kdf.hash_password("password", "argon2id", m=64, t=1, p=1)


def test_rejects_wrong_parameters():
    with pytest.raises(TypeError, match="argon2id needs a salt"):
        kdf.derive("argon2id", b"", 32)
    with pytest.raises(TypeError, match="hkdf-sha256 takes no number of passes"):
        kdf.derive("hkdf-sha256", b"", 32, t=1)
    with pytest.raises(ValueError, match="memory m in KiB is 7"):
        kdf.argon2id(b"", salt=bytes(8), m=7, t=1, p=1)
    with pytest.raises(ValueError, match="salt is 7 bytes; argon2id takes"):
        kdf.argon2id(b"", salt=bytes(7), m=8, t=1, p=1)
    assert len(kdf.argon2id(b"", salt=bytes(7), m=8, t=1, p=1, allow_short_salt=True)) == 32
    with pytest.raises(ValueError, match="is 3 bytes; argon2id takes at least 4"):
        kdf.argon2id(b"", salt=bytes(8), m=8, t=1, p=1, length=3)
    with pytest.raises(ValueError, match="argon3"):
        kdf.derive("argon3", b"", 32)
    with pytest.raises(ValueError, match='step is "none"; it must be both, extract or expand'):
        kdf.derive("hkdf-sha256", b"", 32, step="none")
    with pytest.raises(ValueError, match="iterations is 4294967296, which is out of range"):
        kdf.pbkdf2_hmac("sha256", b"", b"", 2**32)
    with pytest.raises(TypeError, match="m must be a number, not str"):
        kdf.argon2id(b"", salt=bytes(8), m="8", t=1, p=1)


@pytest.mark.parametrize("length", [2**46, 2**62, 2**63, 2**64, 2**100])
def test_huge_lengths_and_costs_are_errors(length):
    calls = [
        lambda: kdf.argon2id(b"", salt=bytes(8), m=8, t=1, p=1, length=length),
        lambda: kdf.scrypt(b"", salt=b"", n=2, r=1, p=1, dklen=length),
        lambda: kdf.pbkdf2_hmac("sha256", b"", b"", 1, length),
        lambda: kdf.hkdf("sha256", b"", length=length),
        lambda: kdf.kbkdf("hmac-sha256", b"", length=length),
        lambda: kdf.kbkdf("kmac128", b"", length=length),
        lambda: kdf.argon2id(b"", salt=bytes(8), m=length, t=1, p=1),
        lambda: kdf.argon2id(b"", salt=bytes(8), m=8, t=length, p=1),
        lambda: kdf.scrypt(b"", salt=b"", n=length, r=1, p=1),
        lambda: kdf.scrypt(b"", salt=b"", n=length, r=1 << 20, p=1 << 20, maxmem=2**62),
        lambda: kdf.derive("scrypt", b"", 32, salt=b"", n=length, r=8, p=1),
        lambda: kdf.pbkdf2_hmac("sha256", b"", b"", length),
        lambda: kdf.verify_password(b"", f"$scrypt$ln=46,r=8,p=1$c2FsdHNhbHQ${43 * 'A'}", max_memory=length, max_steps=length),
    ]
    for call in calls:
        with pytest.raises((MemoryError, ValueError)):
            call()


def test_failed_allocation_is_a_memory_error():
    with pytest.raises(MemoryError):
        kdf.argon2id(b"", salt=bytes(8), m=2**32 - 1, t=1, p=1)


def test_progress_is_reported_and_stops_derivation():
    seen = []
    kdf.argon2id(b"", salt=bytes(8), m=64, t=3, p=2, progress=lambda done, total: seen.append((done, total)))
    assert seen and seen == sorted(seen) and all(0 <= done <= total == seen[0][1] for done, total in seen)
    kdf.derive("pbkdf2-hmac-sha256", b"", 32, salt=b"", iterations=2, progress=lambda *at: seen.append(at))

    def stop(done, total):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        kdf.argon2id(b"", salt=bytes(8), m=64, t=3, p=2, progress=stop)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_signal_interrupts_derivation():
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
