"""Checks that BLAKE2 with parameters gives the same digests as hashlib."""

import hashlib
import random

import pytest
from algorithms import pattern

import astragal

BLAKE2 = {"blake2b": (16, 64, 2**64 - 1), "blake2s": (8, 32, 2**48 - 1)}


@pytest.mark.parametrize("attribute", ["SALT_SIZE", "PERSON_SIZE", "MAX_KEY_SIZE", "MAX_DIGEST_SIZE"])
@pytest.mark.parametrize("name", BLAKE2)
def test_maximum_sizes_match_hashlib(name, attribute):
    assert getattr(getattr(astragal, name), attribute) == getattr(getattr(hashlib, name), attribute)


@pytest.mark.parametrize("name", BLAKE2)
def test_parameters_match_hashlib(name):
    salt, max_bytes, nodes = BLAKE2[name]
    actual, reference = getattr(astragal, name), getattr(hashlib, name)
    choices = {
        "digest_size": [1, 20, max_bytes],
        "key": [b"k", bytes(max_bytes)],
        "salt": [b"", b"salt", bytes(range(salt))],
        "person": [b"", b"person", bytes(range(salt))],
        "fanout": [0, 2, 255],
        "depth": [1, 2, 255],
        "leaf_size": [0, 1 << 20, 2**32 - 1],
        "node_offset": [0, 5, nodes],
        "node_depth": [0, 1, 255],
        "inner_size": [0, max_bytes],
        "last_node": [False, True],
    }
    numbers = random.Random(1)
    given = [{field: value} for field, values in choices.items() for value in values]
    given += [{field: numbers.choice(values) for field, values in choices.items()} for _ in range(50)]
    for parameters in given:
        for length in (0, 1, 127, 128, 129, 5000):
            data = pattern(length)
            expected = reference(data, **parameters)
            made = [actual(data, **parameters), astragal.new(name, data, **parameters), actual(**parameters)]
            made[2].update(data)
            for each in made:
                assert (each.digest(), each.digest_size) == (expected.digest(), expected.digest_size), parameters
        if set(parameters) - {"key"}:
            assert made[0].name == name and isinstance(made[0], astragal.Hash)
            copy = made[0].copy()
            copy.update(b"more")
            expected.update(b"more")
            assert (copy.digest(), copy.hexdigest()) == (expected.digest(), expected.hexdigest())
            copy.reset()
            assert copy.digest() == reference(**parameters).digest()


@pytest.mark.parametrize("name", BLAKE2)
def test_rejects_what_hashlib_rejects(name):
    salt, max_bytes, nodes = BLAKE2[name]
    wrong = [
        *({"digest_size": value} for value in (-1, 0, max_bytes + 1)),
        *({"fanout": value} for value in (-1, 256)),
        *({"depth": value} for value in (-1, 0, 256)),
        *({"leaf_size": value} for value in (-1, 2**32)),
        *({"node_offset": value} for value in (-1, nodes + 1)),
        *({"node_depth": value} for value in (-1, 256)),
        *({"inner_size": value} for value in (-1, max_bytes + 1)),
        {"salt": bytes(salt + 1)},
        {"person": bytes(salt + 1)},
        {"key": bytes(max_bytes + 1)},
        {"key": bytes(max_bytes + 1), "digest_size": 1},
    ]
    for parameters in wrong:
        for function in (getattr(hashlib, name), getattr(astragal, name)):
            with pytest.raises((ValueError, OverflowError)):
                function(**parameters)
    for parameters in ({"digest_size": "5"}, {"salt": "text"}, {"person": 5}, {"fanout": b""}):
        for function in (getattr(hashlib, name), getattr(astragal, name)):
            with pytest.raises(TypeError):
                function(**parameters)


@pytest.mark.parametrize("name", BLAKE2)
def test_errors_name_the_allowed_length(name):
    salt, max_bytes, _ = BLAKE2[name]
    with pytest.raises(ValueError, match=f"salt is {salt + 1} bytes; {name}-{8 * max_bytes} takes at most {salt}"):
        getattr(astragal, name)(salt=bytes(salt + 1))
    with pytest.raises(ValueError, match="key is 0 bytes"):
        getattr(astragal, name)(key=b"", digest_size=20)


def test_other_hashes_have_no_salt():
    with pytest.raises(TypeError, match="unexpected keyword argument 'salt'"):
        astragal.sha256(salt=b"")
    with pytest.raises(AttributeError):
        astragal.sha256.SALT_SIZE
