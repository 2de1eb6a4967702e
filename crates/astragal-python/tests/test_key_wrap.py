"""Key wrapping: KW (RFC 3394) and KWP (RFC 5649)."""

import pytest
from algorithms import composed, pattern

import astragal

KEK = pattern(32)
NAMES = sorted(astragal.key_wraps_available)


@pytest.mark.parametrize("name", composed(NAMES))
def test_unwrap_inverts_wrap_and_rejects_changes(name):
    row = astragal.info(name)
    assert (row.kind, row.name) == ("key-wrap", name)
    kek = astragal.generate_key(name)
    assert len(kek) == row.key_size
    lengths = (16, 24, 32, 200) if name.endswith("-kw") else (1, 8, 9, 16, 23)
    # Tests a long key with aes-128-kwp only, because the other ciphers are too slow for it.
    for length in (*lengths, 2100) if name == "aes-128-kwp" else lengths:
        key = pattern(length, seed=3)
        wrapped = astragal.key_wrap(name, kek, key)
        assert len(wrapped) == (length + 7) // 8 * 8 + 8
        assert astragal.key_unwrap(name, bytearray(kek), memoryview(wrapped)) == key
        for at in (0, 7, 8, len(wrapped) - 1):
            forged = bytearray(wrapped)
            forged[at] ^= 1
            with pytest.raises(astragal.InvalidTag):
                astragal.key_unwrap(name, kek, forged)


def test_names_have_aliases():
    expected = astragal.key_wrap("aes-256-kw", KEK, pattern(16))
    for name in ("AES256-KW", "aes256kw", "Rijndael128/256_KW"):
        assert astragal.key_wrap(name, kek=KEK, key=pattern(16)) == expected


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: astragal.key_wrap("aes-256-kw", KEK, bytes(8)), "key to wrap is 8 bytes; aes-256-kw takes at least 16"),
        (lambda: astragal.key_wrap("aes-256-kw", KEK, bytes(20)), "takes multiples of 8"),
        (lambda: astragal.key_wrap("aes-256-kwp", KEK, b""), "key to wrap is 0 bytes"),
        (lambda: astragal.key_wrap("aes-256-kw", KEK[:31], bytes(16)), "key encryption key is 31 bytes"),
        (lambda: astragal.key_unwrap("aes-256-kw", KEK, bytes(16)), "wrapped key is 16 bytes"),
        (lambda: astragal.key_unwrap("aes-256-kwp", KEK, b""), "wrapped key is 0 bytes"),
        (lambda: astragal.key_wrap("aes-256", KEK, bytes(16)), "aes-256 is a block cipher"),
        (lambda: astragal.aead("aes-256-kw", KEK), r"astragal.key_wrap\('aes-256-kw', kek, key\)"),
        (lambda: astragal.key_wrap("aes-257-kw", KEK, bytes(16)), "no key-wrapping algorithm named"),
    ],
)
def test_errors_state_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_arguments_must_be_bytes():
    with pytest.raises(TypeError, match="kek must be a bytes-like object"):
        astragal.key_wrap("aes-256-kw", "text", bytes(16))
    with pytest.raises(TypeError, match="wrapped must be a bytes-like object"):
        astragal.key_unwrap("aes-256-kw", KEK, None)
