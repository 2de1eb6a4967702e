"""Hashes under parameters that hashlib lacks: Skein's and BLAKE's."""

import pickle

import pytest

import astragal

STRINGS = ("person", "public_key", "key_id", "nonce")


@pytest.mark.parametrize("state", [256, 512, 1024])
def test_skein_takes_any_length_and_strings(state):
    function = getattr(astragal, f"skein{state}")
    plain = function(b"message").digest()
    assert len(plain) == state // 8
    assert function(b"message", digest_size=32).digest() == astragal.new(f"skein{state}-256", b"message").digest()
    seen = {plain}
    for name in STRINGS:
        made = function(b"mess", **{name: b"a string"})
        assert isinstance(made, astragal.Hash) and made.digest_size == state // 8
        made.update(b"age")
        copy = made.copy()
        assert copy.digest() == function(b"message", **{name: b"a string"}).digest()
        made.reset()
        assert made.digest() == function(**{name: b"a string"}).digest()
        seen.add(copy.digest())
    assert len(seen) == 1 + len(STRINGS)
    assert function(b"message", digest_size=1000).digest_size == 1000


def test_keyed_skein_is_a_mac():
    code = astragal.skein512(b"message", key=b"key")
    assert isinstance(code, astragal.Mac)
    told = astragal.skein512(b"message", key=b"key", person=b"app", digest_size=64)
    assert isinstance(told, astragal.Hash)
    same = astragal.mac("skein512", b"key", b"message", custom=b"app")
    same.verify(told.digest())
    assert astragal.mac("skein512", b"key", b"message", length=20).digest() == (
        astragal.skein512(b"message", key=b"key", digest_size=20).digest()
    )


def test_blake_takes_a_salt():
    for name, size in (("blake_224", 16), ("blake_256", 16), ("blake_384", 32), ("blake_512", 32)):
        function = getattr(astragal, name)
        assert function.SALT_SIZE == size
        assert function(b"abc", salt=bytes(size)).digest() == function(b"abc").digest()
        assert function(b"abc", salt=b"1" * size).digest() != function(b"abc").digest()
        with pytest.raises(ValueError, match=f"salt is {size - 1} bytes; .* takes {size}"):
            function(salt=bytes(size - 1))
        with pytest.raises(TypeError):
            function(person=b"app")


def test_states_keep_parameters():
    salted = astragal.blake_256(b"a", salt=bytes(range(16)))
    personal = astragal.skein256(b"a", person=b"app", digest_size=70)
    for made in (salted, personal):
        again = pickle.loads(pickle.dumps(made))
        assert (again.digest(), again.name, again.digest_size) == (made.digest(), made.name, made.digest_size)
    keyed = astragal.skein512(b"a", key=b"key", person=b"app")
    with pytest.raises(ValueError):
        keyed.export_state()
    state = keyed.export_state_with_key()
    assert astragal.from_state_with_key(state).digest() == keyed.digest()
    with pytest.raises(ValueError):
        astragal.from_state(state)


def test_rejects_parameters_out_of_range():
    for wrong in ({"digest_size": 0}, {"digest_size": -1}, {"key": b"", "person": b"app"}, {"digest_size": 2**63}):
        with pytest.raises((ValueError, MemoryError)):
            astragal.skein512(b"", **wrong).digest()
    with pytest.raises((ValueError, MemoryError)):
        astragal.skein512(digest_size=2**56).digest()


def test_the_context_of_blake3_has_its_own_name():
    their_blake3 = pytest.importorskip("blake3")
    context = "astragal 2026-11-23 test"
    expected = their_blake3.blake3(b"material", derive_key_context=context).digest()
    assert astragal.blake3(b"material", derive_key_context=context).digest() == expected
    assert astragal.blake3(b"material", derive_key_context=context.encode()).digest() == expected
    assert astragal.new("blake3", b"material", derive_key_context=context).digest() == expected
    with pytest.raises(TypeError, match="'custom'; key derivation takes derive_key_context"):
        astragal.blake3(b"material", custom=b"custom")
    with pytest.raises(TypeError, match="key or derive_key_context, not both"):
        astragal.blake3(b"material", key=bytes(32), derive_key_context=context)
    with pytest.raises(TypeError, match="derive_key_context"):
        astragal.hash_many("blake3", [b"a"], custom=b"custom")
    with pytest.raises(TypeError, match="derive_key_context must be"):
        astragal.blake3(derive_key_context=5)
