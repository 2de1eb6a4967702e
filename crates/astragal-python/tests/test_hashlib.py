"""The behaviour of hashlib's objects, and its answers, for every algorithm that both have."""

import array
import hashlib

import pytest
from algorithms import FIXED, SHARED, constructor, edges, pattern

import astragal

pytestmark = pytest.mark.parametrize("theirs, ours", SHARED.items())


def finish(hasher):
    return hasher.digest(77) if hasher.name.replace("_", "").startswith("shake") else hasher.digest()


def test_matches_hashlib_for_lengths_to_1024(theirs, ours):
    message = pattern(1024)
    for length in range(1025):
        data = message[:length]
        assert finish(astragal.new(ours, data)) == finish(hashlib.new(theirs, data)), length


def test_matches_hashlib_at_block_boundaries_whole_and_in_pieces(theirs, ours):
    block = hashlib.new(theirs).block_size
    for length in edges(block):
        data = pattern(length)
        expected = finish(hashlib.new(theirs, data))
        pieces = constructor(ours)()
        for start in range(0, length, 7):
            pieces.update(data[start : start + 7])
        assert finish(pieces) == expected
        assert finish(constructor(ours)(data)) == expected


def test_attributes_match_hashlib(theirs, ours):
    mine, other = astragal.new(ours), hashlib.new(theirs)
    assert mine.name == other.name == theirs
    assert (mine.digest_size, mine.block_size) == (other.digest_size, other.block_size)
    assert (type(mine.digest_size), type(mine.block_size)) == (int, int)
    for attribute in ("name", "digest_size", "block_size"):
        with pytest.raises(AttributeError):
            setattr(mine, attribute, 1)


def test_constructor_arguments_match_hashlib(theirs, ours):
    make = constructor(ours)
    expected = finish(hashlib.new(theirs, b"spam"))
    for hasher in (
        make(b"spam"),
        make(data=b"spam"),
        make(string=b"spam"),
        make(b"spam", usedforsecurity=False),
        astragal.new(ours, b"spam"),
        astragal.new(ours, data=b"spam"),
        astragal.new(name=ours, data=b"spam"),
        astragal.new(theirs, b"spam", usedforsecurity=True),
        astragal.new(ours.upper().replace("-", "/"), b"spam"),
    ):
        assert finish(hasher) == expected
    with pytest.raises(TypeError):
        make(b"spam", b"eggs")
    with pytest.raises(TypeError):
        make(b"spam", data=b"eggs")
    with pytest.raises(TypeError, match="unexpected keyword argument 'eggs'"):
        make(b"spam", eggs=1)


def test_empty_message_matches_hashlib(theirs, ours):
    expected = finish(hashlib.new(theirs))
    hasher = constructor(ours)()
    hasher.update(b"")
    assert finish(hasher) == finish(constructor(ours)(b"")) == expected


def test_update_returns_none_and_digest_does_not_end_the_message(theirs, ours):
    hasher = constructor(ours)(b"a")
    assert hasher.update(b"b") is None
    assert finish(hasher) == finish(hasher) == finish(hashlib.new(theirs, b"ab"))
    hasher.update(b"c" * 500)
    assert finish(hasher) == finish(hashlib.new(theirs, b"ab" + b"c" * 500))


@pytest.mark.parametrize("length", [0, 3, 100, 200, 5000])
def test_copy_is_independent(theirs, ours, length):
    start = pattern(length)
    first = constructor(ours)(start)
    second = first.copy()
    assert type(second) is type(first)
    second.update(b"second")
    first.update(b"first")
    assert finish(first) == finish(hashlib.new(theirs, start + b"first"))
    assert finish(second) == finish(hashlib.new(theirs, start + b"second"))


def test_reset_restores_the_empty_message(theirs, ours):
    for length in (5, 5000):
        hasher = constructor(ours)(pattern(length))
        hasher.reset()
        assert finish(hasher) == finish(hashlib.new(theirs))


def test_hexdigest_is_the_digest_in_hex(theirs, ours):
    hasher = constructor(ours)(b"abc")
    if theirs in FIXED:
        assert hasher.hexdigest() == hasher.digest().hex() == hashlib.new(theirs, b"abc").hexdigest()
    else:
        assert hasher.hexdigest(33) == hashlib.new(theirs, b"abc").hexdigest(33)
        assert hasher.hexdigest(length=33) == hasher.digest(length=33).hex()


def test_accepts_any_bytes_like_object(theirs, ours):
    data = pattern(4096)
    expected = finish(hashlib.new(theirs, data))
    for given in (data, bytearray(data), memoryview(data), array.array("B", data), array.array("Q", data)):
        hasher = constructor(ours)()
        hasher.update(given)
        assert finish(hasher) == finish(constructor(ours)(given)) == expected


def test_rejects_non_bytes_with_hashlibs_message(theirs, ours):
    wrong = ["text", 5, 1.5, None, [b"x"], object()]
    for value in wrong:
        with pytest.raises(TypeError) as other:
            hashlib.new(theirs).update(value)
        for call in (constructor(ours), constructor(ours)().update):
            with pytest.raises(TypeError) as mine:
                call(value)
            assert str(mine.value) == str(other.value)


def test_rejects_noncontiguous_buffer(theirs, ours):
    with pytest.raises(BufferError):
        constructor(ours)(memoryview(bytes(64))[::2])


def test_releases_every_buffer_export(theirs, ours):
    data = bytearray(5000)
    constructor(ours)(data).update(data)
    data.append(1)
    with pytest.raises(TypeError):
        constructor(ours)(data, data)
    data.append(1)


def test_rejects_construction_by_type_and_attribute_changes(theirs, ours):
    hasher = constructor(ours)()
    with pytest.raises(TypeError):
        type(hasher)()
    with pytest.raises(AttributeError):
        hasher.anything = 1
