"""Hash objects behave like hashlib's objects, for every algorithm that both libraries
provide."""

import array
import hashlib

import pytest
from algorithms import FIXED, SHARED, constructor, edges, pattern

import astragal

pytestmark = pytest.mark.parametrize(("hashlib_name", "name"), SHARED.items())


def finish(hasher):
    return hasher.digest(77) if hasher.name.replace("_", "").startswith("shake") else hasher.digest()


def test_matches_hashlib_for_lengths_to_1024(hashlib_name, name):
    message = pattern(1024)
    for length in range(1025):
        data = message[:length]
        assert finish(astragal.new(name, data)) == finish(hashlib.new(hashlib_name, data)), length


def test_matches_hashlib_at_block_boundaries(hashlib_name, name):
    block = hashlib.new(hashlib_name).block_size
    for length in edges(block):
        data = pattern(length)
        expected = finish(hashlib.new(hashlib_name, data))
        pieces = constructor(name)()
        for start in range(0, length, 7):
            pieces.update(data[start : start + 7])
        assert finish(pieces) == expected
        assert finish(constructor(name)(data)) == expected


def test_attributes_match_hashlib(hashlib_name, name):
    actual, expected = astragal.new(name), hashlib.new(hashlib_name)
    assert actual.name == expected.name == hashlib_name
    assert (actual.digest_size, actual.block_size) == (expected.digest_size, expected.block_size)
    assert (type(actual.digest_size), type(actual.block_size)) == (int, int)


@pytest.mark.parametrize("attribute", ["name", "digest_size", "block_size", "anything"])
def test_attributes_are_read_only(hashlib_name, name, attribute):
    with pytest.raises(AttributeError):
        setattr(astragal.new(name), attribute, 1)


def test_constructor_arguments_match_hashlib(hashlib_name, name):
    make = constructor(name)
    expected = finish(hashlib.new(hashlib_name, b"spam"))
    for hasher in (
        make(b"spam"),
        make(data=b"spam"),
        make(string=b"spam"),
        make(b"spam", usedforsecurity=False),
        astragal.new(name, b"spam"),
        astragal.new(name, data=b"spam"),
        astragal.new(name=name, data=b"spam"),
        astragal.new(hashlib_name, b"spam", usedforsecurity=True),
        astragal.new(name.upper().replace("-", "/"), b"spam"),
    ):
        assert finish(hasher) == expected


def test_constructor_rejects_what_hashlib_rejects(hashlib_name, name):
    make = constructor(name)
    with pytest.raises(TypeError):
        make(b"spam", b"eggs")
    with pytest.raises(TypeError):
        make(b"spam", data=b"eggs")
    with pytest.raises(TypeError, match="unexpected keyword argument 'eggs'"):
        make(b"spam", eggs=1)


def test_empty_message_matches_hashlib(hashlib_name, name):
    expected = finish(hashlib.new(hashlib_name))
    hasher = constructor(name)()
    hasher.update(b"")
    assert finish(hasher) == finish(constructor(name)(b"")) == expected


def test_digest_does_not_end_the_message(hashlib_name, name):
    hasher = constructor(name)(b"a")
    assert hasher.update(b"b") is None
    assert finish(hasher) == finish(hasher) == finish(hashlib.new(hashlib_name, b"ab"))
    hasher.update(b"c" * 500)
    assert finish(hasher) == finish(hashlib.new(hashlib_name, b"ab" + b"c" * 500))


@pytest.mark.parametrize("length", [0, 3, 100, 200, 5000])
def test_copy_is_independent(hashlib_name, name, length):
    start = pattern(length)
    first = constructor(name)(start)
    second = first.copy()
    assert type(second) is type(first)
    second.update(b"second")
    first.update(b"first")
    assert finish(first) == finish(hashlib.new(hashlib_name, start + b"first"))
    assert finish(second) == finish(hashlib.new(hashlib_name, start + b"second"))


@pytest.mark.parametrize("length", [5, 5000])
def test_reset_restores_the_empty_message(hashlib_name, name, length):
    hasher = constructor(name)(pattern(length))
    hasher.reset()
    assert finish(hasher) == finish(hashlib.new(hashlib_name))


def test_hexdigest_is_the_digest_in_hex(hashlib_name, name):
    hasher = constructor(name)(b"abc")
    if hashlib_name in FIXED:
        assert hasher.hexdigest() == hasher.digest().hex() == hashlib.new(hashlib_name, b"abc").hexdigest()
    else:
        assert hasher.hexdigest(33) == hashlib.new(hashlib_name, b"abc").hexdigest(33)
        assert hasher.hexdigest(length=33) == hasher.digest(length=33).hex()


def test_accepts_any_bytes_like_object(hashlib_name, name):
    data = pattern(4096)
    expected = finish(hashlib.new(hashlib_name, data))
    for given in (data, bytearray(data), memoryview(data), array.array("B", data), array.array("Q", data)):
        hasher = constructor(name)()
        hasher.update(given)
        assert finish(hasher) == finish(constructor(name)(given)) == expected


@pytest.mark.parametrize("value", ["text", 5, 1.5, None, [b"x"], object()], ids=lambda value: type(value).__name__)
def test_rejects_non_bytes_with_hashlibs_message(hashlib_name, name, value):
    with pytest.raises(TypeError) as expected:
        hashlib.new(hashlib_name).update(value)
    for call in (constructor(name), constructor(name)().update):
        with pytest.raises(TypeError) as actual:
            call(value)
        assert str(actual.value) == str(expected.value)


def test_rejects_noncontiguous_buffer(hashlib_name, name):
    with pytest.raises(BufferError):
        constructor(name)(memoryview(bytes(64))[::2])


def test_releases_every_buffer_export(hashlib_name, name):
    data = bytearray(5000)
    constructor(name)(data).update(data)
    data.append(1)
    with pytest.raises(TypeError):
        constructor(name)(data, data)
    data.append(1)


def test_type_cannot_be_called(hashlib_name, name):
    with pytest.raises(TypeError):
        type(constructor(name)())()
