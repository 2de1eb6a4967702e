"""Crypto.Cipher, Crypto.Protocol.KDF and Crypto.Util of pycryptodome, beside that library."""

import warnings

import pytest
from algorithms import pattern
from Crypto.Cipher import AES as THEIRS
from Crypto.Hash import HMAC as THEIR_HMAC
from Crypto.Hash import SHA1 as THEIR_SHA1
from Crypto.Hash import SHA256 as THEIR_SHA256
from Crypto.Hash import SHA3_256 as THEIR_SHA3_256
from Crypto.Hash import SHA512 as THEIR_SHA512
from Crypto.Protocol import KDF as THEIR_KDF
from Crypto.Util import Counter as THEIR_COUNTER
from Crypto.Util import Padding as THEIR_PADDING

from astragal.compat.Crypto import Random
from astragal.compat.Crypto.Cipher import AES
from astragal.compat.Crypto.Hash import HMAC, SHA1, SHA256, SHA512, SHA3_256
from astragal.compat.Crypto.Protocol import KDF
from astragal.compat.Crypto.Util import Counter, Padding

KEYS = [pattern(16), pattern(24), pattern(32)]
LENGTHS = [0, 1, 15, 16, 17, 64, 100, 4096, 10_000]


def outcome(call):
    """What a call returns, or the type of what it raises."""
    try:
        return call()
    except (TypeError, ValueError, OverflowError) as error:
        return TypeError if isinstance(error, TypeError) else ValueError


def both(key, mode, *arguments, **parameters):
    name = f"MODE_{mode}"
    return (
        THEIRS.new(key, getattr(THEIRS, name), *arguments, **parameters),
        AES.new(key, getattr(AES, name), *arguments, **parameters),
    )


def test_the_constants_are_theirs():
    for name in dir(THEIRS):
        if name.startswith("MODE_") or name == "block_size":
            assert getattr(AES, name) == getattr(THEIRS, name)
    assert tuple(AES.key_size) == tuple(THEIRS.key_size)


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
def test_modes(key, mode, parameters):
    for length in LENGTHS:
        if mode in ("ECB", "CBC"):
            length -= length % 16
        data = pattern(length)
        theirs, ours = both(key, mode, **parameters)
        sealed = outcome(lambda: theirs.encrypt(data))
        assert outcome(lambda: ours.encrypt(data)) == sealed, length
        if sealed is ValueError:
            continue
        # In pieces, and into memory of the caller's.
        theirs, ours = both(key, mode, **parameters)
        step = 32 if mode in ("ECB", "CBC") else 7
        pieces = [data[i : i + step] for i in range(0, min(length, 200), step)]
        assert [ours.encrypt(piece) for piece in pieces] == [theirs.encrypt(piece) for piece in pieces]
        theirs, ours = both(key, mode, **parameters)
        assert ours.decrypt(sealed) == theirs.decrypt(sealed) == data
        _, ours = both(key, mode, **parameters)
        output = bytearray(length)
        assert ours.encrypt(data, output=output) is None
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
def test_counter_blocks(parameters):
    data = pattern(1000)
    theirs = THEIRS.new(KEYS[0], THEIRS.MODE_CTR, counter=THEIR_COUNTER.new(**parameters))
    ours = AES.new(KEYS[0], AES.MODE_CTR, counter=Counter.new(**parameters))
    for piece in (data[:5], data[5:40], data[40:]):
        assert outcome(lambda piece=piece: ours.encrypt(piece)) == outcome(lambda piece=piece: theirs.encrypt(piece))


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
def test_authenticated_modes(key, mode, parameters):
    key = key * 2 if mode == "SIV" else key
    for length in LENGTHS:
        data = pattern(length)
        for header in ([], [pattern(5)], [pattern(20), pattern(13)]):
            theirs, ours = both(key, mode, **parameters)
            for piece in header:
                theirs.update(piece)
                assert ours.update(piece) is (None if ours is None else ours)
            sealed, tag = theirs.encrypt_and_digest(data)
            assert ours.encrypt_and_digest(data) == (sealed, tag), length
            assert ours.hexdigest() == tag.hex()
            for wrong in (b"", bytes([tag[0] ^ 1]) + tag[1:]):
                _, ours = both(key, mode, **parameters)
                for piece in header:
                    ours.update(piece)
                # As a tag, or one that is too short.
                with pytest.raises(ValueError, match="MAC"):
                    ours.decrypt_and_verify(sealed, wrong if wrong else tag[:-1])
            _, ours = both(key, mode, **parameters)
            for piece in header:
                ours.update(piece)
            assert ours.decrypt_and_verify(sealed, tag) == data


