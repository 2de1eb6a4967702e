"""Hashes with the parameters of Skein, BLAKE and BLAKE3."""

import pickle

import blake3 as reference_blake3
import pytest

import astragal

STRINGS = ("person", "public_key", "key_id", "nonce")


@pytest.mark.parametrize("state", [256, 512, 1024])
def test_skein_strings_change_the_digest(state):
    function = getattr(astragal, f"skein{state}")
    plain = function(b"message").digest()
    digests = {plain, *(function(b"message", **{name: b"a string"}).digest() for name in STRINGS)}
    assert len(digests) == 1 + len(STRINGS)


@pytest.mark.parametrize("name", STRINGS)
@pytest.mark.parametrize("state", [256, 512, 1024])
def test_skein_with_string_supports_update_copy_and_reset(state, name):
    function = getattr(astragal, f"skein{state}")
    hasher = function(b"mess", **{name: b"a string"})
    assert isinstance(hasher, astragal.Hash) and hasher.digest_size == state // 8
    hasher.update(b"age")
    assert hasher.copy().digest() == function(b"message", **{name: b"a string"}).digest()
    hasher.reset()
    assert hasher.digest() == function(**{name: b"a string"}).digest()


@pytest.mark.parametrize("state", [256, 512, 1024])
def test_skein_has_digests_of_any_length(state):
    function = getattr(astragal, f"skein{state}")
    assert function(b"message").digest_size == state // 8
    assert function(b"message", digest_size=32).digest() == astragal.new(f"skein{state}-256", b"message").digest()
    assert function(b"message", digest_size=1000).digest_size == 1000


def test_skein_with_key_is_a_mac():
    assert isinstance(astragal.skein512(b"message", key=b"key"), astragal.Mac)


def test_skein_with_key_and_parameters_is_a_hash_with_the_tag():
    hasher = astragal.skein512(b"message", key=b"key", person=b"app", digest_size=64)
    assert isinstance(hasher, astragal.Hash)
    astragal.mac("skein512", b"key", b"message", custom=b"app").verify(hasher.digest())


def test_skein_digest_size_matches_the_mac_length():
    assert astragal.mac("skein512", b"key", b"message", length=20).digest() == (
        astragal.skein512(b"message", key=b"key", digest_size=20).digest()
    )


BLAKE = pytest.mark.parametrize(("name", "size"), [("blake_224", 16), ("blake_256", 16), ("blake_384", 32), ("blake_512", 32)])


@BLAKE
def test_salt_changes_the_digest_of_blake(name, size):
    function = getattr(astragal, name)
    assert function.SALT_SIZE == size
    assert function(b"abc", salt=bytes(size)).digest() == function(b"abc").digest()
    assert function(b"abc", salt=b"1" * size).digest() != function(b"abc").digest()


@BLAKE
def test_blake_rejects_other_salts_and_parameters(name, size):
    function = getattr(astragal, name)
    with pytest.raises(ValueError, match=f"salt is {size - 1} bytes; .* takes {size}"):
        function(salt=bytes(size - 1))
    with pytest.raises(TypeError):
        function(person=b"app")


@pytest.mark.parametrize(
    "make",
    [
        lambda: astragal.blake_256(b"a", salt=bytes(range(16))),
        lambda: astragal.skein256(b"a", person=b"app", digest_size=70),
    ],
)
def test_pickle_keeps_parameters(make):
    made = make()
    copy = pickle.loads(pickle.dumps(made))
    assert (copy.digest(), copy.name, copy.digest_size) == (made.digest(), made.name, made.digest_size)


def test_keyed_state_needs_the_functions_with_key():
    keyed = astragal.skein512(b"a", key=b"key", person=b"app")
    with pytest.raises(ValueError):
        keyed.export_state()
    state = keyed.export_state_with_key()
    assert astragal.from_state_with_key(state).digest() == keyed.digest()
    with pytest.raises(ValueError):
        astragal.from_state(state)


@pytest.mark.parametrize("size", [0, -1, 2**56, 2**63])
def test_skein_rejects_digest_size_out_of_range(size):
    with pytest.raises((ValueError, MemoryError)):
        astragal.skein512(digest_size=size).digest()


def test_skein_rejects_empty_key_with_parameters():
    with pytest.raises(ValueError, match="key"):
        astragal.skein512(b"", key=b"", person=b"app")


CONTEXT = "astragal 2026-11-23 test"


@pytest.mark.parametrize("context", [CONTEXT, CONTEXT.encode()], ids=["str", "bytes"])
def test_derive_key_context_matches_the_blake3_package(context):
    expected = reference_blake3.blake3(b"material", derive_key_context=CONTEXT).digest()
    assert astragal.blake3(b"material", derive_key_context=context).digest() == expected
    assert astragal.new("blake3", b"material", derive_key_context=context).digest() == expected


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"custom": b"custom"}, "'custom'; key derivation takes derive_key_context"),
        ({"key": bytes(32), "derive_key_context": CONTEXT}, "key or derive_key_context, not both"),
        ({"derive_key_context": 5}, "derive_key_context must be"),
    ],
)
def test_blake3_rejects_wrong_parameters(parameters, message):
    with pytest.raises(TypeError, match=message):
        astragal.blake3(b"material", **parameters)


def test_hash_many_rejects_customization_of_blake3():
    with pytest.raises(TypeError, match="derive_key_context"):
        astragal.hash_many("blake3", [b"a"], custom=b"custom")
