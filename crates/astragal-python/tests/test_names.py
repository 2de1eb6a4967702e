"""Names, what is known about them, and what the module shows."""

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
}
SECRET = b"\xa5secret key of 16"[:16]


def test_every_name_has_a_constructor_and_info():
    for name in NAMES:
        row = astragal.info(name)
        assert row.name == name
        assert row.status in {"recommended", "acceptable", "legacy", "broken", "not-cryptographic"}
        assert row.timing in {"constant-time", "table-based", "data-dependent"}
        assert row.backend and row.family and row.standard
        for spelling in (name, *row.aliases):
            function = getattr(astragal, identifier(spelling))
            assert function.__name__ == identifier(spelling)


def test_spelling_variants_are_equal():
    for name in sorted(CANONICAL):
        expected = astragal.new(name)
        for spelling in (name.upper(), name.replace("-", "/"), name.replace("-", "_"), *astragal.info(name).aliases):
            found = astragal.new(spelling)
            assert (found.name, found.hexdigest()) == (expected.name, expected.hexdigest())


def test_available_names_include_hashlibs():
    assert astragal.algorithms_guaranteed == hashlib.algorithms_guaranteed
    assert astragal.algorithms_guaranteed <= astragal.algorithms_available
    assert {"sha512_256", "kt128", "turboshake128", "skein512_512"} <= astragal.algorithms_available
    for name in astragal.algorithms_available:
        assert name.isidentifier() and name in astragal.__all__ and callable(getattr(astragal, name))
        assert astragal.new(name).name in astragal.algorithms_available


def test_names_of_ciphers_and_what_is_composed_of_them_are_available():
    assert {"aes-128", "aes-192", "aes-256", "rijndael128-160", "sm4"} <= astragal.ciphers_available
    assert {"aes-256-gcm", "aes-128-ccm", "aes-256-gcm-siv", "sm4-gcm", "ascon-aead128"} <= astragal.aeads_available
    assert {"cmac-aes-128", "cmac-sm4", "hmac-sha256", "kmac256"} <= astragal.macs_available
    assert {"aes-256-cbc", "aes-128-xts", "kalyna512-512-ctr", "sm4-cfb", "aria-192-ofb"} <= astragal.modes_available
    assert {"argon2id", "hkdf-sha256", "pbkdf2-hmac-sha512", "kbkdf-cmac-aes-128"} <= astragal.kdfs_available
    for bits in (128, 192, 256):
        assert astragal.info(f"rijndael128-{bits}").name == f"aes-{bits}"
        assert not any(f"rijndael128-{bits}" in name for names in SETS.values() for name in names)


def test_every_available_name_has_facts():
    for kind, names in SETS.items():
        for name in names:
            row = astragal.info(name, kind)
            assert (row.name, row.kind) == (name, kind)
            assert row.status and row.timing and row.backend and row.family and row.standard
            assert all(astragal.info(alias, kind) == row for alias in row.aliases)


def test_every_available_name_has_a_constructor():
    for name in astragal.ciphers_available:
        assert astragal.cipher(name, bytes(astragal.info(name).key_size)).name == name
    for name in astragal.modes_available:
        key = bytes(range(astragal.info(name).key_size))
        assert astragal.mode(name, key).name == name
    for name in astragal.aeads_available:
        assert astragal.aead(name, bytes(astragal.info(name).key_size)).name == name
    for name in astragal.macs_available:
        assert astragal.mac(name, bytes(astragal.info(name, "mac").key_size or 16)).name == name


def test_all_lists_every_public_name():
    shown = dir(astragal)
    assert shown == sorted(set(shown)) and set(astragal.__all__) <= set(shown)
    assert not {"constructor", "constructors", "Constructor"} & set(shown)
    scope = {}
    exec("from astragal import *", scope)
    assert set(astragal.__all__) <= scope.keys()
    assert scope["sha3_256"] is astragal.sha3_256 and scope["hmac"] is astragal.hmac


def test_constructors_are_named_functions():
    for name in ("sha3_256", "kt128", "kmac128", "ascon_aead128", "shake_128", "hmac_sha256", "blake2b"):
        function = getattr(astragal, name)
        assert (function.__name__, function.__qualname__, function.__module__) == (name, name, "astragal")
        assert repr(function) == f"<function astragal.{name}>"
        assert pickle.loads(pickle.dumps(function)) is copy.copy(function) is copy.deepcopy(function) is function
        assert inspect.isroutine(function) and inspect.signature(function).parameters
    for function in (astragal.new, astragal.mac, astragal.info, astragal.hash_many, astragal.file_digest):
        assert pickle.loads(pickle.dumps(function)) is function

    class Holder:
        make = astragal.sha256

    assert Holder().make(b"abc").digest() == astragal.sha256(b"abc").digest()


def test_error_for_another_kind_names_the_right_call():
    with pytest.raises(ValueError, match=r"kmac256 is a message authentication code.*astragal.mac\('kmac256', key\)"):
        astragal.new("kmac256")
    with pytest.raises(ValueError, match=r"ascon-aead128 is an authenticated cipher.*astragal.aead\('ascon-aead128', key\)"):
        astragal.new("ascon_aead128")
    with pytest.raises(ValueError, match=r"sha256 is a hash.*astragal.new\('sha256'\)"):
        astragal.aead("sha256", bytes(16))
    with pytest.raises(ValueError, match=r"sha256 is a hash.*hmac-sha256"):
        astragal.mac("sha256", bytes(16))
    with pytest.raises(ValueError, match=r"shake128 is an extendable-output function"):
        astragal.mac("shake128", bytes(16))


