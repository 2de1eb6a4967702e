"""The module astragal.hashlib, which takes the place of the standard one."""

import hashlib as theirs

import pytest

import astragal.hashlib as ours


def test_the_module_hashlib_has_all_of_the_standard_one():
    for name in theirs.algorithms_guaranteed:
        function = getattr(ours, name)
        if name.startswith("shake"):
            assert function(b"abc").hexdigest(8) == getattr(theirs, name)(b"abc").hexdigest(8)
        else:
            assert function(b"abc").hexdigest() == getattr(theirs, name)(b"abc").hexdigest()
    missing = {name for name in theirs.__all__ if not hasattr(ours, name)}
    assert not missing
    assert ours.algorithms_guaranteed == theirs.algorithms_guaranteed
    assert ours.algorithms_guaranteed <= ours.algorithms_available
    assert ours.new("sha512_256", b"abc").digest() == ours.sha512_256(b"abc").digest()
    assert ours.pbkdf2_hmac("sha256", b"p", b"s", 10) == theirs.pbkdf2_hmac("sha256", b"p", b"s", 10)
    assert "sha3_256" in dir(ours)
    assert not hasattr(ours, "gcm")
    with pytest.raises(AttributeError):
        ours.sha265  # noqa: B018
