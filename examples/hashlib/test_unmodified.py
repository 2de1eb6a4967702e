"""Checks that modules of the standard library use astragal if sitecustomize has replaced hashlib."""

import hashlib
import hmac
import random
import uuid

import astragal


def test_hashlib_is_astragal():
    assert hashlib.sha256 is astragal.sha256
    assert hashlib.sha256(b"abc").hexdigest().startswith("ba7816bf")
    assert "_hashlib" not in type(hashlib.sha256()).__module__


def test_modules_of_the_standard_library_work():
    assert str(uuid.uuid5(uuid.NAMESPACE_DNS, "example.org")) == "aad03681-8b63-5304-89e0-8ca8f49461b5"
    random.seed("abc")
    assert hmac.new(b"key", b"message", "sha256").digest() == astragal.hmac.digest(b"key", b"message", "sha256")


def test_file_digest(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    with path.open("rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == hashlib.sha256(b"abc").hexdigest()
