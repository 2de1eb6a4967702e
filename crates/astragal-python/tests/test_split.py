"""Results do not depend on how messages and outputs are split into pieces."""

import pytest
from algorithms import CANONICAL, composed, constructor
from hypothesis import given, settings
from hypothesis import strategies as st

import astragal

PIECES = st.lists(st.binary(max_size=400), max_size=12)
LENGTHS = st.lists(st.integers(0, 400), max_size=12)
MESSAGES = sorted(name for name in CANONICAL if not name.startswith("tuple"))
XOFS = [name for name in MESSAGES if astragal.info(name).kind in ("xof", "sized-hash") and not name.startswith("parallelhash1")]
MACS = sorted(astragal.macs_available - {"ascon-prfshort"})


@pytest.mark.parametrize("name", MESSAGES)
@settings(max_examples=10, deadline=None)
@given(pieces=PIECES, copy_at=st.integers(0, 11))
def test_digest_is_independent_of_splits(name, pieces, copy_at):
    hasher = constructor(name)()
    for i, piece in enumerate(pieces):
        if i == copy_at:
            hasher = hasher.copy()
            hasher.digest()
        hasher.update(piece)
    assert hasher.digest() == constructor(name)(b"".join(pieces)).digest()


@pytest.mark.parametrize("name", [name for name in XOFS if name != "parallelhash256"])
@settings(max_examples=25, deadline=None)
@given(message=st.binary(max_size=300), lengths=LENGTHS)
def test_output_is_independent_of_splits(name, message, lengths):
    xof = constructor(name)(message)
    assert b"".join(map(xof.read, lengths)) == xof.digest(sum(lengths))


@pytest.mark.parametrize("name", composed(MACS))
@settings(max_examples=25, deadline=None)
@given(pieces=PIECES)
def test_tag_is_independent_of_splits(name, pieces):
    key = bytes(astragal.info(name, kind="mac").key_size or 20)
    mac = constructor(name)(key=key)
    for piece in pieces:
        mac.update(piece)
    mac.verify(constructor(name)(key=key, data=b"".join(pieces)).digest())


@settings(max_examples=25, deadline=None)
@given(items=st.lists(st.binary(max_size=300), max_size=40))
def test_hash_many_matches_single_hashes(items):
    assert astragal.hash_many("sha3-256", items) == [astragal.sha3_256(item).digest() for item in items]
