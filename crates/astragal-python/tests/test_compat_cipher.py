"""astragal.compat.Crypto.Cipher, Protocol.KDF and Util give the same results as pycryptodome."""

import warnings

import pytest
from algorithms import pattern
from Crypto.Cipher import AES as REFERENCE_AES
from Crypto.Hash import HMAC as REFERENCE_HMAC
from Crypto.Hash import SHA1 as REFERENCE_SHA1
from Crypto.Hash import SHA256 as REFERENCE_SHA256
from Crypto.Hash import SHA3_256 as REFERENCE_SHA3_256
from Crypto.Hash import SHA512 as REFERENCE_SHA512
from Crypto.Protocol import KDF as REFERENCE_KDF
from Crypto.Util import Counter as REFERENCE_COUNTER
from Crypto.Util import Padding as REFERENCE_PADDING

from astragal.compat.Crypto import Random
from astragal.compat.Crypto.Cipher import AES
from astragal.compat.Crypto.Hash import HMAC, SHA1, SHA256, SHA512, SHA3_256
from astragal.compat.Crypto.Protocol import KDF
from astragal.compat.Crypto.Util import Counter, Padding

KEYS = [pattern(16), pattern(24), pattern(32)]
LENGTHS = [0, 1, 15, 16, 17, 64, 100, 4096, 10_000]


def outcome(call):
    """Return the result of a call, or the type of the exception that it raises."""
    try:
        return call()
    except (TypeError, ValueError, OverflowError) as error:
        return TypeError if isinstance(error, TypeError) else ValueError


def both(key, mode, *arguments, **parameters):
    name = f"MODE_{mode}"
    return (
        REFERENCE_AES.new(key, getattr(REFERENCE_AES, name), *arguments, **parameters),
        AES.new(key, getattr(AES, name), *arguments, **parameters),
    )


def test_constants_match_pycryptodome():
    for name in dir(REFERENCE_AES):
        if name.startswith("MODE_") or name == "block_size":
            assert getattr(AES, name) == getattr(REFERENCE_AES, name)
    assert tuple(AES.key_size) == tuple(REFERENCE_AES.key_size)


@pytest.mark.parametrize("key", KEYS, ids=len)
@pytest.mark.parametrize(
    ("mode", "parameters"),
    [
        ("ECB", {}),
        ("CBC", {"iv": pattern(16)}),
        ("OFB", {"IV": pattern(16)}),
        ("CFB", {"iv": pattern(16)}),
        ("CFB", {"iv": pattern(16), "segment_size": 64}),
        ("CFB", {"iv": pattern(16), "segment_size": 128}),
        ("CTR", {"nonce": pattern(8)}),
        ("CTR", {"nonce": b"", "initial_value": pattern(16)}),
        ("CTR", {"nonce": pattern(12), "initial_value": 2**32 - 3}),
        ("CTR", {"nonce": pattern(15), "initial_value": 7}),
    ],
    ids=str,
)
def test_modes_match_pycryptodome(key, mode, parameters):
    for length in LENGTHS:
        if mode in ("ECB", "CBC"):
            length -= length % 16
        data = pattern(length)
        reference, actual = both(key, mode, **parameters)
        sealed = outcome(lambda: reference.encrypt(data))
        assert outcome(lambda: actual.encrypt(data)) == sealed, length
        if sealed is ValueError:
            continue
        reference, actual = both(key, mode, **parameters)
        step = 32 if mode in ("ECB", "CBC") else 7
        pieces = [data[i : i + step] for i in range(0, min(length, 200), step)]
        assert [actual.encrypt(piece) for piece in pieces] == [reference.encrypt(piece) for piece in pieces]
        reference, actual = both(key, mode, **parameters)
        assert actual.decrypt(sealed) == reference.decrypt(sealed) == data
        _, actual = both(key, mode, **parameters)
        output = bytearray(length)
        assert actual.encrypt(data, output=output) is None
        assert bytes(output) == sealed


@pytest.mark.parametrize(
    "parameters",
    [
        {"nbits": 128, "initial_value": 5},
        {"nbits": 64, "prefix": b"8 bytes!", "initial_value": 2**64 - 2},
        {"nbits": 32, "prefix": b"a", "suffix": b"11 bytes!!!", "initial_value": 1},
        {"nbits": 64, "prefix": b"8 bytes!", "little_endian": True},
    ],
    ids=str,
)
def test_counter_matches_pycryptodome(parameters):
    data = pattern(1000)
    reference = REFERENCE_AES.new(KEYS[0], REFERENCE_AES.MODE_CTR, counter=REFERENCE_COUNTER.new(**parameters))
    actual = AES.new(KEYS[0], AES.MODE_CTR, counter=Counter.new(**parameters))
    for piece in (data[:5], data[5:40], data[40:]):
        assert outcome(lambda piece=piece: actual.encrypt(piece)) == outcome(lambda piece=piece: reference.encrypt(piece))


