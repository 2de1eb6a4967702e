"""Names of algorithms, info(), and the public names of the module."""

import copy
import hashlib
import inspect
import pickle
import pydoc
import subprocess
import sys

import pytest
from algorithms import CANONICAL, identifier

import astragal

NAMES = CANONICAL | astragal.macs_available | astragal.aeads_available
SETS = {
    "mac": astragal.macs_available,
    "aead": astragal.aeads_available,
    "cipher": astragal.ciphers_available,
    "mode": astragal.modes_available,
    "kdf": astragal.kdfs_available,
    "key-wrap": astragal.key_wraps_available,
}
SECRET = b"\xa5secret key of 16"[:16]


@pytest.mark.parametrize("name", sorted(NAMES))
def test_name_and_aliases_have_constructors(name):
    for spelling in (name, *astragal.info(name).aliases):
        assert getattr(astragal, identifier(spelling)).__name__ == identifier(spelling)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_info_has_status_and_timing(name):
    row = astragal.info(name)
    assert row.name == name
    assert row.status in {"recommended", "acceptable", "legacy", "broken", "not-cryptographic"}
    assert row.timing in {"constant-time", "table-based", "data-dependent"}
    assert row.backend and row.family and row.standard


@pytest.mark.parametrize("name", sorted(CANONICAL))
def test_new_accepts_spelling_variants(name):
    expected = astragal.new(name)
    for spelling in (name.upper(), name.replace("-", "/"), name.replace("-", "_"), *astragal.info(name).aliases):
        found = astragal.new(spelling)
        assert (found.name, found.hexdigest()) == (expected.name, expected.hexdigest())


def test_algorithms_guaranteed_matches_hashlib():
    assert astragal.algorithms_guaranteed == hashlib.algorithms_guaranteed
    assert astragal.algorithms_guaranteed <= astragal.algorithms_available


def test_algorithms_available_are_public_constructors():
    assert {"sha512_256", "kt128", "turboshake128", "skein512_512"} <= astragal.algorithms_available
    for name in astragal.algorithms_available:
        assert name.isidentifier() and name in astragal.__all__ and callable(getattr(astragal, name))
        assert astragal.new(name).name in astragal.algorithms_available


def test_available_sets_include_composed_algorithms():
    assert {"aes-128", "aes-192", "aes-256", "rijndael128-160", "sm4"} <= astragal.ciphers_available
    assert {"aes-256-gcm", "aes-128-ccm", "aes-256-gcm-siv", "sm4-gcm", "ascon-aead128"} <= astragal.aeads_available
    assert {"cmac-aes-128", "cmac-sm4", "hmac-sha256", "kmac256"} <= astragal.macs_available
    assert {"aes-256-cbc", "aes-128-xts", "kalyna512-512-ctr", "sm4-cfb", "aria-192-ofb"} <= astragal.modes_available
    assert {"argon2id", "hkdf-sha256", "pbkdf2-hmac-sha512", "kbkdf-cmac-aes-128"} <= astragal.kdfs_available


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_aes_is_the_canonical_name_of_rijndael128(bits):
    assert astragal.info(f"rijndael128-{bits}").name == f"aes-{bits}"
    assert not any(f"rijndael128-{bits}" in name for names in SETS.values() for name in names)


@pytest.mark.parametrize("kind", SETS)
def test_available_names_and_aliases_have_info(kind):
    for name in SETS[kind]:
        row = astragal.info(name, kind)
        assert (row.name, row.kind) == (name, kind)
        assert row.status and row.timing and row.backend and row.family and row.standard
        assert all(astragal.info(alias, kind) == row for alias in row.aliases)


@pytest.mark.parametrize("kind", ["cipher", "mode", "aead", "mac"])
def test_available_names_are_accepted(kind):
    for name in SETS[kind]:
        key = bytes(range(astragal.info(name, kind).key_size or 16))
        assert getattr(astragal, kind)(name, key).name == name


def test_dir_lists_all_and_no_internal_name():
    shown = dir(astragal)
    assert shown == sorted(set(shown)) and set(astragal.__all__) <= set(shown)
    assert not {"constructor", "constructors", "Constructor"} & set(shown)


