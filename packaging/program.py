"""Compares digests, tags, sealed messages and derived keys of an installed astragal with the interpreter's own
modules."""

import hashlib
import hmac

import astragal

for name in ("sha256", "sha512", "sha3_256", "blake2b", "blake2s", "md5", "sha1"):
    for length in (0, 1, 64, 129, 5000):
        data = bytes(i % 251 for i in range(length))
        assert astragal.new(name, data).digest() == hashlib.new(name, data).digest(), name
    both = [hashlib.new(name, each).digest() for each in (b"a", b"b")]
    assert astragal.hash_many(name, [b"a", b"b"] * 20) == both * 20
tag = astragal.hmac.new(b"key", b"message", "sha256").digest()
assert tag == hmac.digest(b"key", b"message", "sha256")
cipher = astragal.gcm("aes-256", bytes(32))
sealed = cipher.encrypt(bytes(12), b"message", b"data")
assert cipher.decrypt(bytes(12), sealed, b"data") == b"message"
derived = astragal.pbkdf2_hmac("sha256", b"password", b"salt", 10)
assert derived == hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 10)
print(astragal.__version__, astragal.info("sha3-256").backend)
