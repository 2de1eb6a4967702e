"""Exported states, and pickling."""

import hashlib
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import astragal

MESSAGE = bytes(range(251)) * 40


@pytest.mark.parametrize("name", sorted(astragal.algorithms_available))
@pytest.mark.parametrize("position", [0, 3, 64, 136, 5000])
def test_imported_and_pickled_states_continue(name: str, position: int) -> None:
    original = astragal.new(name)
    original.update(MESSAGE[:position])
    imported = astragal.from_state(original.export_state())
    pickled = pickle.loads(pickle.dumps(original))
    for hasher in original, imported, pickled:
        hasher.update(MESSAGE[position:])
    assert imported.digest() == pickled.digest() == original.digest()
    assert (imported.name, imported.digest_size) == (original.name, original.digest_size)


@pytest.mark.parametrize(
    "new",
    [
        lambda: astragal.blake2b(MESSAGE, digest_size=20, salt=b"salt", person=b"person"),
        lambda: astragal.kt128(MESSAGE, custom=b"custom"),
        lambda: astragal.parallelhash128(MESSAGE, block=100, custom=b"custom", length=50),
    ],
)
def test_imported_state_and_its_reset_keep_parameters(new: Callable[[], Any]) -> None:
    imported = astragal.from_state(new().export_state())
    assert imported.digest() == new().digest()
    imported.reset()
    imported.update(MESSAGE)
    assert imported.digest() == new().digest()


def test_imported_state_keeps_the_fixed_length() -> None:
    with pytest.raises(ValueError, match="length is 3"):
        astragal.from_state(astragal.tuplehash128(length=50).export_state()).digest(3)


def test_export_state_rejects_derived_keys() -> None:
    keyed = astragal.blake3(derive_key_context="a context that derives keys")
    with pytest.raises(ValueError, match="blake3"):
        keyed.export_state()
    with pytest.raises(ValueError, match="blake3"):
        pickle.dumps(keyed)


@pytest.mark.parametrize("make", [lambda: astragal.blake2b(key=b"key"), lambda: astragal.mac("hmac-sha256", b"key")])
def test_mac_cannot_be_pickled(make: Callable[[], astragal.Mac]) -> None:
    assert not hasattr(make(), "export_state")
    with pytest.raises(TypeError):
        pickle.dumps(make())


KEYED = [
    lambda: astragal.mac("hmac-sha256", b"key"),
    lambda: astragal.mac("kmac256", b"key", custom=b"custom", length=77),
    lambda: astragal.mac("blake3", bytes(32), length=50),
    lambda: astragal.blake2b(key=b"key", salt=b"salt"),
    lambda: astragal.blake2b(key=b"key"),
    lambda: astragal.blake3(derive_key_context="a context that derives keys"),
]


@pytest.mark.parametrize("make", [*KEYED, astragal.sha256])
def test_export_with_key_continues_the_message(make: Callable[[], Any]) -> None:
    original = make()
    original.update(MESSAGE[:5000])
    imported = astragal.from_state_with_key(original.export_state_with_key())
    assert type(imported) is type(original)
    for hasher in original, imported:
        hasher.update(MESSAGE[5000:])
    assert imported.digest() == original.digest()


@pytest.mark.parametrize("make", KEYED)
def test_from_state_rejects_states_with_key(make: Callable[[], Any]) -> None:
    with pytest.raises(ValueError):
        astragal.from_state(make().export_state_with_key())


@pytest.mark.parametrize("make", [*KEYED, astragal.sha256])
def test_from_state_with_key_rejects_truncated_states(make: Callable[[], Any]) -> None:
    with pytest.raises(ValueError):
        astragal.from_state_with_key(make().export_state_with_key()[:-1])


def test_cmac_exports_no_state() -> None:
    with pytest.raises(ValueError, match="key schedule"):
        astragal.cmac("aes-128", bytes(16)).export_state_with_key()


def test_export_state_after_read_is_an_error() -> None:
    xof = astragal.shake_128(b"abc")
    xof.read(1)
    with pytest.raises(ValueError, match="shake128 has been read from; export the state before reading"):
        xof.export_state()


def test_from_state_accepts_bytes_like_objects_only() -> None:
    state = astragal.sha256(b"abc").export_state()
    assert astragal.from_state(bytearray(state)).digest() == hashlib.sha256(b"abc").digest()
    with pytest.raises(TypeError):
        astragal.from_state("text")  # type: ignore[arg-type]


def test_from_state_rejects_truncated_and_altered_states() -> None:
    state = astragal.sha256(b"abc").export_state()
    for i in range(len(state)):
        with pytest.raises(ValueError):
            astragal.from_state(state[:i])
        with pytest.raises(ValueError):
            astragal.from_state(state[:i] + bytes([state[i] ^ 1]) + state[i + 1 :])