@pytest.mark.parametrize("mode", ["GCM", "CCM", "EAX"])
def test_authenticated_modes_in_pieces(mode):
    data = pattern(1000)
    parameters = {"nonce": pattern(12), **({"msg_len": 1000, "assoc_len": 30} if mode == "CCM" else {})}
    theirs, ours = both(KEYS[2], mode, **parameters)
    for cipher in (theirs, ours):
        cipher.update(data[:10])
        cipher.update(data[10:30])
    sealed = b"".join(theirs.encrypt(data[i : i + 33]) for i in range(0, 1000, 33))
    assert b"".join(ours.encrypt(data[i : i + 33]) for i in range(0, 1000, 33)) == sealed
    tag = theirs.digest()
    assert ours.digest() == tag
    _, ours = both(KEYS[2], mode, **parameters)
    ours.update(data[:30])
    assert b"".join(ours.decrypt(sealed[i : i + 50]) for i in range(0, 1000, 50)) == data
    ours.verify(tag)
    _, ours = both(KEYS[2], mode, **parameters)
    ours.update(data[:30])
    ours.decrypt(sealed)
    with pytest.raises(ValueError, match="MAC"):
        ours.hexverify("00" * 16)


def test_a_forgery_leaves_no_plaintext():
    _, ours = both(KEYS[0], "GCM", nonce=pattern(12))
    output = bytearray(b"x" * 100)
    with pytest.raises(ValueError, match="MAC"):
        ours.decrypt_and_verify(bytes(100), bytes(16), output=output)
    assert output == b"x" * 100


@pytest.mark.parametrize("mode", ["KW", "KWP"])
def test_key_wrap(mode):
    for length in (1, 8, 9, 16, 20, 24, 32, 200):
        theirs, ours = both(KEYS[1], mode)
        wrapped = outcome(lambda: theirs.seal(pattern(length)))
        assert outcome(lambda: ours.seal(pattern(length))) == wrapped, length
        if wrapped is ValueError:
            continue
        _, ours = both(KEYS[1], mode)
        assert ours.unseal(wrapped) == pattern(length)
        _, ours = both(KEYS[1], mode)
        with pytest.raises(ValueError, match="Incorrect"):
            ours.unseal(bytes([wrapped[0] ^ 1]) + wrapped[1:])


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
def test_calls_in_the_wrong_order_are_refused_as_there(mode, sequence):
    fixed = {"CTR": {"nonce": pattern(8)}, "CBC": {"iv": pattern(16)}, "ECB": {}}.get(mode, {"nonce": pattern(12)})
    key = KEYS[0] * 2 if mode == "SIV" else KEYS[0]
    theirs, ours = both(key, mode, **fixed)
    for method in sequence:
        arguments = () if method == "digest" else (bytes(16),)
        results = [outcome(lambda c=c: getattr(c, method)(*arguments)) for c in (theirs, ours)]
        if method == "update":
            results = [result if result is TypeError else None for result in results]
        assert results[0] == results[1], method