@pytest.mark.parametrize("key", KEYS, ids=len)
@pytest.mark.parametrize(
    ("mode", "parameters"),
    [
        ("GCM", {"nonce": pattern(12)}),
        ("GCM", {"nonce": pattern(16), "mac_len": 4}),
        ("GCM", {"nonce": pattern(1), "mac_len": 13}),
        ("CCM", {"nonce": pattern(11)}),
        ("CCM", {"nonce": pattern(13), "mac_len": 4}),
        ("EAX", {"nonce": pattern(16)}),
        ("EAX", {"nonce": pattern(5), "mac_len": 2}),
        ("SIV", {"nonce": pattern(16)}),
        ("SIV", {}),
    ],
    ids=str,
)
def test_authenticated_modes_match_pycryptodome(key, mode, parameters):
    key = key * 2 if mode == "SIV" else key
    for length in LENGTHS:
        data = pattern(length)
        for header in ([], [pattern(5)], [pattern(20), pattern(13)]):
            reference, actual = both(key, mode, **parameters)
            for piece in header:
                reference.update(piece)
                assert actual.update(piece) is actual
            sealed, tag = reference.encrypt_and_digest(data)
            assert actual.encrypt_and_digest(data) == (sealed, tag), length
            assert actual.hexdigest() == tag.hex()
            for wrong in (tag[:-1], bytes([tag[0] ^ 1]) + tag[1:]):
                _, actual = both(key, mode, **parameters)
                for piece in header:
                    actual.update(piece)
                with pytest.raises(ValueError, match="MAC"):
                    actual.decrypt_and_verify(sealed, wrong)
            _, actual = both(key, mode, **parameters)
            for piece in header:
                actual.update(piece)
            assert actual.decrypt_and_verify(sealed, tag) == data


@pytest.mark.parametrize("mode", ["GCM", "CCM", "EAX"])
def test_streaming_authenticated_modes_match_pycryptodome(mode):
    data = pattern(1000)
    parameters = {"nonce": pattern(12), **({"msg_len": 1000, "assoc_len": 30} if mode == "CCM" else {})}
    reference, actual = both(KEYS[2], mode, **parameters)
    for cipher in (reference, actual):
        cipher.update(data[:10])
        cipher.update(data[10:30])
    sealed = b"".join(reference.encrypt(data[i : i + 33]) for i in range(0, 1000, 33))
    assert b"".join(actual.encrypt(data[i : i + 33]) for i in range(0, 1000, 33)) == sealed
    tag = reference.digest()
    assert actual.digest() == tag
    _, actual = both(KEYS[2], mode, **parameters)
    actual.update(data[:30])
    assert b"".join(actual.decrypt(sealed[i : i + 50]) for i in range(0, 1000, 50)) == data
    actual.verify(tag)
    _, actual = both(KEYS[2], mode, **parameters)
    actual.update(data[:30])
    actual.decrypt(sealed)
    with pytest.raises(ValueError, match="MAC"):
        actual.hexverify("00" * 16)


def test_decrypt_and_verify_writes_no_forged_plaintext():
    _, actual = both(KEYS[0], "GCM", nonce=pattern(12))
    output = bytearray(b"x" * 100)
    with pytest.raises(ValueError, match="MAC"):
        actual.decrypt_and_verify(bytes(100), bytes(16), output=output)
    assert output == b"x" * 100


@pytest.mark.parametrize("mode", ["KW", "KWP"])
@pytest.mark.parametrize("length", [1, 8, 9, 16, 20, 24, 32, 200])
def test_key_wrap_matches_pycryptodome(mode, length):
    reference, actual = both(KEYS[1], mode)
    wrapped = outcome(lambda: reference.seal(pattern(length)))
    assert outcome(lambda: actual.seal(pattern(length))) == wrapped
    if wrapped is ValueError:
        return
    _, actual = both(KEYS[1], mode)
    assert actual.unseal(wrapped) == pattern(length)
    _, actual = both(KEYS[1], mode)
    with pytest.raises(ValueError, match="Incorrect"):
        actual.unseal(bytes([wrapped[0] ^ 1]) + wrapped[1:])


