"""The module astragal.hashlib."""

import hashlib as standard

import pytest

from astragal import hashlib


@pytest.mark.parametrize("name", sorted(standard.algorithms_guaranteed))
def test_functions_match_the_standard_module(name):
    length = (8,) if name.startswith("shake") else ()
    actual, expected = getattr(hashlib, name), getattr(standard, name)
    assert actual(b"abc").hexdigest(*length) == expected(b"abc").hexdigest(*length)


@pytest.mark.parametrize("name", standard.__all__)
def test_has_the_names_of_the_standard_module(name):
    assert hasattr(hashlib, name)


def test_algorithms_guaranteed_match_the_standard_module():
    assert hashlib.algorithms_guaranteed == standard.algorithms_guaranteed
    assert hashlib.algorithms_guaranteed <= hashlib.algorithms_available


def test_has_functions_beyond_the_standard_module():
    assert hashlib.new("sha512_256", b"abc").digest() == hashlib.sha512_256(b"abc").digest()
    assert "sha3_256" in dir(hashlib)


def test_pbkdf2_hmac_matches_the_standard_module():
    assert hashlib.pbkdf2_hmac("sha256", b"p", b"s", 10) == standard.pbkdf2_hmac("sha256", b"p", b"s", 10)


@pytest.mark.parametrize("name", ["gcm", "sha265"])
def test_has_hash_functions_only(name):
    assert not hasattr(hashlib, name)
