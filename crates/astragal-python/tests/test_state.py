"""States of hashes as bytes: another object goes on from them, and pickle takes objects by them."""

import hashlib
import pickle

import pytest

import astragal

MESSAGE = bytes(range(251)) * 40


@pytest.mark.parametrize("name", sorted(astragal.algorithms_available))
@pytest.mark.parametrize("position", [0, 3, 64, 136, 5000])
def test_imported_and_pickled_states_continue(name: str, position: int) -> None:
    here = astragal.new(name)
    here.update(MESSAGE[:position])
    there = astragal.from_state(here.export_state())
    pickled = pickle.loads(pickle.dumps(here))
    for hash in here, there, pickled:
        hash.update(MESSAGE[position:])
    assert there.digest() == pickled.digest() == here.digest()
    assert (there.name, there.digest_size, repr(there)) == (here.name, here.digest_size, repr(here))


def test_states_keep_parameters() -> None:
    for new in (
        lambda: astragal.blake2b(MESSAGE, digest_size=20, salt=b"salt", person=b"person"),
        lambda: astragal.kt128(MESSAGE, custom=b"custom"),
        lambda: astragal.parallelhash128(MESSAGE, block=100, custom=b"custom", length=50),
    ):
        assert astragal.from_state(new().export_state()).digest() == new().digest()
        fresh = astragal.from_state(new().export_state())
        fresh.reset()
        fresh.update(MESSAGE)
        assert fresh.digest() == new().digest()
    with pytest.raises(ValueError, match="length is 3"):
        astragal.from_state(astragal.tuplehash128(length=50).export_state()).digest(3)


def test_export_of_keyed_state_is_refused() -> None:
    keyed = astragal.blake3(derive_key_context="a context that derives keys")
    with pytest.raises(ValueError, match="the state of blake3 holds a key"):
        keyed.export_state()
    with pytest.raises(ValueError, match="holds a key"):
        pickle.dumps(keyed)
    for mac in [astragal.blake2b(key=b"key"), astragal.mac("hmac-sha256", b"key")]:
        assert not hasattr(mac, "export_state")
        with pytest.raises(TypeError):
            pickle.dumps(mac)


def test_export_with_key_keeps_the_key() -> None:
    for here in (
        astragal.mac("hmac-sha256", b"key"),
        astragal.mac("kmac256", b"key", custom=b"custom", length=77),
        astragal.mac("blake3", bytes(32), length=50),
        astragal.blake2b(key=b"key", salt=b"salt"),
        astragal.blake2b(key=b"key"),
        astragal.blake3(derive_key_context="a context that derives keys"),
        astragal.sha256(),
    ):
        here.update(MESSAGE[:5000])
        state = here.export_state_with_key()
        there = astragal.from_state_with_key(state)
        assert type(there) is type(here)
        for object in here, there:
            object.update(MESSAGE[5000:])
        assert there.digest() == here.digest()
        if here.name != "sha256":
            with pytest.raises(ValueError):
                astragal.from_state(state)
        with pytest.raises(ValueError):
            astragal.from_state_with_key(state[:-1])
    with pytest.raises(ValueError, match="is a cipher's key schedule"):
        astragal.cmac("aes-128", bytes(16)).export_state_with_key()


def test_export_while_reading_is_refused() -> None:
    xof = astragal.shake_128(b"abc")
    xof.read(1)
    with pytest.raises(ValueError, match="shake128 is being read"):
        xof.export_state()


def test_rejects_malformed_states() -> None:
    state = astragal.sha256(b"abc").export_state()
    assert astragal.from_state(bytearray(state)).digest() == hashlib.sha256(b"abc").digest()
    for i in range(len(state)):
        with pytest.raises(ValueError):
            astragal.from_state(state[:i])
        with pytest.raises(ValueError):
            astragal.from_state(state[:i] + bytes([state[i] ^ 1]) + state[i + 1 :])
    with pytest.raises(ValueError, match="this is no state of a hash"):
        astragal.from_state(b"")
    with pytest.raises(TypeError):
        astragal.from_state("text")  # type: ignore[arg-type]