SEQUENCES = [
    ("CBC", ["encrypt", "decrypt"]),
    ("CTR", ["decrypt", "encrypt"]),
    ("ECB", ["encrypt", "decrypt"]),
    *[
        (mode, sequence)
        for mode in ("GCM", "EAX", "CCM")
        for sequence in (
            ["encrypt", "update"],
            ["encrypt", "decrypt"],
            ["encrypt", "verify"],
            ["encrypt", "digest", "encrypt"],
            ["encrypt", "digest", "digest"],
            ["decrypt", "encrypt"],
            ["decrypt", "digest"],
            ["decrypt", "update"],
            ["digest", "update"],
            ["update", "digest"],
            ["digest", "verify"],
            ["encrypt", "encrypt", "digest"],
        )
    ],
    ("SIV", ["encrypt"]),
    ("SIV", ["decrypt"]),
]


@pytest.mark.parametrize(("mode", "sequence"), SEQUENCES, ids=str)
def test_call_order_errors_match_pycryptodome(mode, sequence):
    fixed = {"CTR": {"nonce": pattern(8)}, "CBC": {"iv": pattern(16)}, "ECB": {}}.get(mode, {"nonce": pattern(12)})
    key = KEYS[0] * 2 if mode == "SIV" else KEYS[0]
    reference, actual = both(key, mode, **fixed)
    for method in sequence:
        arguments = () if method == "digest" else (bytes(16),)
        results = [outcome(lambda c=c: getattr(c, method)(*arguments)) for c in (reference, actual)]
        if method == "update":
            results = [result if result is TypeError else None for result in results]
        assert results[0] == results[1], method


WRONG_PARAMETERS = [
    ("CBC", {"iv": bytes(15)}),
    ("CBC", {"iv": bytes(16), "IV": bytes(16)}),
    ("CBC", {"nonce": bytes(16)}),
    ("CFB", {"iv": bytes(16), "segment_size": 7}),
    ("CTR", {"nonce": bytes(16)}),
    ("CTR", {"nonce": bytes(15), "initial_value": 256}),
    ("CTR", {"nonce": bytes(8), "initial_value": bytes(7)}),
    ("CTR", {"nonce": bytes(8), "counter": {}}),
    ("GCM", {"nonce": b""}),
    ("GCM", {"nonce": bytes(12), "mac_len": 3}),
    ("CCM", {"nonce": bytes(6)}),
    ("CCM", {"nonce": bytes(12), "mac_len": 5}),
    ("EAX", {"nonce": b""}),
    ("EAX", {"nonce": bytes(12), "mac_len": 17}),
    ("SIV", {"nonce": b""}),
]


@pytest.mark.parametrize(("mode", "parameters"), WRONG_PARAMETERS, ids=str)
def test_parameter_errors_match_pycryptodome(mode, parameters):
    key = bytes(32)
    reference = outcome(lambda: REFERENCE_AES.new(key, getattr(REFERENCE_AES, f"MODE_{mode}"), **parameters))
    actual = outcome(lambda: AES.new(key, getattr(AES, f"MODE_{mode}"), **parameters))
    assert reference is actual


@pytest.mark.parametrize("key", [b"", bytes(15), bytes(33)], ids=len)
def test_rejects_wrong_key_length(key):
    with pytest.raises(ValueError, match="Incorrect AES key length"):
        AES.new(key, AES.MODE_ECB)


@pytest.mark.parametrize(("mode", "parameters"), [("CBC", {"iv": bytes(16)}), ("ECB", {})], ids=["CBC", "ECB"])
def test_rejects_partial_blocks(mode, parameters):
    _, actual = both(KEYS[0], mode, **parameters)
    with pytest.raises(ValueError, match="boundary"):
        actual.encrypt(bytes(17))


def test_rejects_wrong_output():
    actual = AES.new(KEYS[0], AES.MODE_CTR, nonce=bytes(8))
    with pytest.raises(TypeError, match="output must be"):
        actual.encrypt(bytes(16), output=bytes(16))
    with pytest.raises(ValueError, match="same length"):
        actual.encrypt(bytes(16), output=bytearray(15))


@pytest.mark.parametrize(
    ("mode", "message"),
    [(AES.MODE_OCB, "not available in astragal"), (AES.MODE_OPENPGP, "not available in astragal"), (99, "not supported")],
)
def test_rejects_unsupported_modes(mode, message):
    with pytest.raises(ValueError, match=message):
        AES.new(KEYS[0], mode)


@pytest.mark.parametrize(
    ("mode", "name", "length"),
    [("CBC", "iv", 16), ("CTR", "nonce", 8), ("GCM", "nonce", 16), ("EAX", "nonce", 16), ("CCM", "nonce", 11)],
)
def test_default_nonce_is_random(mode, name, length):
    reference, actual = both(KEYS[0], mode)
    assert len(getattr(actual, name)) == len(getattr(reference, name)) == length
    other = AES.new(KEYS[0], getattr(AES, f"MODE_{mode}"))
    assert getattr(actual, name) != getattr(other, name)


def test_get_random_bytes_returns_the_length():
    assert len(Random.get_random_bytes(20)) == 20


