"""Names, what is known about them, and what the module shows."""

import inspect
import pydoc

import pytest
from algorithms import identifier

import astragal

NAMES = astragal.algorithms_available | astragal.macs_available | astragal.aeads_available
SECRET = b"\xa5secret key of 16"[:16]


def test_every_name_has_a_constructor_and_facts():
    for name in NAMES:
        row = astragal.info(name)
        assert row.name == name
        assert row.status in {"recommended", "acceptable", "legacy", "broken"}
        assert row.timing in {"constant-time", "table-based", "data-dependent"}
        assert row.backend and row.family and row.standard
        for spelling in (name, *row.aliases):
            function = getattr(astragal, identifier(spelling))
            assert function.__name__ == identifier(spelling)


def test_every_spelling_means_the_same():
    for name in sorted(astragal.algorithms_available):
        expected = astragal.new(name)
        for spelling in (name.upper(), name.replace("-", "/"), name.replace("-", "_"), *astragal.info(name).aliases):
            found = astragal.new(spelling)
            assert (found.name, found.hexdigest()) == (name, expected.hexdigest())


def test_guaranteed_is_available():
    assert astragal.algorithms_guaranteed <= astragal.algorithms_available
    assert {"sha3-256", "shake128", "kt128", "turboshake128", "sha256"} <= astragal.algorithms_guaranteed


@pytest.mark.parametrize("name", ["sha3-265", "sha3_265", "", "x" * 5000, "sha3 256", "é"])
def test_an_unknown_name_is_a_value_error(name):
    for call in (astragal.new, astragal.info, lambda n: astragal.mac(n, b""), lambda n: astragal.aead(n, b"")):
        with pytest.raises(ValueError):
            call(name)


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(ValueError, match="did you mean sha3-256"):
        astragal.new("sha3-265")
    with pytest.raises(ValueError, match="did you mean shake128"):
        astragal.new("shaek128")


def test_a_name_must_be_a_string():
    for name in (b"sha256", 1, None):
        with pytest.raises(TypeError):
            astragal.new(name)
    with pytest.raises(TypeError, match="name"):
        astragal.new()
    with pytest.raises(TypeError, match="name"):
        astragal.new(data=b"")


def test_an_unknown_attribute_is_an_attribute_error():
    for name in ("sha3_265", "SHA256", "_sha256", "Sha256"):
        assert not hasattr(astragal, name)


def test_facts():
    row = astragal.info("SHA3/256")
    assert (row.name, row.kind, row.family) == ("sha3-256", "hash", "keccak")
    assert (row.digest_size, row.block_size, row.key_size) == (32, 136, None)
    assert row == astragal.info("sha3") and hash(row) == hash(astragal.info("sha3"))
    assert row != astragal.info("sha3-512") and row != "sha3-256"
    row = astragal.info("ascon-aead128")
    assert (row.kind, row.key_size, row.nonce_size, row.tag_size) == ("aead", 16, 16, 16)
    assert astragal.info("ascon-mac").key_size == 16
    assert astragal.info("hmac-sha3-256").digest_size == 32


def test_names_of_several_kinds():
    assert astragal.info("blake3").kind == "xof"
    assert [astragal.info("blake3", kind).kind for kind in ("hash", "xof", "mac")] == ["hash", "xof", "mac"]
    assert astragal.info("blake3", kind="mac").key_size == 32
    with pytest.raises(ValueError, match="kind is"):
        astragal.info("blake3", kind="cipher")
    with pytest.raises(ValueError, match="no authenticated cipher named"):
        astragal.info("blake3", kind="aead")


def test_help_reads_well():
    text = pydoc.plain(pydoc.render_doc(astragal))
    for words in ("hashlib's shape", "sha3_256(data=b'', *, usedforsecurity=True)", "FIPS 202", "Raises"):
        assert words in text


def test_every_public_thing_is_documented():
    for name in astragal.__all__:
        thing = getattr(astragal, name)
        if not isinstance(thing, frozenset):
            assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing is not astragal.InvalidTag:
            for member in vars(thing):
                if not member.startswith("_"):
                    assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"


def test_nothing_shows_keys_or_states():
    objects = [
        (astragal.sha3_256(SECRET), "<astragal.Hash sha3-256>"),
        (astragal.kt128(SECRET, custom=SECRET), "<astragal.Xof kt128>"),
        (astragal.kmac128(SECRET, SECRET), "<astragal.Mac kmac128>"),
        (astragal.ascon_aead128(SECRET), "<astragal.Aead ascon-aead128>"),
        (astragal.info("kt128"), "<astragal.Algorithm kt128>"),
    ]
    for thing, shown in objects:
        assert repr(thing) == str(thing) == shown