MISTAKES = [
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


@pytest.mark.parametrize(("mode", "parameters"), MISTAKES, ids=str)
def test_wrong_parameters_are_refused_as_there(mode, parameters):
    key = bytes(32)
    theirs = outcome(lambda: THEIRS.new(key, getattr(THEIRS, f"MODE_{mode}"), **parameters))
    ours = outcome(lambda: AES.new(key, getattr(AES, f"MODE_{mode}"), **parameters))
    assert theirs is ours


def test_wrong_keys_data_and_outputs_are_refused():
    for key in (b"", bytes(15), bytes(33)):
        with pytest.raises(ValueError, match="Incorrect AES key length"):
            AES.new(key, AES.MODE_ECB)
    for mode in ("CBC", "ECB"):
        _, ours = both(KEYS[0], mode, **({"iv": bytes(16)} if mode == "CBC" else {}))
        with pytest.raises(ValueError, match="boundary"):
            ours.encrypt(bytes(17))
    ours = AES.new(KEYS[0], AES.MODE_CTR, nonce=bytes(8))
    with pytest.raises(TypeError, match="output must be"):
        ours.encrypt(bytes(16), output=bytes(16))
    with pytest.raises(ValueError, match="same length"):
        ours.encrypt(bytes(16), output=bytearray(15))
    for mode in (AES.MODE_OCB, AES.MODE_OPENPGP):
        with pytest.raises(ValueError, match="not available in astragal"):
            AES.new(KEYS[0], mode)
    with pytest.raises(ValueError, match="Mode not supported"):
        AES.new(KEYS[0], 99)


def test_random_nonces_are_those_of_the_object():
    for mode, name, length in [("CBC", "iv", 16), ("CTR", "nonce", 8), ("GCM", "nonce", 16), ("EAX", "nonce", 16), ("CCM", "nonce", 11)]:
        theirs, ours = both(KEYS[0], mode)
        assert len(getattr(ours, name)) == len(getattr(theirs, name)) == length
        other = AES.new(KEYS[0], getattr(AES, f"MODE_{mode}"))
        assert getattr(ours, name) != getattr(other, name)
    assert len(Random.get_random_bytes(20)) == 20


HASHES = [(THEIR_SHA1, SHA1), (THEIR_SHA256, SHA256), (THEIR_SHA512, SHA512), (THEIR_SHA3_256, SHA3_256)]


@pytest.mark.parametrize(("theirs", "ours"), HASHES, ids=["sha1", "sha256", "sha512", "sha3_256"])
def test_derivations(theirs, ours):
    for length in (1, 16, 32, 100):
        arguments = ("pässword", b"a salt", length, 50)
        expected = THEIR_KDF.PBKDF2(*arguments, hmac_hash_module=theirs)
        assert KDF.PBKDF2(*arguments, hmac_hash_module=ours) == expected
        # Their modules are taken, too, and functions.
        assert KDF.PBKDF2(*arguments, hmac_hash_module=theirs) == expected
        by_function = KDF.PBKDF2(*arguments, prf=lambda p, s: THEIR_HMAC.new(p, s, theirs).digest())
        assert by_function == expected
        for keys in (1, 3):
            for salt, context in ((b"salt", b"context"), (b"", None), (None, b"")):
                expected = THEIR_KDF.HKDF(b"master", length, salt, theirs, keys, context)
                assert KDF.HKDF(b"master", length, salt, ours, keys, context) == expected
        def their_code(key, data):
            return THEIR_HMAC.new(key, data, theirs).digest()

        def our_code(key, data):
            return HMAC.new(key, data, ours).digest()

        for keys in (None, 1, 2):
            expected = THEIR_KDF.SP800_108_Counter(b"master", length, their_code, keys, b"label", b"context")
            assert KDF.SP800_108_Counter(b"master", length, our_code, keys, b"label", b"context") == expected


def test_pbkdf1_and_scrypt():
    assert KDF.PBKDF1("password", b"8 bytes!", 16, 100, SHA1) == THEIR_KDF.PBKDF1("password", b"8 bytes!", 16, 100, THEIR_SHA1)
    for keys in (1, 2):
        arguments = ("password", b"salt", 20, 16, 8, 2, keys)
        assert KDF.scrypt(*arguments) == THEIR_KDF.scrypt(*arguments)
    for wrong in ({"N": 15}, {"N": 1 << 33}, {"p": 1 << 40}):
        parameters = {"key_len": 16, "N": 16, "r": 8, "p": 1} | wrong
        with pytest.raises(ValueError, match="N|p"):
            KDF.scrypt("password", b"salt", **parameters)
    with pytest.raises(TypeError):
        KDF.PBKDF1("password", b"8 bytes!", 21, 1, SHA1)
    with pytest.raises(ValueError, match="8 bytes"):
        KDF.PBKDF1("password", b"salt", 16, 1, SHA1)


def test_weak_defaults_warn_as_there():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        ours, theirs = KDF.PBKDF2("password", b"salt"), THEIR_KDF.PBKDF2("password", b"salt")
    assert ours == theirs
    assert [warning.category for warning in seen] == [DeprecationWarning, DeprecationWarning]


@pytest.mark.parametrize("style", ["pkcs7", "x923", "iso7816"])
def test_padding(style):
    for length in range(40):
        padded = THEIR_PADDING.pad(pattern(length), 16, style)
        assert Padding.pad(pattern(length), 16, style) == padded
        assert Padding.unpad(padded, 16, style) == pattern(length)
        for wrong in (padded[:-1], padded[:-1] + b"\x11", padded[:-2] + b"\x33" + padded[-1:], b"", bytes(16)):
            expected = outcome(lambda wrong=wrong: THEIR_PADDING.unpad(wrong, 16, style))
            assert outcome(lambda wrong=wrong: Padding.unpad(wrong, 16, style)) == expected