HASHES = [(REFERENCE_SHA1, SHA1), (REFERENCE_SHA256, SHA256), (REFERENCE_SHA512, SHA512), (REFERENCE_SHA3_256, SHA3_256)]


HASH_PAIRS = pytest.mark.parametrize(("reference", "actual"), HASHES, ids=["sha1", "sha256", "sha512", "sha3_256"])


@HASH_PAIRS
@pytest.mark.parametrize("length", [1, 16, 32, 100])
def test_pbkdf2_matches_pycryptodome(reference, actual, length):
    arguments = ("pässword", b"a salt", length, 50)
    expected = REFERENCE_KDF.PBKDF2(*arguments, hmac_hash_module=reference)
    assert KDF.PBKDF2(*arguments, hmac_hash_module=actual) == expected
    assert KDF.PBKDF2(*arguments, hmac_hash_module=reference) == expected
    assert KDF.PBKDF2(*arguments, prf=lambda p, s: REFERENCE_HMAC.new(p, s, reference).digest()) == expected


@HASH_PAIRS
@pytest.mark.parametrize("keys", [1, 3])
@pytest.mark.parametrize(("salt", "context"), [(b"salt", b"context"), (b"", None), (None, b"")])
def test_hkdf_matches_pycryptodome(reference, actual, keys, salt, context):
    for length in (1, 16, 32, 100):
        expected = REFERENCE_KDF.HKDF(b"master", length, salt, reference, keys, context)
        assert KDF.HKDF(b"master", length, salt, actual, keys, context) == expected


@HASH_PAIRS
@pytest.mark.parametrize("keys", [None, 1, 2])
def test_sp800_108_counter_matches_pycryptodome(reference, actual, keys):
    def reference_prf(key, data):
        return REFERENCE_HMAC.new(key, data, reference).digest()

    def prf(key, data):
        return HMAC.new(key, data, actual).digest()

    for length in (1, 16, 32, 100):
        expected = REFERENCE_KDF.SP800_108_Counter(b"master", length, reference_prf, keys, b"label", b"context")
        assert KDF.SP800_108_Counter(b"master", length, prf, keys, b"label", b"context") == expected


def test_pbkdf1_matches_pycryptodome():
    arguments = ("password", b"8 bytes!", 16, 100)
    assert KDF.PBKDF1(*arguments, SHA1) == REFERENCE_KDF.PBKDF1(*arguments, REFERENCE_SHA1)


@pytest.mark.parametrize("keys", [1, 2])
def test_scrypt_matches_pycryptodome(keys):
    arguments = ("password", b"salt", 20, 16, 8, 2, keys)
    assert KDF.scrypt(*arguments) == REFERENCE_KDF.scrypt(*arguments)


@pytest.mark.parametrize("wrong", [{"N": 15}, {"N": 1 << 33}, {"p": 1 << 40}], ids=str)
def test_scrypt_rejects_wrong_costs(wrong):
    parameters = {"key_len": 16, "N": 16, "r": 8, "p": 1} | wrong
    with pytest.raises(ValueError, match="N|p"):
        KDF.scrypt("password", b"salt", **parameters)


def test_pbkdf1_rejects_wrong_lengths():
    with pytest.raises(TypeError):
        KDF.PBKDF1("password", b"8 bytes!", 21, 1, SHA1)
    with pytest.raises(ValueError, match="8 bytes"):
        KDF.PBKDF1("password", b"salt", 16, 1, SHA1)


def test_pbkdf2_with_weak_defaults_warns():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        actual, reference = KDF.PBKDF2("password", b"salt"), REFERENCE_KDF.PBKDF2("password", b"salt")
    assert actual == reference
    assert [warning.category for warning in seen] == [DeprecationWarning, DeprecationWarning]


@pytest.mark.parametrize("style", ["pkcs7", "x923", "iso7816"])
def test_padding_matches_pycryptodome(style):
    for length in range(40):
        padded = REFERENCE_PADDING.pad(pattern(length), 16, style)
        assert Padding.pad(pattern(length), 16, style) == padded
        assert Padding.unpad(padded, 16, style) == pattern(length)


@pytest.mark.parametrize("style", ["pkcs7", "x923", "iso7816"])
def test_unpad_rejects_what_pycryptodome_rejects(style):
    for length in range(40):
        padded = REFERENCE_PADDING.pad(pattern(length), 16, style)
        for wrong in (padded[:-1], padded[:-1] + b"\x11", padded[:-2] + b"\x33" + padded[-1:], b"", bytes(16)):
            expected = outcome(lambda wrong=wrong: REFERENCE_PADDING.unpad(wrong, 16, style))
            assert outcome(lambda wrong=wrong: Padding.unpad(wrong, 16, style)) == expected