def test_star_import_defines_all():
    scope = {}
    exec("from astragal import *", scope)
    assert set(astragal.__all__) <= scope.keys()
    assert scope["sha3_256"] is astragal.sha3_256 and scope["hmac"] is astragal.hmac


CONSTRUCTORS = ["sha3_256", "kt128", "kmac128", "ascon_aead128", "shake_128", "hmac_sha256", "blake2b"]


@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_constructor_has_the_attributes_of_a_function(name):
    function = getattr(astragal, name)
    assert (function.__name__, function.__qualname__, function.__module__) == (name, name, "astragal")
    assert repr(function) == f"<function astragal.{name}>"
    assert inspect.isroutine(function) and inspect.signature(function).parameters


@pytest.mark.parametrize("name", [*CONSTRUCTORS, "new", "mac", "info", "hash_many", "file_digest"])
def test_functions_pickle_and_copy_by_name(name):
    function = getattr(astragal, name)
    assert pickle.loads(pickle.dumps(function)) is copy.copy(function) is copy.deepcopy(function) is function


def test_constructor_as_class_attribute_is_not_a_method():
    class Holder:
        make = astragal.sha256

    assert Holder().make(b"abc").digest() == astragal.sha256(b"abc").digest()


@pytest.mark.parametrize(
    ("function", "name", "message"),
    [
        ("new", "kmac256", r"kmac256 is a message authentication code.*astragal.mac\('kmac256', key\)"),
        ("new", "ascon_aead128", r"ascon-aead128 is an authenticated cipher.*astragal.aead\('ascon-aead128', key\)"),
        ("new", "argon2id", r"argon2id is a key derivation function: astragal.kdf"),
        ("aead", "sha256", r"sha256 is a hash.*astragal.new\('sha256'\)"),
        ("aead", "aes-256", r"aes-256 is a block cipher: astragal.gcm\('aes-256', key\)"),
        ("aead", "SM4/CBC", r"sm4-cbc is a mode of a block cipher: astragal.mode\('sm4-cbc', key\)"),
        ("mac", "sha256", r"sha256 is a hash.*hmac-sha256"),
        ("mac", "shake128", r"shake128 is an extendable-output function"),
        ("cbc", "sha256", "sha256 is a hash"),
    ],
)
def test_error_for_another_kind_shows_the_right_call(function, name, message):
    key = () if function == "new" else (bytes(16),)
    with pytest.raises(ValueError, match=message):
        getattr(astragal, function)(name, *key)