def test_error_for_a_cipher_names_the_right_call():
    with pytest.raises(ValueError, match=r"aes-256 is a block cipher: astragal.cbc\('aes-256', key\)"):
        astragal.aead("aes-256", bytes(32))
    with pytest.raises(ValueError, match=r"sm4-cbc is a mode of a block cipher: astragal.mode\('sm4-cbc', key\)"):
        astragal.aead("SM4/CBC", bytes(16))
    with pytest.raises(ValueError, match=r"argon2id is a key derivation function: astragal.kdf"):
        astragal.new("argon2id")
    with pytest.raises(ValueError, match="sha256 is a hash"):
        astragal.cbc("sha256", bytes(16))


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


def test_unknown_name_suggests_the_nearest():
    with pytest.raises(ValueError, match="did you mean sha3-256"):
        astragal.new("sha3-265")
    with pytest.raises(ValueError, match="did you mean shake128"):
        astragal.new("shaek128")


def test_name_must_be_a_string():
    for name in (b"sha256", 1, None):
        with pytest.raises(TypeError):
            astragal.new(name)
    with pytest.raises(TypeError, match="name"):
        astragal.new()
    with pytest.raises(TypeError, match="name"):
        astragal.new(data=b"")


def test_unknown_attribute_is_an_attribute_error():
    for name in ("sha3_265", "SHA256", "_sha256", "Sha256"):
        assert not hasattr(astragal, name)


def test_info_describes_the_algorithm():
    row = astragal.info("SHA3/256")
    assert (row.name, row.kind, row.family) == ("sha3-256", "hash", "keccak")
    assert (row.digest_size, row.block_size, row.key_size) == (32, 136, None)
    assert row == astragal.info("sha3") and hash(row) == hash(astragal.info("sha3"))
    assert row != astragal.info("sha3-512") and row != "sha3-256"
    row = astragal.info("ascon-aead128")
    assert (row.kind, row.key_size, row.nonce_size, row.tag_size) == ("aead", 16, 16, 16)
    assert astragal.info("ascon-mac").key_size == 16
    row = astragal.info("aes-256")
    assert (row.name, row.kind, row.key_size, row.block_size) == ("aes-256", "cipher", 32, 16)
    row = astragal.info("sm4-gcm")
    assert (row.kind, row.key_size, row.nonce_size, row.tag_size) == ("aead", 16, None, 16)
    row = astragal.info("pbkdf2-hmac-sha256")
    assert (row.kind, row.digest_size) == ("kdf", None)
    assert astragal.info("hmac-sha3-256").digest_size == 32
    row = astragal.info("AES/256_CBC")
    assert (row.name, row.kind, row.family, row.status) == ("aes-256-cbc", "mode", "rijndael", "acceptable")
    assert (row.key_size, row.block_size, row.nonce_size, row.digest_size, row.tag_size) == (32, 16, 16, None, None)
    assert astragal.info("aes-128-xts").key_size == 32 and "rijndael128-256-cbc" in row.aliases
    assert row == astragal.info("aes256-cbc") and hash(row) == hash(astragal.info("aes256-cbc"))
    assert row != astragal.info("aes-256") and row != astragal.info("aes-256-ctr")


def test_names_shared_by_kinds_need_the_kind():
    assert astragal.info("blake3").kind == "xof"
    assert [astragal.info("blake3", kind).kind for kind in ("hash", "xof", "mac")] == ["hash", "xof", "mac"]
    assert astragal.info("blake3", kind="mac").key_size == 32
    with pytest.raises(ValueError, match="kind is"):
        astragal.info("blake3", kind="stream")
    with pytest.raises(ValueError, match="there is no authenticated cipher of this name"):
        astragal.info("blake3", kind="aead")


def test_help_lists_signatures_and_standards():
    text = pydoc.plain(pydoc.render_doc(astragal))
    for words in ("hashlib's shape", "sha3_256(data=b'', *, usedforsecurity=True)", "FIPS 202", "Raises"):
        assert words in text


def test_every_public_object_has_a_docstring():
    for name in astragal.__all__:
        thing = getattr(astragal, name)
        if not isinstance(thing, frozenset):
            assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing is not astragal.InvalidTag:
            for member in vars(thing):
                if not member.startswith("_"):
                    assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"


def test_repr_hides_keys_and_states():
    objects = [
        (astragal.sha3_256(SECRET), "<astragal.Hash sha3-256>"),
        (astragal.kt128(SECRET, custom=SECRET), "<astragal.Xof kt128>"),
        (astragal.kmac128(SECRET, SECRET), "<astragal.Mac kmac128>"),
        (astragal.ascon_aead128(SECRET), "<astragal.Aead ascon-aead128>"),
        (astragal.cipher("sm4", SECRET), "<astragal.Cipher sm4>"),
        (astragal.ctr("sm4", SECRET), "<astragal.Mode sm4-ctr>"),
        (astragal.ctr("sm4", SECRET).encryptor(SECRET), "<astragal.Stream sm4-ctr>"),
        (astragal.info("kt128"), "<astragal.Algorithm kt128>"),
    ]
    for thing, shown in objects:
        assert repr(thing) == str(thing) == shown