def test_import_loads_no_slow_modules():
    program = """
import sys
before = set(sys.modules)
import astragal
print(*sorted(set(sys.modules) - before))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "astragal" in run.stdout.split()
    assert not {"typing", "inspect", "hmac", "hashlib"} & set(run.stdout.split())


@pytest.mark.parametrize("name", ["sha3-265", "sha3_265", "", "x" * 5000, "sha3 256", "é"])
def test_unknown_name_is_a_value_error(name):
    for call in (astragal.new, astragal.info, lambda n: astragal.mac(n, b""), lambda n: astragal.aead(n, b"")):
        with pytest.raises(ValueError):
            call(name)


@pytest.mark.parametrize(("wrong", "suggestion"), [("sha3-265", "sha3-256"), ("shaek128", "shake128")])
def test_unknown_name_suggests_the_nearest(wrong, suggestion):
    with pytest.raises(ValueError, match=f"did you mean {suggestion}"):
        astragal.new(wrong)


@pytest.mark.parametrize("name", [b"sha256", 1, None])
def test_rejects_name_that_is_not_a_string(name):
    with pytest.raises(TypeError):
        astragal.new(name)


@pytest.mark.parametrize("arguments", [{}, {"data": b""}], ids=["none", "data"])
def test_new_requires_a_name(arguments):
    with pytest.raises(TypeError, match="name"):
        astragal.new(**arguments)


@pytest.mark.parametrize("name", ["sha3_265", "SHA256", "_sha256", "Sha256"])
def test_unknown_attribute_is_an_attribute_error(name):
    assert not hasattr(astragal, name)


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("SHA3/256", {"name": "sha3-256", "kind": "hash", "family": "keccak", "digest_size": 32, "block_size": 136}),
        ("sha3-256", {"key_size": None, "nonce_size": None, "tag_size": None}),
        ("ascon-aead128", {"kind": "aead", "key_size": 16, "nonce_size": 16, "tag_size": 16}),
        ("ascon-mac", {"key_size": 16}),
        ("hmac-sha3-256", {"digest_size": 32}),
        ("aes-256", {"name": "aes-256", "kind": "cipher", "key_size": 32, "block_size": 16}),
        ("sm4-gcm", {"kind": "aead", "key_size": 16, "nonce_size": None, "tag_size": 16}),
        ("pbkdf2-hmac-sha256", {"kind": "kdf", "digest_size": None}),
        ("AES/256_CBC", {"name": "aes-256-cbc", "kind": "mode", "family": "rijndael", "status": "acceptable"}),
        ("aes-256-cbc", {"key_size": 32, "block_size": 16, "nonce_size": 16, "digest_size": None, "tag_size": None}),
        ("aes-128-xts", {"key_size": 32}),
    ],
)
def test_info_describes_the_algorithm(name, facts):
    row = astragal.info(name)
    assert {fact: getattr(row, fact) for fact in facts} == facts


def test_mode_has_the_aliases_of_its_cipher():
    assert "rijndael128-256-cbc" in astragal.info("aes-256-cbc").aliases


@pytest.mark.parametrize(
    ("name", "alias", "others"),
    [("sha3-256", "sha3", ["sha3-512"]), ("aes-256-cbc", "aes256-cbc", ["aes-256", "aes-256-ctr"])],
)
def test_info_compares_and_hashes_by_algorithm(name, alias, others):
    row = astragal.info(name)
    assert row == astragal.info(alias) and hash(row) == hash(astragal.info(alias))
    assert all(row != astragal.info(other) for other in others) and row != name


def test_info_takes_the_kind_of_a_shared_name():
    assert astragal.info("blake3").kind == "xof"
    assert [astragal.info("blake3", kind).kind for kind in ("hash", "xof", "mac")] == ["hash", "xof", "mac"]
    assert astragal.info("blake3", kind="mac").key_size == 32


def test_info_rejects_an_unknown_kind():
    with pytest.raises(ValueError, match='kind is "stream"; expected hash, '):
        astragal.info("blake3", kind="stream")


def test_info_rejects_a_name_of_another_kind():
    with pytest.raises(ValueError, match="authenticated cipher"):
        astragal.info("blake3", kind="aead")


@pytest.mark.parametrize(
    "text", ["interface of hashlib", "sha3_256(data=b'', *, usedforsecurity=True)", "FIPS 202", "Raises"]
)
def test_help_shows_signatures_and_standards(text):
    assert text in pydoc.plain(pydoc.render_doc(astragal))


@pytest.mark.parametrize("name", astragal.__all__)
def test_public_objects_have_docstrings(name):
    public = getattr(astragal, name)
    if not isinstance(public, frozenset):
        assert inspect.getdoc(public)
    if inspect.isclass(public) and public is not astragal.InvalidTag:
        for member in vars(public):
            assert member.startswith("_") or inspect.getdoc(getattr(public, member)), member


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        (lambda: astragal.sha3_256(SECRET), "<astragal.Hash sha3-256>"),
        (lambda: astragal.kt128(SECRET, custom=SECRET), "<astragal.Xof kt128>"),
        (lambda: astragal.kmac128(SECRET, SECRET), "<astragal.Mac kmac128>"),
        (lambda: astragal.ascon_aead128(SECRET), "<astragal.Aead ascon-aead128>"),
        (lambda: astragal.cipher("sm4", SECRET), "<astragal.Cipher sm4>"),
        (lambda: astragal.ctr("sm4", SECRET), "<astragal.Mode sm4-ctr>"),
        (lambda: astragal.ctr("sm4", SECRET).encryptor(SECRET), "<astragal.Stream sm4-ctr>"),
        (lambda: astragal.info("kt128"), "<astragal.Algorithm kt128>"),
    ],
)
def test_repr_shows_only_class_and_algorithm(make, shown):
    assert repr(make()) == str(make()) == shown
